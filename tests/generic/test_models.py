"""Trained models as agents, opponents and earlier selves: what they were trained on is what they are shown."""

import sys
import types

import gymnasium
import numpy as np
import pytest
from gymnasium.spaces import Box
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecFrameStack, VecNormalize

from rlboardgames.core.errors import BoardGameError, ModelError, OptionError
from rlboardgames.play import OpponentPool, make_agent
from rlboardgames.play.match import play_match
from rlboardgames.registry import make_game
from rlboardgames.sb3.imitation import imitate_greedy
from rlboardgames.sb3.policy import PolicyAgent
from rlboardgames.sb3.self_play import SelfPlay
from rlboardgames.sb3.vec_env import SB3VecEnv

QUICK = {"n_steps": 16, "batch_size": 16, "n_epochs": 1, "seed": 1, "policy_kwargs": {"net_arch": [4]}}


def _envs(game, num_envs=2):
    return SB3VecEnv(game, num_envs, OpponentPool("random", game), seed=1)


def _model(envs, **more):
    return MaskablePPO("MlpPolicy", envs, **{**QUICK, **more})


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """A model of Hasty Baker for three players, saved."""
    path = tmp_path_factory.mktemp("models") / "baker.zip"
    _model(_envs(make_game("hasty_baker", num_players=3))).save(path)
    return path


@pytest.mark.parametrize("more", [{}, {"reward": "score_delta"}, {"max_steps": 50}])
def test_a_model_plays_the_game_it_was_trained_on(saved, more):
    """Rewards and length may be others; what the model sees and may do are the same."""
    game = make_game("hasty_baker", num_players=3, **more)
    assert play_match(game, make_agent(saved, game), "random", games=3).games == 3


@pytest.mark.parametrize(
    ("name", "options", "difference"),
    [
        ("hasty_baker", {"num_players": 2}, "players 3 where 2"),
        ("monad", {}, "game 'hasty_baker_v0' where 'monad_v0'"),
    ],
)
def test_a_model_of_another_game_is_refused(saved, name, options, difference):
    """The error names what differs, though the sizes of the vectors may be the same."""
    with pytest.raises(ModelError, match=difference):
        make_agent(saved, make_game(name, **options))


def test_a_model_of_other_options_is_refused(tmp_path):
    """Mint Delivery's observation has the same size with and without abilities."""
    trained, other = make_game("mint_delivery"), make_game("mint_delivery", abilities=True)
    assert trained.observation.size == other.observation.size
    model = _model(_envs(trained))
    model.save(tmp_path / "model")
    with pytest.raises(ModelError, match="options"):
        make_agent(tmp_path / "model", other)
    with pytest.raises(ModelError, match="options"):
        play_match(other, PolicyAgent(model.policy), "random", games=1)
    with pytest.raises(ModelError, match="options"):
        OpponentPool(PolicyAgent(model.policy), other)


def test_a_model_trained_through_gymnasium_is_known(tmp_path):
    """The spaces of `gymnasium.make` carry the same."""
    _model(gymnasium.make("rlboardgames/HastyBaker-v0")).save(tmp_path / "model")
    assert make_agent(tmp_path / "model", make_game("hasty_baker")).name
    with pytest.raises(ModelError, match="players"):
        make_agent(tmp_path / "model", make_game("hasty_baker", num_players=4))


def test_a_model_of_preprocessed_observations_is_refused(tmp_path):
    """Scaled to floats, or stacked: the model would be fed raw counts."""
    game = make_game("hasty_baker")
    scaled = gymnasium.wrappers.TransformObservation(
        gymnasium.make("rlboardgames/HastyBaker-v0"),
        lambda observation: (observation / 127).astype(np.float32),
        Box(-1, 1, (game.observation.size,), np.float32),
    )
    for envs in (scaled, VecFrameStack(_envs(game), 2)):
        _model(envs).save(tmp_path / "model")
        with pytest.raises(ModelError, match="wrapper"):
            make_agent(tmp_path / "model", game)


@pytest.mark.parametrize("norm_obs", [True, False])
def test_a_model_saved_under_normalisation_is_refused(tmp_path, norm_obs):
    """Its space is that of the game, what it learned from is not; normalised rewards do no harm."""
    game = make_game("hasty_baker")
    envs = _envs(game)
    model = _model(VecNormalize(envs, norm_obs=norm_obs))
    if norm_obs:
        model.learn(32)
        model.save(tmp_path / "model")
        with pytest.raises(ModelError, match="VecNormalize"):
            make_agent(tmp_path / "model", game)
        return
    model.learn(32, callback=SelfPlay(envs.games.pool, 16))
    model.save(tmp_path / "model")
    assert make_agent(tmp_path / "model", game).name


def test_self_play_and_imitation_refuse_normalised_observations():
    """Frozen selves and the imitation see raw counts, so the learner must see them, too."""
    game = make_game("hasty_baker")
    for wrap in (lambda envs: VecNormalize(envs, norm_reward=False), lambda envs: VecFrameStack(envs, 2)):
        envs = _envs(game)
        model = _model(wrap(envs))
        with pytest.raises(BoardGameError, match="SelfPlay"):
            model.learn(32, callback=SelfPlay(envs.games.pool, 16))
        with pytest.raises(BoardGameError, match="imitate_greedy"):
            imitate_greedy(model, envs, 32)


def test_names_are_taken_as_stable_baselines_takes_them(saved, monkeypatch):
    """Without the ending, and from the home folder."""
    game = make_game("hasty_baker", num_players=3)
    assert make_agent(saved.with_suffix(""), game).name
    monkeypatch.setenv("HOME", str(saved.parent))
    monkeypatch.setenv("USERPROFILE", str(saved.parent))
    assert make_agent("~/baker", game).name


def test_a_policy_needs_nothing_else_of_its_model(tmp_path, monkeypatch):
    """A learning-rate schedule from a module that is gone does not matter to an opponent."""
    module = types.ModuleType("gone_schedules")
    exec("def schedule(progress):\n    return 1e-3 * progress", module.__dict__)
    monkeypatch.setitem(sys.modules, "gone_schedules", module)
    game = make_game("hasty_baker")
    _model(_envs(game), learning_rate=module.schedule).save(tmp_path / "model")
    monkeypatch.delitem(sys.modules, "gone_schedules")
    agent = make_agent(tmp_path / "model", game)
    assert play_match(game, agent, "random", games=2).games == 2


@pytest.mark.parametrize("name", ["gredy", "", "a" * 5000, "missing\0", "~nobody-here/model"])
def test_a_name_that_is_neither_agent_nor_file_is_said_to_be_so(name, monkeypatch):
    """Also where the libraries that play models are not installed."""
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ModelError, match="no such model file, nor an agent of this name: random, greedy"):
        make_agent(name, make_game("hasty_baker"))


def test_models_without_their_libraries_name_the_extra(saved, monkeypatch):
    """The file is there, and what plays it is not."""
    monkeypatch.delitem(sys.modules, "rlboardgames.sb3.policy", raising=False)
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ModelError, match=r"rlboardgames\[sb3\]"):
        make_agent(saved, make_game("hasty_baker", num_players=3))


class _Copies(SelfPlay):
    """Counts the copies."""

    def __init__(self, *arguments, **keywords):
        super().__init__(*arguments, **keywords)
        self.names = []

    def _on_rollout_end(self):
        before = self.pool.agents
        super()._on_rollout_end()
        self.names += [agent.name for agent in self.pool.agents if agent not in before]


def test_self_play_counts_from_where_it_begins():
    """A resumed model makes as many copies as a new one, and a second call of `learn` goes on counting."""
    game = make_game("hasty_baker", max_steps=30)
    envs = _envs(game, 4)
    model = _model(envs)
    model.num_timesteps = 2048
    copies = _Copies(envs.games.pool, 256)
    model.learn(512, callback=copies, reset_num_timesteps=False)
    assert copies.names == ["self at 2304", "self at 2560"]
    for _ in range(4):  # of 64 steps each, a quarter of the interval
        model.learn(64, callback=copies, reset_num_timesteps=True)
    assert copies.names == ["self at 2304", "self at 2560", "self at 64"]


def test_retired_selves_leave_pool_and_games():
    """However long a training, only the copies that are kept, and those in unfinished games, stay in memory."""
    game = make_game("hasty_baker", max_steps=12)
    envs = _envs(game, 2)
    copies = _Copies(envs.games.pool, 32, keep=2)
    _model(envs).learn(1024, callback=copies)
    assert len(copies.names) == 32
    assert [agent.name for agent in envs.games.pool.agents] == ["random", *copies.names[-2:]]
    assert len(envs.games.arena.agents) <= 8


def test_pools_show_what_they_hold_and_keep_it():
    """Agents and weights of a pool are changed by its methods only; an agent that is not wanted is removed."""
    game = make_game("hasty_baker")
    pool = OpponentPool(["random", "greedy"], game)
    for values in (pool.agents, pool.weights):
        assert isinstance(values, tuple)
    with pytest.raises(AttributeError):
        pool.agents = []
    first = pool.agents[0]
    pool.remove(first)
    assert [agent.name for agent in pool.agents] == ["greedy"]
    with pytest.raises(OptionError, match="without an agent"):
        pool.remove(pool.agents[0])
    with pytest.raises(OptionError, match="none of the pool's"):
        pool.remove(first)
