"""Observation spaces that know what they are the observations of."""

import numpy as np
from gymnasium.spaces import Box

from rlboardgames.core.game import Game

__all__ = ["GameBox"]


class GameBox(Box):
    """The space of a game's observation vectors.

    Stable-Baselines3 saves a model's spaces with it. So a saved model tells for which game, players and options it was
    trained, and is refused where it would be shown something else.

    Parameters
    ----------
    game : Game

    Attributes
    ----------
    identity : dict
        See `rlboardgames.core.game.Game.identity`.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game.observation.low, game.observation.high, dtype=np.int8)
        self.identity = game.identity
