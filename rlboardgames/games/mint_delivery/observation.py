"""What a seat may know of Mint Delivery, as a vector. Its size is that of the map, whatever variant and players.

Hidden are the decks' orders, the orders out of the game, the others' dealt and kept orders until all have decided, and
the points and contents of the others' completed orders (MD-5, MD-17).
"""

from rlboardgames.core import spec
from rlboardgames.core.compile import rule
from rlboardgames.core.records import Cells
from rlboardgames.core.seats import offset_of, seat_at
from rlboardgames.core.spec import Field, ObservationSpec, field
from rlboardgames.games.mint_delivery import state as s
from rlboardgames.games.mint_delivery.state import Phase, State, Tables

_PRESENT, _TOWN, _MINTS, _POINTS, _ORDER = 0, 1, 1 + s.TOWNS, 1 + s.TOWNS + s.MINT_TYPES, 2 + s.TOWNS + s.MINT_TYPES
"""Where the parts of an order lie among its cells, and how many these are."""

_MOST = 127
_AN_ORDER = "present, town (one-hot), classic, sugar-free and cinnamon mints wanted, points"
_EACH = f"Each: {_AN_ORDER}."
_OFFERED = "One-hot: the abilities in play, in the order of the data file."
_CONDITIONS = ", ".join(s.CONDITIONS)


class Turn(spec.Observation):
    """The fields before those of the map."""

    phase: Cells = field((len(Phase),), 1, f"One-hot: {', '.join(State.phases)}.")
    seat_to_move: Cells = field((s.SEATS,), 1, "One-hot; zeros when the game is over.")
    seats_in_play: Cells = field((s.SEATS,), 1, "1 for each seat that takes part.")
    actions_left: int = field((1,), _MOST, "Of the seat to move.")
    free_load_left: int = field((1,), _MOST, "Of the seat to move, with the ability free_load.")
    last_round: int = field((1,), 1, "1 once the last round has begun.")
    supply: Cells = field((s.MINT_TYPES,), _MOST, "Mints of each type.")


class Table(spec.Observation):
    """The fields between the spaces of the trucks and those of the road conditions."""

    truck_mints: Cells = field((s.SEATS, s.MINT_TYPES), _MOST, "Mints of each type in each truck.")
    dealt_orders: Cells = field((s.DEALT, _ORDER), _MOST, f"My orders to keep or not, each: {_AN_ORDER}.")
    unfinished_orders: Cells = field((s.SEATS, s.SLOTS, _ORDER), _MOST, f"{_EACH} The others' after the setup only.")
    completed_orders: Cells = field((s.SEATS,), s.ORDERS, "Number of each seat's completed orders.")
    my_points: int = field((1,), _MOST, "Points of my completed orders (at most 127 are shown).")
    allocated_orders: Cells = field((s.SEATS,), s.ORDERS, "Completed orders that are allocated to abilities.")
    offered_abilities: Cells = field((s.OFFER, s.ABILITIES), 1, _OFFERED)
    held_abilities: Cells = field((s.SEATS, s.OFFER), 1, "Which of the abilities in play each seat has.")
    face_up_orders: Cells = field((s.TOWNS, s.FACE_UP, _ORDER), _MOST, _EACH)
    face_up_mints: Cells = field((s.TOWNS, s.FACE_UP), _MOST, "Classic mints that lie on each face-up order.")
    deck_sizes: Cells = field((s.TOWNS,), s.ORDERS, "Orders in each town's deck.")


TURN, TABLE = Turn.dtype, Table.dtype
"""The records through which rules see these parts of the vector."""

_TURN, _TABLE = TURN.itemsize, TABLE.itemsize


def make_observation(num_spaces):
    """Describe the observation on a map.

    Parameters
    ----------
    num_spaces : int

    Returns
    -------
    ObservationSpec
    """
    return ObservationSpec(
        *Turn.fields,
        Field("truck_space", (s.SEATS, num_spaces), 1, "One-hot: where each seat's truck stands."),
        *Table.fields,
        Field(
            "road_conditions",
            (len(s.CONDITIONS), num_spaces),
            1,
            f"One-hot: where they lie: {_CONDITIONS}.",
        ),
        Field("pending_mints", (1,), _MOST, "Mints on the order just taken, in phase load_tokens."),
        Field("pending_space", (num_spaces,), 1, "One-hot: the space to be entered, in phase pay_toll."),
    )


def observe(tables: Tables, state: State, seat, out: Cells):
    """Write the observation of a seat."""
    num_spaces = tables.num_spaces
    trucks = out[_TURN:]
    rest = trucks[s.SEATS * num_spaces :]
    table = rest[:_TABLE].view(TABLE)[0]
    _observe_turn(state, seat, out[:_TURN].view(TURN)[0])
    for offset in range(state.num_seats):
        other = seat_at(state, seat, offset)
        trucks[offset * num_spaces + state.space[other]] = 1
        _observe_seat(tables, state, other, offset, table)
    for k in range(s.DEALT):
        _observe_order(tables, state.dealt[seat, k], table.dealt_orders[k])
    table.my_points = min(state.points[seat], _MOST)
    for town in range(s.TOWNS):
        _observe_town(tables, state, town, table)
    if tables.abilities:
        for k in range(s.OFFER):
            if state.offer[k] != s.NONE:
                table.offered_abilities[k, state.offer[k]] = 1
    _observe_roads(tables, state, rest[_TABLE:])


@rule
def _observe_turn(state: State, seat, out: Turn):
    out.phase[state.phase] = 1
    if state.over == 0:
        out.seat_to_move[offset_of(state, seat, state.seat)] = 1
    for offset in range(state.num_seats):
        out.seats_in_play[offset] = 1
    out.actions_left = state.actions_left
    out.free_load_left = state.free_load_left
    out.last_round = state.last_round
    for mint in range(s.MINT_TYPES):
        out.supply[mint] = state.supply[mint]


@rule
def _observe_seat(tables: Tables, state: State, other, offset, out: Table):
    for mint in range(s.MINT_TYPES):
        out.truck_mints[offset, mint] = state.mints[other, mint]
    if offset == 0 or state.phase != Phase.KEEP:  # MD-5: kept orders stay secret until all have decided
        for slot in range(state.num_unfinished[other]):
            _observe_order(tables, state.unfinished[other, slot], out.unfinished_orders[offset, slot])
    out.completed_orders[offset] = state.num_completed[other]
    out.allocated_orders[offset] = state.allocated[other]
    for k in range(s.OFFER):
        out.held_abilities[offset, k] = state.holds[other, k]


@rule
def _observe_town(tables: Tables, state: State, town, out: Table):
    for place in range(s.FACE_UP):
        _observe_order(tables, state.face_up[town, place], out.face_up_orders[town, place])
        out.face_up_mints[town, place] = state.face_mints[town, place]
    out.deck_sizes[town] = state.deck_size[town]


@rule
def _observe_order(tables: Tables, order, cells: Cells):
    if order == s.NONE:
        return
    cells[_PRESENT] = 1
    cells[_TOWN + tables.order_town[order]] = 1
    for mint in range(s.MINT_TYPES):
        cells[_MINTS + mint] = tables.order_mints[order, mint]
    cells[_POINTS] = tables.order_points[order]


@rule
def _observe_roads(tables: Tables, state: State, roads: Cells):
    # the conditions, what is pending, and where
    num_spaces = tables.num_spaces
    if tables.road_conditions:
        for space in range(num_spaces):
            if state.condition[space] != s.NONE:
                roads[state.condition[space] * num_spaces + space] = 1
    pending = roads[len(s.CONDITIONS) * num_spaces :]
    pending[0] = state.pending_mints
    if state.pending_space != s.NONE:
        pending[1 + state.pending_space] = 1
