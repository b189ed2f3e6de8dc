"""Choose positions of every game and count their action sequences in the interpreter.

Example: NUMBA_DISABLE_JIT=1 python tests/perft/make.py metro_x_v0

The compiled driver has no part in it: the counts are those of a walk that plays every action. It takes minutes, and is
to be run again only where a game's rules are meant to change.
"""

import json
import sys
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.progress import track

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent / "generic"))

from generic_cases import Setup, recorded  # noqa: E402

from rlboardgames.core.compile import INTERPRETED  # noqa: E402
from rlboardgames.registry import GAMES  # noqa: E402

DEPTH = 4
MOST = 60_000
"""Sequences of the longest kind; a position with more is passed over."""


class Wanted(NamedTuple):
    """A kind of position: where in which game to look for it."""

    name: str
    part: float
    """Of the game that has been played."""
    keywords: dict
    player: str = "greedy"
    shows: dict = {}  # noqa: RUF012 (nobody writes it)
    """Keys of the position with their values."""
    has_chance: bool = False
    """Whether another state of the generator must give other counts."""


WANTED = {
    "mint_delivery_v0": (
        Wanted("the deal", 0, {}, shows={"phase": "keep"}),
        Wanted("early, turn", 0.1, {}, shows={"phase": "turn"}),
        Wanted("mints on an order", 0.4, {}, shows={"phase": "load_tokens"}),
        Wanted("two players remove an order", 0.5, {}, shows={"phase": "remove_order"}),
        Wanted("unloading", 0.5, {"num_players": 3}, "mixed", {"phase": "unload"}),
        Wanted("five players, middle", 0.5, {"num_players": 5}),
        Wanted("end, four players", 0.99, {"num_players": 4}),
        Wanted("a toll, all road conditions", 0.4, {"road_conditions": 4}, "mixed", {"phase": "pay_toll"}),
        Wanted("loading zone", 0.5, {"road_conditions": 4, "num_players": 3}, "mixed", {"phase": "loading_zone"}),
        Wanted("abilities, early", 0.2, {"abilities": True, "num_players": 3}),
        Wanted("abilities and roads, late", 0.8, {"abilities": True, "road_conditions": 3}),
        Wanted("cut at max_steps", 0.99, {"abilities": True, "num_players": 5}, "random"),
    ),
    "metro_x_v0": (
        Wanted("alone, first turn", 0, {"num_players": 1}),
        Wanted("alone, a shuffle", 0.5, {"num_players": 1}, has_chance=True),
        Wanted("alone, free space", 0.7, {"num_players": 1}, shows={"card": "F"}),
        Wanted("alone, last turns", 0.9, {"num_players": 1}),
        Wanted("two players, second to decide", 0.51, {}, "random"),
        Wanted("three players, late", 0.8, {"num_players": 3}, "mixed"),
        Wanted("six players, middle", 0.5, {"num_players": 6}),
        Wanted("six players, last turn", 0.97, {"num_players": 6}),
        Wanted("Tube Town, early", 0.2, {"map": "tube_town"}),
        Wanted("Tube Town, late", 0.8, {"map": "tube_town", "num_players": 4}, "random"),
        Wanted("Tokyo, middle", 0.4, {"map": "tokyo"}, "mixed"),
        Wanted("Osaka, middle", 0.6, {"map": "osaka", "num_players": 1}, "mixed"),
    ),
    "hasty_baker_v0": (
        Wanted("the deal", 0, {}),
        Wanted("early", 0.1, {}),
        Wanted("a shuffle", 0.5, {}, shows={"draw": []}, has_chance=True),
        Wanted("end", 0.98, {}),
        Wanted("too many cards", 0.3, {}, "random", {"phase": "discard"}),
        Wanted("three players, middle", 0.5, {"num_players": 3}, "mixed"),
        Wanted("three players, end", 0.99, {"num_players": 3}),
        Wanted("four players, early", 0.2, {"num_players": 4}),
        Wanted("four players, too many cards", 0.6, {"num_players": 4}, "random", {"phase": "discard"}),
        Wanted("five players, late", 0.8, {"num_players": 5}),
        Wanted("six players, middle", 0.5, {"num_players": 6}),
        Wanted("cut at max_steps", 0.99, {"num_players": 6}, "random"),
    ),
    "monad_v0": (
        Wanted("the deal", 0, {}),
        Wanted("early", 0.1, {}),
        Wanted("middle", 0.5, {}),
        Wanted("a bonus", 0.3, {}, shows={"phase": "bonus"}),
        Wanted("paying", 0.6, {}, shows={"phase": "paying"}),
        Wanted("end", 0.995, {}),
        Wanted("three players, middle", 0.5, {"num_players": 3}),
        Wanted("three players, a bonus", 0.7, {"num_players": 3}, shows={"phase": "bonus"}),
        Wanted("four players, late", 0.8, {"num_players": 4}),
        Wanted("teams, paying", 0.5, {"teams": True, "num_players": 4}, shows={"phase": "paying"}),
        Wanted("teams, end", 0.995, {"teams": True, "num_players": 4}),
        Wanted("cut at max_steps", 0.99, {"num_players": 4}, "mixed"),
    ),
}


def count(game, state, depth=DEPTH):
    """Return the number of sequences of each length from 1 to `depth`."""
    counts = [0] * depth
    for action in game.legal_actions(state):
        after = game.clone(state)
        game.play(after, action)
        counts[0] += 1
        for length, more in enumerate(count(game, after, depth - 1) if depth > 1 else (), start=1):
            counts[length] += more
    return counts


def count_by_action(game, state):
    """Return the counts for each first action; stop where there are too many."""
    found, total = {}, 0
    for action in game.legal_actions(state):
        after = game.clone(state)
        game.play(after, action)
        found[game.action_name(action)] = [1, *count(game, after, DEPTH - 1)]
        total += found[game.action_name(action)][-1]
        if total > MOST:
            return None
    return found


def draws_soon(game, state):
    """Return whether the generator moves in the next decisions of the greedy player: a cheap first sieve."""
    after = game.clone(state)
    for _ in range(DEPTH - 1):
        if not game.is_over(after):
            game.play(after, game.greedy_action(after))
    return after["rng"][0] != state["rng"][0]


def with_other_chance(game, state):
    """Return a copy with another state of the generator."""
    other = game.clone(state)
    other["rng"] ^= 12345
    return other


def candidates(name, wanted):
    """Iterate over the states of a kind, the nearest to the wanted part of a game first, one game after the other."""
    keywords = {"num_players": 2, **wanted.keywords}
    setup = Setup(name, keywords.pop("num_players"), tuple(keywords.items()))
    for seed in range(40):
        recording = recorded(setup, wanted.player, seed)
        game, middle = recording.game, wanted.part * len(recording.actions)
        for index in sorted(range(len(recording.actions)), key=lambda index: abs(index - middle))[:100]:
            state = recording.state(index)
            position = game.position(state)
            fits = all(position[key] == value for key, value in wanted.shows.items())
            if fits and (not wanted.has_chance or draws_soon(game, state)):
                yield game, state


def choose(name, wanted):
    """Return an entry of the data: the first state of a kind that has a choice and not too many sequences."""
    for game, state in candidates(name, wanted):
        if len(game.legal_actions(state)) < 2 or not (counts := count_by_action(game, state)):
            continue
        if wanted.has_chance and count_by_action(game, with_other_chance(game, state)) == counts:
            continue
        return {"name": wanted.name, "position": game.position(state), "counts": counts}
    raise SystemExit(f"{name}: no position found for {wanted}")


def main(games: Annotated[list[str], typer.Argument()] = list(GAMES)):  # noqa: B006
    """Write the data of the games, all of them by default."""
    if not INTERPRETED:
        raise SystemExit("set NUMBA_DISABLE_JIT=1: the counts are to come from the interpreter")
    for name in games:
        entries = [choose(name, wanted) for wanted in track(WANTED[name], name)]
        text = ",\n".join(json.dumps(entry) for entry in entries)
        (FOLDER / f"{name}.json").write_text(f"[\n{text}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
