"""Tabletop games as PettingZoo environments, true to the rule book and fast."""

from rlboardgames.registry import register_environments

__version__ = "0.1.0"

register_environments()
