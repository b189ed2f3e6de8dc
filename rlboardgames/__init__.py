"""Tabletop games as PettingZoo environments, true to the rule book and fast."""

__version__ = "0.1.0"
