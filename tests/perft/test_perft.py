"""Perft: the compiled driver counts what the interpreter counted once, and the command prints it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rlboardgames.cli import app
from rlboardgames.core import perft as driver
from rlboardgames.core.errors import OptionError, StateError
from rlboardgames.registry import GAMES, game_of_position, make_game
from rlboardgames.testing import perft

DATA = {name: json.loads(Path(__file__).with_name(f"{name}.json").read_text(encoding="utf-8")) for name in GAMES}
ENTRIES = [pytest.param(name, entry, id=f"{name}-{entry['name']}") for name in GAMES for entry in DATA[name]]


def _begin(name, position):
    game = game_of_position(name, position)
    return game, game.from_position(position)


@pytest.mark.parametrize(("name", "entry"), ENTRIES)
def test_counts(name, entry):
    """From each position, the number of sequences of length 1 to 4 by first action."""
    game, state = _begin(name, entry["position"])
    before = state.tobytes()
    for depth in (1, 2, 3, 4):
        expected = {action: counts[depth - 1] for action, counts in entry["counts"].items()}
        assert perft(game, state, depth) == expected, f"{entry['name']}, {depth} decisions"
    assert state.tobytes() == before


@pytest.mark.parametrize("name", GAMES)
def test_positions_cover_the_game(name):
    """A dozen positions: every phase, the fewest and the most players, an end, and every variant of the game."""
    positions = [entry["position"] for entry in DATA[name]]
    game = make_game(name)
    assert len(positions) == len({json.dumps(position) for position in positions}) == 12
    assert {position["phase"] for position in positions} == set(game.phases)
    players = {position["players"] for position in positions}
    assert {game.player_counts[0], game.player_counts[-1]} <= players
    assert any(0 in counts[1:] for entry in DATA[name] for counts in entry["counts"].values()), "no game ends"
    variants = {
        "mint_delivery_v0": [("abilities", True), ("road_conditions", 4)],
        "metro_x_v0": [("map", board) for board in ("metro_city", "tube_town", "tokyo", "osaka")],
        "monad_v0": [("teams", True)],
    }
    for key, value in variants.get(name, ()):
        assert any(position["options"][key] == value for position in positions), f"{key}={value}"


@pytest.mark.parametrize("name", GAMES)
def test_chance_has_its_part(name):
    """From another state of the generator some counts are others.

    Not in Monad, where nothing is shuffled in play (MO-17), nor in Mint Delivery, where the shuffled orders do not say
    what is legal in the first turn.
    """
    matters = []
    for entry in DATA[name]:
        game, state = _begin(name, entry["position"])
        state["rng"] ^= 12345
        matters.append(perft(game, state, 4) != {action: counts[3] for action, counts in entry["counts"].items()})
    assert any(matters) == (name in ("hasty_baker_v0", "metro_x_v0"))


def test_simultaneous_decisions_multiply():
    """In Metro X all seats decide from the same table: n choices of one are n squared of two on equal boards."""
    game = make_game("metro_x", num_players=2)
    state = game.new_state(seed=3)
    choices = len(game.legal_actions(state))
    assert perft(game, state, 1) == {game.action_name(action): 1 for action in game.legal_actions(state)}
    assert set(perft(game, state, 2).values()) == {choices}


def test_sequences_longer_than_one_call_looks_ahead():
    """They are those of one decision less after each first decision, and no call goes farther than three."""
    game, state = _begin("hasty_baker_v0", DATA["hasty_baker_v0"][0]["position"])
    expected = {}
    for action in game.legal_actions(state):
        after = game.clone(state)
        game.play(after, action)
        expected[game.action_name(action)] = sum(perft(game, after, 4).values())
    assert perft(game, state, 5) == expected


def test_an_interrupt_is_heard(monkeypatch):
    """However long the sequences are, compiled code looks only three decisions ahead at a time."""
    lengths = []
    monkeypatch.setattr(driver, "count_sequences", lambda tables, states, *_: lengths.append(len(states)) or 1)
    game = make_game("monad")
    perft(game, game.new_state(seed=1), 6)
    assert set(lengths) == {3}


def test_a_finished_game_has_no_sequences():
    """There is no first action."""
    game = make_game("hasty_baker", max_steps=1)
    state = game.new_state(seed=1)
    game.play(state, game.legal_actions(state)[0])
    assert perft(game, state, 2) == {}


def test_refusals():
    """A depth that is none, and a state of another game."""
    game = make_game("hasty_baker")
    for depth in (0, -1, 1.5, True, "2"):
        with pytest.raises(OptionError, match="depth"):
            perft(game, game.new_state(seed=1), depth)
    with pytest.raises(StateError):
        perft(game, make_game("monad").new_state(seed=1), 1)


def _run(*arguments):
    return CliRunner().invoke(app, ["perft", *map(str, arguments)])


def test_the_command_counts_from_a_position(tmp_path):
    """One line for each first action and one for all."""
    entry = DATA["mint_delivery_v0"][0]
    path = tmp_path / "position.json"
    path.write_text(json.dumps(entry["position"]), encoding="utf-8")
    done = _run("mint_delivery", "--position", path, "--depth", 3)
    assert done.exit_code == 0, done.output
    rows = [[cell.strip() for cell in line.split("│")[1:3]] for line in done.stdout.splitlines() if "│" in line]
    counts = {action: each[2] for action, each in entry["counts"].items()}
    assert rows == [[name, f"{count:,}"] for name, count in {**counts, "all": sum(counts.values())}.items()]


def test_the_command_counts_from_a_deal():
    """Without a position: the deal of a seed, with players and options."""
    game = make_game("monad", num_players=4, teams=True)
    total = sum(perft(game, game.new_state(seed=5), 4).values())
    done = _run("monad", "--players", 4, "--option", "teams=true", "--seed", 5)
    assert done.exit_code == 0, done.output
    assert f"{total:,}" in done.stdout


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ([], "not an object"),
        ({"game": "monad_v0"}, "position.game"),
        ({"game": "metro_x_v0", "players": 9}, "position.players"),
        ({"game": "metro_x_v0", "players": 2, "options": None}, "position.options"),
        ({"game": "metro_x_v0", "players": 2, "options": {"teams": True}}, "teams"),
        ({"game": "metro_x_v0", "players": 2}, "'seat' is missing"),
    ],
)
def test_the_command_refuses_what_is_no_position(tmp_path, document, reason):
    """One line that names the key, and no table."""
    path = tmp_path / "position.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    done = _run("metro_x", "--position", path)
    assert done.exit_code == 2
    assert reason in done.stderr
    assert done.stdout == ""


def test_the_command_refuses_options_beside_a_position(tmp_path):
    """The position has its own."""
    path = tmp_path / "position.json"
    path.write_text(json.dumps(DATA["metro_x_v0"][0]["position"]), encoding="utf-8")
    for more in (("--players", 2), ("--option", "map=tokyo")):
        done = _run("metro_x", "--position", path, *more)
        assert done.exit_code == 2
        assert "without --position" in done.stderr
