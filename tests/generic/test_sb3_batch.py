"""The Stable-Baselines3 `VecEnv`: what SB3 asks of it, and that it plays what the learner's games play."""

import numpy as np
import pytest
from generic_cases import each_default, few_setups, step_learner

from rlboardgames.agents import GreedyAgent, RandomAgent
from rlboardgames.core.errors import IllegalActionError, OptionError, UsageError
from rlboardgames.play import OpponentPool
from rlboardgames.play.learner import LearnerGames
from rlboardgames.registry import make_game

sb3 = pytest.importorskip("rlboardgames.sb3.vec_env", exc_type=ImportError)


def _make(setup, seed=1, num_envs=3, **more):
    game = setup.game(max_steps=30)
    return sb3.SB3VecEnv(game, num_envs, OpponentPool([RandomAgent(), GreedyAgent()], game), seed=seed, **more)


def _run(envs, steps):
    rng = np.random.default_rng(0)
    shown = [envs.reset().tobytes()]
    for _ in range(steps):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in envs.action_masks()])
        observations, rewards, dones, infos = envs.step(actions)
        ends = [
            info["terminal_observation"].tobytes() if done else None for done, info in zip(dones, infos, strict=True)
        ]
        shown.append((observations.tobytes(), rewards.tolist(), dones.tolist(), ends))
    return shown


@few_setups
def test_it_plays_what_the_learners_games_play(setup):
    """Observations, rewards, dones and last observations are those of `LearnerGames` with the same seed."""
    envs = _make(setup)
    games = LearnerGames(envs.games.game, 3, envs.games.pool, seed=1)
    games.reset()
    assert envs.reset().tobytes() == games.arena.observations.tobytes()
    returns, lengths, ended = np.zeros(3), np.zeros(3, int), 0
    rng = np.random.default_rng(1)
    for _ in range(80):
        assert envs.action_masks().tobytes() == games.arena.masks.tobytes()
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in games.arena.masks])
        observations, rewards, dones, infos = envs.step(actions)
        expected, terminated, truncated, finished, final = step_learner(games, actions)
        assert observations.tobytes() == games.arena.observations.tobytes()
        assert rewards.tolist() == expected.tolist()
        assert dones.tolist() == (terminated | truncated).tolist()
        returns, lengths = returns + rewards, lengths + 1
        for row, info in enumerate(infos):
            assert bool(info) == dones[row]
            if not info:
                continue
            ended += 1
            observation = final[finished.tolist().index(row)]
            assert info["terminal_observation"].tobytes() == observation.tobytes()
            assert info["TimeLimit.truncated"] is bool(truncated[row])
            assert info["episode"]["r"] == pytest.approx(returns[row])
            assert info["episode"]["l"] == lengths[row]
            returns[row] = lengths[row] = 0
    assert ended


@each_default
def test_seeds(setup):
    """The seed of the constructor and that of `seed` repeat everything; later resets continue the streams."""
    assert _run(_make(setup), 40) == _run(_make(setup), 40) != _run(_make(setup, seed=2), 40)
    runs = []
    for first in (1, 5):
        envs = _make(setup, seed=first)
        envs.seed(7)
        runs.append((_run(envs, 30), _run(envs, 30)))
    assert runs[0] == runs[1]
    assert runs[0][0] != runs[0][1]
    for bad in (-1, "seed", 0.5):
        with pytest.raises(OptionError):
            _make(setup, seed=bad)
        with pytest.raises(OptionError):
            envs.seed(bad)
    many = _make(setup, num_envs=200)
    assert many.seed(np.int8(3)) == list(range(3, 203))


@each_default
def test_observations_are_copies(setup):
    """What `reset` and `step` return may be kept: later steps do not change it."""
    envs = _make(setup)
    kept = [envs.reset()]
    copies = [kept[0].copy()]
    for _ in range(40):
        observations, rewards, dones, _ = envs.step(envs.action_masks().argmax(axis=1))
        kept += [observations, rewards, dones]
        copies += [observations.copy(), rewards.copy(), dones.copy()]
    assert all((one == two).all() for one, two in zip(kept, copies, strict=True))


@each_default
def test_illegal_actions_raise(setup):
    """An action that a mask forbids is refused before anything is played."""
    envs = _make(setup)
    envs.reset()
    before = envs.games.arena.states.tobytes()
    actions = envs.action_masks().argmax(axis=1)
    actions[1] = int(np.flatnonzero(envs.action_masks()[1] == 0)[0])
    with pytest.raises(IllegalActionError, match="game 1"):
        envs.step(actions)
    assert envs.games.arena.states.tobytes() == before
    envs.step(envs.action_masks().argmax(axis=1))


@each_default
def test_what_sb3_asks(setup):
    """Masks, attributes and wrappers are answered in process, for all games or for some."""
    masking = pytest.importorskip("sb3_contrib.common.maskable.utils")
    monitor = pytest.importorskip("stable_baselines3.common.monitor")
    envs = _make(setup)
    envs.reset()
    assert masking.is_masking_supported(envs)
    assert masking.get_action_masks(envs).tobytes() == envs.action_masks().tobytes()
    assert envs.env_method("action_masks", indices=[2])[0].tobytes() == envs.action_masks()[2].tobytes()
    assert envs.get_attr("render_mode") == [None] * 3
    assert envs.env_is_wrapped(monitor.Monitor, indices=0) == [True]
    assert envs.observation_space.dtype == np.int8
    assert envs.action_space.n == envs.games.game.actions.size
    with pytest.raises(AttributeError):
        envs.env_method("nonsense")
    with pytest.raises(AttributeError):
        envs.set_attr("render_mode", "ansi")
    assert not envs.has_attr("nonsense")
    envs.close()


@each_default
def test_what_are_no_actions_is_refused(setup):
    """Actions of a wrong number or type, or outside the space, are refused, and no game has been played."""
    envs = _make(setup)
    envs.reset()
    before = envs.games.arena.states.tobytes()
    for actions in ([[0], 1], [0], [0.5] * 3, ["a"] * 3, None, [999] * 3, [-1] * 3, [10**30] * 3):
        with pytest.raises(UsageError):
            envs.step(actions)
        assert envs.games.arena.states.tobytes() == before


@each_default
def test_it_keeps_the_order_of_its_calls(setup):
    """No step without actions of its own."""
    envs = _make(setup)
    with pytest.raises(UsageError, match="reset"):
        envs.step(np.zeros(3, int))
    with pytest.raises(UsageError, match="step_async"):
        envs.step_wait()
    envs.reset()
    envs.step(envs.action_masks().argmax(axis=1))
    before = envs.games.arena.states.tobytes()
    with pytest.raises(UsageError, match="step_async"):
        envs.step_wait()
    assert envs.games.arena.states.tobytes() == before
    envs.step_async(envs.action_masks().argmax(axis=1))
    envs.reset()
    with pytest.raises(UsageError, match="step_async"):
        envs.step_wait()


@each_default
def test_masks_are_the_callers(setup):
    """Overwriting them makes nothing legal."""
    envs = _make(setup)
    envs.reset()
    illegal = envs.action_masks().argmin(axis=1)
    envs.action_masks()[:] = 1
    with pytest.raises(IllegalActionError):
        envs.step(illegal)


TEAM = {"num_players": 4, "teams": True}


@pytest.mark.parametrize(
    "keywords",
    [
        {"margin_weight": float("nan")},
        {"margin_weight": "x"},
        {"outcome_weight": float("inf")},
        {"num_envs": 2**50},
        {"game": "monad"},
        {"game": None},
        {"pool": "random"},
        {"partners": "greedy"},
    ],
    ids=str,
)
def test_keywords_are_checked(keywords):
    """Weights are finite, games are games, pools are pools."""
    game = make_game("monad", **TEAM)
    good = {"game": game, "num_envs": 2, "pool": OpponentPool("random", game), "partners": None}
    sb3.SB3VecEnv(**good)
    with pytest.raises(OptionError):
        sb3.SB3VecEnv(**{**good, **keywords})


@pytest.mark.parametrize("keyword", ["pool", "partners"])
def test_pools_of_another_game_are_refused(keyword):
    """A pool's agents were made for its game."""
    game = make_game("monad", **TEAM)
    pools = {"pool": OpponentPool("random", game), keyword: OpponentPool("random", make_game("metro_x"))}
    with pytest.raises(OptionError, match=keyword):
        sb3.SB3VecEnv(game, 2, **pools)
