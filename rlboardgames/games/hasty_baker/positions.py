"""Positions of Hasty Baker: the state as JSON that a person can read and write, checked on the way in."""

from rlboardgames.core.errors import shown
from rlboardgames.games.hasty_baker import state as s

__all__ = ["KEYS", "has_ended", "read_position", "write_position"]

KEYS = (
    "actions_left",
    "hands",
    "kitchens",
    "completed",
    "points",
    "trophies",
    "draw",
    "discard",
    "recipes",
)


# ------------------------------------------------------------------------------------------------------------- Writing


def write_position(game, state):
    """Return the game's own keys of a position.

    Parameters
    ----------
    game : HastyBaker
    state : record

    Returns
    -------
    dict
    """
    seats = range(game.num_players)
    return {
        "actions_left": int(state["actions_left"]),
        "hands": [_write_counts(state["hands"][seat]) for seat in seats],
        "kitchens": [_write_kitchen(game, state, seat) for seat in seats],
        "completed": [
            [name for dessert, name in enumerate(game.desserts) for _ in range(state["completed"][seat, dessert])]
            for seat in seats
        ],
        "points": state["points"][: game.num_players].tolist(),
        "trophies": [
            {"blue_ribbon": int(state["ribbons_won"][seat]), "double_batch": int(state["batches_won"][seat])}
            for seat in seats
        ],
        "draw": _write_pile(state["draw"], s.CARD_NAMES),
        "discard": _write_counts(state["discard"]),
        "recipes": _write_pile(state["recipes"], game.desserts),
    }


def _write_counts(counts):
    return {s.CARD_NAMES[card]: int(count) for card, count in enumerate(counts) if count}


def _write_pile(pile, names):
    return [names[card] for card in pile[::-1] if card != s.NONE]


def _write_kitchen(game, state, seat):
    return {
        "recipe": game.desserts[state["recipe"][seat]],
        "cards": _write_counts(state["laid"][seat]),
        "ribbon": bool(state["ribbon"][seat]),
        "batch": bool(state["batch"][seat]),
    }


# ------------------------------------------------------------------------------------------------------------- Reading


def read_position(game, reader, state):
    """Read the game's own keys into a blank record whose header is set.

    Parameters
    ----------
    game : HastyBaker
    reader : Reader
    state : record

    Raises
    ------
    PositionError
    """
    _read_hands(game, reader, state)
    _read_kitchens(game, reader.at("kitchens"), state)
    _read_completed(game, reader, state)
    _read_counts(reader.at("discard"), s.CARD_NAMES, state["discard"])
    state["draw_size"] = _read_pile(reader.at("draw"), s.CARD_NAMES, state["draw"])
    state["recipes_size"] = _read_pile(reader.at("recipes"), game.desserts, state["recipes"])
    _check_cards(game, reader, state)
    _check_recipes(game, reader, state)
    _read_points(game, reader.at("points"), state)
    _read_actions_left(reader.at("actions_left"), state)


def _per_seat(game, reader):
    return reader.items(game.num_players, game.num_players)


def _read_counts(reader, names, counts):
    for name, count in reader.entries():
        if name not in names:
            reader.refuse(f"{shown(name)} is none of {', '.join(names)}")
        counts[names.index(name)] = count.integer(0, s.BLUE_CARDS)


def _read_pile(reader, names, pile):
    cards = [card.choice(names) for card in reader.items(0, len(pile))]
    pile[: len(cards)] = cards[::-1]
    return len(cards)


def _read_hands(game, reader, state):
    large = 0
    for seat, hand in enumerate(_per_seat(game, reader.at("hands"))):
        _read_counts(hand, s.CARD_NAMES, state["hands"][seat])
        size = int(state["hands"][seat].sum())
        if size > s.BLUE_CARDS:
            hand.refuse(f"{size} cards where no deck has more than {s.BLUE_CARDS}")
        state["hand_size"][seat] = size
        if size == 0 and not state["over"]:
            hand.refuse("an emptied hand is refilled at once, and there is always a card to draw")
        if size > s.HAND:
            large += 1
            if large > 1 or (not state["over"] and seat != state["seat"]):
                hand.refuse(f"{size} cards: only the seat whose turn it is has more than {s.HAND}")


def _read_kitchens(game, reader, state):
    lists = game.tables[0]["lists"]
    for seat, kitchen in enumerate(_per_seat(game, reader)):
        kitchen.keys(("recipe", "cards"), ("ribbon", "batch"))
        state["recipe"][seat] = kitchen.at("recipe").choice(game.desserts)
        state["ribbon"][seat] = kitchen.at("ribbon", False).boolean()
        state["batch"][seat] = kitchen.at("batch", False).boolean()
        cards = kitchen.at("cards")
        _read_counts(cards, s.CARD_NAMES[: s.INGREDIENTS], state["laid"][seat])
        of_each = 1 + int(state["batch"][seat])
        for ingredient in range(s.REAL):
            if state["laid"][seat, ingredient] > of_each * lists[state["recipe"][seat], ingredient]:
                cards.refuse(f"there is no place for so much {s.CARD_NAMES[ingredient]} on {kitchen.value['recipe']!r}")
        if state["laid"][seat].sum() >= s.LISTED * of_each:
            cards.refuse("the recipe is full; it would have been completed at once")


def _read_completed(game, reader, state):
    for seat, names in enumerate(_per_seat(game, reader.at("completed"))):
        for name in names.items(0, s.MOST_POINTS):
            state["completed"][seat, name.choice(game.desserts)] += 1
            state["num_completed"][seat] += 1
    for seat, trophies in enumerate(_per_seat(game, reader.at("trophies"))):
        trophies.keys((), ("blue_ribbon", "double_batch"))
        state["ribbons_won"][seat] = trophies.at("blue_ribbon", 0).integer(0, s.MOST_POINTS)
        state["batches_won"][seat] = trophies.at("double_batch", 0).integer(0, s.MOST_POINTS)


def _check_cards(game, reader, state):
    counts = state["hands"].sum(axis=0, dtype=int) + state["discard"]
    counts[: s.INGREDIENTS] += state["laid"].sum(axis=0, dtype=int)
    counts[s.BLUE_RIBBON] += int(state["ribbon"].sum() + state["ribbons_won"].sum())
    counts[s.DOUBLE_BATCH] += int(state["batch"].sum() + state["batches_won"].sum())
    for card in state["draw"][: state["draw_size"]]:
        counts[card] += 1
    for card, total in enumerate(game.tables[0]["card_count"]):
        if counts[card] != total:
            reader.refuse(
                f"{counts[card]} {s.CARD_NAMES[card]} over hands, kitchens, trophies, draw and discard "
                f"where there are {total}"
            )


def _check_recipes(game, reader, state):
    counts = state["completed"].sum(axis=0, dtype=int)
    for dessert in (*state["recipe"][: game.num_players], *state["recipes"][: state["recipes_size"]]):
        counts[dessert] += 1
    for dessert, name in enumerate(game.desserts):
        total = game.tables[0]["recipe_count"][dessert]
        if counts[dessert] != total:
            reader.refuse(
                f"{counts[dessert]} recipes {name!r} over kitchens, completed and recipes where there are {total}"
            )


def has_ended(game, state):
    """Return whether a seat has the points to win (HB-24)."""
    return (state["points"] >= s.WINNING_POINTS).any()


def _read_points(game, reader, state):
    shuffled = 0  # completed recipes that have gone back to the recipe pile (HB-14)
    for seat, entry in enumerate(_per_seat(game, reader)):
        points = entry.integer(0, s.MOST_POINTS if state["over"] else s.WINNING_POINTS - 1)
        state["points"][seat] = points
        ribbons, batches = int(state["ribbons_won"][seat]), int(state["batches_won"][seat])
        lying = int(state["num_completed"][seat]) + ribbons + batches
        if not state["hand_size"][seat] and points < s.WINNING_POINTS:  # HB-10, HB-24
            reader.refuse(f"seat {seat} has no cards, and only the winner's hand is not refilled")
        if points < lying:
            entry.refuse(f"{points} points where the completed pile holds {lying} cards worth one each")
        if points - ribbons - batches < max(ribbons, batches):
            entry.refuse(f"{points} points where each Ribbon and each Batch lies with a recipe of its own")
        shuffled += points - lying
    in_a_shuffle = int(game.tables[0]["recipe_count"].sum()) - game.num_players + 1
    if shuffled % in_a_shuffle:
        reader.refuse(
            f"{shuffled} points more than cards in the completed piles; recipes go back {in_a_shuffle} at once"
        )
    if (state["points"] >= s.WINNING_POINTS).sum() > 1:
        reader.refuse("two seats have won")


def _read_actions_left(reader, state):
    in_turn = not state["over"] and state["phase"] == s.Phase.ACTION
    most = s.ACTIONS + int(state["decisions"])  # a turn grows by one action with each Hasty Baker (HB-19)
    if not state["decisions"] and state["num_completed"].any():
        reader.refuse("recipes are completed, though no decision has been made yet")
    left = reader.integer(1 if in_turn else 0, 0 if state["phase"] == s.Phase.DISCARD else most)
    state["actions_left"] = left
    if state["phase"] == s.Phase.DISCARD and not (state["hand_size"] > s.HAND).any():
        reader.refuse(f"nobody has more than {s.HAND} cards, so phase 'discard' cannot be")
