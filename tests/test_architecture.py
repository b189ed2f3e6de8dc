"""Who may import whom, as `docs/architecture.md` says."""

import ast
from pathlib import Path

import pytest

import rlboardgames

PACKAGE = Path(rlboardgames.__file__).parent

MAY_IMPORT = {
    "core": {"core"},
    "games": {"core", "games"},
    "agents": {"core", "agents"},
    "evaluation": {"core", "agents", "evaluation"},
    "envs": {"core", "agents", "envs", "registry"},
    "records": {"core", "agents", "envs", "records", "registry", "terminal"},
    "testing": {"core", "records", "testing", "registry", "terminal"},
}
"""For each folder the parts of the package that its modules import."""


def _imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("rlboardgames."):
            yield node.module.split(".")[1:]


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_imports_run_downwards(folder):
    """The rules know no interface, and an interface knows games through `Game` only."""
    found = {parts[0] for path in (PACKAGE / folder).rglob("*.py") for parts in _imports(path)}
    assert found <= MAY_IMPORT[folder]


def test_every_folder_has_its_place():
    """A new one is written down above."""
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    assert folders == set(MAY_IMPORT)


def test_games_do_not_know_each_other():
    """A game imports the core and its own folder."""
    for game in (path for path in (PACKAGE / "games").iterdir() if path.is_dir() and path.name != "__pycache__"):
        for path in game.glob("*.py"):
            assert {tuple(parts[:2]) for parts in _imports(path) if parts[0] == "games"} <= {("games", game.name)}
