"""The data file of Mint Delivery: reading, checking, and writing into the tables.

A user's own file has the format of the shipped ``data/base.json``; see ``docs/editions.md``. Keys called
``provenance``, ``note``, ``text`` and ``cell`` are for people.
"""

import copy
from collections import Counter
from functools import cache
from importlib import resources

import numpy as np

from rlboardgames.core.documents import Reader, read_json
from rlboardgames.core.errors import DataError
from rlboardgames.games.mint_delivery import state as s

__all__ = ["EFFECTS", "LIMITS", "REMOVALS", "fill_tables", "load_edition", "most_road_conditions"]

_SHIPPED = resources.files(__package__) / "data" / "base.json"
REMOVALS = ("other town", "any town", "neighbouring town")
"""Of which towns an order is removed when one of two players has fulfilled one (MD-16)."""

EFFECTS: dict[str, dict[int, int]] = {
    "capacity": {s.CAPACITY: 1},
    "actions": {s.ACTIONS: 1},
    "move_two": {s.MOVE_ROADS: 1},
    "warehouse_load": {s.LOAD_AT + s.WAREHOUSE: 2},
    "cheap_cinnamon": {s.UPGRADE_COST + s.CINNAMON: -1},
    "upgrade_anywhere": {places + kind: 1 for places in (s.SUGAR_FREE_AT, s.CINNAMON_AT) for kind in range(4)},
    "sugar_in_town": {s.SUGAR_FREE_AT + s.TOWN: 1},
    "fourth_order": {s.UNFINISHED: 1},
    "free_load": {s.FREE_LOADS: 1},
    "home": {s.HOME: 1},
    "town_load": {s.LOAD_AT + s.TOWN: 1},
    "tip": {s.TIP: 1},
    "drop_order": {s.DROP_ORDER: 1},
}
"""What each kind of ability adds to which limits of the seat that holds it (MD-21)."""


_PLACES = dict(zip(s.KINDS, range(len(s.KINDS)), strict=True))

LIMITS: dict[str, int] = {
    "capacity": s.CAPACITY,
    "actions": s.ACTIONS,
    "move_roads": s.MOVE_ROADS,
    "unfinished_orders": s.UNFINISHED,
    "sugar_free_cost": s.UPGRADE_COST + s.SUGAR_FREE,
    "cinnamon_cost": s.UPGRADE_COST + s.CINNAMON,
    **{f"load_{kind}": s.LOAD_AT + place for kind, place in _PLACES.items()},
    **{f"sugar_free_{kind}": s.SUGAR_FREE_AT + place for kind, place in _PLACES.items()},
    **{f"cinnamon_{kind}": s.CINNAMON_AT + place for kind, place in _PLACES.items()},
    "free_loads": s.FREE_LOADS,
    "home": s.HOME,
    "tip": s.TIP,
    "drop_order": s.DROP_ORDER,
}
"""Names of the limits of a seat that an ability can change (MD-21)."""

_NEVER_LOWERED = ("capacity", "actions", "unfinished_orders", "free_loads")
"""A seat that acquires the ability could hold or have left more than it may."""

_MOST: dict[str, int] = {
    "capacity": s.MAX_LOAD,
    "actions": 10,
    "move_roads": 2,
    "unfinished_orders": s.SLOTS,
    "sugar_free_cost": s.MAX_LOAD,
    "cinnamon_cost": s.MAX_LOAD,
    "free_loads": 1,
}
_LEAST = {
    "capacity": 1,
    "actions": 1,
    "move_roads": 1,
    "unfinished_orders": 1,
    "sugar_free_cost": 1,
    "cinnamon_cost": 1,
}
"""What a limit can come to with any three abilities; 0 to `MAX_LOAD` if it is not named."""


@cache
def _shipped_edition():
    return _checked(read_json(_SHIPPED), "base.json")


def load_edition(path=None):
    """Load an edition.

    Parameters
    ----------
    path : str or path-like, optional
        A user's own file; by default the shipped one.

    Returns
    -------
    dict
        The checked document.

    Raises
    ------
    DataError
        Names the file, the key and the reason.
    """
    if path is None:
        return copy.deepcopy(_shipped_edition())  # the caller's own
    return _checked(read_json(path), str(path))


def _checked(document, path):
    reader = Reader(document, path, DataError)
    required = ("mints", "truck", "limits", "map", "orders", "abilities", "road_conditions")
    reader.keys(required, ("note", "two_player_removal", "provenance"))
    reader.at("two_player_removal", REMOVALS[0]).choice(REMOVALS)
    supply = _check_mints(reader)
    _check_limits(reader)
    towns = _check_map(reader.at("map"))
    _check_orders(reader.at("orders"), towns, supply)
    _check_abilities(reader.at("abilities"), document)
    _check_road_conditions(reader.at("road_conditions"), document["map"])
    return document


def _check_road_conditions(reader, board):
    tokens = reader.keys(("tokens",), ("places", "provenance")).at("tokens")
    if tokens.value != list(s.CONDITIONS):
        tokens.refuse(f"the tokens are, in this order, {', '.join(s.CONDITIONS)}")
    kinds = {space["name"]: space["kind"] for space in board["spaces"]}
    num_roads = Counter(end for road in board["roads"] for end in road)
    towns = tuple(name for name, kind in kinds.items() if kind == "town")
    for _, places in reader.at("places", {}).keys((), towns).entries():
        for place in places.items(1, s.SPACES):
            name = list(kinds)[place.choice(tuple(kinds))]
            if kinds[name] != "road" or num_roads[name] != 2:
                place.refuse("a road condition lies on a movement space with two roads")
        if len(set(places.value)) < len(places.value):
            places.refuse("a place stands here twice")


def _check_mints(reader):
    mints = reader.at("mints").keys(("supply", "value"), ("provenance",))
    supply = [count.integer(1, 100) for count in mints.at("supply").items(3, 3)]
    for value in mints.at("value").items(3, 3):
        value.integer(0, 20)
    truck = reader.at("truck").keys(("capacity", "start"), ("provenance",))
    capacity_entry = truck.at("capacity").keys(("value",), ("provenance",))
    capacity = capacity_entry.at("value").integer(1, s.MAX_LOAD - 1)
    start = truck.at("start").keys(("value",), ("provenance",)).at("value")
    mints_at_start = [count.integer(0, capacity) for count in start.items(3, 3)]
    if sum(mints_at_start) > capacity:
        start.refuse(f"{sum(mints_at_start)} mints where the truck holds {capacity}")
    for mint, (count, available) in enumerate(zip(mints_at_start, supply, strict=True)):
        if count * s.SEATS > available:
            start.at(mint).refuse(f"five trucks with {count} need more than the supply of {available}")
    return supply


_LIMIT_RANGES = {
    "actions": (1, 10),
    "unfinished_orders": (1, s.SLOTS - 1),
    "kept_points": (0, 100),
    "load_city": (1, s.MAX_LOAD),
    "load_warehouse": (1, s.MAX_LOAD),
    "orders_per_deck": (1, s.ORDERS // s.TOWNS),
    "face_up": (s.FACE_UP, s.FACE_UP),
    "sugar_free_cost": (1, s.MAX_LOAD),
    "cinnamon_cost": (2, s.MAX_LOAD),
}


def _check_limits(reader):
    limits = reader.at("limits").keys(tuple(_LIMIT_RANGES), ("provenance",))
    for key, (low, high) in _LIMIT_RANGES.items():
        limits.at(key).integer(low, high)
    if limits.value["unfinished_orders"] < s.DEALT:
        limits.at("unfinished_orders").refuse(f"{s.DEALT} orders may be kept, so as many must be allowed")


def _check_map(reader):
    reader.keys(("spaces", "roads"), ("provenance",))
    names, kinds = [], []
    for space in reader.at("spaces").items(1 + s.TOWNS, s.SPACES):
        space.keys(("name", "kind"), ("cell",))
        name = space.at("name").name()
        if name in names:
            space.at("name").refuse(f"a second space is named {name!r}")
        names.append(name)
        kinds.append(space.at("kind").choice(s.KINDS))
        _check_cell(space)
    for kind, count in ((s.CITY, 1), (s.TOWN, s.TOWNS)):
        if kinds.count(kind) != count:
            reader.at("spaces").refuse(f"{kinds.count(kind)} spaces of kind {s.KINDS[kind]!r} where {count} belong")
    _check_roads(reader.at("roads"), names)
    return [name for name, kind in zip(names, kinds, strict=True) if kind == s.TOWN]


def _check_cell(space):
    # where a drawing shows the space: column and row, if anywhere
    if "cell" in space.value:
        for place in space.at("cell").items(2, 2):
            number = place.value
            if isinstance(number, bool) or not isinstance(number, (int, float)) or not 0 <= number <= 100:
                place.refuse(f"{number!r} is not a number from 0 to 100")


def _check_roads(reader, names):
    roads = set()
    for road in reader.items(1):
        ends = frozenset(end.choice(names) for end in road.items(2, 2))
        if len(ends) == 1:
            road.refuse("a road joins two different spaces")
        if ends in roads:
            road.refuse("there is a road between these two already")
        roads.add(ends)
    unreached = _unreached(range(len(names)), roads)
    if unreached:
        reader.refuse(f"no road leads from {names[0]!r} to {names[min(unreached)]!r}")


def _unreached(spaces, roads):
    # the spaces that are not joined with the first one
    left = set(spaces)
    frontier = [min(left)]
    left.remove(frontier[0])
    while frontier:
        space = frontier.pop()
        near = {other for road in roads if space in road for other in road} & left
        left -= near
        frontier += near
    return left


def _check_orders(reader, towns, supply):
    cards = reader.keys(("cards",), ("provenance",)).at("cards")
    for card in cards.items(s.ORDERS, s.ORDERS):
        card.keys(("town", "mints", "points"), ("provenance",))
        card.at("town").choice(towns)
        card.at("points").integer(0, 50)
        wanted = [
            count.integer(0, available) for count, available in zip(card.at("mints").items(3, 3), supply, strict=True)
        ]
        if not 1 <= sum(wanted) <= s.MAX_LOAD:
            card.at("mints").refuse(f"{sum(wanted)} mints where 1 to {s.MAX_LOAD} belong")


def _check_abilities(reader, document):
    names, effects, cards = [], [], reader.keys(("cards",), ("provenance",)).at("cards")
    for card in cards.items(s.OFFER, s.ABILITIES):
        card.keys(("name", "cost"), ("text", "effect", "changes", "provenance"))
        name = card.at("name").name()
        if name in names:
            card.at("name").refuse(f"a second ability is named {name!r}")
        names.append(name)
        card.at("cost").integer(0, 20)
        if "changes" in card.value:
            _check_changes(card)
        else:
            effects.append(card.at("effect", name).choice(tuple(EFFECTS)))
            if effects.count(effects[-1]) > 1:
                card.refuse(f"a second ability has the effect {list(EFFECTS)[effects[-1]]!r}")
    _check_sums(cards, document)


def _check_changes(card):
    if "effect" in card.value:
        card.refuse("an ability has an effect or changes, not both")
    entries = card.at("changes").keys((), tuple(LIMITS)).entries()
    if not entries:
        card.at("changes").refuse("an ability changes something")
    for limit, change in entries:
        change.integer(0 if limit in _NEVER_LOWERED else -s.MAX_LOAD, s.MAX_LOAD)


def _check_sums(reader, document):
    # a seat can hold three
    base = np.zeros(s.LIMITS, int)
    _fill_limits(document, base)
    changes = np.array([_changes_of(card) for card in document["abilities"]["cards"]])
    ordered = np.sort(changes, axis=0)
    lowest = base + np.minimum(ordered[: s.OFFER], 0).sum(axis=0)
    highest = base + np.maximum(ordered[-s.OFFER :], 0).sum(axis=0)
    for name, limit in LIMITS.items():
        least, most = _LEAST.get(name, 0), _MOST.get(name, s.MAX_LOAD)
        if lowest[limit] < least or highest[limit] > most:
            found = f"from {lowest[limit]} to {highest[limit]}"
            reader.refuse(f"with three abilities {name!r} could be {found}, where {least} to {most} can be played")


def _changes_of(card):
    # what an ability adds to each limit
    changes = np.zeros(s.LIMITS, int)
    named = {LIMITS[name]: change for name, change in card.get("changes", {}).items()}
    for limit, change in (named or EFFECTS[card.get("effect", card["name"])]).items():
        changes[limit] = change
    return changes


# ------------------------------------------------------------------------------------------------------ Road conditions


def _roadsides(edition):
    # the movement spaces by each town on which a road condition may lie, as numbers; towns without any are left out
    spaces = edition["map"]["spaces"]
    names = [space["name"] for space in spaces]
    towns = [name for name, space in zip(names, spaces, strict=True) if space["kind"] == "town"]
    places = edition["road_conditions"].get("places", {town: _places_by(edition["map"], town) for town in towns})
    return [sorted(names.index(place) for place in places[town]) for town in towns if places.get(town)]


def _places_by(board, town):
    kinds = {space["name"]: space["kind"] for space in board["spaces"]}
    num_roads = Counter(end for road in board["roads"] for end in road)
    near = [a if b == town else b for a, b in board["roads"] if town in (a, b)]
    return [space for space in near if kinds[space] == "road" and num_roads[space] == 2]


def _separating(edition):
    # for each place the places without which, and without the first, the other spaces are not joined (itself: alone)
    names = [space["name"] for space in edition["map"]["spaces"]]
    roads = [frozenset(names.index(end) for end in road) for road in edition["map"]["roads"]]
    places = sorted({place for roadside in _roadsides(edition) for place in roadside})

    def separates(*barred):
        open_roads = [road for road in roads if not road & set(barred)]
        return bool(_unreached(set(range(len(names))) - set(barred), open_roads))

    return {place: {other for other in places if separates(place, other)} for place in places}


def most_road_conditions(edition):
    """Return the most road conditions for which there is always a place (MD-22), at most 4.

    The closed road and the toll booth need one without which an empty truck still gets everywhere.

    Parameters
    ----------
    edition : dict
        As `load_edition` returns it.

    Returns
    -------
    int
    """
    separating = _separating(edition)
    safe = [place for place, others in separating.items() if place not in others]
    partners = [sum(other not in separating[place] for other in safe if other != place) for place in safe]
    return min(4, len(safe), min(partners, default=-1) + 1)


# ------------------------------------------------------------------------------------------------------------- Writing


def fill_tables(edition, tables):
    """Write a checked edition into a tables record.

    Parameters
    ----------
    edition : dict
        As `load_edition` returns it.
    tables : record
    """
    limits = edition["limits"]
    tables["mints"] = edition["mints"]["supply"]
    tables["mint_value"] = edition["mints"]["value"]
    tables["start_mints"] = edition["truck"]["start"]["value"]
    tables["kept_points"] = limits["kept_points"]
    tables["orders_per_deck"] = limits["orders_per_deck"]
    _fill_limits(edition, tables["limits"])
    _fill_map(edition, tables)
    towns = [space["name"] for space in edition["map"]["spaces"] if space["kind"] == "town"]
    for index, card in enumerate(edition["orders"]["cards"]):
        tables["order_town"][index] = towns.index(card["town"])
        tables["order_mints"][index] = card["mints"]
        tables["order_points"][index] = card["points"]
    tables["num_abilities"] = len(edition["abilities"]["cards"])
    for index, card in enumerate(edition["abilities"]["cards"]):
        tables["ability_cost"][index] = card["cost"]
        tables["ability_change"][index] = _changes_of(card)


def _fill_limits(edition, base):
    limits = edition["limits"]
    base[s.CAPACITY] = edition["truck"]["capacity"]["value"]
    base[s.ACTIONS] = limits["actions"]
    base[s.MOVE_ROADS] = 1
    base[s.UNFINISHED] = limits["unfinished_orders"]
    base[s.UPGRADE_COST + s.SUGAR_FREE] = limits["sugar_free_cost"]
    base[s.UPGRADE_COST + s.CINNAMON] = limits["cinnamon_cost"]
    base[s.LOAD_AT + s.CITY] = limits["load_city"]
    base[s.LOAD_AT + s.WAREHOUSE] = limits["load_warehouse"]
    base[s.SUGAR_FREE_AT + s.CITY] = base[s.SUGAR_FREE_AT + s.WAREHOUSE] = 1
    base[s.CINNAMON_AT + s.CITY] = 1


def _fill_map(edition, tables):
    board = edition["map"]
    names = [space["name"] for space in board["spaces"]]
    kinds = [s.KINDS.index(space["kind"]) for space in board["spaces"]]
    tables["num_spaces"] = len(names)
    tables["kind"][: len(names)] = kinds
    for a, b in board["roads"]:
        for start, end in ((names.index(a), names.index(b)), (names.index(b), names.index(a))):
            tables["joined"][start, end] = 1
            tables["neighbours"][start] |= 1 << end
    tables["city"] = kinds.index(s.CITY)
    tables["town_space"] = [space for space, kind in enumerate(kinds) if kind == s.TOWN]
    tables["town_at"][tables["town_space"]] = range(s.TOWNS)
    _fill_roadsides(edition, tables)
    _fill_removals(edition, tables)


def _fill_roadsides(edition, tables):
    roadsides = _roadsides(edition)
    tables["num_roadsides"] = len(roadsides)
    for k, places in enumerate(roadsides):
        tables["roadside_size"][k] = len(places)
        tables["roadside"][k, : len(places)] = places
    for place, others in _separating(edition).items():
        tables["separates"][place] = sum(1 << other for other in others)


def _fill_removals(edition, tables):
    removal = edition.get("two_player_removal", REMOVALS[0])
    if removal == "neighbouring town":
        warehouses = [_warehouses_of(tables, space) for space in tables["town_space"]]
        tables["may_remove"] = [[bool(mine & theirs) for theirs in warehouses] for mine in warehouses]
    else:
        tables["may_remove"] = 1
    if removal != "any town":
        np.fill_diagonal(tables["may_remove"], 0)


def _warehouses_of(tables, town):
    # those to which a road leads from the town, past nothing but movement spaces
    found, frontier, seen = set(), [int(town)], {int(town)}
    while frontier:
        for space in np.flatnonzero(tables["joined"][frontier.pop()]).tolist():
            if tables["kind"][space] == s.WAREHOUSE:
                found.add(space)
            elif tables["kind"][space] == s.ROAD and space not in seen:
                seen.add(space)
                frontier.append(space)
    return found
