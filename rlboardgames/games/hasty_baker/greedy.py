"""A player of sensible strength: it rates what each action brings it or costs the others, and takes the best.

It reads only what its seat may know. The unit is a hundredth of an ingredient laid, which costs an action.
"""

from rlboardgames.core.compile import rule
from rlboardgames.core.seats import seat_at
from rlboardgames.games.hasty_baker import rules
from rlboardgames.games.hasty_baker import state as s
from rlboardgames.games.hasty_baker.actions import ACTIONS, FIRST, steal_place
from rlboardgames.games.hasty_baker.state import Phase, State, Tables

_NUM_ACTIONS = ACTIONS.size

_LAID = 100
_POINT = s.LISTED * _LAID
_WIN = 100 * _POINT
_HARM = 80  # an ingredient that the leader of the others loses
_SEVEN_CARDS = 140  # unknown ones
_KEEP_STRATEGY = (60, 50, 30, 20, 20, 70, 25, 40)
"""What it is worth to have a strategy card in hand, from Hasty Baker to Broken Timer.

These and the other numbers were tuned in matches against variants: harming others pays less than baking on.
"""


def greedy(tables: Tables, state: State):
    """Return the action of the greedy player for the seat to move."""
    card = _least_useful(tables, state)
    if state.phase == Phase.DISCARD:
        return FIRST.discard + card
    hand = state.hands[state.seat]
    best = _rated(FIRST.replace + card, _LAID // 2 - _use(tables, state, card))
    for ingredient in range(s.INGREDIENTS):
        if hand[ingredient] > 0 and rules.fits(tables, state, state.seat, ingredient):
            best = max(best, _rated(FIRST.play + ingredient, _value_of_laying(state, ingredient)))
    if hand[s.HASTY_BAKER] > 0:
        best = max(best, _rated(FIRST.hasty_baker, _POINT + _LAID))
    if hand[s.BLUE_RIBBON] > 0 and state.ribbon[state.seat] == 0:
        best = max(best, _rated(FIRST.blue_ribbon, _POINT))
    if hand[s.NEW_HAND] > 0:
        best = max(best, _rated(FIRST.new_hand, _value_of_new_hand(tables, state)))
    if hand[s.SPOILED_INGREDIENT] > 0:
        for ingredient in range(s.REAL):
            if rules.is_in_play(state, ingredient):
                best = max(best, _rated(FIRST.spoil + ingredient, _value_of_spoiling(state, ingredient)))
    for offset in range(1, state.num_seats):
        best = max(best, _best_against(tables, state, offset))
    return best % _NUM_ACTIONS


@rule
def _rated(action, value):
    # a value and its action in one number, so that the best can be found with max
    return (value + _WIN) * _NUM_ACTIONS + action


@rule
def _best_against(tables: Tables, state: State, offset):
    hand = state.hands[state.seat]
    other = seat_at(state, state.seat, offset)
    harm = _harm(state, other)
    best = 0
    if hand[s.STEAL_INGREDIENT] > 0:
        for ingredient in range(s.INGREDIENTS):
            if state.laid[other, ingredient] > 0 and rules.fits(tables, state, state.seat, ingredient):
                value = _value_of_laying(state, ingredient) + harm
                best = max(best, _rated(FIRST.steal + steal_place(ingredient, offset - 1), value))
    if hand[s.BROKEN_TIMER] > 0:
        lost = rules.num_laid(state, other) + s.LISTED * (rules.prize(state, other) - 1)
        best = max(best, _rated(FIRST.broken_timer + offset, harm * lost))
    if hand[s.DOUBLE_BATCH] > 0 and state.batch[other] == 0 and _wins_next(state, other):
        best = max(best, _rated(FIRST.double_batch + offset, harm * s.LISTED))
    if hand[s.TAKE_TWO] > 0 and state.hand_size[other] > 0:
        best = max(best, _rated(FIRST.take_two + offset - 1, (_LAID + harm) // 2))
    return best


# ---------------------------------------------------------------------------------------------------------- Estimation


@rule
def _wins_next(state: State, seat):
    return state.points[seat] + rules.prize(state, seat) >= s.WINNING_POINTS


@rule
def _distance(state: State, seat):
    # ingredients to be laid until the win
    later = max(s.WINNING_POINTS - state.points[seat] - rules.prize(state, seat), 0)
    return rules.num_missing(state, seat) + s.LISTED * later


@rule
def _harm(state: State, seat):
    # what it is worth that another seat loses an ingredient: more if none of the others is nearer to the win
    distance = _distance(state, seat)
    for other in range(state.num_seats):
        if other != state.seat and _distance(state, other) < distance:
            return _LAID // state.num_seats
    return _HARM


@rule
def _value_of_laying(state: State, ingredient):
    seat = state.seat
    value = _LAID if ingredient != s.WILD else _LAID - 10
    if rules.num_missing(state, seat) > 1:
        return value
    if _wins_next(state, seat):
        return _WIN
    # a Ribbon or a Hasty Baker first, if there is time for both
    return value + _POINT // 2 if state.actions_left > 1 else value + 2 * _POINT


@rule
def _value_of_spoiling(state: State, ingredient):
    value = -_LAID * state.laid[state.seat, ingredient]
    for other in range(state.num_seats):
        if other != state.seat:
            value += _harm(state, other) * state.laid[other, ingredient]
    return value


@rule
def _value_of_new_hand(tables: Tables, state: State):
    # for oneself: the more, the worse the cards in hand
    use = 0
    for card in range(s.CARDS):
        if state.hands[state.seat, card] > 0:
            use = max(use, _use(tables, state, card))
    return _SEVEN_CARDS - use


@rule
def _use(tables: Tables, state: State, card):
    # what it is worth to keep a card of this type; of several alike, the last
    if card == s.WILD:
        return _LAID - 10
    if card > s.WILD:
        return _KEEP_STRATEGY[card - s.HASTY_BAKER] if state.hands[state.seat, card] == 1 else 10
    wanted = tables.lists[state.recipe[state.seat], card] * (1 + state.batch[state.seat])
    if state.hands[state.seat, card] + state.laid[state.seat, card] <= wanted:
        return _LAID - 20
    return 10 - state.hands[state.seat, card]


@rule
def _least_useful(tables: Tables, state: State):
    least = 0
    least_use = _WIN
    for card in range(s.CARDS):
        if state.hands[state.seat, card] > 0:
            use = _use(tables, state, card)
            if use < least_use:
                least = card
                least_use = use
    return least
