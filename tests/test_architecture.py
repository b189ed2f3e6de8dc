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
    "play": {"core", "agents", "play"},
    "envs": {"core", "agents", "play", "envs", "registry"},
    "sb3": {"core", "agents", "play", "envs", "sb3"},
    "records": {"core", "agents", "play", "envs", "records", "registry", "terminal"},
    "testing": {"core", "records", "testing", "registry", "terminal"},
}
"""For each folder the parts of the package that its modules import."""


UPWARDS = {("play/pool.py", "sb3")}
"""The one import that runs upwards, inside a function: model files are played with what their extra brings."""


def _imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("rlboardgames."):
            yield node.module.split(".")[1:]


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_imports_run_downwards(folder):
    """The rules know no interface, and an interface knows games through `Game` only."""
    for path in (PACKAGE / folder).rglob("*.py"):
        name = path.relative_to(PACKAGE).as_posix()
        found = {parts[0] for parts in _imports(path)}
        assert found - {above for module, above in UPWARDS if module == name} <= MAY_IMPORT[folder], name


def test_every_folder_has_its_place():
    """A new one is written down above."""
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    assert folders == set(MAY_IMPORT)


def test_games_do_not_know_each_other():
    """A game imports the core and its own folder."""
    for game in (path for path in (PACKAGE / "games").iterdir() if path.is_dir() and path.name != "__pycache__"):
        for path in game.glob("*.py"):
            assert {tuple(parts[:2]) for parts in _imports(path) if parts[0] == "games"} <= {("games", game.name)}
