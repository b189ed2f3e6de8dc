"""What a seat may know of Hasty Baker, as a vector. The same for every number of players.

Hidden are the other hands and the order of the draw pile and of the recipe pile.
"""

from rlboardgames.core import spec
from rlboardgames.core.compile import rule
from rlboardgames.core.records import Cells
from rlboardgames.core.seats import offset_of, seat_at
from rlboardgames.core.spec import ObservationSpec, field
from rlboardgames.games.hasty_baker import state as s
from rlboardgames.games.hasty_baker.state import Phase, State, Tables

_MOST = 127
_CARDS = ", ".join(s.CARD_NAMES)
_INGREDIENTS = ", ".join(s.CARD_NAMES[: s.INGREDIENTS])
_REAL = ", ".join(s.CARD_NAMES[: s.REAL])


class Observation(spec.Observation):
    """The fields of the observation."""

    phase: Cells = field((len(Phase),), 1, f"One-hot: {', '.join(State.phases)}.")
    seat_to_move: Cells = field((s.SEATS,), 1, "One-hot; zeros when the game is over.")
    seats_in_play: Cells = field((s.SEATS,), 1, "1 for each seat that takes part.")
    actions_left: int = field((1,), _MOST, "Of the seat to move (at most 127 are shown).")
    my_hand: Cells = field((s.CARDS,), s.BLUE_CARDS, f"My cards of each type: {_CARDS}.")
    recipe: Cells = field((s.SEATS, s.REAL), 1, f"Which ingredients each seat's recipe lists: {_REAL}.")
    laid: Cells = field((s.SEATS, s.INGREDIENTS), 2 * s.LISTED, f"Cards that lie on each recipe: {_INGREDIENTS}.")
    ribbon: Cells = field((s.SEATS,), 1, "1 where a Blue Ribbon lies by the recipe.")
    batch: Cells = field((s.SEATS,), 1, "1 where a Double Batch lies by the recipe.")
    points: Cells = field((s.SEATS,), s.MOST_POINTS, "Of each seat.")
    completed: Cells = field((s.SEATS,), s.MOST_POINTS, "Recipes in each completed pile.")
    ribbons_won: Cells = field((s.SEATS,), s.MOST_POINTS, "Blue Ribbons in each completed pile.")
    batches_won: Cells = field((s.SEATS,), s.MOST_POINTS, "Double Batches in each completed pile.")
    hand_size: Cells = field((s.SEATS,), s.BLUE_CARDS, "Cards in each hand.")
    draw_size: int = field((1,), s.BLUE_CARDS, "Cards in the draw pile.")
    discard: Cells = field((s.CARDS,), s.BLUE_CARDS, f"Discarded cards of each type: {_CARDS}.")
    recipes_size: int = field((1,), s.RECIPE_CARDS, "Cards in the recipe pile.")


OBSERVATION = ObservationSpec(*Observation.fields)


def observe(tables: Tables, state: State, seat, out: Observation):
    """Write the observation of a seat."""
    out.phase[state.phase] = 1
    if state.over == 0:
        out.seat_to_move[offset_of(state, seat, state.seat)] = 1
    out.actions_left = min(state.actions_left, _MOST)
    for card in range(s.CARDS):
        out.my_hand[card] = state.hands[seat, card]
        out.discard[card] = state.discard[card]
    for offset in range(state.num_seats):
        _observe_seat(tables, state, seat_at(state, seat, offset), offset, out)
    out.draw_size = state.draw_size
    out.recipes_size = state.recipes_size


@rule
def _observe_seat(tables: Tables, state: State, other, offset, out: Observation):
    out.seats_in_play[offset] = 1
    listed = tables.lists[state.recipe[other]]
    for ingredient in range(s.REAL):
        out.recipe[offset, ingredient] = listed[ingredient]
    laid = state.laid[other]
    for ingredient in range(s.INGREDIENTS):
        out.laid[offset, ingredient] = laid[ingredient]
    out.ribbon[offset] = state.ribbon[other]
    out.batch[offset] = state.batch[other]
    out.points[offset] = state.points[other]
    out.completed[offset] = state.num_completed[other]
    out.ribbons_won[offset] = state.ribbons_won[other]
    out.batches_won[offset] = state.batches_won[other]
    out.hand_size[offset] = state.hand_size[other]
