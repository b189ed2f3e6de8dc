"""Registration of a game's verbs, and the packing of records."""

import numpy as np
import pytest
from generic_cases import each_game

from rlboardgames.core import verbs
from rlboardgames.core.records import MAX_SEATS, record_dtype, state_dtype, tables_dtype
from rlboardgames.registry import module_of


def _implementations():
    return {
        "deal": lambda tables, state: None,
        "legal": lambda tables, state, mask: None,
        "play": lambda tables, state, action: None,
        "observe": lambda tables, state, seat, out: None,
        "resample": lambda tables, state, seat: None,
        "standing": lambda tables, state, out: None,
        "greedy": lambda tables, state: 0,
        "broken_law": lambda tables, state: -1,
    }


def test_a_record_type_is_registered_once():
    """A second registration of the same layout is refused, even as another object."""
    record = state_dtype([("verbs_test_twice", "i1")])
    verbs.register(record, **_implementations())
    for again in (record, state_dtype([("verbs_test_twice", "i1")]), np.dtype(record.descr)):
        with pytest.raises(TypeError, match="another game"):
            verbs.register(again, **_implementations())
    verbs.register(state_dtype([("verbs_test_other", "i1")]), **_implementations())


@each_game
def test_games_are_registered(name):
    """Nobody can register verbs for the record of a game of the package."""
    with pytest.raises(TypeError, match="another game"):
        verbs.register(module_of(name).game.state_dtype, **_implementations())


@pytest.mark.parametrize("verb", list(_implementations()))
def test_missing_verbs_are_refused(verb):
    """Each verb but `close` is needed; a refused registration can be repeated rightly."""
    record = state_dtype([(f"verbs_test_missing_{verb}", "i1")])
    implementations = _implementations()
    del implementations[verb]
    with pytest.raises(TypeError, match=verb):
        verbs.register(record, **implementations)
    verbs.register(record, **_implementations(), close=lambda tables, state: None)


def test_unknown_verbs_are_refused():
    """A verb that the core does not know is refused by name."""
    with pytest.raises(TypeError, match="shuffle"):
        verbs.register(state_dtype([("verbs_test_unknown", "i1")]), **_implementations(), shuffle=lambda tables: None)


@pytest.mark.parametrize("verb", [*_implementations(), "close"])
def test_wrong_parameter_names_are_refused(verb):
    """Parameters must have the declared names; a refused registration can be repeated rightly."""
    record = state_dtype([(f"verbs_test_names_{verb}", "i1")])
    for wrong in (lambda table, state: None, lambda state, tables: None, lambda: None, lambda *arguments: None):
        with pytest.raises(TypeError, match="exactly the parameters"):
            verbs.register(record, **{**_implementations(), verb: wrong})
    verbs.register(record, **_implementations())


def test_records_are_packed():
    """Fields are ordered by size, without gaps, and padded by name to a multiple of 8 bytes."""
    record = record_dtype([("a", "i1", (3,)), ("b", "<i4"), ("c", "<u8"), ("d", "<i2")])
    assert record.names == ("c", "b", "d", "a", "padding")
    assert record.itemsize == 24
    assert sum(record[name].itemsize for name in record.names) == record.itemsize
    assert record_dtype([("a", "<u8")]).names == ("a",)
    for make in (state_dtype, tables_dtype):
        assert make([("x", "i1", (5,))]).itemsize % 8 == 0


@each_game
def test_records_of_games_are_packed(name):
    """Every byte of a game's records belongs to a field, states begin alike, and seats fit."""
    game = module_of(name).game
    for record in (game.state_dtype, game.tables_dtype):
        assert sum(record[field].itemsize for field in record.names) == record.itemsize
        assert record.itemsize % 8 == 0
        assert not record.hasobject
    assert {"rng", "decisions", "num_seats", "seat", "over", "phase"} <= set(game.state_dtype.names)
    assert game.state_dtype.fields["rng"] == (np.dtype("<u8"), 0)
    assert game.player_counts[-1] <= MAX_SEATS
