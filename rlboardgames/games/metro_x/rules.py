"""The rules of Metro X, in the order of the rule book. Rule ids refer to ``docs/rules/metro_x.md``."""

from rlboardgames.core.compile import rule
from rlboardgames.core.random import integers, shuffle
from rlboardgames.core.records import Cells
from rlboardgames.games.metro_x import state as s
from rlboardgames.games.metro_x.state import State, Tables

# ------------------------------------------------------------------------------------------------------------- Setup


def deal(tables: Tables, state: State):
    """Give everybody an empty board, shuffle the transit deck and reveal the first card (MX-1, MX-2)."""
    for seat in range(state.num_seats):
        state.num_empty[seat] = tables.num_stations
        for line in range(tables.num_lines):
            state.windows[seat, line] = tables.windows[line]
            state.empty_stops[seat, line] = tables.num_stops[line]
    for k in range(tables.num_cards):
        state.cards[k] = tables.cards[k]
    _shuffle_all(tables, state)
    _begin_turn(state)


@rule
def _shuffle_all(tables: Tables, state: State):
    shuffle(state, state.cards, tables.num_cards)
    state.deck_size = tables.num_cards


# -------------------------------------------------------------------------------------------------------- Turn (MX-3)


@rule
def _begin_turn(state: State):
    state.turn = min(state.turn + 1, s.MOST_TURNS)
    state.deck_size -= 1  # the top card becomes the last of the discards, which follow the deck
    for seat in range(s.SEATS):
        state.decided[seat] = s.NONE
    state.seat = 0


@rule
def current_face(state: State):
    """Return the face of the card that was revealed this turn."""
    return state.cards[state.deck_size]


@rule
def is_legal(tables: Tables, state: State, seat, action):
    """Return whether a seat may decide so: on the board as it stands, whatever the others decide."""
    free_space = tables.face_kind[current_face(state)] == s.FREE
    if action < tables.first_station:  # MX-4, MX-5, MX-6; also without an empty station (MX-8)
        return not free_space and state.windows[seat, action] > 0
    if action < tables.pass_action:  # MX-7
        return free_space and state.stations[seat, action - tables.first_station] == s.EMPTY
    return free_space and state.num_empty[seat] == 0  # MX-8, MX-11


def legal(tables: Tables, state: State, mask: Cells):
    """Write the legal actions of the seat to move."""
    free_space = tables.face_kind[current_face(state)] == s.FREE
    first, last = (tables.first_station, tables.pass_action) if free_space else (0, tables.first_station - 1)
    for action in range(first, last + 1):
        mask[action] = is_legal(tables, state, state.seat, action)


def play(tables: Tables, state: State, action):
    """Take down one decision; the last one of a turn has all of them carried out."""
    state.decided[state.seat] = action
    if state.seat < state.num_seats - 1:
        state.seat += 1
    else:
        _carry_out(tables, state)
        _end_turn(tables, state)


@rule
def _carry_out(tables: Tables, state: State):
    for seat in range(state.num_seats):
        action = state.decided[seat]
        if action < tables.first_station:
            _use_window(tables, state, seat, action)
        elif action < tables.pass_action:  # MX-7
            _fill(tables, state, seat, action - tables.first_station, s.CROSSED)
    for line in range(tables.num_lines):
        if _somebody_completes(state, line):
            _complete(tables, state, line)


# ---------------------------------------------------------------- Number, skip, transfer and free space (MX-4 to MX-8)


@rule
def _use_window(tables: Tables, state: State, seat, line):
    transfer = tables.face_kind[current_face(state)] == s.TRANSFER
    last = end_of_run(tables, state, seat, line)
    state.windows[seat, line] -= 1
    for k in range(last):
        station = tables.stop[line, k]
        if state.stations[seat, station] == s.EMPTY:
            if transfer:  # MX-6
                state.transfer_points[seat] += tables.transfer_value[station]
                _fill(tables, state, seat, station, tables.transfer_value[station])
            else:
                _fill(tables, state, seat, station, s.CROSSED)


@rule
def end_of_run(tables: Tables, state: State, seat, line):
    """Return how many stops of a line, from its start, are all filled once the card is used there (MX-4 to MX-6)."""
    skip = tables.face_kind[current_face(state)] == s.SKIP
    left = tables.face_value[current_face(state)]
    k = first_empty(tables, state, seat, line)
    while k < tables.num_stops[line] and left > 0:
        if state.stations[seat, tables.stop[line, k]] == s.EMPTY:
            left -= 1
        elif not skip:  # MX-4: a number stops here; MX-5: a skip jumps over
            break
        k += 1
    return k


@rule
def first_empty(tables: Tables, state: State, seat, line):
    """Return the first stop of a line with an empty station; the number of stops if there is none."""
    k = 0
    while k < tables.num_stops[line] and state.stations[seat, tables.stop[line, k]] != s.EMPTY:
        k += 1
    return k


@rule
def _fill(tables: Tables, state: State, seat, station, mark):
    state.stations[seat, station] = mark
    state.num_empty[seat] -= 1
    place, empty_stops = tables.place[station], state.empty_stops[seat]
    for line in range(tables.num_lines):
        empty_stops[line] -= place[line] != s.NONE


# -------------------------------------------------------------------------------------------------- Completing (MX-9)


@rule
def is_gold_open(state: State, line):
    """Return whether nobody has completed this line in an earlier turn."""
    for seat in range(state.num_seats):
        if state.completed[seat, line] != 0:
            return False
    return True


@rule
def _completes(state: State, seat, line):
    return state.empty_stops[seat, line] == 0 and state.completed[seat, line] == 0


@rule
def _somebody_completes(state: State, line):
    for seat in range(state.num_seats):
        if _completes(state, seat, line):
            return True
    return False


@rule
def _complete(tables: Tables, state: State, line):
    gold = is_gold_open(state, line)  # MX-15: always, with one player
    for seat in range(state.num_seats):
        if _completes(state, seat, line):
            state.completed[seat, line] = s.GOLD if gold else s.WHITE
            state.line_points[seat] += tables.gold[line] if gold else tables.white[line]


# ------------------------------------------------------------------------------ Re-shuffle, end and scoring (MX-10 on)


@rule
def _end_turn(tables: Tables, state: State):
    if _all_windows_filled(tables, state):  # MX-12
        state.over = 1
    elif state.decisions + 1 < tables.max_steps:  # a game that is cut off here stays as its last turn left it
        if tables.face_reshuffles[current_face(state)]:  # MX-10
            _shuffle_all(tables, state)
        _begin_turn(state)


@rule
def _all_windows_filled(tables: Tables, state: State):
    # by every seat or by none (MX-12)
    for line in range(tables.num_lines):
        if state.windows[0, line] > 0:
            return False
    return True


def standing(tables: Tables, state: State, out: Cells):
    """Write points, without the penalty while the game goes on; ties: fewer empty stations (MX-13, MX-14)."""
    for seat in range(state.num_seats):
        out[seat, 0] = state.line_points[seat] + state.transfer_points[seat]
        if state.over:
            out[seat, 0] -= tables.penalty[state.num_empty[seat]]
        out[seat, 1] = -state.num_empty[seat]


# -------------------------------------------------------------------------------------------------- Hidden information


def resample(tables: Tables, state: State, seat):
    """Redraw the order of the deck and, in an unfinished turn, what the others have decided (MX-3)."""
    shuffle(state, state.cards, state.deck_size)
    if state.decided[state.num_seats - 1] == s.NONE:
        for other in range(state.num_seats):
            if other != seat and state.decided[other] != s.NONE:
                _decide_at_random(tables, state, other)


@rule
def _decide_at_random(tables: Tables, state: State, seat):
    action = integers(state, tables.pass_action + 1)
    while not is_legal(tables, state, seat, action):
        action = integers(state, tables.pass_action + 1)
    state.decided[seat] = action
