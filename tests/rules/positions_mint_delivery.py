"""Positions of Mint Delivery for the rule tests: whole, valid ones of which a test names only what matters to it.

Orders are numbered as in the data file: 0-9 name the northwest town, 10-19 northeast, 20-29 southeast, 30-39 southwest.
Orders whose number ends in 0 to 4 are out of the game unless a test puts them somewhere, so tests use these freely.
"""

import pytest
from language import DECISIONS, by_seat, comparable, games_of, new

from rlboardgames.games.mint_delivery.game import MintDelivery

NW, NE, SE, SW = TOWNS = ("northwest_town", "northeast_town", "southeast_town", "southwest_town")
WAREHOUSES = ("north_warehouse", "east_warehouse", "south_warehouse", "west_warehouse")
ROADS = {  # the movement space between a warehouse and a corner town
    "northwest_north_road": ("northwest_town", "north_warehouse"),
    "northwest_west_road": ("northwest_town", "west_warehouse"),
    "northeast_north_road": ("northeast_town", "north_warehouse"),
    "northeast_east_road": ("northeast_town", "east_warehouse"),
    "southeast_south_road": ("southeast_town", "south_warehouse"),
    "southeast_east_road": ("southeast_town", "east_warehouse"),
    "southwest_south_road": ("southwest_town", "south_warehouse"),
    "southwest_west_road": ("southwest_town", "west_warehouse"),
}
NEIGHBOURS = {
    "mintopia": set(WAREHOUSES),
    "north_warehouse": {"mintopia", "northwest_north_road", "northeast_north_road"},
    "east_warehouse": {"mintopia", "northeast_east_road", "southeast_east_road"},
    "south_warehouse": {"mintopia", "southeast_south_road", "southwest_south_road"},
    "west_warehouse": {"mintopia", "northwest_west_road", "southwest_west_road"},
    "northwest_town": {"northwest_north_road", "northwest_west_road"},
    "northeast_town": {"northeast_north_road", "northeast_east_road"},
    "southeast_town": {"southeast_south_road", "southeast_east_road"},
    "southwest_town": {"southwest_south_road", "southwest_west_road"},
    **{road: set(ends) for road, ends in ROADS.items()},
}
SPACES = list(NEIGHBOURS)

ALL_MINTS = (20, 10, 8)
ALL_ORDERS = range(40)
POINTS = [2, 2, 2, 3, 3, 3, 3, 4, 4, 5] * 4
STANDING = 3

game_for = games_of(MintDelivery)
each_count = pytest.mark.parametrize("players", [2, 3, 4, 5])
more_than_two = pytest.mark.parametrize("players", [3, 4, 5])


def town(face_up, deck=()):
    """Return a town: a face-up place is an order, an order with the mints on it, or None; the deck is top first."""
    places = [(place, 0) if isinstance(place, int) else place for place in face_up]
    return {"face_up": [place and {"order": place[0], "mints": place[1]} for place in places], "deck": list(deck)}


def default_towns():
    """Return the towns as they are in a position unless a test says otherwise."""
    return {
        NW: town([15, 25], [35, 9]),
        NE: town([26, 36], [6, 19]),
        SE: town([37, 7], [17, 29]),
        SW: town([8, 18], [28, 39]),
    }


def hoard(mints):
    """Return the southwest town as it is by default, but with so many classic mints on its first order."""
    return town([(8, mints), 18], [28, 39])


def base(players=2, *, seat=0, trucks=None, unfinished=None, completed=None, towns=None, data=None, **keys):
    """Return a position in the middle of a game, at the beginning of a turn of `seat`.

    All mints not placed are in the supply, all orders not placed are out of the game.

    Parameters
    ----------
    players : int
    seat : int
        To move.
    trucks : dict of int to (str, list)
        Space and mints of a seat's truck; the others stand empty in Mintopia.
    unfinished, completed : dict of int to list
        Orders by seat; none for the others.
    towns : dict of str to dict
        See `town`; the others are as in `default_towns`.
    data : str, optional
        The data file, if it is one's own.
    **keys
        Further keys of the position. The game has the variants that these show: abilities on offer, conditions on
        roads.
    """
    trucks = by_seat(players, trucks, ("mintopia", [0, 0, 0]))
    position = {
        "game": "mint_delivery_v0",
        "players": players,
        "options": {
            "abilities": bool(keys.get("offer")),
            "road_conditions": len(keys.get("roads", ())),
            "data": data,
        },
        "seat": seat,
        "phase": "turn",
        "over": False,
        "decisions": DECISIONS,
        "actions_left": 2,
        "free_load_left": False,
        "trucks": [{"space": space, "mints": list(mints)} for space, mints in trucks],
        "dealt": [[] for _ in range(players)],
        "kept": [[] for _ in range(players)],
        "unfinished": by_seat(players, unfinished, []),
        "completed": by_seat(players, completed, []),
        "allocated": [0] * players,
        "abilities": [[] for _ in range(players)],
        "offer": [],
        "towns": {**default_towns(), **(towns or {})},
        "roads": {},
        "pending": None,
        "last_round": False,
        **keys,
    }
    elsewhere = mints_outside_supply(position)
    placed = orders_in_game(position)
    assert len(set(placed)) == len(placed), "the test puts an order in two places"
    assert all(part <= whole for part, whole in zip(elsewhere, ALL_MINTS, strict=True)), "there are not so many mints"
    position["supply"] = [whole - part for whole, part in zip(ALL_MINTS, elsewhere, strict=True)]
    position["out"] = [order for order in ALL_ORDERS if order not in placed]
    return comparable(position)


def dealing(dealt):
    """Return the position at the beginning of a game in which these orders have been dealt to the seats."""
    position = new(game_for(len(dealt)), seed=1)
    position["dealt"] = [list(orders) for orders in dealt]
    position["out"] = [order for order in ALL_ORDERS if not any(order in orders for orders in dealt)]
    return position


def tidied(position):
    """Return a position so that equal ones compare equal: `DECISIONS`, sorted lists."""
    return position | {
        "decisions": DECISIONS,
        "out": sorted(position["out"]),
        "completed": [sorted(orders) for orders in position["completed"]],
    }


def mints_outside_supply(position):
    """Return how many mints of each type are in trucks, on orders and on the way."""
    held = [sum(truck["mints"][kind] for truck in position["trucks"]) for kind in range(3)]
    places = [place for town_ in position["towns"].values() for place in town_["face_up"] if place]
    held[0] += sum(place["mints"] for place in places) + (position["pending"] or {}).get("mints", 0)
    return held


def orders_in_game(position):
    """Return every order that is in hands, before seats, completed, in decks or face up."""
    lists = [orders for key in ("dealt", "kept", "unfinished", "completed") for orders in position[key]]
    for town_ in position["towns"].values():
        lists += [town_["deck"], [place["order"] for place in town_["face_up"] if place]]
    return [order for orders in lists for order in orders]


def assert_conserved(position):
    """Assert that each of the 38 mints and of the 40 orders is in exactly one place."""
    mints = [kept + held for kept, held in zip(position["supply"], mints_outside_supply(position), strict=True)]
    assert mints == list(ALL_MINTS)
    assert min(position["supply"]) >= 0
    assert sorted(orders_in_game(position) + position["out"]) == list(ALL_ORDERS)
