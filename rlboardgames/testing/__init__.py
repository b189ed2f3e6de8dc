"""Checks for the tests of others, of environments, of games in records, of new games."""

from rlboardgames.core.perft import perft
from rlboardgames.testing.determinism import DeterminismReport, check_determinism
from rlboardgames.testing.games import check_game
from rlboardgames.testing.records import check_record

__all__ = ["DeterminismReport", "check_determinism", "check_game", "check_record", "perft"]
