"""The rules of Monad, in the order of the rule book. Rule ids refer to ``docs/rules/monad.md``."""

from rlboardgames.core.compile import rule
from rlboardgames.core.random import integers, shuffle
from rlboardgames.core.records import Cells
from rlboardgames.core.seats import seat_at
from rlboardgames.games.monad import state as s
from rlboardgames.games.monad.actions import (
    KIND,
    KIND_OF,
    LEAP_COLOURS,
    LEAP_RANK,
    PLACE_OF,
    WILD_OWN,
    WILD_STOOD,
    Actions,
    trade_indices,
    wild_indices,
)
from rlboardgames.games.monad.state import Phase, State, Tables

# ------------------------------------------------------------------------------------------------------------- Setup


def deal(tables: Tables, state: State):
    """Set up the game."""
    _deal_identities(tables, state)
    _lay_out_columns(state)
    _deal_commons(state)
    state.seat = 0  # MO-6
    state.phase = Phase.TURN


@rule
def _deal_identities(tables: Tables, state: State):
    # MO-3; shuffled in the memory of a column that is not laid out yet
    for k in range(tables.num_identities):
        state.column[s.BI, k] = tables.identities[k]
    shuffle(state, state.column[s.BI], tables.num_identities)
    for seat in range(state.num_seats):
        state.identity[seat] = state.column[s.BI, seat]


@rule
def _lay_out_columns(state: State):
    for rank in range(s.BI, s.CARD_RANKS):  # MO-4
        for colour in range(s.COLOURS):
            state.column[rank, colour] = colour
        shuffle(state, state.column[rank], s.COLOURS)
        state.column_size[rank] = s.COLOURS


@rule
def _deal_commons(state: State):
    # MO-3, MO-5: as many of each colour as there are seats; shuffled in the memory of the draw deck, which stays empty
    size = state.num_seats * s.COMMONS_DEALT
    for k in range(size):
        state.draw[k] = k % s.COLOURS
    shuffle(state, state.draw, size)
    for k in range(size):
        state.hand[k % state.num_seats, s.COMMON, state.draw[k]] += 1
        state.draw[k] = s.NONE


# ----------------------------------------------------------------------------------------- The way of the cards (MO-9)


@rule
def is_available(state: State, rank):
    """Return whether a card of this set lies in its column; a Monad always does (MO-2)."""
    return rank == s.MONAD or state.column_size[rank] > 0


@rule
def _gain(tables: Tables, state: State, rank):
    # the top card of a column to the hand, or a Monad to the table
    seat = state.seat
    if rank == s.MONAD:
        state.monads[seat] += 1
        _look_for_winner(tables, state)
        return
    state.hand[seat, rank, state.column[rank, 0]] += 1
    last = state.column_size[rank] - 1
    for place in range(last):
        state.column[rank, place] = state.column[rank, place + 1]
    state.column[rank, last] = s.NONE
    state.column_size[rank] = last


@rule
def _take_from_hand(state: State, rank, colour):
    seat = state.seat
    state.hand[seat, rank, colour] -= 1
    if rank == s.COMMON and state.known[seat, colour] > 0:
        state.known[seat, colour] -= 1


@rule
def _return(state: State, rank, colour):
    # a paid card: a Common onto the discard pile, any other one to the bottom of its column
    if rank == s.COMMON:
        state.discard[state.discard_size] = colour
        state.discard_size += 1
    else:
        state.column[rank, state.column_size[rank]] = colour
        state.column_size[rank] += 1


@rule
def _pay(state: State, rank, colour):
    _take_from_hand(state, rank, colour)
    _return(state, rank, colour)


# ----------------------------------------------------------------------------------------------------- Trade (MO-8)


@rule
def _trade(tables: Tables, state: State, rank, warm, cool):
    _gain(tables, state, rank + 1)
    _pay(state, rank, warm)  # MO-10: the warm card first
    _pay(state, rank, cool)
    state.prepared = 1
    if state.over == 0 and gives_bonus(state, rank, warm, cool):
        state.bonus_set = rank
        state.phase = Phase.BONUS


# ----------------------------------------------------------------------------------------------- Bonus (MO-11, MO-12)


@rule
def gives_bonus(state: State, rank, warm, cool):
    """Return whether the trade of these two real cards gives a bonus that brings something."""
    return cool == warm + s.FIRST_COOL and state.bonus_used == 0 and bonus_value(state, rank) > 0


@rule
def bonus_value(state: State, rank):
    """Return the total value of the bonus for two cards of a set: of what is there of every lower set."""
    value = 0
    if rank > s.COMMON and state.draw_size > 0:
        value += s.VALUE[s.COMMON]
    for lower in range(s.BI, rank):
        if is_available(state, lower):
            value += s.VALUE[lower]
    return value


@rule
def _take_bonus(tables: Tables, state: State):
    for lower in range(s.BI, state.bonus_set):
        if is_available(state, lower):
            _gain(tables, state, lower)
    if state.draw_size > 0:
        _draw_common(state)
    state.bonus_used = 1
    _leave_bonus(state)


@rule
def _leave_bonus(state: State):
    state.bonus_set = s.NONE
    state.phase = Phase.TURN


# ------------------------------------------------------------------------------------------------------ Wild (MO-13)


@rule
def first_partner(state: State):
    """Return the first of the three colours that are of the other temperature than the seat's Identity."""
    return s.FIRST_COOL if state.identity[state.seat] < s.FIRST_COOL else 0


@rule
def holds_wild(state: State):
    """Return whether the seat to move holds a wild of any set above the Commons."""
    own = state.identity[state.seat]
    count = 0
    for rank in range(s.BI, s.CARD_RANKS):
        count += state.hand[state.seat, rank, own]
    return count > 0


@rule
def can_use_wild(state: State, stood, own):
    """Return whether the seat to move holds the wild of set `own`, and a trade from set `stood` is open."""
    return state.hand[state.seat, own, state.identity[state.seat]] > 0 and is_available(state, stood + 1)


@rule
def _trade_wild(tables: Tables, state: State, stood, own, partner):
    _gain(tables, state, stood + 1)
    _pay(state, own, state.identity[state.seat])
    _pay(state, stood, partner)
    state.prepared = 1


# ------------------------------------------------------------------------------------------------------- Buy (MO-14)


@rule
def held(state: State, rank):
    """Return how many cards of a set the seat to move has in hand."""
    count = 0
    for colour in range(s.COLOURS):
        count += state.hand[state.seat, rank, colour]
    return count


@rule
def can_buy(state: State, target, wealth):
    """Return whether cards of this value, all of them lower, can pay for the top card of a set."""
    return (wealth >= s.VALUE[target]) & is_available(state, target)


@rule
def _begin_payment(state: State, target):
    state.target = target
    state.phase = Phase.PAYING


@rule
def _lay(state: State, rank, colour):
    _take_from_hand(state, rank, colour)
    state.laid[state.num_laid] = s.card(rank, colour)
    state.num_laid += 1
    state.laid_value += s.VALUE[rank]


@rule
def is_paid(state: State):
    """Return whether the laid cards suffice. They are then two or more: a single lower card never does."""
    return state.laid_value >= s.VALUE[state.target]


@rule
def _confirm(tables: Tables, state: State):
    _gain(tables, state, state.target)
    for k in range(state.num_laid):
        rank, colour = s.rank_and_colour(state.laid[k])
        _return(state, rank, colour)
        state.laid[k] = s.NONE
    state.num_laid = 0
    state.laid_value = 0
    state.target = s.NONE
    state.prepared = 1
    state.phase = Phase.TURN


# ------------------------------------------------------------------------------------------------------ Leap (MO-15)


@rule
def common_colours(state: State):
    """Return the colours of the Commons of the seat to move as bits."""
    colours = 0
    for colour in range(s.COLOURS):
        if state.hand[state.seat, s.COMMON, colour] > 0:
            colours |= 1 << colour
    return colours


@rule
def can_leap(state: State, leap, colours):
    """Return whether a leap is possible with Commons of these colours, given as bits."""
    return LEAP_COLOURS[leap] & ~colours == 0 and is_available(state, LEAP_RANK[leap])


@rule
def _leap(tables: Tables, state: State, leap):
    _gain(tables, state, LEAP_RANK[leap])
    for colour in range(s.COLOURS):
        if LEAP_COLOURS[leap] >> colour & 1:
            _pay(state, s.COMMON, colour)


# ------------------------------------------------------------------------------- Draw, flip, pass (MO-16 to MO-18)


@rule
def _draw_common(state: State):
    top = state.draw_size - 1
    colour = state.draw[top]
    state.draw[top] = s.NONE
    state.draw_size = top
    state.hand[state.seat, s.COMMON, colour] += 1
    state.known[state.seat, colour] += 1


@rule
def _flip(state: State):
    # MO-17: the card discarded first is drawn first
    size = state.discard_size
    for k in range(size):
        state.draw[size - 1 - k] = state.discard[k]
        state.discard[k] = s.NONE
    state.draw_size = size
    state.discard_size = 0


@rule
def _may_pass(state: State, mask: Actions):
    # MO-18: without a trade, and if no two cards of a set, with whatever else is needed, all of it lower, buy the next
    for rank in range(s.CARD_RANKS):
        for warm in range(s.FIRST_COOL):
            for cool in range(s.FIRST_COOL):
                if mask.trade[rank, warm, cool] != 0:
                    return False
    for wild in range(len(WILD_OWN)):
        for partner in range(s.COLOURS):
            if mask.wild[wild, partner] != 0:
                return False
    for rank in range(s.CARD_RANKS):
        if mask.buy[rank] != 0 and held(state, rank) >= 2:
            return False
    return True


@rule
def _pass(state: State):
    for colour in range(s.COLOURS):
        state.known[state.seat, colour] = state.hand[state.seat, s.COMMON, colour]
    state.passes += 1
    if state.passes == state.num_seats:  # MO-21
        state.over = 1
    else:
        _end_turn(state)


@rule
def _end_turn(state: State):
    state.prepared = 0
    state.bonus_used = 0
    state.seat = seat_at(state, state.seat, 1)


# -------------------------------------------------------------------------------------------- End (MO-20 to MO-23)


@rule
def team_monads(tables: Tables, state: State, seat):
    """Return the Monads of a seat, or of its team together."""
    monads = 0
    for other in range(state.num_seats):
        if tables.team[other] == tables.team[seat]:
            monads += state.monads[other]
    return monads


@rule
def _look_for_winner(tables: Tables, state: State):
    if team_monads(tables, state, state.seat) >= tables.monads_to_win:  # MO-20
        state.over = 1


def settle(tables: Tables, state: State):
    """Leave the turn of a game that is over; the cards of a payment stay laid, since they must be somewhere."""
    state.phase = Phase.TURN
    state.prepared = 0
    state.bonus_used = 0
    state.bonus_set = s.NONE


@rule
def _hand_value(state: State, seat):
    value = 0
    for rank in range(s.CARD_RANKS):
        for colour in range(s.COLOURS):
            value += state.hand[seat, rank, colour] * s.VALUE[rank]
    return value


def standing(tables: Tables, state: State, out: Cells):
    """Write the Monads (MO-23); ties: the value of the cards in hand (MO-22), but nothing after an all-pass (MO-21)."""
    for seat in range(state.num_seats):
        out[seat, 0] = team_monads(tables, state, seat)
        if state.passes < state.num_seats:
            for other in range(state.num_seats):
                if tables.team[other] == tables.team[seat]:
                    out[seat, 1] += _hand_value(state, other)


# ------------------------------------------------------------------------------------------------ The three main verbs


def legal(tables: Tables, state: State, mask: Actions):
    """Write the legal actions of the seat to move."""
    if state.phase == Phase.TURN:
        _legal_in_turn(state, mask)
    elif state.phase == Phase.BONUS:
        mask.take_bonus = 1
        mask.decline_bonus = 1
    else:
        _legal_in_payment(state, mask)


@rule
def _legal_in_turn(state: State, mask: Actions):
    _legal_trades(state, mask)
    if holds_wild(state):
        _legal_wild_trades(state, mask)
    _legal_buys(state, mask)
    if state.prepared:  # MO-7: a draw, a flip or a pass is instead of everything else
        _legal_leaps(state, mask)
        mask.end_turn = 1
    elif state.draw_size > 0:
        mask.draw = 1
    elif state.discard_size > 0:
        mask.flip = 1
    else:
        mask.pass_turn = _may_pass(state, mask)


@rule
def _legal_trades(state: State, mask: Actions):
    for rank in range(s.CARD_RANKS):
        if is_available(state, rank + 1):
            cards = state.hand[state.seat, rank]
            for warm in range(s.FIRST_COOL):
                if cards[warm] > 0:
                    for cool in range(s.FIRST_COOL):
                        mask.trade[rank, warm, cool] = cards[s.FIRST_COOL + cool] > 0


@rule
def _legal_wild_trades(state: State, mask: Actions):
    first = first_partner(state)
    for wild in range(len(WILD_OWN)):
        stood = WILD_STOOD[wild]
        if can_use_wild(state, stood, WILD_OWN[wild]):
            for partner in range(first, first + s.FIRST_COOL):
                mask.wild[wild, partner] = state.hand[state.seat, stood, partner] > 0


@rule
def _legal_buys(state: State, mask: Actions):
    wealth = 0
    for rank in range(s.CARD_RANKS):
        wealth += held(state, rank) * s.VALUE[rank]
        mask.buy[rank] = can_buy(state, rank + 1, wealth)


@rule
def _legal_leaps(state: State, mask: Actions):
    colours = common_colours(state)
    for leap in range(len(LEAP_COLOURS)):
        if can_leap(state, leap, colours):
            mask.leap[leap] = 1


@rule
def _legal_in_payment(state: State, mask: Actions):
    hand = state.hand[state.seat]
    for rank in range(state.target):
        for colour in range(s.COLOURS):
            mask.lay[rank, colour] = hand[rank, colour] > 0
    mask.confirm = is_paid(state)


def play(tables: Tables, state: State, action):
    """Apply one legal action."""
    kind, k = KIND_OF[action], PLACE_OF[action]
    if kind != KIND.pass_turn:
        state.passes = 0
    if kind == KIND.trade:
        rank, warm, cool = trade_indices(k)
        _trade(tables, state, rank, warm, s.FIRST_COOL + cool)
    elif kind == KIND.wild:
        wild, partner = wild_indices(k)
        _trade_wild(tables, state, WILD_STOOD[wild], WILD_OWN[wild], partner)
    elif kind == KIND.take_bonus:
        _take_bonus(tables, state)
    elif kind == KIND.decline_bonus:
        _leave_bonus(state)
    elif kind == KIND.leap:
        _leap(tables, state, k)
    elif kind == KIND.buy:
        _begin_payment(state, s.BI + k)
    elif kind == KIND.lay:
        rank, colour = s.rank_and_colour(k)
        _lay(state, rank, colour)
    elif kind == KIND.confirm:
        _confirm(tables, state)
    elif kind == KIND.pass_turn:
        _pass(state)
    else:  # the last decision of a turn
        if kind == KIND.draw:
            _draw_common(state)
        elif kind == KIND.flip:
            _flip(state)
        _end_turn(state)


# ----------------------------------------------------------------------------------------------- Hidden information


def resample(tables: Tables, state: State, seat):
    """Deal the Commons that a seat has not located anew among the hands that hold them.

    They are gathered behind the discard pile, whose memory has room for all Commons.
    """
    start = state.discard_size
    size = _gather_hidden(state, seat, start)
    for other in range(state.num_seats):
        if other != seat:
            for _ in range(_forget_hidden(state, other)):
                pick = start + integers(state, size)
                size -= 1
                state.hand[other, s.COMMON, state.discard[pick]] += 1
                state.discard[pick] = state.discard[start + size]
                state.discard[start + size] = s.NONE


@rule
def _gather_hidden(state: State, seat, start):
    size = 0
    for other in range(state.num_seats):
        if other != seat:
            for colour in range(s.COLOURS):
                for _ in range(state.hand[other, s.COMMON, colour] - state.known[other, colour]):
                    state.discard[start + size] = colour
                    size += 1
    return size


@rule
def _forget_hidden(state: State, seat):
    # leaves a hand its known Commons and returns how many others there were
    count = 0
    for colour in range(s.COLOURS):
        count += state.hand[seat, s.COMMON, colour] - state.known[seat, colour]
        state.hand[seat, s.COMMON, colour] = state.known[seat, colour]
    return count
