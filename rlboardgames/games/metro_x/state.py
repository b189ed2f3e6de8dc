"""The records of Metro X: the state, the tables, and the constants by which the rules name their parts.

Stations, lines and cards are numbered from 0. A card is stored as its *face*, the number of its code among the
different ones of the deck, so that equal cards are the same.
"""

import numpy as np

from rlboardgames.core.records import state_dtype, tables_dtype

NONE = -1
"""Nothing: no decision yet, no stop there."""

# Component sizes (MX-1, MX-2): the most that a map of one's own may have
SEATS = 6
LINES = 16
STATIONS = 127
DECK = 64
MAX_WINDOWS = 4
MOST_TURNS = 10_000  # more than any deck and any map allow

# What a station holds; a transfer number otherwise
EMPTY = 0
CROSSED = -1

# How a seat completed a line
WHITE, GOLD = 1, 2

# Kinds of cards
NUMBER, SKIP, TRANSFER, FREE = range(4)

PHASES = ("decide",)

OBSERVATION_FIELDS = 13

STATE = state_dtype(
    [
        ("turn", "<i2"),  # from 1
        ("deck_size", "i1"),
        ("cards", "i1", (DECK,)),  # the deck from its bottom to its top, then the discards from the current card back
        ("decided", "<i2", (SEATS,)),  # actions of this turn, or NONE
        ("stations", "i1", (SEATS, STATIONS)),  # EMPTY, CROSSED or a transfer number
        ("windows", "i1", (SEATS, LINES)),  # still open
        ("completed", "i1", (SEATS, LINES)),  # 0, WHITE or GOLD
        ("line_points", "<i2", (SEATS,)),
        ("transfer_points", "<i2", (SEATS,)),
        ("num_empty", "i1", (SEATS,)),
        ("empty_stops", "i1", (SEATS, LINES)),  # of each line
    ]
)
"""The boards are as of the end of the previous turn until all seats have decided."""

TABLES = tables_dtype(
    [
        ("num_lines", "i1"),
        ("num_stations", "i1"),
        ("num_cards", "i1"),
        ("num_stops", "i1", (LINES,)),
        ("stop", "i1", (LINES, STATIONS)),  # the stations of a line, in order
        ("place", "i1", (STATIONS, LINES)),  # which stop of each line a station is, or NONE
        ("windows", "i1", (LINES,)),
        ("gold", "i1", (LINES,)),
        ("white", "i1", (LINES,)),
        ("transfer_value", "i1", (STATIONS,)),
        ("penalty", "i1", (STATIONS + 1,)),  # by the number of empty stations
        ("cards", "i1", (DECK,)),  # the face of each card
        ("face_kind", "i1", (DECK,)),
        ("face_value", "i1", (DECK,)),  # stations that the card fills at most
        ("face_reshuffles", "i1", (DECK,)),
        ("first_station", "<i2"),  # the action; those before it choose a line
        ("pass_action", "<i2"),  # the last action
        ("field_start", "<i2", (OBSERVATION_FIELDS,)),  # where each field of the observation begins
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
    is_card = np.arange(DECK) < tables["num_cards"]
    is_station = np.arange(STATIONS) < tables["num_stations"]
    is_line = np.arange(LINES) < tables["num_lines"]
    of_seat_and_line = np.logical_and.outer(plays, is_line)
    most_points = np.maximum(tables["gold"], tables["white"]).sum(dtype=int)
    return {
        "turn": (1, MOST_TURNS),
        "deck_size": (0, tables["num_cards"] - 1),
        "cards": (0, is_card * tables["cards"].max()),
        "decided": (NONE, np.where(plays, tables["pass_action"], NONE)),
        "stations": (np.outer(plays, is_station) * CROSSED, np.outer(plays, tables["transfer_value"])),
        "windows": (0, np.outer(plays, tables["windows"])),
        "completed": (0, of_seat_and_line * GOLD),
        "line_points": (0, plays * most_points),
        "transfer_points": (0, plays * tables["transfer_value"].sum(dtype=int)),
        "num_empty": (0, plays * tables["num_stations"]),
        "empty_stops": (0, np.outer(plays, tables["num_stops"])),
    }
