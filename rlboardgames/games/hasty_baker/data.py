"""The data file of Hasty Baker: reading, checking, and writing into the tables.

A user's own file has the format of the shipped ``data/base.json``. Keys called ``provenance`` and ``note`` are for
people. Every real ingredient has a card at least; there may be none of the wild and of each strategy card.
"""

import copy
from functools import cache
from importlib import resources

from rlboardgames.core.documents import Reader, read_json
from rlboardgames.core.errors import DataError
from rlboardgames.games.hasty_baker import state as s

__all__ = ["check_size", "fill_tables", "load_edition"]

_SHIPPED = resources.files(__package__) / "data" / "base.json"


@cache
def _shipped_edition():
    return _checked(read_json(_SHIPPED), "base.json")


def load_edition(path=None):
    """Load an edition.

    Parameters
    ----------
    path : str or path-like, optional
        A user's own file; by default the shipped one.

    Returns
    -------
    dict
        The checked document.

    Raises
    ------
    DataError
        Names the file, the key and the reason.
    """
    if path is None:
        return copy.deepcopy(_shipped_edition())  # the caller's own
    return _checked(read_json(path), str(path))


def _checked(document, path):
    reader = Reader(document, path, DataError)
    reader.keys(("ingredients", "strategy", "recipes"), ("note", "provenance"))
    size = _check_counts(reader.at("ingredients"), s.CARD_NAMES[: s.INGREDIENTS])
    size += _check_counts(reader.at("strategy"), s.CARD_NAMES[s.INGREDIENTS :])
    if size > s.BLUE_CARDS:
        reader.at("ingredients").refuse(f"{size} ingredient and strategy cards where {s.BLUE_CARDS} are the most")
    _check_recipes(reader.at("recipes"))
    return document


def _check_counts(reader, names):
    counts = reader.keys(("counts",), ("provenance", "note")).at("counts").keys(names)
    return sum(counts.at(name).integer(int(name in s.CARD_NAMES[: s.REAL]), s.BLUE_CARDS) for name in names)


def _check_recipes(reader):
    names = []
    copies = 0
    for recipe in reader.items(1, s.DESSERTS):
        recipe.keys(("name", "copies", "ingredients"), ("provenance", "note"))
        name = recipe.at("name").name()
        if name in names:
            recipe.at("name").refuse(f"a second recipe is named {name!r}")
        names.append(name)
        copies += recipe.at("copies").integer(1, s.RECIPE_CARDS)
        listed = [
            ingredient.choice(s.CARD_NAMES[: s.REAL])
            for ingredient in recipe.at("ingredients").items(s.LISTED, s.LISTED)
        ]
        if len(set(listed)) < s.LISTED:
            recipe.at("ingredients").refuse("an ingredient is listed twice")
    if copies > s.RECIPE_CARDS:
        reader.refuse(f"{copies} recipe cards where {s.RECIPE_CARDS} are the most")


def check_size(edition, path, num_players):
    """Refuse an edition without a recipe for each seat, or in which there may be no card to draw.

    In the worst case every hand has seven cards, every recipe lacks a last ingredient, and every Double Batch and
    Blue Ribbon lies by a recipe or in a completed pile: then one card must still be left.

    Parameters
    ----------
    edition : dict
        As `load_edition` returns it.
    path : str or path-like or None
        Of its file, for the message.
    num_players : int

    Raises
    ------
    DataError
    """
    reader = Reader(edition, "base.json" if path is None else str(path), DataError)
    copies = sum(recipe["copies"] for recipe in edition["recipes"])
    if copies < num_players:
        reader.at("recipes").refuse(f"{copies} recipe cards where {num_players} seats need one each")
    ingredients, strategy = edition["ingredients"]["counts"], edition["strategy"]["counts"]
    batches, ribbons = strategy["double_batch"], strategy["blue_ribbon"]
    laid = (s.LISTED - 1) * num_players + s.LISTED * min(num_players, batches)
    needed = s.HAND * num_players + min(laid, sum(ingredients.values())) + batches + ribbons + 1
    size = sum(ingredients.values()) + sum(strategy.values())
    if size < needed:
        reader.at("ingredients").refuse(
            f"{size} ingredient and strategy cards where {num_players} players need {needed}, "
            "so that there is always a card to draw"
        )


def fill_tables(edition, tables):
    """Write a checked edition into a tables record.

    Parameters
    ----------
    edition : dict
        As `load_edition` returns it.
    tables : record
    """
    counts = {**edition["ingredients"]["counts"], **edition["strategy"]["counts"]}
    tables["card_count"] = [counts[name] for name in s.CARD_NAMES]
    tables["num_desserts"] = len(edition["recipes"])
    for dessert, recipe in enumerate(edition["recipes"]):
        tables["recipe_count"][dessert] = recipe["copies"]
        for name in recipe["ingredients"]:
            tables["lists"][dessert, s.CARD_NAMES.index(name)] = 1
