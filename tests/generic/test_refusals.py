"""What a user may get wrong ends in an exception of ours, and copies share nothing."""

import copy
import json

import numpy as np
import pytest

from rlboardgames import mint_delivery_v0
from rlboardgames.agents import OpponentPool
from rlboardgames.cli import parse_options
from rlboardgames.core.errors import DataError, OptionError, StateError, UsageError
from rlboardgames.envs.sb3 import SB3VecEnv
from rlboardgames.registry import GAMES, make_game, module_of


@pytest.mark.parametrize("name", GAMES)
def test_a_shallow_copy_goes_on_by_itself(name):
    """Stepping a `copy.copy` leaves the original where it was."""
    env = module_of(name).env()
    env.reset(seed=5)
    before = env.fingerprint()
    other = copy.copy(env)
    other.step(int(other.last()[0]["action_mask"].argmax()))
    assert env.fingerprint() == before
    assert other.fingerprint() != before


@pytest.mark.parametrize("name", GAMES)
def test_a_state_with_any_value_changed_is_refused(name):
    """`set_state` notices damage anywhere and leaves the running game alone."""
    env = module_of(name).env()
    env.reset(seed=5)
    state = env.get_state()
    for key in state:
        with pytest.raises(StateError):
            env.set_state({**state, key: "damaged"})
    assert env.get_state() == state


@pytest.mark.parametrize("actions", [[[0], 1], [0], [0.5] * 4, ["a"] * 4, None, [999] * 4, [-1] * 4, [10**30] * 4])
def test_batches_refuse_what_are_no_actions(actions):
    """The vector environment and the SB3 one name what is wrong with the array."""
    game = mint_delivery_v0.game()
    envs = mint_delivery_v0.vec_env(4)
    envs.reset(seed=1)
    learner = SB3VecEnv(game, 4, OpponentPool("random", game), seed=1)
    learner.reset()
    for step in (envs.step, learner.step):
        with pytest.raises(UsageError):
            step(actions)


def test_keywords_refuse_arrays_and_unknown_names():
    """A keyword that takes a text refuses an array, and an unknown one is answered with the known ones."""
    with pytest.raises(OptionError, match="reward"):
        mint_delivery_v0.game(reward=np.zeros(2))
    with pytest.raises(OptionError, match="road_conditions"):
        make_game("mint_delivery", colour="red")
    with pytest.raises(OptionError, match="name"):
        make_game("mint_delivery", **parse_options(["name=3"]))
    with pytest.raises(OptionError, match="--players"):
        parse_options(["num_players=3"], players=2)
    assert isinstance(parse_options(["max_steps=" + "9" * 5000])["max_steps"], str)


@pytest.mark.parametrize("cell", ["x", [], [0, "a"], [10**19, 0], [True, 1], None])
def test_the_cells_of_a_map_are_checked(cell, tmp_path):
    """A drawing never meets a cell that is no pair of numbers."""
    edition = copy.deepcopy(mint_delivery_v0.game().edition)
    edition["map"]["spaces"][3]["cell"] = cell
    path = tmp_path / "edition.json"
    path.write_text(json.dumps(edition))
    with pytest.raises(DataError, match=r"spaces\[3\].cell"):
        mint_delivery_v0.game(data=path)


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
COPYING = {
    "clone": lambda game, state: game.clone(state),
    "fingerprint": lambda game, state: game.fingerprint(state),
}


def _strangers(game):
    other_game = make_game(next(name for name in GAMES if name != game.name))
    states = np.concatenate([game.new_state(1), game.new_state(2)])
    return (None, 3, "state", [], np.zeros(1), np.zeros(8, np.int8), states, states[0], other_game.new_state(1))


@pytest.mark.parametrize("method", [*READING, *COPYING])
@pytest.mark.parametrize("name", GAMES)
def test_what_is_no_state_of_the_game_is_refused(name, method):
    """No method hands anything to compiled code that is not one state of its own kind."""
    game = make_game(name)
    for stranger in _strangers(game):
        with pytest.raises(StateError, match=name):
            {**READING, **COPYING}[method](game, stranger)


@pytest.mark.parametrize("method", READING)
@pytest.mark.parametrize("name", GAMES)
def test_states_of_other_numbers_of_players_are_refused(name, method):
    """Compiled code would read and write beyond its arrays."""
    counts = make_game(name).player_counts
    few, many = make_game(name, num_players=counts[0]), make_game(name, num_players=counts[-1])
    for game, state in ((few, many.new_state(1)), (many, few.new_state(1))):
        before = state.tobytes()
        with pytest.raises(StateError, match="players"):
            READING[method](game, state)
        assert state.tobytes() == before


@pytest.mark.parametrize("method", sorted({*READING, *COPYING} - {"play"}))
@pytest.mark.parametrize("name", GAMES)
def test_read_only_states_can_be_read(name, method):
    """Bytes from elsewhere are a state like any other, except that nothing can be played on them."""
    game = make_game(name)
    state = game.new_state(1)
    frozen = np.frombuffer(state.tobytes(), game.state_dtype)
    answers = [{**READING, **COPYING}[method](game, one) for one in (state, frozen)]
    assert str(answers[0]) == str(answers[1])
    with pytest.raises(StateError, match="clone"):
        game.play(frozen, game.legal_actions(frozen)[0])
    assert frozen.tobytes() == state.tobytes()


def test_games_can_be_shared_by_threads():
    """A game keeps no scratch memory that two threads would write at once."""
    from concurrent.futures import ThreadPoolExecutor

    game = make_game("monad")

    def play(seed):
        state, rng = game.new_state(seed), np.random.default_rng(seed)
        for _ in range(400):
            if not game.is_over(state):
                game.play(state, int(rng.choice(game.legal_actions(state))))
        return state.tobytes()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(play, range(8))) == [play(seed) for seed in range(8)]
