"""The rules of Hasty Baker, in the order of the rule book. Rule ids refer to ``docs/rules/hasty_baker.md``."""

from rlboardgames.core.compile import rule
from rlboardgames.core.random import integers, shuffle
from rlboardgames.core.records import Cells
from rlboardgames.core.seats import seat_at
from rlboardgames.games.hasty_baker import state as s
from rlboardgames.games.hasty_baker.actions import KIND, KIND_OF, PLACE_OF, Actions, steal_indices
from rlboardgames.games.hasty_baker.state import Phase, State, Tables

# ------------------------------------------------------------------------------------------------------------- Setup


def deal(tables: Tables, state: State):
    """Set up the game: hands, recipes, piles."""
    for card in range(s.CARDS):  # HB-1, HB-3: the whole deck is shuffled
        state.discard[card] = tables.card_count[card]
    _shuffle_discards(state)
    for dessert in range(tables.num_desserts):  # HB-2, HB-4
        _add_recipes(state, dessert, tables.recipe_count[dessert])
    shuffle(state, state.recipes, state.recipes_size)
    for seat in range(state.num_seats):
        _draw_cards(state, seat, s.HAND)
        _draw_recipe(tables, state, seat)
    _begin_turn(state, 0)


# ------------------------------------------------------------------------------------------------------ A turn (HB-5)


@rule
def _begin_turn(state: State, seat):
    state.seat = seat
    state.phase = Phase.ACTION
    state.actions_left = s.ACTIONS_PER_TURN


@rule
def _go_on(state: State):
    _refill_empty_hands(state)
    if state.actions_left > 0:
        return
    if state.hand_size[state.seat] > s.HAND:  # HB-9
        state.phase = Phase.DISCARD
    else:
        _draw_cards(state, state.seat, s.HAND - state.hand_size[state.seat])
        _begin_turn(state, seat_at(state, state.seat, 1))


@rule
def _refill_empty_hands(state: State):
    # HB-10: first the seat that acts, then clockwise
    for offset in range(state.num_seats):
        seat = seat_at(state, state.seat, offset)
        if state.hand_size[seat] == 0:
            _draw_cards(state, seat, s.HAND)


# ----------------------------------------------------------------------------------- Hands, draw pile, discards (HB-11)


@rule
def _draw_cards(state: State, seat, count):
    for _ in range(count):
        if state.draw_size == 0:
            _shuffle_discards(state)
        if state.draw_size > 0:
            state.draw_size -= 1
            _give(state, seat, state.draw[state.draw_size])
            state.draw[state.draw_size] = s.NONE


@rule
def _shuffle_discards(state: State):
    for card in range(s.CARDS):
        for _ in range(state.discard[card]):
            state.draw[state.draw_size] = card
            state.draw_size += 1
        state.discard[card] = 0
    shuffle(state, state.draw, state.draw_size)


@rule
def _give(state: State, seat, card):
    state.hands[seat, card] += 1
    state.hand_size[seat] += 1


@rule
def _take(state: State, seat, card):
    state.hands[seat, card] -= 1
    state.hand_size[seat] -= 1


@rule
def _discard_from_hand(state: State, seat, card):
    _take(state, seat, card)
    state.discard[card] += 1


# ------------------------------------------------------------------------------- Ingredients and replacing (HB-6, HB-7)


@rule
def fits(tables: Tables, state: State, seat, ingredient):
    """Return whether the recipe of `seat` still lacks an ingredient (HB-6).

    A recipe is never full, so a wild always fits; and the wilds that lie there can always be assigned to the places
    that the real cards leave open, so they keep no real card out.
    """
    if ingredient == s.WILD:
        return True
    return state.laid[seat, ingredient] < tables.lists[state.recipe[seat], ingredient] * (1 + state.batch[seat])


@rule
def fitting_ingredients(tables: Tables, state: State):
    """Return the ingredients that fit on the recipe of the seat to move as bits."""
    fitting = 0
    for ingredient in range(s.INGREDIENTS):
        fitting |= fits(tables, state, state.seat, ingredient) << ingredient
    return fitting


@rule
def num_laid(state: State, seat):
    """Return how many ingredients lie on the recipe of `seat`."""
    count = 0
    for ingredient in range(s.INGREDIENTS):
        count += state.laid[seat, ingredient]
    return count


@rule
def num_missing(state: State, seat):
    """Return how many ingredients the recipe of `seat` still lacks."""
    return s.LISTED * (1 + state.batch[seat]) - num_laid(state, seat)


@rule
def _play_ingredient(tables: Tables, state: State, ingredient):
    _take(state, state.seat, ingredient)
    _lay(tables, state, ingredient)


@rule
def _lay(tables: Tables, state: State, ingredient):
    state.laid[state.seat, ingredient] += 1
    if num_missing(state, state.seat) == 0:
        _complete(tables, state)


@rule
def _replace(state: State, card):
    _discard_from_hand(state, state.seat, card)  # HB-8: it lies there before the draw
    _draw_cards(state, state.seat, 1)


# ----------------------------------------------------------------------------------------- Completing (HB-12 to HB-14)


@rule
def prize(state: State, seat):
    """Return the points that the recipe of `seat` brings when it is completed (HB-13)."""
    return 1 + state.batch[seat] + state.ribbon[seat]


@rule
def _complete(tables: Tables, state: State):
    seat = state.seat
    _discard_laid(state, seat)
    state.points[seat] += prize(state, seat)
    state.completed[seat, state.recipe[seat]] += 1
    state.num_completed[seat] += 1
    state.ribbons_won[seat] += state.ribbon[seat]
    state.batches_won[seat] += state.batch[seat]
    state.ribbon[seat] = 0
    state.batch[seat] = 0
    _draw_recipe(tables, state, seat)
    if state.points[seat] >= s.WINNING_POINTS:  # HB-24
        state.over = 1


@rule
def _discard_laid(state: State, seat):
    for ingredient in range(s.INGREDIENTS):
        state.discard[ingredient] += state.laid[seat, ingredient]
        state.laid[seat, ingredient] = 0


@rule
def _draw_recipe(tables: Tables, state: State, seat):
    if state.recipes_size == 0:
        _shuffle_completed(tables, state)
    state.recipes_size -= 1
    state.recipe[seat] = state.recipes[state.recipes_size]
    state.recipes[state.recipes_size] = s.NONE


@rule
def _shuffle_completed(tables: Tables, state: State):
    # HB-14
    for seat in range(state.num_seats):
        for dessert in range(tables.num_desserts):
            _add_recipes(state, dessert, state.completed[seat, dessert])
            state.completed[seat, dessert] = 0
        state.num_completed[seat] = 0
    shuffle(state, state.recipes, state.recipes_size)


@rule
def _add_recipes(state: State, dessert, count):
    # on top of the pile
    for _ in range(count):
        state.recipes[state.recipes_size] = dessert
        state.recipes_size += 1


# ------------------------------------------------------------------------------------ Strategy cards (HB-15 to HB-23)


@rule
def _double_batch(state: State, target):
    _take(state, state.seat, s.DOUBLE_BATCH)
    state.batch[target] = 1


@rule
def _steal(tables: Tables, state: State, victim, ingredient):
    _discard_from_hand(state, state.seat, s.STEAL_INGREDIENT)
    state.laid[victim, ingredient] -= 1
    _lay(tables, state, ingredient)


@rule
def _take_two(state: State, victim):
    _discard_from_hand(state, state.seat, s.TAKE_TWO)
    for _ in range(min(2, state.hand_size[victim])):
        card = _random_card(state, victim)
        _take(state, victim, card)
        _give(state, state.seat, card)


@rule
def _random_card(state: State, seat):
    skipped = integers(state, state.hand_size[seat])
    card = 0
    while skipped >= state.hands[seat, card]:
        skipped -= state.hands[seat, card]
        card += 1
    return card


@rule
def is_in_play(state: State, ingredient):
    """Return whether a copy of an ingredient lies on some recipe, so that it can be spoiled (HB-18, HB-23)."""
    for seat in range(state.num_seats):
        if state.laid[seat, ingredient] > 0:
            return True
    return False


@rule
def _spoil(state: State, ingredient):
    _discard_from_hand(state, state.seat, s.SPOILED_INGREDIENT)
    for seat in range(state.num_seats):
        state.discard[ingredient] += state.laid[seat, ingredient]
        state.laid[seat, ingredient] = 0


@rule
def _hasty_baker(state: State):
    _discard_from_hand(state, state.seat, s.HASTY_BAKER)
    state.actions_left += 2  # HB-19


@rule
def _new_hand(state: State, target):
    _discard_from_hand(state, state.seat, s.NEW_HAND)
    for card in range(s.CARDS):
        state.discard[card] += state.hands[target, card]
        state.hands[target, card] = 0
    state.hand_size[target] = 0
    _draw_cards(state, target, s.HAND)


@rule
def _broken_timer(tables: Tables, state: State, target):
    _discard_from_hand(state, state.seat, s.BROKEN_TIMER)
    _discard_laid(state, target)
    state.discard[s.BLUE_RIBBON] += state.ribbon[target]
    state.discard[s.DOUBLE_BATCH] += state.batch[target]
    state.ribbon[target] = 0
    state.batch[target] = 0
    for k in range(state.recipes_size, 0, -1):  # HB-21: its recipe goes to the bottom
        state.recipes[k] = state.recipes[k - 1]
    state.recipes[0] = state.recipe[target]
    state.recipes_size += 1
    _draw_recipe(tables, state, target)


@rule
def _blue_ribbon(state: State):
    _take(state, state.seat, s.BLUE_RIBBON)
    state.ribbon[state.seat] = 1


# --------------------------------------------------------------------------------------------------- End (HB-24, HB-25)


def standing(tables: Tables, state: State, out: Cells):
    """Write points; ties are shared."""
    for seat in range(state.num_seats):
        out[seat, 0] = state.points[seat]


# ------------------------------------------------------------------------------------------------ The three main verbs


def legal(tables: Tables, state: State, mask: Actions):
    """Write the legal actions of the seat to move."""
    hand = state.hands[state.seat]
    if state.phase == Phase.DISCARD:
        for card in range(s.CARDS):
            mask.discard[card] = hand[card] > 0
        return
    for card in range(s.CARDS):
        mask.replace[card] = hand[card] > 0
    fitting = fitting_ingredients(tables, state)
    for ingredient in range(s.INGREDIENTS):
        mask.play[ingredient] = (hand[ingredient] > 0) & (fitting >> ingredient & 1)
    mask.hasty_baker = hand[s.HASTY_BAKER] > 0
    mask.blue_ribbon = (hand[s.BLUE_RIBBON] > 0) & (state.ribbon[state.seat] == 0)
    if hand[s.SPOILED_INGREDIENT] > 0:
        for ingredient in range(s.REAL):
            mask.spoil[ingredient] = is_in_play(state, ingredient)
    for offset in range(state.num_seats):
        _legal_on_seat(state, hand, offset, mask)
    if hand[s.STEAL_INGREDIENT] > 0:
        for offset in range(1, state.num_seats):
            _legal_steals(state, offset, fitting, mask)


@rule
def _legal_on_seat(state: State, hand, offset, mask: Actions):
    target = seat_at(state, state.seat, offset)
    mask.double_batch[offset] = (hand[s.DOUBLE_BATCH] > 0) & (state.batch[target] == 0)
    mask.new_hand[offset] = hand[s.NEW_HAND] > 0
    mask.broken_timer[offset] = hand[s.BROKEN_TIMER] > 0
    if offset > 0:
        mask.take_two[offset - 1] = (hand[s.TAKE_TWO] > 0) & (state.hand_size[target] > 0)


@rule
def _legal_steals(state: State, offset, fitting, mask: Actions):
    laid = state.laid[seat_at(state, state.seat, offset)]
    for ingredient in range(s.INGREDIENTS):  # HB-16: what lies there and fits on the own recipe
        mask.steal[ingredient, offset - 1] = (laid[ingredient] > 0) & (fitting >> ingredient & 1)


def play(tables: Tables, state: State, action):
    """Apply one legal action."""
    kind, k = KIND_OF[action], PLACE_OF[action]
    if kind == KIND.discard:
        _discard_from_hand(state, state.seat, k)
    else:
        state.actions_left -= 1
        _act(tables, state, kind, k)
    if state.over == 0:
        _go_on(state)


@rule
def _act(tables: Tables, state: State, kind, k):
    if kind == KIND.play:
        _play_ingredient(tables, state, k)
    elif kind == KIND.replace:
        _replace(state, k)
    elif kind == KIND.double_batch:
        _double_batch(state, _relative_seat(state, k))
    elif kind == KIND.steal:
        ingredient, other = steal_indices(k)
        _steal(tables, state, _relative_seat(state, other + 1), ingredient)
    elif kind == KIND.take_two:
        _take_two(state, _relative_seat(state, k + 1))
    elif kind == KIND.spoil:
        _spoil(state, k)
    elif kind == KIND.hasty_baker:
        _hasty_baker(state)
    elif kind == KIND.new_hand:
        _new_hand(state, _relative_seat(state, k))
    elif kind == KIND.broken_timer:
        _broken_timer(tables, state, _relative_seat(state, k))
    else:
        _blue_ribbon(state)


@rule
def _relative_seat(state: State, offset):
    return seat_at(state, state.seat, offset)


# ----------------------------------------------------------------------------------------------- Hidden information


def resample(tables: Tables, state: State, seat):
    """Redraw what a seat cannot see: the other hands and the order of both piles.

    All that a seat has seen are the counts on the table; that it may know a card taken from its hand, or the recipe
    under the pile after a Broken Timer, is not used.
    """
    size = state.draw_size
    for other in range(state.num_seats):  # the other hands are gathered on top of the draw pile
        if other != seat:
            for card in range(s.CARDS):
                for _ in range(state.hands[other, card]):
                    state.draw[size] = card
                    size += 1
                state.hands[other, card] = 0
    shuffle(state, state.draw, size)
    for other in range(state.num_seats):
        if other != seat:
            for _ in range(state.hand_size[other]):
                size -= 1
                state.hands[other, state.draw[size]] += 1
                state.draw[size] = s.NONE
    shuffle(state, state.recipes, state.recipes_size)
