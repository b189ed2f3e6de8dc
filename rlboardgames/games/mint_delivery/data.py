"""The data file of Mint Delivery: reading, checking, and writing into the tables.

A user's own file has the format of the shipped ``data/base.json``. An ability may name an ``"effect"``, one of the
thirteen kinds below; without one its name is the kind. Keys called ``provenance``, ``note``, ``text`` and ``cell``
are for people.
"""

import copy
from functools import cache
from importlib import resources

from rlboardgames.core.documents import Reader, read_json
from rlboardgames.core.errors import DataError
from rlboardgames.games.mint_delivery import state as s

__all__ = ["EFFECTS", "fill_tables", "load_edition"]

_SHIPPED = resources.files(__package__) / "data" / "base.json"
_LEAST_MOVEMENT_SPACES = 6
"""By the towns, so that a fourth road condition always finds a place (MD-22): three are taken, and two lie in a town
with the closed road, where the toll booth may not be."""

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
    reader.keys(("mints", "truck", "limits", "map", "orders", "abilities", "road_conditions"), ("note",))
    supply = _check_mints(reader)
    _check_limits(reader)
    towns = _check_map(reader.at("map"))
    _check_orders(reader.at("orders"), towns, supply)
    _check_abilities(reader.at("abilities"))
    tokens = reader.at("road_conditions").keys(("tokens",), ("provenance",)).at("tokens")
    if tokens.value != list(s.CONDITIONS):
        tokens.refuse(f"the tokens are, in this order, {', '.join(s.CONDITIONS)}")
    return document


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
    for space in reader.at("spaces").items(s.SPACES, s.SPACES):
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
    roads = [_check_road(road, names, kinds) for road in reader.at("roads").items(1)]
    _check_graph(reader.at("roads"), names, kinds, roads)
    return [name for name, kind in zip(names, kinds, strict=True) if kind == s.TOWN]


def _check_cell(space):
    # where a drawing shows the space: column and row, if anywhere
    if "cell" in space.value:
        for place in space.at("cell").items(2, 2):
            number = place.value
            if isinstance(number, bool) or not isinstance(number, (int, float)) or not 0 <= number <= 100:
                place.refuse(f"{number!r} is not a number from 0 to 100")


def _check_road(road, names, kinds):
    ends = tuple(end.choice(names) for end in road.items(2, 2))
    if ends[0] == ends[1]:
        road.refuse("a road joins two different spaces")
    if kinds[ends[0]] == kinds[ends[1]] == s.ROAD:
        road.refuse("two movement spaces may not be neighbours: a racetrack leads to an action space")
    return ends


def _check_graph(reader, names, kinds, roads):
    neighbours = _neighbours(roads)
    for space, name in enumerate(names):
        near = neighbours.get(space, set())
        if kinds[space] == s.ROAD and len(near) != 2:
            reader.refuse(f"the movement space {name!r} has {len(near)} roads where 2 belong")
        movement = sum(kinds[other] == s.ROAD for other in near)
        if kinds[space] == s.TOWN and movement != 2:
            reader.refuse(f"the town {name!r} is next to {movement} movement spaces where 2 belong")
    towns = [space for space, kind in enumerate(kinds) if kind == s.TOWN]
    beside_towns = {space for town in towns for space in neighbours.get(town, set()) if kinds[space] == s.ROAD}
    if len(beside_towns) < _LEAST_MOVEMENT_SPACES:
        reader.refuse(f"{len(beside_towns)} movement spaces lie by the towns where {_LEAST_MOVEMENT_SPACES} are needed")
    reached, frontier = {0}, [0]
    while frontier:
        for space in neighbours.get(frontier.pop(), set()) - reached:
            reached.add(space)
            frontier.append(space)
    if len(reached) < len(names):
        unreached = next(name for space, name in enumerate(names) if space not in reached)
        reader.refuse(f"no road leads from {names[0]!r} to {unreached!r}")


def _neighbours(roads):
    neighbours: dict[int, set[int]] = {}
    for a, b in roads:
        neighbours.setdefault(a, set()).add(b)
        neighbours.setdefault(b, set()).add(a)
    return neighbours


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


def _check_abilities(reader):
    names, effects = [], []
    for card in reader.keys(("cards",), ("provenance",)).at("cards").items(s.OFFER, s.ABILITIES):
        card.keys(("name", "cost"), ("text", "effect", "provenance"))
        name = card.at("name").name()
        if name in names:
            card.at("name").refuse(f"a second ability is named {name!r}")
        names.append(name)
        card.at("cost").integer(0, 20)
        effect = card.at("effect", name).choice(tuple(EFFECTS))
        if effect in effects:
            card.refuse(f"a second ability has the effect {list(EFFECTS)[effect]!r}")
        effects.append(effect)


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
    _fill_map(edition["map"], tables)
    towns = [space["name"] for space in edition["map"]["spaces"] if space["kind"] == "town"]
    for index, card in enumerate(edition["orders"]["cards"]):
        tables["order_town"][index] = towns.index(card["town"])
        tables["order_mints"][index] = card["mints"]
        tables["order_points"][index] = card["points"]
    tables["num_abilities"] = len(edition["abilities"]["cards"])
    for index, card in enumerate(edition["abilities"]["cards"]):
        tables["ability_cost"][index] = card["cost"]
        for limit, change in EFFECTS[card.get("effect", card["name"])].items():
            tables["ability_change"][index, limit] = change


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


def _fill_map(board, tables):
    names = [space["name"] for space in board["spaces"]]
    tables["kind"] = [s.KINDS.index(space["kind"]) for space in board["spaces"]]
    for a, b in board["roads"]:
        for start, end in ((names.index(a), names.index(b)), (names.index(b), names.index(a))):
            tables["joined"][start, end] = 1
            tables["neighbours"][start] |= 1 << end
    tables["city"] = list(tables["kind"]).index(s.CITY)
    tables["town_space"] = [space for space in range(s.SPACES) if tables["kind"][space] == s.TOWN]
    tables["town_at"] = s.NONE
    for town, space in enumerate(tables["town_space"]):
        tables["town_at"][space] = town
        tables["town_road"][town] = [
            other for other in range(s.SPACES) if tables["joined"][space, other] and tables["kind"][other] == s.ROAD
        ]
