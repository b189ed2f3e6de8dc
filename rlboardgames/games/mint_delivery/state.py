"""The records of Mint Delivery: the state, the tables, and the constants by which the rules name their parts."""

from enum import IntEnum

import numpy as np

from rlboardgames.core import records
from rlboardgames.core.records import Cells, array, number, per_seat

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


class Phase(IntEnum):
    """What the seat to move is asked for."""

    KEEP = 0
    TURN = 1
    LOAD_TOKENS = 2
    UNLOAD = 3
    REMOVE_ORDER = 4
    PAY_TOLL = 5
    LOADING_ZONE = 6


def _lowest(tables):
    return tables.limits + np.minimum(tables.ability_change, 0).sum(axis=0) * tables.abilities


def _highest(tables):
    # with all abilities; a seat holds three at most
    return tables.limits + np.maximum(tables.ability_change, 0).sum(axis=0) * tables.abilities


def _classic(tables):
    return tables.mints[CLASSIC]


def _last_space(tables):
    return tables.num_spaces - 1


def _last_ability(tables):
    return tables.num_abilities - 1 if tables.abilities else NONE


def _condition(tables):
    takes_one = np.isin(np.arange(SPACES), tables.roadside) & (tables.road_conditions > 0)
    return np.where(takes_one, len(CONDITIONS) - 1, NONE)


class State(records.State, seats=SEATS, phases=Phase):
    """The state of Mint Delivery. An order that is in none of the places is out of the game."""

    actions_left: int = number(lambda t: _highest(t)[ACTIONS])
    free_load_left: int = number(lambda t: _highest(t)[FREE_LOADS])
    last_round: int = number(1)
    pending_mints: int = number(_classic)  # that lay on the order just taken
    pending_space: int = number(_last_space, empty=NONE)  # to be entered once the toll is paid
    supply: Cells = array(MINT_TYPES, high=lambda t: t.mints)
    space: Cells = per_seat(high=_last_space)  # where the trucks stand
    mints: Cells = per_seat(MINT_TYPES, high=lambda t: np.minimum(t.mints, MAX_LOAD))  # in the trucks
    dealt: Cells = per_seat(DEALT, high=ORDERS - 1, empty=NONE)  # orders to keep or not
    unfinished: Cells = per_seat(SLOTS, high=ORDERS - 1, empty=NONE)  # orders, closed up; in phase KEEP those kept
    num_unfinished: Cells = per_seat(high=SLOTS)
    completed_by: Cells = array(ORDERS, high=lambda t: t.num_seats - 1, empty=NONE)  # the seat
    num_completed: Cells = per_seat(high=ORDERS)
    points: Cells = per_seat(high=lambda t: t.order_points.sum(), code="i2")
    allocated: Cells = per_seat(high=ORDERS)  # completed orders spent on abilities
    offer: Cells = array(OFFER, high=_last_ability, empty=NONE)  # abilities in play
    holds: Cells = per_seat(OFFER, high=lambda t: t.abilities)
    limits: Cells = per_seat(LIMITS, high=_highest, low=_lowest)
    deck: Cells = array(TOWNS, ORDERS, high=ORDERS - 1, empty=NONE)  # bottom first
    deck_size: Cells = array(TOWNS, high=ORDERS)
    face_up: Cells = array(TOWNS, FACE_UP, high=ORDERS - 1, empty=NONE)  # orders
    face_mints: Cells = array(TOWNS, FACE_UP, high=_classic)  # classic mints lying on them
    condition: Cells = array(SPACES, high=_condition, empty=NONE)  # of the road


class Tables(records.Tables):
    """Options and data of Mint Delivery."""

    abilities: int = number()  # whether variant 1 is played
    road_conditions: int = number()  # how many, in variant 2
    mints: Cells = array(MINT_TYPES)
    mint_value: Cells = array(MINT_TYPES)
    start_mints: Cells = array(MINT_TYPES)
    kept_points: int = number()
    orders_per_deck: int = number()
    limits: Cells = array(LIMITS)
    num_spaces: int = number()
    city: int = number()
    kind: Cells = array(SPACES)
    joined: Cells = array(SPACES, SPACES)  # 1 where a road joins two spaces
    neighbours: Cells = array(SPACES, code="<i4")  # the same as bits: bit k is space k
    town_space: Cells = array(TOWNS)
    town_at: Cells = array(SPACES, empty=NONE)  # the town
    num_roadsides: int = number()  # towns by which a road condition may lie
    roadside_size: Cells = array(TOWNS)
    roadside: Cells = array(TOWNS, SPACES, empty=NONE)  # the movement spaces of each on which it may
    separates: Cells = array(SPACES, code="<i4")
    """Bit k: without this space and k the others are not joined; own bit: without it."""
    may_remove: Cells = array(TOWNS, TOWNS)
    """1 where fulfilling in the first town removes orders of the second (MD-16)."""
    order_town: Cells = array(ORDERS)
    order_mints: Cells = array(ORDERS, MINT_TYPES)
    order_points: Cells = array(ORDERS)
    num_abilities: int = number()
    ability_cost: Cells = array(ABILITIES)
    ability_change: Cells = array(ABILITIES, LIMITS)  # added to the limits of a seat that holds it
