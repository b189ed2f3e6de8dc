"""Data files of the user's own: whatever is wrong with one is named, and no file is believed."""

import copy
import json
import os

import pytest
from generic_cases import PACKAGE

from rlboardgames import hasty_baker_v0, metro_x_v0, mint_delivery_v0
from rlboardgames.core.errors import DataError


def _data(game, name):
    return PACKAGE / "games" / game / "data" / name


@pytest.mark.parametrize("cell", ["x", [], [0, "a"], [10**19, 0], [True, 1], None])
def test_the_cells_of_a_map_are_checked(cell, tmp_path):
    """A drawing never meets a cell that is no pair of numbers."""
    edition = copy.deepcopy(mint_delivery_v0.game().edition)
    edition["map"]["spaces"][3]["cell"] = cell
    path = tmp_path / "edition.json"
    path.write_text(json.dumps(edition))
    with pytest.raises(DataError, match=r"spaces\[3\].cell"):
        mint_delivery_v0.game(data=path)


@pytest.mark.parametrize(
    ("game", "name", "old", "new", "message"),
    [
        (metro_x_v0, "maps.json", '"windows": 2', '"windows": 9, "windows": 2', "windows"),
        (hasty_baker_v0, "base.json", '"flour": 12', '"flour": 99, "flour": 12', "flour"),
        (metro_x_v0, "maps.json", '"beyond": 10', '"beyond": 8', "beyond"),
        (hasty_baker_v0, "base.json", '"name": "', '"name": "\\n', "name"),
        (hasty_baker_v0, "base.json", '"name": "', '"name": " ', "name"),
        (hasty_baker_v0, "base.json", '"name": "', '"name": "\\ud800', "name"),
        (hasty_baker_v0, "base.json", '"name": "', '"name": "' + 40 * "x", "name"),
    ],
)
def test_damage_to_data_files_is_named(game, name, old, new, message, tmp_path):
    """Doubled keys, names that cannot be printed, and a penalty that falls."""
    base = game.__name__.rpartition(".")[2].rpartition("_")[0]
    text = _data(base, name).read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / name
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=message):
        game.game(**{"map" if game is metro_x_v0 else "data": path})


@pytest.mark.parametrize("game", [hasty_baker_v0, metro_x_v0, mint_delivery_v0])
def test_pipes_and_folders_are_no_data_files(game, tmp_path):
    """Reading a pipe would wait for ever."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, tmp_path / "missing"):
        with pytest.raises(DataError, match="file"):
            game.game(**{"map" if game is metro_x_v0 else "data": path})
