"""Many games side by side: arrays in, arrays out, no Python for each game."""

import os
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np

from rlboardgames.core import batch
from rlboardgames.core.checks import MAX_GAMES, action_array, generator_values, one_of, whole_number
from rlboardgames.core.errors import IllegalActionError, UsageError
from rlboardgames.core.records import PICKER_DTYPE, STANDING_WIDTH
from rlboardgames.envs.running import ILLEGAL_ACTION

__all__ = ["VecEnv"]


_ROLLOUT_DECISIONS = 2**21
"""So many decisions are made in one call of compiled code, which nothing can interrupt: some tenths of a second."""


class VecEnv:
    """A batch of games, stepped together in compiled code; every seat's decisions are the caller's.

    The arrays are attributes and are reused: `step` overwrites them, so copy what is to be kept. Autoreset is in the
    same step: a finished game is dealt anew at once, and what its seats saw last is in `final_observations`.

    Parameters
    ----------
    game_type : type
        The game; the modules of the package have filled it in.
    num_envs : int
        Number of games, N.
    threads : int
        Threads that share the batch. More than one pays only for thousands of games on otherwise idle cores.
    illegal_action : {"terminate", "raise"}
        An illegal action ends its game, terminated and truncated, -1 for the offender; or `IllegalActionError`, nothing
        having been played.
    **options
        Keywords of the game.

    Attributes
    ----------
    game : Game
    num_envs : int
    observations : ndarray of int8, shape (N, game.observation.size)
        Of the seats to move.
    action_masks : ndarray of int8, shape (N, game.actions.size)
        Of the seats to move.
    seats : ndarray of int64, shape (N,)
        The seats to move.
    rewards : ndarray of float32, shape (N, num_players)
        Of the last step, for every seat.
    terminated, truncated : ndarray of bool, shape (N,)
        Whether the last step ended the game.
    final_observations : ndarray of int8, shape (N, num_players, game.observation.size)
        For games that the last step ended: what every seat saw at the end.

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

    def __init__(self, game_type, num_envs, threads=1, illegal_action="terminate", **options):
        num_envs, threads = whole_number("num_envs", num_envs, 1, MAX_GAMES), whole_number("threads", threads, 1)
        self.game = game_type(**options)
        self.num_envs = num_envs
        self.illegal_action = one_of("illegal_action", illegal_action, ILLEGAL_ACTION)
        seats = self.game.num_players
        self.observations = np.zeros((num_envs, self.game.observation.size), np.int8)
        self.action_masks = np.zeros((num_envs, self.game.actions.size), np.int8)
        self.seats = np.zeros(num_envs, np.int64)
        self.rewards = np.zeros((num_envs, seats), np.float32)
        self.terminated = np.zeros(num_envs, bool)
        self.truncated = np.zeros(num_envs, bool)
        self.final_observations = np.zeros((num_envs, seats, self.game.observation.size), np.int8)
        self._states = np.zeros(num_envs, self.game.state_dtype)
        self._pickers = np.zeros(num_envs, PICKER_DTYPE)
        self._threads = _Threads(threads, num_envs, (seats, STANDING_WIDTH))
        self._has_reset = False

    @property
    def states(self):
        """The games' states, record array of shape (N,); ``states[i : i + 1]`` suits the methods of `game`."""
        return self._states

    def reset(self, seed=None):
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
            values = generator_values(seed, 2 * self.num_envs)
            self._states["rng"] = values[: self.num_envs]
            self._pickers["rng"] = values[self.num_envs :]
        self._has_reset = True
        self._threads.run(
            lambda start, stop, standings: batch.deal_games(
                self.game.tables,
                self.game.blank,
                self._states,
                start,
                stop,
                self.observations,
                self.action_masks,
                self.seats,
            )
        )
        self.rewards[:] = 0
        self.terminated[:] = self.truncated[:] = False
        return self.observations, self.action_masks, self.seats

    def step(self, actions):
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
        self._threads.run(
            lambda start, stop, standings: batch.step_games(
                self.game.tables,
                self.game.blank,
                self._states,
                actions,
                start,
                stop,
                self.observations,
                self.action_masks,
                self.seats,
                self.rewards,
                self.terminated,
                self.truncated,
                self.final_observations,
                standings,
            )
        )
        return self.observations, self.action_masks, self.seats, self.rewards, self.terminated, self.truncated

    def rollout(self, steps):
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
            self._threads.run(
                lambda start, stop, standings: batch.rollout(
                    self.game.tables,
                    self.game.blank,
                    self._states,
                    self._pickers,
                    steps,
                    start,
                    stop,
                    self.observations,
                    self.action_masks,
                    self.seats,
                    self.rewards,
                    standings,
                )
            )
        )

    def _require_reset(self, method):
        if not self._has_reset:
            raise UsageError(f"reset() needs to be called before {method}.")

    def _checked(self, actions):
        array = action_array(actions, self.num_envs, self.game.actions.size)
        if self.illegal_action == "raise":
            illegal = self.action_masks[np.arange(self.num_envs), array] == 0
            if illegal.any():
                i = int(illegal.argmax())
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
        starts, stops = zip(*self._chunks, strict=True)
        return list(self._pool.map(work, starts, stops, self._standings))

    def __getstate__(self):
        return {**self.__dict__, "_pool": None, "_process": None}
