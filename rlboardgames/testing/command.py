"""The command ``rlboardgames perft``."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from rlboardgames.core.documents import read_json
from rlboardgames.core.errors import OptionError
from rlboardgames.core.perft import perft_counts
from rlboardgames.registry import game_of_position, make_game
from rlboardgames.terminal import GAME_HELP, OPTION_HELP, clean_exit, console, parse_options

__all__ = ["perft"]


def perft(
    game: Annotated[str, typer.Argument(help=GAME_HELP)],
    position: Annotated[Path | None, typer.Option(help="File with a position, as env.position() gives it.")] = None,
    depth: Annotated[int, typer.Option(min=1, help="Length of the sequences.")] = 4,
    players: Annotated[int | None, typer.Option(help="Number of seats, without --position.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the deal, without --position.")] = 0,
    option: Annotated[list[str], typer.Option(help=OPTION_HELP)] = [],
):
    """Count the action sequences of a length, by their first action, from a position or from a deal.

    Chance comes from the generator in the position. A sequence that ends the game earlier is not counted.

    Example: rlboardgames perft mint_delivery --players 3 --seed 7 --depth 4
    """
    with clean_exit():
        played, state = _begin(game, position, players, seed, option)
        first = len(played.legal_actions(state))
        counts = perft_counts(played, state, depth)
        shown = Console(stderr=True)
        counts = dict(track(counts, "counting", first, console=shown, transient=True, disable=not sys.stderr.isatty()))
    table = Table("first action", "sequences", title=f"{played.name}, {depth} decisions")
    table.columns[1].justify = "right"
    for name, count in counts.items():
        table.add_row(name, f"{count:,}")
    table.add_section()
    table.add_row("all", f"{sum(counts.values()):,}")
    console().print(table)


def _begin(name, path, players, seed, option):
    if path is None:
        game = make_game(name, **parse_options(option, players))
        return game, game.new_state(seed=seed)
    if players is not None or option:
        raise OptionError("--players and --option go without --position: the position has its own")
    position = read_json(path)
    game = game_of_position(name, position)
    return game, game.from_position(position, seed=seed)
