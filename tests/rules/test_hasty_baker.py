"""Rule tests of Hasty Baker: each asserts what the specification says of the rules that its marker names."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, islice, permutations, product
from math import comb
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
    refusal,
    rewards,
    rule,
    shipped_document,
    turned,
    view,
    written,
)
from positions_hasty_baker import (
    BOX,
    CARDS,
    HAND,
    INGREDIENTS,
    STRATEGY,
    Edition,
    allowed,
    assert_conserved,
    base,
    blue_cards,
    cards,
    fits,
    game_for,
    kitchen,
    recipe_cards,
)

from rlboardgames.games.hasty_baker.game import HastyBaker

each_count = pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
each_ingredient = pytest.mark.parametrize("card", INGREDIENTS)
each_recipe = pytest.mark.parametrize("recipe", BOX.menu)

ALMOST = "eggs frosting flour"
"""What lies on Cupcakes that lack nothing but sugar."""
DOUBLED_ALMOST = "eggs eggs frosting frosting flour flour sugar"
FOUR = ["Trifle", "Trifle", "Muffins", "Muffins"]
BIG_HAND = "flour flour flour eggs eggs frosting frosting"
"""Seven cards none of which is in `HAND`."""


def served(*counts):
    """Return so many completed recipes for each seat, none of them one that `base` puts before a seat."""
    before_seats = Counter(list(BOX.menu)[: len(counts)])
    left = (Counter(dict.fromkeys(BOX.menu, 2)) - before_seats).elements()
    return {seat: list(islice(left, count)) for seat, count in enumerate(counts)}


def assert_frequencies(seen, probabilities):
    """Assert that outcomes were seen about as often as they should be: a chi-square test at about 1 in 30,000."""
    runs = sum(seen.values())
    expected = {outcome: float(runs * probability) for outcome, probability in probabilities.items() if probability}
    assert sum(expected.values()) == pytest.approx(runs)
    assert min(expected.values()) >= 5, "too few runs for the test"
    assert set(seen) <= set(expected)
    statistic = sum((seen[outcome] - count) ** 2 / count for outcome, count in expected.items())
    free = len(expected) - 1
    assert statistic < free * (1 - 2 / (9 * free) + 4 * (2 / (9 * free)) ** 0.5) ** 3


def shares(counts):
    """Return the probability of each kind when one of so many cards of each kind is drawn."""
    return {kind: Fraction(count, sum(counts.values())) for kind, count in counts.items()}


def in_order(counts):
    """Return cards as a sorted tuple, for counting."""
    return tuple(sorted(Counter(counts).elements()))


# Components


@rule("HB-1")
@each_count
def test_the_blue_deck_has_76_ingredients_and_34_strategy_cards(players):
    """110 cards: 76 ingredients and 34 strategy cards, of the printed kinds."""
    deck = blue_cards(new(game_for(players), 1))
    assert deck == {
        "flour": 12,
        "frosting": 8,
        "butter": 8,
        "eggs": 8,
        "sugar": 8,
        "chocolate": 8,
        "milk": 8,
        "berries": 8,
        "wild": 8,
        "hasty_baker": 8,
        "steal_ingredient": 7,
        "spoiled_ingredient": 4,
        "take_two": 4,
        "new_hand": 4,
        "blue_ribbon": 4,
        "double_batch": 2,
        "broken_timer": 1,
    }
    assert sum(deck[card] for card in INGREDIENTS) == 76
    assert sum(deck[card] for card in STRATEGY) == 34


@rule("HB-2")
@each_count
def test_the_recipe_deck_has_two_cards_of_each_of_eleven_desserts(players):
    """22 cards: 11 desserts, two cards each."""
    recipes = recipe_cards(new(game_for(players), 1))
    assert len(recipes) == 11
    assert set(recipes.values()) == {2}


@rule("HB-2", "HB-6")
@each_recipe
def test_each_recipe_takes_its_four_ingredients_and_wilds(recipe):
    """Every recipe lists four different ingredients, never the wild."""
    listed = set(BOX.menu[recipe])
    assert len(listed) == 4
    assert "wild" not in listed
    position = base(hands={0: " ".join(INGREDIENTS)}, kitchens={0: kitchen(recipe)})
    assert legal(position, "play") == {f"play {card}" for card in listed | {"wild"}}


@rule("HB-2")
@pytest.mark.parametrize(
    ("recipe", "ingredients"),
    [
        ("Cupcakes", "eggs frosting flour sugar"),
        ("Cake", "milk sugar frosting flour"),
        ("Chocolate Cake", "chocolate frosting butter flour"),
    ],
)
def test_the_three_printed_desserts(recipe, ingredients):
    """Three desserts are printed facts."""
    position = play(base(hands={0: ingredients}, kitchens={0: kitchen(recipe)}), f"play {ingredients.split()[0]}")
    lacking = {f"play {card}" for card in ingredients.split()[1:]}
    assert legal(position, "play") == lacking
    shipped = {card["name"]: card for card in shipped_document("hasty_baker")["recipes"]}
    assert shipped[recipe]["provenance"] == "printed"


@rule("HB-1", "HB-2")
def test_the_shipped_file_has_the_cards_of_the_box():
    """The data file has the same cards, and beside each number where it is from."""
    shipped, box = shipped_document("hasty_baker"), BOX.document()
    for key in ("ingredients", "strategy"):
        assert shipped[key]["counts"] == box[key]["counts"]
        assert shipped[key]["provenance"]
    assert all(card.pop("provenance") for card in shipped["recipes"] + box["recipes"])
    for one, other in zip(shipped["recipes"], box["recipes"], strict=True):
        assert {**one, "ingredients": set(one["ingredients"])} == {**other, "ingredients": set(other["ingredients"])}


@rule("HB-1", "HB-4", "HB-5")
@each_count
def test_the_actions_are_the_same_for_every_number_of_players(players):
    """The action blocks: the larger offsets are never legal for fewer players, but the space is the same."""
    expected = {f"play {card}" for card in INGREDIENTS}
    expected |= {f"{verb} {card}" for verb in ("replace", "discard") for card in CARDS}
    expected |= {
        f"{what} {offset}" for what in ("double batch on", "new hand for", "broken timer on") for offset in range(6)
    }
    expected |= {f"steal {card} from {offset}" for card in INGREDIENTS for offset in range(1, 6)}
    expected |= {f"take two from {offset}" for offset in range(1, 6)}
    expected |= {f"spoil {card}" for card in INGREDIENTS if card != "wild"} | {"hasty baker", "blue ribbon"}
    actions = game_for(players).actions.names
    assert set(actions) == expected
    assert len(actions) == 9 + 17 + 17 + 6 + 9 * 5 + 5 + 8 + 1 + 6 + 6 + 1
    assert actions == game_for(2).actions.names


# Set-up


@rule("HB-3", "HB-4")
@each_count
@pytest.mark.parametrize("seed", range(3))
def test_the_set_up(players, seed):
    """Seven blue cards and one recipe to each seat, the rest in two piles, no discards; seat 0 begins."""
    position = new(game_for(players), seed)
    assert_conserved(position)
    assert [sum(hand.values()) for hand in position["hands"]] == [7] * players
    assert len(position["draw"]) == 110 - 7 * players
    assert position["discard"] == {}
    assert [kitchen(place["recipe"]) for place in position["kitchens"]] == position["kitchens"]
    assert len(position["recipes"]) == 22 - players
    assert (position["seat"], position["phase"], position["actions_left"]) == (0, "action", 2)
    assert (position["over"], position["points"]) == (False, [0] * players)
    assert (position["completed"], position["trophies"]) == ([[]] * players, [{}] * players)


@rule("HB-3")
def test_the_deal_is_random():
    """The deck is shuffled: each card is as likely as any other to be on top of the pile or in a hand."""
    top, hands = Counter(), [Counter(), Counter()]
    game = game_for(2)
    for seed in range(1200):
        position = new(game, seed)
        top[position["draw"][0]] += 1
        for seat in range(2):
            hands[seat][min(3, position["hands"][seat].get("flour", 0))] += 1
    assert_frequencies(top, shares(BOX.deck))
    expected = {count: Fraction(comb(12, count) * comb(98, 7 - count), comb(110, 7)) for count in range(3)}
    for seat in range(2):
        assert_frequencies(hands[seat], {**expected, 3: 1 - sum(expected.values())})


@rule("HB-4")
def test_the_recipes_are_dealt_at_random():
    """The recipes before the seats and the order of the recipe pile are random."""
    places = [Counter(), Counter(), Counter()]
    game = game_for(2)
    for seed in range(800):
        position = new(game, seed)
        seen = (position["kitchens"][0]["recipe"], position["kitchens"][1]["recipe"], position["recipes"][0])
        for place, recipe in zip(places, seen, strict=True):
            place[recipe] += 1
    for place in places:
        assert_frequencies(place, shares(dict.fromkeys(BOX.menu, 2)))


@rule("HB-3", "HB-4")
def test_the_same_seed_deals_the_same_game():
    """Same seed, same game; another seed, another one."""
    assert new(game_for(4), 5) == new(game_for(4), 5)
    assert new(game_for(4), 5) != new(game_for(4), 6)


@rule("HB-4", "HB-5")
@each_count
def test_the_turn_goes_clockwise(players):
    """Seat 0 begins, then clockwise, each with two actions."""
    game = game_for(players)
    state = game.new_state(seed=3)
    for decision in range(4 * players):
        assert game.seat(state) == decision // 2 % players
        replace = next(action for action in sorted(names(game, state)) if action.startswith("replace"))
        game.play(state, replace)


# A turn


TURN = {
    "hands": {0: "flour eggs spoiled_ingredient blue_ribbon milk milk butter"},
    "kitchens": {1: kitchen("Cake", "milk")},
}


@rule("HB-5")
@pytest.mark.parametrize(
    ("first", "second"),
    list(product(["play flour", "spoil milk", "replace milk"], ["play eggs", "blue ribbon", "replace butter"])),
)
def test_a_turn_is_two_actions_of_the_same_kind_or_of_two(first, second):
    """Two actions, each an ingredient, a strategy card or a replacement; the same kind may be done twice."""
    after_one = play(base(**TURN), first)
    assert (after_one["seat"], after_one["actions_left"], after_one["phase"]) == (0, 1, "action")
    after_two = play(base(**TURN), first, second)
    assert (after_two["seat"], after_two["actions_left"], after_two["phase"]) == (1, 2, "action")


@rule("HB-5", "HB-6", "HB-7", "HB-15", "HB-16", "HB-17", "HB-18", "HB-23")
def test_what_may_be_done_in_an_action():
    """An action is an ingredient, a strategy card or a replacement, and there is no way to pass."""
    hand = "flour milk wild double_batch steal_ingredient take_two spoiled_ingredient"
    kitchens = {0: kitchen("Cupcakes", "eggs"), 2: kitchen("Trifle", "milk frosting")}
    assert legal(base(3, hands={0: hand}, kitchens=kitchens)) == {
        *[f"replace {card}" for card in hand.split()],
        *["play flour", "play wild"],
        *["double batch on 0", "double batch on 1", "double batch on 2"],
        *["steal frosting from 2"],
        *["take two from 1", "take two from 2"],
        *["spoil eggs", "spoil milk", "spoil frosting"],
    }


@rule("HB-5", "HB-7")
@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("actions_left", [1, 2, 5])
def test_replacing_is_always_possible(card, actions_left):
    """Both actions are taken: replacing is always possible, whatever the card."""
    position = base(hands={0: card}, actions_left=actions_left)
    assert legal(position, "replace") == {f"replace {card}"}
    assert legal(position, "discard") == set()


@rule("HB-5")
def test_every_action_belongs_to_the_seat_to_move():
    """Seats in actions are relative: with everybody moved up, the same actions do the same."""
    position = base(
        4,
        hands={0: "flour sugar steal_ingredient take_two new_hand double_batch broken_timer", 2: "milk"},
        kitchens={
            0: kitchen("Cupcakes", "eggs"),
            1: kitchen("Cake", "flour"),
            3: kitchen("Trifle", "milk", ribbon=True),
        },
        completed={2: ["Muffins"]},
    )
    actions = ["play flour", "steal flour from 1", "take two from 2", "new hand for 3", "double batch on 3"]
    actions += ["broken timer on 3", "double batch on 0"]
    for action in actions:
        for by in range(1, 4):
            assert play(turned(position, by), action) == turned(play(position, action), by)


@rule("HB-6")
@each_count
def test_an_ingredient_goes_from_the_hand_onto_the_own_recipe(players):
    """From hand onto one's own recipe."""
    hands = {0: "flour eggs milk milk berries"}
    expected = {0: "eggs milk milk berries"}
    assert play(base(players, hands=hands), "play flour") == base(
        players, hands=expected, kitchens={0: kitchen("Cupcakes", "flour")}, actions_left=1
    )


@rule("HB-6")
@each_recipe
def test_one_of_each_listed_ingredient(recipe):
    """If the recipe still lacks it: one of each listed ingredient."""
    listed = BOX.menu[recipe]
    for lying in (subset for size in range(4) for subset in combinations(listed, size)):
        position = base(hands={0: " ".join(INGREDIENTS)}, kitchens={0: kitchen(recipe, " ".join(lying))})
        assert legal(position, "play") == {f"play {card}" for card in {*listed, "wild"} - set(lying)}


@rule("HB-6", "HB-15")
def test_two_of_each_under_a_double_batch():
    """Two of each under a Double Batch."""
    lying = kitchen("Cupcakes", "eggs eggs flour", batch=True)
    position = base(hands={0: " ".join(INGREDIENTS)}, kitchens={0: lying})
    assert legal(position, "play") == {"play flour", "play frosting", "play sugar", "play wild"}


@rule("HB-6", "HB-15")
@pytest.mark.parametrize("batch", [False, True])
def test_what_fits_is_decided_by_some_assignment_of_the_wilds(batch):
    """What lies on a recipe is legal as long as some assignment of the wilds fits the list: every case there is."""
    most = 2 if batch else 1
    listed = BOX.menu["Cupcakes"]
    cases = 0
    for counts in product(range(most + 1), repeat=4):
        for wilds in range(4 * most - sum(counts)):
            lying = Counter(dict(zip(listed, counts, strict=True)), wild=wilds)
            place = kitchen("Cupcakes", " ".join(lying.elements()), batch=batch)
            position = base(hands={0: " ".join(INGREDIENTS), 1: "hasty_baker"}, kitchens={0: place})
            expected = {f"play {card}" for card in INGREDIENTS if fits(place, card)}
            assert legal(position, "play") == expected
            assert expected == {f"play {name}" for name in listed if lying[name] < most} | {"play wild"}
            cases += 1
    assert cases == (324 if batch else 32)


@rule("HB-6", "HB-15")
def test_worked_fact_a_double_batch_with_two_wilds():
    """Eggs, frosting, flour, sugar, with two wilds and eggs, eggs, flour there: all but eggs are accepted."""
    lying = kitchen("Cupcakes", "wild wild eggs eggs flour", batch=True)
    position = base(hands={0: " ".join(INGREDIENTS)}, kitchens={0: lying})
    assert legal(position, "play") == {"play frosting", "play sugar", "play flour", "play wild"}


@rule("HB-6")
def test_a_wild_is_never_named():
    """A wild fits any open place and is never named: whatever is played beside it, it stands for what is missing."""
    for order in permutations(["wild", "flour", "wild", "sugar"]):
        position = base(hands={0: "wild wild flour sugar hasty_baker hasty_baker milk"}, actions_left=4)
        position = play(position, *[f"play {card}" for card in order])
        assert position["completed"][0] == ["Cupcakes"]
        assert position["discard"] == cards("wild wild flour sugar")


@rule("HB-6", "HB-12")
def test_four_wilds_complete_a_recipe():
    """A wild fits any open place, so four of them fit any recipe."""
    position = play(base(hands={0: "wild wild wild wild milk"}, actions_left=5), *["play wild"] * 4)
    assert position["completed"][0] == ["Cupcakes"]
    assert position["discard"] == cards("wild wild wild wild")


@rule("HB-7")
@pytest.mark.parametrize("card", CARDS)
def test_replacing_discards_a_card_and_draws_one(card):
    """Discard one card from hand, draw one."""
    position = base(hands={0: f"{card} flour", 1: BIG_HAND}, draw="eggs sugar")
    assert play(position, f"replace {card}") == base(
        hands={0: "eggs flour", 1: BIG_HAND}, draw="sugar", discard=card, actions_left=1
    )


@rule("HB-7")
def test_a_replaced_card_may_be_played_as_another_action():
    """To play the new card is an action of its own."""
    position = play(base(hands={0: "milk milk milk milk milk"}, draw="flour berries"), "replace milk")
    assert legal(position) == {"replace milk", "replace flour", "play flour"}
    assert play(position, "play flour")["kitchens"][0] == kitchen("Cupcakes", "flour")


@rule("HB-8")
@pytest.mark.parametrize(
    ("card", "action"),
    [
        ("hasty_baker", "hasty baker"),
        ("steal_ingredient", "steal flour from 1"),
        ("spoiled_ingredient", "spoil flour"),
        ("take_two", "take two from 1"),
        ("new_hand", "new hand for 0"),
        ("new_hand", "new hand for 1"),
        ("broken_timer", "broken timer on 0"),
        ("broken_timer", "broken timer on 1"),
    ],
)
def test_a_played_strategy_card_is_discarded(card, action):
    """A played strategy card goes to the discard pile."""
    position = play(base(hands={0: f"{card} {HAND}"}, kitchens={1: kitchen("Cake", "flour")}), action)
    assert position["discard"][card] == 1


@rule("HB-8", "HB-15", "HB-22")
@pytest.mark.parametrize(
    ("card", "action", "seat"),
    [
        ("blue_ribbon", "blue ribbon", 0),
        ("double_batch", "double batch on 0", 0),
        ("double_batch", "double batch on 2", 2),
    ],
)
def test_ribbon_and_batch_lie_by_a_recipe(card, action, seat):
    """Except Double Batch and Blue Ribbon, which lie by a recipe."""
    place = kitchen(list(BOX.menu)[seat], ribbon=card == "blue_ribbon", batch=card == "double_batch")
    assert play(base(3, hands={0: f"{card} flour"}), action) == base(
        3, hands={0: "flour"}, kitchens={seat: place}, actions_left=1
    )


@rule("HB-7", "HB-8", "HB-11")
def test_a_replaced_card_may_be_drawn_again():
    """A replaced card lies in the discard pile before the draw, so a reshuffle caused by it includes it."""
    position = base(hands={0: "broken_timer"}, rest=0)
    assert (position["draw"], position["discard"]) == ([], {})
    assert play(position, "replace broken_timer") == position | {"actions_left": 1}
    assert play(position, "replace flour") == position | {"actions_left": 1}


@rule("HB-8", "HB-11", "HB-20")
def test_a_played_card_may_be_drawn_in_its_own_effect():
    """A played card lies in the discard pile before its effect: the New Hand may be in the new hand."""
    position = base(hands={0: "new_hand", 1: "milk"}, rest=0)
    after = play(position, "new hand for 1")
    assert after["hands"][1] == cards("new_hand milk")
    assert (after["draw"], after["discard"]) == ([], {})


@rule("HB-9")
@pytest.mark.parametrize("held", range(1, 8))
@each_count
def test_at_the_end_of_a_turn_the_hand_is_filled_up(players, held):
    """Draw up to seven."""
    kept = ["eggs", "frosting", "milk", "eggs", "frosting", "berries", "eggs"][:held]
    top = ["sugar", "frosting", "eggs", "flour", "butter", "flour", "flour"]
    position = base(players, hands={0: f"flour {' '.join(kept)}"}, draw=" ".join(top), actions_left=1)
    assert play(position, "play flour") == base(
        players,
        seat=1,
        hands={0: " ".join(kept + top[: 7 - held])},
        kitchens={0: kitchen("Cupcakes", "flour")},
        draw=" ".join(top[7 - held :]),
    )


@rule("HB-9")
def test_only_the_seat_whose_turn_ends_draws():
    """The others refill at the end of their own turns, and nobody refills in the middle of a turn."""
    hands = {1: "milk milk", 2: "berries"}
    position = base(3, hands={0: "flour eggs milk", **hands}, draw="sugar butter butter butter eggs eggs frosting")
    between = play(position, "play flour")
    assert between["hands"] == [cards("eggs milk"), cards("milk milk"), cards("berries")]
    after = play(between, "play eggs")
    assert after["hands"] == [cards("milk sugar butter butter butter eggs eggs"), cards("milk milk"), cards("berries")]
    assert after["draw"] == position["draw"][6:]
    after = play(after, "replace milk", "replace milk")
    assert [sum(hand.values()) for hand in after["hands"]] == [7, 7, 1]


@rule("HB-9")
@pytest.mark.parametrize("extra", [1, 2, 4])
@each_count
def test_at_the_end_of_a_turn_the_owner_discards_down_to_seven(players, extra):
    """Discard down to seven, the owner choosing which, one decision per card; then it is the next seat's turn."""
    keep = "eggs flour flour frosting frosting frosting frosting"
    over_limit = ["milk", "butter", "hasty_baker", "flour"][:extra]
    first = base(players, hands={0: f"{keep} {' '.join(over_limit)} wild"}, actions_left=1)
    position = play(first, "play wild")
    kitchens = {0: kitchen("Cupcakes", "wild")}
    for gone in range(extra):
        held = f"{keep} {' '.join(over_limit[gone:])}"
        discard = " ".join(over_limit[:gone])
        assert position == base(
            players, phase="discard", actions_left=0, hands={0: held}, kitchens=kitchens, discard=discard
        )
        assert legal(position) == {f"discard {card}" for card in held.split()}
        position = play(position, f"discard {over_limit[gone]}")
    assert position == base(players, seat=1, hands={0: keep}, kitchens=kitchens, discard=" ".join(over_limit))
    actions = ["play wild", *[f"discard {card}" for card in over_limit]]
    assert play(turned(first, players - 1), *actions) == turned(position, players - 1)


@rule("HB-9", "HB-17")
def test_cards_taken_beyond_seven_are_discarded_at_the_end_of_the_turn():
    """A hand of more than seven in the middle of a turn is fine; at its end the owner discards."""
    position = base(hands={0: f"take_two {BIG_HAND}", 1: "milk milk"}, draw="sugar")
    position = play(position, "take two from 1", "replace eggs")
    assert (position["phase"], position["seat"], position["actions_left"]) == ("discard", 0, 0)
    position = play(position, "discard flour", "discard milk")
    assert (position["phase"], position["seat"], position["actions_left"]) == ("action", 1, 2)
    assert sum(position["hands"][0].values()) == 7
    assert position["discard"] == cards("take_two eggs flour milk")


@rule("HB-9")
def test_a_hand_of_seven_is_left_as_it_is():
    """Seven are exactly right: nothing is drawn and nothing discarded."""
    position = base(hands={0: BIG_HAND}, draw="sugar butter")
    assert play(position, "replace flour", "replace flour") == base(
        seat=1, hands={0: "flour eggs eggs frosting frosting sugar butter"}, discard="flour flour"
    )


# The empty hand


SEVEN = "eggs eggs frosting milk berries butter flour"


@rule("HB-10")
@pytest.mark.parametrize(
    ("card", "action", "discard", "kitchens"),
    [
        ("flour", "play flour", "", {0: kitchen("Cupcakes", "flour")}),
        ("wild", "play wild", "", {0: kitchen("Cupcakes", "wild")}),
        ("spoiled_ingredient", "spoil milk", "spoiled_ingredient milk", {1: kitchen("Cake", "sugar")}),
        ("double_batch", "double batch on 0", "", {0: kitchen("Cupcakes", batch=True)}),
        ("double_batch", "double batch on 1", "", {1: kitchen("Cake", "milk sugar", batch=True)}),
        ("blue_ribbon", "blue ribbon", "", {0: kitchen("Cupcakes", ribbon=True)}),
        (
            "steal_ingredient",
            "steal sugar from 1",
            "steal_ingredient",
            {0: kitchen("Cupcakes", "sugar"), 1: kitchen("Cake", "milk")},
        ),
    ],
)
@pytest.mark.parametrize("actions_left", [2, 3])
def test_a_seat_that_plays_its_last_card_draws_seven_at_once(card, action, discard, kitchens, actions_left):
    """A seat whose hand becomes empty, at any time, draws seven at once."""
    before = {1: kitchen("Cake", "milk sugar")}
    position = base(hands={0: card}, kitchens=before, draw=f"{SEVEN} sugar", actions_left=actions_left)
    assert play(position, action) == base(
        hands={0: SEVEN},
        kitchens=before | kitchens,
        draw="sugar",
        discard=discard,
        actions_left=actions_left - 1,
    )


@rule("HB-10", "HB-9")
@each_count
def test_emptied_by_the_last_action_of_a_turn(players):
    """Seven at once, then the end of the turn, which finds a hand of seven."""
    position = base(players, hands={0: "flour"}, draw=f"{SEVEN} sugar", actions_left=1)
    assert play(position, "play flour") == base(
        players, seat=1, hands={0: SEVEN}, kitchens={0: kitchen("Cupcakes", "flour")}, draw="sugar"
    )


@rule("HB-10", "HB-19")
def test_hasty_baker_as_the_last_card():
    """Two more actions with a new hand of seven."""
    position = base(hands={0: "hasty_baker"}, draw=SEVEN)
    assert play(position, "hasty baker") == base(hands={0: SEVEN}, discard="hasty_baker", actions_left=3)


@rule("HB-10", "HB-21")
@pytest.mark.parametrize("offset", [0, 1])
def test_broken_timer_as_the_last_card(offset):
    """The recipe is exchanged, then seven are drawn."""
    position = base(hands={0: "broken_timer"}, draw=f"{SEVEN} sugar", recipes=["Ice Cream"])
    after = play(position, f"broken timer on {offset}")
    assert after["hands"] == [cards(SEVEN), cards(HAND)]
    assert after["kitchens"][offset] == kitchen("Ice Cream")
    assert after["draw"] == position["draw"][7:]


@rule("HB-10", "HB-12", "HB-16")
def test_a_steal_as_the_last_card_completes_a_recipe():
    """The effect is carried out first, completing included, then seven are drawn."""
    kitchens = {0: kitchen("Cupcakes", ALMOST), 1: kitchen("Cake", "sugar milk")}
    position = base(hands={0: "steal_ingredient"}, kitchens=kitchens, draw=SEVEN, recipes=["Ice Cream"])
    assert play(position, "steal sugar from 1") == base(
        hands={0: SEVEN},
        kitchens={0: kitchen("Ice Cream"), 1: kitchen("Cake", "milk")},
        completed={0: ["Cupcakes"]},
        discard=f"steal_ingredient {ALMOST} sugar",
        actions_left=1,
    )


@rule("HB-10", "HB-12")
def test_the_last_card_completes_a_recipe():
    """The effect is carried out first: the recipe is completed, then seven are drawn."""
    position = base(
        hands={0: "sugar"}, kitchens={0: kitchen("Cupcakes", ALMOST)}, draw=SEVEN, recipes=["Ice Cream", "Donuts"]
    )
    assert play(position, "play sugar") == base(
        hands={0: SEVEN},
        kitchens={0: kitchen("Ice Cream")},
        completed={0: ["Cupcakes"]},
        discard=f"{ALMOST} sugar",
        recipes=["Donuts"],
        actions_left=1,
    )


@rule("HB-10", "HB-11", "HB-12")
def test_the_ingredients_of_the_completed_recipe_may_be_drawn_at_once():
    """They are discarded before the empty hand draws, so a reshuffle includes them."""
    position = base(hands={0: "sugar"}, kitchens={0: kitchen("Cupcakes", ALMOST)}, rest="discard")
    after = play(position, "play sugar")
    assert after["discard"] == {}
    assert sum(after["hands"][0].values()) == 7
    assert len(after["draw"]) == 110 - 7 - 7


@rule("HB-7", "HB-10")
def test_replacing_the_only_card_does_not_count_as_an_empty_hand():
    """Looked at after the effect has been carried out: the replacement has been drawn by then."""
    position = base(hands={0: "milk"}, draw="flour eggs")
    assert play(position, "replace milk") == base(hands={0: "flour"}, draw="eggs", discard="milk", actions_left=1)


@rule("HB-10", "HB-20")
@pytest.mark.parametrize("actions_left", [1, 2])
def test_new_hand_for_oneself_as_the_last_card(actions_left):
    """The New Hand is carried out first, so the hand is not empty: seven cards, not fourteen."""
    position = base(hands={0: "new_hand"}, draw=f"{SEVEN} sugar", actions_left=actions_left)
    expected = base(hands={0: SEVEN}, draw="sugar", discard="new_hand", actions_left=1)
    if actions_left == 1:
        expected |= {"seat": 1, "actions_left": 2}
    assert play(position, "new hand for 0") == expected


@rule("HB-10", "HB-20")
@pytest.mark.parametrize("actions_left", [1, 2])
def test_new_hand_for_another_as_the_last_card(actions_left):
    """The other seat draws seven as the effect of the card, then the seat whose hand is empty draws seven."""
    second = "sugar sugar milk berries butter flour flour"
    position = base(hands={0: "new_hand", 1: "wild"}, draw=f"{SEVEN} {second} chocolate", actions_left=actions_left)
    expected = base(hands={0: second, 1: SEVEN}, draw="chocolate", discard="new_hand wild", actions_left=1)
    if actions_left == 1:
        expected |= {"seat": 1, "actions_left": 2}
    assert play(position, "new hand for 1") == expected


@rule("HB-10", "HB-17")
@pytest.mark.parametrize("taken", ["milk", "milk milk"])
def test_take_two_as_the_last_card(taken):
    """The taken cards are in hand when it is looked at: no more are drawn for the acting seat."""
    position = base(3, hands={0: "take_two", 2: taken}, draw=f"{SEVEN} sugar")
    assert play(position, "take two from 2") == base(
        3, hands={0: taken, 2: SEVEN}, draw="sugar", discard="take_two", actions_left=1
    )


@rule("HB-10", "HB-17")
@each_count
@pytest.mark.parametrize("held", ["milk", "milk milk"])
def test_worked_fact_a_take_two_that_empties_the_hand(players, held):
    """A Take 2 that empties the victim's hand makes the victim draw seven at once."""
    victim = players - 1
    position = base(players, hands={0: "take_two flour", victim: held}, draw=f"{SEVEN} sugar")
    assert play(position, f"take two from {victim}") == base(
        players, hands={0: f"flour {held}", victim: SEVEN}, draw="sugar", discard="take_two", actions_left=1
    )


@rule("HB-9", "HB-10", "HB-17")
def test_the_emptied_hand_is_filled_before_the_turn_ends():
    """First the acting seat, then clockwise, then the end of the turn: the victim draws before the acting seat."""
    second = "sugar sugar butter butter"
    position = base(3, hands={0: "take_two flour eggs", 1: "milk"}, draw=f"{SEVEN} {second} chocolate", actions_left=1)
    assert play(position, "take two from 1") == base(
        3, seat=1, hands={0: f"flour eggs milk {second}", 1: SEVEN}, draw="chocolate", discard="take_two"
    )


@rule("HB-10", "HB-11", "HB-17")
def test_an_emptied_hand_draws_what_there_is():
    """With piles empty but for the card just played, that card is the whole new hand."""
    position = base(hands={0: "take_two", 1: "milk"}, rest=0)
    after = play(position, "take two from 1")
    assert after["hands"][1] == cards("take_two")
    assert (after["draw"], after["discard"]) == ([], {})


@rule("HB-10", "HB-5")
def test_a_hand_drawn_at_once_can_be_played_in_the_same_turn():
    """The seven cards are there for the actions that are left, and the hand is filled up again at the end."""
    position = play(base(hands={0: "flour"}, draw=f"{SEVEN} sugar"), "play flour")
    assert legal(position, "play") == {"play eggs", "play frosting"}
    after = play(position, "play eggs")
    assert after["hands"][0] == cards("eggs frosting milk berries butter flour sugar")


# The empty draw pile


@rule("HB-11")
def test_the_discards_are_shuffled_only_when_a_card_must_be_drawn():
    """When a card must be drawn and the pile is empty: the last card of the pile does not yet cause it."""
    position = base(hands={0: BIG_HAND}, draw="milk", rest="discard")
    after = play(position, "replace flour")
    assert after["draw"] == []
    assert sum(after["discard"].values()) == 110 - 7 - 7
    after = play(after, "replace flour")
    assert after["discard"] == {}
    assert len(after["draw"]) == 110 - 7 - 7


@rule("HB-11", "HB-20")
@pytest.mark.parametrize("left", range(8))
def test_a_reshuffle_in_the_middle_of_a_draw(left):
    """The pile is drawn to its end, then the discards become a new one from which the rest is drawn."""
    top = SEVEN.split()[:left]
    position = base(hands={0: "new_hand flour flour frosting"}, draw=" ".join(top), rest="discard")
    after = play(position, "new hand for 0")
    assert sum(after["hands"][0].values()) == 7
    assert Counter(top) <= Counter(after["hands"][0])
    if left == 7:
        assert after == base(hands={0: SEVEN}, rest="discard", actions_left=1)
    else:
        assert after["discard"] == {}
        assert len(after["draw"]) == 110 - 7 - 7


@rule("HB-9", "HB-11")
@pytest.mark.parametrize("left", range(4))
def test_a_reshuffle_in_the_middle_of_filling_up(left):
    """A turn that ends with four cards draws three: from the pile, and then from the shuffled discards."""
    top = ["eggs", "butter", "milk"][:left]
    position = base(
        hands={0: "flour sugar sugar frosting frosting"}, draw=" ".join(top), rest="discard", actions_left=1
    )
    after = play(position, "play flour")
    assert sum(after["hands"][0].values()) == 7
    assert Counter(["sugar", "sugar", "frosting", "frosting", *top]) <= Counter(after["hands"][0])
    assert (after["discard"] == {}) == (left < 3)
    assert len(after["draw"]) == (0 if left == 3 else 110 - 7 - 7 - 1)


@rule("HB-10", "HB-11")
def test_a_reshuffle_in_the_middle_of_a_draw_for_two_seats():
    """Each seat goes on drawing from the pile that the one before left."""
    position = base(hands={0: "new_hand", 1: "wild wild"}, draw="milk berries butter", rest="discard")
    after = play(position, "new hand for 1")
    assert Counter(cards("milk berries butter")) <= Counter(after["hands"][1])
    assert [sum(hand.values()) for hand in after["hands"]] == [7, 7]
    assert (after["discard"], len(after["draw"])) == ({}, 110 - 14)


@rule("HB-8", "HB-11")
def test_every_discard_is_equally_likely_to_be_drawn():
    """The discards, the replaced card with them, are shuffled into the new pile."""
    position = base(hands={0: "broken_timer hasty_baker hasty_baker hasty_baker"}, rest="discard")
    pool = Counter(position["discard"]) + Counter(["broken_timer"])
    drawn, tops, bottoms = Counter(), Counter(), Counter()
    for seed in range(1200):
        game, state = load(position, seed=seed)
        game.play(state, "replace broken_timer")
        after = game.position(state)
        [card] = (Counter(after["hands"][0]) - Counter(hasty_baker=3)).elements()
        drawn[card] += 1
        tops[after["draw"][0]] += 1
        bottoms[after["draw"][-1]] += 1
    for seen in (drawn, tops, bottoms):
        assert_frequencies(seen, shares(pool))


@rule("HB-11", "HB-20")
@pytest.mark.parametrize("held", range(1, 7))
def test_if_there_is_nothing_left_nothing_is_drawn(held):
    """If there is still nothing after the shuffle, nothing is drawn."""
    hand = SEVEN.split()[:held]
    position = base(hands={0: "new_hand", 1: " ".join(hand)}, rest=0)
    after = play(position, "new hand for 1")
    assert (after["draw"], after["discard"], after["actions_left"]) == ([], {}, 1)
    assert after["hands"][1] == Counter([*hand, "new_hand"])


# Completing


@rule("HB-12", "HB-13")
@each_count
@pytest.mark.parametrize("last", ["sugar", "wild"])
def test_a_full_recipe_is_completed_at_once(players, last):
    """Its ingredients are discarded, the recipe goes to the completed pile, a new one is drawn: one point."""
    position = base(
        players,
        hands={0: f"{last} flour flour"},
        kitchens={0: kitchen("Cupcakes", ALMOST)},
        recipes=["Ice Cream", "Donuts"],
    )
    assert play(position, f"play {last}") == base(
        players,
        hands={0: "flour flour"},
        kitchens={0: kitchen("Ice Cream")},
        completed={0: ["Cupcakes"]},
        discard=f"{ALMOST} {last}",
        recipes=["Donuts"],
        actions_left=1,
    )


@rule("HB-12")
def test_the_new_recipe_is_there_before_the_next_action():
    """A new recipe is drawn before any further action, which may already be for it."""
    position = base(
        hands={0: "sugar milk chocolate frosting eggs"},
        kitchens={0: kitchen("Cupcakes", ALMOST)},
        recipes=["Ice Cream"],
    )
    position = play(position, "play sugar")
    assert legal(position, "play") == {"play milk", "play chocolate"}
    assert play(position, "play milk")["kitchens"][0] == kitchen("Ice Cream", "milk")


@rule("HB-12", "HB-19")
def test_two_recipes_in_one_turn():
    """Each is completed the moment that it is full."""
    position = base(
        hands={0: "sugar wild wild milk chocolate hasty_baker flour"},
        kitchens={0: kitchen("Cupcakes", ALMOST)},
        recipes=["Ice Cream", "Donuts"],
        actions_left=6,
    )
    position = play(position, "play sugar", "play wild", "play milk", "play wild", "play chocolate")
    assert position["completed"][0] == ["Cupcakes", "Ice Cream"]
    assert position["points"] == [2, 0]
    assert position["kitchens"][0] == kitchen("Donuts")
    assert position["actions_left"] == 1


@rule("HB-12")
def test_three_ingredients_complete_nothing():
    """Not before it is full."""
    position = play(base(hands={0: "sugar eggs flour"}, actions_left=4), "play sugar", "play eggs", "play flour")
    assert position["completed"] == [[], []]
    assert position["kitchens"][0] == kitchen("Cupcakes", "sugar eggs flour")


@rule("HB-12", "HB-13", "HB-15", "HB-22")
@pytest.mark.parametrize("ribbon", [False, True])
@pytest.mark.parametrize("batch", [False, True])
def test_a_recipe_is_a_point_its_batch_one_more_its_ribbon_one_more(ribbon, batch):
    """The Ribbon or Batch goes to the completed pile with the recipe, a point each."""
    lying = DOUBLED_ALMOST if batch else ALMOST
    position = base(
        hands={0: "sugar milk"},
        kitchens={0: kitchen("Cupcakes", lying, ribbon=ribbon, batch=batch)},
        completed={0: ["Trifle"]},
        recipes=["Ice Cream"],
    )
    after = play(position, "play sugar")
    assert after == base(
        hands={0: "milk"},
        kitchens={0: kitchen("Ice Cream")},
        completed={0: ["Trifle", "Cupcakes"]},
        trophies={0: "blue_ribbon " * ribbon + "double_batch " * batch},
        discard=f"{lying} sugar",
        actions_left=1,
    )
    assert after["points"] == [2 + ribbon + batch, 0]


@rule("HB-13")
@pytest.mark.parametrize(("reward", "paid"), [("outcome", [0, 0]), ("score", [0, 0]), ("score_delta", [3, 0])])
def test_points_are_earned_when_a_recipe_is_completed(reward, paid):
    """`score_delta` pays them at that moment, the others at the end."""
    position = base(hands={0: "sugar milk"}, kitchens={0: kitchen("Cupcakes", DOUBLED_ALMOST, ribbon=True, batch=True)})
    assert rewards(position, "play sugar", reward=reward) == [paid]


@rule("HB-13")
def test_the_standing_is_the_points():
    """A completed recipe is 1 point, its Double Batch 1 more, its Blue Ribbon 1 more; what lies unfinished is none."""
    position = base(
        4,
        completed={0: ["Trifle", "Muffins"], 1: ["Trifle"], 3: ["Muffins", "Cookies"]},
        trophies={1: "blue_ribbon", 3: "blue_ribbon double_batch"},
        kitchens={2: kitchen("Chocolate Cake", "butter flour", ribbon=True, batch=True)},
    )
    assert points(position) == [2, 2, 0, 4]


# The empty recipe pile


COMPLETED = {5: [2, 3, 4, 4, 4], 6: [1, 3, 3, 3, 3, 3]}
"""How many recipes the seats have completed when the recipe pile is empty."""
many_seats = pytest.mark.parametrize("players", list(COMPLETED))


def with_an_empty_recipe_pile(players, hand=f"sugar {BIG_HAND}", lying=ALMOST, counts=None):
    """Return a position with all recipes completed or before the seats, and seat 0 about to complete one."""
    position = base(
        players,
        hands={0: hand},
        kitchens={0: kitchen("Cupcakes", lying)},
        completed=served(*(counts or COMPLETED[players])),
    )
    assert position["recipes"] == []
    return position


@rule("HB-14")
@many_seats
def test_an_empty_recipe_pile_is_made_anew_from_completed_recipes(players):
    """All completed recipe cards are shuffled into a new pile, the one just completed included; the points stay."""
    position = with_an_empty_recipe_pile(players)
    after = play(position, "play sugar")
    assert after["completed"] == [[]] * players
    assert after["points"] == [COMPLETED[players][0] + 1, *COMPLETED[players][1:]]
    pool = Counter(name for completed in position["completed"] for name in completed) + Counter(["Cupcakes"])
    assert Counter([*after["recipes"], after["kitchens"][0]["recipe"]]) == pool
    assert pool.total() == 23 - players == sum(after["points"])
    assert after["kitchens"][0] == kitchen(after["kitchens"][0]["recipe"])
    assert after["kitchens"][1:] == position["kitchens"][1:]
    assert (after["seat"], after["actions_left"], after["over"]) == (0, 1, False)


@rule("HB-14")
@many_seats
def test_points_can_exceed_what_lies_in_completed_piles(players):
    """The points scored stay, and the game goes on with them: by 23 - n in all."""
    position = play(with_an_empty_recipe_pile(players), "play sugar")
    position = play(position, "replace flour")
    assert sum(position["points"]) == 23 - players
    recipe = position["kitchens"][1]["recipe"]
    listed = BOX.menu[recipe]
    following = position | {"kitchens": [dict(place) for place in position["kitchens"]]}
    for card in listed[:3]:
        following["draw"].remove(card)
    following["kitchens"][1]["cards"] = cards(" ".join(listed[:3]))
    after = play(following, "play wild")
    assert after["completed"][1] == [recipe]
    assert after["points"][1] == COMPLETED[players][1] + 1
    assert sum(after["points"]) - sum(map(len, after["completed"])) == 23 - players


@rule("HB-14")
def test_ribbons_and_batches_stay():
    """Only the recipe cards leave the completed piles."""
    position = with_an_empty_recipe_pile(6, lying=DOUBLED_ALMOST, hand="sugar milk")
    trophies = [{}, cards("blue_ribbon"), {}, cards("blue_ribbon"), {}, cards("double_batch")]
    for counts in trophies:
        for card in counts:
            position["draw"].remove(card)
    for card in ("blue_ribbon", "double_batch"):
        position["draw"].remove(card)
    position["kitchens"][0] |= {"ribbon": True, "batch": True}
    position |= {"trophies": trophies, "points": [1, 4, 3, 4, 3, 4]}
    after = play(position, "play sugar")
    assert after["points"] == [4, 4, 3, 4, 3, 4]
    assert after["completed"] == [[]] * 6
    assert after["trophies"] == [cards("blue_ribbon double_batch"), *trophies[1:]]


@rule("HB-14")
def test_the_new_recipe_pile_is_shuffled():
    """Each completed recipe card, the one just completed too, is as likely to be the new one, and to be next."""
    position = with_an_empty_recipe_pile(6)
    pool = Counter(name for completed in position["completed"] for name in completed) + Counter(["Cupcakes"])
    drawn, following, last = Counter(), Counter(), Counter()
    for seed in range(600):
        game, state = load(position, seed=seed)
        game.play(state, "play sugar")
        after = game.position(state)
        drawn[after["kitchens"][0]["recipe"]] += 1
        following[after["recipes"][0]] += 1
        last[after["recipes"][-1]] += 1
    for seen in (drawn, following, last):
        assert_frequencies(seen, shares(pool))


@rule("HB-14")
def test_the_last_recipe_of_the_pile_is_drawn_without_a_shuffle():
    """Only if the pile is empty when a recipe must be drawn."""
    counts = [1, 3, 3, 3, 3, 2]
    completed = served(*counts)
    position = base(6, hands={0: f"sugar {BIG_HAND}"}, kitchens={0: kitchen("Cupcakes", ALMOST)}, completed=completed)
    [recipe] = position["recipes"]
    after = play(position, "play sugar")
    assert after["kitchens"][0]["recipe"] == recipe
    assert after["recipes"] == []
    assert after["completed"] == [sorted([*completed[0], "Cupcakes"]), *position["completed"][1:]]


@rule("HB-14", "HB-24")
def test_the_winner_draws_from_the_new_pile_too():
    """A recipe that wins the game is completed in full: its new recipe is still drawn."""
    after = play(with_an_empty_recipe_pile(6, counts=[4, 3, 3, 2, 2, 2]), "play sugar")
    assert (after["over"], after["seat"]) == (True, -1)
    assert after["points"] == [5, 3, 3, 2, 2, 2]
    assert after["completed"] == [[]] * 6
    assert len(after["recipes"]) == 22 - 6


@rule("HB-14", "HB-21")
@many_seats
def test_a_broken_timer_with_an_empty_recipe_pile_brings_the_same_recipe(players):
    """The recipe goes to the bottom of the pile and is the new one; nothing is shuffled."""
    position = with_an_empty_recipe_pile(players, hand=f"broken_timer {BIG_HAND}")
    after = play(position, "broken timer on 0")
    assert after["kitchens"][0] == kitchen("Cupcakes")
    assert (after["recipes"], after["completed"]) == ([], position["completed"])
    assert after["discard"] == cards(f"broken_timer {ALMOST}")
    after = play(position, "broken timer on 2")
    assert after["kitchens"] == position["kitchens"]


# Double Batch


@rule("HB-15", "HB-23")
@each_count
def test_a_double_batch_goes_by_anyones_recipe(players):
    """By one's own or anyone's recipe."""
    position = base(players, hands={0: "double_batch flour"})
    assert legal(position, "double batch") == {f"double batch on {offset}" for offset in range(players)}
    for offset in range(players):
        place = kitchen(list(BOX.menu)[offset], batch=True)
        assert play(position, f"double batch on {offset}") == base(
            players, hands={0: "flour"}, kitchens={offset: place}, actions_left=1
        )


@rule("HB-15", "HB-23")
def test_at_most_one_double_batch_per_recipe():
    """At most one per recipe."""
    kitchens = {0: kitchen("Cupcakes", batch=True)}
    assert legal(base(3, hands={0: "double_batch"}, kitchens=kitchens), "double") == {
        "double batch on 1",
        "double batch on 2",
    }
    kitchens = {1: kitchen("Cake", "milk", batch=True)}
    assert legal(base(3, hands={0: "double_batch"}, kitchens=kitchens), "double") == {
        "double batch on 0",
        "double batch on 2",
    }


@rule("HB-15")
def test_a_double_batch_in_the_middle_of_a_recipe():
    """It now needs two of each ingredient; what lies there stays."""
    position = base(hands={0: "double_batch sugar flour frosting eggs"}, kitchens={0: kitchen("Cupcakes", ALMOST)})
    position = play(position, "double batch on 0")
    assert position["kitchens"][0] == kitchen("Cupcakes", ALMOST, batch=True)
    position = play(position, "play sugar")
    assert position["kitchens"][0] == kitchen("Cupcakes", f"{ALMOST} sugar", batch=True)
    assert position["completed"] == [[], []]


@rule("HB-15")
@pytest.mark.parametrize("lying", ["", "eggs", "eggs flour wild", "wild wild wild"])
def test_with_a_double_batch_a_recipe_takes_eight_cards(lying):
    """A recipe takes eight cards; the eighth completes it."""
    kitchens = {0: kitchen("Cupcakes", lying, batch=True)}
    lacking = Counter(dict.fromkeys(BOX.menu["Cupcakes"], 2)) - Counter(cards(lying))
    missing = list(lacking.elements())[lying.count("wild") :]  # the wilds stand for the first of these
    position = base(hands={0: " ".join([*missing, "milk"])}, kitchens=kitchens, actions_left=9)
    before_last = play(position, *[f"play {card}" for card in missing[:-1]])
    assert before_last["completed"] == [[], []]
    after = play(before_last, f"play {missing[-1]}")
    assert after["completed"] == [["Cupcakes"], []]
    assert after["trophies"] == [cards("double_batch"), {}]
    assert after["points"] == [2, 0]
    assert after["discard"] == cards(" ".join([lying, *missing]))


@rule("HB-15", "HB-13")
def test_a_double_batch_goes_to_whoever_completes_the_recipe():
    """On completion it goes with the recipe, to whoever completes it: a point for the owner, not for who played it."""
    position = base(
        hands={0: f"double_batch {HAND}", 1: "flour wild wild wild wild eggs eggs"},
        kitchens={1: kitchen("Cake", "milk sugar frosting")},
        actions_left=1,
    )
    position = play(position, "double batch on 1") | {"actions_left": 6}
    position = play(position, "play flour", *["play wild"] * 4)
    assert position["completed"] == [[], ["Cake"]]
    assert position["trophies"] == [{}, cards("double_batch")]
    assert position["points"] == [0, 2]


@rule("HB-15")
def test_both_batches_can_lie_by_recipes():
    """At most one per recipe, but one by each of two recipes."""
    position = play(base(3, hands={0: "double_batch double_batch milk"}), "double batch on 0")
    assert legal(position, "double") == {"double batch on 1", "double batch on 2"}
    position = play(position, "double batch on 2")
    assert [place["batch"] for place in position["kitchens"]] == [True, False, True]


# Steal Ingredient


@rule("HB-16", "HB-6")
@each_ingredient
def test_a_stolen_ingredient_goes_onto_the_own_recipe(card):
    """One ingredient in play before another seat, wild included, goes onto one's own recipe, if it fits there."""
    recipe = next(name for name in BOX.menu if card == "wild" or card in BOX.menu[name])
    kitchens = {1: kitchen(recipe, card)}
    position = base(hands={0: "steal_ingredient hasty_baker"}, kitchens=kitchens)
    if card not in (*BOX.menu["Cupcakes"], "wild"):
        assert legal(position, "steal") == set()
        return
    assert legal(position, "steal") == {f"steal {card} from 1"}
    assert play(position, f"steal {card} from 1") == base(
        hands={0: "hasty_baker"},
        kitchens={0: kitchen("Cupcakes", card), 1: kitchen(recipe)},
        discard="steal_ingredient",
        actions_left=1,
    )


@rule("HB-16", "HB-23")
def test_only_what_fits_can_be_stolen_and_only_from_others():
    """If it fits there; from another seat's recipe only."""
    position = base(
        4,
        hands={0: "steal_ingredient"},
        kitchens={
            0: kitchen("Cupcakes", "flour wild"),
            1: kitchen("Cake", "flour sugar milk"),
            2: kitchen("Chocolate Cake", "chocolate wild frosting"),
            3: kitchen("Trifle"),
        },
    )
    assert legal(position, "steal") == {"steal sugar from 1", "steal wild from 2", "steal frosting from 2"}


@rule("HB-16", "HB-15", "HB-6")
def test_a_second_copy_can_be_stolen_for_a_double_batch():
    """It fits by HB-6: two of each under a Double Batch, some assignment of the wilds."""
    position = base(
        hands={0: "steal_ingredient milk"},
        kitchens={
            0: kitchen("Cupcakes", "eggs eggs flour wild wild", batch=True),
            1: kitchen("Donuts", "eggs flour flour wild", batch=True),
        },
    )
    assert legal(position, "steal") == {"steal flour from 1", "steal wild from 1"}
    after = play(position, "steal flour from 1")
    assert after["kitchens"] == [
        kitchen("Cupcakes", "eggs eggs flour flour wild wild", batch=True),
        kitchen("Donuts", "eggs flour wild", batch=True),
    ]


@rule("HB-16", "HB-12")
@pytest.mark.parametrize("card", ["sugar", "wild"])
def test_a_stolen_ingredient_may_complete_the_recipe(card):
    """It may complete the recipe."""
    position = base(
        3,
        hands={0: "steal_ingredient milk"},
        kitchens={0: kitchen("Cupcakes", ALMOST), 2: kitchen("Cake", f"{card} milk", ribbon=True)},
        recipes=["Ice Cream"],
    )
    assert play(position, f"steal {card} from 2") == base(
        3,
        hands={0: "milk"},
        kitchens={0: kitchen("Ice Cream"), 2: kitchen("Cake", "milk", ribbon=True)},
        completed={0: ["Cupcakes"]},
        discard=f"steal_ingredient {ALMOST} {card}",
        actions_left=1,
    )


@rule("HB-16", "HB-24")
def test_a_stolen_ingredient_may_win_the_game():
    """A steal that completes the recipe brings its points at once."""
    position = base(
        hands={0: "steal_ingredient milk"},
        kitchens={0: kitchen("Cupcakes", ALMOST), 1: kitchen("Cake", "sugar")},
        completed={0: FOUR},
    )
    assert rewards(position, "steal sugar from 1") == [[1, -1]]


@rule("HB-16", "HB-22")
def test_ribbons_and_batches_cannot_be_stolen():
    """Ribbons and Batches cannot be stolen: no action does it, and a stolen ingredient leaves them where they are."""
    assert not [name for name in game_for(2).actions.names if name.startswith(("steal blue", "steal double"))]
    kitchens = {1: kitchen("Cake", "flour", ribbon=True, batch=True)}
    position = base(hands={0: "steal_ingredient milk"}, kitchens=kitchens)
    assert legal(position) == {"replace steal_ingredient", "replace milk", "steal flour from 1"}
    after = play(position, "steal flour from 1")
    assert after["kitchens"] == [kitchen("Cupcakes", "flour"), kitchen("Cake", ribbon=True, batch=True)]
    kitchens = {1: kitchen("Cake", ribbon=True, batch=True)}
    assert legal(base(hands={0: "steal_ingredient"}, kitchens=kitchens)) == {"replace steal_ingredient"}


# Take 2 From Hand


@rule("HB-17", "HB-23")
@each_count
def test_take_two_from_any_other_seat(players):
    """Two cards from another seat's hand to one's own; the victim does not refill before the end of its own turn."""
    position = base(players, hands={0: "take_two eggs"})
    assert legal(position, "take two") == {f"take two from {offset}" for offset in range(1, players)}
    for offset in range(1, players):
        after = play(position, f"take two from {offset}")
        assert [sum(hand.values()) for hand in after["hands"]] == [
            3 if seat == 0 else 5 if seat == offset else 7 for seat in range(players)
        ]
        assert Counter(after["hands"][0]) + Counter(after["hands"][offset]) == Counter(f"{HAND} eggs".split())
        assert after["draw"] == position["draw"]
        assert after["discard"] == cards("take_two")


@rule("HB-17")
@pytest.mark.parametrize("hand", ["flour flour eggs milk butter butter butter", "flour eggs eggs", HAND, "flour eggs"])
def test_the_two_cards_are_random(hand):
    """Two random cards: each pair of the victim's cards is equally likely."""
    position = base(hands={0: "take_two", 1: hand})
    expected = Counter(tuple(sorted(pair)) for pair in combinations(hand.split(), 2))
    seen = Counter()
    for seed in range(600):
        game, state = load(position, seed=seed)
        game.play(state, "take two from 1")
        seen[in_order(game.position(state)["hands"][0])] += 1
    if len(expected) == 1:
        assert set(seen) == set(expected)
    else:
        assert_frequencies(seen, shares(expected))


@rule("HB-17")
def test_take_two_from_a_hand_of_one_takes_one():
    """One or none if it has fewer."""
    position = base(3, hands={0: "take_two eggs", 1: "butter"}, draw=SEVEN)
    assert play(position, "take two from 1") == base(
        3, hands={0: "eggs butter", 1: SEVEN}, discard="take_two", actions_left=1
    )


@rule("HB-17", "HB-9")
def test_the_victim_refills_at_the_end_of_its_own_turn():
    """The victim plays its turn with what is left and draws up to seven at its end."""
    position = base(3, hands={0: "take_two eggs eggs", 1: "milk milk milk"})
    position = play(position, "take two from 1", "replace eggs")
    assert position["hands"][1] == cards("milk")
    assert position["seat"] == 1
    position = play(position, "replace milk")
    assert sum(position["hands"][1].values()) == 1
    card = next(iter(position["hands"][1]))
    position = play(position, f"replace {card}")
    assert sum(position["hands"][1].values()) == 7


@rule("HB-17")
def test_several_take_twos_in_a_turn():
    """Each is an action of its own; taken cards may be played as further actions."""
    position = base(hands={0: "take_two take_two take_two", 1: "flour flour flour flour flour"}, draw=SEVEN)
    position |= {"actions_left": 5}
    position = play(position, "take two from 1", "take two from 1")
    assert position["hands"] == [cards("take_two flour flour flour flour"), cards("flour")]
    position = play(position, "take two from 1", "play flour")
    assert position["hands"] == [cards("flour flour flour flour"), cards(SEVEN)]
    assert position["discard"] == cards("take_two take_two take_two")


# Spoiled Ingredient


@rule("HB-18")
@pytest.mark.parametrize("card", INGREDIENTS[:-1])
def test_every_copy_in_play_is_discarded(card):
    """Every copy in play, the caster's too, is discarded; hands and other cards are safe."""
    using = [name for name in BOX.menu if card in BOX.menu[name]][:3]
    others = [next(other for other in BOX.menu[name] if other != card) for name in using]
    before = {
        seat: kitchen(name, f"{card} {other}") for seat, (name, other) in enumerate(zip(using, others, strict=True))
    }
    after = {seat: kitchen(name, other) for seat, (name, other) in enumerate(zip(using, others, strict=True))}
    hands = {0: f"spoiled_ingredient {card}", 1: f"{card} {card}"}
    assert play(base(3, hands=hands, kitchens=before), f"spoil {card}") == base(
        3,
        hands=hands | {0: card},
        kitchens=after,
        discard=f"spoiled_ingredient {card} {card} {card}",
        actions_left=1,
    )


@rule("HB-18", "HB-15")
def test_both_copies_of_a_double_batch_spoil():
    """Every copy in play."""
    kitchens = {0: kitchen("Cupcakes", "eggs", batch=True), 1: kitchen("Donuts", "eggs eggs milk", batch=True)}
    position = base(hands={0: "spoiled_ingredient flour"}, kitchens=kitchens)
    assert play(position, "spoil eggs") == base(
        hands={0: "flour"},
        kitchens={0: kitchen("Cupcakes", batch=True), 1: kitchen("Donuts", "milk", batch=True)},
        discard="spoiled_ingredient eggs eggs eggs",
        actions_left=1,
    )


@rule("HB-18", "HB-23")
def test_an_ingredient_that_only_lies_before_oneself_may_be_spoiled():
    """Spoiled only if a copy is in play somewhere: before the caster is enough."""
    kitchens = {0: kitchen("Cupcakes", "eggs wild", ribbon=True)}
    position = base(hands={0: "spoiled_ingredient flour"}, kitchens=kitchens)
    assert legal(position, "spoil") == {"spoil eggs"}
    assert play(position, "spoil eggs") == base(
        hands={0: "flour"},
        kitchens={0: kitchen("Cupcakes", "wild", ribbon=True)},
        discard="spoiled_ingredient eggs",
        actions_left=1,
    )


@rule("HB-18", "HB-23")
def test_wilds_are_safe():
    """Wilds are safe: one of the eight ingredients is named, and only such as are in play."""
    kitchens = {0: kitchen("Cupcakes", "wild"), 1: kitchen("Cake", "wild wild")}
    position = base(hands={0: f"spoiled_ingredient {HAND}"}, kitchens=kitchens)
    assert legal(position, "spoil") == set()
    kitchens = {0: kitchen("Cupcakes", "wild"), 1: kitchen("Cake", "wild milk")}
    after = play(base(hands={0: f"spoiled_ingredient {HAND}"}, kitchens=kitchens), "spoil milk")
    assert after["kitchens"] == [kitchen("Cupcakes", "wild"), kitchen("Cake", "wild")]
    assert after["hands"] == [cards(HAND)] * 2


# Hasty Baker


@rule("HB-19")
@pytest.mark.parametrize("actions_left", [1, 2, 4])
def test_a_hasty_baker_is_two_more_actions(actions_left):
    """Two more actions this turn, so net one more."""
    position = base(hands={0: "hasty_baker flour"}, actions_left=actions_left)
    assert play(position, "hasty baker") == base(
        hands={0: "flour"}, discard="hasty_baker", actions_left=actions_left + 1
    )


@rule("HB-19")
def test_worked_fact_hasty_baker_twice():
    """Twice, first of all: 2 - 1 + 2 - 1 + 2 = 4 actions still to take, six in all."""
    position = base(hands={0: "hasty_baker hasty_baker milk milk milk milk"}, draw="eggs eggs eggs eggs eggs")
    position = play(position, "hasty baker", "hasty baker")
    assert position["actions_left"] == 4
    for actions_left in (3, 2, 1):
        position = play(position, "replace milk")
        assert (position["seat"], position["actions_left"]) == (0, actions_left)
    position = play(position, "replace milk")
    assert (position["seat"], position["actions_left"]) == (1, 2)


@rule("HB-19")
@pytest.mark.parametrize("number", range(1, 9))
def test_several_hasty_bakers_add_up(number):
    """Several add up; they are for this turn only."""
    position = base(hands={0: "hasty_baker " * number + "milk", 1: "milk"})
    position = play(position, *["hasty baker"] * number)
    assert position["actions_left"] == 2 + number
    game, state = load(position)
    for _ in range(2 + number):
        assert game.seat(state) == 0
        game.play(state, next(name for name in sorted(names(game, state)) if name.startswith("replace")))
    assert (game.seat(state), game.position(state)["actions_left"]) == (1, 2)


# New Hand


@rule("HB-20")
@each_count
def test_a_new_hand_for_any_seat(players):
    """For oneself or another seat: that hand is discarded and seven cards are drawn."""
    position = base(players, hands={0: "new_hand eggs frosting"}, draw=f"{SEVEN} sugar")
    assert legal(position, "new hand") == {f"new hand for {offset}" for offset in range(players)}
    for offset in range(players):
        hands = {0: "eggs frosting", offset: SEVEN}
        discard = "new_hand " + (HAND if offset else "eggs frosting")
        assert play(position, f"new hand for {offset}") == base(
            players, hands=hands, discard=discard, draw="sugar", actions_left=1
        )


@rule("HB-20")
@pytest.mark.parametrize(
    "hand", ["eggs", "eggs eggs eggs", "eggs eggs eggs frosting frosting frosting flour flour flour"]
)
def test_a_new_hand_is_seven_cards_whatever_the_old_one_was(hand):
    """Seven cards are drawn, however many were discarded."""
    position = base(hands={0: f"new_hand {hand}"}, draw="milk berries butter sugar wild wild chocolate milk")
    assert play(position, "new hand for 0") == base(
        hands={0: "milk berries butter sugar wild wild chocolate"},
        draw="milk",
        discard=f"new_hand {hand}",
        actions_left=1,
    )


@rule("HB-20")
def test_a_new_hand_for_a_robbed_seat():
    """A seat with fewer than seven cards has seven afterwards."""
    position = base(3, hands={0: "new_hand flour", 2: "butter butter"}, draw=SEVEN)
    assert play(position, "new hand for 2") == base(
        3, hands={0: "flour", 2: SEVEN}, discard="new_hand butter butter", actions_left=1
    )


@rule("HB-20", "HB-5")
def test_a_new_card_is_played_as_another_action():
    """To play one of the new cards is an action of its own; the other actions are not lost."""
    position = play(base(hands={0: "new_hand milk"}, draw=SEVEN), "new hand for 0")
    assert legal(position, "play") == {"play eggs", "play frosting", "play flour"}
    assert (position["seat"], position["actions_left"]) == (0, 1)


# Broken Timer


@rule("HB-21")
@each_count
def test_a_broken_timer_for_any_seat(players):
    """The recipe goes to the bottom of the recipe pile, what lies on it is discarded, a new recipe is drawn."""
    lying = dict(enumerate(list(BOX.menu)[:players]))
    before = {seat: kitchen(name, " ".join(BOX.menu[name][:2])) for seat, name in lying.items()}
    position = base(players, hands={0: "broken_timer flour"}, kitchens=before, recipes=["Ice Cream"])
    assert legal(position, "broken") == {f"broken timer on {offset}" for offset in range(players)}
    for offset in range(players):
        after = play(position, f"broken timer on {offset}")
        assert after == position | {
            "hands": [cards("flour"), *position["hands"][1:]],
            "kitchens": [kitchen("Ice Cream") if seat == offset else before[seat] for seat in range(players)],
            "recipes": [*position["recipes"][1:], lying[offset]],
            "discard": cards(" ".join(["broken_timer", *BOX.menu[lying[offset]][:2]])),
            "actions_left": 1,
        }


@rule("HB-21")
@pytest.mark.parametrize("offset", [0, 1])
def test_a_broken_timer_discards_ribbon_and_batch_too(offset):
    """Everything lying on it is discarded: ingredients, Ribbon, Batch; nobody gets points."""
    before = {offset: kitchen("Cupcakes", "eggs eggs wild flour", ribbon=True, batch=True)}
    position = base(
        hands={0: "broken_timer milk"}, kitchens=before, recipes=["Trifle", "Donuts"], completed={1: ["Muffins"]}
    )
    after = play(position, f"broken timer on {offset}")
    pile = after["recipes"]
    assert pile[0] == "Donuts"
    assert pile[-1] == "Cupcakes"
    assert after == base(
        hands={0: "milk"},
        kitchens={offset: kitchen("Trifle")},
        completed={1: ["Muffins"]},
        discard="broken_timer eggs eggs wild flour blue_ribbon double_batch",
        recipes=pile,
        actions_left=1,
    )
    assert after["points"] == [0, 1]


@rule("HB-21", "HB-22")
def test_a_new_recipe_can_have_a_new_ribbon():
    """The Ribbon has left with the old recipe."""
    position = base(
        hands={0: "broken_timer blue_ribbon milk"}, kitchens={0: kitchen("Cupcakes", ribbon=True)}, recipes=["Trifle"]
    )
    assert legal(position, "blue") == set()
    position = play(position, "broken timer on 0")
    assert legal(position, "blue") == {"blue ribbon"}
    assert play(position, "blue ribbon")["kitchens"][0] == kitchen("Trifle", ribbon=True)


# Blue Ribbon and what does nothing


@rule("HB-22", "HB-23")
@each_count
def test_a_blue_ribbon_goes_by_the_own_recipe_only(players):
    """By one's own recipe only, at most one per recipe."""
    position = base(players, hands={0: "blue_ribbon blue_ribbon flour"})
    assert legal(position, "blue") == {"blue ribbon"}
    assert [name for name in game_for(players).actions.names if "ribbon" in name] == [
        "replace blue_ribbon",
        "discard blue_ribbon",
        "blue ribbon",
    ]
    position = play(position, "blue ribbon")
    assert position == base(
        players, hands={0: "blue_ribbon flour"}, kitchens={0: kitchen("Cupcakes", ribbon=True)}, actions_left=1
    )
    assert legal(position, "blue") == set()


@rule("HB-22", "HB-15")
def test_a_ribbon_and_a_batch_can_lie_by_one_recipe():
    """One of each is allowed, whoever has ribbons already."""
    kitchens = {0: kitchen("Cupcakes", "eggs", batch=True), 1: kitchen("Cake", ribbon=True)}
    position = base(hands={0: "blue_ribbon flour"}, kitchens=kitchens)
    assert play(position, "blue ribbon")["kitchens"][0] == kitchen("Cupcakes", "eggs", ribbon=True, batch=True)


@rule("HB-23")
@each_count
def test_some_strategy_cards_can_always_be_played(players):
    """New Hand, Hasty Baker and Broken Timer always do something."""
    position = base(players, hands={0: "new_hand hasty_baker broken_timer"})
    seats = range(players)
    assert legal(position) == {
        *["replace new_hand", "replace hasty_baker", "replace broken_timer", "hasty baker"],
        *[f"new hand for {offset}" for offset in seats],
        *[f"broken timer on {offset}" for offset in seats],
    }


@rule("HB-23")
@each_count
def test_a_strategy_card_that_would_do_nothing_cannot_be_played(players):
    """A strategy card may be played only if it does something."""
    ribbons = {0: kitchen("Cupcakes", ribbon=True)}
    position = base(players, hands={0: "steal_ingredient spoiled_ingredient blue_ribbon"}, kitchens=ribbons)
    assert legal(position) == {"replace steal_ingredient", "replace spoiled_ingredient", "replace blue_ribbon"}


@rule("HB-23")
@pytest.mark.parametrize("action", ["spoil milk", "steal flour from 1", "play milk", "take two from 2", "discard milk"])
def test_an_illegal_action_is_refused_and_changes_nothing(action):
    """What does nothing, does not fit, or concerns a seat that is not there is refused."""
    assert_illegal(base(hands={0: "steal_ingredient spoiled_ingredient take_two milk"}), action)


# The end


def about_to_win(players=2, *, ribbon=False, batch=False, points=4, **changes):
    """Return a position in which seat 0 lacks nothing but sugar."""
    lying = DOUBLED_ALMOST if batch else ALMOST
    whole = {
        "hands": {0: "sugar milk milk"},
        "kitchens": {0: kitchen("Cupcakes", lying, ribbon=ribbon, batch=batch)},
        "completed": {0: FOUR[:points]},
        "recipes": ["Ice Cream"],
    }
    return base(players, **(whole | changes))


@rule("HB-24", "HB-12")
@each_count
def test_five_points_win_in_the_middle_of_a_turn(players):
    """A seat with 5 points wins at once; its new recipe is still drawn; no refill, no end of turn."""
    position = about_to_win(players)
    assert rewards(position, "play sugar") == [pytest.approx([1] + [-1 / (players - 1)] * (players - 1))]
    assert play(position, "play sugar") == base(
        players,
        seat=-1,
        over=True,
        actions_left=1,
        hands={0: "milk milk"},
        kitchens={0: kitchen("Ice Cream")},
        completed={0: [*FOUR, "Cupcakes"]},
        discard=f"{ALMOST} sugar",
    )


@rule("HB-24")
@pytest.mark.parametrize("hand", ["sugar", "sugar milk", f"sugar {BIG_HAND} milk milk"])
def test_a_win_with_the_last_action_leaves_the_hand_as_it_is(hand):
    """No refill, not even of an empty hand, and no discarding."""
    position = about_to_win(hands={0: hand}, actions_left=1)
    after = play(position, "play sugar")
    assert (after["over"], after["seat"], after["phase"], after["actions_left"]) == (True, -1, "action", 0)
    assert after["hands"][0] == Counter(hand.split()[1:])
    assert after["draw"] == position["draw"]


@rule("HB-24")
@pytest.mark.parametrize("seat", range(4))
def test_any_seat_can_win(seat):
    """A seat with 5 or more points wins, whichever it is."""
    position = turned(about_to_win(4), seat)
    expected = [1 if who == seat else -1 / 3 for who in range(4)]
    assert rewards(position, "play sugar") == [pytest.approx(expected)]


@rule("HB-24", "HB-13")
@pytest.mark.parametrize("points", range(5))
@pytest.mark.parametrize("ribbon", [False, True])
@pytest.mark.parametrize("batch", [False, True])
def test_five_or_more_points_win_and_fewer_do_not(points, ribbon, batch):
    """5 or more; a recipe with Batch and Ribbon completed from 4 points ends the game at 7 (worked fact)."""
    after = play(about_to_win(points=points, ribbon=ribbon, batch=batch), "play sugar")
    total = points + 1 + ribbon + batch
    assert after["points"] == [total, 0]
    assert after["over"] == (total >= 5)
    assert after["seat"] == (-1 if total >= 5 else 0)


@rule("HB-24")
def test_points_of_another_seat_do_not_end_the_game():
    """Only a seat with five points wins, not all together."""
    position = about_to_win(
        3, points=1, completed={0: ["Trifle"], 1: ["Trifle", "Muffins", "Muffins"], 2: ["Brownies"]}
    )
    after = play(position, "play sugar")
    assert (after["points"], after["over"]) == ([2, 3, 1], False)


@rule("HB-24")
def test_nothing_can_be_played_when_the_game_is_over():
    """After the end no seat acts, and the position can be read again."""
    after = play(about_to_win(), "play sugar")
    assert play(after) == after
    assert legal(after) == set()
    assert_illegal(after, "replace milk")


@rule("HB-24", "HB-13")
@pytest.mark.parametrize(
    ("reward", "paid"), [("outcome", [1, -0.5, -0.5]), ("score", [7, 2, 0]), ("score_delta", [3, 0, 0])]
)
def test_the_end_is_paid_by_the_reward_scheme(reward, paid):
    """The outcome, the final points, or the points that the last recipe brings."""
    position = about_to_win(3, ribbon=True, batch=True, completed={0: FOUR, 1: ["Brownies", "Cookies"]})
    assert rewards(position, "play sugar", reward=reward) == [paid]


@rule("HB-25")
@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([1, 0, 0], [1, -1 / 2, -1 / 2]),
        ([1, 3, 2], [-1 / 2, 1, -1 / 2]),
        ([2, 2, 0], [1 / 4, 1 / 4, -1 / 2]),
        ([0, 4, 4], [-1 / 2, 1 / 4, 1 / 4]),
        ([3, 3, 3], [0, 0, 0]),
        ([0, 0, 0], [0, 0, 0]),
    ],
)
def test_truncation_most_points_and_ties_shared(points, expected):
    """Most points, ties shared."""
    position = base(3, hands={0: "milk eggs"}, completed=served(*points))
    assert outcome(position) == pytest.approx(expected)
    assert rewards(position, "replace milk", max_steps=DECISIONS + 1) == [pytest.approx(expected)]


@rule("HB-25")
def test_a_tie_is_shared_however_the_points_were_scored():
    """Points count, not recipes, Ribbons or what lies unfinished."""
    position = base(
        completed={0: ["Trifle", "Muffins"], 1: ["Brownies"]},
        trophies={1: "blue_ribbon"},
        hands={0: "milk flour wild wild"},
        kitchens={0: kitchen("Cupcakes", "eggs flour", ribbon=True)},
    )
    assert outcome(position) == [0, 0]


@rule("HB-25", "HB-9")
def test_the_last_decision_is_carried_out_in_full():
    """The last decision is carried out in full, then the game is over: the hand is still filled up."""
    position = base(hands={0: "flour eggs milk"}, draw="eggs butter butter frosting frosting", actions_left=1)
    after = play(position, "play flour", max_steps=DECISIONS + 1)
    assert (after["over"], after["seat"]) == (True, -1)
    assert after["hands"][0] == cards("eggs milk eggs butter butter frosting frosting")
    assert after["kitchens"][0] == kitchen("Cupcakes", "flour")


@rule("HB-25", "HB-12")
def test_the_last_decision_may_still_complete_and_win():
    """Its points count, be they enough for a win or not."""
    tied = about_to_win(points=1, completed={0: ["Trifle"], 1: ["Muffins", "Muffins"]})
    assert rewards(tied, "play sugar", max_steps=DECISIONS + 1) == [[0, 0]]
    winning = about_to_win(completed={0: FOUR, 1: ["Brownies", "Cookies", "Cookies"]})
    assert rewards(winning, "play sugar", max_steps=DECISIONS + 1) == [[1, -1]]


@rule("HB-25", "HB-9")
def test_truncation_in_the_middle_of_discarding():
    """The game is over between two discards; all cards are still in their places."""
    position = base(hands={0: f"{BIG_HAND} milk milk milk"}, actions_left=1)
    after = play(position, "play flour", max_steps=DECISIONS + 1)
    assert (after["over"], after["seat"], after["phase"]) == (True, -1, "discard")
    assert sum(after["hands"][0].values()) == 9


@rule("HB-25")
@each_count
def test_an_episode_lasts_3000_decisions_at_most_by_default(players):
    """`max_steps` default 3000."""
    assert_longest(base(players, hands={0: "milk milk"}), 3000, "replace milk", "replace milk")


# Who sees what


def scene(seat=0, **changes):
    """Return a position of three seats in which each has something, with some changes."""
    whole = {
        "hands": {0: "flour eggs milk new_hand", 1: "frosting frosting butter", 2: "sugar wild take_two"},
        "kitchens": {
            0: kitchen("Cupcakes", "eggs"),
            1: kitchen("Cake", "milk wild", ribbon=True),
            2: kitchen("Trifle", "milk", batch=True),
        },
        "completed": {0: ["Muffins"], 1: ["Cookies", "Cookies"], 2: ["Brownies"]},
        "trophies": {2: "blue_ribbon"},
    }
    merged = {key: value | changes.pop(key, {}) for key, value in whole.items()}
    return base(3, seat=seat, **({"draw": "flour eggs hasty_baker", "discard": "flour eggs"} | merged | changes))


@rule("HB-3")
@pytest.mark.parametrize("mover", [0, 1, 2])
@pytest.mark.parametrize(
    ("changes", "unseen_by"),
    [
        ({"draw": "eggs hasty_baker flour"}, {0, 1, 2}),
        ({"draw": "butter butter butter"}, {0, 1, 2}),
        ({"hands": {1: "flour flour flour"}}, {0, 2}),
        ({"hands": {1: "take_two double_batch broken_timer"}}, {0, 2}),
        ({"hands": {1: "sugar wild take_two", 2: "frosting frosting butter"}}, {0}),
        ({"hands": {0: "frosting frosting frosting frosting"}}, {1, 2}),
        ({"hands": {2: "chocolate chocolate chocolate"}, "draw": "sugar wild take_two"}, {0, 1}),
    ],
    ids=str,
)
def test_other_hands_and_the_draw_pile_are_hidden(mover, changes, unseen_by):
    """Hidden are the other hands and the draw pile's order: neither the view nor the actions depend on them."""
    one, other = scene(mover), scene(mover, **changes)
    for seat in unseen_by:
        assert view(one, seat) == view(other, seat)
    if mover in unseen_by:
        assert legal(one) == legal(other)


@rule("HB-4", "HB-21")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_order_of_the_recipe_pile_is_hidden(seat):
    """Hidden is the recipe pile's order, its bottom too."""
    one, other = scene(), scene()
    other["recipes"] = other["recipes"][::-1]
    assert one["recipes"] != other["recipes"]
    assert view(one, seat) == view(other, seat)
    assert legal(one) == legal(other)


@rule("HB-3", "HB-4", "HB-8", "HB-12", "HB-13")
@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize(
    "changes",
    [
        {"kitchens": {1: kitchen("Donuts", "milk wild", ribbon=True)}},
        {"kitchens": {0: kitchen("Donuts", "eggs")}},
        {"kitchens": {1: kitchen("Cake", "flour wild", ribbon=True)}},
        {"kitchens": {1: kitchen("Cake", "milk sugar", ribbon=True)}},
        {"kitchens": {2: kitchen("Trifle", "milk milk", batch=True)}},
        {"kitchens": {1: kitchen("Cake", "milk wild")}},
        {"kitchens": {0: kitchen("Cupcakes", "eggs", ribbon=True), 1: kitchen("Cake", "milk wild")}},
        {"kitchens": {0: kitchen("Cupcakes", "eggs", batch=True), 2: kitchen("Trifle", "milk")}},
        {"hands": {1: "frosting frosting", 2: "sugar wild take_two butter"}},
        {"hands": {0: "flour eggs milk", 1: "frosting frosting butter new_hand"}},
        {"completed": {1: ["Cookies"]}},
        {"completed": {0: ["Muffins", "Berry Tart"]}},
        {"completed": {1: ["Cookies"], 2: ["Brownies", "Cookies"]}, "trophies": {1: "blue_ribbon", 2: ""}},
        {"trophies": {2: ""}},
        {"trophies": {0: "double_batch"}},
        {"discard": "flour butter"},
        {"discard": "flour eggs eggs"},
        {"discard": "flour eggs broken_timer"},
        {"actions_left": 1},
        {"actions_left": 3},
        {"seat": 1},
        {"seat": 2},
    ],
    ids=str,
)
def test_what_lies_open_is_seen_by_all(seat, changes):
    """Recipes and what lies on them, points, hand sizes, actions left, whose turn it is, pile sizes, discards."""
    assert view(scene(), seat) != view(scene(**changes), seat)


@rule("HB-12", "HB-13", "HB-14")
@pytest.mark.parametrize("seat", [0, 1, 5])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"trophies": {0: "blue_ribbon"}}, {"trophies": {1: "blue_ribbon"}}),
        ({"trophies": {0: "double_batch"}}, {"trophies": {1: "double_batch"}}),
        ({"completed": {0: ["Trifle"]}}, {"completed": {1: ["Trifle"]}}),
        ({"completed": {0: ["Trifle"]}}, {"completed": {0: ["Trifle"]}, "points": [4, 3, 4, 3, 2, 2]}),
    ],
    ids=str,
)
def test_points_and_completed_piles_are_seen_apart(seat, one, other):
    """Seventeen recipes have gone back to the recipe pile, so points do not tell what lies in the completed piles."""
    points = [4, 4, 3, 3, 2, 2]
    assert view(base(6, **({"points": points} | one)), seat) != view(base(6, **({"points": points} | other)), seat)


@rule("HB-3")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_own_hand_is_seen(seat):
    """Observation: own hand per type."""
    hands = {0: "flour eggs milk milk", 1: "frosting frosting milk", 2: "sugar milk take_two"}
    assert view(scene(), seat) != view(scene(hands={seat: hands[seat]}), seat)


@rule("HB-3", "HB-4")
@each_count
def test_seats_are_seen_from_where_one_sits(players):
    """Seats in observations are relative: with everybody moved up, each sees the same."""
    position = base(
        players,
        hands={0: "flour eggs", 1: "sugar wild take_two"},
        kitchens={0: kitchen("Cupcakes", "eggs"), 1: kitchen("Cake", "milk wild", ribbon=True)},
        completed={1: ["Muffins"], 0: ["Trifle", "Trifle"]},
        trophies={1: "double_batch"},
    )
    for by in range(1, players):
        for seat in range(players):
            assert view(position, seat) == view(turned(position, by), (seat + by) % players)


# What a seat cannot know drawn anew


def hidden_from(position, seat):
    """Return the cards that a seat does not see, in order: the other hands, then the draw pile."""
    others = [hand for who, hand in enumerate(position["hands"]) if who != seat]
    return [tuple(Counter(hand).elements()) for hand in others], tuple(position["draw"])


def arrangements(position, seat):
    """Return the probability of each distribution of the hidden cards, all orders of them being equally likely."""
    hands, draw = hidden_from(position, seat)
    sizes = [len(hand) for hand in hands]
    ways = Counter()
    for order in permutations([*[card for hand in hands for card in hand], *draw]):
        cards_left = iter(order)
        dealt = tuple(tuple(sorted(islice(cards_left, size))) for size in sizes)
        ways[dealt, tuple(cards_left)] += 1
    return shares(ways)


@rule("HB-3")
@pytest.mark.parametrize(
    ("players", "seat", "hands", "draw"),
    [
        (2, 0, {0: "flour milk", 1: "flour flour wild"}, "eggs flour"),
        (2, 1, {0: "flour flour wild", 1: "milk butter"}, "eggs flour"),
        (3, 0, {0: "milk", 1: "flour eggs", 2: "flour"}, "eggs flour"),
        (3, 2, {0: "wild", 1: "eggs", 2: "flour"}, "flour flour sugar"),
    ],
)
def test_resampled_hands_and_draw_pile_have_their_exact_frequencies(players, seat, hands, draw):
    """Each distribution of the hidden cards over hands and draw pile is as likely as its number of ways says."""
    position = base(players, hands=hands, draw=draw, rest="discard")
    expected = arrangements(position, seat)
    game, state = load(position)
    seen = Counter()
    for seed in range(1500):
        sample = position_of(game, game.resample(state, seat, seed))
        hidden = ("hands", "draw", "recipes")
        assert {key: sample[key] for key in sample if key not in hidden} == {
            key: position[key] for key in position if key not in hidden
        }
        assert sample["hands"][seat] == position["hands"][seat]
        drawn, pile = hidden_from(sample, seat)
        seen[tuple(tuple(sorted(hand)) for hand in drawn), pile] += 1
    assert_frequencies(seen, expected)


@rule("HB-4")
@pytest.mark.parametrize("seat", [0, 3])
def test_a_resampled_recipe_pile_has_every_order_equally_often(seat):
    """The recipe pile's order is drawn anew; the recipes in it are known."""
    position = base(6, completed=served(1, 3, 3, 3, 2, 0))
    assert position["recipes"] == ["Berry Tart", "Berry Tart", "Trifle", "Trifle"]
    game, state = load(position)
    seen = Counter(tuple(game.position(game.resample(state, seat, seed))["recipes"]) for seed in range(600))
    assert_frequencies(seen, shares(Counter(permutations(position["recipes"]))))


@rule("HB-3", "HB-4")
@each_count
def test_a_resampled_state_looks_the_same(players):
    """A seat cannot tell a resampled state from the real one; the same seed gives the same state."""
    game, random = game_for(players), Random(players)
    state = game.new_state(seed=players)
    for _ in range(60):
        game.play(state, random.choice(game.legal_actions(state)))
        seat = random.randrange(players)
        sample = game.resample(state, seat, seed=11)
        assert game.observe(sample, seat).tobytes() == game.observe(state, seat).tobytes()
        assert game.seat(sample) == game.seat(state)
        assert game.seat(state) != seat or game.legal_actions(sample) == game.legal_actions(state)
        assert game.resample(state, seat, seed=11).tobytes() == sample.tobytes()
        assert_conserved(game.position(sample))


# Data files of your own


SMALL = Edition(
    [20, 8, 8, 8, 8, 4, 4, 4, 4, 2, 2, 2, 2, 2, 2, 1, 1],
    {
        "Pancakes": "flour milk eggs butter",
        "Fudge": "chocolate sugar butter milk",
        "Meringue": "eggs sugar berries frosting",
        "Scones": "flour butter milk berries",
        "Brittle": "sugar butter chocolate frosting",
        "Custard": "milk eggs sugar berries",
    },
    copies=1,
)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """Return an edition of 82 cards and six recipes, played from a data file of your own."""
    SMALL.write(tmp_path_factory.mktemp("data"))
    return SMALL


@rule("HB-1", "HB-2", "HB-3", "HB-4")
@pytest.mark.parametrize("players", [2, 3])
def test_a_game_is_dealt_from_an_own_data_file(small, players):
    """Own data files: the deck and the recipes are those of the file."""
    game = game_for(players, data=small.path)
    for seed in range(3):
        position = new(game, seed)
        assert_conserved(position)
        assert (len(position["draw"]), len(position["recipes"])) == (82 - 7 * players, 6 - players)


@rule("HB-2", "HB-6")
@pytest.mark.parametrize("recipe", SMALL.menu)
def test_own_recipes_take_their_own_ingredients(small, recipe):
    """Own data files: each recipe takes what the file lists."""
    before = {0: kitchen(recipe), 1: kitchen(next(name for name in SMALL.menu if name != recipe))}
    position = base(hands={0: " ".join(INGREDIENTS), 1: "flour"}, kitchens=before, edition=small)
    expected = {f"play {card}" for card in (*SMALL.menu[recipe], "wild")}
    assert legal(position, "play") == expected


@rule("HB-14")
def test_an_empty_recipe_pile_of_an_own_edition(small):
    """Two seats that have completed two of six recipes each: the next one makes a new pile of five."""
    position = base(
        hands={0: "flour flour", 1: "butter"},
        kitchens={0: kitchen("Pancakes", "milk eggs butter"), 1: kitchen("Fudge")},
        completed={0: ["Meringue", "Scones"], 1: ["Brittle", "Custard"]},
        edition=small,
    )
    assert position["recipes"] == []
    after = play(position, "play flour")
    assert (after["points"], after["completed"], after["over"]) == ([3, 2], [[], []], False)
    assert len(after["recipes"]) == 4
    assert set(after["recipes"]) | {after["kitchens"][0]["recipe"]} == set(SMALL.menu) - {"Fudge"}


@rule("HB-3")
def test_resampled_frequencies_with_a_small_deck(small):
    """With an own deck the number of a card in another hand, and the top card, have their exact frequencies."""
    game = game_for(2, data=small.path)
    state = game.new_state(seed=2)
    position = game.position(state)
    hidden = Counter(position["draw"]) + Counter(position["hands"][1])
    flour, size = hidden["flour"], hidden.total()
    ways = {count: Fraction(comb(flour, count) * comb(size - flour, 7 - count), comb(size, 7)) for count in range(8)}
    in_hand, top = Counter(), Counter()
    for seed in range(1200):
        sample = game.position(game.resample(state, 0, seed))
        in_hand[min(4, sample["hands"][1].get("flour", 0))] += 1
        top[sample["draw"][0]] += 1
    assert_frequencies(
        in_hand, {count: ways[count] for count in range(4)} | {4: sum(ways[count] for count in range(4, 8))}
    )
    assert_frequencies(top, shares(hidden))


FLOUR = ("ingredients", "counts", "flour")
COUNTS = [-1, 1.5, "8", True, None]


@rule("HB-1", "HB-2")
@pytest.mark.parametrize(
    ("keys", "value", "named"),
    [
        *[(FLOUR, count, "flour") for count in COUNTS],
        *[(("strategy", "counts", "take_two"), count, "take_two") for count in COUNTS],
        (("ingredients", "counts", "rice"), 8, "rice"),
        (("ingredients", "counts", "take_two"), 4, "take_two"),
        (("strategy", "counts", "flour"), 4, "flour"),
        (("ingredients", "counts"), [12, 8], "counts"),
        (("ingredients",), 76, "ingredients"),
        (("strategy",), None, "strategy"),
        (("recipes",), {}, "recipes"),
        (("recipes",), [], "recipes"),
        (("recipes", 3), "Cake", "recipes[3]"),
        (("recipes", 3, "name"), "", "recipes[3].name"),
        (("recipes", 3, "name"), 7, "recipes[3].name"),
        (("recipes", 3, "name"), "Cake", "recipes[3]"),
        *[(("recipes", 3, "copies"), count, "recipes[3].copies") for count in COUNTS],
        (("recipes", 3, "ingredients"), "flour", "recipes[3].ingredients"),
        (("recipes", 3, "ingredients"), ["flour", "eggs", "sugar"], "recipes[3].ingredients"),
        (("recipes", 3, "ingredients"), ["flour", "eggs", "sugar", "milk", "butter"], "recipes[3].ingredients"),
        (("recipes", 3, "ingredients"), ["flour", "eggs", "sugar", "flour"], "recipes[3].ingredients"),
        (("recipes", 3, "ingredients"), ["flour", "eggs", "sugar", "wild"], "recipes[3].ingredients"),
        (("recipes", 3, "ingredients"), ["flour", "eggs", "sugar", "rice"], "recipes[3].ingredients"),
        (("recipes", 3, "ingredients"), ["flour", "eggs", "sugar", "take_two"], "recipes[3].ingredients"),
        (("recipes", 3, "ingredients"), ["flour", "eggs", "sugar", 4], "recipes[3].ingredients"),
        (("recipes", 3, "colour"), "red", "colour"),
        (("cakes",), 3, "cakes"),
    ],
    ids=str,
)
def test_a_bad_data_file_is_refused_with_file_key_and_reason(tmp_path, keys, value, named):
    """A bad file is refused with the file, the key and the reason."""
    document = BOX.document()
    place = document
    for key in keys[:-1]:
        place = place[key]
    place[keys[-1]] = value
    message = refusal(HastyBaker, data=written(document, tmp_path))
    assert named in message
    assert len(message) > len(named) + 10


@rule("HB-1", "HB-2")
@pytest.mark.parametrize(
    "keys",
    [
        ("ingredients",),
        ("strategy",),
        ("recipes",),
        ("ingredients", "counts"),
        ("strategy", "counts"),
        ("recipes", 3, "name"),
        ("recipes", 3, "copies"),
        ("recipes", 3, "ingredients"),
    ],
    ids=str,
)
def test_a_data_file_without_a_key_is_refused(tmp_path, keys):
    """A missing key is named."""
    document = BOX.document()
    place = document
    for key in keys[:-1]:
        place = place[key]
    del place[keys[-1]]
    assert keys[-1] in refusal(HastyBaker, data=written(document, tmp_path))


@rule("HB-1")
@pytest.mark.parametrize("text", ["", "{", "[]", "12", "null", '"cards"'])
def test_a_file_that_is_no_document_is_refused(tmp_path, text):
    """A file that is no JSON object at all is refused with its name."""
    file = tmp_path / "own.json"
    file.write_text(text, encoding="utf-8")
    assert refusal(HastyBaker, data=str(file))


@rule("HB-1")
def test_a_file_that_is_not_there_is_refused(tmp_path):
    """A missing file is named."""
    assert refusal(HastyBaker, data=str(tmp_path / "nowhere.json"))


@rule("HB-1", "HB-3", "HB-11")
@each_count
def test_a_deck_too_small_to_deal_is_refused(tmp_path, players):
    """Refused if too small to deal and always leave a card to draw: just enough to deal is too few."""
    document = BOX.document()
    counts = dict.fromkeys(INGREDIENTS, 1) | {"wild": 0}
    document["ingredients"]["counts"] = counts
    document["strategy"]["counts"] = dict.fromkeys(STRATEGY, 0)
    for total in (7 * players - 1, 7 * players, 7 * players + 1):
        counts["flour"] += total - sum(counts.values())
        refusal(HastyBaker, num_players=players, data=written(document, tmp_path))
    counts["flour"] += 110 - sum(counts.values())
    game = HastyBaker(num_players=players, data=written(document, tmp_path))
    assert len(new(game, seed=0)["draw"]) == 110 - 7 * players


@rule("HB-2", "HB-4")
@each_count
def test_too_few_recipes_to_deal_are_refused(tmp_path, players):
    """Refused if too small to deal: a recipe for each seat."""
    document = BOX.document()
    document["recipes"] = document["recipes"][: players - 1]
    for card in document["recipes"]:
        card["copies"] = 1
    assert "recipes" in refusal(HastyBaker, num_players=players, data=written(document, tmp_path))


# Positions


@rule("HB-1", "HB-2", "HB-5", "HB-6", "HB-9", "HB-10", "HB-12", "HB-13", "HB-14", "HB-15", "HB-24")
@pytest.mark.parametrize(
    "fault",
    [
        lambda p: p["draw"].pop(),
        lambda p: p["draw"].append("flour"),
        lambda p: p["hands"][0].update(milk=2),
        lambda p: p["discard"].update(flour=1),
        lambda p: p["recipes"].pop(),
        lambda p: p["recipes"].append("Cake"),
        lambda p: p["completed"][0].append("Cake"),
        lambda p: p["recipes"].append(p["recipes"].pop().lower()),
        lambda p: p["draw"].append("rice"),
        lambda p: p["kitchens"][0].update(recipe="Soup"),
        lambda p: p["hands"][0].update(milk=-1),
        lambda p: p["trophies"][1].update(milk=1),
        lambda p: p.update(points=[1, 0]),
        lambda p: p.update(points=[0, 3]),
        lambda p: p.update(phase="discard"),
        lambda p: p.update(phase="discard", actions_left=0),
        lambda p: p.update(actions_left=0),
        lambda p: p.update(seat=2),
        lambda p: p.update(taste="sweet"),
        lambda p: p.pop("recipes"),
        lambda p: move(p, "milk", p["kitchens"][0]["cards"]),
        lambda p: [move(p, "eggs", p["kitchens"][0]["cards"]) for _ in range(2)],
        lambda p: [move(p, card, p["kitchens"][0]["cards"]) for card in BOX.menu["Cupcakes"]],
        lambda p: [move(p, "wild", p["kitchens"][0]["cards"]) for _ in range(4)],
        lambda p: (p["draw"].extend(Counter(p["hands"][0]).elements()), p["hands"][0].clear()),
    ],
)
def test_a_position_that_cannot_be_is_refused(fault):
    """A broken conservation law, unknown names, a phase that cannot be, what cannot lie on a recipe, an empty hand."""
    position = base(completed={1: ["Muffins"]})
    load(position)
    fault(position)
    assert_refused(position)


def move(position, card, counts):
    """Take a card from the draw pile and put it among others."""
    position["draw"].remove(card)
    counts[card] = counts.get(card, 0) + 1


# Whole games


def assert_consistent(game, state):
    """Assert conservation, the exact set of legal actions, and that the position says all there is to say."""
    position = game.position(state)
    assert_conserved(position)
    assert game.from_position(position).tobytes() == state.tobytes()
    for seat in range(position["players"]):
        seen = game.observe(state, seat)
        assert (game.observation.low <= seen).all()
        assert (seen <= game.observation.high).all()
    if position["over"]:
        return
    mover = position["seat"]
    assert names(game, state) == allowed(position)
    sizes = [sum(hand.values()) for hand in position["hands"]]
    assert all(0 < size <= 7 or seat == mover for seat, size in enumerate(sizes))
    assert sizes[mover] > (7 if position["phase"] == "discard" else 0)
    assert max(position["points"]) < 5


def random_play(game, state, seed, decisions):
    """Play random actions, replacing less often than by pure chance, and check every state."""
    random = Random(seed)
    for _ in range(decisions):
        assert_consistent(game, state)
        if game.is_over(state):
            state = game.new_state(random.randrange(2**32))
            continue
        actions = sorted(names(game, state))
        active = [name for name in actions if not name.startswith("replace")]
        game.play(state, random.choice(active if active and random.random() < 0.6 else actions))


@rule("HB-1", "HB-2", "HB-3", "HB-5", "HB-6", "HB-9", "HB-10", "HB-11", "HB-16", "HB-18", "HB-23", "HB-24")
@each_count
@pytest.mark.parametrize("seed", range(2))
def test_conservation_and_legal_actions_in_every_state_of_random_games(players, seed):
    """110 blue cards and 22 recipes, each in exactly one place; the legal actions are those that the rules give."""
    game = game_for(players)
    random_play(game, game.new_state(seed), seed, 600)


@rule("HB-11", "HB-14", "HB-21")
@many_seats
@pytest.mark.parametrize("seed", range(3))
def test_conservation_in_random_games_with_empty_piles(players, seed):
    """Conservation holds through reshuffles of the discards and of completed recipes."""
    position = base(
        players,
        hands={0: f"sugar {BIG_HAND}"},
        kitchens={0: kitchen("Cupcakes", ALMOST)},
        completed=served(*COMPLETED[players]),
        rest="discard",
    )
    game, state = load(position, seed=seed)
    random_play(game, state, seed, 150)


@rule("HB-1", "HB-2", "HB-11", "HB-14")
@pytest.mark.parametrize("players", [2, 3])
def test_conservation_in_random_games_with_an_own_edition(small, players):
    """82 blue cards and 6 recipes are in exactly one place at every moment."""
    game = game_for(players, data=small.path)
    random_play(game, game.new_state(seed=8), 8, 400)
