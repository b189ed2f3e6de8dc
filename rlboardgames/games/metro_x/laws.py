"""What holds in every state of Metro X whose cells are in their ranges: the rules rely on it."""

from rlboardgames.core.compile import rule
from rlboardgames.core.soundness import SOUND, count_four
from rlboardgames.games.metro_x import state as s
from rlboardgames.games.metro_x.rules import is_legal
from rlboardgames.games.metro_x.state import State, Tables

LAWS = (
    "deck and discards hold each card of the game once",
    "no card lies on the discards that would have re-shuffled them",
    "a station holds nothing, a cross or its own transfer number",
    "the number of empty stations is what the board shows",
    "the number of a line's empty stops is what the board shows",
    "a line is completed if none of its stops is empty, and only then",
    "the points are those of completed lines and transfer numbers",
    "all seats have as many open windows, and one at least until the game ends",
    "the seats before the one to move have decided what they may, and only these",
)
(
    _EACH_CARD_ONCE,
    _NO_RESHUFFLE_LIES,
    _MARKS,
    _NUM_EMPTY,
    _EMPTY_STOPS,
    _COMPLETED,
    _POINTS,
    _OPEN_WINDOWS,
    _DECISIONS,
) = range(len(LAWS))


def broken_law(tables: Tables, state: State):
    """Return which of the laws the state breaks, SOUND if none."""
    broken = _law_of_cards(tables, state)
    for seat in range(state.num_seats):
        if broken == SOUND:
            broken = _law_of_stations(tables, state, seat)
        if broken == SOUND:
            broken = _law_of_lines(tables, state, seat)
    if broken == SOUND and not _windows_are_right(tables, state):
        broken = _OPEN_WINDOWS
    if broken == SOUND and not _decisions_are_right(tables, state):
        broken = _DECISIONS
    return broken


@rule
def _law_of_cards(tables: Tables, state: State):
    num_cards = tables.num_cards
    for first in range(0, num_cards, 4):  # there are no more faces than cards
        if count_four(state.cards, num_cards, first) != count_four(tables.cards, num_cards, first):
            return _EACH_CARD_ONCE
    for k in range(state.deck_size + 1, num_cards):
        if tables.face_reshuffles[state.cards[k]]:
            return _NO_RESHUFFLE_LIES
    return SOUND


@rule
def _law_of_stations(tables: Tables, state: State, seat):
    stations, values = state.stations[seat], tables.transfer_value
    wrong = False
    num_empty = 0
    points = 0
    for station in range(tables.num_stations):
        mark = stations[station]
        wrong = wrong | ((mark > 0) & (mark != values[station]))
        points += max(mark, 0)
        num_empty += mark == s.EMPTY
    if wrong:
        return _MARKS
    if state.num_empty[seat] != num_empty:
        return _NUM_EMPTY
    return SOUND if state.transfer_points[seat] == points else _POINTS


@rule
def _law_of_lines(tables: Tables, state: State, seat):
    stations, stop = state.stations[seat], tables.stop
    points = 0
    for line in range(tables.num_lines):
        empty_stops = 0
        for k in range(tables.num_stops[line]):
            empty_stops += stations[stop[line, k]] == s.EMPTY
        if state.empty_stops[seat, line] != empty_stops:
            return _EMPTY_STOPS
        how = state.completed[seat, line]
        if (how == 0) != (empty_stops > 0):
            return _COMPLETED
        points += (how == s.GOLD) * tables.gold[line] + (how == s.WHITE) * tables.white[line]
    return SOUND if state.line_points[seat] == points else _POINTS


@rule
def _windows_are_right(tables: Tables, state: State):
    # MX-12: a turn fills a window of every seat or of none
    for seat in range(state.num_seats):
        surplus = 0
        open_windows = 0
        for line in range(tables.num_lines):
            open_windows += state.windows[seat, line]
            surplus += state.windows[seat, line] - state.windows[0, line]
        if surplus != 0 or (open_windows == 0 and not _is_carried_out(state)):
            return False
    return True


@rule
def _is_carried_out(state: State):
    return state.over and state.decided[state.num_seats - 1] != s.NONE


@rule
def _decisions_are_right(tables: Tables, state: State):
    # a game that was cut in the middle of a turn keeps the decisions of that turn
    carried_out = _is_carried_out(state)
    num_decided = 0
    for seat in range(state.num_seats):
        action = state.decided[seat]
        num_decided += action != s.NONE
        if action != s.NONE and (num_decided <= seat or not (carried_out or is_legal(tables, state, seat, action))):
            return False
    return num_decided == state.num_seats if carried_out else (state.over or num_decided == state.seat)
