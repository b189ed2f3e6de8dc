"""One decision from the outside: legality, truncation, rewards. The same for every game.

Returns. With n seats (or teams) and k tied winners, a winner's share is 1/k and everyone else's 0; the outcome is
``(n * share - 1) / (n - 1)``: zero-sum, +1 and -1 for two players. A game of one player pays its score.

Endings. A game that is cut at ``max_steps`` is paid as if it had ended there. Whatever pays for the end is the end for
a learner: only where nothing was paid for it, with the reward ``"score_delta"``, does the value of the position go on.
"""

from typing import Literal, get_args

from rlboardgames.core import verbs
from rlboardgames.core.choice import pick_random
from rlboardgames.core.compile import compiled, rule
from rlboardgames.core.random import integers
from rlboardgames.core.records import STANDING_WIDTH

__all__ = [
    "ILLEGAL",
    "REWARDS",
    "RUNNING",
    "TERMINATED",
    "TRUNCATED",
    "Reward",
    "advance",
    "choose_greedy",
    "choose_mixed",
    "deal_game",
    "find_legal",
    "find_outcome",
    "find_standing",
    "observe_seat",
    "outcome",
    "pays_for_end",
    "play_decision",
    "resample_hidden",
    "start_game",
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
        verbs.close(tables, state)
    if tables.reward == _SCORE_DELTA:
        write_standing(tables, state, standings)
        for seat in range(tables.num_seats):
            rewards[seat] += standings[seat, 0]
    elif status != RUNNING:
        write_standing(tables, state, standings)
        for seat in range(tables.num_seats):
            rewards[seat] = outcome(tables, standings, seat) if tables.reward == _OUTCOME else standings[seat, 0]
    return status


@compiled
def start_game(tables, blank, states, i, mask):
    """Deal a new game into record `i`, from the generator it holds, and write its mask."""
    deal_game(tables, blank, states, i)
    write_legal(tables[0], states[i], mask)


@compiled
def play_decision(tables, states, i, action, mask, standings, rewards):
    """Play `action` if `mask`, the legal actions, allows it, and renew the mask.

    Returns the seat to move next, or ILLEGAL, TERMINATED or TRUNCATED, which are negative.
    """
    if action < 0 or action >= len(mask) or mask[action] == 0:
        return ILLEGAL
    status = advance(tables[0], states[i], action, standings, rewards)
    write_legal(tables[0], states[i], mask)
    return states[i].seat if status == RUNNING else status


@compiled
def find_legal(tables, states, i, mask):
    """Write the mask of record `i`."""
    write_legal(tables[0], states[i], mask)


@compiled
def observe_seat(tables, states, i, seat, out):
    """Write what `seat` may know of record `i`."""
    write_observation(tables[0], states[i], seat, out)


@compiled
def resample_hidden(tables, states, i, seat):
    """Redraw in record `i` what `seat` cannot know, from the generator it holds."""
    verbs.resample(tables[0], states[i], seat)


@compiled
def choose_greedy(tables, states, i):
    """Return the action of the greedy player for the seat to move in record `i`."""
    return verbs.greedy(tables[0], states[i])


@compiled
def choose_mixed(tables, states, i, generators, mask, randomness):
    """Return an action for the seat to move: in `randomness` of four calls at random, otherwise the greedy player's."""
    if integers(generators[0], 4) < randomness:
        return pick_random(generators[0], mask)
    return verbs.greedy(tables[0], states[i])


@compiled
def find_standing(tables, states, i, standings):
    """Write the points and tie-breakers of every seat in record `i`, as it stands."""
    write_standing(tables[0], states[i], standings)


@compiled
def find_outcome(tables, states, i, standings, outcomes):
    """Write the outcome of every seat as if the game in record `i` ended now, which it does."""
    state = states[i]
    state.over = 1
    write_standing(tables[0], state, standings)
    for seat in range(len(outcomes)):
        outcomes[seat] = outcome(tables[0], standings, seat)
