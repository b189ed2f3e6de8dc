"""What a seat may know of Hasty Baker, as a vector. The same for every number of players.

Hidden are the other hands and the order of the draw pile and of the recipe pile.
"""

from rlboardgames.core.compile import rule
from rlboardgames.core.seats import offset_of, seat_at
from rlboardgames.core.spec import Field, ObservationSpec
from rlboardgames.games.hasty_baker.state import (
    BLUE_CARDS,
    CARD_NAMES,
    CARDS,
    INGREDIENTS,
    LISTED,
    MOST_POINTS,
    PHASES,
    REAL,
    RECIPE_CARDS,
    SEATS,
)

_MOST = 127
_CARDS = ", ".join(CARD_NAMES)
_INGREDIENTS = ", ".join(CARD_NAMES[:INGREDIENTS])

OBSERVATION = ObservationSpec(
    Field("phase", (len(PHASES),), 1, f"One-hot: {', '.join(PHASES)}."),
    Field("seat_to_move", (SEATS,), 1, "One-hot; zeros when the game is over."),
    Field("seats_in_play", (SEATS,), 1, "1 for each seat that takes part."),
    Field("actions_left", (1,), _MOST, "Of the seat to move (at most 127 are shown)."),
    Field("my_hand", (CARDS,), BLUE_CARDS, f"My cards of each type: {_CARDS}."),
    Field("recipe", (SEATS, REAL), 1, f"Which ingredients each seat's recipe lists: {', '.join(CARD_NAMES[:REAL])}."),
    Field("laid", (SEATS, INGREDIENTS), 2 * LISTED, f"Cards that lie on each recipe: {_INGREDIENTS}."),
    Field("ribbon", (SEATS,), 1, "1 where a Blue Ribbon lies by the recipe."),
    Field("batch", (SEATS,), 1, "1 where a Double Batch lies by the recipe."),
    Field("points", (SEATS,), MOST_POINTS, "Of each seat."),
    Field("completed", (SEATS,), MOST_POINTS, "Recipes in each completed pile."),
    Field("ribbons_won", (SEATS,), MOST_POINTS, "Blue Ribbons in each completed pile."),
    Field("batches_won", (SEATS,), MOST_POINTS, "Double Batches in each completed pile."),
    Field("hand_size", (SEATS,), BLUE_CARDS, "Cards in each hand."),
    Field("draw_size", (1,), BLUE_CARDS, "Cards in the draw pile."),
    Field("discard", (CARDS,), BLUE_CARDS, f"Discarded cards of each type: {_CARDS}."),
    Field("recipes_size", (1,), RECIPE_CARDS, "Cards in the recipe pile."),
)

_PHASE = OBSERVATION.start("phase")
_SEAT_TO_MOVE = OBSERVATION.start("seat_to_move")
_SEATS_IN_PLAY = OBSERVATION.start("seats_in_play")
_ACTIONS_LEFT = OBSERVATION.start("actions_left")
_MY_HAND = OBSERVATION.start("my_hand")
_RECIPE = OBSERVATION.start("recipe")
_LAID = OBSERVATION.start("laid")
_RIBBON = OBSERVATION.start("ribbon")
_BATCH = OBSERVATION.start("batch")
_POINTS = OBSERVATION.start("points")
_COMPLETED = OBSERVATION.start("completed")
_RIBBONS_WON = OBSERVATION.start("ribbons_won")
_BATCHES_WON = OBSERVATION.start("batches_won")
_HAND_SIZE = OBSERVATION.start("hand_size")
_DRAW_SIZE = OBSERVATION.start("draw_size")
_DISCARD = OBSERVATION.start("discard")
_RECIPES_SIZE = OBSERVATION.start("recipes_size")


def observe(tables, state, seat, out):
    """Write the observation of a seat."""
    out[_PHASE + state.phase] = 1
    if state.over == 0:
        out[_SEAT_TO_MOVE + offset_of(state, seat, state.seat)] = 1
    out[_ACTIONS_LEFT] = min(state.actions_left, _MOST)
    for card in range(CARDS):
        out[_MY_HAND + card] = state.hands[seat, card]
        out[_DISCARD + card] = state.discard[card]
    for offset in range(state.num_seats):
        _observe_seat(tables, state, seat_at(state, seat, offset), offset, out)
    out[_DRAW_SIZE] = state.draw_size
    out[_RECIPES_SIZE] = state.recipes_size


@rule
def _observe_seat(tables, state, other, offset, out):
    out[_SEATS_IN_PLAY + offset] = 1
    listed = tables.lists[state.recipe[other]]
    for ingredient in range(REAL):
        out[_RECIPE + offset * REAL + ingredient] = listed[ingredient]
    laid = state.laid[other]
    for ingredient in range(INGREDIENTS):
        out[_LAID + offset * INGREDIENTS + ingredient] = laid[ingredient]
    out[_RIBBON + offset] = state.ribbon[other]
    out[_BATCH + offset] = state.batch[other]
    out[_POINTS + offset] = state.points[other]
    out[_COMPLETED + offset] = state.num_completed[other]
    out[_RIBBONS_WON + offset] = state.ribbons_won[other]
    out[_BATCHES_WON + offset] = state.batches_won[other]
    out[_HAND_SIZE + offset] = state.hand_size[other]
