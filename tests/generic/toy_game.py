"""A toy for the tests of the cache, copied into a copy of the package; the tests edit its numbers."""

import sys
from importlib import import_module

import numpy as np

from rlboardgames.core import episode, verbs
from rlboardgames.core.records import STANDING_WIDTH, state_dtype, tables_dtype

points = import_module("rlboardgames.games.toy.rule").points  # written by the tests

STATE = state_dtype([("toy_index", "i1")])
TABLES = tables_dtype([("toy_points", "<i4", (2,)), ("toy_rest", "<i4", (60,))])


def _standing(tables, state, out):
    out[0, 0] = points(tables.toy_points[state.toy_index])


verbs.register(
    STATE,
    deal=lambda tables, state: None,
    legal=lambda tables, state, mask: None,
    play=lambda tables, state, action: None,
    observe=lambda tables, state, seat, out: None,
    resample=lambda tables, state, seat: None,
    standing=_standing,
    greedy=lambda tables, state: 0,
    broken_law=lambda tables, state: -1,
)


def main(index):
    """Print the points of the only seat."""
    tables, state = np.zeros(1, TABLES), np.zeros(1, STATE)
    tables["num_seats"] = tables["num_teams"] = 1
    state["toy_index"] = index
    standings, returns = np.zeros((1, STANDING_WIDTH), np.int32), np.zeros(1, np.float32)
    episode.find_outcome(tables, state, 0, standings, returns)
    print(standings[0, 0])


if __name__ == "__main__":
    main(int(sys.argv[1]))
