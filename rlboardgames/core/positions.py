"""Positions declared once: from one declaration come the keys, the writer, the reader and its refusals.

A *part* says how a piece of a record stands in JSON. Parts make up larger ones: `PerSeat` is a list with an entry for
each seat, `ByName` an object with a key for each name, `Keys` an object with different things. What no part can know,
that counts agree for example, a game checks afterwards.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

__all__ = [
    "At",
    "Bag",
    "ByName",
    "Choice",
    "Counts",
    "Flag",
    "Keys",
    "Number",
    "Numbers",
    "Part",
    "PerSeat",
    "Pile",
    "Place",
    "as_declared",
]

NONE = -1
"""An empty place in a record."""

Names: TypeAlias = str | Sequence[str | None] | Callable[[Any], Sequence[str]]
"""Names themselves, an attribute of the game that holds them, or a function of the game."""


class Place:
    """Where in a record a part stands: the record, and the indices on the way down, a seat for example.

    Parameters
    ----------
    game : Game
    state : record
    index : tuple of int
    once : dict
        Where each thing that is there once has been read, for `Pile`.
    """

    def __init__(self, game, state, index=(), once=None):
        self.game = game
        self.state = state
        self.index = index
        self.once = {} if once is None else once

    def inside(self, k):
        """Return the place one index further down."""
        return Place(self.game, self.state, (*self.index, k), self.once)

    def get(self, field):
        """Return what a field holds here: a number, or an array that may be written to."""
        return self.state[field][self.index] if self.index else self.state[field]

    def set(self, field, value):
        """Set what a field holds here."""
        if self.index:
            self.state[field][self.index] = value
        else:
            self.state[field] = value

    def only(self, what, number, reader):
        """Return the number of a thing that is in one place only; refuse it where it has been read before."""
        read_at = self.once.setdefault((what, number), reader.path)
        if read_at != reader.path:
            reader.refuse(f"{what} {number} is also at {read_at}")
        return number

    def names(self, names):
        """Return names: given, or the game's attribute of this name, or what a function makes of the game."""
        if isinstance(names, str):
            return getattr(self.game, names)
        return names(self.game) if callable(names) else names

    def integer(self, field, reader):
        """Return a whole number that the field may hold here, as its declaration says."""
        low, high = (bound[self.index] for bound in self.game.bounds[field])
        return reader.integer(int(np.min(low)), int(np.max(high)))


class Part:
    """How a piece of a record stands in JSON.

    Attributes
    ----------
    default : object
        What a missing key stands for; without one, the key must be there.
    """

    default: Any = None
    is_optional = False

    @property
    def form(self) -> str:
        """What it looks like, for the documents."""
        raise NotImplementedError

    def write(self, place: Place) -> Any:
        """Return what stands in a position, as JSON values."""
        raise NotImplementedError

    def read(self, place: Place, reader: Any) -> None:
        """Read it into the record; refuse what cannot be."""
        raise NotImplementedError


class Number(Part):
    """A whole number within the field's range."""

    def __init__(self, field: str, default: int | None = None) -> None:
        self.field = field
        self.default, self.is_optional = default, default is not None

    @property
    def form(self):
        return "n"

    def write(self, place):
        return int(place.get(self.field))

    def read(self, place, reader):
        place.set(self.field, place.integer(self.field, reader))


class Numbers(Part):
    """A list of whole numbers, the cells of the field's next axis; lists of lists, where it has more.

    Parameters
    ----------
    field : str
    count : callable, optional
        Returns, for a game, how many cells of the axis are in use.
    """

    def __init__(self, field: str, count: Callable[[Any], int] | None = None) -> None:
        self.field, self.count = field, count

    @property
    def form(self):
        return "[n, ...]"

    def _size(self, place):
        return len(place.get(self.field)) if self.count is None else self.count(place.game)

    def write(self, place):
        return place.get(self.field)[: self._size(place)].tolist()

    def read(self, place, reader):
        for k, item in enumerate(reader.items(self._size(place), self._size(place))):
            cell = place.inside(k)
            is_number = np.ndim(cell.get(self.field)) == 0
            (Number(self.field) if is_number else Numbers(self.field)).read(cell, item)


class Flag(Part):
    """True or false, 1 or 0 in the record."""

    def __init__(self, field: str, default: bool | None = None) -> None:
        self.field = field
        self.default, self.is_optional = default, default is not None

    @property
    def form(self):
        return "true or false"

    def write(self, place):
        return bool(place.get(self.field))

    def read(self, place, reader):
        place.set(self.field, reader.boolean())


class Choice(Part):
    """One of several names, whose index the record holds. null stands for a name None, or with `empty` for no name."""

    def __init__(self, field: str, names: Names, empty: bool = False) -> None:
        self.field, self.choices, self.empty = field, names, empty

    @property
    def form(self):
        return "name or null" if self.empty or (isinstance(self.choices, tuple) and None in self.choices) else "name"

    def write(self, place):
        value = int(place.get(self.field))
        return None if self.empty and value == NONE else place.names(self.choices)[value]

    def read(self, place, reader):
        names = list(place.names(self.choices))
        if reader.value is not None:
            place.set(self.field, reader.choice(names))
        elif None in names:
            place.set(self.field, names.index(None))
        elif not self.empty:
            reader.choice(names)


class Counts(Part):
    """How many there are of each name; those of which there are none may be left out."""

    def __init__(self, field: str, names: Names) -> None:
        self.field, self.counted = field, names

    @property
    def form(self):
        return "{name: n, ...}"

    def write(self, place):
        counts = place.get(self.field).tolist()
        return {name: count for name, count in zip(place.names(self.counted), counts, strict=False) if count}

    def read(self, place, reader):
        names = place.names(self.counted)
        for name, count in reader.keys((), tuple(names)).entries():
            k = list(names).index(name)
            place.get(self.field)[k] = place.inside(k).integer(self.field, count)


class Bag(Part):
    """Names in any order, each as often as the field counts it."""

    def __init__(self, field: str, names: Names) -> None:
        self.field, self.counted = field, names

    @property
    def form(self):
        return "[name, ...]"

    def write(self, place):
        counts = place.get(self.field).tolist()
        return [name for name, count in zip(place.names(self.counted), counts, strict=False) for _ in range(count)]

    def read(self, place, reader):
        for item in reader.items(0, 2**15):
            k = item.choice(place.names(self.counted))
            counted = place.get(self.field)
            if counted[k] == place.game.bounds[self.field][1][(*place.index, k)]:
                item.refuse(f"more of {item.value!r} than there can be")
            counted[k] += 1


class At(Part):
    """A part one index further down: at one rank of a hand, for example."""

    def __init__(self, k: int, part: Part) -> None:
        self.k, self.part = k, part

    @property
    def form(self):
        return self.part.form

    def write(self, place):
        return self.part.write(place.inside(self.k))

    def read(self, place, reader):
        self.part.read(place.inside(self.k), reader)


class Pile(Part):
    """Cards in order, as names or, without, as numbers; the rest of the field is empty.

    Parameters
    ----------
    field : str
    names : str or sequence of str, optional
    size : str, optional
        The field that says how many there are.
    top_first : bool
        Whether the position begins with the last card of the record.
    once : str, optional
        What such a card is called, of which each is in one place only.
    """

    def __init__(
        self,
        field: str,
        names: Names | None = None,
        size: str | None = None,
        top_first: bool = False,
        once: str | None = None,
    ) -> None:
        self.field, self.cards, self.size, self.top_first, self.once = field, names, size, top_first, once

    @property
    def form(self):
        return "[n, ...]" if self.cards is None else "[name, ...]"

    def write(self, place):
        cards = [int(card) for card in place.get(self.field) if card != NONE]
        cards = cards[::-1] if self.top_first else cards
        return cards if self.cards is None else [place.names(self.cards)[card] for card in cards]

    def read(self, place, reader):
        cells = place.get(self.field)
        cards = [self._card(place, item) for item in reader.items(0, len(cells))]
        cells[: len(cards)] = cards[::-1] if self.top_first else cards
        if self.size is not None:
            place.set(self.size, len(cards))

    def _card(self, place, reader):
        if self.cards is not None:
            return reader.choice(place.names(self.cards))
        card = place.integer(self.field, reader)
        return card if self.once is None else place.only(self.once, card, reader)


class Keys(Part):
    """An object: a part under each key."""

    def __init__(self, **parts: Part) -> None:
        self.parts = parts
        self.required = tuple(key for key, part in parts.items() if not part.is_optional)
        self.optional = tuple(key for key, part in parts.items() if part.is_optional)

    @property
    def form(self):
        keys = [f"{key}: {part.form}" for key, part in self.parts.items()]
        return "{" + ", ".join(keys) + "}"

    def write(self, place):
        return {key: part.write(place) for key, part in self.parts.items()}

    def read(self, place, reader):
        reader.keys(self.required, self.optional)
        self.read_keys(place, reader)

    def read_keys(self, place: Place, reader: Any) -> None:
        """Read the keys of an object that may have others, which somebody else has looked at."""
        for key, part in self.parts.items():
            part.read(place, reader.at(key, part.default))


class PerSeat(Part):
    """A list with an entry for each seat that takes part."""

    def __init__(self, part: Part) -> None:
        self.part = part

    @property
    def form(self):
        return f"[{self.part.form}, ...] by seat"

    def write(self, place):
        return [self.part.write(place.inside(seat)) for seat in range(place.game.num_players)]

    def read(self, place, reader):
        for seat, item in enumerate(reader.items(place.game.num_players, place.game.num_players)):
            self.part.read(place.inside(seat), item)


class ByName(Part):
    """An object with a key for each name: a part at each index of the fields' next axis, from `first` on."""

    def __init__(self, names: Names, part: Part, first: int = 0) -> None:
        self.named, self.part, self.first = names, part, first

    @property
    def form(self):
        return f"{{name: {self.part.form}, ...}}"

    def write(self, place):
        return {name: self.part.write(place.inside(k)) for k, name in enumerate(place.names(self.named), self.first)}

    def read(self, place, reader):
        names = tuple(place.names(self.named))
        reader.keys((), names) if self.part.is_optional else reader.keys(names)
        for k, name in enumerate(names, self.first):
            self.part.read(place.inside(k), reader.at(name, self.part.default))


def as_declared(state: Any) -> Keys:
    """Return the parts of a state record: a key for each field, with its numbers."""

    def part(name):
        has_seats = name in state.seat_fields
        cells = Numbers(name) if len(state.dtype[name].shape) > has_seats else Number(name)
        return PerSeat(cells) if has_seats else cells

    return Keys(**{name: part(name) for name in state.own_fields})
