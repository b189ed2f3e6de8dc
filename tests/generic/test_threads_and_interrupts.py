"""Two threads on one environment, and interrupts in the middle of a call: refused or survived, never torn."""

import copy
import pickle
import threading

import numpy as np
import pytest

from rlboardgames import metro_x_v0, mint_delivery_v0
from rlboardgames.agents.agent import Agent
from rlboardgames.agents.arena import OUTSIDE, Arena
from rlboardgames.core import batch
from rlboardgames.core.batch import PLAY_ON
from rlboardgames.core.errors import UsageError
from rlboardgames.registry import GAMES, module_of


@pytest.fixture(params=sorted(GAMES))
def module(request):
    return module_of(request.param)


class Interrupt(KeyboardInterrupt):
    """Ctrl-C at a chosen place."""


def interrupt_after(function, calls=1):
    """Let a driver do its work, then interrupt, as Ctrl-C during compiled code does."""
    left = [calls]

    def interrupted(*arguments):
        result = function(*arguments)
        left[0] -= 1
        if left[0] == 0:
            raise Interrupt
        return result

    return interrupted


def assert_shows_what_is(envs):
    for i in range(envs.num_envs):
        state = envs.states[i : i + 1]
        assert envs.seats[i] == envs.game.seat(state)
        assert envs.action_masks[i].tolist() == envs.game.mask(state).tolist()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("method", ["step", "rollout"])
def test_an_interrupted_batch_shows_its_games_as_they_are(module, method, threads, monkeypatch):
    envs = module.vec_env(8, threads=threads)
    envs.reset(seed=1)
    envs.rollout(5)
    driver = "step_games" if method == "step" else "rollout"
    arguments = [envs.action_masks.argmax(axis=1)] if method == "step" else [7]
    with monkeypatch.context() as patch:
        patch.setattr(batch, driver, interrupt_after(getattr(batch, driver)))
        with pytest.raises(Interrupt):
            getattr(envs, method)(*arguments)
    assert_shows_what_is(envs)
    *_, terminated, truncated = envs.step(envs.action_masks.argmax(axis=1))
    assert not (terminated & truncated).any()  # nothing was illegal
    envs.rollout(3)


def test_an_interrupted_batch_waits_for_its_other_threads(monkeypatch):
    envs = mint_delivery_v0.vec_env(4, threads=2)
    envs.reset(seed=1)
    is_interrupted, ended = threading.Event(), []

    def work(*arguments):
        start = arguments[4]
        if start == 0:
            is_interrupted.set()
            raise Interrupt
        is_interrupted.wait(10)
        for _ in range(1000):
            step_games(*arguments[:3], envs.action_masks.argmax(axis=1), *arguments[4:])
        ended.append(start)

    step_games = batch.step_games
    monkeypatch.setattr(batch, "step_games", work)
    with pytest.raises(Interrupt):
        envs.step(envs.action_masks.argmax(axis=1))
    assert ended == [2]
    assert_shows_what_is(envs)


@pytest.mark.parametrize("method", ["reset", "step", "rollout", "set_states"])
def test_a_batch_refuses_a_second_thread(method, monkeypatch):
    envs = mint_delivery_v0.vec_env(2)
    envs.reset(seed=1)
    calls = {
        "reset": envs.reset,
        "step": lambda: envs.step(envs.action_masks.argmax(axis=1)),
        "rollout": lambda: envs.rollout(1),
        "set_states": lambda: envs.set_states(envs.states.copy()),
    }
    rollout, messages = batch.rollout, []

    def second():
        with pytest.raises(UsageError) as caught:
            calls[method]()
        messages.append(str(caught.value))

    def work(*arguments):
        thread = threading.Thread(target=second)
        thread.start()
        thread.join()
        return rollout(*arguments)

    monkeypatch.setattr(batch, "rollout", work)
    envs.rollout(1)
    assert ["thread" in message for message in messages] == [True]
    monkeypatch.undo()
    envs.rollout(1)


def test_copies_of_a_batch_can_be_worked_on():
    envs = mint_delivery_v0.vec_env(2, threads=2)
    envs.reset(seed=1)
    for other in (copy.copy(envs), copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))):
        assert other.rollout(3) == 6


def in_the_middle_of_a_step(env, function):
    """Make the environment call `function` after the next decision has been played, before it has noted it."""
    play = env._play_decision

    def played(*arguments):
        env._play_decision = play
        status = play(*arguments)
        function()
        return status

    env._play_decision = played


def interrupt():
    raise Interrupt


def environments(module):
    yield module.env(), lambda env: int(env.last()[0]["action_mask"].argmax())
    if hasattr(module, "parallel_env"):
        yield (
            module.parallel_env(),
            lambda env: {a: int(env._observe(k)["action_mask"].argmax()) for k, a in enumerate(env.agents)},
        )


def test_an_interrupted_step_is_not_gone_on_with(module):
    for env, action in environments(module):
        env.reset(seed=1)
        state = env.get_state()
        in_the_middle_of_a_step(env, interrupt)
        with pytest.raises(Interrupt):
            env.step(action(env))
        for call in (lambda env=env: env.step(0), env.get_state):
            with pytest.raises(UsageError, match="interrupt"):
                call()
        env.set_state(state)
        env.step(action(env))
        env.reset(seed=2)
        env.step(action(env))


def test_an_environment_refuses_a_second_thread(module):
    for env, action in environments(module):
        env.reset(seed=1)
        chosen, messages = action(env), []

        def second(env=env, chosen=chosen, messages=messages):
            with pytest.raises(UsageError) as caught:
                env.step(chosen)
            messages.append(str(caught.value))

        def from_another_thread(second=second):
            thread = threading.Thread(target=second)
            thread.start()
            thread.join()

        in_the_middle_of_a_step(env, from_another_thread)
        env.step(chosen)
        assert ["thread" in message for message in messages] == [True]
        env.step(action(env))


def test_a_refused_action_leaves_an_environment_playing(module):
    class Strange:
        def __index__(self):
            raise RuntimeError

    for env, action in environments(module):
        env.reset(seed=1)
        before = env.fingerprint()
        for refused in ("card", 10**30, -1, Strange()):
            wrong = dict.fromkeys(env.agents, refused) if isinstance(action(env), dict) else refused
            with pytest.raises((UsageError, RuntimeError)):
                env.step(wrong)
            assert env.fingerprint() == before
        env.step(action(env))


def test_an_agent_cannot_play_on_its_own_games():
    class Meddler(Agent):
        name = "meddler"

        def choose(self, observations, masks, rng):
            arena.play(np.full(len(arena.seats), PLAY_ON))

    game = metro_x_v0.game(num_players=2)
    arena = Arena(game, 1, [Meddler()], seed=1)
    arena.deal(np.array([0]), np.array([[0, OUTSIDE]]))
    with pytest.raises(UsageError, match="agent"):
        arena.play(np.array([PLAY_ON]))
