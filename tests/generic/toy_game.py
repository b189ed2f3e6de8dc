"""A toy for the tests of the cache, copied into a copy of the package; the tests edit its numbers."""

import sys
from enum import IntEnum
from importlib import import_module

import numpy as np

from rlboardgames.core import drivers, verbs
from rlboardgames.core.records import STANDING_WIDTH, State, Tables, array, number

points = import_module("rlboardgames.games.toy.rule").points  # written by the tests


class Phase(IntEnum):
    ONLY = 0


class Toy(State, seats=1, phases=Phase):
    toy_index = number(1)


class Points(Tables):
    toy_points = array(2, code="<i4")
    toy_rest = array(60, code="<i4")


def _standing(tables, state, out):
    out[0, 0] = points(tables.toy_points[state.toy_index])


verbs.register(
    Toy,
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
    tables, state = Points.blank.copy(), Toy.blank.copy()
    tables["num_seats"] = tables["num_teams"] = 1
    state["toy_index"] = index
    standings, returns = np.zeros((1, STANDING_WIDTH), np.int32), np.zeros(1, np.float32)
    drivers.outcome(tables, state, 0, standings, returns)
    print(standings[0, 0])


if __name__ == "__main__":
    main(int(sys.argv[1]))
