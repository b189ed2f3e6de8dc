"""A refusal must not fail itself: whatever is passed in, the message is ours and short."""

import numpy as np
import pytest
from generic_cases import each_game

from rlboardgames.agents import RandomAgent
from rlboardgames.core.documents import read_json
from rlboardgames.core.errors import BoardGameError, DataError, shown
from rlboardgames.envs.single_seat import SingleSeatEnv
from rlboardgames.play import OpponentPool, make_agent, make_partners
from rlboardgames.play.learner import LearnerGames
from rlboardgames.play.match import play_match
from rlboardgames.registry import make_game, module_of
from rlboardgames.sb3.self_play import SelfPlay
from rlboardgames.sb3.vec_env import SB3VecEnv

LONGEST = 2000  # the legal actions of a position are named in words


class _Silent:
    def __repr__(self):
        raise RuntimeError("nothing to show")


def _nested(depth):
    value: list = []
    for _ in range(depth):
        value = [value]
    return value


HOSTILE = {
    "long number": 10**5000,
    "long negative number": -(10**5000),
    "deep list": _nested(100_000),
    "no repr": _Silent(),
    "structured array": np.zeros(3, [("a", "i4"), ("b", "f8")]),
    "large array": np.zeros((500, 500)),
    "long text": "x" * 100_000,
    "strings with zeros": "a\0b",
    "bytes": b"\xff" * 10_000,
    "many keys": {str(key): key for key in range(10_000)},
    "long number as a key": {10**5000: 1},
    "an array of objects": np.array([_Silent(), None], object),
    "not a number": float("nan"),
    "a class": _Silent,
}
each_hostile = pytest.mark.parametrize("value", HOSTILE.values(), ids=HOSTILE.keys())


def _assert_refused(what, call):
    try:
        call()
    except BoardGameError as error:
        message = str(error)
    except Exception as error:  # so that the message names the call
        pytest.fail(f"{what}: {type(error).__name__}: {str(error)[:300]}")
    else:
        pytest.fail(f"{what}: accepted")
    assert len(message) < LONGEST, what


def _constructors(name):
    module = module_of(name)
    makers = {
        "env": module.env,
        "vec_env": lambda **keywords: module.vec_env(**{"num_envs": 2, **keywords}),
        "make_game": lambda **keywords: make_game(name, **keywords),
        "single seat": lambda **keywords: SingleSeatEnv(name, **keywords),
    }
    return {**makers, "parallel_env": module.parallel_env} if module_of(name).game.simultaneous else makers


@each_hostile
@each_game
def test_constructors_refuse_it(name, value):
    """For every keyword of every constructor."""
    options = [*module_of(name).game().options, "num_players"]
    extra = {"env": ["render_mode", "illegal_action"], "parallel_env": ["render_mode", "illegal_action"]}
    extra["vec_env"] = ["num_envs", "threads", "illegal_action"]
    extra["single seat"] = ["illegal_action", "opponents", "partners"]
    for maker, construct in _constructors(name).items():
        for keyword in (*options, *extra.get(maker, ())):
            _assert_refused(f"{maker}({keyword}=...)", lambda c=construct, k=keyword: c(**{k: value}))


@each_hostile
@each_game
def test_methods_of_games_refuse_it(name, value):
    """For every argument of the methods of a game."""
    game = make_game(name)
    state = game.new_state(seed=1)
    calls = {
        method: lambda m=method: getattr(game, m)(value)
        for method in (
            "clone", "fingerprint", "seat", "is_over", "mask", "legal_actions", "standing", "outcome", "render_text",
            "greedy_action", "action_name", "action_index", "position", "from_position",
        )
    }  # fmt: skip
    calls["play a state"] = lambda: game.play(value, 0)
    calls["play an action"] = lambda: game.play(state, value)
    calls["observe a state"] = lambda: game.observe(value, 0)
    calls["observe a seat"] = lambda: game.observe(state, value)
    calls["resample a state"] = lambda: game.resample(value, 0)
    calls["resample a seat"] = lambda: game.resample(state, value)
    if not isinstance(value, int) or value < 0:
        calls["new_state"] = lambda: game.new_state(value)
    before = state.tobytes()
    for what, call in calls.items():
        _assert_refused(what, call)
    assert state.tobytes() == before


@each_hostile
@each_game
def test_positions_refuse_it(name, value):
    """For every key of a position."""
    game = make_game(name)
    position = game.position(game.new_state(seed=1))
    for key in position:
        _assert_refused(f"position.{key}", lambda k=key: game.from_position({**position, k: value}))


@each_hostile
@each_game
def test_environments_refuse_it(name, value):
    """For every argument of the methods of the environments."""
    module = module_of(name)
    env, batch = module.env(), module.vec_env(2)
    single = SingleSeatEnv(name)
    learner = SB3VecEnv(make_game(name), 2, OpponentPool("random", make_game(name)), seed=1)
    for each in (env, batch, single, learner):
        each.reset()
    is_seed = isinstance(value, int) and value > 0
    calls = {
        "env.step": lambda: env.step(value),
        "env.observe": lambda: env.observe(value),
        "env.observation_space": lambda: env.observation_space(value),
        "env.set_state": lambda: env.set_state(value),
        "env.action_name": lambda: env.action_name(value),
        "batch.step": lambda: batch.step(value),
        "batch.set_states": lambda: batch.set_states(value),
        "batch.rollout": lambda: batch.rollout(value),
        "single.step": lambda: single.step(value),
        "learner.step": lambda: learner.step(value),
    }
    if not is_seed:
        for each, name_of in ((env, "env"), (batch, "batch"), (single, "single")):
            calls[f"{name_of}.reset"] = lambda e=each: e.reset(seed=value)
    if not isinstance(value, dict):
        calls["env.reset options"] = lambda: env.reset(options=value)
        calls["single.reset options"] = lambda: single.reset(options=value)
    calls["env.reset position"] = lambda: env.reset(options={"position": value})
    calls["single.reset position"] = lambda: single.reset(options={"position": value})
    if module_of(name).game.simultaneous:
        parallel = module.parallel_env()
        parallel.reset(seed=1)
        calls["parallel.step"] = lambda: parallel.step(value)
        calls["parallel.step action"] = lambda: parallel.step(dict.fromkeys(parallel.agents, value))
    for what, call in calls.items():
        _assert_refused(what, call)


@each_hostile
def test_agents_pools_and_matches_refuse_it(value):
    """For every argument of what is built on the games."""
    game = make_game("hasty_baker")
    pool = OpponentPool("random", game)
    calls = {
        "make_game": lambda: make_game(value),
        "make_agent": lambda: make_agent(value, game),
        "make_partners": lambda: make_partners(value, game),
        "pool": lambda: OpponentPool(value, game),
        "pool's game": lambda: OpponentPool("random", value),
        "weight": lambda: pool.add("greedy", value),
        "set_weight": lambda: pool.set_weight(0, value),
        "index": lambda: pool.set_weight(value, 1),
        "remove": lambda: pool.remove(value),
        "match's game": lambda: play_match(value, "random", "random", 1),
        "match's agent": lambda: play_match(game, value, "random", 1),
        "match's opponents": lambda: play_match(game, "random", value, 1),
        "match's games": lambda: play_match(game, "random", "random", value),
        "match's partner": lambda: play_match(game, "random", "random", 1, partner=value),
        "learner's game": lambda: LearnerGames(value, 2, pool),
        "learner's pool": lambda: LearnerGames(game, 2, value),
        "learner's partners": lambda: LearnerGames(game, 2, pool, value),
        "learner's margin": lambda: LearnerGames(game, 2, pool, margin_weight=value),
        "learner's outcome": lambda: LearnerGames(game, 2, pool, outcome_weight=value),
        "SB3's number": lambda: SB3VecEnv(game, value, pool),
        "self-play's interval": lambda: SelfPlay(pool, value),
        "self-play's keep": lambda: SelfPlay(pool, 100, value),
        "a data file": lambda: read_json(value),
    }
    if isinstance(value, int) and value > 0:
        del calls["self-play's interval"], calls["self-play's keep"]
    for what, call in calls.items():
        _assert_refused(what, call)


def test_what_a_message_shows_is_bounded():
    """A value is shown as it is where it is short, and within 200 characters where it is not."""
    assert shown("win") == "'win'"
    assert shown(3.5) == "3.5"
    for value in HOSTILE.values():
        assert 0 < len(shown(value)) <= 200
    assert isinstance(make_agent(RandomAgent(), make_game("hasty_baker")), RandomAgent)


def test_a_file_of_many_keys_is_read_in_one_go(tmp_path):
    """Each key is looked up once, not compared with all: counted by the comparisons that the last one takes."""
    path = tmp_path / "many.json"
    path.write_text("{" + ",".join(f'"{key}": 0' for key in range(200_000)) + "}", encoding="utf-8")
    assert len(read_json(path)) == 200_000
    path.write_text('{"a": 1, "b": 2, "a": 3}', encoding="utf-8")
    with pytest.raises(DataError, match="'a' stands twice"):
        read_json(path)


@pytest.mark.parametrize("games", [10**12, 2**63, 0, -1])
def test_too_many_games_are_a_clear_error(games):
    """And not a table that does not fit into memory."""
    with pytest.raises(BoardGameError, match="games="):
        play_match(make_game("hasty_baker"), "random", "random", games)
