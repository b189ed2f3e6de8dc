"""The verbs that every game implements, dispatched on the type of its state record.

A verb called inside a driver is resolved, when the driver is compiled, to the implementation that the game registered
for its record type; in the interpreter a dictionary does the same. So the loops of the core are written once for all
games.

Implementations are plain functions with exactly the parameter names of the verb. They do not allocate, do not raise and
draw chance only through `rlboardgames.core.random`. A mask or an observation is handed to them as what they say it is:
``mask: Actions`` and ``out: Observation`` are records, ``Cells`` the plain vector.
"""

import inspect
from types import FunctionType
from typing import Any

from numba import from_dtype
from numba.extending import overload

from rlboardgames.core.cache import stamp_with
from rlboardgames.core.compile import INTERPRETED, OPTIONS, rule
from rlboardgames.core.records import State

__all__ = [
    "broken_law",
    "deal",
    "greedy",
    "legal",
    "observe",
    "play",
    "provided",
    "register",
    "resample",
    "settle",
    "standing",
]

_overload: Any = overload  # its type stubs do not know all options

_IMPLEMENTATIONS: dict = {}  # (verb name, record type) -> function
_VERBS: dict = {}  # verb name -> its declaration


def _verb(declaration):
    name = declaration.__name__
    _VERBS[name] = declaration
    if INTERPRETED:
        return lambda *arguments: _IMPLEMENTATIONS[name, arguments[1].dtype](*arguments)

    def implementation_for(*types):
        return _IMPLEMENTATIONS.get((name, types[1]))

    setattr(implementation_for, "__signature__", inspect.signature(declaration))  # noqa: B010 (mypy knows no such attribute)
    _overload(declaration, jit_options=OPTIONS)(implementation_for)
    return declaration


@_verb
def deal(tables, state):
    """Set up a new game in a blank `state` from the state's own generator, the seat to move included."""


@_verb
def legal(tables, state, mask):
    """Write 1 into the blank `mask` for each action that is legal for the seat to move."""


@_verb
def play(tables, state, action):
    """Apply one legal action, chance included; set ``seat`` to the next seat, or ``over`` to 1 at the end."""


@_verb
def settle(tables, state):
    """Tidy up a state whose game is over, by its rules or by truncation. Most games leave it as it stands."""


@_verb
def observe(tables, state, seat, out):
    """Write into the blank vector `out` what `seat` may know."""


@_verb
def resample(tables, state, seat):
    """Redraw everything that `seat` cannot know, uniformly over what is consistent with what its observation shows."""


@_verb
def standing(tables, state, out):
    """Write for each seat its points and then its tie-breakers, the most important first (blank `out`)."""


@_verb
def greedy(tables, state):
    """Return the action of the built-in player of sensible strength, which uses only what the seat to move may know."""


@_verb
def broken_law(tables, state):
    """Return which of the game's `laws` a state breaks, as an index; -1 if none.

    Every cell of the state is in its range, and its header is right. The laws say the rest that the rules rely on.
    """


def _settle(tables, state):
    pass


def _broken_law(tables, state):
    return -1


def _resample(tables, state, seat):
    pass


def _greedy(tables, state):
    return -1


_OPTIONAL = {"settle": _settle, "broken_law": _broken_law, "resample": _resample, "greedy": _greedy}
"""Verbs that a game may leave out, and what compiled code then finds in their place. Nothing asks a game for what it
does not provide: `Game` refuses before."""

_PROVIDED: dict = {}  # record type -> names of the verbs that its game has registered


def _legal_by_record(write, layout):
    write = rule(write)

    def by_record(tables, state, mask):
        write(tables, state, mask.view(layout)[0])

    return by_record


def _observe_by_record(write, layout):
    write = rule(write)

    def by_record(tables, state, seat, out):
        write(tables, state, seat, out.view(layout)[0])

    return by_record


def _implementation(name, function):
    # with the mask or the observation as the record that the function's annotation names; otherwise as it is, but in a
    # copy without annotations, since Numba takes a function whose parameters are annotated for one of other parameters
    layout = getattr(function.__annotations__.get({"legal": "mask", "observe": "out"}.get(name)), "dtype", None)
    if layout is not None:
        return (_legal_by_record if name == "legal" else _observe_by_record)(function, layout)
    return FunctionType(function.__code__, function.__globals__, name, function.__defaults__, function.__closure__)


def register(state: type[State], **implementations: Any) -> None:
    """Register a game's verbs for its type of state record.

    Parameters
    ----------
    state : type
        The state record. Two games may not have records of identical layout, since Numba would take them for the same.
    **implementations : callable
        One function for each verb. ``settle``, ``broken_law``, ``resample`` and ``greedy`` may be left out.

    Raises
    ------
    TypeError
        If the record type is taken, a verb is missing or unknown, or parameters have other names than declared.
    """
    wrong = (_VERBS.keys() - _OPTIONAL.keys() - implementations.keys()) | (implementations.keys() - _VERBS.keys())
    if wrong:
        raise TypeError(f"verbs {sorted(wrong)} are missing or unknown")
    key = state.dtype if INTERPRETED else from_dtype(state.dtype)
    if ("play", key) in _IMPLEMENTATIONS:
        raise TypeError("another game has registered a state record of this layout; name a field after the game")
    for name, function in implementations.items():
        wanted = list(inspect.signature(_VERBS[name]).parameters)
        if list(inspect.signature(function).parameters) != wanted:
            raise TypeError(f"{function.__qualname__} must have exactly the parameters {wanted}")
    if not INTERPRETED:
        stamp_with(key, implementations.values())
    _PROVIDED[state.dtype] = frozenset(implementations)
    for name, function in {**_OPTIONAL, **implementations}.items():
        _IMPLEMENTATIONS[name, key] = _implementation(name, function)


def provided(state: type[State]) -> frozenset[str]:
    """Return the names of the verbs that the game with this state record has registered."""
    return _PROVIDED.get(state.dtype, frozenset())
