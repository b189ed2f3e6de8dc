"""What holds in every state of Monad whose cells are in their ranges: the rules rely on it."""

from rlboardgames.core.compile import rule
from rlboardgames.core.soundness import SOUND, is_pile
from rlboardgames.games.monad import state as s
from rlboardgames.games.monad.rules import is_available, team_monads
from rlboardgames.games.monad.state import Phase, State, Tables

LAWS = (
    "the seats have different Identities, all of them in play",
    "piles, columns and laid cards hold as many cards as their sizes say",
    "hands, piles, columns and laid cards hold each card of the game once",
    "what a payment is worth is what was laid, each card of a lower set",
    "known Commons are in the hand",
    "the game ends with the Monads to win it, and when all have passed",
    "the phase says what is open: a bonus, a payment that can be made, or neither",
)
_IDENTITIES, _PILES, _EACH_CARD_ONCE, _LAID, _KNOWN, _END, _PHASE = range(len(LAWS))

_ONE_OF_EACH_COLOUR = sum(1 << 8 * colour for colour in range(s.COLOURS))
"""Counts of the six colours stand side by side in one number, eight bits each."""


def broken_law(tables: Tables, state: State):
    """Return which of the laws the state breaks, SOUND if none."""
    if not _identities_are_right(tables, state):
        return _IDENTITIES
    if not _piles_are_right(state):
        return _PILES
    if not _laid_is_right(state):
        return _LAID
    for rank in range(s.CARD_RANKS):
        if _count(state, rank) != _ONE_OF_EACH_COLOUR * (state.num_seats if rank == s.COMMON else 1):
            return _EACH_CARD_ONCE
    for seat in range(state.num_seats):
        for colour in range(s.COLOURS):
            if state.known[seat, colour] > state.hand[seat, s.COMMON, colour]:
                return _KNOWN
        if team_monads(tables, state, seat) > tables.monads_to_win - (state.over == 0):
            return _END
    if state.over == 0 and state.passes == state.num_seats:
        return _END
    return SOUND if _phase_is_right(state) else _PHASE


@rule
def _identities_are_right(tables: Tables, state: State):
    left = 0
    for k in range(tables.num_identities):
        left |= 1 << tables.identities[k]
    for seat in range(state.num_seats):
        colour = 1 << state.identity[seat]
        if not left & colour:
            return False
        left ^= colour
    return True


@rule
def _piles_are_right(state: State):
    right = is_pile(state.draw, state.draw_size) and is_pile(state.discard, state.discard_size)
    for rank in range(s.BI, s.CARD_RANKS):
        right = right and is_pile(state.column[rank], state.column_size[rank])
    return right and is_pile(state.laid, state.num_laid)


@rule
def _laid_is_right(state: State):
    value = 0
    for k in range(state.num_laid):
        rank, _ = s.rank_and_colour(state.laid[k])
        if rank >= state.target:  # also where nothing is being paid for
            return False
        value += s.VALUE[rank]
    return state.laid_value == value


@rule
def _count(state: State, rank):
    # of each colour of a set
    counts = 0
    for colour in range(s.COLOURS):
        held = 0
        for seat in range(state.num_seats):
            held += state.hand[seat, rank, colour]
        counts += held << 8 * colour
    for k in range(state.column_size[rank]):
        counts += 1 << 8 * state.column[rank, k]
    for k in range(state.num_laid):
        laid_rank, colour = s.rank_and_colour(state.laid[k])
        if laid_rank == rank:
            counts += 1 << 8 * colour
    if rank == s.COMMON:
        for k in range(state.draw_size):
            counts += 1 << 8 * state.draw[k]
        for k in range(state.discard_size):
            counts += 1 << 8 * state.discard[k]
    return counts


@rule
def _phase_is_right(state: State):
    if s.COMMON in (state.bonus_set, state.target) or (state.phase == Phase.BONUS) != (state.bonus_set >= s.BI):
        return False
    if state.over:  # a payment that was cut off stays laid
        return state.phase == Phase.TURN and state.prepared == 0 and state.bonus_used == 0
    if state.phase != Phase.PAYING:
        return state.target == s.NONE
    return state.target != s.NONE and is_available(state, state.target) and _can_be_paid(state)


@rule
def _can_be_paid(state: State):
    wealth = state.laid_value
    for rank in range(state.target):
        for colour in range(s.COLOURS):
            wealth += state.hand[state.seat, rank, colour] * s.VALUE[rank]
    return wealth >= s.VALUE[state.target]
