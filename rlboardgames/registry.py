"""The games of the package, and their registration with PettingZoo and Gymnasium."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

import gymnasium
import pettingzoo

from rlboardgames.core.documents import Reader
from rlboardgames.core.errors import OptionError, shown
from rlboardgames.core.records import MAX_SEATS

if TYPE_CHECKING:
    from rlboardgames.core.game import Game

__all__ = ["GAMES", "PARALLEL", "game_of_position", "make_game", "module_of", "register_environments"]

GAMES = ("mint_delivery_v0", "metro_x_v0", "hasty_baker_v0", "monad_v0")
"""Names of the modules that users import."""

PARALLEL = ("metro_x_v0",)
"""Those with a ``parallel_env``: all seats decide at the same time."""


def module_of(name: str) -> Any:
    """Return the module of a game.

    Parameters
    ----------
    name : str
        With or without its version.

    Returns
    -------
    module
        With ``env``, ``vec_env`` and ``game``.

    Raises
    ------
    OptionError
    """
    for known in GAMES if isinstance(name, str) else ():
        if name in (known, known.rpartition("_")[0]):
            return import_module(f"rlboardgames.{known}")
    raise OptionError(f"there is no game {shown(name)}; the games are {', '.join(GAMES)}")


def make_game(name: str, /, **options: Any) -> "Game":
    """Make a `Game` by name.

    Parameters
    ----------
    name : str
        With or without its version.
    **options
        Keywords of the game.

    Returns
    -------
    Game

    Raises
    ------
    OptionError

    Examples
    --------
    >>> make_game("mint_delivery", num_players=4).name
    'mint_delivery_v0'
    """
    return module_of(name).game(**options)


def game_of_position(name: str, position: Any) -> "Game":
    """Make the `Game` that a position is of: for its number of players, with its options.

    Parameters
    ----------
    name : str
        With or without its version.
    position : dict
        As `Game.position` returns it; only game, players and options are looked at.

    Returns
    -------
    Game

    Raises
    ------
    OptionError, PositionError

    Examples
    --------
    >>> game = make_game("monad", num_players=4, teams=True)
    >>> game_of_position("monad", game.position(game.new_state(seed=1))).options["teams"]
    True
    """
    reader = Reader(position, "position")
    reader.at("game").choice((module_of(name).game.name,))
    options = {key: option.value for key, option in reader.at("options", {}).entries()}
    return make_game(name, **{**options, "num_players": reader.at("players").integer(1, MAX_SEATS)})


def register_environments() -> None:
    """Register every game with PettingZoo and Gymnasium.

    Their ids are, for example, ``rlboardgames/mint_delivery-v0`` and ``rlboardgames/MintDelivery-v0``.
    """
    for name in GAMES:
        base, _, version = name.rpartition("_")
        pettingzoo_id = f"rlboardgames/{base}-{version}"
        if pettingzoo_id not in pettingzoo.aec_registry:
            pettingzoo.register("aec", pettingzoo_id, entry_point=f"rlboardgames.{name}:env")
        if name in PARALLEL and pettingzoo_id not in pettingzoo.parallel_registry:
            pettingzoo.register("parallel", pettingzoo_id, entry_point=f"rlboardgames.{name}:parallel_env")
        gymnasium_id = f"rlboardgames/{base.title().replace('_', '')}-{version}"
        if gymnasium_id not in gymnasium.registry:
            gymnasium.register(
                gymnasium_id, entry_point="rlboardgames.envs.single_seat:SingleSeatEnv", kwargs={"game": name}
            )
