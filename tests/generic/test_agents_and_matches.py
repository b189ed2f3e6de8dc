"""Agents, pools of opponents and matches."""

from collections import Counter

import numpy as np
import pytest
from generic_cases import default_setup, each_default, each_game, few_setups, with_teams

from rlboardgames.agents import Agent, GreedyAgent, RandomAgent, Turn
from rlboardgames.core import batch
from rlboardgames.core.episode import RUNNING, TRUNCATED
from rlboardgames.core.errors import OptionError
from rlboardgames.play import OpponentPool, make_agent
from rlboardgames.play.arena import EXTERNAL, Arena
from rlboardgames.play.match import play_match, wilson_interval
from rlboardgames.registry import GAMES, make_game


class LastLegal(Agent):
    """Takes the last legal action, and counts how often it was asked."""

    name = "last"

    def __init__(self):
        self.asked = 0

    def choose(self, turn, rng):
        """Choose the last legal action."""
        self.asked += len(turn.masks)
        assert turn.masks.any(axis=1).all()
        return turn.masks.shape[1] - 1 - turn.masks[:, ::-1].argmax(axis=1)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (1, 10, 0.0179, 0.4042),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (1, 29, 0.0061, 0.1718),
        (1, 1, 0.2065, 1.0),
    ],
)
def test_wilson_intervals(successes, trials, low, high):
    """Known intervals; those of 263, 148 and 29 trials are in Newcombe, Statistics in Medicine 17 (1998)."""
    interval = wilson_interval(successes, trials)
    assert interval == pytest.approx((low, high), abs=5e-5)


def test_wilson_intervals_are_intervals():
    """An interval holds the rate, lies between 0 and 1, narrows with trials and mirrors with failures."""
    assert wilson_interval(0, 0) == (0.0, 1.0)
    for trials in (1, 2, 7, 100, 10**6):
        for successes in {0, 1, trials // 2, trials}:
            low, high = wilson_interval(successes, trials)
            assert 0 <= low <= successes / trials <= high <= 1
            mirrored = wilson_interval(trials - successes, trials)
            assert mirrored == pytest.approx((1 - high, 1 - low))
    widths = [np.diff(wilson_interval(trials // 2, trials))[0] for trials in (10, 100, 1000)]
    assert widths == sorted(widths, reverse=True)


@each_game
def test_agents_by_name(name):
    """Names make the built-in agents, an agent is itself, and anything else is refused."""
    game = default_setup(name).game()
    assert isinstance(make_agent("random", game), RandomAgent)
    assert isinstance(make_agent("greedy", game), GreedyAgent)
    agent = LastLegal()
    assert make_agent(agent, game) is agent
    for bad in (None, 3, RandomAgent, ["random"], 1.0):
        with pytest.raises(OptionError):
            make_agent(bad, game)


def test_the_random_agent_is_uniform():
    """Each legal action is chosen equally often, no other ever, and the generator given is the only one used."""
    masks = np.zeros((3000, 6), np.int8)
    masks[:, [1, 2, 5]] = 1
    observations = np.zeros((3000, 1), np.int8)
    turn = Turn(None, observations, masks, np.zeros(3000, int), None, None)
    first, again = (RandomAgent().choose(turn, np.random.default_rng(1)) for _ in range(2))
    assert first.tolist() == again.tolist()
    counts = Counter(first.tolist())
    assert set(counts) == {1, 2, 5}
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 13.8  # chi-square, 2 degrees, 0.1 %


def test_pools_draw_by_weight():
    """Agents are drawn in proportion to their weights; a weight of 0 retires one; agents may be added."""
    game = default_setup(GAMES[0]).game()
    pool = OpponentPool(["random", "greedy"], game)
    pool.add(LastLegal(), weight=2.0)
    assert [agent.name for agent in pool.agents] == ["random", "greedy", "last"]
    pool.set_weight(0, 0)
    drawn = pool.draw(np.random.default_rng(0), (1500, 2))
    assert drawn.shape == (1500, 2)
    assert set(np.unique(drawn)) == {1, 2}
    counts = np.bincount(drawn.ravel(), minlength=3)
    assert abs(counts[2] - 2000) < 3.3 * np.sqrt(3000 * 2 / 9)
    assert pool.draw(np.random.default_rng(0), (1500, 2)).tolist() == drawn.tolist()


def test_bad_pools_are_refused():
    """A pool without agents, without weight, or with what is no agent or weight is an `OptionError`."""
    game = default_setup(GAMES[0]).game()
    for bad in ([], (), 3, None, ["random", None], [["random"]]):
        with pytest.raises(OptionError):
            OpponentPool(bad, game)
    pool = OpponentPool("random", game)
    for weight in (-1, float("nan"), -1e-9, float("inf"), 10**400, -(10**400), "1", None):
        with pytest.raises(OptionError):
            pool.set_weight(0, weight)
        with pytest.raises(OptionError):
            pool.add("greedy", weight)
    assert pool.weights == (1.0,)
    assert len(pool.agents) == 1
    with pytest.raises(OptionError, match="without"):
        pool.set_weight(0, 0)
    assert pool.weights == (1.0,)
    for game in (None, "mint", GAMES[0]):
        with pytest.raises(OptionError, match="game"):
            OpponentPool("random", game)


def test_a_pool_is_never_left_without_an_agent():
    """The last weight cannot become 0, so that no game is played whose successor cannot be dealt."""
    pool = OpponentPool(["random", "greedy"], default_setup(GAMES[0]).game())
    pool.set_weight(0, 0)
    with pytest.raises(OptionError, match="without"):
        pool.set_weight(1, 0)
    pool.set_weight(0, 1e308)
    pool.set_weight(1, 1e308)
    assert set(pool.draw(np.random.default_rng(0), 50)) == {0, 1}


@few_setups
def test_arenas_stop_where_the_outside_is_to_move(setup):
    """Each running game waits for its outside seat, and the others have been played by their agents."""
    game = setup.game(max_steps=200)
    agents = [LastLegal(), RandomAgent(), GreedyAgent()]
    arena = Arena(game, 6, agents, seed=1)
    rows = np.arange(6)
    players = np.array([[(row + seat) % 3 for seat in range(setup.num_players)] for row in rows])
    players[:, -1] = EXTERNAL
    arena.deal(rows, players)
    arena.play(np.full(6, batch.PLAY_ON))
    for _ in range(10):
        for row in rows[arena.status == RUNNING]:
            state = arena.states[row : row + 1]
            assert arena.seats[row] == game.seat(state) == setup.num_players - 1
            assert arena.masks[row].tobytes() == game.mask(state).tobytes()
            assert arena.observations[row].tobytes() == game.observe(state, game.seat(state)).tobytes()
        before = arena.states.copy()
        actions = np.where(arena.status == RUNNING, arena.masks.argmax(axis=1), batch.WAIT)
        actions[0] = batch.WAIT
        arena.play(actions)
        assert arena.states[0] == before[0]
        running = (arena.status == RUNNING) & (rows > 0)
        assert (arena.states["decisions"] > before["decisions"])[running].all()
    assert agents[0].asked > 0 or setup.num_players == 1


@pytest.fixture
def seatings(monkeypatch):
    """Collect the players of all games that are dealt, an array for each deal."""
    seen = []
    deal = Arena.deal
    monkeypatch.setattr(Arena, "deal", lambda self, rows, players: (seen.append(players), deal(self, rows, players)))
    return seen


@few_setups
def test_matches_rotate_the_seats(setup, seatings):
    """The agent sits in each seat equally often, its partners too where there are teams; opponents fill the others."""
    game = setup.game(max_steps=30)
    games = 4 * setup.num_players
    size = game.teams.count(0)  # of a team
    opponents = [RandomAgent(), LastLegal()][: setup.num_players - size]
    result = play_match(game, GreedyAgent(), opponents, games=games, seed=2)
    players = np.concatenate(seatings)
    assert result.games == len(players) == games
    assert (players == 0).sum(axis=0).tolist() == [4 * size] * setup.num_players
    for k, row in enumerate(players):
        seat = k % setup.num_players
        team = [other for other in range(setup.num_players) if game.teams[other] == game.teams[seat]]
        assert np.flatnonzero(row == 0).tolist() == team
        clockwise = np.roll(row, -seat)
        rivals = clockwise[clockwise != 0].tolist()
        assert rivals == [1 + k % len(opponents) for k in range(setup.num_players - size)]


@with_teams
def test_a_partner_of_ones_own_choice_sits_in_the_team(setup, seatings):
    """Another agent may play the other seats of the agent's team; a single player of four then decides."""
    game = setup.game(max_steps=2000)
    result = play_match(game, GreedyAgent(), [RandomAgent()], games=8, seed=2, partner=RandomAgent())
    for k, row in enumerate(np.concatenate(seatings)):
        seat = k % setup.num_players
        assert row[seat] == 0
        for other in range(setup.num_players):
            assert other == seat or row[other] == (2 if game.teams[other] == game.teams[seat] else 1)
    assert result.mean_points > result.mean_opponent_points


@with_teams
def test_points_of_rivals_are_those_of_the_other_team(setup):
    """With one greedy team, the partner's points do not count as a rival's, and no draw is counted for a loss."""
    game = setup.game()
    result = play_match(game, RandomAgent(), [GreedyAgent()], games=8, seed=3)
    assert result.wins == result.draws == 0
    assert result.mean_outcome == -1
    assert result.mean_opponent_points >= 5 > result.mean_points


@few_setups
def test_partners_without_teams_are_refused(setup):
    """A partner for an agent that has none is an `OptionError`, not ignored."""
    game = setup.game()
    if game.teams.count(0) == 1:
        with pytest.raises(OptionError, match="teams"):
            play_match(game, GreedyAgent(), [RandomAgent()], games=2, partner=RandomAgent())


@each_default
def test_matches_repeat_with_their_seed(setup):
    """The same seed gives the same result, another seed another, and progress counts all games."""
    game = setup.game(max_steps=120)
    done = []
    results = [
        play_match(game, GreedyAgent(), [LastLegal()], games=260, seed=seed, progress=done.append) for seed in (3, 3, 4)
    ]
    assert results[0] == results[1] != results[2]
    assert sum(done) == 3 * 260
    assert play_match(game, GreedyAgent(), [RandomAgent()], games=4, seed=[3, 1]).games == 4


@few_setups
def test_results_of_matches_hang_together(setup):
    """Wins, draws, outcomes, points and lengths are within their bounds, and equal players share the wins."""
    game = setup.game(max_steps=40)
    opponents = [GreedyAgent()] if setup.num_players > 1 else []
    result = play_match(game, GreedyAgent(), opponents, games=6 * setup.num_players, seed=5)
    assert result.games == 6 * setup.num_players
    assert 0 <= result.wins + result.draws <= result.games
    assert 0 <= result.truncated <= result.games
    assert 1 <= result.mean_decisions <= 40
    assert result.points_error >= 0
    assert result.win_interval == wilson_interval(result.wins, result.games)
    if setup.num_players > 1:
        assert -1 <= result.mean_outcome <= 1


@each_default
def test_the_greedy_player_beats_the_random_one(setup):
    """Greedy play wins most games against random play."""
    game = setup._replace(num_players=2).game()
    result = play_match(game, GreedyAgent(), [RandomAgent()], games=24, seed=6)
    assert result.wins > 16
    assert result.mean_points > result.mean_opponent_points
    assert result.mean_outcome > 0.4


@each_default
def test_bad_matches_are_refused(setup):
    """A match without games, without opponents where seats are free, or with no seed is an `OptionError`."""
    game = setup.game(max_steps=20)
    for games in (0, -1, 1.5, None):
        with pytest.raises(OptionError):
            play_match(game, GreedyAgent(), [RandomAgent()], games=games)
    with pytest.raises(OptionError):
        play_match(game, GreedyAgent(), [], games=2)
    for seed in (-1, "seed", 0.5):
        with pytest.raises(OptionError):
            play_match(game, GreedyAgent(), [RandomAgent()], games=2, seed=seed)


def test_truncated_games_count_in_matches():
    """Games that ``max_steps`` cuts are counted and scored as they stand."""
    game = default_setup(GAMES[0]).game(max_steps=3)
    result = play_match(game, RandomAgent(), [RandomAgent()], games=5, seed=7)
    assert result.truncated == 5
    assert result.mean_decisions == 3
    assert TRUNCATED < RUNNING


def test_matches_take_names_and_refuse_the_rest():
    """Agents may be named, as in pools; there is a seat for each opponent."""
    game = make_game("monad")
    assert play_match(game, "greedy", "random", 4, 1) == play_match(game, "greedy", ["random"], 4, 1)
    for arguments in ((game, None, "random"), (game, "greedy", [None]), ("monad", "greedy", "random")):
        with pytest.raises(OptionError):
            play_match(*arguments, 2)
    with pytest.raises(OptionError, match="seats"):
        play_match(game, "greedy", ["random"] * 2, 2)
