"""The rules of Mint Delivery, in the order of the rule book. Rule ids refer to ``docs/rules/mint_delivery.md``."""

from rlboardgames.core.compile import rule
from rlboardgames.core.random import integers, shuffle
from rlboardgames.core.records import Cells
from rlboardgames.core.seats import seat_at
from rlboardgames.games.mint_delivery import state as s
from rlboardgames.games.mint_delivery.actions import (
    AFTER,
    FIRST,
    KIND,
    KIND_OF,
    PLACE_OF,
    SUBSET_BITS,
    After,
    removal_indices,
)
from rlboardgames.games.mint_delivery.state import Phase, State, Tables

# ------------------------------------------------------------------------------------------------------------- Setup


def deal(tables: Tables, state: State):
    """Set up the game as far as the first decision, which orders to keep."""
    for mint in range(s.MINT_TYPES):  # MD-1
        state.supply[mint] = tables.mints[mint]
    for seat in range(tables.num_seats):
        for limit in range(s.LIMITS):
            state.limits[seat, limit] = tables.limits[limit]
        state.space[seat] = tables.city  # MD-8
        for mint in range(s.MINT_TYPES):
            state.mints[seat, mint] = tables.start_mints[mint]
            state.supply[mint] -= tables.start_mints[mint]
    if tables.abilities:
        _offer_abilities(tables, state)
    for _ in range(tables.road_conditions):
        _place_road_condition(tables, state)
    _deal_orders(tables, state)
    state.phase = Phase.KEEP
    state.seat = 0


@rule
def _deal_orders(tables: Tables, state: State):
    # MD-5: three to each seat. A deck's memory serves for the shuffling; it is empty before and after.
    for order in range(s.ORDERS):
        state.deck[0, order] = order
    shuffle(state, state.deck[0], s.ORDERS)
    for seat in range(tables.num_seats):
        for k in range(s.DEALT):
            state.dealt[seat, k] = state.deck[0, seat * s.DEALT + k]
    for order in range(s.ORDERS):
        state.deck[0, order] = s.NONE


@rule
def kept_points(tables: Tables, state: State, subset):
    """Return the points of a subset of the orders dealt to the seat to move (MD-5)."""
    points = 0
    for k in range(s.DEALT):
        if SUBSET_BITS[subset] >> k & 1:
            points += tables.order_points[state.dealt[state.seat, k]]
    return points


@rule
def _keep(tables: Tables, state: State, subset):
    # MD-5: the others go to the orders not kept. All is revealed when the last seat has decided.
    seat = state.seat
    for k in range(s.DEALT):
        if SUBSET_BITS[subset] >> k & 1:
            _add_unfinished(state, seat, state.dealt[seat, k])
        state.dealt[seat, k] = s.NONE
    if seat + 1 < state.num_seats:
        state.seat = seat + 1
        return
    _fill_towns(tables, state)
    _begin_turn(tables, state, 0)


@rule
def _fill_towns(tables: Tables, state: State):
    # MD-6: the orders not kept, shuffled, are dealt round-robin. They are gathered in the memory of the last deck,
    # whose own share never overtakes the orders still to be dealt.
    last = s.TOWNS - 1
    size = 0
    for order in range(s.ORDERS):
        if not _is_unfinished(state, order):
            state.deck[last, size] = order
            size += 1
    shuffle(state, state.deck[last], size)
    for k in range(size):
        order = state.deck[last, k]
        state.deck[last, k] = s.NONE
        if k < s.TOWNS * tables.orders_per_deck:
            town = k % s.TOWNS
            state.deck[town, state.deck_size[town]] = order
            state.deck_size[town] += 1
    for town in range(s.TOWNS):  # MD-7
        for place in range(s.FACE_UP):
            state.face_up[town, place] = _draw(state, town)
    _look_for_last_round(state)


@rule
def _is_unfinished(state: State, order):
    for seat in range(state.num_seats):
        for slot in range(state.num_unfinished[seat]):
            if state.unfinished[seat, slot] == order:
                return True
    return False


# ---------------------------------------------------------------------------------------------------- The turn (MD-9)


@rule
def _begin_turn(tables: Tables, state: State, seat):
    state.seat = seat
    state.phase = Phase.TURN
    state.actions_left = state.limits[seat, s.ACTIONS]
    state.free_load_left = state.limits[seat, s.FREE_LOADS]


@rule
def _go_on(tables: Tables, state: State):
    # MD-9: the turn ends by itself as soon as no action is left and nothing free can be done.
    state.phase = Phase.TURN
    if state.actions_left == 0 and not _something_free(tables, state):
        _end_turn(tables, state)


@rule
def _something_free(tables: Tables, state: State):
    seat = state.seat
    for slot in range(state.num_unfinished[seat]):
        if can_fulfil(tables, state, slot):
            return True
    if state.free_load_left > 0 and loadable(tables, state) > 0:
        return True
    return can_drop(tables, state) and state.num_unfinished[seat] > 0


@rule
def _end_turn(tables: Tables, state: State):
    if state.last_round and state.seat == state.num_seats - 1:  # MD-18: the seat to the right of the starting seat
        state.over = 1
    else:
        _begin_turn(tables, state, seat_at(state, state.seat, 1))


# ------------------------------------------------------------------------------------------------------ Move (MD-10)


@rule
def _neighbours(tables: Tables, state: State, space):
    # as bits: bit k is space k
    spaces = tables.neighbours[space]
    if tables.road_conditions:
        for other in range(tables.num_spaces):  # MD-28: a tunnel has a road to Mintopia, both ways
            is_tunnel = state.condition[other] == s.TUNNEL or state.condition[space] == s.TUNNEL
            if is_tunnel and (space == tables.city or other == tables.city):
                spaces |= 1 << other
    return spaces


@rule
def reachable(tables: Tables, state: State):
    """Return, as bits, the spaces to which roads lead the seat to move in one move (MD-10)."""
    seat = state.seat
    origin = state.space[seat]
    near = _neighbours(tables, state, origin)
    spaces = near
    if state.limits[seat, s.HOME]:  # MD-21 home
        spaces |= 1 << tables.city
    if state.limits[seat, s.MOVE_ROADS] > 1:  # MD-21 move_two; MD-29: not through a road condition
        for via in range(tables.num_spaces):
            if near >> via & 1 and state.condition[via] == s.NONE:
                spaces |= _neighbours(tables, state, via)
    return spaces & ~(1 << origin)


@rule
def _entered_from(tables: Tables, state: State, target):
    # the space from which the seat to move enters a reachable `target`
    origin = state.space[state.seat]
    near = _neighbours(tables, state, origin)
    beside = _neighbours(tables, state, target)
    for via in range(tables.num_spaces):
        if near >> via & 1 and beside >> via & 1 and not near >> target & 1 and state.condition[via] == s.NONE:
            return via
    return origin


@rule
def may_enter(state: State, space):
    """Return whether the truck of the seat to move is let onto a space (MD-23, MD-25)."""
    if state.condition[space] == s.CLOSED:
        return False
    return state.condition[space] != s.TOLL or cargo(state, state.seat) > 0


@rule
def landing(tables: Tables, state: State, target):
    """Return where a move to `target` leads: over a racetrack to its other end, if that may be entered (MD-26)."""
    if state.condition[target] != s.RACETRACK:
        return target
    origin = _entered_from(tables, state, target)
    for space in range(tables.num_spaces):
        if tables.joined[target, space] and space != origin and may_enter(state, space):
            return space
    return target


@rule
def _move(tables: Tables, state: State, target):
    state.actions_left -= 1
    end = landing(tables, state, target)
    if end != target:  # MD-26: the racetrack is passed, and what lies at its other end takes effect
        state.space[state.seat] = target
    if state.condition[end] == s.TOLL:  # MD-25: the truck stays where it is until the toll is paid
        state.pending_space = end
        state.phase = Phase.PAY_TOLL
    else:
        _enter(tables, state, end)


@rule
def _pay_toll(tables: Tables, state: State, mint):
    target = state.pending_space
    state.mints[state.seat, mint] -= 1
    state.supply[mint] += 1
    state.pending_space = s.NONE
    _enter(tables, state, target)


@rule
def _enter(tables: Tables, state: State, target):
    condition = state.condition[target]
    state.space[state.seat] = target
    if condition == s.JAM:  # MD-24
        _end_turn(tables, state)
    elif condition == s.ZONE and room(state) > 0 and state.supply[s.CLASSIC] > 0:  # MD-27
        state.phase = Phase.LOADING_ZONE
    else:
        _go_on(tables, state)


# ------------------------------------------------------------------------------------------- Load and unload (MD-11)


@rule
def cargo(state: State, seat):
    """Return how many mints are in the truck of `seat`."""
    return state.mints[seat, s.CLASSIC] + state.mints[seat, s.SUGAR_FREE] + state.mints[seat, s.CINNAMON]


@rule
def room(state: State):
    """Return how many more mints the truck of the seat to move holds."""
    return state.limits[state.seat, s.CAPACITY] - cargo(state, state.seat)


@rule
def kind_here(tables: Tables, state: State):
    """Return the kind of the space on which the seat to move stands."""
    return tables.kind[state.space[state.seat]]


@rule
def loadable(tables: Tables, state: State):
    """Return how many classic mints one load brings here: by place, room and supply."""
    here = state.limits[state.seat, s.LOAD_AT + kind_here(tables, state)]
    return min(here, room(state), state.supply[s.CLASSIC], s.MAX_LOAD)


@rule
def _load(tables: Tables, state: State, count):
    _load_from_supply(state, count)
    if state.free_load_left > 0:  # MD-21 free_load
        state.free_load_left -= 1
    else:
        state.actions_left -= 1
    _go_on(tables, state)


@rule
def _load_from_supply(state: State, count):
    state.mints[state.seat, s.CLASSIC] += count
    state.supply[s.CLASSIC] -= count


@rule
def can_unload(tables: Tables, state: State):
    """Return whether unloading may begin here: in Mintopia and at warehouses, as an action."""
    kind = kind_here(tables, state)
    return state.actions_left > 0 and (kind == s.CITY or kind == s.WAREHOUSE)


@rule
def _unload(tables: Tables, state: State, mint):
    if state.phase == Phase.TURN:  # the first one costs the action
        state.actions_left -= 1
    state.mints[state.seat, mint] -= 1
    state.supply[mint] += 1
    if cargo(state, state.seat) > 0:
        state.phase = Phase.UNLOAD
    else:
        _go_on(tables, state)


# ------------------------------------------------------------------------------------------------ Take order (MD-12)


@rule
def _draw(state: State, town):
    # the next order of a town's deck, or NONE
    if state.deck_size[town] == 0:
        return s.NONE
    top = state.deck_size[town] - 1
    order = state.deck[town, top]
    state.deck[town, top] = s.NONE
    state.deck_size[town] = top
    return order


@rule
def _add_unfinished(state: State, seat, order):
    state.unfinished[seat, state.num_unfinished[seat]] = order
    state.num_unfinished[seat] += 1


@rule
def _close_up(state: State, seat, slot):
    # the unfinished order in `slot` has gone
    last = state.num_unfinished[seat] - 1
    for k in range(slot, last):
        state.unfinished[seat, k] = state.unfinished[seat, k + 1]
    state.unfinished[seat, last] = s.NONE
    state.num_unfinished[seat] = last


@rule
def can_take(tables: Tables, state: State, place):
    """Return whether the seat to move may take this face-up order of the town where it stands."""
    seat = state.seat
    town = tables.town_at[state.space[seat]]
    if state.actions_left == 0 or town == s.NONE or state.face_up[town, place] == s.NONE:
        return False
    return state.num_unfinished[seat] < state.limits[seat, s.UNFINISHED]


@rule
def _take(tables: Tables, state: State, place):
    town = tables.town_at[state.space[state.seat]]
    lying = state.face_mints[town, place]
    state.actions_left -= 1
    _add_unfinished(state, state.seat, state.face_up[town, place])
    _replace_face_up(state, town, place)
    if lying > 0 and room(state) > 0:
        state.pending_mints = lying
        state.phase = Phase.LOAD_TOKENS
    else:
        state.supply[s.CLASSIC] += lying
        _go_on(tables, state)


@rule
def _replace_face_up(state: State, town, place):
    # a face-up order has gone: a classic mint onto the other one, then the next order of the deck
    other = 1 - place
    if state.face_up[town, other] != s.NONE and state.supply[s.CLASSIC] > 0:
        state.supply[s.CLASSIC] -= 1
        state.face_mints[town, other] += 1
    state.face_mints[town, place] = 0
    state.face_up[town, place] = _draw(state, town)
    _look_for_last_round(state)


@rule
def _load_tokens(tables: Tables, state: State, count):
    state.mints[state.seat, s.CLASSIC] += count
    state.supply[s.CLASSIC] += state.pending_mints - count
    state.pending_mints = 0
    _go_on(tables, state)


# --------------------------------------------------------------------------------------------------- Upgrade (MD-13)


@rule
def can_upgrade(tables: Tables, state: State, mint):
    """Return whether the seat to move may turn classic mints into one `mint` here."""
    seat = state.seat
    places = s.SUGAR_FREE_AT if mint == s.SUGAR_FREE else s.CINNAMON_AT
    if state.actions_left == 0 or state.limits[seat, places + kind_here(tables, state)] <= 0:
        return False
    return state.supply[mint] > 0 and state.mints[seat, s.CLASSIC] >= state.limits[seat, s.UPGRADE_COST + mint]


@rule
def _upgrade(tables: Tables, state: State, mint):
    seat = state.seat
    cost = state.limits[seat, s.UPGRADE_COST + mint]
    state.actions_left -= 1
    state.mints[seat, s.CLASSIC] -= cost
    state.supply[s.CLASSIC] += cost
    state.mints[seat, mint] += 1
    state.supply[mint] -= 1
    _go_on(tables, state)


# ---------------------------------------------------------------------------------------------------- Fulfil (MD-15)


@rule
def can_fulfil(tables: Tables, state: State, slot):
    """Return whether the seat to move can fulfil this unfinished order here."""
    seat = state.seat
    order = state.unfinished[seat, slot]
    if tables.town_space[tables.order_town[order]] != state.space[seat]:
        return False
    for mint in range(s.MINT_TYPES):
        if state.mints[seat, mint] < tables.order_mints[order, mint]:
            return False
    return True


@rule
def _fulfil(tables: Tables, state: State, slot):
    seat = state.seat
    order = state.unfinished[seat, slot]
    for mint in range(s.MINT_TYPES):
        state.mints[seat, mint] -= tables.order_mints[order, mint]
        state.supply[mint] += tables.order_mints[order, mint]
    _close_up(state, seat, slot)
    state.completed_by[order] = seat
    state.num_completed[seat] += 1
    state.points[seat] += tables.order_points[order]
    _load_from_supply(state, max(min(state.limits[seat, s.TIP], room(state), state.supply[s.CLASSIC]), 0))  # MD-21 tip
    if state.num_seats == 2 and something_to_remove(tables, state):
        state.phase = Phase.REMOVE_ORDER
    else:
        _go_on(tables, state)


@rule
def can_remove(tables: Tables, state: State, town, place):
    """Return whether this face-up order may be removed; the edition says of which towns (MD-16)."""
    here = tables.town_at[state.space[state.seat]]
    return here != s.NONE and tables.may_remove[here, town] != 0 and state.face_up[town, place] != s.NONE


@rule
def something_to_remove(tables: Tables, state: State):
    """Return whether some face-up order may be removed (MD-16)."""
    for town in range(s.TOWNS):
        for place in range(s.FACE_UP):
            if can_remove(tables, state, town, place):
                return True
    return False


@rule
def _remove(tables: Tables, state: State, town, place):
    lying = state.face_mints[town, place]
    _replace_face_up(state, town, place)
    state.supply[s.CLASSIC] += lying
    _go_on(tables, state)


# ----------------------------------------------------------------------------------------- End and scoring (MD-18)


@rule
def _look_for_last_round(state: State):
    towns_without_orders = 0
    all_decks_empty = True
    for town in range(s.TOWNS):
        if state.face_up[town, 0] == s.NONE and state.face_up[town, 1] == s.NONE:
            towns_without_orders += 1
        if state.deck_size[town] > 0:
            all_decks_empty = False
    if towns_without_orders >= 2 or all_decks_empty:
        state.last_round = 1


def standing(tables: Tables, state: State, out: Cells):
    """Write points; ties: completed orders, then the value of the mints in the truck (MD-18)."""
    for seat in range(state.num_seats):
        out[seat, 0] = state.points[seat]
        out[seat, 1] = state.num_completed[seat]
        for mint in range(s.MINT_TYPES):
            out[seat, 2] += state.mints[seat, mint] * tables.mint_value[mint]


# --------------------------------------------------------------------------------------- Variant 1, abilities (MD-20)


@rule
def _offer_abilities(tables: Tables, state: State):
    # three of the ability cards, drawn without replacement
    for k in range(s.OFFER):
        ability = integers(state, tables.num_abilities)
        while ability == state.offer[0] or ability == state.offer[1]:
            ability = integers(state, tables.num_abilities)
        state.offer[k] = ability


@rule
def can_acquire(tables: Tables, state: State, k):
    """Return whether the seat to move may acquire this ability: it lacks it and has the orders to allocate."""
    seat = state.seat
    if state.actions_left == 0 or state.offer[k] == s.NONE or state.holds[seat, k]:
        return False
    return state.num_completed[seat] - state.allocated[seat] >= tables.ability_cost[state.offer[k]]


@rule
def _acquire(tables: Tables, state: State, k):
    seat = state.seat
    ability = state.offer[k]
    state.actions_left -= 1
    state.allocated[seat] += tables.ability_cost[ability]
    state.holds[seat, k] = 1
    for limit in range(s.LIMITS):  # MD-21: an ability is a change of the numbers that the rules read
        state.limits[seat, limit] += tables.ability_change[ability, limit]
    state.actions_left += tables.ability_change[ability, s.ACTIONS]
    state.free_load_left += tables.ability_change[ability, s.FREE_LOADS]
    _go_on(tables, state)


@rule
def can_drop(tables: Tables, state: State):
    """Return whether the seat to move may put unfinished orders under the deck of a town here (MD-21)."""
    return state.limits[state.seat, s.DROP_ORDER] > 0 and kind_here(tables, state) == s.TOWN


@rule
def _drop(tables: Tables, state: State, slot):
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
def _place_road_condition(tables: Tables, state: State):
    token = integers(state, 6)
    while _is_placed(state, token):
        token = integers(state, 6)
    space = _random_roadside(tables, state)
    while not _has_place_for(tables, state, token, space):
        space = _random_roadside(tables, state)
    state.condition[space] = token


@rule
def _random_roadside(tables: Tables, state: State):
    town = integers(state, tables.num_roadsides)
    return tables.roadside[town, integers(state, tables.roadside_size[town])]


@rule
def _is_placed(state: State, token):
    return _space_of(state, token) != s.NONE


@rule
def _space_of(state: State, token):
    for space in range(s.SPACES):
        if state.condition[space] == token:
            return space
    return s.NONE


@rule
def _has_place_for(tables: Tables, state: State, token, space):
    # a free space; and an empty truck, which passes neither closed road nor toll booth, must get everywhere else
    if state.condition[space] != s.NONE:
        return False
    if token != s.CLOSED and token != s.TOLL:
        return True
    other = _space_of(state, s.CLOSED if token == s.TOLL else s.TOLL)
    return tables.separates[space] >> (space if other == s.NONE else other) & 1 == 0


# ------------------------------------------------------------------------------------------------ The three main verbs


def legal(tables: Tables, state: State, mask: Cells):
    """Write the legal actions of the seat to move."""
    after = mask[FIRST.load + tables.num_spaces :].view(AFTER)[0]
    phase = state.phase
    if phase == Phase.KEEP:
        for subset in range(len(SUBSET_BITS)):
            if kept_points(tables, state, subset) <= tables.kept_points:
                mask[FIRST.keep + subset] = 1
    elif phase == Phase.TURN:
        _legal_in_turn(tables, state, mask, after)
    elif phase == Phase.LOAD_TOKENS:
        for count in range(min(state.pending_mints, room(state), s.MAX_LOAD) + 1):
            after.load[count] = 1
    elif phase == Phase.LOADING_ZONE:
        after.load[0] = 1
        after.load[1] = 1
    elif phase == Phase.UNLOAD:
        _legal_mints_in_truck(state, after.unload)
        after.done = 1
    elif phase == Phase.PAY_TOLL:
        _legal_mints_in_truck(state, after.toll)
    elif phase == Phase.REMOVE_ORDER:
        for town in range(s.TOWNS):
            for place in range(s.FACE_UP):
                if can_remove(tables, state, town, place):
                    after.remove[town, place] = 1


@rule
def _legal_mints_in_truck(state: State, allowed):
    for mint in range(s.MINT_TYPES):
        if state.mints[state.seat, mint] > 0:
            allowed[mint] = 1


@rule
def _legal_in_turn(tables: Tables, state: State, mask: Cells, after: After):
    seat = state.seat
    after.end_turn = 1
    for slot in range(state.num_unfinished[seat]):
        if can_fulfil(tables, state, slot):
            after.fulfil[slot] = 1
        if can_drop(tables, state):
            after.drop[slot] = 1
    if state.actions_left > 0 or state.free_load_left > 0:
        for count in range(1, loadable(tables, state) + 1):
            after.load[count] = 1
    if state.actions_left == 0:
        return
    spaces = reachable(tables, state)
    for target in range(s.SPACES):
        if spaces >> target & 1 and may_enter(state, target):
            mask[FIRST.move + target] = 1
    if can_unload(tables, state):
        _legal_mints_in_truck(state, after.unload)
    for place in range(s.FACE_UP):
        if can_take(tables, state, place):
            after.take[place] = 1
    for mint in range(s.SUGAR_FREE, s.MINT_TYPES):
        if can_upgrade(tables, state, mint):
            after.upgrade[mint - s.SUGAR_FREE] = 1
    for k in range(s.OFFER):
        if can_acquire(tables, state, k):
            after.acquire[k] = 1


def play(tables: Tables, state: State, action):
    """Apply one legal action."""
    if action < FIRST.move:
        _keep(tables, state, action - FIRST.keep)
    elif action < FIRST.move + tables.num_spaces:
        _move(tables, state, action - FIRST.move)
    else:
        after_moves = action - tables.num_spaces
        _act(tables, state, KIND_OF[after_moves], PLACE_OF[after_moves])


@rule
def _act(tables: Tables, state: State, kind, k):
    if kind == KIND.load:
        _play_load(tables, state, k)
    elif kind == KIND.unload:
        _unload(tables, state, k)
    elif kind == KIND.take:
        _take(tables, state, k)
    elif kind == KIND.upgrade:
        _upgrade(tables, state, s.SUGAR_FREE + k)
    elif kind == KIND.fulfil:
        _fulfil(tables, state, k)
    elif kind == KIND.remove:
        town, place = removal_indices(k)
        _remove(tables, state, town, place)
    elif kind == KIND.acquire:
        _acquire(tables, state, k)
    elif kind == KIND.toll:
        _pay_toll(tables, state, k)
    elif kind == KIND.drop:
        _drop(tables, state, k)
    elif kind == KIND.end_turn:
        _end_turn(tables, state)
    else:  # done: an unloading ends
        _go_on(tables, state)


@rule
def _play_load(tables: Tables, state: State, count):
    if state.phase == Phase.LOAD_TOKENS:
        _load_tokens(tables, state, count)
    elif state.phase == Phase.LOADING_ZONE:  # MD-27: free
        _load_from_supply(state, count)
        _go_on(tables, state)
    else:
        _load(tables, state, count)


# ----------------------------------------------------------------------------------------------- Hidden information


def resample(tables: Tables, state: State, seat):
    """Redraw the orders that a seat cannot see (the specification's "Who sees what")."""
    if state.phase == Phase.KEEP:
        _resample_setup(tables, state, seat)
    else:
        _resample_orders(tables, state, seat)


@rule
def _resample_orders(tables: Tables, state: State, seat):
    # Hidden are the decks, the orders out of the game and the completed orders of the others. They are gathered in the
    # memory of the last deck, whose own share then simply stays where it lies.
    last = s.TOWNS - 1
    deck_orders = 0
    for town in range(s.TOWNS):
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
    for k in range(state.deck_size[last], s.ORDERS):
        state.deck[last, k] = s.NONE


@rule
def _gather_hidden(state: State, seat):
    # writes into the last deck's memory every order that `seat` does not see, and takes them off the others' completed
    for order in range(s.ORDERS):
        if state.completed_by[order] != seat:
            state.completed_by[order] = s.NONE
    size = 0
    for order in range(s.ORDERS):
        if state.completed_by[order] == s.NONE and not _is_unfinished(state, order) and not _is_face_up(state, order):
            state.deck[s.TOWNS - 1, size] = order
            size += 1
    return size


@rule
def _is_face_up(state: State, order):
    for town in range(s.TOWNS):
        for place in range(s.FACE_UP):
            if state.face_up[town, place] == order:
                return True
    return False


@rule
def _resample_setup(tables: Tables, state: State, seat):
    # Hidden are the orders dealt to the others and what they kept. Each other seat gets three new orders; one that has
    # decided keeps a random subset of its three. All is drawn again until every such choice was legal (MD-5), so every
    # consistent history is equally likely.
    legal_choices = False
    while not legal_choices:
        legal_choices = _redeal_others(tables, state, seat)


@rule
def _redeal_others(tables: Tables, state: State, seat):
    pool = state.deck[0]
    size = 0
    for order in range(s.ORDERS):
        if not _is_held_in_setup(state, seat, order):
            pool[size] = order
            size += 1
    shuffle(state, pool, size)
    legal_choices = True
    for other in range(state.num_seats):
        if other != seat:
            has_decided = state.dealt[other, 0] == s.NONE
            size -= s.DEALT
            for k in range(s.DEALT):
                state.dealt[other, k] = pool[size + k]
            if has_decided:
                legal_choices = _keep_at_random(tables, state, other) and legal_choices
    for order in range(s.ORDERS):
        pool[order] = s.NONE
    return legal_choices


@rule
def _is_held_in_setup(state: State, seat, order):
    for k in range(s.DEALT):
        if state.dealt[seat, k] == order:
            return True
    for slot in range(state.num_unfinished[seat]):
        if state.unfinished[seat, slot] == order:
            return True
    return False


@rule
def _keep_at_random(tables: Tables, state: State, seat):
    subset = integers(state, len(SUBSET_BITS))
    points = 0
    state.num_unfinished[seat] = 0
    for slot in range(s.SLOTS):
        state.unfinished[seat, slot] = s.NONE
    for k in range(s.DEALT):
        order = state.dealt[seat, k]
        state.dealt[seat, k] = s.NONE
        if SUBSET_BITS[subset] >> k & 1:
            _add_unfinished(state, seat, order)
            points += tables.order_points[order]
    return points <= tables.kept_points
