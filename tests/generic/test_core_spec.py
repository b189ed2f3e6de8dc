"""The descriptions of actions and observations."""

import pickle
from math import prod

import numpy as np
import pytest

from rlboardgames.core.spec import (
    Actions,
    ActionSpec,
    Block,
    Field,
    Observation,
    ObservationSpec,
    block,
    field,
    indexing,
)


def test_actions_are_numbered_through_the_blocks():
    """Starts, indices, names and the described rows agree."""
    spec = ActionSpec(Block("a", ("x", "y"), "First."), Block("b", ("z",), "Second."))
    assert spec.size == 3
    assert list(spec.first) == [0, 2]
    assert (spec.first.a, spec.first.b, spec.kinds.a, spec.kinds.b) == (0, 2, 0, 1)
    assert list(spec.kind) == [0, 0, 1]
    assert list(spec.place) == [0, 1, 0]
    assert pickle.loads(pickle.dumps(spec)).describe() == spec.describe()
    assert [spec.index(name) for name in spec.names] == [0, 1, 2]
    assert spec.describe() == [(0, 1, "a", "x", "First."), (2, 2, "b", "z", "Second.")]
    with pytest.raises(KeyError):
        spec.index("w")


@pytest.mark.parametrize(
    "blocks",
    [
        (Block("a", ("x", "x"), ""),),
        (Block("a", ("x",), ""), Block("b", ("x",), "")),
        (Block("a", ("x",), ""), Block("a", ("y",), "")),
    ],
)
def test_names_of_actions_and_blocks_are_unique(blocks):
    """Two actions or two blocks of one name are refused."""
    with pytest.raises(ValueError, match="same name"):
        ActionSpec(*blocks)


def test_fields_are_laid_out_in_order():
    """Starts, bounds and views of the vector follow the fields."""
    spec = ObservationSpec(
        Field("a", (2, 3), 5, "First."), Field("b", (), 1, "Second.", low=-1), Field("c", (4,), 127, ".")
    )
    assert spec.size == 11
    assert spec.starts == {"a": 0, "b": 6, "c": 7}
    assert spec.low.dtype == spec.high.dtype == np.int8
    assert spec.low.tolist() == [0] * 6 + [-1] + [0] * 4
    assert spec.high.tolist() == [5] * 6 + [1] + [127] * 4
    vector = np.arange(11, dtype=np.int8)
    parts = spec.split(vector)
    assert parts["a"].tolist() == [[0, 1, 2], [3, 4, 5]]
    assert parts["b"].shape == ()
    parts["c"][0] = 99
    assert vector[7] == 99
    assert [row[:3] for row in spec.describe()] == [(0, 5, "a"), (6, 6, "b"), (7, 10, "c")]
    with pytest.raises(ValueError, match="same name"):
        ObservationSpec(Field("a", (1,), 1, ""), Field("a", (1,), 1, ""))
    with pytest.raises(OverflowError):
        ObservationSpec(Field("a", (1,), 128, ""))


def test_declared_fields_and_blocks_are_records():
    """Their order is that of the vector; what has one cell is a number, the rest has its shape."""

    class Seen(Observation):
        turn = field((1,), 9, "One.")
        cards = field((2, 3), 5, "Six.", low=-1)

    class Mask(Actions):
        trade = block(tuple("abcdef"), "Six.", (2, 3))
        end = block(("end",), "One.")

    assert [(each.name, each.shape, each.low, each.high) for each in Seen.fields] == [
        ("turn", (1,), 0, 9),
        ("cards", (2, 3), -1, 5),
    ]
    assert Seen.dtype == np.dtype([("turn", "i1"), ("cards", "i1", (2, 3))])
    assert [(each.name, each.shape) for each in Mask.blocks] == [("trade", (2, 3)), ("end", (1,))]
    assert Mask.dtype == np.dtype([("trade", "i1", (2, 3)), ("end", "i1")])
    more = type("More", (Mask,), {"wait": block(("wait",), "One.")})
    assert [each.name for each in more.blocks] == list(more.dtype.names) == ["trade", "end", "wait"]
    with pytest.raises(ValueError, match="shape"):
        block(tuple("abc"), "Three.", (2, 2))


@pytest.mark.parametrize("shape", [(4, 3), (2, 3, 5)])
def test_places_and_indices_are_inverse(shape):
    """Cells are counted along the last axis first."""
    place, indices = (rule.py_func for rule in indexing(*shape))
    cells = list(np.ndindex(shape))
    assert [place(*cell) for cell in cells] == list(range(prod(shape)))
    assert [indices(k) for k in range(prod(shape))] == cells
