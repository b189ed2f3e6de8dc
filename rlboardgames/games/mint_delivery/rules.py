"""The rules of Mint Delivery, in the order of the rule book. Rule ids refer to ``docs/rules/mint_delivery.md``."""

from rlboardgames.core.compile import rule
from rlboardgames.core.random import integers, shuffle
from rlboardgames.core.seats import seat_at
from rlboardgames.games.mint_delivery.actions import (
    ACQUIRE,
    DONE,
    DROP,
    END_TURN,
    FULFIL,
    KEEP_SUBSET,
    LOAD,
    MOVE,
    PAY,
    REMOVE,
    SUBSET_BITS,
    TAKE,
    UNLOAD_MINT,
    UPGRADE,
)
from rlboardgames.games.mint_delivery.state import (
    ACTIONS,
    CAPACITY,
    CINNAMON,
    CINNAMON_AT,
    CITY,
    CLASSIC,
    CLOSED,
    DEALT,
    DROP_ORDER,
    FACE_UP,
    FREE_LOADS,
    HOME,
    JAM,
    KEEP,
    LIMITS,
    LOAD_AT,
    LOAD_TOKENS,
    LOADING_ZONE,
    MAX_LOAD,
    MINT_TYPES,
    MOVE_ROADS,
    NONE,
    OFFER,
    ORDERS,
    PAY_TOLL,
    RACETRACK,
    REMOVE_ORDER,
    SEATS,
    SLOTS,
    SPACES,
    SUGAR_FREE,
    SUGAR_FREE_AT,
    TIP,
    TOLL,
    TOWN,
    TOWNS,
    TUNNEL,
    TURN,
    UNFINISHED,
    UNLOAD,
    UPGRADE_COST,
    WAREHOUSE,
    ZONE,
)

# ------------------------------------------------------------------------------------------------------------- Setup


def deal(tables, state):
    """Set up the game as far as the first decision, which orders to keep."""
    _clear(state)
    for mint in range(MINT_TYPES):  # MD-1
        state.supply[mint] = tables.mints[mint]
    for seat in range(tables.num_seats):
        for limit in range(LIMITS):
            state.limits[seat, limit] = tables.limits[limit]
        state.space[seat] = tables.city  # MD-8
        for mint in range(MINT_TYPES):
            state.mints[seat, mint] = tables.start_mints[mint]
            state.supply[mint] -= tables.start_mints[mint]
    if tables.abilities:
        _offer_abilities(tables, state)
    for _ in range(tables.road_conditions):
        _place_road_condition(tables, state)
    _deal_orders(tables, state)
    state.phase = KEEP
    state.seat = 0


@rule
def _clear(state):
    state.pending_space = NONE
    for seat in range(SEATS):
        for k in range(DEALT):
            state.dealt[seat, k] = NONE
        for slot in range(SLOTS):
            state.unfinished[seat, slot] = NONE
    for order in range(ORDERS):
        state.completed_by[order] = NONE
        for town in range(TOWNS):
            state.deck[town, order] = NONE
    for k in range(OFFER):
        state.offer[k] = NONE
    for town in range(TOWNS):
        for place in range(FACE_UP):
            state.face_up[town, place] = NONE
    for space in range(SPACES):
        state.condition[space] = NONE


@rule
def _deal_orders(tables, state):
    # MD-5: three to each seat. A deck's memory serves for the shuffling; it is empty before and after.
    for order in range(ORDERS):
        state.deck[0, order] = order
    shuffle(state, state.deck[0], ORDERS)
    for seat in range(tables.num_seats):
        for k in range(DEALT):
            state.dealt[seat, k] = state.deck[0, seat * DEALT + k]
    for order in range(ORDERS):
        state.deck[0, order] = NONE


@rule
def kept_points(tables, state, subset):
    """Return the points of a subset of the orders dealt to the seat to move (MD-5)."""
    points = 0
    for k in range(DEALT):
        if SUBSET_BITS[subset] >> k & 1:
            points += tables.order_points[state.dealt[state.seat, k]]
    return points


@rule
def _keep(tables, state, subset):
    # MD-5: the others go to the orders not kept. All is revealed when the last seat has decided.
    seat = state.seat
    for k in range(DEALT):
        if SUBSET_BITS[subset] >> k & 1:
            _add_unfinished(state, seat, state.dealt[seat, k])
        state.dealt[seat, k] = NONE
    if seat + 1 < state.num_seats:
        state.seat = seat + 1
        return
    _fill_towns(tables, state)
    _begin_turn(tables, state, 0)


@rule
def _fill_towns(tables, state):
    # MD-6: the orders not kept, shuffled, are dealt round-robin. They are gathered in the memory of the last deck,
    # whose own share never overtakes the orders still to be dealt.
    last = TOWNS - 1
    size = 0
    for order in range(ORDERS):
        if not _is_unfinished(state, order):
            state.deck[last, size] = order
            size += 1
    shuffle(state, state.deck[last], size)
    for k in range(size):
        order = state.deck[last, k]
        state.deck[last, k] = NONE
        if k < TOWNS * tables.orders_per_deck:
            town = k % TOWNS
            state.deck[town, state.deck_size[town]] = order
            state.deck_size[town] += 1
    for town in range(TOWNS):  # MD-7
        for place in range(FACE_UP):
            state.face_up[town, place] = _draw(state, town)
    _look_for_last_round(state)


@rule
def _is_unfinished(state, order):
    for seat in range(state.num_seats):
        for slot in range(state.num_unfinished[seat]):
            if state.unfinished[seat, slot] == order:
                return True
    return False


# ---------------------------------------------------------------------------------------------------- The turn (MD-9)


@rule
def _begin_turn(tables, state, seat):
    state.seat = seat
    state.phase = TURN
    state.actions_left = state.limits[seat, ACTIONS]
    state.free_load_left = state.limits[seat, FREE_LOADS]


@rule
def _go_on(tables, state):
    # MD-9: the turn ends by itself as soon as no action is left and nothing free can be done.
    state.phase = TURN
    if state.actions_left == 0 and not _something_free(tables, state):
        _end_turn(tables, state)


@rule
def _something_free(tables, state):
    seat = state.seat
    for slot in range(state.num_unfinished[seat]):
        if can_fulfil(tables, state, slot):
            return True
    if state.free_load_left > 0 and loadable(tables, state) > 0:
        return True
    return can_drop(tables, state) and state.num_unfinished[seat] > 0


@rule
def _end_turn(tables, state):
    if state.last_round and state.seat == state.num_seats - 1:  # MD-18: the seat to the right of the starting seat
        state.over = 1
    else:
        _begin_turn(tables, state, seat_at(state, state.seat, 1))


# ------------------------------------------------------------------------------------------------------ Move (MD-10)


@rule
def _neighbours(tables, state, space):
    # as bits: bit k is space k
    spaces = tables.neighbours[space]
    if tables.road_conditions:
        for other in range(tables.num_spaces):  # MD-28: a tunnel has a road to Mintopia, both ways
            is_tunnel = state.condition[other] == TUNNEL or state.condition[space] == TUNNEL
            if is_tunnel and (space == tables.city or other == tables.city):
                spaces |= 1 << other
    return spaces


@rule
def reachable(tables, state):
    """Return, as bits, the spaces to which roads lead the seat to move in one move (MD-10)."""
    seat = state.seat
    origin = state.space[seat]
    near = _neighbours(tables, state, origin)
    spaces = near
    if state.limits[seat, HOME]:  # MD-21 home
        spaces |= 1 << tables.city
    if state.limits[seat, MOVE_ROADS] > 1:  # MD-21 move_two; MD-29: not through a road condition
        for via in range(tables.num_spaces):
            if near >> via & 1 and state.condition[via] == NONE:
                spaces |= _neighbours(tables, state, via)
    return spaces & ~(1 << origin)


@rule
def _entered_from(tables, state, target):
    # the space from which the seat to move enters a reachable `target`
    origin = state.space[state.seat]
    near = _neighbours(tables, state, origin)
    beside = _neighbours(tables, state, target)
    for via in range(tables.num_spaces):
        if near >> via & 1 and beside >> via & 1 and not near >> target & 1 and state.condition[via] == NONE:
            return via
    return origin


@rule
def may_enter(state, space):
    """Return whether the truck of the seat to move is let onto a space (MD-23, MD-25)."""
    if state.condition[space] == CLOSED:
        return False
    return state.condition[space] != TOLL or cargo(state, state.seat) > 0


@rule
def landing(tables, state, target):
    """Return where a move to `target` leads: over a racetrack to its other end, if that may be entered (MD-26)."""
    if state.condition[target] != RACETRACK:
        return target
    origin = _entered_from(tables, state, target)
    for space in range(tables.num_spaces):
        if tables.joined[target, space] and space != origin and may_enter(state, space):
            return space
    return target


@rule
def _move(tables, state, target):
    state.actions_left -= 1
    end = landing(tables, state, target)
    if end != target:  # MD-26: the racetrack is passed, and what lies at its other end takes effect
        state.space[state.seat] = target
    if state.condition[end] == TOLL:  # MD-25: the truck stays where it is until the toll is paid
        state.pending_space = end
        state.phase = PAY_TOLL
    else:
        _enter(tables, state, end)


@rule
def _pay_toll(tables, state, mint):
    target = state.pending_space
    state.mints[state.seat, mint] -= 1
    state.supply[mint] += 1
    state.pending_space = NONE
    _enter(tables, state, target)


@rule
def _enter(tables, state, target):
    condition = state.condition[target]
    state.space[state.seat] = target
    if condition == JAM:  # MD-24
        _end_turn(tables, state)
    elif condition == ZONE and room(state) > 0 and state.supply[CLASSIC] > 0:  # MD-27
        state.phase = LOADING_ZONE
    else:
        _go_on(tables, state)


# ------------------------------------------------------------------------------------------- Load and unload (MD-11)


@rule
def cargo(state, seat):
    """Return how many mints are in the truck of `seat`."""
    return state.mints[seat, CLASSIC] + state.mints[seat, SUGAR_FREE] + state.mints[seat, CINNAMON]


@rule
def room(state):
    """Return how many more mints the truck of the seat to move holds."""
    return state.limits[state.seat, CAPACITY] - cargo(state, state.seat)


@rule
def kind_here(tables, state):
    """Return the kind of the space on which the seat to move stands."""
    return tables.kind[state.space[state.seat]]


@rule
def loadable(tables, state):
    """Return how many classic mints one load brings here: by place, room and supply."""
    here = state.limits[state.seat, LOAD_AT + kind_here(tables, state)]
    return min(here, room(state), state.supply[CLASSIC], MAX_LOAD)


@rule
def _load(tables, state, count):
    _load_from_supply(state, count)
    if state.free_load_left > 0:  # MD-21 free_load
        state.free_load_left -= 1
    else:
        state.actions_left -= 1
    _go_on(tables, state)


@rule
def _load_from_supply(state, count):
    state.mints[state.seat, CLASSIC] += count
    state.supply[CLASSIC] -= count


@rule
def can_unload(tables, state):
    """Return whether unloading may begin here: in Mintopia and at warehouses, as an action."""
    kind = kind_here(tables, state)
    return state.actions_left > 0 and (kind == CITY or kind == WAREHOUSE)


@rule
def _unload(tables, state, mint):
    if state.phase == TURN:  # the first one costs the action
        state.actions_left -= 1
    state.mints[state.seat, mint] -= 1
    state.supply[mint] += 1
    if cargo(state, state.seat) > 0:
        state.phase = UNLOAD
    else:
        _go_on(tables, state)


# ------------------------------------------------------------------------------------------------ Take order (MD-12)


@rule
def _draw(state, town):
    # the next order of a town's deck, or NONE
    if state.deck_size[town] == 0:
        return NONE
    top = state.deck_size[town] - 1
    order = state.deck[town, top]
    state.deck[town, top] = NONE
    state.deck_size[town] = top
    return order


@rule
def _add_unfinished(state, seat, order):
    state.unfinished[seat, state.num_unfinished[seat]] = order
    state.num_unfinished[seat] += 1


@rule
def _close_up(state, seat, slot):
    # the unfinished order in `slot` has gone
    last = state.num_unfinished[seat] - 1
    for k in range(slot, last):
        state.unfinished[seat, k] = state.unfinished[seat, k + 1]
    state.unfinished[seat, last] = NONE
    state.num_unfinished[seat] = last


@rule
def can_take(tables, state, place):
    """Return whether the seat to move may take this face-up order of the town where it stands."""
    seat = state.seat
    town = tables.town_at[state.space[seat]]
    if state.actions_left == 0 or town == NONE or state.face_up[town, place] == NONE:
        return False
    return state.num_unfinished[seat] < state.limits[seat, UNFINISHED]


@rule
def _take(tables, state, place):
    town = tables.town_at[state.space[state.seat]]
    lying = state.face_mints[town, place]
    state.actions_left -= 1
    _add_unfinished(state, state.seat, state.face_up[town, place])
    _replace_face_up(state, town, place)
    if lying > 0 and room(state) > 0:
        state.pending_mints = lying
        state.phase = LOAD_TOKENS
    else:
        state.supply[CLASSIC] += lying
        _go_on(tables, state)


@rule
def _replace_face_up(state, town, place):
    # a face-up order has gone: a classic mint onto the other one, then the next order of the deck
    other = 1 - place
    if state.face_up[town, other] != NONE and state.supply[CLASSIC] > 0:
        state.supply[CLASSIC] -= 1
        state.face_mints[town, other] += 1
    state.face_mints[town, place] = 0
    state.face_up[town, place] = _draw(state, town)
    _look_for_last_round(state)


@rule
def _load_tokens(tables, state, count):
    state.mints[state.seat, CLASSIC] += count
    state.supply[CLASSIC] += state.pending_mints - count
    state.pending_mints = 0
    _go_on(tables, state)


# --------------------------------------------------------------------------------------------------- Upgrade (MD-13)


@rule
def can_upgrade(tables, state, mint):
    """Return whether the seat to move may turn classic mints into one `mint` here."""
    seat = state.seat
    places = SUGAR_FREE_AT if mint == SUGAR_FREE else CINNAMON_AT
    if state.actions_left == 0 or state.limits[seat, places + kind_here(tables, state)] <= 0:
        return False
    return state.supply[mint] > 0 and state.mints[seat, CLASSIC] >= state.limits[seat, UPGRADE_COST + mint]


@rule
def _upgrade(tables, state, mint):
    seat = state.seat
    cost = state.limits[seat, UPGRADE_COST + mint]
    state.actions_left -= 1
    state.mints[seat, CLASSIC] -= cost
    state.supply[CLASSIC] += cost
    state.mints[seat, mint] += 1
    state.supply[mint] -= 1
    _go_on(tables, state)


# ---------------------------------------------------------------------------------------------------- Fulfil (MD-15)


@rule
def can_fulfil(tables, state, slot):
    """Return whether the seat to move can fulfil this unfinished order here."""
    seat = state.seat
    order = state.unfinished[seat, slot]
    if tables.town_space[tables.order_town[order]] != state.space[seat]:
        return False
    for mint in range(MINT_TYPES):
        if state.mints[seat, mint] < tables.order_mints[order, mint]:
            return False
    return True


@rule
def _fulfil(tables, state, slot):
    seat = state.seat
    order = state.unfinished[seat, slot]
    for mint in range(MINT_TYPES):
        state.mints[seat, mint] -= tables.order_mints[order, mint]
        state.supply[mint] += tables.order_mints[order, mint]
    _close_up(state, seat, slot)
    state.completed_by[order] = seat
    state.num_completed[seat] += 1
    state.points[seat] += tables.order_points[order]
    _load_from_supply(state, max(min(state.limits[seat, TIP], room(state), state.supply[CLASSIC]), 0))  # MD-21 tip
    if state.num_seats == 2 and something_to_remove(tables, state):
        state.phase = REMOVE_ORDER
    else:
        _go_on(tables, state)


@rule
def can_remove(tables, state, town, place):
    """Return whether this face-up order may be removed; the edition says of which towns (MD-16)."""
    here = tables.town_at[state.space[state.seat]]
    return here != NONE and tables.may_remove[here, town] != 0 and state.face_up[town, place] != NONE


@rule
def something_to_remove(tables, state):
    """Return whether some face-up order may be removed (MD-16)."""
    for town in range(TOWNS):
        for place in range(FACE_UP):
            if can_remove(tables, state, town, place):
                return True
    return False


@rule
def _remove(tables, state, town, place):
    lying = state.face_mints[town, place]
    _replace_face_up(state, town, place)
    state.supply[CLASSIC] += lying
    _go_on(tables, state)


# ----------------------------------------------------------------------------------------- End and scoring (MD-18)


@rule
def _look_for_last_round(state):
    towns_without_orders = 0
    all_decks_empty = True
    for town in range(TOWNS):
        if state.face_up[town, 0] == NONE and state.face_up[town, 1] == NONE:
            towns_without_orders += 1
        if state.deck_size[town] > 0:
            all_decks_empty = False
    if towns_without_orders >= 2 or all_decks_empty:
        state.last_round = 1


def standing(tables, state, out):
    """Write points; ties: completed orders, then the value of the mints in the truck (MD-18)."""
    for seat in range(state.num_seats):
        out[seat, 0] = state.points[seat]
        out[seat, 1] = state.num_completed[seat]
        for mint in range(MINT_TYPES):
            out[seat, 2] += state.mints[seat, mint] * tables.mint_value[mint]


# --------------------------------------------------------------------------------------- Variant 1, abilities (MD-20)


@rule
def _offer_abilities(tables, state):
    # three of the ability cards, drawn without replacement
    for k in range(OFFER):
        ability = integers(state, tables.num_abilities)
        while ability == state.offer[0] or ability == state.offer[1]:
            ability = integers(state, tables.num_abilities)
        state.offer[k] = ability


@rule
def can_acquire(tables, state, k):
    """Return whether the seat to move may acquire this ability: it lacks it and has the orders to allocate."""
    seat = state.seat
    if state.actions_left == 0 or state.offer[k] == NONE or state.holds[seat, k]:
        return False
    return state.num_completed[seat] - state.allocated[seat] >= tables.ability_cost[state.offer[k]]


@rule
def _acquire(tables, state, k):
    seat = state.seat
    ability = state.offer[k]
    state.actions_left -= 1
    state.allocated[seat] += tables.ability_cost[ability]
    state.holds[seat, k] = 1
    for limit in range(LIMITS):  # MD-21: an ability is a change of the numbers that the rules read
        state.limits[seat, limit] += tables.ability_change[ability, limit]
    state.actions_left += tables.ability_change[ability, ACTIONS]
    state.free_load_left += tables.ability_change[ability, FREE_LOADS]
    _go_on(tables, state)


@rule
def can_drop(tables, state):
    """Return whether the seat to move may put unfinished orders under the deck of a town here (MD-21)."""
    return state.limits[state.seat, DROP_ORDER] > 0 and kind_here(tables, state) == TOWN


@rule
def _drop(tables, state, slot):
    seat = state.seat
    town = tables.town_at[state.space[seat]]
    order = state.unfinished[seat, slot]
    _close_up(state, seat, slot)
    for k in range(state.deck_size[town], 0, -1):
        state.deck[town, k] = state.deck[town, k - 1]
    state.deck[town, 0] = order
    state.deck_size[town] += 1
    _go_on(tables, state)


# ---------------------------------------------------------------------------------- Variant 2, road conditions (MD-22)


@rule
def _place_road_condition(tables, state):
    token = integers(state, 6)
    while _is_placed(state, token):
        token = integers(state, 6)
    space = _random_roadside(tables, state)
    while not _has_place_for(tables, state, token, space):
        space = _random_roadside(tables, state)
    state.condition[space] = token


@rule
def _random_roadside(tables, state):
    town = integers(state, tables.num_roadsides)
    return tables.roadside[town, integers(state, tables.roadside_size[town])]


@rule
def _is_placed(state, token):
    return _space_of(state, token) != NONE


@rule
def _space_of(state, token):
    for space in range(SPACES):
        if state.condition[space] == token:
            return space
    return NONE


@rule
def _has_place_for(tables, state, token, space):
    # a free space; and an empty truck, which passes neither closed road nor toll booth, must get everywhere else
    if state.condition[space] != NONE:
        return False
    if token != CLOSED and token != TOLL:
        return True
    other = _space_of(state, CLOSED if token == TOLL else TOLL)
    return tables.separates[space] >> (space if other == NONE else other) & 1 == 0


# ------------------------------------------------------------------------------------------------ The three main verbs


def legal(tables, state, mask):
    """Write the legal actions of the seat to move."""
    later = mask[tables.num_spaces :]
    phase = state.phase
    if phase == KEEP:
        for subset in range(len(SUBSET_BITS)):
            if kept_points(tables, state, subset) <= tables.kept_points:
                mask[KEEP_SUBSET + subset] = 1
    elif phase == TURN:
        _legal_in_turn(tables, state, mask)
    elif phase == LOAD_TOKENS:
        for count in range(min(state.pending_mints, room(state), MAX_LOAD) + 1):
            later[LOAD + count] = 1
    elif phase == LOADING_ZONE:
        later[LOAD] = 1
        later[LOAD + 1] = 1
    elif phase == UNLOAD:
        _legal_mints_in_truck(state, later, UNLOAD_MINT)
        later[DONE] = 1
    elif phase == PAY_TOLL:
        _legal_mints_in_truck(state, later, PAY)
    elif phase == REMOVE_ORDER:
        for town in range(TOWNS):
            for place in range(FACE_UP):
                if can_remove(tables, state, town, place):
                    later[REMOVE + town * FACE_UP + place] = 1


@rule
def _legal_mints_in_truck(state, mask, first_action):
    for mint in range(MINT_TYPES):
        if state.mints[state.seat, mint] > 0:
            mask[first_action + mint] = 1


@rule
def _legal_in_turn(tables, state, mask):
    later = mask[tables.num_spaces :]
    seat = state.seat
    later[END_TURN] = 1
    for slot in range(state.num_unfinished[seat]):
        if can_fulfil(tables, state, slot):
            later[FULFIL + slot] = 1
        if can_drop(tables, state):
            later[DROP + slot] = 1
    if state.actions_left > 0 or state.free_load_left > 0:
        for count in range(1, loadable(tables, state) + 1):
            later[LOAD + count] = 1
    if state.actions_left == 0:
        return
    spaces = reachable(tables, state)
    for target in range(SPACES):
        if spaces >> target & 1 and may_enter(state, target):
            mask[MOVE + target] = 1
    if can_unload(tables, state):
        _legal_mints_in_truck(state, later, UNLOAD_MINT)
    for place in range(FACE_UP):
        if can_take(tables, state, place):
            later[TAKE + place] = 1
    for mint in range(SUGAR_FREE, MINT_TYPES):
        if can_upgrade(tables, state, mint):
            later[UPGRADE + mint - SUGAR_FREE] = 1
    for k in range(OFFER):
        if can_acquire(tables, state, k):
            later[ACQUIRE + k] = 1


def play(tables, state, action):
    """Apply one legal action."""
    later = tables.num_spaces
    if action < MOVE:
        _keep(tables, state, action - KEEP_SUBSET)
    elif action < LOAD + later:
        _move(tables, state, action - MOVE)
    elif action < UNLOAD_MINT + later:
        _play_load(tables, state, action - later - LOAD)
    elif action < TAKE + later:
        _unload(tables, state, action - later - UNLOAD_MINT)
    elif action < UPGRADE + later:
        _take(tables, state, action - later - TAKE)
    elif action < FULFIL + later:
        _upgrade(tables, state, action - later - UPGRADE + SUGAR_FREE)
    elif action < REMOVE + later:
        _fulfil(tables, state, action - later - FULFIL)
    elif action < ACQUIRE + later:
        _remove(tables, state, (action - later - REMOVE) // FACE_UP, (action - later - REMOVE) % FACE_UP)
    elif action < PAY + later:
        _acquire(tables, state, action - later - ACQUIRE)
    elif action < DROP + later:
        _pay_toll(tables, state, action - later - PAY)
    elif action < END_TURN + later:
        _drop(tables, state, action - later - DROP)
    elif action == END_TURN + later:
        _end_turn(tables, state)
    else:  # done: an unloading ends
        _go_on(tables, state)


@rule
def _play_load(tables, state, count):
    if state.phase == LOAD_TOKENS:
        _load_tokens(tables, state, count)
    elif state.phase == LOADING_ZONE:  # MD-27: free
        _load_from_supply(state, count)
        _go_on(tables, state)
    else:
        _load(tables, state, count)


# ----------------------------------------------------------------------------------------------- Hidden information


def resample(tables, state, seat):
    """Redraw the orders that a seat cannot see (the specification's "Who sees what")."""
    if state.phase == KEEP:
        _resample_setup(tables, state, seat)
    else:
        _resample_orders(tables, state, seat)


@rule
def _resample_orders(tables, state, seat):
    # Hidden are the decks, the orders out of the game and the completed orders of the others. They are gathered in the
    # memory of the last deck, whose own share then simply stays where it lies.
    last = TOWNS - 1
    deck_orders = 0
    for town in range(TOWNS):
        deck_orders += state.deck_size[town]
    size = _gather_hidden(state, seat)
    shuffle(state, state.deck[last], size)
    next_order = state.deck_size[last]
    for town in range(last):
        for k in range(state.deck_size[town]):
            state.deck[town, k] = state.deck[last, next_order]
            next_order += 1
    for other in range(state.num_seats):
        if other != seat:
            state.points[other] = 0
            for _ in range(state.num_completed[other]):
                order = state.deck[last, next_order]
                next_order += 1
                state.completed_by[order] = other
                state.points[other] += tables.order_points[order]
    for k in range(state.deck_size[last], ORDERS):
        state.deck[last, k] = NONE


@rule
def _gather_hidden(state, seat):
    # writes into the last deck's memory every order that `seat` does not see, and takes them off the others' completed
    for order in range(ORDERS):
        if state.completed_by[order] != seat:
            state.completed_by[order] = NONE
    size = 0
    for order in range(ORDERS):
        if state.completed_by[order] == NONE and not _is_unfinished(state, order) and not _is_face_up(state, order):
            state.deck[TOWNS - 1, size] = order
            size += 1
    return size


@rule
def _is_face_up(state, order):
    for town in range(TOWNS):
        for place in range(FACE_UP):
            if state.face_up[town, place] == order:
                return True
    return False


@rule
def _resample_setup(tables, state, seat):
    # Hidden are the orders dealt to the others and what they kept. Each other seat gets three new orders; one that has
    # decided keeps a random subset of its three. All is drawn again until every such choice was legal (MD-5), so every
    # consistent history is equally likely.
    legal_choices = False
    while not legal_choices:
        legal_choices = _redeal_others(tables, state, seat)


@rule
def _redeal_others(tables, state, seat):
    pool = state.deck[0]
    size = 0
    for order in range(ORDERS):
        if not _is_held_in_setup(state, seat, order):
            pool[size] = order
            size += 1
    shuffle(state, pool, size)
    legal_choices = True
    for other in range(state.num_seats):
        if other != seat:
            has_decided = state.dealt[other, 0] == NONE
            size -= DEALT
            for k in range(DEALT):
                state.dealt[other, k] = pool[size + k]
            if has_decided:
                legal_choices = _keep_at_random(tables, state, other) and legal_choices
    for order in range(ORDERS):
        pool[order] = NONE
    return legal_choices


@rule
def _is_held_in_setup(state, seat, order):
    for k in range(DEALT):
        if state.dealt[seat, k] == order:
            return True
    for slot in range(state.num_unfinished[seat]):
        if state.unfinished[seat, slot] == order:
            return True
    return False


@rule
def _keep_at_random(tables, state, seat):
    subset = integers(state, len(SUBSET_BITS))
    points = 0
    state.num_unfinished[seat] = 0
    for slot in range(SLOTS):
        state.unfinished[seat, slot] = NONE
    for k in range(DEALT):
        order = state.dealt[seat, k]
        state.dealt[seat, k] = NONE
        if SUBSET_BITS[subset] >> k & 1:
            _add_unfinished(state, seat, order)
            points += tables.order_points[order]
    return points <= tables.kept_points
