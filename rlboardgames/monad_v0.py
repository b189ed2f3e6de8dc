"""Monad, version 0: trade, buy and leap from Commons up to Monads. 2 to 4 players, or two teams of two.

====================  =====================================================================================
``env``, ``raw_env``  `rlboardgames.envs.aec.GameEnv`, the PettingZoo AEC environment. The guards are inside
                      and cost nothing, so the two are the same class.
``vec_env``           `rlboardgames.envs.vector.BatchEnv`, many games side by side.
``game``              `rlboardgames.games.monad.game.Monad`, the rules as plain functions.
====================  =====================================================================================

Examples
--------
>>> env = env(num_players=3)
>>> env.reset(seed=7)
>>> env.agent_selection
'player_0'
"""

from rlboardgames.core.episode import Reward
from rlboardgames.core.guards import IllegalAction
from rlboardgames.core.keywords import refuse_unknown_keywords
from rlboardgames.envs.aec import GameEnv
from rlboardgames.envs.running import RenderMode
from rlboardgames.envs.vector import BatchEnv
from rlboardgames.games.monad.game import Monad as game

__all__ = ["env", "game", "raw_env", "vec_env"]


class raw_env(GameEnv):
    """Monad as a PettingZoo AEC environment: `rlboardgames.envs.aec.GameEnv`.

    Parameters
    ----------
    num_players : int
        2 to 4.
    teams : bool
        Two teams of two, with four players.
    reward : {"outcome", "score", "score_delta"}
        What is paid: the outcome at the end, the points at the end, or points as they are earned and lost.
    max_steps : int
        Decisions after which an unfinished game is cut.
    render_mode : {None, "ansi"}
        With "ansi", `render` returns a drawing in text.
    illegal_action : {"terminate", "raise"}
        An illegal action ends the game, -1 for the offender; or it raises `IllegalActionError`.

    Raises
    ------
    OptionError, DataError
    """

    game_type = game

    @refuse_unknown_keywords
    def __init__(
        self,
        *,
        num_players: int = 2,
        teams: bool = False,
        reward: Reward = "outcome",
        max_steps: int = 3000,
        render_mode: RenderMode = None,
        illegal_action: IllegalAction = "terminate",
    ) -> None:
        made = game(num_players, teams=teams, reward=reward, max_steps=max_steps)
        super().__init__(made, render_mode, illegal_action)


env = raw_env


class vec_env(BatchEnv):
    """Monad, many games side by side: `rlboardgames.envs.vector.BatchEnv`.

    Parameters
    ----------
    num_envs : int
        Number of games.
    threads : int
        Threads that share the batch; more than one pays only for thousands of games.
    num_players, reward, max_steps, ...
        As for `env`.
    """

    game_type = game

    @refuse_unknown_keywords
    def __init__(
        self,
        num_envs: int,
        *,
        num_players: int = 2,
        teams: bool = False,
        reward: Reward = "outcome",
        max_steps: int = 3000,
        threads: int = 1,
        illegal_action: IllegalAction = "terminate",
    ) -> None:
        made = game(num_players, teams=teams, reward=reward, max_steps=max_steps)
        super().__init__(made, num_envs, threads, illegal_action)
