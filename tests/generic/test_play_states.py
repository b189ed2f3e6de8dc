"""Every state that play reaches: legality, observations, positions, refusals. For every game in all its forms."""

import json

import numpy as np
import pytest
from generic_cases import each_default, each_player, each_setup, few_setups, recorded

from rlboardgames.core.errors import BoardGameError, IllegalActionError, OptionError, PositionError, UsageError


@each_player
@each_setup
def test_unfinished_states_and_no_others_have_a_legal_action(setup, player):
    """The seat to move always has a legal action, and nobody has one after the end."""
    recording = recorded(setup, player)
    game = recording.game
    for state in recording.unfinished():
        assert 0 <= game.seat(state) < game.num_players
        mask = game.mask(state)
        assert mask.dtype == np.int8
        assert mask.any()
        assert set(np.unique(mask)) <= {0, 1}
        assert mask[game.greedy_action(state)] == 1
    end = recording.state(-1 + len(recording.states))
    assert game.is_over(end)
    assert game.seat(end) == -1
    assert not game.mask(end).any()
    with pytest.raises(IllegalActionError, match="over"):
        game.greedy_action(end)


@each_player
@each_setup
def test_observations_stay_in_their_declared_ranges(setup, player):
    """Each field of each seat's observation stays between its declared bounds."""
    recording = recorded(setup, player)
    spec = recording.game.observation
    for index in range(len(recording.states)):
        state = recording.states[index : index + 1]
        for seat in range(setup.num_players):
            observation = recording.game.observe(state, seat)
            assert observation.dtype == np.int8
            assert observation.shape == (spec.size,)
            wrong = (observation < spec.low) | (observation > spec.high)
            names = [name for name, cells in spec.split(wrong).items() if cells.any()]
            assert not names, f"after {index} decisions, seat {seat}"


@each_player
@each_setup
def test_positions_round_trip(setup, player):
    """A position survives JSON and gives back the same bytes; reading it proves that nothing was lost or doubled."""
    recording = recorded(setup, player)
    game = recording.game
    for index in range(len(recording.states)):
        state = recording.states[index : index + 1]
        position = game.position(state)
        assert game.from_position(json.loads(json.dumps(position))).tobytes() == state.tobytes(), f"decision {index}"


@each_setup
def test_refused_actions_leave_the_state_untouched(setup):
    """Every action outside the mask is refused by name, and every action inside it can be played."""
    recording = recorded(setup, "mixed")
    game = recording.game
    for state in recording.sampled(6):
        before = state.tobytes()
        mask = game.mask(state)
        for action in np.flatnonzero(mask == 0).tolist():
            with pytest.raises(IllegalActionError, match=r"over|not legal"):
                game.play(state, action)
            assert state.tobytes() == before
        for action in np.flatnonzero(mask).tolist():
            copy = game.clone(state)
            game.play(copy, action)
            assert copy["decisions"][0] == state["decisions"][0] + 1
            assert game.is_over(copy) != game.mask(copy).any()
        assert state.tobytes() == before


@each_default
def test_what_is_no_action_is_refused(setup):
    """An index outside the space and a name that no action has are refused, the state untouched."""
    game = setup.game()
    state = game.new_state(seed=1)
    before = state.tobytes()
    for action in (-1, game.actions.size, 10**6, 2**63, -(2**63) - 1, 2**70):
        with pytest.raises(IllegalActionError):
            game.play(state, action)
    with pytest.raises(OptionError, match="no such action"):
        game.play(state, "no such action")
    for action in (None, 1.5, "", [0], ("end",)):
        with pytest.raises(BoardGameError):
            game.play(state, action)
    for action in (True, np.bool_(True)):
        with pytest.raises(UsageError):
            game.play(state, action)
    assert state.tobytes() == before


@each_default
def test_actions_may_be_given_by_name_and_by_any_integer(setup):
    """A name, a Python integer and NumPy integers of every width play the same action."""
    game = setup.game()
    state = game.new_state(seed=2)
    action = game.legal_actions(state)[-1]
    results = set()
    for given in (action, game.action_name(action), np.int64(action), np.uint8(action), np.int32(action)):
        copy = game.clone(state)
        game.play(copy, given)
        results.add(copy.tobytes())
    assert len(results) == 1


@few_setups
def test_names_are_bijections(setup):
    """Each action has a name of its own, each observation field too, and their runs cover the spaces."""
    game = setup.game()
    assert len(set(game.actions.names)) == game.actions.size
    for index, name in enumerate(game.actions.names):
        assert name
        assert name == name.strip()
        assert game.action_name(index) == name
        assert game.action_index(name) == index
    blocks = game.actions.describe()
    assert [index for first, last, *_ in blocks for index in range(first, last + 1)] == list(range(game.actions.size))
    fields = game.observation.describe()
    cells = [cell for first, last, *_ in fields for cell in range(first, last + 1)]
    assert cells == list(range(game.observation.size))
    assert len({row[2] for row in fields}) == len(fields)
    assert all(row[-1].endswith(".") for row in (*blocks, *fields)), "each meaning is a sentence"
    assert (game.observation.low <= game.observation.high).all()


@each_default
def test_unknown_names_and_indices_are_refused(setup):
    """Looking up an action that does not exist is an `OptionError`."""
    game = setup.game()
    for index in (-1, game.actions.size, 1.0, "0", None, True):
        with pytest.raises(OptionError):
            game.action_name(index)
    with pytest.raises(OptionError):
        game.action_index("no such action")


@each_default
def test_options_are_checked(setup):
    """Keywords out of range or of a wrong type are refused with an `OptionError`."""
    counts = type(setup.game()).player_counts
    for bad in (counts[0] - 1, counts[-1] + 1, 2.0, "2", None, True):
        with pytest.raises(OptionError):
            setup._replace(num_players=bad).game()
    for bad in (0, -1, 2**31, 1.5, "10", None, True):
        with pytest.raises(OptionError):
            setup.game(max_steps=bad)
    for bad in ("win", "", None, 0, ["outcome"], np.zeros(2)):
        with pytest.raises(OptionError):
            setup.game(reward=bad)
    for bad in (-1, 1.5, "seed", [1, -1]):
        with pytest.raises(OptionError):
            setup.game().new_state(seed=bad)


@few_setups
def test_tables_cannot_be_written_to(setup):
    """The options and data of a game are read-only."""
    game = setup.game()
    with pytest.raises(ValueError, match="read-only"):
        game.tables["max_steps"] = 1
    with pytest.raises(ValueError, match="read-only"):
        game.blank["seat"] = 1


@few_setups
def test_states_can_be_drawn_in_text(setup):
    """Every sampled state has a drawing, and drawing leaves the state untouched."""
    recording = recorded(setup, "mixed")
    for state in recording.sampled(12):
        before = state.tobytes()
        drawing = recording.game.render_text(state)
        assert isinstance(drawing, str)
        assert drawing
        assert state.tobytes() == before


@each_default
def test_a_position_of_another_game_is_refused(setup):
    """A position does not fit other options or another number of players."""
    game = setup.game()
    position = game.position(game.new_state(seed=1))
    with pytest.raises(PositionError, match="max_steps"):
        setup.game(max_steps=77).from_position(position)
    for count in type(game).player_counts:
        if count != setup.num_players:
            with pytest.raises(PositionError, match="players"):
                setup._replace(num_players=count).game().from_position(position)
    for bad in (None, [], "position", 3, {}, {**position, "surplus": 1}, {**position, "game": "chess_v6"}):
        with pytest.raises(PositionError):
            game.from_position(bad)
    for key in game.options:
        with pytest.raises(PositionError, match=key):
            game.from_position({**position, "options": {**position["options"], key: np.array(["a", "b"])}})
    with pytest.raises(PositionError, match="rng"):
        game.from_position({**position, "rng": "1" * 5000})


@each_default
def test_a_position_without_a_generator_takes_the_seed(setup):
    """Where a position has no ``"rng"``, the seed decides."""
    game = setup.game()
    position = game.position(game.new_state(seed=1))
    del position["rng"]
    first, again, other = (game.from_position(position, seed=seed) for seed in (5, 5, 6))
    assert first.tobytes() == again.tobytes()
    assert first["rng"] != other["rng"]
