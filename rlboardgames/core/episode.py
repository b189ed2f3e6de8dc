"""One decision from the outside: legality, truncation, rewards. Rules that are the same for every game.

Returns. With n seats (or teams) and k tied winners, a winner's share is 1/k and everyone else's 0; the outcome is
``(n * share - 1) / (n - 1)``: zero-sum, +1 and -1 for two players. A game of one player pays its score.

Endings. A game that is cut at ``max_steps`` is paid as if it had ended there. Whatever pays for the end is the end for
a learner: only where nothing was paid for it, with the reward ``"score_delta"``, does the value of the position go on.
"""

from typing import Literal, get_args

from rlboardgames.core import verbs
from rlboardgames.core.compile import rule
from rlboardgames.core.records import STANDING_WIDTH

__all__ = [
    "ILLEGAL",
    "REWARDS",
    "RUNNING",
    "TERMINATED",
    "TRUNCATED",
    "Reward",
    "advance",
    "deal_game",
    "outcome",
    "pays_for_end",
    "write_legal",
    "write_observation",
    "write_standing",
]

Reward = Literal["outcome", "score", "score_delta"]
"""A reward scheme."""

REWARDS: tuple[Reward, ...] = get_args(Reward)
"""Reward schemes; a game's tables hold the index."""

_OUTCOME, _SCORE, _SCORE_DELTA = range(3)

ILLEGAL, TERMINATED, TRUNCATED = -1, -2, -3
RUNNING = 0
"""What a decision led to; ILLEGAL changes nothing, TRUNCATED is a game that was cut at ``max_steps``."""


@rule
def deal_game(tables, blank, states, i):
    """Deal a new game into record `i`, from the generator it holds."""
    rng = states[i].rng
    states[i] = blank[0]
    state = states[i]
    state.rng = rng
    state.num_seats = tables[0].num_seats
    verbs.deal(tables[0], state)


@rule
def write_legal(tables, state, mask):
    """Overwrite `mask` with the legal actions of the seat to move; all zeros when the game is over."""
    mask[:] = 0
    if state.over == 0:
        verbs.legal(tables, state, mask)


@rule
def write_observation(tables, state, seat, out):
    """Overwrite `out` with the observation of `seat`."""
    out[:] = 0
    verbs.observe(tables, state, seat, out)


@rule
def write_standing(tables, state, standings):
    """Overwrite `standings` with the points and tie-breakers of every seat."""
    standings[:] = 0
    verbs.standing(tables, state, standings)


@rule
def pays_for_end(tables):
    """Return whether the reward scheme pays when a game ends, and so also when it is cut."""
    return tables.reward != _SCORE_DELTA


@rule
def _compare(standings, a, b):
    for column in range(STANDING_WIDTH):
        if standings[a, column] != standings[b, column]:
            return 1 if standings[a, column] > standings[b, column] else -1
    return 0


@rule
def outcome(tables, standings, seat):
    """Return the outcome of `seat`, from the standings of all."""
    if tables.num_teams == 1:
        return float(standings[seat, 0])
    winners = 0  # teams that nobody beats; partners have the same standing, so the first seat of a team counts
    seat_wins = False
    for candidate in range(tables.num_seats):
        beaten = False
        first_of_team = True
        for other in range(tables.num_seats):
            if _compare(standings, other, candidate) > 0:
                beaten = True
            if other < candidate and tables.team[other] == tables.team[candidate]:
                first_of_team = False
        if not beaten and first_of_team:
            winners += 1
        if not beaten and tables.team[candidate] == tables.team[seat]:
            seat_wins = True
    share = 1.0 / winners if seat_wins else 0.0
    return (tables.num_teams * share - 1.0) / (tables.num_teams - 1.0)


@rule
def advance(tables, state, action, standings, rewards):
    """Play one legal action and pay for it.

    Parameters
    ----------
    tables, state : record
    action : int
        Legal.
    standings : ndarray of int32, shape (num_seats, STANDING_WIDTH)
        Scratch memory.
    rewards : ndarray of float32, shape (num_seats,)
        Overwritten with the reward of every seat.

    Returns
    -------
    int
        RUNNING, TERMINATED or TRUNCATED.
    """
    rewards[:] = 0.0
    if tables.reward == _SCORE_DELTA:
        write_standing(tables, state, standings)
        for seat in range(tables.num_seats):
            rewards[seat] = -standings[seat, 0]
    verbs.play(tables, state, action)
    state.decisions += 1
    status = RUNNING
    if state.over != 0:
        status = TERMINATED
    elif state.decisions >= tables.max_steps:
        status = TRUNCATED
        state.over = 1
    if status != RUNNING:
        state.seat = -1
        verbs.settle(tables, state)
    if tables.reward == _SCORE_DELTA:
        write_standing(tables, state, standings)
        for seat in range(tables.num_seats):
            rewards[seat] += standings[seat, 0]
    elif status != RUNNING:
        write_standing(tables, state, standings)
        for seat in range(tables.num_seats):
            rewards[seat] = outcome(tables, standings, seat) if tables.reward == _OUTCOME else standings[seat, 0]
    return status
