"""Damaged positions: refused with a `PositionError`, or a state that the game can be in; never anything else."""

import copy
import json

import numpy as np
import pytest
from generic_cases import choose, few_setups, recorded
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rlboardgames.core.errors import PositionError

NUMBERS = (-1, 0, 1, 2, 3, 5, 127, 128, -129, 2**31, 2**63, 2**70, 1.5, float("nan"))
OTHERS = (None, True, False, "", "x", "none", [], {}, [None], {"x": 1}, [[0]], "0", "-1", "٣")

NULLABLE = ("pending", "paying", "bonus_set")
"""Keys that are null while nothing is meant."""


def _containers(value, found):
    # every object and list within a position that has something in it
    if isinstance(value, (dict, list)) and value:
        found.append(value)
        for child in value.values() if isinstance(value, dict) else value:
            _containers(child, found)
    return found


def _delete(draw, holder, key):
    del holder[key]


def _number(draw, holder, key):
    holder[key] = draw(st.sampled_from(NUMBERS))


def _nudge(draw, holder, key):
    if isinstance(holder[key], (int, float)):
        holder[key] += draw(st.sampled_from((-1, 1)))


def _type(draw, holder, key):
    holder[key] = copy.deepcopy(draw(st.sampled_from(OTHERS)))


def _double(draw, holder, key):
    if isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))
    else:
        holder[f"{key}_2"] = copy.deepcopy(holder[key])


def _swap(draw, holder, key):
    keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
    other = draw(st.sampled_from(keys))
    holder[key], holder[other] = holder[other], holder[key]


def _empty(draw, holder, key):
    if isinstance(holder[key], (list, dict, str)):
        holder[key] = type(holder[key])()


def _foreign(draw, holder, key):
    # a value from elsewhere in the same position
    holder[key] = copy.deepcopy(draw(st.sampled_from(_FOREIGN)))


_FOREIGN: list = []
MUTATIONS = (_delete, _number, _nudge, _nudge, _type, _double, _swap, _swap, _empty, _foreign)


@st.composite
def _damaged(draw, positions):
    position = copy.deepcopy(draw(st.sampled_from(positions)))
    _FOREIGN[:] = [json.loads(json.dumps(holder)) for holder in _containers(position, [])[1:]] or [0]
    for _ in range(draw(st.integers(1, 3))):
        holder = draw(st.sampled_from(_containers(position, [])))
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        draw(st.sampled_from(MUTATIONS))(draw, holder, draw(st.sampled_from(keys)))
        if not position:
            break
    return position


def _check(game, position, rng):
    try:
        state = game.from_position(position, seed=1)
    except PositionError as error:
        return error
    again = game.from_position(json.loads(json.dumps(game.position(state))))
    assert again.tobytes() == state.tobytes()
    for seat in range(game.num_players):
        observation = game.observe(state, seat)
        assert (observation >= game.observation.low).all()
        assert (observation <= game.observation.high).all()
        copied = game.resample(state, seat, seed=2)
        assert game.from_position(game.position(copied)).tobytes() == copied.tobytes()
    game.standing(state)
    for _ in range(25):
        if game.is_over(state):
            break
        game.play(state, choose(game, state, "mixed", rng))
        assert game.is_over(state) or game.mask(state).any()
        assert game.from_position(game.position(state)).tobytes() == state.tobytes()
    return None


@few_setups
def test_damaged_positions(setup):
    """Whatever is deleted, swapped or replaced in a position, the game refuses it or can be in it and play on."""
    recording = recorded(setup, "mixed")
    game = recording.game
    positions = [game.position(state) for state in recording.sampled(12)]
    rng = np.random.default_rng(0)
    refusals = []

    @settings(derandomize=True, deadline=None, database=None, max_examples=150, suppress_health_check=list(HealthCheck))
    @given(_damaged(positions))
    def attack(position):
        error = _check(game, position, rng)
        assert error is None or str(error).startswith("position")
        refusals.append(error)

    attack()
    assert any(refusals), "some damage is noticed"


@few_setups
def test_every_key_matters(setup):
    """Without any one of its keys a position is refused; only the options and the generator have a default."""
    recording = recorded(setup, "mixed")
    game = recording.game
    for state in recording.sampled(3):
        position = json.loads(json.dumps(game.position(state)))
        for key in position:
            if key in ("options", "rng"):
                continue
            with pytest.raises(PositionError, match=key):
                game.from_position({name: value for name, value in position.items() if name != key})
            for value in (None, "nonsense", -1000, 1.5, [None], {"nonsense": None}):
                if value == position[key] or (value is None and key in NULLABLE):
                    continue
                with pytest.raises(PositionError, match=key):
                    game.from_position({**position, key: value})
        for value in ("", "-1", "1.0", str(2**64), 5, None, "٣", " 1"):
            with pytest.raises(PositionError, match="rng"):
                game.from_position({**position, "rng": value})


@few_setups
def test_a_game_is_over_for_a_reason(setup):
    """A position that says so without an end by the rules or by ``max_steps`` is refused; with one it is read."""
    recording = recorded(setup, "random")
    game = recording.game
    for state in (recording.state(0), recording.state(len(recording.states) // 2)):
        position = {**game.position(state), "over": True, "seat": -1}
        with pytest.raises(PositionError, match="over"):
            game.from_position(position)
    last = recording.state(len(recording.states) - 1)
    assert game.is_over(last)
    assert game.from_position(game.position(last)).tobytes() == last.tobytes()
