"""Data files of the user's own: whatever is wrong with one is named, and no file is believed."""

import json
import os

import pytest
from generic_cases import PACKAGE

from rlboardgames.core.errors import DataError
from rlboardgames.registry import make_game

FILES = {"hasty_baker": "base.json", "metro_x": "maps.json", "mint_delivery": "base.json"}
"""The shipped file of each game that has one."""


def _shipped(name):
    return (PACKAGE / "games" / name / "data" / FILES[name]).read_text(encoding="utf-8")


def _make(name, path):
    return make_game(name, **{"map" if name == "metro_x" else "data": path})


@pytest.mark.parametrize("cell", ["x", [], [0, "a"], [10**19, 0], [True, 1], None])
def test_the_cells_of_a_map_are_checked(cell, tmp_path):
    """A drawing never meets a cell that is no pair of numbers."""
    edition = json.loads(_shipped("mint_delivery"))
    edition["map"]["spaces"][3]["cell"] = cell
    path = tmp_path / "own.json"
    path.write_text(json.dumps(edition), encoding="utf-8")
    with pytest.raises(DataError, match=r"spaces\[3\].cell"):
        _make("mint_delivery", path)


@pytest.mark.parametrize(
    ("name", "old", "new", "key"),
    [
        ("metro_x", '"windows": 2', '"windows": 9, "windows": 2', "windows"),
        ("hasty_baker", '"flour": 12', '"flour": 99, "flour": 12', "flour"),
        ("metro_x", '"beyond": 10', '"beyond": 8', "beyond"),
        ("hasty_baker", '"name": "', '"name": "\\n', "name"),
        ("hasty_baker", '"name": "', '"name": " ', "name"),
        ("hasty_baker", '"name": "', '"name": "\\ud800', "name"),
        ("hasty_baker", '"name": "', '"name": "' + 40 * "x", "name"),
    ],
)
def test_damage_is_named(name, old, new, key, tmp_path):
    """Doubled keys, names that cannot be printed, and a penalty that falls."""
    text = _shipped(name)
    assert old in text
    path = tmp_path / "own.json"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=key):
        _make(name, path)


@pytest.mark.parametrize("name", FILES)
def test_pipes_and_folders_are_no_data_files(name, tmp_path):
    """Reading a pipe would wait for ever."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, tmp_path / "missing"):
        with pytest.raises(DataError, match="file"):
            _make(name, path)
