"""What a user may get wrong ends in an exception of ours, and copies share nothing."""

import copy
import json
import os
import pickle

import numpy as np
import pytest
from generic_cases import GAMES, PACKAGE, few_setups, few_setups_of

from rlboardgames import hasty_baker_v0, metro_x_v0, mint_delivery_v0
from rlboardgames.agents import Agent, RandomAgent
from rlboardgames.core.errors import (
    DataError,
    IllegalActionError,
    OptionError,
    PositionError,
    StateError,
    UsageError,
)
from rlboardgames.envs import vector
from rlboardgames.envs.single_seat import SingleSeatEnv
from rlboardgames.play import OpponentPool
from rlboardgames.play.match import play_match
from rlboardgames.registry import make_game, module_of
from rlboardgames.sb3.vec_env import SB3VecEnv
from rlboardgames.terminal import parse_options


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


class Answers(Agent):
    """Chooses whatever it was told to."""

    name = "answers"

    def __init__(self, answer):
        self._answer = answer

    def choose(self, turn, rng):
        """Answer."""
        return self._answer(turn.masks)


ANSWERS = {
    "none": lambda masks: None,
    "text": lambda masks: ["a"] * len(masks),
    "fractions": lambda masks: masks.argmax(axis=1) + 0.5,
    "not a number": lambda masks: np.full(len(masks), np.nan),
    "bools": lambda masks: masks.argmax(axis=1) > 0,
    "one for all": lambda masks: int(masks[0].argmax()),
    "too few": lambda masks: masks.argmax(axis=1)[:-1],
    "columns": lambda masks: masks.argmax(axis=1)[:, None],
    "minus one": lambda masks: np.full(len(masks), -1),
    "minus two": lambda masks: np.full(len(masks), -2),
    "huge": lambda masks: np.full(len(masks), 10**6),
    "unsigned and huge": lambda masks: np.full(len(masks), 2**63, np.uint64),
    "illegal": lambda masks: masks.argmin(axis=1),
}


def _play(env):
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, terminated, truncated, info = env.step(info["action_mask"].argmax())
        over = terminated or truncated


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize("name", GAMES)
def test_what_an_agent_chooses_is_checked(name, answer):
    """Nothing that the mask does not allow reaches compiled code; the message names the agent."""
    agent = Answers(ANSWERS[answer])
    with pytest.raises((UsageError, IllegalActionError), match="'answers'"):
        play_match(make_game(name), agent, RandomAgent(), 8, 1)
    env = SingleSeatEnv(name, opponents=agent, num_players=2)
    with pytest.raises((UsageError, IllegalActionError), match="'answers'"):
        _play(env)


@pytest.mark.parametrize("name", GAMES)
def test_the_sb3_batch_keeps_the_order_of_its_calls(name):
    """No step without actions of its own."""
    game = make_game(name)
    envs = SB3VecEnv(game, 4, OpponentPool("random", game), seed=1)
    with pytest.raises(UsageError, match="reset"):
        envs.step(np.zeros(4, int))
    with pytest.raises(UsageError, match="step_async"):
        envs.step_wait()
    envs.reset()
    envs.step(envs.action_masks().argmax(axis=1))
    before = envs.games.arena.states.tobytes()
    with pytest.raises(UsageError, match="step_async"):
        envs.step_wait()
    assert envs.games.arena.states.tobytes() == before
    envs.step_async(envs.action_masks().argmax(axis=1))
    envs.reset()
    with pytest.raises(UsageError, match="step_async"):
        envs.step_wait()


def _map(num_lines, num_stations):
    stops = list(range(1, num_stations + 1))
    lines = [{"line": f"L{k}", "windows": 2, "gold": 3, "white": 1, "stops": stops} for k in range(num_lines)]
    return {"maps": {"mine": {"deck": "gamewright", "penalty": "gamewright", "stations": num_stations, "lines": lines}}}


def _data(game, name):
    return PACKAGE / "games" / game / "data" / name


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


@pytest.mark.parametrize(
    "actions",
    [
        lambda legal: {**legal, "player_9": 0},
        lambda legal: {**legal, 7: "x"},
        lambda legal: {agent: legal[agent] for agent in list(legal)[:-1]},
        lambda legal: {**legal, "player_1": True},
        lambda legal: {**legal, "player_1": np.bool_(True)},
        lambda legal: {**legal, "player_1": 0.0},
        lambda legal: {**legal, "player_1": None},
        lambda legal: {**legal, "player_1": 10**30},
        lambda legal: {**legal, "player_1": -1},
        lambda legal: list(legal.values()),
    ],
)
@pytest.mark.parametrize("illegal_action", ["terminate", "raise"])
def test_the_parallel_environment_wants_one_action_of_each_agent(illegal_action, actions):
    """Surplus and missing agents and what is no action are refused before anything is played."""
    env = metro_x_v0.parallel_env(num_players=3, illegal_action=illegal_action)
    observations, _ = env.reset(seed=1)
    legal = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
    before = env.get_state()
    with pytest.raises(UsageError):
        env.step(actions(legal))
    assert env.get_state() == before
    env.step({**legal, "player_1": np.array([legal["player_1"]])})


def test_after_an_illegal_action_the_parallel_position_is_the_one_before():
    """The decisions of the seats before the offender are not kept, and the position can be loaded again."""
    env = metro_x_v0.parallel_env(num_players=3)
    observations, _ = env.reset(seed=1)
    legal = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
    before = env.position()
    illegal = int(observations["player_1"]["action_mask"].argmin())
    _, rewards, terminations, truncations, _ = env.step({**legal, "player_1": illegal})
    assert rewards == {"player_0": 0, "player_1": -1, "player_2": 0}
    assert all(terminations.values())
    assert all(truncations.values())
    assert env.position() == before
    env.reset(options={"position": before})


@pytest.mark.parametrize("name", GAMES)
def test_agents_of_an_environment_are_known_by_name(name):
    """Somebody else is answered with the names."""
    env = module_of(name).env()
    env.reset(seed=1)
    for stranger in ("player_9", 0, None, []):
        for method in (env.observe, env.observation_space, env.action_space):
            with pytest.raises(UsageError, match="player_0"):
                method(stranger)


@pytest.mark.parametrize("name", GAMES)
def test_bools_are_no_actions_and_no_seeds(name):
    """True is not action 1."""
    env, game = module_of(name).env(), make_game(name)
    env.reset(seed=1)
    for action in (True, np.bool_(True)):
        with pytest.raises(UsageError):
            env.step(action)
        with pytest.raises(UsageError):
            game.play(game.new_state(1), action)
    with pytest.raises(OptionError):
        env.reset(seed=True)
    for options in ("x", [1], 5):
        with pytest.raises(OptionError, match="options"):
            env.reset(options=options)


@pytest.mark.parametrize("key", ["game", "checksum"])
def test_arrays_in_saved_states_and_positions_are_refused(key):
    """Comparing with an array is no yes or no."""
    env = metro_x_v0.env()
    env.reset(seed=1)
    with pytest.raises(StateError):
        env.set_state({**env.get_state(), key: np.array(["a", "b"])})
    game, position = env.game, env.position()
    with pytest.raises(PositionError, match="map"):
        game.from_position({**position, "options": {"map": np.array(["a", "b"])}})
    with pytest.raises(PositionError, match="rng"):
        game.from_position({**position, "rng": "1" * 5000})


def test_matches_take_names_and_refuse_the_rest():
    """Agents may be named, as in pools; there is a seat for each opponent."""
    game = make_game("monad")
    assert play_match(game, "greedy", "random", 4, 1) == play_match(game, "greedy", ["random"], 4, 1)
    for arguments in ((game, None, "random"), (game, "greedy", [None]), ("monad", "greedy", "random")):
        with pytest.raises(OptionError):
            play_match(*arguments, 2)
    with pytest.raises(OptionError, match="seats"):
        play_match(game, "greedy", ["random"] * 2, 2)


@pytest.mark.parametrize(
    "keywords",
    [
        {"margin_weight": float("nan")},
        {"margin_weight": "x"},
        {"outcome_weight": float("inf")},
        {"num_envs": 2**50},
        {"game": "monad"},
        {"game": None},
        {"pool": "random"},
        {"partners": "greedy"},
    ],
    ids=str,
)
def test_the_sb3_batch_refuses(keywords):
    """Weights are finite, games are games, pools are pools."""
    game = make_game("monad", num_players=4, teams=True)
    good = {"game": game, "num_envs": 2, "pool": OpponentPool("random", game), "partners": None}
    SB3VecEnv(**good)
    with pytest.raises(OptionError):
        SB3VecEnv(**{**good, **keywords})


def test_pools_of_another_game_are_refused():
    """A pool's agents were made for its game."""
    game = make_game("monad", num_players=4, teams=True)
    foreign = OpponentPool("random", make_game("metro_x"))
    for keyword in ("pool", "partners"):
        with pytest.raises(OptionError, match=keyword):
            SB3VecEnv(**{"game": game, "num_envs": 2, "pool": OpponentPool("random", game), keyword: foreign})
    with pytest.raises(OptionError, match="learner"):
        SingleSeatEnv("monad", num_players=4, teams=True, partners=None)


@pytest.mark.parametrize(
    ("game", "name", "old", "new", "message"),
    [
        (metro_x_v0, "maps.json", '"windows": 2', '"windows": 9, "windows": 2', "windows"),
        (hasty_baker_v0, "base.json", '"flour": 12', '"flour": 99, "flour": 12', "flour"),
        (metro_x_v0, "maps.json", '"beyond": 10', '"beyond": 8', "beyond"),
        (hasty_baker_v0, "base.json", '"name": "', '"name": "\\n', "name"),
        (hasty_baker_v0, "base.json", '"name": "', '"name": " ', "name"),
        (hasty_baker_v0, "base.json", '"name": "', '"name": "\\ud800', "name"),
        (hasty_baker_v0, "base.json", '"name": "', '"name": "' + 40 * "x", "name"),
    ],
)
def test_damage_to_data_files_is_named(game, name, old, new, message, tmp_path):
    """Doubled keys, names that cannot be printed, and a penalty that falls."""
    base = game.__name__.rpartition(".")[2].rpartition("_")[0]
    text = _data(base, name).read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / name
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=message):
        game.game(**{"map" if game is metro_x_v0 else "data": path})


@pytest.mark.parametrize("game", [hasty_baker_v0, metro_x_v0, mint_delivery_v0])
def test_pipes_and_folders_are_no_data_files(game, tmp_path):
    """Reading a pipe would wait for ever."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, tmp_path / "missing"):
        with pytest.raises(DataError, match="file"):
            game.game(**{"map" if game is metro_x_v0 else "data": path})


@pytest.mark.parametrize("name", GAMES)
def test_rollouts_are_cut_into_calls_that_can_be_interrupted(name, monkeypatch):
    """However many decisions are made in one call of compiled code, the games are the same."""
    found = []
    for at_once in (2**21, 40, 1):
        monkeypatch.setattr(vector, "_ROLLOUT_DECISIONS", at_once)
        envs = module_of(name).vec_env(4)
        envs.reset(seed=1)
        assert envs.rollout(37) == 4 * 37
        found.append((envs.states.tobytes(), envs.observations.tobytes(), envs.action_masks.tobytes()))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_does_not_trust_what_the_caller_can_write(name):
    """Masks and seats are copies, states are read-only, and no array can be replaced."""
    envs, other = (module_of(name).vec_env(8) for _ in range(2))
    rng = np.random.default_rng(0)
    for each in (envs, other):
        each.reset(seed=1)
    for _ in range(30):
        actions = rng.integers(0, envs.game.actions.size, 8)
        envs.action_masks[:] = 1
        envs.seats[:] = 10**9
        envs.step(actions)
        other.step(actions)
        assert envs.states.tobytes() == other.states.tobytes()
        assert envs.rewards.tobytes() == other.rewards.tobytes()
    envs.action_masks[:] = 0
    envs.rollout(20)
    other.rollout(20)
    assert envs.states.tobytes() == other.states.tobytes()
    envs.observations.flags.writeable = False
    envs.rollout(1)
    with pytest.raises(AttributeError):
        envs.observations = np.zeros((8, 3), np.int8)
    with pytest.raises(ValueError, match="read-only"):
        envs.states["seat"][0] = 5
    state = envs.states[:1]
    with pytest.raises(StateError, match="read-only"):
        envs.game.play(state, envs.game.legal_actions(state)[0])


@pytest.mark.parametrize("name", GAMES)
def test_the_running_state_of_an_environment_is_read_only(name):
    """Playing on `state_record` would leave the mask behind."""
    env = module_of(name).env()
    env.reset(seed=1)
    before = env.fingerprint()
    with pytest.raises(StateError, match="read-only"):
        env.game.play(env.state_record, env.game.greedy_action(env.state_record))
    assert env.fingerprint() == before


@pytest.mark.parametrize("name", GAMES)
def test_masks_of_the_sb3_batch_are_the_callers(name):
    """Overwriting them makes nothing legal."""
    game = make_game(name)
    envs = SB3VecEnv(game, 4, OpponentPool("random", game), seed=1)
    envs.reset()
    illegal = envs.action_masks().argmin(axis=1)
    envs.action_masks()[:] = 1
    with pytest.raises(IllegalActionError):
        envs.step(illegal)


def test_after_an_agents_error_the_games_want_a_reset():
    """The learner is never asked to decide for the opponent whose agent failed."""
    answer = {"broken": False}

    def choose(masks):
        if answer["broken"]:
            raise RuntimeError("boom")
        return masks.argmax(axis=1)

    env = SingleSeatEnv("mint_delivery", opponents=Answers(choose))
    _, info = env.reset(seed=3)
    for _ in range(3):
        _, _, _, _, info = env.step(info["action_mask"].argmax())
    answer["broken"] = True
    last = info["action_mask"].nonzero()[0][-1]
    with pytest.raises(RuntimeError, match="boom"):
        env.step(last)
    answer["broken"] = False
    with pytest.raises(UsageError, match="reset"):
        env.step(env.action_masks().argmax())
    _, info = env.reset(seed=3)
    env.step(info["action_mask"].argmax())


def test_a_pool_is_never_left_without_an_agent():
    """The last weight cannot become 0, so that no game is played whose successor cannot be dealt."""
    pool = OpponentPool(["random", "greedy"], make_game("mint_delivery"))
    pool.set_weight(0, 0)
    with pytest.raises(OptionError, match="without"):
        pool.set_weight(1, 0)
    for weight in (10**400, -(10**400)):
        with pytest.raises(OptionError):
            pool.set_weight(1, weight)
    pool.set_weight(0, 1e308)
    pool.set_weight(1, 1e308)
    assert set(pool.draw(np.random.default_rng(0), 50)) == {0, 1}
    for game in (None, "mint", "mint_delivery"):
        with pytest.raises(OptionError, match="game"):
            OpponentPool("random", game)


def test_an_agent_that_chooses_for_itself_is_asked():
    """Whatever it inherits from, and it has a name."""

    class First(RandomAgent):
        asked = 0

        def choose(self, turn, rng):
            First.asked += 1
            return turn.masks.argmax(axis=1)

    class Nameless(Agent):
        def choose(self, turn, rng):
            return turn.masks.argmin(axis=1)

    game = make_game("mint_delivery", max_steps=30)
    play_match(game, First(), "random", 2, 1)
    assert First.asked
    with pytest.raises(IllegalActionError, match="Nameless"):
        play_match(game, Nameless(), "random", 2, 1)


@pytest.mark.parametrize("name", GAMES)
def test_shallow_copies_of_batches_share_no_games(name):
    """`copy.copy` is a copy of its own, as that of an environment is."""
    game = make_game(name)
    envs = module_of(name).vec_env(4)
    envs.reset(seed=1)
    other = copy.copy(envs)
    before = envs.states.tobytes()
    other.step(other.action_masks.argmax(axis=1))
    assert envs.states.tobytes() == before != other.states.tobytes()
    assert other.action_masks.tobytes() != envs.action_masks.tobytes() or other.seats.tobytes() != envs.seats.tobytes()
    learner = SB3VecEnv(game, 4, OpponentPool("random", game), seed=1)
    learner.reset()
    other_learner = copy.copy(learner)
    before = learner.games.arena.states.tobytes()
    other_learner.step(other_learner.action_masks().argmax(axis=1))
    assert learner.games.arena.states.tobytes() == before
    env = SingleSeatEnv(name)
    env.reset(seed=1)
    before = env.action_masks().tobytes()
    copy.copy(env).step(env.action_masks().argmax())
    assert env.action_masks().tobytes() == before


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_in_the_middle_of_an_iteration_can_be_iterated(name):
    """`deepcopy` and a pickle are like `clone`."""
    env = module_of(name).env()
    env.reset(seed=1)
    for agent in env.agent_iter():
        for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env.clone()):
            assert next(iter(other.agent_iter())) == agent
        break


@pytest.mark.parametrize("name", ["mint_delivery", "hasty_baker", "metro_x"])
def test_the_edition_of_a_game_is_its_own(name):
    """Writing into it changes no later game."""
    before = make_game(name).tables.tobytes()
    edition = make_game(name).edition
    if name == "mint_delivery":
        edition["limits"]["actions"] = 1000
    elif name == "hasty_baker":
        edition["recipes"][0]["copies"] = 100
    else:
        edition.cards.append("9")
    assert make_game(name).tables.tobytes() == before


@pytest.mark.parametrize("value", [1.0, True, 5, -1, "1", np.array([1]), np.array([1, 2]), None])
def test_numbers_of_road_conditions_are_whole(value):
    """As all numbers among the keywords."""
    with pytest.raises(OptionError, match="road_conditions"):
        mint_delivery_v0.game(road_conditions=value)
