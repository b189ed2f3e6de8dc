"""One learner against a pool of opponents, in many games: the common part of the single-seat environments.

In a game of teams the learner decides for its partners as well, each with that seat's own view, or they are drawn from
a pool of their own.

The learner takes another seat in each game, in turn, and is paid everything that its seat earned since it last acted:
the opponents' answers included, and so the loss that an opponent's winning move brings. Feeding both seats' moves to a
learner as one stream would hide exactly that.
"""

import numpy as np

from rlboardgames.core import batch
from rlboardgames.core.checks import Seed, finite_number
from rlboardgames.core.episode import RUNNING, TRUNCATED
from rlboardgames.core.errors import OptionError, UsageError, shown
from rlboardgames.core.game import Game, require_game
from rlboardgames.core.guards import FORFEIT
from rlboardgames.play.arena import EXTERNAL, Arena
from rlboardgames.play.pool import OpponentPool

__all__ = ["WAY_OUT", "LearnerGames"]

WAY_OUT = (
    "choose among action_masks(). With Stable-Baselines3 that means sb3-contrib's MaskablePPO, MaskableEvalCallback "
    "instead of EvalCallback, and sb3-contrib's evaluate_policy"
)
"""What to do about illegal actions, for messages."""


class LearnerGames:
    """N games in which one seat is the learner's.

    Parameters
    ----------
    game : Game
    num_games : int
        N.
    pool : OpponentPool
        Who plays the other seats, each drawn for itself. It may be changed while games are played.
    partners : OpponentPool, optional
        Who plays the other seats of the learner's team. By default the learner does.
    margin_weight : float, optional
        Pay the learner, instead of its own rewards, so many times the difference between them and the mean of its
        rivals'.
    outcome_weight : float
        Pay in addition, at the end, so many times the outcome.
    seed : int, sequence of int or None

    Attributes
    ----------
    learner_seats : ndarray of int64, shape (N,)
        The seat that the learner decides for next, or decided for last.

    Raises
    ------
    OptionError
        Partners in a game without teams, agents of another game, or a weight that is no finite number.
    """

    def __init__(
        self,
        game: Game,
        num_games: int,
        pool: OpponentPool,
        partners: OpponentPool | None = None,
        margin_weight: float | None = None,
        outcome_weight: float = 0.0,
        seed: Seed = None,
    ) -> None:
        _check_players(game, pool, partners)
        self._game = game
        self._pool = pool
        self._partners = partners
        self.margin_weight = None if margin_weight is None else finite_number("margin_weight", margin_weight)
        self.outcome_weight = finite_number("outcome_weight", outcome_weight)
        self._pays_for_end = game.pays_for_end or self.outcome_weight != 0
        self._is_rival = np.not_equal.outer(game.teams, game.teams)
        self._is_partner = ~self._is_rival & ~np.eye(game.num_players, dtype=bool)
        self._arena = Arena(game, num_games, [], seed)
        self.learner_seats = np.zeros(num_games, np.int64)
        self._is_interrupted = False
        self._next_seat = self._first_seats()

    @property
    def game(self) -> Game:
        """The rules; stateless and unchangeable."""
        return self._game

    @property
    def pool(self) -> OpponentPool:
        """Who plays the other seats."""
        return self._pool

    @property
    def partners(self) -> OpponentPool | None:
        """Who plays the other seats of the learner's team; None where the learner does."""
        return self._partners

    @property
    def arena(self) -> Arena:
        """The games; its ``observations`` and ``masks`` are those of the learner."""
        return self._arena

    def reset(self, seed: Seed = None) -> None:
        """Deal all games anew and play up to the learner's first decisions.

        Parameters
        ----------
        seed : int, sequence of int or None
            It draws the learner's seats as well: that of the first game, the others in turn. Without a seed the streams
            continue, and so does the turn of the seats.
        """
        if seed is not None:
            self.seed(seed)
        self._is_interrupted = False
        self.begin(np.arange(len(self.learner_seats)))

    def seed(self, seed: Seed) -> None:
        """Seed the games' streams, the agents' choices and the learner's seats, as from the next deal on."""
        self.arena.seed(seed)
        self._next_seat = self._first_seats()

    def _first_seats(self):
        first = self.arena.rng.integers(self.game.num_players)
        return (first + np.arange(len(self.learner_seats))) % self.game.num_players

    def begin_at(self, state: np.ndarray) -> None:
        """Begin all games at an unfinished state, the learner in the seat to move.

        Parameters
        ----------
        state : record array, shape (1,)

        Raises
        ------
        StateError
            It is not one of the game's, or it is over.
        """
        self.game.require_playable(state)
        self._is_interrupted = False
        rows = np.arange(len(self.learner_seats))
        self.learner_seats[:] = self.game.seat(state)
        self.arena.deal(rows, self._draw_players(self.learner_seats))
        self.arena.go_on_from(state)
        self._play(np.full(len(rows), batch.PLAY_ON))

    def begin(self, rows: np.ndarray) -> None:
        """Deal games anew, the learner in the next seat, and play up to its first decisions.

        Parameters
        ----------
        rows : ndarray of int64
            Which games. One that is over before the learner's first decision is dealt again.
        """
        while rows.size:
            self.learner_seats[rows] = self._next_seat[rows]
            self._next_seat[rows] = (self._next_seat[rows] + 1) % self.game.num_players
            self.arena.deal(rows, self._draw_players(self.learner_seats[rows]))
            actions = np.full(len(self.learner_seats), batch.WAIT)
            actions[rows] = batch.PLAY_ON
            self._play(actions)
            rows = rows[self.arena.status[rows] != RUNNING]

    def _draw_players(self, seats):
        self.arena.release({*self.pool.agents, *(() if self.partners is None else self.partners.agents)})
        shape = len(seats), self.game.num_players
        players = self._draw(self.pool, shape)
        partners = EXTERNAL if self.partners is None else self._draw(self.partners, shape)
        players = np.where(self._is_partner[seats], partners, players)
        players[np.arange(len(seats)), seats] = EXTERNAL
        return players

    def _draw(self, pool, shape):
        indices = np.array([self.arena.enter(agent) for agent in pool.agents])
        return indices[pool.draw(self.arena.rng, shape)]

    def _play(self, actions):
        if self._is_interrupted:
            raise UsageError("an exception has left the games in the middle of a step: reset() deals them anew")
        self._is_interrupted = True
        self.arena.play(actions)
        self._is_interrupted = False
        waiting = self.arena.status == RUNNING
        self.learner_seats[waiting] = self.arena.seats[waiting]

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Play the learner's decisions and the opponents' answers; finished games wait for `begin`.

        Parameters
        ----------
        actions : ndarray of int64, shape (N,)
            Legal; or `batch.WAIT` where the learner forfeits the game, which is terminated then.

        Returns
        -------
        rewards : ndarray of float32, shape (N,)
        terminated, truncated : ndarray of bool, shape (N,)
            A game that was cut is truncated only if the learner was paid nothing for its end.
        finished : ndarray of int64, shape (F,)
            Games that ended.

        Raises
        ------
        UsageError
            An exception, of an agent or an interrupt, has ended the last step, and the games have not been reset since.
        """
        arena, forfeited = self.arena, actions == batch.WAIT
        if not self._is_interrupted:  # nor in the step of another thread
            arena.clear_totals()
        self._play(actions)
        ended = arena.status != RUNNING
        truncated = self.max_steps_reached & (not self._pays_for_end)
        terminated = ended & ~truncated
        rewards = self._rewards(np.flatnonzero(ended))
        rewards[forfeited] = FORFEIT
        return rewards, terminated | forfeited, truncated, np.flatnonzero(ended | forfeited)

    @property
    def max_steps_reached(self) -> np.ndarray:
        """Whether each game has ended by being cut at ``max_steps``, bool, shape (N,)."""
        return self.arena.status == TRUNCATED

    def final_observations(self, finished: np.ndarray) -> np.ndarray:
        """Return what the learner sees in games that have ended, int8, shape (F, D)."""
        return self.arena.observe(finished, self.learner_seats[finished])

    def _rewards(self, finished):
        totals = self.arena.totals
        rewards = totals[np.arange(len(totals)), self.learner_seats]
        if self.margin_weight is not None:
            is_rival = self._is_rival[self.learner_seats]
            rivals = (totals * is_rival).sum(axis=1) / np.maximum(is_rival.sum(axis=1), 1)
            rewards = self.margin_weight * (rewards - rivals)
        if self.outcome_weight:
            rewards[finished] += self.outcome_weight * self.arena.outcomes(finished, self.learner_seats[finished])
        return rewards.astype(np.float32, copy=False)


def _check_players(game, pool, partners):
    require_game(game)
    if not isinstance(pool, OpponentPool):
        raise OptionError(f"pool={shown(pool)} is no OpponentPool")
    pool.check_for(game, "pool")
    if partners is None:
        return
    if not isinstance(partners, OpponentPool):
        raise OptionError(f"partners={shown(partners)} is no OpponentPool")
    partners.check_for(game, "partners")
    if not game.has_teams:
        raise OptionError(f"partners: {game!r} has no teams, so leave this keyword out")
