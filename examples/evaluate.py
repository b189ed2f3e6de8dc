"""Play a trained model against opponents over rotated seats and print a table.

Example: python examples/evaluate.py runs/mint_delivery/model.zip --opponent greedy --games 1000
"""

from functools import partial
from typing import Annotated

import typer
from rich.progress import Progress
from rich.table import Table

from rlboardgames.play import make_agent
from rlboardgames.play.match import play_match
from rlboardgames.registry import make_game
from rlboardgames.terminal import GAME_HELP, OPTION_HELP, clean_exit, console, parse_options


def title_of(model, game, games, partner=""):
    """Return the title of a table of matches."""
    seats = "alone" if game.num_players == 1 else f"{game.num_players} players"
    beside = f", beside {partner or 'itself'}" if game.has_teams else ""
    return f"{model} in {game.name}, {seats}{beside}, {games} games each"


def print_match(title, rows, alone=False):
    """Print results of matches: points are those at the end, also of games that were cut at ``max_steps``.

    Parameters
    ----------
    title : str
    rows : list of (str, MatchResult)
        Opponents and results.
    alone : bool
        A game of one player: the rows are players, and nobody wins.
    """
    table = Table(
        "alone" if alone else "against",
        "won",
        "95 % interval",
        "drawn",
        "points",
        "theirs",
        "cut",
        "length",
        title=title,
    )
    for opponent, result in rows:
        low, high = result.win_interval
        contest = (f"{result.wins / result.games:.1%}", f"{low:.1%}-{high:.1%}", f"{result.draws / result.games:.1%}")
        table.add_row(
            opponent,
            *(("", "", "") if alone else contest),
            f"{result.mean_points:.2f} +/- {1.96 * result.points_error:.2f}",
            "" if alone else f"{result.mean_opponent_points:.2f}",
            str(result.truncated),
            f"{result.mean_decisions:.0f}",
        )
    console().print(table)


def play_matches(game, name, agent, opponents, games, seed, progress, partner=None):
    """Play an agent against each opponent; with one player, let each of them play alone for comparison.

    Parameters
    ----------
    game : Game
    name : str
        Of the agent.
    agent : Agent
    opponents : list of Agent
    games : int
        In each match.
    seed : int
    progress : rich.progress.Progress
    partner : Agent, optional
        Who plays the other seats of the agent's team; by default the agent.

    Returns
    -------
    list of (str, MatchResult)
    """
    pairs = [(other.name, agent, [other]) for other in opponents]
    if game.num_players == 1:
        pairs = [(name, agent, []), *((other.name, other, []) for other in opponents)]
    rows = []
    for title, player, others in pairs:
        task = progress.add_task(f"{games} games: {title}", total=games)
        advance = partial(progress.advance, task)
        rows.append((title, play_match(game, player, others, games, seed, advance, partner)))
    return rows


def main(
    model: Annotated[str, typer.Argument(help="Model file, or random or greedy.")],
    game: Annotated[str, typer.Option(help=GAME_HELP)] = "mint_delivery",
    players: Annotated[int, typer.Option(help="Number of seats.")] = 2,
    opponent: Annotated[list[str], typer.Option(help="random, greedy or a model file; one for each match.")] = [
        "random"
    ],
    partner: Annotated[str, typer.Option(help="With teams: who plays the model's partner; the model itself.")] = "",
    games: Annotated[int, typer.Option(min=1, help="Games in each match.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the games and of all choices.")] = 0,
    option: Annotated[list[str], typer.Option(help=OPTION_HELP)] = [],
):
    """Play a model against opponents, seats rotated; print win rate, interval and points.

    Example: python examples/evaluate.py runs/mint_delivery/model.zip --opponent random --opponent greedy
    """
    with clean_exit():
        played = make_game(game, **parse_options(option, players))
        agent = make_agent(model, played)
        others = [make_agent(name, played) for name in opponent]
        with Progress(transient=True) as progress:
            beside = make_agent(partner, played) if partner else None
            rows = play_matches(played, model, agent, others, games, seed, progress, beside)
    print_match(title_of(model, played, games, partner), rows, alone=players == 1)


if __name__ == "__main__":
    typer.run(main)
