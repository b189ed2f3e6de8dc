"""A player of sensible strength: within its turn it makes the play that gains most value, as long as one gains.

It reads only what its seat may know.
"""

from rlboardgames.core.compile import rule
from rlboardgames.games.monad import rules
from rlboardgames.games.monad.actions import (
    BUY,
    CONFIRM,
    DECLINE_BONUS,
    DRAW,
    END_TURN,
    FLIP,
    LAY,
    LEAP,
    LEAP_COLOURS,
    LEAP_RANK,
    PASS,
    TAKE_BONUS,
    TRADE,
    WILD,
    WILD_OWN,
    WILD_STOOD,
)
from rlboardgames.games.monad.state import (
    BI,
    BONUS,
    CARD_RANKS,
    COLOURS,
    COMMON,
    FIRST_COOL,
    MONAD,
    NONE,
    PAYING,
    TURN,
    VALUE,
)

_NEVER = -1000
"""The gain of a play that cannot be made."""

WORTH = (1, 3, 7, 16, 36, 100)


def greedy(tables, state):
    """Return the action of the greedy player for the seat to move."""
    if state.phase == BONUS:
        return TAKE_BONUS
    if state.phase == PAYING:
        return _next_card(state)
    gain, action = _best_play(state)
    if gain > 0:
        return action
    if state.prepared:
        return END_TURN
    if state.draw_size > 0:
        return DRAW
    if state.discard_size > 0:
        return FLIP
    return action if gain > _NEVER else PASS


@rule
def _best_play(state):
    gain, action = _best_trade(state)
    other_gain, other = _best_wild_trade(state)
    if other_gain > gain:
        gain, action = other_gain, other
    other_gain, other = _best_buy(state)
    if other_gain > gain:
        gain, action = other_gain, other
    if state.prepared:
        other_gain, other = _best_leap(state)
        if other_gain > gain:
            gain, action = other_gain, other
    return gain, action


@rule
def _best_trade(state):
    best_gain, best = _NEVER, PASS
    for rank in range(CARD_RANKS):
        for warm in range(FIRST_COOL):
            for cool in range(FIRST_COOL, COLOURS):
                if rules.can_trade(state, rank, warm, cool):
                    gain = WORTH[rank + 1] - 2 * WORTH[rank]
                    if rules.gives_bonus(state, rank, warm, cool):
                        gain += rules.bonus_value(state, rank)
                    if gain > best_gain:
                        best_gain, best = gain, TRADE + (rank * FIRST_COOL + warm) * FIRST_COOL + cool - FIRST_COOL
    return best_gain, best


@rule
def _best_wild_trade(state):
    best_gain, best = _NEVER, PASS
    first = rules.first_partner(state)
    for wild in range(len(WILD_OWN)):
        stood = WILD_STOOD[wild]
        gain = WORTH[stood + 1] - WORTH[stood] - WORTH[WILD_OWN[wild]]
        if gain > best_gain and rules.can_use_wild(state, stood, WILD_OWN[wild]):
            for partner in range(first, first + FIRST_COOL):
                if state.hand[state.seat, stood, partner] > 0:
                    best_gain, best = gain, WILD + wild * COLOURS + partner
    return best_gain, best


@rule
def _best_leap(state):
    best_gain, best = _NEVER, PASS
    colours = rules.common_colours(state)
    for leap in range(len(LEAP_COLOURS)):
        rank = LEAP_RANK[leap]
        gain = WORTH[rank] - (rank + 2) * WORTH[COMMON]
        if gain > best_gain and rules.can_leap(state, leap, colours):
            best_gain, best = gain, LEAP + leap
    return best_gain, best


@rule
def _best_buy(state):
    best_gain, best = _NEVER, PASS
    wealth = 0
    for rank in range(CARD_RANKS):
        wealth += rules.held(state, rank) * VALUE[rank]
        if wealth >= VALUE[rank + 1] and rules.is_available(state, rank + 1):
            gain = WORTH[rank + 1] - VALUE[rank + 1] - _overpayment(state, rank + 1)
            if gain > best_gain:
                best_gain, best = gain, BUY + rank
    return best_gain, best


@rule
def _overpayment(state, target):
    # by the cards that `_next_card` lays
    lacking = VALUE[target]
    smallest = 0
    for rank in range(target - 1, -1, -1):
        count = rules.held(state, rank)
        used = min(count, lacking // VALUE[rank])
        lacking -= used * VALUE[rank]
        if used < count:
            smallest = VALUE[rank]
    return smallest - lacking if lacking > 0 else 0


@rule
def _next_card(state):
    # the highest set that does not overpay, otherwise the lowest one there is
    if rules.is_paid(state):
        return CONFIRM
    lacking = VALUE[state.target] - state.laid_value
    chosen = NONE
    for rank in range(state.target - 1, -1, -1):
        if rules.held(state, rank) > 0 and (chosen == NONE or VALUE[chosen] > lacking):
            chosen = rank
    return LAY + chosen * COLOURS + _spare_colour(state, chosen)


@rule
def _spare_colour(state, rank):
    # what there is most of; the wild last
    best = NONE
    for colour in range(COLOURS):
        count = state.hand[state.seat, rank, colour]
        if count > 0 and (best == NONE or count > state.hand[state.seat, rank, best]):
            best = colour
    return best
