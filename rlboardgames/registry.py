"""The games by name: those of the package and of others, and their registration with PettingZoo and Gymnasium."""

import re
from functools import partial
from importlib import import_module
from importlib.metadata import entry_points
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import gymnasium
import pettingzoo

from rlboardgames.core.documents import Reader
from rlboardgames.core.errors import OptionError, shown
from rlboardgames.core.keywords import known_keywords, require_known
from rlboardgames.core.records import MAX_SEATS

if TYPE_CHECKING:
    from rlboardgames.core.game import Game

__all__ = [
    "GAMES",
    "game_names",
    "game_of_position",
    "make_game",
    "module_of",
    "register_environments",
    "register_game",
]

GAMES = ("mint_delivery_v0", "metro_x_v0", "hasty_baker_v0", "monad_v0")
"""Names of the modules that users import."""

_WITH_PARALLEL_ENV = ("metro_x_v0",)  # those with `Game.simultaneous`, said here because no game is imported yet

_GROUP = "rlboardgames.games"
"""The entry points by which an installed package offers games: ``name = "package:Class"``."""

_others: dict[str, SimpleNamespace] = {}  # games of other packages, by name


def game_names() -> tuple[str, ...]:
    """Return the names of the games of the package, and of those that others have registered."""
    return (*GAMES, *_others)


def module_of(name: str) -> Any:
    """Return what makes the environments of a game: its module, or the like for a game of another package.

    Parameters
    ----------
    name : str
        With or without its version; or ``"package:Class"``.

    Returns
    -------
    module or namespace
        With ``env``, ``raw_env``, ``vec_env``, ``game``, and ``parallel_env`` if seats decide at the same time.

    Raises
    ------
    OptionError
    """
    if isinstance(name, str):
        if ":" in name:
            return _others[register_game(name)]
        for known in game_names():
            if name in (known, known.rpartition("_")[0]):
                return _others.get(known) or import_module(f"rlboardgames.{known}")
        for offered in entry_points(group=_GROUP):
            if name in (offered.name, offered.name.rpartition("_")[0]):
                return _others[register_game(offered.value)]
    raise OptionError(
        f"there is no game {shown(name)}; the games are {', '.join(game_names())}, and those of other packages by "
        f"register_game or as 'package:Class'"
    )


def register_game(game: "str | type[Game]") -> str:
    """Make a game of another package known by name, to Gymnasium and to PettingZoo as well.

    A package that is installed can offer its games as entry points of the group ``rlboardgames.games`` instead.

    Parameters
    ----------
    game : str or type
        ``"package.module:Class"``, or the class, a subclass of `Game`. Its name ends with a version, as in
        ``"high_card_v0"``. A class that has been registered may be registered again.

    Returns
    -------
    str
        The name of the game.

    Raises
    ------
    OptionError
        There is no such class, or its name is not one for a game, or is taken.

    Examples
    --------
    >>> register_game("rlboardgames.games.monad.game:Monad")
    Traceback (most recent call last):
    rlboardgames.core.errors.OptionError: there is a game monad_v0 already
    """
    game_type = _class_named(game) if isinstance(game, str) else game
    name = _name_of(game_type)
    known = _others.get(name)
    if name in GAMES or (known is not None and known.game is not game_type):
        raise OptionError(f"there is a game {name} already")
    if known is None:
        _others[name] = _environments_of(game_type)
        _register(name, f"{__name__}:{_from_registry.__name__}", game_type.simultaneous, game=name)
    return name


def _class_named(path):
    module, _, attribute = path.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError, TypeError) as error:
        raise OptionError(f"game={shown(path)} names no class: {error}") from None


def _name_of(game_type):
    from rlboardgames.core.game import Game

    if not (isinstance(game_type, type) and issubclass(game_type, Game)):
        raise OptionError(f"{shown(game_type)} is no subclass of rlboardgames.Game")
    name = getattr(game_type, "name", None)
    if not (isinstance(name, str) and re.fullmatch(r"[a-z][a-z0-9_]*_v[0-9]+", name)):
        raise OptionError(f"name={shown(name)} of {game_type.__name__} is none for a game; high_card_v0 would be one")
    return name


def _environments_of(game_type):
    from rlboardgames.envs.aec import GameEnv
    from rlboardgames.envs.parallel import ParallelGameEnv
    from rlboardgames.envs.vector import BatchEnv

    env = partial(_make, game_type, GameEnv, ("render_mode", "illegal_action"))
    made = SimpleNamespace(game=game_type, env=env, raw_env=env)
    made.vec_env = partial(_make, game_type, BatchEnv, ("threads", "illegal_action"))
    if game_type.simultaneous:
        made.parallel_env = partial(_make, game_type, ParallelGameEnv, ("render_mode", "illegal_action"))
    return made


def _make(game_type, env_type, own_keywords, *sizes, **keywords):
    own = {key: keywords.pop(key) for key in own_keywords if key in keywords}
    require_known(game_type.name, keywords, (*known_keywords(game_type), *own_keywords))
    return env_type(game_type(**keywords), *sizes, **own)


def _from_registry(game, kind="env", **keywords):
    return getattr(module_of(game), kind)(**keywords)


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
    """Register every game of the package with PettingZoo and Gymnasium.

    Their ids are, for example, ``rlboardgames/mint_delivery-v0`` and ``rlboardgames/MintDelivery-v0``.
    """
    for name in GAMES:
        _register(name, f"rlboardgames.{name}:{{kind}}", name in _WITH_PARALLEL_ENV)


def _register(name, entry_point, is_parallel, **keywords):
    base, _, version = name.rpartition("_")
    pettingzoo_id = f"rlboardgames/{base}-{version}"
    kinds = [("aec", "env", pettingzoo.aec_registry)]
    kinds += [("parallel", "parallel_env", pettingzoo.parallel_registry)] if is_parallel else []
    for api, kind, known in kinds:
        if pettingzoo_id not in known:
            kind_keywords = {**keywords, "kind": kind} if keywords else {}
            pettingzoo.register(api, pettingzoo_id, entry_point=entry_point.format(kind=kind), kwargs=kind_keywords)
    gymnasium_id = f"rlboardgames/{base.title().replace('_', '')}-{version}"
    if gymnasium_id not in gymnasium.registry:
        gymnasium.register(
            gymnasium_id, entry_point="rlboardgames.envs.single_seat:SingleSeatEnv", kwargs={"game": name}
        )
