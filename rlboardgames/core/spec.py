"""Named blocks of actions and named fields of observations: the one description from which all else is derived.

Games declare both as annotated classes, subclasses of `Actions` and `Observation`, so that rules write
``mask.trade[rank, warm, cool] = 1``. The spaces, the action names, the tables in the documents and several tests come
from the same declarations.
"""

from collections import namedtuple
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import prod
from typing import Any, ClassVar

import numpy as np

from rlboardgames.core.compile import constants, rule
from rlboardgames.core.set_once import SetOnce

__all__ = ["ActionSpec", "Actions", "Block", "Field", "Observation", "ObservationSpec", "block", "field", "indexing"]


@dataclass(frozen=True)
class Block:
    """A run of consecutive actions of one kind.

    Parameters
    ----------
    name : str
        Of the block.
    names : tuple of str
        Of its actions, in order.
    meaning : str
        One sentence for the documents.
    shape : tuple of int, optional
        By which rules index the block; by default it has one axis. One of shape (1,) is a number to the rules.
    """

    name: str
    names: tuple[str, ...]
    meaning: str
    shape: tuple[int, ...] = ()

    def __post_init__(self):
        if not self.shape:
            object.__setattr__(self, "shape", (len(self.names),))
        if prod(self.shape) != len(self.names):
            raise ValueError(f"{len(self.names)} actions do not make a block of shape {self.shape}")


class ActionSpec(SetOnce):
    """All actions of a game: a sequence of blocks.

    Parameters
    ----------
    *blocks : Block
        In the order of the action indices.

    Attributes
    ----------
    blocks : tuple of Block
    names : tuple of str
        Name of each action; a bijection with the indices.
    size : int
    first : namedtuple of int
        The first action of each block.
    kinds : namedtuple of int
        The number of each block.
    kind, place : constants of int16
        For each action the number of its block, and its place there, as compiled rules read them.

    Examples
    --------
    >>> take = Block("take", ("take 1", "take 2"), "Take an order.")
    >>> actions = ActionSpec(take, Block("end", ("end turn",), "Stop."))
    >>> actions.first.end, actions.index("take 2"), actions.names[0]
    (2, 1, 'take 1')
    >>> int(actions.kind[1]) == actions.kinds.take, int(actions.place[1])
    (True, 1)
    """

    def __init__(self, *blocks):
        self.blocks = blocks
        self.names = tuple(name for block in blocks for name in block.names)
        self.size = len(self.names)
        self._indices = {name: index for index, name in enumerate(self.names)}
        names = [block.name for block in blocks]
        if len(self._indices) != self.size or len(set(names)) != len(names):
            raise ValueError("two actions or two blocks have the same name")
        sizes = [len(block.names) for block in blocks]
        self.first: Any = namedtuple("First", names)(*_starts(sizes))
        self.kinds: Any = namedtuple("Kinds", names)(*range(len(names)))
        self.kind = constants(np.repeat(np.arange(len(names)), sizes))
        self.place = constants(np.concatenate([np.arange(size) for size in sizes]))

    def __reduce__(self):
        return ActionSpec, self.blocks  # named tuples made here have no home to be unpickled from

    def index(self, name: str) -> int:
        """Return the index of the action named `name`; KeyError if there is none."""
        return self._indices[name]

    def describe(self) -> list[tuple[int, int, str, str, str]]:
        """Return a row ``(first, last, block, example, meaning)`` for each block."""
        return [
            (start, start + len(block.names) - 1, block.name, block.names[0], block.meaning)
            for block, start in zip(self.blocks, self.first, strict=True)
        ]


@dataclass(frozen=True)
class Field:
    """A run of consecutive cells of the observation vector.

    Parameters
    ----------
    name : str
        Of the field.
    shape : tuple of int
        Seats, where an axis runs over them, are relative: 0 is the observing seat, 1 the next one clockwise.
    high : int
        Largest value, at most 127.
    meaning : str
        One sentence for the documents.
    low : int
        Smallest value.
    """

    name: str
    shape: tuple[int, ...]
    high: int
    meaning: str
    low: int = 0

    @property
    def size(self) -> int:
        """Number of cells."""
        return int(np.prod(self.shape, dtype=int))


class ObservationSpec(SetOnce):
    """The observation vector of a game: a sequence of fields, flat, int8.

    Parameters
    ----------
    *fields : Field
        In the order of the vector.

    Attributes
    ----------
    fields : tuple of Field
    size : int
        Length of the vector.
    low, high : ndarray of int8, shape (size,)
        Bounds of each cell.

    Examples
    --------
    >>> spec = ObservationSpec(Field("hand", (3,), 9, "My cards."), Field("towns", (2, 2), 1, "Towns."))
    >>> spec.size
    7
    >>> spec.split(np.arange(7, dtype=np.int8))["towns"].tolist()
    [[3, 4], [5, 6]]
    """

    def __init__(self, *fields):
        self.fields = fields
        sizes = [field.size for field in fields]
        self.size = sum(sizes)
        self._starts = dict(zip((field.name for field in fields), _starts(sizes), strict=True))
        if len(self._starts) != len(fields):
            raise ValueError("two fields have the same name")
        self.low = np.concatenate([np.full(field.size, field.low, np.int8) for field in fields])
        self.high = np.concatenate([np.full(field.size, field.high, np.int8) for field in fields])

    @property
    def starts(self) -> dict[str, int]:
        """Index of the first cell of each field, by name."""
        return dict(self._starts)

    def split(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """Return a view of each field of an observation vector, by name.

        Parameters
        ----------
        observation : ndarray, shape (size,)

        Returns
        -------
        dict of str to ndarray
        """
        return {
            field.name: observation[start : start + field.size].reshape(field.shape)
            for field, start in zip(self.fields, self._starts.values(), strict=True)
        }

    def describe(self) -> list[tuple[int, int, str, tuple[int, ...], int, int, str]]:
        """Return a row ``(first, last, field, shape, low, high, meaning)`` for each field."""
        return [
            (start, start + field.size - 1, field.name, field.shape, field.low, field.high, field.meaning)
            for field, start in zip(self.fields, self._starts.values(), strict=True)
        ]


def _starts(sizes):
    return np.cumsum([0, *sizes])[:-1].tolist()


def field(shape: tuple[int, ...], high: int, meaning: str, low: int = 0) -> Any:
    """Declare a field of an observation; see `Field`. One of shape (1,) is a number to the rules."""
    return Field("", shape, high, meaning, low)


def block(names: tuple[str, ...], meaning: str, shape: tuple[int, ...] = ()) -> Any:
    """Declare a block of actions; see `Block`."""
    return Block("", names, meaning, shape)


class _Cells:
    """The cells of a vector by name: a record of int8."""

    dtype: ClassVar[np.dtype]

    @classmethod
    def _declared(cls, kind):
        declared = {name: value for parent in reversed(cls.__mro__) for name, value in vars(parent).items()}
        parts = [replace(value, name=name) for name, value in declared.items() if isinstance(value, kind)]
        cls.dtype = np.dtype([(part.name, "i1", () if part.shape == (1,) else part.shape) for part in parts])
        return tuple(parts)


class Observation(_Cells):
    """An observation, or a part of one, as rules write it: fields declared with `field`, in the order of the vector.

    Attributes
    ----------
    fields : tuple of Field
    dtype : numpy.dtype
        The record through which rules see the vector.

    Examples
    --------
    >>> from rlboardgames.core.records import Cells
    >>> class Table(Observation):
    ...     hand: Cells = field((3,), 9, "My cards.")
    ...     turn: int = field((1,), 99, "From 1.")
    >>> ObservationSpec(*Table.fields).size, Table.dtype.names
    (4, ('hand', 'turn'))
    """

    fields: ClassVar[tuple[Field, ...]]

    def __init_subclass__(cls) -> None:
        cls.fields = cls._declared(Field)


class Actions(_Cells):
    """All actions of a game, or a part of them, as rules see their mask: blocks declared with `block`, in order.

    Attributes
    ----------
    blocks : tuple of Block
    dtype : numpy.dtype
        The record through which rules see the mask.

    Examples
    --------
    >>> from rlboardgames.core.records import Cells
    >>> class Moves(Actions):
    ...     take: Cells = block(("take 1", "take 2"), "Take an order.")
    ...     end: int = block(("end turn",), "Stop.")
    >>> ActionSpec(*Moves.blocks).names
    ('take 1', 'take 2', 'end turn')
    """

    blocks: ClassVar[tuple[Block, ...]]

    def __init_subclass__(cls) -> None:
        cls.blocks = cls._declared(Block)


def indexing(*shape: int) -> tuple[Callable[..., int], Callable[[int], Any]]:
    """Make the rules that count the cells of an array: from indices to the place, and from the place to the indices.

    Parameters
    ----------
    *shape : int
        Of two or three axes.

    Returns
    -------
    place, indices : callable

    Examples
    --------
    >>> place, indices = indexing(5, 3, 3)
    >>> place.py_func(2, 0, 1), indices.py_func(19)  # rules are called by compiled code only
    (19, (2, 0, 1))
    """
    last = shape[-1]
    if len(shape) == 2:
        return rule(lambda i, j: i * last + j), rule(lambda k: (k // last, k % last))
    middle = shape[1]
    return (
        rule(lambda i, j, k: (i * middle + j) * last + k),
        rule(lambda p: (p // last // middle, p // last % middle, p % last)),
    )
