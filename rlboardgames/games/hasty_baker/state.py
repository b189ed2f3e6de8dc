"""The records of Hasty Baker: the state, the tables, and the constants by which the rules name their parts."""

from enum import IntEnum

import numpy as np

from rlboardgames.core import records
from rlboardgames.core.records import Cells, array, number, per_seat

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
ACTIONS_PER_TURN = 2  # HB-5
WINNING_POINTS = 5  # HB-24
MOST_POINTS = 7  # four points and a recipe with Batch and Ribbon
BLUE_CARDS = 127  # the largest deck: its size must fit a cell of the observation
DESSERTS = 22  # at most, twice those of the box
RECIPE_CARDS = 44  # at most, twice those of the box


class Phase(IntEnum):
    """What the seat to move is asked for."""

    ACTION = 0
    DISCARD = 1


def _num_cards(tables):
    return tables.card_count.sum()


def _num_recipes(tables):
    return tables.recipe_count.sum()


def _last_dessert(tables):
    return tables.num_desserts - 1


def _pile(places, num_cards, last_card):
    return np.where(np.arange(places) < num_cards, last_card, NONE)


class State(records.State, seats=SEATS, phases=Phase):
    """The state of Hasty Baker."""

    actions_left: int = number(2**31 - 1, code="<i4")
    hands: Cells = per_seat(CARDS, high=lambda t: t.card_count)
    hand_size: Cells = per_seat(high=_num_cards)
    recipe: Cells = per_seat(high=_last_dessert, low=0, empty=NONE)  # the dessert before each seat
    laid: Cells = per_seat(INGREDIENTS, high=lambda t: t.card_count[:INGREDIENTS])  # on the recipes
    ribbon: Cells = per_seat(high=1)  # 1 where one lies by the recipe
    batch: Cells = per_seat(high=1)
    completed: Cells = per_seat(DESSERTS, high=lambda t: t.recipe_count)
    num_completed: Cells = per_seat(high=MOST_POINTS)
    ribbons_won: Cells = per_seat(high=MOST_POINTS)  # in the completed piles
    batches_won: Cells = per_seat(high=MOST_POINTS)
    points: Cells = per_seat(high=MOST_POINTS)
    draw: Cells = array(BLUE_CARDS, high=lambda t: _pile(BLUE_CARDS, _num_cards(t), CARDS - 1), empty=NONE)
    """Bottom first."""
    draw_size: int = number(_num_cards)
    discard: Cells = array(CARDS, high=lambda t: t.card_count)
    recipes: Cells = array(
        RECIPE_CARDS, high=lambda t: _pile(RECIPE_CARDS, _num_recipes(t), _last_dessert(t)), empty=NONE
    )
    """The recipe pile, bottom first."""
    recipes_size: int = number(_num_recipes)


class Tables(records.Tables):
    """Options and data of Hasty Baker."""

    card_count: Cells = array(CARDS)
    num_desserts: int = number()
    recipe_count: Cells = array(DESSERTS)
    lists: Cells = array(DESSERTS, REAL)  # 1 where a dessert lists an ingredient
