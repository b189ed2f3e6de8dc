"""Copies and saved states of an environment go on identically and independently, at every decision."""

import copy
import pickle

import numpy as np
import pytest
from generic_cases import advance, choose, each_default, each_game, few_setups, finish, setups_of, whole

from rlboardgames.core.errors import StateError
from rlboardgames.envs.single_seat import SingleSeatEnv
from rlboardgames.play import OpponentPool
from rlboardgames.registry import GAMES, module_of
from rlboardgames.sb3.vec_env import SB3VecEnv


def _by_state(env):
    other = env.clone()
    other.reset(seed=99)
    other.set_state(pickle.loads(pickle.dumps(env.get_state())))
    return other


WAYS = {
    "copy": copy.copy,
    "clone": lambda env: env.clone(),
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "state": _by_state,
}
each_way = pytest.mark.parametrize("way", WAYS)


@each_way
@few_setups
def test_copies_agree_at_every_decision(setup, way):
    """A copy shows the same; a step of it leaves the original alone and leads where the original's step leads."""
    env = setup.env(max_steps=60, reward="score_delta")
    env.reset(seed=5)
    rng = np.random.default_rng(5)
    while env.agents:
        before = whole(env)
        twin = WAYS[way](env)
        assert whole(twin) == before
        over = env.terminations[env.agent_selection] or env.truncations[env.agent_selection]
        action = None if over else choose(env.game, env.state_record, "mixed", rng)
        twin.step(action)
        assert whole(env) == before
        env.step(action)
        assert env.agents == twin.agents
        if env.agents:
            assert whole(env) == whole(twin)
    assert not WAYS[way](env).agents


@each_way
@each_default
def test_copies_go_on_to_the_end_and_beyond(setup, way):
    """A copy made in the middle, after the end or after an illegal action plays the same games, unseeded resets too."""
    env = setup.env(max_steps=90)
    env.reset(seed=8)
    for prepare in (lambda: advance(env, np.random.default_rng(1), 40), lambda: finish(env, np.random.default_rng(1))):
        prepare()
        twin = WAYS[way](env)
        assert finish(env, np.random.default_rng(2)) == finish(twin, np.random.default_rng(2))
        env.reset()
        twin.reset()
        assert finish(env, np.random.default_rng(3)) == finish(twin, np.random.default_rng(3))
        env.reset()
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0]))
    twin = WAYS[way](env)
    assert whole(env) == whole(twin)
    assert finish(env, np.random.default_rng(4)) == finish(twin, np.random.default_rng(4))
    env.reset()
    twin.reset()
    assert whole(env) == whole(twin)


@pytest.mark.parametrize("way", [way for way in WAYS if way != "state"])
@each_default
def test_environments_can_be_copied_before_reset(setup, way):
    """A copy made before the first reset plays the same game after it, and so does the original."""
    env = setup.env(max_steps=30)
    twin = WAYS[way](env)
    shown = []
    for each in (env, twin):
        each.reset(seed=1)
        shown.append(finish(each, np.random.default_rng(0)))
    assert shown[0] == shown[1]


@each_way
@each_default
def test_the_original_plays_on_as_if_never_copied(setup, way):
    """Copies that are played to their ends, reset and dropped leave no trace in the original's game."""
    plain, copied = (setup.env(max_steps=50) for _ in range(2))
    shown = []
    for env, copies in ((plain, False), (copied, True)):
        env.reset(seed=2)
        rng = np.random.default_rng(2)
        steps = []
        while not env.game.is_over(env.state_record):
            if copies and len(steps) % 10 == 0:
                twin = WAYS[way](env)
                finish(twin, np.random.default_rng(9))
                twin.reset(seed=1)
            advance(env, rng, 1)
            steps.append(whole(env))
        shown.append(steps)
    assert shown[0] == shown[1]


@each_default
def test_a_saved_state_can_be_returned_to(setup):
    """The same environment goes back to a saved state as often as wanted, the rewards and the stream included."""
    env = setup.env(max_steps=70, reward="score_delta")
    env.reset(seed=3)
    advance(env, np.random.default_rng(0), 35)
    saved = env.get_state()
    shown = whole(env)
    finish(env, np.random.default_rng(2))
    endings = []
    for _ in range(2):
        env.set_state(saved)
        assert whole(env) == shown
        endings.append(finish(env, np.random.default_rng(1)))
        env.reset()
        endings.append(whole(env))
    assert endings[:2] == endings[2:]
    fresh = setup.env(max_steps=70, reward="score_delta")
    fresh.set_state(saved)
    assert whole(fresh) == shown
    assert finish(fresh, np.random.default_rng(1)) == endings[0]


@each_game
def test_states_of_other_games_are_refused(name):
    """A state of another game, of other players or of other options is refused, and nothing has changed then."""
    setup = setups_of(name)[0]
    env = setup.env()
    env.reset(seed=1)
    advance(env, np.random.default_rng(1), 3)
    before = whole(env)
    others = [other.env() for other in setups_of(name)[1:]] + [setup.env(reward="score"), setup.env(max_steps=9)]
    others += [module_of(other).env() for other in GAMES if other != name]
    for other in others:
        other.reset(seed=1)
        with pytest.raises(StateError):
            env.set_state(other.get_state())
        assert whole(env) == before


@each_default
def test_damaged_states_are_refused(setup):
    """What is no saved state, or only a part of one, is refused, and nothing has changed then."""
    env = setup.env()
    env.reset(seed=1)
    before = whole(env)
    state = env.get_state()
    damaged = [None, 3, "state", [], {}, {**state, "surplus": 1}]
    damaged += [{**state, "game": "chess_v6"}]
    damaged += [{key: value for key, value in state.items() if key != missing} for missing in state]
    damaged += [{**state, key: value} for key in state for value in ("damaged", np.array(["a", "b"]))]
    damaged += [{**state, "record": record} for record in (state["record"][:-1], state["record"] + b"\0")]
    for each in damaged:
        with pytest.raises(StateError):
            env.set_state(each)
        assert whole(env) == before


@few_setups
def test_fingerprints_depend_on_every_byte(setup):
    """Flipping any one bit of a state changes its fingerprint, and equal bytes have equal fingerprints."""
    game = setup.game()
    state = game.new_state(seed=4)
    fingerprint = game.fingerprint(state)
    assert game.fingerprint(game.clone(state)) == fingerprint
    assert len(fingerprint) == 16
    assert int(fingerprint, 16) >= 0
    for byte in range(0, state.nbytes, 7):
        copy_ = game.clone(state)
        copy_.view(np.uint8)[byte] ^= 1
        assert game.fingerprint(copy_) != fingerprint


@few_setups
def test_games_can_be_copied(setup):
    """A copied or unpickled game has read-only tables and deals the same games."""
    game = setup.game()
    for twin in (copy.deepcopy(game), copy.copy(game), pickle.loads(pickle.dumps(game))):
        assert repr(twin) == repr(game)
        assert not twin.tables.flags.writeable
        assert not twin.blank.flags.writeable
        assert twin.tables.tobytes() == game.tables.tobytes()
        assert twin.new_state(seed=6).tobytes() == game.new_state(seed=6).tobytes()


@each_default
def test_batches_can_be_copied(setup):
    """A copied or unpickled batch goes on identically and independently."""
    envs = setup.vec_env(3, max_steps=40)
    envs.reset(seed=1)
    envs.rollout(25)
    for twin in (copy.copy(envs), copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))):
        before = envs.states.tobytes()
        twin.rollout(30)
        assert envs.states.tobytes() == before
        reference = copy.deepcopy(envs)
        reference.rollout(30)
        assert reference.states.tobytes() == twin.states.tobytes()
        assert reference.observations.tobytes() == twin.observations.tobytes()


@each_game
def test_shallow_copies_of_learners_share_no_games(name):
    """`copy.copy` is a copy of its own, as that of an environment is."""
    game = module_of(name).game()
    learner = SB3VecEnv(game, 4, OpponentPool("random", game), seed=1)
    learner.reset()
    before = learner.games.arena.states.tobytes()
    other = copy.copy(learner)
    other.step(other.action_masks().argmax(axis=1))
    assert learner.games.arena.states.tobytes() == before != other.games.arena.states.tobytes()
    env = SingleSeatEnv(name)
    env.reset(seed=1)
    before = env.action_masks().tobytes()
    copy.copy(env).step(env.action_masks().argmax())
    assert env.action_masks().tobytes() == before


@each_game
def test_a_copy_in_the_middle_of_an_iteration_can_be_iterated(name):
    """`deepcopy` and a pickle are like `clone`."""
    env = module_of(name).env()
    env.reset(seed=1)
    for agent in env.agent_iter():
        for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env.clone()):
            assert next(iter(other.agent_iter())) == agent
        break
