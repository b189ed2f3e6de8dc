"""What holds in every state of Hasty Baker whose cells are in their ranges: the rules rely on it."""

from rlboardgames.core.compile import rule
from rlboardgames.core.soundness import SOUND, count_four, is_pile
from rlboardgames.games.hasty_baker import state as s
from rlboardgames.games.hasty_baker.rules import num_missing
from rlboardgames.games.hasty_baker.state import Phase, State, Tables

LAWS = (
    "both piles hold as many cards as their sizes say",
    "hands and completed piles hold as many cards as their sizes say",
    "hands, kitchens, completed piles, draw and discard hold each blue card of the game once",
    "kitchens, completed piles and recipe pile hold each recipe of the game once",
    "on a recipe lies no more than it lists, and never all",
    "nobody has the points to win before the game is over",
    "a seat to move has cards, and actions or more cards than the turn may end with",
)
_PILES, _SIZES, _EACH_CARD_ONCE, _EACH_RECIPE_ONCE, _LAID, _POINTS, _TURN = range(len(LAWS))


def broken_law(tables: Tables, state: State):
    """Return which of the laws the state breaks, SOUND if none."""
    if not (is_pile(state.draw, state.draw_size) and is_pile(state.recipes, state.recipes_size)):
        return _PILES
    for seat in range(state.num_seats):
        broken = _law_of_seat(tables, state, seat)
        if broken != SOUND:
            return broken
    for first in range(0, s.CARDS, 4):
        if not _cards_are_right(tables, state, first):
            return _EACH_CARD_ONCE
    for first in range(0, tables.num_desserts, 4):
        if not _recipes_are_right(tables, state, first):
            return _EACH_RECIPE_ONCE
    return SOUND if state.over or _turn_is_right(state) else _TURN


@rule
def _law_of_seat(tables: Tables, state: State, seat):
    cards = 0
    for card in range(s.CARDS):
        cards += state.hands[seat, card]
    recipes = 0
    for dessert in range(tables.num_desserts):
        recipes += state.completed[seat, dessert]
    if cards != state.hand_size[seat] or recipes != state.num_completed[seat]:
        return _SIZES
    for ingredient in range(s.REAL):
        listed = tables.lists[state.recipe[seat], ingredient] * (1 + state.batch[seat])
        if state.laid[seat, ingredient] > listed:
            return _LAID
    if num_missing(state, seat) <= 0:
        return _LAID
    return _POINTS if state.over == 0 and state.points[seat] >= s.WINNING_POINTS else SOUND


@rule
def _cards_are_right(tables: Tables, state: State, first):
    # of four types at once
    lacking = -count_four(state.draw, state.draw_size, first)
    for card in range(first, min(first + 4, s.CARDS)):
        elsewhere = state.discard[card]
        for seat in range(state.num_seats):
            elsewhere += state.hands[seat, card] + _lying(state, seat, card)
        lacking += (tables.card_count[card] - elsewhere) << 16 * (card - first)
    return lacking == 0


@rule
def _lying(state: State, seat, card):
    # before a seat
    if card < s.INGREDIENTS:
        return state.laid[seat, card]
    if card == s.BLUE_RIBBON:
        return state.ribbon[seat] + state.ribbons_won[seat]
    return state.batch[seat] + state.batches_won[seat] if card == s.DOUBLE_BATCH else 0


@rule
def _recipes_are_right(tables: Tables, state: State, first):
    # of four desserts at once
    lacking = -count_four(state.recipes, state.recipes_size, first) - count_four(state.recipe, state.num_seats, first)
    for dessert in range(first, min(first + 4, tables.num_desserts)):
        completed = 0
        for seat in range(state.num_seats):
            completed += state.completed[seat, dessert]
        lacking += (tables.recipe_count[dessert] - completed) << 16 * (dessert - first)
    return lacking == 0


@rule
def _turn_is_right(state: State):
    size = state.hand_size[state.seat]
    if state.phase == Phase.DISCARD:
        return state.actions_left == 0 and size > s.HAND
    return size > 0 and 1 <= state.actions_left <= s.ACTIONS_PER_TURN + state.decisions
