"""A game as a Gymnasium environment: one learner, opponents from a pool, seats rotated."""

import copy
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete

from rlboardgames.agents import AgentLike
from rlboardgames.core.checks import one_of, position_in, whole_seed
from rlboardgames.core.errors import IllegalActionError, PositionError
from rlboardgames.core.exclusive import OneCaller, exclusive
from rlboardgames.core.game import Game
from rlboardgames.core.guards import FORFEIT, IllegalAction, IllegalActions, index_in_space, require_reset
from rlboardgames.core.keywords import known_keywords, require_known
from rlboardgames.envs.running import RENDER_MODES, RenderMode
from rlboardgames.envs.spaces import GameBox
from rlboardgames.play.learner import WAY_OUT, LearnerGames
from rlboardgames.play.pool import OpponentPool, make_partners
from rlboardgames.registry import module_of

__all__ = ["SingleSeatEnv"]


_OWN_KEYWORDS = ("opponents", "partners", "illegal_action", "render_mode")


def _game_of(game, options):
    if isinstance(game, Game):
        require_known(game.name, options, _OWN_KEYWORDS)
        return game
    game_type = module_of(game).game
    require_known(game_type.name, options, (*known_keywords(game_type), *_OWN_KEYWORDS))
    return game_type(**options)


class SingleSeatEnv(gymnasium.Env):
    """A game seen from one seat.

    Parameters
    ----------
    game : Game or str
        A game, or the name of one, for example ``"mint_delivery_v0"``.
        ``gymnasium.make("rlboardgames/MintDelivery-v0")`` fills it in.
    opponents : Agent, str or list of these
        ``"random"``, ``"greedy"``, the path of a model file, an agent, or several to draw from.
    partners : "learner", Agent, str or list of these
        Who plays the other seats of the learner's team, in a game of teams: the learner, who then decides for each of
        them with that seat's own view; or as for `opponents`.
    illegal_action : {"terminate", "raise"}
        An illegal action ends the episode, terminated, with the reward -1; or it raises `IllegalActionError`.
    render_mode : {None, "ansi"}
    **options
        Keywords of the game, where it is named.

    Notes
    -----
    The observation is the vector described by ``env.unwrapped.game.observation``. `action_masks` and
    ``info["action_mask"]`` say what is legal; an algorithm or an evaluation that does not ask for masks will soon
    choose an illegal action. The seed draws the learner's seat, episodes without a seed take the seats in turn, and
    ``info["seat"]`` is the seat to decide for.

    Examples
    --------
    >>> import gymnasium, rlboardgames
    >>> env = gymnasium.make("rlboardgames/MintDelivery-v0", opponents="greedy")
    >>> observation, info = env.reset(seed=3)
    >>> observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (declared so by Gymnasium)

    def __init__(
        self,
        game: Game | str,
        opponents: AgentLike | list[AgentLike] = "random",
        partners: AgentLike | list[AgentLike] = "learner",
        illegal_action: IllegalAction = "terminate",
        render_mode: RenderMode = None,
        **options: Any,
    ) -> None:
        self._game = _game_of(game, options)
        self.render_mode = one_of("render_mode", render_mode, RENDER_MODES)
        self._illegal_actions = IllegalActions(illegal_action)
        self.observation_space = GameBox(self.game)
        self.action_space = Discrete(self.game.actions.size)
        pool = OpponentPool(opponents, self.game)
        self._games = LearnerGames(self.game, 1, pool, make_partners(partners, self.game))
        self._guard = OneCaller()
        self._has_reset = False
        self._is_running = False

    @property
    def game(self) -> Game:
        """The rules; stateless and unchangeable."""
        return self._game

    @property
    def illegal_action(self) -> IllegalAction:
        """What an illegal action does, as the keyword says."""
        return self._illegal_actions.mode

    @exclusive
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin an episode.

        Parameters
        ----------
        seed : int or None
            Draws chance, opponents and the seat. Without a seed the streams continue, and the learner takes the next
            seat.
        options : dict, optional
            ``"position"``: begin there, the learner in the seat to move; see `rlboardgames.core.game.Game.position`.
            The stream of chance events is the position's, unless it has none or a seed is given. Other keys are
            ignored.

        Returns
        -------
        observation : ndarray of int8
        info : dict
            ``"action_mask"`` and ``"seat"``.

        Raises
        ------
        OptionError, PositionError
            The running game is then untouched.
        """
        seed = None if seed is None else whole_seed(seed)
        position = position_in(options)
        state = None if position is None else self._unfinished(position)
        super().reset(seed=seed)
        if state is None:
            self._games.reset(seed)
        else:
            self._begin_at(state, seed, has_stream="rng" in position)
        self._has_reset = True
        self._is_running = True
        return self._games.arena.observations[0].copy(), self._info()

    def _unfinished(self, position):
        state = self.game.from_position(position)
        if self.game.is_over(state):
            raise PositionError("position.over: the game is over, and there is nothing for the learner to decide")
        return state

    def _begin_at(self, state, seed, has_stream):
        if seed is not None:
            self._games.seed(seed)
        if seed is not None or not has_stream:
            state["rng"] = self._games.arena.states["rng"]
        self._games.begin_at(state)

    def _info(self):
        return {"action_mask": self.action_masks(), "seat": int(self._games.learner_seats[0])}

    def action_masks(self) -> np.ndarray:
        """Return the int8 mask of the learner's legal actions, as sb3-contrib asks for it."""
        return self._games.arena.masks[0].copy() if self._is_running else np.zeros(self.game.actions.size, np.int8)

    @exclusive
    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Play the learner's action and the opponents' answers.

        Parameters
        ----------
        action : int

        Returns
        -------
        observation : ndarray of int8
        reward : float
            All that the learner's seat earned since its last decision.
        terminated, truncated : bool
            A game that is cut at ``max_steps`` is truncated only if nothing was paid for its end, as with the reward
            ``"score_delta"``; otherwise it is terminated.
        info : dict
            ``"action_mask"`` and ``"seat"``; ``"max_steps_reached"`` at the end of a game that was cut.

        Raises
        ------
        UsageError
            Before `reset`, after the end of an episode, or with something outside the action space.
        IllegalActionError
            With ``illegal_action="raise"``.
        """
        require_reset(self._is_running, "step")
        index = index_in_space(action, self.action_space)
        if not self._games.arena.masks[0, index]:
            return self._step_illegally(index)
        self._is_running = False  # should an agent's error or an interrupt end the step halfway
        rewards, terminated, truncated, finished = self._games.step(np.array([index], np.int64))
        self._is_running = finished.size == 0
        seen = self._games.final_observations(finished) if finished.size else self._games.arena.observations
        observation = seen[0].copy()
        info = self._info()
        if self._games.max_steps_reached[0]:
            info["max_steps_reached"] = True
        return observation, float(rewards[0]), bool(terminated[0]), bool(truncated[0]), info

    def _step_illegally(self, action):
        state = self._games.arena.states
        self._illegal_actions.meet(
            lambda: IllegalActionError(f"{self.game.illegal_action_error(state, action)}; {WAY_OUT}"),
            lambda: gymnasium.logger.warn(f"an illegal action has ended the episode with the reward -1; {WAY_OUT}"),
        )
        self._is_running = False
        return self._games.arena.observations[0].copy(), FORFEIT, True, False, self._info()

    def __copy__(self):
        return copy.deepcopy(self)

    def render(self) -> str | None:
        """Return a drawing of the table in text, or None without a render mode."""
        require_reset(self._has_reset, "render")
        return self.game.render_text(self._games.arena.states) if self.render_mode == "ansi" else None
