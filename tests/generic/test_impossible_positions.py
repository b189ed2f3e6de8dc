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


def test_what_takes_a_decision_is_not_there_before_one():
    """Monads, trades and completed recipes."""
    monad, baker = make_game("monad"), make_game("hasty_baker")
    position = monad.position(monad.new_state(seed=1))
    _refused(monad, position, "prepared", prepared=True)
    _refused(monad, position, "monads", monads=[1, 0])
    monad.from_position({**position, "decisions": 9, "monads": [1, 0]})
    position = baker.position(baker.new_state(seed=1))
    done, rest = position["recipes"][:2], position["recipes"][2:]
    _refused(baker, position, "actions_left", completed=[done, []], recipes=rest, points=[2, 0])


@pytest.mark.rule("HB-10", "HB-24")
def test_hasty_baker_has_no_empty_hand_but_the_winners():
    """Whoever's hand becomes empty draws at once, and there is always a card to draw; but a win ends everything."""
    game = make_game("hasty_baker")
    position = game.position(game.new_state(seed=1))
    for seat in range(game.num_players):
        hands = [dict(hand) for hand in position["hands"]]
        discard, hands[seat] = hands[seat], {}
        _refused(game, position, "hands", hands=hands, discard=discard)
    won = {**position, "seat": -1, "over": True, "actions_left": 0, "decisions": 50, "discard": position["hands"][0]}
    won = {**won, "hands": [{}, position["hands"][1]], "completed": [_top_five(position), []]}
    won = {**won, "recipes": position["recipes"][5:], "points": [5, 0]}
    game.from_position(won)
    _refused(game, won, "seat 1", hands=[position["hands"][0], {}], discard=position["hands"][1])


def _top_five(position):
    return position["recipes"][:5]


@pytest.mark.rule("MO-18")
def test_monad_has_passes_only_where_nothing_else_was_possible():
    """No card to draw or to flip, no trade, the hand shown; and not more passes than decisions."""
    game = make_game("monad")
    start = game.position(game.new_state(seed=1))

    def passed(common, **changes):
        rest = {colour: 2 - common.get(colour, 0) for colour in ("red", "orange", "yellow", "purple", "blue", "green")}
        hands = [{**hand, "common": counts} for hand, counts in zip(start["hands"], (common, rest), strict=True)]
        counted = {"hands": hands, "known": [common, {}], "seat": 1, "passes": 1, "decisions": 7}
        return {**start, **counted, **changes}

    for common in ({}, {"red": 1}, {"red": 1, "yellow": 1}):
        game.from_position(passed(common))
    for common in ({"red": 1, "blue": 1}, {"red": 2, "yellow": 1}):  # a trade; three Commons buy a Bi
        _refused(game, passed(common), "passes")
    _refused(game, passed({"red": 1}), "passes", known=[{}, {}])
    _refused(game, passed({}), "passes", seat=0)
    _refused(game, passed({}), "passes", decisions=0)
    everything = passed({})["hands"][1]
    fewer = [start["hands"][0] | {"common": {}}, {**everything, "common": {**everything["common"], "yellow": 1}}]
    for pile in ("draw", "discard"):
        _refused(game, passed({}), "passes", **{pile: ["yellow"], "hands": fewer})
    _refused(game, passed({}), "passes", passes=2, seat=-1, over=True)


@pytest.mark.rule("MX-3", "MX-4", "MX-6", "MX-7", "MX-12")
def test_metro_x_has_filled_what_its_cards_can_fill():
    """Turns, decisions, windows and stations go together with the cards that have been turned up."""
    game = make_game("metro_x")
    state = game.new_state(seed=3)
    start = game.position(state)
    everything = [
        {**board, "stations": [-1] * 76, "lines": dict.fromkeys(board["lines"], "gold")} for board in start["boards"]
    ]
    _refused(game, start, "stations", boards=everything)
    _refused(game, start, "decisions", decisions=1)
    _refused(game, start, "turn", turn=2, decisions=2)
    shut = [{**board, "windows": {**board["windows"], "A": 1}} for board in start["boards"]]
    _refused(game, start, "turn", boards=shut)
    while game.position(state)["turn"] < 4:
        game.play(state, game.legal_actions(state)[0])
    position = game.position(state)
    assert "T" not in position["discard"][:3]
    _refused(game, position, "turn", turn=3, decisions=4)
    _refused(game, position, "turn", boards=start["boards"])
    stations = list(position["boards"][0]["stations"])
    place = stations.index(0)
    stations[place] = int(game.tables[0]["transfer_value"][place])
    first = {**position["boards"][0], "stations": stations}
    _refused(game, position, "transfers", boards=[first, position["boards"][1]])


@pytest.mark.rule("MD-18")
def test_mint_delivery_is_in_its_last_round_when_the_table_says_so():
    """It begins when two towns have no face-up order or all decks are empty; only a dropped order ends that."""
    game = make_game("mint_delivery")
    state = game.new_state(seed=1)
    for _ in range(2):
        game.play(state, "keep none")
    position = game.position(state)
    _refused(game, position, "last_round", last_round=True)
    _refused(game, {**position, "over": True, "seat": -1}, "last_round", last_round=True)
    decks = [order for town in position["towns"].values() for order in town["deck"]]
    no_decks = {name: {**town, "deck": []} for name, town in position["towns"].items()}
    empty = {**position, "towns": no_decks, "out": [*position["out"], *decks]}
    _refused(game, empty, "last_round")
    game.from_position({**empty, "last_round": True})
    first, second, *_ = position["towns"]
    gone = [place["order"] for name in (first, second) for place in position["towns"][name]["face_up"]]
    gone += [order for name in (first, second) for order in position["towns"][name]["deck"]]
    bare = {name: {"face_up": [None, None], "deck": []} for name in (first, second)}
    two_bare = {**position, "towns": {**position["towns"], **bare}, "out": [*position["out"], *gone]}
    _refused(game, two_bare, "last_round")
    game.from_position({**two_bare, "last_round": True})
    one_bare = {**position["towns"], first: {**position["towns"][first], "face_up": [None, None]}}
    up = [place["order"] for place in position["towns"][first]["face_up"]]
    _refused(game, position, "face_up", towns=one_bare, out=[*position["out"], *up])
    _refused(game, position, "decisions", decisions=1)
    _refused(game, position, "actions_left", actions_left=3)
