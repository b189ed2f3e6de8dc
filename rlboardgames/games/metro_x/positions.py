"""Positions of Metro X: the state as JSON that a person can read and write, checked on the way in."""

from collections import Counter

import numpy as np

from rlboardgames.core.positions import ByName, Choice, Keys, Number, Numbers, Part, PerSeat
from rlboardgames.games.metro_x import state as s

__all__ = ["POSITION", "check_position", "has_ended"]


class _Cards(Part):
    # the deck or the discards, which share a field: the deck from its bottom, then the discards from the last one back

    form = "[name, ...]"

    def __init__(self, in_deck):
        self.in_deck = in_deck

    def write(self, place):
        cards, deck_size = place.get("cards")[: len(place.game.edition.cards)], int(place.get("deck_size"))
        part = cards[:deck_size] if self.in_deck else cards[deck_size:]
        return [place.game.faces[face] for face in part[::-1]]

    def read(self, place, reader):
        num_cards = len(place.game.edition.cards)
        low, high = (0, num_cards - 1) if self.in_deck else (1, num_cards)
        cards = [card.choice(place.game.faces) for card in reader.items(low, high)][::-1]
        if self.in_deck:
            place.set("deck_size", len(cards))
        elif len(cards) != num_cards - place.get("deck_size"):
            reader.refuse(f"{len(cards)} cards beside a deck of {place.get('deck_size')}, where there are {num_cards}")
        first = 0 if self.in_deck else int(place.get("deck_size"))
        place.get("cards")[first : first + len(cards)] = cards


class _CurrentCard(Part):
    # the last of the discards once more

    form = "name"

    def write(self, place):
        return place.game.faces[place.get("cards")[place.get("deck_size")]]

    def read(self, place, reader):
        reader.choice(place.game.faces)


POSITION = Keys(
    turn=Number("turn"),
    card=_CurrentCard(),
    deck=_Cards(in_deck=True),
    discard=_Cards(in_deck=False),
    decided=PerSeat(Choice("decided", lambda game: game.actions.names, empty=True)),
    boards=PerSeat(
        Keys(
            stations=Numbers("stations", count=lambda game: game.edition.board["stations"]),
            windows=ByName("lines", Number("windows", default=0)),
            lines=ByName("lines", Choice("completed", (None, "white", "gold"))),
        )
    ),
)


def check_position(game, reader, state):
    """Complete a record that has been read from a position, and refuse what cannot be.

    Parameters
    ----------
    game : MetroX
    reader : Reader
    state : record

    Raises
    ------
    PositionError
    """
    _check_cards(game, reader, state)
    boards = reader.at("boards").items()
    for seat, board in enumerate(boards):
        _check_board(game, board, state, seat)
    _check_boards(game, boards, state)
    _check_decided(game, reader.at("decided"), state)
    _check_turns(game, reader, boards, state)


def _check_cards(game, reader, state):
    deck_size = int(state["deck_size"])
    faces = state["cards"][: len(game.edition.cards)]
    counts = Counter(game.faces[face] for face in faces)
    for code, count in Counter(game.edition.cards).items():
        if counts[code] != count:
            reader.at("deck").refuse(f"{counts[code]} cards {code!r} in deck and discard where there are {count}")
    for k, face in enumerate(faces[deck_size + 1 :][::-1]):
        if game.tables[0]["face_reshuffles"][face]:
            reader.at("discard").at(k).refuse("this card would have re-shuffled the discards")
    current = game.faces[faces[deck_size]]
    if reader.at("card").value != current:
        reader.at("card").refuse(f"the current card is the last of the discards, {current!r}")


def _check_board(game, board, state, seat):
    tables = game.tables[0]
    marks = state["stations"][seat, : game.edition.board["stations"]]
    for station, mark in enumerate(marks):
        transfer = int(tables["transfer_value"][station])
        if mark not in (s.EMPTY, s.CROSSED, transfer):
            board.at("stations").at(station).refuse(f"a transfer at station {station + 1} is worth {transfer}")
    state["num_empty"][seat] = (marks == s.EMPTY).sum()
    state["transfer_points"][seat] = marks[marks > 0].astype(int).sum()
    for line, name in enumerate(game.lines):
        how = state["completed"][seat, line]
        state["empty_stops"][seat, line] = (marks[tables["stop"][line, : tables["num_stops"][line]]] == s.EMPTY).sum()
        is_complete = not state["empty_stops"][seat, line]
        if is_complete != bool(how):
            board.at("lines").at(name).refuse(f"the line has {'no' if is_complete else 'an'} empty station")
        state["line_points"][seat] += (0, tables["white"][line], tables["gold"][line])[how]


def has_ended(game, state):
    """Return whether all windows are filled (MX-12)."""
    return not state["windows"][0].any()


def _check_boards(game, boards, state):
    open_windows = [int(state["windows"][seat].sum()) for seat in range(game.num_players)]
    for board, count in zip(boards, open_windows, strict=True):
        if count != open_windows[0]:
            board.at("windows").refuse(f"{count} windows are open where seat 0 has {open_windows[0]}")
    if open_windows[0] == 0 and not state["over"]:
        boards[0].at("windows").refuse("no window is open, so the game would be over")
    for line, name in enumerate(game.lines):
        how = state["completed"][: game.num_players, line]
        if how.any() and s.GOLD not in how:
            seat = int(how.argmax())
            boards[seat].at("lines").at(name).refuse("whoever completed the line first has its gold value")


def _check_turns(game, reader, boards, state):
    # each turn so far has turned up a card (MX-3), filled a window or a station (MX-4 to MX-7), and asked every seat
    tables, turn = game.tables[0], int(state["turn"])
    num_discards = len(game.edition.cards) - int(state["deck_size"])
    if turn < num_discards:
        reader.at("turn").refuse(f"{num_discards} cards have been turned up since the last shuffle")
    num_decided = int((state["decided"][: game.num_players] != s.NONE).sum())
    decisions = (turn - 1) * game.num_players + num_decided
    if state["decisions"] != decisions:
        reader.at("decisions").refuse(f"{state['decisions']} where turn {turn} begins with {decisions - num_decided}")
    first = int(state["deck_size"]) + (num_decided < game.num_players)  # the last card that has been used
    used = state["cards"][first : len(game.edition.cards)]
    unknown = turn - num_discards  # cards before the last shuffle
    _check_windows(tables, reader.at("turn"), state, used, unknown)
    for seat, board in enumerate(boards):
        _check_stations(tables, board.at("stations"), state["stations"][seat], used, unknown)


def _check_windows(tables, reader, state, used, unknown):
    # MX-12: each card but the free one has filled one
    filled = int(tables["windows"].sum()) - int(state["windows"][0].sum())
    known = int((tables["face_kind"][used] != s.FREE).sum())
    least = known + (unknown > 0)  # MX-10: no free card re-shuffles
    if not least <= filled <= known + unknown:
        reader.refuse(f"{filled} windows of a seat are filled, and not {least} to {known + unknown}, by these cards")


def _check_stations(tables, reader, marks, used, unknown):
    is_transfer = tables["face_kind"] == s.TRANSFER
    for kind, filled in ((is_transfer, marks > 0), (~is_transfer, marks == s.CROSSED)):
        values = tables["face_value"] * kind
        most = int(values[used].sum()) + unknown * int(values.max())
        if filled.sum() > most:
            what = "transfers" if kind is is_transfer else "crossed stations"
            reader.refuse(f"{filled.sum()} {what} where the cards so far have brought {most} at most")


def _check_decided(game, reader, state):
    decisions = reader.items()
    num_decided = sum(decision.value is not None for decision in decisions)
    if not state["over"] and num_decided != state["seat"]:
        reader.refuse(f"with seat {state['seat']} to move, the seats before it have decided, and only these")
    carried_out = num_decided == game.num_players
    if not carried_out and not state["windows"].any():
        reader.refuse("all windows are filled, so all seats have decided")
    for seat in range(num_decided):
        possible = _decisions_behind(game, state, seat) if carried_out else _decisions_ahead(game, state, seat)
        names = [game.actions.names[action] for action in possible]
        decisions[seat].choice(names)


def _decisions_ahead(game, state, seat):
    # what the seat can decide this turn
    asked = np.array([state])
    asked["over"] = asked["decisions"] = 0  # also where the game has been cut since
    asked["seat"] = seat
    asked["decided"][0, seat:] = s.NONE
    return game.legal_actions(asked)


def _decisions_behind(game, state, seat):
    # what the seat can have decided in a turn that was carried out
    tables = game.tables[0]
    first_station = int(tables["first_station"])
    if tables["face_kind"][state["cards"][state["deck_size"]]] != s.FREE:
        return [line for line in range(first_station) if state["windows"][seat, line] < tables["windows"][line]]
    filled = np.flatnonzero(state["stations"][seat] == s.CROSSED) + first_station
    return [*filled.tolist(), *([] if state["num_empty"][seat] else [int(tables["pass_action"])])]
