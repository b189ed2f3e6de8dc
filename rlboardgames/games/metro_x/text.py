"""Metro X drawn in text."""

from rlboardgames.games.metro_x import state as s

__all__ = ["render"]

_COMPLETED = ("", "white", "GOLD")


def render(game, state):
    """Draw the table as all see it: not what has been decided in a turn that is not carried out yet.

    Parameters
    ----------
    game : MetroX
    state : record

    Returns
    -------
    str
    """
    deck = sorted(int(face) for face in state["cards"][: state["deck_size"]])
    lines = [
        _headline(state),
        f"card {game.faces[state['cards'][state['deck_size']]]}; in the deck, in some order: "
        + (" ".join(game.faces[face] for face in deck) or "nothing"),
        "windows: # filled, o open; stations: X crossed off, (n) transfer number, else the number of the empty station",
    ]
    for seat in range(game.num_players):
        lines += ["", _score(game, state, seat), *_board(game, state, seat)]
    return "\n".join(lines)


def _headline(state):
    if state["over"]:
        return f"game over after turn {state['turn']}"
    return f"turn {state['turn']}, seat {state['seat']} to decide"


def _score(game, state, seat):
    line_points, transfer_points = int(state["line_points"][seat]), int(state["transfer_points"][seat])
    num_empty = int(state["num_empty"][seat])
    penalty = int(game.tables[0]["penalty"][num_empty])
    score = line_points + transfer_points - penalty
    return (
        f"seat {seat}: {line_points} for lines + {transfer_points} for transfers"
        f" - {penalty} for {num_empty} empty stations = {score}"
    )


def _board(game, state, seat):
    width = max(len(name) for name in game.lines)
    return [
        f"  {name:{width}}  {_windows(game, state, seat, line)}  {_value(game, state, seat, line)}  "
        + " ".join(_station(state, seat, station - 1) for station in game.edition.board["lines"][line]["stops"])
        for line, name in enumerate(game.lines)
    ]


def _windows(game, state, seat, line):
    still_open = int(state["windows"][seat, line])
    all_windows = int(game.tables[0]["windows"][line])
    return ("#" * (all_windows - still_open) + "o" * still_open).ljust(s.MAX_WINDOWS)


def _value(game, state, seat, line):
    tables = game.tables[0]
    values = f"{tables['gold'][line]}/{tables['white'][line]}"
    return f"{values:5} {_COMPLETED[state['completed'][seat, line]]:5}"


def _station(state, seat, station):
    mark = state["stations"][seat, station]
    text = f"{station + 1}" if mark == s.EMPTY else "X" if mark == s.CROSSED else f"({mark})"
    return text.rjust(4)
