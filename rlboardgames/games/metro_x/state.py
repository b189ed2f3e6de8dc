"""The records of Metro X: the state, the tables, and the constants by which the rules name their parts.

Stations, lines and cards are numbered from 0. A card is stored as its *face*, the number of its code among the
different ones of the deck, so that equal cards are the same.
"""

from enum import IntEnum

import numpy as np

from rlboardgames.core import records
from rlboardgames.core.records import Cells, array, number, per_seat

NONE = -1
"""Nothing: no decision yet, no stop there."""

# Component sizes (MX-1, MX-2): the most that a map of your own may have
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

OBSERVATION_FIELDS = 13


class Phase(IntEnum):
    """What the seat to move is asked for."""

    DECIDE = 0


def _most_points(tables):
    return np.maximum(tables.gold, tables.white).sum()


class State(records.State, seats=SEATS, phases=Phase):
    """The state of Metro X. The boards are as of the end of the previous turn until all seats have decided."""

    turn: int = number(MOST_TURNS, low=1, code="<i2")
    deck_size: int = number(lambda t: t.num_cards - 1)
    cards: Cells = array(DECK, high=lambda t: (np.arange(DECK) < t.num_cards) * t.cards.max())
    """The deck from its bottom to its top, then the discards from the current card back."""
    decided: Cells = per_seat(high=lambda t: t.pass_action, empty=NONE, code="<i2")  # actions of this turn
    stations: Cells = per_seat(  # EMPTY, CROSSED or a transfer number
        STATIONS, high=lambda t: t.transfer_value, low=lambda t: (np.arange(STATIONS) < t.num_stations) * CROSSED
    )
    windows: Cells = per_seat(LINES, high=lambda t: t.windows)  # still open
    completed: Cells = per_seat(LINES, high=lambda t: (np.arange(LINES) < t.num_lines) * GOLD)  # 0, WHITE or GOLD
    line_points: Cells = per_seat(high=_most_points, code="<i2")
    transfer_points: Cells = per_seat(high=lambda t: t.transfer_value.sum(), code="<i2")
    num_empty: Cells = per_seat(high=lambda t: t.num_stations)
    empty_stops: Cells = per_seat(LINES, high=lambda t: t.num_stops)  # of each line


class Tables(records.Tables):
    """Options and data of Metro X."""

    num_lines: int = number()
    num_stations: int = number()
    num_cards: int = number()
    num_stops: Cells = array(LINES)
    stop: Cells = array(LINES, STATIONS)  # the stations of a line, in order
    place: Cells = array(STATIONS, LINES, empty=NONE)  # which stop of each line a station is
    windows: Cells = array(LINES)
    gold: Cells = array(LINES)
    white: Cells = array(LINES)
    transfer_value: Cells = array(STATIONS)
    penalty: Cells = array(STATIONS + 1)  # by the number of empty stations
    cards: Cells = array(DECK)  # the face of each card
    face_kind: Cells = array(DECK)
    face_value: Cells = array(DECK)  # stations that the card fills at most
    face_reshuffles: Cells = array(DECK)
    first_station: int = number(code="<i2")  # the action; those before it choose a line
    pass_action: int = number(code="<i2")  # the last action
    field_start: Cells = array(OBSERVATION_FIELDS, code="<i2")  # where each field of the observation begins
