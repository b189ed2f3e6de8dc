"""Rule tests of Monad: each asserts what the specification says of the rules that its marker names."""

from collections import Counter
from copy import deepcopy
from itertools import combinations, permutations, product
from random import Random

import pytest
from language import (
    DECISIONS,
    assert_illegal,
    assert_longest,
    assert_refused,
    legal,
    load,
    names,
    new,
    outcome,
    play,
    points,
    position_of,
    rewards,
    rule,
    standing,
    told,
    turned,
    view,
)
from positions_monad import (
    BONUS_PAIRS,
    COLOURS,
    COOL,
    HIGHER,
    IDENTITIES,
    PER_COLOUR,
    SETS,
    TARGETS,
    VALUES,
    WARM,
    assert_conserved,
    base,
    cards_in,
    game_for,
    hand,
    hand_of,
    next_set,
    other_commons,
    search_actions,
    start,
    value,
    without,
)

from rlboardgames.core.errors import OptionError

each_count = pytest.mark.parametrize("players", [2, 3, 4])
WILDS = [(own, name) for own in HIGHER for name in SETS if name != own]
each_game = pytest.mark.parametrize(("players", "teams"), [(2, False), (3, False), (4, False), (4, True)])
each_higher_set = pytest.mark.parametrize("name", HIGHER)
each_wild = pytest.mark.parametrize(("own", "name"), WILDS)
each_pair = pytest.mark.parametrize("pair", list(product(WARM, COOL)), ids="/".join)

ALL = " ".join(COLOURS)
MONADS_TO_WIN = {2: 5, 3: 4, 4: 3}
LEAPS = [
    (target, " ".join(subset))
    for size, target in ((4, "tri"), (5, "quad"), (6, "quint"))
    for subset in combinations(COLOURS, size)
]


def another(colour):
    """Return another colour."""
    return without(colour).split()[0]


def payment(target, cards):
    """Return the names of the actions that buy a card with some cards."""
    return [f"buy {target}", *(f"lay {name} {colour}" for name, colour in cards), "confirm"]


def buys(position):
    """Return the sets of which a card may be bought."""
    return {name.removeprefix("buy ") for name in legal(position, "buy ")}


def of(name, colours="red"):
    """Return the hand that consists of cards of one set."""
    return hand(**{name: colours})


def nobody_can_trade():
    """Return the cards of a position, as for `base`, in which each of four seats may pass.

    All Commons and Bis are in hands; nobody has a warm and a cool Bi, nor two Bis and anything else.
    """
    hands = {0: hand(bi="red orange"), 1: hand(bi="purple blue")}
    hands |= {2: hand(f"{ALL} {ALL}", bi="yellow"), 3: hand(f"{ALL} {ALL}", bi="green")}
    return {"hands": hands, "discard": []}


# Components


@rule("MO-1")
@pytest.mark.parametrize(("name", "points"), [("common", 1), ("bi", 3), ("tri", 7), ("quad", 16), ("quint", 36)])
def test_the_point_value_of_a_card_is_that_of_its_set(name, points):
    """Common 1, Bi 3, Tri 7, Quad 16, Quint 36, whatever the colour."""
    for colour in COLOURS:
        assert standing(base(hands={0: of(name, colour)})) == [[0, points], [0, 0]]


@rule("MO-1", "MO-14")
@pytest.mark.parametrize(
    ("target", "enough"),
    [
        ("bi", hand("red red orange")),
        ("tri", hand("red", bi="red orange")),
        ("quad", hand("red red", tri="red orange")),
        ("quint", hand("red", quad="red orange", bi="red")),
        ("monad", hand("red", quint="red orange", tri="red")),
    ],
)
def test_a_card_costs_the_value_of_its_set_and_a_monad_80(target, enough):
    """Bi 3, Tri 7, Quad 16, Quint 36; a Monad costs 80: exactly so much suffices, one point less does not."""
    assert value(cards_in(enough)) == VALUES[target]
    assert target in buys(base(hands={0: enough}))
    less = enough | {"common": dict(Counter(enough["common"]) - Counter(["red"]))}
    assert target not in buys(base(hands={0: less}))


@rule("MO-1", "MO-8")
def test_red_orange_yellow_are_warm_and_purple_blue_green_are_cool():
    """Six colours: warm red, orange, yellow; cool purple, blue, green."""
    expected = {f"trade common {warm} {cool}" for warm in WARM for cool in COOL}
    assert legal(base(hands={0: hand(ALL)}), "trade") == expected


@rule("MO-2", "MO-3")
@each_game
def test_the_cards_of_a_new_game(players, teams):
    """24 Commons (12 or 18 with fewer players), 6 cards of each higher set, one per colour; no Monad is held yet."""
    position = new(game_for(players, teams=teams), 1)
    assert_conserved(position)
    assert {name: sorted(column) for name, column in position["columns"].items()} == dict.fromkeys(
        HIGHER, sorted(COLOURS)
    )
    assert position["monads"] == [0] * players


@rule("MO-2")
def test_with_four_players_all_58_cards_but_two_identities_are_in_play():
    """24 Commons, 24 higher cards, 6 Identity and 4 Bonus cards: 58."""
    position = new(game_for(4), 1)
    in_hands = [card for hand_ in position["hands"] for card in cards_in(hand_)]
    in_columns = [card for column in position["columns"].values() for card in column]
    unused_identities = set(COLOURS) - set(position["identity"])
    assert len(in_hands) + len(in_columns) + len(position["identity"]) + len(unused_identities) + 4 == 58


@rule("MO-2")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("pile", ["draw", "discard"])
def test_a_position_with_a_common_too_many_or_too_few_is_refused(players, pile):
    """Conservation: 12, 18 or 24 Commons, as many of each colour."""
    position = base(players, hands={0: hand("red")}, **{"draw": [], "discard": []} | {pile: [...]})
    wrong = [position | {pile: pile_} for pile_ in (position[pile][1:], [*position[pile], "red"])]
    wrong.append(position | {pile: ["green", *position[pile][1:]]})
    assert position[pile][0] != "green"
    for other in wrong:
        assert_refused(other)


@rule("MO-2")
@each_higher_set
def test_a_position_with_a_higher_card_too_many_or_too_few_is_refused(name):
    """Conservation: 6 of each higher set, one per colour."""
    position = base(hands={0: of(name)})
    column = position["columns"][name]
    for wrong in (column[1:], [*column, "red"], ["red", *column[1:]], [*column[:-1], column[0]]):
        assert_refused(position | {"columns": position["columns"] | {name: wrong}})


@rule("MO-2", "MO-20")
@pytest.mark.parametrize(
    ("players", "teams", "monads"),
    [(2, False, [5, 0]), (2, False, [0, 6]), (3, False, [4, 0, 0]), (4, False, [0, 3, 0, 0]), (4, True, [3, 0, 2, 0])],
)
def test_a_position_with_more_monads_than_an_unfinished_game_can_have_is_refused(players, teams, monads):
    """Who has the Monads that win has won: no turn follows."""
    position = base(players, teams=teams)
    load(position)
    assert_refused(position | {"monads": monads})


@rule("MO-3", "MO-5", "MO-11", "MO-12", "MO-14", "MO-20", "MO-21")
@pytest.mark.parametrize(
    "changes",
    [
        {"identity": ["red", "purple", "blue"]},  # not in play with three players
        {"identity": ["green", "green", "blue"]},
        {"identity": ["green", "purple"]},
        {"known": [{"red": 2}, {}, {}]},  # the hand has one
        {"known": [{"blue": 1}, {}, {}]},
        {"monads": [0, 0, -1]},
        {"monads": [0, 0, 4]},
        {"passes": 3},
        {"seat": 3},
        {"phase": "bonus"},  # without a trade
        {"phase": "bonus", "bonus_set": "common", "prepared": True},
        {"phase": "bonus", "bonus_set": "bi", "prepared": True},  # there is no draw deck
        {"phase": "bonus", "bonus_set": "tri", "prepared": True, "bonus_used": True},
        {"phase": "turn", "bonus_set": "tri", "prepared": True},
        {"phase": "paying"},
        {"phase": "turn", "paying": {"target": "bi", "laid": []}},
        {"phase": "paying", "paying": {"target": "bi", "laid": []}},  # cannot be paid
        {"phase": "paying", "paying": {"target": "common", "laid": []}},
        {"phase": "trading"},
        {"bonus_used": True},  # a bonus comes of a trade
        {"draw": ["violet"]},
    ],
    ids=str,
)
def test_a_position_that_cannot_be_is_refused(changes):
    """Identities in play, known Commons in the hand, phases with what belongs to them and nothing else."""
    position = base(3, hands={0: hand("red", quad="red")})
    load(position)
    assert_refused(position | changes)


@rule("MO-14")
@pytest.mark.parametrize(
    ("target", "laid", "possible"),
    [
        ("tri", [], True),
        ("tri", [["common", "blue"], ["bi", "orange"]], True),
        ("tri", [["tri", "blue"]], False),  # only cards of lower sets can be laid
        ("tri", [["quad", "blue"], ["bi", "orange"]], False),
        ("quad", [["common", "blue"], ["bi", "orange"]], False),  # no purchase is begun that cannot be paid
    ],
)
def test_a_purchase_that_cannot_have_come_about_is_refused(target, laid, possible):
    """All of sets lower than the bought one; a target is legal only if it can be paid."""
    hands = {0: hand("red red green", bi="red purple")}
    position = base(hands=hands, phase="paying", paying={"target": target, "laid": laid})
    if possible:
        load(position)
    else:
        assert_refused(position)


@rule("MO-1", "MO-7", "MO-8", "MO-13", "MO-14", "MO-15")
@each_game
def test_the_actions_are_the_same_for_every_number_of_players(players, teams):
    """The action names: every trade, wild trade, leap, purchase and card to lay, and what is left."""
    expected = {f"trade {name} {warm} {cool}" for name in SETS for warm in WARM for cool in COOL}
    expected |= {f"wild {own} as {name} with {c}" for own in HIGHER for name in SETS if name != own for c in COLOURS}
    expected |= {f"leap {colours}" for _, colours in LEAPS} | {f"buy {target}" for target in TARGETS}
    expected |= {f"lay {name} {colour}" for name in SETS for colour in COLOURS}
    expected |= {"take bonus", "decline bonus", "confirm", "draw", "flip", "pass", "end turn"}
    actions = game_for(players, teams=teams).actions.names
    assert set(actions) == expected
    assert len(actions) == 45 + 96 + 2 + 22 + 5 + 30 + 1 + 1 + 1 + 1 + 1
    assert actions == game_for(2).actions.names


# Setup


@rule("MO-3")
def test_with_two_players_two_random_identities_of_the_six_are_in_play():
    """2 players: 2 random ones of the six, one to each seat: all 30 possibilities, equally often."""
    counts = Counter(tuple(new(game_for(2), seed)["identity"]) for seed in range(1500))
    assert set(counts) == set(permutations(COLOURS, 2))
    assert all(22 <= count <= 80 for count in counts.values())  # mean 50, standard deviation 7


@rule("MO-3")
@pytest.mark.parametrize(
    ("players", "teams", "colours"),
    [
        (3, False, "purple blue green"),
        (4, False, "red orange purple blue"),
        (4, True, "red orange purple blue"),
    ],
)
def test_with_more_players_certain_identities_are_dealt_at_random(players, teams, colours):
    """3 players: purple, blue, green; 4 players: red, orange, purple, blue: all orders, equally often."""
    counts = Counter(tuple(new(game_for(players, teams=teams), seed)["identity"]) for seed in range(1200))
    orders = set(permutations(colours.split()))
    assert set(counts) == orders
    mean = 1200 / len(orders)
    assert all(abs(count - mean) < 4.5 * mean**0.5 for count in counts.values())


@rule("MO-3", "MO-5")
@each_game
def test_every_common_is_dealt_six_to_each_seat(players, teams):
    """12, 18 or 24 Commons, 2, 3 or 4 per colour: six to each seat; no draw deck, no discard pile."""
    for seed in range(20):
        position = new(game_for(players, teams=teams), seed)
        assert_conserved(position)
        assert [sum(hand_["common"].values()) for hand_ in position["hands"]] == [6] * players
        assert all(hand_[name] == [] for hand_ in position["hands"] for name in HIGHER)
        assert position["draw"] == position["discard"] == []
        assert position["known"] == [{}] * players


@rule("MO-3", "MO-5")
@each_count
def test_every_common_comes_to_every_seat_equally_often(players):
    """The Commons are shuffled: a seat's six hold one of each colour on average, and as many pairs as chance gives."""
    deals, cards = 1000, 6 * players
    sums, pairs = Counter(), Counter()
    for seed in range(deals):
        for place, hand_ in enumerate(new(game_for(players), seed)["hands"]):
            for colour, count in hand_["common"].items():
                sums[place, colour] += count
                pairs[place] += count * (count - 1) // 2
    for place, colour in product(range(players), COLOURS):  # standard deviation 21 to 26
        assert abs(sums[place, colour] - deals) < 120
    expected = deals * 15 * (PER_COLOUR[players] - 1) / (cards - 1)
    assert all(abs(count - expected) < 0.12 * expected for count in pairs.values())


@rule("MO-4")
def test_the_four_columns_are_shuffled_each_by_itself():
    """Each of Bi, Tri, Quad, Quint is shuffled: every colour is in every place equally often, in each column."""
    counts, alike = Counter(), Counter()
    for seed in range(1200):
        columns = new(game_for(2), seed)["columns"]
        for name in HIGHER:
            counts.update((name, place, colour) for place, colour in enumerate(columns[name]))
        alike.update(pair for pair in combinations(HIGHER, 2) if columns[pair[0]][0] == columns[pair[1]][0])
    assert len(counts) == 4 * 6 * 6
    assert all(140 <= count <= 260 for count in counts.values())  # mean 200, standard deviation 13
    assert len(alike) == 6
    assert all(140 <= count <= 260 for count in alike.values())


@rule("MO-4")
@each_count
@each_higher_set
def test_the_order_of_every_column_is_public(players, name):
    """Every card of the columns is visible: two columns in different order look different to every seat."""
    one = base(players)
    for place in range(5):
        order = list(COLOURS)
        order[place : place + 2] = order[place + 1], order[place]
        other = base(players, columns={name: order})
        assert all(view(one, seat) != view(other, seat) for seat in range(players))


@rule("MO-5")
@pytest.mark.parametrize(
    ("players", "teams", "hands", "exchanged"),
    [
        (
            3,
            False,
            ["red red red orange orange orange", "yellow yellow yellow purple purple purple"],
            ["red red red orange orange orange", "yellow blue yellow green purple blue"],
        ),
        (
            4,
            False,
            [ALL, ALL, ALL],
            [ALL, "red red orange orange yellow yellow", "purple purple blue blue green green"],
        ),
        (
            4,
            True,
            [ALL, "red red orange orange yellow yellow", "purple purple blue blue green green"],
            [ALL, "purple purple blue blue green green", "red red orange orange yellow yellow"],
        ),
    ],
)
def test_the_dealt_commons_are_hidden_from_the_others(players, teams, hands, exchanged):
    """Six Commons to each seat, hidden from the others, partners included."""
    one, other = (
        start(players, [*dealt, other_commons(players, *map(hand, dealt))], teams=teams) for dealt in (hands, exchanged)
    )
    assert one != other
    for seat in range(players):
        same = one["hands"][seat] == other["hands"][seat]
        assert (told(one, seat) == told(other, seat)) == same
    assert one["hands"][0] == other["hands"][0]


@rule("MO-6")
@each_game
def test_seat_0_begins(players, teams):
    """Seat 0 begins with an ordinary turn, of which nothing is done yet."""
    for seed in range(5):
        position = new(game_for(players, teams=teams), seed)
        assert (position["seat"], position["phase"], position["over"]) == (0, "turn", False)
        assert (position["bonus_used"], position["prepared"], position["passes"]) == (False, False, 0)
        assert position["bonus_set"] is position["paying"] is None
        game = game_for(players, teams=teams)
        assert game.position(game.new_state(seed))["decisions"] == 0


@rule("MO-6", "MO-7", "MO-16", "MO-17", "MO-18")
@each_game
@pytest.mark.parametrize("action", ["end turn", "draw", "flip", "pass"])
def test_play_is_clockwise(players, teams, action):
    """After a turn it is the next seat's; after the last seat's it is seat 0's."""
    for seat in range(players):
        changes = {"prepared": True} if action == "end turn" else {}
        if action == "draw":
            changes |= {"draw": [...], "discard": []}
        if action == "pass":
            changes |= {"hands": {(seat + 1) % players: hand(other_commons(players))}, "discard": []}
        position = base(players, seat=seat, teams=teams, **changes)
        after = play(position, action)
        assert (after["seat"], after["phase"], after["prepared"]) == ((seat + 1) % players, "turn", False)


@rule("MO-6")
@each_game
def test_what_a_seat_sees_does_not_depend_on_which_seat_it_is(players, teams):
    """Seats in observations are relative: with everything moved on by one seat, the next seat sees the same."""
    hands = {0: hand("red blue", tri="green"), 1: hand("red green", bi="red", quad="blue")}
    position = base(players, hands=hands, known={1: "green"}, monads={0: 1, 1: 2}, teams=teams)
    moved = turned(position, 1)
    for seat in range(players):
        assert told(position, seat) == told(moved, (seat + 1) % players)
    assert legal(position) == legal(moved)


# A turn


@rule("MO-7", "MO-16", "MO-17")
@each_count
def test_a_turn_begins_with_a_choice_of_trades_and_purchases_or_drawing_or_flipping(players):
    """Trades and buys; or, instead, one of draw, flip, pass. The turn cannot be ended before anything is done."""
    hands = {0: hand("red orange blue")}
    busy = {"trade common red blue", "trade common orange blue", "buy bi"}
    assert legal(base(players, hands=hands)) == busy | {"flip"}
    assert legal(base(players, hands=hands, draw=[...], discard=[])) == busy | {"draw"}
    hands[1] = hand(other_commons(players, hands[0]))
    assert legal(base(players, hands=hands, discard=[])) == busy


@rule("MO-7", "MO-16", "MO-17", "MO-18")
@pytest.mark.parametrize(
    ("before", "actions"),
    [
        ({"hands": {0: hand("red blue")}}, ["trade common red blue"]),
        ({"hands": {0: hand("red", bi="green")}}, ["wild bi as common with red"]),
        ({"hands": {0: hand("red red orange")}}, payment("bi", [("common", c) for c in ("red", "red", "orange")])),
        ({"hands": {0: hand("red orange yellow blue")}, "prepared": True}, ["leap red orange yellow blue"]),
    ],
    ids=["trade", "wild", "buy", "leap"],
)
def test_after_a_trade_buy_or_leap_the_turn_may_be_ended_but_not_by_drawing(before, actions):
    """After at least one trade, buy or leap the seat may end its turn; draw, flip and pass are instead of all these."""
    for piles in ({"draw": [...], "discard": []}, {"draw": [], "discard": [...]}):
        after = play(base(**before, **piles), *actions)
        assert (after["seat"], after["prepared"], after["phase"]) == (0, True, "turn")
        assert legal(after) == {"end turn"}
    hands = before["hands"]
    emptied = base(hands=hands | {1: hand(other_commons(2, hands[0]))}, discard=[], prepared=True)
    assert legal(play(emptied, *actions)) == {"end turn"}


@rule("MO-7", "MO-15")
def test_trades_buys_and_leaps_may_be_done_in_any_order():
    """Any number of trades, buys and leaps, in any order, in one turn."""
    hands = {0: hand(f"{ALL} {ALL}", tri="red purple")}
    columns = {"bi": ["red", "orange", ...], "tri": ["orange", "yellow", ...], "quad": ["blue", ...]}
    actions = [
        "trade common red blue",  # Bi red
        "leap red orange yellow purple",  # Tri orange
        *payment("bi", [("common", "orange"), ("common", "yellow"), ("common", "green")]),  # Bi orange
        *payment("tri", [("bi", "orange"), ("common", "green"), ("common", "blue"), ("bi", "red")]),  # Tri yellow
        "trade tri red purple",  # Quad blue
        "decline bonus",
    ]
    after = play(base(hands=hands, columns=columns, discard=[]), *actions)
    assert after["hands"][0] == hand("purple", tri="orange yellow", quad="blue")
    assert legal(after) == {"end turn"}
    assert " ".join(after["discard"]) == "red blue red orange yellow purple orange yellow green green blue"
    assert play(after, "end turn")["seat"] == 1


@rule("MO-7", "MO-12", "MO-15")
@each_count
def test_a_new_turn_begins_unprepared_and_with_a_new_bonus(players):
    """What was done in a turn counts for that turn only."""
    hands = {0: hand(bi="red"), 1: hand("red orange yellow purple")}
    position = base(players, hands=hands, prepared=True, bonus_used=True)
    after = play(position, "end turn")
    assert after == base(players, seat=1, hands=hands)
    assert legal(after, "leap") == legal(after, "end turn") == set()


@rule("MO-8", "MO-9", "MO-10")
@each_count
@pytest.mark.parametrize("name", SETS)
@each_pair
def test_a_trade_gives_two_cards_of_a_set_for_the_top_card_of_the_next(players, name, pair):
    """A warm and a cool card of one set for the top of the next column; both return, the warm one first."""
    warm, cool = pair
    gained = next_set(name)
    order = ["blue", "green", "yellow", "red", "purple", "orange"]
    columns = {gained: order} if gained != "monad" else {}
    position = base(players, hands={0: hand(**{name: f"{warm} {cool}"})}, columns=columns)
    assert legal(position, "trade") == {f"trade {name} {warm} {cool}"}
    after = play(position, f"trade {name} {warm} {cool}")
    if pair in BONUS_PAIRS and name in ("tri", "quad", "quint"):
        after = play(after, "decline bonus")
    returned = {"discard": [..., warm, cool]} if name == "common" else {}
    if name != "common":
        columns |= {name: [..., warm, cool]}
    if gained == "monad":
        expected = base(players, monads={0: 1}, columns=columns, prepared=True)
    else:
        columns |= {gained: order[1:]}
        hands = {0: of(gained, "blue")}
        expected = base(players, hands=hands, columns=columns, prepared=True, **returned)
    assert after == expected


@rule("MO-8")
@pytest.mark.parametrize("name", SETS)
def test_a_trade_takes_one_warm_and_one_cool_card(name):
    """One warm and one cool: neither two warm ones, nor two cool ones, nor one card alone."""
    for pair in combinations(COLOURS, 2):
        expected = {f"trade {name} {pair[0]} {pair[1]}"} if pair in set(product(WARM, COOL)) else set()
        assert legal(base(hands={0: of(name, " ".join(pair))}), "trade") == expected
    for colour in COLOURS:
        assert legal(base(hands={0: of(name, colour)}), "trade") == set()
    for triple in (WARM, COOL):
        assert legal(base(hands={0: of(name, " ".join(triple))}), "trade") == set()


@rule("MO-8")
def test_two_cards_of_one_colour_are_no_pair():
    """One warm and one cool: two Commons of the same colour are neither."""
    assert legal(base(4, hands={0: hand("red red blue")}), "trade") == {"trade common red blue"}
    assert legal(base(4, hands={0: hand("red red red")}), "trade") == set()


@rule("MO-8", "MO-13")
@pytest.mark.parametrize(("one", "other"), list(combinations(SETS, 2)))
def test_two_cards_of_different_sets_are_not_traded_without_a_wild(one, other):
    """Two cards of one set; the seat's Identity is neither of their colours."""
    position = base(hands={0: hand(**{one: "red", other: "blue"})}, identity=["yellow", "red"])
    assert legal(position, "trade") == legal(position, "wild") == set()


@rule("MO-8")
@pytest.mark.parametrize("name", SETS[:-1])
@pytest.mark.parametrize("holder", [0, 1])
def test_a_trade_is_impossible_if_the_next_column_is_empty(name, holder):
    """Impossible if that column is empty: whoever has its cards."""
    hands = {0: of(name, "orange purple"), 1: hand()}
    hands[holder][next_set(name)] = list(COLOURS)
    assert legal(base(hands=hands), f"trade {name}") == set()
    hands[holder][next_set(name)] = list(COLOURS[1:])
    assert legal(base(hands=hands), f"trade {name}") == {f"trade {name} orange purple"}


@rule("MO-8", "MO-2")
@pytest.mark.parametrize(
    ("players", "teams", "monads"),
    [(2, False, [4, 4]), (3, False, [3, 3, 3]), (4, False, [2, 2, 2, 2]), (4, True, [4, 4, 0, 0])],
)
def test_two_quints_give_a_monad_and_monads_never_run_out(players, teams, monads):
    """Two Quints: a Monad; at most 10 are ever needed."""
    hands = {0: hand(quint="red orange blue", bi="red", tri="red"), 1: hand(quint="yellow")}
    position = base(players, hands=hands, monads=dict(enumerate(monads)), teams=teams)
    assert {"trade quint red blue", "trade quint orange blue", "buy monad"} <= legal(position)
    after = play(position, "trade quint orange blue")
    assert after["monads"] == [monads[0] + 1, *monads[1:]]
    assert sum(after["monads"]) <= 10


@rule("MO-8", "MO-9")
def test_the_quints_of_a_trade_return_though_their_column_was_empty():
    """Impossible is only a trade for a card of an empty column; the paid cards come back to whatever is there."""
    hands = {0: hand(quint="red green"), 1: hand(quint="orange yellow purple blue")}
    after = play(base(hands=hands), "trade quint red green")
    assert after == base(hands={1: hands[1]}, monads={0: 1}, columns={"quint": ["red", "green"]}, prepared=True)


@rule("MO-8", "MO-9", "MO-10")
def test_columns_are_queues_and_the_pile_keeps_the_order_of_discarding():
    """First in, first out: the top card comes first, returned cards come after all others, in their order."""
    bi = ["green", "red", "blue", "orange", "purple", "yellow"]
    tri = ["yellow", "blue", "green", "red", "purple", "orange"]
    position = base(hands={0: hand(f"{ALL} {ALL}")}, columns={"bi": bi, "tri": tri}, discard=[])
    for taken, (warm, cool) in enumerate([("red", "purple"), ("yellow", "blue"), ("orange", "green")] * 2, 1):
        position = play(position, f"trade common {warm} {cool}")
        assert position["columns"]["bi"] == bi[taken:]
        assert set(position["hands"][0]["bi"]) == set(bi[:taken])
    assert position["discard"] == ["red", "purple", "yellow", "blue", "orange", "green"] * 2
    for taken, (warm, cool) in enumerate([("red", "green"), ("orange", "purple"), ("yellow", "blue")], 1):
        position = play(position, f"trade bi {warm} {cool}")
        assert set(position["hands"][0]["tri"]) == set(tri[:taken])
    assert position["columns"]["bi"] == ["red", "green", "orange", "purple", "yellow", "blue"]
    position = play(position, "trade tri yellow blue")
    assert position["columns"]["tri"] == ["red", "purple", "orange", "yellow", "blue"]
    assert position["hands"][0] == hand(tri="green", quad="red")


@rule("MO-9")
@each_count
@each_higher_set
def test_higher_cards_in_hands_are_seen_by_all(players, name):
    """A bought or traded card goes to the hand, in everyone's sight."""
    for holder in range(players):
        one, other = (
            base(players, hands={holder: of(name, colour), (holder + 1) % players: of(name, left)})
            for colour, left in (("red", "blue"), ("blue", "red"))
        )
        assert one["columns"] == other["columns"]
        for seat in range(players):
            assert view(one, seat) != view(other, seat)


@rule("MO-9", "MO-16", "MO-17")
@each_count
@pytest.mark.parametrize("pile", ["draw", "discard"])
def test_the_order_of_discard_pile_and_draw_deck_is_public(players, pile):
    """Nothing is ever shuffled after the deal: every seat can know both orders."""
    piles = {"draw": [], "discard": []}
    one = base(players, hands={0: hand("red red")}, **piles | {pile: ["blue", "green", ...]})
    other = base(players, hands={0: hand("red red")}, **piles | {pile: ["green", "blue", ...]})
    last = base(players, hands={0: hand("red red")}, **piles | {pile: ["blue", ..., "green"]})
    for seat in range(players):
        assert len({view(position, seat) for position in (one, other, last)}) == 3


@rule("MO-9", "MO-17")
@each_count
def test_whether_a_common_was_discarded_or_can_be_drawn_is_public(players):
    """The paid Commons lie face up on the pile; the draw deck is another place."""
    one = base(players, draw=["red"], discard=["blue", ...])
    other = base(players, draw=["blue"], discard=["red", ...])
    for seat in range(players):
        assert view(one, seat) != view(other, seat)


# Bonus


@rule("MO-11")
@each_pair
@pytest.mark.parametrize("name", SETS)
def test_a_bonus_is_offered_for_exactly_the_three_pairs_of_a_higher_set(name, pair):
    """If the two cards show one of red/purple, orange/blue, yellow/green and their set is not Common."""
    hands = {0: of(name, " ".join(pair))}
    after = play(base(hands=hands, draw=[...], discard=[]), f"trade {name} {pair[0]} {pair[1]}")
    offered = name != "common" and pair in BONUS_PAIRS
    assert after["phase"] == ("bonus" if offered else "turn")
    assert after["bonus_set"] == (name if offered else None)
    assert (after["prepared"], after["bonus_used"], after["seat"]) == (True, False, 0)
    if offered:
        assert legal(after) == {"take bonus", "decline bonus"}


@rule("MO-11", "MO-12")
@each_count
@each_higher_set
@pytest.mark.parametrize("pair", BONUS_PAIRS, ids="/".join)
def test_a_bonus_is_the_top_card_of_every_lower_set_and_the_top_common_of_the_draw_deck(players, name, pair):
    """The top card of every lower set, including one Common from the draw deck; the cards gained stay in hand."""
    hands = {0: of(name, " ".join(pair)), 1: hand("red")}
    columns = {other: ["green", "purple", "orange", "red", "yellow", "blue"] for other in HIGHER if other != name}
    top = dict.fromkeys(HIGHER[: HIGHER.index(name)], "green")
    gained = next_set(name)
    position = base(players, hands=hands, columns=columns, draw=["orange", "blue", ...], discard=["red"])
    after = play(position, f"trade {name} {pair[0]} {pair[1]}", "take bonus")
    hands[0] = hand("orange", **top | ({} if gained == "monad" else {gained: "green"}))
    columns = {other: column[other in top or other == gained :] for other, column in columns.items()}
    assert after == base(
        players,
        hands=hands,
        known={0: "orange"},
        monads={0: 1} if gained == "monad" else {},
        columns=columns | {name: [..., *pair]},
        draw=["blue", ...],
        discard=["red"],
        prepared=True,
        bonus_used=True,
    )


@rule("MO-11")
def test_worked_fact_a_purple_red_quint_trade_brings_a_monad_and_quad_tri_bi_and_common():
    """A purple/red Quint trade gives a Monad and, as a bonus, Quad, Tri, Bi and a Common."""
    position = base(hands={0: hand(quint="red purple")}, draw=["blue", ...], discard=[])
    after = play(position, "trade quint red purple", "take bonus")
    assert after["monads"] == [1, 0]
    assert after["hands"][0] == hand("blue", bi="red", tri="red", quad="red")


@rule("MO-11")
@pytest.mark.parametrize("there", list(product([False, True], repeat=4)))
def test_what_is_not_there_is_lost_from_a_bonus(there):
    """Sets with no card on the table, and the Common if there is no draw deck, are lost; the rest is taken."""
    parts = dict(zip(SETS, there, strict=False))
    hands = {0: hand(quint="red purple"), 1: hand(**{name: ALL for name in HIGHER[:3] if not parts[name]})}
    piles = {"draw": ["blue", ...], "discard": ["green"]} if parts["common"] else {"discard": ["green", ...]}
    after = play(base(hands=hands, **piles), "trade quint red purple")
    assert after["phase"] == ("bonus" if any(there) else "turn")
    if any(there):
        after = play(after, "take bonus")
    got = {name: ("blue" if name == "common" else "red") for name in SETS[:4] if parts[name]}
    assert after["hands"][0] == hand(**got)
    assert (after["phase"], after["bonus_used"], after["monads"]) == ("turn", any(there), [1, 0])
    assert after["discard"][0] == "green"


@rule("MO-11")
@each_higher_set
def test_the_bonus_common_never_comes_from_the_discard_pile(name):
    """Never from the discard pile: with a pile and no draw deck there is no Common, and for two Bi no bonus at all."""
    position = base(hands={0: of(name, "orange blue")}, discard=["red", "green", ...])
    after = play(position, f"trade {name} orange blue")
    assert after["phase"] == ("turn" if name == "bi" else "bonus")
    if name != "bi":
        after = play(after, "take bonus")
    assert after["discard"] == position["discard"]
    assert after["hands"][0]["common"] == {}


@rule("MO-11", "MO-9")
def test_a_bonus_may_take_the_last_card_of_a_column_or_deck():
    """The top card of every lower set: also if it is the only one left."""
    hands = {0: hand(quad="yellow green"), 1: hand(bi=without("blue"), tri=without("red"))}
    position = base(hands=hands, draw=["red"], discard=[..., "green"])
    after = play(position, "trade quad yellow green", "take bonus")
    assert after["hands"][0] == hand("red", bi="blue", tri="red", quint="red")
    assert after["draw"] == after["columns"]["bi"] == after["columns"]["tri"] == []


@rule("MO-11")
def test_a_bonus_card_can_be_used_at_once():
    """The seat may at once take a bonus; its cards are then in the hand, the turn goes on."""
    hands = {0: hand("purple", bi="red purple", tri="blue")}
    columns = {"tri": ["yellow", ...]}
    position = base(hands=hands, columns=columns, draw=["orange", ...], discard=[])
    after = play(position, "trade bi red purple", "take bonus")
    assert legal(after) == {"trade common orange purple", "trade tri yellow blue", "buy quad", "end turn"}
    assert play(after, "trade common orange purple")["hands"][0] == hand(bi="orange", tri="yellow blue")


@rule("MO-12")
@each_higher_set
def test_a_bonus_not_taken_at_once_is_lost(name):
    """A bonus not taken at once is lost: declining it leaves everything but the trade undone."""
    position = base(hands={0: of(name, "red purple")}, draw=[...], discard=[])
    after = play(position, f"trade {name} red purple", "decline bonus")
    assert (after["phase"], after["bonus_set"], after["bonus_used"]) == ("turn", None, False)
    assert legal(after) == {"end turn"}
    gained = next_set(name)
    hands, monads = ({}, {0: 1}) if gained == "monad" else ({0: of(gained, "red")}, {})
    columns = {name: [..., "red", "purple"]}
    assert after == base(hands=hands, monads=monads, columns=columns, draw=[...], discard=[], prepared=True)


@rule("MO-12")
def test_a_later_bonus_may_be_taken_after_a_smaller_one_was_declined():
    """A bonus not taken is lost, but then a later one in that turn may still be taken."""
    hands = {0: hand(bi="yellow green", quint="red purple")}
    position = base(hands=hands, columns={"tri": ["blue", "green", ...]}, draw=["orange", "red", ...], discard=[])
    after = play(position, "trade bi yellow green")
    assert (after["phase"], after["bonus_set"]) == ("bonus", "bi")
    after = play(after, "decline bonus", "trade quint red purple")
    assert (after["phase"], after["bonus_set"], after["bonus_used"]) == ("bonus", "quint", False)
    after = play(after, "take bonus")
    assert after["hands"][0] == hand("orange", bi="red", tri="blue green", quad="red")
    assert (after["phase"], after["bonus_set"], after["bonus_used"]) == ("turn", None, True)


@rule("MO-12")
def test_there_is_one_bonus_a_turn():
    """One bonus a turn: after one is taken no other is offered, however large."""
    hands = {0: hand(bi="yellow green", quad="orange blue", quint="red purple")}
    position = base(hands=hands, draw=[...], discard=[])
    after = play(position, "trade bi yellow green", "take bonus", "trade quint red purple")
    assert (after["phase"], after["bonus_used"], after["monads"]) == ("turn", True, [1, 0])
    after = play(after, "trade quad orange blue")
    assert (after["phase"], after["bonus_used"]) == ("turn", True)


@rule("MO-12")
def test_several_bonuses_may_be_declined_in_a_turn():
    """Each bonus is offered by itself as long as none was taken."""
    hands = {0: hand(bi="yellow green", quad="orange blue", quint="red purple")}
    position = base(hands=hands, draw=[...], discard=[])
    for name, pair in (("bi", "yellow green"), ("quad", "orange blue"), ("quint", "red purple")):
        position = play(position, f"trade {name} {pair}")
        assert (position["phase"], position["bonus_set"]) == ("bonus", name)
        position = play(position, "decline bonus")
    assert not position["bonus_used"]


@rule("MO-12")
def test_the_next_turn_has_a_bonus_again():
    """One bonus a turn: the next turn, also of the same seat, has another."""
    hands = {0: hand(bi="yellow green", quint="red purple"), 1: hand(quad="red purple")}
    position = base(hands=hands, draw=[...], discard=[])
    position = play(position, "trade bi yellow green", "take bonus", "end turn")
    assert (position["bonus_used"], position["seat"]) == (False, 1)
    position = play(position, "trade quad red purple", "take bonus", "end turn")
    position = play(position, "trade quint red purple")
    assert (position["phase"], position["seat"]) == ("bonus", 0)


@rule("MO-12")
def test_a_bonus_is_all_or_nothing():
    """Taking is all or nothing: there are two choices, whatever is there."""
    for elsewhere in (hand(), hand(tri=ALL), hand(bi=ALL, quad=ALL)):
        position = base(hands={0: hand(quint="orange blue"), 1: elsewhere}, draw=[...], discard=[])
        assert legal(play(position, "trade quint orange blue")) == {"take bonus", "decline bonus"}


@rule("MO-11", "MO-12")
@each_count
def test_a_bonus_and_whether_it_was_used_are_public(players):
    """The Bonus card is turned face down when a bonus is taken."""
    hands = {0: hand(bi="red purple")}
    unused = base(players, hands=hands, prepared=True)
    used = base(players, hands=hands, prepared=True, bonus_used=True)
    offered = play(base(players, hands=hands, draw=[...], discard=[]), "trade bi red purple")
    declined = play(offered, "decline bonus")
    for seat in range(players):
        assert view(unused, seat) != view(used, seat)
        assert view(offered, seat) != view(declined, seat)


# Wild


@rule("MO-13", "MO-8", "MO-9")
@each_wild
@pytest.mark.parametrize("identity", COLOURS)
def test_a_wild_stands_for_a_card_of_any_other_set(own, name, identity):
    """The partner is a card of the set stood for, of the other temperature; the wild returns to its own column."""
    cards = [(own, identity), *((name, colour) for colour in COLOURS)]
    position = base(hands={0: hand_of(cards)}, identity=[identity, another(identity)])
    partners = COOL if identity in WARM else WARM
    assert legal(position, "wild") == {f"wild {own} as {name} with {partner}" for partner in partners}
    for partner in partners:
        piles = deepcopy(position["columns"]) | {"common": list(position["discard"])}
        gained = [(next_set(name), piles[next_set(name)].pop(0))] if name != "quint" else []
        piles[own].append(identity)
        piles[name].append(partner)
        left = Counter(cards) - Counter([(own, identity), (name, partner)]) + Counter(gained)
        assert play(position, f"wild {own} as {name} with {partner}") == position | {
            "hands": [hand_of(left.elements()), hand()],
            "columns": {other: piles[other] for other in HIGHER},
            "discard": piles["common"],
            "monads": [int(name == "quint"), 0],
            "prepared": True,
        }


@rule("MO-13")
@each_higher_set
@pytest.mark.parametrize("identity", COLOURS)
def test_only_cards_of_the_identity_colour_are_wild(name, identity):
    """A Bi, Tri, Quad or Quint of the seat's Identity colour: neither of another colour, nor of another's Identity."""
    for colour in without(identity).split():
        position = base(hands={0: hand(ALL, **{name: colour})}, identity=[identity, colour])
        assert legal(position, "wild") == set()


@rule("MO-13")
@pytest.mark.parametrize("identity", COLOURS)
def test_commons_are_never_wild(identity):
    """A Bi, Tri, Quad or Quint may be a wild, a Common may not."""
    partners = COOL if identity in WARM else WARM
    hands = {0: hand(identity, **dict.fromkeys(HIGHER, partners[0]))}
    assert legal(base(hands=hands, identity=[identity, another(identity)]), "wild") == set()


@rule("MO-13", "MO-3")
@pytest.mark.parametrize("players", [3, 4])
def test_each_seat_has_the_wilds_of_its_own_identity(players):
    """A card of the seat's Identity colour."""
    for seat, colour in product(range(players), COLOURS):
        identity = IDENTITIES[players][seat]
        partners = COOL if colour in WARM else WARM
        position = base(players, seat=seat, hands={seat: hand(" ".join(partners), tri=colour)})
        expected = {f"wild tri as common with {partner}" for partner in partners} if colour == identity else set()
        assert legal(position, "wild") == expected


@rule("MO-13")
@each_wild
@pytest.mark.parametrize(("identity", "same"), [("red", "orange yellow"), ("blue", "purple green")])
def test_the_partner_of_a_wild_has_the_other_temperature(own, name, identity, same):
    """It keeps its own colour; its partner is of the other temperature."""
    position = base(hands={0: hand(**{own: identity, name: same})}, identity=[identity, "orange"])
    assert legal(position, "wild") == set()


@rule("MO-13")
def test_the_partner_of_a_wild_is_of_the_set_stood_for():
    """Its partner is a card of the set stood for: one of each set, and what each brings."""
    hands = {0: hand("blue", bi="purple", tri="yellow", quad="green", quint="blue")}
    position = base(hands=hands, identity=["yellow", "red"])
    assert legal(position, "wild") == {
        "wild tri as common with blue",
        "wild tri as bi with purple",
        "wild tri as quad with green",
        "wild tri as quint with blue",
    }


@rule("MO-13")
def test_there_is_at_most_one_wild_in_a_trade():
    """At most one wild in a trade: two cards of the Identity colour are of one temperature and cannot be combined."""
    hands = {0: hand(bi="yellow", tri="yellow", quad="yellow", quint="yellow")}
    assert legal(base(hands=hands, identity=["yellow", "red"]), "wild") == set()
    hands = {0: hand("blue", bi="yellow", quint="yellow")}
    position = base(hands=hands, identity=["yellow", "red"])
    assert legal(position, "wild") == {"wild bi as common with blue", "wild quint as common with blue"}


@rule("MO-13", "MO-8")
@pytest.mark.parametrize(("own", "name"), [wild for wild in WILDS if wild[1] != "quint"])
def test_a_wild_trade_is_impossible_if_the_column_is_empty_even_of_the_wilds_own_set(own, name):
    """Impossible if that column is empty before the paid cards come back: a wild cannot be traded for itself."""
    gained = next_set(name)
    hands = {0: hand(**{own: "yellow", name: "blue"}), 1: of(gained, without("yellow") if gained == own else ALL)}
    assert legal(base(hands=hands, identity=["yellow", "red"]), "wild") == set()
    hands[1][gained].remove("green")
    assert legal(base(hands=hands, identity=["yellow", "red"]), "wild") == {f"wild {own} as {name} with blue"}


@rule("MO-13", "MO-9")
@pytest.mark.parametrize("own", HIGHER)
def test_a_wild_may_be_traded_for_another_card_of_its_own_set(own):
    """The wild goes to the bottom of its own real column, from which the top card has been taken."""
    name = SETS[SETS.index(own) - 1]
    hands = {0: hand(**{own: "yellow", name: "blue"})}
    position = base(hands=hands, identity=["yellow", "red"], columns={own: ["green", "red", ...]})
    after = play(position, f"wild {own} as {name} with blue")
    assert after["hands"][0] == of(own, "green")
    assert after["columns"][own] == ["red", "orange", "purple", "blue", "yellow"]


@rule("MO-13", "MO-11")
@each_wild
@pytest.mark.parametrize("pair", BONUS_PAIRS, ids="/".join)
def test_a_wild_trade_brings_no_bonus_even_with_matching_colours(own, name, pair):
    """No bonus: the two traded cards must both be real cards of their set."""
    for wild, partner in (pair, pair[::-1]):
        hands = {0: hand(**{own: wild, name: partner})}
        position = base(hands=hands, identity=[wild, partner], draw=[...], discard=[])
        after = play(position, f"wild {own} as {name} with {partner}")
        assert (after["phase"], after["bonus_used"], after["prepared"]) == ("turn", False, True)


@rule("MO-13", "MO-11")
@each_higher_set
@pytest.mark.parametrize("identity", COLOURS)
def test_used_in_its_own_set_a_wild_is_an_ordinary_card(name, identity):
    """Used in its own set it is an ordinary card: it trades with that set, and brings a bonus."""
    warm, cool = next(pair for pair in BONUS_PAIRS if identity in pair)
    other = cool if identity == warm else warm
    position = base(hands={0: hand(**{name: f"{warm} {cool}"})}, identity=[identity, other], draw=[...], discard=[])
    assert legal(position, "wild") == set()
    assert legal(position, "trade") == {f"trade {name} {warm} {cool}"}
    assert play(position, f"trade {name} {warm} {cool}")["phase"] == "bonus"


@rule("MO-13")
def test_worked_fact_a_yellow_bi_stands_for_a_quint():
    """Yellow Identity, Quints purple and green, Bi yellow: the Bi with either Quint gives a Monad, without a bonus."""
    hands = {0: hand(bi="yellow", quint="purple green")}
    position = base(hands=hands, identity=["yellow", "red"], draw=[...], discard=[])
    assert legal(position, "wild") == {"wild bi as quint with purple", "wild bi as quint with green"}
    assert legal(position, "trade") == set()
    for partner, left in (("purple", "green"), ("green", "purple")):
        after = play(position, f"wild bi as quint with {partner}")
        assert after == base(
            hands={0: hand(quint=left)},
            identity=["yellow", "red"],
            monads={0: 1},
            columns={"bi": [..., "yellow"], "quint": [..., partner]},
            draw=[...],
            discard=[],
            prepared=True,
        )


@rule("MO-13")
def test_the_wild_can_be_the_higher_card():
    """A card of any other set: a Quint may stand for a Common or a Bi."""
    hands = {0: hand("red", bi="orange", quint="blue")}
    position = base(hands=hands, identity=["blue", "red"], columns={"bi": ["green", ...], "tri": ["purple", ...]})
    assert legal(position, "wild") == {"wild quint as common with red", "wild quint as bi with orange"}
    after = play(position, "wild quint as common with red")
    assert after["hands"][0] == hand(bi="orange green")
    assert after["columns"]["quint"][-1] == "blue"
    assert play(position, "wild quint as bi with orange")["hands"][0] == hand("red", tri="purple")


@rule("MO-13", "MO-14")
def test_in_a_purchase_a_card_of_the_identity_colour_has_its_own_value():
    """A wild may stand for another card in a trade, not in a purchase."""
    position = base(hands={0: hand("yellow", bi="yellow")}, identity=["yellow", "red"])
    assert buys(position) == set()
    position = base(hands={0: hand("yellow yellow orange red", bi="yellow")}, identity=["yellow", "red"])
    assert buys(position) == {"bi", "tri"}


@rule("MO-13", "MO-3")
@each_count
def test_identities_are_face_up(players):
    """They are dealt face up: exchanged Identities look different to every seat."""
    identity = IDENTITIES[players]
    one, other = base(players), base(players, identity=[identity[1], identity[0], *identity[2:]])
    for seat in range(players):
        assert view(one, seat) != view(other, seat)


# Buying


def smallest_payments(target):
    """Return the numbers of cards of each lower set that pay for a card, no card of them superfluous."""
    lower = SETS[: TARGETS.index(target) + 1]
    payments = []

    def extend(counts, total):
        """Add cards of the next lower set to `counts`, which begin with the highest."""
        name = lower[-1 - len(counts)]
        for count in range(25 if name == "common" else 7):
            if total + count * VALUES[name] >= VALUES[target]:
                payments.append(dict(zip(reversed(lower), [*counts, count], strict=False)))
                return
            if name != "common":
                extend([*counts, count], total + count * VALUES[name])

    extend([], 0)
    return payments


@rule("MO-14")
@pytest.mark.parametrize("target", TARGETS)
def test_every_smallest_payment_buys_and_with_a_card_less_nothing_is_bought(target):
    """Cards of lower sets with total value at least the value of the card: every such set of cards, and no less."""
    for counts in smallest_payments(target):
        cards = [(name, colour) for name, count in counts.items() for colour in (COLOURS * 4)[:count]]
        after = play(base(4, hands={0: hand_of(cards)}), *payment(target, cards))
        assert after["hands"][0] == (hand() if target == "monad" else of(target))
        assert after["monads"][0] == (target == "monad")
        for place in {name: place for place, (name, _) in enumerate(cards)}.values():
            less = hand_of(cards[:place] + cards[place + 1 :])
            assert target not in buys(base(4, hands={0: less}))


def random_payment(players, target, random):
    """Return cards that pay for a card, in random order and often too many, and others that could be laid as well."""
    lower = SETS[: TARGETS.index(target) + 1]
    deck = [("common", colour) for colour in COLOURS * PER_COLOUR[players]]
    deck += [(name, colour) for name in lower[1:] for colour in COLOURS]
    random.shuffle(deck)
    if random.random() < 0.5:  # mostly high cards
        deck.sort(key=lambda card: VALUES[card[0]] + random.randrange(12))
    paid = []
    while value(paid) < VALUES[target] or len(paid) < 2:
        paid.append(deck.pop())
    superfluous = random.choice([0, 0, 1, 2, 5])
    paid += deck[:superfluous]
    return random.sample(paid, len(paid)), deck[superfluous:][: random.randrange(4)]


@rule("MO-14", "MO-9", "MO-1")
@each_count
@pytest.mark.parametrize("target", TARGETS)
def test_any_payment_in_any_order_also_overpaying_buys_the_top_card(players, target):
    """Two or more lower cards, any colours, any total that suffices, no change; returned in the order laid."""
    random = Random(f"{players} {target}")
    game = game_for(players, teams=False)
    overpaid = 0
    for _ in range(60):
        paid, kept = random_payment(players, target, random)
        overpaid += value(paid) > VALUES[target]
        columns = {
            name: [colour for colour in random.sample(COLOURS, 6) if (name, colour) not in paid + kept]
            for name in HIGHER
        }
        position = base(players, hands={0: hand_of(paid + kept)}, columns=columns)
        assert target in buys(position)
        _, state = load(position)
        game.play(state, f"buy {target}")
        for count, (name, colour) in enumerate(paid):
            enough = count >= 2 and value(paid[:count]) >= VALUES[target]
            expected = {f"lay {n} {c}" for n, c in paid[count:] + kept} | ({"confirm"} if enough else set())
            assert names(game, state) == expected
            game.play(state, f"lay {name} {colour}")
        assert game.position(state)["paying"] == {"target": target, "laid": [list(card) for card in paid]}
        game.play(state, "confirm")
        gained = [] if target == "monad" else [(target, columns[target].pop(0))]
        piles = deepcopy(columns) | {"common": list(position["discard"])}
        for name, colour in paid:
            piles[name].append(colour)
        still_known = hand_of(kept)["common"] if position["known"][0] else {}
        assert position_of(game, state) == position | {
            "hands": [hand_of(kept + gained), *position["hands"][1:]],
            "known": [still_known, *position["known"][1:]],
            "columns": {name: piles[name] for name in HIGHER},
            "discard": piles["common"],
            "monads": [int(target == "monad")] + [0] * (players - 1),
            "prepared": True,
        }
    assert overpaid > 10


@rule("MO-14")
@pytest.mark.parametrize(("target", "ways"), [("bi", 3), ("tri", 108)])
def test_every_way_of_laying_a_small_hand(target, ways):
    """Lay cards one by one; from the moment that the total suffices `confirm` is legal; further ones may be laid."""
    cards = Counter([("common", "red")] * 2 + [("common", "blue"), ("bi", "orange"), ("bi", "yellow")])
    lower = Counter({card: count for card, count in cards.items() if SETS.index(card[0]) < SETS.index(target)})
    position = base(hands={0: hand_of(cards.elements())}, columns={"bi": ["green", ...], "tri": ["green", ...]})
    game, start_ = load(position)
    game.play(start_, f"buy {target}")
    paid = []

    def search(state, laid):
        left = lower - Counter(laid)
        enough = value(laid) >= VALUES[target]
        expected = {f"lay {name} {colour}" for name, colour in left}
        assert names(game, state) == (expected | {"confirm"} if enough else expected)
        for name, colour in left:
            following = game.clone(state)
            game.play(following, f"lay {name} {colour}")
            search(following, [*laid, (name, colour)])
        if enough:
            game.play(state, "confirm")
            after = position_of(game, state)
            assert after["hands"][0] == hand_of((cards - Counter(laid) + Counter([(target, "green")])).elements())
            assert after["discard"] == position["discard"] + [colour for name, colour in laid if name == "common"]
            queue = position["columns"]["bi"] + [colour for name, colour in laid if name == "bi"]
            assert after["columns"]["bi"] == queue[target == "bi" :]
            paid.append(laid)

    search(start_, [])
    assert len(paid) == ways


@rule("MO-14")
@pytest.mark.parametrize(("target", "own"), list(zip(TARGETS[:-1], HIGHER, strict=True)))
def test_only_cards_of_lower_sets_can_pay(target, own):
    """All of sets lower than the bought one: neither of its own set nor of a higher one."""
    rich = {name: without("red") for name in HIGHER if SETS.index(name) >= SETS.index(own)}
    assert target not in buys(base(hands={0: hand(**rich)}))
    position = base(4, hands={0: hand("red red red orange orange orange yellow", **rich, **lower_cards(own))})
    within = play(position, f"buy {target}")
    lower = SETS[: SETS.index(own)]
    assert {name.split()[1] for name in legal(within, "lay")} == set(lower)
    assert legal(within, "confirm") == set()


def lower_cards(name):
    """Return the cards of the sets between the Commons and a set, as for `hand`."""
    return dict.fromkeys(HIGHER[: HIGHER.index(name)], "red orange yellow")


@rule("MO-14")
@each_higher_set
def test_nothing_is_bought_from_an_empty_column(name):
    """The column's top card is bought: there must be one."""
    enough = {0: hand(ALL, **lower_cards(name))}
    assert name in buys(base(hands=enough))
    assert name not in buys(base(hands=enough | {1: of(name, ALL)}))
    last = base(hands=enough | {1: of(name, without("blue"))})
    assert name in buys(last)


@rule("MO-14")
@each_count
def test_the_bought_card_is_the_top_one(players):
    """The column's top card, and no other; a Monad goes to the table."""
    hands = {0: hand("red", bi="red orange"), 1: hand(tri="yellow")}
    position = base(players, hands=hands, columns={"tri": ["purple", "green", ...]})
    after = play(position, *payment("tri", [("bi", "orange"), ("common", "red"), ("bi", "red")]))
    assert after == base(
        players,
        hands={0: hand(tri="purple"), 1: hands[1]},
        columns={"bi": [..., "orange", "red"], "tri": ["green", "red", "orange", "blue"]},
        discard=[..., "red"],
        prepared=True,
    )


@rule("MO-14", "MO-1")
def test_worked_fact_two_bi_and_a_common_buy_a_tri():
    """Two Bi and one Common total 7 and buy a Tri, though both Bi are warm."""
    position = base(hands={0: hand("yellow", bi="red orange")})
    assert legal(position) == {"buy tri", "flip"}
    within = play(position, "buy tri")
    assert legal(within) == {"lay bi red", "lay bi orange", "lay common yellow"}
    within = play(within, "lay bi red", "lay bi orange")
    assert legal(within) == {"lay common yellow"}
    within = play(within, "lay common yellow")
    assert legal(within) == {"confirm"}
    assert play(within, "confirm")["hands"][0] == hand(tri="red")


@rule("MO-14")
def test_a_purchase_once_begun_is_finished():
    """A purchase once begun is finished: within it nothing else is possible."""
    hands = {0: hand("red orange yellow purple blue green", bi="red orange purple")}
    for prepared in (False, True):
        position = base(hands=hands, draw=[...], discard=[], prepared=prepared)
        assert {"trade common red blue", "trade bi red purple", "buy bi"} <= legal(position)
        within = play(position, "buy bi")
        assert (within["phase"], within["paying"], within["seat"]) == ("paying", {"target": "bi", "laid": []}, 0)
        assert legal(within) == {f"lay common {colour}" for colour in COLOURS}
        within = play(within, "lay common blue", "lay common red")
        assert legal(within) == {f"lay common {colour}" for colour in ("orange", "yellow", "purple", "green")}
        within = play(within, "lay common green")
        assert legal(within) == {f"lay common {colour}" for colour in ("orange", "yellow", "purple")} | {"confirm"}
        assert within["prepared"] == prepared
        assert play(within, "confirm")["prepared"]


@rule("MO-14")
def test_laid_cards_have_left_the_hand_and_return_only_when_the_purchase_is_done():
    """Cards laid so far are neither in the hand nor on the piles; they return in the order in which they were laid."""
    hands = {0: hand("red blue", bi="red orange", tri="green")}
    position = base(hands=hands)
    within = play(position, "buy tri", "lay common blue", "lay bi orange", "lay common red")
    assert within == position | {
        "phase": "paying",
        "hands": [hand(bi="red", tri="green"), hand()],
        "paying": {"target": "tri", "laid": [["common", "blue"], ["bi", "orange"], ["common", "red"]]},
    }
    after = play(within, "lay bi red", "confirm")
    assert after["discard"] == [*position["discard"], "blue", "red"]
    assert after["columns"]["bi"] == [*position["columns"]["bi"], "orange", "red"]
    assert after["hands"][0] == hand(tri="red green")
    assert after["paying"] is None


@rule("MO-14")
def test_a_whole_hand_may_be_paid_for_one_bi():
    """Overpaying is allowed without limit; no change."""
    commons = ("red blue green " * 2 + "orange yellow purple " * 2).split()
    position = base(hands={0: hand(" ".join(commons))}, discard=[])
    after = play(position, *payment("bi", [("common", colour) for colour in commons]))
    assert after["hands"][0] == hand(bi="red")
    assert after["discard"] == commons


@rule("MO-14")
@each_count
def test_purchases_under_way_are_public(players):
    """Cards laid so far, and what they are to buy, are seen by all."""
    position = base(players, hands={0: hand("red red blue blue", bi="red")})
    begun = {target: play(position, f"buy {target}") for target in ("bi", "tri")}
    laid = {colour: play(begun["bi"], f"lay common {colour}") for colour in ("red", "blue")}
    for seat in range(players):
        views = [view(other, seat) for other in (position, *begun.values(), *laid.values())]
        assert len(set(views)) == len(views)


@rule("MO-14", "MO-9")
@each_count
@pytest.mark.parametrize("name", ["common", "bi"])
def test_the_order_in_which_cards_are_laid_is_public(players, name):
    """Paid cards are returned in the order in which they are laid, which all see."""
    begun = play(base(players, hands={0: hand("red blue", bi="red blue")}), "buy tri")
    one = play(begun, f"lay {name} red", f"lay {name} blue")
    other = play(begun, f"lay {name} blue", f"lay {name} red")
    for seat in range(players):
        assert view(one, seat) != view(other, seat)


# Leaping


@rule("MO-15")
@pytest.mark.parametrize(("target", "colours"), LEAPS)
@each_count
def test_a_leap_gives_commons_of_different_colours_for_a_top_card(players, target, colours):
    """Four for the top Tri, five for the top Quad, six for the top Quint; they are discarded in the colours' order."""
    columns = {target: ["green", "red", ...]}
    position = base(players, hands={0: hand(colours)}, columns=columns, discard=["green", ...], prepared=True)
    assert play(position, f"leap {colours}") == position | {
        "hands": [of(target, "green"), *position["hands"][1:]],
        "columns": position["columns"] | {target: position["columns"][target][1:]},
        "discard": position["discard"] + colours.split(),
    }


@rule("MO-15")
@pytest.mark.parametrize("held", ["red orange yellow", "red red red red", "red red orange yellow", "", "red blue"])
def test_a_leap_takes_at_least_four_different_colours(held):
    """Four Commons of different colours: fewer colours do not suffice, however many cards."""
    assert legal(base(4, hands={0: hand(held)}, prepared=True), "leap") == set()


@rule("MO-15")
@pytest.mark.parametrize("held", [ALL, without("green"), "red yellow blue green", "red red orange yellow green green"])
def test_every_subset_of_the_colours_held_is_a_leap(held):
    """Any four, five or six of the colours that the seat holds."""
    colours = set(held.split())
    position = base(4, hands={0: hand(held)}, prepared=True)
    assert legal(position, "leap") == {f"leap {leap}" for _, leap in LEAPS if set(leap.split()) <= colours}
    assert legal(base(4, hands={0: hand(held)}), "leap") == set()


@rule("MO-15")
@pytest.mark.parametrize(("size", "target"), [(4, "tri"), (5, "quad"), (6, "quint")])
def test_a_leap_needs_a_card_in_the_column(size, target):
    """The column must not be empty."""
    for holder in (0, 1):
        hands = {0: hand(ALL), 1: hand()}
        hands[holder][target] = list(COLOURS)
        sizes = {len(name.split()) - 1 for name in legal(base(hands=hands, prepared=True), "leap")}
        assert sizes == {4, 5, 6} - {size}
        hands[holder][target].remove("blue")
        assert size in {len(name.split()) - 1 for name in legal(base(hands=hands, prepared=True), "leap")}


@rule("MO-15")
@pytest.mark.parametrize(
    ("more", "actions"),
    [
        ({"common": "red blue"}, ["trade common red blue"]),
        ({"common": "red", "bi": "green"}, ["wild bi as common with red"]),
        ({"tri": "red blue"}, ["trade tri red blue"]),
        ({"bi": "red orange yellow"}, payment("tri", [("bi", "red"), ("bi", "orange"), ("bi", "yellow")])),
    ],
    ids=["trade", "wild", "higher trade", "buy"],
)
def test_only_a_trade_or_a_finished_purchase_prepares_a_leap(more, actions):
    """Only after at least one trade or buy in this turn."""
    commons = f"red orange yellow green {more.get('common', '')}"
    position = base(3, hands={0: hand(**more | {"common": commons})})
    assert legal(position, "leap") == set()
    for action in actions[:-1]:
        position = play(position, action)
        assert not position["prepared"]
        assert legal(position, "leap") == set()
    position = play(position, actions[-1])
    assert position["prepared"]
    assert legal(position, "leap") == {"leap red orange yellow green"}


@rule("MO-15")
def test_several_leaps_in_a_turn_are_allowed():
    """Several leaps in a turn are allowed; each takes its own Commons and the card then on top."""
    columns = {"tri": ["blue", "green", ...], "quint": ["yellow", ...]}
    position = base(4, hands={0: hand(f"{ALL} {ALL} red blue")}, columns=columns, prepared=True)
    after = play(position, "leap red orange yellow blue", f"leap {ALL}")
    assert after["hands"][0] == hand("red purple blue green", tri="blue", quint="yellow")
    assert legal(after, "leap") == {"leap red purple blue green"}
    after = play(after, "leap red purple blue green")
    assert after["hands"][0] == hand(tri="blue green", quint="yellow")
    assert legal(after) == {"end turn"}


@rule("MO-15", "MO-7")
def test_worked_fact_an_opening_hand_of_six_colours_trades_a_pair_and_leaps():
    """An opening hand of six different colours may trade one pair and then leap to the top Tri with the four left."""
    position = start(2, [ALL, ALL])
    trades = {f"trade common {warm} {cool}" for warm in WARM for cool in COOL}
    assert legal(position) == trades | {"buy bi"}
    for warm, cool in product(WARM, COOL):
        traded = play(position, f"trade common {warm} {cool}")
        assert legal(traded, "leap") == {f"leap {without(f'{warm} {cool}')}"}
        after = play(traded, f"leap {without(f'{warm} {cool}')}")
        assert after["hands"][0] == hand(bi="red", tri="red")
        assert after["discard"] == [warm, cool, *without(f"{warm} {cool}").split()]


@rule("MO-8", "MO-7")
def test_worked_fact_three_trades_in_one_turn():
    """Commons yellow + blue give the top Bi, red + green the next; the two Bi, if warm and cool, the top Tri."""
    hands = ["red yellow blue green red red", "blue blue green green yellow yellow", "orange purple " * 3]
    position = start(3, hands, columns={"bi": ["blue", "yellow", ...]})
    after = play(position, "trade common yellow blue", "trade common red green", "trade bi yellow blue")
    assert (after["seat"], after["phase"]) == (0, "turn")
    assert after["hands"][0] == hand("red red", tri="red")
    assert after["columns"]["bi"] == ["red", "orange", "purple", "green", "yellow", "blue"]
    assert after["discard"] == ["yellow", "blue", "red", "green"]


# Drawing, flipping, passing


@rule("MO-16")
@each_count
def test_a_draw_takes_the_top_common_of_the_draw_deck(players):
    """The top Common of the draw deck, in everyone's sight. The whole turn."""
    position = base(players, hands={0: hand("red")}, draw=["green", "orange", ...], discard=["blue"])
    assert play(position, "draw") == base(
        players,
        seat=1,
        hands={0: hand("red green")},
        known={0: "green"},
        draw=["orange", ...],
        discard=["blue"],
    )


@rule("MO-16", "MO-17")
def test_nothing_is_drawn_without_a_draw_deck_and_nothing_flipped_with_one():
    """A draw needs a draw deck; a flip needs that there is none, and a discard pile."""
    assert legal(base(draw=["red"])) == {"draw"}
    assert legal(base(draw=[...], discard=[])) == {"draw"}
    assert legal(base()) == {"flip"}
    assert legal(base(hands={1: hand(other_commons(2))}, discard=[])) == {"pass"}


@rule("MO-16", "MO-17")
def test_the_last_common_can_be_drawn_and_then_the_pile_be_flipped():
    """With no draw deck left the next seat may flip."""
    after = play(base(draw=["red"]), "draw")
    assert (after["draw"], legal(after)) == ([], {"flip"})


@rule("MO-17")
@each_count
def test_a_flip_turns_the_pile_over_without_shuffling(players):
    """The pile is turned over, not shuffled: the card discarded first is drawn first. The whole turn."""
    discard = ["blue", "red", "green", "red", "orange"]
    left = other_commons(players, hand(" ".join(discard)))
    split = left.split()
    hands = {seat: hand(" ".join(split[seat::players])) for seat in range(players)}
    known = {seat: " ".join(split[seat::players]) for seat in range(players)}
    position = base(players, hands=hands, known=known, discard=discard)
    after = play(position, "flip")
    assert after == base(players, seat=1, hands=hands, known=known, draw=discard, discard=[])
    drawn = [play(after, *["draw"] * count)["draw"] for count in range(1, 6)]
    assert drawn == [discard[count:] for count in range(1, 6)]


@rule("MO-17", "MO-9", "MO-10", "MO-15")
def test_commons_are_drawn_in_the_order_in_which_they_were_discarded():
    """The card discarded first is drawn first: after trades, a purchase and a leap, with two players."""
    position = base(hands={0: hand(f"{ALL} {ALL}")}, discard=[])
    actions = ["trade common orange green", *payment("bi", [("common", c) for c in ("blue", "red", "purple")])]
    after = play(position, *actions, "leap red orange yellow purple", "end turn", "flip")
    expected = ["orange", "green", "blue", "red", "purple", "red", "orange", "yellow", "purple"]
    assert (after["draw"], after["discard"]) == (expected, [])
    for count, seat in enumerate([0, 1] * 4, 1):
        assert after["seat"] == seat
        before = Counter(after["hands"][seat]["common"])
        after = play(after, "draw")
        assert Counter(after["hands"][seat]["common"]) - before == Counter([expected[count - 1]])


@rule("MO-17")
def test_discards_go_to_a_new_pile_while_there_is_a_draw_deck():
    """The draw deck and the discard pile are two places: a trade adds to the pile, a draw takes from the deck."""
    position = base(hands={0: hand("red blue")}, draw=["green", ...], discard=["yellow"])
    after = play(position, "trade common red blue", "end turn")
    assert after["discard"] == ["yellow", "red", "blue"]
    assert after["draw"] == position["draw"]


def stuck(mine, players=2, theirs=None, **keys):
    """Return a position without draw deck or discard pile: all Commons not in seat 0's hand are in seat 1's."""
    theirs = {"common": other_commons(players, mine), **(theirs or {})}
    return base(players, hands={0: mine, 1: hand(**theirs)}, discard=[], **keys)


@rule("MO-18")
@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        # the rule book's example: one Bi and four Commons, no Bi on the table, but Tri; then with two Bi
        (hand("red red blue green", bi="red"), {"bi": without("red")}, {"pass", "buy tri"}),
        (hand("red red blue green", bi="red orange"), {"bi": without("red orange")}, {"buy tri"}),
        # nothing, and single cards
        (hand(), {}, {"pass"}),
        (hand("red"), {}, {"pass"}),
        (hand(bi="red", tri="orange", quad="yellow", quint="red"), {}, {"pass"}),
        # two of the set below, and as much else as is needed or a point less; further ones of that set count
        (hand("red orange"), {}, {"pass"}),
        (hand("red orange yellow"), {}, {"buy bi"}),
        (hand("red red orange"), {}, {"buy bi"}),
        (hand("purple blue blue green"), {}, {"buy bi"}),
        (hand(bi="red orange"), {}, {"pass"}),
        (hand("red", bi="red orange"), {}, {"buy tri"}),
        (hand(bi="red orange yellow"), {}, {"buy tri"}),
        (hand("red", tri="red orange"), {}, {"pass"}),
        (hand("red orange", tri="red orange"), {}, {"buy quad"}),
        (hand(tri="red orange", bi="red"), {}, {"buy quad"}),
        (hand(tri="red orange yellow"), {}, {"buy quad"}),
        (hand(quad="red orange", bi="red"), {}, {"pass"}),
        (hand("red", quad="red orange", bi="red"), {}, {"buy quint"}),
        (hand(quad="red orange", tri="red"), {}, {"buy quint"}),
        (hand(quad="red orange yellow"), {}, {"buy quint"}),
        (hand(quint="red orange", tri="red"), {}, {"pass"}),
        (hand("red", quint="red orange", tri="red"), {}, {"buy monad"}),
        (hand(quint="red orange", quad="red"), {}, {"buy monad"}),
        (hand(quint="red orange yellow"), {}, {"buy monad"}),
        # other purchases do not forbid passing: none uses two cards of the set just below
        (hand("red", bi="red orange", tri="red"), {"tri": without("red")}, {"pass"}),
        (hand("red red", bi="red orange", tri="red"), {"tri": without("red")}, {"pass"}),
        (
            hand("red red orange", bi="red orange", tri="red"),
            {"tri": without("red"), "bi": without("red orange")},
            {"pass", "buy quad"},
        ),
        (hand(bi="red orange yellow", tri="red"), {"tri": without("red")}, {"pass", "buy quad"}),
        (hand("red orange", quint="red", quad="red orange yellow"), {"quint": without("red")}, {"pass", "buy monad"}),
        # the column must not be empty; then neither trade nor purchase is possible
        (hand("red blue green"), {"bi": ALL}, {"pass"}),
        (hand(bi="red blue green"), {"tri": ALL}, {"pass"}),
        (hand(tri="red blue green"), {"quad": ALL}, {"pass"}),
        (hand(quad="red blue green"), {"quint": ALL}, {"pass"}),
        # a possible trade forbids passing, with and without a wild
        (hand("red blue"), {}, {"trade common red blue"}),
        (hand(tri="red blue"), {}, {"trade tri red blue"}),
        (hand(quint="red blue"), {}, {"trade quint red blue"}),
        (hand("red", bi="green"), {}, {"wild bi as common with red"}),
        (hand("red", quint="green"), {}, {"wild quint as common with red"}),
        (hand("blue", bi="green"), {}, {"pass"}),
        (hand("blue", bi="red"), {}, {"pass"}),
        (hand("red", bi="green"), {"bi": without("green")}, {"pass"}),
    ],
)
def test_passing_is_possible_exactly_if_nothing_forbids_it(mine, theirs, expected):
    """Pass only if no trade and no purchase with two cards of the set just below is possible; seat 0 is green."""
    position = stuck(mine, theirs=theirs)
    assert legal(position) == expected
    assert legal(position) == search_actions(position)


@rule("MO-18", "MO-16", "MO-17")
@pytest.mark.parametrize("piles", [{"draw": ["red"], "discard": []}, {"draw": [], "discard": ["red"]}])
def test_who_can_draw_or_flip_cannot_pass(piles):
    """Only if the seat cannot draw and cannot flip."""
    hands = {1: hand(other_commons(2, hand("red")))}
    assert legal(base(hands=hands, **piles)) == ({"draw"} if piles["draw"] else {"flip"})


@rule("MO-18", "MO-7")
def test_who_has_done_something_cannot_pass():
    """Pass is instead of trades, buys and leaps."""
    assert legal(stuck(hand("red"))) == {"pass"}
    assert legal(stuck(hand("red"), prepared=True)) == {"end turn"}


def random_stuck_position(players, random):
    """Return a random position in which nothing can be drawn or flipped, of a hand that often allows no trade."""
    colours = random.choice([WARM, COOL, COLOURS])
    commons = random.choice([0, 0, 1, 2, 2, 3, 4, 7])
    mine = [("common", colour) for colour in colours * PER_COLOUR[players]]
    mine = random.sample(mine, min(commons, len(mine)))
    theirs = []
    for name in HIGHER:
        of_set = random.sample(COLOURS, 6)
        wanted = random.choice([0, 0, 1, 1, 2, 2, 3])
        held = [colour for colour in of_set if colour in colours][:wanted]
        others = [colour for colour in of_set if colour not in held]
        taken = random.choice([0, random.randrange(7), 6])
        mine += [(name, colour) for colour in held]
        theirs += [(name, colour) for colour in others[:taken]]
    hands = {0: hand_of(mine)}
    rest = [("common", colour) for colour in other_commons(players, hands[0]).split()]
    shared = {seat: [] for seat in range(1, players)}
    for card in rest + theirs:
        shared[random.randrange(1, players)].append(card)
    hands |= {seat: hand_of(cards) for seat, cards in shared.items()}
    identity = random.sample(COLOURS if players == 2 else IDENTITIES[players], players)
    return base(players, hands=hands, discard=[], identity=identity)


@rule("MO-18", "MO-8", "MO-13", "MO-14")
@each_count
def test_passing_and_all_else_agrees_with_a_search_through_the_subsets_of_the_hand(players):
    """Pass exactly if no pair of cards can be traded and no subset of the hand with two of the set below can buy."""
    random = Random(players)
    passing = Counter()
    for _ in range(700):
        position = random_stuck_position(players, random)
        actions = legal(position)
        assert actions == search_actions(position)
        bought = any(name.startswith("buy") for name in actions)
        passing["pass" in actions, bought] += 1
    assert all(passing[passes, bought] >= 10 for passes, bought in product([True, False], repeat=2))


@rule("MO-7", "MO-14", "MO-15", "MO-18")
@each_count
def test_a_prepared_seat_may_do_what_a_search_finds(players):
    """After a trade or buy: further trades, buys, leaps and the end of the turn."""
    random = Random(10 + players)
    for _ in range(150):
        position = random_stuck_position(players, random) | {"prepared": True}
        assert legal(position) == search_actions(position)


@rule("MO-18")
@each_count
def test_the_hand_of_who_passes_is_shown_to_all(players):
    """The hand is then shown to all, so its Commons become public. The whole turn."""
    mine = hand("red red", quad="red")
    after = play(stuck(mine, players), "pass")
    expected = stuck(mine, players) | {"seat": 1, "passes": 1}
    expected["known"] = [{"red": 2}, *expected["known"][1:]]
    assert after == expected


@rule("MO-18")
@pytest.mark.parametrize("players", [3, 4])
def test_a_shown_hand_is_seen_and_remembered_by_the_others(players):
    """Before a pass the Commons are hidden, after it two different hands look different."""
    one = {0: hand("red red"), players - 1: hand("blue blue")}
    other = {0: hand("blue blue"), players - 1: hand("red red")}
    positions = []
    for hands in (one, other):
        rest = other_commons(players, *hands.values())
        positions.append(base(players, hands=hands | {1: hand(rest)}, discard=[]))
    assert told(positions[0], 1) == told(positions[1], 1)
    passed = [play(position, "pass") for position in positions]
    assert view(passed[0], 1) != view(passed[1], 1)


@rule("MO-19")
@each_count
def test_there_is_no_hand_limit(players):
    """There is no hand limit: a hand may hold nearly every card, and still draws and trades."""
    commons = other_commons(players).split()
    nearly_all = hand(" ".join(commons[1:]), **dict.fromkeys(HIGHER, without("blue")))
    position = base(players, hands={0: nearly_all}, draw=[commons[0]], discard=[])
    after = play(position, "draw")
    assert after["hands"][0] == nearly_all | {"common": dict(Counter(commons))}
    after = play(position, "trade common orange green", "trade bi orange green", "trade tri red green")
    assert len(cards_in(after["hands"][0])) == len(cards_in(nearly_all)) - 3
    after = play(position, "trade quint red purple", "take bonus")
    assert all(after["hands"][0][name] == list(COLOURS) for name in HIGHER[:3])
    assert after["draw"] == []


# What is known of hidden Commons


@rule("MO-16", "MO-9", "MO-18")
@pytest.mark.parametrize(
    ("known", "actions", "after"),
    [
        # hand: red red orange yellow blue blue, and Bi green and red; the draw deck begins with orange
        ("red", ["draw"], "red orange"),
        ("", ["draw"], "orange"),
        ("red orange", ["draw"], "red orange orange"),
        ("red", ["trade common red blue"], ""),
        ("red red", ["trade common red blue"], "red"),
        ("", ["trade common red blue"], ""),
        ("orange", ["trade common red blue"], "orange"),
        ("red blue yellow", ["trade common red blue"], "yellow"),
        ("red orange", ["wild bi as common with orange"], "red"),
        ("red red yellow", ["trade common red blue", "leap red orange yellow blue"], ""),
        ("red red yellow blue", ["buy bi", "lay common red"], "red yellow blue"),
        ("red yellow blue", ["buy bi", "lay common red", "lay common red"], "yellow blue"),
        ("red yellow blue", ["buy bi", "lay common orange"], "red yellow blue"),
        ("red yellow blue", ["trade bi red green"], "red yellow blue"),
    ],
)
def test_what_is_known_of_a_hand(known, actions, after):
    """A drawn Common is known; a Common that leaves a hand is taken off what is known first."""
    hands = {0: hand("red red orange yellow blue blue", bi="red green")}
    position = base(3, hands=hands, known={0: known}, draw=["orange", ...], discard=[])
    result = play(position, *actions)
    assert Counter(result["known"][0]) == Counter(after.split())


@rule("MO-11", "MO-16")
def test_a_bonus_common_is_known():
    """A bonus Common is known, beside those that were hidden."""
    hands = {0: hand("red blue", bi="red purple")}
    position = base(3, hands=hands, known={0: "blue"}, draw=["red", ...], discard=[])
    after = play(position, "trade bi red purple", "take bonus")
    assert (after["hands"][0]["common"], after["known"][0]) == ({"red": 2, "blue": 1}, {"red": 1, "blue": 1})


@rule("MO-5", "MO-16", "MO-18")
@each_game
def test_what_is_known_is_kept_so_throughout_random_games(players, teams):
    """Gained Commons become known, leaving ones are taken off first, a pass shows the hand, nothing else changes."""
    game = game_for(players, teams=teams)
    for seed in range(2):
        random, state = Random(seed), game.new_state(seed)
        before = position_of(game, state)
        known = [Counter() for _ in range(players)]
        for _ in range(500):
            action = game.action_name(random.choice(game.legal_actions(state)))
            game.play(state, action)
            after = position_of(game, state)
            seat = before["seat"]
            had, has = (Counter(position["hands"][seat]["common"]) for position in (before, after))
            known[seat] = Counter(has) if action == "pass" else known[seat] - (had - has) + (has - had)
            assert [Counter(colours) for colours in after["known"]] == known
            before = after
            if game.is_over(state):
                break


@rule("MO-5")
@pytest.mark.parametrize(("players", "teams"), [(3, False), (4, False), (4, True)])
def test_positions_that_differ_only_in_hidden_commons_look_alike(players, teams):
    """Hidden are only the Commons dealt at the start and never shown since: of all other seats, partners included."""
    hands = {0: hand("red green", bi="red"), 1: hand("red blue yellow"), 2: hand("blue orange orange", tri="blue")}
    other_hands = {**hands, 1: hand("red orange yellow"), 2: hand("blue blue orange", tri="blue")}
    known = {1: "yellow", 2: "blue"}
    for seat, prepared in product(range(players), (False, True)):
        one, other = (
            base(players, seat=seat, hands=given, known=known, teams=teams, prepared=prepared)
            for given in (hands, other_hands)
        )
        for watching in range(players):
            assert (told(one, watching) == told(other, watching)) == (watching not in (1, 2))


@rule("MO-5", "MO-7")
@pytest.mark.parametrize(("players", "teams"), [(3, False), (4, False), (4, True)])
def test_what_is_possible_depends_on_ones_own_hand_only(players, teams):
    """An action mask depends only on what that seat may know: not on the Commons of others."""
    mine = hand("red orange blue", bi="red purple")
    splits = [("red green", "blue yellow"), ("blue yellow", "red green"), ("red yellow", "blue green")]
    positions = [
        base(players, hands={0: mine, 1: hand(one), 2: hand(two)}, draw=["yellow", ...], discard=[], teams=teams)
        for one, two in splits
    ]
    for actions in ([], ["trade common red blue"], ["buy tri", "lay bi red"], ["trade bi red purple"]):
        assert len({told(play(position, *actions), 0) for position in positions}) == 1


@rule("MO-5", "MO-9")
@pytest.mark.parametrize(("players", "teams"), [(3, False), (4, False), (4, True)])
def test_whose_known_commons_are_whose_is_public(players, teams):
    """A drawn Common is known to be in that hand: everybody sees which seat has it."""
    one, other = (
        base(players, hands={1: hand(a), 2: hand(b)}, known={1: a, 2: b}, teams=teams)
        for a, b in (("red", "blue"), ("blue", "red"))
    )
    for seat in range(players):
        assert view(one, seat) != view(other, seat)


@rule("MO-5", "MO-9")
@each_count
def test_the_number_of_commons_in_a_hand_is_public(players):
    """For each other seat: number of Commons."""
    for holder in range(players):
        following = (holder + 1) % players
        one = base(players, hands={holder: hand("red red blue"), following: hand("green")})
        other = base(players, hands={holder: hand("red red"), following: hand("blue green")})
        for seat in range(players):
            assert view(one, seat) != view(other, seat)


@rule("MO-9", "MO-20")
@each_count
def test_monads_whose_turn_it_is_and_whether_a_trade_was_made_are_public(players):
    """A Monad goes to the table; whose turn it is and whether it is prepared is seen by all."""
    positions = [base(players), base(players, prepared=True), base(players, seat=1)]
    positions += [base(players, monads={holder: 1}) for holder in range(players)]
    for seat in range(players):
        assert len({view(position, seat) for position in positions}) == len(positions)


@rule("MO-5")
@each_game
def test_the_generator_is_seen_by_nobody(players, teams):
    """Two states that differ only in what chance has in store look alike."""
    position = base(players, hands={0: hand("red blue"), 1: hand("red")}, teams=teams)
    game, state = load(position)
    other = game.from_position(position | {"options": dict(game.options), "rng": "12345"})
    assert state.tobytes() != other.tobytes()
    for seat in range(players):
        assert game.observe(state, seat).tobytes() == game.observe(other, seat).tobytes()
    assert game.mask(state).tobytes() == game.mask(other).tobytes()


@rule("MO-5")
def test_with_two_players_a_seat_can_work_out_the_only_world_there_is():
    """With two players a seat can work out the opponent's hand exactly: `resample` returns the same position."""
    game = game_for(2, teams=False)
    for seed in range(3):
        random, state = Random(seed), game.new_state(seed)
        for step in range(200):
            if step < 10 or step % 10 == 0:
                for seat in range(2):
                    again = game.resample(state, seat, seed=step)
                    assert position_of(game, again) == position_of(game, state)
            game.play(state, random.choice(game.legal_actions(state)))
            if game.is_over(state):
                break


@rule("MO-5", "MO-9")
@each_game
def test_resampling_changes_nothing_that_the_seat_can_see_or_that_is_public(players, teams):
    """A seat cannot tell a resampled world from the real one; cards are conserved, what is known stays so."""
    game = game_for(players, teams=teams)
    changed = 0
    for seed in range(2):
        random, state = Random(seed), game.new_state(seed)
        for step in range(200):
            for seat in range(players) if step < 10 or step % 10 == 0 else ():
                again = game.resample(state, seat, seed=step)
                one, other = position_of(game, state), position_of(game, again)
                assert_conserved(other)
                assert game.observe(state, seat).tobytes() == game.observe(again, seat).tobytes()
                if game.seat(state) == seat:
                    assert game.mask(state).tobytes() == game.mask(again).tobytes()
                assert one["hands"][seat] == other["hands"][seat]
                changed += one != other
                for hand_, hand_again in zip(one["hands"], other["hands"], strict=True):
                    assert all(hand_[name] == hand_again[name] for name in HIGHER)
                    assert sum(hand_["common"].values()) == sum(hand_again["common"].values())
                assert one | {"hands": []} == other | {"hands": []}
            game.play(state, random.choice(game.legal_actions(state)))
    assert (changed >= 20) == (players > 2)


@rule("MO-5")
def test_resampling_draws_every_consistent_deal_equally_often():
    """Redrawn is, uniformly, what the seat cannot know: here which of red, red, blue is seat 1's one hidden Common."""
    hands = {0: hand("red"), 1: hand("green red", bi="red"), 2: hand("red blue green")}
    position = base(3, hands=hands, known={1: "green", 2: "green"})
    game, state = load(position)
    counts = Counter()
    for seed in range(1200):
        again = game.position(game.resample(state, 0, seed))
        first = Counter(again["hands"][1]["common"]) - Counter(["green"])
        counts[first["blue"]] += 1
    assert 325 <= counts[1] <= 475  # a third; standard deviation 16
    assert counts[0] + counts[1] == 1200


@rule("MO-5")
@pytest.mark.parametrize("teams", [False, True])
def test_resampling_a_new_game_deals_the_unseen_commons_anew(teams):
    """At the beginning the other seats' hands are a random deal of the 18 Commons not in one's own hand."""
    game = game_for(4, teams=teams)
    state = game.new_state(3)
    hands = game.position(state)["hands"]
    unseen = Counter(other_commons(4, hands[0]).split())
    sums = Counter()
    for seed in range(600):
        again = game.position(game.resample(state, 0, seed))["hands"]
        assert again[0] == hands[0]
        for seat in (1, 2, 3):
            sums.update((seat, colour) for _, colour in cards_in(again[seat]))
    for seat, colour in product((1, 2, 3), COLOURS):  # a third of each; standard deviation below 25
        assert abs(sums[seat, colour] - 600 * unseen[colour] / 3) < 110


# The end


WAYS = ("trade", "trade of a pair", "wild", "buy")


def last_step(way, players, seat):
    """Return the hand and the actions by which a seat gains a Monad in some way."""
    if way == "wild":
        identity = IDENTITIES[players][seat]
        partner = "purple" if identity in WARM else "red"
        return hand(tri=identity, quint=partner), [f"wild tri as quint with {partner}"]
    if way == "buy":
        cards = [("quint", "red"), ("quint", "orange"), ("tri", "red"), ("common", "red")]
        return hand_of(cards), payment("monad", cards)
    cool = "blue" if way == "trade" else "purple"
    return hand(quint=f"red {cool}"), [f"trade quint red {cool}"]


@rule("MO-20")
@each_count
@pytest.mark.parametrize("way", WAYS)
def test_a_seat_wins_at_once_with_enough_monads(players, way):
    """5 Monads win with 2 players, 4 with 3, 3 with 4, however the last was got; no bonus, no further turn."""
    needed = MONADS_TO_WIN[players]
    for seat in range(players):
        hand_, actions = last_step(way, players, seat)
        monads = dict.fromkeys(range(players), needed - 1)
        position = base(players, seat=seat, hands={seat: hand_}, monads=monads, draw=["blue"])
        after = play(position, *actions)
        assert (after["over"], after["seat"], after["phase"]) == (True, -1, "turn")
        assert after["monads"] == [needed - (other != seat) for other in range(players)]
        assert not any(after[key] for key in ("prepared", "bonus_used", "bonus_set", "paying"))
        paid = rewards(position, *actions)
        assert paid[:-1] == [[0] * players] * (len(actions) - 1)
        expected = [1 if other == seat else -1 / (players - 1) for other in range(players)]
        assert paid[-1] == pytest.approx(expected)


@rule("MO-20")
@each_count
@pytest.mark.parametrize("way", WAYS)
def test_with_a_monad_less_the_game_goes_on(players, way):
    """Before that number of Monads nobody has won."""
    hand_, actions = last_step(way, players, 0)
    position = base(players, hands={0: hand_}, monads={0: MONADS_TO_WIN[players] - 2})
    after = play(position, *actions)
    assert (after["over"], after["seat"]) == (False, 0)
    assert after["monads"][0] == MONADS_TO_WIN[players] - 1
    assert rewards(position, *actions)[-1] == [0] * players


@rule("MO-20")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("split", [(4, 0), (3, 1), (2, 2), (0, 4)])
def test_the_first_team_with_five_monads_together_wins(way, seat, split):
    """Seats 0+2 against 1+3: five together win, whoever of the two holds them; both get +1, the others -1."""
    partner = (seat + 2) % 4
    hand_, actions = last_step(way, 4, seat)
    monads = {seat: split[0], partner: split[1], (seat + 1) % 4: 1, (seat + 3) % 4: 3}
    position = base(4, seat=seat, hands={seat: hand_}, monads=monads, teams=True)
    after = play(position, *actions)
    assert (after["over"], after["seat"]) == (True, -1)
    assert after["monads"] == [monads[other] + (other == seat) for other in range(4)]
    expected = [1 if other in (seat, partner) else -1 for other in range(4)]
    assert rewards(position, *actions)[-1] == expected


@rule("MO-20")
@pytest.mark.parametrize("monads", [[3, 1, 0, 2], [2, 2, 1, 2], [0, 3, 3, 1], [3, 4, 0, 0], [0, 0, 0, 4]])
def test_a_team_with_four_monads_has_not_won_whoever_holds_them(monads):
    """In a team game three or four Monads of one seat are not enough."""
    position = base(4, hands={0: hand(quint="red blue")}, monads=dict(enumerate(monads)), teams=True)
    after = play(position, "trade quint red blue")
    assert (after["over"], after["monads"][0]) == (False, monads[0] + 1)


@rule("MO-20")
def test_the_same_position_is_won_or_not_by_the_kind_of_game():
    """Four players alone need three Monads; as teams five together."""
    given = {"hands": {1: hand(quint="red blue")}, "monads": {1: 2, 3: 1}, "seat": 1}
    assert play(base(4, **given), "trade quint red blue")["over"]
    assert not play(base(4, teams=True, **given), "trade quint red blue")["over"]


@rule("MO-20")
def test_only_four_can_play_as_teams():
    """`teams` only with four players."""
    for players in (2, 3):
        with pytest.raises(OptionError):
            game_for(players, teams=True)
    for players in (1, 5):
        with pytest.raises(OptionError):
            game_for(players)


@rule("MO-20")
def test_partners_do_not_exchange_information():
    """Each sees only its own hidden cards."""
    dealt = ["red red red orange orange orange", ALL, "yellow yellow yellow purple purple purple"]
    one = start(4, [*dealt, other_commons(4, *map(hand, dealt))], teams=True)
    other_dealt = [dealt[0], dealt[2], dealt[1]]
    other = start(4, [*other_dealt, other_commons(4, *map(hand, dealt))], teams=True)
    assert told(one, 0) == told(other, 0)
    assert told(one, 3) == told(other, 3)
    assert view(one, 2) != view(other, 2)


@rule("MO-20")
def test_nothing_can_be_played_when_the_game_is_over():
    """A seat wins at once: nobody acts any more."""
    position = base(hands={0: hand("red blue", quint="red blue")}, monads={0: 4})
    after = play(position, "trade quint red blue")
    assert legal(after) == set()
    assert_illegal(after, "trade common red blue", "end turn", "decline bonus")


@rule("MO-21", "MO-18")
@pytest.mark.parametrize("teams", [False, True])
@pytest.mark.parametrize("first", range(4))
def test_if_every_seat_passes_in_succession_the_game_ends(teams, first):
    """If every seat passes in succession the game ends, though two of them could have bought."""
    position = base(4, seat=first, teams=teams, **nobody_can_trade())
    for passes in range(4):
        seat = (first + passes) % 4
        assert (position["seat"], position["passes"], position["over"]) == (seat, passes, False)
        assert legal(position) == ({"pass"} if seat < 2 else {"pass", "buy tri"})
        position = play(position, "pass")
        assert position["known"][seat] == position["hands"][seat]["common"]
    assert (position["over"], position["seat"], position["passes"], position["phase"]) == (True, -1, 4, "turn")


@rule("MO-21")
@pytest.mark.parametrize(
    ("teams", "monads", "expected"),
    [
        (False, [0, 0, 0, 0], [0, 0, 0, 0]),
        (False, [1, 0, 0, 0], [1, -1 / 3, -1 / 3, -1 / 3]),
        (False, [1, 0, 2, 1], [-1 / 3, -1 / 3, 1, -1 / 3]),
        (False, [2, 0, 2, 1], [1 / 3, -1 / 3, 1 / 3, -1 / 3]),
        (False, [1, 1, 1, 0], [1 / 9, 1 / 9, 1 / 9, -1 / 3]),
        (True, [0, 0, 0, 0], [0, 0, 0, 0]),
        (True, [1, 0, 0, 0], [1, -1, 1, -1]),
        (True, [3, 2, 0, 2], [-1, 1, -1, 1]),
        (True, [3, 2, 0, 1], [0, 0, 0, 0]),
    ],
)
@pytest.mark.parametrize("on_the_last_decision", [False, True])
def test_after_all_have_passed_most_monads_wins_and_ties_are_shared(teams, monads, expected, on_the_last_decision):
    """Most Monads wins, ties shared, whatever is in the hands; also if it is the last decision there is."""
    position = base(4, teams=teams, monads=dict(enumerate(monads)), **nobody_can_trade())
    options = {"max_steps": DECISIONS + 4} if on_the_last_decision else {}
    paid = rewards(position, *["pass"] * 4, **options)
    assert paid[:3] == [[0] * 4] * 3
    assert paid[3] == pytest.approx(expected)


@rule("MO-21", "MO-22")
def test_truncation_after_three_passes_is_not_an_all_pass():
    """At truncation the value of the hands decides among equal Monads."""
    position = base(4, **nobody_can_trade())
    paid = rewards(position, *["pass"] * 3, max_steps=DECISIONS + 3)
    assert paid[2] == pytest.approx([-1 / 3, -1 / 3, 1 / 3, 1 / 3])  # 6, 6, 15 and 15 points in hand


@rule("MO-21")
@pytest.mark.parametrize("teams", [False, True])
def test_any_other_decision_breaks_the_row_of_passes(teams):
    """Consecutive passes; 0 after any other decision."""
    position = base(4, teams=teams, **nobody_can_trade())
    position = play(position, "pass", "pass")
    assert position["passes"] == 2
    position = play(position, "buy tri")
    assert position["passes"] == 0
    cards = [("bi", "yellow"), ("common", "red"), ("common", "red"), ("common", "blue"), ("common", "blue")]
    position = play(position, *payment("tri", cards)[1:], "end turn")
    assert (position["passes"], position["seat"]) == (0, 3)
    assert "pass" not in legal(position)


@rule("MO-21")
@each_count
def test_with_two_and_three_players_a_row_of_passes_cannot_be_completed(players):
    """It can only happen with four seats: with fewer, whoever passes last holds too much not to trade or buy."""
    random = Random(players)
    seen = 0
    for _ in range(150):
        position = random_stuck_position(players, random)
        passes = 0
        while "pass" in search_actions(position) and passes < players:
            position = play(position, "pass")
            passes += 1
            assert position["passes"] == passes
        seen += passes > 0
        assert position["over"] == (passes == players)
        assert players == 4 or not position["over"]
    assert seen > 20


@rule("MO-21")
@each_count
def test_the_number_of_passes_is_public(players):
    """Consecutive passes are seen by all."""
    position = stuck(hand("red"), players, known={0: "red"})
    one = play(position, "pass")
    for seat in range(players):
        assert view(one, seat) != view(one | {"passes": 0}, seat)


@rule("MO-22", "MO-1")
@pytest.mark.parametrize(
    ("hands", "monads", "winners"),
    [
        ({0: hand(quint=ALL)}, {1: 1}, {1}),  # a Monad before all values
        ({}, {0: 2, 1: 1}, {0}),
        ({}, {}, {0, 1}),
        ({0: hand("red")}, {}, {0}),
        ({0: hand("red"), 1: hand("blue blue")}, {0: 1, 1: 1}, {1}),
        ({0: hand(bi="red"), 1: hand("red blue blue")}, {}, {0, 1}),
        ({0: hand(tri="red"), 1: hand("red", bi="red blue")}, {}, {0, 1}),
        ({0: hand(quad="red"), 1: hand("red red", tri="red blue")}, {}, {0, 1}),
        ({0: hand(quint="red"), 1: hand("red", quad="red blue", bi="red")}, {}, {0, 1}),
        ({0: hand(quint="red"), 1: hand(quad="red blue", bi="red")}, {}, {0}),
        ({0: hand(bi="red"), 1: hand(ALL)}, {}, {1}),
        ({0: hand(quad="red"), 1: hand(bi=ALL)}, {}, {1}),  # 16 against 18
    ],
)
def test_at_truncation_monads_then_the_value_of_the_hand_decide(hands, monads, winners):
    """Most Monads, then highest total value of cards in hand, then shared."""
    position = base(hands=hands, monads=monads, prepared=True)
    expected = [0, 0] if len(winners) == 2 else [1 if seat in winners else -1 for seat in range(2)]
    assert rewards(position, "end turn", max_steps=DECISIONS + 1) == [expected]
    assert outcome(position) == expected


@rule("MO-22")
@pytest.mark.parametrize(
    ("hands", "monads", "expected"),
    [
        ({}, {}, [0, 0, 0, 0]),
        ({}, {0: 1, 2: 1, 1: 2}, [0, 0, 0, 0]),
        ({}, {0: 1, 2: 2, 1: 2}, [1, -1, 1, -1]),
        ({}, {3: 1}, [-1, 1, -1, 1]),
        ({0: hand(bi="red"), 2: hand("red"), 1: hand("red red red")}, {}, [1, -1, 1, -1]),  # 4 against 3
        ({0: hand(bi="red"), 2: hand("red"), 1: hand("red"), 3: hand(bi="blue")}, {}, [0, 0, 0, 0]),
        ({0: hand(quint="red"), 1: hand(quad="red blue"), 3: hand(bi="red blue")}, {}, [-1, 1, -1, 1]),  # 36 : 38
        ({0: hand(quint=ALL)}, {1: 1}, [-1, 1, -1, 1]),
    ],
)
def test_at_truncation_a_teams_monads_and_values_are_added(hands, monads, expected):
    """A team's are added; it counts as one player in the return."""
    position = base(4, hands=hands, monads=monads, prepared=True, teams=True)
    assert rewards(position, "end turn", max_steps=DECISIONS + 1) == [expected]


@rule("MO-22")
@pytest.mark.parametrize(("players", "tied"), [(3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (4, 3), (4, 4)])
def test_a_win_is_shared_among_the_tied_in_any_seats(players, tied):
    """Then shared: a winner's share is 1/k, the outcome (n·share - 1)/(n - 1)."""
    for winners in combinations(range(players), tied):
        colours = dict(zip(winners, COLOURS, strict=False))
        position = base(players, hands={seat: of("tri", colour) for seat, colour in colours.items()})
        share = (players / tied - 1) / (players - 1)
        expected = [share if seat in winners else -1 / (players - 1) for seat in range(players)]
        assert outcome(position) == pytest.approx(expected)


@rule("MO-22")
@each_game
def test_truncation_ends_the_game_as_it_stands(players, teams):
    """When over: the turn's flags are false, nobody is to move, everything else stays as the last decision left it."""
    hands = {0: hand("red blue"), 1: hand("red")}
    position = base(players, hands=hands, teams=teams)
    after = play(position, "trade common red blue", max_steps=DECISIONS + 1)
    going_on = play(position, "trade common red blue")
    assert after == going_on | {"over": True, "seat": -1, "prepared": False}
    assert play(position, "trade common red blue", max_steps=DECISIONS + 2) == going_on


@rule("MO-22", "MO-12")
def test_truncation_before_a_bonus_is_taken():
    """When over: phase turn, flags false, `bonus_set` null; the bonus is not taken."""
    position = base(hands={0: hand(quad="red purple")}, draw=[...], discard=[])
    after = play(position, "trade quad red purple", max_steps=DECISIONS + 1)
    assert (after["over"], after["phase"], after["bonus_set"], after["bonus_used"]) == (True, "turn", None, False)
    assert after["hands"][0] == hand(quint="red")
    taken = play(position, "trade quad red purple", "take bonus", max_steps=DECISIONS + 2)
    assert (taken["over"], taken["phase"], taken["bonus_set"], taken["bonus_used"]) == (True, "turn", None, False)


@rule("MO-22", "MO-14")
@each_game
def test_cards_laid_in_an_unfinished_payment_do_not_count(players, teams):
    """Cards laid in an unfinished payment do not count for the value of the hand; they stay where they are."""
    hands = {0: hand("red", bi="red orange"), 1: hand("red", bi="yellow")}
    position = base(players, hands=hands, teams=teams)
    last = {"max_steps": DECISIONS + 3}
    after = play(position, "buy tri", "lay bi red", "lay common red", **last)
    assert (after["over"], after["seat"], after["phase"]) == (True, -1, "turn")
    assert after["paying"] == {"target": "tri", "laid": [["bi", "red"], ["common", "red"]]}
    assert after["hands"][0] == hand(bi="orange")
    assert play(after, max_steps=DECISIONS) == after
    paid = rewards(position, "buy tri", "lay bi red", "lay common red", **last)[-1]  # 3 points against 4
    lost = -1 if teams or players == 2 else -1 / (players - 1)
    assert paid == pytest.approx([1 if seat == 1 or (teams and seat == 3) else lost for seat in range(players)])
    finished = rewards(position, *payment("tri", [("bi", "red"), ("common", "red"), ("bi", "orange")]), max_steps=105)
    assert finished[-1][0] == 1  # 7 points against 4


@rule("MO-22", "MO-20")
@pytest.mark.parametrize("way", WAYS)
@each_count
def test_a_win_on_the_last_decision_stands(players, way):
    """A win on that very decision stands."""
    hand_, actions = last_step(way, players, 0)
    needed = MONADS_TO_WIN[players]
    monads = dict.fromkeys(range(players), needed - 1)
    position = base(players, hands={0: hand_, 1: hand(quad=ALL)}, monads=monads)
    paid = rewards(position, *actions, max_steps=DECISIONS + len(actions))
    assert paid[-1] == pytest.approx([1] + [-1 / (players - 1)] * (players - 1))


@rule("MO-22")
@each_game
def test_an_episode_lasts_3000_decisions_at_most_by_default(players, teams):
    """`max_steps` default 3000."""
    assert_longest(base(players, teams=teams, prepared=True), 3000, "end turn", "flip")


@rule("MO-23")
@pytest.mark.parametrize(
    ("players", "teams", "monads", "expected"),
    [
        (2, False, [4, 1], [4, 1]),
        (3, False, [0, 3, 2], [0, 3, 2]),
        (4, False, [2, 1, 0, 2], [2, 1, 0, 2]),
        (4, True, [2, 1, 0, 2], [2, 3, 2, 3]),
        (4, True, [0, 4, 1, 0], [1, 4, 1, 4]),
    ],
)
def test_the_points_are_the_monads_held_a_teams_together(players, teams, monads, expected):
    """Points: the Monads held, a team's together; `score` pays them at the end."""
    hands = {0: hand(quint="red"), 1: hand("red")}
    position = base(players, hands=hands, monads=dict(enumerate(monads)), teams=teams, prepared=True)
    assert points(position) == expected
    options = {"reward": "score", "max_steps": DECISIONS + 2}
    assert rewards(position, "end turn", "flip", **options) == [[0] * players, expected]


@rule("MO-23", "MO-20")
@each_game
@pytest.mark.parametrize("way", WAYS)
def test_score_pays_at_the_end_and_score_delta_when_a_monad_is_gained(players, teams, way):
    """`score` pays the Monads held at the end, `score_delta` +1 for each when it is gained, to both partners."""
    hand_, actions = last_step(way, players, 0)
    gaining = [1 if seat == 0 or (teams and seat == 2) else 0 for seat in range(players)]
    nothing = [0] * players
    going_on = base(players, hands={0: hand_}, monads={1: 1}, teams=teams)
    for reward, expected in (("score", nothing), ("score_delta", gaining)):
        assert rewards(going_on, *actions, reward=reward) == [nothing] * (len(actions) - 1) + [expected]
    needed = 5 if teams else MONADS_TO_WIN[players]
    winning = base(players, hands={0: hand_}, monads={0: needed - 1, 1: 1}, teams=teams)
    points = [needed, 1, needed, 1] if teams else [needed, 1, 0, 0][:players]
    for reward, expected in (("score", points), ("score_delta", gaining)):
        assert rewards(winning, *actions, reward=reward) == [nothing] * (len(actions) - 1) + [expected]


@rule("MO-23")
def test_score_delta_pays_for_monads_only():
    """+1 per Monad when it is gained, nothing for anything else."""
    hands = {0: hand("red orange yellow purple", bi="red purple", tri="red blue")}
    position = base(hands=hands, draw=[...], discard=[])
    actions = ["trade bi red purple", "take bonus", "trade tri red blue", "trade common red purple", "end turn", "draw"]
    assert rewards(position, *actions, reward="score_delta") == [[0, 0]] * len(actions)


# Whole games


def bonus_is_due(action, position):
    """Return whether an action in a position is a trade for which a bonus is offered."""
    words = action.split()
    if words[0] != "trade" or position["bonus_used"] or (words[2], words[3]) not in BONUS_PAIRS:
        return False
    lower = SETS[: SETS.index(words[1])]
    return any(position["draw"] if name == "common" else position["columns"][name] for name in lower)


@rule("MO-2", "MO-7", "MO-8", "MO-11", "MO-12", "MO-13", "MO-14", "MO-15", "MO-16", "MO-17", "MO-18")
@each_game
@pytest.mark.parametrize("seed", range(2))
def test_conservation_and_exactly_the_legal_actions_in_every_state_of_random_games(players, teams, seed):
    """12/18/24 Commons, 6 of each higher set, 10 Monads; legal is what a search finds; a bonus is offered when due."""
    game = game_for(players, teams=teams)
    random, state = Random(seed), game.new_state(seed)
    for _ in range(400):
        position = position_of(game, state)
        assert_conserved(position)
        actions = names(game, state)
        assert actions
        assert actions == search_actions(position)
        action = random.choice(sorted(actions))
        game.play(state, action)
        if game.is_over(state):
            break
        after = game.position(state)
        assert (after["phase"] == "bonus") == bonus_is_due(action, position)


@rule("MO-2", "MO-20", "MO-22")
@each_game
def test_random_games_end_with_a_win(players, teams):
    """Random play needs about 1,500 decisions, at most some 2,200, so it is not truncated; a win ends it."""
    game = game_for(players, teams=teams)
    for seed in range(2):
        random, state = Random(seed), game.new_state(seed)
        while not game.is_over(state):
            rewards_ = game.play(state, random.choice(game.legal_actions(state)))
            assert_conserved(game.position(state))
        position = game.position(state)
        held = position["monads"]
        if teams:
            held = [held[seat] + held[(seat + 2) % 4] for seat in range(4)]
        needed = 5 if teams else MONADS_TO_WIN[players]
        assert max(held) == needed
        assert position["decisions"] < 3000
        lost = -1 if teams else -1 / (players - 1)
        assert rewards_.tolist() == pytest.approx([1 if count == needed else lost for count in held])
