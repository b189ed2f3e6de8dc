"""A game cut at ``max_steps``: what pays for the end is the end, so that no learner adds a value on top."""

import gymnasium
import numpy as np
import pytest
import torch
from generic_cases import PARALLEL, each_default
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer

from rlboardgames.core.episode import REWARDS
from rlboardgames.play import OpponentPool
from rlboardgames.play.learner import LearnerGames
from rlboardgames.registry import GAMES, module_of
from rlboardgames.sb3.vec_env import SB3VecEnv

CUT = {"max_steps": 6}
GYMNASIUM_ID = "rlboardgames/MintDelivery-v0"


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("name", PARALLEL)
def test_parallel_flags_follow_what_is_paid(name, reward):
    """A parallel game that is cut has ended, unless its end pays nothing."""
    env = module_of(name).parallel_env(num_players=2, reward=reward, **CUT)
    observations, _ = env.reset(seed=1)
    while env.agents:
        actions = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
        observations, _, terminations, truncations, infos = env.step(actions)
    assert set(terminations.values()) == {reward != "score_delta"}
    assert set(truncations.values()) == {reward == "score_delta"}
    assert all(info == {"max_steps_reached": True} for info in infos.values())


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("name", GAMES)
def test_single_seat_flags_follow_what_is_paid(name, reward):
    """A learner's game that is cut has ended, unless its end pays nothing; an info says that it was cut."""
    base, _, version = name.rpartition("_")
    env = gymnasium.make(f"rlboardgames/{base.title().replace('_', '')}-{version}", reward=reward, **CUT)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        assert "max_steps_reached" not in info
        _, _, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
        over = terminated or truncated
    assert (terminated, truncated) == (reward != "score_delta", reward == "score_delta")
    assert info["max_steps_reached"] is True


@pytest.mark.parametrize("margin_weight", [None, 0.1])
@pytest.mark.parametrize("outcome_weight", [0.0, 1.0])
@pytest.mark.parametrize("reward", REWARDS)
@each_default
def test_a_learner_that_is_paid_an_outcome_has_reached_the_end(setup, reward, outcome_weight, margin_weight):
    """What counts is what the learner is paid: the weight of an outcome ends its game, whatever the reward scheme."""
    game = setup.game(reward=reward, **CUT)
    games = LearnerGames(game, 2, OpponentPool("random", game), None, margin_weight, outcome_weight, seed=1)
    games.reset()
    finished = np.zeros(0)
    while not finished.size:
        _, terminated, truncated, finished = games.step(games.arena.masks.argmax(axis=1))
    is_end = reward != "score_delta" or outcome_weight != 0
    assert terminated[finished].tolist() == [is_end] * finished.size
    assert truncated[finished].tolist() == [not is_end] * finished.size
    assert games.max_steps_reached[finished].all()


def _paid_and_collected(envs):
    # the rewards that the environment paid, and those that the learner's buffer holds after its value was added
    model = MaskablePPO("MlpPolicy", envs, n_steps=64, batch_size=64, gamma=0.99, seed=1)
    with torch.no_grad():
        model.policy.value_net.bias.fill_(100.0)  # so that a value on top of a reward cannot be overlooked
    paid = []
    step_wait = model.env.step_wait

    def noting():
        result = step_wait()
        paid.append(result[1].copy())
        return result

    model.env.step_wait = noting
    model.learn(1, progress_bar=False)
    assert isinstance(model.rollout_buffer, MaskableRolloutBuffer)
    return np.array(paid), model.rollout_buffer.rewards


def _batch(reward, **weights):
    game = module_of("mint_delivery_v0").game(reward=reward, max_steps=20)
    return SB3VecEnv(game, 2, OpponentPool("greedy", game), seed=1, **weights)


@pytest.mark.parametrize("weights", [{}, {"margin_weight": 0.1, "outcome_weight": 1.0}])
def test_no_value_is_added_to_an_outcome_in_the_batch(weights):
    """The return of a game that was cut is its outcome, and not the outcome and a guess of what might come."""
    paid, collected = _paid_and_collected(_batch("score_delta" if weights else "outcome", **weights))
    assert paid.any()
    assert collected.tolist() == paid.tolist()


def test_no_value_is_added_to_an_outcome_in_gymnasium():
    """The same through `gymnasium.make` and Stable-Baselines3's own vector environment."""
    paid, collected = _paid_and_collected(gymnasium.make(GYMNASIUM_ID, max_steps=20, opponents="greedy"))
    assert paid.any()
    assert collected.tolist() == paid.tolist()


def test_the_value_is_added_where_nothing_is_paid_for_the_end():
    """With ``score_delta`` the points to come are missing, and the learner adds their value."""
    paid, collected = _paid_and_collected(_batch("score_delta"))
    assert (collected - paid).max() > 50
