"""Guards that every interface shares: what an action must be, what an illegal one does, what comes before what."""

from collections.abc import Callable
from typing import Any, Literal, get_args

from rlboardgames.core.checks import action_number, one_of
from rlboardgames.core.errors import UsageError, shown

__all__ = ["FORFEIT", "ILLEGAL_ACTION", "IllegalAction", "IllegalActions", "index_in_space", "require_reset"]

IllegalAction = Literal["terminate", "raise"]
"""What an illegal action does: end the game at the offender's expense, or raise `IllegalActionError`."""

ILLEGAL_ACTION: tuple[IllegalAction, ...] = get_args(IllegalAction)

FORFEIT = -1.0
"""What the offender is paid, as with PettingZoo's ``TerminateIllegalWrapper``. The others are paid nothing, and the
game is terminated for everybody: what is paid for is an end.

The wrapper sets both flags; a learner that looks at ``truncated`` first would then add the value of a position from
which nobody plays on."""


class IllegalActions:
    """What an environment does about illegal actions.

    Parameters
    ----------
    mode : {"terminate", "raise"}

    Raises
    ------
    OptionError
    """

    def __init__(self, mode: IllegalAction) -> None:
        self.mode = one_of("illegal_action", mode, ILLEGAL_ACTION)
        self._has_warned = False

    def meet(self, error: Callable[[], Exception], warn: Callable[[], Any]) -> None:
        """Raise the error, or warn, once, that the game ends: a learner that ignores masks would fill the screen.

        Parameters
        ----------
        error, warn : callable
            Make the exception, and print the warning.
        """
        if self.mode == "raise":
            raise error()
        if not self._has_warned:
            warn()
        self._has_warned = True


def index_in_space(action: Any, space: Any) -> int:
    """Return an action as a number; `UsageError` if it is not a number, or not in the space.

    Parameters
    ----------
    action : int
        All integer types of NumPy and arrays of one integer are accepted.
    space : gymnasium.spaces.Discrete

    Returns
    -------
    int
    """
    index = action_number(action)
    if not 0 <= index < space.n:
        raise UsageError(f"action is not in action space: {shown(index)} in {space}")
    return index


def require_reset(has_reset: bool, method: str) -> None:
    """Raise `UsageError` where a method is called before ``reset``."""
    if not has_reset:
        raise UsageError(f"reset() needs to be called before {method}.")
