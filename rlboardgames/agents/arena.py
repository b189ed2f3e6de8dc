"""Many games between agents: what training, evaluation and the single-seat environments are built on."""

import time

import numpy as np

from rlboardgames.agents.agent import Agent
from rlboardgames.core import batch
from rlboardgames.core.checks import action_array, first_illegal, generator_values
from rlboardgames.core.episode import RUNNING
from rlboardgames.core.errors import IllegalActionError, UsageError
from rlboardgames.core.exclusive import Exclusive
from rlboardgames.core.records import PICKER_DTYPE, STANDING_WIDTH

__all__ = ["OUTSIDE", "Arena"]

OUTSIDE = -1
"""In place of an agent's index: the seat is played from outside the arena."""

_FIRST_AGENT = batch.EXTERNAL + 1  # controllers in the compiled code: the built-in ones, outside, then the agents


class Arena:
    """N games side by side, each seat played by an agent or from outside.

    Built-in agents play in compiled code; the others are asked for the actions of all games that wait for them at once.

    Parameters
    ----------
    game : Game
    num_games : int
        N.
    agents : sequence of Agent
        More may `enter` while games are played.
    seed : int, sequence of int or None

    Attributes
    ----------
    observations : ndarray of int8, shape (N, D)
    masks : ndarray of int8, shape (N, A)
    seats : ndarray of int64, shape (N,)
        Of the games that wait for an action from outside: what the seat to move sees, may do, and which it is.
    totals : ndarray of float32, shape (N, num_players)
        Rewards of every seat since the caller last set them to zero.
    status : ndarray of int8, shape (N,)
        RUNNING, TERMINATED or TRUNCATED, see `rlboardgames.core.episode`.
    states : record array, shape (N,)
    agent_seconds : float
        Wall time spent in asking agents so far.
    """

    def __init__(self, game, num_games, agents, seed=None):
        self.game = game
        self.agents: list[Agent | None] = list(agents)
        seats = game.num_players
        self.observations = np.zeros((num_games, game.observation.size), np.int8)
        self.masks = np.zeros((num_games, game.actions.size), np.int8)
        self.seats = np.zeros(num_games, np.int64)
        self.totals = np.zeros((num_games, seats), np.float32)
        self.status = np.full(num_games, RUNNING, np.int8)
        self.states = np.zeros(num_games, game.state_dtype)
        self.agent_seconds = 0.0
        self._pickers = np.zeros(num_games, PICKER_DTYPE)
        self._controllers = np.zeros((num_games, seats), np.int64)
        self._rewards = np.zeros(seats, np.float32)
        self._standings = np.zeros((seats, STANDING_WIDTH), np.int32)
        self._exclusive = Exclusive("set of games")
        self.seed(seed)

    def seed(self, seed):
        """Seed the games' streams and the agents' choices."""
        values = generator_values(seed, 2 * len(self.states) + 1)
        self.rng = np.random.default_rng(values[-1])
        self._pickers["rng"] = values[: len(self.states)]
        self.states["rng"] = values[len(self.states) : -1]

    def enter(self, agent):
        """Return the index of an agent for `deal`; a new one takes a place that has become free, or another one."""
        if agent not in self.agents:
            place = self.agents.index(None) if None in self.agents else len(self.agents)
            self.agents[place : place + 1] = [agent]
        return self.agents.index(agent)

    def release(self, kept):
        """Let go of the agents that no unfinished game needs.

        Parameters
        ----------
        kept : set of Agent
            These stay.
        """
        for index, agent in enumerate(self.agents):
            if agent is not None and agent not in kept:
                is_playing = (self._controllers == _FIRST_AGENT + index).any(axis=1)
                if not (is_playing & (self.status == RUNNING)).any():
                    self.agents[index] = None

    def deal(self, rows, players):
        """Deal new games.

        Parameters
        ----------
        rows : ndarray of int64, shape (R,)
            Which games.
        players : ndarray of int64, shape (R, num_players)
            Index of the agent in each seat, or OUTSIDE.
        """
        codes = [
            _FIRST_AGENT + k if agent is None or agent.builtin is None else agent.builtin
            for k, agent in enumerate(self.agents)
        ]
        codes.append(batch.EXTERNAL)  # index -1: outside
        self._controllers[rows] = np.array(codes)[players]
        self.totals[rows] = 0
        self.status[rows] = RUNNING
        batch.deal_rows(self.game.tables, self.game.blank, self.states, rows)

    def play(self, actions):
        """Play on until every running game waits for an action from outside.

        Parameters
        ----------
        actions : ndarray of int64, shape (N,)
            The legal action from outside, or `batch.PLAY_ON` for a game that has just been dealt, or `batch.WAIT`.

        Raises
        ------
        UsageError, IllegalActionError
            An agent chose something that is no action, or that is not legal.
        """
        with self._exclusive:
            self._play(actions.copy())

    def _play(self, actions):
        while True:
            self._run_compiled(actions)
            asked = (self.status == RUNNING) & (actions != batch.WAIT)
            actions[:] = batch.WAIT
            waiting_for = self._controllers[np.arange(len(actions)), self.seats]
            asked &= waiting_for >= _FIRST_AGENT
            if not asked.any():
                return
            begin = time.perf_counter()
            for controller in np.unique(waiting_for[asked]):
                rows = np.flatnonzero(asked & (waiting_for == controller))
                agent = self.agents[controller - _FIRST_AGENT]
                chosen = agent.choose(self.observations[rows], self.masks[rows], self.rng)
                actions[rows] = self._checked(agent, chosen, self.masks[rows])
            self.agent_seconds += time.perf_counter() - begin

    def _checked(self, agent, chosen, masks):
        # compiled code plays whatever it is given
        try:
            actions = action_array(chosen, len(masks), self.game.actions.size)
        except UsageError as error:
            raise UsageError(f"agent {agent.name!r}: {error}") from None
        i = first_illegal(actions, masks)
        if i is not None:
            name = self.game.action_name(actions[i])
            raise IllegalActionError(f"agent {agent.name!r} chose {name!r}, which its mask does not allow")
        return actions

    def _run_compiled(self, actions):
        batch.play_on(
            self.game.tables,
            self.states,
            self._pickers,
            self._controllers,
            actions,
            self.observations,
            self.masks,
            self.seats,
            self._rewards,
            self.totals,
            self.status,
            self._standings,
        )

    def greedy_actions(self):
        """Return what the greedy player would do in each game, all of which must wait for an action from outside.

        Returns
        -------
        ndarray of int64, shape (N,)
        """
        actions = np.empty(len(self.states), np.int64)
        batch.choose_greedy_rows(self.game.tables, self.states, np.arange(len(self.states)), actions)
        return actions

    def observe(self, rows, seats):
        """Return what a seat of each of these games sees.

        Parameters
        ----------
        rows, seats : ndarray of int64, shape (R,)

        Returns
        -------
        ndarray of int8, shape (R, D)
        """
        out = np.empty((len(rows), self.game.observation.size), np.int8)
        batch.observe_rows(self.game.tables, self.states, rows, seats, out)
        return out

    def outcomes(self, rows, seats):
        """Return the outcome of a seat of each of these games, as if they ended now.

        Parameters
        ----------
        rows, seats : ndarray of int64, shape (R,)

        Returns
        -------
        ndarray of float32, shape (R,)
        """
        outcomes = [self.game.outcome(self.states[row : row + 1])[seat] for row, seat in zip(rows, seats, strict=True)]
        return np.array(outcomes, np.float32)
