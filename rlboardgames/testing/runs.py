"""Runs of an environment: a recorded one, and others that have to show the same."""

import copy
from contextlib import closing, nullcontext
from typing import Any, NamedTuple

import numpy as np

from rlboardgames.core.errors import DeterminismError, shown
from rlboardgames.testing.frozen import difference, frozen
from rlboardgames.testing.players import BY_AGENT, player_of

__all__ = ["Call", "record_fresh", "replay", "replay_fresh", "unwatched"]


class Call(NamedTuple):
    """A call of an environment, and all that it showed afterwards."""

    episode: int
    step: int
    """From 1 on; 0 is the reset."""
    mover: str
    action: Any
    """The seed or None in a reset."""
    seen: dict

    @property
    def is_decision(self):
        """Whether an agent chose something: no reset, and no last step of an agent that has ended."""
        return self.step > 0 and self.action is not None

    @property
    def name(self):
        """What was called, for people."""
        if self.step:
            return f"episode {self.episode}, step {self.step} ({shown(self.action)} by {self.mover})"
        seed = "without a seed, which continues the stream" if self.action is None else f"with seed {self.action}"
        return f"episode {self.episode}, reset {seed}"


def unwatched(where):
    """Return a context that does nothing."""
    return nullcontext()


def record_fresh(make_env, seeds, decisions, goes_on, watch=unwatched):
    """Play environments with random actions and write down what they show, each seed in a new environment.

    Parameters
    ----------
    make_env : callable
    seeds : iterable of int
        Of the first episode and of the actions.
    decisions : int
        Number of decisions for each seed, over several episodes if need be.
    goes_on : bool
        Whether later episodes are reset without a seed, so that the stream goes on; otherwise with one of their own.
    watch : callable
        Returns, for the name of a call, a context to make it in.

    Returns
    -------
    dict of int to list of Call
        By seed.
    """
    runs = {}
    for seed in seeds:
        with watch(f"seed {seed}, make_env()"):
            env = make_env()
        with closing(env):
            runs[seed] = _record(player_of(env), seed, decisions, goes_on, watch)
    return runs


def _record(player, seed, decisions, goes_on, watch):
    rng = np.random.default_rng(seed)
    calls = [_played(player, Call(1, 0, "", seed, {}), seed, watch)]
    made = 0
    while made < decisions:
        episode, step = calls[-1].episode, calls[-1].step
        if not player.is_over:
            call = Call(episode, step + 1, player.mover, player.choose(rng), {})
        elif step:
            call = Call(episode + 1, 0, "", None if goes_on else int(rng.integers(2**31)), {})
        else:
            break  # over at its beginning
        calls.append(_played(player, call, seed, watch))
        made += call.is_decision
    return calls


def _played(player, call, seed, watch):
    with watch(f"seed {seed}, {call.name}"):
        if call.step:
            player.step(copy.deepcopy(call.action))
        else:
            player.reset(call.action)
        return call._replace(seen=frozen(player.seen()))


def replay(player, calls, seed, where, watch=unwatched):
    """Make the same calls again.

    Parameters
    ----------
    player : object
        From `player_of`.
    calls : list of Call
    seed : int
        Of their run, for the message.
    where : str
        In what circumstances, for the message.
    watch : callable
        As for `record_fresh`.

    Raises
    ------
    DeterminismError
        The environment shows something else than in `calls`.
    """
    for call in calls:
        try:
            again = _played(player, call, seed, watch)
        except Exception as error:
            what = f"raised {type(error).__name__}, and did not the first time: {shown(str(error))}"
            raise DeterminismError(f"seed {seed}, {where}: {call.name} {what}") from error
        if found := difference(call.seen, again.seen):
            path, what = found
            raise DeterminismError(f"seed {seed}, {where}: {call.name}: {_place(path, call)} {what}")


def replay_fresh(make_env, runs, where, watch=unwatched):
    """Replay runs, each in a new environment.

    Parameters
    ----------
    make_env : callable
    runs : dict of int to list of Call
        By seed.
    where : str
    watch : callable

    Raises
    ------
    DeterminismError
    """
    for seed, calls in runs.items():
        with watch(f"seed {seed}, make_env()"):
            env = make_env()
        with closing(env):
            replay(player_of(env), calls, seed, where, watch)


def _place(path, call):
    # for example "agent player_1: observations['board'][3, 4]"
    name, *keys = path or ("everything",)
    agent = f"agent {keys.pop(0)}: " if keys and name in BY_AGENT else ""
    return f"{agent}{name}" + "".join(f"[{_index(key)}]" for key in keys)


def _index(key):
    return ", ".join(map(str, key)) if isinstance(key, tuple) else shown(key)
