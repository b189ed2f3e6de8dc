"""One learner against a pool of opponents, in many games: the common part of the single-seat environments.

The learner takes another seat in each game, in turn, and is paid everything that its seat earned since it last acted:
the opponents' answers included, and so the loss that an opponent's winning move brings. Feeding both seats' moves to a
learner as one stream would hide exactly that.
"""

import numpy as np

from rlboardgames.agents.arena import OUTSIDE, Arena
from rlboardgames.core import batch
from rlboardgames.core.episode import RUNNING, TERMINATED, TRUNCATED

__all__ = ["LearnerGames"]


class LearnerGames:
    """N games in which one seat is the learner's.

    Parameters
    ----------
    game : Game
    num_games : int
        N.
    pool : OpponentPool
        Who plays the other seats, each drawn for itself. It may be changed while games are played.
    margin_weight : float, optional
        Pay the learner, instead of its own rewards, so many times the difference between them and the mean of the
        others'.
    outcome_weight : float
        Pay in addition, at the end, so many times the outcome.
    seed : int, sequence of int or None

    Attributes
    ----------
    arena : Arena
        Its ``observations`` and ``masks`` are those of the learner.
    learner_seats : ndarray of int64, shape (N,)
    """

    def __init__(self, game, num_games, pool, margin_weight=None, outcome_weight=0.0, seed=None):
        self.game = game
        self.pool = pool
        self.margin_weight = margin_weight
        self.outcome_weight = outcome_weight
        self.arena = Arena(game, num_games, pool.agents, seed)
        self.learner_seats = np.zeros(num_games, np.int64)
        self._next_seat = np.arange(num_games) % game.num_players

    def reset(self, seed=None):
        """Deal all games anew and play up to the learner's first decisions.

        Parameters
        ----------
        seed : int, sequence of int or None
            Without a seed the streams continue.
        """
        if seed is not None:
            self.arena.seed(seed)
            self._next_seat = np.arange(len(self._next_seat)) % self.game.num_players
        self.begin(np.arange(len(self.learner_seats)))

    def begin(self, rows):
        """Deal games anew, the learner in the next seat, and play up to its first decisions.

        Parameters
        ----------
        rows : ndarray of int64
            Which games. One that is over before the learner's first decision is dealt again.
        """
        while rows.size:
            self.learner_seats[rows] = self._next_seat[rows]
            self._next_seat[rows] = (self._next_seat[rows] + 1) % self.game.num_players
            players = self.pool.draw(self.arena.rng, (rows.size, self.game.num_players))
            players[np.arange(rows.size), self.learner_seats[rows]] = OUTSIDE
            self.arena.deal(rows, players)
            actions = np.full(len(self.learner_seats), batch.WAIT)
            actions[rows] = batch.PLAY_ON
            self.arena.play(actions)
            rows = rows[self.arena.status[rows] != RUNNING]

    def step(self, actions):
        """Play the learner's decisions and the opponents' answers; finished games wait for `begin`.

        Parameters
        ----------
        actions : ndarray of int64, shape (N,)
            Legal.

        Returns
        -------
        rewards : ndarray of float32, shape (N,)
        terminated, truncated : ndarray of bool, shape (N,)
        finished : ndarray of int64, shape (F,)
            Games that ended.
        """
        arena = self.arena
        arena.totals[:] = 0
        arena.play(actions)
        terminated, truncated = arena.status == TERMINATED, arena.status == TRUNCATED
        finished = np.flatnonzero(terminated | truncated)
        return self._rewards(finished), terminated, truncated, finished

    def final_observations(self, finished):
        """Return what the learner sees in games that have ended, int8, shape (F, D)."""
        return self.arena.observe(finished, self.learner_seats[finished])

    def _rewards(self, finished):
        totals = self.arena.totals
        rewards = totals[np.arange(len(totals)), self.learner_seats]
        if self.margin_weight is not None:
            others = totals.sum(axis=1) - rewards
            rewards = self.margin_weight * (rewards - others / max(self.game.num_players - 1, 1))
        if self.outcome_weight:
            rewards[finished] += self.outcome_weight * self.arena.outcomes(finished, self.learner_seats[finished])
        return rewards
