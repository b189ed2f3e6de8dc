"""Checks of what users pass in, each with an exception of ours."""

import math
import numbers
import operator
import sys
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from rlboardgames.core.errors import OptionError, UsageError, shown

__all__ = [
    "MAX_GAMES",
    "Seed",
    "action_array",
    "action_number",
    "finite_number",
    "first_illegal",
    "generator_values",
    "index_array",
    "one_of",
    "position_in",
    "whole_number",
    "whole_seed",
]


Seed: TypeAlias = int | Sequence[int] | None
"""What seeds a generator, as for `numpy.random.SeedSequence`: a number, several, or None for entropy of the system."""

MAX_GAMES = 2**24
"""Most games side by side."""


def whole_number(name, value, low, high=2**63 - 1):
    """Return a keyword's value as an int.

    Parameters
    ----------
    name : str
        Of the keyword, for the message.
    value : object
        An int or NumPy integer from `low` to `high`; a bool is none.
    low, high : int

    Raises
    ------
    OptionError
    """
    if not _is_whole(value) or not low <= value <= high:
        wanted = f"from {low} on" if high == 2**63 - 1 else f"from {low} to {high}"
        raise OptionError(f"{name}={shown(value)} is not a whole number {wanted}")
    return int(value)


def _is_whole(value):
    # NumPy takes a span of time for an integer
    return isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.timedelta64))


def finite_number(name, value, low=-math.inf):
    """Return a keyword's value as a float.

    Parameters
    ----------
    name : str
        Of the keyword, for the message.
    value : object
        A real number from `low` on, not infinite; a bool is none.
    low : float

    Raises
    ------
    OptionError
    """
    is_number = isinstance(value, numbers.Real) and not isinstance(value, bool)
    if not is_number or not low <= value <= sys.float_info.max or not value >= -sys.float_info.max:
        raise OptionError(
            f"{name}={shown(value)} is not a finite number{'' if low == -math.inf else f' from {low} on'}"
        )
    return float(value)


def one_of(name, value, choices):
    """Return a keyword's value if it is one of `choices`, texts or None.

    Parameters
    ----------
    name : str
        Of the keyword, for the message.
    value : object
    choices : tuple

    Raises
    ------
    OptionError
    """
    if not (value is None or isinstance(value, str)) or value not in choices:
        raise OptionError(f"{name}={shown(value)} is none of {', '.join(map(repr, choices))}")
    return value


def generator_values(seed, count, stream=0):
    """Expand a seed into independent 64-bit values, each the start of a generator.

    Parameters
    ----------
    seed : int, sequence of int or None
        Python or NumPy integers of any size, not negative; None takes entropy from the operating system.
    count : int
    stream : int
        For further values of the same seed, independent of the others and of how many of these there are.

    Returns
    -------
    ndarray of uint64, shape (count,)
        The first of them do not depend on `count`.

    Raises
    ------
    OptionError

    Examples
    --------
    >>> bool((generator_values(7, 2) == generator_values(7, 2)).all())
    True
    """
    entropy: int | list[int] | None
    if isinstance(seed, (list, tuple)) or (isinstance(seed, np.ndarray) and seed.ndim == 1):
        entropy = [whole_seed(part) for part in seed]
    else:
        entropy = None if seed is None else whole_seed(seed)
    sequence = np.random.SeedSequence(entropy, spawn_key=(stream,) if stream else ())
    return sequence.generate_state(count, np.uint64)


def whole_seed(seed):
    """Return a seed as an int.

    Parameters
    ----------
    seed : object
        A Python or NumPy integer of any size, not negative; a bool is none.

    Returns
    -------
    int

    Raises
    ------
    OptionError
    """
    if _is_whole(seed) and seed >= 0:
        return int(seed)
    raise OptionError(f"seed={shown(seed)}: a seed is a whole number from 0 on, or a sequence of such")


def position_in(options):
    """Return the position in the options of a reset; None if there is none.

    Parameters
    ----------
    options : dict or None
        ``"position"`` is read; other keys are ignored.

    Returns
    -------
    object

    Raises
    ------
    OptionError
    """
    if not isinstance(options, dict | None):
        raise OptionError(f"options={shown(options)} is neither None nor a dictionary")
    return options.get("position") if options else None


def action_number(action):
    """Return an action as an int: Python and NumPy integers and arrays of one integer are accepted, bools are not.

    Parameters
    ----------
    action : object

    Returns
    -------
    int
        Not necessarily within the action space.

    Raises
    ------
    UsageError
    """
    if isinstance(action, np.ndarray) and action.size == 1 and action.dtype.kind in "iu":
        return int(action.item())
    try:
        if not isinstance(action, bool):
            return operator.index(action)
    except TypeError:
        pass
    raise UsageError(f"action is not in action space: {shown(action)} is no whole number")


def first_illegal(actions, masks):
    """Return the index of the first game whose mask does not allow its action; None if all do.

    Parameters
    ----------
    actions : ndarray of int64, shape (N,)
        Within the action space.
    masks : ndarray of int8, shape (N, A)

    Returns
    -------
    int or None
    """
    illegal = masks[np.arange(len(masks)), actions] == 0
    return int(illegal.argmax()) if illegal.any() else None


def action_array(actions, count, num_actions):
    """Return the actions of a batch as an array.

    Parameters
    ----------
    actions : array_like of int
    count : int
        How many there must be.
    num_actions : int
        Size of the action space.

    Returns
    -------
    ndarray of int64, shape (count,)

    Raises
    ------
    UsageError
    """
    try:
        array = np.asarray(actions)
    except ValueError as error:
        raise UsageError(f"actions must be {count} whole numbers: {error}") from error
    if array.shape != (count,) or array.dtype.kind not in "iu":
        raise UsageError(
            f"actions must be {count} whole numbers; this is an array of {array.dtype}, shape {array.shape}"
        )
    outside = (array < 0) | (array >= num_actions)
    if outside.any():
        i = int(outside.argmax())
        raise UsageError(f"action {array[i]} of game {i} is not in the space Discrete({num_actions})")
    return np.ascontiguousarray(array, np.int64)


def index_array(name, indices, size, low=0, ndim=1):
    """Return indices as an array that compiled code can trust.

    Parameters
    ----------
    name : str
        For the message.
    indices : array_like of int
    size : int
        How many there are to choose from.
    low : int
        The smallest index.
    ndim : int
        Axes of the array.

    Returns
    -------
    ndarray of int64

    Raises
    ------
    UsageError

    Examples
    --------
    >>> index_array("rows", [0, 2], 3)
    array([0, 2])
    """
    array = np.asarray(indices)
    is_whole = array.ndim == ndim and (array.dtype.kind in "iu" or array.size == 0)
    if not is_whole or (array.size and (array.min() < low or array.max() >= size)):
        words = f"an array of {ndim} axes of whole numbers from {low} to {size - 1}"
        raise UsageError(f"{name} must be {words}, not {shown(indices)}")
    return np.ascontiguousarray(array, np.int64)
