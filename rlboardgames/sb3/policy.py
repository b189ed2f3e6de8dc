"""A trained Stable-Baselines3 policy as an agent. Needs the extra ``sb3``."""

import copy
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.save_util import load_from_zip_file

from rlboardgames.agents import Turn
from rlboardgames.agents.agent import Agent
from rlboardgames.core.errors import ModelError, OptionError, shown
from rlboardgames.core.game import Game

__all__ = ["PolicyAgent", "load_policy", "require_learner", "require_observations"]

_PARTS = {"policy_class", "observation_space", "action_space", "policy_kwargs", "_last_obs"}
"""Of a saved model: what its policy needs, and what it saw last."""


class PolicyAgent(Agent):
    """Plays by a policy of sb3-contrib's MaskablePPO.

    Parameters
    ----------
    policy : sb3_contrib.common.maskable.policies.MaskableActorCriticPolicy
    name : str
    deterministic : bool
        Take the most likely action; otherwise draw from the distribution.
    """

    def __init__(self, policy: Any, name: str = "policy", deterministic: bool = False) -> None:
        self.policy = policy
        self.name = name
        self.deterministic = deterministic

    @classmethod
    def frozen(cls, policy: Any, name: str) -> "PolicyAgent":
        """Make an agent from a copy of a policy that goes on learning."""
        clone = copy.deepcopy(policy)
        clone.set_training_mode(False)
        return cls(clone, name)

    def require_game(self, game: Game) -> None:
        """Raise `ModelError` if the policy was trained for another game, number of players or options."""
        require_observations(self.policy.observation_space, game, f"the policy {self.name!r}")

    def choose(self, turn: Turn, rng: np.random.Generator) -> np.ndarray:
        """Choose by the policy's distribution over the legal actions, see `Agent.choose`."""
        with torch.no_grad():
            tensor = torch.tensor(turn.observations, device=self.policy.device)
            logits = self.policy.get_distribution(tensor, action_masks=turn.masks).distribution.logits.cpu().numpy()
        if not self.deterministic:
            logits = logits + rng.gumbel(size=logits.shape)
        return np.where(turn.masks != 0, logits, -np.inf).argmax(axis=1)


def load_policy(path: Path, game: Game) -> Any:
    """Load the policy of a saved model that was trained for a game.

    A model that learned under VecNormalize is known by the observations that it saw last; one that was saved without
    them (``exclude=["_last_obs"]``), and a policy that is passed on in memory, cannot be told from others.

    Nothing else of the model is read, so that an optimizer or a schedule of a module that is gone does no harm. Loading
    a model executes code that it contains: load none from people you do not trust.

    Parameters
    ----------
    path : pathlib.Path
        As `MaskablePPO.save` wrote it.
    game : Game

    Returns
    -------
    MaskableActorCriticPolicy

    Raises
    ------
    ModelError
        The file is missing, damaged, no MaskablePPO, or trained for another game, number of players or options.
    """
    try:
        policy = _read_policy(path)
    except Exception as error:  # whatever the unpickling of a damaged file raises
        reason = str(error).partition("\n")[0] if "BytesIO" not in str(error) else "it is cut off or no model file"
        raise ModelError(f"{path}: not a readable model: {type(error).__name__}: {reason}") from error
    require_observations(policy.observation_space, game, f"{path}: the model")
    return policy


def _read_policy(path):
    content = io.BytesIO(path.read_bytes())
    with zipfile.ZipFile(content) as archive:
        keys = json.loads(archive.read("data"))
    content.seek(0)
    unused = dict.fromkeys(keys.keys() - _PARTS)
    data, parameters, _ = load_from_zip_file(content, device="cpu", custom_objects=unused)
    if data is None:
        raise ValueError("it holds parameters only")
    if not issubclass(data["policy_class"], MaskableActorCriticPolicy):
        raise TypeError(f"its policy is a {data['policy_class'].__name__}, and not one of MaskablePPO")
    _require_unchanged(data["observation_space"], data.get("_last_obs"))
    policy = data["policy_class"](
        data["observation_space"], data["action_space"], lambda _: 0.0, **data.get("policy_kwargs", {})
    )
    policy.load_state_dict(parameters["policy"])
    policy.set_training_mode(False)
    return policy


def _require_unchanged(space, observations):
    # VecNormalize keeps the space and changes what is in it
    if observations is not None and not space.contains(observations[0]):
        raise ValueError("it was trained on observations that a wrapper had changed, as VecNormalize does")


def require_learner(model, game, who):
    """Refuse a learner that is shown anything but the observations of a game as they are.

    Parameters
    ----------
    model : MaskablePPO
    game : Game
    who : str
        The beginning of the message.

    Raises
    ------
    OptionError
        It learns under VecNormalize, which does not change the space of the observations that it changes.
    ModelError
        Its space is of something else.
    """
    normalize = model.get_vec_normalize_env()
    if normalize is not None and normalize.norm_obs:
        raise OptionError(f"{who}: under VecNormalize the learner sees other numbers than the game shows")
    require_observations(model.observation_space, game, f"{who}: the learner")


def require_observations(space, game, who):
    """Refuse an observation space of anything but this game.

    Parameters
    ----------
    space : gymnasium.Space
        Of a model or policy.
    game : Game
    who : str
        The beginning of the message.

    Raises
    ------
    ModelError
        Says what differs.
    """
    identity = getattr(space, "identity", None)
    if identity is None:
        raise ModelError(
            f"{who} was trained on {shown(space)}, which is not known as an observation of {game!r}: "
            "a wrapper has changed it, or it was saved by another version of this package"
        )
    for key, wanted in game.identity.items():
        if identity.get(key) != wanted:
            found = identity.get(key)
            is_plain = key in ("game", "players", "options")
            difference = f": {key} {found!r} where {wanted!r} is wanted" if is_plain else f" in its {key}"
            raise ModelError(f"{who} was trained for another game than {game!r}; it differs{difference}")
