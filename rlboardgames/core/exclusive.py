"""One thread at a time: who comes second is refused at once, since compiled code does not wait for Python's lock."""

import threading

from rlboardgames.core.errors import UsageError

__all__ = ["Exclusive"]


class Exclusive:
    """A context that only one caller can be in; a copy, pickled or not, is one of its own.

    Parameters
    ----------
    what : str
        What is worked on, for the message.

    Raises
    ------
    UsageError
        On entering, while somebody else is in it: another thread, or the caller itself by way of an agent.

    Examples
    --------
    >>> with Exclusive("batch"):
    ...     pass
    """

    def __init__(self, what):
        self._what = what
        self._lock = threading.Lock()

    def __enter__(self):
        if not self._lock.acquire(blocking=False):
            raise UsageError(
                f"this {self._what} is at work already, for another thread or for the one whose agent calls it: "
                f"give each thread a {self._what} of its own"
            )

    def __exit__(self, *exception):
        self._lock.release()

    def __reduce__(self):
        return Exclusive, (self._what,)
