"""Hasty Baker, version 0: complete recipes, hinder the other bakers, be first to have five points. 2 to 6 players.

====================  =====================================================================================
``env``, ``raw_env``  `rlboardgames.envs.aec.GameEnv`, the PettingZoo AEC environment. The guards are inside
                      and cost nothing, so the two are the same class.
``vec_env``           `rlboardgames.envs.vector.VecEnv`, many games side by side.
``game``              `rlboardgames.games.hasty_baker.game.HastyBaker`, the rules as plain functions.
====================  =====================================================================================

The keywords of the game are those of all: ``num_players``, ``reward``, ``max_steps``, ``data``.

Examples
--------
>>> env = env(num_players=3)
>>> env.reset(seed=7)
>>> env.agent_selection
'player_0'
"""

from rlboardgames.envs.aec import GameEnv
from rlboardgames.envs.vector import VecEnv
from rlboardgames.games.hasty_baker.game import HastyBaker

__all__ = ["env", "game", "raw_env", "vec_env"]

game = HastyBaker


class raw_env(GameEnv):
    """Hasty Baker as a PettingZoo AEC environment; keywords as for `RunningGame` and `game`."""

    game_type = game


env = raw_env


class vec_env(VecEnv):
    """Hasty Baker, many games side by side; keywords as for `rlboardgames.envs.vector.VecEnv` and `game`."""

    game_type = game
