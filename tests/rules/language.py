"""The language of the rule tests: load a position, play actions by name, and look at what has come of it.

A position is what `Game.position` returns, but so that equal ones compare equal, see `comparable`. It has the options
of its variant, map or data file; those of rewards and length are keywords of the functions here.

What only a game can say stands in its module ``positions_<game>``:

=====================  ================================================================================
`base`                 makes a whole, valid position of which a test names only what matters to it
`game_for`             the game for so many players, from `games_of`
`tidied`               the part of `comparable` that is about the game's own keys
`assert_conserved`     that every component is in exactly one place
`BY_SEAT`              the keys whose lists have an element for each seat, for `turned`
`STANDING`             how many columns of a standing the game uses
=====================  ================================================================================
"""

import json
from functools import cache
from importlib import import_module, resources

import pytest

from rlboardgames.core.errors import DataError, IllegalActionError, PositionError

rule = pytest.mark.rule

DECISIONS = 100
"""Decisions taken so far in every position that is built or compared, where these do not tell anything else."""


def games_of(game_type):
    """Return the function that makes a game for so many players; the same one each time."""
    return cache(lambda players, **options: game_type(num_players=players, **options))


def _module_of(position):
    return import_module("positions_" + position["game"].removesuffix("_v0"))


# Positions


def by_seat(players, given, default):
    """Return a list with an element for each seat: what is given for it, if anything, else the default."""
    return [(given or {}).get(seat, default) for seat in range(players)]


def comparable(position):
    """Return a position so that equal ones compare equal: without generator, rewards and length."""
    options = {key: value for key, value in position["options"].items() if key not in ("reward", "max_steps")}
    kept = {key: value for key, value in position.items() if key != "rng"}
    return _module_of(position).tidied(kept | {"options": options})


def position_of(game, state):
    """Return the position of a state."""
    return comparable(game.position(state))


def new(game, seed):
    """Return the position at the beginning of a new game."""
    return position_of(game, game.new_state(seed))


def load(position, *, seed=0, **options):
    """Return the game, with further options or others, and the state of a position."""
    game = _module_of(position).game_for(position["players"], **position["options"] | options)
    return game, game.from_position(position | {"options": dict(game.options)}, seed=seed)


def turned(position, by):
    """Return a position with everybody moved on by so many seats."""
    lists = {key: position[key][-by:] + position[key][:-by] for key in _module_of(position).BY_SEAT}
    return position | lists | {"seat": (position["seat"] + by) % position["players"]}


# Playing


def play(position, *actions, **options):
    """Return the position after some actions, having checked conservation before and after each."""
    game, state = load(position, **options)
    after = position_of(game, state)
    assert after == comparable(position)
    module = _module_of(position)
    module.assert_conserved(after)
    for action in actions:
        game.play(state, action)
        after = position_of(game, state)
        module.assert_conserved(after)
    return after


def rewards(position, *actions, **options):
    """Return the list of the rewards that each of some actions brings."""
    game, state = load(position, **options)
    return [game.play(state, action).tolist() for action in actions]


def names(game, state):
    """Return the names of the legal actions."""
    return {game.action_name(action) for action in game.legal_actions(state)}


def legal(position, *prefixes):
    """Return the names of the legal actions, all or those that begin in certain ways."""
    return {name for name in names(*load(position)) if name.startswith(prefixes or "")}


def assert_longest(position, decisions, *actions):
    """Assert that by default a game is cut after so many decisions, the last of which are these actions."""
    game, state = load(position | {"decisions": decisions - len(actions)})
    for action in actions:
        assert not game.is_over(state)
        game.play(state, action)
    assert game.options["max_steps"] == decisions
    assert (game.is_over(state), game.seat(state), game.position(state)["decisions"]) == (True, -1, decisions)


def greedy(position):
    """Return the name of the greedy player's action."""
    game, state = load(position)
    return game.action_name(game.greedy_action(state))


# What has come of it, and who sees it


def standing(position):
    """Return points and tie-breakers of each seat, as many as there are."""
    game, state = load(position)
    return game.standing(state)[:, : _module_of(position).STANDING].tolist()


def points(position):
    """Return the points of each seat."""
    game, state = load(position)
    return game.standing(state)[:, 0].tolist()


def outcome(position):
    """Return the outcome of each seat if the game ended now."""
    game, state = load(position)
    return game.outcome(state).tolist()


def view(position, seat):
    """Return all that a seat sees: the bytes of its observation."""
    game, state = load(position)
    return game.observe(state, seat).tobytes()


def told(position, seat):
    """Return all that a seat is told: what it sees and, if it is to move, what it may do."""
    return view(position, seat), frozenset(legal(position) if position["seat"] == seat else ())


def fields(position, seat):
    """Return what a seat sees, by the names of the observation's fields."""
    game, state = load(position)
    return game.observation.split(game.observe(state, seat))


# What is refused


def assert_refused(position, key=None, **options):
    """Assert that a position is refused, with a message in which a key is found."""
    with pytest.raises(PositionError, match=key):
        load(position, **options)


def assert_illegal(position, *actions):
    """Assert that each of some actions is refused in a position, and that nothing has then happened."""
    game, state = load(position)
    before, reason = state.tobytes(), "the game is over" if position["over"] else f"seat {position['seat']}"
    for action in actions:
        with pytest.raises(IllegalActionError, match=reason):
            game.play(state, action)
        assert state.tobytes() == before


# Data files


def shipped_document(game):
    """Return the data file of a game as it is shipped."""
    folder = resources.files(f"rlboardgames.games.{game}").joinpath("data")
    [file] = [file for file in folder.iterdir() if file.name.endswith(".json")]
    return json.loads(file.read_text("utf-8"))


def written(document, folder):
    """Write a document to a data file of your own, and return its path."""
    path = folder / "own.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return str(path)


def refusal(game_type, **options):
    """Return what the refusal of the data file among a game's options says after the file's path."""
    [path] = [options[key] for key in ("data", "map") if key in options]
    with pytest.raises(DataError) as caught:
        game_type(**options)
    _, found, reason = str(caught.value).partition(path)
    assert found, f"the message does not name the file: {caught.value}"
    return reason
