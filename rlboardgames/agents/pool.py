"""The opponents that a learner meets, and agents by name."""

import os

import numpy as np

from rlboardgames.agents.agent import Agent, GreedyAgent, RandomAgent
from rlboardgames.core.checks import finite_number, whole_number
from rlboardgames.core.errors import OptionError
from rlboardgames.core.game import require_game

__all__ = ["OpponentPool", "as_list", "make_agent", "make_partners"]


def make_agent(agent, game):
    """Make an agent from what a user names.

    Parameters
    ----------
    agent : Agent, str or path-like
        An agent; ``"random"``; ``"greedy"``; or the path of a model file.
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
        return agent
    if agent == "random":
        return RandomAgent()
    if agent == "greedy":
        return GreedyAgent()
    if not isinstance(agent, (str, os.PathLike)):
        raise OptionError(f"agent {agent!r} is neither an Agent, nor 'random', 'greedy' or a model file")
    from rlboardgames.agents.policy import PolicyAgent, load_model  # needs the extra sb3

    return PolicyAgent(load_model(agent, game).policy, name=str(agent))


def as_list(agents):
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

    def __init__(self, agents, game):
        require_game(game)
        self.game = game
        self.agents: list[Agent] = []
        self.weights: list[float] = []
        for agent in as_list(agents):
            self.add(agent)
        if not self.agents:
            raise OptionError("a pool of opponents holds at least one agent")

    def add(self, agent, weight=1.0):
        """Add an agent. Games that begin from now on may meet it."""
        weight = finite_number("weight", weight, low=0)
        self.agents.append(make_agent(agent, self.game))
        self.weights.append(weight)

    def check_for(self, game, keyword):
        """Raise `OptionError`, with the keyword's name, if the agents were made for another game's spaces."""
        spaces = [(g.name, g.observation.size, g.actions.size) for g in (self.game, game)]
        if spaces[0] != spaces[1]:
            raise OptionError(f"{keyword}: the agents were made for {self.game!r}, not for {game!r}")

    def set_weight(self, index, weight):
        """Change how often the agent of this index is met; 0 retires it."""
        index = whole_number("index", index, 0, len(self.agents) - 1)
        weight = finite_number("weight", weight, low=0)
        if weight == 0 and not any(self.weights[:index] + self.weights[index + 1 :]):
            raise OptionError(f"weight={weight!r} would leave the pool without an agent to draw")
        self.weights[index] = weight

    def draw(self, rng, shape):
        """Draw indices of agents.

        Parameters
        ----------
        rng : numpy.random.Generator
        shape : tuple of int

        Returns
        -------
        ndarray of int64
        """
        weights = np.array(self.weights)
        if not weights.any():
            raise OptionError("every agent of the pool has the weight 0")
        shares = weights / weights.max()  # whose sum cannot overflow
        return rng.choice(len(self.agents), size=shape, p=shares / shares.sum())


def make_partners(partners, game):
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
