"""Agents: whoever chooses an action for a seat.

The random and the greedy player live in the compiled code; `Arena` runs them there. An agent of one's own implements
`Agent.choose` on batches.
"""

from abc import ABC, abstractmethod
from typing import ClassVar

from rlboardgames.core import batch
from rlboardgames.core.errors import UsageError

__all__ = ["Agent", "GreedyAgent", "RandomAgent"]


class Agent(ABC):
    """Chooses actions from what its seat may know.

    Attributes
    ----------
    name : str
        For tables; the class's name by default.
    builtin : int or None
        The controller in the compiled code that plays for it, if there is one.
    """

    name: str
    builtin: ClassVar[int | None] = None

    def __init_subclass__(cls, **keywords):
        super().__init_subclass__(**keywords)
        if "choose" in cls.__dict__ and "builtin" not in cls.__dict__:
            cls.builtin = None  # one that chooses for itself is not played by compiled code, whatever it inherits from
        if not hasattr(cls, "name"):
            cls.name = cls.__name__

    def require_game(self, game):  # noqa: B027 (by default an agent can play every game)
        """Raise `ModelError` if this agent cannot play `game`."""

    @abstractmethod
    def choose(self, observations, masks, rng):
        """Choose an action in each of B situations.

        Parameters
        ----------
        observations : ndarray of int8, shape (B, D)
        masks : ndarray of int8, shape (B, A)
        rng : numpy.random.Generator
            The only source of randomness.

        Returns
        -------
        ndarray of int64, shape (B,)
            Legal actions.
        """


class RandomAgent(Agent):
    """Chooses uniformly among the legal actions.

    Examples
    --------
    >>> import numpy as np
    >>> masks = np.array([[0, 1, 0]], np.int8)
    >>> RandomAgent().choose(np.zeros((1, 4), np.int8), masks, np.random.default_rng(0))
    array([1])
    """

    name = "random"
    builtin = batch.RANDOM

    def choose(self, observations, masks, rng):
        """Choose uniformly among the legal actions, see `Agent.choose`."""
        return (masks * rng.random(masks.shape)).argmax(axis=1)


class GreedyAgent(Agent):
    """The game's own player of sensible strength.

    It knows the rules and not only the observation's numbers, so it plays inside the compiled code; see
    `rlboardgames.core.game.Game.greedy_action` for a single state.
    """

    name = "greedy"
    builtin = batch.GREEDY

    def choose(self, observations, masks, rng):
        """Refuse: the greedy player reads states; use `Game.greedy_action`."""
        raise UsageError("the greedy player reads states: use Game.greedy_action(state)")
