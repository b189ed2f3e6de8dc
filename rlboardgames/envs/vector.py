"""Many games side by side: arrays in, arrays out, no Python for each game."""

import copy
import os
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np

from rlboardgames.core import batch
from rlboardgames.core.checks import MAX_GAMES, Seed, action_array, first_illegal, generator_values, whole_number
from rlboardgames.core.errors import IllegalActionError, StateError
from rlboardgames.core.exclusive import OneCaller, exclusive
from rlboardgames.core.game import Game, require_game
from rlboardgames.core.guards import IllegalAction, IllegalActions, require_reset
from rlboardgames.core.records import GENERATOR_DTYPE, STANDING_WIDTH, read_only

__all__ = ["BatchEnv"]


_ROLLOUT_DECISIONS = 2**21
"""So many decisions are made in one call of compiled code, which nothing can interrupt: some tenths of a second."""


class BatchEnv:
    """A batch of games, stepped together in compiled code; every seat's decisions are the caller's.

    The arrays are properties and are reused: `step` overwrites them, so copy what is to be kept. Autoreset is in the
    same step: a finished game is dealt anew at once, and what its seats saw last is in `final_observations`.

    A batch is for one caller at a time; a second one meanwhile gets a `UsageError`. An interrupt is raised when all
    games have been played, and the arrays show them as they are then.

    Parameters
    ----------
    game : Game
    num_envs : int
        Number of games, N.
    threads : int
        Threads that share the batch. More than one pays only for thousands of games on otherwise idle cores.
    illegal_action : {"terminate", "raise"}
        An illegal action ends its game, terminated and truncated, -1 for the offender; or `IllegalActionError`, nothing
        having been played.

    Attributes
    ----------
    game_type : type
        Of the game, on the classes in the modules of the package, which make their game.

    Examples
    --------
    >>> from rlboardgames import mint_delivery_v0
    >>> envs = mint_delivery_v0.vec_env(64)
    >>> observations, masks, seats = envs.reset(seed=1)
    >>> actions = masks.argmax(axis=1)
    >>> observations, masks, seats, rewards, terminated, truncated = envs.step(actions)
    >>> rewards.shape
    (64, 2)
    """

    game_type: ClassVar[type[Game]]

    def __init__(
        self, game: Game, num_envs: int, threads: int = 1, illegal_action: IllegalAction = "terminate"
    ) -> None:
        require_game(game)
        num_envs, threads = whole_number("num_envs", num_envs, 1, MAX_GAMES), whole_number("threads", threads, 1)
        self._game = game
        self._num_envs = num_envs
        self._illegal_actions = IllegalActions(illegal_action)
        seats = self.game.num_players
        self._batch = batch.Batch(
            observations=np.zeros((num_envs, self.game.observation.size), np.int8),
            masks=np.zeros((num_envs, self.game.actions.size), np.int8),
            seats=np.zeros(num_envs, np.int64),
            rewards=np.zeros((num_envs, seats), np.float32),
            terminated=np.zeros(num_envs, bool),
            truncated=np.zeros(num_envs, bool),
            max_steps_reached=np.zeros(num_envs, bool),
            final_observations=np.zeros((num_envs, seats, self.game.observation.size), np.int8),
        )
        self._states = np.zeros(num_envs, self.game.state_dtype)
        self._generators = np.zeros(num_envs, GENERATOR_DTYPE)
        self._shown_masks, self._shown_seats = self._batch.masks.copy(), self._batch.seats.copy()
        self._threads = _Threads(threads, num_envs, (seats, STANDING_WIDTH))
        self._guard = OneCaller()
        self._has_reset = False

    @property
    def game(self) -> Game:
        """The rules; stateless and unchangeable."""
        return self._game

    @property
    def illegal_action(self) -> IllegalAction:
        """What an illegal action does, as the keyword says."""
        return self._illegal_actions.mode

    @property
    def num_envs(self) -> int:
        """Number of games, N."""
        return self._num_envs

    @property
    def states(self) -> np.ndarray:
        """The games' states, a read-only record array of shape (N,); ``states[i : i + 1]`` suits `game`'s methods."""
        return read_only(self._states)

    @property
    def observations(self) -> np.ndarray:
        """What the seats to move see, int8, shape (N, game.observation.size)."""
        return self._batch.observations.view()

    @property
    def action_masks(self) -> np.ndarray:
        """The legal actions of the seats to move, int8, shape (N, game.actions.size); a copy for the caller."""
        return self._shown_masks

    @property
    def seats(self) -> np.ndarray:
        """The seats to move, int64, shape (N,); a copy for the caller."""
        return self._shown_seats

    @property
    def rewards(self) -> np.ndarray:
        """Rewards of the last step for every seat, float32, shape (N, num_players)."""
        return self._batch.rewards.view()

    @property
    def terminated(self) -> np.ndarray:
        """Whether the last step ended the game, by its rules or by a cut that was paid as an end, bool, shape (N,)."""
        return self._batch.terminated.view()

    @property
    def truncated(self) -> np.ndarray:
        """Whether the last step cut the game and nothing was paid for its end, bool, shape (N,)."""
        return self._batch.truncated.view()

    @property
    def max_steps_reached(self) -> np.ndarray:
        """Whether the last step cut the game at ``max_steps``, bool, shape (N,)."""
        return self._batch.max_steps_reached.view()

    @property
    def final_observations(self) -> np.ndarray:
        """What every seat saw at the end of a game that the last step ended, int8, shape (N, num_players, ...)."""
        return self._batch.final_observations.view()

    def _show(self):
        # compiled code trusts masks and seats, so the caller gets others
        self._shown_masks[:] = self._batch.masks
        self._shown_seats[:] = self._batch.seats

    def _run(self, work):
        try:
            return self._threads.run(work)
        finally:  # an interrupt comes when the games have been played: show what is, and then raise
            self._show()

    def __copy__(self):
        return copy.deepcopy(self)

    def __setstate__(self, attributes):
        self.__dict__.update(attributes)
        if self._has_reset:
            self.game.require_playable(self._states)
            self._show_games()

    @exclusive
    def reset(self, seed: Seed = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Deal new games.

        Parameters
        ----------
        seed : int, sequence of int or None
            Seeds the streams of all games, each its own; without a seed the streams continue.

        Returns
        -------
        observations, action_masks, seats : ndarray
        """
        if seed is not None or not self._has_reset:
            self._states["rng"] = generator_values(seed, self.num_envs)
            self._generators["rng"] = generator_values(seed, self.num_envs, stream=1)
        self._has_reset = True
        self._run(
            lambda start, stop, standings: batch.deal_games(
                self.game.tables, self.game.blank, self._states, start, stop, self._batch
            )
        )
        self._batch.rewards[:] = 0
        self._batch.terminated[:] = self._batch.truncated[:] = self._batch.max_steps_reached[:] = False
        return self.observations, self.action_masks, self.seats

    @exclusive
    def set_states(self, states: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Go on from copies of these states.

        Parameters
        ----------
        states : record array, shape (N,)
            As `states` shows them; none of them over.

        Returns
        -------
        observations, action_masks, seats : ndarray

        Raises
        ------
        UsageError
            Before `reset`.
        StateError
            They are not N states of this game with which play can go on. Nothing has changed then.
        """
        self._require_reset("set_states")
        shape = getattr(states, "shape", None)
        if shape != (self.num_envs,):
            raise StateError(f"{self.num_envs} states are wanted, in an array of shape ({self.num_envs},), not {shape}")
        states = np.array(states)  # a copy, to which nobody writes between the check and the use
        self.game.require_playable(states)
        self._states[:] = states
        self._show_games()
        return self.observations, self.action_masks, self.seats

    def _show_games(self):
        self._run(
            lambda start, stop, standings: batch.show_games(self.game.tables, self._states, start, stop, self._batch)
        )

    @exclusive
    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Play one decision in each game.

        Parameters
        ----------
        actions : array_like of int, shape (N,)
            Of the seats to move.

        Returns
        -------
        observations, action_masks, seats, rewards, terminated, truncated : ndarray
            The attributes of these names.

        Raises
        ------
        UsageError
            Before `reset`, or if `actions` is no such array.
        IllegalActionError
            With ``illegal_action="raise"``.
        """
        self._require_reset("step")
        actions = self._checked(actions)
        self._run(
            lambda start, stop, standings: batch.step_games(
                self.game.tables, self.game.blank, self._states, actions, start, stop, self._batch, standings
            )
        )
        return self.observations, self.action_masks, self.seats, self.rewards, self.terminated, self.truncated

    @exclusive
    def rollout(self, steps: int) -> int:
        """Play uniformly random legal decisions in compiled code, mask and observation written at each.

        Parameters
        ----------
        steps : int
            Decisions in each game; finished games are dealt anew.

        Returns
        -------
        int
            Decisions made, ``steps * N``.
        """
        self._require_reset("rollout")
        steps = whole_number("steps", steps, 0)
        at_once = max(_ROLLOUT_DECISIONS // self.num_envs, 1)
        return sum(self._rollout(min(at_once, steps - first)) for first in range(0, steps, at_once))

    def _rollout(self, steps):
        return sum(
            self._run(
                lambda start, stop, standings: batch.rollout(
                    self.game.tables,
                    self.game.blank,
                    self._states,
                    self._generators,
                    steps,
                    start,
                    stop,
                    self._batch,
                    standings,
                )
            )
        )

    def _require_reset(self, method):
        require_reset(self._has_reset, method)

    def _checked(self, actions):
        array = action_array(actions, self.num_envs, self.game.actions.size)
        if self.illegal_action == "raise":
            i = first_illegal(array, self._batch.masks)
            if i is not None:
                error = self.game.illegal_action_error(self._states[i : i + 1], array[i])
                raise IllegalActionError(f"game {i}, {error}")
        return array


class _Threads:
    """Runs a driver over chunks of a batch. The pool is made when first needed, anew after a fork."""

    def __init__(self, count, size, standings_shape):
        bounds = np.linspace(0, size, min(count, size) + 1).astype(int).tolist()
        self._chunks = list(pairwise(bounds))
        self._standings = [np.zeros(standings_shape, np.int32) for _ in self._chunks]
        self._pool: ThreadPoolExecutor | None = None
        self._process: int | None = None

    def run(self, work):
        """Call ``work(start, stop, scratch)`` for each chunk and return the results."""
        if len(self._chunks) == 1:
            return [work(*self._chunks[0], self._standings[0])]
        if self._pool is None or self._process != os.getpid():
            self._pool = ThreadPoolExecutor(len(self._chunks), thread_name_prefix="rlboardgames")
            self._process = os.getpid()
        futures = [
            self._pool.submit(work, start, stop, standings)
            for (start, stop), standings in zip(self._chunks, self._standings, strict=True)
        ]
        try:
            return [future.result() for future in futures]
        finally:
            wait(futures)  # an interrupt must not leave a thread at work behind the caller's back

    def __getstate__(self):
        return {**self.__dict__, "_pool": None, "_process": None}
