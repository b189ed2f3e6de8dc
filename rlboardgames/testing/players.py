"""One way to play the environments of all interfaces: PettingZoo AEC and parallel, Gymnasium, single or vector."""

import copy

import gymnasium
import numpy as np
from gymnasium.spaces import MultiDiscrete
from pettingzoo import AECEnv, ParallelEnv

from rlboardgames.core.errors import OptionError, shown

__all__ = ["BY_AGENT", "player_of"]

BY_AGENT = ("observations", "rewards", "cumulative_rewards", "terminations", "truncations", "infos")
"""What is shown for each agent apart."""


class _Player:
    """An environment and what it has shown last.

    Attributes
    ----------
    env : object
    kind : str
        The interface, for people.
    """

    kind = ""

    def __init__(self, env):
        self.env = env
        self._shown = {}

    def reset(self, seed):
        """Begin an episode."""
        observation, info = self.env.reset(seed=seed)
        self._shown = {"observation": observation, "info": info}

    def step(self, action):
        """Play one decision of the agents to move."""
        names = ("observation", "reward", "terminated", "truncated", "info")
        self._shown = dict(zip(names, self.env.step(action), strict=True))

    def seen(self):
        """Return all that the environment shows, by name, and by agent where there are several."""
        return self._shown

    @property
    def mover(self):
        """Who is to move, for people."""
        return "the agent"

    @property
    def is_over(self):
        """Whether the episode has ended."""
        return bool(self._shown.get("terminated") or self._shown.get("truncated"))

    def choose(self, rng):
        """Return an action drawn from `rng`: a legal one, where a mask says what is legal."""
        return _sample(self.env.action_space, self._shown["observation"], self._shown["info"], rng)


class _Single(_Player):
    kind = "Gymnasium"


class _Vector(_Player):
    kind = "Gymnasium, vector"
    is_over = False  # it begins new episodes by itself


class _Parallel(_Player):
    kind = "PettingZoo parallel"
    mover = "all agents"

    def reset(self, seed):
        observations, infos = self.env.reset(seed=seed)
        self._shown = {"observations": observations, "infos": infos}

    def step(self, action):
        names = ("observations", "rewards", "terminations", "truncations", "infos")
        self._shown = dict(zip(names, self.env.step(action), strict=True))

    def seen(self):
        return {"agents": list(self.env.agents), **self._shown}

    @property
    def is_over(self):
        return not self.env.agents

    def choose(self, rng):
        observations, infos = self._shown["observations"], self._shown["infos"]
        return {
            agent: _sample(self.env.action_space(agent), observations[agent], infos.get(agent), rng)
            for agent in self.env.agents
        }


class _AgentByAgent(_Player):
    kind = "PettingZoo AEC"

    def reset(self, seed):
        self.env.reset(seed=seed)

    def step(self, action):
        self.env.step(action)

    def seen(self):
        env = self.env
        return {
            "agents": list(env.agents),
            "agent_selection": env.agent_selection if env.agents else None,
            "observations": {agent: env.observe(agent) for agent in env.agents},
            "rewards": env.rewards,
            "cumulative_rewards": getattr(env, "_cumulative_rewards", {}),
            "terminations": env.terminations,
            "truncations": env.truncations,
            "infos": env.infos,
        }

    @property
    def mover(self):
        return self.env.agent_selection

    @property
    def is_over(self):
        return not self.env.agents

    def choose(self, rng):
        env, agent = self.env, self.env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            return None
        return _sample(env.action_space(agent), env.observe(agent), env.infos[agent], rng)


def _sample(space, observation, info, rng):
    mine = copy.deepcopy(space)  # the environment may draw from its own
    mine.seed(int(rng.integers(2**31)))
    for place in (observation, info):
        if isinstance(place, dict) and place.get("action_mask") is not None:
            return mine.sample(_mask_for(space, place["action_mask"]))
    return mine.sample()


def _mask_for(space, mask):
    if isinstance(space, MultiDiscrete) and not isinstance(mask, tuple):
        return tuple(np.asarray(row, np.int8) for row in mask)
    return np.asarray(mask, np.int8) if isinstance(mask, (list, np.ndarray)) else mask


_INTERFACES = (
    (AECEnv, _AgentByAgent),
    (ParallelEnv, _Parallel),
    (gymnasium.Env, _Single),
    (gymnasium.vector.VectorEnv, _Vector),
)


def player_of(env):
    """Return the player of an environment.

    Parameters
    ----------
    env : object

    Returns
    -------
    object
        With ``reset``, ``step``, ``seen``, ``choose``, ``is_over``, ``mover`` and ``kind``.

    Raises
    ------
    OptionError
        It is no environment of PettingZoo or Gymnasium.
    """
    for interface, player in _INTERFACES:
        if isinstance(env, interface):
            return player(env)
    raise OptionError(
        f"make_env returned {shown(env)}, which is no AECEnv or ParallelEnv of PettingZoo and no Env or VectorEnv of "
        "Gymnasium"
    )
