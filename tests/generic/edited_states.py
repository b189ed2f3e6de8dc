"""Edits of states, and a script that goes on from edited states in the interpreter.

The interpreter's views refuse what compiled code would do silently: an index out of range, a value that does not fit.
"""

import json
import signal
import sys
import traceback

import numpy as np
from generic_cases import Setup

from rlboardgames.core.errors import StateError

SECONDS = 20
"""What takes longer hangs."""

_DECISIONS = 6


def single_edits(game, state, rng, cells_of_field=4):
    """Yield copies of a state in which one cell of a field has another value: extremes, neighbours, bounds.

    Parameters
    ----------
    game : Game
    state : record array, shape (1,)
    rng : numpy.random.Generator
    cells_of_field : int
        Most cells of a field that are edited.
    """
    for field in game.state_dtype.names:
        if field == "rng":
            continue
        cells = state[field].reshape(-1)
        info = np.iinfo(cells.dtype)
        lows, highs = (game.bounds[k : k + 1][field].reshape(-1) for k in range(2))
        for cell in rng.permutation(cells.size)[:cells_of_field]:
            now, low, high = int(cells[cell]), int(lows[cell]), int(highs[cell])
            for value in sorted(
                {info.min, info.max, -2, -1, 0, 1, 100, now - 1, now + 1, low - 1, low, high, high + 1}
            ):
                if info.min <= value <= info.max and value != now:
                    edited = state.copy()
                    edited[field].reshape(-1)[cell] = value
                    yield edited


def exchanges(game, state, rng, count):
    """Yield copies of a state in which two cells of one byte, anywhere in the record, are exchanged.

    Parameters
    ----------
    game : Game
    state : record array, shape (1,)
    rng : numpy.random.Generator
    count : int
    """
    first, stop = game._edges[2:]
    for _ in range(count):
        edited = state.copy()
        cells = edited.view(np.int8)
        a, b = rng.integers(first, stop, 2)
        cells[a], cells[b] = cells[b], cells[a]
        if edited.tobytes() != state.tobytes():
            yield edited


def go_on(game, state, rng):
    """Ask everything of a state, and play some decisions on from it."""
    for seat in range(game.num_players):
        game.observe(state, seat)
        game.resample(state, seat, seed=1)
    game.standing(state)
    game.outcome(state)
    game.position(state)
    game.render_text(state)
    for _ in range(_DECISIONS):
        if game.is_over(state):
            return
        legal = game.legal_actions(state)
        if not legal:
            return
        greedy = game.greedy_action(state)
        game.play(state, greedy if greedy in legal else int(rng.choice(legal)))
        game.observe(state, 0)


def _hangs(*_):
    raise TimeoutError(f"still at it after {SECONDS} seconds")


def main(name, num_players, options, max_steps, path):
    """Go on from all states of a file; print which of them did what they may not."""
    game = Setup(name, int(num_players), tuple(json.loads(options).items())).game(max_steps=int(max_steps))
    states = np.fromfile(path, game.state_dtype)
    signal.signal(signal.SIGALRM, _hangs)
    faults = []
    for i in range(len(states)):
        signal.alarm(SECONDS)
        try:
            go_on(game, game.clone(states[i : i + 1]), np.random.default_rng(i))
        except StateError as error:  # play has led from a sound state to one that is none
            faults.append([i, f"after it was taken: {error}"])
        except Exception:
            faults.append([i, traceback.format_exc(limit=-3)])
        signal.alarm(0)
    print(json.dumps(faults))


if __name__ == "__main__":
    main(*sys.argv[1:])
