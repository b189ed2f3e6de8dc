"""A script: print draws of the generator as JSON; run under ``NUMBA_DISABLE_JIT=1`` it is the interpreter's version."""

import json

import numba
import numpy as np

from rlboardgames.core import random
from rlboardgames.core.compile import INTERPRETED
from rlboardgames.core.interpreter import with_views
from rlboardgames.core.records import GENERATOR_DTYPE

SIZES = (1, 2, 3, 5, 6, 7, 10, 52, 97, 255, 10**6, 2**30 + 1, 3 * 2**29, 2**31 - 1, 2**31)


def _driver(function):
    return with_views(function) if INTERPRETED else numba.njit(function)


@_driver
def draw(generators, n, out):
    """Fill `out` with draws below `n`."""
    for k in range(len(out)):
        out[k] = random.integers(generators[0], n)


@_driver
def shuffle(generators, piles, size):
    """Shuffle the first `size` cells of each row."""
    for k in range(len(piles)):
        random.shuffle(generators[0], piles[k], size)


def generator(value):
    """Return a generator that holds this value."""
    generators = np.zeros(1, GENERATOR_DTYPE)
    generators["rng"] = value
    return generators


def draws(n, count, value=12345):
    """Return draws below `n`, and what the generator holds then."""
    generators, out = generator(value), np.zeros(count, np.int64)
    draw(generators, n, out)
    return out, int(generators["rng"][0])


def shuffled(pile, size, count, value=12345):
    """Return shuffled copies of a pile, and what the generator holds then."""
    generators, piles = generator(value), np.tile(np.array(pile, np.int8), (count, 1))
    shuffle(generators, piles, size)
    return piles, int(generators["rng"][0])


def sample():
    """Return what the two versions must agree on."""
    found = {str(n): [draws(n, 12, value)[0].tolist() for value in (0, 1, 2**63, 2**64 - 1)] for n in SIZES}
    found["left"] = [draws(n, 5)[1] for n in SIZES]
    found["shuffled"] = [shuffled(range(9), size, 3)[0].tolist() for size in (0, 1, 2, 5, 9)]
    return found


if __name__ == "__main__":
    print(json.dumps(sample()))
