"""Play a trained model against opponents over rotated seats and print a table.

Example: python examples/evaluate.py runs/mint_delivery/model.zip --opponent greedy --games 1000
"""

from functools import partial
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from rlboardgames.agents import make_agent
from rlboardgames.cli import GAME_HELP, OPTION_HELP, clean_exit, parse_options
from rlboardgames.core.errors import OptionError
from rlboardgames.evaluation.match import play_match
from rlboardgames.registry import make_game


def print_match(title, rows):
    """Print results of matches.

    Parameters
    ----------
    title : str
    rows : list of (str, MatchResult)
        Opponents and results.
    """
    table = Table("against", "won", "95 % interval", "drawn", "points", "theirs", "cut", "length", title=title)
    for opponent, result in rows:
        low, high = result.win_interval
        table.add_row(
            opponent,
            f"{result.wins / result.games:.1%}",
            f"{low:.1%}-{high:.1%}",
            f"{result.draws / result.games:.1%}",
            f"{result.mean_points:.2f} ± {1.96 * result.points_error:.2f}",
            f"{result.mean_opponent_points:.2f}",
            str(result.truncated),
            f"{result.mean_decisions:.0f}",
        )
    Console().print(table)


def main(
    model: Annotated[str, typer.Argument(help="Model file, or random or greedy.")],
    game: Annotated[str, typer.Option(help=GAME_HELP)] = "mint_delivery",
    players: Annotated[int, typer.Option(help="Number of seats.")] = 2,
    opponent: Annotated[list[str], typer.Option(help="random, greedy or a model file; one for each match.")] = [
        "random"
    ],
    games: Annotated[int, typer.Option(min=1, help="Games in each match.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the games and of all choices.")] = 0,
    option: Annotated[list[str], typer.Option(help=OPTION_HELP)] = [],
):
    """Play a model against opponents, seats rotated; print win rate, interval and points.

    Example: python examples/evaluate.py runs/mint_delivery/model.zip --opponent random --opponent greedy
    """
    with clean_exit(), Progress(transient=True) as progress:
        if any(name in ("players", "num_players") for name in parse_options(option)):
            raise OptionError("give the number of players with --players")
        played = make_game(game, num_players=players, **parse_options(option))
        agent = make_agent(model, played)
        rows = []
        for name in opponent:
            other = make_agent(name, played)
            task = progress.add_task(f"against {name}", total=games)
            rows.append((name, play_match(played, agent, [other], games, seed, partial(progress.advance, task))))
    print_match(f"{model} in {played.name}, {players} players, {games} games each", rows)


if __name__ == "__main__":
    typer.run(main)
