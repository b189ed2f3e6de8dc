"""Checks for the tests of others: does an environment repeat itself, and does a game play as it did."""

from rlboardgames.core.perft import perft
from rlboardgames.testing.determinism import DeterminismReport, check_determinism
from rlboardgames.testing.records import check_record

__all__ = ["DeterminismReport", "check_determinism", "check_record", "perft"]
