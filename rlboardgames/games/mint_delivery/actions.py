"""The actions of Mint Delivery. Their number is that of the map, whatever the variant and the number of players."""

from rlboardgames.core.spec import ActionSpec, Block
from rlboardgames.games.mint_delivery.state import FACE_UP, MAX_LOAD, MINTS, OFFER, SLOTS, TOWNS

SUBSETS = ("none", "a", "b", "c", "ab", "ac", "bc", "abc")
SUBSET_BITS = (0b000, 0b001, 0b010, 0b100, 0b011, 0b101, 0b110, 0b111)
"""The dealt orders in each subset: bit 0 is order a."""


def make_actions(spaces, towns):
    """Name the actions of an edition.

    Parameters
    ----------
    spaces, towns : sequence of str
        Names, in the order of the data file.

    Returns
    -------
    ActionSpec
    """
    return ActionSpec(
        Block("keep", tuple(f"keep {subset}" for subset in SUBSETS), "Keep these of the three orders dealt (MD-5)."),
        Block("move", tuple(f"move {space}" for space in spaces), "Drive to this space (MD-10)."),
        Block("load", tuple(f"load {k}" for k in range(MAX_LOAD + 1)), "Load so many classic mints (MD-11, MD-12)."),
        Block("unload", tuple(f"unload {mint}" for mint in MINTS), "Return one mint; more may follow (MD-11)."),
        Block("take", tuple(f"take {k + 1}" for k in range(FACE_UP)), "Take this face-up order of the town (MD-12)."),
        Block(
            "upgrade", tuple(f"upgrade {mint}" for mint in MINTS[1:]), "Turn classic mints into one of these (MD-13)."
        ),
        Block("fulfil", tuple(f"fulfil {k + 1}" for k in range(SLOTS)), "Fulfil this unfinished order (MD-15)."),
        Block(
            "remove",
            tuple(f"remove {town} {k + 1}" for town in towns for k in range(FACE_UP)),
            "Two players: remove this face-up order from the game (MD-16).",
        ),
        Block("acquire", tuple(f"acquire {k + 1}" for k in range(OFFER)), "Acquire this ability on offer (MD-20)."),
        Block("toll", tuple(f"toll {mint}" for mint in MINTS), "Pay the toll with one of these (MD-25)."),
        Block(
            "drop", tuple(f"drop {k + 1}" for k in range(SLOTS)), "Put this unfinished order under the deck (MD-21)."
        ),
        Block("end_turn", ("end turn",), "End the turn early (MD-9)."),
        Block("done", ("done",), "End an unloading (MD-11)."),
    )


_WITHOUT_SPACES = make_actions((), [f"town {k}" for k in range(TOWNS)])

KEEP_SUBSET = _WITHOUT_SPACES.start("keep")
MOVE = _WITHOUT_SPACES.start("move")
LOAD = _WITHOUT_SPACES.start("load")
UNLOAD_MINT = _WITHOUT_SPACES.start("unload")
TAKE = _WITHOUT_SPACES.start("take")
UPGRADE = _WITHOUT_SPACES.start("upgrade")
FULFIL = _WITHOUT_SPACES.start("fulfil")
REMOVE = _WITHOUT_SPACES.start("remove")
ACQUIRE = _WITHOUT_SPACES.start("acquire")
PAY = _WITHOUT_SPACES.start("toll")
DROP = _WITHOUT_SPACES.start("drop")
END_TURN = _WITHOUT_SPACES.start("end_turn")
DONE = _WITHOUT_SPACES.start("done")
"""The first action of each kind on a map without spaces: those after the moves come ``tables.num_spaces`` later. Rules
take the part of a mask from there on, so that the places in it are constants."""
