"""Rule tests of Metro X: each asserts what the specification says of the rules that its marker names."""

import json
import re
from collections import Counter
from random import Random
from statistics import mean

import pytest
from language import (
    assert_illegal,
    assert_refused,
    comparable,
    legal,
    load,
    names,
    new,
    outcome,
    play,
    points,
    position_of,
    refusal,
    rewards,
    rule,
    view,
    written,
)
from positions_metro_x import (
    DECKS,
    LINES,
    MAPS,
    STATIONS,
    assert_conserved,
    base,
    by_the_book,
    complete,
    crossed,
    filled,
    game_for,
    lines_at,
    own_document,
    own_map,
    own_position,
    penalty,
    play_turn,
    stops,
)

from rlboardgames.core.errors import BoardGameError, OptionError, PositionError
from rlboardgames.games.metro_x.game import MetroX

each_count = pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6])
several = pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
each_map = pytest.mark.parametrize("city", MAPS)
each_line = pytest.mark.parametrize(("city", "line"), [(city, line) for city in MAPS for line in LINES[city]])

WINDOW_CARDS = ["3", "4", "5", "6R", "S2", "S3", "T"]
A = stops("metro_city", "A")


def solo(stations=(), **keys):
    """Return a position of one player whose stations have these values, or are crossed where it is a list."""
    return base(1, stations={0: stations if isinstance(stations, dict) else crossed(list(stations))}, **keys)


def with_filled(position, seat, stations):
    """Return a position's stations of a seat after some of them have been filled."""
    values = list(position["boards"][seat]["stations"])
    for station, value in stations.items():
        values[station - 1] = value
    return values


# Components


@rule("MX-1")
@each_map
@each_count
def test_a_new_board_has_all_its_stations_empty_and_all_its_windows_open(city, players):
    """Metro City: 9 lines, 23 windows, 76 stations; Tube Town 9, 23, 78; Tokyo has 77 stations, Osaka 75."""
    position = new(game_for(players, map=city), seed=1)
    windows = {line: LINES[city][line][0] for line in LINES[city]}
    assert (len(windows), sum(windows.values())) == (9, 23)
    board = {"stations": [0] * STATIONS[city], "windows": windows, "lines": dict.fromkeys(windows)}
    assert position["boards"] == [board] * players


@rule("MX-1")
def test_the_shipped_boards_have_so_many_stations():
    """Metro City 76 stations, Tube Town 78, Tokyo 77, Osaka 75; a line has 1 to 4 windows."""
    assert STATIONS == {"metro_city": 76, "tube_town": 78, "tokyo": 77, "osaka": 75}
    for city in MAPS:
        assert {station for line in LINES[city] for station in stops(city, line)} == set(range(1, STATIONS[city] + 1))


@rule("MX-1", "MX-4")
@each_line
def test_each_line_leads_from_its_start_over_its_stations_in_order(city, line):
    """A line has a start and an ordered list of stations: with those before it crossed, a transfer fills the next."""
    for place, station in enumerate(stops(city, line)):
        position = solo(stops(city, line)[:place], city=city, card="T", windows={0: {line: 1}})
        lines = sum(station in stops(city, other) for other in LINES[city])
        assert filled(position, f"line {line}") == ({station: 2 * lines}, {line: 1})
    whole = solo(stops(city, line), city=city, card="T", windows={0: {line: 1}})
    assert filled(whole, f"line {line}") == ({}, {line: 1})


@rule("MX-1", "MX-9", "MX-15")
@each_line
def test_each_line_has_its_gold_and_its_white_value(city, line):
    """Each line has a gold value and a white value."""
    *before, last = stops(city, line)
    done = complete(city, stops(city, line))
    assert done == [line]  # no shipped line is part of another
    _, gold, white, _ = LINES[city][line]
    position = solo(before, city=city, card="F")
    assert rewards(position, f"station {last}", reward="score_delta") == [[gold]]
    position = base(city=city, card="F", stations={0: crossed(before), 1: crossed([*before, last])})
    assert rewards(position, f"station {last}", "station " + str(first_empty(position, 1)), reward="score_delta") == [
        [0, 0],
        [white, 0],
    ]


def first_empty(position, seat):
    """Return the first empty station of a board."""
    return position["boards"][seat]["stations"].index(0) + 1


@rule("MX-1")
@pytest.mark.parametrize(
    ("city", "station", "lines"),
    [
        ("metro_city", 11, "AFG"),
        ("metro_city", 15, "BDFGI"),
        ("metro_city", 1, "AB"),
        ("metro_city", 76, "I"),
        ("tube_town", 1, "MN"),
        ("tube_town", 18, "NK"),
        ("osaka", 1, "CP"),
    ],
)
def test_stations_can_be_shared_by_lines(city, station, lines):
    """A station shared by lines is one station: filled by one line it is filled for the others."""
    for line in lines:
        stations = {0: crossed([other for other in stops(city, line) if other != station])}
        after = play(base(1, city=city, stations=stations, windows={0: {line: 1}}), f"line {line}")
        assert after["boards"][0]["stations"][station - 1] == -1
        for other in lines:
            assert station in stops(city, other)


@rule("MX-2")
@each_map
def test_the_deck_has_its_cards(city):
    """Numbers 3,3,3,4,4,4,5,5 and one 6 that re-shuffles, skips 2,2,3, transfers 2, free 1; the originals' own deck."""
    cards = {
        "metro_city": "3 3 3 4 4 4 5 5 6R S2 S2 S3 T T F",
        "tokyo": "2 2 3 3 3 3 4 4 4 4 5 5 6R S2 S2 S3 T T T F",
    }
    expected = sorted(cards["tokyo" if city in ("tokyo", "osaka") else "metro_city"].split())
    game = game_for(2, map=city)
    for seed in range(20):
        position = new(game, seed)
        assert sorted(position["deck"] + position["discard"]) == expected


@rule("MX-2", "MX-3")
def test_the_deck_is_shuffled():
    """In 3000 new games each card lies in each place of the deck as often as its number of copies says."""
    game, counts = game_for(1), [Counter() for _ in range(15)]
    for seed in range(3000):
        position = new(game, seed)
        for count, card in zip(counts, [position["card"], *position["deck"]], strict=True):
            count[card] += 1
    for count in counts:  # a single card 200 times, standard deviation 13.7; three of a kind 600 times, 21.9
        for card, copies in Counter(DECKS["metro_city"]).items():
            assert abs(count[card] - 200 * copies) < 5 * 21.9


# A turn


@rule("MX-3")
@each_map
@each_count
def test_the_first_card_is_revealed_on_the_discard_pile(city, players):
    """The top card is revealed and goes face up on the discard pile; seat 0 decides first."""
    game = game_for(players, map=city)
    for seed in range(5):
        position = new(game, seed)
        assert (position["turn"], position["seat"], position["decisions"]) == (1, 0, 0)
        assert (position["phase"], position["over"]) == ("decide", False)
        assert position["discard"] == [position["card"]]
        assert len(position["deck"]) == len(DECKS[city]) - 1
        assert position["decided"] == [None] * players


@rule("MX-3")
@each_count
def test_the_next_turn_reveals_the_next_card(players):
    """The top card is revealed and goes face up on the discard pile."""
    position = base(players, history=["5", "T"], card="3", top=["S2", "F", "4"])
    after = play_turn(position, {})
    assert (after["turn"], after["seat"], after["decided"]) == (position["turn"] + 1, 0, [None] * players)
    assert (after["card"], after["discard"], after["deck"]) == ("S2", ["5", "T", "3", "S2"], position["deck"][1:])
    after = play_turn(after, {})
    assert (after["card"], after["discard"]) == ("F", ["5", "T", "3", "S2", "F"])
    after = play_turn(after, {})
    assert (after["card"], after["discard"]) == ("4", ["5", "T", "3", "S2", "F", "4"])
    assert after["decisions"] == position["decisions"] + 3 * players


@rule("MX-3")
@several
def test_seats_decide_in_order_and_nothing_is_carried_out_before_the_last(players):
    """Every seat decides on the same card; the decisions are carried out when the last one has decided."""
    position = base(players, left=23, card="3", top=["4"])
    current = position
    for seat in range(players):
        assert current["seat"] == seat
        assert legal(current) == {f"line {line}" for line in "ABCDEFGHI"}
        action = f"line {'ABCDEF'[seat]}"
        current = play(current, action)
        if seat < players - 1:
            decided = [*position["decided"]]
            decided[: seat + 1] = [f"line {line}" for line in "ABCDEF"[: seat + 1]]
            assert current == position | {"decided": decided, "seat": seat + 1, "decisions": seat + 1}
    assert (current["turn"], current["card"], current["seat"]) == (2, "4", 0)
    for seat in range(players):
        line = "ABCDEF"[seat]
        first = stops("metro_city", line)[:3]
        assert current["boards"][seat]["stations"] == with_filled(position, seat, crossed(first))
        assert current["boards"][seat]["windows"] == position["boards"][seat]["windows"] | {
            line: LINES["metro_city"][line][0] - 1
        }


@rule("MX-3")
@several
def test_a_position_in_the_middle_of_a_turn_goes_on_with_the_seat_that_has_not_decided(players):
    """Decisions stand until the last seat has decided."""
    decided = ["line B", "line C", "line D", "line E", "line F", "line G"][: players - 1]
    position = base(players, left=23, card="3", decided=decided)
    assert legal(position) == {f"line {line}" for line in "ABCDEFGHI"}
    whole = play(base(players, left=23, card="3"), *decided, "line A")
    assert play(position, "line A") == whole
    assert whole["boards"][0]["stations"] == with_filled(position, 0, crossed(1, 2, 3))
    assert whole["boards"][-1]["stations"] == with_filled(position, 0, crossed(1, 2, 3))


@rule("MX-3")
def test_boards_are_each_seats_own():
    """Every seat plays on its own board: the same stations can be filled by all of them."""
    position = base(3, left=23, card="3")
    after = play(position, "line A", "line A", "line B")
    assert [each["stations"] for each in after["boards"]] == [with_filled(position, 0, crossed(1, 2, 3))] * 3
    assert [each["windows"]["A"] for each in after["boards"]] == [1, 1, 2]
    assert [each["windows"]["B"] for each in after["boards"]] == [2, 2, 1]


# Number


@rule("MX-4", "MX-5", "MX-6", "MX-11")
@each_count
@pytest.mark.parametrize("card", WINDOW_CARDS)
def test_any_line_with_an_open_window_can_be_chosen_and_nothing_else(players, card):
    """Number, skip and transfer: choose a line with an open window; there is no passing."""
    open_lines = {"B": 1, "C": 3, "F": 2, "I": 1, "A": 0, "D": 0, "E": 0, "G": 0, "H": 0}
    for seat in range(players):
        others = {other: {"A": 2, "D": 3, "E": 2} for other in range(players)}
        position = base(players, left=7, card=card, windows=others | {seat: open_lines})
        before = play(position, *["line A"] * seat) if seat else position
        assert legal(before) == {"line B", "line C", "line F", "line I"}


@rule("MX-4")
@each_count
def test_the_number_fills_a_window_of_the_chosen_line_only(players):
    """The number fills that window: one of the line chosen, none of the lines that share its stations."""
    for seat in range(players):
        position = base(players, left=23, card="3")
        assert filled(position, "line B", seat) == (crossed(1, 2, 3), {"B": 1})


@rule("MX-4", "MX-1")
def test_worked_fact_a_3_on_b_crosses_the_first_three_stations_of_a_and_b():
    """On Metro City the first three stations of B are A's first three: a number 3 on B crosses 1, 2, 3 of both."""
    position = solo(left=23, card="3", top=["4"])
    after = play(position, "line B")
    assert after["boards"][0]["stations"] == [-1, -1, -1] + [0] * 73
    assert after["boards"][0]["windows"] == {"A": 2, "B": 1, "C": 3, "D": 3, "E": 3, "F": 2, "G": 2, "H": 3, "I": 3}
    assert filled(after, "line A") == (crossed(4, 5, 6, 7), {"A": 1})


@rule("MX-4")
@each_line
@pytest.mark.parametrize("card", ["3", "4", "5", "6R"])
def test_a_number_crosses_the_first_k_stations_of_an_empty_line(city, line, card):
    """From the line's start, cross off the first empty station and the adjacent ones until k are crossed."""
    position = solo(city=city, left=23, card=card)
    assert filled(position, f"line {line}") == (crossed(stops(city, line)[: int(card[0])]), {line: 1})


@rule("MX-4")
@pytest.mark.parametrize("city", ["tokyo", "osaka"])
def test_a_2_of_the_original_deck_crosses_two(city):
    """Number k: go on until k are crossed."""
    for line in LINES[city]:
        assert filled(solo(city=city, left=23, card="2"), f"line {line}")[0] == crossed(stops(city, line)[:2])


@rule("MX-4")
@pytest.mark.parametrize(
    ("before", "card", "expected"),
    [
        ([1, 2], "3", [3, 4, 5]),  # the first empty station lies after filled ones
        ([1, 2, 3, 4, 5, 6, 7], "3", [8, 9, 10]),
        ([3], "3", [1, 2]),  # the next station is already crossed
        ([2], "5", [1]),
        ([1, 3], "6R", [2]),
        ([1, 2, 5, 8], "4", [3, 4]),
        ([4], "3", [1, 2, 3]),  # k are crossed just before a crossed one
        ([5], "3", [1, 2, 3]),
        ([7], "6R", [1, 2, 3, 4, 5, 6]),
        ([6], "6R", [1, 2, 3, 4, 5]),
        ([1, 2, 3, 4, 5, 6, 7, 8], "3", [9, 10, 11]),  # just up to the end of the line
        ([1, 2, 3, 4, 5, 6, 7, 8, 9], "3", [10, 11]),  # the line ends
        ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "6R", [11]),
        ([2, 3, 4, 5, 6, 7, 8, 9, 10, 11], "6R", [1]),
    ],
)
def test_a_number_goes_on_to_a_filled_station_or_the_end_of_the_line(before, card, expected):
    """Until k are crossed, or the next station is already filled, or the line ends."""
    position = solo(before, card=card, windows={0: {"A": 1}})
    assert filled(position, "line A") == (crossed(expected), {"A": 1})


@rule("MX-4")
@pytest.mark.parametrize("card", ["3", "4", "5", "6R"])
def test_a_number_stops_at_a_transfer(card):
    """A station bearing a transfer number is filled: a number does not go past it."""
    position = solo({1: -1, 4: 4}, card=card, windows={0: {"A": 1}})
    assert filled(position, "line A") == (crossed(2, 3), {"A": 1})
    position = solo({1: 4, 2: 4}, card="3", windows={0: {"B": 1}})
    assert filled(position, "line B") == (crossed(3, 4, 5), {"B": 1})


@rule("MX-4")
def test_a_number_stops_at_a_station_that_another_line_has_filled():
    """Example of the rule book, the number part: only the first station is crossed before those of crossing lines."""
    # D of Metro City: 33 34 35 36 9 37 15 ...; 9 was crossed along A, 15 along B
    position = solo([33, 34, 35, 9, 15], card="4", windows={0: {"D": 2}})
    assert filled(position, "line D") == (crossed(36), {"D": 1})
    position = solo([33, 34, 35, 36, 9, 15], card="4", windows={0: {"D": 2}})
    assert filled(position, "line D") == (crossed(37), {"D": 1})


@rule("MX-4")
def test_adjacent_is_along_the_line():
    """Adjacent stations are those next to each other on the chosen line, wherever they lie on the board."""
    # B: ... 6, 12, 13, 14, 15, 16; I: 71 72 73 38 15 37 14 13 43; numbers on I run the other way through 15, 14, 13
    position = solo([1, 2, 3, 4, 5, 6], card="5", windows={0: {"B": 1, "I": 1}})
    assert filled(position, "line B")[0] == crossed(12, 13, 14, 15, 16)
    position = solo([71, 72, 73, 38], card="5", windows={0: {"B": 1, "I": 1}})
    assert filled(position, "line I")[0] == crossed(15, 37, 14, 13, 43)


# Skip


@rule("MX-5")
@each_line
@pytest.mark.parametrize("card", ["S2", "S3"])
def test_a_skip_on_an_empty_line_is_as_a_number(city, line, card):
    """As MX-4: the first k stations of an empty line."""
    position = solo(city=city, left=23, card=card)
    assert filled(position, f"line {line}") == (crossed(stops(city, line)[: int(card[1])]), {line: 1})


@rule("MX-5")
@pytest.mark.parametrize(
    ("before", "card", "expected"),
    [
        ([2], "S2", [1, 3]),
        ([2], "S3", [1, 3, 4]),
        ([1, 3, 4], "S2", [2, 5]),
        ([1, 3, 5], "S3", [2, 4, 6]),
        ([2, 3, 4, 5, 6, 7, 8, 9, 10], "S2", [1, 11]),
        ([2, 3, 4, 5, 6, 7, 8, 9, 10], "S3", [1, 11]),  # the line ends
        ([1, 2, 3, 4, 5, 6, 7, 8, 9], "S2", [10, 11]),
        ([1, 2, 3, 4, 5, 6, 7, 8, 9], "S3", [10, 11]),
        ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "S3", [11]),
        ([2, 3, 4, 5, 6, 7, 8, 9, 10, 11], "S2", [1]),  # only filled ones on the way to the end
        ([3], "S2", [1, 2]),  # nothing is to be jumped over
    ],
)
def test_a_skip_jumps_over_filled_stations_without_counting_them(before, card, expected):
    """Filled stations on the way are jumped over without counting."""
    position = solo(before, card=card, windows={0: {"A": 1}})
    assert filled(position, "line A") == (crossed(expected), {"A": 1})


@rule("MX-5")
def test_a_skip_jumps_over_transfers_too():
    """A station bearing a transfer number is filled: it is jumped over, and keeps its number."""
    position = solo({2: 4, 4: 4, 5: -1}, card="S3", windows={0: {"A": 1}})
    assert filled(position, "line A") == (crossed(1, 3, 6), {"A": 1})


@rule("MX-5")
def test_the_example_of_the_rule_book_for_skip():
    """Skip 2 on M of Tube Town: cross the first empty station, jump over two X, cross the next."""
    position = solo([1, 2, 3, 5, 6], city="tube_town", card="S2", windows={0: {"M": 1}})
    assert filled(position, "line M") == (crossed(4, 7), {"M": 1})
    number = solo([1, 2, 3, 5, 6], city="tube_town", card="3", windows={0: {"M": 1}})
    assert filled(number, "line M") == (crossed(4), {"M": 1})


# Transfer


@rule("MX-6")
@pytest.mark.parametrize("line", list("AFG"))
def test_worked_fact_a_transfer_at_station_11_is_worth_6(line):
    """Station 11 of Metro City is A's end and F's and G's start: a transfer there is worth 6."""
    position = solo(A[:-1], card="T", windows={0: {line: 1}})
    assert filled(position, f"line {line}") == ({11: 6}, {line: 1})


@rule("MX-6")
@pytest.mark.parametrize("line", list("BDFGI"))
def test_worked_fact_a_transfer_at_station_15_is_worth_10(line):
    """Station 15 of Metro City lies on B, D, F, G, I: a transfer there is worth 10."""
    before = stops("metro_city", line)[: stops("metro_city", line).index(15)]
    position = solo(before, card="T", windows={0: {line: 1}})
    assert filled(position, f"line {line}") == ({15: 10}, {line: 1})


@rule("MX-6")
@pytest.mark.parametrize(("city", "most", "where"), [("metro_city", 10, {15}), ("tube_town", 6, {6, 22, 31})])
def test_worked_fact_the_most_that_a_transfer_is_worth(city, most, where):
    """A transfer at 15 is worth the most on Metro City, 10; Tube Town's most is 6."""
    worth = {}
    for line in LINES[city]:
        for place in range(len(stops(city, line))):
            position = solo(stops(city, line)[:place], city=city, card="T", windows={0: {line: 1}})
            worth |= filled(position, f"line {line}")[0]
    assert set(worth) == set(range(1, STATIONS[city] + 1))
    assert max(worth.values()) == most
    assert {station for station, value in worth.items() if value == most} == where


@rule("MX-6")
def test_a_transfer_fills_the_first_empty_station_only():
    """The line's first empty station is filled, wherever it lies, and no other."""
    position = solo([1, 3, 4], card="T", windows={0: {"A": 2}})
    assert filled(position, "line A") == ({2: 4}, {"A": 1})
    position = solo({1: 4, 2: -1, 3: 4}, card="T", windows={0: {"B": 2}})
    assert filled(position, "line B") == ({4: 4}, {"B": 1})
    position = solo([64, 66], card="T", windows={0: {"H": 3}})
    assert filled(position, "line H") == ({65: 2}, {"H": 1})


@rule("MX-6")
def test_a_transfers_value_does_not_depend_on_the_windows_of_the_lines():
    """Twice the lines that have a stop there, also where their windows are used up or they are complete."""
    position = solo([*A[:-1]], card="T", left=1, windows={0: {"A": 1}})
    assert filled(position, "line A") == ({11: 6}, {"A": 1})


# Free space


@rule("MX-7")
@each_map
@each_count
def test_a_free_space_can_be_used_on_any_empty_station(city, players):
    """Cross off any one empty station of the board, and on no filled one; no line is chosen."""
    taken = {3: -1, 8: 2 * lines_at(city, 8), 70: -1}
    for seat in range(players):
        position = base(players, city=city, card="F", stations={seat: taken})
        current = play(position, *["station 5"] * seat) if seat else position
        empty = set(range(1, STATIONS[city] + 1)) - set(taken)
        assert legal(current) == {f"station {station}" for station in empty}


@rule("MX-7")
@each_map
def test_a_free_space_crosses_the_station_and_fills_no_window(city):
    """No window is filled; cross off any one empty station, not only the first empty one of a line."""
    for station in range(1, STATIONS[city] + 1):
        assert filled(solo(city=city, card="F"), f"station {station}") == (crossed(station), {})


@rule("MX-7", "MX-3")
def test_each_seat_has_its_own_free_space():
    """Every seat crosses a station of its own board; they may be the same."""
    position = base(3, card="F", stations={0: crossed(5), 1: crossed(6)})
    after = play(position, "station 6", "station 5", "station 5")
    assert [each["stations"] for each in after["boards"]] == [
        with_filled(position, 0, crossed(6)),
        with_filled(position, 1, crossed(5)),
        with_filled(position, 2, crossed(5)),
    ]
    assert [each["windows"] for each in after["boards"]] == [each["windows"] for each in position["boards"]]
    assert after["turn"] == position["turn"] + 1


# Nothing to fill


@rule("MX-8")
@each_map
@pytest.mark.parametrize("card", WINDOW_CARDS)
def test_a_line_without_empty_stations_may_be_chosen_and_only_the_window_is_used(city, card):
    """A line with an open window but no empty station may be chosen: the window is used, nothing else happens."""
    line = next(iter(LINES[city]))
    position = solo(stops(city, line), city=city, card=card, windows={0: {line: 2}})
    assert f"line {line}" in legal(position)
    assert filled(position, f"line {line}") == ({}, {line: 1})
    assert rewards(position, f"line {line}", reward="score_delta") == [[0]]
    assert play(position, f"line {line}")["boards"][0]["lines"] == position["boards"][0]["lines"]


@rule("MX-8", "MX-7")
@each_map
@each_count
def test_with_no_empty_station_left_a_free_space_can_only_be_passed(city, players):
    """Free space with no empty station left: the only legal action is `pass`."""
    full = crossed(list(range(1, STATIONS[city] + 1)))
    for seat in range(players):
        position = base(players, city=city, card="F", left=9, stations={seat: full})
        current = play(position, *["station 1"] * seat) if seat else position
        assert legal(current) == {"pass"}
        assert filled(position, "pass", seat) == ({}, {})


@rule("MX-8", "MX-7")
def test_with_one_empty_station_left_a_free_space_must_be_used():
    """There is no passing while a station is empty."""
    position = solo([station for station in range(1, 77) if station != 40], card="F", left=9)
    assert legal(position) == {"station 40"}
    assert filled(position, "station 40") == (crossed(40), {})


@rule("MX-8")
@pytest.mark.parametrize("card", WINDOW_CARDS)
def test_on_a_full_board_windows_are_used_up_all_the_same(card):
    """A window is used by every card but the free one, also when no station is empty."""
    position = solo(list(range(1, 77)), card=card, left=9)
    assert legal(position) == {f"line {line}" for line, left in position["boards"][0]["windows"].items() if left}
    assert filled(position, "line A") == ({}, {"A": 1})


# Completing lines


def finishing(players, seats, **keys):
    """Return a position in which these seats lack only station 11 of line A."""
    stations = {seat: crossed(A[:-1]) for seat in seats}
    return base(players, stations=stations, windows={seat: {"A": 2} for seat in range(players)}, **keys)


def lines_of(position, line):
    """Return the state of a line on each board."""
    return [each["lines"][line] for each in position["boards"]]


@rule("MX-9")
@pytest.mark.parametrize("card", [*WINDOW_CARDS, "F"])
@each_count
def test_a_line_is_complete_when_all_its_stations_are_filled_by_whatever_card(card, players):
    """A line is complete when all its stations are filled, by whatever card."""
    for seat in range(players):
        after = play_turn(finishing(players, [seat], card=card), {seat: "station 11" if card == "F" else "line A"})
        assert lines_of(after, "A") == [None] * seat + ["gold"] + [None] * (players - seat - 1)
        assert [sum(map(bool, each["lines"].values())) for each in after["boards"]] == [
            int(other == seat) for other in range(players)
        ]


@rule("MX-9")
@pytest.mark.parametrize("card", ["3", "S2", "T"])
@pytest.mark.parametrize("line", ["F", "G"])
def test_a_line_is_complete_when_its_last_station_is_filled_by_another_line(card, line):
    """A line is complete when all its stations are filled, by whatever line, also without an open window."""
    position = base(2, stations={0: crossed(A[:-1])}, card=card, windows={0: {"A": 0, line: 1}})
    after = play(position, f"line {line}", "line B")
    assert lines_of(after, "A") == ["gold", None]
    assert after["boards"][0]["windows"]["A"] == 0


@rule("MX-9")
@each_line
def test_a_line_with_an_empty_station_is_not_complete(city, line):
    """A line is complete only when all its stations are filled."""
    *_, before, last = stops(city, line)
    stations = crossed([station for station in stops(city, line) if station not in (before, last)])
    after = play(base(1, city=city, card="F", stations={0: stations}), f"station {last}")
    assert lines_of(after, line) == [None]


@rule("MX-9")
@several
def test_all_that_complete_a_line_on_the_first_turn_get_gold(players):
    """All seats are checked after all have decided: every seat that completes it on the first turn gets gold."""
    after = play_turn(finishing(players, range(players)), dict.fromkeys(range(players), "line A"))
    assert lines_of(after, "A") == ["gold"] * players
    for late in range(players):  # all but one
        actions = {seat: "line C" if seat == late else "line A" for seat in range(players)}
        after = play_turn(finishing(players, range(players), top=["4"]), actions)
        assert lines_of(after, "A") == [None if seat == late else "gold" for seat in range(players)]
        after = play_turn(after, {late: "line A"} | {seat: "line B" for seat in range(players) if seat != late})
        assert lines_of(after, "A") == ["white" if seat == late else "gold" for seat in range(players)]


@rule("MX-9")
@several
def test_those_that_complete_a_line_on_later_turns_get_white(players):
    """Seats completing it on a later turn get the white value, however many turns later and however many seats."""
    position = finishing(players, range(players), card="3", top=["4", "5", "3"])
    after = play_turn(position, {0: "line A"} | dict.fromkeys(range(1, players), "line B"))
    assert lines_of(after, "A") == ["gold"] + [None] * (players - 1)
    after = play_turn(after, dict.fromkeys(range(players), "line B"))
    assert lines_of(after, "A") == ["gold"] + [None] * (players - 1)
    after = play_turn(after, {0: "line C"} | dict.fromkeys(range(1, players), "line A"))
    assert lines_of(after, "A") == ["gold"] + ["white"] * (players - 1)


@rule("MX-9")
def test_the_order_of_the_seats_gives_no_advantage():
    """The last seat that completes a line on a turn gets gold as the first does."""
    position = finishing(3, [0, 2])
    assert lines_of(play(position, "line A", "line B", "line A"), "A") == ["gold", None, "gold"]
    assert lines_of(play(position, "line C", "line B", "line A"), "A") == [None, None, "gold"]


@rule("MX-9")
@each_count
def test_several_lines_can_complete_in_one_turn(players):
    """Several lines can complete in one turn: station 11 ends A and begins F and G."""
    stations = [station for line in "AFG" for station in stops("metro_city", line) if station != 11]
    position = base(players, stations={0: crossed(stations)}, windows={0: {"F": 1}})
    after = play_turn(position, {0: "line F"})
    done = {"A": "gold", "F": "gold", "G": "gold"}
    assert after["boards"][0]["lines"] == dict.fromkeys("ABCDEFGHI") | done
    assert rewards(position, "line F", *["line B"] * (players - 1), reward="score_delta")[-1][0] == 2 + 4 + 5


@rule("MX-9")
def test_each_line_has_a_gold_of_its_own():
    """One line's gold is another's no more: a seat can get gold for one and white for another in the same turn."""
    first = [station for line in "AF" for station in stops("metro_city", line) if station != 11]
    position = base(2, stations={0: crossed(first), 1: crossed(A)}, card="F")
    after = play(position, "station 11", "station 50")
    assert [after["boards"][0]["lines"][line] for line in "AF"] == ["white", "gold"]
    assert [after["boards"][1]["lines"][line] for line in "AF"] == ["gold", None]
    assert rewards(position, "station 11", "station 50", reward="score_delta") == [[0, 0], [1 + 4, 0]]


@rule("MX-9")
def test_what_a_line_has_brought_stays():
    """A gold value stays gold and a white one white, whatever others complete later and whatever is chosen."""
    position = base(
        3,
        stations={0: crossed(A), 1: crossed(A), 2: crossed(A[:-1])},
        white={1: "A"},
        windows={seat: {"A": 2} for seat in range(3)},
    )
    assert lines_of(position, "A") == ["gold", "white", None]
    after = play(position, "line A", "line A", "line A")
    assert lines_of(after, "A") == ["gold", "white", "white"]


@rule("MX-9", "MX-12")
def test_lines_completed_with_the_last_window_count():
    """All seats are checked after all have decided, in the last turn too."""
    windows = {seat: {"A": 1} for seat in range(3)}
    stations = {0: crossed(A), 1: crossed(A[:-1]), 2: crossed(A[:-2])}
    after = play(base(3, left=1, stations=stations, windows=windows, card="T"), *["line A"] * 3)
    assert after["over"]
    assert lines_of(after, "A") == ["gold", "white", None]
    assert points(after) == [2 - 10, 1 + 6 - 10, 4 - 10]  # station 10 lies on A and E


@rule("MX-15", "MX-9")
@each_line
def test_one_player_always_gets_gold(city, line):
    """One player: always the gold value."""
    for *before, last in (stops(city, line),):
        after = play(solo(before, city=city, card="F"), f"station {last}")
        assert lines_of(after, line) == ["gold"]


@rule("MX-15")
@pytest.mark.parametrize("seed", range(10))
def test_one_player_never_has_white(seed):
    """One player: always the gold value, in whole games too."""
    after = whole_game(1, "tube_town", seed)
    assert "white" not in after["boards"][0]["lines"].values()


# Re-shuffle


@rule("MX-10")
@each_map
@each_count
def test_after_a_6_all_cards_are_shuffled_into_a_new_deck(city, players):
    """At the end of the turn the discards, the 6 included, and the rest of the deck are shuffled into a new deck."""
    position = base(players, city=city, history=["S2", "3", "T"], card="6R", top=["5", "F"])
    after = play_turn(position, {})
    assert len(after["deck"]) == len(DECKS[city]) - 1
    assert after["discard"] == [after["card"]]
    assert sorted([after["card"], *after["deck"]]) == sorted(DECKS[city])
    assert after["turn"] == position["turn"] + 1


@rule("MX-10")
def test_the_new_deck_is_shuffled_uniformly():
    """In 3000 shuffles each card, the 6 too, comes to each place as often as its number of copies says."""
    game, before = load(solo(history=["S2", "3", "T", "4"], card="6R", top=["5", "F"]))
    counts = [Counter() for _ in range(15)]
    for seed in range(3000):
        state = game.resample(before, 0, seed)  # with chance of its own
        game.play(state, "line A")
        after = game.position(state)
        for count, card in zip(counts, [after["card"], *after["deck"]], strict=True):
            count[card] += 1
    for count in counts:  # a single card 200 times, standard deviation 13.7; three of a kind 600 times, 21.9
        for card, copies in Counter(DECKS["metro_city"]).items():
            assert abs(count[card] - 200 * copies) < 5 * 21.9


@rule("MX-10")
@several
def test_nothing_is_shuffled_before_the_last_seat_has_decided(players):
    """The re-shuffle comes at the end of the turn."""
    position = base(players, history=["S2", "3"], card="6R", top=["5", "F"])
    current = position
    for _ in range(players - 1):
        current = play(current, "line A")
        assert (current["deck"], current["discard"]) == (position["deck"], ["S2", "3", "6R"])


@rule("MX-10")
@each_map
def test_a_6_at_the_bottom_of_the_deck_makes_a_new_deck(city):
    """With the 6 as the last card all others are discarded, and the deck is never empty when a card is wanted."""
    history = [card for card in DECKS[city] if card != "6R"]
    position = solo(city=city, left=23 - len(history) + 1, history=history, card="6R")  # one of them is the free space
    assert position["deck"] == []
    after = play_turn(position, {})
    assert len(after["deck"]) == len(DECKS[city]) - 1


@rule("MX-10")
@pytest.mark.parametrize("card", ["3", "4", "5", "S2", "S3", "T", "F"])
def test_no_other_card_shuffles(card):
    """Only the 6 re-shuffles; the rest of the deck keeps its order."""
    history = ["3", "S2"]
    position = base(2, history=history, card=card)
    after = play_turn(position, {})
    assert [after["card"], *after["deck"]] == position["deck"]
    assert after["discard"] == [*history, card, position["deck"][0]]


@rule("MX-10", "MX-12")
@each_map
@each_count
def test_after_the_last_turn_nothing_is_shuffled(city, players):
    """Not after the last turn: a finished game stays as its last turn left it."""
    position = base(players, city=city, left=1, history=["T", "3"], card="6R", top=["S3", "4"])
    after = play_turn(position, {})
    assert (after["over"], after["seat"], after["turn"], after["card"]) == (True, -1, position["turn"], "6R")
    assert (after["deck"], after["discard"]) == (position["deck"], ["T", "3", "6R"])


@rule("MX-10", "MX-4")
def test_a_6_crosses_six_stations_of_its_line_before_it_is_shuffled():
    """The 6 is a number like the others."""
    assert filled(solo(card="6R", windows={0: {"C": 1}}), "line C") == (crossed(20, 21, 22, 13, 23, 24), {"C": 1})


# The end


@rule("MX-11")
@each_map
@pytest.mark.parametrize("players", [1, 2, 6])
@pytest.mark.parametrize("seed", range(2))
def test_whole_games_go_by_the_book(city, players, seed):
    """There is no stopping early: in every state exactly the actions that the card allows are legal."""
    whole_game(players, city, seed)


def whole_game(players, city, seed):
    """Return the end of a random game, every decision of which has been compared with the rule book."""
    game, random = game_for(players, map=city), Random(seed)
    state = game.new_state(seed)
    frees = 0
    while not game.is_over(state):
        before = position_of(game, state)
        expected = [list(each["stations"]) for each in before["boards"]]
        windows = [dict(each["windows"]) for each in before["boards"]]
        frees += before["card"] == "F"
        for seat in range(players):
            assert game.seat(state) == seat
            if before["card"] == "F":
                allowed = {f"station {i}" for i, value in enumerate(expected[seat], 1) if value == 0} or {"pass"}
            else:
                allowed = {f"line {line}" for line, left in windows[seat].items() if left}
            assert names(game, state) == allowed
            action = random.choice(sorted(allowed))
            game.play(state, action)
            verb, _, what = action.partition(" ")
            if verb == "station":
                expected[seat][int(what) - 1] = -1
            elif verb == "line":
                windows[seat][what] -= 1
                for station, value in by_the_book(city, expected[seat], what, before["card"]).items():
                    expected[seat][station - 1] = value
        after = position_of(game, state)
        assert_conserved(after)
        assert [each["stations"] for each in after["boards"]] == expected
        assert [each["windows"] for each in after["boards"]] == windows
        for line in LINES[city]:
            old, new = lines_of(before, line), lines_of(after, line)
            colour = "white" if any(old) and players > 1 else "gold"
            filled_up = [all(board[station - 1] for station in stops(city, line)) for board in expected]
            assert new == [had or (colour if now else None) for had, now in zip(old, filled_up, strict=True)]
    assert after["turn"] == 23 + frees
    assert after["decisions"] == players * after["turn"]
    assert [sum(each["windows"].values()) for each in after["boards"]] == [0] * players
    for seat, total in enumerate(points(after)):
        values = sum(LINES[city][line][1 if got == "gold" else 2] for line, got in lines(after, seat) if got)
        transfers = sum(value for value in expected[seat] if value > 0)
        assert total == values + transfers - penalty(city, expected[seat].count(0))
    return after


def lines(position, seat):
    """Return the lines of a board with what they have brought."""
    return list(position["boards"][seat]["lines"].items())


@rule("MX-11", "MX-4")
@pytest.mark.parametrize(
    ("card", "action"),
    [
        ("3", "line A"),  # has no window left
        ("3", "station 5"),
        ("S2", "station 5"),
        ("T", "station 5"),
        ("3", "pass"),
        ("6R", "pass"),
        ("S2", "pass"),
        ("T", "pass"),
        ("F", "pass"),
        ("F", "line B"),
        ("F", "station 1"),  # is filled
        ("F", "station 15"),
    ],
)
def test_what_the_card_does_not_allow_is_refused(card, action):
    """Stopping early, lines without an open window, stations with another card than the free one: all illegal."""
    position = base(2, card=card, windows={0: {"A": 0}}, stations={0: {1: -1, 15: 10}})
    assert_illegal(position, action)


@rule("MX-12")
@pytest.mark.parametrize("card", WINDOW_CARDS)
@each_count
def test_the_game_ends_after_the_turn_in_which_the_last_window_is_filled(card, players):
    """The game ends after the turn in which the last window is filled, the same turn for all seats."""
    windows = {seat: {"ABCDEF"[seat]: 1} for seat in range(players)}
    position = base(players, left=1, card=card, windows=windows)
    current = position
    for seat in range(players):
        assert not current["over"]
        assert legal(current) == {f"line {'ABCDEF'[seat]}"}
        current = play(current, f"line {'ABCDEF'[seat]}")
    assert (current["over"], current["seat"], current["phase"]) == (True, -1, "decide")
    for key in ("turn", "card", "deck", "discard"):
        assert current[key] == position[key]
    assert current["decided"] == [f"line {line}" for line in "ABCDEF"[:players]]
    assert [sum(each["windows"].values()) for each in current["boards"]] == [0] * players
    assert current["boards"][0]["stations"][0] == (4 if card == "T" else -1)


@rule("MX-12", "MX-7")
@each_count
def test_a_free_space_does_not_end_the_game(players):
    """Each card but the free one fills one window of every seat."""
    position = base(players, left=1, card="F", top=["3"])
    after = play(position, *["station 40"] * players)
    assert (after["over"], after["seat"], after["turn"]) == (False, 0, position["turn"] + 1)
    assert play_turn(after, {})["over"]


@rule("MX-12")
@each_count
def test_with_two_windows_left_the_game_goes_on(players):
    """The game does not end before the last window is filled."""
    after = play_turn(base(players, left=2, card="3", top=["4"]), {})
    assert not after["over"]
    assert play_turn(after, {})["over"]


@rule("MX-12", "MX-8")
def test_a_full_board_does_not_end_the_game():
    """The windows end the game, not the stations."""
    position = base(2, left=2, stations={0: crossed(list(range(1, 77))), 1: crossed(list(range(1, 77)))})
    assert not play_turn(position, {})["over"]


@rule("MX-12")
def test_nothing_can_be_played_when_the_game_is_over():
    """The game ends: nobody has anything more to do."""
    after = play_turn(base(2, left=1), {})
    assert after["over"]
    assert legal(after) == set()
    assert_illegal(after, "line A", "pass", "station 1")


# Scores


def final(*boards, city="metro_city", white=None, **keys):
    """Return the end of a game, boards as given, whose last card was played on the first line, full before."""
    first = next(iter(LINES[city]))
    stations = {seat: crossed(stops(city, first)) | each for seat, each in enumerate(boards)}
    windows = {seat: {first: 1} for seat in range(len(boards))}
    position = base(len(boards), city=city, left=1, stations=stations, windows=windows, white=white, **keys)
    end = play(position, *[f"line {first}"] * len(boards))
    assert end["over"]
    return end


def results(*boards, **keys):
    """Return points and outcome at the end of a game with these boards."""
    end = final(*boards, **keys)
    return points(end), outcome(end)


@rule("MX-13")
@pytest.mark.parametrize(
    ("empty", "cost"),
    [
        *[(empty, 0) for empty in range(5)],
        *[(5, 1), (6, 2), (7, 3), (8, 4), (9, 4), (10, 5), (11, 5), (12, 6), (13, 6), (14, 7), (15, 7)],
        *[(16, 8), (17, 8), (18, 9), (19, 9), (20, 10), (21, 10), (22, 10), (40, 10), (65, 10)],
    ],
)
def test_empty_stations_cost_by_the_table(empty, cost):
    """0-4 empty: 0; 5: 1; 6: 2; 7: 3; 8-9: 4; 10-11: 5; 12-13: 6; 14-15: 7; 16-17: 8; 18-19: 9; 20 or more: 10."""
    for city in ("metro_city", "tube_town"):
        first = stops(city, next(iter(LINES[city])))
        others = [station for station in range(1, STATIONS[city] + 1) if station not in first]
        board = crossed(others[empty:])
        values = sum(LINES[city][line][1] for line in complete(city, [*first, *board]))
        assert points(final(board, city=city)) == [values - cost]


@rule("MX-13")
@pytest.mark.parametrize(
    ("empty", "cost"),
    [
        *[(empty, 0) for empty in range(6)],
        *[(6, 1), (7, 2), (8, 3), (9, 4), (10, 4), (11, 5), (12, 5), (13, 6), (14, 6), (15, 7), (16, 7)],
        *[(17, 8), (18, 8), (19, 9), (20, 9), (21, 10), (22, 10), (23, 10), (40, 10), (64, 10)],
    ],
)
def test_the_thresholds_of_the_original_boards_are_one_higher(empty, cost):
    """Original boards: each threshold one higher, 0-5 ... 21 and more."""
    for city in ("tokyo", "osaka"):
        first = stops(city, next(iter(LINES[city])))
        others = [station for station in range(1, STATIONS[city] + 1) if station not in first]
        board = crossed(others[empty:])
        values = sum(LINES[city][line][1] for line in complete(city, [*first, *board]))
        assert points(final(board, city=city)) == [values - cost]


@rule("MX-13")
def test_worked_scores_of_metro_city():
    """Score = completed lines, gold or white, + transfer numbers - penalty for empty stations."""
    everything = crossed(list(range(1, 77)))
    assert points(final(everything)) == [2 + 4 + 7 + 5 + 4 + 4 + 5 + 6 + 4]
    assert points(final(everything, everything, white={1: "ABCDEFGHI"})) == [41, 1 + 2 + 5 + 3 + 2 + 2 + 3 + 4 + 2]
    assert points(final({})) == [2 - 10]
    assert points(final({15: 10, 20: 2, 53: 4})) == [2 + 10 + 2 + 4 - 10]
    assert points(final({11: 6, 1: 4})) == [2 + 6 + 4 - 10]  # transfers count where the line is complete, too
    assert points(final(everything | {15: 10, 76: 2})) == [41 + 12]


@rule("MX-13", "MX-9")
def test_white_and_gold_of_several_lines_are_added():
    """Completed lines count with the gold or the white value that they brought."""
    lines_afg = crossed([station for line in "AFG" for station in stops("metro_city", line)])
    end = final(lines_afg, lines_afg, {}, white={0: "F", 1: "AG"})
    assert points(end) == [2 + 2 + 5 - 10, 1 + 4 + 3 - 10, 2 - 10]


@rule("MX-13")
@each_map
def test_empty_stations_cost_ten_at_most(city):
    """20 or more empty stations cost 10: there is no score below -10, though ever the same lines are chosen."""
    game = game_for(3, map=city)
    for seed in range(5):
        state = game.new_state(seed)
        while not game.is_over(state):
            game.play(state, game.legal_actions(state)[0])
        assert min(game.standing(state)[:, 0]) >= -10


@rule("MX-14")
@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ({15: 10}, {20: 2}, 0),  # more points
        ({20: 2}, {15: 10}, 1),
        ({15: 10}, crossed(20, 21, 22, 33, 34), 0),  # more points with more empty stations
        (crossed(20), {}, 0),  # as many points, fewer empty stations
        ({}, crossed(20), 1),
        ({20: 2}, {21: 2}, None),  # shared
        (crossed(20), crossed(34), None),
        ({}, {}, None),
        ({4: 4}, {1: 4}, None),  # a transfer fills a station as a cross does
        ({20: 2, 21: 2}, {53: 4}, 0),
    ],
)
def test_the_highest_score_wins_then_fewer_empty_stations_then_shared(first, second, winner):
    """Highest score wins; tie: fewer empty stations; still tied: shared."""
    _, shares = results(first, second)
    assert shares == ([0, 0] if winner is None else [1, -1] if winner == 0 else [-1, 1])


@rule("MX-14")
@several
def test_a_win_is_shared_among_the_tied(players):
    """Still tied: shared. With k of n tied each is paid (n/k - 1)/(n - 1), the others -1/(n - 1)."""
    for winners in range(1, players + 1):
        boards = [{15: 10}] * winners + [{}] * (players - winners)
        _, shares = results(*boards)
        share, rest = (players / winners - 1) / (players - 1), -1 / (players - 1)
        assert shares == pytest.approx([share] * winners + [rest] * (players - winners), abs=1e-6)


@rule("MX-14", "MX-13")
def test_points_come_before_empty_stations_whatever_their_difference():
    """Fewer empty stations count only between equal points: here 59 empty stations win against 7."""
    full = crossed([station for station in range(1, 77) if station not in (76, 19, 32, 24, 51, 58, 63)])
    total, shares = results({15: 10, 53: 4, 46: 6, 16: 6, 24: 8, 38: 8}, full)
    assert total == [2 + 10 + 4 + 6 + 6 + 8 + 8 - 10, 2 - 3]
    assert shares == [1, -1]


# Rewards and length


@rule("MX-12", "MX-14")
@pytest.mark.parametrize(
    ("reward", "last"),
    [("outcome", [1, -1]), ("score", [2 + 10 - 10, 2 - 10]), ("score_delta", [-10, -10])],
)
def test_the_end_is_paid_by_the_reward_scheme(reward, last):
    """The outcome, the points, or the last of the points earned: the penalty."""
    stations = {0: crossed(A) | {15: 10}, 1: crossed(A)}
    position = base(2, left=1, stations=stations, windows={0: {"A": 1}, 1: {"A": 1}})
    assert rewards(position, "line A", "line A", reward=reward) == [[0, 0], last]


@rule("MX-12", "MX-15")
@pytest.mark.parametrize(("reward", "last"), [("outcome", 2), ("score", 2), ("score_delta", -10)])
def test_one_player_is_paid_the_score(reward, last):
    """A one-player game pays the score for the outcome."""
    position = solo(crossed(A) | {15: 10}, left=1, windows={0: {"A": 1}})
    assert rewards(position, "line A", reward=reward) == [[last]]


@rule("MX-9", "MX-6", "MX-13")
@several
def test_points_are_paid_at_the_end_of_the_turn_that_earns_them(players):
    """Reward score_delta: lines and transfers are paid at the end of the turn, nothing before."""
    position = finishing(players, range(players), card="T", top=["3"])
    paid = rewards(position, *["line A"] * players, reward="score_delta")
    assert paid == [[0] * players] * (players - 1) + [[2 + 6] * players]
    only_last = rewards(position, *["line C"] * (players - 1), "line A", reward="score_delta")
    assert only_last[-1] == [2] * (players - 1) + [2 + 6]  # station 20 lies on C alone
    for reward in ("outcome", "score"):
        assert rewards(position, *["line A"] * players, reward=reward) == [[0] * players] * players


@rule("MX-13", "MX-12")
@each_map
@each_count
def test_the_points_paid_as_they_are_earned_add_up_to_the_score(city, players):
    """The sum of score_delta over an episode equals the score; lines and transfers never cost anything."""
    game, random = game_for(players, map=city, reward="score_delta"), Random(players)
    for seed in range(3):
        state, total = game.new_state(seed), [0] * players
        while True:
            turn_ends = game.seat(state) == players - 1
            paid = game.play(state, random.choice(game.legal_actions(state))).tolist()
            total = [sum(each) for each in zip(total, paid, strict=True)]
            if game.is_over(state):
                break
            assert min(paid) >= 0
            assert turn_ends or not any(paid)
        assert total == game.standing(state)[:, 0].tolist()


@rule("MX-12")
@pytest.mark.parametrize("reward", ["outcome", "score"])
def test_nothing_is_paid_before_the_end(reward):
    """Outcome and score are paid once, at the end."""
    game, random = game_for(3, reward=reward), Random(5)
    state = game.new_state(seed=5)
    while True:
        paid = game.play(state, random.choice(game.legal_actions(state))).tolist()
        if game.is_over(state):
            break
        assert paid == [0, 0, 0]
    expected = game.standing(state)[:, 0] if reward == "score" else game.outcome(state)
    assert paid == expected.tolist()
    assert reward == "score" or sum(paid) == pytest.approx(0, abs=1e-6)


def cut(position, decisions, **options):
    """Return the end of a game of which so many more decisions are the last, by completing A, and what they paid."""
    options["max_steps"] = position["decisions"] + decisions
    game, state = load(position, **options)
    paid = [game.play(state, "line A").tolist() for _ in range(decisions)]
    after = position_of(game, state)
    assert (after["over"], after["seat"], after["decisions"]) == (True, -1, options["max_steps"])
    return after, game, state, paid


@rule("MX-12", "MX-3")
@several
def test_if_the_length_falls_into_a_turn_its_decisions_are_void(players):
    """If max_steps falls into a turn, its decisions are void and the boards are scored as they stand."""
    for decisions in range(1, players):
        position = finishing(players, range(players), card="T")
        after, game, state, _ = cut(position, decisions)
        assert after["boards"] == position["boards"]
        assert after["decided"] == ["line A"] * decisions + [None] * (players - decisions)
        for key in ("turn", "card", "deck", "discard"):
            assert after[key] == position[key]
        assert game.standing(state)[:, 0].tolist() == [-10] * players


@rule("MX-12", "MX-13")
@each_count
def test_if_the_length_falls_on_the_end_of_a_turn_the_turn_is_carried_out_first(players):
    """At the end of a turn the turn is carried out first; lines and transfers count, and empty stations cost."""
    position = finishing(players, range(players), card="T")
    after, game, state, paid = cut(position, players, reward="score_delta")
    assert lines_of(after, "A") == ["gold"] * players
    assert [each["stations"][10] for each in after["boards"]] == [6] * players
    assert game.standing(state)[:, 0].tolist() == [2 + 6 - 10] * players
    assert paid == [[0] * players] * (players - 1) + [[2 + 6 - 10] * players]


@rule("MX-10", "MX-12")
@pytest.mark.parametrize("card", ["3", "6R", "F"])
@each_count
def test_a_truncated_game_stays_as_its_last_turn_left_it(card, players):
    """A finished game, also by truncation, stays as its last turn left it: no new card, no re-shuffle."""
    position = base(players, history=["S2", "4"], card=card)
    game, state = load(position, max_steps=position["decisions"] + players)
    action = "station 40" if card == "F" else "line A"
    for _ in range(players):
        game.play(state, action)
    after = position_of(game, state)
    assert (after["over"], after["decided"]) == (True, [action] * players)
    for key in ("turn", "card", "deck", "discard"):
        assert after[key] == position[key]


@rule("MX-13", "MX-14")
@pytest.mark.parametrize("reward", ["outcome", "score", "score_delta"])
def test_a_truncated_game_is_paid_as_if_it_had_ended_there(reward):
    """Truncation is paid as if the game had ended there: the penalty too, once, with the last payment."""
    position = base(2, stations={0: crossed(A[:-1]), 1: {15: 10}}, windows={0: {"A": 1}, 1: {"A": 1}})
    *_, paid = cut(position, 1, reward=reward)
    assert paid == [{"outcome": [-1, 1], "score": [-10, 10 - 10], "score_delta": [-10, -10]}[reward]]
    *_, paid = cut(position, 2, reward=reward)  # seat 0 completes A
    assert paid[0] == [0, 0]
    assert paid[1] == {"outcome": [-1, 1], "score": [2 - 10, 10 - 10], "score_delta": [2 - 10, -10]}[reward]


@rule("MX-12", "MX-13")
@each_count
@pytest.mark.parametrize("max_steps", [1, 2, 7, 12, 30])
def test_short_games_are_scored_as_they_stand(players, max_steps):
    """The sum of score_delta equals the score of the whole turns, in truncated games too."""
    game, random = game_for(players, max_steps=max_steps, reward="score_delta"), Random(max_steps)
    state, total = game.new_state(seed=max_steps), [0] * players
    while not game.is_over(state):
        paid = game.play(state, random.choice(game.legal_actions(state))).tolist()
        total = [sum(each) for each in zip(total, paid, strict=True)]
    position = position_of(game, state)
    assert position["decisions"] == min(max_steps, players * position["turn"])
    assert total == game.standing(state)[:, 0].tolist()
    for seat, each in enumerate(position["boards"]):
        values = sum(LINES["metro_city"][line][1 if got == "gold" else 2] for line, got in lines(position, seat) if got)
        transfers = sum(value for value in each["stations"] if value > 0)
        assert total[seat] == values + transfers - penalty("metro_city", each["stations"].count(0))
        used = sum(LINES["metro_city"][line][0] - left for line, left in each["windows"].items())
        assert used <= max_steps // players


@rule("MX-12")
@each_count
def test_an_episode_lasts_1000_decisions_at_most_by_default(players):
    """`max_steps` default 1000: never reached."""
    game = MetroX(num_players=players)
    assert game.options == {"map": "metro_city", "reward": "outcome", "max_steps": 1000}
    random, state = Random(players), game.new_state(seed=players)
    while not game.is_over(state):
        game.play(state, random.choice(game.legal_actions(state)))
    assert game.position(state)["decisions"] < 300


@rule("MX-12", "MX-10", "MX-8")
@pytest.mark.parametrize("players", [1, 6])
def test_games_can_be_longer_than_28_turns(players, tmp_path):
    """Up to 46 turns if free card and 6 alternate: no buffer may be sized for 28."""
    name = own_map(
        tmp_path,
        stations=76,
        lines=[
            {"line": line, "windows": w, "gold": gold, "white": white, "stops": on_line}
            for line, (w, gold, white, on_line) in LINES["metro_city"].items()
        ],
        decks={"short": {"provenance": "own", "cards": ["6R", "F"]}},
    )
    game, longest = game_for(players, map=name), 0
    for seed in range(10):
        state, random = game.new_state(seed), Random(seed)
        while not game.is_over(state):
            position = game.position(state)
            assert sorted(position["deck"] + position["discard"]) == ["6R", "F"]
            card = "F" if game.action_name(game.legal_actions(state)[0])[:4] != "line" else "6R"
            assert position["card"] == card
            game.play(state, random.choice(game.legal_actions(state)))
        longest = max(longest, game.position(state)["turn"])
        assert game.position(state)["turn"] <= 46
    assert longest > 28


# Known figures


@rule("MX-12", "MX-13")
@pytest.mark.parametrize(("city", "average"), [("metro_city", 12.7), ("tube_town", 7.5)])
def test_known_figures_of_uniform_random_play(city, average):
    """Solo, 3000 games: 23 turns plus the free cards, 24.5 on average; random play scores 12.7, on Tube Town 7.5.

    The standard deviation of a score is 7.1 (5.6), of the mean 0.13 (0.10); of the mean number of turns 0.015.
    """
    game, random = game_for(1, map=city), Random(2024)
    totals, turns = [], []
    for seed in range(3000):
        state, decisions = game.new_state(seed), 0
        while not game.is_over(state):
            game.play(state, random.choice(game.legal_actions(state)))
            decisions += 1
        totals.append(int(game.standing(state)[0, 0]))
        turns.append(decisions)
    assert abs(mean(totals) - average) <= 0.6
    assert abs(mean(turns) - 24.53) <= 0.1
    assert min(turns) == 23
    assert sorted(turns)[-30] <= 28  # hardly ever more


# Who sees what


@rule("MX-3")
@each_count
def test_nobody_sees_the_order_of_the_deck(players):
    """Everything is public except the deck order and the current turn's decisions."""
    position = base(players, history=["3", "S2"], card="4", stations={0: crossed(1, 2)})
    for seed in range(5):
        other = position | {"deck": Random(seed).sample(position["deck"], len(position["deck"]))}
        assert other["deck"] != position["deck"]
        for seat in range(players):
            assert view(position, seat) == view(other, seat)
        assert legal(position) == legal(other)


@rule("MX-3")
@pytest.mark.parametrize(("card", "choices"), [("3", ["line A", "line G"]), ("F", ["station 4", "station 50"])])
@several
def test_nobody_sees_the_decisions_of_the_current_turn(players, card, choices):
    """No observation reveals a decision of the current turn before all have decided, nor does a mask."""
    one, other = choices
    for decided in range(1, players):
        seen = base(players, card=card, decided=[one] * decided, windows={seat: {"A": 1} for seat in range(players)})
        for changed in range(decided):
            hidden = [other if seat == changed else one for seat in range(decided)]
            pair = seen | {"decided": hidden + [None] * (players - decided)}
            for seat in range(players):
                if seat != changed:
                    assert view(seen, seat) == view(pair, seat)
            assert legal(seen) == legal(pair)


@rule("MX-3")
@several
def test_a_mask_depends_on_ones_own_board_only(players):
    """Seats decide for the same card, whatever the seats before have decided."""
    position = base(players, left=2, windows={seat: {"A": 1, "C": 1} for seat in range(players)})
    for first in ("line A", "line C"):
        current = play(position, first)
        for _ in range(1, players):
            assert legal(current) == {"line A", "line C"}
            current = play(current, "line A")


@rule("MX-3", "MX-9")
def test_a_line_completed_by_an_earlier_seat_of_the_turn_is_not_seen():
    """No observation reveals a decision of the current turn: a gold about to be taken is still open."""
    position = finishing(3, range(3))
    assert view(play(position, "line A"), 1) == view(play(position, "line C"), 1)
    assert view(play(position, "line A", "line C"), 2) == view(play(position, "line C", "line A"), 2)


@rule("MX-3", "MX-10")
def test_what_is_left_in_the_deck_is_seen():
    """How many of each card are left in the deck is public."""
    position = base(2, history=["3"], card="4")
    other = base(2, history=["5"], card="4")
    assert all(view(position, seat) != view(other, seat) for seat in range(2))


def public_changes():
    """Return pairs of positions of three seats that differ in one public thing."""
    plain = {"stations": {}, "windows": {seat: {"A": 1, "B": 1} for seat in range(3)}}
    pairs = {
        "card": (base(3, card="3"), base(3, card="4")),
        "skip or number": (base(3, card="3"), base(3, card="S3")),
        "turn": (base(3, **plain), base(3, frees=1, **plain)),
    }
    for seat in range(3):
        pairs |= {
            f"crossed by {seat}": (base(3), base(3, stations={seat: crossed(40)})),
            f"another station of {seat}": (
                base(3, stations={seat: crossed(41)}),
                base(3, stations={seat: crossed(40)}),
            ),
            f"transfer of {seat}": (base(3, stations={seat: {15: -1}}), base(3, stations={seat: {15: 10}})),
            f"windows of {seat}": (base(3, **plain), base(3, windows=plain["windows"] | {seat: {"A": 2, "B": 0}})),
            f"line of {seat}": (
                base(3, stations=dict.fromkeys(range(3), crossed(A))),
                base(3, stations=dict.fromkeys(range(3), crossed(A)), white={seat: "A"}),
            ),
        }
    return pairs


@rule("MX-3", "MX-9")
@pytest.mark.parametrize("what", list(public_changes()))
def test_everything_else_is_public(what):
    """Card, turn, and of every board stations, windows, and gold or white are seen by all."""
    one, other = public_changes()[what]
    assert all(view(one, seat) != view(other, seat) for seat in range(3))


@rule("MX-3")
@several
def test_seats_are_seen_from_where_one_sits(players):
    """Observations are relative: the next seat's board is seen by each seat in the same place."""
    stations = {seat: crossed(10 + seat) | {20 + seat: 2 * lines_at("metro_city", 20 + seat)} for seat in range(6)}
    windows = {seat: {"ABCDEF"[seat]: 1} for seat in range(6)}
    position = base(players, stations=stations, windows=windows, card="3")
    for seat in range(players):
        turned = position | {"boards": position["boards"][seat:] + position["boards"][:seat]}
        assert view(position, seat) == view(turned, 0)


@rule("MX-3")
@each_count
def test_resampling_changes_only_what_a_seat_cannot_know(players):
    """A seat cannot know the deck order and the others' decisions of the turn; everything else stays."""
    decided = ["line A", "line B", "line C", "line D", "line E"][: players - 1]
    position = base(players, history=["3", "S2"], card="4", decided=decided, stations={0: crossed(1, 2)})
    game, state = load(position)
    for seat in range(players):
        states = [game.resample(state, seat, seed) for seed in range(30)]
        assert {game.observe(each, seat).tobytes() for each in states} == {view(position, seat)}
        drawn = [position_of(game, each) for each in states]
        for each in drawn:
            assert sorted(each["deck"]) == sorted(position["deck"])
            assert each | {"deck": 0, "decided": 0} == comparable(position) | {"deck": 0, "decided": 0}
            assert [choice is None for choice in each["decided"]] == [False] * (players - 1) + [True]
        assert len({tuple(each["deck"]) for each in drawn}) > 20
        for other in range(players - 1):
            choices = {each["decided"][other] for each in drawn}
            assert (choices == {decided[other]}) if other == seat else len(choices) > 3


# Options, actions, positions


@rule("MX-1")
@each_map
@each_count
def test_the_actions_are_lines_then_stations_then_pass(city, players):
    """Lines first, in the map's order, then stations, then `pass`; the same for every number of players."""
    game = game_for(players, map=city)
    expected = [f"line {line}" for line in LINES[city]]
    expected += [f"station {station}" for station in range(1, STATIONS[city] + 1)] + ["pass"]
    assert [game.action_name(index) for index in range(game.actions.size)] == expected
    assert [game.action_index(name) for name in expected] == list(range(len(expected)))


@rule("MX-1")
@pytest.mark.parametrize(
    "options",
    [
        {"num_players": 0},
        {"num_players": 7},
        {"num_players": 2.0},
        {"num_players": True},
        {"map": "metro_town"},
        {"map": ""},
        {"map": None},
        {"map": 3},
        {"reward": "points"},
        {"max_steps": 0},
        {"max_steps": 1.5},
    ],
)
def test_options_that_there_are_not_are_refused(options):
    """1 to 6 players; a shipped map or a file; a known reward; at least one decision."""
    (key,) = options
    with pytest.raises(BoardGameError, match=key if key != "map" else None):
        MetroX(**options)


@rule("MX-1")
def test_two_players_on_metro_city_by_default():
    """Two players by default, on Metro City."""
    game = MetroX()
    assert (game.num_players, game.options["map"]) == (2, "metro_city")
    with pytest.raises(OptionError):
        MetroX(num_players=7)


@rule("MX-2", "MX-3")
@pytest.mark.parametrize("players", [1, 3])
def test_the_same_seed_gives_the_same_game(players):
    """Same seed, same decisions: same game; another seed gives another."""
    game = game_for(players)
    one, other = game.new_state(seed=8), game.new_state(seed=8)
    while not game.is_over(one):
        action = game.legal_actions(one)[-1]
        game.play(one, action)
        game.play(other, action)
    assert game.fingerprint(one) == game.fingerprint(other)
    assert len({tuple(new(game, seed)["deck"]) for seed in range(20)}) == 20


@rule("MX-3", "MX-12")
@each_map
@pytest.mark.parametrize(("players", "max_steps"), [(1, 1000), (3, 1000), (3, 20), (2, 24), (6, 1)])
def test_positions_are_read_as_they_were_written(city, players, max_steps):
    """`from_position(position(s))` equals `s`, in every state of a game and at its end, also by truncation."""
    game, random = game_for(players, map=city, max_steps=max_steps), Random(players)
    state = game.new_state(seed=players)
    while True:
        position = json.loads(json.dumps(game.position(state)))
        assert game.fingerprint(game.from_position(position)) == game.fingerprint(state)
        if game.is_over(state):
            break
        game.play(state, random.choice(game.legal_actions(state)))


def on_board(seat, **changes):
    """Return a change of a seat's board in a position."""

    def apply(position):
        board = dict(position["boards"][seat])
        for key, change_ in changes.items():
            board[key] = change_(board[key])
        position["boards"] = [board if other == seat else each for other, each in enumerate(position["boards"])]

    return apply


def put(**keys):
    """Return a change of keys of a position."""
    return lambda position: position.update(keys)


def with_station(station, value):
    """Return a change of a station's value."""
    return lambda stations: [value if i == station else old for i, old in enumerate(stations, 1)]


IMPOSSIBLE = {  # what is wrong, the key that is named, rules
    "a card is missing": (lambda p: p["deck"].pop(), "deck|discard", "MX-2"),
    "a card too many": (lambda p: p["deck"].append("3"), "deck|discard", "MX-2"),
    "no such card": (lambda p: p["deck"].__setitem__(0, "7"), "deck", "MX-2"),
    "the card is not on the discard pile": (put(card="S3"), "card|discard", "MX-3"),
    "no such current card": (put(card="X"), "card", "MX-3"),
    "turn zero": (put(turn=0), "turn", "MX-3"),
    "fewer turns than windows": (put(turn=3), "turn|windows", "MX-12"),
    "no such line to decide": (put(decided=["line Z", None, None], seat=1), "decided", "MX-3"),
    "a line without a window": (put(decided=["line I", None, None], seat=1), "decided", "MX-4"),
    "a station for a number": (put(decided=["station 3", None, None], seat=1), "decided", "MX-4"),
    "a pass for a number": (put(decided=["pass", None, None], seat=1), "decided", "MX-11"),
    "a later seat has decided": (put(decided=[None, "line A", None]), "decided|seat", "MX-3"),
    "the seat to move has decided": (put(decided=["line A", None, None]), "decided|seat", "MX-3"),
    "too few decisions": (put(decided=[None, None]), "decided", "MX-3"),
    "a board is missing": (lambda p: p["boards"].pop(), "boards", "MX-1"),
    "a station is missing": (on_board(1, stations=lambda old: old[:-1]), r"boards\[1\].stations", "MX-1"),
    "no such value": (on_board(1, stations=with_station(4, -2)), r"boards\[1\].stations", "MX-4"),
    "a transfer of another value": (on_board(1, stations=with_station(15, 8)), r"boards\[1\].stations", "MX-6"),
    "too many windows": (on_board(1, windows=lambda old: old | {"A": 3, "C": 2}), r"boards\[1\].windows", "MX-1"),
    "a window less than the others": (on_board(1, windows=lambda old: old | {"A": 1}), "windows", "MX-12"),
    "no such line": (on_board(1, windows=lambda old: old | {"Z": 1}), r"boards\[1\].windows", "MX-1"),
    "complete but not so marked": (on_board(0, lines=lambda old: old | {"A": None}), r"boards\[0\].lines", "MX-9"),
    "marked but not complete": (on_board(0, lines=lambda old: old | {"B": "gold"}), r"boards\[0\].lines", "MX-9"),
    "no such colour": (on_board(0, lines=lambda old: old | {"A": "silver"}), r"boards\[0\].lines", "MX-9"),
    "white before gold": (on_board(0, lines=lambda old: old | {"A": "white"}), "lines", "MX-9"),
    "another phase": (put(phase="turn"), "phase", "MX-3"),
    "an unknown key": (put(weather="fine"), "weather", "MX-3"),
    "another map": (put(options={"map": "osaka"}), "options.map", "MX-1"),
    "not over with all windows filled": (
        lambda p: p.update(turn=24, boards=[each | {"windows": dict.fromkeys("ABCDEFGHI", 0)} for each in p["boards"]]),
        "position",
        "MX-12",
    ),
}


@pytest.mark.parametrize(
    "what", [pytest.param(what, marks=rule(rule_id)) for what, (_, _, rule_id) in IMPOSSIBLE.items()]
)
def test_a_position_that_cannot_be_is_refused(what):
    """Unknown names, counts that break a law, a phase that cannot be: each is refused with the key and the reason."""
    alter, key, _ = IMPOSSIBLE[what]
    position = base(3, card="4", stations={0: crossed(A)}, windows={0: {"I": 0}})
    game, _ = load(position)  # is sound
    alter(position)
    with pytest.raises(PositionError, match=key):
        game.from_position(position)


@rule("MX-15")
def test_a_white_line_of_one_player_is_refused():
    """One player: always the gold value."""
    position = solo(A)
    load(position)
    position["boards"][0]["lines"]["A"] = "white"
    assert_refused(position, "lines")


# Own boards


@rule("MX-1", "MX-2")
@each_count
def test_a_board_of_ones_own_is_played(players, tmp_path):
    """`map` is the path of a file holding one board: its lines, windows, values, deck and penalties are played."""
    name = own_map(tmp_path)
    game = MetroX(num_players=players, map=name)
    assert list(game.actions.names) == ["line X", "line Y", *[f"station {i}" for i in range(1, 7)], "pass"]
    assert game.options["map"] == name
    position = new(game, seed=3)
    assert sorted(position["deck"] + position["discard"]) == sorted(["3", "2R", "S2", "T", "F"])
    empty = {"stations": [0] * 6, "windows": {"X": 2, "Y": 1}, "lines": {"X": None, "Y": None}}
    assert position["boards"] == [empty] * players


@rule("MX-1", "MX-4", "MX-6", "MX-12", "MX-13")
def test_a_game_on_a_board_of_ones_own(tmp_path):
    """A worked game: a 3 on X, a transfer on Y, and the last window; three turns, as there are three windows."""
    name = own_map(tmp_path)
    game, state = load(own_position(name, [0] * 6, {"X": 2, "Y": 1}, deck=["T", "S2", "F", "2R"]))
    game.play(state, "line X")
    assert game.position(state)["boards"][0]["stations"] == [-1, -1, -1, 0, 0, 0]
    game.play(state, "line Y")
    assert game.position(state)["boards"][0]["stations"] == [-1, -1, -1, 0, 2, 0]
    assert names(game, state) == {"line X"}
    paid = game.play(state, "line X")
    end = game.position(state)
    assert end["over"]
    assert end["boards"][0]["stations"] == [-1, -1, -1, -1, 2, 0]
    assert end["boards"][0]["lines"] == {"X": "gold", "Y": None}
    assert paid.tolist() == [3 + 2 - 1]  # station 6 is empty, and costs 1 on this board


@rule("MX-6", "MX-1")
def test_a_transfer_counts_the_lines_of_a_board_of_ones_own(tmp_path):
    """Twice the number of lines that have a stop there."""
    name = own_map(tmp_path)
    position = own_position(name, [-1, -1, 0, 0, 0, 0], {"X": 1, "Y": 1}, card="T", deck=["3", "S2", "F", "2R"], turn=2)
    game, state = load(position)
    game.play(state, "line X")
    assert game.position(state)["boards"][0]["stations"] == [-1, -1, 4, 0, 0, 0]


@rule("MX-10", "MX-2")
def test_the_re_shuffle_card_of_a_deck_of_ones_own(tmp_path):
    """A card kR is a number k that re-shuffles."""
    name = own_map(tmp_path)
    position = own_position(name, [0] * 6, {"X": 2, "Y": 1}, card="2R", deck=["T", "S2", "F", "3"], players=2)
    cards = set()
    for seed in range(40):
        game, state = load(position, seed=seed)
        game.play(state, "line X")
        game.play(state, "line Y")
        after = game.position(state)
        assert [each["stations"] for each in after["boards"]] == [[-1, -1, 0, 0, 0, 0], [0, 0, -1, 0, -1, 0]]
        assert len(after["deck"]) == 4
        cards.add(after["card"])
    assert cards == {"3", "2R", "S2", "T", "F"}


@rule("MX-1", "MX-2", "MX-13")
@pytest.mark.parametrize(("named", "city"), [("gamewright", "metro_city"), ("okazu", "tokyo")])
def test_a_board_of_ones_own_may_name_a_shipped_deck_and_penalty_table(named, city, tmp_path):
    """With a deck and penalty table of its own, or naming shipped ones."""
    document = own_document(deck=named, penalty=named)
    del document["decks"], document["penalties"]
    game = MetroX(1, map=written(document, tmp_path))
    position = new(game, seed=0)
    assert sorted(position["deck"] + position["discard"]) == sorted(DECKS[city])
    state = game.new_state(seed=0)
    while not game.is_over(state):
        game.play(state, game.legal_actions(state)[0])
    board = game.position(state)["boards"][0]
    values = 3 * bool(board["lines"]["X"]) + 2 * bool(board["lines"]["Y"])
    transfers = sum(value for value in board["stations"] if value > 0)
    assert game.standing(state)[0, 0] == values + transfers - penalty(city, board["stations"].count(0))


@rule("MX-13")
def test_a_board_of_ones_own_has_penalties_of_its_own(tmp_path):
    """The penalty table of the file is used: here each empty station costs one."""
    game = MetroX(1, map=own_map(tmp_path))
    for seed in range(10):
        state, random = game.new_state(seed), Random(seed)
        while not game.is_over(state):
            game.play(state, random.choice(game.legal_actions(state)))
        board = game.position(state)["boards"][0]
        values = 3 * bool(board["lines"]["X"]) + 2 * bool(board["lines"]["Y"])
        transfers = sum(value for value in board["stations"] if value > 0)
        assert game.standing(state)[0, 0] == values + transfers - board["stations"].count(0)


def x_line(**changes):
    """Return the lines of an own board, the first one changed."""
    first, second = own_document()["maps"]["village"]["lines"]
    return [first | changes, second]


def deck_of(*cards):
    """Return the decks of a file with one of these cards."""
    return {"short": {"provenance": "own", "cards": list(cards)}}


def table_of(*most):
    """Return the penalties of a file with one table."""
    return {"mild": {"provenance": "own", "most_empty_for_penalty_0_to_9": list(most), "beyond": 10}}


BAD_MAPS = {  # what is wrong, changes of the file, the key that is named
    "no such station": ({"lines": x_line(stops=[1, 2, 3, 4, 7])}, "stops"),
    "station 0": ({"lines": x_line(stops=[0, 1, 2, 3, 4])}, "stops"),
    "a negative station": ({"lines": x_line(stops=[1, 2, 3, 4, -1])}, "stops"),
    "a station twice on a line": ({"lines": x_line(stops=[1, 2, 3, 4, 2])}, "stops"),
    "half a station": ({"lines": x_line(stops=[1, 2, 3, 4.5])}, "stops"),
    "a whole float": ({"lines": x_line(stops=[1, 2, 3, 4.0])}, "stops"),
    "a station in quotes": ({"lines": x_line(stops=[1, 2, 3, "4"])}, "stops"),
    "true as station": ({"lines": x_line(stops=[True, 2, 3, 4])}, "stops"),
    "no stations": ({"lines": x_line(stops=[])}, "stops"),
    "stops not a list": ({"lines": x_line(stops=4)}, "stops"),
    "a line without window": ({"lines": x_line(windows=0)}, "windows"),
    "five windows": ({"lines": x_line(windows=5)}, "windows"),
    "a negative number of windows": ({"lines": x_line(windows=-1)}, "windows"),
    "half a window": ({"lines": x_line(windows=2.5)}, "windows"),
    "windows in quotes": ({"lines": x_line(windows="2")}, "windows"),
    "true as windows": ({"lines": x_line(windows=True)}, "windows"),
    "half a gold": ({"lines": x_line(gold=2.5)}, "gold"),
    "gold in quotes": ({"lines": x_line(gold="3")}, "gold"),
    "half a white": ({"lines": x_line(white=0.5)}, "white"),
    "no white": ({"lines": x_line(white=None)}, "white"),
    "a line without a name": ({"lines": x_line(line="")}, "line"),
    "two lines of one name": ({"lines": x_line(line="Y")}, "line"),
    "an unknown key of a line": ({"lines": x_line(colour="red")}, "colour"),
    "no lines": ({"lines": []}, "lines|stations"),
    "lines not a list": ({"lines": {"X": 1}}, "lines"),
    "a station on no line": ({"stations": 7}, "stations|lines"),
    "half the stations": ({"stations": 6.5}, "stations"),
    "stations in quotes": ({"stations": "6"}, "stations"),
    "no such deck": ({"deck": "long"}, "deck"),
    "no such penalty table": ({"penalty": "harsh"}, "penalty"),
    "an unknown key of the map": ({"weather": "fine"}, "weather"),
    "no re-shuffle card": ({"decks": deck_of("3", "2", "S2", "T", "F")}, "cards"),
    "no card": ({"decks": deck_of()}, "cards"),
    "an unknown card": ({"decks": deck_of("3", "2R", "X")}, "cards"),
    "a card that is a number": ({"decks": deck_of("2R", 3)}, "cards"),
    "a skip of nothing": ({"decks": deck_of("2R", "S")}, "cards"),
    "a penalty table too short": ({"penalties": table_of(0, 1, 2)}, "most_empty_for_penalty_0_to_9"),
    "half a threshold": ({"penalties": table_of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9.5)}, "most_empty_for_penalty_0_to_9"),
    "falling thresholds": ({"penalties": table_of(9, 8, 7, 6, 5, 4, 3, 2, 1, 0)}, "most_empty_for_penalty_0_to_9"),
}


@rule("MX-1", "MX-2")
@pytest.mark.parametrize("what", list(BAD_MAPS))
def test_a_bad_map_or_deck_is_refused(what, tmp_path):
    """A bad file is refused with the file, the key and the reason."""
    changes, key = BAD_MAPS[what]
    MetroX(map=own_map(tmp_path))  # is sound
    assert re.search(key, refusal(MetroX, map=own_map(tmp_path, **changes)))


@rule("MX-1", "MX-2")
@pytest.mark.parametrize("key", ["line", "windows", "gold", "white", "stops"])
def test_a_line_of_which_something_is_missing_is_refused(key, tmp_path):
    """A bad file is refused with the file, the key and the reason: here the key is missing."""
    first, second = x_line()
    del first[key]
    assert key in refusal(MetroX, map=own_map(tmp_path, lines=[first, second]))


@rule("MX-1")
@pytest.mark.parametrize("key", ["stations", "lines", "deck", "penalty"])
def test_a_map_of_which_something_is_missing_is_refused(key, tmp_path):
    """A bad file is refused with the file, the key and the reason: here the key is missing."""
    document = own_document()
    del document["maps"]["village"][key]
    assert key in refusal(MetroX, map=written(document, tmp_path))


@rule("MX-1")
def test_a_file_holds_one_board(tmp_path):
    """The path of a file holding one board: neither none nor two."""
    document = own_document()
    document["maps"]["town"] = document["maps"]["village"]
    assert "maps" in refusal(MetroX, map=written(document, tmp_path))
    assert "maps" in refusal(MetroX, map=written(document | {"maps": {}}, tmp_path))
    del document["maps"]
    assert "maps" in refusal(MetroX, map=written(document, tmp_path))


@rule("MX-1")
@pytest.mark.parametrize("document", [[], 3, None, "village", {}])
def test_a_file_that_is_no_map_is_refused(document, tmp_path):
    """A bad file is refused with the file, the key and the reason."""
    assert ": " in refusal(MetroX, map=written(document, tmp_path))


@rule("MX-1")
@pytest.mark.parametrize("contents", [b"", b"{", b"\xff\xfe\x00", b"maps:"])
def test_a_file_that_is_not_json_is_refused(contents, tmp_path):
    """A bad file is refused with its name and the reason."""
    file = tmp_path / "bad.json"
    file.write_bytes(contents)
    assert refusal(MetroX, map=str(file))


@rule("MX-1")
def test_a_file_that_does_not_exist_is_refused(tmp_path):
    """`map` is a shipped board's name or the path of a file."""
    assert refusal(MetroX, map=str(tmp_path / "nowhere.json"))


@rule("MX-1", "MX-2", "MX-12")
@pytest.mark.parametrize("city", ["metro_city", "osaka"])
def test_a_shipped_board_in_a_file_of_its_own_gives_the_same_games(city, tmp_path):
    """The shipped format: the same board, read from a user's file, gives the same games."""
    named = "gamewright" if city == "metro_city" else "okazu"
    board = [
        {"line": line, "windows": windows, "gold": gold, "white": white, "stops": on_line}
        for line, (windows, gold, white, on_line) in LINES[city].items()
    ]
    name = own_map(tmp_path, stations=STATIONS[city], lines=board, deck=named, penalty=named)
    shipped, own = game_for(3, map=city), game_for(3, map=name)
    random, one, other = Random(1), shipped.new_state(seed=6), own.new_state(seed=6)
    while not shipped.is_over(one):
        assert (shipped.mask(one) == own.mask(other)).all()
        action = random.choice(shipped.legal_actions(one))
        assert shipped.play(one, action).tolist() == own.play(other, action).tolist()
    assert shipped.position(one)["boards"] == own.position(other)["boards"]
    assert shipped.standing(one).tolist() == own.standing(other).tolist()
