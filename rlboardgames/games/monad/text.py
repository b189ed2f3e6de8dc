"""Monad drawn in text."""

from rlboardgames.games.monad import state as s

__all__ = ["render"]


def _pile(colours):
    return " ".join(s.COLOUR_NAMES[colour] for colour in colours if colour != s.NONE) or "-"


def _counted(counts):
    cards = (name if n == 1 else f"{n} {name}" for name, n in zip(s.COLOUR_NAMES, counts, strict=True) if n)
    return ", ".join(cards)


def render(game, state):
    """Draw the table as all see it, and the Commons of the seat to move; of all seats when the game is over.

    Parameters
    ----------
    game : Monad
    state : record

    Returns
    -------
    str
    """
    lines = [_headline(state), ""]
    for rank in range(s.QUINT, s.COMMON, -1):
        lines.append(f"{s.SETS[rank]:>7} ({s.VALUE[rank]:>2})  {_pile(state['column'][rank])}")
    lines.append(f"   draw       {_pile(state['draw'][::-1])}")
    lines.append(f"discard       {_pile(state['discard'])}")
    for seat in range(game.num_players):
        lines += ["", *_seat(game, state, seat)]
    if state["target"] != s.NONE:
        lines += ["", _payment(state)]
    return "\n".join(lines)


def _headline(state):
    if state["over"]:
        return f"game over after {state['decisions']} decisions"
    prepared = ", prepared" if state["prepared"] else ""
    bonus = ", bonus used" if state["bonus_used"] else ""
    return f"seat {state['seat']} to move, {s.State.phases[state['phase']]}{prepared}{bonus}"


def _seat(game, state, seat):
    team = f", team {game.tables[0]['team'][seat]}" if game.options["teams"] else ""
    identity = s.COLOUR_NAMES[state["identity"][seat]]
    lines = [f"seat {seat}: {state['monads'][seat]} Monads, Identity {identity}{team}"]
    for rank in range(s.QUINT, s.COMMON, -1):
        if state["hand"][seat, rank].any():
            lines.append(f"{s.SETS[rank]:>7}  {_counted(state['hand'][seat, rank])}")
    return [*lines, f" common  {_commons(state, seat)}"]


def _commons(state, seat):
    commons, known = state["hand"][seat, s.COMMON], state["known"][seat]
    if state["over"] or seat == state["seat"]:
        return _counted(commons) or "-"
    hidden = int(commons.sum() - known.sum())
    return ", ".join(filter(None, (_counted(known), f"{hidden} hidden" if hidden else ""))) or "-"


def _payment(state):
    cards = [divmod(int(card), s.COLOURS) for card in state["laid"][: state["num_laid"]]]
    laid = ", ".join(f"{s.SETS[rank]} {s.COLOUR_NAMES[colour]}" for rank, colour in cards) or "nothing yet"
    return f"paying for a {s.SETS[state['target']]}: {laid} ({state['laid_value']} of {s.VALUE[state['target']]})"
