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
