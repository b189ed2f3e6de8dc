"""A person at the terminal, as an agent."""

import sys

import numpy as np
from rich.columns import Columns
from rich.console import Console

from rlboardgames.agents import Agent, Turn
from rlboardgames.core.errors import UsageError

__all__ = ["HumanAgent"]


class HumanAgent(Agent):
    """Shows the table as its seat sees it, and asks for an action, by number or by name, until one is legal.

    Parameters
    ----------
    console : rich.console.Console, optional
        Where it is shown; answers are lines of the standard input.
    """

    name = "human"

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(highlight=False)

    def choose(self, turn: Turn, rng: np.random.Generator) -> np.ndarray:
        """Ask for an action in each situation, see `Agent.choose`.

        Raises
        ------
        UsageError
            The input has ended.
        """
        return np.array([self._ask(turn, k) for k in range(len(turn.seats))])

    def _ask(self, turn, k):
        legal = np.flatnonzero(turn.masks[k]).tolist()
        names = [turn.game.actions.names[action] for action in legal]
        self._console.print(turn.game.render_text(turn.states[k : k + 1]), markup=False)
        self._console.print(Columns([f"{number}  {name}" for number, name in enumerate(names, 1)], padding=(0, 3)))
        while True:
            self._console.print(f"seat {turn.seats[k]}, number or name: ", end="")
            line = sys.stdin.readline()
            if not line:
                raise UsageError("the input has ended before the game")
            answer = line.strip()
            if answer in names:
                return legal[names.index(answer)]
            if answer.isascii() and answer.isdigit() and 1 <= int(answer[:9]) <= len(legal):
                return legal[int(answer) - 1]
            self._console.print(f"{answer[:60]!r} is none of 1 to {len(legal)}, nor one of the names", markup=False)
