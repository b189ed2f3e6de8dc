"""The golden records: games of every kind play as they did when they were recorded, to the last cell."""

import inspect
import sys
from pathlib import Path

import pytest

from rlboardgames.records import read, replay
from rlboardgames.records.record import ENDINGS
from rlboardgames.registry import GAMES, make_game, module_of

sys.path.insert(0, str(Path(__file__).parent))
import make

FORMS = {form.path.name: form for form in make.forms()}
"""What there must be a golden of, by file name."""


def _files(form):
    return {option: str(path) for option, path in form.files.items()}


@pytest.mark.parametrize("name", FORMS)
def test_the_game_plays_as_recorded(name):
    """State, mask, observations, rewards, choices of the built-in players, and the end."""
    form = FORMS[name]
    difference = replay(read(form.path), **_files(form))
    assert difference is None, difference


@pytest.mark.parametrize("name", FORMS)
def test_the_golden_is_of_its_form(name):
    """The same game, players, options and player as the form says; made by nothing but `make.py`."""
    form, golden = FORMS[name], read(FORMS[name].path)
    options = {key: value for key, value in form.options.items() if key not in form.files}
    assert (golden.game, golden.players, golden.agent) == (form.game, form.players, form.agent)
    assert golden.options.items() >= options.items()
    assert set(golden.files) == set(form.files)


def test_there_are_no_other_goldens():
    """60 to 100 files, together under 3 MB."""
    paths = list(make.FOLDER.glob("*.jsonl"))
    assert {path.name for path in paths} == set(FORMS)
    assert 60 <= len(paths) <= 100
    assert sum(path.stat().st_size for path in paths) < 3_000_000


@pytest.mark.parametrize("name", GAMES)
def test_every_option_has_a_golden(name):
    """Every keyword of the game with another value than its default, every choice of those that are choices."""
    goldens = [form for form in FORMS.values() if form.game == name]
    game = make_game(name)
    wanted = {
        "num_players": {game.player_counts[0], game.player_counts[-1]},
        "reward": {"outcome", "score", "score_delta"},
        "max_steps": {make.FEW},
        "abilities": {True, False},
        "teams": {True, False},
        "road_conditions": {0, 3, 4},
        "map": {"metro_city", "tube_town", "tokyo", "osaka", "a file"},
        "data": {None, "a file"},
    }
    for keyword, parameter in inspect.signature(module_of(name).game).parameters.items():
        values = [
            form.players if keyword == "num_players" else form.options.get(keyword, parameter.default)
            for form in goldens
        ]
        played = {"a file" if isinstance(value, Path) else value for value in values}
        assert wanted[keyword] <= played, keyword
    assert {form.agent for form in goldens} == {"random", "greedy", "mixed"}


@pytest.mark.parametrize("name", GAMES)
def test_goldens_show_all_of_a_game(name):
    """Every phase, every kind of action, and every way of ending stand in some golden."""
    goldens = [read(form.path) for form in FORMS.values() if form.game == name]
    game = make_game(name)
    phases = {decision.after.position["phase"] for golden in goldens for decision in golden}
    assert phases == set(game.phases)
    assert {golden.ending for golden in goldens} == set(ENDINGS)
    names = {decision.action.split()[0] for golden in goldens for decision in golden}
    kinds = {block.name: {action.split()[0] for action in block.names} for block in game.actions.blocks}
    assert [kind for kind, words in kinds.items() if not words & names] == []
