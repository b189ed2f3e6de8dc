"""What the commands and the example scripts share: their console, their options, and how they end in an error."""

import json
import sys
from contextlib import contextmanager

from rich.console import Console

from rlboardgames.core.errors import BoardGameError, OptionError, shown

__all__ = ["GAME_HELP", "OPTION_HELP", "clean_exit", "console", "parse_options", "print_what_can_be_printed"]

GAME_HELP = "Name of the game, with or without its version."
OPTION_HELP = "Keyword of the game, e.g. abilities=true; may be given several times."


def console():
    """Return a console that prints texts as they are, wide enough for the tables."""
    print_what_can_be_printed()
    return Console(width=max(Console().width, 110), markup=False, emoji=False, highlight=False)


def print_what_can_be_printed():
    """Let a terminal or file that knows fewer characters get the names of the others instead of an exception."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")


@contextmanager
def clean_exit():
    """Turn an exception of ours into one line on standard error and the exit status 2.

    Examples
    --------
    >>> with clean_exit():
    ...     raise OptionError("no such option")
    Traceback (most recent call last):
    ...
    SystemExit: 2
    """
    try:
        yield
    except BoardGameError as error:
        print(f"error: {error}", file=sys.stderr)
        raise SystemExit(2) from None


def parse_options(pairs, players=None):
    """Read keywords of a game from ``key=value`` texts; a value is JSON where it can be, else text.

    Parameters
    ----------
    pairs : sequence of str
    players : int, optional
        The number of players, given apart.

    Returns
    -------
    dict

    Raises
    ------
    OptionError

    Examples
    --------
    >>> parse_options(["abilities=true", "road_conditions=3", "map=tokyo"])
    {'abilities': True, 'road_conditions': 3, 'map': 'tokyo'}
    """
    options = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not key.isidentifier() or not equals:
            raise OptionError(f"option {shown(pair)} is not of the form key=value")
        try:
            options[key] = json.loads(value)
        except (ValueError, RecursionError):
            options[key] = value
    if players is None:
        return options
    if "num_players" in options:
        raise OptionError("give the number of players with --players")
    return {"num_players": players, **options}
