"""The single-seat environments: one learner, paid for its own seat, against opponents from a pool."""

import numpy as np
import pytest
from generic_cases import each_game, few_setups, step_learner, with_teams

from rlboardgames.agents import Agent, GreedyAgent
from rlboardgames.core.episode import REWARDS
from rlboardgames.core.errors import IllegalActionError, ModelError, OptionError, UsageError
from rlboardgames.envs.single_seat import SingleSeatEnv
from rlboardgames.play import OpponentPool
from rlboardgames.play.learner import LearnerGames


class FirstLegal(Agent):
    """Takes the first legal action: an opponent from outside the compiled code whose moves are known."""

    name = "first"

    def choose(self, turn, rng):
        """Choose the first legal action."""
        assert turn.observations.shape[0] == turn.masks.shape[0]
        return turn.masks.argmax(axis=1)


OPPONENTS = {"first legal": FirstLegal(), "greedy": GreedyAgent()}


def _answer(game, state, opponents):
    # the opponent's action in a state, as played outside the environment
    return game.greedy_action(state) if opponents == "greedy" else game.legal_actions(state)[0]


@pytest.mark.parametrize("opponents", OPPONENTS)
@few_setups
def test_the_learner_plays_what_single_games_play(setup, opponents):
    """Rewards, observations and masks are those of the learner's seats in a game that is played by hand.

    In a game of teams the learner decides for its partner, too.
    """
    game = setup.game(max_steps=47, reward=REWARDS[2 if opponents == "greedy" else 0])
    games = LearnerGames(game, 3, OpponentPool(OPPONENTS[opponents], game), seed=1)
    games.reset(seed=2)
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(60):
        arena, seats = games.arena, games.learner_seats.copy()
        states = [game.clone(arena.states[i : i + 1]) for i in range(3)]
        for state, seat, row in zip(states, seats, range(3), strict=True):
            assert game.seat(state) == seat
            assert arena.observations[row].tobytes() == game.observe(state, seat).tobytes()
            assert arena.masks[row].tobytes() == game.mask(state).tobytes()
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in arena.masks])
        rewards, terminated, truncated, finished, final = step_learner(games, actions)
        for row, state in enumerate(states):
            earned = game.play(state, actions[row])
            while not game.is_over(state) and game.teams[game.seat(state)] != game.teams[seats[row]]:
                earned = earned + game.play(state, _answer(game, state, opponents))
            assert rewards[row] == pytest.approx(earned[seats[row]], abs=1e-6)
            assert (terminated[row] or truncated[row]) == game.is_over(state) == (row in finished)
            if game.is_over(state):
                observation = final[finished.tolist().index(row)]
                assert observation.tobytes() == game.observe(state, seats[row]).tobytes()
                assert game.teams[games.learner_seats[row]] == game.teams[(seats[row] + 1) % setup.num_players]
                ended += 1
            else:
                assert state.tobytes() == arena.states[row : row + 1].tobytes()
    assert ended


@each_game
def test_the_loser_is_paid_the_loss(name):
    """When an opponent's move ends the game against the learner, the learner's last reward says so."""
    env = SingleSeatEnv(name, opponents="greedy", num_players=2)
    rng = np.random.default_rng(0)
    _, info = env.reset(seed=0)
    lost = 0
    for _ in range(6):
        over, total = False, 0.0
        while not over:
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            _, reward, terminated, truncated, info = env.step(action)
            assert reward == 0 or terminated or truncated
            over, total = terminated or truncated, total + reward
        assert total in (-1, 0, 1)
        lost += total == -1
        _, info = env.reset()
    assert lost >= 3, "random play against the greedy player"


@pytest.mark.parametrize("finished", ["all", "none", "every other"])
@few_setups
def test_seats_rotate(setup, finished):
    """A seeded reset draws the learner's seat, and each further one is the next seat, be the game over or not."""
    teams = setup.game().teams
    env = SingleSeatEnv(max_steps=40 * setup.num_players, game=setup.name, **setup.keywords)
    rng = np.random.default_rng(0)
    for seed in (3, 4):
        seats = []
        for episode in range(2 * setup.num_players):
            _, info = env.reset(seed=seed if episode == 0 else None)
            seats.append(info["seat"])
            over = finished == "none" or (finished == "every other" and episode % 2 == 1)
            while not over:
                _, _, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
                over = terminated or truncated
        turns = [(seats[0] + episode) % setup.num_players for episode in range(2 * setup.num_players)]
        assert [teams[seat] for seat in seats] == [teams[seat] for seat in turns]


def _episodes(env, seed):
    rng = np.random.default_rng(5)
    shown = []
    observation, info = env.reset(seed=seed)
    for _ in range(50):
        shown.append((observation.tobytes(), info["action_mask"].tobytes(), info.get("seat")))
        observation, reward, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        shown.append((reward, terminated, truncated))
        if terminated or truncated:
            shown.append(observation.tobytes())
            observation, info = env.reset()
    return shown


@pytest.mark.parametrize("opponents", ["random", ["random", "greedy"]], ids=str)
@few_setups
def test_seeded_resets_repeat_the_episodes(setup, opponents):
    """Deals, opponents and seats follow from the seed, in the same environment and in another."""
    env, other = (SingleSeatEnv(setup.name, opponents=opponents, max_steps=40, **setup.keywords) for _ in range(2))
    first = _episodes(env, 6)
    assert _episodes(env, 6) == first
    assert _episodes(other, 6) == first
    assert _episodes(other, 7) != first


@each_game
def test_types_and_masks(name):
    """Rewards are floats, flags Python bools, observations int8 in their space, and the mask is the method's."""
    env = SingleSeatEnv(name, max_steps=30)
    observation, info = env.reset(seed=8)
    for _ in range(80):
        assert observation in env.observation_space
        assert observation.dtype == np.int8
        assert info["action_mask"].dtype == np.int8
        assert info["action_mask"].tobytes() == env.action_masks().tobytes()
        assert type(info["seat"]) is int
        observation[:] = 0
        info["action_mask"][:] = 1
        action = np.int32(env.action_masks().argmax())
        observation, reward, terminated, truncated, info = env.step(action)
        assert type(reward) is float
        assert type(terminated) is type(truncated) is bool
        if terminated or truncated:
            assert observation in env.observation_space
            assert not info["action_mask"].any()
            observation, info = env.reset()


@each_game
def test_guards(name):
    """Steps before reset, after the end, and with what is no action are refused; the game then goes on."""
    env = SingleSeatEnv(name, max_steps=10)
    with pytest.raises(UsageError, match="reset"):
        env.step(0)
    _, info = env.reset(seed=9)
    before = _shown(env)
    size = int(env.action_space.n)
    for bad in (-1, size, 2**70, np.int64(-1), 1.0, 1.5, "a", "0", None, [0], (0,), np.array([1.0]), np.array([0, 0])):
        with pytest.raises(UsageError):
            env.step(bad)
        assert _shown(env) == before
    over = False
    while not over:
        _, _, terminated, truncated, info = env.step(np.array(env.action_masks().argmax()))
        over = terminated or truncated
    with pytest.raises(UsageError, match="reset"):
        env.step(0)
    assert not info["action_mask"].any()
    env.reset()
    env.step(int(env.action_masks().argmax()))


def _shown(env):
    return env._games.arena.states.tobytes(), env.action_masks().tobytes()


@each_game
def test_illegal_actions(name):
    """An illegal action ends the episode with -1, or raises and leaves the game untouched."""
    env = SingleSeatEnv(name)
    _, info = env.reset(seed=10)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    observation, reward, terminated, _, _ = env.step(illegal)
    assert (reward, terminated) == (-1.0, True)
    assert observation in env.observation_space
    with pytest.raises(UsageError, match="reset"):
        env.step(illegal)
    env.reset(seed=10)
    env.step(int(env.action_masks().argmax()))
    env = SingleSeatEnv(name, illegal_action="raise")
    env.reset(seed=10)
    before = _shown(env)
    with pytest.raises(IllegalActionError):
        env.step(illegal)
    assert _shown(env) == before
    env.step(int(env.action_masks().argmax()))


@each_game
def test_keywords_are_checked(name):
    """Unknown games, opponents, modes, seeds and options are refused with the package's errors."""
    for keywords in (
        {"illegal_action": "ignore"},
        {"render_mode": "human"},
        {"opponents": []},
        {"opponents": 3},
        {"opponents": None},
        {"opponents": ["random", 3]},
        {"num_players": 99},
        {"nonsense": 1},
    ):
        with pytest.raises(OptionError):
            SingleSeatEnv(name, **keywords)
    with pytest.raises(OptionError):
        SingleSeatEnv("chess")
    pytest.importorskip("sb3_contrib")
    with pytest.raises(ModelError, match="no-such-model"):
        SingleSeatEnv(name, opponents="no-such-model.zip")
    env = SingleSeatEnv(name)
    for seed in (-1, 0.5, "seed"):
        with pytest.raises(OptionError):
            env.reset(seed=seed)


@each_game
def test_rendering(name):
    """The single-seat environment draws the table in text, or nothing without a mode."""
    env = SingleSeatEnv(name, render_mode="ansi")
    env.reset(seed=11)
    assert isinstance(env.render(), str)
    silent = SingleSeatEnv(name)
    silent.reset(seed=11)
    assert silent.render() is None
    silent.close()


@pytest.mark.parametrize(("margin", "bonus"), [(0.5, 0.0), (None, 10.0)])
@few_setups
def test_margins_and_bonuses(setup, margin, bonus):
    """The learner may be paid its margin over its rivals, and a bonus for the outcome at the end."""
    game = setup.game(max_steps=40, reward="score_delta")
    pool = OpponentPool(GreedyAgent(), game)
    plain, other = LearnerGames(game, 4, pool), LearnerGames(game, 4, pool, None, margin, bonus)
    rng = np.random.default_rng(3)
    rewarded = []
    for games in (plain, other):
        games.reset(seed=3)
    for _ in range(40):
        seats = plain.learner_seats.copy()
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in plain.arena.masks])
        rewards, _, _, finished, final = step_learner(plain, actions)
        changed, _, _, same, final_too = step_learner(other, actions)
        assert finished.tolist() == same.tolist()
        assert final.tobytes() == final_too.tobytes()
        running = np.setdiff1d(np.arange(4), finished)
        paid = changed - rewards
        if bonus:
            assert not paid[running].any()
            rewarded += [paid[row] / bonus for row in finished]
            continue
        for row in running:
            totals = plain.arena.totals[row]
            rivals = totals[[game.teams[seat] != game.teams[seats[row]] for seat in range(setup.num_players)]]
            difference = totals[seats[row]] - (rivals.mean() if rivals.size else 0.0)
            assert changed[row] == pytest.approx(margin * difference, abs=1e-5)
    assert bool(rewarded) == bool(bonus)
    if setup.num_players > 1:
        sides = int(game.tables["num_teams"][0])
        outcomes = [(sides * share - 1) / (sides - 1) for share in (0, *(1 / k for k in range(1, sides + 1)))]
        assert all(np.abs(np.array(outcomes) - outcome).min() < 1e-5 for outcome in rewarded)


@with_teams
def test_partners_drawn_from_a_pool(setup):
    """With `partners` the learner decides for one seat only; the others of its team play as the partners do."""
    game = setup.game(max_steps=60)
    opponents, partners = OpponentPool(GreedyAgent(), game), OpponentPool(FirstLegal(), game)
    games = LearnerGames(game, 4, opponents, partners, seed=1)
    games.reset(seed=2)
    rng = np.random.default_rng(1)
    seen, ended = set(), 0
    for _ in range(80):
        arena, seats = games.arena, games.learner_seats.copy()
        states = [game.clone(arena.states[i : i + 1]) for i in range(4)]
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in arena.masks])
        rewards, _, _, finished, _ = step_learner(games, actions)
        for row, state in enumerate(states):
            assert game.seat(state) == seats[row]
            earned = game.play(state, actions[row])
            while not game.is_over(state) and game.seat(state) != seats[row]:
                is_partner = game.teams[game.seat(state)] == game.teams[seats[row]]
                earned = earned + game.play(state, _answer(game, state, "first legal" if is_partner else "greedy"))
            assert rewards[row] == pytest.approx(earned[seats[row]], abs=1e-6)
            assert game.is_over(state) == (row in finished)
            if game.is_over(state):
                ended += 1
                assert games.learner_seats[row] == (seats[row] + 1) % setup.num_players
            else:
                assert state.tobytes() == arena.states[row : row + 1].tobytes()
        seen |= set(seats.tolist())
    assert ended
    assert seen == set(range(setup.num_players))


@with_teams
def test_the_single_seat_environment_takes_partners(setup):
    """By default the learner sits in all seats of its team, with a partner in one only."""
    for partners, seats in (("learner", 2), ("greedy", 1), (["random", FirstLegal()], 1)):
        env = SingleSeatEnv(setup.name, partners=partners, max_steps=200, **setup.keywords)
        rng = np.random.default_rng(0)
        _, info = env.reset(seed=4)
        over, seen = False, set()
        while not over:
            seen.add(info["seat"])
            _, _, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
            over = terminated or truncated
        assert len(seen) == seats
        assert len({env.game.teams[seat] for seat in seen}) == 1


@few_setups
def test_partners_are_for_teams(setup):
    """Where nobody has a partner, the keyword is refused instead of ignored; so is what is no agent."""
    if setup.game().teams == tuple(range(setup.num_players)):
        with pytest.raises(OptionError, match="teams"):
            SingleSeatEnv(setup.name, partners="greedy", **setup.keywords)
    for partners in (3, "no-such-model.zip", []):
        with pytest.raises((OptionError, ModelError)):
            SingleSeatEnv(setup.name, partners=partners, **setup.keywords)
    with pytest.raises(OptionError, match="learner"):
        SingleSeatEnv(setup.name, partners=None, **setup.keywords)
