"""Positions of Metro X for the rule tests: whole, valid ones of which a test names only what matters to it.

Boards, decks and penalties are written down here once more, apart from the data file of the game.
"""

from itertools import takewhile

from language import by_seat, games_of, load, position_of, written

from rlboardgames.games.metro_x.game import MetroX

game_for = games_of(MetroX)

MAPS = ("metro_city", "tube_town", "tokyo", "osaka")
STATIONS = {"metro_city": 76, "tube_town": 78, "tokyo": 77, "osaka": 75}
GAMEWRIGHT = ["3", "3", "3", "4", "4", "4", "5", "5", "6R", "S2", "S2", "S3", "T", "T", "F"]
OKAZU = ["2", "2", *["3"] * 4, *["4"] * 4, "5", "5", "6R", "S2", "S2", "S3", "T", "T", "T", "F"]
DECKS = {"metro_city": GAMEWRIGHT, "tube_town": GAMEWRIGHT, "tokyo": OKAZU, "osaka": OKAZU}
LINES = {  # windows, gold value, white value, stations
    "metro_city": {
        "A": (2, 2, 1, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
        "B": (2, 4, 2, [1, 2, 3, 4, 5, 6, 12, 13, 14, 15, 16, 17, 18, 19]),
        "C": (3, 7, 5, [20, 21, 22, 13, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32]),
        "D": (3, 5, 3, [33, 34, 35, 36, 9, 37, 15, 38, 39, 40, 24, 41, 42, 43, 44, 6]),
        "E": (3, 4, 2, [45, 10, 46, 47, 38, 39, 16, 24, 41, 48, 49, 50, 51, 52]),
        "F": (2, 4, 2, [11, 46, 53, 15, 23, 54, 24, 55, 56, 57, 58]),
        "G": (2, 5, 3, [11, 46, 53, 15, 38, 59, 40, 25, 55, 60, 61, 62, 63]),
        "H": (3, 6, 4, [64, 65, 66, 39, 16, 40, 67, 68, 26, 69, 60, 61, 70, 51]),
        "I": (3, 4, 2, [71, 72, 73, 38, 15, 37, 14, 13, 43, 74, 75, 76]),
    },
    "tube_town": {
        "M": (2, 5, 3, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]),
        "N": (2, 2, 1, [1, 14, 15, 16, 17, 18]),
        "L": (3, 4, 2, [19, 4, 20, 21, 22, 23, 24, 25, 26, 27, 28]),
        "O": (3, 4, 2, [29, 20, 30, 31, 32, 33, 34, 35, 10, 36, 37, 38, 39]),
        "K": (2, 3, 2, [40, 41, 6, 31, 22, 42, 43, 44, 18]),
        "J": (3, 6, 4, [45, 46, 47, 48, 6, 31, 22, 42, 49, 50, 51, 52, 53, 54]),
        "Q": (2, 4, 2, [55, 56, 57, 58, 7, 32, 23, 59, 49, 60]),
        "P": (2, 4, 2, [61, 62, 63, 64, 65, 37, 66, 11, 26]),
        "R": (4, 7, 5, [67, 63, 68, 69, 70, 55, 71, 57, 72, 9, 34, 24, 73, 50, 74, 75, 76, 77, 78]),
    },
    "tokyo": {
        "A": (2, 2, 1, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
        "B": (2, 4, 2, [1, 2, 3, 4, 5, 6, 12, 13, 14, 15, 16, 17, 18, 19]),
        "C": (3, 7, 5, [20, 21, 22, 13, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32]),
        "D": (3, 5, 3, [33, 34, 35, 36, 9, 37, 15, 38, 39, 40, 24, 41, 42, 43, 44, 6]),
        "E": (3, 4, 2, [45, 10, 46, 47, 38, 39, 16, 24, 41, 48, 49, 50, 51, 52]),
        "F": (2, 4, 2, [11, 46, 53, 15, 23, 54, 24, 55, 56, 57, 58]),
        "G": (2, 5, 3, [11, 46, 53, 15, 38, 59, 40, 25, 55, 60, 61, 62, 63]),
        "H": (3, 6, 4, [64, 65, 66, 39, 16, 40, 67, 68, 26, 69, 60, 61, 70, 51]),
        "I": (3, 4, 2, [71, 72, 73, 38, 15, 37, 14, 13, 43, 74, 75, 76, 77]),
    },
    "osaka": {
        "C": (2, 5, 3, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
        "P": (2, 2, 1, [1, 12, 13, 14, 15, 16]),
        "S": (3, 3, 2, [17, 4, 18, 19, 20, 21, 22, 23, 24, 25, 26]),
        "N": (3, 4, 2, [27, 18, 28, 29, 30, 31, 32, 33, 8, 34, 35, 36, 37]),
        "Y": (2, 3, 2, [38, 39, 5, 29, 20, 40, 41, 42, 16]),
        "M": (3, 6, 4, [43, 44, 45, 46, 5, 29, 20, 40, 47, 48, 49, 50, 51, 52]),
        "K": (2, 4, 2, [53, 54, 55, 56, 6, 30, 21, 57, 47, 58]),
        "I": (2, 4, 2, [59, 60, 61, 62, 63, 35, 64, 9, 24]),
        "T": (4, 7, 5, [65, 61, 66, 67, 53, 68, 55, 69, 7, 32, 22, 70, 48, 71, 72, 73, 74, 75]),
    },
}
ALL_WINDOWS = 23  # of every shipped board


def stops(city, line):
    """Return the stations of a line, from its start."""
    return LINES[city][line][3]


def lines_at(city, station):
    """Return the number of lines that have a stop at a station."""
    return sum(station in stops(city, line) for line in LINES[city])


def penalty(city, empty):
    """Return what so many empty stations cost."""
    last = [4, 5, 6, 7, 9, 11, 13, 15, 17, 19]  # the most empty stations that cost 0, 1, ... 9
    return sum(empty > most + (DECKS[city] is OKAZU) for most in last)


def crossed(*lists):
    """Return crossed stations by number, from numbers and lists of such."""
    return dict.fromkeys([station for each in lists for station in ([each] if isinstance(each, int) else each)], -1)


def complete(city, filled):
    """Return the lines of which all stations are among the filled ones."""
    return [line for line in LINES[city] if set(stops(city, line)) <= set(filled)]


def base(players=2, *, city="metro_city", card="3", left=15, stations=None, windows=None, white=None, **keys):
    """Return a position at the beginning of a turn.

    Unless nothing has been played, the cards have just been re-shuffled. Complete lines are gold.

    Parameters
    ----------
    players : int
    city : str
        The map.
    card : str
        The current card.
    left : int
        Windows left on every board. Those of lines that `windows` does not name are opened in the map's order.
    stations : dict of int to dict
        Transfer values and -1 for crossed stations, by seat and station.
    windows : dict of int to dict
        Windows left by seat and line.
    white : dict of int to str
        Complete lines that are white, by seat.
    **keys
        ``top``: next cards of the deck; ``history``: cards discarded before the current one since the last shuffle;
        ``frees``: number of free cards before the last shuffle; ``decided``: decisions of the first seats.
        Others are keys of the position.
    """
    history, top, decided = (list(keys.pop(key, ())) for key in ("history", "top", "decided"))
    deck = list(DECKS[city])
    for known in (*history, card, *top):
        deck.remove(known)
    turn = 1 + ALL_WINDOWS - left + keys.pop("frees", 0) + history.count("F")
    given = (by_seat(players, *each) for each in ((stations, {}), (windows, {}), (white, "")))
    boards = [board(city, left, *each) for each in zip(*given, strict=True)]
    return {
        "game": "metro_x_v0",
        "players": players,
        "options": {"map": city},
        "seat": len(decided),
        "phase": "decide",
        "over": False,
        "decisions": players * (turn - 1) + len(decided),
        "turn": turn,
        "card": card,
        "deck": top + deck,
        "discard": [*history, card],
        "decided": decided + [None] * (players - len(decided)),
        "boards": boards,
        **keys,
    }


def board(city, left, stations, windows, white):
    """Return a board of a position; see `base`."""
    lines = LINES[city]
    windows, unopened = dict(windows), left - sum(windows.values())
    for line in lines:
        if line not in windows:
            windows[line] = min(lines[line][0], unopened)
            unopened -= windows[line]
    assert unopened == 0, "the test asks for windows that there are not"
    done = complete(city, stations)
    assert set(white) <= set(done), "the test makes an incomplete line white"
    return {
        "stations": [stations.get(station, 0) for station in range(1, STATIONS[city] + 1)],
        "windows": {line: windows[line] for line in lines},
        "lines": {line: ("white" if line in white else "gold") if line in done else None for line in lines},
    }


def tidied(position):
    """Return a position so that equal ones compare equal: counts of zero are spelled out."""
    lines = LINES.get(position["options"]["map"], {})
    boards = [
        {**each, "windows": dict.fromkeys(lines, 0) | each["windows"], "lines": dict.fromkeys(lines) | each["lines"]}
        for each in position["boards"]
    ]
    return position | {"boards": boards}


def assert_conserved(position):
    """Assert that every card is in the deck or discarded, and that every seat has as many windows left."""
    city = position["options"]["map"]
    assert sorted(position["deck"] + position["discard"]) == sorted(DECKS[city])
    assert position["discard"][-1] == position["card"]
    assert len({sum(each["windows"].values()) for each in position["boards"]}) == 1
    for each in position["boards"]:
        assert len(each["stations"]) == STATIONS[city]
        for line, count in each["windows"].items():
            assert 0 <= count <= LINES[city][line][0]
        for station, value in enumerate(each["stations"], 1):
            assert value in (0, -1, 2 * lines_at(city, station))
        filled = [station for station, value in enumerate(each["stations"], 1) if value]
        assert [line for line in LINES[city] if each["lines"][line]] == complete(city, filled)


def play_turn(position, actions, **options):
    """Return the position after a turn in which the seats that are not told what to do take any legal action."""
    game, state = load(position, **options)
    for seat in range(position["players"]):
        game.play(state, actions[seat] if seat in actions else game.legal_actions(state)[0])
    after = position_of(game, state)
    assert_conserved(after)
    return after


def filled(position, action, seat=0):
    """Return the stations that a seat's decision fills, and the windows that it uses, by line."""
    before = position["boards"][seat]
    after = play_turn(position, {seat: action})["boards"][seat]
    stations = enumerate(zip(before["stations"], after["stations"], strict=True), 1)
    windows = {line: count - after["windows"][line] for line, count in before["windows"].items()}
    return {station: new for station, (old, new) in stations if old != new}, {w: n for w, n in windows.items() if n}


def by_the_book(city, stations, line, card):
    """Return the stations that a card fills on a line, as the rule book says it (MX-4, MX-5, MX-6)."""
    empty = [station for station in stops(city, line) if stations[station - 1] == 0]
    if not empty:
        return {}
    if card == "T":
        return {empty[0]: 2 * lines_at(city, empty[0])}
    if card.startswith("S"):
        return crossed(empty[: int(card[1:])])
    ahead = stops(city, line)[stops(city, line).index(empty[0]) :]
    return crossed(list(takewhile(lambda station: station in empty, ahead))[: int(card.removesuffix("R"))])


def own_map(path, **changes):
    """Write a small board with its deck and penalties to a file, and return the file's name.

    Two lines cross in station 3: X from 1 to 4 and Y over 5, 3, 6.

    Parameters
    ----------
    path : path-like
        Of a folder.
    **changes
        Keys of the board that replace these; ``decks`` and ``penalties`` replace those of the file.
    """
    return written(own_document(**changes), path)


def own_document(**changes):
    """Return the contents of the file that `own_map` writes."""
    decks = changes.pop("decks", {"short": {"provenance": "own", "cards": ["3", "2R", "S2", "T", "F"]}})
    penalties = changes.pop(
        "penalties",
        {"mild": {"provenance": "own", "most_empty_for_penalty_0_to_9": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], "beyond": 10}},
    )
    lines = [
        {"line": "X", "windows": 2, "gold": 3, "white": 1, "stops": [1, 2, 3, 4]},
        {"line": "Y", "windows": 1, "gold": 2, "white": 2, "stops": [5, 3, 6]},
    ]
    village = {"title": "Village", "deck": "short", "penalty": "mild", "provenance": "own", "stations": 6}
    village |= {"lines": lines, **changes}
    whole = isinstance(village["stations"], int)
    village.setdefault("positions", {str(i + 1): [i % 10, i // 10] for i in range(village["stations"] if whole else 6)})
    return {"decks": decks, "penalties": penalties, "maps": {"village": village}}


def own_position(name, stations, windows, *, card="3", deck=("2R", "S2", "T", "F"), turn=1, players=1):
    """Return a position on the board of `own_map`, at the beginning of a turn; the seats have equal boards."""
    done = {"X": all(stations[i - 1] for i in (1, 2, 3, 4)), "Y": all(stations[i - 1] for i in (5, 3, 6))}
    each = {"stations": stations, "windows": windows, "lines": {line: "gold" if done[line] else None for line in done}}
    return {
        "game": "metro_x_v0",
        "players": players,
        "options": {"map": name},
        "seat": 0,
        "phase": "decide",
        "over": False,
        "decisions": players * (turn - 1),
        "turn": turn,
        "card": card,
        "deck": list(deck),
        "discard": [card],
        "decided": [None] * players,
        "boards": [each] * players,
    }
