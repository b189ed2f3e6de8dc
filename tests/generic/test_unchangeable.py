"""What compiled code relies on cannot be changed from outside, and what it is given is looked at."""

import copy
import pickle

import numpy as np
import pytest
from generic_cases import each_default, each_game, few_setups

from rlboardgames.agents import GreedyAgent, RandomAgent
from rlboardgames.core import batch
from rlboardgames.core.errors import BoardGameError, IllegalActionError, StateError, UsageError
from rlboardgames.envs.single_seat import SingleSeatEnv
from rlboardgames.play import OpponentPool
from rlboardgames.play.arena import EXTERNAL, Arena
from rlboardgames.play.learner import LearnerGames
from rlboardgames.registry import make_game, module_of
from rlboardgames.sb3.vec_env import SB3VecEnv


@few_setups
def test_games_cannot_be_changed(setup):
    """No attribute of a game or of its descriptions can be set again, and its arrays cannot be made writeable."""
    game = setup.game()
    for twin in (game, copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        before = repr(twin)
        for holder in (twin, twin.actions, twin.observation):
            for name in (*vars(holder), "size", "actions", "state_dtype", "player_counts"):
                if hasattr(holder, name):
                    with pytest.raises(AttributeError, match=name):
                        setattr(holder, name, getattr(holder, name))
                    with pytest.raises(AttributeError, match=name):
                        delattr(holder, name)
        with pytest.raises(TypeError):
            twin.options["reward"] = "score"
        for array in (twin.tables, twin.blank):
            with pytest.raises(ValueError, match="WRITEABLE"):
                array.flags.writeable = True
        assert repr(twin) == before
        assert twin.options == game.options
        assert twin.mask(twin.new_state(seed=1)).tobytes() == game.mask(game.new_state(seed=1)).tobytes()


@each_game
def test_a_subclass_cannot_seat_more(name):
    """A record has places for its game's seats, and for no more; fewer are welcome."""
    game_type = module_of(name).game
    with pytest.raises(TypeError, match="Wider is for"):
        type("Wider", (game_type,), {"player_counts": range(1, game_type.player_counts[-1] + 2)})
    narrow = type("Narrow", (game_type,), {"player_counts": game_type.player_counts[:1]})
    assert narrow(num_players=game_type.player_counts[0]).new_state(seed=1).shape == (1,)


def _holders(setup):
    game = setup.game()
    pool = OpponentPool("random", game)
    environments = [setup.env(), setup.vec_env(2), SingleSeatEnv(setup.name, **setup.keywords), pool]
    if game.simultaneous:
        environments.append(module_of(setup.name).parallel_env(**setup.keywords))
    return [*environments, LearnerGames(game, 2, pool), Arena(game, 2, []), SB3VecEnv(game, 2, pool)]


@each_default
def test_environments_keep_their_parts(setup):
    """The game of an environment, and what else compiled code reads, cannot be exchanged; arrays are read-only."""
    other = setup.game(max_steps=7)
    arrays = ("states", "observations", "masks", "seats", "totals", "status")
    names = {"game", "arena", "games", "pool", "partners", "agents", "weights", "state_record"}
    checked = set()
    for holder in _holders(setup):
        for name in (*names, *arrays) if not isinstance(holder, type(setup.env())) else ("game", "state_record"):
            if isinstance(vars(type(holder)).get(name, getattr(type(holder), name, None)), property):
                with pytest.raises(AttributeError):
                    setattr(holder, name, other)
                checked.add(name)
        if isinstance(holder, Arena):
            for name in arrays:
                with pytest.raises(ValueError, match="read-only"):
                    getattr(holder, name)[:] = 0
    assert checked == {*names, *arrays}
    envs = setup.vec_env(2)
    with pytest.raises(AttributeError):
        envs.num_envs = 1


@each_default
def test_arenas_look_at_what_they_are_given(setup):
    """Rows, seats, players and actions that are none are refused, and nothing happens before games are dealt."""
    game = setup.game()
    arena = Arena(game, 2, [RandomAgent(), GreedyAgent()], seed=1)
    seats = game.num_players
    go_on = np.full(2, batch.PLAY_ON)
    with pytest.raises(UsageError, match="deal"):
        arena.play(go_on)
    with pytest.raises(UsageError, match="deal"):
        arena.observe([0], [0])
    with pytest.raises(UsageError, match="deal"):
        arena.outcomes([0], [0])
    with pytest.raises(UsageError, match="dealt"):
        arena.greedy_actions()
    outside = np.full((2, seats), EXTERNAL)
    arena.deal([0], outside[:1])
    with pytest.raises(UsageError, match="game 1 has not been dealt"):
        arena.play(go_on)
    for rows, players in (
        ([2], outside[:1]),
        ([-1], outside[:1]),
        ([0.5], outside[:1]),
        ([[0]], outside[:1]),
        ([True], outside[:1]),
        ([0], outside),
        ([0], outside[:1] + 3),
        ([0], outside[:1] - 1),
    ):
        with pytest.raises(UsageError):
            arena.deal(rows, players)
    arena.deal([0, 1], outside)
    with pytest.raises(IllegalActionError):
        arena.play(np.zeros(2, np.int64))  # the games have not been played on yet
    arena.play(go_on)
    before = arena.states.tobytes()
    illegal = int(np.flatnonzero(arena.masks[1] == 0)[0])
    legal = arena.masks.argmax(axis=1)
    for actions in (
        [legal[0], illegal],
        [legal[0], game.actions.size],
        [legal[0], 10**9],
        [legal[0], -3],
        [legal[0]],
        [0.0, 0.0],
    ):
        with pytest.raises(BoardGameError):
            arena.play(np.array(actions))
        assert arena.states.tobytes() == before
    for rows, asked in (([10**5], [0]), ([-1], [0]), ([0], [seats]), ([0], [-1]), ([0, 1], [0]), ([[0]], [[0]])):
        for ask in (arena.observe, arena.outcomes):
            with pytest.raises(UsageError):
                ask(rows, asked)
    arena.play(legal)
    assert arena.states.tobytes() != before


@each_default
def test_learners_begin_at_sound_states(setup):
    """A damaged state or one that is over is refused before anything is dealt."""
    game = setup.game(max_steps=5)
    learner = LearnerGames(game, 2, OpponentPool("random", game), seed=1)
    learner.reset(seed=1)
    before = learner.arena.states.tobytes()
    damaged, over = game.new_state(seed=1), game.new_state(seed=1)
    damaged["phase"] = 100
    while not game.is_over(over):
        game.play(over, game.legal_actions(over)[0])
    for state in (damaged, over):
        with pytest.raises(StateError):
            learner.begin_at(state)
        assert learner.arena.states.tobytes() == before


@each_default
def test_batches_say_which_state_is_refused_and_why(setup):
    """One damaged cell among many states is found and named."""
    envs = setup.vec_env(5)
    envs.reset(seed=1)
    envs.rollout(3)
    before = envs.states.tobytes()
    states = envs.states.copy()
    states["phase"][3] = 100
    with pytest.raises(StateError, match="state 3: the state is damaged: phase is 100"):
        envs.set_states(states)
    for wrong in (states[:4], states.tolist(), states.view(np.int8), None):
        with pytest.raises(StateError):
            envs.set_states(wrong)
    assert envs.states.tobytes() == before
    envs.set_states(envs.states)
    assert envs.states.tobytes() == before
    twin = pickle.loads(pickle.dumps(envs))
    assert twin.action_masks.tobytes() == envs.action_masks.tobytes()
    envs._states["phase"][3] = 100
    with pytest.raises(StateError, match="state 3"):
        pickle.loads(pickle.dumps(envs))


@each_game
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


@each_game
def test_the_running_state_of_an_environment_is_read_only(name):
    """Playing on `state_record` would leave the mask behind."""
    env = module_of(name).env()
    env.reset(seed=1)
    before = env.fingerprint()
    with pytest.raises(StateError, match="read-only"):
        env.game.play(env.state_record, env.game.greedy_action(env.state_record))
    assert env.fingerprint() == before


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
