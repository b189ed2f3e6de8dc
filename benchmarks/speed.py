"""Speed of the environments, as ratios to PettingZoo's connect four in the same run, on one core.

Example: python benchmarks/speed.py --game mint_delivery
"""

import os
import random
import subprocess
import sys
import time
import warnings
from typing import Annotated

import numpy as np
import typer
from rich.table import Table

from rlboardgames.core.compile import compiled
from rlboardgames.registry import GAMES, make_game, module_of
from rlboardgames.terminal import GAME_HELP, OPTION_HELP, clean_exit, console, parse_options

_START = """
from rlboardgames import {name}
env = {name}.env()
env.reset(seed=1)
env.step(env.last()[0]["action_mask"].argmax())
"""


def aec_steps_per_second(env, seconds):
    """Run the loop of a PettingZoo script: ``agent_iter``, ``last()``, a random legal action, ``step``.

    Parameters
    ----------
    env : AECEnv
    seconds : float
        Wall time to spend.

    Returns
    -------
    float
    """
    env.reset(seed=1)
    steps = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds:
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                legal = observation["action_mask"].nonzero()[0]
                env.step(legal[int(random.random() * len(legal))])
            steps += 1
        env.reset()
    return steps / (time.perf_counter() - begin)


def calls_per_second(call, seconds):
    """Call again and again.

    Parameters
    ----------
    call : callable
    seconds : float
        Wall time to spend.

    Returns
    -------
    float
    """
    calls = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds:
        for _ in range(200):
            call()
        calls += 200
    return calls / (time.perf_counter() - begin)


def rollout_per_second(envs, seconds):
    """Run compiled random play, mask and observation written at each decision.

    Parameters
    ----------
    envs : BatchEnv
    seconds : float
        Wall time to spend.

    Returns
    -------
    float
        Decisions.
    """
    envs.reset(seed=1)
    envs.rollout(1)
    decisions = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds:
        decisions += envs.rollout(64)
    return decisions / (time.perf_counter() - begin)


@compiled
def clone_many(states, copies, count):
    """Copy record 0 of `states` again and again, as a search in compiled code does."""
    for k in range(count):
        copies[k % len(copies)] = states[0]
        states[0].decisions += 1  # so that the copies cannot be optimised away


def start_seconds(name, cache):
    """Measure a new process: import, ``env()``, ``reset()``, first ``step()``; `cache` holds the machine code."""
    command = [sys.executable, "-c", _START.format(name=name)]
    begin = time.perf_counter()
    subprocess.run(command, check=True, env={**os.environ, "NUMBA_CACHE_DIR": cache}, stderr=subprocess.DEVNULL)
    return time.perf_counter() - begin


def _connect_four():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.classic import connect_four_v3

        return connect_four_v3.env()


def _clone_peer():
    try:
        import pyspiel
    except ImportError:
        return None
    return pyspiel.load_game("connect_four").new_initial_state().clone


def main(
    game: Annotated[list[str], typer.Option(help=GAME_HELP)] = list(GAMES),
    players: Annotated[int, typer.Option(help="Number of seats.")] = 2,
    num_envs: Annotated[int, typer.Option(help="Games in the batch.")] = 1024,
    seconds: Annotated[float, typer.Option(help="Wall time for each figure of a round.")] = 1.0,
    rounds: Annotated[int, typer.Option(help="Rounds; the median ratio counts.")] = 5,
    start: Annotated[bool, typer.Option(help="Measure the start with a cold and a warm cache, too.")] = False,
    seed: Annotated[int, typer.Option(help="Seed of the random actions.")] = 0,
    option: Annotated[list[str], typer.Option(help=OPTION_HELP)] = [],
):
    """Compare the environments with PettingZoo's connect four, figure by figure in turn.

    Example: python benchmarks/speed.py --game mint_delivery --rounds 5
    """
    random.seed(seed)
    if hasattr(os, "sched_setaffinity"):  # on Linux
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    table = Table("game", "figure", "per second", "ratio to connect four", title="one core; medians over rounds")
    peer = _connect_four()
    for name in game:
        with clean_exit():
            options = parse_options(option, players)
            played = make_game(name, **options)
            env = module_of(name).env(**options)
            envs = module_of(name).vec_env(num_envs, **options)
        aec_steps_per_second(env, 0.1)
        rows: dict[str, list] = {"env() loop": [], f"rollout, {num_envs} games": []}
        for _ in range(rounds):
            reference = aec_steps_per_second(peer, seconds)
            rows["env() loop"].append((aec_steps_per_second(env, seconds), reference))
            rows[f"rollout, {num_envs} games"].append((rollout_per_second(envs, seconds), reference))
        for figure, values in rows.items():
            table.add_row(played.name, figure, f"{_median([v for v, _ in values]):,.0f}", _ratio(values))
        _add_clone(table, played, seconds, rounds)
        if start:
            _add_start(table, played)
    console().print(table)


def _add_clone(table, game, seconds, rounds):
    state, peer = game.new_state(1), _clone_peer()
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(calls_per_second(lambda: game.clone(state), seconds))
        if peer is not None:
            theirs.append(calls_per_second(peer, seconds))
    note = f"OpenSpiel's connect four: {_median(theirs):,.0f}" if theirs else "OpenSpiel is not installed"
    table.add_row(game.name, "clone() from Python", f"{_median(ours):,.0f}", note)
    copies = np.zeros(64, game.state_dtype)
    clone_many(state, copies, 1)
    begin = time.perf_counter()
    clone_many(state, copies, 10_000_000)
    table.add_row(game.name, "clone in compiled code", f"{1e7 / (time.perf_counter() - begin):,.0f}", note)


def _add_start(table, game):
    import tempfile

    with tempfile.TemporaryDirectory() as cache:
        cold = start_seconds(game.name, cache)
        warm = [start_seconds(game.name, cache) for _ in range(5)]
    table.add_row(game.name, "start to first step", "", f"{cold:.1f} s cold, {_median(warm):.2f} s warm")


def _median(values):
    return sorted(values)[len(values) // 2]


def _ratio(values):
    ratios = sorted(ours / reference for ours, reference in values)
    peer = _median([reference for _, reference in values])
    return f"{_median(ratios):.1f} ({ratios[0]:.1f} to {ratios[-1]:.1f}; connect four {peer:,.0f}/s)"


if __name__ == "__main__":
    typer.run(main)
