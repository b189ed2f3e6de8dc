"""The actions of Monad. The space is the same for every number of players."""

from itertools import combinations

from rlboardgames.core.spec import ActionSpec, Block
from rlboardgames.games.monad.state import BI, CARD_RANKS, COLOUR_NAMES, COLOURS, FIRST_COOL, SETS

_WILDS = tuple((stood, own) for stood in range(CARD_RANKS) for own in range(BI, CARD_RANKS) if own != stood)

WILD_STOOD = tuple(stood for stood, _ in _WILDS)
"""Rank that the wild stands for, for each kind of wild trade (MO-13)."""

WILD_OWN = tuple(own for _, own in _WILDS)
"""The wild's own rank, for each kind of wild trade."""

_LEAPS = tuple(colours for size in (4, 5, 6) for colours in combinations(range(COLOURS), size))

LEAP_COLOURS = tuple(sum(1 << colour for colour in colours) for colours in _LEAPS)
"""The Commons of each leap as bits: bit k is colour k (MO-15)."""

LEAP_RANK = tuple(len(colours) - 2 for colours in _LEAPS)
"""Rank that each leap brings: four Commons a Tri, five a Quad, six a Quint."""

ACTIONS = ActionSpec(
    Block(
        "trade",
        tuple(
            f"trade {name} {warm} {cool}"
            for name in SETS[:CARD_RANKS]
            for warm in COLOUR_NAMES[:FIRST_COOL]
            for cool in COLOUR_NAMES[FIRST_COOL:]
        ),
        "Trade these two cards of one set for one of the next higher set (MO-8).",
    ),
    Block(
        "wild",
        tuple(f"wild {SETS[own]} as {SETS[stood]} with {colour}" for stood, own in _WILDS for colour in COLOUR_NAMES),
        "Trade the wild card of this set as one of another set, with a partner from there (MO-13).",
    ),
    Block("take_bonus", ("take bonus",), "Take the top card of every lower set (MO-11)."),
    Block("decline_bonus", ("decline bonus",), "Do without this bonus (MO-12)."),
    Block(
        "leap",
        tuple("leap " + " ".join(COLOUR_NAMES[colour] for colour in colours) for colours in _LEAPS),
        "Give these Commons for the top Tri, Quad or Quint (MO-15).",
    ),
    Block("buy", tuple(f"buy {name}" for name in SETS[BI:]), "Begin to pay for the top card of this set (MO-14)."),
    Block(
        "lay",
        tuple(f"lay {name} {colour}" for name in SETS[:CARD_RANKS] for colour in COLOUR_NAMES),
        "Lay this card as part of the payment (MO-14).",
    ),
    Block("confirm", ("confirm",), "End the payment and take what was bought (MO-14)."),
    Block("draw", ("draw",), "Draw a Common; the whole turn (MO-16)."),
    Block("flip", ("flip",), "Turn the discard pile over; the whole turn (MO-17)."),
    Block("pass", ("pass",), "Show the hand and do nothing; the whole turn (MO-18)."),
    Block("end_turn", ("end turn",), "End the turn (MO-7)."),
)

TRADE = ACTIONS.start("trade")
WILD = ACTIONS.start("wild")
TAKE_BONUS = ACTIONS.start("take_bonus")
DECLINE_BONUS = ACTIONS.start("decline_bonus")
LEAP = ACTIONS.start("leap")
BUY = ACTIONS.start("buy")
LAY = ACTIONS.start("lay")
CONFIRM = ACTIONS.start("confirm")
DRAW = ACTIONS.start("draw")
FLIP = ACTIONS.start("flip")
PASS = ACTIONS.start("pass")
END_TURN = ACTIONS.start("end_turn")
