"""The descriptions of actions and observations."""

import numpy as np
import pytest

from rlboardgames.core.spec import ActionSpec, Block, Field, ObservationSpec


def test_actions_are_numbered_through_the_blocks():
    """Starts, indices, names and the described rows agree."""
    spec = ActionSpec(Block("a", ("x", "y"), "First."), Block("b", ("z",), "Second."))
    assert spec.size == 3
    assert [spec.start(block.name) for block in spec.blocks] == [0, 2]
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
    assert [spec.start(name) for name in "abc"] == [0, 6, 7]
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
