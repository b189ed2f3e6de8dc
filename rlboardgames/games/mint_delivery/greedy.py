"""A player of sensible strength: it picks its cheapest order, fetches, upgrades and delivers.

It reads only what its seat may know. Costs are in actions.
"""

from rlboardgames.core.compile import rule
from rlboardgames.games.mint_delivery import rules
from rlboardgames.games.mint_delivery.actions import (
    ACQUIRE,
    DONE,
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
    CAPACITY,
    CINNAMON,
    CITY,
    CLASSIC,
    FACE_UP,
    JAM,
    KEEP,
    LOAD_TOKENS,
    LOADING_ZONE,
    MINT_TYPES,
    NONE,
    OFFER,
    PAY_TOLL,
    REMOVE_ORDER,
    ROAD,
    SUGAR_FREE,
    TOLL,
    TOWN,
    TOWNS,
    UNFINISHED,
    UNLOAD,
    UPGRADE_COST,
)

_FAR = 99
"""More actions than any plan takes: not to be had."""

_WAIT_FOR_SUPPLY = 6
"""What it costs, at a guess, that the supply lacks classic mints."""


def greedy(tables, state):
    """Return the action of the greedy player for the seat to move."""
    phase = state.phase
    if phase == KEEP:
        return KEEP_SUBSET + _best_subset(tables, state)
    if phase == LOAD_TOKENS:
        return tables.num_spaces + LOAD + min(state.pending_mints, rules.room(state))
    if phase == LOADING_ZONE:
        return tables.num_spaces + LOAD + 1
    if phase == UNLOAD:
        return _go_on_unloading(tables, state)
    if phase == PAY_TOLL:
        return tables.num_spaces + PAY + _least_missed(tables, state)
    if phase == REMOVE_ORDER:
        return _dearest_removable(tables, state)
    return _take_turn(tables, state)


@rule
def _take_turn(tables, state):
    seat = state.seat
    for slot in range(state.num_unfinished[seat]):
        if rules.can_fulfil(tables, state, slot):
            return tables.num_spaces + FULFIL + slot
    if state.actions_left == 0:
        return tables.num_spaces + END_TURN
    for k in range(OFFER):
        if rules.can_acquire(tables, state, k):
            return tables.num_spaces + ACQUIRE + k
    best = _best_unfinished(tables, state)
    place = _best_order_here(tables, state)
    if place != NONE and (best == NONE or state.num_unfinished[seat] < 2):
        return tables.num_spaces + TAKE + place
    if best != NONE:
        return _work_on(tables, state, best)
    if state.num_unfinished[seat] < state.limits[seat, UNFINISHED]:
        town = _best_town(tables, state)
        if town != NONE:
            return _drive_to(tables, state, tables.town_space[town])
    return _make_room(tables, state, NONE)


# ---------------------------------------------------------------------------------------------------------- Estimation


@rule
def _open_spaces(tables, state, avoid):
    # as bits; with `avoid` also without the spaces that cost a mint or the turn
    spaces = 0
    for space in range(tables.num_spaces):
        if rules.may_enter(state, space) and not (avoid and state.condition[space] in (JAM, TOLL)):
            spaces |= 1 << space
    return spaces


@rule
def _roads_between(tables, state, start, end, avoid):
    spaces = _open_spaces(tables, state, avoid) if tables.road_conditions else -1
    reached = 1 << start
    for steps in range(tables.num_spaces):
        if reached >> end & 1:
            return steps
        grown = reached
        for space in range(tables.num_spaces):
            if reached >> space & 1:
                grown |= tables.neighbours[space]
        reached |= grown & spaces
    return _FAR


@rule
def _distance(tables, state, start, end):
    # in moves; a toll or a traffic jam counts as one more
    shortest = _roads_between(tables, state, start, end, False)
    if tables.road_conditions == 0:
        return shortest
    return min(_roads_between(tables, state, start, end, True), shortest + 1)


@rule
def _missing(tables, state, order, mint):
    return max(tables.order_mints[order, mint] - state.mints[state.seat, mint], 0)


@rule
def _is_ready(tables, state, order):
    for mint in range(MINT_TYPES):
        if _missing(tables, state, order, mint) > 0:
            return False
    return True


@rule
def _classic_to_load(tables, state, order):
    # the order's own and those for its upgrades, less those in the truck
    seat = state.seat
    wanted = tables.order_mints[order, CLASSIC] - state.mints[seat, CLASSIC]
    for mint in range(SUGAR_FREE, MINT_TYPES):
        wanted += _missing(tables, state, order, mint) * state.limits[seat, UPGRADE_COST + mint]
    return max(wanted, 0)


@rule
def _is_source(tables, state, order, space):
    # whether all that the order still needs can be made on a space
    kind = tables.kind[space]
    return kind == CITY or (kind != TOWN and kind != ROAD and _missing(tables, state, order, CINNAMON) == 0)


@rule
def _best_source(tables, state, order, start):
    best = NONE
    best_distance = _FAR
    end = tables.town_space[tables.order_town[order]]
    for space in range(tables.num_spaces):
        if _is_source(tables, state, order, space):
            distance = _distance(tables, state, start, space) + _distance(tables, state, space, end)
            if distance < best_distance:
                best = space
                best_distance = distance
    return best


@rule
def _cost(tables, state, order, start):
    # actions from standing on `start` to delivering `order`
    end = tables.town_space[tables.order_town[order]]
    if _is_ready(tables, state, order):
        return _distance(tables, state, start, end)
    made = 0
    for mint in range(SUGAR_FREE, MINT_TYPES):
        missing = _missing(tables, state, order, mint)
        made += missing
        if missing > state.supply[mint]:
            return _FAR
    source = _best_source(tables, state, order, start)
    if source == NONE:
        return _FAR
    to_load = _classic_to_load(tables, state, order)
    waiting = _WAIT_FOR_SUPPLY if to_load > state.supply[CLASSIC] else 0
    loads = (to_load + 2) // 3
    return _distance(tables, state, start, source) + _distance(tables, state, source, end) + loads + made + waiting


@rule
def _is_better(points, cost, best_points, best_cost):
    # more points for each action
    return points * (best_cost + 1) > best_points * (cost + 1)


@rule
def _best_unfinished(tables, state):
    seat = state.seat
    best = NONE
    best_points = 0
    best_cost = _FAR
    for slot in range(state.num_unfinished[seat]):
        order = state.unfinished[seat, slot]
        cost = _cost(tables, state, order, state.space[seat])
        points = tables.order_points[order]
        if cost < _FAR and (best == NONE or _is_better(points, cost, best_points, best_cost)):
            best = order
            best_points = points
            best_cost = cost
    return best


@rule
def _best_order_here(tables, state):
    town = tables.town_at[state.space[state.seat]]
    best = NONE
    best_points = 0
    best_cost = _FAR
    for place in range(FACE_UP):
        if rules.can_take(tables, state, place):
            order = state.face_up[town, place]
            cost = _cost(tables, state, order, state.space[state.seat])
            points = tables.order_points[order]
            if cost < _FAR and (best == NONE or _is_better(points, cost, best_points, best_cost)):
                best = place
                best_points = points
                best_cost = cost
    return best


@rule
def _best_town(tables, state):
    best = NONE
    best_points = 0
    best_cost = _FAR
    for town in range(TOWNS):
        space = tables.town_space[town]
        for place in range(FACE_UP):
            order = state.face_up[town, place]
            if order != NONE and space != state.space[state.seat]:
                cost = _distance(tables, state, state.space[state.seat], space) + _cost(tables, state, order, space)
                points = tables.order_points[order]
                if cost < _FAR and (best == NONE or _is_better(points, cost, best_points, best_cost)):
                    best = town
                    best_points = points
                    best_cost = cost
    return best


# ------------------------------------------------------------------------------------------------------------- Actions


@rule
def _best_subset(tables, state):
    best = 0
    best_value = 0
    for subset in range(len(SUBSET_BITS)):
        points = rules.kept_points(tables, state, subset)
        if points <= tables.kept_points:
            value = 4 * points
            for k in range(3):
                if SUBSET_BITS[subset] >> k & 1:
                    value -= _cost(tables, state, state.dealt[state.seat, k], tables.city)
            if value > best_value:
                best = subset
                best_value = value
    return best


@rule
def _drive_to(tables, state, goal):
    best = tables.num_spaces + END_TURN
    best_distance = _distance(tables, state, state.space[state.seat], goal)
    spaces = rules.reachable(tables, state)
    for target in range(tables.num_spaces):
        if spaces >> target & 1 and rules.may_enter(state, target):
            distance = _distance(tables, state, rules.landing(tables, state, target), goal)
            if state.condition[target] in (JAM, TOLL):
                distance += 1
            if distance < best_distance:
                best = MOVE + target
                best_distance = distance
    return best


@rule
def _work_on(tables, state, order):
    # deliver what is ready; otherwise make, load, or drive to where that can be done
    seat = state.seat
    here = state.space[seat]
    if _is_ready(tables, state, order):
        return _drive_to(tables, state, tables.town_space[tables.order_town[order]])
    for mint in range(MINT_TYPES - 1, CLASSIC, -1):
        if _missing(tables, state, order, mint) > 0 and rules.can_upgrade(tables, state, mint):
            return tables.num_spaces + UPGRADE + mint - SUGAR_FREE
    if state.supply[CLASSIC] == 0 and _classic_to_load(tables, state, order) > 0:
        return _fetch_from_orders(tables, state)
    if _is_source(tables, state, order, here):
        if rules.loadable(tables, state) > 0:
            return tables.num_spaces + LOAD + rules.loadable(tables, state)
        return _make_room(tables, state, order)
    return _drive_to(tables, state, _best_source(tables, state, order, here))


@rule
def _fetch_from_orders(tables, state):
    # the supply is empty, but classic mints lie on face-up orders: take the best of these, or wait
    seat = state.seat
    here = state.space[seat]
    best = NONE
    best_value = -_FAR
    if state.num_unfinished[seat] < state.limits[seat, UNFINISHED]:
        for town in range(TOWNS):
            distance = _distance(tables, state, here, tables.town_space[town])
            for place in range(FACE_UP):
                value = state.face_mints[town, place] - distance
                if state.face_mints[town, place] > 0 and value > best_value:
                    best = town * FACE_UP + place
                    best_value = value
    if best == NONE:
        return tables.num_spaces + END_TURN
    space = tables.town_space[best // FACE_UP]
    return tables.num_spaces + TAKE + best % FACE_UP if space == here else _drive_to(tables, state, space)


@rule
def _surplus(tables, state, order, mint):
    have = state.mints[state.seat, mint]
    return have - tables.order_mints[order, mint] if order != NONE else have


@rule
def _make_room(tables, state, order):
    # unload a mint that the order does not want, or wait
    if rules.can_unload(tables, state) and rules.room(state) < state.limits[state.seat, CAPACITY] - 1:
        for mint in range(MINT_TYPES - 1, NONE, -1):
            if _surplus(tables, state, order, mint) > 0:
                return tables.num_spaces + UNLOAD_MINT + mint
    return tables.num_spaces + END_TURN


@rule
def _go_on_unloading(tables, state):
    order = _best_unfinished(tables, state)
    for mint in range(MINT_TYPES - 1, CLASSIC, -1):
        if _surplus(tables, state, order, mint) > 0:
            return tables.num_spaces + UNLOAD_MINT + mint
    return tables.num_spaces + DONE


@rule
def _least_missed(tables, state):
    order = _best_unfinished(tables, state)
    for mint in range(MINT_TYPES):
        if state.mints[state.seat, mint] > 0 and _surplus(tables, state, order, mint) > 0:
            return mint
    for mint in range(MINT_TYPES):
        if state.mints[state.seat, mint] > 0:
            return mint
    return CLASSIC


@rule
def _dearest_removable(tables, state):
    best = 0
    best_points = NONE
    for town in range(TOWNS):
        for place in range(FACE_UP):
            if rules.can_remove(tables, state, town, place):
                points = tables.order_points[state.face_up[town, place]]
                if points > best_points:
                    best = town * FACE_UP + place
                    best_points = points
    return tables.num_spaces + REMOVE + best
