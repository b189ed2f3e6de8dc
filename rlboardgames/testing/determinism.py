"""Does an environment repeat itself: the same seed and actions, in every circumstance, show the same."""

import copy
import io
import pickle
import sys
from contextlib import closing
from dataclasses import dataclass, field

from gymnasium.utils import EzPickle
from rich.console import Console
from rich.table import Table

from rlboardgames.core.checks import finite_number, one_of, whole_number
from rlboardgames.core.errors import DeterminismError, OptionError, shown
from rlboardgames.testing.generators import Disturbance, disturb, kept, unmoved
from rlboardgames.testing.players import player_of
from rlboardgames.testing.processes import maker, packed, replay_in_processes
from rlboardgames.testing.runs import record_fresh, replay, replay_fresh, unwatched

__all__ = ["FORMS", "DeterminismReport", "check_determinism"]

FORMS = {
    "unmoved": "the global generators are left as they were",
    "new": "in a new environment",
    "unseeded": "after a reset without a seed",
    "same": "in the same environment again",
    "unfinished": "after an unfinished episode",
    "disturbed": "with the global generators disturbed between calls",
    "pickle": "after pickle in mid-game",
    "deepcopy": "after deepcopy in mid-game",
    "processes": "in new processes",
}
"""What is checked, in this order; by the names that ``skip`` takes."""


@dataclass
class DeterminismReport:
    """What `check_determinism` has found in order; its text is a table.

    Attributes
    ----------
    environment : str
        Module and class.
    interface : str
    seeds : tuple of int
    decisions, episodes : int
        Of all seeds together.
    passed : list of str
        Forms of `FORMS`.
    skipped : dict of str to str
        Forms, and why each was left out.
    notes : list of str
    """

    environment: str
    interface: str
    seeds: tuple
    decisions: int = 0
    episodes: int = 0
    passed: list = field(default_factory=list)
    skipped: dict = field(default_factory=dict)
    notes: list = field(default_factory=list)

    def __str__(self):
        counts = f"{len(self.seeds)} seeds, {self.episodes} episodes, {self.decisions} decisions"
        table = Table("form", "the same")
        for form, words in FORMS.items():
            table.add_row(words, "yes" if form in self.passed else f"not checked: {self.skipped[form]}")
        text = io.StringIO()
        Console(file=text, width=110, markup=False, emoji=False, highlight=False).print(table)
        title = f"{self.environment} ({self.interface}): {counts}"
        return "\n".join([title, text.getvalue().rstrip(), *(f"note: {note}" for note in self.notes)])


def check_determinism(make_env, seeds=range(3), decisions=100, *, skip=(), timeout=600, progress=False):
    """Check that an environment shows the same for the same seed and the same actions.

    The actions are chosen once, by a generator of the check's own and from the masks if there are any. Then they are
    played again in every form of `FORMS`, and after each call the agent to move, the observations of all agents,
    rewards, terminations, truncations and infos (with masks in either) are compared: keys and their order, types,
    dtypes, shapes and bytes. NaN is equal to NaN. All that the environment shows in the first run is kept in memory.

    Parameters
    ----------
    make_env : callable or str
        Without parameters; makes a new environment: AEC or parallel of PettingZoo, or single or vector of Gymnasium.
        New processes import it: it is a function or class of a module that can be imported, a `functools.partial` of
        one, any object that can be pickled, or the text ``"module:function"``.
    seeds : iterable of int
        Of the first episodes. Later episodes of a run are reset without a seed, which has to continue the stream;
        with ``skip="unseeded"`` they have seeds of their own.
    decisions : int
        Decisions for each seed, over several episodes if they are shorter.
    skip : iterable of str
        Names in `FORMS` of what is not to be checked. Without ``"processes"``, `make_env` may be any callable.
    timeout : float
        Seconds that the new processes may take.
    progress : bool
        Whether to say on standard error what is being checked.

    Returns
    -------
    DeterminismReport
        Print it. Copies in mid-game are not checked where the environment refuses to be copied, or is an ``EzPickle``,
        which is copied without its game.

    Raises
    ------
    DeterminismError
        Something is different: the message says in which form, for which seed, at which step, for which agent and key.
    OptionError
        An argument is not valid, or `make_env` cannot be imported by a new process.

    Examples
    --------
    >>> report = check_determinism("rlboardgames.hasty_baker_v0:env", seeds=[1], decisions=20, skip=["processes"])
    >>> report.episodes
    1
    """
    make, seeds, decisions = maker(make_env), _seeds(seeds), whole_number("decisions", decisions, 1)
    skip, timeout = _forms(skip), finite_number("timeout", timeout, 0)
    content = None if "processes" in skip else packed(make_env)
    with kept():
        report = _begin(make, seeds)
        disturb(0)  # or an environment that seeds them might find them so
        return _check(make, decisions, skip, report, content, timeout, progress)


def _say(progress, words):
    if progress:
        print(f"check_determinism: {words} ...", file=sys.stderr)


def _listed(name, values):
    try:
        return tuple(values)
    except TypeError:
        raise OptionError(f"{name}={shown(values)} is not a sequence") from None


def _seeds(seeds):
    found = tuple(whole_number("seeds", seed, 0) for seed in _listed("seeds", seeds))
    if not found or len(set(found)) < len(found):
        raise OptionError(f"seeds={shown(seeds)}: at least one is needed, and none twice")
    return found


def _forms(skip):
    names = [skip] if isinstance(skip, str) else _listed("skip", skip)
    return {one_of("skip", name, tuple(FORMS)) for name in names}


def _begin(make_env, seeds):
    # one environment for what happens once in a process: imports, compilation
    player = player_of(make_env())
    with closing(player.env) as env, closing(make_env()) as other:
        if env is other:
            raise OptionError("make_env returned the same environment twice: it has to make a new one each time")
        player.reset(seeds[0])
        inner = type(env.unwrapped)
        return DeterminismReport(f"{inner.__module__}.{inner.__qualname__}", player.kind, seeds)


def _check(make_env, decisions, skip, report, content, timeout, progress):
    _say(progress, "the run that all others have to repeat")
    watch = unwatched if "unmoved" in skip else unmoved
    runs = record_fresh(make_env, report.seeds, decisions, "unseeded" not in skip, watch)
    report.decisions = sum(call.is_decision for calls in runs.values() for call in calls)
    report.episodes = sum(calls[-1].episode for calls in runs.values())
    forms = {
        "unmoved": lambda words: None,  # has been watched
        "new": lambda words: replay_fresh(make_env, runs, words),
        "unseeded": lambda words: None if report.episodes > len(runs) else "no run had a second episode",
        "same": lambda words: _replay_again(make_env, runs, words),
        "unfinished": lambda words: _replay_after_unfinished(make_env, runs, words),
        "disturbed": lambda words: replay_fresh(make_env, runs, words, Disturbance()),
        "pickle": lambda words: _replay_copies(make_env, runs, words, _pickled),
        "deepcopy": lambda words: _replay_copies(make_env, runs, words, copy.deepcopy),
        "processes": lambda words: replay_in_processes(content, runs, timeout),
    }
    for form, words in FORMS.items():
        _say(progress, words)
        reason = "left out" if form in skip else forms[form](words)
        if reason:
            report.skipped[form] = reason
        else:
            report.passed.append(form)
    if len(runs) > 1 and _ignores_seeds(make_env, runs):
        report.notes.append("the same actions showed the same with every seed: no chance, or no use of the seed")
    return report


def _replay_again(make_env, runs, words):
    with closing(make_env()) as env:
        player = player_of(env)
        for seed in (*runs, *reversed(runs)):
            replay(player, runs[seed], seed, words)


def _first_episode(calls):
    return [call for call in calls if call.episode == 1]


def _replay_after_unfinished(make_env, runs, words):
    seeds = list(runs)
    with closing(make_env()) as env:
        player = player_of(env)
        for seed, other in zip(seeds, seeds[1:] + seeds[:1], strict=True):
            begun = _first_episode(runs[other])
            replay(player, begun[: (len(begun) + 1) // 2], other, words)
            replay(player, runs[seed], seed, f"{words} of seed {other}")


def _pickled(env):
    return pickle.loads(pickle.dumps(env))


def _replay_copies(make_env, runs, words, make_copy):
    """Replay with copies; return why the environment is not copied, if it isn't."""
    for number, (seed, calls) in enumerate(runs.items(), start=1):
        stop = 1 + (len(_first_episode(calls)) - 1) * number // (len(runs) + 1)
        with closing(make_env()) as env:
            if _is_ez_pickle(env):
                return "an EzPickle is copied without its game"
            player = player_of(env)
            replay(player, calls[:stop], seed, words)
            try:
                copied = make_copy(env)
            except Exception as error:  # whatever its parts raise
                return f"refused with {type(error).__name__}: {shown(str(error))}"
            replay(player_of(copied), calls[stop:], seed, f"{words}, in the copy of {calls[stop - 1].name}")
            replay(player, calls[stop:], seed, f"{words}, in the original once its copy was played on")
    return None


def _is_ez_pickle(env):
    while not isinstance(env, EzPickle):
        inner = getattr(env, "env", None)
        if inner is None:
            return isinstance(env.unwrapped, EzPickle)
        env = inner
    return True


def _ignores_seeds(make_env, runs):
    (_, (reset, *calls)), *others = runs.items()
    with closing(make_env()) as env:
        for seed, _ in others:
            try:
                replay(player_of(env), [reset._replace(action=seed), *calls], seed, "with another seed")
            except DeterminismError:
                return False
    return True
