"""Positions of Hasty Baker: the state as JSON that a person can read and write, checked on the way in."""

import numpy as np

from rlboardgames.core.positions import Bag, Choice, Counts, Flag, Keys, Number, PerSeat, Pile
from rlboardgames.games.hasty_baker import state as s

__all__ = ["POSITION", "check_position", "has_ended"]

POSITION = Keys(
    actions_left=Number("actions_left"),
    hands=PerSeat(Counts("hands", s.CARD_NAMES)),
    kitchens=PerSeat(
        Keys(
            recipe=Choice("recipe", "desserts"),
            cards=Counts("laid", s.CARD_NAMES[: s.INGREDIENTS]),
            ribbon=Flag("ribbon", default=False),
            batch=Flag("batch", default=False),
        )
    ),
    completed=PerSeat(Bag("completed", "desserts")),
    points=PerSeat(Number("points")),
    trophies=PerSeat(Keys(blue_ribbon=Number("ribbons_won", default=0), double_batch=Number("batches_won", default=0))),
    draw=Pile("draw", s.CARD_NAMES, size="draw_size", top_first=True),
    discard=Counts("discard", s.CARD_NAMES),
    recipes=Pile("recipes", "desserts", size="recipes_size", top_first=True),
)


def check_position(game, reader, state):
    """Complete a record that has been read from a position, and refuse what cannot be.

    Parameters
    ----------
    game : HastyBaker
    reader : Reader
    state : record

    Raises
    ------
    PositionError
    """
    state["hand_size"] = state["hands"].sum(axis=1)
    state["num_completed"] = state["completed"].sum(axis=1)
    _check_hands(game, reader.at("hands"), state)
    _check_kitchens(game, reader.at("kitchens"), state)
    _check_cards(game, reader, state)
    _check_recipes(game, reader, state)
    _check_points(game, reader.at("points"), state)
    _check_actions_left(reader.at("actions_left"), state)


def _check_hands(game, reader, state):
    large = 0
    for seat in range(game.num_players):
        size = int(state["hand_size"][seat])
        if size == 0 and not state["over"]:
            reader.at(seat).refuse("an emptied hand is refilled at once, and there is always a card to draw")
        if size > s.HAND:
            large += 1
            if large > 1 or (not state["over"] and seat != state["seat"]):
                reader.at(seat).refuse(f"{size} cards: only the seat whose turn it is has more than {s.HAND}")


def _check_kitchens(game, reader, state):
    lists = game.tables[0]["lists"]
    for seat in range(game.num_players):
        cards, laid = reader.at(seat).at("cards"), state["laid"][seat]
        of_each = 1 + int(state["batch"][seat])
        too_many = np.flatnonzero(laid[: s.REAL] > of_each * lists[state["recipe"][seat]])
        if too_many.size:
            recipe = game.desserts[state["recipe"][seat]]
            cards.refuse(f"there is no place for so much {s.CARD_NAMES[too_many[0]]} on {recipe!r}")
        if laid.sum() >= s.LISTED * of_each:
            cards.refuse("the recipe is full; it would have been completed at once")


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


def _check_points(game, reader, state):
    shuffled = 0  # completed recipes that have gone back to the recipe pile (HB-14)
    for seat in range(game.num_players):
        entry = reader.at(seat)
        points = entry.integer(0, s.MOST_POINTS if state["over"] else s.WINNING_POINTS - 1)
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


def _check_actions_left(reader, state):
    in_turn = not state["over"] and state["phase"] == s.Phase.ACTION
    most = s.ACTIONS_PER_TURN + int(state["decisions"])  # a turn grows by one action with each Hasty Baker (HB-19)
    if not state["decisions"] and state["num_completed"].any():
        reader.refuse("recipes are completed, though no decision has been made yet")
    reader.integer(1 if in_turn else 0, 0 if state["phase"] == s.Phase.DISCARD else most)
    if state["phase"] == s.Phase.DISCARD and not (state["hand_size"] > s.HAND).any():
        reader.refuse(f"nobody has more than {s.HAND} cards, so phase 'discard' cannot be")
