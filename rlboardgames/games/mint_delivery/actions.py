"""The actions of Mint Delivery. Their number is that of the map, whatever the variant and the number of players."""

from dataclasses import replace

from rlboardgames.core import spec
from rlboardgames.core.records import Cells
from rlboardgames.core.spec import ActionSpec, Block, block, indexing
from rlboardgames.games.mint_delivery import state as s

SUBSETS = ("none", "a", "b", "c", "ab", "ac", "bc", "abc")
SUBSET_BITS = (0b000, 0b001, 0b010, 0b100, 0b011, 0b101, 0b110, 0b111)
"""The dealt orders in each subset: bit 0 is order a."""


_KEEPS = tuple(f"keep {subset}" for subset in SUBSETS)
_LOADS = tuple(f"load {k}" for k in range(s.MAX_LOAD + 1))
_UNLOADS = tuple(f"unload {mint}" for mint in s.MINTS)
_TAKES = tuple(f"take {k + 1}" for k in range(s.FACE_UP))
_UPGRADES = tuple(f"upgrade {mint}" for mint in s.MINTS[1:])
_FULFILS = tuple(f"fulfil {k + 1}" for k in range(s.SLOTS))
_ACQUISITIONS = tuple(f"acquire {k + 1}" for k in range(s.OFFER))
_TOLLS = tuple(f"toll {mint}" for mint in s.MINTS)
_DROPS = tuple(f"drop {k + 1}" for k in range(s.SLOTS))


def _removals(towns):
    return tuple(f"remove {town} {k + 1}" for town in towns for k in range(s.FACE_UP))


class Before(spec.Actions):
    """The actions before the moves."""

    keep: Cells = block(_KEEPS, "Keep these of the three orders dealt (MD-5).")


class After(spec.Actions):
    """The actions after the moves."""

    load: Cells = block(_LOADS, "Load so many classic mints (MD-11, MD-12).")
    unload: Cells = block(_UNLOADS, "Return one mint; more may follow (MD-11).")
    take: Cells = block(_TAKES, "Take this face-up order of the town (MD-12).")
    upgrade: Cells = block(_UPGRADES, "Turn classic mints into one of these (MD-13).")
    fulfil: Cells = block(_FULFILS, "Fulfil this unfinished order (MD-15).")
    remove: Cells = block(
        _removals(range(s.TOWNS)),
        "Two players: remove this face-up order from the game (MD-16).",
        (s.TOWNS, s.FACE_UP),
    )
    acquire: Cells = block(_ACQUISITIONS, "Acquire this ability on offer (MD-20).")
    toll: Cells = block(_TOLLS, "Pay the toll with one of these (MD-25).")
    drop: Cells = block(_DROPS, "Put this unfinished order under the deck (MD-21).")
    end_turn: int = block(("end turn",), "End the turn early (MD-9).")
    done: int = block(("done",), "End an unloading (MD-11).")


AFTER = After.dtype
"""The record through which rules see the mask of the actions after the moves."""


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
    moves = Block("move", tuple(f"move {space}" for space in spaces), "Drive to this space (MD-10).")
    after = [replace(each, names=_removals(towns)) if each.name == "remove" else each for each in After.blocks]
    return ActionSpec(*Before.blocks, moves, *after)


_WITHOUT_SPACES = make_actions((), range(s.TOWNS))

KIND, FIRST = _WITHOUT_SPACES.kinds, _WITHOUT_SPACES.first
"""The number of each kind of actions, and the first action of each on a map without spaces: those after the moves come
``tables.num_spaces`` later."""

KIND_OF, PLACE_OF = _WITHOUT_SPACES.kind, _WITHOUT_SPACES.place
"""The kind of each action on a map without spaces, and its place among those of its kind."""

removal_place, removal_indices = indexing(s.TOWNS, s.FACE_UP)
