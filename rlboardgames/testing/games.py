"""Whether a game keeps what games promise: for the tests of those who write one."""

from typing import Any

import numpy as np

from rlboardgames.core.errors import BoardGameError, GameError
from rlboardgames.core.game import Game

__all__ = ["check_game"]


def check_game(game: Game, games: int = 20, seed: int = 0) -> int:
    """Play random games, greedy ones too where the game has a player, and look at every decision of them.

    Every state is sound, allows an action until the game is over, and is the one that its position describes; a copy
    plays on alike; observations stay in the declared ranges, and neither they nor the mask change when all that a seat
    cannot know is drawn anew; the greedy player's action is legal and depends on nothing else.

    Parameters
    ----------
    game : Game
    games : int
    seed : int

    Returns
    -------
    int
        Decisions that were looked at.

    Raises
    ------
    GameError
        Says what is not so, in which game and after which decision.

    Examples
    --------
    >>> from rlboardgames import monad_v0
    >>> check_game(monad_v0.game(), games=1) > 10
    True
    """
    rng = np.random.default_rng(seed)
    return sum(_check_one(game, seed + k, k % 2 == 1, rng) for k in range(games))


def _check_one(game, seed, plays_greedily, rng):
    state, before = game.new_state(seed=seed), "the deal"
    for decision in range(game.options["max_steps"] + 1):
        where = f"{game!r}, seed {seed}, after {decision} decisions, the last being {before}"
        try:
            if game.is_over(state):
                _check_ending(game, state)
                return decision
            _check_state(game, state, rng)
            action = _choose(game, state, plays_greedily, rng)
            copy = game.clone(state)
            before = repr(game.action_name(action))
            rewards = game.play(state, action), game.play(copy, action)
        except BoardGameError as error:
            raise GameError(f"{where}: {error}") from error
        if state.tobytes() != copy.tobytes() or rewards[0].tobytes() != rewards[1].tobytes():
            raise GameError(f"{where}: a copy of the state plays {before} with another result")
    raise GameError(f"{where}: the game is not over after max_steps decisions")


def _check_state(game, state, rng):
    mask = game.mask(state)
    if not mask.any():
        raise GameError(f"no action is legal for seat {game.seat(state)}")
    if game.from_position(game.position(state)).tobytes() != state.tobytes():
        raise GameError("the position describes another state")
    for seat in range(game.num_players):
        seen = game.observe(state, seat)
        _check_ranges(game, seen, seat)
        if "resample" in game.capabilities:
            other = game.resample(state, seat, seed=int(rng.integers(2**32)))
            _check_same(game, seen, game.observe(other, seat), f"what seat {seat} sees")
            if seat == game.seat(state):
                _check_hidden(game, state, other, mask)


def _check_ranges(game, seen, seat):
    spec = game.observation
    wrong = np.flatnonzero((seen < spec.low) | (seen > spec.high))
    if wrong.size:
        field = [name for name, start in spec.starts.items() if start <= wrong[0]][-1]
        raise GameError(f"what seat {seat} sees is out of the declared range in {field!r}: {seen[wrong[0]]}")


def _check_hidden(game, state, other, mask):
    _check_same(game, mask, game.mask(other), "the mask")
    if "greedy" in game.capabilities and game.greedy_action(state) != game.greedy_action(other):
        raise GameError("the greedy player's action depends on what its seat cannot know")


def _check_same(game: Game, first: Any, second: Any, what: str) -> None:
    if first.tobytes() != second.tobytes():
        raise GameError(f"{what} depends on what the seat cannot know")


def _check_ending(game, state):
    outcomes = game.outcome(state)
    if len(set(game.teams)) == game.num_players > 1 and abs(outcomes.sum()) > 1e-3:
        raise GameError(f"the outcomes {outcomes.tolist()} do not add up to 0")
    if game.from_position(game.position(state)).tobytes() != state.tobytes():
        raise GameError("the position of the end describes another state")


def _choose(game, state, plays_greedily, rng):
    if plays_greedily and "greedy" in game.capabilities:
        return game.greedy_action(state)
    return int(rng.choice(game.legal_actions(state)))
