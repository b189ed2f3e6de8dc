"""What changed between two JSON values, and between two vectors, written shortly.

A change is a list or an object. ``[]``: the value is gone; ``[value]``: it is new; ``[at, count, values]``: of a list,
`count` elements from index `at` on have given way to `values`. An object leads to changes in the values of its keys; in
a list the keys are indices.
"""

import numpy as np

__all__ = ["apply", "cells_of", "difference", "flat_difference", "with_cells"]


def difference(old, new):
    """Return the change from one JSON value to another, None if there is none.

    Examples
    --------
    >>> difference({"seat": 0, "draw": ["a", "b", "c"]}, {"seat": 1, "draw": ["b", "c"]})
    {'seat': [1], 'draw': [0, 1, []]}
    """
    if type(old) is type(new) and old == new:
        return None
    if isinstance(old, dict) and isinstance(new, dict):
        changes = {key: difference(old[key], new[key]) if key in old else [new[key]] for key in new}
        gone: dict[str, list] = {key: [] for key in old if key not in new}
        return {key: change for key, change in {**changes, **gone}.items() if change is not None}
    if isinstance(old, list) and isinstance(new, list):
        return _list_difference(old, new)
    return [new]


def _list_difference(old, new):
    splice = _splice(old, new)
    if len(old) != len(new):
        return splice
    changes = {str(k): difference(*pair) for k, pair in enumerate(zip(old, new, strict=True))}
    changes = {key: change for key, change in changes.items() if change is not None}
    is_nested = any(isinstance(value, (dict, list)) for value in new)
    return changes if is_nested or 2 * len(changes) < len(splice[2]) else splice


def _splice(old, new):
    shorter = min(len(old), len(new))
    at = next((k for k in range(shorter) if old[k] != new[k]), shorter)
    tail = next((k for k in range(shorter - at) if old[-1 - k] != new[-1 - k]), shorter - at)
    return [at, len(old) - tail - at, new[at : len(new) - tail]]


def apply(change, old):
    """Return the value that a change leads to from `old`, which is left as it is.

    Parameters
    ----------
    change : list or dict
        As `difference` returns it.
    old : object
        JSON value.

    Raises
    ------
    ValueError
        The change does not fit.

    Examples
    --------
    >>> apply({"draw": [0, 1, []]}, {"seat": 0, "draw": ["a", "b"]})
    {'seat': 0, 'draw': ['b']}
    """
    if isinstance(change, dict):
        return _apply_inside(change, old)
    if isinstance(change, list) and len(change) == 1:
        return change[0]
    if not (isinstance(change, list) and len(change) == 3 and isinstance(old, list) and isinstance(change[2], list)):
        raise ValueError("this is no change of that value")
    at, count, values = change
    if type(at) is not int or type(count) is not int or not 0 <= at <= at + count <= len(old):
        raise ValueError(f"a list of {len(old)} has no such part")
    return [*old[:at], *values, *old[at + count :]]


def _apply_inside(change, old):
    if isinstance(old, dict):
        values = dict(old)
        for key, inner in change.items():
            if inner == []:
                if key not in values:
                    raise ValueError("there is no such key")
                del values[key]
            else:
                values[key] = apply(inner, old.get(key))
        return values
    if not isinstance(old, list):
        raise ValueError("there are no keys in that value")
    elements = list(old)
    for key, inner in change.items():
        if not (key.isascii() and key.isdigit() and len(key) < 10 and int(key) < len(elements)):
            raise ValueError("there is no such index")
        elements[int(key)] = apply(inner, elements[int(key)])
    return elements


def flat_difference(old, new, path=""):
    """Return ``(path, old, new)`` for each place at which two JSON values differ; None for what is not there."""
    if type(old) is type(new) and old == new:
        return []
    pairs = None
    if isinstance(old, dict) and isinstance(new, dict):
        pairs = [(f"{path}.{key}" if path else key, old.get(key), new.get(key)) for key in {**old, **new}]
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = [(f"{path}[{k}]", *pair) for k, pair in enumerate(zip(old, new, strict=True))]
    if pairs is None:
        return [(path, old, new)]
    return [found for inner, one, two in pairs for found in flat_difference(one, two, inner)]


def cells_of(old, new):
    """Write down which cells of an int8 vector have changed, as runs of new values.

    Parameters
    ----------
    old, new : bytes
        Of the same length.

    Returns
    -------
    str

    Examples
    --------
    >>> cells_of(bytes(5), bytes([0, 1, 2, 0, 7]))
    '1:1,2 4:7'
    """
    before, after = np.frombuffer(old, np.int8), np.frombuffer(new, np.int8)
    changed = np.flatnonzero(before != after)
    runs = np.split(changed, np.flatnonzero(np.diff(changed) > 1) + 1) if changed.size else []
    return " ".join(f"{run[0]}:{','.join(map(str, after[run].tolist()))}" for run in runs)


def with_cells(old, text):
    """Return the vector that `cells_of` has written down, from the one before.

    Raises
    ------
    ValueError
        The text does not fit.
    """
    vector = np.frombuffer(old, np.int8).copy()
    for run in text.split(" ") if text else []:
        first, _, values = run.partition(":")
        numbers = [int(value) for value in values.split(",")]
        start = int(first)
        if not 0 <= start <= start + len(numbers) <= len(vector) or not all(-128 <= value <= 127 for value in numbers):
            raise ValueError(f"a vector of {len(vector)} has no such cells")
        vector[start : start + len(numbers)] = numbers
    return vector.tobytes()
