"""Registration of a game's verbs, and the packing of records."""

from enum import IntEnum

import numpy as np
import pytest
from generic_cases import each_game

from rlboardgames.core import verbs
from rlboardgames.core.records import MAX_SEATS, Record, State, Tables, array, number, per_seat
from rlboardgames.registry import module_of


class Phase(IntEnum):
    ONLY = 0


def _state(name):
    return type("Toy", (State,), {name: number(1)}, seats=1, phases=Phase)


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
    record = _state("verbs_test_twice")
    verbs.register(record, **_implementations())
    for again in (record, _state("verbs_test_twice")):
        with pytest.raises(TypeError, match="another game"):
            verbs.register(again, **_implementations())
    verbs.register(_state("verbs_test_other"), **_implementations())


@each_game
def test_games_are_registered(name):
    """Nobody can register verbs for the record of a game of the package."""
    with pytest.raises(TypeError, match="another game"):
        verbs.register(module_of(name).game.State, **_implementations())


OPTIONAL = {"settle", "resample", "greedy", "broken_law"}


@pytest.mark.parametrize("verb", sorted(_implementations().keys() - OPTIONAL))
def test_missing_verbs_are_refused(verb):
    """A refused registration can be repeated rightly."""
    record = _state(f"verbs_test_missing_{verb}")
    implementations = _implementations()
    del implementations[verb]
    with pytest.raises(TypeError, match=verb):
        verbs.register(record, **implementations)
    verbs.register(record, **_implementations())


@pytest.mark.parametrize("verb", sorted(OPTIONAL))
def test_optional_verbs_may_be_missing(verb):
    """What a game has registered is known."""
    record = _state(f"verbs_test_optional_{verb}")
    implementations = {**_implementations(), "settle": lambda tables, state: None}
    del implementations[verb]
    assert verbs.provided(record) == set()
    verbs.register(record, **implementations)
    assert verbs.provided(record) == implementations.keys()


def test_unknown_verbs_are_refused():
    """A verb that the core does not know is refused by name."""
    with pytest.raises(TypeError, match="shuffle"):
        verbs.register(_state("verbs_test_unknown"), **_implementations(), shuffle=lambda tables: None)


@pytest.mark.parametrize("verb", [*_implementations(), "settle"])
def test_wrong_parameter_names_are_refused(verb):
    """Parameters must have the declared names; a refused registration can be repeated rightly."""
    record = _state(f"verbs_test_names_{verb}")
    for wrong in (lambda table, state: None, lambda state, tables: None, lambda: None, lambda *arguments: None):
        with pytest.raises(TypeError, match="exactly the parameters"):
            verbs.register(record, **{**_implementations(), verb: wrong})
    verbs.register(record, **_implementations())


def test_records_are_packed():
    """Fields are ordered by size, without gaps, and padded by name to a multiple of 8 bytes."""

    class Mixed(Record):
        a = array(3)
        b = number(code="<i4")
        c = number(code="<u8")
        d = number(code="<i2")

    assert Mixed.dtype.names == ("c", "b", "d", "a", "padding")
    assert Mixed.dtype.itemsize == 24
    assert sum(Mixed.dtype[name].itemsize for name in Mixed.dtype.names) == Mixed.dtype.itemsize
    assert type("Whole", (Record,), {"a": number(code="<u8")}).dtype.names == ("a",)
    assert _state("x").dtype.itemsize % 8 == 0
    assert type("Odd", (Tables,), {"x": array(5)}).dtype.itemsize % 8 == 0


def test_a_blank_record_holds_what_its_fields_say():
    """Empty places are -1 where that is declared, everything else is 0; and nobody can write to it."""
    blank = type(
        "Blank", (Record,), {"a": array(2, 3, empty=-1), "b": number(), "c": per_seat(2, empty=-1)}, seats=4
    ).blank
    assert blank["a"].shape == (1, 2, 3)
    assert blank["c"].shape == (1, 4, 2)
    assert (blank["a"] == -1).all()
    assert (blank["c"] == -1).all()
    assert blank["b"] == 0
    with pytest.raises(ValueError, match="read-only"):
        blank["b"] = 1


def test_bounds_follow_the_tables():
    """Ranges may depend on the tables, computed without overflow; a seat that does not take part has its blank only."""

    class Bounded(State, seats=3, phases=Phase):
        bounds_a = per_seat(high=lambda tables: tables.many - 100, low=2, empty=-1)
        bounds_b = array(2, high=np.array([5, 6]))

    tables = type("Many", (Tables,), {"many": number()}).blank.copy()
    tables["num_seats"], tables["many"], tables["max_steps"] = 2, 127, 9
    low, high = Bounded.bounds(tables[0])
    assert low["bounds_a"].tolist() == [2, 2, -1]
    assert high["bounds_a"].tolist() == [27, 27, -1]
    assert high["bounds_b"].tolist() == [5, 6]
    assert (low["seat"], high["seat"], low["num_seats"], high["decisions"], high["phase"]) == (-1, 1, 2, 9, 0)


@pytest.mark.parametrize("field", [number(), array(3, code="<u8", high=1)])
def test_fields_without_a_range_are_refused(field):
    """A field of a state says which values can be, in cells of four bytes at most."""
    with pytest.raises(TypeError, match="lost"):
        type("Wrong", (State,), {"lost": field}, seats=1, phases=Phase)


@each_game
def test_records_of_games_are_packed(name):
    """Every byte of a game's records belongs to a field, states begin alike, and seats fit."""
    game = module_of(name).game
    for record in (game.State.dtype, game.Tables.dtype):
        assert sum(record[field].itemsize for field in record.names) == record.itemsize
        assert record.itemsize % 8 == 0
        assert not record.hasobject
    assert {"rng", "decisions", "num_seats", "seat", "over", "phase"} <= set(game.state_dtype.names)
    assert game.state_dtype.fields["rng"] == (np.dtype("<u8"), 0)
    assert game.player_counts[-1] <= MAX_SEATS
