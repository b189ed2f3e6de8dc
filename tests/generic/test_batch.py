"""The batch plays exactly what single games play, decision by decision."""

from collections import Counter

import numpy as np
import pytest
from generic_cases import choose, each_default, each_setup, few_setups

from rlboardgames.agents import RandomAgent
from rlboardgames.core import batch, drivers
from rlboardgames.core.episode import REWARDS
from rlboardgames.core.errors import IllegalActionError, OptionError, StateError, UsageError
from rlboardgames.play.arena import Arena

RETURNED = ("observations", "action_masks", "seats", "rewards", "terminated", "truncated")


def _state(envs, i):
    return envs.game.clone(envs.states[i : i + 1])


def _deal(game, state):
    drivers.deal(game.tables, game.blank, state, 0, np.zeros(game.actions.size, np.int8))


def _assert_shown(envs, i):
    # what row i shows is what its state says
    game, state = envs.game, _state(envs, i)
    seat = game.seat(state)
    assert envs.seats[i] == seat
    assert envs.observations[i].tobytes() == game.observe(state, seat).tobytes()
    assert envs.action_masks[i].tobytes() == game.mask(state).tobytes()


def _actions(envs, player, rng):
    return [choose(envs.game, envs.states[i : i + 1], player, rng) for i in range(envs.num_envs)]


def _compare(envs, steps, player):
    # step a batch and its games one by one; return how many games ended in each way
    game = envs.game
    rng = np.random.default_rng(0)
    ends = np.zeros(2, int)
    for i in range(envs.num_envs):
        _assert_shown(envs, i)
    for _ in range(steps):
        states = [_state(envs, i) for i in range(envs.num_envs)]
        actions = _actions(envs, player, rng)
        last = envs.final_observations.copy()
        returned = envs.step(actions)
        for name, array in zip(RETURNED, returned, strict=True):
            assert array.tobytes() == getattr(envs, name).tobytes()
        for i, (state, action) in enumerate(zip(states, actions, strict=True)):
            rewards = game.play(state, action)
            assert envs.rewards[i].tobytes() == rewards.tobytes()
            cut = game.is_over(state) and state["decisions"][0] >= game.options["max_steps"]
            assert envs.terminated[i] or envs.truncated[i] or not game.is_over(state)
            assert (envs.terminated[i] ^ envs.truncated[i]) == game.is_over(state)
            assert envs.truncated[i] == (cut and game.options["reward"] == "score_delta")
            assert envs.max_steps_reached[i] == cut
            if game.is_over(state):
                last[i] = [game.observe(state, seat) for seat in range(game.num_players)]
                _deal(game, state)
            assert envs.states[i : i + 1].tobytes() == state.tobytes()
            _assert_shown(envs, i)
        assert envs.final_observations.tobytes() == last.tobytes()
        ends += [envs.terminated.sum(), envs.max_steps_reached.sum()]
    return ends


@each_setup
def test_a_batch_plays_what_single_games_play(setup):
    """States, rewards, masks, observations, truncation and the deal after it are those of single games."""
    envs = setup.vec_env(3, max_steps=37, reward=REWARDS[setup.num_players % 3])
    envs.reset(seed=1)
    _, cut = _compare(envs, 80, "mixed")
    assert cut == 6 or setup.name.startswith(("metro_x", "hasty_baker", "high_card"))  # shorter games


@each_default
def test_a_batch_ends_games_as_single_games_end(setup):
    """Games that end by their rules pay, show their last observations, and are dealt anew."""
    envs = setup.vec_env(2, max_steps=3000)
    envs.reset(seed=2)
    ended = 0
    for _ in range(8):
        ended += _compare(envs, 150, "greedy")[0]
        if ended:
            return
    pytest.fail("no game ended by its rules")


@each_default
def test_seeds_of_a_batch(setup):
    """A seed repeats all games, each game has a stream of its own, and an unseeded reset continues the streams."""
    envs, other = (setup.vec_env(5) for _ in range(2))
    runs = []
    for each in (envs, other, envs):
        run = [array.copy() for array in each.reset(seed=9)]
        run.append(each.states.copy())
        each.rollout(10)
        each.reset()
        run.append(each.states.copy())
        runs.append([array.tobytes() for array in run])
    assert runs[0] == runs[1] == runs[2]
    assert runs[0][-1] != runs[0][-2]
    envs.reset(seed=9)
    assert len(set(envs.states["rng"].tolist())) == 5
    assert len({envs.states[i : i + 1].tobytes() for i in range(5)}) == 5
    fresh = [setup.vec_env(2) for _ in range(2)]
    for each in fresh:
        each.reset()
    assert fresh[0].states.tobytes() != fresh[1].states.tobytes()


@few_setups
def test_rollouts_leave_consistent_arrays(setup):
    """A rollout counts its decisions and leaves the batch as steps would."""
    envs = setup.vec_env(4, max_steps=10**6)
    envs.reset(seed=3)
    assert envs.rollout(0) == 0
    _compare(envs, 3, "random")
    before = envs.states["decisions"].copy()
    assert envs.rollout(20) == 80
    running = envs.states["decisions"] == before + 20
    assert running.any()
    for i in range(4):
        _assert_shown(envs, i)
    assert envs.rollout(400) == 1600
    for i in range(4):
        _assert_shown(envs, i)
        state = _state(envs, i)
        assert envs.game.from_position(envs.game.position(state)).tobytes() == state.tobytes()
    _compare(envs, 5, "mixed")


@each_default
def test_rollouts_choose_every_legal_action(setup):
    """From one and the same deal, a decision of a rollout takes each of the legal actions about equally often."""
    envs = setup.vec_env(1024)
    envs.reset(seed=4)
    start = _state(envs, 0)
    results = {}
    for action in envs.game.legal_actions(start):
        state = envs.game.clone(start)
        envs.game.play(state, action)
        results.setdefault(state.tobytes(), []).append(action)
    envs.set_states(np.repeat(start, envs.num_envs))
    envs.rollout(1)
    reached = Counter(envs.states[i : i + 1].tobytes() for i in range(1024))
    assert reached.keys() == results.keys()
    legal = sum(map(len, results.values()))
    deviation = sum(
        (reached[result] - 1024 * len(actions) / legal) ** 2 / (1024 * len(actions) / legal)
        for result, actions in results.items()
    )
    assert deviation < 3 * legal + 12  # far beyond chance, chi-square with legal - 1 degrees of freedom


@few_setups
def test_threads_change_nothing(setup):
    """Two threads, or more than there are games, leave the same arrays as one."""
    kept = []
    for threads in (1, 2, 9):
        envs = setup.vec_env(5, threads=threads, max_steps=50)
        envs.reset(seed=5)
        rng = np.random.default_rng(5)
        run = []
        for _ in range(30):
            envs.step(_actions(envs, "mixed", rng))
            run.append([array.tobytes() for array in (envs.states, envs.observations, envs.action_masks)])
            run.append([array.tobytes() for array in (envs.rewards, envs.terminated, envs.truncated, envs.seats)])
        assert envs.rollout(60) == 300
        run.append([envs.states.tobytes(), envs.final_observations.tobytes(), envs.action_masks.tobytes()])
        envs.reset()
        run.append([envs.states.tobytes(), envs.observations.tobytes(), envs.seats.tobytes()])
        kept.append(run)
    assert kept[0] == kept[1] == kept[2]


@few_setups
def test_an_illegal_action_ends_its_game_alone(setup):
    """The offender is paid -1, its game is over and dealt anew; the others play on."""
    envs = setup.vec_env(3, reward="score_delta")
    envs.reset(seed=6)
    rng = np.random.default_rng(6)
    for _ in range(7):
        envs.step(_actions(envs, "mixed", rng))
    states = [_state(envs, i) for i in range(3)]
    seats = envs.seats.copy()
    actions = _actions(envs, "mixed", rng)
    actions[1] = int(np.flatnonzero(envs.action_masks[1] == 0)[-1])
    envs.step(actions)
    assert envs.terminated.tolist() == [False, True, False]
    assert not envs.truncated.any()
    assert envs.rewards[1].tolist() == [-1.0 if seat == seats[1] else 0.0 for seat in range(setup.num_players)]
    for seat in range(setup.num_players):
        assert envs.final_observations[1, seat].tobytes() == envs.game.observe(states[1], seat).tobytes()
    _deal(envs.game, states[1])
    for i in (0, 2):
        assert envs.rewards[i].tobytes() == envs.game.play(states[i], actions[i]).tobytes()
    for i in range(3):
        assert envs.states[i : i + 1].tobytes() == states[i].tobytes()
        _assert_shown(envs, i)
    _compare(envs, 5, "mixed")


@each_default
def test_an_illegal_action_may_raise(setup):
    """With ``illegal_action="raise"`` the error names the game, and no game has been played."""
    envs = setup.vec_env(3, illegal_action="raise")
    envs.reset(seed=7)
    actions = envs.action_masks.argmax(axis=1)
    actions[2] = np.flatnonzero(envs.action_masks[2] == 0)[0]
    before = [getattr(envs, name).tobytes() for name in ("states", *RETURNED)]
    with pytest.raises(IllegalActionError, match="game 2, seat 0"):
        envs.step(actions)
    assert [getattr(envs, name).tobytes() for name in ("states", *RETURNED)] == before
    actions[2] = envs.action_masks[2].argmax()
    envs.step(actions)


@each_default
def test_bad_actions_of_a_batch_are_refused(setup):
    """Actions of a wrong number or type, or outside the space, are refused, and no game has been played."""
    envs = setup.vec_env(3)
    with pytest.raises(UsageError, match="reset"):
        envs.step([0, 0, 0])
    with pytest.raises(UsageError, match="reset"):
        envs.rollout(1)
    envs.reset(seed=8)
    before = envs.states.tobytes()
    good = envs.action_masks.argmax(axis=1)
    size = envs.game.actions.size
    bad = [good[:2], [*good, 0], good[:, None], good.astype(float), good.astype(bool), "abc", None, 0, ["0", "0", "0"]]
    bad += [[[0], 1], [10**30] * 3]
    bad += [[good[0], -1, good[2]], [good[0], good[1], size], np.array([good[0], good[1], 2**64 - 1], np.uint64)]
    for actions in bad:
        with pytest.raises(UsageError):
            envs.step(actions)
        assert envs.states.tobytes() == before
    results = set()
    for dtype in (np.int8, np.uint8, np.int32, np.uint32, np.int64, np.uint64, ">i4"):
        envs.reset(seed=8)
        envs.step(good.astype(dtype))
        results.add(envs.states.tobytes())
    envs.reset(seed=8)
    envs.step(np.repeat(good, 2)[::2])
    results.add(envs.states.tobytes())
    envs.reset(seed=8)
    envs.step(tuple(good.tolist()))
    results.add(envs.states.tobytes())
    assert len(results) == 1


@each_default
def test_bad_keywords_of_a_batch_are_refused(setup):
    """Numbers of games, threads, steps and seeds that are none are an `OptionError`."""
    for bad in (0, -1, 1.0, "2", None, True):
        with pytest.raises(OptionError):
            setup.vec_env(bad)
        with pytest.raises(OptionError):
            setup.vec_env(2, threads=bad)
    with pytest.raises(OptionError):
        setup.vec_env(2, illegal_action="ignore")
    envs = setup.vec_env(np.int32(2))
    for bad in (-1, 0.5, "seed"):
        with pytest.raises(OptionError):
            envs.reset(seed=bad)
    envs.reset(seed=0)
    for bad in (-1, 1.0, "2", None, True):
        with pytest.raises(OptionError):
            envs.rollout(bad)


@few_setups
def test_states_are_put_in_and_shown(setup):
    """A batch goes on from states of elsewhere as the single games do; what is none of its states is refused."""
    envs = setup.vec_env(3, max_steps=100)
    with pytest.raises(UsageError, match="reset"):
        envs.set_states(np.zeros(3, envs.game.state_dtype))
    envs.reset(seed=1)
    states = envs.states.copy()
    envs.rollout(9)
    envs.set_states(states)
    assert envs.states.tobytes() == states.tobytes()
    for i in range(3):
        _assert_shown(envs, i)
    _compare(envs, 10, "random")
    before = envs.states.tobytes(), envs.action_masks.tobytes()
    over = states.copy()
    while not envs.game.is_over(over[2:]):
        envs.game.play(over[2:], envs.game.legal_actions(over[2:])[0])
    for wrong in (None, states[:2], states[0], np.zeros(3, states.dtype), np.zeros(3), over):
        with pytest.raises(StateError):
            envs.set_states(wrong)
    assert (envs.states.tobytes(), envs.action_masks.tobytes()) == before


@each_default
def test_games_of_a_batch_do_not_depend_on_how_many_there_are(setup):
    """Game i is dealt, and played at random, the same among two as among seven: in batches and in arenas."""
    shown = []
    for count in (2, 7):
        envs = setup.vec_env(count)
        envs.reset(seed=3)
        dealt = envs.states[:2].tobytes()
        envs.rollout(40)
        arena = Arena(setup.game(max_steps=200), count, [RandomAgent()], seed=3)
        arena.deal(np.arange(count), np.zeros((count, setup.num_players), int))
        arena.play(np.full(count, batch.PLAY_ON))
        shown.append((dealt, envs.states[:2].tobytes(), arena.states[:2].tobytes()))
    assert shown[0] == shown[1]
