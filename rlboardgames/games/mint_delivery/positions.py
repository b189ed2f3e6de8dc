"""Positions of Mint Delivery: the state as JSON that a person can read and write, checked on the way in."""

import numpy as np

from rlboardgames.core.errors import shown
from rlboardgames.games.mint_delivery import state as s
from rlboardgames.games.mint_delivery.actions import FIRST

__all__ = ["KEYS", "has_ended", "read_position", "write_position"]

KEYS = (
    "actions_left",
    "free_load_left",
    "supply",
    "trucks",
    "dealt",
    "kept",
    "unfinished",
    "completed",
    "allocated",
    "abilities",
    "offer",
    "towns",
    "out",
    "roads",
    "pending",
    "last_round",
)


def _present(values):
    return [int(value) for value in values if value != s.NONE]


# ------------------------------------------------------------------------------------------------------------- Writing


def write_position(game, state):
    """Return the game's own keys of a position.

    Parameters
    ----------
    game : MintDelivery
    state : record

    Returns
    -------
    dict
    """
    seats = range(game.num_players)
    orders = [_present(state["unfinished"][seat]) for seat in seats]
    in_setup = state["phase"] == s.Phase.KEEP
    nothing: list[list[int]] = [[] for _ in seats]
    return {
        "actions_left": int(state["actions_left"]),
        "free_load_left": bool(state["free_load_left"]),
        "supply": state["supply"].tolist(),
        "trucks": [
            {"space": game.spaces[state["space"][seat]], "mints": state["mints"][seat].tolist()} for seat in seats
        ],
        "dealt": [_present(state["dealt"][seat]) for seat in seats],
        "kept": orders if in_setup else nothing,
        "unfinished": nothing if in_setup else orders,
        "completed": [[order for order in range(s.ORDERS) if state["completed_by"][order] == seat] for seat in seats],
        "allocated": state["allocated"][: game.num_players].tolist(),
        "abilities": [
            [game.abilities[state["offer"][k]] for k in range(s.OFFER) if state["holds"][seat, k]] for seat in seats
        ],
        "offer": [game.abilities[ability] for ability in _present(state["offer"])],
        "towns": {name: _write_town(state, town) for town, name in enumerate(game.towns)},
        "out": _orders_out(game, state),
        "roads": {
            s.CONDITIONS[condition]: game.spaces[space]
            for space, condition in enumerate(state["condition"])
            if condition != s.NONE
        },
        "pending": _write_pending(game, state),
        "last_round": bool(state["last_round"]),
    }


def _write_town(state, town):
    face_up = [
        None if order == s.NONE else {"order": int(order), "mints": int(mints)}
        for order, mints in zip(state["face_up"][town], state["face_mints"][town], strict=True)
    ]
    return {"face_up": face_up, "deck": _present(state["deck"][town])[::-1]}


def _orders_out(game, state):
    placed = {order for field in ("dealt", "unfinished", "deck", "face_up") for order in _present(state[field].flat)}
    return [order for order in range(s.ORDERS) if order not in placed and state["completed_by"][order] == s.NONE]


def _write_pending(game, state):
    if state["phase"] == s.Phase.LOAD_TOKENS:
        return {"mints": int(state["pending_mints"])}
    if state["phase"] == s.Phase.PAY_TOLL:
        return {"space": game.spaces[state["pending_space"]]}
    return None


# ------------------------------------------------------------------------------------------------------------- Reading


def read_position(game, reader, state):
    """Read the game's own keys into a blank record whose header is set.

    Parameters
    ----------
    game : MintDelivery
    reader : Reader
    state : record

    Raises
    ------
    PositionError
    """
    _read_abilities(game, reader, state)
    _read_roads(game, reader.at("roads"), state)
    _read_trucks(game, reader, state)
    most = state["limits"][max(state["seat"], 0) if not state["over"] else slice(None), s.ACTIONS].max()
    state["actions_left"] = reader.at("actions_left").integer(0, int(most))
    state["free_load_left"] = reader.at("free_load_left").boolean()
    if state["free_load_left"] and not state["over"] and not state["limits"][state["seat"], s.FREE_LOADS]:
        reader.at("free_load_left").refuse("the seat to move has no ability that gives a free load")
    _read_orders(game, reader, state)
    _read_pending(game, reader.at("pending"), state)
    state["last_round"] = reader.at("last_round").boolean()
    _check_mints(game, reader, state)
    if state["phase"] == s.Phase.KEEP:
        _check_setup(game, reader, state)
    else:
        _check_phase(game, reader, state)
        _check_last_round(reader.at("last_round"), state)
        _check_decisions(game, reader, state)


def _per_seat(game, reader):
    return reader.items(game.num_players, game.num_players)


def _read_abilities(game, reader, state):
    wanted = s.OFFER if game.options["abilities"] else 0
    offer = [name.choice(game.abilities) for name in reader.at("offer").items(wanted, wanted)]
    if len(set(offer)) < len(offer):
        reader.at("offer").refuse("an ability is on offer twice")
    state["offer"][:wanted] = offer
    offered = [game.abilities[ability] for ability in offer]
    tables = game.tables[0]
    for seat, names in enumerate(_per_seat(game, reader.at("abilities"))):
        state["limits"][seat] = tables["limits"]
        cost = 0
        for name in names.items(0, wanted):
            k = name.choice(offered)
            if state["holds"][seat, k]:
                name.refuse("a seat holds each ability once")
            state["holds"][seat, k] = 1
            state["limits"][seat] += tables["ability_change"][offer[k]]
            cost += int(tables["ability_cost"][offer[k]])
        allocated = reader.at("allocated")
        if _per_seat(game, allocated)[seat].integer(0, s.ORDERS) != cost:
            allocated.at(seat).refuse(f"the abilities of seat {seat} have cost {cost} orders")
        state["allocated"][seat] = cost


def _read_roads(game, reader, state):
    tables = game.tables[0]
    for name, space_reader in reader.entries():
        if name not in s.CONDITIONS:
            reader.refuse(f"{shown(name)} is none of {', '.join(s.CONDITIONS)}")
        space = space_reader.choice(game.spaces)
        if space not in tables["roadside"]:
            space_reader.refuse(
                "no road condition lies there, but on movement spaces by the towns, which the edition names"
            )
        if state["condition"][space] != s.NONE:
            space_reader.refuse("two road conditions lie on one space")
        state["condition"][space] = s.CONDITIONS.index(name)
    if len(reader.value) != game.options["road_conditions"]:
        reader.refuse(f"{len(reader.value)} road conditions where the game has {game.options['road_conditions']}")


def _read_trucks(game, reader, state):
    for mint, count in enumerate(reader.at("supply").items(s.MINT_TYPES, s.MINT_TYPES)):
        state["supply"][mint] = count.integer(0, int(game.tables[0]["mints"][mint]))
    for seat, truck in enumerate(_per_seat(game, reader.at("trucks"))):
        truck.keys(("space", "mints"))
        state["space"][seat] = truck.at("space").choice(game.spaces)
        capacity = int(state["limits"][seat, s.CAPACITY])
        counts = [count.integer(0, capacity) for count in truck.at("mints").items(s.MINT_TYPES, s.MINT_TYPES)]
        if sum(counts) > capacity:
            truck.at("mints").refuse(f"{sum(counts)} mints where the truck holds {capacity}")
        state["mints"][seat] = counts


class _Orders:
    """Reads order numbers and sees to it that each is in exactly one place."""

    def __init__(self):
        self._place = {}

    def read(self, reader):
        order = reader.integer(0, s.ORDERS - 1)
        if order in self._place:
            reader.refuse(f"order {order} is also at {self._place[order]}")
        self._place[order] = reader.path
        return order

    def read_all(self, reader, most):
        return [self.read(order) for order in reader.items(0, most)]

    def check_complete(self, reader):
        missing = [order for order in range(s.ORDERS) if order not in self._place]
        if missing:
            reader.refuse(f"the orders {missing} are nowhere; those out of the game belong here")


def _read_orders(game, reader, state):
    orders = _Orders()
    in_setup = state["phase"] == s.Phase.KEEP
    for seat in range(game.num_players):
        dealt = orders.read_all(_per_seat(game, reader.at("dealt"))[seat], s.DEALT if in_setup else 0)
        kept = orders.read_all(_per_seat(game, reader.at("kept"))[seat], s.DEALT if in_setup else 0)
        most = 0 if in_setup else int(state["limits"][seat, s.UNFINISHED])
        mine = kept + orders.read_all(_per_seat(game, reader.at("unfinished"))[seat], most)
        state["dealt"][seat, : len(dealt)] = dealt
        state["unfinished"][seat, : len(mine)] = mine
        state["num_unfinished"][seat] = len(mine)
        completed = orders.read_all(_per_seat(game, reader.at("completed"))[seat], s.ORDERS)
        state["completed_by"][completed] = seat
        state["num_completed"][seat] = len(completed)
        state["points"][seat] = int(game.tables[0]["order_points"][completed].sum())
        if len(completed) < state["allocated"][seat]:
            reader.at("allocated").at(seat).refuse(f"only {len(completed)} orders are completed")
    towns = reader.at("towns").keys(game.towns)
    for town, name in enumerate(game.towns):
        _read_town(towns.at(name), orders, state, town)
    orders.read_all(reader.at("out"), s.ORDERS)
    orders.check_complete(reader.at("out"))


def _read_town(reader, orders, state, town):
    reader.keys(("face_up", "deck"))
    for place, card in enumerate(reader.at("face_up").items(s.FACE_UP, s.FACE_UP)):
        if card.value is not None:
            card.keys(("order",), ("mints",))
            state["face_up"][town, place] = orders.read(card.at("order"))
            state["face_mints"][town, place] = card.at("mints", 0).integer(0, 100)
    deck = orders.read_all(reader.at("deck"), s.ORDERS)
    state["deck"][town, : len(deck)] = deck[::-1]
    state["deck_size"][town] = len(deck)


def _read_pending(game, reader, state):
    if state["phase"] == s.Phase.LOAD_TOKENS:
        state["pending_mints"] = reader.keys(("mints",)).at("mints").integer(1, 100)
    elif state["phase"] == s.Phase.PAY_TOLL:
        space = reader.keys(("space",)).at("space").choice(game.spaces)
        if state["condition"][space] != s.TOLL:
            reader.at("space").refuse("no toll booth lies there")
        state["pending_space"] = space
    elif reader.value is not None:
        reader.refuse(f"nothing is pending in phase {s.State.phases[state['phase']]!r}")


def _check_mints(game, reader, state):
    counts = state["supply"].astype(int) + state["mints"].astype(int).sum(axis=0)
    counts[s.CLASSIC] += int(state["face_mints"].astype(int).sum()) + int(state["pending_mints"])
    for mint, total in enumerate(game.tables[0]["mints"]):
        if counts[mint] != total:
            reader.refuse(
                f"{counts[mint]} {s.MINTS[mint]} mints over supply, trucks, orders and pending where there are {total}"
            )


def _check_setup(game, reader, state):
    if state["actions_left"] or state["free_load_left"]:
        reader.at("actions_left").refuse("in phase 'keep' no turn has begun")
    if state["last_round"]:
        reader.at("last_round").refuse("in phase 'keep' no order has been laid out yet")
    for seat in range(game.num_players):
        truck = reader.at("trucks").at(seat)
        if state["space"][seat] != game.tables[0]["city"]:
            truck.refuse(f"in phase 'keep' every truck stands in {game.spaces[game.tables[0]['city']]}")
        if (state["mints"][seat] != game.tables[0]["start_mints"]).any():
            truck.refuse(f"in phase 'keep' every truck has {game.tables[0]['start_mints'].tolist()} mints")
    for town in game.towns:
        place = reader.at("towns").at(town)
        if place.value["deck"] or place.value["face_up"] != [None, None]:
            place.refuse("in phase 'keep' no order lies in a town")
    if state["num_completed"].any():
        reader.at("completed").refuse("in phase 'keep' no order is completed")
    for seat in range(game.num_players):
        decided = seat < (state["decisions"] if state["over"] else state["seat"])
        dealt, kept = reader.at("dealt").at(seat), reader.at("kept").at(seat)
        if len(dealt.value) != (0 if decided else s.DEALT):
            dealt.refuse("a seat has three orders until it has decided, then none")
        if not decided and kept.value:
            kept.refuse("the seat has not decided yet")
        points = int(game.tables[0]["order_points"][kept.value].sum()) if kept.value else 0
        if points > game.tables[0]["kept_points"]:
            kept.refuse(f"{points} points are kept where {game.tables[0]['kept_points']} are allowed")


def has_ended(game, state):
    """Return whether the last round has begun (MD-18); that it is through cannot be seen."""
    return bool(state["last_round"])


def _check_decisions(game, reader, state):
    # MD-5, MD-15: every seat has decided what to keep, and every completed order has been fulfilled
    least = game.num_players + int(state["num_completed"].sum())
    if state["decisions"] < least:
        reader.at("decisions").refuse(f"{state['decisions']} where what lies here takes {least} at least")
    can_drop = state["limits"][:, s.DROP_ORDER].any()  # MD-21; an order that goes under an empty deck stays there
    for town, name in enumerate(game.towns):
        if state["deck_size"][town] and s.NONE in state["face_up"][town] and not can_drop:
            reader.at("towns").at(name).at("face_up").refuse("a place is empty, though there are orders in the deck")


def _check_last_round(reader, state):
    # MD-18; only a dropped order (MD-21) can end what has begun it
    has_orders = (state["face_up"] != s.NONE).any(axis=1)
    has_begun = (~has_orders).sum() >= 2 or not state["deck_size"].any()
    if has_begun and not state["last_round"]:
        reader.refuse("two towns have no face-up order, or all decks are empty, so the last round has begun")
    if state["last_round"] and not has_begun and not state["limits"][:, s.DROP_ORDER].any():
        reader.refuse("the last round begins when two towns have no face-up order, or all decks are empty")


def _check_phase(game, reader, state):
    if state["over"]:
        return
    seat, phase = state["seat"], state["phase"]
    space = int(state["space"][seat])
    kind = game.tables[0]["kind"][space]
    has_cargo = bool(state["mints"][seat].any())
    has_room = state["mints"][seat].sum() < state["limits"][seat, s.CAPACITY]
    possible = {
        s.Phase.TURN: True,
        s.Phase.LOAD_TOKENS: kind == s.TOWN and has_room,
        s.Phase.UNLOAD: kind in (s.CITY, s.WAREHOUSE) and has_cargo,
        s.Phase.REMOVE_ORDER: kind == s.TOWN and game.num_players == 2,
        s.Phase.PAY_TOLL: _can_move_to(game, state, state["pending_space"]),
        s.Phase.LOADING_ZONE: state["condition"][space] == s.ZONE and has_room and state["supply"][s.CLASSIC] > 0,
    }
    if not possible[phase]:
        name = s.State.phases[phase]
        reader.at("phase").refuse(f"{name!r} cannot be, the truck of seat {seat} being where and as it is")


def _can_move_to(game, state, space):
    # with an action left: the toll is paid on a move that has begun
    asked = np.array([state])
    asked["phase"] = s.Phase.TURN
    asked["actions_left"] = 1
    return bool(game.mask(asked)[FIRST.move + space])
