"""Named blocks of actions and named fields of observations: the one description from which all else is derived.

The spaces, the action names, the offsets that the rules write to, the tables in the documents and several tests come
from these two classes.
"""

from dataclasses import dataclass

import numpy as np

from rlboardgames.core.set_once import SetOnce

__all__ = ["ActionSpec", "Block", "Field", "ObservationSpec"]


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
    """

    name: str
    names: tuple[str, ...]
    meaning: str


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

    Examples
    --------
    >>> take = Block("take", ("take 1", "take 2"), "Take an order.")
    >>> actions = ActionSpec(take, Block("end", ("end turn",), "Stop."))
    >>> actions.start("end"), actions.index("take 2"), actions.names[0]
    (2, 1, 'take 1')
    """

    def __init__(self, *blocks):
        self.blocks = blocks
        self.names = tuple(name for block in blocks for name in block.names)
        self.size = len(self.names)
        self._indices = {name: index for index, name in enumerate(self.names)}
        self._starts = {}
        start = 0
        for block in blocks:
            self._starts[block.name] = start
            start += len(block.names)
        if len(self._indices) != self.size or len(self._starts) != len(blocks):
            raise ValueError("two actions or two blocks have the same name")

    def start(self, block):
        """Return the index of the first action of the block named `block`."""
        return self._starts[block]

    def index(self, name):
        """Return the index of the action named `name`; KeyError if there is none."""
        return self._indices[name]

    def describe(self):
        """Return a row ``(first, last, block, example, meaning)`` for each block."""
        return [
            (start, start + len(block.names) - 1, block.name, block.names[0], block.meaning)
            for block, start in zip(self.blocks, self._starts.values(), strict=True)
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
    def size(self):
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
    >>> spec.start("towns"), spec.size
    (3, 7)
    >>> spec.split(np.arange(7, dtype=np.int8))["towns"].tolist()
    [[3, 4], [5, 6]]
    """

    def __init__(self, *fields):
        self.fields = fields
        self._starts = {}
        start = 0
        for field in fields:
            self._starts[field.name] = start
            start += field.size
        self.size = start
        if len(self._starts) != len(fields):
            raise ValueError("two fields have the same name")
        self.low = np.concatenate([np.full(field.size, field.low, np.int8) for field in fields])
        self.high = np.concatenate([np.full(field.size, field.high, np.int8) for field in fields])

    def start(self, field):
        """Return the index of the first cell of the field named `field`."""
        return self._starts[field]

    def split(self, observation):
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

    def describe(self):
        """Return a row ``(first, last, field, shape, low, high, meaning)`` for each field."""
        return [
            (start, start + field.size - 1, field.name, field.shape, field.low, field.high, field.meaning)
            for field, start in zip(self.fields, self._starts.values(), strict=True)
        ]
