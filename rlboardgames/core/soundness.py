"""Whether a state is sound: every cell within its range, and the cells in agreement with each other.

Compiled code trusts the states that it works on. A state from outside is therefore looked at whole before rules see it:
its header, the range of every cell, and the laws of its game, such as that each card is in exactly one place. From a
sound state on, rules leave no array and end every loop.
"""

import numpy as np

from rlboardgames.core import episode, verbs
from rlboardgames.core.compile import compiled, rule

__all__ = [
    "OUT_OF_RANGE",
    "SOUND",
    "WRONG_HEADER",
    "count_four",
    "find_fault",
    "first_unplayable",
    "is_pile",
    "make_edges",
    "out_of_range",
]

SOUND, OUT_OF_RANGE, WRONG_HEADER = -1, -2, -3
"""What `find_fault` returns; from 0 on, the law that is broken."""


def make_edges(state_dtype):
    """Return where in a record the cells of four bytes, of two and of one begin, and its end: int64, shape (4,)."""
    starts = [
        min(offset for field, offset in _fields(state_dtype) if field.base.itemsize <= size) for size in (4, 2, 1)
    ]
    return np.array([*starts, state_dtype.itemsize])


def _fields(state_dtype):
    return [(field, offset) for field, offset, *_ in state_dtype.fields.values()]


def out_of_range(record, bounds):
    """Return words for the first cell of a record that is out of its range."""
    for name in bounds.dtype.names:
        outside = (record[name] < bounds[name][0]) | (record[name] > bounds[name][1])
        if name != "rng" and outside.any():
            cell = np.argwhere(outside)[0].tolist()
            value, low, high = (np.asarray(each)[tuple(cell)] for each in (record[name], *bounds[name]))
            return f"{name}{cell or ''} is {value}, where {f'{low} to {high}' if low < high else low} can be"
    return "no cell is out of range"


@rule
def _in_range(cells, low, high):
    # without a branch, and on parts of arrays, so that many cells are compared at once: 40 instead of 900 ns
    outside = False
    for k in range(len(cells)):
        outside = outside | (cells[k] < low[k]) | (cells[k] > high[k])
    return not outside


@rule
def _part_in_range(bounds, cells, size, i, first, stop):
    # `size` cells make a record
    return _in_range(cells[i * size + first : i * size + stop], bounds[first:stop], bounds[size + first : size + stop])


@rule
def _all_in_range(bounds, edges, states, i):
    size = edges[3]
    return (
        _part_in_range(bounds.view(np.int32), states.view(np.int32), size // 4, i, edges[0] // 4, edges[1] // 4)
        and _part_in_range(bounds.view(np.int16), states.view(np.int16), size // 2, i, edges[1] // 2, edges[2] // 2)
        and _part_in_range(bounds.view(np.int8), states.view(np.int8), size, i, edges[2], size)
    )


@rule
def _fault(tables, bounds, edges, states, i):
    if not _all_in_range(bounds, edges, states, i):
        return OUT_OF_RANGE
    state = states[i]
    is_running = state.over == 0 and state.seat >= 0 and state.decisions < tables[0].max_steps
    has_ended = state.over == 1 and state.seat == -1
    return verbs.broken_law(tables[0], state) if is_running or has_ended else WRONG_HEADER


@compiled
def find_fault(tables, bounds, edges, states, i):
    """Return what is wrong with record `i`: SOUND, OUT_OF_RANGE, WRONG_HEADER or the index of a law."""
    return _fault(tables, bounds, edges, states, i)


@compiled
def first_unplayable(tables, bounds, edges, states, mask):
    """Return the index of the first record that is not sound, is over or allows no action; their number if none is."""
    for i in range(len(states)):
        if _fault(tables, bounds, edges, states, i) != SOUND:
            return i
        episode.write_legal(tables[0], states[i], mask)
        num_legal = 0
        for action in range(len(mask)):
            num_legal += mask[action]
        if num_legal == 0:
            return i
    return len(states)


@rule
def is_pile(cells, size):
    """Return whether exactly the first `size` cells hold something: the others are -1."""
    wrong = False
    for k in range(len(cells)):
        wrong = wrong | ((cells[k] == -1) != (k >= size))
    return not wrong


@rule
def count_four(cells, size, first):
    """Return how often the values from `first` to ``first + 3`` are among the first `size` cells.

    The four counts stand side by side in one number, 16 bits each: so a pile is gone through four times less often.
    """
    counts = 0
    for k in range(size):
        kind = cells[k] - first
        counts += ((kind >= 0) & (kind < 4)) << 16 * (kind & 3)
    return counts
