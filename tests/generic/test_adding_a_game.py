"""The page about adding a game, and what games of other packages can rely on."""

import doctest
import importlib.metadata
import re
import subprocess
import sys

import documented_game
import pytest
from generic_cases import each_default, run_python

import rlboardgames
from rlboardgames import registry
from rlboardgames.core import records
from rlboardgames.core.compile import rule
from rlboardgames.core.errors import CapabilityError, CompileError, GameError, OptionError
from rlboardgames.core.game import Game
from rlboardgames.core.seats import seat_at
from rlboardgames.registry import game_names, make_game, module_of, register_game
from rlboardgames.testing import check_game

HighCard = module_of("high_card").game


def test_the_session_on_the_page_runs():
    """What the page says of the finished game is what happens."""
    session = [block for block in documented_game.blocks() if block.startswith(">>>")]
    assert len(session) == 1
    test = doctest.DocTestParser().get_doctest(session[0], {}, "session", str(documented_game.PAGE), 0)
    report: list[str] = []
    assert doctest.DocTestRunner().run(test, out=report.append).failed == 0, "".join(report)


def test_the_code_on_the_page_is_clean(tmp_path):
    """It is formatted and linted like the package."""
    path = tmp_path / "high_card.py"
    path.write_text(documented_game.module_text(), encoding="utf-8")
    config = str(documented_game.PAGE.parents[1] / "pyproject.toml")
    for command in (["check"], ["format", "--check", "--diff"]):
        ran = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--config", config, path],
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_highest_card_takes_the_trick():
    """The rules of the page: cards leave the hand, the winner leads, thirteen tricks end the game."""
    game = make_game("high_card", num_players=3)
    state = game.new_state(seed=5)
    assert [(game.position(state)["holder"]).count(seat) for seat in (-1, 0, 1, 2)] == [13, 13, 13, 13]
    for trick in range(1, 14):
        leader, played = game.seat(state), {}
        for offset in range(3):
            seat = (leader + offset) % 3
            assert game.seat(state) == seat
            played[game.legal_actions(state)[0]] = seat
            game.play(state, game.legal_actions(state)[0])
        tricks = game.position(state)["tricks"]
        assert sum(tricks) == trick
        assert game.is_over(state) == (trick == 13)
        if trick < 13:
            assert game.seat(state) == played[max(played)]
    assert game.standing(state)[:, 0].tolist() == tricks


def test_a_game_is_registered_once_by_name():
    """Registering it again changes nothing; a name that is taken, or none for a game, is refused."""
    before = game_names()
    assert register_game(HighCard) == register_game("high_card:HighCard") == "high_card_v0"
    assert game_names() == before
    assert make_game("high_card:HighCard").name == "high_card_v0"
    for name, words in (
        ("monad_v0", "already"),
        ("high_card_v0", "already"),
        ("High Card", "none for a game"),
        (3, "none"),
    ):
        with pytest.raises(OptionError, match=words):
            register_game(type("Other", (HighCard,), {"name": name}))
    for wrong in (int, "high_card:LowCard", "no_such_module:Game", "high_card:", ":", "high_card:CARDS", None):
        with pytest.raises(OptionError):
            register_game(wrong)
    assert game_names() == before


def test_installed_packages_offer_games(monkeypatch):
    """An entry point of the group is found by name when the name is asked for."""
    entry = importlib.metadata.EntryPoint("high_card_v0", "high_card:HighCard", "rlboardgames.games")
    monkeypatch.setattr(registry, "_others", {})
    monkeypatch.setattr(registry, "entry_points", lambda group: [entry] if group == entry.group else [])
    assert make_game("high_card", num_players=4).num_players == 4
    assert game_names()[-1] == "high_card_v0"


def test_the_command_line_takes_a_class():
    """A game that nobody has registered is named by its class."""
    code = f"import sys; sys.path.insert(0, {documented_game.FOLDER!r}); from rlboardgames.cli import app; app()"
    ran = run_python("-c", code, "play", "high_card:HighCard", "--players", "3", "--seed", "1")
    assert ran.returncode == 0, ran.stderr
    assert "play " in ran.stdout
    assert "game over" in ran.stdout


def _without(*verbs, **members):
    """Return a game with other records and without some of the optional verbs."""
    high_card = sys.modules["high_card"]
    name = f"toy_{'_'.join(verbs) or 'all'}_{len(members)}".replace("__", "_")
    phases = high_card.Phase
    state = type("State", (high_card.State,), {name: records.number(1)}, seats=4, phases=phases)
    implementations = {
        verb: members.get(verb, getattr(high_card, verb))
        for verb in ("deal", "legal", "play", "observe", "standing", "greedy", "resample", "broken_law")
        if verb not in verbs
    }
    high_card.verbs.register(state, **implementations)
    return type("Toy", (HighCard,), {"name": f"{name}_v0", "State": state})


@pytest.mark.parametrize("missing", ["greedy", "resample"])
def test_a_game_without_a_capability_says_so(missing):
    """What needs a verb that the game leaves out is refused by its name; everything else works."""
    game = _without(missing)()
    assert game.capabilities == {"greedy", "resample"} - {missing}
    state = game.new_state(seed=1)
    with pytest.raises(CapabilityError, match=f"'{missing}'"):
        game.greedy_action(state) if missing == "greedy" else game.resample(state, 0)
    while not game.is_over(state):
        game.play(state, game.legal_actions(state)[0])
    assert rlboardgames.play_match(game, "random", "random", games=4, seed=1).games == 4
    if missing == "greedy":
        with pytest.raises(CapabilityError):
            rlboardgames.play_match(game, "random", "greedy", games=4, seed=1)


def _misspelt(tables, state):
    state.seat = 0
    state.trikcs[0] = 1


def _misspelt_in_a_helper(tables, state):
    _helper(state)


@rule
def _helper(state):
    return state.trikcs[0]


def _of_the_wrong_type(tables, state):
    state.seat = "first"


def _with_an_unknown_name(tables, state):
    state.seat = no_such_name  # noqa: F821


def _with_a_list(tables, state):
    state.seat = sorted([state.seat, 2])[0]


FAULTS = {
    _misspelt: (_misspelt, 2, "trikcs"),
    _misspelt_in_a_helper: (_helper, 1, "trikcs"),
    _of_the_wrong_type: (_of_the_wrong_type, 1, "Cannot cast .*first"),
    _with_an_unknown_name: (None, 0, "the verb deal: .*no_such_name"),
    _with_a_list: (_with_a_list, 1, "sorted"),
}
"""Where each fault is, as a function and a line of it, and what is said of it."""


@pytest.mark.parametrize("verb", FAULTS, ids=lambda verb: verb.__name__)
def test_a_fault_in_a_rule_is_reported_in_one_line(verb):
    """The message of the first compilation names the file, the line and what is wrong."""
    function, offset, words = FAULTS[verb]
    game = _without("resample", verb.__name__, deal=verb)()
    with pytest.raises(CompileError) as caught:
        game.new_state(seed=1)
    message = str(caught.value)
    if function is not None:
        plain = getattr(function, "py_func", function)
        first = plain.__code__.co_firstlineno + (plain is not function)  # the line of a decorator comes first
        assert f"{__file__}:{first + offset}: " in message
    assert re.search(words, message), message
    assert "\n" not in message
    assert len(message) < 600
    assert "NUMBA_DISABLE_JIT=1" in message


def _sees_a_hidden_card(tables, state, seat, out):
    for card in range(52):
        if state.holder[card] == seat_at(state, seat, 1):
            out[card] = 1


def _sees_too_much(tables, state, seat, out):
    out[0] = 100


def _allows_nothing(tables, state, mask):
    if state.decisions < 3:
        for card in range(52):
            mask[card] = state.holder[card] == state.seat


def _peeks(tables, state):
    for card in range(52):
        if state.holder[card] == state.seat and state.holder[51 - card] != seat_at(state, state.seat, 1):
            return card
    for card in range(52):
        if state.holder[card] == state.seat:
            return card
    return -1


def _overdeals(tables, state):
    state.seat = 0
    state.tricks[0] = 14


FLAWS = {
    "observe": [
        (_sees_a_hidden_card, "what seat . sees depends"),
        (_sees_too_much, "range in 'seat_to_move'"),
    ],
    "legal": [(_allows_nothing, "after 3 decisions.*no action is legal")],
    "greedy": [(_peeks, "greedy player's action depends")],
    "deal": [(_overdeals, "the deal.*tricks")],
}


@pytest.mark.parametrize(("verb", "rule", "words"), [(verb, *flaw) for verb, flaws in FLAWS.items() for flaw in flaws])
def test_games_are_checked(verb, rule, words):
    """A flaw in a verb is found, and the message says what and when."""
    assert check_game(HighCard(3), games=2) == 78
    game = _without("broken_law", rule.__name__, **{verb: rule})(3)
    with pytest.raises(GameError, match=words):
        check_game(game, games=6)


@each_default
def test_games_keep_what_games_promise(setup):
    """Those of the package, too."""
    assert check_game(setup.game(max_steps=200), games=2, seed=3) > 10


def test_a_game_by_itself_is_no_game():
    """The base class is not registered."""
    with pytest.raises(OptionError):
        register_game(Game)
