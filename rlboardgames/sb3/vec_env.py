"""Many single-seat games as a Stable-Baselines3 `VecEnv`, without worker processes. Needs the extra ``sb3``."""

import copy
import time

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete
from stable_baselines3.common.vec_env import VecEnv

from rlboardgames.core import batch
from rlboardgames.core.checks import MAX_GAMES, Seed, action_array, first_illegal, whole_number, whole_seed
from rlboardgames.core.errors import IllegalActionError, OptionError, UsageError, shown
from rlboardgames.core.exclusive import OneCaller, exclusive
from rlboardgames.core.game import Game
from rlboardgames.core.guards import IllegalAction, IllegalActions, require_reset
from rlboardgames.envs.spaces import GameBox
from rlboardgames.play.learner import WAY_OUT, LearnerGames
from rlboardgames.play.pool import OpponentPool

__all__ = ["SB3VecEnv"]


class SB3VecEnv(VecEnv):
    """N games of a learner against a pool of opponents, stepped in compiled code.

    The opponents' policies are asked in batches and the masks answered in process. Reset is in the same step, as SB3
    wants it; the last observation is ``infos[i]["terminal_observation"]``.

    Parameters
    ----------
    game : Game
    num_envs : int
    pool : OpponentPool
        May be changed during training.
    partners : OpponentPool, optional
        Who plays the other seats of the learner's team. By default the learner does.
    margin_weight, outcome_weight
        See `rlboardgames.play.learner.LearnerGames`.
    seed : int, sequence of int or None
    illegal_action : {"raise", "terminate"}
        An illegal action raises `IllegalActionError`, since sb3-contrib's MaskablePPO never chooses one; or, for
        algorithms without masks, it terminates the game with the reward -1.

    Attributes
    ----------
    seconds : float
        Wall time spent in `step_wait` so far; the opponents' networks, ``games.arena.agent_seconds``, included.

    Examples
    --------
    >>> from rlboardgames import mint_delivery_v0
    >>> from rlboardgames.play import OpponentPool
    >>> game = mint_delivery_v0.game()
    >>> envs = SB3VecEnv(game, 16, OpponentPool("random", game), seed=1)
    >>> envs.reset().shape[0]
    16
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        pool: OpponentPool,
        partners: OpponentPool | None = None,
        margin_weight: float | None = None,
        outcome_weight: float = 0.0,
        seed: Seed = None,
        illegal_action: IllegalAction = "raise",
    ) -> None:
        num_envs = whole_number("num_envs", num_envs, 1, MAX_GAMES)
        self._games = LearnerGames(game, num_envs, pool, partners, margin_weight, outcome_weight, seed)
        self._illegal_actions = IllegalActions(illegal_action)
        self.render_mode = None
        self.seconds = 0.0
        self._guard = OneCaller()
        self._has_reset = False
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, int)
        self._started = time.perf_counter()
        self._actions = None
        super().__init__(num_envs, GameBox(game), Discrete(game.actions.size))

    @property
    def games(self) -> LearnerGames:
        """The games, a `LearnerGames`."""
        return self._games

    def action_masks(self) -> np.ndarray:
        """Return the int8 masks of the learner, shape (N, A), in an array of the caller's."""
        return self.games.arena.masks.copy()

    @exclusive
    def reset(self) -> np.ndarray:
        """Deal all games anew; a seed given to `seed` is used once.

        Raises
        ------
        OptionError
            Options have been set: a batch has none.
        """
        if any(self._options):
            raise OptionError(f"options={shown(self._options[0])}: the games of a batch take no options")
        seed = self._seeds[0]
        self.games.reset(seed)
        self._reset_seeds()
        self._actions = None
        self._has_reset = True
        self._returns[:] = 0
        self._lengths[:] = 0
        return self.games.arena.observations.copy()

    def seed(self, seed=None):
        """Note a seed for the next `reset`: the first game's, the others' follow from it; None takes entropy.

        Parameters
        ----------
        seed : int or None
            Of any size and integer type.

        Returns
        -------
        list of int
            As SB3 wants it: a number for each game.

        Raises
        ------
        OptionError
        """
        return super().seed(None if seed is None else whole_seed(seed))

    def step_async(self, actions):
        """Note the actions for `step_wait`; `IllegalActionError`, by default, if the masks do not allow one."""
        require_reset(self._has_reset, "step")
        masks = self.games.arena.masks
        actions = action_array(actions, self.num_envs, self.games.game.actions.size)
        i = first_illegal(actions, masks)
        if i is not None:
            name = self.games.game.action_name(actions[i])
            self._illegal_actions.meet(
                lambda: IllegalActionError(f"game {i}: action {name!r} is not legal; {WAY_OUT}"),
                lambda: gymnasium.logger.warn(f"an illegal action has ended a game with the reward -1; {WAY_OUT}"),
            )
            is_legal = masks[np.arange(self.num_envs), actions] != 0
            actions = np.where(is_legal, actions, batch.WAIT)  # the learner forfeits the others
        self._actions = actions

    @exclusive
    def step_wait(self):
        """Play; return observations, rewards, dones and infos as SB3 wants them."""
        if self._actions is None:
            raise UsageError("step_async() needs to be called before each step_wait()")
        actions, self._actions = self._actions, None
        self._has_reset = False  # should an agent's error or an interrupt end the step halfway
        result = self._step(actions)
        self._has_reset = True
        return result

    def _step(self, actions):
        begin = time.perf_counter()
        rewards, terminated, truncated, finished = self.games.step(actions)
        cut = self.games.max_steps_reached
        final_observations = self.games.final_observations(finished)
        self.games.begin(finished)
        self._returns += rewards
        self._lengths += 1
        infos: list[dict] = [{} for _ in range(self.num_envs)]
        for row, observation in zip(finished, final_observations, strict=True):
            elapsed = round(time.perf_counter() - self._started, 6)
            infos[row] = {
                "terminal_observation": observation,
                "TimeLimit.truncated": bool(truncated[row]),
                **({"max_steps_reached": True} if cut[row] else {}),
                "episode": {"r": float(self._returns[row]), "l": int(self._lengths[row]), "t": elapsed},
            }
        self._returns[finished] = 0
        self._lengths[finished] = 0
        observations = self.games.arena.observations.copy()
        self.seconds += time.perf_counter() - begin
        return observations, rewards, terminated | truncated, infos

    def __copy__(self):
        return copy.deepcopy(self)

    def close(self):
        """Do nothing: there are no processes."""

    def has_attr(self, attr_name):
        """Return whether the games have an attribute: the masks and the render mode."""
        return attr_name in ("action_masks", "render_mode")

    def get_attr(self, attr_name, indices=None):
        """Return an attribute once for each game."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name, value, indices=None):
        """Refuse: the games share everything."""
        raise AttributeError(f"{attr_name} cannot be set for single games")

    def env_method(self, method_name, *method_args, indices=None, **method_kwargs):
        """Answer ``action_masks``, the only method that the games have."""
        if method_name != "action_masks":
            raise AttributeError(f"the games have no method {method_name}")
        masks = self.action_masks()
        return [masks[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class, indices=None):
        """Return False for each game, except that episode statistics are already in the infos."""
        from stable_baselines3.common.monitor import Monitor

        return [wrapper_class is Monitor for _ in self._get_indices(indices)]
