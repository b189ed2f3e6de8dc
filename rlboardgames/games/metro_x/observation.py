"""What a seat may know of Metro X, as a vector. Its sizes are those of the map, whatever the number of players.

Hidden are the order of the deck and the decisions of the current turn (MX-3). An observation does not even say who has
decided already, so a seat sees the same whether the seats decide one after the other or at once.
"""

from rlboardgames.core.compile import rule
from rlboardgames.core.seats import seat_at
from rlboardgames.core.spec import Field, ObservationSpec
from rlboardgames.games.metro_x.rules import current_face, is_gold_open
from rlboardgames.games.metro_x.state import (
    CROSSED,
    DECK,
    GOLD,
    MAX_WINDOWS,
    OBSERVATION_FIELDS,
    SEATS,
    STATIONS,
    WHITE,
)

_MOST = 127

(
    _CARD,
    _DECK,
    _TURN,
    _SEATS_IN_PLAY,
    _GOLD_OPEN,
    _STATIONS,
    _WINDOWS,
    _GOLD,
    _WHITE,
    _LINE_POINTS,
    _TRANSFER_POINTS,
    _NUM_EMPTY,
    _PENALTY,
) = range(OBSERVATION_FIELDS)


def make_observation(faces, num_lines, num_stations):
    """Describe the observation on a map.

    Parameters
    ----------
    faces : sequence of str
        The different cards of the deck.
    num_lines, num_stations : int

    Returns
    -------
    ObservationSpec
        Its fields in the order of the constants above, which are indices into ``tables.field_start``.
    """
    codes = ", ".join(faces)
    stations = (SEATS, num_stations)
    lines = (SEATS, num_lines)
    return ObservationSpec(
        Field("card", (len(faces),), 1, f"One-hot: the card of this turn: {codes}."),
        Field("deck", (len(faces),), DECK, f"How many of each are left in the deck: {codes}."),
        Field("turn", (1,), _MOST, "From 1 (at most 127 is shown)."),
        Field("seats_in_play", (SEATS,), 1, "1 for each seat that takes part."),
        Field("gold_open", (num_lines,), 1, "1 for each line that nobody has completed in an earlier turn."),
        Field("stations", stations, 2 * num_lines, "0 empty, 1 crossed off, else the transfer number there."),
        Field("windows", lines, MAX_WINDOWS, "Open windows of each line."),
        Field("gold", lines, 1, "1 for each line completed for its gold value."),
        Field("white", lines, 1, "1 for each line completed for its white value."),
        Field("line_points", (SEATS,), _MOST, "Points of completed lines (at most 127 are shown)."),
        Field("transfer_points", (SEATS,), _MOST, "Sum of the transfer numbers (at most 127 is shown)."),
        Field("num_empty", (SEATS,), STATIONS, "Number of empty stations."),
        Field("penalty", (SEATS,), _MOST, "What the empty stations would cost now."),
    )


def observe(tables, state, seat, out):
    """Write the observation of a seat."""
    start = tables.field_start
    out[start[_CARD] + current_face(state)] = 1
    deck = out[start[_DECK] : start[_TURN]]
    for k in range(state.deck_size):
        deck[state.cards[k]] += 1
    out[start[_TURN]] = min(state.turn, _MOST)
    gold_open = out[start[_GOLD_OPEN] : start[_STATIONS]]
    for line in range(tables.num_lines):
        gold_open[line] = is_gold_open(state, line)
    for offset in range(state.num_seats):
        other = seat_at(state, seat, offset)
        _observe_points(tables, state, other, offset, out)
        _observe_stations(tables, state.stations[other], offset, out)
        _observe_lines(tables, state.windows[other], state.completed[other], offset, out)


@rule
def _observe_points(tables, state, seat, offset, out):
    start = tables.field_start
    out[start[_SEATS_IN_PLAY] + offset] = 1
    out[start[_LINE_POINTS] + offset] = min(state.line_points[seat], _MOST)
    out[start[_TRANSFER_POINTS] + offset] = min(state.transfer_points[seat], _MOST)
    out[start[_NUM_EMPTY] + offset] = state.num_empty[seat]
    out[start[_PENALTY] + offset] = tables.penalty[state.num_empty[seat]]


@rule
def _observe_stations(tables, stations, offset, out):
    num_stations = tables.num_stations
    first = tables.field_start[_STATIONS] + offset * num_stations
    cells = out[first : first + num_stations]
    for station in range(num_stations):
        mark = stations[station]
        cells[station] = 1 if mark == CROSSED else mark


@rule
def _observe_lines(tables, windows, completed, offset, out):
    start = tables.field_start
    num_lines = tables.num_lines
    open_windows = out[start[_WINDOWS] + offset * num_lines :]
    gold = out[start[_GOLD] + offset * num_lines :]
    white = out[start[_WHITE] + offset * num_lines :]
    for line in range(num_lines):
        open_windows[line] = windows[line]
        gold[line] = completed[line] == GOLD
        white[line] = completed[line] == WHITE
