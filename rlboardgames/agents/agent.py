"""Agents: whoever chooses an action for a seat."""

from abc import ABC, abstractmethod
from os import PathLike
from typing import TypeAlias

import numpy as np

from rlboardgames.agents.turn import Turn
from rlboardgames.core.game import Game

__all__ = ["Agent", "AgentLike", "GreedyAgent", "RandomAgent"]


class Agent(ABC):
    """Chooses actions from what its seat may know.

    An agent of your own implements `choose`, on as many situations at once as there are.

    Attributes
    ----------
    name : str
        For tables; the class's name by default.

    Examples
    --------
    >>> class FirstLegal(Agent):
    ...     def choose(self, turn, rng):
    ...         return turn.masks.argmax(axis=1)
    >>> FirstLegal.name
    'FirstLegal'
    """

    name: str

    def __init_subclass__(cls, **keywords):
        super().__init_subclass__(**keywords)
        if not hasattr(cls, "name"):
            cls.name = cls.__name__

    def require_game(self, game: Game) -> None:  # noqa: B027 (by default an agent can play every game)
        """Raise an exception of the package if this agent cannot play `game`."""

    @abstractmethod
    def choose(self, turn: Turn, rng: np.random.Generator) -> np.ndarray:
        """Choose an action in each of B situations.

        Parameters
        ----------
        turn : Turn
            What the seats to move may know: ``turn.observations``, ``turn.masks``, ``turn.seats``, ``turn.game``; and
            for agents that search, ``turn.states``.
        rng : numpy.random.Generator
            The only source of randomness.

        Returns
        -------
        ndarray of int64, shape (B,)
            Legal actions.
        """


AgentLike: TypeAlias = Agent | str | PathLike[str]
"""What names an agent wherever one is asked for, see `rlboardgames.play.make_agent`."""


class RandomAgent(Agent):
    """Chooses uniformly among the legal actions.

    Examples
    --------
    >>> from rlboardgames import monad_v0
    >>> game = monad_v0.game()
    >>> rng = np.random.default_rng(0)
    >>> action = RandomAgent().choose(Turn.of(game, game.new_state(seed=1), rng), rng)
    >>> action.shape
    (1,)
    """

    name = "random"

    def choose(self, turn: Turn, rng: np.random.Generator) -> np.ndarray:
        """Choose uniformly among the legal actions, see `Agent.choose`."""
        return (turn.masks * rng.random(turn.masks.shape)).argmax(axis=1)


class GreedyAgent(Agent):
    """The game's own player of sensible strength, see `rlboardgames.core.game.Game.greedy_action`."""

    name = "greedy"

    def require_game(self, game: Game) -> None:
        """Raise `CapabilityError` if the game has no player of its own."""
        game.require_capability("greedy")

    def choose(self, turn: Turn, rng: np.random.Generator) -> np.ndarray:
        """Choose as the greedy player does, see `Agent.choose`."""
        return turn.greedy_actions()
