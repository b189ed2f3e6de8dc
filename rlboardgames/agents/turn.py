"""What an agent sees when it is to choose."""

from typing import Any

import numpy as np

from rlboardgames.core import batch
from rlboardgames.core.checks import generator_values
from rlboardgames.core.game import Game
from rlboardgames.core.records import read_only

__all__ = ["Turn"]


class Turn:
    """B situations of one game in which a seat is to move. Read-only.

    Attributes
    ----------
    game : Game
    observations : ndarray of int8, shape (B, D)
        What the seats to move see.
    masks : ndarray of int8, shape (B, A)
        1 for each legal action.
    seats : ndarray of int64, shape (B,)
        The seats to move.

    Examples
    --------
    >>> from rlboardgames import monad_v0
    >>> game = monad_v0.game()
    >>> turn = Turn.of(game, game.new_state(seed=1), np.random.default_rng(0))
    >>> turn.observations.shape, turn.seats.tolist(), len(turn.states)
    ((1, 680), [0], 1)
    """

    def __init__(
        self,
        game: Game,
        observations: np.ndarray,
        masks: np.ndarray,
        seats: np.ndarray,
        states: np.ndarray,
        rng: np.random.Generator,
    ) -> None:
        self.game = game
        self.observations = read_only(observations)
        self.masks = read_only(masks)
        self.seats = read_only(seats)
        self._true_states = states
        self._rng = rng
        self._states: np.ndarray | None = None

    @classmethod
    def of(cls, game: Game, state: Any, rng: np.random.Generator) -> "Turn":
        """Make the turn of a single unfinished state.

        Parameters
        ----------
        game : Game
        state : record array, shape (1,)
        rng : numpy.random.Generator
            For what is drawn anew in `states`.
        """
        seat = game.seat(state)
        return cls(game, game.observe(state, seat)[None], game.mask(state)[None], np.array([seat]), state, rng)

    @property
    def states(self) -> np.ndarray:
        """States that the seats to move cannot tell from the true ones, record array, shape (B,).

        What a seat cannot know has been drawn anew, uniformly over what is consistent with what it sees, and so has the
        stream of chance events. They are made when they are first asked for: agents that read observations only do not
        pay for them.

        Raises
        ------
        CapabilityError
            The game cannot draw anew what is hidden.
        """
        if self._states is None:
            self.game.require_capability("resample")
            states = np.array(self._true_states)
            states["rng"] = generator_values(int(self._rng.integers(2**63)), len(states))
            batch.resample_rows(self.game.tables, states, self.seats)
            self._states = read_only(states)
        return self._states

    def greedy_actions(self) -> np.ndarray:
        """Return what the game's own player would do, who uses only what its seat may know: int64, shape (B,).

        Raises
        ------
        CapabilityError
            The game has no such player.
        """
        self.game.require_capability("greedy")
        actions = np.empty(len(self.seats), np.int64)
        batch.choose_greedy_rows(self.game.tables, np.array(self._true_states), np.arange(len(actions)), actions)
        return actions
