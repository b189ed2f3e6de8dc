"""Positions of Monad: the state as JSON that a person can read and write, checked on the way in."""

import numpy as np

from rlboardgames.games.monad import state as s

__all__ = ["KEYS", "has_ended", "read_position", "write_position"]

KEYS = (
    "identity",
    "hands",
    "known",
    "monads",
    "columns",
    "draw",
    "discard",
    "bonus_used",
    "prepared",
    "bonus_set",
    "paying",
    "passes",
)

_CARD_SETS = s.SETS[: s.CARD_RANKS]
_HIGHER_SETS = _CARD_SETS[s.BI :]


# ------------------------------------------------------------------------------------------------------------- Writing


def write_position(game, state):
    """Return the game's own keys of a position.

    Parameters
    ----------
    game : Monad
    state : record

    Returns
    -------
    dict
    """
    seats = range(game.num_players)
    return {
        "identity": [s.COLOUR_NAMES[state["identity"][seat]] for seat in seats],
        "hands": [_write_hand(state["hand"][seat]) for seat in seats],
        "known": [_write_counts(state["known"][seat]) for seat in seats],
        "monads": state["monads"][: game.num_players].tolist(),
        "columns": {name: _write_pile(state["column"][rank]) for rank, name in enumerate(_HIGHER_SETS, s.BI)},
        "draw": _write_pile(state["draw"])[::-1],
        "discard": _write_pile(state["discard"]),
        "bonus_used": bool(state["bonus_used"]),
        "prepared": bool(state["prepared"]),
        "bonus_set": None if state["bonus_set"] == s.NONE else s.SETS[state["bonus_set"]],
        "paying": _write_payment(state),
        "passes": int(state["passes"]),
    }


def _write_pile(colours):
    return [s.COLOUR_NAMES[colour] for colour in colours if colour != s.NONE]


def _write_counts(counts):
    return {name: int(count) for name, count in zip(s.COLOUR_NAMES, counts, strict=True) if count}


def _write_hand(hand):
    return {
        "common": _write_counts(hand[s.COMMON]),
        **{name: list(_write_counts(hand[rank])) for rank, name in enumerate(_HIGHER_SETS, s.BI)},
    }


def _write_payment(state):
    if state["target"] == s.NONE:
        return None
    laid = [divmod(int(card), s.COLOURS) for card in state["laid"][: state["num_laid"]]]
    return {
        "target": s.SETS[state["target"]],
        "laid": [[s.SETS[rank], s.COLOUR_NAMES[colour]] for rank, colour in laid],
    }


# ------------------------------------------------------------------------------------------------------------- Reading


class _Cards:
    """Reads cards and sees to it that each is in exactly one place."""

    def __init__(self, commons_of_colour):
        self._left = {(rank, colour): 1 for rank in range(s.BI, s.CARD_RANKS) for colour in range(s.COLOURS)}
        self._left.update({(s.COMMON, colour): commons_of_colour for colour in range(s.COLOURS)})

    def count(self, reader, rank, colour, count=1):
        self._left[rank, colour] -= count
        if self._left[rank, colour] < 0:
            reader.refuse(f"more cards {s.SETS[rank]} {s.COLOUR_NAMES[colour]} than the game has")

    def read_pile(self, reader, rank):
        colours = []
        for card in reader.items(0, s.MAX_COMMONS):
            colours.append(card.choice(s.COLOUR_NAMES))
            self.count(card, rank, colours[-1])
        return colours

    def check_complete(self, reader):
        missing = [f"{s.SETS[rank]} {s.COLOUR_NAMES[colour]}" for (rank, colour), left in self._left.items() if left]
        if missing:
            reader.refuse(f"these cards are nowhere, or too few of them: {', '.join(missing)}")


def read_position(game, reader, state):
    """Read the game's own keys into a blank record whose header is set.

    Parameters
    ----------
    game : Monad
    reader : Reader
    state : record

    Raises
    ------
    PositionError
    """
    _read_identities(game, reader.at("identity"), state)
    cards = _Cards(game.num_players)
    for seat, hand in enumerate(_per_seat(game, reader.at("hands"))):
        _read_hand(hand, cards, state["hand"][seat])
    for seat, known in enumerate(_per_seat(game, reader.at("known"))):
        _read_known(known, state["hand"][seat, s.COMMON], state["known"][seat])
    _read_table(reader, cards, state)
    _read_payment(reader.at("paying"), cards, state)
    cards.check_complete(reader)
    _read_monads(game, reader.at("monads"), state)
    _read_turn(reader, state)
    _read_passes(game, reader.at("passes"), state)


def _read_passes(game, reader, state):
    last = game.num_players if state["over"] else game.num_players - 1
    passes = reader.integer(0, min(last, int(state["decisions"])))
    state["passes"] = passes
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


def _per_seat(game, reader):
    return reader.items(game.num_players, game.num_players)


def _read_identities(game, reader, state):
    tables = game.tables[0]
    in_play = [s.COLOUR_NAMES[colour] for colour in tables["identities"][: tables["num_identities"]]]
    for seat, identity in enumerate(_per_seat(game, reader)):
        colour = s.COLOUR_NAMES.index(in_play[identity.choice(in_play)])
        if colour in state["identity"]:
            identity.refuse("another seat has this Identity")
        state["identity"][seat] = colour


def _read_hand(reader, cards, hand):
    reader.keys(_CARD_SETS)
    for name, count in reader.at("common").keys((), s.COLOUR_NAMES).entries():
        colour = s.COLOUR_NAMES.index(name)
        hand[s.COMMON, colour] = count.integer(0, s.SEATS)
        cards.count(count, s.COMMON, colour, count.value)
    for rank, name in enumerate(_HIGHER_SETS, s.BI):
        hand[rank, cards.read_pile(reader.at(name), rank)] = 1


def _read_known(reader, commons, known):
    for name, count in reader.keys((), s.COLOUR_NAMES).entries():
        colour = s.COLOUR_NAMES.index(name)
        known[colour] = count.integer(0, int(commons[colour]))


def _read_table(reader, cards, state):
    columns = reader.at("columns").keys(_HIGHER_SETS)
    for rank, name in enumerate(_HIGHER_SETS, s.BI):
        column = cards.read_pile(columns.at(name), rank)
        state["column"][rank, : len(column)] = column
        state["column_size"][rank] = len(column)
    for name in ("draw", "discard"):
        pile = cards.read_pile(reader.at(name), s.COMMON)
        state[name][: len(pile)] = pile[::-1] if name == "draw" else pile
        state[f"{name}_size"] = len(pile)


def _read_payment(reader, cards, state):
    if reader.value is None:
        return
    reader.keys(("target", "laid"))
    target = s.BI + reader.at("target").choice(s.SETS[s.BI :])
    for k, card in enumerate(reader.at("laid").items(0, s.MAX_CARDS)):
        name, colour_name = card.items(2, 2)
        rank = name.choice(s.SETS[:target])
        colour = colour_name.choice(s.COLOUR_NAMES)
        cards.count(card, rank, colour)
        state["laid"][k] = rank * s.COLOURS + colour
        state["num_laid"] = k + 1
        state["laid_value"] += s.VALUE[rank]
    state["target"] = target


def _read_monads(game, reader, state):
    goal = int(game.tables[0]["monads_to_win"])
    totals = [0] * game.num_players
    for seat, monads in enumerate(_per_seat(game, reader)):
        state["monads"][seat] = monads.integer(0, goal)
        totals[game.tables[0]["team"][seat]] += monads.value
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


def _read_turn(reader, state):
    phase = state["phase"]
    for key in ("prepared", "bonus_used"):
        state[key] = reader.at(key).boolean()
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
        _read_bonus(reader, state)
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


def _read_bonus(reader, state):
    rank = s.BI + reader.at("bonus_set").choice(_HIGHER_SETS)
    state["bonus_set"] = rank
    if state["bonus_used"] or not state["prepared"]:
        reader.at("phase").refuse("a bonus follows a trade, and there is one in a turn")
    if not state["draw_size"] and not state["column_size"][s.BI : rank].any():
        reader.at("bonus_set").refuse("no card of a lower set is there to be had")
