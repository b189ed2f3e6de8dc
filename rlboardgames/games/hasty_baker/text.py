"""Hasty Baker drawn in text."""

from rlboardgames.games.hasty_baker import state as s

__all__ = ["render"]


def render(game, state):
    """Draw the table as all see it, and the hand of the seat to move.

    Parameters
    ----------
    game : HastyBaker
    state : record

    Returns
    -------
    str
    """
    lines = [_headline(state)]
    for seat in range(game.num_players):
        lines += ["", *_seat(game, state, seat)]
    lines += ["", f"draw pile {state['draw_size']}, recipe pile {state['recipes_size']}"]
    lines.append(f"discarded: {_cards(state['discard'])}")
    if not state["over"]:
        lines += ["", f"hand of seat {state['seat']}: {_cards(state['hands'][state['seat']])}"]
    return "\n".join(lines)


def _headline(state):
    if state["over"]:
        return f"game over after {state['decisions']} decisions"
    if state["phase"] == s.Phase.DISCARD:
        return f"seat {state['seat']} to move, discards down to {s.HAND} cards"
    return f"seat {state['seat']} to move, {_number(state['actions_left'], 'action')} left"


def _number(count, noun):
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _cards(counts):
    cards = [
        f"{count} {name}" if count > 1 else name
        for name, count in zip(map(_spaced, s.CARD_NAMES), counts, strict=False)
        if count
    ]
    return ", ".join(cards) or "nothing"


def _spaced(name):
    return name.replace("_", " ")


def _seat(game, state, seat):
    dessert = state["recipe"][seat]
    listed = [name for name, wanted in zip(s.CARD_NAMES, game.tables[0]["lists"][dessert], strict=False) if wanted]
    marks = [mark for mark in ("ribbon", "batch") if state[mark][seat]]
    beside = f" with {' and '.join(f'a {_spaced(_TROPHIES[mark])}' for mark in marks)}" if marks else ""
    return [
        f"seat {seat}: {_number(state['points'][seat], 'point')}, {_number(state['hand_size'][seat], 'card')} in hand",
        f"  bakes {game.desserts[dessert]} ({', '.join(listed)}){beside}",
        f"  on it: {_cards(state['laid'][seat])}",
        f"  completed: {_completed(game, state, seat)}",
    ]


_TROPHIES = {"ribbon": "blue_ribbon", "batch": "double_batch"}


def _completed(game, state, seat):
    names = [name for dessert, name in enumerate(game.desserts) for _ in range(state["completed"][seat, dessert])]
    names += ["blue ribbon"] * int(state["ribbons_won"][seat]) + ["double batch"] * int(state["batches_won"][seat])
    return ", ".join(names) or "nothing"
