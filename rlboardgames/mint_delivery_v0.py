"""Mint Delivery, version 0: fetch mints, upgrade them, deliver orders. 2 to 5 players.

====================  =====================================================================================
``env``, ``raw_env``  `rlboardgames.envs.aec.GameEnv`, the PettingZoo AEC environment. The guards are inside
                      and cost nothing, so the two are the same class.
``vec_env``           `rlboardgames.envs.vector.BatchEnv`, many games side by side.
``game``              `rlboardgames.games.mint_delivery.game.MintDelivery`, the rules as plain functions.
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
from rlboardgames.envs.running import RenderMode
from rlboardgames.envs.vector import BatchEnv
from rlboardgames.games.mint_delivery.game import MintDelivery as game

__all__ = ["env", "game", "raw_env", "vec_env"]


class raw_env(GameEnv):
    """Mint Delivery as a PettingZoo AEC environment: `rlboardgames.envs.aec.GameEnv`.

    Parameters
    ----------
    num_players : int
        2 to 5.
    abilities : bool
        Play variant 1: three abilities can be acquired.
    road_conditions : int
        Play variant 2 with 0 to 4 tokens on the roads; the rule book advises 3.
    reward : {"outcome", "score", "score_delta"}
        What is paid: the outcome at the end, the points at the end, or points as they are earned and lost.
    max_steps : int
        Decisions after which an unfinished game is cut.
    data : str or path-like, optional
        An edition file of your own instead of the shipped one.
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
        abilities: bool = False,
        road_conditions: int = 0,
        reward: Reward = "outcome",
        max_steps: int = 2000,
        data: str | PathLike[str] | None = None,
        render_mode: RenderMode = None,
        illegal_action: IllegalAction = "terminate",
    ) -> None:
        made = game(
            num_players,
            abilities=abilities,
            road_conditions=road_conditions,
            reward=reward,
            max_steps=max_steps,
            data=data,
        )
        super().__init__(made, render_mode, illegal_action)


env = raw_env


class vec_env(BatchEnv):
    """Mint Delivery, many games side by side: `rlboardgames.envs.vector.BatchEnv`.

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
        abilities: bool = False,
        road_conditions: int = 0,
        reward: Reward = "outcome",
        max_steps: int = 2000,
        data: str | PathLike[str] | None = None,
        threads: int = 1,
        illegal_action: IllegalAction = "terminate",
    ) -> None:
        made = game(
            num_players,
            abilities=abilities,
            road_conditions=road_conditions,
            reward=reward,
            max_steps=max_steps,
            data=data,
        )
        super().__init__(made, num_envs, threads, illegal_action)
