"""Tabletop games as PettingZoo environments, true to the rule book and fast.

The games are modules, ``from rlboardgames import mint_delivery_v0``. What else most programs need is here by name, and
is imported when it is asked for.

Examples
--------
>>> import rlboardgames
>>> rlboardgames.make_game("monad", num_players=3).num_players
3
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rlboardgames.registry import register_environments

if TYPE_CHECKING:
    from rlboardgames.agents import Agent as Agent
    from rlboardgames.agents import GreedyAgent as GreedyAgent
    from rlboardgames.agents import RandomAgent as RandomAgent
    from rlboardgames.core.errors import BoardGameError as BoardGameError
    from rlboardgames.core.errors import CapabilityError as CapabilityError
    from rlboardgames.core.errors import CompileError as CompileError
    from rlboardgames.core.errors import DataError as DataError
    from rlboardgames.core.errors import DeterminismError as DeterminismError
    from rlboardgames.core.errors import GameError as GameError
    from rlboardgames.core.errors import IllegalActionError as IllegalActionError
    from rlboardgames.core.errors import ModelError as ModelError
    from rlboardgames.core.errors import OptionError as OptionError
    from rlboardgames.core.errors import PositionError as PositionError
    from rlboardgames.core.errors import RecordError as RecordError
    from rlboardgames.core.errors import StateError as StateError
    from rlboardgames.core.errors import UsageError as UsageError
    from rlboardgames.core.game import Game as Game
    from rlboardgames.play import OpponentPool as OpponentPool
    from rlboardgames.play import make_agent as make_agent
    from rlboardgames.play.match import play_match as play_match
    from rlboardgames.registry import make_game as make_game
    from rlboardgames.registry import register_game as register_game
else:  # a type checker would take every name for one that exists

    def __getattr__(name: str) -> Any:
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_HOME_OF[name]), name)

    def __dir__() -> list[str]:
        return sorted({*globals(), *_HOME_OF})


__version__ = "0.1.0"

_HOMES = {
    "rlboardgames.agents": ("Agent", "GreedyAgent", "RandomAgent"),
    "rlboardgames.core.errors": (
        "BoardGameError",
        "CapabilityError",
        "CompileError",
        "DataError",
        "DeterminismError",
        "GameError",
        "IllegalActionError",
        "ModelError",
        "OptionError",
        "PositionError",
        "RecordError",
        "StateError",
        "UsageError",
    ),
    "rlboardgames.core.game": ("Game",),
    "rlboardgames.play": ("OpponentPool", "make_agent"),
    "rlboardgames.play.match": ("play_match",),
    "rlboardgames.registry": ("make_game", "register_game"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

register_environments()
