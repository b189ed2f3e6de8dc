"""JSON documents, positions and data files: every value is checked, and every refusal names the key."""

import json
import os
from pathlib import Path

from rlboardgames.core.errors import DataError, PositionError, shown

__all__ = ["Reader", "file_name", "read_json"]

_LONGEST_NAME = 40
_LONGEST_PATH = 400
_MOST_ITEMS = 2**31


def read_json(path):
    """Read a data file.

    Parameters
    ----------
    path : str, path-like or importlib.resources.abc.Traversable
        The last for the files of the package, which may lie in an archive.

    Returns
    -------
    object
        As `json.loads` returns it.

    Raises
    ------
    DataError
        Names the file and the reason.
    """
    name = file_name(path)
    if not isinstance(path, (str, os.PathLike)) and not hasattr(path, "read_text"):
        raise DataError(f"{name} is not a path")
    try:
        file = path if hasattr(path, "read_text") else Path(path)
        is_file = file.is_file()
        text = file.read_text(encoding="utf-8") if is_file else ""
    except Exception as error:  # whatever a foreign __fspath__ raises
        reason = getattr(error, "strerror", None) or error
        raise DataError(f"{name}: cannot be read as text: {reason}") from error
    if not is_file:
        raise DataError(f"{name}: there is no such file")
    try:
        return json.loads(text, object_pairs_hook=_without_doubles)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{name}: not a JSON document: {error}") from error


def file_name(path):
    """Return what a message says of a file: its path, if it is one and not too long."""
    if not isinstance(path, str) and not hasattr(path, "read_text"):  # Path and its like have a plain text
        return shown(path)
    return str(path) if len(str(path)) <= _LONGEST_PATH else shown(path)


def _without_doubles(pairs):
    document = {}
    for key, value in pairs:
        if key in document:
            raise ValueError(f"the key {shown(key)} stands twice in one object")
        document[key] = value
    return document


class Reader:
    """A value from a JSON document together with its path in it.

    Parameters
    ----------
    value : object
        As `json.load` returns it.
    path : str
        Names the value in messages.
    error : type
        Exception class that refusals raise.

    Examples
    --------
    >>> Reader({"supply": [3, 99]}, "position").at("supply").at(1).integer(0, 20)
    Traceback (most recent call last):
    ...
    rlboardgames.core.errors.PositionError: position.supply[1]: 99 is not a whole number from 0 to 20
    """

    def __init__(self, value, path, error=PositionError):
        self.value = value
        self.path = path
        self._error = error

    def refuse(self, reason):
        """Raise the error of this document: `reason`, at this path."""
        raise self._error(f"{self.path}: {reason}")

    def _child(self, key, value):
        is_index = isinstance(key, int) and abs(key) < _MOST_ITEMS
        name = key if isinstance(key, str) and len(key) <= _LONGEST_NAME else shown(key)
        path = f"{self.path}[{key}]" if is_index else f"{self.path}.{name}"
        return Reader(value, path, self._error)

    def keys(self, required, optional=()):
        """Refuse anything but an object with all of the `required` keys and none but these and the `optional` ones."""
        if not isinstance(self.value, dict):
            self.refuse(f"{shown(self.value)} is not an object")
        for key in self.value:
            if key not in required and key not in optional:
                self.refuse(f"unknown key {shown(key)}; known are {', '.join((*required, *optional))}")
        for key in required:
            if key not in self.value:
                self.refuse(f"the key {shown(key)} is missing")
        return self

    def at(self, key, default=None):
        """Return the reader of a key's or an index's value; of `default` where the key is missing."""
        if isinstance(key, int):
            return self.items(key + 1)[key]
        if not isinstance(self.value, dict):
            self.refuse(f"{shown(self.value)} is not an object")
        return self._child(key, self.value.get(key, default))

    def integer(self, low, high):
        """Return a whole number from `low` to `high`."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.refuse(f"{shown(value)} is not a whole number from {low} to {high}")
        return value

    def boolean(self):
        """Return True or False."""
        if not isinstance(self.value, bool):
            self.refuse(f"{shown(self.value)} is neither true nor false")
        return self.value

    def text(self):
        """Return a non-empty string."""
        if not isinstance(self.value, str) or not self.value:
            self.refuse(f"{shown(self.value)} is not a non-empty text")
        return self.value

    def name(self):
        """Return a string that can be printed in a table: at most 40 printable characters, no space at its ends."""
        text = self.text()
        if len(text) > _LONGEST_NAME or not text.isprintable() or text != text.strip():
            self.refuse(f"{shown(text)} is no name of at most {_LONGEST_NAME} printable characters")
        return text

    def choice(self, names):
        """Return the index in `names` of a name."""
        if not isinstance(self.value, str) or self.value not in names:
            self.refuse(f"{shown(self.value)} is none of {', '.join(map(str, names))}")
        return list(names).index(self.value)

    def items(self, low=0, high=None):
        """Return the readers of a list's elements, of which there must be `low` to `high`."""
        high_known = high is not None
        if not isinstance(self.value, list):
            self.refuse(f"{shown(self.value)} is not a list")
        if len(self.value) < low or (high_known and len(self.value) > high):
            wanted = f"{low}" if low == high else f"{low} to {high}" if high_known else f"at least {low}"
            self.refuse(f"a list of {len(self.value)} where {wanted} belong")
        return [self._child(index, value) for index, value in enumerate(self.value)]

    def entries(self):
        """Return ``(key, reader)`` of every entry of an object."""
        if not isinstance(self.value, dict):
            self.refuse(f"{shown(self.value)} is not an object")
        return [(key, self._child(key, value)) for key, value in self.value.items()]
