"""The guards of the AEC environment: order of calls, what is an action, illegal actions, the last steps of a game."""

import numpy as np
import pytest
from generic_cases import advance, choose, each_default, few_setups, finish, whole
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from rlboardgames.core.episode import REWARDS
from rlboardgames.core.errors import IllegalActionError, OptionError, PositionError, UsageError

AFTER_RESET = ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "num_agents")


def _illegal(env):
    mask = env.observe(env.agent_selection)["action_mask"]
    return int(np.flatnonzero(mask == 0)[-1])


@each_default
def test_nothing_but_the_spaces_exists_before_reset(setup):
    """Before the first reset methods raise an `AssertionError` and attributes an `AttributeError`."""
    env = setup.env(render_mode="ansi")
    agent = env.possible_agents[0]
    calls = {
        "step": lambda: env.step(0),
        "observe": lambda: env.observe(agent),
        "render": env.render,
        "agent_iter": env.agent_iter,
        "state_record": lambda: env.state_record,
        "position": env.position,
        "fingerprint": env.fingerprint,
        "get_state": env.get_state,
    }
    for name, call in calls.items():
        with pytest.raises(AssertionError, match=rf"reset\(\) needs to be called before {name}"):
            call()
    with pytest.raises(AttributeError):
        env.last()
    for name in AFTER_RESET:
        assert not hasattr(env, name)
        with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
            getattr(env, name)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        env.nonsense  # noqa: B018
    assert env.max_num_agents == setup.num_players
    assert str(env) == env.metadata["name"] == setup.name
    assert env.unwrapped is env


@each_default
def test_metadata_and_agents(setup):
    """Names, render modes and spaces are as PettingZoo wants them, and belong to the instance."""
    env = setup.env()
    assert env.metadata["render_modes"] == ["ansi"]
    assert env.metadata["is_parallelizable"] is False
    env.metadata["render_modes"].append("human")
    assert setup.env().metadata["render_modes"] == ["ansi"]
    assert env.possible_agents == [f"player_{seat}" for seat in range(setup.num_players)]
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
        assert env.action_space(agent).n == env.game.actions.size
        assert env.observation_space(agent)["action_mask"].dtype == np.int8
    for mode in ("human", "rgb_array", "", 1):
        with pytest.raises(OptionError):
            setup.env(render_mode=mode)
    for policy in ("ignore", "", None, True):
        with pytest.raises(OptionError):
            setup.env(illegal_action=policy)


@each_default
def test_agents_are_known_by_name(setup):
    """Somebody else is answered with the names."""
    env = setup.env()
    env.reset(seed=1)
    for stranger in ("player_9", 0, None, []):
        for method in (env.observe, env.observation_space, env.action_space):
            with pytest.raises(UsageError, match="player_0"):
                method(stranger)


@each_default
def test_what_is_no_action_is_refused(setup):
    """Numbers outside the space and other types are an `AssertionError`, and the game is untouched."""
    env = setup.env()
    env.reset(seed=1)
    size = env.game.actions.size
    before = whole(env)
    outside = [-1, size, 2**40, 2**63, 2**70, -(2**70), np.int64(-1), np.int32(size), np.array(size), np.array([-1])]
    types = [3.0, np.float32(1), "a", b"a", None, [1], (1,), {}, object(), np.array([1.0]), np.array([1, 2])]
    types += [np.array([]), np.zeros((0, 1), int), 1j, "1", np.array("1"), np.nan, True, np.bool_(True)]
    for action in outside + types:
        with pytest.raises(AssertionError, match="action is not in action space"):
            env.step(action)
        assert whole(env) == before


@each_default
def test_every_integer_is_an_action(setup):
    """Python and NumPy integers, 0-d arrays and arrays of one element play the same action."""
    env = setup.env()
    env.reset(seed=2)
    action = int(env.observe(env.agent_selection)["action_mask"].argmax())
    kinds = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64, np.intp)
    given = [action, *(kind(action) for kind in kinds)]
    given += [make(action, kind) for kind in kinds for make in (np.array, lambda a, kind: np.array([a], kind))]
    given += [np.array([[action]])]
    fingerprints = set()
    for each in given:
        env.reset(seed=2)
        env.step(each)
        fingerprints.add(env.fingerprint())
    assert len(fingerprints) == 1


@each_default
def test_observations_belong_to_the_caller(setup):
    """Writing into what `observe` returned changes nothing, and idle seats have an empty mask."""
    env = setup.env()
    env.reset(seed=3)
    for _ in range(30):
        before = whole(env)
        for agent in env.possible_agents:
            observation = env.observe(agent)
            assert observation.keys() == {"observation", "action_mask"}
            assert observation in env.observation_space(agent)
            assert observation["action_mask"].any() == (agent == env.agent_selection)
            observation["observation"][:] = 77
            observation["action_mask"][:] = 1
        assert whole(env) == before
        advance(env, np.random.default_rng(3), 1)
        if env.game.is_over(env.state_record):
            break


@each_default
def test_reset_takes_any_options(setup):
    """Options other than ``"position"`` are ignored, and `reset`, `step` and `close` return None."""
    env = setup.env()
    shown = []
    for options in (None, {}, {"options": 1}, {"position": None}, {7: 8}):
        assert env.reset(seed=4, options=options) is None
        shown.append(whole(env))
    assert all(each == shown[0] for each in shown)
    assert env.step(env.observe(env.agent_selection)["action_mask"].argmax()) is None
    assert env.close() is None


@each_default
def test_a_refused_reset_leaves_the_game_untouched(setup):
    """A seed or a position that is none is refused, and the running game goes on."""
    env = setup.env()
    env.reset(seed=5)
    advance(env, np.random.default_rng(5), 10)
    before = whole(env)
    for seed in (-1, 0.5, "seed", [-1], True):
        with pytest.raises(OptionError):
            env.reset(seed=seed)
        assert whole(env) == before
    for options in ("x", [1], 5):
        with pytest.raises(OptionError, match="options"):
            env.reset(options=options)
        assert whole(env) == before
    position = env.position()
    for bad in ({}, [], "start", {**position, "seat": -7}, {**position, "surplus": 0}):
        with pytest.raises(PositionError):
            env.reset(options={"position": bad})
        assert whole(env) == before


@each_default
def test_a_position_may_be_of_a_finished_game(setup):
    """An environment that starts at the end of a game has only the last steps of its agents before it."""
    env = setup.env(max_steps=5)
    env.reset(seed=5)
    advance(env, np.random.default_rng(0), 5)
    other = setup.env(max_steps=5)
    other.reset(options={"position": env.position()})
    assert [agent for agent, *_ in _last_steps(other)] == other.possible_agents


def _last_steps(env):
    steps = []
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        assert terminated or truncated
        steps.append((agent, reward, terminated, truncated, info))
        env.step(None)
    return steps


@each_default
def test_each_iteration_needs_a_step(setup):
    """Two iterations of `agent_iter` without a step or a reset between them are refused."""
    env = setup.env()
    env.reset(seed=6)
    iterator = iter(env.agent_iter())
    assert next(iterator) == env.agent_selection
    with pytest.raises(AssertionError, match="need to call step"):
        next(iterator)
    iterator = iter(env.agent_iter())
    env.reset(seed=6)
    for _ in range(5):
        next(iterator)
        advance(env, np.random.default_rng(6), 1)
    env.reset()
    next(iterator)
    env.reset()
    assert next(iterator) == env.agent_selection
    env.reset()
    agents = []
    for agent in env.agent_iter(max_iter=3):
        agents.append(agent)
        env.step(env.game.greedy_action(env.state_record))
    assert len(agents) == 3


@each_default
def test_dead_agents_take_no_action(setup):
    """After the end each agent steps once with None; an action then is a `ValueError`."""
    env = setup.env(max_steps=8)
    env.reset(seed=7)
    advance(env, np.random.default_rng(7), 8)
    left = setup.num_players
    while env.agents:
        before = whole(env)
        assert env.num_agents == len(env.agents) == left
        assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)
        for action in (0, np.int64(1), "a"):
            with pytest.raises(ValueError, match="the only valid action is None"):
                env.step(action)
            assert whole(env) == before
        agent = env.agent_selection
        env.step(None)
        left -= 1
        assert agent not in env.agents
        for values in (env.rewards, env.terminations, env.truncations, env.infos):
            assert list(values) == env.agents
    assert left == 0


@each_default
def test_a_step_after_the_end_only_warns(setup):
    """Once no agent is left, a step is a warning and changes nothing; a reset begins anew."""
    env = setup.env(max_steps=4)
    env.reset(seed=8)
    finish(env, np.random.default_rng(8))
    assert list(env.agent_iter()) == []
    fingerprint = env.fingerprint()
    for action in (0, None):
        EnvLogger.flush()
        env.step(action)
        assert any("step() called after all agents are terminated" in message for message in EnvLogger.mqueue)
        assert env.fingerprint() == fingerprint
        assert env.agents == []
    env.reset(seed=8)
    assert env.agents == env.possible_agents


def _wrapped(env):
    guarded = AssertOutOfBoundsWrapper(TerminateIllegalWrapper(env, illegal_reward=-1))
    return OrderEnforcingWrapper(guarded)


@few_setups
@pytest.mark.parametrize("decisions", [0, 1, 17])
def test_an_illegal_action_does_what_the_wrapper_does(setup, decisions):
    """Rewards, order of the last steps and the next game are those of PettingZoo's `TerminateIllegalWrapper`.

    It says truncated as well as terminated.
    """
    env = setup.env(reward="score_delta")
    reference = setup.env(reward="score_delta")
    wrapped = _wrapped(reference)
    for seed in (9, None):
        env.reset(seed=seed)
        wrapped.reset(seed=seed)
        for each in (env, wrapped):
            rng = np.random.default_rng(9)
            for _ in range(decisions):
                each.step(choose(env.game, each.unwrapped.state_record, "mixed", rng))
        assert whole(env) == whole(reference)
        offender = env.agent_selection
        record = env.fingerprint()
        illegal = _illegal(env)
        cumulative = dict(env._cumulative_rewards)
        EnvLogger.flush()
        env.step(illegal)
        is_first = seed == 9  # told once, not at every move of a learner that knows no masks
        assert any("Illegal move made" in message for message in EnvLogger.mqueue) == is_first
        wrapped.step(illegal)
        assert env.rewards == reference.rewards == {a: -1.0 if a == offender else 0.0 for a in env.possible_agents}
        assert env.terminations == reference.terminations == dict.fromkeys(env.possible_agents, True)
        assert env.truncations == dict.fromkeys(env.possible_agents, False)
        reference.truncations = dict.fromkeys(env.possible_agents, False)
        assert env._cumulative_rewards == reference._cumulative_rewards == {**cumulative, offender: -1.0}
        assert env.fingerprint() == record
        while env.agents:
            assert env.agent_selection == reference.agent_selection
            assert env.last()[1:] == wrapped.last()[1:]
            assert not env.last()[0]["action_mask"].any()
            env.step(None)
            wrapped.step(None)
        assert reference.agents == []
    env.reset(seed=10)
    wrapped.reset(seed=10)
    assert whole(env) == whole(reference)
    played = [finish(each, np.random.default_rng(1), "greedy")[:200] for each in (env, reference)]
    assert played[0] == played[1]


@each_default
def test_a_reset_clears_an_illegal_action(setup):
    """A reset straight after an illegal action begins a clean game."""
    env = setup.env(max_steps=30)
    env.reset(seed=11)
    clean = whole(env)
    played = finish(env, np.random.default_rng(0))
    env.reset(seed=11)
    env.step(_illegal(env))
    env.reset(seed=11)
    assert whole(env) == clean
    assert finish(env, np.random.default_rng(0)) == played


@few_setups
def test_an_illegal_action_may_raise(setup):
    """With ``illegal_action="raise"`` the error names seat, action and legal actions, and the game is untouched."""
    env = setup.env(illegal_action="raise", max_steps=60)
    plain = setup.env(max_steps=60)
    env.reset(seed=12)
    plain.reset(seed=12)
    rng, same = np.random.default_rng(12), np.random.default_rng(12)
    while not env.game.is_over(env.state_record):
        before = whole(env)
        illegal = _illegal(env)
        with pytest.raises(IllegalActionError) as refusal:
            env.step(illegal)
        message = str(refusal.value)
        assert f"seat {env.game.seat(env.state_record)}" in message
        assert env.action_name(illegal) in message
        legal = [env.action_name(action) for action in env.game.legal_actions(env.state_record)]
        assert all(name in message for name in legal)
        assert whole(env) == before
        advance(env, rng, 1)
        advance(plain, same, 1)
        assert whole(env) == whole(plain)


@each_default
def test_wrappers_of_pettingzoo_change_nothing(setup):
    """Under PettingZoo's three standard wrappers the same game is played."""
    env, inner = (setup.env(max_steps=60, reward=REWARDS[2]) for _ in range(2))
    wrapped = _wrapped(inner)
    env.reset(seed=13)
    wrapped.reset(seed=13)
    rng = np.random.default_rng(13)
    while env.agents:
        assert whole(env) == whole(inner)
        assert env.last()[1:] == wrapped.last()[1:]
        over = env.last()[2] or env.last()[3]
        action = None if over else choose(env.game, env.state_record, "mixed", rng)
        env.step(action)
        wrapped.step(action)
    assert wrapped.agents == []


@each_default
def test_rendering_is_text_and_has_no_effect(setup):
    """`render` returns text in the mode ``"ansi"``, a warning and None without a mode, and touches nothing."""
    env = setup.env(render_mode="ansi", max_steps=20)
    env.reset(seed=14)
    while env.agents:
        before = whole(env)
        assert isinstance(env.render(), str)
        assert whole(env) == before
        over = env.terminations[env.agent_selection] or env.truncations[env.agent_selection]
        env.step(None if over else env.game.greedy_action(env.state_record))
    silent = setup.env()
    silent.reset(seed=14)
    with pytest.warns(UserWarning, match="render"):
        assert silent.render() is None


@each_default
def test_usage_errors_are_assertion_errors(setup):
    """Guards raise the package's own error, which PettingZoo users catch as an `AssertionError`."""
    env = setup.env()
    with pytest.raises(UsageError) as refusal:
        env.step(0)
    assert isinstance(refusal.value, AssertionError)
