"""What agents see when they are to choose, and people at the terminal."""

import io

import numpy as np
import pytest
from generic_cases import each_default, few_setups, recorded
from rich.console import Console
from typer.testing import CliRunner

from rlboardgames.agents import Agent, GreedyAgent, RandomAgent, Turn
from rlboardgames.cli import app
from rlboardgames.core.errors import UsageError
from rlboardgames.play import make_agent
from rlboardgames.play.human import HumanAgent
from rlboardgames.play.match import play_match


@few_setups
def test_states_of_a_turn_look_the_same_to_the_seat(setup):
    """They are sound, allow the same actions, show the seat the same, and have streams of their own."""
    recording = recorded(setup, "mixed")
    game, rng = recording.game, np.random.default_rng(1)
    changed = False
    for state in recording.unfinished(step=7):
        before = state.tobytes()
        turn = Turn.of(game, state, rng)
        seat = game.seat(state)
        for copy in np.split(turn.states, len(turn.states)):
            assert game.observe(copy, seat).tobytes() == turn.observations[0].tobytes()
            assert game.mask(copy).tobytes() == turn.masks[0].tobytes()
            assert copy["rng"] != state["rng"]
            drawn = copy.copy()
            drawn["rng"] = state["rng"]
            changed |= drawn.tobytes() != before
        assert turn.states is turn.states
        assert state.tobytes() == before
    assert changed or (setup.name, setup.num_players) == ("monad_v0", 2)  # where the other hand is known


@each_default
def test_the_greedy_agent_is_the_greedy_player(setup):
    """Asked as an agent it does what compiled code does, on the true state and on one that looks the same."""
    recording = recorded(setup, "mixed")
    game, rng = recording.game, np.random.default_rng(2)
    for state in recording.unfinished(step=5):
        turn = Turn.of(game, state, rng)
        expected = game.greedy_action(state)
        assert GreedyAgent().choose(turn, rng).tolist() == [expected]
        assert game.greedy_action(turn.states.copy()) == expected


class AskedGreedy(GreedyAgent):
    """The greedy player, asked from outside the compiled code."""


class Peeking(Agent):
    """Plays on from the states that it is given, and keeps them."""

    def __init__(self):
        self.turns = []

    def choose(self, turn, rng):
        self.turns.append((turn.states.copy(), turn.seats.copy(), turn.observations.copy()))
        return turn.masks.argmax(axis=1)


@each_default
def test_a_match_is_the_same_whoever_asks(setup):
    """The compiled fast path of the arena changes nothing."""
    if setup.num_players == 1:
        pytest.skip("a match of one")
    game = setup.game(max_steps=200)
    fast = play_match(game, GreedyAgent(), "random", games=6, seed=3)
    asked = play_match(game, AskedGreedy(), "random", games=6, seed=3)
    assert asked == fast
    agent = Peeking()
    play_match(game, agent, "greedy", games=4, seed=5)
    first = [states.tobytes() for states, *_ in agent.turns]
    for states, seats, observations in agent.turns:
        for k, seat in enumerate(seats):
            assert game.observe(states[k : k + 1], int(seat)).tobytes() == observations[k].tobytes()
    again = Peeking()
    play_match(game, again, "greedy", games=4, seed=5)
    assert [states.tobytes() for states, *_ in again.turns] == first


@each_default
def test_turns_are_read_only(setup):
    """An agent cannot change what others see."""
    game = setup.game()
    turn = Turn.of(game, game.new_state(seed=1), np.random.default_rng(0))
    for array in (turn.observations, turn.masks, turn.seats, turn.states):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[0]


def _human(monkeypatch, text):
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    output = io.StringIO()
    return HumanAgent(Console(file=output, width=100)), output


@each_default
def test_a_person_is_asked_until_the_answer_is_legal(setup, monkeypatch):
    """By number or by name; the table is shown as the seat sees it."""
    game, rng = setup.game(), np.random.default_rng(0)
    state = game.new_state(seed=1)
    legal = game.legal_actions(state)
    name = game.action_name(legal[-1])
    human, output = _human(monkeypatch, f"0\n{len(legal) + 1}\nnonsense\n\n1\n{name}\n")
    turn = Turn.of(game, state, rng)
    assert human.choose(turn, rng).tolist() == [legal[0]]
    assert human.choose(turn, rng).tolist() == [legal[-1]]
    assert name in output.getvalue()
    assert "nonsense" in output.getvalue()
    with pytest.raises(UsageError, match="ended"):
        human.choose(turn, rng)


@each_default
def test_what_a_person_sees_is_what_the_seat_knows(setup, monkeypatch):
    """States that the seat cannot tell apart are drawn alike, where the game draws for a seat."""
    recording = recorded(setup, "mixed")
    game = recording.game
    if type(game)._draw.__module__.startswith("rlboardgames.core"):
        pytest.skip("the default drawing shows the fields")
    for state in recording.unfinished(step=11):
        drawings = {game.render_text(Turn.of(game, state, np.random.default_rng(k)).states.copy()) for k in range(4)}
        assert drawings == {game.render_text(state)}


def test_anybody_plays_on_the_command_line():
    """Agents by seat, the last for the others; a person answers on the standard input."""
    run = CliRunner().invoke
    human = [
        "play",
        "monad",
        "--players",
        "3",
        "--agent",
        "human",
        "--agent",
        "greedy",
        "--decisions",
        "80",
        "--seed",
        "2",
    ]
    played = run(app, human, input="1\n" * 80)
    assert played.exit_code == 0, played.output
    assert "player_2: " in played.output
    assert "number or name" in played.output
    ended = run(app, human, input="")
    assert ended.exit_code != 0
    assert "ended" in ended.output
    assert run(app, ["play", "monad", "--agent", "random", "--seed", "1"]).output == (
        run(app, ["play", "monad", "--agent", "random", "--seed", "1"]).output
    )
    crowd = run(app, ["play", "monad", *["--agent", "random"] * 3])
    assert crowd.exit_code != 0
    assert "3 agents" in crowd.output
    assert isinstance(make_agent("random", None), RandomAgent)
