"""The commands ``rlboardgames record`` and ``rlboardgames replay``."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from rlboardgames.core.documents import read_json
from rlboardgames.core.errors import BoardGameError, OptionError
from rlboardgames.records.comparison import replay as compare
from rlboardgames.records.file import dumps, read, write
from rlboardgames.records.record import record as play
from rlboardgames.registry import make_game
from rlboardgames.terminal import GAME_HELP, OPTION_HELP, clean_exit, console, parse_options

__all__ = ["record", "replay"]

_SAME, _DIFFERENT, _UNUSABLE = range(3)
_MOST_ROWS = 60


def record(
    game: Annotated[str, typer.Argument(help=GAME_HELP)],
    players: Annotated[int, typer.Option(help="Number of seats.")] = 2,
    agent: Annotated[str, typer.Option(help="Who plays all seats: random, greedy, mixed or a model file.")] = "random",
    actions: Annotated[Path | None, typer.Option(help="File with the names of the actions, one a line.")] = None,
    position: Annotated[Path | None, typer.Option(help="File with a position to begin at.")] = None,
    decisions: Annotated[int | None, typer.Option(min=0, help="Record so many at most.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the game and of the player.")] = 0,
    out: Annotated[Path | None, typer.Option(help="File to write; standard output by default.")] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file if it exists.")] = False,
    option: Annotated[list[str], typer.Option(help=OPTION_HELP)] = [],
):
    """Play a game and record it: every decision, and digests of all that there was to see.

    Example: rlboardgames record mint_delivery --players 3 --agent greedy --seed 7 --out game.jsonl
    """
    with clean_exit():
        played = make_game(game, **parse_options(option, players))
        chosen = agent if actions is None else _lines_of(actions)
        begin = None if position is None else read_json(position)
        recorded = play(played, chosen, seed, decisions, begin)
        if out is not None:
            write(recorded, out, overwrite)
            print(f"{out}: {len(recorded)} decisions, {recorded.ending}, returns {list(recorded.returns)}")
            return
    sys.stdout.write(dumps(recorded))


def _lines_of(path):
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise OptionError(f"--actions {path}: {error}") from error


def replay(
    files: Annotated[list[Path], typer.Argument(help="Records.")],
    until: Annotated[int | None, typer.Option(min=0, help="Compare so many decisions only.")] = None,
    render: Annotated[bool, typer.Option("--render", help="Show the table there, or at the end.")] = False,
    position: Annotated[int | None, typer.Option(help="Print the position after so many decisions.")] = None,
    option: Annotated[list[str], typer.Option(help="Data file of the record, e.g. data=my_cards.json.")] = [],
):
    """Play recorded games again and compare every decision with the record.

    The exit status is 0 if all are the same, 1 if one is different, 2 if one cannot be used.

    Example: rlboardgames replay game.jsonl --until 40 --render
    """
    with clean_exit():
        own_files = parse_options(option)
        if position is not None and len(files) > 1:
            raise OptionError("--position goes with one record")
    worst, rows = _SAME, []
    shown = Console(stderr=True)
    for path in track(files, "replaying", console=shown, transient=True, disable=not sys.stderr.isatty()):
        status, words = _replay_one(path, until if position is None else position, render, position, own_files)
        worst = max(worst, status)
        rows.append((str(path), ("same", "different", "unusable")[status], words))
    if len(files) > 1:
        table = Table("record", "result", "")
        for row in rows:
            table.add_row(*row)
        console().print(table)
    elif position is None and worst == _SAME:
        print(f"{files[0]}: same, {rows[0][2]}")
    raise SystemExit(worst)


def _replay_one(path, until, render, position, own_files):
    try:
        recorded = read(path)
        difference = compare(recorded, until, **own_files)
        if difference is not None:
            _print_difference(path, difference)
            return _DIFFERENT, f"decision {difference.decision}"
        last = len(recorded) if until is None else until
        env = recorded.env_at(last, **own_files)
    except BoardGameError as error:
        print(f"error: {error}" if str(path) in str(error) else f"error: {path}: {error}", file=sys.stderr)
        return _UNUSABLE, "see the message"
    if position is not None:
        print(json.dumps(env.position()))
    if render:
        print(env.game.render_text(env.state_record))
    return _SAME, f"{last} decisions"


def _print_difference(path, difference):
    where = "the beginning" if difference.decision == 0 else f"decision {difference.decision}, {difference.action!r}"
    print(f"{path}: different after {where}")
    table = Table("what", "where", "recorded", "now")
    for finding in difference.findings[:_MOST_ROWS]:
        table.add_row(finding.what, finding.where, repr(finding.recorded), repr(finding.now))
    console().print(table)
    left = len(difference.findings) - _MOST_ROWS
    if left > 0:
        print(f"and {left} more")
    print(difference.table)
