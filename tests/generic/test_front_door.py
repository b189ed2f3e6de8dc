"""What PettingZoo, Gymnasium and Stable-Baselines3 users expect of the modules, ids and keywords."""

import ast
import copy
import functools
import inspect
import pickle
import warnings
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from generic_cases import each_default, each_game, run_python
from gymnasium.wrappers import RenderCollection
from pettingzoo import AECEnv
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import EvalCallback
from stable_baselines3.common.env_util import make_vec_env

import rlboardgames
from rlboardgames.core.errors import IllegalActionError, OptionError, PositionError
from rlboardgames.envs.aec import GameEnv
from rlboardgames.envs.single_seat import SingleSeatEnv
from rlboardgames.envs.vector import BatchEnv
from rlboardgames.play import OpponentPool
from rlboardgames.registry import GAMES, make_game, module_of
from rlboardgames.sb3.vec_env import SB3VecEnv

ROOT = Path(__file__).parents[2]


def _id(name):
    base, _, version = name.rpartition("_")
    return f"rlboardgames/{base.title().replace('_', '')}-{version}"


def _interfaces(name):
    module = module_of(name)
    makers = [module.env, module.raw_env, lambda **keywords: module.vec_env(2, **keywords)]
    makers += [lambda **keywords: make_game(name, **keywords), lambda **keywords: gymnasium.make(_id(name), **keywords)]
    return [*makers, module.parallel_env] if module_of(name).game.simultaneous else makers


@each_game
def test_unknown_keywords_are_the_same_error_everywhere(name):
    """A misspelt keyword is an `OptionError` and a `TypeError` that names the known ones."""
    for make in _interfaces(name):
        with pytest.raises(OptionError, match=r"num_player\b.*num_players") as refused:
            make(num_player=3)
        assert isinstance(refused.value, TypeError)
        with pytest.raises(OptionError, match="reward='win'") as refused:
            make(reward="win")
        assert isinstance(refused.value, TypeError)


@each_game
def test_libraries_that_probe_with_keywords_find_an_environment(name):
    """Stable-Baselines3 and others ask for pixels first and do without on a `TypeError`."""
    for probe in ({"render_mode": "rgb_array"}, {"frameskip": 1}):
        with pytest.raises(TypeError):
            gymnasium.make(_id(name), **probe)
    assert make_vec_env(_id(name), n_envs=2).num_envs == 2


def test_stable_baselines_makes_a_model_from_an_id():
    """A model can be made from the id alone."""
    assert MaskablePPO("MlpPolicy", _id("hasty_baker_v0"), n_steps=8, batch_size=8).n_envs == 1


@each_game
def test_environments_are_classes(name):
    """`isinstance`, subclasses, metadata on the class, pickles and documentation, as PettingZoo users know them."""
    module = module_of(name)
    assert module.env is module.raw_env
    assert issubclass(module.raw_env, AECEnv)
    assert isinstance(module.env(), module.raw_env)
    assert module.env.metadata["name"] == name
    assert module.env.metadata["render_modes"] == ["ansi"]
    assert "AEC" in module.env.__doc__

    class Mine(module.raw_env):
        """A user's own."""

    env = Mine(num_players=2)
    env.reset(seed=1)
    assert str(env) == name
    assert type(copy.deepcopy(env)) is Mine
    standard = module.env()
    assert type(pickle.loads(pickle.dumps(standard))) is module.raw_env
    standard.metadata["render_modes"].append("spoilt")
    assert module.env.metadata["render_modes"] == module.env().metadata["render_modes"] == ["ansi"]


def _own_parameters(function):
    parameters = inspect.signature(function).parameters
    return {name: parameter.default for name, parameter in parameters.items() if name != "self"}


@each_game
def test_environments_have_the_keywords_of_their_game(name):
    """Written out, with the same defaults, so that editors, `help` and type checkers know them."""
    module = module_of(name)
    of_game = _own_parameters(module.game)
    running = {"render_mode": None, "illegal_action": "terminate"}
    assert _own_parameters(module.env) == of_game | running
    assert _own_parameters(module.vec_env) == (
        {"num_envs": inspect.Parameter.empty} | of_game | {"threads": 1, "illegal_action": "terminate"}
    )
    if module_of(name).game.simultaneous:
        assert _own_parameters(module.parallel_env) == of_game | running
    for keyword in {*of_game, *running}:
        assert f"    {keyword} : " in module.env.__doc__


@each_game
def test_every_adapter_takes_a_game(name):
    """A game that has been made is as good as its keywords, and nothing else is one."""
    game = module_of(name).game(max_steps=30)
    for env in (GameEnv(game), SingleSeatEnv(game), BatchEnv(game, 2)):
        env.reset(seed=1)
        assert env.game is game
    for make in (GameEnv, SingleSeatEnv, functools.partial(BatchEnv, num_envs=2)):
        with pytest.raises(OptionError):
            make(7)
    with pytest.raises(OptionError, match="unknown keyword 'max_steps'"):
        SingleSeatEnv(game, max_steps=30)


def test_type_checkers_find_what_is_misspelt(tmp_path):
    """mypy, in strict mode on a user's file: keywords, their values, names; in a rule, fields and blocks."""
    mypy = pytest.importorskip("mypy.api")
    wrong = {
        "mint_delivery_v0.env(num_player=3)": "call-arg",
        "mint_delivery_v0.env(reward='win')": "arg-type",
        "monad_v0.game(teams='yes')": "arg-type",
        "hasty_baker_v0.vec_env('many')": "arg-type",
        "metro_x_v0.parallel_env(illegal_action='ignore')": "arg-type",
        "rlboardgames.make_gane('monad')": "attr-defined",
        "def rule(state: State) -> int: return state.actions_lft": "attr-defined",
        "def legal(mask: Actions) -> None: mask.replase[0] = 1": "attr-defined",
    }
    right = [
        "mint_delivery_v0.env(num_players=3, abilities=True, render_mode='ansi')",
        "hasty_baker_v0.vec_env(8, reward='score_delta')",
        "rlboardgames.make_game('monad', teams=True)",
        "def right_rule(state: State) -> int: return state.actions_left",
    ]
    header = (
        "import rlboardgames\nfrom rlboardgames import hasty_baker_v0, metro_x_v0, mint_delivery_v0, monad_v0\n"
        "from rlboardgames.games.hasty_baker.state import State\n"
        "from rlboardgames.games.hasty_baker.actions import Actions\n"
    )
    (tmp_path / "user.py").write_text(header + "\n".join([*wrong, *right]) + "\n")
    report, errors, _ = mypy.run(["--strict", "--cache-dir", str(ROOT / ".mypy_cache"), str(tmp_path / "user.py")])
    found = {int(line.split(":")[1]): line for line in report.splitlines() if "user.py:" in line and "error:" in line}
    for number, (call, code) in enumerate(wrong.items(), 5):
        assert f"[{code}]" in found.pop(number, ""), (call, report, errors)
    assert not found


def test_the_package_exports_what_users_need():
    """By name, when asked for: importing the package imports no agents."""
    for name in rlboardgames._HOME_OF:
        assert getattr(rlboardgames, name).__name__ == name
        assert name in dir(rlboardgames)
    errors = [name for name in dir(rlboardgames.core.errors) if name.endswith("Error")]
    assert set(errors) <= set(rlboardgames._HOME_OF)
    tree = ast.parse(Path(rlboardgames.__file__).read_text(encoding="utf-8"))
    for_checkers = next(node for node in tree.body if isinstance(node, ast.If))
    assert {alias.asname: node.module for node in for_checkers.body for alias in node.names} == rlboardgames._HOME_OF
    code = "import rlboardgames, sys; print(any('agents' in name for name in sys.modules if 'rlboardgames' in name))"
    assert run_python("-c", code).stdout.strip() == "False"


@each_game
def test_gymnasium_knows_the_render_modes(name):
    """`gymnasium.make` reads the class: no warning for "ansi", and "ansi_list" collects."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(_id(name), render_mode="ansi")
    env.reset(seed=1)
    assert isinstance(env.render(), str)
    collecting = gymnasium.make(_id(name), render_mode="ansi_list")
    assert isinstance(collecting, RenderCollection)
    collecting.reset(seed=1)
    assert len(collecting.render()) == 1


def test_an_id_that_names_its_module_needs_no_import():
    """In a new process, a worker for example, the id is unknown until the package is imported: the id can say so."""
    code = (
        "import gymnasium; print(gymnasium.make('rlboardgames:rlboardgames/MintDelivery-v0').reset(seed=1)[1]['seat'])"
    )
    ran = run_python("-c", code)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip() in ("0", "1")


@each_default
def test_a_seed_draws_the_seat(setup):
    """Seeded episodes put the learner into every seat; the same seed into the same; unseeded ones take turns."""
    env = gymnasium.make(_id(setup.name), num_players=3)
    seats = [env.reset(seed=seed)[1]["seat"] for seed in range(24)]
    assert set(seats) == {0, 1, 2}
    assert seats == [env.reset(seed=seed)[1]["seat"] for seed in range(24)]
    turns = [env.reset()[1]["seat"] for _ in range(6)]
    assert {*turns[:3]} == {*turns[3:]} == {0, 1, 2}


@each_default
def test_a_seeded_beginning_at_a_position_seeds_the_next_seats(setup):
    """What was played before does not decide who sits where afterwards."""
    game = setup.game()
    position = game.position(game.new_state(seed=1))

    def seats_after(episodes):
        env = gymnasium.make(_id(setup.name), num_players=game.num_players)
        for _ in range(episodes):
            env.reset()
        env.reset(seed=5, options={"position": position})
        return [env.reset()[1]["seat"] for _ in range(game.num_players)]

    assert seats_after(0) == seats_after(1) == seats_after(2)


def test_the_single_seat_names_its_own_keywords():
    """A misspelt keyword of the environment is answered with the keywords of game and environment."""
    with pytest.raises(OptionError, match="opponents, partners, illegal_action, render_mode"):
        gymnasium.make(_id("monad_v0"), opponent="greedy")


@each_default
def test_a_seed_draws_the_seats_of_a_batch(setup):
    """The games of a batch sit in turn, from a seat that the seed draws."""
    game = setup.game()
    if game.num_players == 1:
        return
    envs = SB3VecEnv(game, 4, OpponentPool("random", game))
    firsts = set()
    for seed in range(16):
        envs.games.reset(seed)
        seats = envs.games.learner_seats.tolist()
        assert seats == [(seats[0] + k) % game.num_players for k in range(4)]
        firsts.add(seats[0])
    assert firsts == set(range(game.num_players))


@pytest.mark.parametrize("seed", [np.int8(3), np.uint64(2**64 - 1), 2**63, 2**128, 2**128 - 1])
def test_seeds_are_taken_alike_everywhere(seed):
    """Python and NumPy integers of any width, in every interface, and to the same effect as the plain number."""
    module = module_of("hasty_baker_v0")
    game = module.game()

    def shown(number):
        env, batch, single = module.env(), module.vec_env(2), gymnasium.make(_id("hasty_baker_v0"))
        env.reset(seed=number)
        learner = SB3VecEnv(game, 2, OpponentPool("random", game), seed=number).reset()
        state = game.new_state(seed=number)
        arrays = [batch.reset(seed=number)[0], single.reset(seed=number)[0], learner]
        return [env.fingerprint(), game.fingerprint(state), *(array.tobytes() for array in arrays)]

    assert shown(seed) == shown(int(seed))
    assert shown(seed) != shown(int(seed) + 1)


@each_default
def test_a_single_seat_begins_at_a_position(setup):
    """The learner takes the seat to move and sees that position; a finished or foreign one is refused."""
    env = gymnasium.make(_id(setup.name), num_players=3)
    game = env.unwrapped.game
    state = game.new_state(seed=5)
    game.play(state, game.greedy_action(state))
    position = game.position(state)
    observation, info = env.reset(options={"position": position})
    assert info["seat"] == game.seat(state)
    assert observation.tobytes() == game.observe(state, game.seat(state)).tobytes()
    assert info["action_mask"].tobytes() == game.mask(state).tobytes()
    env.step(int(info["action_mask"].argmax()))
    while not game.is_over(state):
        game.play(state, game.greedy_action(state))
    with pytest.raises(PositionError, match="over"):
        env.reset(options={"position": game.position(state)})
    with pytest.raises(OptionError, match="options"):
        env.reset(options="position")


def test_a_batch_does_not_ignore_options():
    """Options that Stable-Baselines3 would hand to a reset are refused, not forgotten."""
    game = make_game("hasty_baker")
    envs = SB3VecEnv(game, 2, OpponentPool("random", game), seed=1)
    envs.set_options({"position": game.position(game.new_state(seed=1))})
    with pytest.raises(OptionError, match="options"):
        envs.reset()


@pytest.mark.parametrize("name", GAMES)
def test_illegal_actions_warn_once(name, recwarn, caplog):
    """A learner that ignores masks is told once, and told the way out."""
    env = gymnasium.make(_id(name))
    for seed in range(5):
        _, info = env.reset(seed=seed)
        env.step(int(info["action_mask"].argmin()))
    told = [str(warning.message) for warning in recwarn.list if "illegal action" in str(warning.message)]
    assert len(told) == 1
    assert "MaskableEvalCallback" in told[0]
    aec = module_of(name).env()
    for seed in range(5):
        aec.reset(seed=seed)
        aec.step(int(aec.last()[0]["action_mask"].argmin()))
    assert caplog.text.count("Illegal") + caplog.text.count("illegal") == 1


def test_an_evaluation_without_masks_names_the_way_out():
    """`EvalCallback` of Stable-Baselines3 knows no masks: the error says what to use instead."""
    game = make_game("hasty_baker")
    envs = SB3VecEnv(game, 2, OpponentPool("random", game), seed=1)
    model = MaskablePPO("MlpPolicy", envs, n_steps=8, batch_size=8, seed=1)
    evaluation = SB3VecEnv(game, 2, OpponentPool("random", game), seed=2)
    with pytest.raises(IllegalActionError, match="MaskableEvalCallback"):
        model.learn(64, callback=EvalCallback(evaluation, eval_freq=4, verbose=0))
