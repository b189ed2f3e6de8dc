"""What Python asks of a single record of an array: the compiled entrances to the verbs and to an episode."""

from rlboardgames.core import episode, verbs
from rlboardgames.core.choice import pick_random
from rlboardgames.core.compile import compiled
from rlboardgames.core.random import integers

__all__ = ["deal", "greedy", "greedy_or_random", "legal", "observe", "outcome", "play", "resample", "standing"]


@compiled
def deal(tables, blank, states, i, mask):
    """Deal a new game into record `i`, from the generator it holds, and write its mask."""
    episode.deal_game(tables, blank, states, i)
    episode.write_legal(tables[0], states[i], mask)


@compiled
def play(tables, states, i, action, mask, standings, rewards):
    """Play `action` if `mask`, the legal actions, allows it, and renew the mask.

    Returns the seat to move next, or one of these constants of `episode`, which are negative: ILLEGAL, TERMINATED or
    TRUNCATED.
    """
    if action < 0 or action >= len(mask) or mask[action] == 0:
        return episode.ILLEGAL
    status = episode.advance(tables[0], states[i], action, standings, rewards)
    episode.write_legal(tables[0], states[i], mask)
    return states[i].seat if status == episode.RUNNING else status


@compiled
def legal(tables, states, i, mask):
    """Write the mask of record `i`."""
    episode.write_legal(tables[0], states[i], mask)


@compiled
def observe(tables, states, i, seat, out):
    """Write what `seat` may know of record `i`."""
    episode.write_observation(tables[0], states[i], seat, out)


@compiled
def resample(tables, states, i, seat):
    """Redraw in record `i` what `seat` cannot know, from the generator it holds."""
    verbs.resample(tables[0], states[i], seat)


@compiled
def greedy(tables, states, i):
    """Return the action of the greedy player for the seat to move in record `i`."""
    return verbs.greedy(tables[0], states[i])


@compiled
def greedy_or_random(tables, states, i, generators, mask, randomness):
    """Return an action for the seat to move: in `randomness` of four calls at random, otherwise the greedy player's."""
    if integers(generators[0], 4) < randomness:
        return pick_random(generators[0], mask)
    return verbs.greedy(tables[0], states[i])


@compiled
def standing(tables, states, i, standings):
    """Write the points and tie-breakers of every seat in record `i`, as it stands."""
    episode.write_standing(tables[0], states[i], standings)


@compiled
def outcome(tables, states, i, standings, outcomes):
    """Write the outcome of every seat as if the game in record `i` ended now, which it does."""
    state = states[i]
    state.over = 1
    episode.write_standing(tables[0], state, standings)
    for seat in range(len(outcomes)):
        outcomes[seat] = episode.outcome(tables[0], standings, seat)
