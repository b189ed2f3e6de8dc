"""The actions of Metro X. The space is that of the map, whatever the number of players."""

from rlboardgames.core.spec import ActionSpec, Block


def make_actions(lines, num_stations):
    """Name the actions on a map.

    Parameters
    ----------
    lines : sequence of str
        Names, in the map's order.
    num_stations : int

    Returns
    -------
    ActionSpec
    """
    stations = range(1, num_stations + 1)
    return ActionSpec(
        Block("line", tuple(f"line {line}" for line in lines), "Use the card on this line (MX-4, MX-5, MX-6)."),
        Block("station", tuple(f"station {k}" for k in stations), "Free space: cross off this station (MX-7)."),
        Block("pass_turn", ("pass",), "Free space with no empty station left (MX-8)."),
    )
