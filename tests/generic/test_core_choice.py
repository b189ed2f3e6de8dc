"""Random play picks the k-th legal action for a random k, wherever the legal actions stand in the mask."""

import numba
import numpy as np
import pytest
from random_draws import draws, generator

from rlboardgames.core.choice import pick_random

SIZES = (1, 2, 7, 8, 9, 15, 16, 17, 62, 64, 205, 300)


@numba.njit
def _pick_many(generators, mask, out):
    for k in range(len(out)):
        out[k] = pick_random(generators[0], mask)


def _picks(mask, count, value=12345):
    out = np.zeros(count, np.int64)
    _pick_many(generator(value), mask, out)
    return out


def _masks(size):
    rng = np.random.default_rng(size)
    yield np.ones(size, np.int8)
    for legal in (0, size // 2, size - 1):
        yield (np.arange(size) == legal).astype(np.int8)
    for density in (0.05, 0.3, 0.9):
        mask = (rng.random(size) < density).astype(np.int8)
        mask[rng.integers(size)] = 1
        yield mask


@pytest.mark.parametrize("size", SIZES)
def test_the_pick_is_the_kth_legal_action(size):
    """With the same generator, it is the legal action that a plain draw below their number counts off."""
    for mask in _masks(size):
        legal = np.flatnonzero(mask)
        numbers, _ = draws(len(legal), 500)
        assert _picks(mask, 500).tolist() == legal[numbers].tolist()


@pytest.mark.parametrize("start", range(9))
def test_a_mask_may_begin_anywhere_in_memory(start):
    """Rows of a batch of masks are seldom aligned to words."""
    memory = np.zeros(40, np.int8)
    memory[start + 3] = memory[start + 12] = memory[start + 29] = 1
    assert set(_picks(memory[start : start + 30], 100).tolist()) == {3, 12, 29}
