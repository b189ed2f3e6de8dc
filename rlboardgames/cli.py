"""The command line: ``rlboardgames list``, ``describe``, ``play``, ``record``, ``replay`` and ``perft``."""

from typing import Annotated

import numpy as np
import typer
from rich.table import Table

from rlboardgames.agents import Turn
from rlboardgames.core.errors import OptionError
from rlboardgames.play import make_agent
from rlboardgames.records.command import record, replay
from rlboardgames.registry import game_names, make_game
from rlboardgames.terminal import (
    GAME_HELP,
    OPTION_HELP,
    clean_exit,
    console,
    parse_options,
    print_what_can_be_printed,
)
from rlboardgames.testing.command import perft

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True)


@app.callback()
def prepare():
    """Tabletop games as reinforcement-learning environments."""
    print_what_can_be_printed()


@app.command("list")
def list_games():
    """List the games.

    Example: rlboardgames list
    """
    table = Table("game", "title", "players", "actions", "observation")
    for name in game_names():
        game = make_game(name)
        counts = game.player_counts
        table.add_row(
            name,
            game.title,
            f"{counts[0]}-{counts[-1]}",
            str(game.actions.size),
            str(game.observation.size),
        )
    console().print(table)


@app.command()
def describe(
    game: Annotated[str, typer.Argument(help=GAME_HELP)],
    markdown: Annotated[bool, typer.Option(help="Print Markdown, as in the documents.")] = False,
    provenance: Annotated[bool, typer.Option(help="Print what is printed in the rules and what is not.")] = False,
    position: Annotated[bool, typer.Option(help="Print the keys of a position.")] = False,
    option: Annotated[list[str], typer.Option(help=OPTION_HELP)] = [],
):
    """Print the tables of a game's actions and observations, of its positions, or of where rules and data come from.

    Example: rlboardgames describe mint_delivery --markdown
    """
    with clean_exit():
        described = make_game(game, **parse_options(option))
    if provenance:
        _print_table(("status", "item", "source or other reading", "rule"), described.provenance, markdown)
        return
    if position:
        keys = [(f"`{key}`", f"`{part.form}`") for key, part in described.position_parts.parts.items()]
        _print_table(("key", "what stands there"), keys, markdown)
        return
    actions = [
        (_span(first, last), f"`{example}`", meaning)
        for first, last, _, example, meaning in described.actions.describe()
    ]
    fields = [
        (_span(first, last), f"`{name}`", " x ".join(map(str, shape)), f"{low} to {high}", meaning)
        for first, last, name, shape, low, high, meaning in described.observation.describe()
    ]
    _print_table(("index", "action", "meaning"), actions, markdown)
    _print_table(("index", "field", "shape", "values", "meaning"), fields, markdown)


def _span(first, last):
    return str(first) if first == last else f"{first}-{last}"


def _print_table(header, rows, markdown):
    if markdown:
        print("| " + " | ".join(header) + " |")
        print("|" + " --- |" * len(header))
        for row in rows:
            print("| " + " | ".join(row) + " |")
        print()
        return
    table = Table(*header)
    for row in rows:
        table.add_row(*(cell.strip("`") for cell in row))
    console().print(table)


@app.command()
def play(
    game: Annotated[str, typer.Argument(help=GAME_HELP)] = "mint_delivery",
    players: Annotated[int, typer.Option(help="Number of seats.")] = 2,
    agent: Annotated[
        list[str],
        typer.Option(help="random, greedy, human or a model file; repeat it for further seats, the last one fills up."),
    ] = ["greedy"],
    decisions: Annotated[int, typer.Option(min=0, help="Stop after so many decisions.")] = 10_000,
    seed: Annotated[int, typer.Option(help="Seed of the game and of the agents.")] = 0,
    option: Annotated[list[str], typer.Option(help=OPTION_HELP)] = [],
):
    """Let agents play a game; print each decision, then the table.

    Example: rlboardgames play mint_delivery --players 3 --agent human --agent greedy --seed 7
    """
    with clean_exit():
        played = make_game(game, **parse_options(option, players))
        agents = [make_agent(name, played) for name in agent]
        if len(agents) > played.num_players:
            raise OptionError(f"{len(agents)} agents for {played.num_players} seats")
        state, rng = played.new_state(seed=seed), np.random.default_rng(seed)
        for _ in range(decisions):
            if played.is_over(state):
                break
            seat = played.seat(state)
            action = agents[min(seat, len(agents) - 1)].choose(Turn.of(played, state, rng), rng)[0]
            print(f"player_{seat}: {played.action_name(action)}")
            played.play(state, action)
    print(f"\n{played.render_text(state)}")


app.command()(record)
app.command()(replay)
app.command()(perft)

if __name__ == "__main__":
    app()
