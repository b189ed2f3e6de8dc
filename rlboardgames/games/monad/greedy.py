"""A player of sensible strength: it makes the play that gains most worth, as long as there is one that loses none.

It reads only what its seat may know. The worths were found by letting such players meet. A Common is worth more than
its points, since it is part of a leap; the seat's wilds are worth more, since they stand for higher cards; a Monad that
does not win is worth less, so that it is rather traded for, with a bonus, than bought.
"""

from rlboardgames.core.compile import rule
from rlboardgames.games.monad import rules
from rlboardgames.games.monad import state as s
from rlboardgames.games.monad.actions import FIRST, LEAP_RANK, WILD_OWN, WILD_STOOD, trade_place, wild_place
from rlboardgames.games.monad.state import Phase, State, Tables

_WORTH = (3, 3, 7, 16, 36, 60)
_WILD = 3  # what a wild is worth more
_WIN = 1000  # a Monad that wins

_NOTHING = -1000
"""The gain where there is no play."""


def greedy(tables: Tables, state: State):
    """Return the action of the greedy player for the seat to move."""
    if state.phase == Phase.BONUS:
        return FIRST.take_bonus
    if state.phase == Phase.PAYING:
        return FIRST.confirm if rules.is_paid(state) else _next_card(state)
    gain, play = _try_trades(tables, state, _NOTHING, FIRST.pass_turn)
    gain, play = _try_wild_trades(tables, state, gain, play)
    gain, play = _try_buys(tables, state, gain, play)
    if state.prepared:
        gain, play = _try_leaps(tables, state, gain, play)
        return play if gain >= 0 else FIRST.end_turn
    if gain >= 0 or (state.draw_size == 0 and state.discard_size == 0):
        return play
    return FIRST.draw if state.draw_size > 0 else FIRST.flip


# --------------------------------------------------------------------------------------------------------------- Worth


@rule
def _worth(state: State, rank, colour):
    if rank > s.COMMON and colour == state.identity[state.seat]:
        return _WORTH[rank] + _WILD
    return _WORTH[rank]


@rule
def _worth_on_top(tables: Tables, state: State, rank):
    # of the next card of a set, or of a Monad
    if rank < s.MONAD:
        return _worth(state, rank, state.column[rank, 0])
    return _WIN if rules.team_monads(tables, state, state.seat) + 1 == tables.monads_to_win else _WORTH[s.MONAD]


# --------------------------------------------------------- Plays: each returns the better of its best and the best yet


@rule
def _try_trades(tables: Tables, state: State, best_gain, best):
    for rank in range(s.CARD_RANKS):
        cards = state.hand[state.seat, rank]
        for warm in range(s.FIRST_COOL):
            for cool in range(s.FIRST_COOL, s.COLOURS):
                if cards[warm] > 0 and cards[cool] > 0 and rules.is_available(state, rank + 1):
                    gain = _worth_on_top(tables, state, rank + 1)
                    gain -= _worth(state, rank, warm) + _worth(state, rank, cool)
                    if rules.gives_bonus(state, rank, warm, cool):
                        gain += rules.bonus_value(state, rank)
                    if gain > best_gain:
                        best_gain = gain
                        best = FIRST.trade + trade_place(rank, warm, cool - s.FIRST_COOL)
    return best_gain, best


@rule
def _try_wild_trades(tables: Tables, state: State, best_gain, best):
    first = rules.first_partner(state)
    for wild in range(len(WILD_OWN)):
        stood, own = WILD_STOOD[wild], WILD_OWN[wild]
        if rules.can_use_wild(state, stood, own):
            gain = _worth_on_top(tables, state, stood + 1) - _WORTH[stood] - _WORTH[own] - _WILD
            for partner in range(first, first + s.FIRST_COOL):
                if gain > best_gain and state.hand[state.seat, stood, partner] > 0:
                    best_gain, best = gain, FIRST.wild + wild_place(wild, partner)
    return best_gain, best


@rule
def _try_leaps(tables: Tables, state: State, best_gain, best):
    colours = rules.common_colours(state)
    for leap in range(len(LEAP_RANK)):
        if rules.can_leap(state, leap, colours):
            rank = LEAP_RANK[leap]
            gain = _worth_on_top(tables, state, rank) - (rank + 2) * _WORTH[s.COMMON]
            if gain > best_gain:
                best_gain, best = gain, FIRST.leap + leap
    return best_gain, best


@rule
def _try_buys(tables: Tables, state: State, best_gain, best):
    wealth = 0
    for rank in range(s.CARD_RANKS):
        wealth += rules.held(state, rank) * s.VALUE[rank]
        if rules.can_buy(state, rank + 1, wealth):
            gain = _worth_on_top(tables, state, rank + 1) - _cost(state, rank + 1)
            if gain > best_gain:
                best_gain, best = gain, FIRST.buy + rank
    return best_gain, best


# -------------------------------------------------------------------------------------------------------------- Paying


@rule
def _cost(state: State, target):
    # worth of the cards that `_next_card` will lay
    lacking = s.VALUE[target]
    cost = 0
    lowest_left = s.NONE
    for rank in range(target - 1, s.NONE, -1):
        count = rules.held(state, rank)
        laid = min(count, lacking // s.VALUE[rank])
        lacking -= laid * s.VALUE[rank]
        cost += laid * _WORTH[rank]
        if laid < count:
            lowest_left = rank
    return cost + _WORTH[lowest_left] if lacking > 0 else cost


@rule
def _next_card(state: State):
    # of the highest set that does not overpay, otherwise of the lowest one
    lacking = s.VALUE[state.target] - state.laid_value
    chosen = s.NONE
    for rank in range(state.target - 1, s.NONE, -1):
        if rules.held(state, rank) > 0 and (chosen == s.NONE or s.VALUE[chosen] > lacking):
            chosen = rank
    return FIRST.lay + s.card(chosen, _spare_colour(state, chosen))


@rule
def _spare_colour(state: State, rank):
    # the card that there are most of, the wild last
    best = s.NONE
    best_spare = 0
    for colour in range(s.COLOURS):
        count = state.hand[state.seat, rank, colour]
        spare = 2 * count - (colour == state.identity[state.seat])
        if count > 0 and spare > best_spare:
            best_spare, best = spare, colour
    return best
