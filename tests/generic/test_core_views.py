"""The interpreter's views refuse what compiled code would do silently."""

import numpy as np
import pytest

from rlboardgames.core.interpreter import with_views

RECORD = np.dtype([("big", "<u8"), ("grid", "<i4", (2, 3)), ("small", "i1"), ("pile", "i1", (4,)), ("flag", "?")])


def _run(body, *arguments):
    return with_views(body)(*arguments)


def _records(count=2, writeable=True):
    records = np.zeros(count, RECORD)
    records.flags.writeable = writeable
    return records


def test_numbers_read_as_python_integers():
    """Arithmetic on what is read neither wraps nor overflows."""
    records = _records()
    records["small"][0] = 100
    records["big"][0] = 2**64 - 1
    records["pile"][0] = [5, 6, 7, 127]

    def body(states, mask):
        state = states[0]
        assert type(state.small) is type(state.pile[3]) is type(state.big) is type(mask[0]) is int
        assert state.small * 100 == 10_000
        assert state.big + 1 == 2**64
        assert 1 << mask[1] == 512
        assert list(state.pile) == [5, 6, 7, 127]
        assert len(state.pile) == 4
        assert len(states) == 2
        assert state.grid.shape == (2, 3)
        return state.pile[3] + state.pile[3]

    assert _run(body, records, np.array([1, 9], np.int8)) == 254


def test_writes_reach_the_arrays():
    """Single cells, rows and whole fields are written through, and a record can be copied whole."""
    records = _records()
    mask = np.ones(5, np.int8)
    flags = np.zeros(2, bool)
    rewards = np.zeros((2, 3), np.float32)

    def body(states, mask, flags, rewards):
        state = states[0]
        state.small = -128
        state.pile[2] = 9
        state.grid[1, 2] = 10**6
        state.grid[0][:] = 4
        state.flag = True
        states[1] = states[0]
        states[1].small += 1
        mask[:] = 0
        flags[1] = 2 > 1
        rewards[1][2] = 0.5

    _run(body, records, mask, flags, rewards)
    assert records["small"].tolist() == [-128, -127]
    assert records["pile"][1].tolist() == [0, 0, 9, 0]
    assert records["grid"][0].tolist() == [[4, 4, 4], [0, 0, 10**6]]
    assert records["flag"].all()
    assert not mask.any()
    assert flags.tolist() == [False, True]
    assert rewards[1].tolist() == [0, 0, 0.5]


OUT_OF_RANGE = {
    "cell past the end": lambda states, mask: states[0].pile[4],
    "negative cell": lambda states, mask: states[0].pile[-1],
    "row past the end": lambda states, mask: states[0].grid[2, 0],
    "column past the end": lambda states, mask: states[0].grid[0, 3],
    "cell of a row": lambda states, mask: states[0].grid[0][3],
    "negative column": lambda states, mask: states[0].grid[1, -1],
    "record past the end": lambda states, mask: states[2],
    "negative record": lambda states, mask: states[-1],
    "cell of an array": lambda states, mask: mask[3],
    "negative cell of an array": lambda states, mask: mask[-1],
    "written cell": lambda states, mask: mask.__setitem__(3, 1),
    "written cell of a record": lambda states, mask: states[0].pile.__setitem__(-1, 1),
    "written record": lambda states, mask: states.__setitem__(2, states[0]),
    "part of an array": lambda states, mask: mask.__setitem__(slice(0, 2), 1),
    "row as a cell": lambda states, mask: states[0].grid.__setitem__(0, 1),
}


@pytest.mark.parametrize("case", OUT_OF_RANGE)
def test_indices_out_of_range_are_refused(case):
    """No index outside its axis, no negative one, and no part of an array is accepted."""
    records, mask = _records(), np.zeros(3, np.int8)
    with pytest.raises((IndexError, TypeError)):
        _run(OUT_OF_RANGE[case], records, mask)
    assert not records.view(np.uint8).any()
    assert not mask.any()


def test_a_part_of_an_array_is_the_array_from_there_on():
    """Reading a part gives a view with indices of its own; it ends where the part ends."""
    mask = np.arange(8, dtype=np.int8)

    def body(mask):
        part = mask[2:6]
        assert list(part) == [2, 3, 4, 5]
        assert list(mask[5:]) == [5, 6, 7]
        assert list(mask[:2]) == [0, 1]
        assert list(part[1:3]) == [3, 4]
        part[3] = 9
        with pytest.raises(IndexError):
            part[4]

    _run(body, mask)
    assert mask.tolist() == [0, 1, 2, 3, 4, 9, 6, 7]


@pytest.mark.parametrize("part", [slice(-1, 2), slice(0, 9), slice(3, 2), slice(0, 4, 2)])
def test_parts_out_of_range_are_refused(part):
    """Compiled code would cut them off or count from the end."""
    with pytest.raises(IndexError):
        _run(lambda mask: mask[part], np.zeros(8, np.int8))


@pytest.mark.parametrize("value", [128, -129, 2**40, 1.0, 0.5, None, "1"])
def test_values_that_do_not_fit_are_refused(value):
    """A number too large for its field, or none at all, is not written."""
    records, mask = _records(), np.zeros(3, np.int8)

    def field(states, mask):
        states[0].small = value

    def cell(states, mask):
        states[0].pile[0] = value

    def array(states, mask):
        mask[0] = value

    def whole(states, mask):
        mask[:] = value

    for body in (field, cell, array, whole):
        with pytest.raises((ValueError, TypeError)):
            _run(body, records, mask)
    assert not records.view(np.uint8).any()
    assert not mask.any()


def test_unsigned_fields_refuse_negative_numbers():
    """The generator's field holds 64 bits and no sign."""

    def body(states, value):
        states[0].big = value

    records = _records()
    _run(body, records, 2**64 - 1)
    for value in (-1, 2**64):
        with pytest.raises((ValueError, OverflowError)):
            _run(body, records, value)
    assert records["big"][0] == 2**64 - 1


def test_unknown_fields_are_refused():
    """Reading or writing a field that the record does not have is an `AttributeError`."""

    def read(states):
        return states[0].nonsense

    def write(states):
        states[0].nonsense = 1

    def write_array(states):
        states[0].pile = 1

    for body in (read, write, write_array):
        with pytest.raises(AttributeError):
            _run(body, _records())


def test_tables_cannot_be_written_to():
    """A read-only array stays as it is, by cell, by field and by record."""

    def cell(tables, rows):
        tables[0].pile[0] = 1

    def field(tables, rows):
        tables[0].small = 1

    def whole(tables, rows):
        tables[0].pile[:] = 1

    def record(tables, rows):
        tables[0] = tables[1]

    def row(tables, rows):
        rows[0] = 1

    rows = np.zeros(3, np.int8)
    rows.flags.writeable = False
    for body in (cell, field, whole, record, row):
        with pytest.raises(TypeError, match="read-only"):
            _run(body, _records(writeable=False), rows)


def test_empty_arrays_can_be_passed():
    """A batch without rows is an array too."""
    assert _run(lambda rows: len(rows), np.zeros(0, np.int64)) == 0
