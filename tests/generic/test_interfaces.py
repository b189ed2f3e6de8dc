"""The checkers of PettingZoo, Gymnasium and Stable-Baselines3, and the registries."""

import warnings

import gymnasium
import numpy as np
import pettingzoo
import pytest
from generic_cases import PACKAGE, each_default, each_game, few_setups, run_python
from gymnasium.utils.env_checker import check_env, data_equivalence
from pettingzoo.utils.wrappers import BaseWrapper

from rlboardgames.core.errors import OptionError
from rlboardgames.envs.aec import GameEnv
from rlboardgames.envs.single_seat import SingleSeatEnv
from rlboardgames.registry import GAMES, make_game, module_of, register_environments

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # PettingZoo's tests import its own deprecated modules
    from pettingzoo.test import api_test, seed_test

FALSE_ALARMS = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)
"""What PettingZoo 1.27 says of every dictionary of observations that is not its own."""


def pettingzoo_id(name):
    """Return a game's name in PettingZoo's registry."""
    base, _, version = name.rpartition("_")
    return f"rlboardgames/{base}-{version}"


def gymnasium_id(name):
    """Return a game's name in Gymnasium's registry."""
    base, _, version = name.rpartition("_")
    return f"rlboardgames/{''.join(word.title() for word in base.split('_'))}-{version}"


@few_setups
@pytest.mark.filterwarnings("error", *(f"ignore:{message}" for message in FALSE_ALARMS))
def test_pettingzoo_api(setup, capsys):
    """PettingZoo's API test passes without a warning of its own."""
    api_test(setup.env(max_steps=100), num_cycles=300)
    assert "Passed API test" in capsys.readouterr().out


@few_setups
def test_pettingzoo_seeds(setup):
    """PettingZoo's seed test passes, of a whole game and of one that is cut."""
    seed_test(lambda: setup.env(max_steps=60), num_cycles=40)


@pytest.mark.filterwarnings("ignore:.*not in the possible render_modes")
@each_game
def test_gymnasium_checker(name):
    """Gymnasium's checker passes on the single-seat environment."""
    env = gymnasium.make(gymnasium_id(name), disable_env_checker=True)
    check_env(env.unwrapped)


@each_game
def test_stable_baselines_checker(name):
    """Stable-Baselines3's checker passes on the single-seat environment."""
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(gymnasium.make(gymnasium_id(name), max_steps=50), warn=True)


@each_game
def test_gymnasium_makes_the_game(name):
    """`gymnasium.make` makes each game, with its keywords, and the passive checker finds nothing to say."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(gymnasium_id(name), num_players=3, max_steps=40, opponents="greedy")
        observation, info = env.reset(seed=1)
        for _ in range(60):
            assert observation in env.observation_space
            observation, _, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
            if terminated or truncated:
                observation, info = env.reset()
    assert isinstance(env.unwrapped, SingleSeatEnv)
    assert env.unwrapped.game.num_players == 3
    assert env.get_wrapper_attr("action_masks")().shape == (env.action_space.n,)


@each_game
def test_pettingzoo_makes_the_game(name):
    """`pettingzoo.make` makes each game, with its keywords, in every spelling of its version."""
    wanted = pettingzoo_id(name)
    for spelling in (wanted, wanted.replace("-v", "_v"), wanted.rpartition("-v")[0]):
        env = pettingzoo.make("aec", spelling, num_players=3, max_steps=5)
        env.reset(seed=1)
        assert isinstance(env.unwrapped, GameEnv)
        assert env.unwrapped.game.num_players == 3
        assert str(env) == name


@each_game
def test_modules_offer_the_same_names(name):
    """Each module exports `env`, `raw_env`, `vec_env` and `game`, and neither environment hides in wrappers."""
    module = module_of(name)
    assert {"env", "raw_env", "vec_env", "game"} <= set(module.__all__)
    assert module.__doc__
    for make in (module.env, module.raw_env):
        env = make()
        assert isinstance(env, GameEnv)
        assert not isinstance(env, BaseWrapper)
    assert module.game.name == name
    assert module.game.title


@each_game
def test_the_registry_finds_games_by_name(name):
    """A game is found with and without its version; what is none is refused."""
    assert module_of(name) is module_of(name.rpartition("_")[0])
    assert make_game(name, num_players=3).num_players == 3
    for bad in ("chess", "", name + "_v0", name.upper()):
        with pytest.raises(OptionError):
            module_of(bad)
    for bad in ({"nonsense": 1}, {"num_players": 99}, {"reward": "win"}):
        with pytest.raises(OptionError):
            make_game(name, **bad)


def test_registering_twice_is_silent():
    """Registering the games again warns of nothing and changes nothing."""
    before = len(gymnasium.registry), len(pettingzoo.aec_registry)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        register_environments()
    assert (len(gymnasium.registry), len(pettingzoo.aec_registry)) == before
    assert len(set(GAMES)) == len(GAMES)


@each_default
def test_keywords_that_nobody_knows_are_refused(setup):
    """A misspelt keyword is an error, not ignored."""
    for make in (setup.env, setup.game, lambda **more: setup.vec_env(2, **more)):
        with pytest.raises((TypeError, OptionError)):
            make(nonsense=1)


@each_default
def test_equivalence_of_fresh_environments(setup):
    """Two environments made alike show equivalent observations in Gymnasium's sense, types included."""
    shown = []
    for _ in range(2):
        env = setup.env()
        env.reset(seed=3)
        shown.append([env.observe(agent) for agent in env.agents])
    assert data_equivalence(shown[0], shown[1], exact=True)
    assert shown[0][0]["observation"].dtype == np.int8


def test_importing_is_light():
    """`import rlboardgames` and the games load no Torch, no pygame and no plotting."""
    heavy = ("torch", "pygame", "matplotlib", "stable_baselines3", "sb3_contrib", "pandas", "tkinter")
    modules = "".join(f"import rlboardgames.{name}\n" for name in GAMES)
    code = f"import sys\nimport rlboardgames\n{modules}print([name for name in {heavy!r} if name in sys.modules])"
    process = run_python("-c", code)
    assert process.returncode == 0, process.stderr
    assert process.stdout.strip() == "[]"


def test_imports_point_downwards():
    """`core` and `games` import neither Gymnasium nor PettingZoo, nor what is built upon them."""
    above = ("gymnasium", "pettingzoo", "rlboardgames.envs", "rlboardgames.agents", "rlboardgames.registry")
    paths = [path for folder in ("core", "games") for path in (PACKAGE / folder).rglob("*.py")]
    assert paths
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            words = line.split()
            assert words[:1] not in (["import"], ["from"]) or not words[1].startswith(above), f"{path}: {line}"
