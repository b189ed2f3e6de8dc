"""The random generator: the published algorithm, unbiased, in range, the same in the interpreter."""

import json
from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from generic_cases import SCRIPTS, run_python
from random_draws import SIZES, draws, sample, shuffled

from rlboardgames.core.checks import generator_values
from rlboardgames.core.errors import OptionError

CHI_SQUARE = {2: 13.8, 5: 20.5, 6: 22.5, 9: 27.9, 23: 49.7, 51: 87.0}
"""Quantiles of 99.9 % by degrees of freedom; the seeds are fixed, so a test passes always or never."""


def _splitmix(counter):
    # the reference implementation, in Python integers
    z = counter
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
    return z ^ (z >> 31)


def _expected(n, count, rng):
    found = []
    while len(found) < count:
        rng = (rng + 0x9E3779B97F4A7C15) % 2**64
        product = (_splitmix(rng) >> 32) * n
        if product % 2**32 >= 2**32 % n:  # the unbiased part of the range
            found.append(product >> 32)
    return found, rng


def _deviation(counts, expected):
    return sum((count - expected) ** 2 / expected for count in counts)


def test_the_stream_is_that_of_the_papers():
    """SplitMix64's known first numbers, seen through its high halves."""
    known = (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F)  # of the seed 0
    assert [_splitmix((k + 1) * 0x9E3779B97F4A7C15 % 2**64) for k in range(3)] == list(known)
    assert draws(2**31, 3, value=0)[0].tolist() == [number >> 33 for number in known]


@pytest.mark.parametrize("n", SIZES)
def test_integers_are_the_reference(n):
    """Compiled draws are those of the algorithm in Python, in range, with the generator left where it should be."""
    for value in (0, 7, 2**63 + 5, 2**64 - 1):
        found, left = draws(n, 200, value)
        expected, expected_left = _expected(n, 200, value)
        assert found.tolist() == expected
        assert left == expected_left
        assert found.min() >= 0
        assert found.max() < n


def test_the_interpreter_draws_the_same():
    """With ``NUMBA_DISABLE_JIT=1`` integers and shuffles are the same, and nothing warns of an overflow."""
    process = run_python("-W", "error::RuntimeWarning", SCRIPTS / "random_draws.py", NUMBA_DISABLE_JIT="1")
    assert process.returncode == 0, process.stderr
    assert json.loads(process.stdout) == sample()


@pytest.mark.parametrize("n", [3, 6, 7, 10, 52])
def test_integers_are_uniform(n):
    """Small ranges are hit equally often."""
    counts = np.bincount(draws(n, 2000 * n)[0], minlength=n)
    assert _deviation(counts, 2000) < CHI_SQUARE[n - 1]


def test_integers_are_unbiased_where_naive_ones_are_not():
    """Of a range of 3/8 of 2**32, a product without rejection would hit every third number less often."""
    counts = np.bincount(draws(3 * 2**29, 30_000)[0] % 3, minlength=3)
    assert _deviation(counts, 10_000) < CHI_SQUARE[2]


def test_shuffles_are_uniform():
    """All 24 orders of four cards come equally often."""
    piles, _ = shuffled(range(4), 4, 24_000)
    counts = Counter(map(tuple, piles.tolist()))
    assert set(counts) == set(permutations(range(4)))
    assert _deviation(counts.values(), 1000) < CHI_SQUARE[23]


@pytest.mark.parametrize("size", [0, 1, 2, 5, 9])
def test_shuffles_leave_the_rest_alone(size):
    """Only the first cards take part, none is lost, and each swap draws once."""
    piles, left = shuffled(range(9), size, 50)
    assert (piles[:, size:] == np.arange(size, 9)).all()
    assert (np.sort(piles, axis=1) == np.arange(9)).all()
    draws_made = (left - 12345) * pow(0x9E3779B97F4A7C15, -1, 2**64) % 2**64
    assert draws_made == 50 * max(size - 1, 0)


def test_seeds_become_generators():
    """A seed goes through NumPy's `SeedSequence`, None takes the system's entropy, and what is no seed is refused."""
    for seed in (0, 1, 2**90, [1, 2]):
        expected = np.random.SeedSequence(seed).generate_state(3, np.uint64)
        assert generator_values(seed, 3).tolist() == expected.tolist()
    assert len({int(generator_values(None, 1)[0]) for _ in range(8)}) == 8
    for bad in (-1, 0.5, "seed", [1, -1], [0.5]):
        with pytest.raises(OptionError):
            generator_values(bad, 1)
