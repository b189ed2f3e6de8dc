"""The parallel environment plays the games of the AEC environment, all seats of a turn at once."""

import copy
import pickle
import warnings

import numpy as np
import pettingzoo
import pytest
from generic_cases import PARALLEL, default_setup, setups_of
from pettingzoo.utils.env_logger import EnvLogger

from rlboardgames.core.episode import REWARDS
from rlboardgames.core.errors import IllegalActionError, OptionError, PositionError, StateError, UsageError
from rlboardgames.registry import GAMES, module_of

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # PettingZoo's tests import its own deprecated modules
    from pettingzoo.test import parallel_api_test, parallel_seed_test

each_parallel = pytest.mark.parametrize("setup", [default_setup(name) for name in PARALLEL], ids=str)
each_parallel_setup = pytest.mark.parametrize(
    "setup", [setup for name in PARALLEL for setup in setups_of(name)], ids=str
)


def _parallel(setup, **more):
    return module_of(setup.name).parallel_env(**setup.keywords, **more)


def _choose(observations, rng):
    return {agent: int(rng.choice(np.flatnonzero(seen["action_mask"]))) for agent, seen in observations.items()}


def _illegal(observations, agent):
    return int(np.flatnonzero(observations[agent]["action_mask"] == 0)[-1])


def _plain(value):
    # nested dictionaries of arrays in a form that can be compared
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return value.tobytes() if isinstance(value, np.ndarray) else value


def _finish(env, observations, rng):
    steps = []
    while env.agents:
        shown = env.step(_choose({agent: observations[agent] for agent in env.agents}, rng))
        observations = shown[0]
        steps.append((*map(_plain, shown), env.fingerprint()))
    return steps


@each_parallel
def test_pettingzoo_tests(setup):
    """PettingZoo's parallel tests pass, and `pettingzoo.make` makes the environment."""
    base, _, version = setup.name.rpartition("_")
    env = pettingzoo.make("parallel", f"rlboardgames/{base}-{version}", num_players=3)
    assert env.unwrapped.game.num_players == 3
    parallel_api_test(_parallel(setup), num_cycles=100)
    parallel_seed_test(lambda: _parallel(setup, illegal_action="terminate"))


@pytest.mark.parametrize("reward", REWARDS)
@each_parallel_setup
def test_it_plays_what_the_aec_environment_plays(setup, reward):
    """Turn by turn states, observations, masks, rewards and flags are those of the AEC environment."""
    for max_steps in (1000, 19):
        env, aec = _parallel(setup, reward=reward, max_steps=max_steps), setup.env(reward=reward, max_steps=max_steps)
        rng = np.random.default_rng(1)
        for seed in (4, None):
            observations, infos = env.reset(seed=seed)
            aec.reset(seed=seed)
            assert infos == {agent: {} for agent in env.possible_agents}
            while env.agents:
                assert env.fingerprint() == aec.fingerprint()
                earned = dict.fromkeys(env.agents, 0.0)
                seen = {agent: observations[agent] for agent in env.agents}
                actions = _choose(seen, rng)
                for agent in env.agents:
                    # the seats decide from what they saw before the turn
                    assert seen[agent] in env.observation_space(agent)
                    if aec.game.is_over(aec.state_record):
                        break
                    assert aec.agent_selection == agent
                    aec_mask = aec.observe(agent)["action_mask"]
                    assert seen[agent]["action_mask"].tobytes() == aec_mask.tobytes()
                    aec.step(actions[agent])
                    earned = {each: earned[each] + aec.rewards[each] for each in earned}
                observations, rewards, terminations, truncations, infos = env.step(actions)
                assert rewards == pytest.approx(earned)
                assert terminations == aec.terminations
                assert truncations == aec.truncations
                assert {type(flag) for flag in (*terminations.values(), *truncations.values())} == {bool}
                assert infos == aec.infos
                for agent in env.possible_agents:
                    expected = aec.observe(agent)["observation"]
                    assert observations[agent]["observation"].tobytes() == expected.tobytes()
            assert env.fingerprint() == aec.fingerprint()
            assert not any(seen["action_mask"].any() for seen in observations.values())
            for _ in aec.agent_iter():
                aec.step(None)


@pytest.mark.parametrize("way", ["clone", "deepcopy", "pickle", "state"])
@each_parallel
def test_copies_go_on_identically(setup, way):
    """A copy made in mid-game plays the same game, unseeded resets included, and leaves the original alone."""
    env = _parallel(setup)
    rng = np.random.default_rng(2)
    observations, _ = env.reset(seed=5)
    for _ in range(6):
        observations = env.step(_choose(observations, rng))[0]
    if way == "state":
        twin = _parallel(setup)
        twin.set_state(pickle.loads(pickle.dumps(env.get_state())))
    else:
        twin = {"clone": type(env).clone, "deepcopy": copy.deepcopy, "pickle": _pickled}[way](env)
    before = env.fingerprint()
    played = _finish(twin, observations, np.random.default_rng(3))
    after = _plain(twin.reset()[0])
    assert env.fingerprint() == before
    assert _finish(env, observations, np.random.default_rng(3)) == played
    assert _plain(env.reset()[0]) == after


def _pickled(env):
    return pickle.loads(pickle.dumps(env))


@each_parallel
def test_states_of_other_environments_are_refused(setup):
    """A state of the AEC environment, of other options, or damaged is refused, and nothing has changed then."""
    env, aec, other = _parallel(setup), setup.env(), _parallel(setup, max_steps=77)
    for each in (env, aec, other):
        each.reset(seed=1)
    before = env.fingerprint()
    state = env.get_state()
    damaged = [None, {}, {**state, "record": state["record"][:-1]}]
    for bad in (aec.get_state(), other.get_state(), *damaged):
        with pytest.raises(StateError):
            env.set_state(bad)
        assert env.fingerprint() == before


@each_parallel
def test_guards(setup):
    """Steps before reset, missing agents and what is no action are refused; after the end a step only warns."""
    env = _parallel(setup, max_steps=4 * setup.num_players)
    with pytest.raises(UsageError, match="reset"):
        env.step({})
    observations, _ = env.reset(seed=6)
    strict = _parallel(setup, illegal_action="raise")
    strict.reset(seed=6)
    good = _choose(observations, np.random.default_rng(0))
    last = env.possible_agents[-1]
    before = env.fingerprint()
    bad = [None, {}, [], 3, {agent: good[agent] for agent in env.agents[:-1]}]
    values = (-1, env.game.actions.size, 10**30, 1.0, "a", None, True, np.bool_(True), np.array([0, 1]))
    bad += [{**good, last: value} for value in values]
    bad += [{**good, "player_9": 0}, {**good, 7: "x"}, list(good.values())]
    for actions in bad:
        for each in (env, strict):
            with pytest.raises(UsageError):
                each.step(actions)
            assert each.fingerprint() == before
    strict.step({**good, last: np.array([good[last]])})
    results = set()
    for kind in (int, np.int64, np.int32, np.uint8):
        env.reset(seed=6)
        env.step({agent: kind(action) for agent, action in good.items()})
        results.add(env.fingerprint())
    assert len(results) == 1
    observations, _ = env.reset(seed=6)
    _finish(env, observations, np.random.default_rng(0))
    fingerprint = env.fingerprint()
    EnvLogger.flush()
    assert env.step({}) == ({}, {}, {}, {}, {})
    assert any("step() called after" in message for message in EnvLogger.mqueue)
    assert env.fingerprint() == fingerprint


@each_parallel
def test_illegal_actions(setup):
    """An illegal action ends the game, -1 for the offender; or it raises, and nothing has been played."""
    offender = "player_1"
    env = _parallel(setup)
    observations, _ = env.reset(seed=7)
    clean, before = env.fingerprint(), env.position()
    actions = _choose(observations, np.random.default_rng(0))
    actions[offender] = _illegal(observations, offender)
    _, rewards, terminations, truncations, _ = env.step(actions)
    assert rewards == {agent: -1.0 if agent == offender else 0.0 for agent in env.possible_agents}
    assert terminations == dict.fromkeys(env.possible_agents, True)
    assert truncations == dict.fromkeys(env.possible_agents, False)
    assert env.agents == []
    assert env.position() == before  # without the decisions of the seats before the offender
    env.reset(options={"position": before})
    assert env.position() == before
    env.reset(seed=7)
    assert env.fingerprint() == clean
    env = _parallel(setup, illegal_action="raise")
    env.reset(seed=7)
    with pytest.raises(IllegalActionError, match="seat 1"):
        env.step(actions)
    assert env.fingerprint() == clean


@each_parallel
def test_refused_resets_leave_the_game_untouched(setup):
    """A bad seed, a bad position, or one in the middle of a turn is refused, and the running game goes on."""
    env, aec = _parallel(setup), setup.env()
    observations, _ = env.reset(seed=8)
    env.step(_choose(observations, np.random.default_rng(0)))
    before = env.fingerprint()
    aec.reset(seed=1)
    aec.step(aec.game.greedy_action(aec.state_record))
    for keywords, error in (
        ({"seed": -1}, OptionError),
        ({"options": {"position": {}}}, PositionError),
        ({"options": {"position": aec.position()}}, PositionError),
    ):
        with pytest.raises(error):
            env.reset(**keywords)
        assert env.fingerprint() == before
    twin = _parallel(setup)
    twin.reset(options={"position": env.position()})
    assert twin.fingerprint() == before


def test_parallel_games_say_so():
    """Games whose seats decide at the same time have a parallel environment, by module and by id; no others have."""
    assert [name for name in GAMES if "parallel_env" in module_of(name).__all__] == PARALLEL
    registered = [name for name in pettingzoo.parallel_registry if name.startswith("rlboardgames/")]
    assert registered == [f"rlboardgames/{'-'.join(name.rsplit('_', 1))}" for name in PARALLEL]
