"""Keywords that a constructor does not know, refused with an exception of ours that names those it knows."""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any, ParamSpec

from rlboardgames.core.errors import OptionError, shown

__all__ = ["known_keywords", "refuse_unknown_keywords", "require_known"]

_Parameters = ParamSpec("_Parameters")


def known_keywords(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of the parameters of a function, ``self`` excepted."""
    return tuple(name for name in inspect.signature(function).parameters if name != "self")


def require_known(owner: str, keywords: Iterable[str], known: tuple[str, ...]) -> None:
    """Refuse a keyword that is not among the known ones.

    Parameters
    ----------
    owner : str
        Beginning of the message.
    keywords : iterable of str
    known : tuple of str

    Raises
    ------
    OptionError
        A `TypeError` as well, as Python itself would raise it.
    """
    for keyword in keywords:
        if keyword not in known:
            raise OptionError(f"{owner}: unknown keyword {shown(keyword)}; the keywords are {', '.join(known)}")


def refuse_unknown_keywords(initialise: Callable[_Parameters, None]) -> Callable[_Parameters, None]:
    """Decorate a constructor so that a keyword it does not know is an `OptionError`; its signature stays.

    Parameters
    ----------
    initialise : callable
        An ``__init__`` of a class with a ``name`` or, on an environment, a ``game_type``.

    Returns
    -------
    callable

    Examples
    --------
    >>> from rlboardgames import monad_v0
    >>> monad_v0.env(num_player=3)
    Traceback (most recent call last):
    ...
    rlboardgames.core.errors.OptionError: monad_v0: unknown keyword 'num_player'; the keywords are ...
    """
    known = known_keywords(initialise)

    @functools.wraps(initialise)
    def checked(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> None:
        owner: Any = type(args[0])
        require_known(getattr(owner, "game_type", owner).name, kwargs, known)
        initialise(*args, **kwargs)

    return checked
