"""The records of Monad: the state, the tables, and the constants by which the rules name their parts.

The sets of cards stand in one order, from low to high (MO-1); a set's place in it is its *rank*.
"""

import numpy as np

from rlboardgames.core.records import state_dtype, tables_dtype

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

# Phases
PHASES = ("turn", "bonus", "paying")
TURN, BONUS, PAYING = range(3)

STATE = state_dtype(
    [
        ("identity", "i1", (SEATS,)),  # a colour
        ("hand", "i1", (SEATS, CARD_RANKS, COLOURS)),  # how many of each card
        ("known", "i1", (SEATS, COLOURS)),  # Commons that all know to be in that hand
        ("monads", "i1", (SEATS,)),
        ("column", "i1", (CARD_RANKS, COLOURS)),  # colours, top first, then NONE; that of the Commons stays empty
        ("column_size", "i1", (CARD_RANKS,)),
        ("draw", "i1", (MAX_COMMONS,)),  # colours, bottom first, then NONE
        ("draw_size", "i1"),
        ("discard", "i1", (MAX_COMMONS,)),  # colours, first discarded first, then NONE
        ("discard_size", "i1"),
        ("prepared", "i1"),  # whether a trade or a completed buy was made this turn
        ("bonus_used", "i1"),  # whether a bonus was taken this turn
        ("bonus_set", "i1"),  # rank of the two traded cards in phase BONUS, or NONE
        ("target", "i1"),  # rank of what is being paid for, or NONE
        ("laid", "i1", (MAX_CARDS,)),  # cards of that payment in order, each rank * COLOURS + colour, then NONE
        ("num_laid", "i1"),
        ("laid_value", "i2"),
        ("passes", "i1"),  # in succession
    ]
)

TABLES = tables_dtype(
    [
        ("monads_to_win", "i1"),
        ("identities", "i1", (COLOURS,)),  # colours of the Identity cards in play
        ("num_identities", "i1"),
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
    num_seats = int(tables["num_seats"])
    plays = np.arange(SEATS) < num_seats
    num_commons = num_seats * COMMONS_DEALT
    most_of_a_card = np.where(np.arange(CARD_RANKS) == COMMON, num_seats, 1)
    column_size = np.where(np.arange(CARD_RANKS) == COMMON, 0, COLOURS)
    pile = NONE, np.where(np.arange(MAX_COMMONS) < num_commons, COLOURS - 1, NONE)
    return {
        "identity": (np.where(plays, 0, NONE), np.where(plays, COLOURS - 1, NONE)),
        "hand": (0, np.multiply.outer(np.outer(plays, most_of_a_card), np.ones(COLOURS, int))),
        "known": (0, np.outer(plays, np.ones(COLOURS, int)) * num_seats),
        "monads": (0, plays * tables["monads_to_win"]),
        "column": (NONE, np.where(column_size, COLOURS - 1, NONE)[:, None]),
        "column_size": (0, column_size),
        "draw": pile,
        "draw_size": (0, num_commons),
        "discard": pile,
        "discard_size": (0, num_commons),
        "prepared": (0, 1),
        "bonus_used": (0, 1),
        "bonus_set": (NONE, CARD_RANKS - 1),
        "target": (NONE, MONAD),
        "laid": (NONE, CARD_RANKS * COLOURS - 1),
        "num_laid": (0, MAX_CARDS),
        "laid_value": (0, num_commons + sum(VALUE[BI:MONAD]) * COLOURS),
        "passes": (0, num_seats),
    }
