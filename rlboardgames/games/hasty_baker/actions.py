"""The actions of Hasty Baker. The space is the same for every number of players."""

from rlboardgames.core.spec import ActionSpec, Block
from rlboardgames.games.hasty_baker.state import CARD_NAMES, INGREDIENTS, REAL, SEATS

_INGREDIENTS = CARD_NAMES[:INGREDIENTS]
_SEATS = range(SEATS)
_OTHERS = range(1, SEATS)

ACTION_SPEC = ActionSpec(
    Block("play", tuple(f"play {card}" for card in _INGREDIENTS), "Lay this ingredient on my recipe (HB-6)."),
    Block("replace", tuple(f"replace {card}" for card in CARD_NAMES), "Discard this card and draw one (HB-7)."),
    Block("discard", tuple(f"discard {card}" for card in CARD_NAMES), "End of turn: discard down to seven (HB-9)."),
    Block("double_batch", tuple(f"double batch on {k}" for k in _SEATS), "Double this seat's recipe (HB-15)."),
    Block(
        "steal",
        tuple(f"steal {card} from {k}" for card in _INGREDIENTS for k in _OTHERS),
        "Move this ingredient from that seat's recipe to mine (HB-16).",
    ),
    Block("take_two", tuple(f"take two from {k}" for k in _OTHERS), "Two random cards of that hand (HB-17)."),
    Block("spoil", tuple(f"spoil {card}" for card in CARD_NAMES[:REAL]), "Every copy in play is discarded (HB-18)."),
    Block("hasty_baker", ("hasty baker",), "Two more actions this turn (HB-19)."),
    Block("new_hand", tuple(f"new hand for {k}" for k in _SEATS), "That hand is replaced by seven cards (HB-20)."),
    Block("broken_timer", tuple(f"broken timer on {k}" for k in _SEATS), "That seat begins a new recipe (HB-21)."),
    Block("blue_ribbon", ("blue ribbon",), "My recipe is worth a point more (HB-22)."),
)
"""Seats are relative: 0 is the one that acts, 1 the next one clockwise."""

OTHERS = len(_OTHERS)
NUM_ACTIONS = ACTION_SPEC.size

PLAY = ACTION_SPEC.start("play")
REPLACE = ACTION_SPEC.start("replace")
DISCARD_CARD = ACTION_SPEC.start("discard")
BATCH_ON = ACTION_SPEC.start("double_batch")
STEAL = ACTION_SPEC.start("steal")  # + ingredient * OTHERS + offset - 1
TAKE_FROM = ACTION_SPEC.start("take_two")  # + offset - 1
SPOIL = ACTION_SPEC.start("spoil")
HASTE = ACTION_SPEC.start("hasty_baker")
NEW_HAND_FOR = ACTION_SPEC.start("new_hand")
TIMER_ON = ACTION_SPEC.start("broken_timer")
RIBBON = ACTION_SPEC.start("blue_ribbon")
