"""Checks for the tests of others: does an environment repeat itself, and how many action sequences are there."""

from rlboardgames.core.perft import perft

__all__ = ["perft"]
