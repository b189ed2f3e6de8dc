"""Comparison of what environments show."""

import copy
import pickle

import numpy as np
import pytest

from rlboardgames.testing.frozen import difference, frozen


class _Thing:
    def __init__(self, value):
        self.value = value
        self.me = self


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        (float("nan"), float("nan"), None),
        (np.float32("nan"), np.float32("nan"), None),
        (0.0, -0.0, ((), "is -0.0 instead of 0.0")),
        (np.array([0.0]), np.array([-0.0]), (((0,),), "is -0.0 instead of 0.0")),
        (1, True, ((), "is True (bool) instead of 1 (int)")),
        (np.int8(1), np.int16(1), ((), "is int16 of shape () instead of int8 of shape ()")),
        (np.zeros((2, 3)), np.zeros((3, 2)), ((), "is float64 of shape (3, 2) instead of float64 of shape (2, 3)")),
        (np.eye(2), np.ones((2, 2)), (((0, 1),), "is 1.0 instead of 0.0")),
        (np.array(["a", None], object), np.array(["b", None], object), (("array", 0), "is 'b' instead of 'a'")),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, ((), "has the keys ['b', 'a'] instead of ['a', 'b']")),
        ({"a": [(1, 2)]}, {"a": [(1, 3)]}, (("a", 0, 1), "is 3 instead of 2")),
        ([1], [1, 2], ((), "is [1, 2] instead of [1]")),
        ({"x", "y"}, {"y", "x"}, None),
        (_Thing(1), _Thing(2), (("value",), "is 2 instead of 1")),
        (_Thing(1), _Thing(1), None),
        (len, len, None),
    ],
)
def test_the_first_difference_is_found(first, second, found):
    """By path; types, dtypes, shapes, signs of zero and the order of keys count; NaN is NaN, objects what they hold."""
    assert difference(frozen(first), frozen(second)) == found


def test_what_is_frozen_does_not_change():
    """Environments use their arrays and dictionaries again."""
    shown = {"board": np.zeros(3), "piles": [[1], {"a": 2}]}
    kept = frozen(shown)
    before = copy.deepcopy(kept)
    shown["board"][0] = 5
    shown["piles"][1]["a"] = 7
    shown["piles"].append(1)
    assert difference(before, kept) is None
    assert difference(kept, frozen(shown)) is not None
    assert difference(pickle.loads(pickle.dumps(kept)), kept) is None
