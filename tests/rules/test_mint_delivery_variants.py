"""Rule tests of Mint Delivery's variants, abilities and road conditions: MD-20 to MD-29."""

import json
from collections import Counter
from itertools import combinations, product
from random import Random

import numpy as np
import pytest
from language import (
    assert_illegal,
    assert_refused,
    fields,
    greedy,
    legal,
    load,
    names,
    new,
    play,
    position_of,
    refusal,
    rewards,
    rule,
    shipped_document,
    standing,
    view,
    written,
)
from positions_mint_delivery import (
    NE,
    NEIGHBOURS,
    NW,
    POINTS,
    ROADS,
    SE,
    SPACES,
    SW,
    TOWNS,
    WAREHOUSES,
    assert_conserved,
    base,
    each_count,
    game_for,
    hoard,
    more_than_two,
    town,
)

from rlboardgames.core.errors import OptionError, PositionError
from rlboardgames.games.mint_delivery.game import MintDelivery

NNR, NWR = "northwest_north_road", "northwest_west_road"
ENR, EER = "northeast_north_road", "northeast_east_road"
SSR, SER = "southeast_south_road", "southeast_east_road"
NORTH, EAST, SOUTH, WEST = WAREHOUSES

COSTS = {  # completed orders that an ability costs, in the order of the data file
    "capacity": 2,
    "actions": 4,
    "move_two": 2,
    "warehouse_load": 1,
    "cheap_cinnamon": 2,
    "upgrade_anywhere": 3,
    "sugar_in_town": 1,
    "fourth_order": 1,
    "free_load": 2,
    "home": 2,
    "town_load": 1,
    "tip": 2,
    "drop_order": 1,
}
CONDITIONS = ("road_closed", "traffic_jam", "toll_booth", "racetrack", "loading_zone", "tunnel")
UNLOADS = {"unload classic", "unload sugar-free", "unload cinnamon"}
SPARE = (33, 34, 23, 24, 13, 14, 32, 31)
"""Orders that are completed by the seats that have abilities, as many as these cost, in this order."""

each_ability = pytest.mark.parametrize("ability", COSTS)
each_space = pytest.mark.parametrize("space", SPACES)
each_road = pytest.mark.parametrize("road", ROADS)
both_ends = pytest.mark.parametrize(("road", "start"), [(road, end) for road, ends in ROADS.items() for end in ends])
each_variant = pytest.mark.parametrize(
    "options",
    [
        {"abilities": True},
        *({"road_conditions": count} for count in (1, 2, 3, 4)),
        {"abilities": True, "road_conditions": 3},
        {"abilities": True, "road_conditions": 4},
    ],
    ids=str,
)


def variant(players=3, *, seat=0, held=None, offer=(), completed=None, **keys):
    """Return a position as `base` does, with abilities, at the beginning of a turn of `seat`.

    Parameters
    ----------
    players, seat : int
    held : dict of int to tuple of str
        Abilities of the seats, which have completed just as many `SPARE` orders as these cost.
    offer : sequence of str
        Abilities on offer besides; others that are dear or useless for most tests make up for three.
    completed : dict of int to list
        Further completed orders.
    **keys
        As for `base`.
    """
    held = held or {}
    offered = list(dict.fromkeys([*offer, *(name for having in held.values() for name in having)]))
    if offered:
        offered += [name for name in ("actions", "upgrade_anywhere", "capacity") if name not in offered]
    costs = {owner: sum(COSTS[name] for name in having) for owner, having in held.items()}
    spare = iter(SPARE)
    all_completed = {owner: [next(spare) for _ in range(cost)] for owner, cost in costs.items()}
    for owner, orders in (completed or {}).items():
        all_completed[owner] = all_completed.get(owner, []) + orders
    own = held.get(seat, ())
    turn = {"actions_left": 2 + ("actions" in own), "free_load_left": "free_load" in own}
    return base(
        players,
        seat=seat,
        completed=all_completed,
        offer=offered[:3],
        abilities=[list(held.get(owner, ())) for owner in range(players)],
        allocated=[costs.get(owner, 0) for owner in range(players)],
        **turn | keys,
    )


def holder(*abilities, at="mintopia", truck=(0, 0, 0), **keys):
    """Return a position in which seat 0, to move, has some abilities, and stands somewhere with some mints."""
    return variant(held={0: abilities}, trucks={0: (at, list(truck))}, **keys)


def on_roads(roads, at="mintopia", truck=(0, 0, 0), **keys):
    """Return a position with road conditions, in which seat 0, to move, stands somewhere with some mints."""
    return variant(roads=roads, trucks={0: (at, list(truck))}, **keys)


def moved(position):
    """Return the names of the spaces that the seat to move may move to."""
    return {name.removeprefix("move ") for name in legal(position, "move ")}


def loads(*counts):
    """Return the names of the actions that load so many mints."""
    return {f"load {count}" for count in counts}


def two_roads_away(space):
    """Return the spaces that can be reached over one or two roads of a map without conditions, not going back."""
    return NEIGHBOURS[space].union(*(NEIGHBOURS[first] for first in NEIGHBOURS[space])) - {space}


# MD-20: the offer


@rule("MD-20")
@each_count
@pytest.mark.parametrize("road_conditions", [0, 3])
def test_three_different_abilities_are_on_offer_and_nobody_has_one(players, road_conditions):
    """Three random abilities of the 13 are on offer, from the deal on, and stay the same."""
    game = game_for(players, abilities=True, road_conditions=road_conditions)
    for seed in range(30):
        state = game.new_state(seed)
        position = game.position(state)
        offer = position["offer"]
        assert len(set(offer)) == len(offer) == 3
        assert set(offer) <= set(COSTS)
        assert (position["abilities"], position["allocated"]) == ([[]] * players, [0] * players)
        for _ in range(players):
            game.play(state, "keep none")
        assert game.position(state)["offer"] == offer


@rule("MD-20")
def test_every_three_abilities_are_on_offer_equally_often():
    """Three random abilities: each with probability 3/13, each pair with 1/26, in every game anew."""
    game = game_for(2, abilities=True)
    offers = [frozenset(new(game, seed)["offer"]) for seed in range(2600)]
    single = Counter(name for offer in offers for name in offer)
    pairs = Counter(frozenset(pair) for offer in offers for pair in combinations(offer, 2))
    assert all(500 <= single[name] <= 700 for name in COSTS)  # 600, standard deviation 21
    assert all(60 <= pairs[frozenset(pair)] <= 145 for pair in combinations(COSTS, 2))  # 100, standard deviation 10
    assert len(set(offers)) > 275  # of 286 threes


@rule("MD-20")
@each_space
def test_an_ability_is_acquired_anywhere_as_an_action(space):
    """As an action, anywhere: the action is spent, the ability's cost allocated; nothing else changes."""
    before = variant(offer=["home"], completed={0: [33, 34]}, trucks={0: (space, [1, 0, 0])})
    after = holder("home", at=space, truck=[1, 0, 0], actions_left=1)
    assert play(before, "acquire 1") == after
    assert legal(after, "acquire") == set()


@rule("MD-20", "MD-21")
@each_ability
def test_each_ability_costs_its_number_of_completed_orders(ability):
    """A seat with enough completed orders allocates the ability's cost in orders and has the ability from then on."""
    cost = COSTS[ability]
    enough = variant(offer=[ability], completed={0: list(SPARE[:cost])})
    assert "acquire 1" in legal(enough)
    after = variant(held={0: [ability]}, actions_left=2 if ability == "actions" else 1)
    assert play(enough, "acquire 1") == after
    assert after["allocated"] == [cost, 0, 0]
    assert "acquire 1" not in legal(variant(offer=[ability], completed={0: list(SPARE[: cost - 1])}))


@rule("MD-20", "MD-21")
def test_the_costs_of_the_thirteen_abilities():
    """The 13 and their costs: see the data file."""
    assert {card["name"]: card["cost"] for card in shipped_document("mint_delivery")["abilities"]["cards"]} == COSTS


@rule("MD-20")
@pytest.mark.parametrize("slot", [1, 2, 3])
def test_the_number_of_an_acquisition_is_the_place_on_offer(slot):
    """Any of the three on offer can be acquired."""
    offer = ["sugar_in_town", "town_load", "drop_order"]
    before = variant(offer=offer, completed={0: [33]})
    assert legal(before, "acquire") == {"acquire 1", "acquire 2", "acquire 3"}
    after = play(before, f"acquire {slot}")
    assert after == variant(offer=offer, held={0: [offer[slot - 1]]}, actions_left=1)
    assert (after["abilities"], after["allocated"]) == ([[offer[slot - 1]], [], []], [1, 0, 0])


@rule("MD-20")
@pytest.mark.parametrize(
    ("count", "slots"), [(0, set()), (1, {1}), (2, {1, 2}), (3, {1, 2, 3}), (4, {1, 2, 3})], ids=str
)
def test_which_abilities_can_be_paid(count, slots):
    """Enough completed orders: 1 for the first, 2 for the second, 3 for the third."""
    position = variant(offer=["town_load", "tip", "upgrade_anywhere"], completed={0: list(SPARE[:count])})
    assert legal(position, "acquire") == {f"acquire {slot}" for slot in slots}


@rule("MD-20")
def test_allocated_orders_cannot_be_allocated_again():
    """Completed orders not yet allocated: of three orders two go for one ability, one is left for another."""
    offer = ["capacity", "home", "town_load"]
    position = variant(offer=offer, completed={0: [33, 34, 23]})
    assert legal(position, "acquire") == {"acquire 1", "acquire 2", "acquire 3"}
    position = play(position, "acquire 2")
    assert position == variant(offer=offer, held={0: ["home"]}, completed={0: [23]}, actions_left=1)
    assert legal(position, "acquire") == {"acquire 3"}
    position = play(position, "acquire 3")
    assert position == variant(offer=offer, held={0: ["home", "town_load"]}, seat=1)
    assert position["allocated"] == [3, 0, 0]


@rule("MD-20")
def test_an_order_just_fulfilled_can_be_allocated_at_once_and_unfinished_ones_cannot():
    """Completed orders: an order counts from the moment in which it is fulfilled."""
    position = variant(offer=["town_load"], trucks={0: (NW, [0, 1, 0])}, unfinished={0: [2, 12, 22]})
    assert legal(position, "acquire") == set()
    position = play(position, "fulfil 1", "acquire 1")
    assert position["abilities"] == [["town_load"], [], []]
    assert position["completed"][0] == [2]
    assert (position["seat"], position["actions_left"]) == (0, 1)


@rule("MD-20")
def test_only_ones_own_completed_orders_count():
    """A seat with enough completed orders: those of the others do not help."""
    position = variant(offer=["town_load"], completed={1: [33, 34], 2: [23, 24]})
    assert legal(position, "acquire") == set()
    assert legal(play(position, "end turn"), "acquire") == {"acquire 1"}


@rule("MD-20", "MD-18")
@each_ability
def test_allocated_orders_still_score(ability):
    """Allocated orders still score: points and number of completed orders are as before."""
    before = variant(offer=[ability], completed={0: list(SPARE[: COSTS[ability]]), 1: [0]})
    after = play(before, "acquire 1")
    assert standing(after) == standing(before)
    points = sum(POINTS[order] for order in SPARE[: COSTS[ability]])
    assert standing(after) == [[points, COSTS[ability], 0], [2, 1, 0], [0, 0, 0]]


@rule("MD-20", "MD-18")
def test_allocated_orders_decide_the_game_and_its_ties():
    """Allocated orders still score, at the end of the game too, as points and as completed orders."""
    towns = {NE: town([None, None]), SE: town([None, None])}
    position = variant(2, held={0: ["tip"]}, completed={1: [5]}, seat=1, last_round=True, towns=towns)  # 6 against 3
    assert rewards(position, "end turn") == [[1, -1]]
    position = variant(2, held={0: ["drop_order"]}, completed={1: [13]}, seat=1, last_round=True, towns=towns)
    assert rewards(position, "end turn") == [[0, 0]]


@rule("MD-20")
@each_count
def test_several_seats_may_hold_the_same_ability(players):
    """Several seats may hold the same ability; it is not removed from those on offer."""
    position = variant(players, offer=["town_load"], completed={seat: [SPARE[seat]] for seat in range(players)})
    for seat in range(players):
        assert legal(position, "acquire") == {"acquire 1"}
        held = {owner: ["town_load"] for owner in range(seat + 1)}
        rest = {owner: [SPARE[owner]] for owner in range(seat + 1, players)}
        position = play(position, "acquire 1")
        assert position == variant(players, seat=seat, held=held, completed=rest, actions_left=1)
        position = play(position, "end turn")
    assert position == variant(players, held={seat: ["town_load"] for seat in range(players)})


@rule("MD-20")
@each_ability
def test_a_seat_holds_each_ability_once(ability):
    """A seat holds each once, however many completed orders it has."""
    position = variant(held={0: [ability]}, completed={0: [0, 1, 2, 3]})
    assert "acquire 1" not in legal(position)


@rule("MD-20")
def test_a_seat_may_have_all_three():
    """Nothing limits a seat to one ability: all three on offer can be had."""
    offer = ["town_load", "fourth_order", "sugar_in_town"]
    position = play(variant(offer=offer, completed={0: [33, 34, 23]}), "acquire 3", "acquire 1", *["end turn"] * 2)
    position = play(position, "acquire 2")
    assert sorted(position["abilities"][0]) == sorted(offer)
    assert (position["allocated"], position["actions_left"]) == ([3, 0, 0], 1)


@rule("MD-20", "MD-9")
def test_acquiring_needs_an_action_and_ends_the_turn_with_the_last():
    """As an action: not with none left; with the last one the turn ends by itself."""
    last = variant(offer=["home"], completed={0: [33, 34]}, actions_left=1)
    assert play(last, "acquire 1") == variant(held={0: ["home"]}, seat=1)
    waiting = variant(
        offer=["home"], completed={0: [33, 34]}, actions_left=0, trucks={0: (NW, [0, 1, 0])}, unfinished={0: [2]}
    )
    assert legal(waiting) == {"fulfil 1", "end turn"}


@rule("MD-20")
@pytest.mark.parametrize(
    ("phase", "keys", "expected"),
    [
        ("unload", {"trucks": {0: (NORTH, [1, 0, 0])}}, {"unload classic", "done"}),
        ("load_tokens", {"trucks": {0: (NW, [3, 0, 0])}, "pending": {"mints": 2}}, loads(0, 1)),
        (
            "remove_order",
            {"trucks": {0: (NW, [0, 0, 0])}},
            {f"remove {name} {k}" for name in TOWNS[1:] for k in (1, 2)},
        ),
        (
            "pay_toll",
            {"trucks": {0: (NW, [1, 0, 0])}, "roads": {"toll_booth": NNR}, "pending": {"space": NNR}},
            {"toll classic"},
        ),
        ("loading_zone", {"trucks": {0: (NNR, [1, 0, 0])}, "roads": {"loading_zone": NNR}}, loads(0, 1)),
    ],
)
def test_nothing_else_is_possible_in_the_middle_of_an_action(phase, keys, expected):
    """Abilities are acquired, and their free actions done, between actions only."""
    held = {0: ["drop_order", "free_load"]}
    position = variant(
        2, held=held, offer=["home"], completed={0: [0, 1, 3]}, unfinished={0: [2]}, phase=phase, actions_left=1, **keys
    )
    assert legal(position) == expected


@rule("MD-20", "MD-21")
@each_ability
@each_space
def test_abilities_of_other_seats_help_only_these(ability, space):
    """A *seat* has the ability: what others can do is what they can do without."""
    trucks = {0: (space, [3, 0, 0])}
    position = variant(held={1: [ability]}, trucks=trucks, unfinished={0: [0, 10, 20]})
    assert legal(position) == legal(base(3, trucks=trucks, unfinished={0: [0, 10, 20]}))


@rule("MD-20", "MD-21")
@pytest.mark.parametrize(
    ("ability", "start", "keys", "used", "expected"),
    [
        ("capacity", ("mintopia", [4, 0, 0]), {}, "load 1", ("mintopia", [5, 0, 0])),
        ("actions", ("mintopia", [1, 0, 0]), {}, "load 1", ("mintopia", [2, 0, 0])),
        ("move_two", ("mintopia", [0, 0, 0]), {}, f"move {NNR}", (NNR, [0, 0, 0])),
        ("warehouse_load", (NORTH, [0, 0, 0]), {}, "load 4", (NORTH, [4, 0, 0])),
        ("cheap_cinnamon", ("mintopia", [2, 0, 0]), {}, "upgrade cinnamon", ("mintopia", [0, 0, 1])),
        ("upgrade_anywhere", (NNR, [3, 0, 0]), {}, "upgrade cinnamon", (NNR, [0, 0, 1])),
        ("sugar_in_town", (SE, [2, 0, 0]), {}, "upgrade sugar-free", (SE, [0, 1, 0])),
        ("free_load", (NORTH, [0, 0, 0]), {}, "load 2", (NORTH, [2, 0, 0])),
        ("home", (SE, [0, 1, 0]), {}, "move mintopia", ("mintopia", [0, 1, 0])),
        ("town_load", (SE, [0, 1, 0]), {}, "load 1", (SE, [1, 1, 0])),
        ("tip", (NW, [0, 1, 0]), {"unfinished": {0: [2]}}, "fulfil 1", (NW, [1, 0, 0])),
        ("drop_order", (NW, [0, 0, 0]), {"unfinished": {0: [2]}}, "drop 1", (NW, [0, 0, 0])),
        ("fourth_order", (NW, [0, 0, 0]), {"unfinished": {0: [1, 11, 21]}}, "take 1", (NW, [0, 0, 0])),
    ],
)
def test_an_ability_can_be_used_in_the_turn_in_which_it_was_acquired(ability, start, keys, used, expected):
    """It has the ability from then on: before `acquire` the action is not legal, or not such, after it it is."""
    position = variant(offer=[ability], completed={0: list(SPARE[: COSTS[ability]])}, trucks={0: start}, **keys)
    if ability not in ("actions", "free_load", "tip"):
        assert used not in legal(position)
    position = play(position, "acquire 1", used)
    assert (position["trucks"][0]["space"], position["trucks"][0]["mints"]) == expected
    free = ability in ("actions", "free_load", "tip", "drop_order")
    assert (position["seat"], position["actions_left"]) == ((0, 1) if free else (1, 2))


# MD-21: the thirteen abilities


@rule("MD-21")
@pytest.mark.parametrize("count", range(6))
@pytest.mark.parametrize(("space", "most"), [("mintopia", 4), (EAST, 2), (NW, 0), (NNR, 0)])
def test_capacity_is_one_more(space, most, count):
    """`capacity` +1: five mints; how many may be loaded at once is as before."""
    position = holder("capacity", at=space, truck=[0, count, 0])
    assert legal(position, "load") == loads(*range(1, min(most, 5 - count) + 1))


@rule("MD-21", "MD-12")
@pytest.mark.parametrize(
    ("truck", "mints", "most"),
    [([0, 0, 0], 6, 5), ([0, 0, 0], 5, 5), ([0, 0, 0], 3, 3), ([2, 1, 1], 3, 1), ([0, 3, 0], 4, 2)],
)
def test_capacity_counts_for_the_mints_lying_on_an_order(truck, mints, most):
    """`capacity` and MD-12: any number of the mints of a taken order, as far as the larger capacity goes."""
    position = holder("capacity", at=NW, truck=truck, towns={NW: town([(15, mints), 25], [35, 9])})
    position = play(position, "take 1")
    assert (position["phase"], legal(position)) == ("load_tokens", loads(*range(most + 1)))
    loaded = [truck[0] + most, truck[1], truck[2]]
    towns = {NW: town([35, (25, 1)], [9])}
    expected = holder("capacity", at=NW, truck=loaded, towns=towns, unfinished={0: [15]}, actions_left=1)
    assert play(position, f"load {most}") == expected


@rule("MD-21", "MD-12")
def test_a_truck_of_five_is_full_with_five():
    """`capacity`: with five mints nothing can be loaded, of a taken order neither."""
    towns = {NW: town([(15, 2), 25], [35, 9])}
    position = play(holder("capacity", at=NW, truck=[5, 0, 0], towns=towns), "take 1")
    assert (position["phase"], position["trucks"][0]["mints"]) == ("turn", [5, 0, 0])
    assert legal(holder("capacity", truck=[2, 2, 1]), "load") == set()


@rule("MD-21", "MD-9")
def test_actions_gives_three_in_every_turn():
    """`actions` +1 per turn: three for the seat that has it, two for the others."""
    position = holder("actions")
    for expected in ((0, 2), (0, 1), (1, 2)):
        position = play(position, "load 1")
        assert (position["seat"], position["actions_left"]) == expected
    position = play(position, "load 1", "load 1")
    assert (position["seat"], position["actions_left"]) == (2, 2)
    position = play(position, "end turn")
    assert (position["seat"], position["actions_left"]) == (0, 3)


@rule("MD-21", "MD-20")
@pytest.mark.parametrize(("before", "after"), [(2, 2), (1, 1)])
def test_actions_counts_at_once_in_the_turn_of_acquiring(before, after):
    """At once in the turn of acquiring: 2 - 1 + 1 = 2; with the last action one is left, the turn goes on."""
    position = variant(offer=["actions"], completed={0: list(SPARE[:4])}, actions_left=before)
    position = play(position, "acquire 1")
    assert position == holder("actions", actions_left=after)
    for _ in range(after):
        assert position["seat"] == 0
        position = play(position, "load 1")
    assert (position["seat"], position["actions_left"]) == (1, 2)


@rule("MD-21", "MD-10")
@each_space
def test_move_two_goes_over_one_road_or_two(space):
    """`move_two`: a move may go on one more road, without stopping at the first space, and not back; one action."""
    position = holder("move_two", at=space, truck=[1, 0, 0])
    assert moved(position) == two_roads_away(space)
    for goal in two_roads_away(space):
        assert play(position, f"move {goal}") == holder("move_two", at=goal, truck=[1, 0, 0], actions_left=1)


@rule("MD-21")
@pytest.mark.parametrize(
    ("space", "goals"),
    [
        ("mintopia", {*WAREHOUSES, *ROADS}),
        (NW, {NNR, NWR, NORTH, WEST}),
        (NORTH, {"mintopia", EAST, SOUTH, WEST, NNR, ENR, NW, NE}),
        (NNR, {NW, NWR, NORTH, "mintopia", ENR}),
    ],
)
def test_move_two_by_hand(space, goals):
    """`move_two`: not back, so never to the space where the move began; a town is two moves from Mintopia."""
    assert moved(holder("move_two", at=space)) == goals


@rule("MD-21", "MD-28")
@pytest.mark.parametrize("space", ["mintopia", NNR, NW, NORTH, EAST, ENR, NWR])
def test_the_tunnel_is_a_road_for_move_two(space):
    """`move_two`: one more road, the tunnel is one; as a space with a road condition it is not passed through."""
    goals = {
        "mintopia": {*WAREHOUSES, *ROADS},  # not the northwest town
        NNR: {NW, NWR, NORTH, ENR, "mintopia", EAST, SOUTH, WEST},  # out of the tunnel and on
        NW: {NNR, NWR, WEST},  # neither Mintopia nor the warehouse behind the tunnel
        NORTH: {"mintopia", NNR, EAST, SOUTH, WEST, ENR, NE},  # not the northwest town
        EAST: {"mintopia", NORTH, SOUTH, WEST, NNR, EER, SER, NE, SE},  # through Mintopia into the tunnel
        ENR: {NE, EER, NORTH, NNR, "mintopia"},
        NWR: {NW, NNR, WEST, "mintopia", "southwest_west_road"},
    }[space]
    assert moved(holder("move_two", at=space, roads={"tunnel": NNR})) == goals


@rule("MD-21")
@pytest.mark.parametrize("space", WAREHOUSES)
@pytest.mark.parametrize("count", range(5))
def test_warehouse_load_is_four(space, count):
    """`warehouse_load` 4 instead of 2; capacity still holds."""
    position = holder("warehouse_load", at=space, truck=[0, count, 0])
    assert legal(position, "load") == loads(*range(1, 4 - count + 1))
    assert legal(holder("warehouse_load", at="mintopia"), "load") == loads(1, 2, 3, 4)


@rule("MD-21")
def test_warehouse_load_is_limited_by_the_supply_and_is_for_warehouses():
    """`warehouse_load`: 4 at a warehouse, never beyond supply; in towns and on roads nothing is loaded."""
    assert legal(holder("warehouse_load", at=SOUTH, towns={SW: hoard(17)}), "load") == loads(1, 2, 3)
    for space in (NW, NNR):
        assert legal(holder("warehouse_load", at=space), "load") == set()
    five = holder("warehouse_load", "capacity", at=SOUTH)
    assert legal(five, "load") == loads(1, 2, 3, 4)
    assert legal(play(five, "load 4"), "load") == loads(1)


@rule("MD-21", "MD-13")
@pytest.mark.parametrize(
    ("truck", "upgrades"),
    [
        ([1, 0, 0], set()),
        ([2, 0, 0], {"upgrade sugar-free", "upgrade cinnamon"}),
        ([3, 0, 0], {"upgrade sugar-free", "upgrade cinnamon"}),
        ([1, 2, 1], set()),
    ],
)
def test_cheap_cinnamon_costs_two_classic(truck, upgrades):
    """`cheap_cinnamon`: 2 classic instead of 3; sugar-free costs 2 as before."""
    position = holder("cheap_cinnamon", truck=truck)
    assert legal(position, "upgrade") == upgrades
    if upgrades:
        after = play(position, "upgrade cinnamon")
        assert after == holder("cheap_cinnamon", truck=[truck[0] - 2, truck[1], truck[2] + 1], actions_left=1)
        after = play(position, "upgrade sugar-free")
        assert after == holder("cheap_cinnamon", truck=[truck[0] - 2, truck[1] + 1, truck[2]], actions_left=1)


@rule("MD-21", "MD-13")
@each_space
def test_cheap_cinnamon_is_made_in_mintopia_only(space):
    """`cheap_cinnamon` changes the number, not the place."""
    position = holder("cheap_cinnamon", at=space, truck=[4, 0, 0])
    assert ("upgrade cinnamon" in legal(position)) == (space == "mintopia")


@rule("MD-21", "MD-13")
def test_four_classic_make_two_cheap_cinnamon_in_a_turn():
    """`cheap_cinnamon`: one conversion per action; the new mint must be in the supply."""
    position = play(holder("cheap_cinnamon", truck=[4, 0, 0]), "upgrade cinnamon", "upgrade cinnamon")
    assert position == variant(held={0: ["cheap_cinnamon"]}, seat=1, trucks={0: ("mintopia", [0, 0, 2])})
    trucks = {0: ("mintopia", [2, 0, 0]), 1: ("mintopia", [0, 0, 4]), 2: ("mintopia", [0, 0, 4])}
    assert legal(variant(held={0: ["cheap_cinnamon"]}, trucks=trucks), "upgrade") == {"upgrade sugar-free"}


@rule("MD-21", "MD-13")
@each_space
@pytest.mark.parametrize(("classic", "upgrades"), [(1, ()), (2, ("sugar-free",)), (3, ("sugar-free", "cinnamon"))])
def test_upgrade_anywhere_is_for_both_kinds_on_every_space(space, classic, upgrades):
    """`upgrade_anywhere`: on every space, for the usual price, as an action."""
    position = holder("upgrade_anywhere", at=space, truck=[classic, 1, 0])
    assert legal(position, "upgrade") == {f"upgrade {kind}" for kind in upgrades}
    if classic == 3:
        expected = holder("upgrade_anywhere", at=space, truck=[0, 1, 1], actions_left=1)
        assert play(position, "upgrade cinnamon") == expected


@rule("MD-21", "MD-13")
@each_space
def test_sugar_in_town_is_for_sugar_free_and_towns(space):
    """`sugar_in_town`: sugar-free upgrades also in towns; cinnamon as before."""
    position = holder("sugar_in_town", at=space, truck=[4, 0, 0])
    places = ("mintopia", *WAREHOUSES, *TOWNS)
    expected = {"upgrade sugar-free"} if space in places else set()
    assert legal(position, "upgrade") == expected | ({"upgrade cinnamon"} if space == "mintopia" else set())
    if space in TOWNS:
        after = play(position, "upgrade sugar-free")
        assert after == holder("sugar_in_town", at=space, truck=[2, 1, 0], actions_left=1)


@rule("MD-21", "MD-13")
@each_space
def test_upgrade_anywhere_with_sugar_in_town_and_cheap_cinnamon(space):
    """Abilities that change the same place or another number go together: neither undoes or doubles the other."""
    both = {"upgrade sugar-free", "upgrade cinnamon"}
    assert legal(holder("upgrade_anywhere", "sugar_in_town", at=space, truck=[3, 0, 0]), "upgrade") == both
    assert legal(holder("sugar_in_town", "upgrade_anywhere", at=space, truck=[2, 0, 0]), "upgrade") == {
        "upgrade sugar-free"
    }
    cheap = holder("upgrade_anywhere", "cheap_cinnamon", at=space, truck=[2, 0, 0])
    assert legal(cheap, "upgrade") == both
    assert play(cheap, "upgrade cinnamon")["trucks"][0]["mints"] == [0, 0, 1]


@rule("MD-21", "MD-12", "MD-15")
def test_fourth_order_allows_four_unfinished_orders():
    """`fourth_order`: a fourth can be taken, not a fifth; the fourth can be fulfilled."""
    position = holder("fourth_order", at=NW, truck=[0, 1, 0], unfinished={0: [10, 20, 30]}, towns={NW: town([2, 25])})
    assert legal(position, "take") == {"take 1", "take 2"}
    position = play(position, "take 1")
    assert position["unfinished"][0] == [10, 20, 30, 2]
    assert legal(position) == {f"move {NNR}", f"move {NWR}", "fulfil 4", "end turn"}
    position = play(position, "fulfil 4")
    assert (position["unfinished"][0], position["completed"][0]) == ([10, 20, 30], [2, 33])
    assert legal(position, "take") == {"take 2"}


@rule("MD-21", "MD-20")
def test_fourth_order_acquired_with_three_orders_makes_room_at_once():
    """`fourth_order` with the limit of three: acquired in a town, the fourth is taken in the same turn."""
    keys = {"trucks": {0: (SE, [0, 0, 0])}, "unfinished": {0: [0, 1, 2]}}
    position = variant(offer=["fourth_order"], completed={0: [33]}, **keys)
    assert legal(position, "take") == set()
    position = play(position, "acquire 1", "take 2")
    assert position["unfinished"][0] == [0, 1, 2, 7]


@rule("MD-21", "MD-10")
@each_space
def test_home_goes_straight_to_mintopia_from_anywhere(space):
    """`home`: a move may go straight to Mintopia from anywhere; it is one action."""
    position = holder("home", at=space, truck=[0, 0, 1])
    if space == "mintopia":
        assert moved(position) == NEIGHBOURS[space]  # who is there already goes nowhere
        return
    assert moved(position) == NEIGHBOURS[space] | {"mintopia"}
    assert play(position, "move mintopia") == holder("home", truck=[0, 0, 1], actions_left=1)


@rule("MD-21")
@each_space
def test_home_is_a_whole_move_and_not_half_of_a_move_two(space):
    """`home` is not half of a `move_two`: nothing but Mintopia comes within reach."""
    position = holder("home", "move_two", at=space)
    assert moved(position) - {"mintopia"} == two_roads_away(space) - {"mintopia"}
    assert space == "mintopia" or "move mintopia" in legal(position)


@rule("MD-21", "MD-28", "MD-29")
def test_home_move_two_and_a_tunnel():
    """With `home` and `move_two` the tunnel space leads on only from itself; home is no road to go on from."""
    roads = {"tunnel": NNR}
    position = holder("home", "move_two", at=NW, roads=roads)
    assert moved(position) == {NNR, NWR, WEST, "mintopia"}
    assert moved(holder("home", "move_two", at=SER, roads=roads)) == {SE, SSR, EAST, EER, "mintopia"}
    assert moved(holder("home", at=NW, roads=roads)) == {NNR, NWR, "mintopia"}
    assert moved(holder("home", at=NNR, roads=roads)) == {NW, NORTH, "mintopia"}


@rule("MD-21", "MD-23", "MD-24", "MD-25", "MD-26", "MD-27")
@pytest.mark.parametrize(
    "pair", [pair for pair in combinations(CONDITIONS[:5], 2) if pair != (CONDITIONS[0], CONDITIONS[2])]
)
def test_home_goes_past_road_conditions(pair):
    """`home` goes straight to Mintopia: no space is entered on the way, so no condition there has an effect."""
    roads = dict(zip(pair, (NNR, NWR), strict=True))
    position = holder("home", at=NW, truck=[1, 0, 0], roads=roads)
    assert play(position, "move mintopia") == holder("home", truck=[1, 0, 0], roads=roads, actions_left=1)


@rule("MD-21", "MD-11")
@each_space
def test_town_load_is_one_classic_in_a_town(space):
    """`town_load`: 1 classic may be loaded in a town, as an action (no unloading there)."""
    position = holder("town_load", at=space, truck=[1, 1, 0])
    expected = {"mintopia": loads(1, 2), **dict.fromkeys(WAREHOUSES, loads(1, 2)), **dict.fromkeys(TOWNS, loads(1))}
    assert legal(position, "load") == expected.get(space, set())
    unloads = {"unload classic", "unload sugar-free"} if space in ("mintopia", *WAREHOUSES) else set()
    assert legal(position, "unload") == unloads
    if space in TOWNS:
        loaded = play(position, "load 1")
        assert loaded == holder("town_load", at=space, truck=[2, 1, 0], actions_left=1)
        expected = variant(held={0: ["town_load"]}, seat=1, trucks={0: (space, [3, 1, 0])})
        assert play(loaded, "load 1") == expected


@rule("MD-21", "MD-11")
def test_town_load_needs_room_and_supply():
    """`town_load` changes the place, not the limits of capacity and supply."""
    assert legal(holder("town_load", at=NW, truck=[2, 1, 1]), "load") == set()
    assert legal(holder("town_load", at=NW, towns={SW: hoard(20)}), "load") == set()
    assert legal(holder("town_load", at=NW, towns={SW: hoard(19)}), "load") == loads(1)
    assert legal(holder("town_load", "warehouse_load", at=NW), "load") == loads(1)


@rule("MD-21", "MD-12")
def test_town_load_and_the_mints_on_a_taken_order_are_two_things():
    """`town_load` adds an action in towns; the mints on a taken order are loaded as before, without it."""
    position = holder("town_load", at=NW, towns={NW: town([(15, 3), 25], [35, 9])})
    position = play(position, "take 1")
    assert legal(position) == loads(0, 1, 2, 3)
    position = play(position, "load 3")
    assert position["actions_left"] == 1
    assert legal(position, "load") == loads(1)


# The free load


@rule("MD-21", "MD-9")
@pytest.mark.parametrize(("space", "first"), [("mintopia", 3), (NORTH, 2)])
def test_the_first_load_of_a_turn_is_free_and_the_next_costs_an_action(space, first):
    """`free_load`: the first `load` each turn is free; how many it loads is as before."""
    position = holder("free_load", at=space)
    assert legal(position, "load") == loads(*range(1, 5 if space == "mintopia" else 3))
    position = play(position, f"load {first}")
    assert position == holder("free_load", at=space, truck=[first, 0, 0], free_load_left=False)
    assert position["actions_left"] == 2
    position = play(position, "load 1")
    expected = holder("free_load", at=space, truck=[first + 1, 0, 0], free_load_left=False, actions_left=1)
    assert position == expected


@rule("MD-21")
def test_the_free_load_comes_back_in_each_turn_of_its_holder_only():
    """`free_load`: each turn; a load that was not used is not kept, and the others have none."""
    for first in ("load 1", "move north_warehouse"):
        position = play(holder("free_load"), first, "end turn")
        assert (position["seat"], position["free_load_left"], position["actions_left"]) == (1, False, 2)
        position = play(position, "load 1")
        assert position["actions_left"] == 1
        position = play(position, "end turn", "end turn")
        assert (position["seat"], position["free_load_left"], position["actions_left"]) == (0, True, 2)
        position = play(position, "load 1")
        assert (position["free_load_left"], position["actions_left"]) == (False, 2)


@rule("MD-21", "MD-9")
def test_the_turn_does_not_end_by_itself_while_a_free_load_is_possible():
    """The turn ends as soon as no action is left and nothing free can be done: a free load can."""
    position = play(holder("free_load", truck=[0, 1, 0], actions_left=1), "move north_warehouse")
    assert position == holder("free_load", at=NORTH, truck=[0, 1, 0], actions_left=0)
    assert legal(position) == loads(1, 2) | {"end turn"}
    after = {"held": {0: ["free_load"]}, "seat": 1}
    assert play(position, "load 2") == variant(trucks={0: (NORTH, [2, 1, 0])}, **after)
    assert play(position, "end turn") == variant(trucks={0: (NORTH, [0, 1, 0])}, **after)


@rule("MD-21", "MD-9")
@pytest.mark.parametrize(
    ("start", "action", "keys"),
    [
        ((NORTH, [0, 0, 0]), f"move {NNR}", {}),  # a road: nothing can be loaded
        ((NNR, [0, 0, 0]), f"move {NW}", {}),  # a town: nothing can be loaded without town_load
        (("mintopia", [1, 1, 2]), "move north_warehouse", {}),  # full
        (("mintopia", [0, 0, 0]), "move north_warehouse", {"towns": {SW: hoard(20)}}),  # supply empty
        (("mintopia", [0, 0, 0]), "move north_warehouse", {"free_load_left": False}),  # used up
    ],
)
def test_the_turn_ends_by_itself_where_the_free_load_is_not_possible(start, action, keys):
    """Nothing free *can be done*: on a road or in a town, full, without supply, or after the free load."""
    position = variant(held={0: ["free_load"]}, actions_left=1, trucks={0: start}, **keys)
    position = play(position, action)
    assert (position["seat"], position["actions_left"], position["free_load_left"]) == (1, 2, False)


@rule("MD-21", "MD-11")
def test_unloading_is_not_free_and_does_not_use_up_the_free_load():
    """`free_load`: not unloading."""
    position = play(holder("free_load", truck=[2, 2, 0]), "unload sugar-free", "unload sugar-free", "done")
    assert position == holder("free_load", truck=[2, 0, 0], actions_left=1)
    position = play(position, "load 2")
    assert position == holder("free_load", truck=[4, 0, 0], actions_left=1, free_load_left=False)
    waiting = holder("free_load", truck=[2, 0, 0], actions_left=0)
    assert legal(waiting) == loads(1, 2) | {"end turn"}


@rule("MD-21", "MD-9")
def test_unloading_the_last_action_makes_the_free_load_possible_and_the_turn_goes_on():
    """Judged after the action: a full truck unloaded has room for the free load."""
    position = play(holder("free_load", truck=[4, 0, 0], actions_left=1), "unload classic")
    assert (position["phase"], position["seat"]) == ("unload", 0)
    position = play(position, "done")
    assert position == holder("free_load", truck=[3, 0, 0], actions_left=0)
    assert legal(position) == loads(1) | {"end turn"}


@rule("MD-21", "MD-12")
def test_the_mints_on_a_taken_order_do_not_use_up_the_free_load():
    """`free_load`: mints on a taken order do not use it up."""
    towns = {NW: town([(15, 2), 25], [35, 9])}
    position = play(holder("free_load", "town_load", at=NW, towns=towns), "take 1", "load 2")
    assert (position["free_load_left"], position["actions_left"]) == (True, 1)
    position = play(position, "load 1")
    assert (position["free_load_left"], position["actions_left"]) == (False, 1)
    assert position["trucks"][0]["mints"] == [3, 0, 0]


@rule("MD-21", "MD-27")
def test_the_loading_zone_does_not_use_up_the_free_load():
    """`free_load`: the loading zone does not use it up."""
    keys = {"roads": {"loading_zone": NNR}}
    position = play(holder("free_load", at=NW, **keys), f"move {NNR}")
    assert position == holder("free_load", at=NNR, phase="loading_zone", actions_left=1, **keys)
    position = play(position, "load 1")
    assert position == holder("free_load", at=NNR, truck=[1, 0, 0], actions_left=1, **keys)
    position = play(position, f"move {NORTH}")
    assert position == holder("free_load", at=NORTH, truck=[1, 0, 0], actions_left=0, **keys)
    assert legal(position) == loads(1, 2) | {"end turn"}


@rule("MD-21", "MD-9")
def test_the_free_load_may_be_the_one_in_a_town():
    """`free_load`: also the one in a town; so there too the turn does not end by itself."""
    position = play(holder("free_load", "town_load", at=NNR, actions_left=1), f"move {NW}")
    assert position == holder("free_load", "town_load", at=NW, actions_left=0)
    assert legal(position) == loads(1) | {"end turn"}
    expected = variant(held={0: ["free_load", "town_load"]}, seat=1, trucks={0: (NW, [1, 0, 0])})
    assert play(position, "load 1") == expected


@rule("MD-21", "MD-15", "MD-9")
def test_a_free_load_in_a_town_may_serve_to_fulfil():
    """Free things in any order, after the last action: load a classic in the town, then fulfil with it."""
    position = holder("free_load", "town_load", at=NW, truck=[1, 0, 0], unfinished={0: [0]}, actions_left=0)
    assert legal(position) == {"load 1", "end turn"}
    position = play(position, "load 1")
    assert legal(position) == {"fulfil 1", "end turn"}
    position = play(position, "fulfil 1")
    assert (position["seat"], position["trucks"][0]["mints"]) == (1, [0, 0, 0])
    full = holder("free_load", "town_load", at=NW, truck=[4, 0, 0], unfinished={0: [0]}, actions_left=0)
    assert legal(full) == {"fulfil 1", "end turn"}
    assert legal(play(full, "fulfil 1")) == {"load 1", "end turn"}  # there is room now


@rule("MD-21", "MD-20", "MD-9")
@pytest.mark.parametrize("loaded_before", [False, True])
def test_the_free_load_acquired_in_mid_turn_is_the_next_load(loaded_before):
    """`free_load`: acquired in mid-turn, the next load is free, also after one that cost an action."""
    position = variant(offer=["free_load"], completed={0: [33, 34]})
    if loaded_before:
        position = play(position, "load 1", "acquire 1")
        assert position == holder("free_load", truck=[1, 0, 0], actions_left=0)
        assert legal(position) == loads(1, 2, 3) | {"end turn"}
        position = play(position, "load 2")
        assert (position["seat"], position["trucks"][0]["mints"]) == (1, [3, 0, 0])
    else:
        position = play(position, "acquire 1")
        assert position == holder("free_load", actions_left=1)
        position = play(position, "load 2")
        assert position == holder("free_load", truck=[2, 0, 0], actions_left=1, free_load_left=False)
        assert play(position, "load 2")["seat"] == 1


@rule("MD-21", "MD-20", "MD-9")
def test_the_free_load_acquired_with_the_last_action_where_nothing_can_be_loaded():
    """Nothing free can be done: the turn ends by itself; the free load is there in the next one."""
    position = variant(offer=["free_load"], completed={0: [33, 34]}, actions_left=1, trucks={0: (NNR, [0, 0, 0])})
    position = play(position, "acquire 1")
    assert position == variant(held={0: ["free_load"]}, seat=1, trucks={0: (NNR, [0, 0, 0])})
    assert play(position, "end turn", "end turn")["free_load_left"]


@rule("MD-21", "MD-20", "MD-9")
def test_capacity_acquired_with_the_last_action_may_make_the_free_load_possible():
    """Judged after the action: a full truck has room again as soon as it holds five."""
    keys = {"trucks": {0: ("mintopia", [4, 0, 0])}, "actions_left": 1}
    position = variant(held={0: ["free_load"]}, offer=["free_load", "capacity"], completed={0: [23, 24]}, **keys)
    position = play(position, "acquire 2")
    assert (position["seat"], position["actions_left"], legal(position)) == (0, 0, loads(1) | {"end turn"})


@rule("MD-21", "MD-9")
def test_with_actions_left_the_turn_goes_on_after_the_free_load():
    """With actions left `end turn` is always an explicit decision."""
    position = play(holder("free_load", truck=[3, 0, 0], actions_left=1), "load 1")
    assert (position["seat"], position["actions_left"], position["free_load_left"]) == (0, 1, False)
    assert "end turn" in legal(position)


@rule("MD-21", "MD-18", "MD-9")
def test_the_last_seat_ends_the_game_only_after_its_free_load():
    """The game ends when the last turn is finished: with a free load possible that takes a decision."""
    towns = {NE: town([None, None]), SE: town([None, None])}
    keys = {"seat": 2, "last_round": True, "towns": towns}
    position = variant(held={2: ["free_load"]}, actions_left=1, trucks={2: ("mintopia", [0, 0, 0])}, **keys)
    position = play(position, f"move {EAST}")
    assert (position["over"], position["seat"]) == (False, 2)
    assert play(position, "end turn")["over"]
    position = play(position, "load 2")
    assert (position["over"], position["trucks"][2]["mints"]) == (True, [2, 0, 0])


@rule("MD-21", "MD-9")
def test_actions_and_free_load_together():
    """`actions` and `free_load`: four loads in a turn, the first of them free."""
    position = holder("actions", "free_load")
    for expected in ((0, 3), (0, 2), (0, 1), (1, 2)):
        position = play(position, "load 1")
        assert (position["seat"], position["actions_left"]) == expected


# Tip


@rule("MD-21", "MD-15")
@more_than_two
@pytest.mark.parametrize(
    ("truck", "order", "after"),
    [
        ([0, 1, 0], 2, [1, 0, 0]),
        ([2, 0, 0], 0, [1, 0, 0]),
        ([4, 0, 0], 1, [1, 0, 0]),
        ([3, 1, 0], 2, [4, 0, 0]),  # full before, and full after
        ([0, 2, 2], 4, [1, 2, 1]),
    ],
)
def test_a_tip_of_one_classic_goes_into_the_truck_on_fulfilling(players, truck, order, after):
    """`tip`: on fulfilling, after the order's mints have returned, one classic from the supply goes into the truck."""
    position = variant(players, held={0: ["tip"]}, trucks={0: (NW, truck)}, unfinished={0: [order]})
    position = play(position, "fulfil 1")
    assert position == variant(players, held={0: ["tip"]}, trucks={0: (NW, after)}, completed={0: [order]})


@rule("MD-21", "MD-15")
def test_without_a_classic_in_the_supply_there_is_no_tip():
    """`tip`: from the supply; an order of other types does not bring a classic back."""
    position = holder("tip", at=NW, truck=[0, 1, 0], unfinished={0: [2]}, towns={SW: hoard(20)})
    position = play(position, "fulfil 1")
    assert position == holder("tip", at=NW, completed={0: [2]}, towns={SW: hoard(20)})


@rule("MD-21", "MD-15")
def test_the_tip_may_be_one_of_the_mints_just_returned():
    """`tip`: after the order's mints have returned, so with an empty supply it is one of these."""
    position = holder("tip", at=NW, truck=[2, 0, 0], unfinished={0: [0]}, towns={SW: hoard(18)})
    assert position["supply"][0] == 0
    position = play(position, "fulfil 1")
    assert position == holder("tip", at=NW, truck=[1, 0, 0], completed={0: [0]}, towns={SW: hoard(18)})
    assert position["supply"][0] == 1


@rule("MD-21", "MD-15")
def test_a_tip_comes_with_each_order_and_may_serve_for_the_next():
    """`tip`: on fulfilling, each time; two tips make an order of two classic possible."""
    position = holder("tip", at=NW, truck=[0, 1, 1], unfinished={0: [2, 4, 0]})
    position = play(position, "fulfil 1")
    assert position["trucks"][0]["mints"] == [1, 0, 1]
    position = play(position, "fulfil 1")
    assert position["trucks"][0]["mints"] == [2, 0, 0]
    position = play(position, "fulfil 1")
    assert position == holder("tip", at=NW, truck=[1, 0, 0], completed={0: [0, 2, 4]})


@rule("MD-21", "MD-16")
@pytest.mark.parametrize(("tip", "on_other"), [(True, 0), (False, 1)])
def test_the_tip_comes_before_the_two_player_removal(tip, on_other):
    """`tip`: before MD-16, so the last classic goes into the truck and not on the removed order's neighbour."""
    held = {0: ["tip" if tip else "home"]}
    towns = {SW: hoard(19)}
    position = variant(2, held=held, trucks={0: (NW, [0, 1, 0])}, unfinished={0: [2]}, towns=towns)
    assert position["supply"][0] == 1
    position = play(position, "fulfil 1")
    truck = {0: (NW, [int(tip), 0, 0])}
    assert position == variant(2, held=held, phase="remove_order", trucks=truck, completed={0: [2]}, towns=towns)
    position = play(position, f"remove {NE} 1")
    towns |= {NE: town([6, (36, on_other)], [19])}
    assert position == variant(2, held=held, trucks=truck, completed={0: [2]}, towns=towns)


@rule("MD-21", "MD-16")
def test_no_tip_comes_of_the_mints_on_the_removed_order():
    """`tip` before MD-16: mints that return with the removed order come too late for it."""
    towns = {NE: town([(26, 3), 36], [6, 19]), SW: hoard(17)}
    position = variant(2, held={0: ["tip"]}, trucks={0: (NW, [0, 1, 0])}, unfinished={0: [2]}, towns=towns)
    position = play(position, "fulfil 1", f"remove {NE} 1")
    assert (position["trucks"][0]["mints"], position["supply"][0]) == ([0, 0, 0], 3)


@rule("MD-21", "MD-9", "MD-15")
def test_the_turn_goes_on_when_a_tip_makes_another_order_possible():
    """Nothing free can be done is judged after the tip."""
    position = holder("tip", at=NW, truck=[1, 1, 0], unfinished={0: [2, 0]}, actions_left=0)
    position = play(position, "fulfil 1")
    assert (position["seat"], position["trucks"][0]["mints"]) == (0, [2, 0, 0])
    assert legal(position) == {"fulfil 1", "end turn"}


@rule("MD-21", "MD-15")
def test_a_tip_is_for_fulfilling_only():
    """`tip`: neither taking an order nor dropping one brings a"""
    position = play(holder("tip", "drop_order", at=NW, unfinished={0: [0]}), "take 1", "drop 1", "drop 1")
    assert position["trucks"][0]["mints"] == [0, 0, 0]


# Drop order


@rule("MD-21", "MD-14")
@each_space
def test_orders_are_dropped_in_towns_only(space):
    """`drop_order`: at the bottom of the deck of the town where one stands; so only in towns, whatever they name."""
    position = holder("drop_order", at=space, unfinished={0: [0, 12, 22]})
    assert legal(position, "drop") == ({"drop 1", "drop 2", "drop 3"} if space in TOWNS else set())


@rule("MD-21")
@more_than_two
@pytest.mark.parametrize(("slot", "dropped", "left"), [(1, 0, [12, 22]), (2, 12, [0, 22]), (3, 22, [0, 12])])
@pytest.mark.parametrize("actions_left", [2, 1])
def test_a_dropped_order_goes_to_the_bottom_of_the_deck_for_free(players, slot, dropped, left, actions_left):
    """`drop_order`: a free action; the order lies at the bottom, nothing is revealed, the others close up."""
    keys = {"held": {0: ["drop_order"]}, "trucks": {0: (NW, [0, 0, 0])}, "actions_left": actions_left}
    position = play(variant(players, unfinished={0: [0, 12, 22]}, **keys), f"drop {slot}")
    towns = {NW: town([15, 25], [35, 9, dropped])}
    assert position == variant(players, unfinished={0: left}, towns=towns, **keys)


@rule("MD-21", "MD-18")
@each_count
def test_once_begun_the_last_round_stays(players):
    """Once begun, the last round stays so, even if its condition no longer holds: a dropped order fills a deck."""
    towns = {NW: town([15, 25]), NE: town([26, 36]), SE: town([37, 7]), SW: town([8, 18])}
    keys = {"held": {0: ["drop_order"]}, "trucks": {0: (NW, [0, 0, 0])}}
    position = variant(players, unfinished={0: [2]}, last_round=True, towns=towns, **keys)
    position = play(position, "drop 1", "end turn")
    for seat in range(1, players):
        assert (position["last_round"], position["over"], position["seat"]) == (True, False, seat)
        position = play(position, "end turn")
    assert position["over"]


@rule("MD-18")
def test_the_last_round_is_seen_by_all():
    """Whether it has begun is public, also where the table does not show it any more."""
    one, other = (variant(held={0: ["drop_order"]}, last_round=last) for last in (False, True))
    for seat in range(3):
        assert view(one, seat) != view(other, seat)


@rule("MD-21", "MD-16")
def test_dropping_is_not_fulfilling():
    """`drop_order`: with two players nothing is removed, no order is completed, nothing is scored."""
    keys = {"held": {0: ["drop_order"]}, "trucks": {0: (SE, [0, 0, 0])}}
    position = play(variant(2, unfinished={0: [0]}, **keys), "drop 1")
    assert position == variant(2, towns={SE: town([37, 7], [17, 29, 0])}, **keys)


@rule("MD-21")
@pytest.mark.parametrize("face_up", [[15, None], [None, 15], [None, None], [(15, 3), 25]])
def test_dropping_into_an_empty_deck_reveals_nothing(face_up):
    """`drop_order`: nothing is revealed by this, not even where a place is empty and so is the deck."""
    position = holder("drop_order", at=NW, unfinished={0: [0, 10]}, towns={NW: town(face_up)})
    position = play(position, "drop 2")
    assert position == holder("drop_order", at=NW, unfinished={0: [0]}, towns={NW: town(face_up, [10])})
    position = play(position, "drop 1")
    assert position == holder("drop_order", at=NW, towns={NW: town(face_up, [10, 0])})


@rule("MD-21", "MD-12")
def test_a_dropped_order_is_revealed_when_its_turn_comes():
    """`drop_order`: it is the deck's last order, revealed as any other, in the place of the one taken."""
    position = holder("drop_order", at=NW, unfinished={0: [0]}, towns={NW: town([None, 25], [35])})
    position = play(position, "drop 1", "take 2")
    after = {"unfinished": {0: [25]}, "towns": {NW: town([None, 35], [0])}}
    assert position == holder("drop_order", at=NW, actions_left=1, **after)
    position = play(position, "take 2")
    assert position["towns"][NW] == town([None, 0])
    assert legal(position) == {"drop 1", "drop 2", "end turn"}


@rule("MD-21", "MD-12")
def test_dropping_makes_room_for_another_order():
    """`drop_order` with the limit of three: a dropped order is unfinished no more."""
    position = holder("drop_order", at=NW, unfinished={0: [0, 10, 20]})
    assert legal(position, "take") == set()
    assert legal(play(position, "drop 2"), "take") == {"take 1", "take 2"}
    four = holder("drop_order", "fourth_order", at=NW, unfinished={0: [0, 10, 20, 30]})
    assert legal(four, "drop", "take") == {"drop 1", "drop 2", "drop 3", "drop 4"}
    after = play(four, "drop 4")
    assert legal(after, "drop", "take") == {"drop 1", "drop 2", "drop 3", "take 1", "take 2"}
    assert after["towns"][NW]["deck"] == [35, 9, 30]


@rule("MD-21", "MD-9")
def test_the_turn_does_not_end_by_itself_while_an_order_can_be_dropped():
    """The turn ends as soon as no action is left and nothing free can be done: dropping can, order by order."""
    position = play(holder("drop_order", at=NNR, unfinished={0: [10, 20]}, actions_left=1), f"move {NW}")
    assert position == holder("drop_order", at=NW, unfinished={0: [10, 20]}, actions_left=0)
    assert legal(position) == {"drop 1", "drop 2", "end turn"}
    position = play(position, "drop 1")
    assert (position["seat"], legal(position)) == (0, {"drop 1", "end turn"})
    position = play(position, "drop 1")
    assert position == variant(
        held={0: ["drop_order"]},
        seat=1,
        trucks={0: (NW, [0, 0, 0])},
        towns={NW: town([15, 25], [35, 9, 10, 20])},
    )


@rule("MD-21", "MD-9")
@pytest.mark.parametrize(
    ("start", "action", "keys"),
    [
        ((NW, [0, 0, 0]), f"move {NNR}", {"unfinished": {0: [0]}}),  # not in a town
        ((NNR, [0, 0, 0]), f"move {NW}", {}),  # no order
        ((NNR, [0, 0, 0]), f"move {NW}", {"unfinished": {1: [0]}}),  # another seat's
    ],
)
def test_the_turn_ends_by_itself_where_nothing_can_be_dropped(start, action, keys):
    """Nothing free *can be done*: not in a town, or without an unfinished order."""
    position = variant(held={0: ["drop_order"]}, actions_left=1, trucks={0: start}, **keys)
    assert play(position, action)["seat"] == 1


@rule("MD-21", "MD-9")
def test_an_order_just_taken_with_the_last_action_can_be_dropped():
    """The turn goes on after `take`, for the order just taken can be dropped, or after its mints are loaded."""
    position = holder("drop_order", at=NW, actions_left=1, towns={NW: town([15, (25, 2)], [35, 9])})
    assert legal(play(position, "take 1")) == {"drop 1", "end turn"}
    position = play(position, "take 2", "load 1")
    assert (position["seat"], legal(position)) == (0, {"drop 1", "end turn"})
    position = play(position, "drop 1")
    assert (position["seat"], position["towns"][NW]) == (1, town([(15, 1), 35], [9, 25]))


@rule("MD-21", "MD-15", "MD-9")
def test_fulfilling_dropping_and_loading_are_free_in_any_order():
    """Free: fulfilling, a free load, dropping; with no action left just these, and `end turn`."""
    position = holder(
        "free_load", "town_load", "drop_order", at=NW, truck=[0, 1, 0], unfinished={0: [2, 12]}, actions_left=0
    )
    assert legal(position) == {"fulfil 1", "drop 1", "drop 2", "load 1", "end turn"}
    position = play(position, "load 1", "drop 2")
    assert legal(position) == {"fulfil 1", "drop 1", "end turn"}
    assert play(position, "fulfil 1")["seat"] == 1


@rule("MD-21", "MD-18")
def test_the_last_round_stays_when_an_order_is_dropped_into_an_empty_deck():
    """Once begun, the last round stays so, even if a deck has an order again."""
    towns = {NW: town([15, 25], [35]), NE: town([26, 36]), SE: town([37, 7]), SW: town([8, 18])}
    position = holder("drop_order", at=NW, towns=towns)
    position = play(position, "take 1")
    assert position["last_round"]
    position = play(position, "drop 1", *["end turn"] * 3)
    assert position["over"]
    assert position["towns"][NW]["deck"] == [15]


@rule("MD-21", "MD-18")
def test_a_dropped_order_keeps_the_last_round_away():
    """All four decks empty: a dropped order is in a deck, so with it they are not."""
    towns = {NW: town([15, 25], [35]), NE: town([26, 36]), SE: town([37, 7]), SW: town([8, 18])}
    position = holder("drop_order", at=NW, towns=towns, unfinished={0: [0]})
    position = play(position, "drop 1", "take 1")
    assert (position["towns"][NW]["deck"], position["last_round"]) == ([0], False)


# MD-22: where road conditions lie


@rule("MD-22")
@each_count
@pytest.mark.parametrize("count", range(5))
@pytest.mark.parametrize("abilities", [False, True])
def test_so_many_road_conditions_lie_on_different_movement_spaces(players, count, abilities):
    """For each: one of the six tokens not yet used, on a movement space next to a town; none is occupied twice."""
    game = game_for(players, abilities=abilities, road_conditions=count)
    for seed in range(25):
        state = game.new_state(seed)
        roads = game.position(state)["roads"]
        assert len(roads) == len(set(roads.values())) == count
        assert set(roads) <= set(CONDITIONS)
        assert set(roads.values()) <= set(ROADS)
        for _ in range(players):
            game.play(state, "keep none")
        position = game.position(state)
        assert position["roads"] == roads
        assert [len(position["towns"][name]["deck"]) for name in TOWNS] == [5] * 4
        assert position["trucks"] == [{"space": "mintopia", "mints": [4, 0, 0]}] * players
        assert_conserved(position)


@rule("MD-22")
def test_every_token_lies_on_every_road_equally_often():
    """A random token, a random town, a random one of its two roads: 48 equally likely cases."""
    game = game_for(2, road_conditions=1)
    cases = Counter(item for seed in range(2400) for item in new(game, seed)["roads"].items())
    assert all(25 <= cases[case] <= 80 for case in product(CONDITIONS, ROADS))  # 50, standard deviation 7


@rule("MD-22")
def test_four_tokens_are_distributed_evenly():
    """With four: each token is in two games of three, each road bears one in every other."""
    game = game_for(2, road_conditions=4)
    games = [new(game, seed)["roads"] for seed in range(1500)]
    tokens, spaces = Counter(token for roads in games for token in roads), Counter()
    for roads in games:
        spaces.update(roads.values())
    assert all(900 <= tokens[token] <= 1100 for token in CONDITIONS)  # 1000, standard deviation 18
    assert all(650 <= spaces[road] <= 850 for road in ROADS)  # 750, standard deviation 19
    assert len({frozenset(roads) for roads in games}) == 15


def share_a_town(one, other):
    """Return whether two movement spaces are the two roads of one town."""
    return ROADS[one][0] == ROADS[other][0]


@rule("MD-22")
def test_toll_booth_and_closed_road_never_lie_on_the_two_roads_of_one_town_but_others_do():
    """Drawn again if toll booth and closed road would lie on the two roads of one town; other pairs may."""
    game = game_for(2, road_conditions=2)
    beside, total = Counter(), Counter()
    for seed in range(3000):
        roads = new(game, seed)["roads"]
        total[frozenset(roads)] += 1
        beside[frozenset(roads)] += share_a_town(*roads.values())
    barred = frozenset(["toll_booth", "road_closed"])
    assert total[barred] > 120  # 200, standard deviation 14
    assert beside.pop(barred) == 0
    assert 320 <= beside.total() <= 480  # 1 in 7 of 2800, standard deviation 19
    assert all(beside[frozenset(pair)] for pair in combinations(CONDITIONS, 2) if set(pair) != barred)


@rule("MD-22")
@pytest.mark.parametrize("count", [3, 4])
def test_toll_booth_and_closed_road_are_kept_apart_among_more_tokens_too(count):
    """An empty truck could never leave: so in no game, whatever the order in which the tokens are drawn."""
    game = game_for(2, road_conditions=count)
    together = 0
    for seed in range(1500):
        roads = new(game, seed)["roads"]
        if {"toll_booth", "road_closed"} <= set(roads):
            together += 1
            assert not share_a_town(roads["toll_booth"], roads["road_closed"])
    assert together > 200


@rule("MD-22")
@pytest.mark.parametrize("count", [5, -1, 1.0, 2.5, "3", True, None, np.array([1]), np.array([1, 2])])
def test_zero_to_four_road_conditions(count):
    """`road_conditions=0…4`."""
    with pytest.raises(OptionError, match="road_conditions"):
        MintDelivery(road_conditions=count)


@rule("MD-20")
@pytest.mark.parametrize("value", [1, 0, None, "yes"])
def test_abilities_are_played_or_not(value):
    """`abilities=True`."""
    with pytest.raises(OptionError, match="abilities"):
        MintDelivery(abilities=value)


# MD-23 to MD-28: the six conditions


@rule("MD-23")
@both_ends
def test_a_closed_road_cannot_be_entered(road, start):
    """The space cannot be entered, from neither end."""
    position = on_roads({"road_closed": road}, at=start, truck=[1, 1, 1])
    assert moved(position) == NEIGHBOURS[start] - {road}
    assert_illegal(position, f"move {road}")


@rule("MD-23")
@each_road
def test_a_closed_road_closes_nothing_else(road):
    """The space cannot be entered: everywhere else moves are as without it."""
    for space in SPACES:
        if space != road:
            assert moved(on_roads({"road_closed": road}, at=space)) == NEIGHBOURS[space] - {road}


@rule("MD-24", "MD-9")
@both_ends
@pytest.mark.parametrize("actions_left", [2, 1])
def test_entering_a_traffic_jam_ends_the_turn_at_once(road, start, actions_left):
    """Entering it ends the turn at once, with actions left too."""
    roads = {"traffic_jam": road}
    position = on_roads(roads, at=start, truck=[1, 0, 0], actions_left=actions_left)
    position = play(position, f"move {road}")
    assert position == on_roads(roads, at=road, truck=[1, 0, 0], seat=1)


@rule("MD-24")
@each_count
def test_after_a_traffic_jam_the_next_turn_is_a_whole_one(players):
    """The turn ends, nothing else: the next seat follows; in its next turn the truck drives on with two actions."""
    roads = {"traffic_jam": NNR}
    trucks = {seat: (NORTH, [0, 0, 0]) for seat in range(players)}
    position = variant(players, roads=roads, trucks=trucks)
    for seat in range(players):
        assert (position["seat"], position["actions_left"]) == (seat, 2)
        position = play(position, f"move {NNR}")
    assert position == variant(players, roads=roads, trucks={seat: (NNR, [0, 0, 0]) for seat in range(players)})
    assert moved(position) == {NW, NORTH}
    position = play(position, f"move {NW}")
    assert (position["seat"], position["actions_left"]) == (0, 1)


@rule("MD-24", "MD-21")
def test_a_traffic_jam_ends_the_turn_with_actions_and_a_free_load_pending():
    """At once: neither three actions nor a free load nor an order to drop keep the turn open."""
    keys = {"roads": {"traffic_jam": NNR}, "unfinished": {0: [0]}}
    held = {0: ["actions", "free_load", "drop_order"]}
    position = variant(held=held, trucks={0: (NORTH, [0, 0, 0])}, **keys)
    assert (position["actions_left"], position["free_load_left"]) == (3, True)
    position = play(position, f"move {NNR}")
    assert position == variant(held=held, seat=1, trucks={0: (NNR, [0, 0, 0])}, **keys)
    position = play(position, "end turn", "end turn")
    assert (position["actions_left"], position["free_load_left"]) == (3, True)


@rule("MD-24", "MD-18")
def test_a_traffic_jam_in_the_last_turn_ends_the_game():
    """It ends the turn, and with the last turn the game."""
    keys = {"roads": {"traffic_jam": NNR}, "towns": {NE: town([None, None]), SE: town([None, None])}}
    position = variant(seat=2, last_round=True, trucks={2: (NW, [0, 0, 0])}, **keys)
    position = play(position, f"move {NNR}")
    assert (position["over"], position["seat"], position["trucks"][2]["space"]) == (True, -1, NNR)


@rule("MD-25", "MD-9")
@both_ends
@pytest.mark.parametrize(("kind", "left"), [("classic", [0, 1, 1]), ("sugar-free", [1, 0, 1]), ("cinnamon", [1, 1, 0])])
def test_the_toll_is_a_mint_of_any_type_at_the_movers_choice(road, start, kind, left):
    """Entering costs one mint of any type, the mover's choice, to the supply; the truck waits until it is paid."""
    roads = {"toll_booth": road}
    position = play(on_roads(roads, at=start, truck=[1, 1, 1]), f"move {road}")
    keys = {"phase": "pay_toll", "pending": {"space": road}, "actions_left": 1}
    assert position == on_roads(roads, at=start, truck=[1, 1, 1], **keys)
    assert legal(position) == {"toll classic", "toll sugar-free", "toll cinnamon"}
    after = play(position, f"toll {kind}")
    assert after == on_roads(roads, at=road, truck=left, actions_left=1)
    assert moved(after) == set(ROADS[road])


@rule("MD-25")
@pytest.mark.parametrize(
    ("truck", "kinds"),
    [
        ([2, 0, 0], {"classic"}),
        ([0, 3, 0], {"sugar-free"}),
        ([0, 0, 1], {"cinnamon"}),
        ([3, 0, 1], {"classic", "cinnamon"}),
    ],
)
def test_the_toll_is_paid_with_a_mint_of_the_truck(truck, kinds):
    """One mint, of a type that is in the truck; it is asked for even where there is no choice."""
    position = play(on_roads({"toll_booth": NNR}, at=NORTH, truck=truck), f"move {NNR}")
    assert position["phase"] == "pay_toll"
    assert legal(position) == {f"toll {kind}" for kind in kinds}


@rule("MD-25")
@both_ends
def test_without_a_mint_the_toll_booth_cannot_be_entered(road, start):
    """Without a mint one cannot enter."""
    position = on_roads({"toll_booth": road}, at=start)
    assert moved(position) == NEIGHBOURS[start] - {road}


@rule("MD-25")
@each_road
def test_leaving_the_toll_booth_costs_nothing(road):
    """Entering costs one mint: driving on, even with an empty truck, costs none."""
    position = on_roads({"toll_booth": road}, at=road)
    assert moved(position) == set(ROADS[road])
    for end in ROADS[road]:
        assert play(position, f"move {end}") == on_roads({"toll_booth": road}, at=end, actions_left=1)


@rule("MD-25", "MD-9")
def test_a_toll_with_the_last_action_is_paid_before_the_turn_ends():
    """An action is spent when it is begun, and finished before the turn ends by itself."""
    roads = {"toll_booth": NNR}
    position = play(on_roads(roads, at=NORTH, truck=[1, 0, 0], actions_left=1), f"move {NNR}")
    assert (position["seat"], position["phase"], position["actions_left"]) == (0, "pay_toll", 0)
    assert play(position, "toll classic") == on_roads(roads, at=NNR, seat=1)


@rule("MD-25")
def test_a_toll_paid_is_in_the_supply():
    """To the supply: a classic paid can be loaded again, by anybody."""
    keys = {"roads": {"toll_booth": NNR}, "towns": {SW: hoard(19)}}
    position = on_roads(at=NORTH, truck=[1, 0, 0], **keys)
    assert position["supply"][0] == 0
    position = play(position, f"move {NNR}", "toll classic", "end turn")
    assert position["supply"][0] == 1
    assert legal(position, "load") == loads(1)


@rule("MD-26", "MD-10")
@both_ends
def test_on_the_racetrack_one_goes_one_space_on_in_the_same_direction(road, start):
    """Entering it, one goes at once on to the space at the other end; no action is spent for that."""
    roads = {"racetrack": road}
    other_end = next(end for end in ROADS[road] if end != start)
    position = on_roads(roads, at=start, truck=[1, 0, 0])
    assert moved(position) == NEIGHBOURS[start]
    assert play(position, f"move {road}") == on_roads(roads, at=other_end, truck=[1, 0, 0], actions_left=1)


@rule("MD-26", "MD-15", "MD-9")
@more_than_two
def test_the_racetrack_into_a_town_with_the_last_action_and_fulfilling_there(players):
    """The turn goes on while an order can be fulfilled, in the town to which the racetrack led."""
    keys = {"roads": {"racetrack": NNR}, "unfinished": {0: [2]}}
    position = variant(players, actions_left=1, trucks={0: (NORTH, [0, 1, 0])}, **keys)
    position = play(position, f"move {NNR}")
    assert position == variant(players, actions_left=0, trucks={0: (NW, [0, 1, 0])}, **keys)
    assert legal(position) == {"fulfil 1", "end turn"}
    position = play(position, "fulfil 1")
    assert (position["seat"], position["completed"][0]) == (1, [2])


@rule("MD-26", "MD-9")
@pytest.mark.parametrize(("start", "other_end"), [(NORTH, NW), (NW, NORTH)])
def test_the_racetrack_with_the_last_action_ends_the_turn_where_it_leads(start, other_end):
    """Without anything free to do the turn ends by itself."""
    roads = {"racetrack": NNR}
    position = play(on_roads(roads, at=start, truck=[1, 0, 0], actions_left=1), f"move {NNR}")
    assert position == on_roads(roads, at=other_end, truck=[1, 0, 0], seat=1)


@rule("MD-26", "MD-11", "MD-12")
def test_after_the_racetrack_one_acts_in_the_space_where_it_led():
    """One stands in the space at the other end, with all that can be done there."""
    roads = {"racetrack": NNR}
    assert legal(play(on_roads(roads, at=NORTH), f"move {NNR}"), "take") == {"take 1", "take 2"}
    assert legal(play(on_roads(roads, at=NW), f"move {NNR}"), "load") == loads(1, 2)


@rule("MD-26", "MD-21", "MD-9")
def test_the_racetrack_with_the_last_action_and_free_things_at_the_other_end():
    """A free load at the warehouse, or an order to drop in the town, keeps the turn open there."""
    keys = {"roads": {"racetrack": NNR}, "actions_left": 1}
    assert legal(play(holder("free_load", at=NW, **keys), f"move {NNR}")) == loads(1, 2) | {"end turn"}
    dropping = holder("drop_order", at=NORTH, unfinished={0: [10]}, **keys)
    assert legal(play(dropping, f"move {NNR}")) == {"drop 1", "end turn"}


@rule("MD-27")
@both_ends
@pytest.mark.parametrize("count", [0, 3])
def test_on_entering_the_loading_zone_one_classic_may_be_loaded_for_free(road, start, count):
    """On entering, one classic may be loaded, free: it is a choice, and spends no further action."""
    roads = {"loading_zone": road}
    position = play(on_roads(roads, at=start, truck=[0, count, 0]), f"move {road}")
    assert position == on_roads(roads, at=road, truck=[0, count, 0], phase="loading_zone", actions_left=1)
    assert legal(position) == loads(0, 1)
    assert play(position, "load 1") == on_roads(roads, at=road, truck=[1, count, 0], actions_left=1)
    assert play(position, "load 0") == on_roads(roads, at=road, truck=[0, count, 0], actions_left=1)


@rule("MD-27", "MD-9")
def test_the_loading_zone_with_the_last_action():
    """The choice is still offered; then the turn ends by itself."""
    roads = {"loading_zone": NNR}
    position = play(on_roads(roads, at=NW, actions_left=1), f"move {NNR}")
    assert (position["seat"], position["phase"], position["actions_left"]) == (0, "loading_zone", 0)
    assert play(position, "load 1") == on_roads(roads, at=NNR, truck=[1, 0, 0], seat=1)
    assert play(position, "load 0") == on_roads(roads, at=NNR, seat=1)


@rule("MD-27")
@pytest.mark.parametrize(("truck", "keys"), [([2, 1, 1], {}), ([4, 0, 0], {}), ([0, 0, 0], {"towns": {SW: hoard(20)}})])
def test_without_room_or_supply_the_loading_zone_offers_nothing(truck, keys):
    """If there is room and supply: otherwise the move is just a move."""
    roads = {"loading_zone": NNR}
    position = play(on_roads(roads, at=NW, truck=truck, **keys), f"move {NNR}")
    assert position == on_roads(roads, at=NNR, truck=truck, actions_left=1, **keys)
    position = play(on_roads(roads, at=NW, truck=truck, actions_left=1, **keys), f"move {NNR}")
    assert position == on_roads(roads, at=NNR, truck=truck, seat=1, **keys)


@rule("MD-27")
def test_the_last_classic_of_the_supply_can_be_loaded_in_the_loading_zone():
    """If there is supply: one is enough."""
    keys = {"roads": {"loading_zone": NNR}, "towns": {SW: hoard(19)}}
    position = play(on_roads(at=NW, **keys), f"move {NNR}", "load 1")
    assert position == on_roads(at=NNR, truck=[1, 0, 0], actions_left=1, **keys)


@rule("MD-27")
def test_standing_in_the_loading_zone_gives_nothing():
    """*On entering*: who begins a turn there can load nothing, also not with a free load."""
    roads = {"loading_zone": NNR}
    assert legal(on_roads(roads, at=NNR)) == {f"move {NW}", f"move {NORTH}", "end turn"}
    assert legal(holder("free_load", at=NNR, roads=roads)) == {f"move {NW}", f"move {NORTH}", "end turn"}


@rule("MD-27")
def test_entering_the_loading_zone_again_gives_another_mint():
    """On entering, each time."""
    position = on_roads({"loading_zone": NNR}, at=NNR)
    position = play(position, f"move {NORTH}", f"move {NNR}")
    assert (position["seat"], position["phase"]) == (0, "loading_zone")


@rule("MD-27", "MD-21")
def test_the_loading_zone_with_a_larger_truck():
    """Room: with `capacity` a fifth"""
    roads = {"loading_zone": NNR}
    position = play(holder("capacity", at=NW, truck=[4, 0, 0], roads=roads), f"move {NNR}", "load 1")
    assert position == holder("capacity", at=NNR, truck=[5, 0, 0], roads=roads, actions_left=1)


@rule("MD-28", "MD-10")
@each_road
def test_the_tunnel_joins_its_space_to_mintopia_both_ways(road):
    """The space is joined to Mintopia by a road, both ways; its other roads remain."""
    roads = {"tunnel": road}
    for space in SPACES:
        extra = {"mintopia": {road}, road: {"mintopia"}}.get(space, set())
        assert moved(on_roads(roads, at=space)) == NEIGHBOURS[space] | extra
    assert play(on_roads(roads), f"move {road}") == on_roads(roads, at=road, actions_left=1)
    assert play(on_roads(roads, at=road), "move mintopia") == on_roads(roads, actions_left=1)


@rule("MD-28", "MD-26", "MD-15")
@each_count
@pytest.mark.parametrize(("roads", "way"), [({"tunnel": NNR}, (NNR, NW)), ({"racetrack": NNR}, (NORTH, NNR))])
def test_worked_fact_with_a_tunnel_or_a_racetrack_an_order_can_be_fulfilled_in_a_first_turn(players, roads, way):
    """With a tunnel or a racetrack on the way it can be two actions; then fulfilling is free."""
    trucks = {seat: ("mintopia", [4, 0, 0]) for seat in range(players)}
    position = variant(players, roads=roads, trucks=trucks, unfinished={0: [0]})
    position = play(position, *(f"move {space}" for space in way))
    assert (position["seat"], position["actions_left"]) == (0, 0)
    assert legal(position) == {"fulfil 1", "end turn"}
    position = play(position, "fulfil 1")
    assert (position["completed"][0], position["trucks"][0]) == ([0], {"space": NW, "mints": [2, 0, 0]})


@rule("MD-23", "MD-24", "MD-25", "MD-26", "MD-27", "MD-28")
@pytest.mark.parametrize("pair", list(combinations(CONDITIONS, 2)))
def test_each_condition_has_its_effect_beside_any_other(pair):
    """Two conditions on two roads of one warehouse: each does what it does alone."""
    roads = dict(zip(pair, (NNR, ENR), strict=True))
    expected = {
        "road_closed": None,
        "traffic_jam": ("turn", 1, 2, True),
        "toll_booth": ("pay_toll", 0, 1, False),
        "racetrack": ("turn", 0, 1, None),
        "loading_zone": ("loading_zone", 0, 1, True),
        "tunnel": ("turn", 0, 1, True),
    }
    position = on_roads(roads, at=NORTH, truck=[1, 0, 0])
    for condition, road in roads.items():
        if expected[condition] is None:
            assert f"move {road}" not in legal(position)
            continue
        phase, seat, actions_left, entered = expected[condition]
        after = play(position, f"move {road}")
        goal = {True: road, False: NORTH, None: ROADS[road][0]}[entered]
        assert (after["phase"], after["seat"], after["actions_left"]) == (phase, seat, actions_left)
        assert after["trucks"][0]["space"] == goal
        assert ("move mintopia" in legal(after)) == (condition == "tunnel")


@rule("MD-23", "MD-24", "MD-25", "MD-26", "MD-27", "MD-28")
@pytest.mark.parametrize("condition", CONDITIONS)
def test_road_conditions_hold_for_every_seat(condition):
    """The same for all: what seat 0 meets on a road, so does each other seat."""
    roads = {condition: NNR}
    for seat in range(5):
        position = variant(5, seat=seat, roads=roads, trucks={seat: (NORTH, [1, 0, 0])})
        assert (f"move {NNR}" in legal(position)) == (condition != "road_closed")
        if condition == "road_closed":
            continue
        after = play(position, f"move {NNR}")
        phase = {"toll_booth": "pay_toll", "loading_zone": "loading_zone"}.get(condition, "turn")
        goal = {"toll_booth": NORTH, "racetrack": NW}.get(condition, NNR)
        acts_next = (seat + (condition == "traffic_jam")) % 5
        assert (after["phase"], after["trucks"][seat]["space"], after["seat"]) == (phase, goal, acts_next)


# MD-29 and road conditions with `move_two`


@rule("MD-29", "MD-21")
@both_ends
@pytest.mark.parametrize("condition", CONDITIONS)
def test_no_space_with_a_condition_is_passed_through(condition, road, start):
    """With `move_two` a space that bears a road condition cannot be the one passed through."""
    other_end = next(end for end in ROADS[road] if end != start)
    position = holder("move_two", at=start, truck=[1, 0, 0], roads={condition: road})
    goals = two_roads_away(start) - {other_end}
    if condition == "road_closed":
        goals -= {road}
    assert moved(position) == goals


@rule("MD-29", "MD-21", "MD-26")
@both_ends
def test_the_racetrack_as_first_space_is_a_whole_move(road, start):
    """The racetrack leads to its other end; from there a move does not go on."""
    other_end = next(end for end in ROADS[road] if end != start)
    position = play(holder("move_two", at=start, roads={"racetrack": road}), f"move {road}")
    assert position == holder("move_two", at=other_end, roads={"racetrack": road}, actions_left=1)


SECOND_STEPS = [("mintopia", NW), (ENR, NW), (NWR, NORTH)]
"""Starts from which the northwest north road is the second space of a move, and the end to which it leads."""


@rule("MD-21", "MD-23")
@pytest.mark.parametrize(("start", "beyond"), SECOND_STEPS)
def test_the_second_step_of_a_move_onto_a_closed_road(start, beyond):
    """`move_two`: the closed road cannot be entered as the second space either."""
    position = holder("move_two", at=start, truck=[1, 0, 0], roads={"road_closed": NNR})
    assert moved(position) == two_roads_away(start) - {NNR}


@rule("MD-21", "MD-24")
@pytest.mark.parametrize(("start", "beyond"), SECOND_STEPS)
def test_the_second_step_of_a_move_onto_a_traffic_jam(start, beyond):
    """`move_two`: entering a traffic jam as the second space ends the turn at once."""
    position = play(holder("move_two", at=start, roads={"traffic_jam": NNR}), f"move {NNR}")
    held = {0: ["move_two"]}
    assert position == variant(held=held, seat=1, trucks={0: (NNR, [0, 0, 0])}, roads={"traffic_jam": NNR})


@rule("MD-21", "MD-25")
@pytest.mark.parametrize(("start", "beyond"), SECOND_STEPS)
def test_the_second_step_of_a_move_onto_a_toll_booth(start, beyond):
    """`move_two`: the toll is due as the second space too, until then the truck stands where the move began."""
    keys = {"roads": {"toll_booth": NNR}, "actions_left": 1}
    position = holder("move_two", at=start, truck=[0, 1, 1], roads=keys["roads"])
    position = play(position, f"move {NNR}")
    waiting = {"phase": "pay_toll", "pending": {"space": NNR}}
    assert position == holder("move_two", at=start, truck=[0, 1, 1], **waiting, **keys)
    assert legal(position) == {"toll sugar-free", "toll cinnamon"}
    assert play(position, "toll cinnamon") == holder("move_two", at=NNR, truck=[0, 1, 0], **keys)
    empty = holder("move_two", at=start, roads=keys["roads"])
    assert moved(empty) == two_roads_away(start) - {NNR}


@rule("MD-21", "MD-26")
@pytest.mark.parametrize(("start", "beyond"), SECOND_STEPS)
def test_the_second_step_of_a_move_onto_the_racetrack(start, beyond):
    """`move_two`: the racetrack leads on in the direction of the second step, not back to the first space."""
    position = play(holder("move_two", at=start, roads={"racetrack": NNR}), f"move {NNR}")
    assert position == holder("move_two", at=beyond, roads={"racetrack": NNR}, actions_left=1)


@rule("MD-21", "MD-27")
@pytest.mark.parametrize(("start", "beyond"), SECOND_STEPS)
def test_the_second_step_of_a_move_onto_the_loading_zone(start, beyond):
    """`move_two`: the loading zone as the second space offers its"""
    keys = {"roads": {"loading_zone": NNR}, "actions_left": 1}
    position = play(holder("move_two", at=start, roads=keys["roads"]), f"move {NNR}")
    assert position == holder("move_two", at=NNR, phase="loading_zone", **keys)
    assert play(position, "load 1") == holder("move_two", at=NNR, truck=[1, 0, 0], **keys)


@rule("MD-29", "MD-23")
def test_a_way_around_a_condition_is_open_for_move_two():
    """Only the space passed through matters: the same goal by another first space can be reached."""
    roads = {"road_closed": NNR, "traffic_jam": ENR, "loading_zone": EER}
    position = holder("move_two", at=NORTH, roads=roads)
    assert moved(position) == {"mintopia", ENR, EAST, SOUTH, WEST}
    assert moved(holder("move_two", at="mintopia", roads=roads)) == {*WAREHOUSES, *ROADS} - {NNR}


@rule("MD-29")
def test_without_move_two_nothing_is_passed_through_anyway():
    """MD-29 speaks of `move_two`; other moves go over one road."""
    roads = {"tunnel": NNR, "traffic_jam": ENR, "loading_zone": EER, "racetrack": SSR}
    extra = {"mintopia": {NNR}, NNR: {"mintopia"}}
    for space in SPACES:
        assert moved(on_roads(roads, at=space)) == NEIGHBOURS[space] | extra.get(space, set())


# Who sees what


@rule("MD-20", "MD-22")
@each_count
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"offer": ["capacity", "home", "tip"]}, {"offer": ["capacity", "home", "drop_order"]}),
        ({"held": {1: ["home"]}, "offer": ["home", "tip"]}, {"held": {1: ["tip"]}, "offer": ["home", "tip"]}),
        ({"held": {0: ["home"]}, "completed": {1: [13, 14]}}, {"held": {1: ["home"]}, "completed": {0: [13, 14]}}),
        ({"held": {1: ["home"]}}, {"offer": ["home"], "completed": {1: [33, 34]}}),
        ({"roads": {"tunnel": NNR}}, {"roads": {"tunnel": NWR}}),
        ({"roads": {"tunnel": NNR}}, {"roads": {"racetrack": NNR}}),
        ({"roads": {"tunnel": NNR, "racetrack": SSR}}, {"roads": {"racetrack": NNR, "tunnel": SSR}}),
        ({"held": {0: ["free_load"]}}, {"held": {0: ["free_load"]}, "free_load_left": False}),
    ],
    ids=str,
)
def test_abilities_and_road_conditions_are_seen_by_all(players, one, other):
    """Observation: abilities on offer, abilities of each seat, road conditions; open to every seat."""
    for seat in range(players):
        assert view(variant(players, **one), seat) != view(variant(players, **other), seat)


@rule("MD-25", "MD-27")
@each_count
def test_the_phases_of_the_road_conditions_are_seen(players):
    """Phase and what is pending in it: the space to be entered, the choice in the loading zone."""
    trucks = {0: (NORTH, [1, 0, 0])}
    roads = {"toll_booth": NNR}
    plain = variant(players, roads=roads, trucks=trucks, actions_left=1)
    paying = variant(players, roads=roads, trucks=trucks, actions_left=1, phase="pay_toll", pending={"space": NNR})
    zone = {"roads": {"loading_zone": NNR}, "trucks": {0: (NNR, [1, 0, 0])}, "actions_left": 1}
    for seat in range(players):
        assert view(plain, seat) != view(paying, seat)
        assert view(variant(players, **zone), seat) != view(variant(players, phase="loading_zone", **zone), seat)


@rule("MD-20", "MD-22")
@each_count
def test_what_the_fields_of_the_variants_show(players):
    """Seats are relative: the abilities of the seat k places on are in row k; offer and roads are the same for all."""
    held = {0: ["tip"], 1: ["tip", "home"]}
    roads = {"racetrack": NNR, "tunnel": SSR}
    position = variant(players, held=held, roads=roads)
    assert position["offer"] == ["tip", "home", "actions"]
    for seat in range(players):
        seen = fields(position, seat)
        rows = {(0 - seat) % players: [1, 0, 0], (1 - seat) % players: [1, 1, 0]}
        assert seen["held_abilities"].tolist() == [rows.get(offset, [0, 0, 0]) for offset in range(5)]
        allocated = {(0 - seat) % players: 2, (1 - seat) % players: 4}
        assert seen["allocated_orders"].tolist() == [allocated.get(offset, 0) for offset in range(5)]
        assert [row.argmax() for row in seen["offered_abilities"]] == [list(COSTS).index(x) for x in position["offer"]]
        assert seen["offered_abilities"].sum() == 3
        marks = {(CONDITIONS.index(name), SPACES.index(space)) for name, space in roads.items()}
        assert {tuple(place) for place in zip(*seen["road_conditions"].nonzero(), strict=True)} == marks


def scene(**changes):
    """Return a position of three seats with both variants, in which each seat has something; with some changes."""
    whole = {
        "held": {0: ["free_load"], 1: ["free_load", "drop_order"]},
        "completed": {0: [0], 1: [10, 20], 2: [30]},
        "trucks": {0: (NW, [1, 1, 0]), 1: (SE, [0, 1, 1]), 2: ("mintopia", [2, 0, 0])},
        "unfinished": {0: [1], 1: [11, 21], 2: [3]},
        "roads": {"toll_booth": NNR, "traffic_jam": SER, "loading_zone": ENR},
    }
    return variant(3, **whole | changes)


@rule("MD-20", "MD-17")
@pytest.mark.parametrize(
    "changes",
    [
        {"completed": {0: [0], 1: [2, 22], 2: [30]}},
        {"completed": {0: [0], 1: [4, 12], 2: [30]}},
        {"towns": {NW: town([15, 25], [9, 35])}},
        {"towns": {NW: town([15, 25], [2, 22])}},
        {"towns": {NW: town([15, 25], [19, 9]), NE: town([26, 36], [6, 35])}},
    ],
    ids=str,
)
def test_with_the_variants_hidden_parts_stay_hidden(changes):
    """Hidden are the decks, the orders out of the game, and contents and points of the others' completed orders."""
    one, other = scene(), scene(**changes)
    for seat in (0, 2):
        assert view(one, seat) == view(other, seat)
    assert legal(one) == legal(other)
    assert (view(one, 1) == view(other, 1)) == ("towns" in changes or changes["completed"][1] == [2, 22])


@rule("MD-21", "MD-17")
def test_an_order_at_the_bottom_of_a_deck_is_hidden_again():
    """`drop_order`: the observation follows the table rule; a deck shows its size."""
    one = scene(towns={NW: town([15, 25], [35, 9, 2])})
    other = scene(towns={NW: town([15, 25], [2, 35, 9])})
    for seat in range(3):
        assert view(one, seat) == view(other, seat) != view(scene(), seat)


@rule("MD-20", "MD-22")
@each_count
def test_what_a_seat_cannot_know_is_drawn_anew_and_the_variants_stay(players):
    """Abilities and road conditions are public: a state drawn anew for a seat has the same."""
    game = game_for(players, abilities=True, road_conditions=4)
    public = ("offer", "roads", "abilities", "allocated", "free_load_left", "trucks", "unfinished")
    for seed in range(3):
        random, state = Random(seed), game.new_state(seed)
        for _ in range(120):
            game.play(state, game.greedy_action(state))
        position = game.position(state)
        for seat in range(players):
            drawn = game.resample(state, seat, random.randrange(1000))
            other = game.position(drawn)
            assert {key: other[key] for key in public} == {key: position[key] for key in public}
            assert game.observe(drawn, seat).tobytes() == game.observe(state, seat).tobytes()
            assert_conserved(other)


# The base game and the spaces


@rule("MD-20", "MD-22")
@each_count
@each_variant
def test_actions_observations_and_states_have_the_same_size_for_every_variant(players, options):
    """The same space for every variant."""
    plain, game = game_for(2), game_for(players, **options)
    assert game.actions.names == plain.actions.names
    assert game.observation.fields == plain.observation.fields
    assert game.observation.size == plain.observation.size
    assert game.new_state(seed=1).nbytes == plain.new_state(seed=1).nbytes


VARIANT_FIELDS = (
    "free_load_left",
    "allocated_orders",
    "offered_abilities",
    "held_abilities",
    "road_conditions",
    "pending_space",
)


@rule("MD-20", "MD-22")
@each_count
@pytest.mark.parametrize("purpose", [0.5, 1])
def test_in_the_base_game_the_variants_have_no_actions_and_show_nothing(players, purpose):
    """With `abilities=False, road_conditions=0` unused actions are never legal, their fields zero."""
    game, random = game_for(players, abilities=False, road_conditions=0), Random(players)
    state = game.new_state(seed=players)
    start = game.actions.first._asdict()
    unused = [*range(start["acquire"], start["acquire"] + 3), *range(start["toll"], start["toll"] + 3)]
    unused += range(start["drop"], start["drop"] + 4)
    assert {game.action_name(action).split()[0] for action in unused} == {"acquire", "toll", "drop"}
    for _ in range(600):
        if game.is_over(state):
            break
        assert not game.mask(state)[unused].any()
        for seat in range(players):
            seen = game.observation.split(game.observe(state, seat))
            assert not any(seen[name].any() for name in VARIANT_FIELDS)
            assert not seen["phase"][[game.phases.index("pay_toll"), game.phases.index("loading_zone")]].any()
        action = game.greedy_action(state) if random.random() < purpose else random.choice(game.legal_actions(state))
        game.play(state, action)


@rule("MD-20", "MD-21")
@each_count
def test_a_game_without_acquisitions_is_a_base_game(players):
    """Abilities change nothing for those who have none: a base game goes the same way with three on offer."""
    plain, game = game_for(players), game_for(players, abilities=True)
    first = plain.new_state(seed=3)
    for _ in range(players):
        plain.play(first, "keep b")
    position = position_of(plain, first)
    second = game.from_position(
        position | {"offer": ["tip", "home", "free_load"], "options": dict(game.options)}, seed=0
    )
    while not plain.is_over(first):
        assert {name for name in names(game, second) if not name.startswith("acquire")} == names(plain, first)
        name = plain.action_name(plain.greedy_action(first))
        assert plain.play(first, name).tolist() == game.play(second, name).tolist()
        assert position_of(plain, first) == position_of(game, second) | {"offer": [], "options": position["options"]}
    assert game.is_over(second)


@rule("MD-22")
def test_a_game_that_never_meets_a_condition_is_a_base_game():
    """Road conditions change nothing elsewhere: the same actions have the same effects."""
    actions = ["load 4", f"move {EAST}", f"move {SOUTH}", "load 2", "move mintopia", "load 1"]
    start = {0: ("mintopia", [0, 0, 0]), 1: ("mintopia", [0, 0, 0]), 2: (SOUTH, [0, 0, 0])}
    position, plain = variant(roads={"toll_booth": NNR, "road_closed": ENR}, trucks=start), base(3, trucks=start)
    for action in actions:
        position, plain = play(position, action), play(plain, action)
        assert position | {"roads": {}, "options": plain["options"]} == plain


# Positions


@rule("MD-20")
@pytest.mark.parametrize(
    ("keys", "key"),
    [
        ({"allocated": [1, 0, 0]}, "allocated"),
        ({"allocated": [3, 0, 0]}, "allocated"),
        ({"allocated": [0, 0, 0]}, "allocated"),
        ({"allocated": [2, 1, 0]}, "allocated"),
        ({"allocated": [2, 0]}, "allocated"),
        ({"allocated": [2, 0, -1]}, "allocated"),
        ({"abilities": [["tip"], [], []]}, "abilities"),  # not on offer
        ({"abilities": [["fly"], [], []]}, "abilities"),
        ({"abilities": [["home", "home"], [], []], "allocated": [4, 0, 0]}, "abilities"),
        ({"abilities": [["home"], []]}, "abilities"),
        ({"abilities": [[], [], []]}, "allocated"),
        ({"abilities": [["home"], ["home"], []], "allocated": [2, 2, 0]}, "allocated"),  # nothing completed
        ({"offer": ["home", "actions"]}, "offer"),
        ({"offer": ["home", "actions", "capacity", "tip"]}, "offer"),
        ({"offer": ["home", "home", "actions"]}, "offer"),
        ({"offer": ["home", "actions", "fly"]}, "offer"),
        ({"offer": ["tip", "actions", "capacity"]}, "abilities"),
        ({"free_load_left": True}, "free_load_left"),
        ({"actions_left": -1}, "actions_left"),
        ({"actions_left": 4}, "actions_left"),
    ],
    ids=str,
)
def test_positions_with_impossible_abilities_are_refused(keys, key):
    """Allocated orders are what the abilities cost; abilities are of the three on offer; each once."""
    position = holder("home")
    load(position)
    assert_refused(position | keys, key)


@rule("MD-20")
def test_positions_of_one_variant_are_refused_by_games_of_another():
    """A game without abilities has none on offer; a position belongs to the game with its options."""
    assert_refused(holder("home"), "offer", abilities=False)
    assert_refused(base(3), "offer", abilities=True)
    for count in (0, 2, 4):
        assert_refused(on_roads({"tunnel": NNR}), "roads", road_conditions=count)
    silent = base(3)
    del silent["options"]
    for keys in ({"abilities": True}, {"road_conditions": 1}):
        with pytest.raises(PositionError, match="options"):
            game_for(3).from_position(silent | {"options": keys}, seed=0)
        with pytest.raises(PositionError, match="options"):
            game_for(3, **keys).from_position(silent, seed=0)


@rule("MD-21")
@pytest.mark.parametrize(
    ("position", "key"),
    [
        (holder("home", truck=[5, 0, 0]), "mints"),
        (holder("home", unfinished={0: [0, 1, 2, 3]}), "unfinished"),
        (variant(held={1: ["capacity"]}, trucks={0: ("mintopia", [2, 2, 1])}), "mints"),
        (variant(held={1: ["fourth_order"]}, unfinished={0: [0, 1, 2, 3]}), "unfinished"),
        (holder("fourth_order", unfinished={0: [0, 1, 2, 3, 10]}), "unfinished"),
        (holder("capacity", truck=[6, 0, 0]), "mints"),
        (variant(held={1: ["free_load"]}, free_load_left=True), "free_load_left"),
    ],
)
def test_positions_beyond_what_a_seats_abilities_allow_are_refused(position, key):
    """A fifth mint needs `capacity`, a fourth order `fourth_order`, a free load `free_load`: of that seat."""
    assert_refused(position, key)


@rule("MD-21")
def test_positions_with_a_fifth_mint_a_fourth_order_or_a_third_action_are_read():
    """What the abilities allow is read and written back."""
    for position in (
        holder("capacity", truck=[2, 2, 1]),
        holder("fourth_order", unfinished={0: [0, 1, 2, 3]}),
        holder("actions"),
        holder("free_load"),
        holder("free_load", free_load_left=False),
        scene(),
    ):
        assert play(position) == position


@rule("MD-22")
@pytest.mark.parametrize(
    "roads",
    [
        {"tunnel": NNR, "racetrack": NNR},
        {"tunnel": "mintopia"},
        {"tunnel": NORTH},
        {"tunnel": NW},
        {"tunnel": "nowhere"},
        {"pothole": NNR},
        {"tunnel": None},
    ],
    ids=str,
)
def test_positions_with_impossible_road_conditions_are_refused(roads):
    """On movement spaces next to towns, one on each, of the six."""
    assert_refused(on_roads(roads), "roads")


@rule("MD-22")
def test_positions_with_possible_road_conditions_are_read():
    """Any two may lie on the two roads of one town; toll and closed are not dealt there, but a turn can end there."""
    placed = [dict(zip(pair, (NNR, NWR), strict=True)) for pair in combinations(CONDITIONS, 2)]
    for roads in [*placed, {"toll_booth": NNR, "road_closed": ENR}]:
        assert play(on_roads(roads))["roads"] == roads


@rule("MD-25", "MD-27")
@pytest.mark.parametrize(
    ("roads", "at", "truck", "keys"),
    [
        ({"toll_booth": NNR}, NORTH, [0, 0, 0], {"phase": "pay_toll", "pending": {"space": NNR}}),  # nothing to pay
        ({"toll_booth": NNR}, NORTH, [1, 0, 0], {"phase": "pay_toll", "pending": {"space": ENR}}),  # no toll there
        ({"toll_booth": NNR}, NORTH, [1, 0, 0], {"phase": "pay_toll"}),
        ({"toll_booth": NNR}, NORTH, [1, 0, 0], {"phase": "pay_toll", "pending": {"mints": 1}}),
        ({"toll_booth": NNR}, SE, [1, 0, 0], {"phase": "pay_toll", "pending": {"space": NNR}}),  # too far away
        ({"toll_booth": NNR}, "mintopia", [1, 0, 0], {"phase": "pay_toll", "pending": {"space": NNR}}),
        ({"toll_booth": NNR}, NNR, [1, 0, 0], {"phase": "pay_toll", "pending": {"space": NNR}}),  # already there
        ({"toll_booth": NNR}, NORTH, [1, 0, 0], {"pending": {"space": NNR}}),  # phase "turn"
        ({"loading_zone": NNR}, NORTH, [1, 0, 0], {"phase": "loading_zone"}),  # not there
        ({"tunnel": NNR}, NNR, [1, 0, 0], {"phase": "loading_zone"}),
        ({"loading_zone": NNR}, NNR, [4, 0, 0], {"phase": "loading_zone"}),  # full
        ({"loading_zone": NNR}, NNR, [0, 0, 0], {"phase": "loading_zone", "towns": {SW: hoard(20)}}),  # none left
    ],
)
def test_positions_in_impossible_phases_of_road_conditions_are_refused(roads, at, truck, keys):
    """A phase that cannot be: a toll without mint or booth, a loading zone without truck, room or supply."""
    assert_refused(on_roads(roads, at=at, truck=truck, actions_left=1, **keys), "phase|pending")


@rule("MD-25", "MD-27", "MD-21")
def test_positions_in_possible_phases_of_road_conditions_are_read():
    """A toll is due on each way onto its space, over two roads with `move_two`; a mint is offered in the zone."""
    waiting = {"phase": "pay_toll", "pending": {"space": NNR}, "roads": {"toll_booth": NNR}, "actions_left": 0}
    zone = {"phase": "loading_zone", "roads": {"loading_zone": NNR}, "actions_left": 1}
    positions = [variant(trucks={0: (end, [0, 0, 1])}, **waiting) for end in (NORTH, NW)]
    positions += [holder("move_two", at=start, truck=[1, 0, 0], **waiting) for start, _ in SECOND_STEPS]
    positions += [variant(trucks={0: (NNR, [3, 0, 0])}, **zone), holder("capacity", at=NNR, truck=[4, 0, 0], **zone)]
    for position in positions:
        assert play(position) == position


@rule("MD-20", "MD-22")
@each_count
@each_variant
def test_positions_of_whole_games_are_read_as_they_were_written(players, options):
    """`from_position(position(s))` equals `s`, with abilities and road conditions too."""
    game, random = game_for(players, **options), Random(players)
    state = game.new_state(seed=players)
    for step in range(240):
        if game.is_over(state):
            break
        if step % 8 == 0 or game.phases[state["phase"][0]] in ("pay_toll", "loading_zone"):
            copy = game.from_position(json.loads(json.dumps(game.position(state))))
            assert game.fingerprint(copy) == game.fingerprint(state)
        action = game.greedy_action(state) if random.random() < 0.8 else random.choice(game.legal_actions(state))
        game.play(state, action)


# A data file of your own


def own_file(tmp_path, change):
    """Return the path of a data file that is the shipped one with a change."""
    document = shipped_document("mint_delivery")
    change(document)
    return written(document, tmp_path)


def own_cards(*cards):
    """Return a change that puts other abilities into a data file."""

    def change(document):
        document["abilities"] = {"cards": [dict(card) for card in cards]}

    return change


OWN = (
    {"name": "big boot", "cost": 0, "effect": "capacity"},
    {"name": "early bird", "cost": 1, "effect": "actions", "text": "One more."},
    {"name": "tip", "cost": 3},
)


@rule("MD-21")
def test_abilities_of_a_data_file_of_ones_own(tmp_path):
    """Abilities are data: names, costs and chosen effects; without an effect the name is the kind."""
    path = own_file(tmp_path, own_cards(*OWN))
    game = game_for(3, abilities=True, data=path)
    assert sorted(new(game, seed=2)["offer"]) == ["big boot", "early bird", "tip"]
    offer = [card["name"] for card in OWN]
    keys = {"offer": offer, "trucks": {0: (NW, [3, 1, 0])}, "unfinished": {0: [2]}, "completed": {0: [33, 34, 23]}}
    position = base(3, data=path, **keys)
    assert legal(position, "acquire") == {"acquire 1", "acquire 2", "acquire 3"}
    position = play(position, "acquire 2")
    assert (position["abilities"][0], position["allocated"], position["actions_left"]) == (["early bird"], [1, 0, 0], 2)
    assert "acquire 3" not in legal(position)  # costs three here, two are left
    position = play(position, "fulfil 1")
    assert position["trucks"][0]["mints"] == [3, 0, 0]
    position = play(position, "acquire 3")
    assert (position["abilities"][0], position["allocated"]) == (["early bird", "tip"], [4, 0, 0])


@rule("MD-20", "MD-21")
def test_an_ability_that_costs_nothing_can_be_had_from_the_beginning(tmp_path):
    """The cost is a number of the data file: none at all, but still an action."""
    path = own_file(tmp_path, own_cards(*OWN))
    game = game_for(2, abilities=True, data=path)
    position = play(new(game, seed=2), "keep none", "keep none")
    slot = position["offer"].index("big boot") + 1
    assert legal(position, "acquire") == {f"acquire {slot}"}
    position = play(position, f"acquire {slot}")
    assert (position["abilities"][0], position["allocated"], position["actions_left"]) == (["big boot"], [0, 0], 1)
    assert legal(position, "load") == {"load 1"}


@rule("MD-21")
@each_ability
def test_each_effect_can_bear_another_name_and_cost(tmp_path, ability):
    """Each of the thirteen kinds under another name and at another cost allows the same."""
    cards = [{"name": "mine", "cost": 5, "effect": ability}, *({"name": n, "cost": 9} for n in COSTS if n != ability)]
    path = own_file(tmp_path, own_cards(*cards[:3]))
    offer = [card["name"] for card in cards[:3]]
    keys = {"completed": {0: list(SPARE[:5])}, "unfinished": {0: [0, 1]}}
    for at, truck in (("mintopia", [2, 0, 0]), (NORTH, [0, 0, 0]), (NW, [2, 0, 0]), (NNR, [3, 0, 0])):
        position = play(base(3, data=path, offer=offer, trucks={0: (at, truck)}, **keys), "acquire 1")
        assert position["allocated"] == [5, 0, 0]
        shipped = variant(held={0: [ability]}, completed={0: [3]}, trucks={0: (at, truck)}, unfinished={0: [0, 1]})
        shipped |= {"actions_left": 2 if ability == "actions" else 1}
        expected = {name for name in legal(shipped) if not name.startswith("acquire")}
        assert legal(position) == expected


@rule("MD-21", "MD-20")
@pytest.mark.parametrize(
    ("cards", "key"),
    [
        ([{"name": "wings", "cost": 1, "effect": "fly"}, *OWN], "effect"),
        ([{"name": "wings", "cost": 1}, *OWN], "effect"),
        ([{"name": "wings", "cost": 1, "effect": None}, *OWN], "effect"),
        ([{"name": "wings", "cost": 1, "effect": "tip"}, *OWN], "tip"),
        ([{"name": "capacity", "cost": 1}, *OWN], "capacity"),
        ([{"name": "home", "cost": -1}, *OWN], "cost"),
        ([{"name": "home", "cost": "2"}, *OWN], "cost"),
        ([{"name": "home", "cost": 1.5}, *OWN], "cost"),
        ([{"name": "home"}, *OWN], "cost"),
        ([{"cost": 1, "effect": "home"}, *OWN], "name"),
        ([{"name": "", "cost": 1, "effect": "home"}, *OWN], "name"),
        ([{"name": "big boot", "cost": 1, "effect": "home"}, *OWN], "big boot"),  # two of one name
        ([{"name": "home", "cost": 1, "colour": "red"}, *OWN], "colour"),
        (OWN[:2], "cards"),
        ([], "cards"),
    ],
    ids=str,
)
def test_bad_abilities_of_a_data_file_are_refused(tmp_path, cards, key):
    """A bad file is refused with the file, the key and the reason."""
    reason = refusal(MintDelivery, abilities=True, data=own_file(tmp_path, own_cards(*cards)))
    assert key in reason
    assert "abilities" in reason


@rule("MD-22")
@pytest.mark.parametrize("tokens", [CONDITIONS[:5], [*CONDITIONS, "pothole"], [*CONDITIONS[:5], "pothole"], None])
def test_bad_road_conditions_of_a_data_file_are_refused(tmp_path, tokens):
    """The six tokens are those of the rules."""

    def change(document):
        document["road_conditions"]["tokens"] = tokens

    assert "tokens" in refusal(MintDelivery, road_conditions=3, data=own_file(tmp_path, change))


# Whole games


@rule("MD-20", "MD-21", "MD-22", "MD-23", "MD-24", "MD-25", "MD-27")
@each_count
@each_variant
@pytest.mark.parametrize("purpose", [0.3, 0.9])
def test_conservation_and_the_variants_rules_in_every_state_of_whole_games(players, options, purpose):
    """In every state: all mints and orders in one place, a legal action, abilities kept, conditions in their places."""
    game, random = game_for(players, **options), Random(players)
    state = game.new_state(players)
    first = game.position(state)
    before = first
    for step in range(350):
        position = before if step == 0 else game.position(state)
        assert_conserved(position)
        assert (position["offer"], position["roads"]) == (first["offer"], first["roads"])
        for seat, having in enumerate(position["abilities"]):
            assert set(before["abilities"][seat]) <= set(having) <= set(position["offer"])
            assert position["allocated"][seat] == sum(COSTS[name] for name in having)
            assert position["allocated"][seat] <= len(position["completed"][seat])
            assert sum(position["trucks"][seat]["mints"]) <= 4 + ("capacity" in having)
            assert len(position["unfinished"][seat]) <= 3 + ("fourth_order" in having)
            space = position["trucks"][seat]["space"]
            assert space not in (position["roads"].get("road_closed"), position["roads"].get("racetrack"))
        if position["over"]:
            break
        actions = names(game, state)
        assert actions
        if position["phase"] == "turn":
            assert "end turn" in actions
            free = [name for name in actions if name.startswith(("fulfil", "drop", "load"))]
            assert position["actions_left"] > 0 or free
            assert position["actions_left"] <= 2 + ("actions" in position["abilities"][position["seat"]])
        before = position
        game.play(state, game.greedy_action(state) if random.random() < purpose else random.choice(sorted(actions)))


# The greedy player


@rule("MD-20", "MD-22")
@each_count
@each_variant
def test_greedy_finishes_games_with_the_variants(players, options):
    """Purposeful play finishes its games, whatever lies on the roads, and acquires abilities on the way."""
    game = game_for(players, **options)
    acquired = 0
    for seed in range(12):
        state = game.new_state(seed)
        while not game.is_over(state):
            game.play(state, game.greedy_action(state))
        position = game.position(state)
        assert position["last_round"]
        assert position["decisions"] < 2000
        assert any(position["completed"])
        acquired += sum(len(having) for having in position["abilities"])
    assert (acquired > 0) == options.get("abilities", False)


@rule("MD-20")
def test_greedy_acquires_an_ability_that_it_can_pay():
    """It uses abilities: with nothing to fulfil and enough completed orders it acquires one."""
    position = variant(offer=["tip", "home", "move_two"], completed={0: [33, 34]})
    assert greedy(position).startswith("acquire")


@rule("MD-21")
@pytest.mark.parametrize(
    ("ability", "at", "way"),
    [("move_two", "mintopia", {NNR, NWR}), ("home", NE, {"mintopia"}), ("home", SE, {"mintopia"})],
)
def test_greedy_drives_with_its_abilities(ability, at, way):
    """It uses abilities: a ready order on the shortest way, cinnamon from Mintopia by the straight way."""
    truck, orders = ([2, 0, 0], [0, 1]) if ability == "move_two" else ([0, 0, 0], [4, 14, 24])
    assert greedy(holder(ability, at=at, truck=truck, unfinished={0: orders})) in {f"move {space}" for space in way}


@rule("MD-24")
@pytest.mark.parametrize("condition", ["traffic_jam", "toll_booth"])
@pytest.mark.parametrize(("road", "other"), [(NNR, WEST), (NWR, NORTH)])
def test_greedy_takes_the_way_to_a_town_without_a_traffic_jam_if_it_is_as_short(condition, road, other):
    """Both ways from Mintopia to a town are three moves: it takes the one without the jam, or the toll."""
    position = on_roads({condition: road}, truck=[2, 0, 0], unfinished={0: [0]})
    assert greedy(position) == f"move {other}"


@rule("MD-24")
@pytest.mark.parametrize("condition", ["traffic_jam", "toll_booth"])
@pytest.mark.parametrize(("road", "other"), [(NNR, NWR), (NWR, NNR)])
@pytest.mark.parametrize("actions_left", [2, 1])
def test_greedy_leaves_a_town_by_the_road_without_a_traffic_jam_if_it_is_as_short(condition, road, other, actions_left):
    """Both ways from a town to Mintopia are three moves: it does not enter the jam next door, or pay the toll."""
    truck = [1, 0, 0] if condition == "toll_booth" else [0, 0, 0]
    keys = {"unfinished": {0: [4, 14, 24]}, "actions_left": actions_left}
    assert greedy(on_roads({condition: road}, at=NW, truck=truck, **keys)) == f"move {other}"


@rule("MD-22")
def test_a_truck_behind_toll_and_closed_road_can_end_its_turn():
    """An empty truck in a town with toll booth and closed road cannot leave, and play goes on."""
    position = on_roads({"toll_booth": NNR, "road_closed": NWR}, at=NW, truck=[0, 0, 0])
    assert "end turn" in legal(position)
    assert not any(action.startswith("move") for action in legal(position))
    assert play(position, "end turn")["seat"] == 1
