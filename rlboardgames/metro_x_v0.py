"""Metro X, version 0: cross off the stations of a city's metro lines, the same card for all. 1 to 6 players.

====================  =====================================================================================
``env``, ``raw_env``  `rlboardgames.envs.aec.GameEnv`, the PettingZoo AEC environment. The guards are inside
                      and cost nothing, so the two are the same class.
``parallel_env``      `rlboardgames.envs.parallel.ParallelGameEnv`, the PettingZoo parallel environment: the same
                      games, all seats deciding at once.
``vec_env``           `rlboardgames.envs.vector.BatchEnv`, many games side by side.
``game``              `rlboardgames.games.metro_x.game.MetroX`, the rules as plain functions.
====================  =====================================================================================

Examples
--------
>>> env = env(num_players=3)
>>> env.reset(seed=7)
>>> env.agent_selection
'player_0'
"""

from os import PathLike

from rlboardgames.core.episode import Reward
from rlboardgames.core.guards import IllegalAction
from rlboardgames.core.keywords import refuse_unknown_keywords
from rlboardgames.envs.aec import GameEnv
from rlboardgames.envs.parallel import ParallelGameEnv
from rlboardgames.envs.running import RenderMode
from rlboardgames.envs.vector import BatchEnv
from rlboardgames.games.metro_x.game import MetroX as game

__all__ = ["env", "game", "parallel_env", "raw_env", "vec_env"]


class raw_env(GameEnv):
    """Metro X as a PettingZoo AEC environment: `rlboardgames.envs.aec.GameEnv`.

    Parameters
    ----------
    num_players : int
        1 to 6.
    map : {"metro_city", "tube_town", "tokyo", "osaka"} or path-like
        A shipped map, or a file with a map of your own.
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
        map: str | PathLike[str] = "metro_city",  # noqa: A002
        reward: Reward = "outcome",
        max_steps: int = 1000,
        render_mode: RenderMode = None,
        illegal_action: IllegalAction = "terminate",
    ) -> None:
        made = game(num_players, map=map, reward=reward, max_steps=max_steps)
        super().__init__(made, render_mode, illegal_action)


env = raw_env


class parallel_env(ParallelGameEnv):
    """Metro X as a PettingZoo parallel environment: `rlboardgames.envs.parallel.ParallelGameEnv`.

    The keywords are those of `env`.
    """

    game_type = game

    @refuse_unknown_keywords
    def __init__(
        self,
        *,
        num_players: int = 2,
        map: str | PathLike[str] = "metro_city",  # noqa: A002
        reward: Reward = "outcome",
        max_steps: int = 1000,
        render_mode: RenderMode = None,
        illegal_action: IllegalAction = "terminate",
    ) -> None:
        made = game(num_players, map=map, reward=reward, max_steps=max_steps)
        super().__init__(made, render_mode, illegal_action)


class vec_env(BatchEnv):
    """Metro X, many games side by side: `rlboardgames.envs.vector.BatchEnv`.

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
        map: str | PathLike[str] = "metro_city",  # noqa: A002
        reward: Reward = "outcome",
        max_steps: int = 1000,
        threads: int = 1,
        illegal_action: IllegalAction = "terminate",
    ) -> None:
        made = game(num_players, map=map, reward=reward, max_steps=max_steps)
        super().__init__(made, num_envs, threads, illegal_action)
