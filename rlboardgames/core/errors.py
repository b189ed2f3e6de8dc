"""The exceptions of the package: each says what was wrong, where, and what would be right."""

import reprlib

__all__ = [
    "BoardGameError",
    "CapabilityError",
    "CompileError",
    "DataError",
    "DeterminismError",
    "GameError",
    "IllegalActionError",
    "ModelError",
    "OptionError",
    "PositionError",
    "RecordError",
    "StateError",
    "UsageError",
    "shown",
]

_LONGEST = 200

_REPR = reprlib.Repr()
_REPR.maxlevel = 3
_REPR.maxstring = _REPR.maxother = _LONGEST
_REPR.maxlist = _REPR.maxtuple = _REPR.maxdict = _REPR.maxset = _REPR.maxarray = 12


def shown(value):
    """Return what a message says of a value that somebody has passed in: never an error, never too long.

    Parameters
    ----------
    value : object
        Numbers of any length, containers of any depth and objects that cannot be printed included.

    Returns
    -------
    str
        At most 200 characters.

    Examples
    --------
    >>> shown({"a": 1}), shown(10**5000)
    ("{'a': 1}", '<int that cannot be printed>')
    """
    try:
        text = _REPR.repr(value)
    except Exception:  # whatever a foreign __repr__ raises; Python refuses to print very long numbers
        text = f"<{type(value).__name__} that cannot be printed>"
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


class BoardGameError(Exception):
    """Base class of every exception that the package raises on purpose."""


class OptionError(BoardGameError, ValueError, TypeError):
    """A keyword is unknown, or has a value that the game does not offer.

    It is a `TypeError` as well, because libraries that probe an environment with keywords (``render_mode="rgb_array"``,
    for example) fall back to fewer of them on a `TypeError` only.
    """


class CapabilityError(BoardGameError, NotImplementedError):
    """A game does not provide what was asked for; `Game.capabilities` says what it does."""


class CompileError(BoardGameError, TypeError):
    """A rule cannot be compiled: the message names the file, the line and the reason."""


class DataError(BoardGameError, ValueError):
    """A data file is damaged: the message names the file, the key and the reason."""


class PositionError(BoardGameError, ValueError):
    """A position is not one that the game can be in: the message names the key and the reason."""


class RecordError(BoardGameError, ValueError):
    """A play record is damaged or of a game that there is not: the message names the file, the line and the reason."""


class IllegalActionError(BoardGameError, ValueError):
    """An action is not legal here: the message names the seat, the action and the legal ones."""


class StateError(BoardGameError, ValueError):
    """A state does not belong to this game or environment, or is damaged."""


class UsageError(BoardGameError, AssertionError):
    """A method was called out of order, or an environment with an action outside its space.

    It is an `AssertionError` because that is what PettingZoo's wrappers raise in these cases.
    """


class ModelError(BoardGameError, ValueError):
    """A model file cannot be read, or was trained for other spaces."""


class GameError(BoardGameError, AssertionError):
    """A game does not keep what games promise: the message says what, in which game and after which decision.

    It is an `AssertionError` so that test runners show it as a failure and not as an error.
    """


class DeterminismError(BoardGameError, AssertionError):
    """An environment has not repeated itself: the message says where, and what was different.

    It is an `AssertionError` so that test runners show it as a failure and not as an error.
    """
