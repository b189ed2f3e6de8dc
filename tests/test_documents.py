"""The documents: generated parts are up to date, and the examples in docstrings and in the README run."""

import doctest
import importlib
import pkgutil
import re
import sys
from pathlib import Path

import pytest

import rlboardgames

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "docs"))
generate = importlib.import_module("generate")

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(rlboardgames.__path__, "rlboardgames.")
    if not module.name.endswith("__main__")
)


@pytest.mark.parametrize("path", generate.documents(), ids=lambda path: path.name)
def test_generated_tables_are_up_to_date(path):
    """`python docs/generate.py` would change nothing."""
    text = path.read_text(encoding="utf-8")
    assert generate.regenerated(text) == text


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_run(name):
    """Each ``>>>`` example gives what stands below it."""
    assert doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS).failed == 0


@pytest.mark.parametrize("name", ["README.md", "docs/interfaces.md", "docs/records.md", "docs/editions.md"])
def test_snippets_run(name, tmp_path, monkeypatch):
    """Each Python snippet of these documents runs, one after the other."""
    monkeypatch.chdir(tmp_path)
    snippets = re.findall(r"```python\n(.*?)```", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL)
    assert snippets
    for snippet in snippets:
        exec(compile(snippet, name, "exec"), {})


def test_every_game_has_a_document():
    """Each game of the registry has its page of actions and observations and its specification."""
    for name in rlboardgames.registry.GAMES:
        base = name.rpartition("_")[0]
        assert (ROOT / "docs" / "games" / f"{base}.md").is_file()
        assert (ROOT / "docs" / "rules" / f"{base}.md").is_file()
