"""A trained Stable-Baselines3 policy as an agent. Needs the extra ``sb3``."""

import copy
import io
from pathlib import Path

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from rlboardgames.agents.agent import Agent
from rlboardgames.core.errors import ModelError

__all__ = ["PolicyAgent", "load_model"]


class PolicyAgent(Agent):
    """Plays by a policy of sb3-contrib's MaskablePPO.

    Parameters
    ----------
    policy : sb3_contrib.common.maskable.policies.MaskableActorCriticPolicy
    name : str
    deterministic : bool
        Take the most likely action; otherwise draw from the distribution.
    """

    def __init__(self, policy, name="policy", deterministic=False):
        self.policy = policy
        self.name = name
        self.deterministic = deterministic

    @classmethod
    def frozen(cls, policy, name):
        """Make an agent from a copy of a policy that goes on learning."""
        clone = copy.deepcopy(policy)
        clone.set_training_mode(False)
        return cls(clone, name)

    def choose(self, observations, masks, rng):
        """Choose by the policy's distribution over the legal actions, see `Agent.choose`."""
        with torch.no_grad():
            tensor = torch.as_tensor(observations, device=self.policy.device)
            logits = self.policy.get_distribution(tensor, action_masks=masks).distribution.logits.cpu().numpy()
        if not self.deterministic:
            logits = logits + rng.gumbel(size=logits.shape)
        return np.where(masks != 0, logits, -np.inf).argmax(axis=1)


def load_model(path, game):
    """Load a model that was trained for a game.

    Parameters
    ----------
    path : str or path-like
        As `MaskablePPO.save` wrote it.
    game : Game

    Returns
    -------
    MaskablePPO

    Raises
    ------
    ModelError
        The file is missing, damaged, or from a game with other spaces.
    """
    path = Path(path)
    if not path.is_file():
        raise ModelError(f"{path}: there is no such model file")
    try:
        model = MaskablePPO.load(io.BytesIO(path.read_bytes()), device="cpu")
    except Exception as error:  # whatever the unpickling of a damaged file raises
        reason = str(error).partition("\n")[0] if "BytesIO" not in str(error) else "it is cut off or no model file"
        raise ModelError(f"{path}: not a readable model: {type(error).__name__}: {reason}") from error
    trained_for = (model.observation_space.shape, int(getattr(model.action_space, "n", 0)))
    wanted = ((game.observation.size,), game.actions.size)
    if trained_for != wanted:
        raise ModelError(f"{path}: the model's spaces are {trained_for}, those of {game.name} {wanted}")
    return model
