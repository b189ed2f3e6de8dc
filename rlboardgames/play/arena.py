"""Many games between agents: what training, evaluation and the single-seat environments are built on."""

import time
from collections.abc import Sequence

import numpy as np

from rlboardgames.agents import Agent, GreedyAgent, RandomAgent, Turn
from rlboardgames.core import batch
from rlboardgames.core.checks import Seed, action_array, first_illegal, generator_values, index_array
from rlboardgames.core.episode import RUNNING
from rlboardgames.core.errors import IllegalActionError, UsageError
from rlboardgames.core.exclusive import OneCaller, exclusive
from rlboardgames.core.game import Game
from rlboardgames.core.records import GENERATOR_DTYPE, STANDING_WIDTH, read_only

__all__ = ["EXTERNAL", "Arena"]

EXTERNAL = -1
"""In place of an agent's index: the seat is played from outside the arena."""

_BUILT_IN: dict[type, int] = {RandomAgent: batch.RANDOM, GreedyAgent: batch.GREEDY}
"""Agents that the compiled code plays without asking them; not what inherits from them, which may choose otherwise."""

_FIRST_AGENT = batch.EXTERNAL + 1  # controllers in the compiled code: the built-in ones, outside, then the agents

_SHOWN = ("observations", "masks", "seats", "totals", "status", "states")


class Arena:
    """N games side by side, each seat played by an agent or from outside.

    The random and the greedy player play in compiled code; other agents are asked for the actions of all games that
    wait for them at once.

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
    agent_seconds : float
        Wall time spent in asking agents so far.
    """

    def __init__(self, game: Game, num_games: int, agents: Sequence[Agent], seed: Seed = None) -> None:
        self._game = game
        self._agents: list[Agent | None] = list(agents)
        seats = game.num_players
        self._observations = np.zeros((num_games, game.observation.size), np.int8)
        self._masks = np.zeros((num_games, game.actions.size), np.int8)
        self._seats = np.zeros(num_games, np.int64)
        self._totals = np.zeros((num_games, seats), np.float32)
        self._status = np.full(num_games, batch.NOT_DEALT, np.int8)
        self._states = np.zeros(num_games, game.state_dtype)
        self.agent_seconds = 0.0
        self._guard = OneCaller()
        self._generators = np.zeros(num_games, GENERATOR_DTYPE)
        self._controllers = np.zeros((num_games, seats), np.int64)
        self._rewards = np.zeros(seats, np.float32)
        self._standings = np.zeros((seats, STANDING_WIDTH), np.int32)
        self._make_views()
        self.seed(seed)

    def _make_views(self):
        # once: making one takes ten times as long as handing it out
        self._views = {name: read_only(getattr(self, f"_{name}")) for name in _SHOWN}

    def __getstate__(self):
        return {name: value for name, value in self.__dict__.items() if name != "_views"}

    def __setstate__(self, attributes):
        self.__dict__.update(attributes)
        self._make_views()

    @property
    def game(self) -> Game:
        """The rules; stateless and unchangeable."""
        return self._game

    @property
    def agents(self) -> tuple[Agent | None, ...]:
        """The agents, a tuple; None in a place that has become free."""
        return tuple(self._agents)

    # Arrays: compiled code trusts them, so the caller gets read-only views

    @property
    def observations(self) -> np.ndarray:
        """What the seats to move see, in the games that wait for an action from outside: int8, shape (N, D)."""
        return self._views["observations"]

    @property
    def masks(self) -> np.ndarray:
        """What the seats to move may do, in the games that wait for an action from outside: int8, shape (N, A)."""
        return self._views["masks"]

    @property
    def seats(self) -> np.ndarray:
        """The seats to move, in the games that wait for an action from outside: int64, shape (N,)."""
        return self._views["seats"]

    @property
    def totals(self) -> np.ndarray:
        """Rewards of every seat since `clear_totals`: float32, shape (N, num_players)."""
        return self._views["totals"]

    @property
    def status(self) -> np.ndarray:
        """RUNNING, TERMINATED or TRUNCATED, see `rlboardgames.core.episode`; `batch.NOT_DEALT`: int8, shape (N,)."""
        return self._views["status"]

    @property
    def states(self) -> np.ndarray:
        """The games' states: record array, shape (N,)."""
        return self._views["states"]

    def clear_totals(self) -> None:
        """Count the rewards from here on."""
        self._totals[:] = 0

    def seed(self, seed: Seed) -> None:
        """Seed the games' streams and the agents' choices."""
        self._states["rng"] = generator_values(seed, len(self._states))
        self._generators["rng"] = generator_values(seed, len(self._states), stream=1)
        self.rng = np.random.default_rng(generator_values(seed, 1, stream=2)[0])

    def enter(self, agent: Agent) -> int:
        """Return the index of an agent for `deal`; a new one takes a place that has become free, or another one."""
        if agent not in self._agents:
            place = self._agents.index(None) if None in self._agents else len(self._agents)
            self._agents[place : place + 1] = [agent]
        return self._agents.index(agent)

    def release(self, kept: set[Agent]) -> None:
        """Let go of the agents that no unfinished game needs.

        Parameters
        ----------
        kept : set of Agent
            These stay.
        """
        for index, agent in enumerate(self._agents):
            if agent is not None and agent not in kept:
                is_playing = (self._controllers == _FIRST_AGENT + index).any(axis=1)
                if not (is_playing & (self._status == RUNNING)).any():
                    self._agents[index] = None

    def deal(self, rows: np.ndarray, players: np.ndarray) -> None:
        """Deal new games.

        Parameters
        ----------
        rows : ndarray of int64, shape (R,)
            Which games.
        players : ndarray of int64, shape (R, num_players)
            Index of the agent in each seat, or EXTERNAL.

        Raises
        ------
        UsageError
            There is no such game, or no such agent.
        """
        rows = index_array("rows", rows, len(self._states))
        players = index_array("players", players, len(self._agents), low=EXTERNAL, ndim=2)
        if players.shape != (len(rows), self.game.num_players):
            raise UsageError(f"players must be of shape {len(rows), self.game.num_players}, not {players.shape}")
        codes = [_BUILT_IN.get(type(agent), _FIRST_AGENT + k) for k, agent in enumerate(self._agents)]
        codes.append(batch.EXTERNAL)  # index -1: outside
        self._controllers[rows] = np.array(codes)[players]
        self._totals[rows] = 0
        self._status[rows] = RUNNING
        self._masks[rows] = 0  # until the games are played on
        batch.deal_rows(self.game.tables, self.game.blank, self._states, rows)

    def go_on_from(self, state: np.ndarray) -> None:
        """Go on from copies of a state in all games, which have been dealt.

        Parameters
        ----------
        state : record array, shape (1,)

        Raises
        ------
        StateError
            It is not one of the game's, or it is over.
        """
        self.game.require_playable(state)
        self._states[:] = state
        self._masks[:] = 0  # until the games are played on

    @exclusive
    def play(self, actions: np.ndarray) -> None:
        """Play on until every running game waits for an action from outside.

        Parameters
        ----------
        actions : ndarray of int64, shape (N,)
            The legal action from outside, or `batch.PLAY_ON` for a game that has just been dealt, or `batch.WAIT`.

        Raises
        ------
        UsageError
            A game has not been dealt, or an agent chose something that is no action.
        IllegalActionError
            An action is not legal. Those that come from outside are looked at before anything is played.
        """
        actions = np.array(actions)
        if actions.shape != self._seats.shape or actions.dtype != np.int64:
            kind = f"an array of {actions.dtype}, shape {actions.shape}"
            raise UsageError(f"actions must be an array of int64, shape {self._seats.shape}; this is {kind}")
        while True:
            self._run_compiled(actions)
            asked = (self._status == RUNNING) & (actions != batch.WAIT)
            actions[:] = batch.WAIT
            waiting_for = self._controllers[np.arange(len(actions)), self._seats]
            asked &= waiting_for >= _FIRST_AGENT
            if not asked.any():
                return
            begin = time.perf_counter()
            for controller in np.unique(waiting_for[asked]):
                rows = np.flatnonzero(asked & (waiting_for == controller))
                agent = self._agents[controller - _FIRST_AGENT]
                actions[rows] = self._ask(agent, rows)
            self.agent_seconds += time.perf_counter() - begin

    def _ask(self, agent, rows):
        # compiled code plays whatever it is given, so what comes back is looked at
        masks = self._masks[rows]
        turn = Turn(self.game, self._observations[rows], masks, self._seats[rows], self._states[rows], self.rng)
        chosen = agent.choose(turn, self.rng)
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
        shown = batch.Table(
            self._observations,
            self._masks,
            self._seats,
            self._totals,
            self._status,
            self._rewards,
            self._standings,
        )
        i = batch.play_on(self.game.tables, self._states, self._generators, self._controllers, actions, shown)
        if i < len(actions):
            if self._status[i] == batch.NOT_DEALT:
                raise UsageError(f"deal() needs to be called before play: game {i} has not been dealt")
            raise IllegalActionError(f"game {i}: action {actions[i]} is not one that its mask allows")

    def _checked_pairs(self, rows, seats):
        rows = index_array("rows", rows, len(self._states))
        seats = index_array("seats", seats, self.game.num_players)
        if seats.shape != rows.shape:
            raise UsageError(f"{rows.size} rows and {seats.size} seats: one seat belongs to each row")
        not_dealt = self._status[rows] == batch.NOT_DEALT
        if not_dealt.any():
            raise UsageError(f"deal() needs to be called first: game {rows[not_dealt.argmax()]} has not been dealt")
        return rows, seats

    def greedy_actions(self) -> np.ndarray:
        """Return what the greedy player would do in each game, all of which must wait for an action from outside.

        Returns
        -------
        ndarray of int64, shape (N,)

        Raises
        ------
        UsageError
            A game is not running.
        """
        if (self._status != RUNNING).any():
            raise UsageError("there is nothing to choose in a game that is over or has not been dealt")
        actions = np.empty(len(self._states), np.int64)
        batch.choose_greedy_rows(self.game.tables, self._states, np.arange(len(self._states)), actions)
        return actions

    def observe(self, rows: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """Return what a seat of each of these games sees.

        Parameters
        ----------
        rows, seats : ndarray of int64, shape (R,)

        Returns
        -------
        ndarray of int8, shape (R, D)

        Raises
        ------
        UsageError
            There is no such game or seat, or the game has not been dealt.
        """
        rows, seats = self._checked_pairs(rows, seats)
        out = np.empty((len(rows), self.game.observation.size), np.int8)
        batch.observe_rows(self.game.tables, self._states, rows, seats, out)
        return out

    def outcomes(self, rows: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """Return the outcome of a seat of each of these games, as if they ended now.

        Parameters
        ----------
        rows, seats : ndarray of int64, shape (R,)

        Returns
        -------
        ndarray of float32, shape (R,)

        Raises
        ------
        UsageError
            There is no such game or seat, or the game has not been dealt.
        """
        rows, seats = self._checked_pairs(rows, seats)
        outcomes = [self.game.outcome(self._states[row : row + 1])[seat] for row, seat in zip(rows, seats, strict=True)]
        return np.array(outcomes, np.float32)
