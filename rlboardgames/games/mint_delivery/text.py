"""Mint Delivery drawn in text."""

from rlboardgames.games.mint_delivery import state as s

__all__ = ["render"]

_CONDITION_MARKS = ("closed", "jam", "toll", "race", "zone", "tunnel")


def _order(game, order):
    tables = game.tables[0]
    wanted = " + ".join(
        f"{count} {mint}" for count, mint in zip(tables["order_mints"][order], s.MINTS, strict=True) if count
    )
    return f"{game.towns[tables['order_town'][order]]}: {wanted} ({tables['order_points'][order]} points)"


def _mints(counts):
    return ", ".join(f"{count} {mint}" for count, mint in zip(counts, s.MINTS, strict=True) if count) or "empty"


def render(game, state):
    """Draw the table as all see it, and the orders dealt to the seat to move.

    Parameters
    ----------
    game : MintDelivery
    state : record

    Returns
    -------
    str
    """
    lines = [_headline(state), "", *_map(game, state), "", f"supply: {_mints(state['supply'])}", ""]
    for town, name in enumerate(game.towns):
        lines.append(f"{name} (deck {state['deck_size'][town]})")
        for place in range(s.FACE_UP):
            order = state["face_up"][town, place]
            lying = state["face_mints"][town, place]
            on_it = f"  with {lying} classic on it" if lying else ""
            lines.append(f"  {place + 1}  {_order(game, order) if order != s.NONE else '-'}{on_it}")
    for seat in range(game.num_players):
        lines += ["", *_seat(game, state, seat)]
    offer = [game.abilities[ability] for ability in state["offer"] if ability != s.NONE]
    if offer:
        lines += ["", f"abilities on offer: {', '.join(offer)}"]
    return "\n".join(lines)


def _headline(state):
    if state["over"]:
        return f"game over after {state['decisions']} decisions"
    last = ", last round" if state["last_round"] else ""
    return f"seat {state['seat']} to move, {s.State.phases[state['phase']]}, {state['actions_left']} actions left{last}"


def _map(game, state):
    cells = [space.get("cell") for space in game.edition["map"]["spaces"]]
    if None in cells:
        return [f"  {name}{_marks(game, state, space)}" for space, name in enumerate(game.spaces)]
    rows = sorted({cell[1] for cell in cells})
    columns = sorted({cell[0] for cell in cells})
    label = {
        (columns.index(cell[0]), rows.index(cell[1])): _label(game, space) + _marks(game, state, space)
        for space, cell in enumerate(cells)
    }
    width = max(len(text) for text in label.values()) + 2
    return [
        "".join(label.get((column, row), "").center(width) for column in range(len(columns))).rstrip()
        for row in range(len(rows))
    ]


def _label(game, space):
    kind = game.tables[0]["kind"][space]
    return "o" if kind == s.ROAD else game.spaces[space].removesuffix("_town")


def _marks(game, state, space):
    trucks = "".join(f"[{seat}]" for seat in range(game.num_players) if state["space"][seat] == space)
    condition = state["condition"][space]
    return (f" {_CONDITION_MARKS[condition]}" if condition != s.NONE else "") + (f" {trucks}" if trucks else "")


def _seat(game, state, seat):
    head = f"seat {seat}: truck in {game.spaces[state['space'][seat]]} with {_mints(state['mints'][seat])}"
    head += f"; {state['num_completed'][seat]} completed"
    held = [game.abilities[state["offer"][k]] for k in range(s.OFFER) if state["holds"][seat, k]]
    lines = [head + (f"; abilities: {', '.join(held)}" if held else "")]
    if state["phase"] == s.Phase.KEEP:
        if seat == state["seat"]:
            lines += [f"  {'abc'[k]}  {_order(game, order)}" for k, order in enumerate(state["dealt"][seat])]
        return lines
    return lines + [
        f"  {slot + 1}  {_order(game, state['unfinished'][seat, slot])}"
        for slot in range(state["num_unfinished"][seat])
    ]
