"""The exceptions of the package: each says what was wrong, where, and what would be right."""

__all__ = [
    "BoardGameError",
    "DataError",
    "IllegalActionError",
    "ModelError",
    "OptionError",
    "PositionError",
    "StateError",
    "UsageError",
]


class BoardGameError(Exception):
    """Base class of every exception that the package raises on purpose."""


class OptionError(BoardGameError, ValueError, TypeError):
    """A keyword is unknown, or has a value that the game does not offer.

    It is a `TypeError` as well, because libraries that probe an environment with keywords (``render_mode="rgb_array"``,
    for example) fall back to fewer of them on a `TypeError` only.
    """


class DataError(BoardGameError, ValueError):
    """A data file is damaged: the message names the file, the key and the reason."""


class PositionError(BoardGameError, ValueError):
    """A position is not one that the game can be in: the message names the key and the reason."""


class IllegalActionError(BoardGameError, ValueError):
    """An action is not legal here: the message names the seat, the action and the legal ones."""


class StateError(BoardGameError, ValueError):
    """A state does not belong to this game or environment, or is damaged."""


class UsageError(BoardGameError, AssertionError):
    """A method was called out of order, or with an action outside its space.

    It is an `AssertionError` because that is what PettingZoo's wrappers raise in these cases.
    """


class ModelError(BoardGameError, ValueError):
    """A model file cannot be read, or was trained for other spaces."""
