"""The actions of Hasty Baker. The space is the same for every number of players."""

from rlboardgames.core import spec
from rlboardgames.core.records import Cells
from rlboardgames.core.spec import ActionSpec, block, indexing
from rlboardgames.games.hasty_baker import state as s

_INGREDIENTS = s.CARD_NAMES[: s.INGREDIENTS]
_SEATS = range(s.SEATS)
_OTHERS = range(1, s.SEATS)
OTHERS = len(_OTHERS)

_PLAYS = tuple(f"play {card}" for card in _INGREDIENTS)
_REPLACEMENTS = tuple(f"replace {card}" for card in s.CARD_NAMES)
_DISCARDS = tuple(f"discard {card}" for card in s.CARD_NAMES)
_BATCHES = tuple(f"double batch on {k}" for k in _SEATS)
_STEALS = tuple(f"steal {card} from {k}" for card in _INGREDIENTS for k in _OTHERS)
_TAKES = tuple(f"take two from {k}" for k in _OTHERS)
_SPOILS = tuple(f"spoil {card}" for card in s.CARD_NAMES[: s.REAL])
_NEW_HANDS = tuple(f"new hand for {k}" for k in _SEATS)
_TIMERS = tuple(f"broken timer on {k}" for k in _SEATS)


class Actions(spec.Actions):
    """The actions of Hasty Baker.

    Seats are relative: 0 is the one that acts, 1 the next one clockwise. Where an action is against another seat, the
    axis over the others begins with that one.
    """

    play: Cells = block(_PLAYS, "Lay this ingredient on my recipe (HB-6).")
    replace: Cells = block(_REPLACEMENTS, "Discard this card and draw one (HB-7).")
    discard: Cells = block(_DISCARDS, "End of turn: discard down to seven (HB-9).")
    double_batch: Cells = block(_BATCHES, "Double this seat's recipe (HB-15).")
    steal: Cells = block(
        _STEALS, "Move this ingredient from that seat's recipe to mine (HB-16).", (s.INGREDIENTS, OTHERS)
    )
    take_two: Cells = block(_TAKES, "Two random cards of that hand (HB-17).")
    spoil: Cells = block(_SPOILS, "Every copy in play is discarded (HB-18).")
    hasty_baker: int = block(("hasty baker",), "Two more actions this turn (HB-19).")
    new_hand: Cells = block(_NEW_HANDS, "That hand is replaced by seven cards (HB-20).")
    broken_timer: Cells = block(_TIMERS, "That seat begins a new recipe (HB-21).")
    blue_ribbon: int = block(("blue ribbon",), "My recipe is worth a point more (HB-22).")


ACTIONS = ActionSpec(*Actions.blocks)

KIND, FIRST = ACTIONS.kinds, ACTIONS.first
"""The number of each kind of actions, and the first action of each."""

KIND_OF, PLACE_OF = ACTIONS.kind, ACTIONS.place
"""The kind of each action, and its place among those of its kind."""

steal_place, steal_indices = indexing(s.INGREDIENTS, OTHERS)
