"""Positions of Mint Delivery: the state as JSON that a person can read and write, checked on the way in."""

import numpy as np

from rlboardgames.core.errors import shown
from rlboardgames.core.positions import ByName, Choice, Flag, Keys, Number, Numbers, Part, PerSeat, Pile
from rlboardgames.games.mint_delivery import state as s
from rlboardgames.games.mint_delivery.actions import FIRST

__all__ = ["POSITION", "check_position", "has_ended"]

# --------------------------------------------------------------------------------------- Parts that only this game has


class _Unfinished(Pile):
    # in phase keep the field holds the orders that are kept, under a key of their own

    def __init__(self, in_setup):
        super().__init__("unfinished", size="num_unfinished", once="order")
        self.in_setup = in_setup

    def _is_here(self, place):
        return (place.state["phase"] == s.Phase.KEEP) == self.in_setup

    def write(self, place):
        return super().write(place) if self._is_here(place) else []

    def read(self, place, reader):
        if self._is_here(place):
            super().read(place, reader)
        else:
            reader.items(0, 0)


class _Completed(Part):
    form = "[n, ...]"

    def write(self, place):
        return np.flatnonzero(place.state["completed_by"] == place.index[0]).tolist()

    def read(self, place, reader):
        for item in reader.items(0, s.ORDERS):
            order = place.only("order", item.integer(0, s.ORDERS - 1), item)
            place.state["completed_by"][order] = place.index[0]


class _FaceUp(Part):
    form = "[null or {order: n, mints: n}, ...]"

    def write(self, place):
        cards = zip(place.get("face_up").tolist(), place.get("face_mints").tolist(), strict=True)
        return [None if order == s.NONE else {"order": order, "mints": mints} for order, mints in cards]

    def read(self, place, reader):
        for k, card in enumerate(reader.items(s.FACE_UP, s.FACE_UP)):
            if card.value is not None:
                card.keys(("order",), ("mints",))
                here, order = place.inside(k), card.at("order")
                here.set("face_up", place.only("order", order.integer(0, s.ORDERS - 1), order))
                here.set("face_mints", here.integer("face_mints", card.at("mints", 0)))


class _Out(Part):
    # the orders that are in no other place, and so in no field

    form = "[n, ...]"

    def write(self, place):
        state = place.state
        placed = {order for field in ("dealt", "unfinished", "deck", "face_up") for order in state[field].flat}
        return [order for order in np.flatnonzero(state["completed_by"] == s.NONE).tolist() if order not in placed]

    def read(self, place, reader):
        for item in reader.items(0, s.ORDERS):
            place.only("order", item.integer(0, s.ORDERS - 1), item)
        missing = [order for order in range(s.ORDERS) if ("order", order) not in place.once]
        if missing:
            reader.refuse(f"the orders {missing} are nowhere; those out of the game belong here")


class _Offer(Pile):
    def __init__(self):
        super().__init__("offer", "abilities")

    def read(self, place, reader):
        wanted = s.OFFER if place.game.options["abilities"] else 0
        reader.items(wanted, wanted)
        super().read(place, reader)
        if len(set(reader.value)) < wanted:
            reader.refuse("an ability is on offer twice")


class _Held(Part):
    # the abilities of a seat by name; they are read when the offer is known, by `_check_abilities`

    form = "[name, ...]"

    def write(self, place):
        offer = place.state["offer"]
        return [place.game.abilities[offer[k]] for k in np.flatnonzero(place.get("holds"))]

    def read(self, place, reader):
        reader.items(0, s.OFFER)


class _Roads(Part):
    form = "{condition: space, ...}"

    def write(self, place):
        conditions = enumerate(place.get("condition").tolist())
        return {s.CONDITIONS[lies]: place.game.spaces[space] for space, lies in conditions if lies != s.NONE}

    def read(self, place, reader):
        roadside = place.game.tables[0]["roadside"]
        for name, where in reader.entries():
            if name not in s.CONDITIONS:
                reader.refuse(f"{shown(name)} is none of {', '.join(s.CONDITIONS)}")
            space = where.choice(place.game.spaces)
            if space not in roadside:
                where.refuse(
                    "no road condition lies there, but on movement spaces by the towns, which the edition names"
                )
            if place.get("condition")[space] != s.NONE:
                where.refuse("two road conditions lie on one space")
            place.get("condition")[space] = s.CONDITIONS.index(name)
        wanted = place.game.options["road_conditions"]
        if len(reader.value) != wanted:
            reader.refuse(f"{len(reader.value)} road conditions where the game has {wanted}")


class _Pending(Part):
    form = "null, {mints: n} or {space: name}"

    def write(self, place):
        if place.state["phase"] == s.Phase.LOAD_TOKENS:
            return {"mints": int(place.get("pending_mints"))}
        if place.state["phase"] == s.Phase.PAY_TOLL:
            return {"space": place.game.spaces[place.get("pending_space")]}
        return None

    def read(self, place, reader):
        phase = place.state["phase"]
        if phase == s.Phase.LOAD_TOKENS:
            place.set("pending_mints", reader.keys(("mints",)).at("mints").integer(1, 100))
        elif phase == s.Phase.PAY_TOLL:
            place.set("pending_space", reader.keys(("space",)).at("space").choice(place.game.spaces))
        elif reader.value is not None:
            reader.refuse(f"nothing is pending in phase {s.State.phases[phase]!r}")


POSITION = Keys(
    actions_left=Number("actions_left"),
    free_load_left=Flag("free_load_left"),
    supply=Numbers("supply"),
    trucks=PerSeat(Keys(space=Choice("space", "spaces"), mints=Numbers("mints"))),
    dealt=PerSeat(Pile("dealt", once="order")),
    kept=PerSeat(_Unfinished(in_setup=True)),
    unfinished=PerSeat(_Unfinished(in_setup=False)),
    completed=PerSeat(_Completed()),
    allocated=PerSeat(Number("allocated")),
    abilities=PerSeat(_Held()),
    offer=_Offer(),
    towns=ByName("towns", Keys(face_up=_FaceUp(), deck=Pile("deck", size="deck_size", top_first=True, once="order"))),
    out=_Out(),
    roads=_Roads(),
    pending=_Pending(),
    last_round=Flag("last_round"),
)

# ------------------------------------------------------------------------------------------------------------ Checking


def check_position(game, reader, state):
    """Complete a record that has been read from a position, and refuse what cannot be.

    Parameters
    ----------
    game : MintDelivery
    reader : Reader
    state : record

    Raises
    ------
    PositionError
    """
    _check_abilities(game, reader, state)
    _check_trucks(game, reader.at("trucks"), state)
    _check_actions(reader, state)
    _check_orders(game, reader, state)
    if state["phase"] == s.Phase.PAY_TOLL and state["condition"][state["pending_space"]] != s.TOLL:
        reader.at("pending").at("space").refuse("no toll booth lies there")
    _check_mints(game, reader, state)
    if state["phase"] == s.Phase.KEEP:
        _check_setup(game, reader, state)
    else:
        _check_phase(game, reader, state)
        _check_last_round(reader.at("last_round"), state)
        _check_decisions(game, reader, state)


def _check_abilities(game, reader, state):
    tables, offer = game.tables[0], state["offer"]
    offered = [game.abilities[ability] for ability in offer if ability != s.NONE]
    for seat in range(game.num_players):
        for name in reader.at("abilities").at(seat).items(0, len(offered)):
            k = name.choice(offered)
            if state["holds"][seat, k]:
                name.refuse("a seat holds each ability once")
            state["holds"][seat, k] = 1
        held = offer[np.flatnonzero(state["holds"][seat])]
        state["limits"][seat] = tables["limits"] + tables["ability_change"][held].sum(axis=0)
        cost = tables["ability_cost"][held].sum()
        if state["allocated"][seat] != cost:
            reader.at("allocated").at(seat).refuse(f"the abilities of seat {seat} have cost {cost} orders")


def _check_trucks(game, reader, state):
    for seat in range(game.num_players):
        capacity, mints = int(state["limits"][seat, s.CAPACITY]), reader.at(seat).at("mints")
        for mint in mints.items():
            mint.integer(0, capacity)
        if state["mints"][seat].sum() > capacity:
            mints.refuse(f"{state['mints'][seat].sum()} mints where the truck holds {capacity}")


def _check_actions(reader, state):
    most = state["limits"][max(state["seat"], 0) if not state["over"] else slice(None), s.ACTIONS].max()
    reader.at("actions_left").integer(0, int(most))
    if state["free_load_left"] and not state["over"] and not state["limits"][state["seat"], s.FREE_LOADS]:
        reader.at("free_load_left").refuse("the seat to move has no ability that gives a free load")


def _check_orders(game, reader, state):
    in_setup = state["phase"] == s.Phase.KEEP
    for seat in range(game.num_players):
        reader.at("dealt").at(seat).items(0, s.DEALT if in_setup else 0)
        reader.at("kept").at(seat).items(0, s.DEALT if in_setup else 0)
        reader.at("unfinished").at(seat).items(0, 0 if in_setup else int(state["limits"][seat, s.UNFINISHED]))
        completed = state["completed_by"] == seat
        state["num_completed"][seat] = completed.sum()
        state["points"][seat] = game.tables[0]["order_points"][completed].sum()
        if completed.sum() < state["allocated"][seat]:
            reader.at("allocated").at(seat).refuse(f"only {completed.sum()} orders are completed")


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
