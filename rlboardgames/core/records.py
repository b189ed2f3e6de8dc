"""Records as annotated classes: one declaration says what a record holds, what a blank one is and which values can be.

A subclass of `Record` is never instantiated. Its attributes are its fields, declared with `number`, `array` or
`per_seat`; from them come the NumPy type, the blank record and the bounds of every cell. Compiled code sees records by
these names, and so do editors and type checkers: rules say ``state: State``.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum
from types import SimpleNamespace
from typing import Any, ClassVar, Protocol, TypeAlias

import numpy as np

__all__ = [
    "GENERATOR_DTYPE",
    "MAX_SEATS",
    "STANDING_WIDTH",
    "Cells",
    "Record",
    "State",
    "Tables",
    "array",
    "number",
    "per_seat",
    "read_only",
]

MAX_SEATS = 8
"""No game seats more."""

STANDING_WIDTH = 4
"""Columns of a standing: points and up to three tie-breakers."""

GENERATOR_DTYPE = np.dtype([("generator", "<u8"), ("rng", "<u8")])
"""A generator outside the states, for random play. Numba takes a record whose fields begin another's for its supertype,
so the first field is one that no state has; it is not used."""

Bound: TypeAlias = int | np.ndarray | Callable[[Any], Any]
"""The lowest or highest value of a field: a number, an array that fits the field, or either as a function of the
tables, whose numbers it sees as attributes of 64 bits."""


class Cells(Protocol):
    """A field of many cells, as rules see it."""

    def __len__(self) -> int:
        """Return the length of the first axis."""

    def __getitem__(self, index: Any) -> Any:
        """Return a cell, or a part."""

    def __setitem__(self, index: Any, value: int) -> None:
        """Set a cell, or with ``[:]`` all of them."""

    def view(self, dtype: Any) -> Any:
        """Return the bytes as cells or records of another type."""


def read_only(array: np.ndarray) -> np.ndarray:
    """Return a view of an array that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view


@dataclass(frozen=True)
class _Field:
    """What a declaration says."""

    code: str
    shape: tuple[int, ...]
    low: Bound
    high: Bound | None
    empty: int
    has_seats: bool = False

    def of(self, seats):
        """Return the field with the axis over the seats, if it has one, in front."""
        return replace(self, shape=(seats, *self.shape)) if self.has_seats else self


def _field(code, shape, high, low, empty, has_seats=False):
    return _Field(code, shape, min(empty, 0) if low is None else low, high, empty, has_seats)


def number(high: Bound | None = None, *, low: Bound | None = None, empty: int = 0, code: str = "i1") -> Any:
    """Declare a field of one number.

    Parameters
    ----------
    high, low : int, array or function of the tables
        The values that can be. A state needs `high`; `low` is 0, or `empty` if that is less.
    empty : int
        What a blank record holds.
    code : str
        NumPy type of a cell.
    """
    return _field(code, (), high, low, empty)


def array(*shape: int, high: Bound | None = None, low: Bound | None = None, empty: int = 0, code: str = "i1") -> Any:
    """Declare a field of many cells; see `number`."""
    return _field(code, shape, high, low, empty)


def per_seat(*shape: int, high: Bound | None = None, low: Bound | None = None, empty: int = 0, code: str = "i1") -> Any:
    """Declare a field with cells for each seat; see `number`. Those of a seat that does not take part stay empty."""
    return _field(code, shape, high, low, empty, has_seats=True)


class Record:
    """A packed record: fields in order of decreasing item size, padded explicitly to a multiple of 8 bytes.

    Parameters
    ----------
    seats : int
        Length of the first axis of the fields declared with `per_seat`.

    Attributes
    ----------
    dtype : numpy.dtype
    blank : record array, shape (1,)
        Read-only.

    Examples
    --------
    >>> class Pair(Record, seats=2):
    ...     points: Cells = per_seat(code="<i4")  # of each seat
    ...     place: int = number(empty=-1)
    >>> Pair.dtype.itemsize, Pair.blank["points"].tolist(), Pair.blank["place"].tolist()
    (16, [[0, 0]], [-1])
    """

    dtype: ClassVar[np.dtype]
    blank: ClassVar[np.ndarray]
    _fields: ClassVar[dict[str, _Field]]

    def __init_subclass__(cls, *, seats: int = 0, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        declared = {
            name: field
            for parent in reversed(cls.__mro__)
            for name, field in vars(parent).items()
            if isinstance(field, _Field)
        }
        cls._fields = {name: field.of(seats) for name, field in declared.items()}
        cls.dtype = _packed([(name, field.code, field.shape) for name, field in cls._fields.items()])
        blank = np.zeros(1, cls.dtype)
        for name, field in cls._fields.items():
            blank[name] = field.empty
        cls.blank = read_only(blank)


def _packed(fields):
    ordered = sorted(fields, key=lambda field: -np.dtype(field[1]).itemsize)
    size = np.dtype(ordered).itemsize
    if size % 8:
        ordered.append(("padding", "i1", (8 - size % 8,)))
    return np.dtype(ordered)


class State(Record):
    """What all states begin with.

    Parameters
    ----------
    seats : int
        The most that the game has.
    phases : enumeration
        What the seat to move is asked for.

    Attributes
    ----------
    phases : tuple of str
        Names of the phases, in small letters.
    own_fields : tuple of str
        Those that the game adds.
    seat_fields : frozenset of str
        Those with cells for each seat.

    Raises
    ------
    TypeError
        A field has no range, or its cells are of more than four bytes.
    """

    phases: ClassVar[tuple[str, ...]]
    own_fields: ClassVar[tuple[str, ...]]
    seat_fields: ClassVar[frozenset[str]]

    rng: int = number(code="<u8")  # the generator, see `rlboardgames.core.random`
    decisions: int = number(lambda tables: tables.max_steps, code="<i4")  # taken so far
    tables_id: int = number(2**32 - 1, code="<u4")  # of the game, its options and data, that the state belongs to
    num_seats: int = number(lambda tables: tables.num_seats, low=lambda tables: tables.num_seats)
    seat: int = number(lambda tables: tables.num_seats - 1, low=-1)  # to move; -1 when the game is over
    over: int = number(1)  # 1 when the game is over
    phase: int = number()  # a number of `phases`

    def __init_subclass__(cls, *, seats: int, phases: type[IntEnum], **keywords: Any) -> None:
        cls.phases = tuple(phase.name.lower() for phase in phases)
        cls.phase = number(len(phases) - 1)
        super().__init_subclass__(seats=seats, **keywords)
        cls.own_fields = tuple(name for name in cls._fields if name not in vars(State))
        cls.seat_fields = frozenset(name for name, field in cls._fields.items() if field.has_seats)
        for name, field in cls._fields.items():
            if name != "rng" and (field.high is None or cls.dtype[name].base.itemsize > 4):
                raise TypeError(f"{cls.__qualname__}.{name} has no range, or cells of more than four bytes")

    @classmethod
    def bounds(cls, tables: Any) -> np.ndarray:
        """Return the lowest and the highest value of every cell, for a game with these tables.

        Parameters
        ----------
        tables : record

        Returns
        -------
        record array, shape (2,)
            The generator, of which every value can be, is left out.
        """
        wide = {name: np.asarray(tables[name], np.int64) for name in tables.dtype.names}
        values = SimpleNamespace(**{name: value if value.ndim else int(value) for name, value in wide.items()})
        bounds = np.zeros(2, cls.dtype)
        for name, field in cls._fields.items():
            for row, bound in enumerate((field.low, field.high)):
                if name != "rng":
                    bounds[name][row] = bound(values) if callable(bound) else bound
            if field.has_seats:
                bounds[name][:, values.num_seats :] = field.empty
        return bounds


class Tables(Record):
    """What all tables, the read-only records of options and data, begin with."""

    max_steps: int = number(code="<i4")  # decisions until truncation
    num_seats: int = number()
    num_teams: int = number()
    reward: int = number()  # an index into `rlboardgames.core.episode.REWARDS`
    team: Cells = array(MAX_SEATS)  # the team of each seat; the seat itself without team play
