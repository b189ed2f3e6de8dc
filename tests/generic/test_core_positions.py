"""Parts of positions: what one writes it reads, and what it refuses it names."""

from enum import IntEnum

import numpy as np
import pytest

from rlboardgames.core import positions as p
from rlboardgames.core.documents import Reader
from rlboardgames.core.errors import PositionError
from rlboardgames.core.records import State, Tables, array, number, per_seat

COLOURS = ("red", "blue", "green")


class Phase(IntEnum):
    ONLY = 0


class Toy(State, seats=3, phases=Phase):
    counts = per_seat(3, high=4)
    pile = array(5, high=2, empty=-1)
    size = number(5)
    flag = number(1)
    choice = number(2, empty=-1)
    grid = array(2, 3, high=9, low=-3)


class FakeGame:
    num_players = 2
    colours = COLOURS
    bounds = Toy.bounds(np.full(1, 2, "i1").repeat(Tables.dtype.itemsize).view(Tables.dtype)[0])  # of two seats


PARTS = {
    "counts": (p.PerSeat(p.Counts("counts", "colours")), [{"red": 2}, {"blue": 1, "green": 4}]),
    "bag": (p.PerSeat(p.Bag("counts", COLOURS)), [["red", "red"], ["blue"]]),
    "pile": (p.Pile("pile", "colours", size="size"), ["blue", "red", "blue"]),
    "top first": (p.Pile("pile", lambda game: game.colours, size="size", top_first=True), ["blue", "red"]),
    "numbered": (p.Pile("pile", once="card"), [2, 0]),
    "flag": (p.Flag("flag"), True),
    "choice": (p.Choice("choice", COLOURS), "green"),
    "empty": (p.Choice("choice", COLOURS, empty=True), None),
    "none": (p.Choice("choice", (None, "white")), None),
    "numbers": (p.Numbers("grid"), [[1, 2, -3], [0, 9, 4]]),
    "some": (p.At(1, p.Numbers("grid", count=lambda game: 2)), [7, 8]),
    "by name": (p.ByName(("a", "b"), p.Numbers("grid")), {"a": [1, 2, 3], "b": [4, 5, 6]}),
    "keys": (p.Keys(size=p.Number("size"), flag=p.Flag("flag", default=False)), {"size": 3, "flag": True}),
}


def _read(part, value):
    state = Toy.blank.copy()[0]
    part.read(p.Place(FakeGame, state), Reader(value, "toy"))
    return state


@pytest.mark.parametrize("name", PARTS)
def test_what_is_written_is_read(name):
    """The value comes back, and the form is said."""
    part, value = PARTS[name]
    assert part.write(p.Place(FakeGame, _read(part, value))) == value
    assert part.form


def test_what_is_missing_has_its_default():
    """Keys with a default may be left out, others may not."""
    part, _ = PARTS["keys"]
    assert part.write(p.Place(FakeGame, _read(part, {"size": 3}))) == {"size": 3, "flag": False}
    with pytest.raises(PositionError, match="toy: the key 'size' is missing"):
        _read(part, {"flag": True})


def test_piles_lie_as_they_are_said_to():
    """The last cell in use is the top."""
    assert _read(*PARTS["top first"])["pile"].tolist() == [0, 1, -1, -1, -1]
    state = _read(*PARTS["pile"])
    assert state["pile"].tolist() == [1, 0, 1, -1, -1]
    assert state["size"] == 3


REFUSED = [
    ("counts", [{"red": 5}, {}], r"toy\[0\].red"),
    ("counts", [{"pink": 1}, {}], r"toy\[0\]: unknown key 'pink'"),
    ("counts", [{}], "toy: a list of 1 where 2 belong"),
    ("bag", [["red"] * 5, []], r"toy\[0\]\[4\]: more of 'red'"),
    ("pile", ["red"] * 6, "toy: a list of 6"),
    ("pile", ["pink"], r"toy\[0\]: 'pink' is none of"),
    ("numbered", [1, 1], r"toy\[1\]: card 1 is also at toy\[0\]"),
    ("numbered", [3], r"toy\[0\]: 3 is not"),
    ("flag", 1, "toy: 1 is neither"),
    ("choice", None, "toy"),
    ("none", "black", "toy: 'black'"),
    ("numbers", [[1, 2, -4], [0, 0, 0]], r"toy\[0\]\[2\]: -4 is not a whole number from -3 to 9"),
    ("numbers", [[1, 2], [0, 0, 0]], r"toy\[0\]: a list of 2"),
    ("by name", {"a": [0, 0, 0]}, "toy: the key 'b' is missing"),
    ("keys", {"size": 6}, "toy.size: 6"),
    ("keys", [], "toy"),
]


@pytest.mark.parametrize(("name", "value", "words"), REFUSED)
def test_what_cannot_be_is_refused_by_its_path(name, value, words):
    """The message begins with where it stands."""
    with pytest.raises(PositionError, match=words):
        _read(PARTS[name][0], value)
