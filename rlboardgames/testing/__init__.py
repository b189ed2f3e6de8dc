"""Checks for the tests of others: does an environment repeat itself, and how many action sequences are there."""

from rlboardgames.core.perft import perft
from rlboardgames.testing.determinism import DeterminismReport, check_determinism

__all__ = ["DeterminismReport", "check_determinism", "perft"]
