"""The rules of Monad, in the order of the rule book. Rule ids refer to ``docs/rules/monad.md``."""

from rlboardgames.core.compile import rule
from rlboardgames.core.random import integers, shuffle
from rlboardgames.core.seats import seat_at
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
    COMMONS_DEALT,
    FIRST_COOL,
    MAX_CARDS,
    MAX_COMMONS,
    MONAD,
    NONE,
    PAYING,
    SEATS,
    TURN,
    VALUE,
)

# ------------------------------------------------------------------------------------------------------------- Setup


def deal(tables, state):
    """Set up the game."""
    _clear(state)
    _deal_identities(tables, state)
    _lay_out_columns(state)
    _deal_commons(state)
    state.seat = 0  # MO-6
    state.phase = TURN


@rule
def _clear(state):
    state.bonus_set = NONE
    state.target = NONE
    for seat in range(SEATS):
        state.identity[seat] = NONE
    for place in range(COLOURS):
        state.column[COMMON, place] = NONE
    for place in range(MAX_COMMONS):
        state.draw[place] = NONE
        state.discard[place] = NONE
    for place in range(MAX_CARDS):
        state.laid[place] = NONE


@rule
def _deal_identities(tables, state):
    # MO-3; shuffled in the memory of a column that is not laid out yet
    for k in range(tables.num_identities):
        state.column[BI, k] = tables.identities[k]
    shuffle(state, state.column[BI], tables.num_identities)
    for seat in range(state.num_seats):
        state.identity[seat] = state.column[BI, seat]


@rule
def _lay_out_columns(state):
    for rank in range(BI, CARD_RANKS):  # MO-4
        for colour in range(COLOURS):
            state.column[rank, colour] = colour
        shuffle(state, state.column[rank], COLOURS)
        state.column_size[rank] = COLOURS


@rule
def _deal_commons(state):
    # MO-3, MO-5: as many of each colour as there are seats; shuffled in the memory of the draw deck, which stays empty
    size = state.num_seats * COMMONS_DEALT
    for k in range(size):
        state.draw[k] = k % COLOURS
    shuffle(state, state.draw, size)
    for k in range(size):
        state.hand[k % state.num_seats, COMMON, state.draw[k]] += 1
        state.draw[k] = NONE


# ----------------------------------------------------------------------------------------- The way of the cards (MO-9)


@rule
def is_available(state, rank):
    """Return whether a card of this set lies in its column; a Monad always does (MO-2)."""
    return rank == MONAD or state.column_size[rank] > 0


@rule
def _gain(tables, state, rank):
    # the top card of a column to the hand, or a Monad to the table
    seat = state.seat
    if rank == MONAD:
        state.monads[seat] += 1
        _look_for_winner(tables, state)
        return
    state.hand[seat, rank, state.column[rank, 0]] += 1
    last = state.column_size[rank] - 1
    for place in range(last):
        state.column[rank, place] = state.column[rank, place + 1]
    state.column[rank, last] = NONE
    state.column_size[rank] = last


@rule
def _take_from_hand(state, rank, colour):
    seat = state.seat
    state.hand[seat, rank, colour] -= 1
    if rank == COMMON and state.known[seat, colour] > 0:
        state.known[seat, colour] -= 1


@rule
def _return(state, rank, colour):
    # a paid card: a Common onto the discard pile, any other one to the bottom of its column
    if rank == COMMON:
        state.discard[state.discard_size] = colour
        state.discard_size += 1
    else:
        state.column[rank, state.column_size[rank]] = colour
        state.column_size[rank] += 1


@rule
def _pay(state, rank, colour):
    _take_from_hand(state, rank, colour)
    _return(state, rank, colour)


# ----------------------------------------------------------------------------------------------------- Trade (MO-8)


@rule
def _trade(tables, state, rank, warm, cool):
    _gain(tables, state, rank + 1)
    _pay(state, rank, warm)  # MO-10: the warm card first
    _pay(state, rank, cool)
    state.prepared = 1
    if state.over == 0 and gives_bonus(state, rank, warm, cool):
        state.bonus_set = rank
        state.phase = BONUS


# ----------------------------------------------------------------------------------------------- Bonus (MO-11, MO-12)


@rule
def gives_bonus(state, rank, warm, cool):
    """Return whether the trade of these two real cards gives a bonus that brings something."""
    return cool == warm + FIRST_COOL and state.bonus_used == 0 and bonus_value(state, rank) > 0


@rule
def bonus_value(state, rank):
    """Return the total value of the bonus for two cards of a set: of what is there of every lower set."""
    value = 0
    if rank > COMMON and state.draw_size > 0:
        value += VALUE[COMMON]
    for lower in range(BI, rank):
        if is_available(state, lower):
            value += VALUE[lower]
    return value


@rule
def _take_bonus(tables, state):
    for lower in range(BI, state.bonus_set):
        if is_available(state, lower):
            _gain(tables, state, lower)
    if state.draw_size > 0:
        _draw_common(state)
    state.bonus_used = 1
    _leave_bonus(state)


@rule
def _leave_bonus(state):
    state.bonus_set = NONE
    state.phase = TURN


# ------------------------------------------------------------------------------------------------------ Wild (MO-13)


@rule
def first_partner(state):
    """Return the first of the three colours that are of the other temperature than the seat's Identity."""
    return FIRST_COOL if state.identity[state.seat] < FIRST_COOL else 0


@rule
def holds_wild(state):
    """Return whether the seat to move holds a wild of any set above the Commons."""
    own = state.identity[state.seat]
    count = 0
    for rank in range(BI, CARD_RANKS):
        count += state.hand[state.seat, rank, own]
    return count > 0


@rule
def can_use_wild(state, stood, own):
    """Return whether the seat to move holds the wild of set `own`, and a trade from set `stood` is open."""
    return state.hand[state.seat, own, state.identity[state.seat]] > 0 and is_available(state, stood + 1)


@rule
def _trade_wild(tables, state, stood, own, partner):
    _gain(tables, state, stood + 1)
    _pay(state, own, state.identity[state.seat])
    _pay(state, stood, partner)
    state.prepared = 1


# ------------------------------------------------------------------------------------------------------- Buy (MO-14)


@rule
def held(state, rank):
    """Return how many cards of a set the seat to move has in hand."""
    count = 0
    for colour in range(COLOURS):
        count += state.hand[state.seat, rank, colour]
    return count


@rule
def can_buy(state, target, wealth):
    """Return whether cards of this value, all of them lower, can pay for the top card of a set."""
    return (wealth >= VALUE[target]) & is_available(state, target)


@rule
def _begin_payment(state, target):
    state.target = target
    state.phase = PAYING


@rule
def _lay(state, rank, colour):
    _take_from_hand(state, rank, colour)
    state.laid[state.num_laid] = rank * COLOURS + colour
    state.num_laid += 1
    state.laid_value += VALUE[rank]


@rule
def is_paid(state):
    """Return whether the laid cards suffice. They are then two or more: a single lower card never does."""
    return state.laid_value >= VALUE[state.target]


@rule
def _confirm(tables, state):
    _gain(tables, state, state.target)
    for k in range(state.num_laid):
        _return(state, state.laid[k] // COLOURS, state.laid[k] % COLOURS)
        state.laid[k] = NONE
    state.num_laid = 0
    state.laid_value = 0
    state.target = NONE
    state.prepared = 1
    state.phase = TURN


# ------------------------------------------------------------------------------------------------------ Leap (MO-15)


@rule
def common_colours(state):
    """Return the colours of the Commons of the seat to move as bits."""
    colours = 0
    for colour in range(COLOURS):
        if state.hand[state.seat, COMMON, colour] > 0:
            colours |= 1 << colour
    return colours


@rule
def can_leap(state, leap, colours):
    """Return whether a leap is possible with Commons of these colours, given as bits."""
    return LEAP_COLOURS[leap] & ~colours == 0 and is_available(state, LEAP_RANK[leap])


@rule
def _leap(tables, state, leap):
    _gain(tables, state, LEAP_RANK[leap])
    for colour in range(COLOURS):
        if LEAP_COLOURS[leap] >> colour & 1:
            _pay(state, COMMON, colour)


# ------------------------------------------------------------------------------- Draw, flip, pass (MO-16 to MO-18)


@rule
def _draw_common(state):
    top = state.draw_size - 1
    colour = state.draw[top]
    state.draw[top] = NONE
    state.draw_size = top
    state.hand[state.seat, COMMON, colour] += 1
    state.known[state.seat, colour] += 1


@rule
def _flip(state):
    # MO-17: the card discarded first is drawn first
    size = state.discard_size
    for k in range(size):
        state.draw[size - 1 - k] = state.discard[k]
        state.discard[k] = NONE
    state.draw_size = size
    state.discard_size = 0


@rule
def _may_pass(state, mask):
    # MO-18: without a trade, and if no two cards of a set, with whatever else is needed, all of it lower, buy the next
    for trade in range(TRADE, TAKE_BONUS):
        if mask[trade] != 0:
            return False
    for target in range(BI, MONAD + 1):
        if mask[BUY + target - BI] != 0 and held(state, target - 1) >= 2:
            return False
    return True


@rule
def _pass(state):
    for colour in range(COLOURS):
        state.known[state.seat, colour] = state.hand[state.seat, COMMON, colour]
    state.passes += 1
    if state.passes == state.num_seats:  # MO-21
        state.over = 1
    else:
        _end_turn(state)


@rule
def _end_turn(state):
    state.prepared = 0
    state.bonus_used = 0
    state.seat = seat_at(state, state.seat, 1)


# -------------------------------------------------------------------------------------------- End (MO-20 to MO-23)


@rule
def team_monads(tables, state, seat):
    """Return the Monads of a seat, or of its team together."""
    monads = 0
    for other in range(state.num_seats):
        if tables.team[other] == tables.team[seat]:
            monads += state.monads[other]
    return monads


@rule
def _look_for_winner(tables, state):
    if team_monads(tables, state, state.seat) >= tables.monads_to_win:  # MO-20
        state.over = 1


def close(tables, state):
    """Leave the turn of a game that is over; the cards of a payment stay laid, since they must be somewhere."""
    state.phase = TURN
    state.prepared = 0
    state.bonus_used = 0
    state.bonus_set = NONE


@rule
def _hand_value(state, seat):
    value = 0
    for rank in range(CARD_RANKS):
        for colour in range(COLOURS):
            value += state.hand[seat, rank, colour] * VALUE[rank]
    return value


def standing(tables, state, out):
    """Write the Monads (MO-23); ties: the value of the cards in hand (MO-22), but nothing after an all-pass (MO-21)."""
    for seat in range(state.num_seats):
        out[seat, 0] = team_monads(tables, state, seat)
        if state.passes < state.num_seats:
            for other in range(state.num_seats):
                if tables.team[other] == tables.team[seat]:
                    out[seat, 1] += _hand_value(state, other)


# ------------------------------------------------------------------------------------------------ The three main verbs


def legal(tables, state, mask):
    """Write the legal actions of the seat to move."""
    if state.phase == TURN:
        _legal_in_turn(state, mask)
    elif state.phase == BONUS:
        mask[TAKE_BONUS] = 1
        mask[DECLINE_BONUS] = 1
    else:
        _legal_in_payment(state, mask)


@rule
def _legal_in_turn(state, mask):
    _legal_trades(state, mask)
    if holds_wild(state):
        _legal_wild_trades(state, mask)
    _legal_buys(state, mask)
    if state.prepared:  # MO-7: a draw, a flip or a pass is instead of everything else
        _legal_leaps(state, mask)
        mask[END_TURN] = 1
    elif state.draw_size > 0:
        mask[DRAW] = 1
    elif state.discard_size > 0:
        mask[FLIP] = 1
    else:
        mask[PASS] = _may_pass(state, mask)


@rule
def _legal_trades(state, mask):
    for rank in range(CARD_RANKS):
        if is_available(state, rank + 1):
            cards = state.hand[state.seat, rank]
            for warm in range(FIRST_COOL):
                if cards[warm] > 0:
                    for cool in range(FIRST_COOL, COLOURS):
                        mask[TRADE + (rank * FIRST_COOL + warm) * FIRST_COOL + cool - FIRST_COOL] = cards[cool] > 0


@rule
def _legal_wild_trades(state, mask):
    first = first_partner(state)
    for wild in range(len(WILD_OWN)):
        stood = WILD_STOOD[wild]
        if can_use_wild(state, stood, WILD_OWN[wild]):
            for partner in range(first, first + FIRST_COOL):
                mask[WILD + wild * COLOURS + partner] = state.hand[state.seat, stood, partner] > 0


@rule
def _legal_buys(state, mask):
    wealth = 0
    for target in range(BI, MONAD + 1):
        wealth += held(state, target - 1) * VALUE[target - 1]
        mask[BUY + target - BI] = can_buy(state, target, wealth)


@rule
def _legal_leaps(state, mask):
    colours = common_colours(state)
    for leap in range(len(LEAP_COLOURS)):
        if can_leap(state, leap, colours):
            mask[LEAP + leap] = 1


@rule
def _legal_in_payment(state, mask):
    hand = state.hand[state.seat]
    for rank in range(state.target):
        for colour in range(COLOURS):
            mask[LAY + rank * COLOURS + colour] = hand[rank, colour] > 0
    mask[CONFIRM] = is_paid(state)


def play(tables, state, action):
    """Apply one legal action."""
    if action != PASS:
        state.passes = 0
    if action < WILD:
        pair = action - TRADE
        warm = pair // FIRST_COOL % FIRST_COOL
        _trade(tables, state, pair // FIRST_COOL // FIRST_COOL, warm, pair % FIRST_COOL + FIRST_COOL)
    elif action < TAKE_BONUS:
        wild = (action - WILD) // COLOURS
        _trade_wild(tables, state, WILD_STOOD[wild], WILD_OWN[wild], (action - WILD) % COLOURS)
    elif action == TAKE_BONUS:
        _take_bonus(tables, state)
    elif action == DECLINE_BONUS:
        _leave_bonus(state)
    elif action < BUY:
        _leap(tables, state, action - LEAP)
    elif action < LAY:
        _begin_payment(state, action - BUY + BI)
    elif action < CONFIRM:
        _lay(state, (action - LAY) // COLOURS, (action - LAY) % COLOURS)
    elif action == CONFIRM:
        _confirm(tables, state)
    elif action == PASS:
        _pass(state)
    else:  # the last decision of a turn
        if action == DRAW:
            _draw_common(state)
        elif action == FLIP:
            _flip(state)
        _end_turn(state)


# ----------------------------------------------------------------------------------------------- Hidden information


def resample(tables, state, seat):
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
                state.hand[other, COMMON, state.discard[pick]] += 1
                state.discard[pick] = state.discard[start + size]
                state.discard[start + size] = NONE


@rule
def _gather_hidden(state, seat, start):
    size = 0
    for other in range(state.num_seats):
        if other != seat:
            for colour in range(COLOURS):
                for _ in range(state.hand[other, COMMON, colour] - state.known[other, colour]):
                    state.discard[start + size] = colour
                    size += 1
    return size


@rule
def _forget_hidden(state, seat):
    # leaves a hand its known Commons and returns how many others there were
    count = 0
    for colour in range(COLOURS):
        count += state.hand[seat, COMMON, colour] - state.known[seat, colour]
        state.hand[seat, COMMON, colour] = state.known[seat, colour]
    return count
