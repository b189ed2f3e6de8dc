"""A warm start: a policy learns to play like the greedy player first. Needs the extra ``sb3``."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from rlboardgames.core.errors import OptionError
from rlboardgames.sb3.policy import require_learner

__all__ = ["imitate_greedy"]

_BATCH = 1024


def imitate_greedy(
    model: Any,
    envs: Any,
    steps: int,
    epochs: int = 3,
    learning_rate: float = 1e-3,
    progress: Callable[[float], Any] | None = None,
) -> float:
    """Train policy and value of a model on games in which the greedy player takes the learner's seat.

    The policy learns the greedy player's actions (cross-entropy over the legal ones), the value the discounted return
    that they brought.

    Parameters
    ----------
    model : MaskablePPO
        Its policy is trained in place.
    envs : SB3VecEnv
        The environment that the model will train on, opponents included.
    steps : int
        Decisions to learn from, over all games of `envs`.
    epochs : int
    learning_rate : float
    progress : callable, optional
        Called with the share done so far, 0 to 1.

    Raises
    ------
    OptionError, ModelError
        The model learns under VecNormalize, or something else than this game.

    Returns
    -------
    float
        Share of the last epoch's decisions in which the policy was more than half sure of the greedy player's action.
    """
    require_learner(model, envs.games.game, "imitate_greedy")
    if model.get_vec_normalize_env() is not None:
        raise OptionError("imitate_greedy: under VecNormalize the learner's returns are others than the game pays")
    observations, masks, actions, returns = _greedy_games(envs, max(steps // envs.num_envs, 1), model.gamma)
    optimizer = torch.optim.Adam(model.policy.parameters(), lr=learning_rate)
    model.policy.set_training_mode(True)
    rng = np.random.default_rng(model.seed)
    agreed = 0.0
    for epoch in range(epochs):
        order = rng.permutation(len(actions))
        hits = 0
        for first in range(0, len(order), _BATCH):
            rows = order[first : first + _BATCH]
            hits += _learn(model.policy, optimizer, observations[rows], masks[rows], actions[rows], returns[rows])
            if progress is not None:
                progress((epoch + first / len(order)) / epochs)
        agreed = hits / len(order)
    return agreed


def _greedy_games(envs, length, gamma):
    # arrays over time and games, flattened; returns begin after each game's end and are cut at the last step
    arena = envs.games.arena
    observations = np.empty((length, *arena.observations.shape), np.int8)
    masks = np.empty((length, *arena.masks.shape), np.int8)
    actions = np.empty((length, envs.num_envs), np.int64)
    rewards = np.empty((length, envs.num_envs), np.float32)
    dones = np.empty((length, envs.num_envs), bool)
    envs.reset()
    for t in range(length):
        observations[t], masks[t], actions[t] = arena.observations, arena.masks, arena.greedy_actions()
        _, rewards[t], dones[t], _ = envs.step(actions[t])
    returns = np.empty_like(rewards)
    future = np.zeros(envs.num_envs, np.float32)
    for t in range(length - 1, -1, -1):
        future = returns[t] = rewards[t] + gamma * future * ~dones[t]
    return (
        observations.reshape(-1, observations.shape[-1]),
        masks.reshape(-1, masks.shape[-1]),
        actions.ravel(),
        returns.ravel(),
    )


def _learn(policy, optimizer, observations, masks, actions, returns):
    wanted = torch.as_tensor(actions, device=policy.device)
    values, log_probs, _ = policy.evaluate_actions(
        torch.as_tensor(observations, device=policy.device), wanted, action_masks=masks
    )
    value_loss = torch.nn.functional.mse_loss(values.flatten(), torch.as_tensor(returns, device=policy.device))
    loss = 0.5 * value_loss - log_probs.mean()
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
    optimizer.step()
    return int((log_probs > np.log(0.5)).sum())
