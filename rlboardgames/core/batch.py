"""Loops over many games: the compiled part of the vector environments, of training and of matches.

Each driver works on the games from `start` to `stop`, so that threads can share a batch. All arrays are the caller's.
"""

from typing import Any, NamedTuple

from rlboardgames.core import episode, verbs
from rlboardgames.core.choice import pick_random
from rlboardgames.core.compile import compiled, rule
from rlboardgames.core.episode import RUNNING, TERMINATED, TRUNCATED, pays_for_end
from rlboardgames.core.guards import FORFEIT

__all__ = [
    "EXTERNAL",
    "GREEDY",
    "NOT_DEALT",
    "PLAY_ON",
    "RANDOM",
    "WAIT",
    "Batch",
    "Table",
    "choose_greedy_rows",
    "deal_games",
    "deal_rows",
    "observe_rows",
    "play_on",
    "resample_rows",
    "rollout",
    "show_games",
    "step_games",
]

RANDOM, GREEDY, EXTERNAL = 0, 1, 2
"""Who controls a seat: from EXTERNAL on, somebody outside the compiled code."""


class Batch(NamedTuple):
    """The arrays of N games side by side that `step_games` writes.

    Attributes
    ----------
    observations, masks : ndarray of int8, shape (N, D), (N, A)
        Of the seats to move.
    seats : ndarray of int64, shape (N,)
        The seats to move.
    rewards : ndarray of float32, shape (N, num_seats)
    terminated, truncated, max_steps_reached : ndarray of bool, shape (N,)
    final_observations : ndarray of int8, shape (N, num_seats, D)
        What every seat saw at the end of a game that the last step ended.
    """

    observations: Any
    masks: Any
    seats: Any
    rewards: Any
    terminated: Any
    truncated: Any
    max_steps_reached: Any
    final_observations: Any


class Table(NamedTuple):
    """The arrays of N games between agents that `play_on` writes.

    Attributes
    ----------
    observations, masks, seats : ndarray
        As in `Batch`, written for the games that wait for an action from outside.
    totals : ndarray of float32, shape (N, num_seats)
        Rewards are added.
    status : ndarray of int8, shape (N,)
        RUNNING, TERMINATED, TRUNCATED or NOT_DEALT; only running games are touched.
    rewards : ndarray of float32, shape (num_seats,)
        Scratch memory.
    standings : ndarray of int32, shape (num_seats, STANDING_WIDTH)
        Scratch memory.
    """

    observations: Any
    masks: Any
    seats: Any
    totals: Any
    status: Any
    rewards: Any
    standings: Any


NOT_DEALT = 1
"""The status of a game that has never been dealt."""

PLAY_ON, WAIT = -1, -2
"""In place of an action: nothing is to be played first, or the game is to be left alone."""


@rule
def _show(tables, states, i, shown):
    # mask and observation of the seat to move
    seat = states[i].seat
    shown.seats[i] = seat
    episode.write_legal(tables[0], states[i], shown.masks[i])
    episode.write_observation(tables[0], states[i], seat, shown.observations[i])


@compiled
def deal_games(tables, blank, states, start, stop, shown):
    """Deal new games, each from the generator it holds, and show them to the seats to move."""
    for i in range(start, stop):
        episode.deal_game(tables, blank, states, i)
        _show(tables, states, i, shown)


@compiled
def show_games(tables, states, start, stop, shown):
    """Show the games, none of them over, to the seats to move."""
    for i in range(start, stop):
        _show(tables, states, i, shown)


@rule
def _forfeit(seat, rewards):
    # an illegal action ends the game at the expense of the seat that chose it
    rewards[:] = 0.0
    rewards[seat] = FORFEIT


@compiled
def step_games(tables, blank, states, actions, start, stop, shown, standings):
    """Play one decision in each game; a finished game is dealt anew at once, its last observations kept.

    An action that the mask does not allow ends its game: terminated, -1 for the seat that chose it.
    """
    for i in range(start, stop):
        action = actions[i]
        if 0 <= action < shown.masks.shape[1] and shown.masks[i, action] != 0:
            status = episode.advance(tables[0], states[i], action, standings, shown.rewards[i])
            cut = status == TRUNCATED
            shown.terminated[i] = status == TERMINATED or (cut and pays_for_end(tables[0]))
            shown.truncated[i] = cut and not pays_for_end(tables[0])
            shown.max_steps_reached[i] = cut
        else:
            _forfeit(shown.seats[i], shown.rewards[i])
            shown.terminated[i] = True
            shown.truncated[i] = False
            shown.max_steps_reached[i] = False
        if shown.terminated[i] or shown.truncated[i]:
            for seat in range(tables[0].num_seats):
                episode.write_observation(tables[0], states[i], seat, shown.final_observations[i, seat])
            episode.deal_game(tables, blank, states, i)
        _show(tables, states, i, shown)


@compiled
def rollout(tables, blank, states, generators, steps, start, stop, shown, standings):
    """Play `steps` uniformly random legal decisions in each game, with mask and observation written at each.

    Returns the number of decisions made. Finished games are dealt anew.
    """
    for i in range(start, stop):
        for _ in range(steps):
            action = pick_random(generators[i], shown.masks[i])
            if episode.advance(tables[0], states[i], action, standings, shown.rewards[i]) != RUNNING:
                episode.deal_game(tables, blank, states, i)
            _show(tables, states, i, shown)
    return (stop - start) * steps


@compiled
def deal_rows(tables, blank, states, rows):
    """Deal new games into these records, each from the generator it holds."""
    for k in range(len(rows)):
        episode.deal_game(tables, blank, states, rows[k])


@compiled
def choose_greedy_rows(tables, states, rows, actions):
    """Write the greedy player's action for the seat to move in each of these records."""
    for k in range(len(rows)):
        actions[k] = verbs.greedy(tables[0], states[rows[k]])


@compiled
def resample_rows(tables, states, seats):
    """Redraw in each record what the seat of the same index cannot know, from the generator that the record holds."""
    for k in range(len(seats)):
        verbs.resample(tables[0], states[k], seats[k])


@compiled
def observe_rows(tables, states, rows, seats, out):
    """Write into each row of `out` what the seat of the same index sees in the game of the same index."""
    for k in range(len(rows)):
        episode.write_observation(tables[0], states[rows[k]], seats[k], out[k])


@compiled
def play_on(tables, states, generators, controllers, actions, shown):
    """Play each running game on until a seat with an external controller is to move.

    Parameters
    ----------
    tables, states : record array
    generators : record array, shape (N,)
        Generators of the random players.
    controllers : ndarray of int64, shape (N, num_seats)
        RANDOM, GREEDY or an external controller.
    actions : ndarray of int64, shape (N,)
        Legal action of the seat to move, to be played first; or PLAY_ON; or WAIT.
    shown : Table

    Returns
    -------
    int
        The first game whose action cannot be played, which masks and status say, and nothing has been played then;
        otherwise the number of games.
    """
    status = shown.status
    for i in range(len(status)):
        if actions[i] != WAIT and not _can_play(actions[i], shown.masks[i], status[i]):
            return i
    for i in range(len(status)):
        action = actions[i]
        while status[i] == RUNNING and action != WAIT:
            if action == PLAY_ON:
                controller = controllers[i, states[i].seat]
                if controller == GREEDY:
                    action = verbs.greedy(tables[0], states[i])
                else:
                    _show(tables, states, i, shown)
                    if controller >= EXTERNAL:
                        break
                    action = pick_random(generators[i], shown.masks[i])
            status[i] = episode.advance(tables[0], states[i], action, shown.standings, shown.rewards)
            for seat in range(tables[0].num_seats):
                shown.totals[i, seat] += shown.rewards[seat]
            action = PLAY_ON
    return len(status)


@rule
def _can_play(action, mask, status):
    if status == NOT_DEALT:
        return False
    return status != RUNNING or action == PLAY_ON or (0 <= action < len(mask) and mask[action] != 0)
