"""Editions of Mint Delivery with other maps, abilities and readings than the shipped one."""

import copy
import json
import re
from pathlib import Path

import numpy as np
import pytest
from language import fields, legal, new, play, refusal, rule, shipped_document, written
from positions_mint_delivery import game_for

from rlboardgames.core.errors import BoardGameError, OptionError
from rlboardgames.games.mint_delivery import data
from rlboardgames.games.mint_delivery.data import EFFECTS, LIMITS, REMOVALS
from rlboardgames.games.mint_delivery.game import MintDelivery

EDITIONS = Path(__file__).parents[1] / "editions"
DENSE, LONG = (str(EDITIONS / f"mint_delivery_{name}.json") for name in ("dense", "long"))
each_edition = pytest.mark.parametrize("path", [DENSE, LONG], ids=lambda path: Path(path).stem)


def document(path):
    """Return an edition as it stands in its file."""
    return json.loads(Path(path).read_text(encoding="utf-8"))


def parked(game, space, **changes):
    """Return a position in which seat 0 has its turn and its truck, with three classic mints, stands somewhere."""
    position = play(new(game, seed=2), *["keep none"] * game.num_players)
    position["supply"][0] += 1
    position["trucks"][0] = {"space": space, "mints": [3, 0, 0]}
    return position | changes


def neighbours(edition):
    """Return the spaces to which roads lead from each."""
    near = {space["name"]: set() for space in edition["map"]["spaces"]}
    for a, b in edition["map"]["roads"]:
        near[a].add(b)
        near[b].add(a)
    return near


# Maps


@rule("MD-2", "MD-10")
@each_edition
def test_a_move_goes_along_a_road_of_the_map(path):
    """To a space joined by a road, whatever the kinds of the two and the number of roads."""
    game = game_for(2, data=path)
    near = neighbours(document(path))
    assert tuple(near) == game.spaces
    for space in near:
        assert legal(parked(game, space), "move") == {f"move {neighbour}" for neighbour in near[space]}


@each_edition
def test_actions_and_observations_are_those_of_the_map(path):
    """As many moves, and cells for where trucks, conditions and tolls are, as the map has spaces."""
    game, count = game_for(2, data=path), len(document(path)["map"]["spaces"])
    shapes = {field.name: field.shape for field in game.observation.fields}
    assert (shapes["truck_space"], shapes["road_conditions"], shapes["pending_space"]) == (
        (5, count),
        (6, count),
        (count,),
    )
    assert sum(name.startswith("move ") for name in game.actions.names) == count
    seen = fields(parked(game, game.spaces[-1]), 0)
    assert np.flatnonzero(seen["truck_space"][0]).tolist() == [count - 1]


@rule("MD-22")
@each_edition
def test_road_conditions_lie_where_the_file_says_and_leave_all_within_reach(path):
    """On the places by the towns; closed road and toll booth never keep an empty truck from another space."""
    edition = document(path)
    near, towns = neighbours(edition), {space["name"] for space in edition["map"]["spaces"] if space["kind"] == "town"}
    kinds = {space["name"]: space["kind"] for space in edition["map"]["spaces"]}
    beside = {name for town in towns for name in near[town] if kinds[name] == "road" and len(near[name]) == 2}
    places = edition["road_conditions"].get("places", {"": beside})
    allowed = {place for roadside in places.values() for place in roadside}
    found = set()
    for conditions in (1, 3, 4):
        game = game_for(2, data=path, road_conditions=conditions)
        for seed in range(150):
            roads = new(game, seed)["roads"]
            assert len(roads) == len(set(roads.values())) == conditions
            found |= set(roads.values())
            barred = {roads[name] for name in ("road_closed", "toll_booth") if name in roads}
            assert _reached(near, barred) == set(near) - barred
    assert found == allowed


def _reached(near, barred):
    frontier = [next(space for space in near if space not in barred)]
    reached = set(frontier)
    while frontier:
        fresh = near[frontier.pop()] - reached - barred
        reached |= fresh
        frontier += fresh
    return reached


@rule("MD-26")
@pytest.mark.parametrize(
    ("behind", "space", "phase"),
    [
        (None, "road_e3", "turn"),
        ("traffic_jam", "road_e3", "turn"),
        ("loading_zone", "road_e3", "loading_zone"),
        ("toll_booth", "road_e2", "pay_toll"),
        ("road_closed", "road_e2", "turn"),
    ],
)
def test_what_lies_behind_a_racetrack_takes_effect(behind, space, phase):
    """One goes on at once to the other end; what lies there acts as on a move; where one is not let in one stays."""
    roads = {"racetrack": "road_e2", **({behind: "road_e3"} if behind else {})}
    game = game_for(2, data=LONG, road_conditions=len(roads))
    after = play(parked(game, "hilltop", roads=roads), "move road_e2")
    assert (after["trucks"][0]["space"], after["phase"]) == (space, phase)
    assert after["seat"] == (1 if behind == "traffic_jam" else 0)
    if phase == "pay_toll":
        after = play(after, "toll classic")
        assert after["trucks"][0] == {"space": "road_e3", "mints": [2, 0, 0]}
        assert after["actions_left"] == 1


@rule("MD-26", "MD-25")
def test_a_racetrack_before_a_toll_booth_ends_there_without_a_mint():
    """Without a mint one cannot enter the toll booth, so the racetrack leads no further than itself."""
    roads = {"racetrack": "road_e2", "toll_booth": "road_e3"}
    position = parked(game_for(2, data=LONG, road_conditions=2), "hilltop", roads=roads)
    position["supply"][0] += 3
    position["trucks"][0]["mints"] = [0, 0, 0]
    assert play(position, "move road_e2")["trucks"][0]["space"] == "road_e2"


# Abilities


@rule("MD-21")
def test_abilities_change_the_limits_that_the_file_names():
    """`{"changes": {...}}`: each named limit by its number, from the moment of acquiring."""
    game = game_for(2, data=DENSE, abilities=True)
    cards = {card["name"]: card for card in document(DENSE)["abilities"]["cards"]}
    for k, name in enumerate(game.abilities):
        wanted = np.zeros(len(game.tables[0]["limits"]), int)
        for limit, change in cards[name].get("changes", {"drop_order": 1}).items():
            wanted[LIMITS[limit]] = change
        assert game.tables[0]["ability_change"][k].tolist() == wanted.tolist()


@rule("MD-21")
def test_changes_and_effects_that_say_the_same_are_the_same(tmp_path):
    """Each of the 13 effects can be written as changes, and plays the same game."""
    names = {index: name for name, index in LIMITS.items()}
    changed = shipped_document("mint_delivery")
    for card in changed["abilities"]["cards"]:
        card["changes"] = {names[limit]: change for limit, change in EFFECTS[card["name"]].items()}
    game, other = game_for(2, abilities=True), game_for(2, abilities=True, data=written(changed, tmp_path))
    assert (game.tables["ability_change"] == other.tables["ability_change"]).all()


# Two players


@rule("MD-16")
@pytest.mark.parametrize("removal", REMOVALS)
@pytest.mark.parametrize("here", range(4))
def test_which_towns_orders_are_removed_is_a_switch_of_the_file(tmp_path, removal, here):
    """Of another town; of any, the one here included; or of one that shares a warehouse with the one here."""
    changed = shipped_document("mint_delivery") | {"two_player_removal": removal}
    game = game_for(2, data=written(changed, tmp_path))
    north, east, south, west = ({0, 1}, {1, 2}, {2, 3}, {3, 0})
    sharing = set().union(*(pair for pair in (north, east, south, west) if here in pair)) - {here}
    wanted = {"other town": {0, 1, 2, 3} - {here}, "any town": {0, 1, 2, 3}, "neighbouring town": sharing}[removal]
    position = parked(game, game.towns[here])
    order = position["towns"][game.towns[here]]["face_up"][0]["order"]
    mine = next(k for k in position["out"] if game.towns[game.tables[0]["order_town"][k]] == game.towns[here])
    assert order != mine
    needs = game.tables[0]["order_mints"][mine].tolist()
    position["supply"] = [20 - 4 - needs[0], 10 - needs[1], 8 - needs[2]]
    position["trucks"][0]["mints"] = needs
    position["out"].remove(mine)
    position["unfinished"][0] = [mine]
    assert legal(play(position, "fulfil 1")) == {
        f"remove {game.towns[town]} {place}" for town in wanted for place in (1, 2)
    }


@rule("MD-16")
def test_the_shipped_edition_removes_of_another_town():
    """The default, and what the shipped file plays."""
    game = game_for(2)
    assert (game.tables[0]["may_remove"] == 1 - np.eye(4, dtype=int)).all()


# Damaged files


def _without(edition, *names):
    edition["map"]["spaces"] = [space for space in edition["map"]["spaces"] if space["name"] not in names]
    edition["map"]["roads"] = [road for road in edition["map"]["roads"] if not set(road) & set(names)]


def _changed(edition, *path, to):
    *steps, last = path
    for step in steps:
        edition = edition[step]
    edition[last] = to


WRONG = {
    "a map in two parts": (lambda e: e["map"]["roads"].remove(["dover", "harbour"]), "no road leads"),
    "a road to itself": (lambda e: e["map"]["roads"].append(["mill", "mill"]), "two different spaces"),
    "a road twice": (lambda e: e["map"]["roads"].append(["mill", "harbour"]), "already"),
    "a road to nowhere": (lambda e: e["map"]["roads"].append(["mill", "moon"]), "moon"),
    "a third end": (lambda e: e["map"]["roads"].append(["mill", "depot", "dover"]), "2 belong"),
    "two cities": (lambda e: _changed(e, "map", "spaces", 1, "kind", to="city"), "'city'"),
    "three towns": (lambda e: _changed(e, "map", "spaces", 3, "kind", to="road"), "'town'"),
    "25 spaces": (
        lambda e: e["map"]["spaces"].extend({"name": f"x{k}", "kind": "road"} for k in range(13)),
        "5 to 24",
    ),
    "four spaces": (lambda e: _without(e, *(f"lane_{k}" for k in range(1, 6)), "mill", "depot", "harbour"), "5 to 24"),
    "a place in a town": (lambda e: _changed(e, "road_conditions", "places", to={"alder": ["birch"]}), "movement"),
    "a place that is not": (lambda e: _changed(e, "road_conditions", "places", to={"alder": ["moon"]}), "moon"),
    "a place twice": (lambda e: _changed(e, "road_conditions", "places", to={"alder": ["lane_1"] * 2}), "twice"),
    "places of no town": (lambda e: _changed(e, "road_conditions", "places", to={"mill": ["lane_1"]}), "mill"),
    "no places": (lambda e: _changed(e, "road_conditions", "places", to={"alder": []}), "1 to 24"),
    "another reading": (lambda e: _changed(e, "two_player_removal", to="no town"), "two_player_removal"),
    "an unknown limit": (lambda e: _changed(e, "abilities", "cards", 0, "changes", to={"speed": 1}), "speed"),
    "no change": (lambda e: _changed(e, "abilities", "cards", 0, "changes", to={}), "changes something"),
    "half a change": (lambda e: _changed(e, "abilities", "cards", 0, "changes", to={"capacity": 0.5}), "capacity"),
    "a smaller truck": (lambda e: _changed(e, "abilities", "cards", 0, "changes", to={"capacity": -1}), "capacity"),
    "too large a truck": (lambda e: _changed(e, "abilities", "cards", 0, "changes", to={"capacity": 2}), "capacity"),
    "two larger trucks": (lambda e: _changed(e, "abilities", "cards", 1, "changes", to={"capacity": 1}), "capacity"),
    "free upgrades": (
        lambda e: _changed(e, "abilities", "cards", 2, "changes", to={"sugar_free_cost": -2}),
        "sugar_free_cost",
    ),
    "both": (lambda e: _changed(e, "abilities", "cards", 0, "effect", to="tip"), "not both"),
    "an effect twice": (lambda e: e["abilities"]["cards"].append({"name": "drop_order", "cost": 1}), "second"),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_editions_are_refused(tmp_path, what):
    """Each with the key and the reason."""
    change, words = WRONG[what]
    edition = document(DENSE)
    change(edition)
    assert re.search(words, refusal(MintDelivery, data=written(edition, tmp_path)))


@rule("MD-22")
def test_a_map_takes_no_more_road_conditions_than_it_has_places_for(tmp_path):
    """Where dealing could come to no end, or a truck be cut off, the game is refused, and fewer conditions are not."""
    edition = document(DENSE)
    edition["road_conditions"]["places"] = {"alder": ["lane_1", "lane_2"]}
    path = written(edition, tmp_path)
    game = MintDelivery(data=path, road_conditions=2)
    for seed in range(100):
        assert len(new(game, seed)["roads"]) == 2
    with pytest.raises(OptionError, match="places for 2"):
        MintDelivery(data=path, road_conditions=3)
    del edition["road_conditions"]["places"]
    edition["map"]["roads"] = [road for road in edition["map"]["roads"] if road != ["cedar", "mill"]]
    _changed(
        edition, "road_conditions", to={"tokens": edition["road_conditions"]["tokens"], "places": {"cedar": ["lane_5"]}}
    )
    path = written(edition, tmp_path)
    game_for(2, data=path)
    with pytest.raises(OptionError, match="places for 0"):  # the only road to Cedar
        MintDelivery(data=path, road_conditions=1)


@each_edition
def test_damaged_editions_are_refused_or_played(path):
    """Random edits of the document: an exception of ours, or a game that goes on."""
    rng = np.random.default_rng(3)
    whole, values = document(path), (None, -1, 0, 1, 7, 10**9, 0.5, "", "alder", "road", [], {}, True)
    played = 0
    for _ in range(250):
        edition = copy.deepcopy(whole)
        place = edition
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            key = keys[rng.integers(len(keys))]
            if not isinstance(place[key], (dict, list)) or not place[key] or rng.random() < 0.1:
                break
            place = place[key]
        if rng.random() < 0.3:
            del place[key]
        else:
            place[key] = values[rng.integers(len(values))]
        file = EDITIONS / "unused"
        try:
            data._checked(edition, str(file))
        except BoardGameError:
            continue
        played += 1
    assert 0 < played < 250
