"""A player of sensible strength: it rates what each action brings it or costs the others, and takes the best.

It reads only what its seat may know. The unit is a hundredth of an ingredient laid, which costs an action.
"""

from rlboardgames.core.compile import rule
from rlboardgames.core.seats import seat_at
from rlboardgames.games.hasty_baker import rules
from rlboardgames.games.hasty_baker.actions import (
    BATCH_ON,
    DISCARD_CARD,
    HASTE,
    NEW_HAND_FOR,
    NUM_ACTIONS,
    OTHERS,
    PLAY,
    REPLACE,
    RIBBON,
    SPOIL,
    STEAL,
    TAKE_FROM,
    TIMER_ON,
)
from rlboardgames.games.hasty_baker.state import (
    BLUE_RIBBON,
    BROKEN_TIMER,
    CARDS,
    DISCARD,
    DOUBLE_BATCH,
    HASTY_BAKER,
    INGREDIENTS,
    LISTED,
    NEW_HAND,
    REAL,
    SPOILED_INGREDIENT,
    STEAL_INGREDIENT,
    TAKE_TWO,
    WILD,
    WINNING_POINTS,
)

_LAID = 100
_POINT = LISTED * _LAID
_WIN = 100 * _POINT
_HARM = 80  # an ingredient that the leader of the others loses
_SEVEN_CARDS = 140  # unknown ones
_KEEP_STRATEGY = (60, 50, 30, 20, 20, 70, 25, 40)
"""What it is worth to have a strategy card in hand, from Hasty Baker to Broken Timer.

These and the other numbers were tuned in matches against variants: harming others pays less than baking on.
"""


def greedy(tables, state):
    """Return the action of the greedy player for the seat to move."""
    card = _least_useful(tables, state)
    if state.phase == DISCARD:
        return DISCARD_CARD + card
    hand = state.hands[state.seat]
    best = _rated(REPLACE + card, _LAID // 2 - _use(tables, state, card))
    for ingredient in range(INGREDIENTS):
        if hand[ingredient] > 0 and rules.fits(tables, state, state.seat, ingredient):
            best = max(best, _rated(PLAY + ingredient, _value_of_laying(state, ingredient)))
    if hand[HASTY_BAKER] > 0:
        best = max(best, _rated(HASTE, _POINT + _LAID))
    if hand[BLUE_RIBBON] > 0 and state.ribbon[state.seat] == 0:
        best = max(best, _rated(RIBBON, _POINT))
    if hand[NEW_HAND] > 0:
        best = max(best, _rated(NEW_HAND_FOR, _value_of_new_hand(tables, state)))
    if hand[SPOILED_INGREDIENT] > 0:
        for ingredient in range(REAL):
            if rules.is_in_play(state, ingredient):
                best = max(best, _rated(SPOIL + ingredient, _value_of_spoiling(state, ingredient)))
    for offset in range(1, state.num_seats):
        best = max(best, _best_against(tables, state, offset))
    return best % NUM_ACTIONS


@rule
def _rated(action, value):
    # a value and its action in one number, so that the best can be found with max
    return (value + _WIN) * NUM_ACTIONS + action


@rule
def _best_against(tables, state, offset):
    hand = state.hands[state.seat]
    other = seat_at(state, state.seat, offset)
    harm = _harm(state, other)
    best = 0
    if hand[STEAL_INGREDIENT] > 0:
        for ingredient in range(INGREDIENTS):
            if state.laid[other, ingredient] > 0 and rules.fits(tables, state, state.seat, ingredient):
                value = _value_of_laying(state, ingredient) + harm
                best = max(best, _rated(STEAL + ingredient * OTHERS + offset - 1, value))
    if hand[BROKEN_TIMER] > 0:
        lost = rules.num_laid(state, other) + LISTED * (rules.prize(state, other) - 1)
        best = max(best, _rated(TIMER_ON + offset, harm * lost))
    if hand[DOUBLE_BATCH] > 0 and state.batch[other] == 0 and _wins_next(state, other):
        best = max(best, _rated(BATCH_ON + offset, harm * LISTED))
    if hand[TAKE_TWO] > 0 and state.hand_size[other] > 0:
        best = max(best, _rated(TAKE_FROM + offset - 1, (_LAID + harm) // 2))
    return best


# ---------------------------------------------------------------------------------------------------------- Estimation


@rule
def _wins_next(state, seat):
    return state.points[seat] + rules.prize(state, seat) >= WINNING_POINTS


@rule
def _distance(state, seat):
    # ingredients to be laid until the win
    later = max(WINNING_POINTS - state.points[seat] - rules.prize(state, seat), 0)
    return rules.num_missing(state, seat) + LISTED * later


@rule
def _harm(state, seat):
    # what it is worth that another seat loses an ingredient: more if none of the others is nearer to the win
    distance = _distance(state, seat)
    for other in range(state.num_seats):
        if other != state.seat and _distance(state, other) < distance:
            return _LAID // state.num_seats
    return _HARM


@rule
def _value_of_laying(state, ingredient):
    seat = state.seat
    value = _LAID if ingredient != WILD else _LAID - 10
    if rules.num_missing(state, seat) > 1:
        return value
    if _wins_next(state, seat):
        return _WIN
    # a Ribbon or a Hasty Baker first, if there is time for both
    return value + _POINT // 2 if state.actions_left > 1 else value + 2 * _POINT


@rule
def _value_of_spoiling(state, ingredient):
    value = -_LAID * state.laid[state.seat, ingredient]
    for other in range(state.num_seats):
        if other != state.seat:
            value += _harm(state, other) * state.laid[other, ingredient]
    return value


@rule
def _value_of_new_hand(tables, state):
    # for oneself: the more, the worse the cards in hand
    use = 0
    for card in range(CARDS):
        if state.hands[state.seat, card] > 0:
            use = max(use, _use(tables, state, card))
    return _SEVEN_CARDS - use


@rule
def _use(tables, state, card):
    # what it is worth to keep a card of this type; of several alike, the last
    if card == WILD:
        return _LAID - 10
    if card > WILD:
        return _KEEP_STRATEGY[card - HASTY_BAKER] if state.hands[state.seat, card] == 1 else 10
    wanted = tables.lists[state.recipe[state.seat], card] * (1 + state.batch[state.seat])
    if state.hands[state.seat, card] + state.laid[state.seat, card] <= wanted:
        return _LAID - 20
    return 10 - state.hands[state.seat, card]


@rule
def _least_useful(tables, state):
    least = 0
    least_use = _WIN
    for card in range(CARDS):
        if state.hands[state.seat, card] > 0:
            use = _use(tables, state, card)
            if use < least_use:
                least = card
                least_use = use
    return least
