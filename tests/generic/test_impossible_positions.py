"""Positions that no play leads to are refused: values that are in range, and together impossible."""

import pytest

from rlboardgames.core.errors import PositionError
from rlboardgames.registry import make_game


def _refused(game, position, key, **changes):
    with pytest.raises(PositionError, match=key):
        game.from_position({**position, **changes})


def test_mint_delivery_before_the_first_turn():
    """In phase 'keep' no turn and no last round has begun, and every truck is where and as it starts."""
    game = make_game("mint_delivery")
    position = game.position(game.new_state(seed=1))
    assert position["phase"] == "keep"
    _refused(game, position, "actions_left", actions_left=1)
    _refused(game, position, "last_round", last_round=True)
    first, *others = position["trucks"]
    elsewhere = next(space for space in game.spaces if space != first["space"])
    _refused(game, position, "trucks", trucks=[{**first, "space": elsewhere}, *others])
    supply = [position["supply"][0] + 1, *position["supply"][1:]]
    _refused(game, position, "trucks", trucks=[{**first, "mints": [3, 0, 0]}, *others], supply=supply)


def test_mint_delivery_cut_before_the_first_turn():
    """A seat that had not decided when the game was cut still has three dealt orders."""
    game = make_game("mint_delivery", max_steps=1)
    state = game.new_state(seed=1)
    game.play(state, "keep none")
    position = game.position(state)
    assert game.from_position(position).tobytes() == state.tobytes()
    dealt = [[], position["dealt"][1][:2]]
    _refused(game, position, "dealt", dealt=dealt, out=[*position["out"], position["dealt"][1][2]])


@pytest.mark.parametrize("decisions", [0, 5])
def test_hasty_baker_has_as_many_actions_as_decisions_can_give(decisions):
    """Two at the beginning of a turn, and one more with each decision that plays a Hasty Baker."""
    game = make_game("hasty_baker")
    position = {**game.position(game.new_state(seed=1)), "decisions": decisions}
    game.from_position({**position, "actions_left": 2 + decisions})
    _refused(game, position, "actions_left", actions_left=3 + decisions)
    _refused(game, position, "actions_left", actions_left=2**30)
