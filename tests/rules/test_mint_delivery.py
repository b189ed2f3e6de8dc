"""Rule tests of Mint Delivery: each asserts what the specification says of the rules that its marker names."""

from collections import Counter
from itertools import pairwise, permutations
from random import Random

import pytest
from language import (
    DECISIONS,
    assert_illegal,
    assert_longest,
    legal,
    load,
    names,
    new,
    outcome,
    play,
    position_of,
    rewards,
    rule,
    shipped_document,
    standing,
    view,
)
from positions_mint_delivery import (
    NE,
    NEIGHBOURS,
    NW,
    POINTS,
    SE,
    SPACES,
    SW,
    TOWNS,
    WAREHOUSES,
    assert_conserved,
    base,
    dealing,
    each_count,
    game_for,
    hoard,
    more_than_two,
    orders_in_game,
    town,
)

ORDERS = [  # mints and points of orders 0 to 8 of each town; the tenth differs
    ([2, 0, 0], 2),
    ([4, 0, 0], 2),
    ([0, 1, 0], 2),
    ([2, 1, 0], 3),
    ([0, 0, 1], 3),
    ([0, 2, 0], 3),
    ([1, 0, 1], 3),
    ([1, 2, 0], 4),
    ([0, 1, 1], 4),
]
TENTH_ORDERS = [([0, 0, 2], 5), ([1, 1, 1], 5), ([0, 3, 0], 5), ([0, 0, 2], 5)]
CARDS = [
    (name, *card)
    for name, tenth in zip(TOWNS, TENTH_ORDERS, strict=True)
    for card in (*ORDERS, tenth)  # the number of an order is its place in this list
]


def moves(space):
    """Return the names of the moves to the neighbours of a space."""
    return {f"move {neighbour}" for neighbour in NEIGHBOURS[space]}


def settled(players, seed, keep="keep none"):
    """Return the position after set-up in which every seat has made the same choice."""
    game = game_for(players)
    state = game.new_state(seed)
    for _ in range(players):
        game.play(state, keep)
    return position_of(game, state)


def towns_without(order):
    """Return towns with two orders face up and one in the deck, none of them `order`."""
    rest = [other for other in range(40) if other != order]
    return {name: town(rest[3 * i : 3 * i + 2], rest[3 * i + 2 : 3 * i + 3]) for i, name in enumerate(TOWNS)}


# Components


@rule("MD-1", "MD-8")
@each_count
def test_the_mints_of_a_new_game_are_20_classic_10_sugar_free_and_8_cinnamon(players):
    """Mints: 20 classic, 10 sugar-free, 8 cinnamon; every truck starts with 4 classic from the supply."""
    game = game_for(players)
    position = new(game, seed=5)
    assert position["supply"] == [20 - 4 * players, 10, 8]
    assert position["trucks"] == [{"space": "mintopia", "mints": [4, 0, 0]}] * players
    assert [place for name in TOWNS for place in settled(players, 5)["towns"][name]["face_up"] if place["mints"]] == []


@rule("MD-1", "MD-11")
@pytest.mark.parametrize("mints", [[0, 0, 0], [1, 0, 0], [0, 1, 1], [1, 1, 1], [3, 0, 0], [4, 0, 0], [0, 2, 2]])
def test_a_truck_holds_four_mints_of_whatever_types(mints):
    """Truck capacity 4."""
    position = base(trucks={0: ("mintopia", mints)})
    assert legal(position, "load") == {f"load {count}" for count in range(1, 4 - sum(mints) + 1)}


@rule("MD-2", "MD-10")
@pytest.mark.parametrize("space", SPACES)
def test_a_move_goes_to_the_spaces_joined_by_a_road(space):
    """Mintopia joins each warehouse; between each warehouse and each of its two towns lies one movement space."""
    position = base(trucks={0: (space, [0, 0, 0])})
    assert legal(position, "move") == moves(space)
    for neighbour in NEIGHBOURS[space]:
        moved = play(position, f"move {neighbour}")
        assert moved == base(trucks={0: (neighbour, [0, 0, 0])}, actions_left=1)


@rule("MD-2")
def test_the_map_has_17_spaces_and_20_roads_and_every_town_two_roads():
    """17 spaces, 20 roads; every town has two roads."""
    assert sum(name.startswith("move ") for name in game_for(2).actions.names) == 17
    ends = [len(legal(base(trucks={0: (space, [0, 0, 0])}), "move")) for space in SPACES]
    assert sum(ends) == 2 * 20
    assert [ends[SPACES.index(name)] for name in TOWNS] == [2, 2, 2, 2]


@rule("MD-2")
@pytest.mark.parametrize("seed", range(5))
def test_the_map_is_always_laid_out_alike(seed):
    """Nine map cards, always laid out alike: from Mintopia one always comes to the four warehouses."""
    position = settled(3, seed)
    assert position["roads"] == {}
    assert legal(position, "move") == moves("mintopia")


@rule("MD-2", "MD-9", "MD-11", "MD-13")
@pytest.mark.parametrize("space", SPACES)
def test_each_space_offers_exactly_the_actions_of_its_kind(space):
    """Spaces are action spaces (city, town, warehouse) or plain movement spaces."""
    expected = moves(space) | {"end turn"}
    if space == "mintopia":
        expected |= {"load 1", "unload classic", "upgrade sugar-free", "upgrade cinnamon"}
    elif space in WAREHOUSES:
        expected |= {"load 1", "unload classic", "upgrade sugar-free"}
    elif space in TOWNS:
        expected |= {"take 1", "take 2"}
    assert legal(base(trucks={0: (space, [3, 0, 0])})) == expected


@rule("MD-3")
def test_the_data_file_has_ten_orders_for_each_town_of_two_to_five_points():
    """40 orders, ten per town; each names a town, the mints wanted and 2 to 5 points."""
    cards = shipped_document("mint_delivery")["orders"]["cards"]
    assert Counter(card["town"] for card in cards) == dict.fromkeys(TOWNS, 10)
    assert {card["points"] for card in cards} == {2, 3, 4, 5}
    assert [(card["town"], card["mints"], card["points"]) for card in cards] == CARDS


@rule("MD-3", "MD-15", "MD-18")
@pytest.mark.parametrize("order", range(40))
def test_each_order_takes_its_mints_in_its_town_and_brings_its_points(order):
    """Each order names a town, the mints wanted and its points."""
    name, mints, points = CARDS[order]
    position = base(3, trucks={0: (name, mints)}, unfinished={0: [order]}, towns=towns_without(order))
    fulfilled = play(position, "fulfil 1")
    assert fulfilled == base(3, trucks={0: (name, [0, 0, 0])}, completed={0: [order]}, towns=towns_without(order))
    assert standing(position)[0] == [0, 0, mints[0] + 2 * mints[1] + 3 * mints[2]]
    assert standing(fulfilled)[0] == [points, 1, 0]


@rule("MD-3", "MD-15")
@pytest.mark.parametrize("order", range(40))
def test_no_order_is_fulfilled_with_a_mint_too_few_or_elsewhere(order):
    """An order is fulfilled in the town that it names, with the mints that it wants."""
    name, mints, _ = CARDS[order]
    others = {"unfinished": {0: [order]}, "towns": towns_without(order)}
    for kind in range(3):
        short = [count - (kind == other) for other, count in enumerate(mints)]
        if min(short) >= 0:
            assert legal(base(3, trucks={0: (name, short)}, **others), "fulfil") == set()
    for space in SPACES:
        if space != name:
            assert legal(base(3, trucks={0: (space, mints)}, **others), "fulfil") == set()


@rule("MD-4")
def test_the_data_file_has_thirteen_abilities_and_six_road_conditions():
    """13 abilities with tokens for each of the three in play; 6 road conditions."""
    data = shipped_document("mint_delivery")
    assert [card["name"] for card in data["abilities"]["cards"]] == [
        "capacity",
        "actions",
        "move_two",
        "warehouse_load",
        "cheap_cinnamon",
        "upgrade_anywhere",
        "sugar_in_town",
        "fourth_order",
        "free_load",
        "home",
        "town_load",
        "tip",
        "drop_order",
    ]
    assert set(data["road_conditions"]["tokens"]) == {
        "road_closed",
        "traffic_jam",
        "toll_booth",
        "racetrack",
        "loading_zone",
        "tunnel",
    }


@rule("MD-4")
def test_three_of_the_thirteen_abilities_are_in_play_and_any_of_the_six_road_conditions():
    """13 abilities, three of them in play; 6 road conditions."""
    game = game_for(2, abilities=True, road_conditions=4)
    positions = [new(game, seed) for seed in range(200)]
    assert {len(set(position["offer"])) for position in positions} == {3}
    assert len({name for position in positions for name in position["offer"]}) == 13
    assert {len(position["roads"]) for position in positions} == {4}
    assert len({name for position in positions for name in position["roads"]}) == 6


@rule("MD-4")
def test_there_is_a_token_of_each_ability_for_each_of_five_seats():
    """5 tokens for each of the three in play: all of five seats can acquire the same ability."""
    completed = {seat: [10 * (seat % 4) + seat // 4] for seat in range(5)}
    position = base(5, completed=completed, offer=["town_load", "tip", "capacity"])
    for _ in range(5):
        position = play(position, "acquire 1", "end turn")
    assert position["abilities"] == [["town_load"]] * 5


@rule("MD-4")
@each_count
def test_the_base_game_has_neither_abilities_nor_road_conditions(players):
    """Abilities and road conditions belong to the variants: nothing is on offer, nothing lies on the roads."""
    position = settled(players, 3)
    assert (position["offer"], position["roads"]) == ([], {})
    assert (position["abilities"], position["allocated"]) == ([[]] * players, [0] * players)


@rule("MD-2", "MD-4")
@each_count
def test_the_actions_are_the_same_for_every_number_of_players(players):
    """A few dozen actions in all; the same space for every variant."""
    expected = {f"keep {subset}" for subset in ("none", "a", "b", "c", "ab", "ac", "bc", "abc")}
    expected |= {f"move {space}" for space in SPACES} | {f"load {count}" for count in range(6)}
    expected |= {f"{verb} {kind}" for verb in ("unload", "toll") for kind in ("classic", "sugar-free", "cinnamon")}
    expected |= {f"remove {name} {slot}" for name in TOWNS for slot in (1, 2)} | {"take 1", "take 2"}
    expected |= {f"{verb} {slot}" for verb in ("fulfil", "drop") for slot in (1, 2, 3, 4)}
    expected |= {f"acquire {slot}" for slot in (1, 2, 3)} | {"upgrade sugar-free", "upgrade cinnamon"}
    expected |= {"end turn", "done"}
    actions = game_for(players).actions.names
    assert set(actions) == expected
    assert len(actions) == 62
    assert actions == game_for(2).actions.names


# Setup


@rule("MD-5")
@each_count
def test_three_orders_are_dealt_to_each_seat_and_seat_0_decides_first(players):
    """All orders are shuffled; three are dealt to each seat."""
    game = game_for(players)
    for seed in range(50):
        position = game.position(game.new_state(seed))
        assert (position["phase"], position["seat"], position["decisions"]) == ("keep", 0, 0)
        assert [len(orders) for orders in position["dealt"]] == [3] * players
        assert position["kept"] == position["unfinished"] == position["completed"] == [[]] * players
        assert len(position["out"]) == 40 - 3 * players
        assert_conserved(position)


@rule("MD-5")
def test_every_order_is_dealt_to_every_seat_equally_often():
    """All orders are shuffled: of 2000 deals an order is in a given seat's three about 150 times."""
    game = game_for(3)
    counts = [Counter() for _ in range(3)]
    for seed in range(2000):
        for count, orders in zip(counts, new(game, seed)["dealt"], strict=True):
            count.update(orders)
    for count in counts:  # standard deviation 11.8
        assert all(90 <= count[order] <= 210 for order in range(40))


@rule("MD-5")
@pytest.mark.parametrize(
    ("dealt", "allowed"),
    [
        ([0, 10, 20], "none a b c ab ac bc abc"),  # points 2 2 2
        ([0, 10, 3], "none a b c ab ac bc"),  # 2 2 3
        ([0, 3, 4], "none a b c ab ac bc"),  # 2 3 3
        ([3, 4, 5], "none a b c ab ac bc"),  # 3 3 3
        ([0, 7, 9], "none a b c ab"),  # 2 4 5
        ([9, 0, 7], "none a b c bc"),  # 5 2 4
        ([7, 9, 0], "none a b c ac"),  # 4 5 2
        ([7, 3, 0], "none a b c ac bc"),  # 4 3 2
        ([7, 8, 17], "none a b c"),  # 4 4 4
        ([9, 19, 29], "none a b c"),  # 5 5 5
        ([0, 10, 19], "none a b c ab"),  # 2 2 5
        ([0, 17, 10], "none a b c ab ac bc"),  # 2 4 2
    ],
)
def test_exactly_the_subsets_of_at_most_six_points_may_be_kept(dealt, allowed):
    """Each seat keeps any number of the dealt orders whose points add up to at most 6."""
    expected = {f"keep {subset}" for subset in allowed.split()}
    assert legal(dealing([dealt, [30, 31, 32]])) == expected
    assert legal(play(dealing([[30, 31, 32], dealt]), "keep none")) == expected


@rule("MD-5")
@pytest.mark.parametrize(
    ("choice", "kept"),
    [
        ("none", []),
        ("a", [20]),
        ("b", [10]),
        ("c", [0]),
        ("ab", [20, 10]),
        ("ac", [20, 0]),
        ("bc", [10, 0]),
        ("abc", [20, 10, 0]),
    ],
)
def test_the_letters_name_the_dealt_orders_in_their_order(choice, kept):
    """One decision over the 8 subsets: kept orders lie aside, the seat's others go back."""
    position = play(dealing([[20, 10, 0], [30, 31, 32]]), f"keep {choice}")
    assert set(position["kept"][0]) == set(kept)
    assert position["dealt"] == [[], [30, 31, 32]]
    assert {0, 10, 20} - set(kept) <= set(position["out"])
    assert (position["seat"], position["phase"], position["unfinished"]) == (1, "keep", [[], []])


@rule("MD-5", "MD-9")
@each_count
def test_the_seats_decide_in_turn_and_kept_orders_are_face_up_only_when_all_have(players):
    """One decision per seat; kept orders stay secret until all have decided, then are face up before their owner."""
    dealt = [[seat, 10 + seat, 20 + seat] for seat in range(players)]
    position = dealing(dealt)
    for seat in range(players):
        assert (position["seat"], position["phase"]) == (seat, "keep")
        assert position["unfinished"] == [[]] * players
        assert position["kept"] == [[order] for order in range(10, 10 + seat)] + [[]] * (players - seat)
        assert position["dealt"] == [[]] * seat + dealt[seat:]
        position = play(position, "keep b")
    assert position["unfinished"] == [[10 + seat] for seat in range(players)]
    assert position["dealt"] == position["kept"] == [[]] * players
    assert (position["seat"], position["phase"], position["actions_left"]) == (0, "turn", 2)


@rule("MD-5")
@each_count
def test_dealt_orders_are_secret(players):
    """Hidden are other seats' dealt orders; the number of points among them makes no difference either."""
    dealt = [[seat, 10 + seat, 20 + seat] for seat in range(players)]
    one, other = dealing(dealt), dealing([[29, 38, 39], *dealt[1:]])
    assert view(one, 0) != view(other, 0)
    for seat in range(1, players):
        assert view(one, seat) == view(other, seat)


@rule("MD-5")
@each_count
def test_kept_orders_are_secret_until_all_have_decided(players):
    """Kept orders stay secret until all have decided: neither which nor how many shows."""
    dealt = [[seat, 10 + seat, 20 + seat] for seat in range(players)]
    positions = [play(dealing(dealt), f"keep {choice}") for choice in ("none", "a", "c", "ab")]
    for seat in range(1, players):
        assert len({view(position, seat) for position in positions}) == 1
    assert len({frozenset(legal(position)) for position in positions}) == 1
    assert len({view(position, 0) for position in positions}) > 1


@rule("MD-5")
@each_count
def test_whether_other_seats_kept_much_makes_no_difference_to_what_may_be_kept(players):
    """The choice depends only on the seat's own dealt orders."""
    dealt = [[0, 10, 19]] + [[1 + seat, 11 + seat, 20 + seat] for seat in range(1, players)]
    position = play(dealing(dealt[1:] + dealt[:1]), *["keep a"] * (players - 1))
    assert legal(position) == {"keep none", "keep a", "keep b", "keep c", "keep ab"}


@rule("MD-6", "MD-7")
@each_count
@pytest.mark.parametrize("keep", ["keep none", "keep b"])
def test_each_town_gets_seven_orders_two_of_them_face_up(players, keep):
    """The orders not kept are dealt to the four towns, seven each, the rest go out; two of each are turned face up."""
    for seed in range(20):
        position = settled(players, seed, keep)
        kept = 0 if keep == "keep none" else 1
        for name in TOWNS:
            face_up = position["towns"][name]["face_up"]
            assert [place["mints"] for place in face_up] == [0, 0]
            assert len(position["towns"][name]["deck"]) == 5
        assert [len(orders) for orders in position["unfinished"]] == [kept] * players
        assert len(position["out"]) == 40 - 28 - kept * players
        assert_conserved(position)


TWO_POINTERS = [[0, 1, 2], [10, 11, 12], [20, 21, 22], [30, 31, 32]]


@rule("MD-6", "MD-7")
@pytest.mark.parametrize(
    ("choices", "sizes", "out"),
    [
        (["abc", "abc", "abc", "abc", "ab"], [7, 7, 6, 6], 0),  # 14 kept, 26 remain
        (["abc", "abc", "abc", "abc", "a"], [7, 7, 7, 6], 0),  # 13 kept, 27 remain
        (["abc", "abc", "abc", "abc", "none"], [7, 7, 7, 7], 0),  # 12 kept, 28 remain
        (["abc", "abc", "abc", "ab", "none"], [7, 7, 7, 7], 1),  # 11 kept, 29 remain
        (["abc", "abc", "abc", "a", "ab"], [7, 7, 7, 7], 0),  # 12 kept, 28 remain
    ],
)
def test_with_fewer_than_28_orders_the_decks_are_dealt_round_robin(choices, sizes, out):
    """If fewer than 28 remain, the decks are dealt round-robin, beginning with the data file's first town."""
    dealt = dealing([*TWO_POINTERS, [3, 13, 23]])
    position = play(dealt, *(f"keep {choice}" for choice in choices))
    assert [2 + len(position["towns"][name]["deck"]) for name in TOWNS] == sizes
    assert all(None not in position["towns"][name]["face_up"] for name in TOWNS)
    assert len(position["out"]) == out
    assert position["phase"] == "turn"
    assert not position["last_round"]


@rule("MD-6", "MD-7")
def test_orders_come_into_every_town_and_place_equally_often_whatever_town_they_name():
    """The orders not kept are shuffled and dealt whatever town they name: every place is equally likely."""
    games = 2000
    places, out = Counter(), Counter()
    for seed in range(games):
        position = settled(2, seed)
        out.update(position["out"])
        for name in TOWNS:
            orders = [place["order"] for place in position["towns"][name]["face_up"]] + position["towns"][name]["deck"]
            places.update((name, order) for order in orders)
            places.update(enumerate(orders))
    for order in range(40):
        assert 500 <= out[order] <= 700  # 12/40 of 2000, standard deviation 20
        assert all(265 <= places[name, order] <= 435 for name in TOWNS)  # 7/40 of 2000, standard deviation 17
        assert all(125 <= places[slot, order] <= 275 for slot in range(7))  # 1/10 of 2000, standard deviation 13


@rule("MD-5", "MD-6")
def test_dealt_orders_that_are_not_kept_are_shuffled_in_with_the_others():
    """The orders not kept, dealt ones included, are shuffled and dealt to the decks: 28 of 40 are in the game."""
    game = game_for(2)
    in_game = 0
    for seed in range(500):
        state = game.new_state(seed)
        dealt = game.position(state)["dealt"][0]
        for _ in range(2):
            game.play(state, "keep none")
        in_game += sum(order in orders_in_game(game.position(state)) for order in dealt)
    assert 970 <= in_game <= 1130  # 0.7 of 1500, standard deviation 18


@rule("MD-5", "MD-6")
@each_count
def test_kept_orders_are_in_no_deck(players):
    """The orders not kept go to the decks; those kept are before their owner, at most 6 points of them."""
    game = game_for(players)
    for seed in range(50):
        random, state = Random(seed), game.new_state(seed)
        for _ in range(players):
            game.play(state, random.choice(game.legal_actions(state)))
        position = game.position(state)
        assert_conserved(position)
        assert all(sum(POINTS[order] for order in orders) <= 6 for orders in position["unfinished"])


@rule("MD-8")
@each_count
def test_every_truck_starts_in_mintopia_with_four_classic(players):
    """Every truck starts in Mintopia City with 4 classic mints (with five players the supply is then empty)."""
    position = settled(players, 11)
    assert position["trucks"] == [{"space": "mintopia", "mints": [4, 0, 0]}] * players
    assert position["supply"][0] == {2: 12, 3: 8, 4: 4, 5: 0}[players]
    assert legal(position) == moves("mintopia") | {
        "unload classic",
        "upgrade sugar-free",
        "upgrade cinnamon",
        "end turn",
    }


# A turn


@rule("MD-9")
@pytest.mark.parametrize(
    ("start", "first", "second"),
    [
        (("mintopia", [4, 0, 0]), "upgrade sugar-free", "upgrade sugar-free"),
        (("mintopia", [4, 0, 0]), "upgrade cinnamon", "load 1"),
        (("mintopia", [4, 0, 0]), "move north_warehouse", "move mintopia"),
        (("mintopia", [2, 0, 0]), "load 1", "load 1"),
        (("mintopia", [2, 0, 0]), "load 2", "upgrade cinnamon"),
        (("mintopia", [2, 0, 0]), "upgrade sugar-free", "move east_warehouse"),
        (("mintopia", [2, 0, 0]), "move east_warehouse", "upgrade sugar-free"),
        (("mintopia", [1, 0, 0]), "unload classic", "load 4"),
        (("mintopia", [3, 0, 0]), "load 1", "move south_warehouse"),
        ((NW, [0, 0, 0]), "take 1", "take 1"),
        ((NW, [0, 0, 0]), "take 2", "move northwest_west_road"),
        (("northwest_west_road", [0, 0, 0]), "move northwest_town", "take 2"),
    ],
)
def test_a_turn_is_two_actions_in_any_order_repeats_allowed(start, first, second):
    """Up to two actions, any order, repeats allowed; the turn ends by itself as soon as none is left."""
    position = base(trucks={0: start})
    between = play(position, first)
    assert (between["seat"], between["actions_left"], between["phase"]) == (0, 1, "turn")
    end = play(between, second)
    assert (end["seat"], end["actions_left"], end["phase"]) == (1, 2, "turn")


@rule("MD-9")
@each_count
def test_a_seat_may_end_its_turn_early_and_the_next_clockwise_follows(players):
    """The seat may end its turn early, with two actions left or one; seats take turns in order."""
    for seat in range(players):
        for actions_left in (2, 1):
            position = base(players, seat=seat, actions_left=actions_left)
            assert "end turn" in legal(position)
            assert play(position, "end turn") == base(players, seat=(seat + 1) % players)


@rule("MD-9")
@each_count
def test_turns_go_round(players):
    """Turn order is clockwise; after two actions of each seat it is again the turn of seat 0."""
    names_played = ["move north_warehouse", "move mintopia"] * players
    position = base(players)
    for count, name in enumerate(names_played):
        assert position["seat"] == count // 2
        position = play(position, name)
    assert position == base(players)


@rule("MD-9")
def test_with_actions_left_the_turn_does_not_end_by_itself():
    """With actions left `end turn` is always an explicit decision, whatever else can be done."""
    position = base(actions_left=1, trucks={0: ("northwest_north_road", [0, 0, 0])})
    assert legal(position) == {"move northwest_town", "move north_warehouse", "end turn"}
    after_first = play(base(trucks={0: (NW, [0, 0, 0])}, unfinished={0: [0, 1, 2]}), "move northwest_north_road")
    assert (after_first["seat"], after_first["actions_left"]) == (0, 1)


@rule("MD-9", "MD-15")
@more_than_two
def test_without_actions_the_turn_goes_on_while_an_order_can_be_fulfilled(players):
    """The turn ends by itself as soon as no action is left and nothing free can be done."""
    trucks = {0: ("northwest_north_road", [2, 1, 0])}
    position = play(base(players, actions_left=1, trucks=trucks, unfinished={0: [0, 2]}), "move northwest_town")
    assert position == base(players, actions_left=0, trucks={0: (NW, [2, 1, 0])}, unfinished={0: [0, 2]})
    assert legal(position) == {"fulfil 1", "fulfil 2", "end turn"}
    assert play(position, "end turn") == base(players, seat=1, trucks={0: (NW, [2, 1, 0])}, unfinished={0: [0, 2]})
    position = play(position, "fulfil 2")
    assert (position["seat"], position["actions_left"]) == (0, 0)
    assert legal(position) == {"fulfil 1", "end turn"}
    assert play(position, "fulfil 1") == base(players, seat=1, trucks={0: (NW, [0, 0, 0])}, completed={0: [0, 2]})


@rule("MD-9", "MD-15")
def test_an_order_taken_with_the_last_action_can_still_be_fulfilled():
    """Nothing free can be done is judged after the action: the order just taken may be fulfilled at once."""
    towns = {NW: town([0, 25], [35, 9])}
    position = play(base(3, actions_left=1, trucks={0: (NW, [2, 0, 0])}, towns=towns), "take 1")
    assert (position["seat"], position["actions_left"]) == (0, 0)
    assert legal(position) == {"fulfil 1", "end turn"}


@rule("MD-9")
@pytest.mark.parametrize(
    ("position", "action", "phase"),
    [
        (base(trucks={0: ("mintopia", [1, 1, 0])}), "unload classic", "unload"),
        (base(trucks={0: (NW, [0, 0, 0])}, towns={NW: town([(15, 2), 25], [35, 9])}), "take 1", "load_tokens"),
    ],
)
def test_an_action_is_spent_when_it_is_begun(position, action, phase):
    """An action is spent when it is begun: at `take`, at the first `unload`."""
    begun = play(position, action)
    assert (begun["phase"], begun["actions_left"], begun["seat"]) == (phase, 1, 0)


@rule("MD-9", "MD-11")
def test_the_last_action_is_finished_before_the_turn_ends():
    """A compound last action is completed by the same seat, then the turn ends by itself."""
    position = play(base(actions_left=1, trucks={0: ("mintopia", [1, 1, 0])}), "unload classic")
    assert (position["phase"], position["actions_left"], position["seat"]) == ("unload", 0, 0)
    assert play(position, "done") == base(seat=1, trucks={0: ("mintopia", [0, 1, 0])})
    assert play(position, "unload sugar-free") == base(seat=1)


@rule("MD-10", "MD-14")
@each_count
def test_a_move_changes_nothing_but_the_space_and_the_actions_left(players):
    """A move goes to a space joined by a road; trucks never block each other."""
    trucks = {seat: ("north_warehouse", [seat % 3, 0, 1]) for seat in range(players)} | {0: ("mintopia", [1, 1, 1])}
    moved = play(base(players, trucks=trucks), "move north_warehouse")
    assert moved == base(players, trucks=trucks | {0: ("north_warehouse", [1, 1, 1])}, actions_left=1)


@rule("MD-14")
@pytest.mark.parametrize("space", SPACES)
def test_trucks_do_not_hinder_each_other_on_a_space(space):
    """Trucks never block each other, neither on the way nor in what can be done on a space."""
    alone = base(5, trucks={0: (space, [3, 0, 0])})
    together = base(5, trucks={seat: (space, [3, 0, 0]) for seat in range(5)})
    assert legal(alone) == legal(together)
    for neighbour in NEIGHBOURS[space]:
        crowd = {seat: (neighbour, [0, 0, 0]) for seat in range(1, 5)}
        assert f"move {neighbour}" in legal(base(5, trucks=crowd | {0: (space, [0, 0, 0])}))


@rule("MD-11")
@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4])
def test_loading_up_to_four_in_mintopia_and_two_at_a_warehouse_within_capacity(space, count):
    """In Mintopia up to 4 classic, at a warehouse up to 2, never beyond capacity."""
    most = {"mintopia": 4, **dict.fromkeys(WAREHOUSES, 2)}.get(space, 0)
    expected = {f"load {amount}" for amount in range(1, min(most, 4 - count) + 1)}
    assert legal(base(trucks={0: (space, [0, count, 0])}), "load") == expected


@rule("MD-1", "MD-11")
@pytest.mark.parametrize("space", ["mintopia", "west_warehouse"])
@pytest.mark.parametrize("supply", [0, 1, 2, 3])
def test_loading_stays_within_the_supply(space, supply):
    """Never beyond supply: the supply is limited to the mints that there are."""
    position = base(trucks={0: (space, [0, 0, 0])}, towns={SW: hoard(20 - supply)})
    most = min(supply, 4 if space == "mintopia" else 2)
    assert legal(position, "load") == {f"load {amount}" for amount in range(1, most + 1)}


@rule("MD-11")
@pytest.mark.parametrize(
    ("space", "amount"), [("mintopia", 1), ("mintopia", 3), ("mintopia", 4), ("south_warehouse", 2)]
)
def test_loaded_mints_are_classic_ones_from_the_supply(space, amount):
    """Loading puts classic mints from the supply into the truck, as many as one likes up to the limit."""
    loaded = play(base(trucks={0: (space, [0, 0, 0])}), f"load {amount}")
    assert loaded == base(trucks={0: (space, [amount, 0, 0])}, actions_left=1)
    assert loaded["supply"] == [20 - amount, 10, 8]


@rule("MD-11")
@pytest.mark.parametrize("space", ["mintopia", *WAREHOUSES])
def test_unloading_returns_any_mints_in_one_action(space):
    """Or instead, in the same places, return any number of mints (at least one) of any types to the supply."""
    position = base(trucks={0: (space, [2, 1, 1])})
    assert legal(position, "unload") == {"unload classic", "unload sugar-free", "unload cinnamon"}
    position = play(position, "unload sugar-free")
    assert position == base(trucks={0: (space, [2, 0, 1])}, actions_left=1, phase="unload")
    assert legal(position) == {"unload classic", "unload cinnamon", "done"}
    assert play(position, "done") == base(trucks={0: (space, [2, 0, 1])}, actions_left=1)
    position = play(position, "unload classic", "unload cinnamon")
    assert position == base(trucks={0: (space, [1, 0, 0])}, actions_left=1, phase="unload")
    assert legal(position) == {"unload classic", "done"}
    assert play(position, "unload classic") == base(trucks={0: (space, [0, 0, 0])}, actions_left=1)


@rule("MD-11")
def test_unloading_the_only_mint_needs_no_done():
    """A phase `unload` with an empty truck is skipped; an empty truck cannot be unloaded."""
    position = play(base(trucks={0: ("mintopia", [0, 0, 1])}), "unload cinnamon")
    assert position == base(actions_left=1)
    assert legal(position, "unload") == set()


@rule("MD-11")
def test_only_types_that_are_in_the_truck_can_be_unloaded():
    """Mints are returned from the truck."""
    assert legal(base(trucks={0: ("mintopia", [0, 2, 0])}), "unload") == {"unload sugar-free"}


@rule("MD-11", "MD-9")
def test_loading_and_unloading_are_two_actions():
    """Load or, instead, unload: doing both takes both actions."""
    position = play(base(trucks={0: ("mintopia", [0, 1, 0])}), "unload sugar-free", "load 3")
    assert position == base(seat=1, trucks={0: ("mintopia", [3, 0, 0])})


@rule("MD-12")
@pytest.mark.parametrize("name", TOWNS)
def test_in_a_town_its_two_face_up_orders_can_be_taken(name):
    """In a town: one of its face-up orders goes before the seat."""
    position = base(trucks={0: (name, [0, 0, 0])})
    assert legal(position) == moves(name) | {"take 1", "take 2", "end turn"}


@rule("MD-12")
@each_count
@pytest.mark.parametrize(("slot", "taken", "face_up"), [(1, 15, [35, (25, 1)]), (2, 25, [(15, 1), 35])])
def test_taking_puts_a_mint_on_the_other_order_and_reveals_the_next(players, slot, taken, face_up):
    """One classic mint is put on the other face-up order there; the next order of that deck is revealed."""
    trucks = {0: (NW, [1, 0, 0])}
    position = play(base(players, trucks=trucks, unfinished={0: [1]}), f"take {slot}")
    towns = {NW: town(face_up, [9])}
    assert position == base(players, actions_left=1, trucks=trucks, unfinished={0: [1, taken]}, towns=towns)
    assert position["supply"][0] == 18


@rule("MD-12")
def test_mints_on_an_order_accumulate():
    """Mints on an order accumulate: two takes put two mints on the order that stays."""
    trucks = {0: (NW, [0, 0, 0])}
    position = base(trucks=trucks, towns={NW: town([15, (25, 2)], [35, 9])})
    position = play(position, "take 1")
    assert position == base(actions_left=1, trucks=trucks, unfinished={0: [15]}, towns={NW: town([35, (25, 3)], [9])})
    position = play(position, "take 1")
    assert position == base(seat=1, trucks=trucks, unfinished={0: [15, 35]}, towns={NW: town([9, (25, 4)])})


@rule("MD-12")
def test_with_an_empty_deck_the_place_stays_empty():
    """The next order of that deck is revealed, if any; an emptied place cannot be taken from."""
    trucks = {0: (NW, [0, 0, 0])}
    position = play(base(trucks=trucks, towns={NW: town([15, 25])}), "take 1")
    assert position == base(actions_left=1, trucks=trucks, unfinished={0: [15]}, towns={NW: town([None, (25, 1)])})
    assert legal(position, "take") == {"take 2"}


@rule("MD-12")
def test_without_another_face_up_order_no_mint_is_put():
    """One classic mint is put on the other face-up order: none, if there is no other."""
    trucks = {0: (NW, [0, 0, 0])}
    position = play(base(trucks=trucks, towns={NW: town([None, 25])}), "take 2")
    assert position == base(actions_left=1, trucks=trucks, unfinished={0: [25]}, towns={NW: town([None, None])})
    assert position["supply"] == [20, 10, 8]
    assert legal(position, "take") == set()


@rule("MD-12", "MD-1")
def test_with_an_empty_supply_no_mint_is_put():
    """One classic mint is put on the other face-up order: none, if the supply is empty."""
    others = {"trucks": {0: (NW, [1, 0, 0])}}
    position = play(base(towns={SW: hoard(19)}, **others), "take 1")
    assert position["supply"][0] == 0
    assert position == base(
        actions_left=1, unfinished={0: [15]}, towns={NW: town([35, 25], [9]), SW: hoard(19)}, **others
    )


@rule("MD-12")
@pytest.mark.parametrize(
    ("truck", "mints", "most"),
    [
        ([0, 0, 0], 1, 1),
        ([0, 0, 0], 3, 3),
        ([0, 0, 0], 6, 4),
        ([1, 0, 0], 5, 3),
        ([1, 1, 0], 2, 2),
        ([1, 1, 1], 2, 1),
    ],
)
def test_any_number_of_the_mints_on_the_taken_order_may_be_loaded(truck, mints, most):
    """Any number of the mints that lay on the taken order may be loaded, as far as capacity goes."""
    position = base(trucks={0: (NW, truck)}, towns={NW: town([15, (25, mints)], [35, 9])})
    position = play(position, "take 2")
    after = {"actions_left": 1, "unfinished": {0: [25]}, "towns": {NW: town([(15, 1), 35], [9])}}
    assert position == base(trucks={0: (NW, truck)}, phase="load_tokens", pending={"mints": mints}, **after)
    assert legal(position) == {f"load {amount}" for amount in range(most + 1)}
    for amount in range(most + 1):
        loaded = [truck[0] + amount, truck[1], truck[2]]
        assert play(position, f"load {amount}") == base(trucks={0: (NW, loaded)}, **after)


@rule("MD-12")
def test_the_mint_on_the_other_order_comes_before_the_taken_ones_return():
    """In this order: with an empty supply the other order gets none, though mints come back from the taken one."""
    towns = {NW: town([(15, 2), 25], [35, 9]), SW: hoard(17)}
    position = play(base(trucks={0: (NW, [1, 0, 0])}, towns=towns), "take 1")
    after = {"actions_left": 1, "unfinished": {0: [15]}, "towns": {NW: town([35, 25], [9]), SW: hoard(17)}}
    trucks = {0: (NW, [1, 0, 0])}
    assert position == base(trucks=trucks, phase="load_tokens", pending={"mints": 2}, **after)
    assert position["supply"][0] == 0
    assert play(position, "load 0")["supply"][0] == 2
    assert play(position, "load 1") == base(trucks={0: (NW, [2, 0, 0])}, **after)
    assert play(position, "load 2") == base(trucks={0: (NW, [3, 0, 0])}, **after)


@rule("MD-12")
@pytest.mark.parametrize("truck", [[4, 0, 0], [1, 2, 1]])
def test_a_full_truck_loads_none_of_the_mints_on_the_order_it_takes(truck):
    """Worked fact: a truck with 4 mints may take an order with two mints on it and loads none of them."""
    others = {"trucks": {0: (NW, truck)}}
    position = base(towns={NW: town([(15, 2), 25], [35, 9])}, **others)
    taken = play(position, "take 1")
    assert taken == base(actions_left=1, unfinished={0: [15]}, towns={NW: town([35, (25, 1)], [9])}, **others)
    assert taken["supply"][0] == position["supply"][0] + 2 - 1


@rule("MD-12")
def test_a_full_truck_takes_with_an_empty_supply_and_the_mints_return_last():
    """The order of the steps holds also where there is nothing to choose: the other order gets none."""
    others = {"trucks": {0: (NW, [4, 0, 0])}}
    taken = play(base(towns={NW: town([(15, 2), 25], [35, 9]), SW: hoard(14)}, **others), "take 1")
    towns = {NW: town([35, 25], [9]), SW: hoard(14)}
    assert taken == base(actions_left=1, unfinished={0: [15]}, towns=towns, **others)
    assert taken["supply"][0] == 2


@rule("MD-12", "MD-9")
def test_mints_of_an_order_taken_with_the_last_action_are_loaded_before_the_turn_ends():
    """Loading the mints on a taken order belongs to the take; then the turn ends by itself."""
    position = base(actions_left=1, trucks={0: (NW, [0, 0, 0])}, towns={NW: town([(15, 2), 25], [35, 9])})
    position = play(position, "take 1")
    assert (position["seat"], position["phase"], position["actions_left"]) == (0, "load_tokens", 0)
    after = {"unfinished": {0: [15]}, "towns": {NW: town([35, (25, 1)], [9])}}
    assert play(position, "load 2") == base(seat=1, trucks={0: (NW, [2, 0, 0])}, **after)


@rule("MD-12")
@each_count
def test_a_seat_has_at_most_three_unfinished_orders(players):
    """At most three unfinished orders; completed ones and those of other seats do not count."""
    trucks = {0: (NW, [0, 0, 0])}
    full = base(players, trucks=trucks, unfinished={0: [0, 10, 20]})
    assert legal(full, "take") == set()
    room = base(players, trucks=trucks, unfinished={0: [0, 10], 1: [1, 11, 21]}, completed={0: [20, 30, 31, 32]})
    assert legal(room, "take") == {"take 1", "take 2"}
    assert legal(play(room, "take 2"), "take") == set()


@rule("MD-12")
def test_a_completed_order_makes_room_for_another():
    """At most three *unfinished* orders: after fulfilling one, another can be taken."""
    position = base(3, trucks={0: (NW, [2, 0, 0])}, unfinished={0: [0, 10, 20]})
    assert legal(play(position, "fulfil 1"), "take") == {"take 1", "take 2"}


@rule("MD-12")
def test_a_revealed_order_can_be_taken_in_the_same_turn_and_any_towns_order_in_any_town():
    """Decks are mixed: the orders of a town's supply may name any town, and go to the seat that stands there."""
    position = base(trucks={0: (SE, [0, 0, 0])}, towns={SE: town([0, 30], [10, 17])})
    position = play(position, "take 2", "take 2")
    towns = {SE: town([(0, 2), 17])}
    assert position == base(seat=1, trucks={0: (SE, [0, 0, 0])}, unfinished={0: [30, 10]}, towns=towns)


@rule("MD-13")
@pytest.mark.parametrize("space", SPACES)
def test_sugar_free_in_mintopia_and_warehouses_cinnamon_in_mintopia_only(space):
    """2 classic → 1 sugar-free at a warehouse or in Mintopia; 3 classic → 1 cinnamon in Mintopia only."""
    position = base(trucks={0: (space, [4, 0, 0])})
    expected = {"upgrade sugar-free"} if space in ("mintopia", *WAREHOUSES) else set()
    assert legal(position, "upgrade") == expected | ({"upgrade cinnamon"} if space == "mintopia" else set())


@rule("MD-13")
@pytest.mark.parametrize(
    ("mints", "upgrades"),
    [
        ([0, 0, 0], set()),
        ([1, 2, 1], set()),
        ([2, 0, 0], {"upgrade sugar-free"}),
        ([2, 2, 0], {"upgrade sugar-free"}),
        ([3, 0, 0], {"upgrade sugar-free", "upgrade cinnamon"}),
        ([3, 0, 1], {"upgrade sugar-free", "upgrade cinnamon"}),
        ([0, 4, 0], set()),
    ],
)
def test_an_upgrade_costs_two_or_three_classic_of_the_truck(mints, upgrades):
    """2 classic → 1 sugar-free; 3 classic → 1 cinnamon; nothing else is converted."""
    assert legal(base(trucks={0: ("mintopia", mints)}), "upgrade") == upgrades


@rule("MD-13", "MD-9")
def test_one_conversion_per_action():
    """One conversion per action: the classic go to the supply, the new mint comes from it."""
    position = play(base(trucks={0: ("mintopia", [4, 0, 0])}), "upgrade sugar-free")
    assert position == base(actions_left=1, trucks={0: ("mintopia", [2, 1, 0])})
    assert position["supply"] == [18, 9, 8]
    position = play(position, "upgrade sugar-free")
    assert position == base(seat=1, trucks={0: ("mintopia", [0, 2, 0])})
    assert position["supply"] == [20, 8, 8]


@rule("MD-13", "MD-1")
@pytest.mark.parametrize("left", [0, 1])
def test_the_new_mint_must_be_in_the_supply(left):
    """The new mint must be in the supply."""
    others = {1: (SE, [0, 4, 0]), 2: (SE, [0, 4, 0]), 3: (SE, [0, 0, 4]), 4: (SE, [0, 2 - left, 0])}
    position = base(5, trucks=others | {0: ("mintopia", [4, 0, 0])})
    assert position["supply"] == [16, left, 4]
    assert legal(position, "upgrade") == {"upgrade cinnamon"} | ({"upgrade sugar-free"} if left else set())
    others = {1: (SE, [0, 0, 4]), 2: (SE, [0, 0, 4 - left])}
    position = base(3, trucks=others | {0: ("mintopia", [4, 0, 0])})
    assert position["supply"] == [16, 10, left]
    assert legal(position, "upgrade") == {"upgrade sugar-free"} | ({"upgrade cinnamon"} if left else set())


@rule("MD-13")
def test_worked_fact_a_full_truck_of_classic_gives_a_cinnamon_and_room_for_two():
    """Four classic in Mintopia: cinnamon costs 3 and leaves 1 classic + 1 cinnamon; loading may add 2 more."""
    position = play(base(trucks={0: ("mintopia", [4, 0, 0])}), "upgrade cinnamon")
    assert position == base(actions_left=1, trucks={0: ("mintopia", [1, 0, 1])})
    assert position["supply"] == [19, 10, 7]
    assert legal(position, "load") == {"load 1", "load 2"}


@rule("MD-14")
@each_count
@pytest.mark.parametrize("space", SPACES)
def test_orders_are_never_discarded_and_mints_unloaded_only_where_said(players, space):
    """Orders cannot be discarded, and mints not be unloaded, elsewhere than said."""
    actions = legal(base(players, trucks={0: (space, [1, 1, 1])}, unfinished={0: [1, 11, 21]}))
    unloads = {"unload classic", "unload sugar-free", "unload cinnamon"}
    assert actions & unloads == (unloads if space in ("mintopia", *WAREHOUSES) else set())
    assert not [name for name in actions if name.split()[0] in ("drop", "remove", "keep", "acquire", "toll", "done")]


@rule("MD-15")
@more_than_two
def test_fulfilling_returns_the_mints_and_completes_the_order(players):
    """With the mints in the truck: they return to the supply, the order is completed; it ends nothing, it is free."""
    position = base(players, trucks={0: (NW, [3, 1, 0])}, unfinished={0: [3]}, completed={0: [30]})
    fulfilled = play(position, "fulfil 1")
    assert fulfilled == base(players, trucks={0: (NW, [1, 0, 0])}, completed={0: [3, 30]})
    assert fulfilled["supply"] == [19, 10, 8]
    assert fulfilled["actions_left"] == 2


@rule("MD-15")
def test_any_number_of_orders_is_fulfilled_in_a_turn_and_the_others_close_up():
    """Any number per turn; in the town that the order names, wherever it was taken; numbers close up."""
    position = base(3, trucks={0: (NW, [2, 1, 0])}, unfinished={0: [0, 12, 2]})
    assert legal(position, "fulfil") == {"fulfil 1", "fulfil 3"}
    position = play(position, "fulfil 1")
    assert position == base(3, trucks={0: (NW, [0, 1, 0])}, unfinished={0: [12, 2]}, completed={0: [0]})
    assert legal(position, "fulfil") == {"fulfil 2"}
    position = play(position, "fulfil 2")
    assert position == base(3, trucks={0: (NW, [0, 0, 0])}, unfinished={0: [12]}, completed={0: [0, 2]})


@rule("MD-15")
def test_three_orders_can_be_fulfilled_in_one_turn():
    """Any number per turn: as many as the mints in the truck allow."""
    position = base(3, trucks={0: (NE, [2, 1, 1])}, unfinished={0: [14, 10, 12]})
    position = play(position, "fulfil 3", "fulfil 1", "fulfil 1")
    assert position == base(3, trucks={0: (NE, [0, 0, 0])}, completed={0: [10, 12, 14]})


@rule("MD-15")
def test_mints_used_for_one_order_are_gone_for_the_next():
    """The mints return to the supply: the same mints do not serve two orders."""
    position = base(3, trucks={0: (NW, [2, 0, 0])}, unfinished={0: [0, 10, 20]})
    assert legal(play(position, "fulfil 1"), "fulfil") == set()


@rule("MD-15", "MD-9")
def test_orders_are_fulfilled_before_between_and_after_actions():
    """Also before, between and after actions."""
    towns = {NW: town([15, (25, 2)], [35, 9])}
    position = base(3, trucks={0: (NW, [0, 1, 0])}, unfinished={0: [2, 0]}, towns=towns)
    position = play(position, "fulfil 1")
    assert (position["seat"], position["actions_left"]) == (0, 2)
    position = play(position, "take 2", "load 2")
    assert (position["seat"], position["actions_left"]) == (0, 1)
    position = play(position, "fulfil 1")
    assert (position["seat"], position["actions_left"]) == (0, 1)
    position = play(position, "take 1", "load 0")
    assert position["seat"] == 1
    assert position["completed"][0] == [0, 2]

    position = base(3, actions_left=1, trucks={0: ("northwest_west_road", [0, 1, 0])}, unfinished={0: [2]})
    position = play(position, "move northwest_town")
    assert (position["seat"], position["actions_left"]) == (0, 0)
    assert play(position, "fulfil 1")["completed"][0] == [2]


@rule("MD-15")
def test_dearer_mints_do_not_stand_for_cheaper_ones_and_fulfilling_is_never_forced():
    """The required types: an order for 2 classic is not fulfilled with sugar-free or cinnamon; it is a choice."""
    assert legal(base(3, trucks={0: (NW, [1, 1, 1])}, unfinished={0: [0]}), "fulfil") == set()
    position = base(3, trucks={0: (NW, [2, 0, 0])}, unfinished={0: [0]})
    assert legal(position) == moves(NW) | {"take 1", "take 2", "fulfil 1", "end turn"}


@rule("MD-15")
def test_only_ones_own_orders_can_be_fulfilled():
    """A seat fulfils the orders before it, not those of others or those face up in the town."""
    towns = {NW: town([0, 1], [35, 9])}
    position = base(3, trucks={0: (NW, [4, 0, 0])}, unfinished={1: [2, 3, 4]}, towns=towns)
    assert legal(position, "fulfil") == set()


FULFILLING = {"trucks": {0: (NW, [0, 1, 0])}, "unfinished": {0: [2]}}
FULFILLED = {"trucks": {0: (NW, [0, 0, 0])}, "completed": {0: [2]}}


@rule("MD-16")
def test_with_two_players_the_active_seat_must_then_remove_an_order_of_another_town():
    """After fulfilling, the active seat must also remove one face-up order of any other town."""
    position = play(base(**FULFILLING), "fulfil 1")
    assert position == base(phase="remove_order", **FULFILLED)
    assert legal(position) == {f"remove {name} {slot}" for name in (NE, SE, SW) for slot in (1, 2)}


@rule("MD-16")
@pytest.mark.parametrize("name", TOWNS)
def test_the_town_where_the_truck_stands_is_not_one_to_remove_from(name):
    """Of any other town: not the one it stands in."""
    order = 10 * TOWNS.index(name) + 2
    position = play(base(trucks={0: (name, [0, 1, 0])}, unfinished={0: [order]}), "fulfil 1")
    assert legal(position) == {f"remove {other} {slot}" for other in TOWNS if other != name for slot in (1, 2)}


@rule("MD-16")
@pytest.mark.parametrize(
    ("removed", "town_after"),
    [
        ("remove northeast_town 1", {NE: town([6, (36, 1)], [19])}),
        ("remove northeast_town 2", {NE: town([(26, 1), 6], [19])}),
        ("remove southeast_town 2", {SE: town([(37, 1), 17], [29])}),
        ("remove southwest_town 1", {SW: town([28, (18, 1)], [39])}),
    ],
)
def test_a_removed_order_leaves_the_game_and_is_replaced(removed, town_after):
    """The order goes out of the game; one classic is added to the other face-up order, a new one is revealed."""
    position = play(base(**FULFILLING), "fulfil 1", removed)
    assert position == base(towns=town_after, **FULFILLED)
    assert position["actions_left"] == 2
    assert position["supply"] == [19, 10, 8]


@rule("MD-16")
def test_mints_on_the_removed_order_return_to_the_supply():
    """Mints on the removed order return to the supply; none can be loaded."""
    position = play(base(towns={NE: town([(26, 3), (36, 1)], [6, 19])}, **FULFILLING), "fulfil 1")
    position = play(position, "remove northeast_town 1")
    assert position == base(towns={NE: town([6, (36, 2)], [19])}, **FULFILLED)
    assert position["supply"][0] == 18


@rule("MD-16")
def test_mints_on_the_removed_order_return_last_of_all():
    """Last of all: with no classic in the supply the town's other order gets none."""
    towns = {NE: town([(26, 3), 36], [6, 19]), SW: hoard(17)}
    position = play(base(towns=towns, **FULFILLING), "fulfil 1")
    assert position["supply"][0] == 0
    position = play(position, "remove northeast_town 1")
    assert position == base(towns={NE: town([6, 36], [19]), SW: hoard(17)}, **FULFILLED)
    assert position["supply"][0] == 3


@rule("MD-16")
def test_the_mints_of_the_fulfilled_order_are_in_the_supply_before_the_removal():
    """After fulfilling: the classic just returned are there for the removed order's neighbour."""
    towns = {SW: hoard(18)}
    position = base(trucks={0: (NW, [2, 0, 0])}, unfinished={0: [0]}, towns=towns)
    position = play(position, "fulfil 1", "remove northeast_town 2")
    towns = {NE: town([(26, 1), 6], [19]), SW: hoard(18)}
    assert position == base(trucks={0: (NW, [0, 0, 0])}, completed={0: [0]}, towns=towns)


@rule("MD-16")
def test_removing_with_an_empty_deck_or_without_another_order():
    """As in MD-12: the place stays empty if the deck is; no mint is put where there is no other order."""
    towns = {NE: town([26, 36]), SE: town([None, 7])}
    position = play(base(towns=towns, **FULFILLING), "fulfil 1")
    assert legal(position) == {f"remove {slot}" for slot in (f"{NE} 1", f"{NE} 2", f"{SE} 2", f"{SW} 1", f"{SW} 2")}
    towns_after = {NE: town([None, (36, 1)]), SE: town([None, 7])}
    assert play(position, f"remove {NE} 1") == base(towns=towns_after, **FULFILLED)
    towns_after = {NE: town([26, 36]), SE: town([None, None])}
    after = play(position, f"remove {SE} 2")
    assert after == base(towns=towns_after, **FULFILLED)
    assert after["supply"] == [20, 10, 8]


@rule("MD-16")
def test_nothing_is_removed_if_no_other_town_has_a_face_up_order():
    """If there is one: without a face-up order in another town the turn just goes on."""
    empty = {name: town([None, None]) for name in (NE, SE, SW)}
    position = play(base(towns=empty, last_round=True, **FULFILLING), "fulfil 1")
    assert position == base(towns=empty, last_round=True, **FULFILLED)


@rule("MD-16")
def test_each_fulfilled_order_removes_one():
    """After fulfilling, each time: two orders fulfilled, two removed."""
    position = base(trucks={0: (NW, [2, 1, 0])}, unfinished={0: [0, 2]})
    position = play(position, "fulfil 1", "remove northeast_town 1", "fulfil 1")
    assert position["phase"] == "remove_order"
    position = play(position, "remove northeast_town 2")
    towns = {NE: town([(6, 1), 19])}
    assert position == base(trucks={0: (NW, [0, 0, 0])}, completed={0: [0, 2]}, towns=towns)


@rule("MD-16", "MD-9")
def test_a_removal_after_the_last_action_is_made_before_the_turn_ends():
    """The active seat must also remove one, then the turn ends by itself."""
    position = play(base(actions_left=0, **FULFILLING), "fulfil 1")
    assert position == base(actions_left=0, phase="remove_order", **FULFILLED)
    position = play(position, "remove southwest_town 2")
    assert position == base(seat=1, towns={SW: town([(8, 1), 28], [39])}, **FULFILLED)


@rule("MD-16")
@more_than_two
def test_with_more_than_two_players_nothing_is_removed(players):
    """With two players only."""
    assert play(base(players, **FULFILLING), "fulfil 1") == base(players, **FULFILLED)


# Who sees what


def scene(**changes):
    """Return a position of three seats in which each has something, with some changes."""
    whole = {
        "trucks": {0: (NW, [1, 1, 0]), 1: (SE, [0, 1, 1]), 2: ("mintopia", [2, 0, 0])},
        "unfinished": {0: [1], 1: [11, 21], 2: [31]},
        "completed": {0: [0, 4], 1: [10, 20], 2: [30]},
    }
    return base(3, **{key: whole[key] | changes.pop(key, {}) for key in whole}, **changes)


@rule("MD-17")
@pytest.mark.parametrize(
    "orders",
    [[10, 22], [10, 24], [24, 34], [27, 16], [2, 32], [38, 27]],
    ids=["same points", "one point more", "two more", "four more", "other towns", "all else"],
)
def test_points_and_contents_of_completed_orders_are_secret(orders):
    """Points and contents of completed orders are secret: the others' view and actions do not depend on them."""
    one, other = scene(), scene(completed={1: orders})
    assert view(one, 0) == view(other, 0)
    assert view(one, 2) == view(other, 2)
    assert legal(one) == legal(other)


@rule("MD-17")
@each_count
def test_the_number_of_completed_orders_is_public(players):
    """Their number is public."""
    for count in (1, 3):
        one, other = (base(players, completed={1: [10, 20, 30, 11][:number]}) for number in (count, count + 1))
        for seat in range(players):
            assert view(one, seat) != view(other, seat)


@rule("MD-17")
def test_a_seat_sees_the_points_of_its_own_completed_orders():
    """Observation: completed count and points of your own."""
    assert view(scene(), 1) != view(scene(completed={1: [10, 24]}), 1)


@rule("MD-17")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_decks_and_orders_out_of_the_game_are_secret(players):
    """Hidden are the decks' orders and the orders out of the game; only the size of a deck is seen."""
    one = base(players)
    others = [
        base(players, towns={NW: town([15, 25], [9, 35])}),  # the order within a deck
        base(players, towns={NW: town([15, 25], [19, 9]), NE: town([26, 36], [6, 35])}),  # exchanged between decks
        base(players, towns={NW: town([15, 25], [0, 1])}),  # exchanged with orders that are out
    ]
    for other in others:
        assert all(view(one, seat) == view(other, seat) for seat in range(players))
        assert legal(one) == legal(other)


@rule("MD-17")
def test_a_secret_order_may_be_completed_in_a_deck_or_out():
    """Hidden things are hidden together: completed orders of another seat exchanged with a deck's."""
    one = scene()
    other = scene(completed={1: [35, 9]}, towns={NW: town([15, 25], [10, 20])})
    assert view(one, 0) == view(other, 0)
    assert view(one, 2) == view(other, 2)


@rule("MD-17")
@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize(
    "changes",
    [
        {"trucks": {1: (SW, [0, 1, 1])}},
        {"trucks": {1: (SE, [1, 1, 1])}},
        {"trucks": {0: (NE, [1, 1, 0])}},
        {"trucks": {0: (NW, [2, 1, 0])}},
        {"unfinished": {1: [11]}},
        {"unfinished": {1: [11, 24]}},
        {"unfinished": {0: [2]}},
        {"completed": {1: [10, 20, 24]}},
        {"completed": {0: [0, 4, 14]}},
        {"towns": {SE: town([7, 37], [17, 29])}},
        {"towns": {SE: town([37, 38], [17, 29])}},
        {"towns": {SE: town([37, None])}},
        {"towns": {SE: town([(37, 1), 7], [17, 29])}},
        {"towns": {SE: town([37, 7], [17])}},
        {"actions_left": 1},
        {"seat": 1},
        {"seat": 2},
    ],
    ids=str,
)
def test_what_lies_open_is_seen_by_all(seat, changes):
    """Public: positions, trucks, unfinished orders, completed counts, face-up orders, mints, deck sizes, the turn."""
    assert view(scene(), seat) != view(scene(**changes), seat)


@rule("MD-17", "MD-12")
def test_the_mints_on_the_way_are_seen():
    """The phase and what is pending in it are seen by the seat that has to decide."""
    others = {"phase": "load_tokens", "actions_left": 1, "trucks": {0: (NW, [0, 0, 0])}}
    one, other = (base(pending={"mints": mints}, towns={SW: hoard(4 - mints)}, **others) for mints in (1, 3))
    assert one["supply"] == other["supply"]
    assert view(one, 0) != view(other, 0)
    assert view(base(trucks={0: ("mintopia", [1, 0, 0])}, phase="unload", actions_left=1), 0) != view(
        base(trucks={0: ("mintopia", [1, 0, 0])}, actions_left=1), 0
    )


@rule("MD-5", "MD-17")
@each_count
def test_unfinished_orders_are_open_to_all(players):
    """Kept orders are face up before their owner once revealed."""
    for seat in range(players):
        assert view(base(players, unfinished={0: [1, 11]}), seat) != view(base(players, unfinished={0: [1, 14]}), seat)


# End and scoring


def about_to_end(form, players, seat):
    """Return a position in which `take 1` of a seat in the northwest town begins the last round.

    Parameters
    ----------
    form : {"supplies", "decks"}
        Two towns come to have no face-up order; or all four decks come to be empty.
    players, seat : int
    """
    towns = {
        "supplies": {NW: town([15, None]), NE: town([None, None])},
        "decks": {NW: town([15, 25], [35]), NE: town([26, 36]), SE: town([37, 7]), SW: town([8, None])},
    }[form]
    return base(players, seat=seat, trucks={seat: (NW, [0, 0, 0])}, towns=towns)


either_form = pytest.mark.parametrize("form", ["supplies", "decks"])


@rule("MD-18")
@each_count
@either_form
def test_the_game_ends_after_the_last_seat_has_finished_its_turn(form, players):
    """The game ends after the seat to the right of the starting seat has finished its turn."""
    for seat in range(players):
        position = about_to_end(form, players, seat)
        assert not position["last_round"]
        position = play(position, "take 1")
        assert position["last_round"]
        assert (position["over"], position["seat"], position["actions_left"]) == (False, seat, 1)
        for following in range(seat, players):
            assert (position["over"], position["seat"]) == (False, following)
            assert position["last_round"]
            position = play(position, "end turn")
        assert (position["over"], position["seat"], position["phase"]) == (True, -1, "turn")
        assert legal(position) == set()


@rule("MD-18")
@each_count
def test_all_seats_have_equally_many_turns(players):
    """So all have equally many turns, whichever seats take the orders that bring the end about."""
    trucks = {seat: (NW, [0, 0, 0]) for seat in range(players)}
    towns = {NW: town([15, 35]), NE: town([None, None])}
    for seed in range(8):
        random, turns = Random(seed), [0]
        position = base(players, trucks=trucks, towns=towns)
        while not position["over"] and len(turns) < 200:
            takes = sorted(legal(position, "take"))
            waiting = "load 0" if position["phase"] == "load_tokens" else "end turn"
            position = play(position, random.choice(takes) if takes and random.random() < 0.2 else waiting)
            if position["seat"] not in (-1, turns[-1]):
                turns.append(position["seat"])
        assert position["over"]
        assert turns == list(range(players)) * (len(turns) // players)


@rule("MD-18")
@pytest.mark.parametrize(
    ("towns", "action"),
    [
        ({NW: town([15, None]), NE: town([26, None])}, "take 1"),  # only one town becomes empty
        ({NW: town([15, 25]), NE: town([None, None])}, "take 1"),  # one stays, one keeps an order
        ({name: town([10 * i, 10 * i + 1], [10 * i + 2] * (i == 0)) for i, name in enumerate(TOWNS)}, "move"),
        ({NW: town([15, 25], [35, 9]), NE: town([26, 36]), SE: town([37, 7]), SW: town([8, 18])}, "take 1"),
        ({NW: town([15, 25], [35]), SE: town([37, 7]), SW: town([8, 18])}, "take 1"),  # one deck remains
    ],
)
def test_less_than_that_does_not_begin_the_last_round(towns, action):
    """Two towns without a face-up order, or all four decks empty: one town, or three decks, is not enough."""
    action = "move northwest_north_road" if action == "move" else action
    position = base(trucks={0: (NW, [0, 0, 0])}, towns=towns)
    position = play(position, action, "end turn", "end turn")
    assert not position["last_round"]
    assert (position["over"], position["seat"]) == (False, 0)


@rule("MD-18")
@each_count
def test_once_begun_the_last_round_goes_on_to_its_end(players):
    """The game ends after the seat to the right of the starting seat has finished its turn."""
    towns = {NW: town([15, 25]), NE: town([26, 36]), SE: town([37, 7]), SW: town([8, 18])}
    position = base(players, last_round=True, trucks={0: (NW, [0, 0, 0])}, towns=towns)
    position = play(position, "take 1", "end turn")
    for seat in range(1, players):
        assert (position["last_round"], position["over"], position["seat"]) == (True, False, seat)
        position = play(position, "end turn")
    assert position["over"]


@rule("MD-18", "MD-16")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("towns", "removed"),
    [
        ({NE: town([None, None]), SE: town([37, None])}, "remove southeast_town 1"),
        (
            {NW: town([15, 25]), NE: town([26, 36]), SE: town([37, 7]), SW: town([8, 18], [28])},
            "remove southwest_town 2",
        ),
    ],
    ids=["supplies", "decks"],
)
def test_a_removal_begins_the_last_round_too(towns, removed, seat):
    """With two players the condition can also be met by removing an order."""
    position = base(seat=seat, trucks={seat: (NW, [0, 1, 0])}, unfinished={seat: [2]}, towns=towns)
    position = play(position, "fulfil 1")
    assert not position["last_round"]
    position = play(position, removed)
    assert position["last_round"]
    assert (position["seat"], position["actions_left"]) == (seat, 2)
    for following in range(seat, 2):
        assert (position["over"], position["seat"]) == (False, following)
        position = play(position, "end turn")
    assert position["over"]


@rule("MD-18")
@either_form
@each_count
def test_in_the_last_round_turns_are_whole_turns(form, players):
    """The seat that met the condition, and the others, still have all the actions of their turns."""
    position = play(about_to_end(form, players, 0), "take 1", "move northwest_north_road")
    for seat in range(1, players):
        assert (position["over"], position["seat"], position["actions_left"]) == (False, seat, 2)
        position = play(position, "load 4", "upgrade cinnamon")
    assert position["over"]
    assert [truck["mints"] for truck in position["trucks"]] == [[0, 0, 0]] + [[1, 0, 1]] * (players - 1)


@rule("MD-18", "MD-15")
@each_count
def test_the_last_seat_can_still_fulfil_after_its_last_action(players):
    """A turn is finished only when nothing free can be done: the last order counts."""
    last = players - 1
    trucks = {last: ("northwest_west_road", [2, 1, 0])}
    towns = {NE: town([None, None]), SE: town([None, None])}
    position = base(
        players, seat=last, last_round=True, actions_left=1, trucks=trucks, unfinished={last: [3]}, towns=towns
    )
    position = play(position, "move northwest_town")
    assert not position["over"]
    final = ["fulfil 1"] if players > 2 else ["fulfil 1", "remove southwest_town 1"]
    paid = rewards(position, *final)
    position = play(position, *final)
    assert (position["over"], position["seat"]) == (True, -1)
    assert standing(position)[last] == [3, 1, 0]
    assert paid[-1] == pytest.approx([-1 / (players - 1)] * last + [1])


@rule("MD-18")
def test_nothing_can_be_played_when_the_game_is_over():
    """After the end no seat acts."""
    position = play(about_to_end("decks", 2, 1), "take 1", "end turn")
    assert legal(position) == set()
    assert_illegal(position, "end turn")


@rule("MD-18")
@pytest.mark.parametrize(
    ("completed", "mints", "winners"),
    [
        ({0: [9], 1: [27]}, {}, {0}),  # 5 points against 4
        ({0: [0, 1], 1: [9]}, {}, {1}),  # 4 points of two orders against 5 of one
        ({0: [0, 1], 1: [9]}, {0: [0, 0, 4]}, {1}),  # points before everything else
        ({0: [3, 4], 1: [0, 1, 2]}, {}, {1}),  # 6 points: two orders against three
        ({0: [3, 4], 1: [0, 1, 2]}, {0: [0, 0, 4]}, {1}),  # number of orders before mints
        ({0: [3], 1: [4]}, {0: [1, 0, 0]}, {0}),  # a mint against none
        ({0: [3], 1: [4]}, {0: [2, 0, 0], 1: [0, 0, 1]}, {1}),  # value 2 against 3
        ({0: [3], 1: [4]}, {0: [0, 2, 0], 1: [3, 0, 0]}, {0}),  # value 4 against 3
        ({0: [3], 1: [4]}, {0: [0, 2, 0], 1: [1, 0, 1]}, {0, 1}),  # value 4 each
        ({0: [3], 1: [4]}, {0: [1, 1, 1], 1: [0, 0, 2]}, {0, 1}),  # value 6 each
        ({0: [3, 0], 1: [4, 1]}, {}, {0, 1}),  # all alike
        ({}, {}, {0, 1}),
    ],
)
def test_most_points_then_more_orders_then_mint_value_then_shared(completed, mints, winners):
    """Most points wins; ties: more completed orders; then value of the mints (1, 2, 3); then shared."""
    trucks = {seat: ("mintopia", held) for seat, held in mints.items()}
    towns = {NW: town([15, 25], [35, 6]), NE: town([26, 36], [19])}
    position = base(completed=completed, trucks=trucks, towns=towns)
    expected = [0, 0] if len(winners) == 2 else [1 if seat in winners else -1 for seat in range(2)]
    assert outcome(position) == expected


@rule("MD-18")
@pytest.mark.parametrize(
    ("players", "tied", "expected"),
    [
        (3, 1, [1, -1 / 2, -1 / 2]),
        (3, 2, [1 / 4, 1 / 4, -1 / 2]),
        (3, 3, [0, 0, 0]),
        (4, 2, [1 / 3, 1 / 3, -1 / 3, -1 / 3]),
        (4, 3, [1 / 9, 1 / 9, 1 / 9, -1 / 3]),
        (5, 1, [1, -1 / 4, -1 / 4, -1 / 4, -1 / 4]),
        (5, 2, [3 / 8, 3 / 8, -1 / 4, -1 / 4, -1 / 4]),
        (5, 5, [0, 0, 0, 0, 0]),
    ],
)
def test_a_win_is_shared_among_the_tied_in_any_seats(players, tied, expected):
    """Then shared: a winner's share is 1/k, the outcome (n * share - 1) / (n - 1)."""
    for order in set(permutations(expected)):
        winners = [seat for seat in range(players) if order[seat] == max(expected)]
        completed = {seat: [10 * place + 3] for place, seat in enumerate(winners[:4])}
        completed |= {seat: [4] for seat in winners[4:]}
        assert outcome(base(players, completed=completed)) == pytest.approx(order)
    assert len([share for share in expected if share == max(expected)]) == tied


@rule("MD-18")
def test_unfinished_orders_cost_nothing():
    """Unfinished orders cost nothing and bring nothing."""
    with_orders = base(completed={0: [3]}, unfinished={0: [0, 1, 2], 1: [10]})
    assert standing(with_orders) == standing(base(completed={0: [3]})) == [[3, 1, 0], [0, 0, 0]]


@rule("MD-18")
def test_the_value_of_mints_in_the_truck_is_one_two_three():
    """Value of the mints in the truck: classic 1, sugar-free 2, cinnamon 3."""
    trucks = {0: ("mintopia", [1, 0, 0]), 1: (NW, [0, 1, 0]), 2: (SE, [0, 0, 1]), 3: (SW, [2, 1, 1])}
    assert [row[2] for row in standing(base(4, trucks=trucks))] == [1, 2, 3, 7]


@rule("MD-18")
@pytest.mark.parametrize(
    ("reward", "last", "before"),
    [("outcome", [1, -0.5, -0.5], [0, 0, 0]), ("score", [6, 2, 0], [0, 0, 0]), ("score_delta", [0, 0, 0], [3, 0, 0])],
)
def test_the_end_is_paid_by_the_reward_scheme(reward, last, before):
    """`outcome` and `score` pay at the end, `score_delta` pays the points of an order when it is fulfilled."""
    trucks = {0: (NW, [0, 0, 1])}
    towns = {NW: town([15, None]), NE: town([None, None])}
    position = base(3, trucks=trucks, unfinished={0: [4]}, completed={0: [3], 1: [0]}, towns=towns)
    paid = rewards(position, "fulfil 1", "take 1", "end turn", "end turn", "end turn", reward=reward)
    assert paid == [before, [0, 0, 0], [0, 0, 0], [0, 0, 0], last]


@rule("MD-19")
def test_truncation_is_scored_as_it_stands():
    """Truncation: scored as it stands; everything else stays as the last decision left it."""
    max_steps = DECISIONS + 2
    position = base(3, completed={1: [0], 2: [3]}, unfinished={0: [20, 21]})
    running = play(position, "move north_warehouse", max_steps=max_steps)
    assert not running["over"]
    assert rewards(position, *["move north_warehouse", "move mintopia"], max_steps=max_steps) == [
        [0, 0, 0],
        [-0.5, -0.5, 1],
    ]
    after = play(position, "end turn", "move north_warehouse", max_steps=max_steps)
    assert after == base(
        3,
        seat=-1,
        over=True,
        actions_left=1,
        completed={1: [0], 2: [3]},
        unfinished={0: [20, 21]},
        trucks={1: ("north_warehouse", [0, 0, 0])},
    )


@rule("MD-19")
@each_count
def test_an_episode_lasts_2000_decisions_at_most_by_default(players):
    """`max_steps` default 2000."""
    assert_longest(base(players), 2000, "move north_warehouse", "move mintopia")


@rule("MD-19")
@pytest.mark.parametrize(
    ("action", "phase"), [("take 1", "load_tokens"), ("fulfil 1", "remove_order"), ("end turn", "turn")]
)
def test_truncation_in_the_middle_of_an_action_loses_nothing(action, phase):
    """Scored as it stands, also within a compound action; all cards and mints are still in their places."""
    towns = {NW: town([(15, 2), 25], [35, 9])}
    position = base(trucks={0: (NW, [0, 1, 0])}, unfinished={0: [2]}, towns=towns)
    after = play(position, action, max_steps=DECISIONS + 1)
    assert (after["over"], after["seat"], after["phase"]) == (True, -1, phase)
    assert_conserved(after)
    paid = rewards(position, action, max_steps=DECISIONS + 1)[0]
    assert paid == [1, -1]  # 2 points, or a sugar-free mint in the truck


@rule("MD-19", "MD-5")
@each_count
def test_truncation_before_the_first_turn_is_shared(players):
    """Scored as it stands: with nothing done all are tied."""
    game = game_for(players, max_steps=1)
    state = game.new_state(seed=4)
    assert game.play(state, "keep none").tolist() == [0] * players
    position = game.position(state)
    assert (position["over"], position["seat"], position["phase"]) == (True, -1, "keep")


# Worked facts and whole games


def distances(start):
    """Return the number of moves from a space to each space, by the moves that are legal."""
    found, edge = {start: 0}, [start]
    while edge:
        space = edge.pop(0)
        for name in legal(base(trucks={0: (space, [0, 0, 0])}), "move "):
            if name[5:] not in found:
                found[name[5:]] = found[space] + 1
                edge.append(name[5:])
    return found


@rule("MD-2", "MD-10")
def test_worked_fact_distances():
    """Mintopia to a town is three moves; two neighbouring towns are four moves apart."""
    assert [distances("mintopia")[name] for name in TOWNS] == [3, 3, 3, 3]
    for one, other in pairwise([NW, NE, SE, SW, NW]):
        assert distances(one)[other] == 4
    assert distances(NW)[SE] == distances(NE)[SW] == 6
    assert len(distances("mintopia")) == 17


@rule("MD-8", "MD-11")
@pytest.mark.parametrize(("action", "returned"), [("upgrade sugar-free", 2), ("upgrade cinnamon", 3)])
def test_worked_fact_five_players_cannot_load_until_mints_come_back(action, returned):
    """Five players: nobody can load at the start; the supply is empty until someone upgrades, unloads, or fulfils."""
    for seed in range(5):
        position = settled(5, seed)
        for _ in range(5):
            assert position["supply"][0] == 0
            assert legal(position, "load") == set()
            moved = play(position, "move south_warehouse")
            assert legal(moved, "load") == set()
            position = play(position, "end turn")
        assert play(position, action)["supply"][0] == returned
    empty = {seat: ("mintopia", [4, 0, 0]) for seat in range(1, 5)}
    position = base(5, trucks=empty | {0: ("mintopia", [2, 0, 1])}, towns={SW: hoard(2)})
    assert position["supply"][0] == 0
    assert legal(position, "load") == set()
    assert legal(play(position, "upgrade sugar-free"), "load") == {"load 1", "load 2"}
    assert legal(play(position, "unload classic", "done"), "load") == {"load 1"}


@rule("MD-15", "MD-8")
@each_count
def test_worked_fact_nobody_fulfils_in_a_first_turn(players):
    """Without road conditions nobody fulfils in a first turn: a town is three moves away."""
    game = game_for(players)

    def search(state):
        seat = game.seat(state)
        actions = names(game, state)
        assert not [name for name in actions if name.startswith("fulfil")]
        for name in actions:
            following = game.clone(state)
            game.play(following, name)
            if game.seat(following) == seat:
                search(following)

    for seed in range(3):
        _, state = load(settled(players, seed, "keep b"))
        for _ in range(players):
            search(state)
            game.play(state, "end turn")


@rule("MD-1", "MD-3", "MD-9", "MD-12", "MD-16", "MD-18")
@each_count
@pytest.mark.parametrize("purpose", [0, 0.5, 0.95])
@pytest.mark.parametrize("seed", range(3))
def test_conservation_and_a_legal_action_in_every_state_of_whole_games(players, purpose, seed):
    """20/10/8 mints and 40 orders are in exactly one place at every moment; every state has a legal action."""
    game, random = game_for(players), Random(seed)
    state = game.new_state(seed)
    turns = []
    out = None
    for _ in range(1200):
        position = game.position(state)
        assert_conserved(position)
        if position["over"]:
            break
        actions = names(game, state)
        assert actions
        assert all(sum(truck["mints"]) <= 4 for truck in position["trucks"])
        assert all(len(orders) <= 3 for orders in position["unfinished"])
        if position["phase"] == "turn":
            assert "end turn" in actions
            assert position["actions_left"] > 0 or [name for name in actions if name.startswith("fulfil")]
            out = out or position["out"]
            turns += [position["seat"]] if turns[-1:] != [position["seat"]] else []
        game.play(state, game.greedy_action(state) if random.random() < purpose else random.choice(sorted(actions)))
    assert players == 2 or position["out"] == out
    if position["over"]:
        assert position["last_round"]
        assert turns == list(range(players)) * (len(turns) // players)
    assert position["over"] or purpose < 0.9
