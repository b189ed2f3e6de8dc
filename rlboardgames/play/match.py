"""Matches between agents over rotated seats, with intervals."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from rlboardgames.agents import AgentLike
from rlboardgames.core import batch
from rlboardgames.core.checks import MAX_GAMES, Seed, generator_values, whole_number
from rlboardgames.core.episode import TRUNCATED
from rlboardgames.core.errors import OptionError
from rlboardgames.core.game import Game, require_game
from rlboardgames.play.arena import Arena
from rlboardgames.play.pool import as_list, make_agent

__all__ = ["MatchResult", "play_match", "wilson_interval"]

_BATCH = 256


@dataclass(frozen=True)
class MatchResult:
    """What an agent achieved over the games of a match.

    Attributes
    ----------
    games, wins, draws : int
        A draw is a shared first place. With one player there is neither.
    mean_points, mean_opponent_points : float
        Points at the end; the rivals' averaged over their seats.
    mean_outcome : float
        Mean of the terminal reward ``"outcome"``.
    truncated : int
        Games cut at ``max_steps``.
    mean_decisions : float
        Length of a game, all seats' decisions.
    points_error : float
        Standard error of `mean_points`.
    """

    games: int
    wins: int
    draws: int
    mean_points: float
    mean_opponent_points: float
    mean_outcome: float
    truncated: int
    mean_decisions: float
    points_error: float

    @property
    def win_interval(self) -> tuple[float, float]:
        """95 % Wilson interval of the win rate."""
        return wilson_interval(self.wins, self.games)


def wilson_interval(successes: int, trials: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """Return Wilson's score interval of a proportion.

    Parameters
    ----------
    successes, trials : int
    z : float
        Quantile of the normal distribution; 1.96 for 95 %.

    Returns
    -------
    low, high : float

    Notes
    -----
    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).

    Examples
    --------
    >>> low, high = wilson_interval(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    if trials == 0:
        return 0.0, 1.0
    rate = successes / trials
    centre = (rate + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials))
    return max(min(centre - half, rate), 0.0), min(max(centre + half, rate), 1.0)  # rounding must not cross the rate


def play_match(
    game: Game,
    agent: AgentLike,
    opponents: AgentLike | list[AgentLike],
    games: int,
    seed: Seed = 0,
    progress: Callable[[int], Any] | None = None,
    partner: AgentLike | None = None,
) -> MatchResult:
    """Play an agent against opponents, the agent in each seat equally often.

    Parameters
    ----------
    game : Game
    agent : Agent or str
        As for `rlboardgames.agents.make_agent`.
    opponents : Agent, str or list of these
        Who sits in the rivals' seats; fewer than there are seats are repeated in turn.
    games : int
    seed : int, sequence of int or None
    progress : callable, optional
        Called with the number of games just finished.
    partner : Agent or str, optional
        Who sits in the other seats of the agent's team, in a game of teams. By default the agent does.

    Returns
    -------
    MatchResult

    Raises
    ------
    OptionError, ModelError

    Examples
    --------
    >>> from rlboardgames import mint_delivery_v0
    >>> from rlboardgames.agents import GreedyAgent, RandomAgent
    >>> play_match(mint_delivery_v0.game(), GreedyAgent(), [RandomAgent()], games=20, seed=1).games
    20
    """
    require_game(game)
    games = whole_number("games", games, 1, MAX_GAMES)
    player, rivals = make_agent(agent, game), [make_agent(opponent, game) for opponent in as_list(opponents)]
    if not rivals and game.num_players > 1:
        raise OptionError("opponents=[] leaves seats without an agent")
    if partner is not None and not game.has_teams:
        raise OptionError(f"partner: {game!r} has no teams, so leave this keyword out")
    beside = [] if partner is None else [make_agent(partner, game)]
    agents = [player, *rivals, *beside]
    rival_seats = game.num_players - game.teams.count(game.teams[0])
    if len(rivals) > rival_seats:
        raise OptionError(f"{len(rivals)} opponents where there are {rival_seats} seats for them")
    partner_index = len(agents) - 1 if beside else 0
    seatings = np.array([_seating(game, seat, len(rivals), partner_index) for seat in range(game.num_players)])
    is_rival = np.not_equal.outer(game.teams, game.teams)
    values = generator_values(seed, -(-games // _BATCH)).tolist()
    outcomes, points, others, lengths, truncated = [], [], [], [], 0
    for first in range(0, games, _BATCH):
        size = min(_BATCH, games - first)
        arena = Arena(game, size, agents, seed=values[first // _BATCH])
        rows = np.arange(size)
        seats = (first + rows) % game.num_players
        arena.deal(rows, seatings[seats])
        arena.play(np.full(size, batch.PLAY_ON))
        for row, seat in zip(rows, seats, strict=True):
            state = arena.states[row : row + 1]
            standing = game.standing(state)[:, 0]
            outcomes.append(game.outcome(state)[seat])
            points.append(standing[seat])
            others.append(standing[is_rival[seat]].mean() if game.num_players > 1 else 0.0)
            lengths.append(int(state["decisions"][0]))
        truncated += int((arena.status == TRUNCATED).sum())
        if progress is not None:
            progress(size)
    return _result(game, np.array(outcomes), np.array(points), others, lengths, truncated)


def _seating(game, agent_seat, num_opponents, partner):
    # agent 0 in its seat, the partner in those of its team; the opponents, from 1 on, in turn clockwise from there
    seating = np.zeros(game.num_players, int)
    rivals = 0
    for offset in range(1, game.num_players):
        seat = (agent_seat + offset) % game.num_players
        if game.teams[seat] == game.teams[agent_seat]:
            seating[seat] = partner
        else:
            seating[seat] = 1 + rivals % num_opponents
            rivals += 1
    return seating


def _result(game, outcomes, points, others, lengths, truncated):
    is_contest = game.num_players > 1
    worst = -1 / (len(set(game.teams)) - 1) if is_contest else 0.0
    wins = is_contest & (outcomes > 1 - 1e-6)
    return MatchResult(
        games=len(outcomes),
        wins=int(wins.sum()),
        draws=int((is_contest & ~wins & (outcomes > worst + 1e-6)).sum()),
        mean_points=float(points.mean()),
        mean_opponent_points=float(np.mean(others)),
        mean_outcome=float(outcomes.mean()),
        truncated=truncated,
        mean_decisions=float(np.mean(lengths)),
        points_error=float(points.std(ddof=1) / math.sqrt(len(points))) if len(points) > 1 else 0.0,
    )
