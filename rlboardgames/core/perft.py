"""Counting of action sequences, the way chess programs test their moves: perft, from "performance test".

The number of distinct sequences of a given length from a position depends on every rule that says what is legal, and a
rule that goes wrong two decisions later is found as well. Chance comes from the state's own generator, so that each
sequence leads to one state.
"""

import numpy as np

from rlboardgames.core import episode
from rlboardgames.core.checks import whole_number
from rlboardgames.core.compile import compiled
from rlboardgames.core.records import STANDING_WIDTH

__all__ = ["count_sequences", "perft", "perft_counts"]

_AT_ONCE = 3  # decisions that one call of compiled code looks ahead, so that Ctrl-C is heard


@compiled
def count_sequences(tables, states, masks, cursors, standings, rewards):
    """Return the number of legal action sequences from the first state, as long as there are states.

    Parameters
    ----------
    tables, states : record array
        The states behind the first are scratch memory, as are all other arrays.
    masks : ndarray of int8, shape (len(states), number of actions)
    cursors : ndarray of int64, shape (len(states),)
    standings : ndarray of int32
    rewards : ndarray of float32

    Returns
    -------
    int
    """
    last = len(states) - 1
    total = 0
    level = 0
    cursors[0] = 0
    episode.write_legal(tables[0], states[0], masks[0])
    while level >= 0:
        action = cursors[level]
        if action == masks.shape[1]:
            level -= 1
            continue
        cursors[level] += 1
        if masks[level, action] == 0:
            continue
        if level == last:
            total += 1
            continue
        level += 1
        states[level] = states[level - 1]
        episode.advance(tables[0], states[level], action, standings, rewards)
        episode.write_legal(tables[0], states[level], masks[level])
        cursors[level] = 0
    return total


def perft(game, state, depth):
    """Count the action sequences of a length that are possible from a state, by their first action.

    A sequence that ends the game earlier is not as long, and so is not counted.

    Parameters
    ----------
    game : Game
    state : record array, shape (1,)
        Left as it is.
    depth : int
        Length of the sequences, from 1 on.

    Returns
    -------
    dict of str to int
        Number of sequences for the name of each legal first action, in the order of the actions.

    Raises
    ------
    OptionError
        The depth is not a whole number from 1 on.
    StateError
        The state is not one of this game's.

    Examples
    --------
    >>> from rlboardgames import hasty_baker_v0
    >>> from rlboardgames.testing import perft
    >>> game = hasty_baker_v0.game()
    >>> counts = perft(game, game.new_state(seed=1), 1)
    >>> len(counts) == sum(counts.values()) == len(game.legal_actions(game.new_state(seed=1)))
    True
    """
    return dict(perft_counts(game, state, depth))


def perft_counts(game, state, depth):
    """Iterate over the items of `perft`, for those who want to see them come.

    Parameters
    ----------
    game : Game
    state : record array, shape (1,)
    depth : int

    Yields
    ------
    tuple of str and int
    """
    depth = whole_number("depth", depth, 1)
    for action in game.legal_actions(state):
        yield game.action_name(action), _count_after(game, state, action, depth)


def _count_after(game, state, action, depth):
    if depth == 1:
        return 1
    after = game.clone(state)
    game.play(after, action)
    return _count(game, after, depth - 1)


def _count(game, state, depth):
    if depth > _AT_ONCE:
        return sum(_count_after(game, state, action, depth) for action in game.legal_actions(state))
    states = np.zeros(depth, game.state_dtype)
    states[0] = state[0]
    return count_sequences(
        game.tables,
        states,
        np.empty((depth, game.actions.size), np.int8),
        np.empty(depth, np.int64),
        np.empty((game.num_players, STANDING_WIDTH), np.int32),
        np.empty(game.num_players, np.float32),
    )
