"""State and table records: the headers that all games share, and packing."""

import numpy as np

__all__ = ["MAX_SEATS", "PICKER_DTYPE", "STANDING_WIDTH", "read_only", "record_dtype", "state_dtype", "tables_dtype"]

MAX_SEATS = 8
"""No game seats more."""

STANDING_WIDTH = 4
"""Columns of a standing: points and up to three tie-breakers."""

PICKER_DTYPE = np.dtype([("picker", "<u8"), ("rng", "<u8")])
"""A generator outside the states, for random play. Numba takes a record whose fields begin another's for its supertype,
so the first field is one that no state has; it is not used."""

_STATE_HEADER = [
    ("rng", "<u8"),  # the generator, see `rlboardgames.core.random`
    ("decisions", "<i4"),  # decisions taken so far
    ("tables_id", "<u4"),  # of the game, its options and data, that the state belongs to
    ("num_seats", "i1"),
    ("seat", "i1"),  # the seat to move; -1 when the game is over
    ("over", "i1"),  # 1 when the game is over
    ("phase", "i1"),  # an index into the game's ``phases``
]

_TABLES_HEADER = [
    ("max_steps", "<i4"),  # decisions until truncation
    ("num_seats", "i1"),
    ("num_teams", "i1"),
    ("reward", "i1"),  # an index into `rlboardgames.core.episode.REWARDS`
    ("team", "i1", (MAX_SEATS,)),  # the team of each seat; the seat itself without team play
]


def read_only(array):
    """Return a view of an array that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view


def record_dtype(fields):
    """Make a packed record type: fields in order of decreasing item size, padded explicitly to a multiple of 8 bytes.

    Parameters
    ----------
    fields : list of tuple
        ``(name, format)`` or ``(name, format, shape)``, as for `numpy.dtype`.

    Returns
    -------
    numpy.dtype

    Examples
    --------
    >>> record_dtype([("a", "i1"), ("b", "<i4", (2,))]).itemsize
    16
    """
    ordered = sorted(fields, key=lambda field: -np.dtype(field[1]).itemsize)
    size = np.dtype(ordered).itemsize
    if size % 8:
        ordered.append(("padding", "i1", (8 - size % 8,)))
    return np.dtype(ordered)


def state_dtype(fields):
    """Make the type of a game's state record: the common header and `fields`."""
    return record_dtype(_STATE_HEADER + fields)


def tables_dtype(fields):
    """Make the type of a game's tables, the read-only record of options and data: the common header and `fields`."""
    return record_dtype(_TABLES_HEADER + fields)
