"""Positions of Metro X: the state as JSON that a person can read and write, checked on the way in."""

from collections import Counter

import numpy as np

from rlboardgames.games.metro_x import state as s

__all__ = ["KEYS", "has_ended", "read_position", "write_position"]

KEYS = ("turn", "card", "deck", "discard", "decided", "boards")

_MOST_TURNS = 10_000
_COMPLETED = (None, "white", "gold")


# ------------------------------------------------------------------------------------------------------------- Writing


def write_position(game, state):
    """Return the game's own keys of a position.

    Parameters
    ----------
    game : MetroX
    state : record

    Returns
    -------
    dict
    """
    num_cards = len(game.edition.cards)
    deck_size = int(state["deck_size"])
    cards = [game.faces[face] for face in state["cards"][:num_cards]]
    return {
        "turn": int(state["turn"]),
        "card": cards[deck_size],
        "deck": cards[:deck_size][::-1],
        "discard": cards[deck_size:][::-1],
        "decided": [
            None if action == s.NONE else game.actions.names[action] for action in state["decided"][: game.num_players]
        ],
        "boards": [_write_board(game, state, seat) for seat in range(game.num_players)],
    }


def _write_board(game, state, seat):
    return {
        "stations": state["stations"][seat, : game.edition.board["stations"]].tolist(),
        "windows": {name: int(state["windows"][seat, line]) for line, name in enumerate(game.lines)},
        "lines": {name: _COMPLETED[state["completed"][seat, line]] for line, name in enumerate(game.lines)},
    }


# ------------------------------------------------------------------------------------------------------------- Reading


def read_position(game, reader, state):
    """Read the game's own keys into a blank record whose header is set.

    Parameters
    ----------
    game : MetroX
    reader : Reader
    state : record

    Raises
    ------
    PositionError
    """
    state["turn"] = reader.at("turn").integer(1, _MOST_TURNS)
    _read_cards(game, reader, state)
    boards = reader.at("boards").items(game.num_players, game.num_players)
    for seat, board in enumerate(boards):
        _read_board(game, board.keys(("stations", "windows", "lines")), state, seat)
    _check_boards(game, boards, state)
    _read_decided(game, reader.at("decided"), state)
    _check_turns(game, reader, boards, state)


def _read_cards(game, reader, state):
    num_cards = len(game.edition.cards)
    deck = [card.choice(game.faces) for card in reader.at("deck").items(0, num_cards - 1)]
    discard = [card.choice(game.faces) for card in reader.at("discard").items(1, num_cards)]
    counts = Counter(game.faces[face] for face in deck + discard)
    for code, count in Counter(game.edition.cards).items():
        if counts[code] != count:
            reader.at("deck").refuse(f"{counts[code]} cards {code!r} in deck and discard where there are {count}")
    for k, face in enumerate(discard[:-1]):
        if game.tables[0]["face_reshuffles"][face]:
            reader.at("discard").at(k).refuse("this card would have re-shuffled the discards")
    if reader.at("card").choice(game.faces) != discard[-1]:
        reader.at("card").refuse(f"the current card is the last of the discards, {game.faces[discard[-1]]!r}")
    state["deck_size"] = len(deck)
    state["cards"][:num_cards] = deck[::-1] + discard[::-1]


def _read_board(game, board, state, seat):
    tables = game.tables[0]
    num_stations = game.edition.board["stations"]
    for station, mark in enumerate(board.at("stations").items(num_stations, num_stations)):
        transfer = int(tables["transfer_value"][station])
        if mark.integer(s.CROSSED, transfer) not in (s.EMPTY, s.CROSSED, transfer):
            mark.refuse(f"a transfer at station {station + 1} is worth {transfer}")
        state["stations"][seat, station] = mark.value
    marks = state["stations"][seat, :num_stations]
    state["num_empty"][seat] = (marks == s.EMPTY).sum()
    state["transfer_points"][seat] = marks[marks > 0].astype(int).sum()
    windows = board.at("windows").keys((), game.lines)
    completed = board.at("lines").keys(game.lines)
    for line, name in enumerate(game.lines):
        state["windows"][seat, line] = windows.at(name, 0).integer(0, int(tables["windows"][line]))
        how = _read_completed(completed.at(name))
        state["empty_stops"][seat, line] = (marks[tables["stop"][line, : tables["num_stops"][line]]] == s.EMPTY).sum()
        is_complete = not state["empty_stops"][seat, line]
        if is_complete != bool(how):
            completed.at(name).refuse(f"the line has {'no' if is_complete else 'an'} empty station")
        state["completed"][seat, line] = how
        state["line_points"][seat] += (0, tables["white"][line], tables["gold"][line])[how]


def has_ended(game, state):
    """Return whether all windows are filled (MX-12)."""
    return not state["windows"][0].any()


def _read_completed(reader):
    return 0 if reader.value is None else reader.choice(_COMPLETED[1:]) + 1


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


def _read_decided(game, reader, state):
    decisions = reader.items(game.num_players, game.num_players)
    num_decided = sum(decision.value is not None for decision in decisions)
    if not state["over"] and num_decided != state["seat"]:
        reader.refuse(f"with seat {state['seat']} to move, the seats before it have decided, and only these")
    carried_out = num_decided == game.num_players
    if not carried_out and not state["windows"].any():
        reader.refuse("all windows are filled, so all seats have decided")
    for seat in range(num_decided):
        possible = _decisions_behind(game, state, seat) if carried_out else _decisions_ahead(game, state, seat)
        names = [game.actions.names[action] for action in possible]
        state["decided"][seat] = possible[decisions[seat].choice(names)]


def _decisions_ahead(game, state, seat):
    # what the seat can decide this turn
    asked = np.array([state])
    asked["over"] = asked["decisions"] = 0  # also where the game has been cut since
    asked["seat"] = seat
    return game.legal_actions(asked)


def _decisions_behind(game, state, seat):
    # what the seat can have decided in a turn that was carried out
    tables = game.tables[0]
    first_station = int(tables["first_station"])
    if tables["face_kind"][state["cards"][state["deck_size"]]] != s.FREE:
        return [line for line in range(first_station) if state["windows"][seat, line] < tables["windows"][line]]
    filled = np.flatnonzero(state["stations"][seat] == s.CROSSED) + first_station
    return [*filled.tolist(), *([] if state["num_empty"][seat] else [int(tables["pass_action"])])]
