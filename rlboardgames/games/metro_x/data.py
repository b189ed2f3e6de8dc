"""The map file of Metro X: reading, checking, and writing into the tables.

A user's own file has the format of the shipped ``data/maps.json`` and holds one map. Its deck and its penalty table are
its own or shipped ones, by name. Keys called ``provenance``, ``note``, ``title`` and ``card_codes`` are for people,
``positions`` for drawing.
"""

import copy
import os
import re
from functools import cache
from importlib import resources
from typing import NamedTuple

from rlboardgames.core.documents import Reader, file_name, read_json
from rlboardgames.core.errors import DataError, OptionError, shown
from rlboardgames.games.metro_x import state as s

__all__ = ["Edition", "fill_tables", "load_edition", "shipped_maps"]

_SHIPPED = resources.files(__package__) / "data" / "maps.json"
_CARD = re.compile("[1-9][0-9]?R?|S[1-9][0-9]?|T|F")
_THRESHOLDS = "most_empty_for_penalty_0_to_9"
_MOST_POINTS = 100


class Edition(NamedTuple):
    """A map with all that it is played with, as the file has it, checked."""

    board: dict
    cards: list
    penalty: dict


@cache
def _shipped_document():
    document = read_json(_SHIPPED)
    _check_document(Reader(document, _SHIPPED.name, DataError), shipped={"decks": {}, "penalties": {}})
    return document


def shipped_maps():
    """Return the names of the shipped maps."""
    return tuple(_shipped_document()["maps"])


def load_edition(name_or_path):
    """Load a map with its deck and its penalty table.

    Parameters
    ----------
    name_or_path : str or path-like
        A shipped map's name, or a user's own file.

    Returns
    -------
    Edition

    Raises
    ------
    OptionError, DataError
        A DataError names the file, the key and the reason.
    """
    shipped = _shipped_document()
    if not isinstance(name_or_path, (str, os.PathLike)):
        raise OptionError(f"map={shown(name_or_path)} is neither a map's name nor a path")
    if name_or_path in shipped["maps"]:
        document, name = shipped, name_or_path
    else:
        document = _read_document(name_or_path, shipped)
        (name,) = document["maps"]
    board = document["maps"][name]
    cards = {**shipped["decks"], **document.get("decks", {})}[board["deck"]]["cards"]
    penalty = {**shipped["penalties"], **document.get("penalties", {})}[board["penalty"]]
    return copy.deepcopy(Edition(board, cards, penalty))  # the caller's own


def _read_document(path, shipped):
    if not os.path.isfile(path):
        raise DataError(f"{file_name(path)}: neither a shipped map ({', '.join(shipped['maps'])}) nor a file")
    document = read_json(path)
    reader = Reader(document, str(path), DataError)
    _check_document(reader, shipped)
    if len(document["maps"]) != 1:
        reader.at("maps").refuse(f"{len(document['maps'])} maps where one belongs")
    return document


# ------------------------------------------------------------------------------------------------------------ Checking


def _check_document(reader, shipped):
    reader.keys(("maps",), ("decks", "penalties", "note", "card_codes"))
    for _, deck in reader.at("decks", {}).entries():
        _check_deck(deck)
    for _, penalty in reader.at("penalties", {}).entries():
        _check_penalty(penalty)
    decks = (*reader.value.get("decks", {}), *shipped["decks"])
    penalties = (*reader.value.get("penalties", {}), *shipped["penalties"])
    for _, board in reader.at("maps").entries():
        board.keys(("deck", "penalty", "stations", "lines"), ("title", "provenance", "positions"))
        board.at("deck").choice(decks)
        board.at("penalty").choice(penalties)
        _check_map(board)


def _check_deck(reader):
    cards = reader.keys(("cards",), ("provenance",)).at("cards")
    for card in cards.items(1, s.DECK):
        if not _CARD.fullmatch(card.text()):
            card.refuse(f"{shown(card.value)} is no card; cards are k, kR, Sk, T and F, with k from 1 to 99")
    if not any(code.endswith("R") for code in cards.value):
        cards.refuse("no card re-shuffles (kR), so the deck could run out")


def _check_penalty(reader):
    reader.keys((_THRESHOLDS, "beyond"), ("provenance",))
    least = 0
    for threshold in reader.at(_THRESHOLDS).items(10, 10):
        least = threshold.integer(least, s.STATIONS)
    reader.at("beyond").integer(9, _MOST_POINTS)  # no less than what fewer empty stations cost


def _check_map(reader):
    num_stations = reader.at("stations").integer(1, s.STATIONS)
    names, served = set(), set()
    for line in reader.at("lines").items(1, s.LINES):
        line.keys(("line", "windows", "gold", "white", "stops"))
        name = line.at("line")
        if name.name() in names:
            name.refuse(f"a second line is named {name.value!r}")
        names.add(name.value)
        line.at("windows").integer(1, s.MAX_WINDOWS)
        line.at("gold").integer(0, _MOST_POINTS)
        line.at("white").integer(0, _MOST_POINTS)
        served |= _check_stops(line.at("stops"), num_stations)
    for station in range(1, num_stations + 1):
        if station not in served:
            reader.at("lines").refuse(f"station {station} is on no line")
    if "positions" in reader.value:
        positions = reader.at("positions").keys(tuple(str(k) for k in range(1, num_stations + 1)))
        for _, cell in positions.entries():
            for coordinate in cell.items(2, 2):
                coordinate.integer(-1000, 1000)


def _check_stops(reader, num_stations):
    stops = set()
    for stop in reader.items(1, num_stations):
        station = stop.integer(1, num_stations)
        if station in stops:
            stop.refuse(f"station {station} is on this line twice")
        stops.add(station)
    return stops


# ------------------------------------------------------------------------------------------------------------- Writing


def fill_tables(edition, tables):
    """Write a checked edition into a tables record.

    Parameters
    ----------
    edition : Edition
    tables : record
    """
    _fill_lines(edition.board, tables)
    _fill_deck(edition.cards, tables)
    thresholds = edition.penalty[_THRESHOLDS]
    for num_empty in range(s.STATIONS + 1):  # MX-13
        points = sum(num_empty > threshold for threshold in thresholds)
        tables["penalty"][num_empty] = points if points < len(thresholds) else edition.penalty["beyond"]


def _fill_lines(board, tables):
    tables["num_lines"] = len(board["lines"])
    tables["num_stations"] = board["stations"]
    for index, line in enumerate(board["lines"]):
        stops = [station - 1 for station in line["stops"]]
        tables["num_stops"][index] = len(stops)
        tables["stop"][index, : len(stops)] = stops
        tables["place"][stops, index] = range(len(stops))
        tables["transfer_value"][stops] += 2  # MX-6
        for key in ("windows", "gold", "white"):
            tables[key][index] = line[key]


def _fill_deck(cards, tables):
    faces = list(dict.fromkeys(cards))
    tables["num_cards"] = len(cards)
    tables["cards"][: len(cards)] = [faces.index(code) for code in cards]
    for face, code in enumerate(faces):
        kind, value = _kind_and_value(code)
        tables["face_kind"][face] = kind
        tables["face_value"][face] = value
        tables["face_reshuffles"][face] = code.endswith("R")


def _kind_and_value(code):
    if code == "T":
        return s.TRANSFER, 1
    if code == "F":
        return s.FREE, 1
    if code.startswith("S"):
        return s.SKIP, int(code[1:])
    return s.NUMBER, int(code.removesuffix("R"))
