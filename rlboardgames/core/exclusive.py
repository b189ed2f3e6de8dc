"""One caller at a time: two threads on one environment get an error at once, and not two halves of a game."""

import functools

from rlboardgames.core.errors import UsageError

__all__ = ["OneCaller", "exclusive"]


class OneCaller:
    """A lock that nobody waits for. Copies and pickles of it are new ones.

    Attributes
    ----------
    is_inside : bool
        Whether a caller is inside; for where a ``with`` statement would take too long. It is looked at and set
        without a call in between, so that no other thread comes in between either, and without a lock's time.
    """

    __slots__ = ("is_inside",)

    def __init__(self):
        self.is_inside = False

    def __reduce__(self):
        return OneCaller, ()

    def refusal(self):
        """Return the exception for a second caller."""
        return UsageError(
            "this environment is at work already, for another thread or for the caller of an agent that now calls it "
            "again: give each thread and each agent an environment of its own"
        )

    def __enter__(self):
        if self.is_inside:
            raise self.refusal()
        self.is_inside = True

    def __exit__(self, *error):
        self.is_inside = False


def exclusive(method):
    """Let a method of an object with a `OneCaller` called ``_guard`` run once at a time.

    Parameters
    ----------
    method : callable

    Returns
    -------
    callable
        Raises `UsageError` where such a method is at work already.
    """

    @functools.wraps(method)
    def guarded(self, *arguments, **keywords):
        with self._guard:
            return method(self, *arguments, **keywords)

    return guarded
