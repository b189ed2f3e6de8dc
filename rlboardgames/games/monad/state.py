"""The records of Monad: the state, the tables, and the constants by which the rules name their parts.

The sets of cards stand in one order, from low to high (MO-1); a set's place in it is its *rank*.
"""

from enum import IntEnum

import numpy as np

from rlboardgames.core import records
from rlboardgames.core.records import Cells, array, number, per_seat
from rlboardgames.core.spec import indexing

NONE = -1
"""An empty place: no card, no set."""

SEATS = 4

# Colours (MO-1): three warm ones, then three cool ones. The pairs of the Bonus cards lie FIRST_COOL apart (MO-2).
COLOURS = 6
COLOUR_NAMES = ("red", "orange", "yellow", "purple", "blue", "green")
FIRST_COOL = 3

# Ranks (MO-1)
COMMON, BI, TRI, QUAD, QUINT, MONAD = range(6)
SETS = ("common", "bi", "tri", "quad", "quint", "monad")
VALUE = (1, 3, 7, 16, 36, 80)
CARD_RANKS = 5  # a Monad is no card

# Cards in play (MO-2, MO-3)
COMMONS_DEALT = 6  # to each seat
MAX_COMMONS = SEATS * COMMONS_DEALT
MAX_CARDS = MAX_COMMONS + 4 * COLOURS  # a hand may hold them all (MO-19)


class Phase(IntEnum):
    """What the seat to move is asked for."""

    TURN = 0
    BONUS = 1
    PAYING = 2


def _commons(tables):
    return tables.num_seats * COMMONS_DEALT


def _in_pile(tables):
    return np.where(np.arange(MAX_COMMONS) < _commons(tables), COLOURS - 1, NONE)


def _copies(tables):
    # of each card, in the shape of a hand
    return np.where(np.arange(CARD_RANKS)[:, None] == COMMON, tables.num_seats, 1)


_HIGHER = np.arange(CARD_RANKS) > COMMON


class State(records.State, seats=SEATS, phases=Phase):
    """The state of Monad."""

    identity: Cells = per_seat(high=COLOURS - 1, low=0, empty=NONE)  # a colour
    hand: Cells = per_seat(CARD_RANKS, COLOURS, high=_copies)  # how many of each card
    known: Cells = per_seat(COLOURS, high=lambda t: t.num_seats)  # Commons that all know to be in that hand
    monads: Cells = per_seat(high=lambda t: t.monads_to_win)
    column: Cells = array(CARD_RANKS, COLOURS, high=np.where(_HIGHER, COLOURS - 1, NONE)[:, None], empty=NONE)
    """Colours, top first; that of the Commons stays empty."""
    column_size: Cells = array(CARD_RANKS, high=_HIGHER * COLOURS)
    draw: Cells = array(MAX_COMMONS, high=_in_pile, empty=NONE)  # colours, bottom first
    draw_size: int = number(_commons)
    discard: Cells = array(MAX_COMMONS, high=_in_pile, empty=NONE)  # colours, first discarded first
    discard_size: int = number(_commons)
    prepared: int = number(1)  # whether a trade or a completed buy was made this turn
    bonus_used: int = number(1)  # whether a bonus was taken this turn
    bonus_set: int = number(CARD_RANKS - 1, empty=NONE)  # rank of the two traded cards in phase BONUS
    target: int = number(MONAD, empty=NONE)  # rank of what is being paid for
    laid: Cells = array(
        MAX_CARDS, high=CARD_RANKS * COLOURS - 1, empty=NONE
    )  # cards of that payment in order, see `card`
    num_laid: int = number(MAX_CARDS)
    laid_value: int = number(lambda t: _commons(t) + sum(VALUE[BI:MONAD]) * COLOURS, code="i2")
    passes: int = number(lambda t: t.num_seats)  # in succession


class Tables(records.Tables):
    """Options and data of Monad."""

    monads_to_win: int = number()
    identities: Cells = array(COLOURS)  # colours of the Identity cards in play
    num_identities: int = number()


card, rank_and_colour = indexing(CARD_RANKS, COLOURS)
"""A card as one number, and back."""
