"""What a seat may know of Metro X, as a vector. Its sizes are those of the map, whatever the number of players.

Hidden are the order of the deck and the decisions of the current turn (MX-3). An observation does not even say who has
decided already, so a seat sees the same whether the seats decide one after the other or at once.
"""

from collections import namedtuple
from typing import Any

from rlboardgames.core.compile import rule
from rlboardgames.core.records import Cells
from rlboardgames.core.seats import seat_at
from rlboardgames.core.spec import Field, ObservationSpec
from rlboardgames.games.metro_x import state as s
from rlboardgames.games.metro_x.rules import current_face, is_gold_open
from rlboardgames.games.metro_x.state import State, Tables

_MOST = 127


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
        Its fields; where they begin on a map stands in ``tables.field_start``.
    """
    codes = ", ".join(faces)
    stations = (s.SEATS, num_stations)
    lines = (s.SEATS, num_lines)
    return ObservationSpec(
        Field("card", (len(faces),), 1, f"One-hot: the card of this turn: {codes}."),
        Field("deck", (len(faces),), s.DECK, f"How many of each are left in the deck: {codes}."),
        Field("turn", (1,), _MOST, "From 1 (at most 127 is shown)."),
        Field("seats_in_play", (s.SEATS,), 1, "1 for each seat that takes part."),
        Field("gold_open", (num_lines,), 1, "1 for each line that nobody has completed in an earlier turn."),
        Field("stations", stations, 2 * num_lines, "0 empty, 1 crossed off, else the transfer number there."),
        Field("windows", lines, s.MAX_WINDOWS, "Open windows of each line."),
        Field("gold", lines, 1, "1 for each line completed for its gold value."),
        Field("white", lines, 1, "1 for each line completed for its white value."),
        Field("line_points", (s.SEATS,), _MOST, "Points of completed lines (at most 127 are shown)."),
        Field("transfer_points", (s.SEATS,), _MOST, "Sum of the transfer numbers (at most 127 is shown)."),
        Field("num_empty", (s.SEATS,), s.STATIONS, "Number of empty stations."),
        Field("penalty", (s.SEATS,), _MOST, "What the empty stations would cost now."),
    )


_NAMES = [field.name for field in make_observation(("",), 1, 1).fields]

FIELD: Any = namedtuple("FIELD", _NAMES)(*range(s.OBSERVATION_FIELDS))
"""The number of each field."""


def observe(tables: Tables, state: State, seat, out: Cells):
    """Write the observation of a seat."""
    start = tables.field_start
    out[start[FIELD.card] + current_face(state)] = 1
    deck = out[start[FIELD.deck] : start[FIELD.turn]]
    for k in range(state.deck_size):
        deck[state.cards[k]] += 1
    out[start[FIELD.turn]] = min(state.turn, _MOST)
    gold_open = out[start[FIELD.gold_open] : start[FIELD.stations]]
    for line in range(tables.num_lines):
        gold_open[line] = is_gold_open(state, line)
    for offset in range(state.num_seats):
        other = seat_at(state, seat, offset)
        _observe_points(tables, state, other, offset, out)
        _observe_stations(tables, state.stations[other], offset, out)
        _observe_lines(tables, state.windows[other], state.completed[other], offset, out)


@rule
def _observe_points(tables: Tables, state: State, seat, offset, out: Cells):
    start = tables.field_start
    out[start[FIELD.seats_in_play] + offset] = 1
    out[start[FIELD.line_points] + offset] = min(state.line_points[seat], _MOST)
    out[start[FIELD.transfer_points] + offset] = min(state.transfer_points[seat], _MOST)
    out[start[FIELD.num_empty] + offset] = state.num_empty[seat]
    out[start[FIELD.penalty] + offset] = tables.penalty[state.num_empty[seat]]


@rule
def _observe_stations(tables: Tables, stations, offset, out: Cells):
    num_stations = tables.num_stations
    first = tables.field_start[FIELD.stations] + offset * num_stations
    cells = out[first : first + num_stations]
    for station in range(num_stations):
        mark = stations[station]
        cells[station] = 1 if mark == s.CROSSED else mark


@rule
def _observe_lines(tables: Tables, windows, completed, offset, out: Cells):
    start = tables.field_start
    num_lines = tables.num_lines
    open_windows = out[start[FIELD.windows] + offset * num_lines :]
    gold = out[start[FIELD.gold] + offset * num_lines :]
    white = out[start[FIELD.white] + offset * num_lines :]
    for line in range(num_lines):
        open_windows[line] = windows[line]
        gold[line] = completed[line] == s.GOLD
        white[line] = completed[line] == s.WHITE
