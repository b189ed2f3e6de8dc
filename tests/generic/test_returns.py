"""What is paid: outcomes, scores, truncation, and the forms in which an environment says so."""

import numpy as np
import pytest
from generic_cases import choose, each_default, each_player, each_setup, few_setups, recorded

from rlboardgames.core.episode import REWARDS


def _expected_outcomes(standing, teams):
    # the common ruling, in plain Python: shares of the teams that nobody beats
    best = max(map(tuple, standing))
    winners = {team for row, team in zip(standing, teams, strict=True) if tuple(row) == best}
    n = len(set(teams))
    shares = [1 / len(winners) if team in winners else 0 for team in teams]
    return [(n * share - 1) / (n - 1) for share in shares]


@each_player
@each_setup
def test_outcomes_follow_the_standings(setup, player):
    """The outcome is the winners' share, sums to zero over the seats, and is the points where one plays alone."""
    recording = recorded(setup, player)
    game = recording.game
    teams = game.tables["team"][0, : setup.num_players].tolist()
    for state in recording.sampled(15):
        standing, outcome = game.standing(state).tolist(), game.outcome(state)
        assert outcome.dtype == np.float32
        if setup.num_players == 1:
            assert not game.is_over(state) or outcome.tolist() == [standing[0][0]]
            continue
        if game.is_over(state):  # before the end the standing may leave out what is only counted then
            np.testing.assert_allclose(outcome, _expected_outcomes(standing, teams), atol=1e-6)
        assert abs(outcome.sum()) < 1e-5
        assert np.abs(np.array(_shares(teams))[:, None] - outcome).min(axis=0).max() < 1e-6
        partners = [[seat for seat in range(setup.num_players) if teams[seat] == team] for team in set(teams)]
        for seats in partners:
            assert len({outcome[seat] for seat in seats}) == 1


def _shares(teams):
    # every outcome that there can be
    n = len(set(teams))
    return [(n * share - 1) / (n - 1) for share in (0, *(1 / k for k in range(1, n + 1)))]


def _played(recording, setup, reward):
    # the recorded actions under another reward: rewards by decision, and the last state
    game = setup.game(max_steps=recording.game.options["max_steps"], reward=reward)
    state = recording.state(0)
    return np.array([game.play(state, action) for action in recording.actions]), state, game


@each_player
@few_setups
def test_rewards_of_a_whole_game(setup, player):
    """Outcome and score are paid at the end alone, and the score's changes sum to the score."""
    recording = recorded(setup, player)
    rewards = {}
    for reward in REWARDS:
        rewards[reward], state, game = _played(recording, setup, reward)
        assert state.tobytes() == recording.state(len(recording.actions)).tobytes()
    assert not rewards["outcome"][:-1].any()
    assert not rewards["score"][:-1].any()
    assert rewards["outcome"][-1].tobytes() == game.outcome(state).tobytes()
    points = game.standing(state)[:, 0]
    assert rewards["score"][-1].tolist() == points.tolist()
    start = game.standing(recording.state(0))[:, 0]
    assert not start.any(), "nobody begins with points, so what is earned is the score"
    assert rewards["score_delta"].sum(axis=0).tolist() == points.tolist()


@few_setups
def test_score_deltas_are_paid_when_points_change(setup):
    """Each decision pays each seat the change of its points, and nothing else."""
    recording = recorded(setup, "greedy")
    rewards, _, game = _played(recording, setup, "score_delta")
    for index, paid in enumerate(rewards):
        before, after = (game.standing(recording.state(k))[:, 0] for k in (index, index + 1))
        assert paid.tolist() == (after - before).tolist()


@pytest.mark.parametrize("reward", REWARDS)
@each_setup
def test_truncation_pays_as_if_the_game_had_ended(setup, reward):
    """At ``max_steps`` every seat is paid for the table as it stands: that is the end, unless the end pays nothing."""
    env = setup.env(max_steps=17, reward=reward)
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    earned = np.zeros(setup.num_players)
    for decision in range(17):
        assert not any(env.truncations.values())
        assert not any(env.terminations.values())
        assert env.state_record["decisions"][0] == decision
        env.step(choose(env.game, env.state_record, "mixed", rng))
        earned += list(env.rewards.values())
    assert env.truncations == dict.fromkeys(env.possible_agents, reward == "score_delta")
    assert env.terminations == dict.fromkeys(env.possible_agents, reward != "score_delta")
    assert env.infos == {agent: {"max_steps_reached": True} for agent in env.possible_agents}
    state = env.state_record
    assert env.game.is_over(state)
    wanted = env.game.outcome(state) if reward == "outcome" else env.game.standing(state)[:, 0]
    assert earned.tolist() == wanted.tolist()


@each_default
def test_a_game_may_end_and_be_cut_by_the_same_decision(setup):
    """A game that its last allowed decision ends by the rules is terminated, not truncated."""
    recording = recorded(setup, "greedy")
    game = recording.game
    assert len(recording.actions) < game.options["max_steps"], "the greedy player ends the game"
    env = setup.env(max_steps=len(recording.actions))
    env.reset(seed=11)
    for action in recording.actions:
        env.step(action)
    assert set(env.terminations.values()) == {True}
    assert set(env.truncations.values()) == {False}


@pytest.mark.parametrize("reward", REWARDS)
@each_default
def test_agents_are_told_all_that_their_seats_earned(setup, reward):
    """What `last` tells an agent, its last step included, sums to the rewards of its seat over the game."""
    recording = recorded(setup, "greedy")
    rewards, _, _ = _played(recording, setup, reward)
    env = setup.env(max_steps=recording.game.options["max_steps"], reward=reward)
    env.reset(seed=11)
    told = dict.fromkeys(env.possible_agents, 0.0)
    actions = iter(recording.actions)
    for agent in env.agent_iter():
        _, reward_told, terminated, truncated, _ = env.last()
        told[agent] += reward_told
        env.step(None if terminated or truncated else next(actions))
    assert list(told.values()) == rewards.sum(axis=0).tolist()


@few_setups
def test_flags_rewards_and_infos_have_plain_types(setup):
    """Flags are Python bools, rewards Python floats, infos empty until a game is cut, one for each living agent."""
    env = setup.env(max_steps=12, reward="score_delta")
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    for agent in env.agent_iter():
        assert agent in env.agents
        for flags in (env.terminations, env.truncations):
            assert list(flags) == env.agents
            assert {type(flag) for flag in flags.values()} == {bool}
        assert list(env.rewards) == list(env.infos) == env.agents
        assert {type(reward) for reward in env.rewards.values()} <= {float, int}
        _, reward, terminated, truncated, info = env.last()
        assert type(reward) in (float, int)
        assert type(terminated) is type(truncated) is bool
        assert all(shown == ({"max_steps_reached": True} if truncated else {}) for shown in env.infos.values())
        assert info == env.infos[agent]
        over = terminated or truncated
        env.step(None if over else choose(env.game, env.state_record, "mixed", rng))
