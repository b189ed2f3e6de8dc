"""Positions of Monad: the state as JSON that a person can read and write, checked on the way in."""

import numpy as np

from rlboardgames.core.positions import At, Bag, ByName, Choice, Counts, Flag, Keys, Number, Part, PerSeat, Pile
from rlboardgames.games.monad import state as s

__all__ = ["POSITION", "check_position", "has_ended"]

_HIGHER_SETS = s.SETS[s.BI : s.CARD_RANKS]


class _Payment(Part):
    # what is being paid for, and what has been laid; null outside phase paying

    form = "null or {target: name, laid: [[set, colour], ...]}"

    def write(self, place):
        target, laid = place.get("target"), place.get("laid")[: place.get("num_laid")]
        if target == s.NONE:
            return None
        cards = [divmod(int(card), s.COLOURS) for card in laid]
        return {"target": s.SETS[target], "laid": [[s.SETS[rank], s.COLOUR_NAMES[colour]] for rank, colour in cards]}

    def read(self, place, reader):
        if reader.value is None:
            return
        reader.keys(("target", "laid"))
        target = s.BI + reader.at("target").choice(s.SETS[s.BI :])
        cards = reader.at("laid").items(0, s.MAX_CARDS)
        for k, card in enumerate(cards):
            name, colour = card.items(2, 2)
            rank = name.choice(s.SETS[:target])
            place.get("laid")[k] = rank * s.COLOURS + colour.choice(s.COLOUR_NAMES)
            place.set("laid_value", place.get("laid_value") + s.VALUE[rank])
        place.set("num_laid", len(cards))
        place.set("target", target)


POSITION = Keys(
    identity=PerSeat(Choice("identity", s.COLOUR_NAMES)),
    hands=PerSeat(
        Keys(
            common=At(s.COMMON, Counts("hand", s.COLOUR_NAMES)),
            **{name: At(rank, Bag("hand", s.COLOUR_NAMES)) for rank, name in enumerate(_HIGHER_SETS, s.BI)},
        )
    ),
    known=PerSeat(Counts("known", s.COLOUR_NAMES)),
    monads=PerSeat(Number("monads")),
    columns=ByName(_HIGHER_SETS, Pile("column", s.COLOUR_NAMES, size="column_size"), first=s.BI),
    draw=Pile("draw", s.COLOUR_NAMES, size="draw_size", top_first=True),
    discard=Pile("discard", s.COLOUR_NAMES, size="discard_size"),
    bonus_used=Flag("bonus_used"),
    prepared=Flag("prepared"),
    bonus_set=Choice("bonus_set", s.SETS[: s.CARD_RANKS], empty=True),
    paying=_Payment(),
    passes=Number("passes"),
)


def check_position(game, reader, state):
    """Refuse what the parts of a position cannot know.

    Parameters
    ----------
    game : Monad
    reader : Reader
    state : record

    Raises
    ------
    PositionError
    """
    _check_identities(game, reader.at("identity"), state)
    _check_known(game, reader.at("known"), state)
    _check_cards(game, reader, state)
    _check_monads(game, reader.at("monads"), state)
    _check_turn(reader, state)
    _check_passes(game, reader.at("passes"), state)


def _check_identities(game, reader, state):
    tables = game.tables[0]
    in_play = [s.COLOUR_NAMES[colour] for colour in tables["identities"][: tables["num_identities"]]]
    for seat in range(game.num_players):
        reader.at(seat).choice(in_play)
        if state["identity"][seat] in state["identity"][:seat]:
            reader.at(seat).refuse("another seat has this Identity")


def _check_known(game, reader, state):
    for seat in range(game.num_players):
        for name, count in reader.at(seat).entries():
            count.integer(0, int(state["hand"][seat, s.COMMON, s.COLOUR_NAMES.index(name)]))


def _check_cards(game, reader, state):
    # each card of the game is in one place
    counts = state["hand"].sum(axis=0, dtype=int)
    for rank in range(s.BI, s.CARD_RANKS):
        counts[rank, state["column"][rank, : state["column_size"][rank]]] += 1
    for pile in ("draw", "discard"):
        counts[s.COMMON] += np.bincount(state[pile][: state[f"{pile}_size"]], minlength=s.COLOURS)
    for card in state["laid"][: state["num_laid"]]:
        counts[divmod(int(card), s.COLOURS)] += 1
    surplus = counts - np.where(np.arange(s.CARD_RANKS) == s.COMMON, game.num_players, 1)[:, None]
    for what, wrong in (("more of them than the game has", surplus > 0), ("nowhere, or too few of them", surplus < 0)):
        if wrong.any():
            cards = ", ".join(f"{s.SETS[rank]} {s.COLOUR_NAMES[colour]}" for rank, colour in np.argwhere(wrong))
            reader.refuse(f"these cards are {what}: {cards}")


def _check_passes(game, reader, state):
    last = game.num_players if state["over"] else game.num_players - 1
    passes = reader.integer(0, min(last, int(state["decisions"])))
    if not passes:
        return
    if state["prepared"] or state["target"] != s.NONE:
        reader.refuse("a play was made in this turn, so the last decision was no pass")
    can_pass = [_can_have_passed(game, state, seat) for seat in range(game.num_players)]
    ends = range(game.num_players) if state["over"] else (int(state["seat"]),)  # where the last pass can have led
    if not any(all(can_pass[(end - k - 1) % game.num_players] for k in range(passes)) for end in ends):
        reader.refuse("a seat passes when it can neither draw, flip nor trade (MO-18), and then shows its hand")


def _can_have_passed(game, state, seat):
    # a pass changes nothing but what is known
    asked = np.array([state])
    asked["over"] = asked["decisions"] = asked["passes"] = 0
    asked["seat"] = seat
    has_shown = (state["known"][seat] == state["hand"][seat, s.COMMON]).all()
    return has_shown and game.actions.index("pass") in game.legal_actions(asked)


def _check_monads(game, reader, state):
    goal = int(game.tables[0]["monads_to_win"])
    totals = [0] * game.num_players
    for seat in range(game.num_players):
        totals[game.tables[0]["team"][seat]] += int(state["monads"][seat])
    if max(totals) > goal:
        reader.refuse(f"a team holds {max(totals)} Monads, though the game ends with {goal}")
    if max(totals) == goal and not state["over"]:
        reader.refuse(f"{goal} Monads are held, so the game is over")
    if sum(totals) > state["decisions"]:  # each has taken one
        reader.refuse(f"{sum(totals)} Monads are held after {state['decisions']} decisions")
    if totals.count(goal) > 1:
        reader.refuse(f"only one can hold {goal} Monads")


def has_ended(game, state):
    """Return whether a seat or team has won (MO-20), or all have passed (MO-21)."""
    tables = game.tables[0]
    totals = np.bincount(tables["team"][: game.num_players], state["monads"][: game.num_players])
    return totals.max() >= tables["monads_to_win"] or state["passes"] == game.num_players


def _check_turn(reader, state):
    phase = state["phase"]
    if state["prepared"] and not state["decisions"]:
        reader.at("prepared").refuse("no decision has been made yet")
    if state["bonus_used"] and not state["prepared"]:
        reader.at("bonus_used").refuse("there is no bonus before the first trade of a turn")
    if state["over"]:
        if phase != s.Phase.TURN or state["prepared"]:
            reader.at("phase").refuse("a game that is over stands in phase 'turn', its flags false")
    elif (phase == s.Phase.PAYING) != (state["target"] != s.NONE):
        reader.at("paying").refuse("something is being paid for in phase 'paying' and only then")
    elif phase == s.Phase.PAYING:
        _check_payment(reader.at("paying"), state)
    if phase == s.Phase.BONUS:
        _check_bonus(reader, state)
    elif reader.at("bonus_set").value is not None:
        reader.at("bonus_set").refuse("a set stands here only in phase 'bonus'")


def _check_payment(reader, state):
    target = int(state["target"])
    counts = state["hand"][state["seat"], :target].sum(axis=1, dtype=int)
    wealth = int(state["laid_value"]) + sum(int(n) * value for n, value in zip(counts, s.VALUE, strict=False))
    if target != s.MONAD and not state["column_size"][target]:
        reader.at("target").refuse("the column is empty")
    if wealth < s.VALUE[target]:
        reader.refuse(f"laid cards and hand are worth {wealth} where {s.VALUE[target]} are to be paid")


def _check_bonus(reader, state):
    rank = s.BI + reader.at("bonus_set").choice(_HIGHER_SETS)
    if state["bonus_used"] or not state["prepared"]:
        reader.at("phase").refuse("a bonus follows a trade, and there is one in a turn")
    if not state["draw_size"] and not state["column_size"][s.BI : rank].any():
        reader.at("bonus_set").refuse("no card of a lower set is there to be had")
