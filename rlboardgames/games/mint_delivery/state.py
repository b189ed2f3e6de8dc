"""The records of Mint Delivery: the state, the tables, and the constants by which the rules name their parts."""

import numpy as np

from rlboardgames.core.records import state_dtype, tables_dtype

NONE = -1
"""An empty place: no order, no space, no road condition."""

# Component sizes (MD-1 to MD-4)
SEATS = 5
SPACES = 24  # the most that a map may have
TOWNS = 4
ORDERS = 40
DEALT = 3
FACE_UP = 2
SLOTS = 4  # unfinished orders: three, four with an ability
OFFER = 3  # abilities in play
MAX_LOAD = 5  # the largest truck
ABILITIES = 13

# Mint types
CLASSIC, SUGAR_FREE, CINNAMON = range(3)
MINT_TYPES = 3
MINTS = ("classic", "sugar-free", "cinnamon")

# Kinds of spaces
CITY, WAREHOUSE, TOWN, ROAD = range(4)
KINDS = ("city", "warehouse", "town", "road")

# Phases
PHASES = ("keep", "turn", "load_tokens", "unload", "remove_order", "pay_toll", "loading_zone")
KEEP, TURN, LOAD_TOKENS, UNLOAD, REMOVE_ORDER, PAY_TOLL, LOADING_ZONE = range(7)

# Road conditions (MD-23 to MD-28)
CONDITIONS = ("road_closed", "traffic_jam", "toll_booth", "racetrack", "loading_zone", "tunnel")
CLOSED, JAM, TOLL, RACETRACK, ZONE, TUNNEL = range(6)

# Limits of a seat: the numbers that the rules read and the abilities change (MD-21)
CAPACITY = 0  # mints in the truck
ACTIONS = 1  # per turn
MOVE_ROADS = 2  # roads in one move
UNFINISHED = 3  # orders at once
UPGRADE_COST = 4  # classic mints: 4 + SUGAR_FREE, 4 + CINNAMON (4 + CLASSIC is not used)
LOAD_AT = 7  # classic mints: 7 + kind of space
SUGAR_FREE_AT = 11  # whether possible: 11 + kind of space
CINNAMON_AT = 15  # whether possible: 15 + kind of space
FREE_LOADS = 19  # per turn
HOME = 20  # whether possible
TIP = 21  # classic mints on fulfilling
DROP_ORDER = 22  # whether possible
LIMITS = 23

STATE = state_dtype(
    [
        ("actions_left", "i1"),
        ("free_load_left", "i1"),
        ("last_round", "i1"),
        ("pending_mints", "i1"),  # that lay on the order just taken
        ("pending_space", "i1"),  # to be entered once the toll is paid, or NONE
        ("supply", "i1", (MINT_TYPES,)),
        ("space", "i1", (SEATS,)),  # where the trucks stand
        ("mints", "i1", (SEATS, MINT_TYPES)),  # in the trucks
        ("dealt", "i1", (SEATS, DEALT)),  # orders to keep or not, or NONE
        ("unfinished", "i1", (SEATS, SLOTS)),  # orders, closed up, then NONE; in phase KEEP those kept
        ("num_unfinished", "i1", (SEATS,)),
        ("completed_by", "i1", (ORDERS,)),  # the seat, or NONE
        ("num_completed", "i1", (SEATS,)),
        ("points", "i2", (SEATS,)),
        ("allocated", "i1", (SEATS,)),  # completed orders spent on abilities
        ("offer", "i1", (OFFER,)),  # abilities in play, or NONE
        ("holds", "i1", (SEATS, OFFER)),
        ("limits", "i1", (SEATS, LIMITS)),
        ("deck", "i1", (TOWNS, ORDERS)),  # bottom first, then NONE
        ("deck_size", "i1", (TOWNS,)),
        ("face_up", "i1", (TOWNS, FACE_UP)),  # orders, or NONE
        ("face_mints", "i1", (TOWNS, FACE_UP)),  # classic mints lying on them
        ("condition", "i1", (SPACES,)),  # of the road, or NONE
    ]
)
"""An order that is in none of these places is out of the game."""

TABLES = tables_dtype(
    [
        ("abilities", "i1"),  # whether variant 1 is played
        ("road_conditions", "i1"),  # how many, in variant 2
        ("mints", "i1", (MINT_TYPES,)),
        ("mint_value", "i1", (MINT_TYPES,)),
        ("start_mints", "i1", (MINT_TYPES,)),
        ("kept_points", "i1"),
        ("orders_per_deck", "i1"),
        ("limits", "i1", (LIMITS,)),
        ("num_spaces", "i1"),
        ("city", "i1"),
        ("kind", "i1", (SPACES,)),
        ("joined", "i1", (SPACES, SPACES)),  # 1 where a road joins two spaces
        ("neighbours", "<i4", (SPACES,)),  # the same as bits: bit k is space k
        ("town_space", "i1", (TOWNS,)),
        ("town_at", "i1", (SPACES,)),  # the town, or NONE
        ("num_roadsides", "i1"),  # towns by which a road condition may lie
        ("roadside_size", "i1", (TOWNS,)),
        ("roadside", "i1", (TOWNS, SPACES)),  # the movement spaces of each on which it may, then NONE
        (
            "separates",
            "<i4",
            (SPACES,),
        ),  # bit k: without this space and k the others are not joined; own bit: without it
        (
            "may_remove",
            "i1",
            (TOWNS, TOWNS),
        ),  # 1 where fulfilling in the first town removes orders of the second (MD-16)
        ("order_town", "i1", (ORDERS,)),
        ("order_mints", "i1", (ORDERS, MINT_TYPES)),
        ("order_points", "i1", (ORDERS,)),
        ("num_abilities", "i1"),
        ("ability_cost", "i1", (ABILITIES,)),
        ("ability_change", "i1", (ABILITIES, LIMITS)),  # added to the limits of a seat that holds it
    ]
)


def ranges(tables):
    """Return the lowest and the highest value of the cells of each field.

    Parameters
    ----------
    tables : record

    Returns
    -------
    dict of str to tuple
        Numbers, or arrays of the field's shape.
    """
    plays = np.arange(SEATS) < tables["num_seats"]
    has_abilities = tables["abilities"] != 0
    lower, raised = (
        change(tables["ability_change"], 0).sum(axis=0) * has_abilities for change in (np.minimum, np.maximum)
    )
    last_space = int(tables["num_spaces"]) - 1
    takes_condition = np.isin(np.arange(SPACES), tables["roadside"]) & (tables["road_conditions"] > 0)
    return {
        "actions_left": (0, tables["limits"][ACTIONS] + raised[ACTIONS]),
        "free_load_left": (0, tables["limits"][FREE_LOADS] + raised[FREE_LOADS]),
        "last_round": (0, 1),
        "pending_mints": (0, tables["mints"][CLASSIC]),
        "pending_space": (NONE, last_space),
        "supply": (0, tables["mints"]),
        "space": (0, plays * last_space),
        "mints": (0, np.outer(plays, np.minimum(tables["mints"], MAX_LOAD))),
        "dealt": (NONE, np.where(plays, ORDERS - 1, NONE)[:, None]),
        "unfinished": (NONE, np.where(plays, ORDERS - 1, NONE)[:, None]),
        "num_unfinished": (0, plays * SLOTS),
        "completed_by": (NONE, tables["num_seats"] - 1),
        "num_completed": (0, plays * ORDERS),
        "points": (0, plays * tables["order_points"].sum(dtype=int)),
        "allocated": (0, plays * ORDERS),
        "offer": (NONE, tables["num_abilities"] - 1 if has_abilities else NONE),
        "holds": (0, plays[:, None] * has_abilities),
        "limits": (np.outer(plays, tables["limits"] + lower), np.outer(plays, tables["limits"] + raised)),
        "deck": (NONE, ORDERS - 1),
        "deck_size": (0, ORDERS),
        "face_up": (NONE, ORDERS - 1),
        "face_mints": (0, tables["mints"][CLASSIC]),
        "condition": (NONE, np.where(takes_condition, len(CONDITIONS) - 1, NONE)),
    }
