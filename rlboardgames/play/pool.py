"""The opponents that a learner meets, and agents by name."""

import os
from pathlib import Path
from typing import Any

import numpy as np

from rlboardgames.agents import Agent, AgentLike, GreedyAgent, RandomAgent
from rlboardgames.core.checks import finite_number, whole_number
from rlboardgames.core.documents import file_name
from rlboardgames.core.errors import ModelError, OptionError, shown
from rlboardgames.core.game import Game, require_game
from rlboardgames.play.human import HumanAgent

__all__ = ["OpponentPool", "as_list", "make_agent", "make_partners"]

_NAMED: dict[Any, type[Agent]] = {"random": RandomAgent, "greedy": GreedyAgent, "human": HumanAgent}


def make_agent(agent: AgentLike, game: Game) -> Agent:
    """Make an agent from what a user names.

    Parameters
    ----------
    agent : Agent, str or path-like
        An agent; ``"random"``; ``"greedy"``; ``"human"``, who is asked on the terminal; or the path of a model file,
        ``.zip`` may be left out. Loading a model executes code that it contains: load none from people you do not
        trust.
    game : Game
        What it is to play.

    Returns
    -------
    Agent

    Raises
    ------
    ModelError
        The model file is missing, damaged or of another game.
    OptionError
        It is none of these.

    Examples
    --------
    >>> from rlboardgames import mint_delivery_v0
    >>> make_agent("greedy", mint_delivery_v0.game()).name
    'greedy'
    """
    if isinstance(agent, Agent):
        agent.require_game(game)
        return agent
    if not isinstance(agent, (str, os.PathLike)):
        raise OptionError(f"agent {shown(agent)} is neither an Agent, nor 'random', 'greedy' or a model file")
    if agent in _NAMED:
        return make_agent(_NAMED[agent](), game)
    path = _model_file(agent)
    try:
        from rlboardgames.sb3.policy import PolicyAgent, load_policy
    except ImportError as error:
        raise ModelError(f"{path}: models are played with the extra sb3: pip install 'rlboardgames[sb3]'") from error
    return PolicyAgent(load_policy(path, game), name=str(agent))


def _model_file(name):
    # as Stable-Baselines3 takes names: ~ is the home folder, and .zip may be left out
    try:
        path = Path(name).expanduser()
        for candidate in (path, path.with_name(f"{path.name}.zip")):
            if candidate.is_file():
                return candidate
    except Exception:  # no home folder, a name too long or empty, a zero byte, a path of bytes, a foreign __fspath__
        pass
    raise ModelError(f"{file_name(name)}: there is no such model file, nor an agent of this name: {', '.join(_NAMED)}")


def as_list(agents: Any) -> list[Any]:
    """Return agents, given as one or as a list, as a list."""
    return list(agents) if isinstance(agents, (list, tuple)) else [agents]


class OpponentPool:
    """Agents, each met with a probability in proportion to its weight. It may change while games are played.

    Parameters
    ----------
    agents : Agent, str or list of these
        As for `make_agent`.
    game : Game
        What they are to play.

    Examples
    --------
    >>> from rlboardgames import mint_delivery_v0
    >>> pool = OpponentPool(["random", "greedy"], mint_delivery_v0.game())
    >>> pool.set_weight(1, 3.0)
    >>> [agent.name for agent in pool.agents]
    ['random', 'greedy']
    """

    def __init__(self, agents: AgentLike | list[AgentLike], game: Game) -> None:
        require_game(game)
        self._game = game
        self._agents: list[Agent] = []
        self._weights: list[float] = []
        for agent in as_list(agents):
            self.add(agent)
        if not self._agents:
            raise OptionError("a pool of opponents holds at least one agent")

    @property
    def game(self) -> Game:
        """What the agents are to play."""
        return self._game

    @property
    def agents(self) -> tuple[Agent, ...]:
        """The agents, a tuple."""
        return tuple(self._agents)

    @property
    def weights(self) -> tuple[float, ...]:
        """The agents' weights, a tuple."""
        return tuple(self._weights)

    def add(self, agent: AgentLike, weight: float = 1.0) -> None:
        """Add an agent. Games that begin from now on may meet it."""
        weight = finite_number("weight", weight, low=0)
        self._agents.append(make_agent(agent, self.game))
        self._weights.append(weight)

    def remove(self, agent: Agent) -> None:
        """Remove an agent. Games that have begun go on with it.

        Parameters
        ----------
        agent : Agent
            One of `agents`.

        Raises
        ------
        OptionError
            It is none of them, or nobody would be left to draw.
        """
        index = next((k for k, other in enumerate(self._agents) if other is agent), None)
        if index is None:
            raise OptionError(f"{shown(agent)} is none of the pool's agents")
        self._require_others(index, f"removing {agent.name!r}")
        del self._agents[index], self._weights[index]

    def _require_others(self, index, what):
        if not any(self._weights[:index] + self._weights[index + 1 :]):
            raise OptionError(f"{what} would leave the pool without an agent to draw")

    def check_for(self, game: Game, keyword: str) -> None:
        """Raise `OptionError`, with the keyword's name, if the agents were made for another game."""
        if self.game.identity != game.identity:
            raise OptionError(f"{keyword}: the agents were made for {self.game!r}, not for {game!r}")

    def set_weight(self, index: int, weight: float) -> None:
        """Change how often the agent of this index is met; 0 retires it."""
        index = whole_number("index", index, 0, len(self._agents) - 1)
        weight = finite_number("weight", weight, low=0)
        if weight == 0:
            self._require_others(index, f"weight={shown(weight)}")
        self._weights[index] = weight

    def draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
        """Draw indices of agents.

        Parameters
        ----------
        rng : numpy.random.Generator
        shape : tuple of int

        Returns
        -------
        ndarray of int64
        """
        weights = np.array(self._weights)
        if not weights.any():
            raise OptionError("every agent of the pool has the weight 0")
        shares = weights / weights.max()  # whose sum cannot overflow
        return rng.choice(len(self._agents), size=shape, p=shares / shares.sum())


def make_partners(partners: AgentLike | list[AgentLike], game: Game) -> OpponentPool | None:
    """Make the pool of a learner's partners from what a user names.

    Parameters
    ----------
    partners : "learner", Agent, str or list of these
    game : Game

    Returns
    -------
    OpponentPool or None
        None where the learner itself plays for its partners.
    """
    if partners is None:
        raise OptionError("partners=None is neither 'learner' nor an agent")
    return None if isinstance(partners, str) and partners == "learner" else OpponentPool(partners, game)
