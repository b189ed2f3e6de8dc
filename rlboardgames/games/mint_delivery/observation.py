"""What a seat may know of Mint Delivery, as a vector. The same for every variant and number of players.

Hidden are the decks' orders, the orders out of the game, the others' dealt and kept orders until all have decided, and
the points and contents of the others' completed orders (MD-5, MD-17).
"""

from rlboardgames.core.compile import rule
from rlboardgames.core.seats import offset_of, seat_at
from rlboardgames.core.spec import Field, ObservationSpec
from rlboardgames.games.mint_delivery.state import (
    ABILITIES,
    CONDITIONS,
    DEALT,
    FACE_UP,
    KEEP,
    MINT_TYPES,
    NONE,
    OFFER,
    ORDERS,
    PHASES,
    SEATS,
    SLOTS,
    SPACES,
    TOWNS,
)

_ORDER = 1 + TOWNS + MINT_TYPES + 1
_MOST = 127
_AN_ORDER = "present, town (one-hot), classic, sugar-free and cinnamon mints wanted, points"

OBSERVATION = ObservationSpec(
    Field("phase", (len(PHASES),), 1, f"One-hot: {', '.join(PHASES)}."),
    Field("seat_to_move", (SEATS,), 1, "One-hot; zeros when the game is over."),
    Field("seats_in_play", (SEATS,), 1, "1 for each seat that takes part."),
    Field("actions_left", (1,), _MOST, "Of the seat to move."),
    Field("free_load_left", (1,), _MOST, "Of the seat to move, with the ability free_load."),
    Field("last_round", (1,), 1, "1 once the last round has begun."),
    Field("supply", (MINT_TYPES,), _MOST, "Mints of each type."),
    Field("truck_space", (SEATS, SPACES), 1, "One-hot: where each seat's truck stands."),
    Field("truck_mints", (SEATS, MINT_TYPES), _MOST, "Mints of each type in each truck."),
    Field("dealt_orders", (DEALT, _ORDER), _MOST, f"My orders to keep or not, each: {_AN_ORDER}."),
    Field("unfinished_orders", (SEATS, SLOTS, _ORDER), _MOST, f"Each: {_AN_ORDER}. The others' after the setup only."),
    Field("completed_orders", (SEATS,), ORDERS, "Number of each seat's completed orders."),
    Field("my_points", (1,), _MOST, "Points of my completed orders (at most 127 are shown)."),
    Field("allocated_orders", (SEATS,), ORDERS, "Completed orders that are allocated to abilities."),
    Field("offered_abilities", (OFFER, ABILITIES), 1, "One-hot: the abilities in play, in the order of the data file."),
    Field("held_abilities", (SEATS, OFFER), 1, "Which of the abilities in play each seat has."),
    Field("face_up_orders", (TOWNS, FACE_UP, _ORDER), _MOST, f"Each: {_AN_ORDER}."),
    Field("face_up_mints", (TOWNS, FACE_UP), _MOST, "Classic mints that lie on each face-up order."),
    Field("deck_sizes", (TOWNS,), ORDERS, "Orders in each town's deck."),
    Field("road_conditions", (len(CONDITIONS), SPACES), 1, f"One-hot: where they lie: {', '.join(CONDITIONS)}."),
    Field("pending_mints", (1,), _MOST, "Mints on the order just taken, in phase load_tokens."),
    Field("pending_space", (SPACES,), 1, "One-hot: the space to be entered, in phase pay_toll."),
)

_PHASE = OBSERVATION.start("phase")
_SEAT_TO_MOVE = OBSERVATION.start("seat_to_move")
_SEATS_IN_PLAY = OBSERVATION.start("seats_in_play")
_ACTIONS_LEFT = OBSERVATION.start("actions_left")
_FREE_LOAD_LEFT = OBSERVATION.start("free_load_left")
_LAST_ROUND = OBSERVATION.start("last_round")
_SUPPLY = OBSERVATION.start("supply")
_TRUCK_SPACE = OBSERVATION.start("truck_space")
_TRUCK_MINTS = OBSERVATION.start("truck_mints")
_DEALT_ORDERS = OBSERVATION.start("dealt_orders")
_UNFINISHED_ORDERS = OBSERVATION.start("unfinished_orders")
_COMPLETED_ORDERS = OBSERVATION.start("completed_orders")
_MY_POINTS = OBSERVATION.start("my_points")
_ALLOCATED_ORDERS = OBSERVATION.start("allocated_orders")
_OFFERED_ABILITIES = OBSERVATION.start("offered_abilities")
_HELD_ABILITIES = OBSERVATION.start("held_abilities")
_FACE_UP_ORDERS = OBSERVATION.start("face_up_orders")
_FACE_UP_MINTS = OBSERVATION.start("face_up_mints")
_DECK_SIZES = OBSERVATION.start("deck_sizes")
_ROAD_CONDITIONS = OBSERVATION.start("road_conditions")
_PENDING_MINTS = OBSERVATION.start("pending_mints")
_PENDING_SPACE = OBSERVATION.start("pending_space")


def observe(tables, state, seat, out):
    """Write the observation of a seat."""
    _observe_turn(state, seat, out)
    for mint in range(MINT_TYPES):
        out[_SUPPLY + mint] = state.supply[mint]
    for offset in range(state.num_seats):
        _observe_seat(tables, state, seat, offset, out)
    for k in range(DEALT):
        _observe_order(tables, state.dealt[seat, k], out, _DEALT_ORDERS + k * _ORDER)
    out[_MY_POINTS] = min(state.points[seat], _MOST)
    for town in range(TOWNS):
        _observe_town(tables, state, town, out)
    if tables.abilities:
        for k in range(OFFER):
            if state.offer[k] != NONE:
                out[_OFFERED_ABILITIES + k * ABILITIES + state.offer[k]] = 1
    if tables.road_conditions:
        for space in range(SPACES):
            if state.condition[space] != NONE:
                out[_ROAD_CONDITIONS + state.condition[space] * SPACES + space] = 1
    out[_PENDING_MINTS] = state.pending_mints
    if state.pending_space != NONE:
        out[_PENDING_SPACE + state.pending_space] = 1


@rule
def _observe_turn(state, seat, out):
    out[_PHASE + state.phase] = 1
    if state.over == 0:
        out[_SEAT_TO_MOVE + offset_of(state, seat, state.seat)] = 1
    out[_ACTIONS_LEFT] = state.actions_left
    out[_FREE_LOAD_LEFT] = state.free_load_left
    out[_LAST_ROUND] = state.last_round


@rule
def _observe_seat(tables, state, seat, offset, out):
    other = seat_at(state, seat, offset)
    out[_SEATS_IN_PLAY + offset] = 1
    out[_TRUCK_SPACE + offset * SPACES + state.space[other]] = 1
    for mint in range(MINT_TYPES):
        out[_TRUCK_MINTS + offset * MINT_TYPES + mint] = state.mints[other, mint]
    if offset == 0 or state.phase != KEEP:  # MD-5: kept orders stay secret until all have decided
        for slot in range(state.num_unfinished[other]):
            start = _UNFINISHED_ORDERS + (offset * SLOTS + slot) * _ORDER
            _observe_order(tables, state.unfinished[other, slot], out, start)
    out[_COMPLETED_ORDERS + offset] = state.num_completed[other]
    out[_ALLOCATED_ORDERS + offset] = state.allocated[other]
    for k in range(OFFER):
        out[_HELD_ABILITIES + offset * OFFER + k] = state.holds[other, k]


@rule
def _observe_town(tables, state, town, out):
    for place in range(FACE_UP):
        index = town * FACE_UP + place
        _observe_order(tables, state.face_up[town, place], out, _FACE_UP_ORDERS + index * _ORDER)
        out[_FACE_UP_MINTS + index] = state.face_mints[town, place]
    out[_DECK_SIZES + town] = state.deck_size[town]


@rule
def _observe_order(tables, order, out, start):
    if order == NONE:
        return
    out[start] = 1
    out[start + 1 + tables.order_town[order]] = 1
    for mint in range(MINT_TYPES):
        out[start + 1 + TOWNS + mint] = tables.order_mints[order, mint]
    out[start + 1 + TOWNS + MINT_TYPES] = tables.order_points[order]
