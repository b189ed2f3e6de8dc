"""A player of sensible strength: it picks its cheapest order, fetches, upgrades and delivers.

It reads only what its seat may know. Costs are in actions.
"""

from rlboardgames.core.compile import rule
from rlboardgames.games.mint_delivery import rules
from rlboardgames.games.mint_delivery import state as s
from rlboardgames.games.mint_delivery.actions import FIRST, SUBSET_BITS, removal_place
from rlboardgames.games.mint_delivery.state import Phase, State, Tables

_FAR = 99
"""More actions than any plan takes: not to be had."""

_WAIT_FOR_SUPPLY = 6
"""What it costs, at a guess, that the supply lacks classic mints."""


def greedy(tables: Tables, state: State):
    """Return the action of the greedy player for the seat to move."""
    phase = state.phase
    if phase == Phase.KEEP:
        return FIRST.keep + _best_subset(tables, state)
    if phase == Phase.LOAD_TOKENS:
        return tables.num_spaces + FIRST.load + min(state.pending_mints, rules.room(state))
    if phase == Phase.LOADING_ZONE:
        return tables.num_spaces + FIRST.load + 1
    if phase == Phase.UNLOAD:
        return _go_on_unloading(tables, state)
    if phase == Phase.PAY_TOLL:
        return tables.num_spaces + FIRST.toll + _least_missed(tables, state)
    if phase == Phase.REMOVE_ORDER:
        return _dearest_removable(tables, state)
    return _take_turn(tables, state)


@rule
def _take_turn(tables: Tables, state: State):
    seat = state.seat
    for slot in range(state.num_unfinished[seat]):
        if rules.can_fulfil(tables, state, slot):
            return tables.num_spaces + FIRST.fulfil + slot
    if state.actions_left == 0:
        return tables.num_spaces + FIRST.end_turn
    for k in range(s.OFFER):
        if rules.can_acquire(tables, state, k):
            return tables.num_spaces + FIRST.acquire + k
    best = _best_unfinished(tables, state)
    place = _best_order_here(tables, state)
    if place != s.NONE and (best == s.NONE or state.num_unfinished[seat] < 2):
        return tables.num_spaces + FIRST.take + place
    if best != s.NONE:
        return _work_on(tables, state, best)
    if state.num_unfinished[seat] < state.limits[seat, s.UNFINISHED]:
        town = _best_town(tables, state)
        if town != s.NONE:
            return _drive_to(tables, state, tables.town_space[town])
    return _make_room(tables, state, s.NONE)


# ---------------------------------------------------------------------------------------------------------- Estimation


@rule
def _open_spaces(tables: Tables, state: State, avoid):
    # as bits; with `avoid` also without the spaces that cost a mint or the turn
    spaces = 0
    for space in range(tables.num_spaces):
        if rules.may_enter(state, space) and not (avoid and state.condition[space] in (s.JAM, s.TOLL)):
            spaces |= 1 << space
    return spaces


@rule
def _roads_between(tables: Tables, state: State, start, end, avoid):
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
def _distance(tables: Tables, state: State, start, end):
    # in moves; a toll or a traffic jam counts as one more
    shortest = _roads_between(tables, state, start, end, False)
    if tables.road_conditions == 0:
        return shortest
    return min(_roads_between(tables, state, start, end, True), shortest + 1)


@rule
def _missing(tables: Tables, state: State, order, mint):
    return max(tables.order_mints[order, mint] - state.mints[state.seat, mint], 0)


@rule
def _is_ready(tables: Tables, state: State, order):
    for mint in range(s.MINT_TYPES):
        if _missing(tables, state, order, mint) > 0:
            return False
    return True


@rule
def _classic_to_load(tables: Tables, state: State, order):
    # the order's own and those for its upgrades, less those in the truck
    seat = state.seat
    wanted = tables.order_mints[order, s.CLASSIC] - state.mints[seat, s.CLASSIC]
    for mint in range(s.SUGAR_FREE, s.MINT_TYPES):
        wanted += _missing(tables, state, order, mint) * state.limits[seat, s.UPGRADE_COST + mint]
    return max(wanted, 0)


@rule
def _is_source(tables: Tables, state: State, order, space):
    # whether all that the order still needs can be made on a space
    kind = tables.kind[space]
    return kind == s.CITY or (kind != s.TOWN and kind != s.ROAD and _missing(tables, state, order, s.CINNAMON) == 0)


@rule
def _best_source(tables: Tables, state: State, order, start):
    best = s.NONE
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
def _cost(tables: Tables, state: State, order, start):
    # actions from standing on `start` to delivering `order`
    end = tables.town_space[tables.order_town[order]]
    if _is_ready(tables, state, order):
        return _distance(tables, state, start, end)
    made = 0
    for mint in range(s.SUGAR_FREE, s.MINT_TYPES):
        missing = _missing(tables, state, order, mint)
        made += missing
        if missing > state.supply[mint]:
            return _FAR
    source = _best_source(tables, state, order, start)
    if source == s.NONE:
        return _FAR
    to_load = _classic_to_load(tables, state, order)
    waiting = _WAIT_FOR_SUPPLY if to_load > state.supply[s.CLASSIC] else 0
    loads = (to_load + 2) // 3
    return _distance(tables, state, start, source) + _distance(tables, state, source, end) + loads + made + waiting


@rule
def _is_better(points, cost, best_points, best_cost):
    # more points for each action
    return points * (best_cost + 1) > best_points * (cost + 1)


@rule
def _best_unfinished(tables: Tables, state: State):
    seat = state.seat
    best = s.NONE
    best_points = 0
    best_cost = _FAR
    for slot in range(state.num_unfinished[seat]):
        order = state.unfinished[seat, slot]
        cost = _cost(tables, state, order, state.space[seat])
        points = tables.order_points[order]
        if cost < _FAR and (best == s.NONE or _is_better(points, cost, best_points, best_cost)):
            best = order
            best_points = points
            best_cost = cost
    return best


@rule
def _best_order_here(tables: Tables, state: State):
    town = tables.town_at[state.space[state.seat]]
    best = s.NONE
    best_points = 0
    best_cost = _FAR
    for place in range(s.FACE_UP):
        if rules.can_take(tables, state, place):
            order = state.face_up[town, place]
            cost = _cost(tables, state, order, state.space[state.seat])
            points = tables.order_points[order]
            if cost < _FAR and (best == s.NONE or _is_better(points, cost, best_points, best_cost)):
                best = place
                best_points = points
                best_cost = cost
    return best


@rule
def _best_town(tables: Tables, state: State):
    best = s.NONE
    best_points = 0
    best_cost = _FAR
    for town in range(s.TOWNS):
        space = tables.town_space[town]
        for place in range(s.FACE_UP):
            order = state.face_up[town, place]
            if order != s.NONE and space != state.space[state.seat]:
                cost = _distance(tables, state, state.space[state.seat], space) + _cost(tables, state, order, space)
                points = tables.order_points[order]
                if cost < _FAR and (best == s.NONE or _is_better(points, cost, best_points, best_cost)):
                    best = town
                    best_points = points
                    best_cost = cost
    return best


# ------------------------------------------------------------------------------------------------------------- Actions


@rule
def _best_subset(tables: Tables, state: State):
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
def _drive_to(tables: Tables, state: State, goal):
    best = tables.num_spaces + FIRST.end_turn
    best_distance = _distance(tables, state, state.space[state.seat], goal)
    spaces = rules.reachable(tables, state)
    for target in range(tables.num_spaces):
        if spaces >> target & 1 and rules.may_enter(state, target):
            distance = _distance(tables, state, rules.landing(tables, state, target), goal)
            if state.condition[target] in (s.JAM, s.TOLL):
                distance += 1
            if distance < best_distance:
                best = FIRST.move + target
                best_distance = distance
    return best


@rule
def _work_on(tables: Tables, state: State, order):
    # deliver what is ready; otherwise make, load, or drive to where that can be done
    seat = state.seat
    here = state.space[seat]
    if _is_ready(tables, state, order):
        return _drive_to(tables, state, tables.town_space[tables.order_town[order]])
    for mint in range(s.MINT_TYPES - 1, s.CLASSIC, -1):
        if _missing(tables, state, order, mint) > 0 and rules.can_upgrade(tables, state, mint):
            return tables.num_spaces + FIRST.upgrade + mint - s.SUGAR_FREE
    if state.supply[s.CLASSIC] == 0 and _classic_to_load(tables, state, order) > 0:
        return _fetch_from_orders(tables, state)
    if _is_source(tables, state, order, here):
        if rules.loadable(tables, state) > 0:
            return tables.num_spaces + FIRST.load + rules.loadable(tables, state)
        return _make_room(tables, state, order)
    return _drive_to(tables, state, _best_source(tables, state, order, here))


@rule
def _fetch_from_orders(tables: Tables, state: State):
    # the supply is empty, but classic mints lie on face-up orders: take the best of these, or wait
    seat = state.seat
    here = state.space[seat]
    best = s.NONE
    best_value = -_FAR
    if state.num_unfinished[seat] < state.limits[seat, s.UNFINISHED]:
        for town in range(s.TOWNS):
            distance = _distance(tables, state, here, tables.town_space[town])
            for place in range(s.FACE_UP):
                value = state.face_mints[town, place] - distance
                if state.face_mints[town, place] > 0 and value > best_value:
                    best = removal_place(town, place)
                    best_value = value
    if best == s.NONE:
        return tables.num_spaces + FIRST.end_turn
    space = tables.town_space[best // s.FACE_UP]
    return tables.num_spaces + FIRST.take + best % s.FACE_UP if space == here else _drive_to(tables, state, space)


@rule
def _surplus(tables: Tables, state: State, order, mint):
    have = state.mints[state.seat, mint]
    return have - tables.order_mints[order, mint] if order != s.NONE else have


@rule
def _make_room(tables: Tables, state: State, order):
    # unload a mint that the order does not want, or wait
    if rules.can_unload(tables, state) and rules.room(state) < state.limits[state.seat, s.CAPACITY] - 1:
        for mint in range(s.MINT_TYPES - 1, s.NONE, -1):
            if _surplus(tables, state, order, mint) > 0:
                return tables.num_spaces + FIRST.unload + mint
    return tables.num_spaces + FIRST.end_turn


@rule
def _go_on_unloading(tables: Tables, state: State):
    order = _best_unfinished(tables, state)
    for mint in range(s.MINT_TYPES - 1, s.CLASSIC, -1):
        if _surplus(tables, state, order, mint) > 0:
            return tables.num_spaces + FIRST.unload + mint
    return tables.num_spaces + FIRST.done


@rule
def _least_missed(tables: Tables, state: State):
    order = _best_unfinished(tables, state)
    for mint in range(s.MINT_TYPES):
        if state.mints[state.seat, mint] > 0 and _surplus(tables, state, order, mint) > 0:
            return mint
    for mint in range(s.MINT_TYPES):
        if state.mints[state.seat, mint] > 0:
            return mint
    return s.CLASSIC


@rule
def _dearest_removable(tables: Tables, state: State):
    best = 0
    best_points = s.NONE
    for town in range(s.TOWNS):
        for place in range(s.FACE_UP):
            if rules.can_remove(tables, state, town, place):
                points = tables.order_points[state.face_up[town, place]]
                if points > best_points:
                    best = removal_place(town, place)
                    best_points = points
    return tables.num_spaces + FIRST.remove + best
