"""What users call is annotated, so that editors and type checkers know it."""

import inspect
from importlib import import_module

import pytest

import rlboardgames
from rlboardgames.registry import GAMES

MODULES = (
    "agents.agent",
    "agents.turn",
    "core.game",
    "core.guards",
    "core.records",
    "core.spec",
    "envs.aec",
    "envs.parallel",
    "envs.running",
    "envs.single_seat",
    "envs.vector",
    "play.arena",
    "play.human",
    "play.learner",
    "play.match",
    "play.pool",
    "registry",
    "sb3.vec_env",
    *GAMES,
)
FOREIGN = (
    "step_async",
    "step_wait",
    "close",
    "has_attr",
    "get_attr",
    "set_attr",
    "env_method",
    "env_is_wrapped",
    "seed",
)
"""Methods whose signature Stable-Baselines3 gives."""


def _public(module):
    for name in module.__all__:
        member = getattr(module, name)
        if inspect.isclass(member):
            for key, value in vars(member).items():
                function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
                is_named = key == "__init__" or not key.startswith("_")
                if inspect.isfunction(function) and is_named and key not in FOREIGN:
                    yield f"{name}.{key}", inspect.unwrap(function)
        elif inspect.isfunction(member):
            yield name, inspect.unwrap(member)


@pytest.mark.parametrize("name", MODULES)
def test_public_functions_are_annotated(name):
    """Every parameter and what is returned, constructors' too."""
    for where, function in _public(import_module(f"rlboardgames.{name}")):
        signature = inspect.signature(function)
        bare = [
            key for key, parameter in signature.parameters.items() if parameter.annotation is inspect.Parameter.empty
        ]
        assert [
            key for key in bare if key not in ("self", "cls", "args", "kwargs", "keywords", "blocks", "fields")
        ] == [], where
        assert signature.return_annotation is not inspect.Signature.empty or where.endswith("__init__"), where


def test_exported_names_are_public_ones():
    """The package exports nothing that is not there, and no private name."""
    for name in dir(rlboardgames):
        assert hasattr(rlboardgames, name)
