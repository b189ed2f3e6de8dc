"""The rules of Hasty Baker, in the order of the rule book. Rule ids refer to ``docs/rules/hasty_baker.md``."""

from rlboardgames.core.compile import rule
from rlboardgames.core.random import integers, shuffle
from rlboardgames.core.seats import seat_at
from rlboardgames.games.hasty_baker.actions import (
    BATCH_ON,
    DISCARD_CARD,
    HASTE,
    NEW_HAND_FOR,
    OTHERS,
    PLAY,
    REPLACE,
    RIBBON,
    SPOIL,
    STEAL,
    TAKE_FROM,
    TIMER_ON,
)
from rlboardgames.games.hasty_baker.state import (
    ACTION,
    ACTIONS,
    BLUE_CARDS,
    BLUE_RIBBON,
    BROKEN_TIMER,
    CARDS,
    DISCARD,
    DOUBLE_BATCH,
    HAND,
    HASTY_BAKER,
    INGREDIENTS,
    LISTED,
    NEW_HAND,
    NONE,
    REAL,
    RECIPE_CARDS,
    SEATS,
    SPOILED_INGREDIENT,
    STEAL_INGREDIENT,
    TAKE_TWO,
    WILD,
    WINNING_POINTS,
)

# ------------------------------------------------------------------------------------------------------------- Setup


def deal(tables, state):
    """Set up the game: hands, recipes, piles."""
    for k in range(BLUE_CARDS):
        state.draw[k] = NONE
    for k in range(RECIPE_CARDS):
        state.recipes[k] = NONE
    for seat in range(SEATS):
        state.recipe[seat] = NONE
    for card in range(CARDS):  # HB-1, HB-3: the whole deck is shuffled
        state.discard[card] = tables.card_count[card]
    _shuffle_discards(state)
    for dessert in range(tables.num_desserts):  # HB-2, HB-4
        _add_recipes(state, dessert, tables.recipe_count[dessert])
    shuffle(state, state.recipes, state.recipes_size)
    for seat in range(state.num_seats):
        _draw_cards(state, seat, HAND)
        _draw_recipe(tables, state, seat)
    _begin_turn(state, 0)


# ------------------------------------------------------------------------------------------------------ A turn (HB-5)


@rule
def _begin_turn(state, seat):
    state.seat = seat
    state.phase = ACTION
    state.actions_left = ACTIONS


@rule
def _go_on(state):
    _refill_empty_hands(state)
    if state.actions_left > 0:
        return
    if state.hand_size[state.seat] > HAND:  # HB-9
        state.phase = DISCARD
    else:
        _draw_cards(state, state.seat, HAND - state.hand_size[state.seat])
        _begin_turn(state, seat_at(state, state.seat, 1))


@rule
def _refill_empty_hands(state):
    # HB-10: first the seat that acts, then clockwise
    for offset in range(state.num_seats):
        seat = seat_at(state, state.seat, offset)
        if state.hand_size[seat] == 0:
            _draw_cards(state, seat, HAND)


# ----------------------------------------------------------------------------------- Hands, draw pile, discards (HB-11)


@rule
def _draw_cards(state, seat, count):
    for _ in range(count):
        if state.draw_size == 0:
            _shuffle_discards(state)
        if state.draw_size > 0:
            state.draw_size -= 1
            _give(state, seat, state.draw[state.draw_size])
            state.draw[state.draw_size] = NONE


@rule
def _shuffle_discards(state):
    for card in range(CARDS):
        for _ in range(state.discard[card]):
            state.draw[state.draw_size] = card
            state.draw_size += 1
        state.discard[card] = 0
    shuffle(state, state.draw, state.draw_size)


@rule
def _give(state, seat, card):
    state.hands[seat, card] += 1
    state.hand_size[seat] += 1


@rule
def _take(state, seat, card):
    state.hands[seat, card] -= 1
    state.hand_size[seat] -= 1


@rule
def _discard_from_hand(state, seat, card):
    _take(state, seat, card)
    state.discard[card] += 1


# ------------------------------------------------------------------------------- Ingredients and replacing (HB-6, HB-7)


@rule
def fits(tables, state, seat, ingredient):
    """Return whether the recipe of `seat` still lacks an ingredient (HB-6).

    A recipe is never full, so a wild always fits; and the wilds that lie there can always be assigned to the places
    that the real cards leave open, so they keep no real card out.
    """
    if ingredient == WILD:
        return True
    return state.laid[seat, ingredient] < tables.lists[state.recipe[seat], ingredient] * (1 + state.batch[seat])


@rule
def fitting_ingredients(tables, state):
    """Return the ingredients that fit on the recipe of the seat to move as bits."""
    fitting = 0
    for ingredient in range(INGREDIENTS):
        fitting |= fits(tables, state, state.seat, ingredient) << ingredient
    return fitting


@rule
def num_laid(state, seat):
    """Return how many ingredients lie on the recipe of `seat`."""
    count = 0
    for ingredient in range(INGREDIENTS):
        count += state.laid[seat, ingredient]
    return count


@rule
def num_missing(state, seat):
    """Return how many ingredients the recipe of `seat` still lacks."""
    return LISTED * (1 + state.batch[seat]) - num_laid(state, seat)


@rule
def _play_ingredient(tables, state, ingredient):
    _take(state, state.seat, ingredient)
    _lay(tables, state, ingredient)


@rule
def _lay(tables, state, ingredient):
    state.laid[state.seat, ingredient] += 1
    if num_missing(state, state.seat) == 0:
        _complete(tables, state)


@rule
def _replace(state, card):
    _discard_from_hand(state, state.seat, card)  # HB-8: it lies there before the draw
    _draw_cards(state, state.seat, 1)


# ----------------------------------------------------------------------------------------- Completing (HB-12 to HB-14)


@rule
def prize(state, seat):
    """Return the points that the recipe of `seat` brings when it is completed (HB-13)."""
    return 1 + state.batch[seat] + state.ribbon[seat]


@rule
def _complete(tables, state):
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
    if state.points[seat] >= WINNING_POINTS:  # HB-24
        state.over = 1


@rule
def _discard_laid(state, seat):
    for ingredient in range(INGREDIENTS):
        state.discard[ingredient] += state.laid[seat, ingredient]
        state.laid[seat, ingredient] = 0


@rule
def _draw_recipe(tables, state, seat):
    if state.recipes_size == 0:
        _shuffle_completed(tables, state)
    state.recipes_size -= 1
    state.recipe[seat] = state.recipes[state.recipes_size]
    state.recipes[state.recipes_size] = NONE


@rule
def _shuffle_completed(tables, state):
    # HB-14
    for seat in range(state.num_seats):
        for dessert in range(tables.num_desserts):
            _add_recipes(state, dessert, state.completed[seat, dessert])
            state.completed[seat, dessert] = 0
        state.num_completed[seat] = 0
    shuffle(state, state.recipes, state.recipes_size)


@rule
def _add_recipes(state, dessert, count):
    # on top of the pile
    for _ in range(count):
        state.recipes[state.recipes_size] = dessert
        state.recipes_size += 1


# ------------------------------------------------------------------------------------ Strategy cards (HB-15 to HB-23)


@rule
def _double_batch(state, target):
    _take(state, state.seat, DOUBLE_BATCH)
    state.batch[target] = 1


@rule
def _steal(tables, state, victim, ingredient):
    _discard_from_hand(state, state.seat, STEAL_INGREDIENT)
    state.laid[victim, ingredient] -= 1
    _lay(tables, state, ingredient)


@rule
def _take_two(state, victim):
    _discard_from_hand(state, state.seat, TAKE_TWO)
    for _ in range(min(2, state.hand_size[victim])):
        card = _random_card(state, victim)
        _take(state, victim, card)
        _give(state, state.seat, card)


@rule
def _random_card(state, seat):
    skipped = integers(state, state.hand_size[seat])
    card = 0
    while skipped >= state.hands[seat, card]:
        skipped -= state.hands[seat, card]
        card += 1
    return card


@rule
def is_in_play(state, ingredient):
    """Return whether a copy of an ingredient lies on some recipe, so that it can be spoiled (HB-18, HB-23)."""
    for seat in range(state.num_seats):
        if state.laid[seat, ingredient] > 0:
            return True
    return False


@rule
def _spoil(state, ingredient):
    _discard_from_hand(state, state.seat, SPOILED_INGREDIENT)
    for seat in range(state.num_seats):
        state.discard[ingredient] += state.laid[seat, ingredient]
        state.laid[seat, ingredient] = 0


@rule
def _hasty_baker(state):
    _discard_from_hand(state, state.seat, HASTY_BAKER)
    state.actions_left += 2  # HB-19


@rule
def _new_hand(state, target):
    _discard_from_hand(state, state.seat, NEW_HAND)
    for card in range(CARDS):
        state.discard[card] += state.hands[target, card]
        state.hands[target, card] = 0
    state.hand_size[target] = 0
    _draw_cards(state, target, HAND)


@rule
def _broken_timer(tables, state, target):
    _discard_from_hand(state, state.seat, BROKEN_TIMER)
    _discard_laid(state, target)
    state.discard[BLUE_RIBBON] += state.ribbon[target]
    state.discard[DOUBLE_BATCH] += state.batch[target]
    state.ribbon[target] = 0
    state.batch[target] = 0
    for k in range(state.recipes_size, 0, -1):  # HB-21: its recipe goes to the bottom
        state.recipes[k] = state.recipes[k - 1]
    state.recipes[0] = state.recipe[target]
    state.recipes_size += 1
    _draw_recipe(tables, state, target)


@rule
def _blue_ribbon(state):
    _take(state, state.seat, BLUE_RIBBON)
    state.ribbon[state.seat] = 1


# --------------------------------------------------------------------------------------------------- End (HB-24, HB-25)


def standing(tables, state, out):
    """Write points; ties are shared."""
    for seat in range(state.num_seats):
        out[seat, 0] = state.points[seat]


# ------------------------------------------------------------------------------------------------ The three main verbs


def legal(tables, state, mask):
    """Write the legal actions of the seat to move."""
    hand = state.hands[state.seat]
    card_action = DISCARD_CARD if state.phase == DISCARD else REPLACE
    for card in range(CARDS):
        mask[card_action + card] = hand[card] > 0
    if state.phase == DISCARD:
        return
    fitting = fitting_ingredients(tables, state)
    for ingredient in range(INGREDIENTS):
        mask[PLAY + ingredient] = (hand[ingredient] > 0) & (fitting >> ingredient & 1)
    mask[HASTE] = hand[HASTY_BAKER] > 0
    mask[RIBBON] = (hand[BLUE_RIBBON] > 0) & (state.ribbon[state.seat] == 0)
    if hand[SPOILED_INGREDIENT] > 0:
        for ingredient in range(REAL):
            mask[SPOIL + ingredient] = is_in_play(state, ingredient)
    for offset in range(state.num_seats):
        _legal_on_seat(state, hand, offset, mask)
    if hand[STEAL_INGREDIENT] > 0:
        for offset in range(1, state.num_seats):
            _legal_steals(state, offset, fitting, mask)


@rule
def _legal_on_seat(state, hand, offset, mask):
    target = seat_at(state, state.seat, offset)
    mask[BATCH_ON + offset] = (hand[DOUBLE_BATCH] > 0) & (state.batch[target] == 0)
    mask[NEW_HAND_FOR + offset] = hand[NEW_HAND] > 0
    mask[TIMER_ON + offset] = hand[BROKEN_TIMER] > 0
    if offset > 0:
        mask[TAKE_FROM + offset - 1] = (hand[TAKE_TWO] > 0) & (state.hand_size[target] > 0)


@rule
def _legal_steals(state, offset, fitting, mask):
    laid = state.laid[seat_at(state, state.seat, offset)]
    for ingredient in range(INGREDIENTS):  # HB-16: what lies there and fits on the own recipe
        mask[STEAL + ingredient * OTHERS + offset - 1] = (laid[ingredient] > 0) & (fitting >> ingredient & 1)


def play(tables, state, action):
    """Apply one legal action."""
    if state.phase == DISCARD:
        _discard_from_hand(state, state.seat, action - DISCARD_CARD)
    else:
        state.actions_left -= 1
        _act(tables, state, action)
    if state.over == 0:
        _go_on(state)


@rule
def _act(tables, state, action):
    if action < REPLACE:
        _play_ingredient(tables, state, action - PLAY)
    elif action < DISCARD_CARD:
        _replace(state, action - REPLACE)
    elif action < STEAL:
        _double_batch(state, _seat_at(state, action - BATCH_ON))
    elif action < TAKE_FROM:
        _steal(tables, state, _seat_at(state, (action - STEAL) % OTHERS + 1), (action - STEAL) // OTHERS)
    elif action < SPOIL:
        _take_two(state, _seat_at(state, action - TAKE_FROM + 1))
    elif action < HASTE:
        _spoil(state, action - SPOIL)
    elif action == HASTE:
        _hasty_baker(state)
    elif action < TIMER_ON:
        _new_hand(state, _seat_at(state, action - NEW_HAND_FOR))
    elif action < RIBBON:
        _broken_timer(tables, state, _seat_at(state, action - TIMER_ON))
    else:
        _blue_ribbon(state)


@rule
def _seat_at(state, offset):
    return seat_at(state, state.seat, offset)


# ----------------------------------------------------------------------------------------------- Hidden information


def resample(tables, state, seat):
    """Redraw what a seat cannot see: the other hands and the order of both piles.

    All that a seat has seen are the counts on the table; that it may know a card taken from its hand, or the recipe
    under the pile after a Broken Timer, is not used.
    """
    size = state.draw_size
    for other in range(state.num_seats):  # the other hands are gathered on top of the draw pile
        if other != seat:
            for card in range(CARDS):
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
                state.draw[size] = NONE
    shuffle(state, state.recipes, state.recipes_size)
