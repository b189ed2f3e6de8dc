"""Who chooses the actions of a record: players whose choices are the same on every machine, agents, lists of names."""

import os

import numpy as np

from rlboardgames.agents import GreedyAgent, RandomAgent, Turn
from rlboardgames.core import drivers
from rlboardgames.core.checks import generator_values
from rlboardgames.core.errors import OptionError, shown
from rlboardgames.core.records import GENERATOR_DTYPE
from rlboardgames.play.pool import make_agent

__all__ = ["BUILT_IN", "BuiltIn", "player_of"]

BUILT_IN = {"random": 4, "mixed": 1, "greedy": 0}
"""In how many of four decisions, on average, these choose at random; in the others they are greedy."""


class _Player:
    @property
    def is_done(self):
        """Whether it has no choice left to make."""
        return False


class BuiltIn(_Player):
    """Chooses at random, greedily, or now so, now so; the draws are those of the package's own generator.

    Parameters
    ----------
    name : str
        One of `BUILT_IN`.
    game : Game
    seed : int
    """

    def __init__(self, name, game, seed):
        self.name = name
        self._game = game
        self._generators = np.zeros(1, GENERATOR_DTYPE)
        self._generators["rng"] = generator_values(seed, 1, stream=1)

    def choose(self, state):
        """Return the index of the chosen action."""
        mask = self._game.mask(state)
        return int(drivers.greedy_or_random(self._game.tables, state, 0, self._generators, mask, BUILT_IN[self.name]))


class Scripted(_Player):
    """Takes the actions of a list, in order.

    Parameters
    ----------
    actions : sequence of str
        Names.
    game : Game
    """

    name = "actions"

    def __init__(self, actions, game):
        self._actions = [game.action_index(action) for action in actions]
        self._next = 0

    @property
    def is_done(self):
        """Whether all actions have been taken."""
        return self._next == len(self._actions)

    def choose(self, state):
        """Return the index of the next action."""
        self._next += 1
        return self._actions[self._next - 1]


class _AgentPlayer(_Player):
    # an agent of whatever kind, asked for one game

    def __init__(self, agent, game, seed):
        name = os.path.basename(agent.name)  # a model is named by its path, which belongs to one machine
        self.name = f"agent {name}" if name in (*BUILT_IN, Scripted.name) else name
        self._agent, self._game = agent, game
        self._rng = np.random.default_rng(seed)

    def choose(self, state):
        return self._agent.choose(Turn.of(self._game, state, self._rng), self._rng)[0]


def player_of(agent, game, seed):
    """Make the player that somebody names.

    Parameters
    ----------
    agent : str, Agent or sequence of str
    game : Game
    seed : int

    Returns
    -------
    object
        With ``name``, ``choose(state)`` and ``is_done``.

    Raises
    ------
    OptionError, ModelError
    """
    if isinstance(agent, str) and agent in BUILT_IN:
        return BuiltIn(agent, game, seed)
    if isinstance(agent, (list, tuple)):
        if not all(isinstance(action, str) for action in agent):
            raise OptionError(f"agent={shown(agent)}: a list of actions holds their names")
        return Scripted(agent, game)
    agent = make_agent(agent, game)
    if type(agent) in (RandomAgent, GreedyAgent):
        return BuiltIn(agent.name, game, seed)
    return _AgentPlayer(agent, game, seed)
