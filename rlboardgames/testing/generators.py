"""The global generators, which an environment should neither read nor move."""

import pickle
import random
import sys
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from rlboardgames.core.errors import DeterminismError

__all__ = ["Disturbance", "disturb", "kept", "unmoved"]


class _Generator(NamedTuple):
    name: str
    get: Callable[[], Any]
    set: Callable[[Any], Any]
    seed: Callable[[int], Any]


def _generators():
    found = [
        _Generator("random", random.getstate, random.setstate, random.seed),
        _Generator("numpy.random", np.random.get_state, np.random.set_state, np.random.seed),
    ]
    if torch := sys.modules.get("torch"):
        cpu = torch.default_generator  # `torch.manual_seed` would seed the accelerators as well
        found.append(_Generator("torch", cpu.get_state, cpu.set_state, cpu.manual_seed))
    return found


def _content(state):
    return state.numpy().tobytes() if hasattr(state, "numpy") else pickle.dumps(state)


@contextmanager
def kept():
    """Put the global generators back where they were, whatever happens to them meanwhile."""
    states = [(generator, generator.get()) for generator in _generators()]
    try:
        yield
    finally:
        for generator, state in states:
            generator.set(state)


@contextmanager
def unmoved(where):
    """Raise `DeterminismError` if a global generator is moved meanwhile.

    Parameters
    ----------
    where : str
        What happens meanwhile, for the message.
    """
    before = [(generator, _content(generator.get())) for generator in _generators()]
    yield
    for generator, content in before:
        if _content(generator.get()) != content:
            raise DeterminismError(
                f"{where}: the global generator of {generator.name} was moved; an environment should draw from one of "
                "its own, since everything else in the process may draw from that one and reseed it"
            )


def disturb(number):
    """Seed the global generators with something that depends on `number` and that nobody else would choose."""
    for generator in _generators():
        generator.seed(1_000_003 + number)


class Disturbance:
    """Before each call the global generators are seeded, each time with another number."""

    def __init__(self):
        self._calls = 0

    @contextmanager
    def __call__(self, where):
        """Seed them; `where` is for those that take its place."""
        self._calls += 1
        disturb(self._calls)
        yield
