"""What a seat may know of Mint Delivery, as a vector. Its size is that of the map, whatever variant and players.

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
    TOWNS,
)

_ORDER = 1 + TOWNS + MINT_TYPES + 1
_MOST = 127
_AN_ORDER = "present, town (one-hot), classic, sugar-free and cinnamon mints wanted, points"


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
        Field("phase", (len(PHASES),), 1, f"One-hot: {', '.join(PHASES)}."),
        Field("seat_to_move", (SEATS,), 1, "One-hot; zeros when the game is over."),
        Field("seats_in_play", (SEATS,), 1, "1 for each seat that takes part."),
        Field("actions_left", (1,), _MOST, "Of the seat to move."),
        Field("free_load_left", (1,), _MOST, "Of the seat to move, with the ability free_load."),
        Field("last_round", (1,), 1, "1 once the last round has begun."),
        Field("supply", (MINT_TYPES,), _MOST, "Mints of each type."),
        Field("truck_space", (SEATS, num_spaces), 1, "One-hot: where each seat's truck stands."),
        Field("truck_mints", (SEATS, MINT_TYPES), _MOST, "Mints of each type in each truck."),
        Field("dealt_orders", (DEALT, _ORDER), _MOST, f"My orders to keep or not, each: {_AN_ORDER}."),
        Field(
            "unfinished_orders", (SEATS, SLOTS, _ORDER), _MOST, f"Each: {_AN_ORDER}. The others' after the setup only."
        ),
        Field("completed_orders", (SEATS,), ORDERS, "Number of each seat's completed orders."),
        Field("my_points", (1,), _MOST, "Points of my completed orders (at most 127 are shown)."),
        Field("allocated_orders", (SEATS,), ORDERS, "Completed orders that are allocated to abilities."),
        Field(
            "offered_abilities", (OFFER, ABILITIES), 1, "One-hot: the abilities in play, in the order of the data file."
        ),
        Field("held_abilities", (SEATS, OFFER), 1, "Which of the abilities in play each seat has."),
        Field("face_up_orders", (TOWNS, FACE_UP, _ORDER), _MOST, f"Each: {_AN_ORDER}."),
        Field("face_up_mints", (TOWNS, FACE_UP), _MOST, "Classic mints that lie on each face-up order."),
        Field("deck_sizes", (TOWNS,), ORDERS, "Orders in each town's deck."),
        Field(
            "road_conditions", (len(CONDITIONS), num_spaces), 1, f"One-hot: where they lie: {', '.join(CONDITIONS)}."
        ),
        Field("pending_mints", (1,), _MOST, "Mints on the order just taken, in phase load_tokens."),
        Field("pending_space", (num_spaces,), 1, "One-hot: the space to be entered, in phase pay_toll."),
    )


_WITHOUT_SPACES = make_observation(0)

_PHASE = _WITHOUT_SPACES.start("phase")
_SEAT_TO_MOVE = _WITHOUT_SPACES.start("seat_to_move")
_SEATS_IN_PLAY = _WITHOUT_SPACES.start("seats_in_play")
_ACTIONS_LEFT = _WITHOUT_SPACES.start("actions_left")
_FREE_LOAD_LEFT = _WITHOUT_SPACES.start("free_load_left")
_LAST_ROUND = _WITHOUT_SPACES.start("last_round")
_SUPPLY = _WITHOUT_SPACES.start("supply")
_TRUCK_SPACE = _WITHOUT_SPACES.start("truck_space")
_TRUCK_MINTS = _WITHOUT_SPACES.start("truck_mints")
_DEALT_ORDERS = _WITHOUT_SPACES.start("dealt_orders")
_UNFINISHED_ORDERS = _WITHOUT_SPACES.start("unfinished_orders")
_COMPLETED_ORDERS = _WITHOUT_SPACES.start("completed_orders")
_MY_POINTS = _WITHOUT_SPACES.start("my_points")
_ALLOCATED_ORDERS = _WITHOUT_SPACES.start("allocated_orders")
_OFFERED_ABILITIES = _WITHOUT_SPACES.start("offered_abilities")
_HELD_ABILITIES = _WITHOUT_SPACES.start("held_abilities")
_FACE_UP_ORDERS = _WITHOUT_SPACES.start("face_up_orders")
_FACE_UP_MINTS = _WITHOUT_SPACES.start("face_up_mints")
_DECK_SIZES = _WITHOUT_SPACES.start("deck_sizes")
_ROAD_CONDITIONS = _WITHOUT_SPACES.start("road_conditions")
_PENDING_MINTS = _WITHOUT_SPACES.start("pending_mints")
_PENDING_SPACE = _WITHOUT_SPACES.start("pending_space")
"""Where each field begins on a map without spaces: those after the trucks' spaces come five cells later for each space,
those after the road conditions six more. The parts of the vector from there on are taken once, so that the places in
them are constants: with a variable in every index, which might be negative, the whole takes twice the time."""


def observe(tables, state, seat, out):
    """Write the observation of a seat."""
    later = out[SEATS * tables.num_spaces :]
    latest = later[len(CONDITIONS) * tables.num_spaces :]
    _observe_turn(state, seat, out)
    for mint in range(MINT_TYPES):
        out[_SUPPLY + mint] = state.supply[mint]
    for offset in range(state.num_seats):
        _observe_seat(tables, state, seat, offset, out, later)
    for k in range(DEALT):
        _observe_order(tables, state.dealt[seat, k], later, _DEALT_ORDERS + k * _ORDER)
    later[_MY_POINTS] = min(state.points[seat], _MOST)
    for town in range(TOWNS):
        _observe_town(tables, state, town, later)
    if tables.abilities:
        for k in range(OFFER):
            if state.offer[k] != NONE:
                later[_OFFERED_ABILITIES + k * ABILITIES + state.offer[k]] = 1
    if tables.road_conditions:
        for space in range(tables.num_spaces):
            if state.condition[space] != NONE:
                later[_ROAD_CONDITIONS + state.condition[space] * tables.num_spaces + space] = 1
    latest[_PENDING_MINTS] = state.pending_mints
    if state.pending_space != NONE:
        latest[_PENDING_SPACE + state.pending_space] = 1


@rule
def _observe_turn(state, seat, out):
    out[_PHASE + state.phase] = 1
    if state.over == 0:
        out[_SEAT_TO_MOVE + offset_of(state, seat, state.seat)] = 1
    out[_ACTIONS_LEFT] = state.actions_left
    out[_FREE_LOAD_LEFT] = state.free_load_left
    out[_LAST_ROUND] = state.last_round


@rule
def _observe_seat(tables, state, seat, offset, out, later):
    other = seat_at(state, seat, offset)
    out[_SEATS_IN_PLAY + offset] = 1
    out[_TRUCK_SPACE + offset * tables.num_spaces + state.space[other]] = 1
    for mint in range(MINT_TYPES):
        later[_TRUCK_MINTS + offset * MINT_TYPES + mint] = state.mints[other, mint]
    if offset == 0 or state.phase != KEEP:  # MD-5: kept orders stay secret until all have decided
        for slot in range(state.num_unfinished[other]):
            first = _UNFINISHED_ORDERS + (offset * SLOTS + slot) * _ORDER
            _observe_order(tables, state.unfinished[other, slot], later, first)
    later[_COMPLETED_ORDERS + offset] = state.num_completed[other]
    later[_ALLOCATED_ORDERS + offset] = state.allocated[other]
    for k in range(OFFER):
        later[_HELD_ABILITIES + offset * OFFER + k] = state.holds[other, k]


@rule
def _observe_town(tables, state, town, later):
    for place in range(FACE_UP):
        index = town * FACE_UP + place
        _observe_order(tables, state.face_up[town, place], later, _FACE_UP_ORDERS + index * _ORDER)
        later[_FACE_UP_MINTS + index] = state.face_mints[town, place]
    later[_DECK_SIZES + town] = state.deck_size[town]


@rule
def _observe_order(tables, order, out, first):
    if order == NONE:
        return
    out[first] = 1
    out[first + 1 + tables.order_town[order]] = 1
    for mint in range(MINT_TYPES):
        out[first + 1 + TOWNS + mint] = tables.order_mints[order, mint]
    out[first + 1 + TOWNS + MINT_TYPES] = tables.order_points[order]
