"""Values as they are now, for later comparison: what an environment returns it may go on using."""

import enum
from collections import deque
from collections.abc import Mapping
from types import ModuleType

import numpy as np

from rlboardgames.core.errors import shown

__all__ = ["difference", "frozen"]

_PLAIN = (bool, int, float, complex, str, bytes, type(None))


def frozen(value, inside=()):
    """Return a copy of a value that consists of plain Python values and arrays only.

    Objects of other kinds become what they hold, `vars`, and those that hold nothing that can be seen their type.

    Parameters
    ----------
    value : object
    inside : tuple of int
        Identities of the objects around it, which may not be entered again.

    Returns
    -------
    object
        Can be pickled, and compared by `difference`.

    Examples
    --------
    >>> frozen({"a": (1, {"z", "y"})})
    {'a': (1, {'set': ["'y'", "'z'"]})}
    """
    if hasattr(value, "detach") and hasattr(value, "numpy"):  # a tensor
        value = value.detach().cpu().numpy()
    if isinstance(value, (np.ndarray, np.generic)):
        array = np.array(value)
        return {"array": frozen(array.tolist(), inside)} if array.dtype.hasobject else array
    if isinstance(value, enum.Enum):
        return f"{type(value).__qualname__}.{value.name}"
    if isinstance(value, _PLAIN):
        return value
    if id(value) in inside:
        return "an object that contains itself"
    inside = (*inside, id(value))
    if isinstance(value, Mapping):
        return {key if isinstance(key, (*_PLAIN, tuple)) else shown(key): frozen(value[key], inside) for key in value}
    if isinstance(value, (list, deque, range)):
        return [frozen(item, inside) for item in value]
    if isinstance(value, tuple):
        return tuple(frozen(item, inside) for item in value)
    if isinstance(value, (set, frozenset)):
        return {"set": sorted(map(repr, value))}
    if callable(value) or isinstance(value, ModuleType):
        return f"a {type(value).__qualname__}"
    return {"type": type(value).__qualname__, **frozen(getattr(value, "__dict__", {}), inside)}


def difference(first, second, path=()):
    """Find the first difference between two frozen values. NaN equals NaN, and the order of keys counts.

    Parameters
    ----------
    first, second : object
    path : tuple
        Keys and indices that lead to them.

    Returns
    -------
    tuple of (tuple, str) or None
        The path to the difference, and what the second value is instead of the first.

    Examples
    --------
    >>> difference({"a": [1, 2]}, {"a": [1, 3]})
    (('a', 1), 'is 3 instead of 2')
    """
    if type(first) is not type(second):
        return path, f"is {_typed(second)} instead of {_typed(first)}"
    if isinstance(first, np.ndarray):
        return _array_difference(first, second, path)
    if isinstance(first, dict):
        if list(first) != list(second):
            return path, f"has the keys {shown(list(second))} instead of {shown(list(first))}"
        return _first_difference(((first[key], second[key], key) for key in first), path)
    if isinstance(first, (list, tuple)):
        if len(first) != len(second):
            return path, f"is {shown(second)} instead of {shown(first)}"
        return _first_difference(((first[index], second[index], index) for index in range(len(first))), path)
    are_floats = isinstance(first, (float, complex))  # NaN is not equal to itself, and 0.0 is to -0.0
    if repr(first) != repr(second) if are_floats else first != second:
        return path, f"is {shown(second)} instead of {shown(first)}"
    return None


def _typed(value):
    return f"{shown(value)} ({type(value).__name__})"


def _first_difference(pairs, path):
    for first, second, key in pairs:
        if found := difference(first, second, (*path, key)):
            return found
    return None


def _array_difference(first, second, path):
    kinds = [f"{array.dtype} of shape {array.shape}" for array in (first, second)]
    if kinds[0] != kinds[1]:
        return path, f"is {kinds[1]} instead of {kinds[0]}"
    if first.tobytes() == second.tobytes():
        return None
    cells = [np.frombuffer(array.tobytes(), np.uint8).reshape(array.size, -1) for array in (first, second)]
    differs = (cells[0] != cells[1]).any(axis=1)
    if first.dtype.kind in "fc":
        differs &= ~(np.isnan(first) & np.isnan(second)).reshape(-1)
    if not differs.any():
        return None
    where = tuple(int(index) for index in np.unravel_index(int(differs.argmax()), first.shape))
    return (*path, where), f"is {second[where]} instead of {first[where]}"
