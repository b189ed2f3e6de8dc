"""Two callers at once, and Ctrl-C at any moment: an error that says so, and never half a game."""

import copy
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from generic_cases import each_default, each_game

from rlboardgames.agents import Agent
from rlboardgames.core import batch, drivers
from rlboardgames.core.errors import UsageError
from rlboardgames.envs import vector
from rlboardgames.envs.single_seat import SingleSeatEnv
from rlboardgames.play import OpponentPool
from rlboardgames.registry import make_game, module_of
from rlboardgames.sb3.vec_env import SB3VecEnv

BUSY = "at work already"


def _environments(setup):
    game = setup.game()
    made = {
        "env": setup.env(),
        "vec_env": setup.vec_env(2),
        "single seat": SingleSeatEnv(setup.name, **setup.keywords),
        "SB3": SB3VecEnv(game, 2, OpponentPool("random", game), seed=1),
    }
    if module_of(setup.name).game.simultaneous:
        made["parallel"] = module_of(setup.name).parallel_env(**setup.keywords)
    for env in made.values():
        env.reset()
    return made


def _action(name, env):
    if name == "env":
        return int(env.last()[0]["action_mask"].argmax())
    if name == "parallel":
        return {agent: int(env._mask_of(seat).argmax()) for seat, agent in enumerate(env.agents)}
    return env.action_masks.argmax(axis=1) if name == "vec_env" else env.action_masks().argmax(axis=-1)


@each_default
def test_a_second_caller_is_told_at_once(setup):
    """While one thread is inside, steps and resets of another are refused; afterwards all goes on as before."""
    for name, env in _environments(setup).items():
        action = _action(name, env)
        refused = []

        def attempt(env=env, action=action, refused=refused):
            for call in (env.reset, lambda: env.step(action)):
                try:
                    call()
                except UsageError as error:
                    refused.append(str(error))

        with env._guard:
            thread = threading.Thread(target=attempt)
            thread.start()
            thread.join()
        assert len(refused) == 2, name
        assert all(BUSY in message for message in refused), name
        env.step(action)
        env.reset()


def test_copies_have_callers_of_their_own():
    """A copy, a clone or a pickle made while the original is at work is free."""
    env = module_of("hasty_baker_v0").env()
    env.reset(seed=1)
    action = _action("env", env)
    with env._guard:
        for copied in (env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
            copied.step(action)
        with pytest.raises(UsageError, match=BUSY):
            env.step(action)


class _Caller(Agent):
    """An opponent that steps the environment in which it is asked."""

    def __init__(self):
        self.env = None

    def choose(self, turn, rng):
        self.env.step(self.env.action_masks().argmax(axis=-1))
        return turn.masks.argmax(axis=1)


def test_an_agent_that_calls_its_environment_is_told():
    """It would play on in the middle of a step."""
    caller = _Caller()
    env = SingleSeatEnv("hasty_baker", opponents=caller)
    caller.env = env

    def play():
        for seed in range(4):
            _, info = env.reset(seed=seed)
            for _ in range(20):
                *_, info = env.step(int(info["action_mask"].argmax()))

    with pytest.raises(UsageError, match="each agent"):
        play()


def _interrupted_after(function):
    # Ctrl-C while compiled code runs is raised when it has returned
    def run(*arguments):
        function(*arguments)
        raise KeyboardInterrupt

    return run


def _interrupt_step(env, action, owner, driver, monkeypatch):
    # afterwards the environment must ask for a reset
    with monkeypatch.context() as patched:
        patched.setattr(owner, driver, _interrupted_after(getattr(owner, driver)))
        with pytest.raises(KeyboardInterrupt):
            env.step(action)
    with pytest.raises(UsageError, match="reset"):
        env.step(action)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("driver", "call"),
    [
        ("step_games", lambda envs: envs.step(envs.action_masks.argmax(axis=1))),
        ("rollout", lambda envs: envs.rollout(3)),
        ("deal_games", lambda envs: envs.reset()),
    ],
)
@each_default
def test_a_batch_shows_what_is_after_an_interrupt(setup, driver, call, threads, monkeypatch):
    """Masks and seats are those of the games as they stand, all of them played, and the batch goes on."""
    envs = setup.vec_env(6, threads=threads)
    envs.reset(seed=1)
    envs.rollout(5)
    before = envs.states["decisions"].tolist()
    with monkeypatch.context() as patched:
        patched.setattr(batch, driver, _interrupted_after(getattr(batch, driver)))
        with pytest.raises(KeyboardInterrupt):
            call(envs)
    assert all(now != then for now, then in zip(envs.states["decisions"].tolist(), before, strict=True))
    for i in range(6):
        state = envs.game.clone(envs.states[i : i + 1])
        assert envs.action_masks[i].tobytes() == envs.game.mask(state).tobytes()
        assert envs.seats[i] == envs.game.seat(state)
    *_, rewards, terminated, truncated = envs.step(envs.action_masks.argmax(axis=1))
    assert not (terminated & truncated).any(), "no game was forfeited"
    assert np.isfinite(rewards).all()


def test_an_interrupted_batch_waits_for_its_threads(monkeypatch):
    """When the interrupt is raised, no thread works on the games any more."""
    envs = module_of("hasty_baker_v0").vec_env(4, threads=2)
    envs.reset(seed=1)
    second_may_end, done = threading.Event(), []
    step_games = batch.step_games

    def slow(*arguments):
        first = arguments[4] == 0
        if first:
            second_may_end.set()
            raise KeyboardInterrupt
        second_may_end.wait(60)
        step_games(*arguments)
        done.append(True)

    monkeypatch.setattr(batch, "step_games", slow)
    with pytest.raises(KeyboardInterrupt):
        envs.step(envs.action_masks.argmax(axis=1))
    assert done == [True]


@each_default
def test_an_environment_interrupted_in_a_step_needs_a_reset(setup, monkeypatch):
    """The record has been played on and the agents may not know: it says so, and a reset helps."""
    env = setup.env()
    env.reset(seed=1)
    action = _action("env", env)
    _interrupt_step(env, action, env, "_play_decision", monkeypatch)
    env.reset(seed=1)
    fresh = setup.env()
    fresh.reset(seed=1)
    assert env.fingerprint() == fresh.fingerprint()
    env.step(action)
    if module_of(setup.name).game.simultaneous:
        parallel = module_of(setup.name).parallel_env(**setup.keywords)
        parallel.reset(seed=1)
        _interrupt_step(parallel, _action("parallel", parallel), parallel, "_play_decision", monkeypatch)


@each_default
def test_learners_interrupted_in_a_step_need_a_reset(setup, monkeypatch):
    """Games that have ended and have not been dealt anew must not be played on."""
    made = _environments(setup)
    for name in ("single seat", "SB3"):
        env = made[name]
        _interrupt_step(env, _action(name, env), batch, "play_on", monkeypatch)
        env.reset()
        env.step(_action(name, env))


def test_an_interrupted_compilation_can_be_repeated(monkeypatch):
    """Ctrl-C while the rules are compiled: the next call compiles them."""
    game = make_game("hasty_baker", num_players=3)
    state = game.new_state(seed=1)
    driver = drivers.standing
    if not hasattr(driver, "overloads"):
        pytest.skip("nothing is compiled in the interpreter")
    game.standing(state)
    signature = driver.signatures[-1]
    driver.overloads.clear()
    compiler = type(driver._compiler)
    with monkeypatch.context() as patched:
        patched.setattr(driver._cache, "load_overload", lambda *_: None)
        patched.setattr(compiler, "compile", _interrupt)
        with pytest.raises(KeyboardInterrupt):
            driver.compile(signature)
    assert driver.compile(signature) is not None
    assert game.standing(state).shape[0] == 3


def _interrupt(*_, **__):
    raise KeyboardInterrupt


def test_games_can_be_shared_by_threads():
    """A game keeps no scratch memory that two threads would write at once."""
    game = make_game("monad")

    def play(seed):
        state, rng = game.new_state(seed), np.random.default_rng(seed)
        for _ in range(400):
            if not game.is_over(state):
                game.play(state, int(rng.choice(game.legal_actions(state))))
        return state.tobytes()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(play, range(8))) == [play(seed) for seed in range(8)]


@each_game
def test_rollouts_are_cut_into_calls_that_can_be_interrupted(name, monkeypatch):
    """However many decisions are made in one call of compiled code, the games are the same."""
    found = []
    for at_once in (2**21, 40, 1):
        monkeypatch.setattr(vector, "_ROLLOUT_DECISIONS", at_once)
        envs = module_of(name).vec_env(4)
        envs.reset(seed=1)
        assert envs.rollout(37) == 4 * 37
        found.append((envs.states.tobytes(), envs.observations.tobytes(), envs.action_masks.tobytes()))
    assert found[0] == found[1] == found[2]
