"""Metro X, version 0: cross off the stations of a city's metro lines, the same card for all. 1 to 6 players.

====================  =====================================================================================
``env``, ``raw_env``  `rlboardgames.envs.aec.GameEnv`, the PettingZoo AEC environment. The guards are inside
                      and cost nothing, so the two are the same class.
``parallel_env``      `rlboardgames.envs.parallel.ParallelGameEnv`, the PettingZoo parallel environment: the same
                      games, all seats deciding at once.
``vec_env``           `rlboardgames.envs.vector.VecEnv`, many games side by side.
``game``              `rlboardgames.games.metro_x.game.MetroX`, the rules as plain functions.
====================  =====================================================================================

The keywords of the game are those of all: ``num_players``, ``map``, ``reward``, ``max_steps``.

Examples
--------
>>> env = env(num_players=3)
>>> env.reset(seed=7)
>>> env.agent_selection
'player_0'
"""

from rlboardgames.envs.aec import GameEnv
from rlboardgames.envs.parallel import ParallelGameEnv
from rlboardgames.envs.vector import VecEnv
from rlboardgames.games.metro_x.game import MetroX as game

__all__ = ["env", "game", "parallel_env", "raw_env", "vec_env"]


class raw_env(GameEnv):
    """Metro X as a PettingZoo AEC environment; keywords as for `RunningGame` and `game`."""

    game_type = game


env = raw_env


class parallel_env(ParallelGameEnv):
    """Metro X as a PettingZoo parallel environment; keywords as for `env`."""

    game_type = game


class vec_env(VecEnv):
    """Metro X, many games side by side; keywords as for `rlboardgames.envs.vector.VecEnv` and `game`."""

    game_type = game
