"""A state is of the game that it is handed to, whoever made it: of its kind, options and data; or it is refused."""

import json

import numpy as np
import pytest
from generic_cases import GAMES, each_game, few_setups, few_setups_of

from rlboardgames import metro_x_v0
from rlboardgames.core.errors import StateError
from rlboardgames.registry import make_game

READING = {
    "seat": lambda game, state: game.seat(state),
    "is_over": lambda game, state: game.is_over(state),
    "mask": lambda game, state: game.mask(state),
    "legal_actions": lambda game, state: game.legal_actions(state),
    "observe": lambda game, state: game.observe(state, 0),
    "standing": lambda game, state: game.standing(state),
    "outcome": lambda game, state: game.outcome(state),
    "render_text": lambda game, state: game.render_text(state),
    "play": lambda game, state: game.play(state, 0),
    "greedy_action": lambda game, state: game.greedy_action(state),
    "position": lambda game, state: game.position(state),
    "resample": lambda game, state: game.resample(state, 0, seed=1),
}
"""The methods that look into a state."""

METHODS = {
    **READING,
    "clone": lambda game, state: game.clone(state),
    "fingerprint": lambda game, state: game.fingerprint(state),
}
"""All methods that take a state."""


def _strangers(game):
    other_game = make_game(next(name for name in GAMES if name != game.name))
    states = np.concatenate([game.new_state(1), game.new_state(2)])
    return (None, 3, "state", [], np.zeros(1), np.zeros(8, np.int8), states, states[0], other_game.new_state(1))


@pytest.mark.parametrize("method", METHODS)
@each_game
def test_what_is_no_state_of_the_game_is_refused(name, method):
    """No method hands anything to compiled code that is not one state of its own kind."""
    game = make_game(name)
    for stranger in _strangers(game):
        with pytest.raises(StateError, match=name):
            METHODS[method](game, stranger)


@pytest.mark.parametrize("method", READING)
@each_game
def test_states_of_other_games_of_the_kind_are_refused(name, method):
    """With another number of players, other options or other data, compiled code would leave its arrays."""
    games = [setup.game() for setup in few_setups_of(name)]
    for game in games:
        for other in games:
            state = other.new_state(1)
            before = state.tobytes()
            if other is game:
                READING[method](game, state) if method != "play" else game.play(state, game.legal_actions(state)[0])
                continue
            with pytest.raises(StateError, match="options"):
                READING[method](game, state)
            assert state.tobytes() == before


@few_setups
def test_states_go_from_game_to_game_of_the_same_rules(setup):
    """What is paid, and when a game is cut, does not make it another one."""
    one, other = setup.game(reward="score", max_steps=50), setup.game()
    state = one.new_state(1)
    other.play(state, one.legal_actions(state)[0])
    assert one.seat(state) == other.seat(state)


@pytest.mark.parametrize("method", [method for method in METHODS if method != "play"])
@each_game
def test_read_only_states_can_be_read(name, method):
    """Bytes from elsewhere are a state like any other, except that nothing can be played on them."""
    game = make_game(name)
    state = game.new_state(1)
    frozen = np.frombuffer(state.tobytes(), game.state_dtype)
    answers = [METHODS[method](game, one) for one in (state, frozen)]
    assert str(answers[0]) == str(answers[1])
    with pytest.raises(StateError, match="clone"):
        game.play(frozen, game.legal_actions(frozen)[0])
    assert frozen.tobytes() == state.tobytes()


def _map(num_lines, num_stations):
    stops = list(range(1, num_stations + 1))
    lines = [{"line": f"L{k}", "windows": 2, "gold": 3, "white": 1, "stops": stops} for k in range(num_lines)]
    return {"maps": {"mine": {"deck": "gamewright", "penalty": "gamewright", "stations": num_stations, "lines": lines}}}


def test_a_saved_state_outlives_no_change_of_its_data(tmp_path):
    """The path is the same, the map is not: a StateError, and the running game goes on."""
    path = tmp_path / "map.json"
    path.write_text(json.dumps(_map(1, 1)))
    env = metro_x_v0.env(map=path)
    env.reset(seed=1)
    saved = env.get_state()
    path.write_text(json.dumps(_map(16, 127)))
    env = metro_x_v0.env(map=path)
    env.reset(seed=1)
    before = env.fingerprint()
    with pytest.raises(StateError, match="data"):
        env.set_state(saved)
    assert env.fingerprint() == before
