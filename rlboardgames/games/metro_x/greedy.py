"""A player of sensible strength: it takes what gains its own score the most at once."""

from rlboardgames.core.compile import rule
from rlboardgames.games.metro_x import rules
from rlboardgames.games.metro_x import state as s
from rlboardgames.games.metro_x.state import State, Tables


def greedy(tables: Tables, state: State):
    """Return the first of the actions with the best immediate gain."""
    best = s.NONE
    best_gain = 0
    for action in range(tables.pass_action + 1):
        if rules.is_legal(tables, state, state.seat, action):
            gain = _gain(tables, state, action)
            if best == s.NONE or gain > best_gain:
                best = action
                best_gain = gain
    return best


@rule
def _gain(tables: Tables, state: State, action):
    # completed lines, the transfer number, and what the penalty falls by
    end = rules.end_of_run(tables, state, state.seat, action) if action < tables.first_station else 0
    transfer = tables.face_kind[rules.current_face(state)] == s.TRANSFER
    num_empty = state.num_empty[state.seat]
    gain = tables.penalty[num_empty]
    for station in range(tables.num_stations):
        if state.stations[state.seat, station] == s.EMPTY and _would_be_filled(tables, state, action, end, station):
            num_empty -= 1
            if transfer:
                gain += tables.transfer_value[station]
    for line in range(tables.num_lines):
        if state.completed[state.seat, line] == 0 and _would_complete(tables, state, action, end, line):
            gain += tables.gold[line] if rules.is_gold_open(state, line) else tables.white[line]
    return gain - tables.penalty[num_empty]


@rule
def _would_be_filled(tables: Tables, state: State, action, end, station):
    if state.stations[state.seat, station] != s.EMPTY:
        return True
    if action < tables.first_station:
        place = tables.place[station, action]
        return place != s.NONE and place < end
    return action == tables.first_station + station


@rule
def _would_complete(tables: Tables, state: State, action, end, line):
    for k in range(tables.num_stops[line]):
        if not _would_be_filled(tables, state, action, end, tables.stop[line, k]):
            return False
    return True
