"""Positions of Hasty Baker for the rule tests: whole, valid ones of which a test names only what matters to it.

Cards are written as words, ``"flour flour wild"``; piles are top first. Blue cards and recipes that a test puts nowhere
lie in the draw pile and the recipe pile, below those that it names.
"""

from collections import Counter
from itertools import combinations_with_replacement

from language import DECISIONS, by_seat, comparable, games_of, written

from rlboardgames.games.hasty_baker.game import HastyBaker

INGREDIENTS = ("flour", "frosting", "butter", "eggs", "sugar", "chocolate", "milk", "berries", "wild")
STRATEGY = (
    "hasty_baker",
    "steal_ingredient",
    "spoiled_ingredient",
    "take_two",
    "new_hand",
    "blue_ribbon",
    "double_batch",
    "broken_timer",
)
CARDS = (*INGREDIENTS, *STRATEGY)
BY_SEAT = ("hands", "kitchens", "completed", "points", "trophies")

game_for = games_of(HastyBaker)


class Edition:
    """The cards of a game: those of the box, or of a data file of your own.

    Parameters
    ----------
    deck : list of int
        How many there are of each of `CARDS`.
    menu : dict of str to str
        Ingredients of each recipe.
    copies : int
        Of each recipe.

    Attributes
    ----------
    path : str or None
        The data file; None for the shipped one.
    """

    def __init__(self, deck, menu, copies):
        self.deck = dict(zip(CARDS, deck, strict=True))
        self.menu = {name: tuple(ingredients.split()) for name, ingredients in menu.items()}
        self.copies = copies
        self.path = None

    def document(self):
        """Return the edition in the format of the data file."""
        return {
            "ingredients": {"provenance": "own", "counts": {card: self.deck[card] for card in INGREDIENTS}},
            "strategy": {"provenance": "own", "counts": {card: self.deck[card] for card in STRATEGY}},
            "recipes": [
                {"name": name, "copies": self.copies, "ingredients": list(ingredients), "provenance": "own"}
                for name, ingredients in self.menu.items()
            ],
        }

    def write(self, folder):
        """Write the data file: from now on positions of this edition are those of games that are played with it."""
        self.path = written(self.document(), folder)
        EDITIONS[self.path] = self


BOX = Edition(
    [12, 8, 8, 8, 8, 8, 8, 8, 8, 8, 7, 4, 4, 4, 4, 2, 1],
    {
        "Cupcakes": "eggs frosting flour sugar",
        "Cake": "milk sugar frosting flour",
        "Chocolate Cake": "chocolate frosting butter flour",
        "Blueberry Pie": "berries butter flour sugar",
        "Donuts": "flour milk eggs frosting",
        "Brownies": "chocolate eggs flour butter",
        "Cookies": "chocolate sugar flour butter",
        "Muffins": "berries eggs flour milk",
        "Ice Cream": "milk chocolate berries sugar",
        "Berry Tart": "berries frosting butter eggs",
        "Trifle": "chocolate milk berries frosting",
    },
    copies=2,
)
EDITIONS = {BOX.path: BOX}
"""By the path of the data file."""

HAND = "milk berries chocolate sugar butter hasty_baker wild"
"""The hand of a seat unless a test says otherwise."""


def cards(words):
    """Return the counts of cards written as words."""
    return dict(Counter(words.split()))


def kitchen(recipe, lying="", *, ribbon=False, batch=False):
    """Return what lies before a seat."""
    return {"recipe": recipe, "cards": cards(lying), "ribbon": ribbon, "batch": batch}


def base(
    players=2,
    *,
    seat=0,
    hands=None,
    kitchens=None,
    completed=None,
    trophies=None,
    draw="",
    discard="",
    recipes=(),
    rest="draw",
    edition=BOX,
    **keys,
):
    """Return a position in the middle of a game, at the beginning of a turn of `seat`.

    Parameters
    ----------
    players : int
    seat : int
        To move.
    hands : dict of int to str
        Cards of a seat; the others have `HAND`.
    kitchens : dict of int to dict
        See `kitchen`; the others have the recipe whose place in the menu is their seat's number, with nothing on it.
    completed : dict of int to list of str
        Completed recipes by seat; none for the others.
    trophies : dict of int to str
        Ribbons and Batches in completed piles, as cards; none for the others.
    draw, discard : str
        Cards on top of the draw pile, and of the discard pile.
    recipes : list of str
        On top of the recipe pile.
    rest : str or int
        Where the cards go that are nowhere else: "draw", "discard" or a seat, into its hand.
    edition : Edition
    **keys
        Further keys of the position; `points` are by default those of the completed piles.
    """
    completed = [list(names) for names in by_seat(players, completed, ())]
    trophies = [cards(words) for words in by_seat(players, trophies, "")]
    begun = {seat: kitchen(recipe) for seat, recipe in enumerate(edition.menu)}
    position = {
        "game": "hasty_baker_v0",
        "players": players,
        "options": {"data": edition.path},
        "seat": seat,
        "phase": "action",
        "over": False,
        "decisions": DECISIONS,
        "actions_left": 2,
        "hands": [cards(words) for words in by_seat(players, hands, HAND)],
        "kitchens": by_seat(players, begun | (kitchens or {}), None),
        "completed": completed,
        "points": [len(names) + sum(won.values()) for names, won in zip(completed, trophies, strict=True)],
        "trophies": trophies,
        "draw": draw.split(),
        "discard": cards(discard),
        "recipes": list(recipes),
        **keys,
    }
    put_rest(position, rest)
    assert_conserved(position)
    return comparable(position)


def edition_of(position):
    """Return the edition that a position belongs to."""
    return EDITIONS[position["options"]["data"]]


def put_rest(position, rest):
    """Put the cards that are nowhere yet where they belong."""
    edition, placed = edition_of(position), blue_cards(position)
    missing = {card: count - placed[card] for card, count in edition.deck.items()}
    assert min(missing.values()) >= 0, f"there are not so many: {missing}"
    if rest == "draw":
        position["draw"] += Counter(missing).elements()
    else:
        counts = position["discard"] if rest == "discard" else position["hands"][rest]
        counts.update(Counter(counts) + Counter(missing))
    known = recipe_cards(position)
    position["recipes"] += [name for name in edition.menu for _ in range(edition.copies - known[name])]


def tidied(position):
    """Return a position so that equal ones compare equal: no zeros, `DECISIONS`, sorted piles."""
    return position | {
        "decisions": DECISIONS,
        "hands": [positive(hand) for hand in position["hands"]],
        "kitchens": [{**place, "cards": positive(place["cards"])} for place in position["kitchens"]],
        "completed": [sorted(names) for names in position["completed"]],
        "trophies": [positive(counts) for counts in position["trophies"]],
        "discard": positive(position["discard"]),
    }


def positive(counts):
    """Return counts without those of zero."""
    return {card: count for card, count in counts.items() if count}


def blue_cards(position):
    """Return how many of each blue card there are in all places together."""
    counts = Counter(position["draw"])
    for pile in (position["discard"], *position["hands"], *position["trophies"]):
        counts.update(pile)
    for place in position["kitchens"]:
        counts.update(place["cards"])
        counts.update({"blue_ribbon": int(place["ribbon"]), "double_batch": int(place["batch"])})
    return counts


def recipe_cards(position):
    """Return how many of each recipe card there are in all places together."""
    completed = [name for names in position["completed"] for name in names]
    return Counter(position["recipes"] + completed + [place["recipe"] for place in position["kitchens"]])


def assert_conserved(position):
    """Assert that each blue card and each recipe is in exactly one place."""
    edition = edition_of(position)
    assert +blue_cards(position) == +Counter(edition.deck)
    assert recipe_cards(position) == dict.fromkeys(edition.menu, edition.copies)


def fits(place, card, edition=BOX):
    """Return whether an ingredient may be put on a recipe: whether the wilds can stand for what is then missing."""
    need = Counter(dict.fromkeys(edition.menu[place["recipe"]], 1 + place["batch"]))
    lying = Counter(place["cards"]) + Counter([card])
    wilds = lying.pop("wild", 0)
    return any(lying + Counter(stands_for) <= need for stands_for in combinations_with_replacement(need, wilds))


def allowed(position):
    """Return the names of the actions that the rules allow the seat to move."""
    edition, players, seat, kitchens = edition_of(position), position["players"], position["seat"], position["kitchens"]
    hand, mine = positive(position["hands"][seat]), kitchens[seat]
    if position["phase"] == "discard":
        return {f"discard {card}" for card in hand}
    names = {f"replace {card}" for card in hand}
    names |= {f"play {card}" for card in hand if card in INGREDIENTS and fits(mine, card, edition)}
    for offset in range(players):
        other = (seat + offset) % players
        lying = positive(kitchens[other]["cards"])
        if "double_batch" in hand and not kitchens[other]["batch"]:
            names.add(f"double batch on {offset}")
        if "new_hand" in hand:
            names.add(f"new hand for {offset}")
        if "broken_timer" in hand:
            names.add(f"broken timer on {offset}")
        if "take_two" in hand and offset and any(position["hands"][other].values()):
            names.add(f"take two from {offset}")
        if "steal_ingredient" in hand and offset:
            names |= {f"steal {card} from {offset}" for card in lying if fits(mine, card, edition)}
        if "spoiled_ingredient" in hand:
            names |= {f"spoil {card}" for card in lying if card != "wild"}
    if "hasty_baker" in hand:
        names.add("hasty baker")
    if "blue_ribbon" in hand and not mine["ribbon"]:
        names.add("blue ribbon")
    return names
