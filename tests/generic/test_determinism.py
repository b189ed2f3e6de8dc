"""Same seed, same game: in every environment, process and mode of execution."""

import functools
import json
import pickle
import random

import numpy as np
import pytest
from fingerprints import digests
from generic_cases import (
    SCRIPTS,
    advance,
    each_default,
    each_game,
    few_setups,
    finish,
    run_python,
    whole,
)

LIMIT = 60

here = functools.cache(digests)

SETTINGS = {
    "another process": {"PYTHONHASHSEED": "1"},
    "interpreted": {"PYTHONHASHSEED": "2", "NUMBA_DISABLE_JIT": "1"},
    "bounds checked": {"PYTHONHASHSEED": "3", "NUMBA_BOUNDSCHECK": "1"},
}


@pytest.mark.parametrize("setting", SETTINGS)
@each_game
def test_every_process_plays_the_same_games(name, setting):
    """Another process with another hash seed sees the same, be the rules compiled, checked or interpreted."""
    decisions = 75 if setting == "interpreted" else 300
    process = run_python(SCRIPTS / "fingerprints.py", name, decisions, **SETTINGS[setting])
    assert process.returncode == 0, process.stderr
    assert json.loads(process.stdout) == here(name, decisions)
    assert here(name, decisions)["golden"] == str([None] * 3)  # three golden records, none of them different


def _game_of(env, seed):
    env.reset(seed=seed)
    return finish(env, np.random.default_rng(0))


@few_setups
def test_a_seed_repeats_a_game(setup):
    """The same seed gives the same game in the same environment, in another, and after an unfinished game."""
    env = setup.env(max_steps=LIMIT)
    first = _game_of(env, 7)
    assert _game_of(env, 7) == first
    env.reset()
    advance(env, np.random.default_rng(1), 20)
    assert _game_of(env, 7) == first
    env = pickle.loads(pickle.dumps(env))
    assert _game_of(env, 7) == first
    assert _game_of(setup.env(max_steps=LIMIT), 7) == first
    assert _game_of(setup.env(max_steps=LIMIT), 8) != first


@few_setups
def test_a_reset_without_a_seed_continues_the_stream(setup):
    """The games after a seed follow from it, and they differ from one another."""
    runs = []
    for _ in range(2):
        env = setup.env(max_steps=LIMIT)
        games = [_game_of(env, 3), _game_of(env, None), _game_of(env, None)]
        runs.append(games)
    assert runs[0] == runs[1]
    assert runs[0][0] != runs[0][1] != runs[0][2]


@each_default
def test_environments_without_a_seed_differ(setup):
    """Without any seed each environment takes entropy of its own."""
    fingerprints = set()
    for _ in range(4):
        env = setup.env()
        env.reset()
        fingerprints.add(env.fingerprint())
    assert len(fingerprints) == 4


@each_default
def test_seeds_of_every_kind(setup):
    """Zero, large and several numbers are seeds of their own; to NumPy ``[1, 0]`` is 1."""
    game = setup.game()
    seeds = [0, 1, 2**40, 2**100, [0, 1], [2, 1], [1, 2, 3]]
    states = [game.new_state(seed=seed).tobytes() for seed in seeds]
    assert len(set(states)) == len(seeds)
    assert states == [game.new_state(seed=seed).tobytes() for seed in seeds]


@each_default
def test_global_generators_are_neither_used_nor_needed(setup):
    """The global generators have no influence and are left where they were."""
    games = []
    for value in (1, 2):
        random.seed(value)
        np.random.seed(value)
        before = random.getstate(), pickle.dumps(np.random.get_state())
        env = setup.env(max_steps=LIMIT)
        envs = setup.vec_env(3, max_steps=LIMIT)
        envs.reset(seed=4)
        envs.rollout(50)
        games.append((_game_of(env, 4), _game_of(env, None), envs.states.tobytes()))
        setup.env().reset()
        after = random.getstate(), pickle.dumps(np.random.get_state())
        assert after == before
    assert games[0] == games[1]


@each_default
def test_reseeding_keeps_the_configuration(setup):
    """A seeded reset changes nothing but chance: spaces, options and guards stay."""
    env = setup.env(max_steps=LIMIT, illegal_action="raise", reward="score")
    spaces = [(env.observation_space(agent), env.action_space(agent)) for agent in env.possible_agents]
    options = dict(env.game.options)
    for seed in (1, None, 2):
        env.reset(seed=seed)
        finish(env, np.random.default_rng(0))
        for agent, (observation_space, action_space) in zip(env.possible_agents, spaces, strict=True):
            assert env.observation_space(agent) is observation_space
            assert env.action_space(agent) is action_space
        assert env.game.options == options
        assert env.illegal_action == "raise"


@few_setups
def test_positions_loaded_into_an_environment_play_the_same_game(setup):
    """An environment that starts from a position shows and plays what the original does, the stream included."""
    env = setup.env(max_steps=LIMIT)
    env.reset(seed=6)
    advance(env, np.random.default_rng(6), 25)
    other = setup.env(max_steps=LIMIT)
    other.reset(options={"position": json.loads(json.dumps(env.position()))})
    assert whole(other)["observations"] == whole(env)["observations"]
    assert other.fingerprint() == env.fingerprint()
    assert finish(other, np.random.default_rng(7)) == finish(env, np.random.default_rng(7))
