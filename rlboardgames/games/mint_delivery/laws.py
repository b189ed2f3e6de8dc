"""What holds in every state of Mint Delivery whose cells are in their ranges: the rules rely on it."""

from rlboardgames.core.compile import rule
from rlboardgames.core.soundness import SOUND, is_pile
from rlboardgames.games.mint_delivery import state as s
from rlboardgames.games.mint_delivery.rules import cargo, room, something_to_remove
from rlboardgames.games.mint_delivery.state import Phase, State, Tables

LAWS = (
    "decks and unfinished orders are as many as their sizes say",
    "each order is in one place at most",
    "the completed orders of a seat are as many, and bring the points, that it has",
    "the abilities on offer are different, and a seat's limits and allocated orders are those of the ones it holds",
    "there are as many mints of each type as the game has, none of them lying where no order is",
    "no truck holds more than it can, and no seat more orders than it may",
    "the road conditions are different and as many as the game has",
    "orders are dealt, and none lies in a town, in the phase of keeping them and only then",
    "something can be done in the phase",
)
_SIZES, _ORDERS, _COMPLETED, _ABILITIES, _MINTS, _LIMITS, _ROADS, _SETUP, _PHASE = range(len(LAWS))


def broken_law(tables: Tables, state: State):
    """Return which of the laws the state breaks, SOUND if none."""
    if not _sizes_are_right(state):
        return _SIZES
    if not _orders_are_right(state):
        return _ORDERS
    for seat in range(state.num_seats):
        broken = _law_of_seat(tables, state, seat)
        if broken != SOUND:
            return broken
    if not _mints_are_right(tables, state):
        return _MINTS
    if not _roads_are_right(tables, state):
        return _ROADS
    if not _setup_is_right(tables, state):
        return _SETUP
    return SOUND if state.over or _phase_is_right(tables, state) else _PHASE


@rule
def _sizes_are_right(state: State):
    for town in range(s.TOWNS):
        if not is_pile(state.deck[town], state.deck_size[town]):
            return False
    for seat in range(state.num_seats):
        if not is_pile(state.unfinished[seat], state.num_unfinished[seat]):
            return False
    return True


@rule
def _orders_are_right(state: State):
    # each place's orders as bits: their sum has as many bits as there are orders in all places if none is there twice
    placed = 0
    count = 0
    for town in range(s.TOWNS):
        for k in range(state.deck_size[town]):
            placed |= 1 << state.deck[town, k]
        count += state.deck_size[town]
        for place in range(s.FACE_UP):
            if state.face_up[town, place] != s.NONE:
                placed |= 1 << state.face_up[town, place]
                count += 1
    for seat in range(state.num_seats):
        for slot in range(state.num_unfinished[seat]):
            placed |= 1 << state.unfinished[seat, slot]
        count += state.num_unfinished[seat]
        for k in range(s.DEALT):
            if state.dealt[seat, k] != s.NONE:
                placed |= 1 << state.dealt[seat, k]
                count += 1
    for order in range(s.ORDERS):
        if state.completed_by[order] != s.NONE:
            placed |= 1 << order
            count += 1
    for order in range(s.ORDERS):
        count -= placed >> order & 1
    return count == 0


@rule
def _law_of_seat(tables: Tables, state: State, seat):
    count = 0
    points = 0
    for order in range(s.ORDERS):
        is_mine = state.completed_by[order] == seat
        count += is_mine
        points += is_mine * tables.order_points[order]
    if count != state.num_completed[seat] or points != state.points[seat]:
        return _COMPLETED
    if not _abilities_are_right(tables, state, seat):
        return _ABILITIES
    limits = state.limits[seat]
    if cargo(state, seat) > limits[s.CAPACITY] or state.num_unfinished[seat] > limits[s.UNFINISHED]:
        return _LIMITS
    return SOUND


@rule
def _abilities_are_right(tables: Tables, state: State, seat):
    offer, holds = state.offer, state.holds[seat]
    cost = 0
    for k in range(s.OFFER):
        if tables.abilities and (offer[k] == s.NONE or offer[k] == offer[k - 1 if k > 0 else s.OFFER - 1]):
            return False
        if holds[k]:
            cost += tables.ability_cost[offer[k]]
    for limit in range(s.LIMITS):
        value = tables.limits[limit]
        for k in range(s.OFFER):
            if holds[k]:
                value += tables.ability_change[offer[k], limit]
        if state.limits[seat, limit] != value:
            return False
    return state.allocated[seat] == cost and cost <= state.num_completed[seat]


@rule
def _mints_are_right(tables: Tables, state: State):
    for mint in range(s.MINT_TYPES):
        count = state.supply[mint]
        for seat in range(state.num_seats):
            count += state.mints[seat, mint]
        if mint == s.CLASSIC:
            count += state.pending_mints
            for town in range(s.TOWNS):
                for place in range(s.FACE_UP):
                    count += state.face_mints[town, place]
        if count != tables.mints[mint]:
            return False
    for town in range(s.TOWNS):
        for place in range(s.FACE_UP):
            if state.face_up[town, place] == s.NONE and state.face_mints[town, place] > 0:
                return False
    return True


@rule
def _roads_are_right(tables: Tables, state: State):
    placed = 0
    count = 0
    for space in range(tables.num_spaces):
        condition = state.condition[space]
        if condition != s.NONE:
            if placed >> condition & 1:
                return False
            placed |= 1 << condition
            count += 1
    return count == tables.road_conditions


@rule
def _setup_is_right(tables: Tables, state: State):
    # MD-5: a seat has three orders to choose from until it has decided
    for seat in range(state.num_seats):
        num_dealt = 0
        for k in range(s.DEALT):
            num_dealt += state.dealt[seat, k] != s.NONE
        if num_dealt not in (0, s.DEALT):
            return False
        if num_dealt > 0 and (state.phase != Phase.KEEP or state.num_unfinished[seat] > 0):
            return False
        if state.phase == Phase.KEEP:
            if state.num_unfinished[seat] > s.DEALT or state.num_completed[seat] > 0:
                return False
            if state.over == 0 and (num_dealt > 0) != (seat >= state.seat):
                return False
    if state.phase == Phase.KEEP:
        for town in range(s.TOWNS):
            for place in range(s.FACE_UP):
                if state.face_up[town, place] != s.NONE:
                    return False
            if state.deck_size[town] > 0:
                return False
    return True


@rule
def _phase_is_right(tables: Tables, state: State):
    if state.phase == Phase.PAY_TOLL:
        has_toll = state.pending_space != s.NONE and state.condition[state.pending_space] == s.TOLL
        return has_toll and cargo(state, state.seat) > 0
    if state.phase == Phase.LOADING_ZONE:
        return room(state) > 0 and state.supply[s.CLASSIC] > 0
    if state.phase == Phase.REMOVE_ORDER:
        return state.num_seats == 2 and something_to_remove(tables, state)
    return True
