"""The records of Hasty Baker: the state, the tables, and the constants by which the rules name their parts."""

import numpy as np

from rlboardgames.core.records import state_dtype, tables_dtype

NONE = -1
"""An empty place in a pile, or the recipe of a seat that does not take part."""

# Blue cards (HB-1): the eight ingredients of the recipes, the wild, the strategy cards
CARD_NAMES = (
    "flour",
    "frosting",
    "butter",
    "eggs",
    "sugar",
    "chocolate",
    "milk",
    "berries",
    "wild",
    "hasty_baker",
    "steal_ingredient",
    "spoiled_ingredient",
    "take_two",
    "new_hand",
    "blue_ribbon",
    "double_batch",
    "broken_timer",
)
CARDS = len(CARD_NAMES)
REAL = 8  # ingredients that a recipe can list
INGREDIENTS = 9  # these and the wild
WILD = 8
HASTY_BAKER, STEAL_INGREDIENT, SPOILED_INGREDIENT, TAKE_TWO = 9, 10, 11, 12
NEW_HAND, BLUE_RIBBON, DOUBLE_BATCH, BROKEN_TIMER = 13, 14, 15, 16

# Sizes
SEATS = 6
HAND = 7  # cards (HB-3, HB-9)
LISTED = 4  # ingredients of a recipe (HB-2)
ACTIONS = 2  # per turn (HB-5)
WINNING_POINTS = 5  # HB-24
MOST_POINTS = 7  # four points and a recipe with Batch and Ribbon
BLUE_CARDS = 127  # the largest deck: its size must fit a cell of the observation
DESSERTS = 22  # the largest numbers of desserts and of recipe cards, twice those of the box
RECIPE_CARDS = 44

# Phases
PHASES = ("action", "discard")
ACTION, DISCARD = range(2)

STATE = state_dtype(
    [
        ("actions_left", "<i4"),
        ("hands", "i1", (SEATS, CARDS)),
        ("hand_size", "i1", (SEATS,)),
        ("recipe", "i1", (SEATS,)),  # the dessert before each seat, or NONE
        ("laid", "i1", (SEATS, INGREDIENTS)),  # on the recipes
        ("ribbon", "i1", (SEATS,)),  # 1 where one lies by the recipe
        ("batch", "i1", (SEATS,)),
        ("completed", "i1", (SEATS, DESSERTS)),
        ("num_completed", "i1", (SEATS,)),
        ("ribbons_won", "i1", (SEATS,)),  # in the completed piles
        ("batches_won", "i1", (SEATS,)),
        ("points", "i1", (SEATS,)),
        ("draw", "i1", (BLUE_CARDS,)),  # bottom first, then NONE
        ("draw_size", "i1"),
        ("discard", "i1", (CARDS,)),
        ("recipes", "i1", (RECIPE_CARDS,)),  # the recipe pile, bottom first, then NONE
        ("recipes_size", "i1"),
    ]
)

TABLES = tables_dtype(
    [
        ("card_count", "i1", (CARDS,)),
        ("num_desserts", "i1"),
        ("recipe_count", "i1", (DESSERTS,)),
        ("lists", "i1", (DESSERTS, REAL)),  # 1 where a dessert lists an ingredient
    ]
)


def ranges(tables):
    """Return the lowest and the highest value of the cells of each field.

    Parameters
    ----------
    tables : record

    Returns
    -------
    dict of str to tuple
        Numbers, or arrays of the field's shape.
    """
    plays = np.arange(SEATS) < tables["num_seats"]
    num_cards = tables["card_count"].sum(dtype=int)
    num_recipes = tables["recipe_count"].sum(dtype=int)
    last_dessert = int(tables["num_desserts"]) - 1
    return {
        "actions_left": (0, 2**31 - 1),
        "hands": (0, np.outer(plays, tables["card_count"])),
        "hand_size": (0, plays * num_cards),
        "recipe": (np.where(plays, 0, NONE), np.where(plays, last_dessert, NONE)),
        "laid": (0, np.outer(plays, tables["card_count"][:INGREDIENTS])),
        "ribbon": (0, plays),
        "batch": (0, plays),
        "completed": (0, np.outer(plays, tables["recipe_count"])),
        "num_completed": (0, plays * MOST_POINTS),
        "ribbons_won": (0, plays * MOST_POINTS),
        "batches_won": (0, plays * MOST_POINTS),
        "points": (0, plays * MOST_POINTS),
        "draw": (NONE, np.where(np.arange(BLUE_CARDS) < num_cards, CARDS - 1, NONE)),
        "draw_size": (0, num_cards),
        "discard": (0, tables["card_count"]),
        "recipes": (NONE, np.where(np.arange(RECIPE_CARDS) < num_recipes, last_dessert, NONE)),
        "recipes_size": (0, num_recipes),
    }
