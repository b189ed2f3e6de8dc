"""The PettingZoo parallel environment, for games in which all seats decide at the same time.

It plays the same decisions on the same records as the AEC environment, seat after seat, and so the same games.
"""

from typing import Any

import numpy as np
from pettingzoo import ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from rlboardgames.core import drivers, episode
from rlboardgames.core.checks import Seed
from rlboardgames.core.errors import PositionError, StateError, UsageError, shown
from rlboardgames.core.exclusive import exclusive
from rlboardgames.core.game import Game
from rlboardgames.core.guards import FORFEIT, IllegalAction, index_in_space
from rlboardgames.envs.running import RenderMode, RunningGame

__all__ = ["ParallelGameEnv"]


class ParallelGameEnv(RunningGame, ParallelEnv):
    """A game of simultaneous decisions as a PettingZoo parallel environment; keywords as for `RunningGame`.

    Each step is one turn and counts one decision per seat.

    Examples
    --------
    >>> from rlboardgames import metro_x_v0
    >>> env = metro_x_v0.parallel_env(num_players=3)
    >>> observations, infos = env.reset(seed=1)
    >>> actions = {agent: seen["action_mask"].argmax() for agent, seen in observations.items()}
    >>> observations, rewards, terminations, truncations, infos = env.step(actions)
    >>> sorted(rewards)
    ['player_0', 'player_1', 'player_2']
    """

    _episode = ("agents",)

    def __init__(self, game: Game, render_mode: RenderMode = None, illegal_action: IllegalAction = "terminate") -> None:
        super().__init__(game, render_mode, illegal_action)
        self.agents: list[str] = []

    @exclusive
    def reset(self, seed: Seed = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a new game; parameters and errors as for the AEC environment.

        Returns
        -------
        observations, infos : dict
            One entry for each agent.
        """
        self._deal(seed, options)
        self.agents = [] if self._is_idle else self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.possible_agents}

    def _check_episode(self, record, state):
        super()._check_episode(record, state)
        if state["agents"] != ([] if state["idle"] else self.possible_agents):
            raise StateError(f"the state is damaged: its agents are {shown(state['agents'])}")
        if not state["idle"] and self.game.seat(record) != 0:
            raise StateError("the state is damaged: it is in the middle of a turn")

    def _check_beginning(self, record):
        if self.game.seat(record) > 0:
            raise PositionError("position.seat: the parallel environment begins with a turn, so with seat 0")

    def _observations(self):
        return {agent: self._observe(seat) for seat, agent in enumerate(self.possible_agents)}

    def _observe(self, seat):
        vector = np.empty(self._observation_size, np.int8)
        self._observe_seat(self._tables, self._record, 0, seat, vector)
        return {"observation": vector, "action_mask": self._mask_of(seat)}

    def _mask_of(self, seat):
        # each seat decides from the same table, so its mask is the one that it would get in its turn
        if self._is_idle:
            return np.zeros(self.game.actions.size, np.int8)
        record, mask = self.game.clone(self._record), np.empty(self.game.actions.size, np.int8)
        record["seat"] = seat
        drivers.legal(self.game.tables, record, 0, mask)
        return mask

    @exclusive
    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]:
        """Play one turn.

        Parameters
        ----------
        actions : dict of str to int
            The decision of each agent.

        Returns
        -------
        observations, rewards, terminations, truncations, infos : dict
            One entry for each agent; empty after the end of the game.

        Raises
        ------
        UsageError
            Before `reset`, or if an agent's decision is missing or outside its space, or somebody else's is given.
        IllegalActionError
            With ``illegal_action="raise"``; nothing has been played then.
        """
        self._require_reset("step")
        if self._is_idle:
            EnvLogger.warn_step_after_terminated_truncated()
            return {}, {}, {}, {}, {}
        try:
            return self._play_turn(self._checked(actions))
        except KeyboardInterrupt:
            self._give_up()
            raise

    def _play_turn(self, indices):
        agents, rewards, status = self.agents, np.zeros(self.game.num_players), episode.RUNNING
        before = self.game.clone(self._record)
        for seat, index in enumerate(indices):
            status = self._play_decision(
                self._tables, self._record, 0, index, self._mask, self._standings, self._rewards
            )
            if status == episode.ILLEGAL:
                self._meet_illegal_action(index)
                self._record = before
                rewards = np.where(np.arange(len(indices)) == seat, FORFEIT, 0.0)
                break
            rewards += self._rewards
            if status < 0:
                break
        self._is_idle = status < 0
        terminated, truncated, info = (True, False, {}) if status == episode.ILLEGAL else self._ending(status)
        if self._is_idle:
            self.agents = []
        return (
            self._observations(),
            dict(zip(agents, rewards.tolist(), strict=True)),
            dict.fromkeys(agents, terminated),
            dict.fromkeys(agents, truncated),
            {agent: dict(info) for agent in agents},
        )

    def _checked(self, actions):
        if not isinstance(actions, dict) or actions.keys() != set(self.agents):
            given = shown(list(actions) if isinstance(actions, dict) else actions)
            raise UsageError(f"actions must have one entry for each of {', '.join(self.agents)}, not: {given}")
        indices = [self._index(agent, actions[agent]) for agent in self.agents]
        if self.illegal_action == "raise":
            self._rehearse(indices)
        return indices

    def _rehearse(self, indices):
        # the first illegal decision is raised before anything has been played
        record = self.game.clone(self._record)
        for index in indices:
            if not self.game.is_over(record):
                self.game.play(record, index)

    def _index(self, agent, action):
        try:
            return index_in_space(action, self.action_spaces[agent])
        except UsageError as error:
            raise UsageError(f"{agent}: {error}") from None
