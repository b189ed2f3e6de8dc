"""The actions of Monad. The space is the same for every number of players."""

from itertools import combinations

from rlboardgames.core import spec
from rlboardgames.core.records import Cells
from rlboardgames.core.spec import ActionSpec, block, indexing
from rlboardgames.games.monad import state as s

_WILDS = tuple((stood, own) for stood in range(s.CARD_RANKS) for own in range(s.BI, s.CARD_RANKS) if own != stood)

WILD_STOOD = tuple(stood for stood, _ in _WILDS)
"""Rank that the wild stands for, for each kind of wild trade (MO-13)."""

WILD_OWN = tuple(own for _, own in _WILDS)
"""The wild's own rank, for each kind of wild trade."""

_LEAPS = tuple(colours for size in (4, 5, 6) for colours in combinations(range(s.COLOURS), size))

LEAP_COLOURS = tuple(sum(1 << colour for colour in colours) for colours in _LEAPS)
"""The Commons of each leap as bits: bit k is colour k (MO-15)."""

LEAP_RANK = tuple(len(colours) - 2 for colours in _LEAPS)
"""Rank that each leap brings: four Commons a Tri, five a Quad, six a Quint."""

_TRADES = tuple(
    f"trade {name} {warm} {cool}"
    for name in s.SETS[: s.CARD_RANKS]
    for warm in s.COLOUR_NAMES[: s.FIRST_COOL]
    for cool in s.COLOUR_NAMES[s.FIRST_COOL :]
)
_WILD_TRADES = tuple(
    f"wild {s.SETS[own]} as {s.SETS[stood]} with {colour}" for stood, own in _WILDS for colour in s.COLOUR_NAMES
)
_LEAP_NAMES = tuple("leap " + " ".join(s.COLOUR_NAMES[colour] for colour in colours) for colours in _LEAPS)
_BUYS = tuple(f"buy {name}" for name in s.SETS[s.BI :])
_CARDS = tuple(f"lay {name} {colour}" for name in s.SETS[: s.CARD_RANKS] for colour in s.COLOUR_NAMES)


class Actions(spec.Actions):
    """The actions of Monad. A warm colour is counted from the first warm one, a cool one from the first cool one."""

    trade: Cells = block(
        _TRADES,
        "Trade these two cards of one set for one of the next higher set (MO-8).",
        (s.CARD_RANKS, s.FIRST_COOL, s.FIRST_COOL),
    )
    wild: Cells = block(
        _WILD_TRADES,
        "Trade the wild card of this set as one of another set, with a partner from there (MO-13).",
        (len(_WILDS), s.COLOURS),
    )
    take_bonus: int = block(("take bonus",), "Take the top card of every lower set (MO-11).")
    decline_bonus: int = block(("decline bonus",), "Do without this bonus (MO-12).")
    leap: Cells = block(_LEAP_NAMES, "Give these Commons for the top Tri, Quad or Quint (MO-15).")
    buy: Cells = block(_BUYS, "Begin to pay for the top card of this set (MO-14).")
    lay: Cells = block(_CARDS, "Lay this card as part of the payment (MO-14).", (s.CARD_RANKS, s.COLOURS))
    confirm: int = block(("confirm",), "End the payment and take what was bought (MO-14).")
    draw: int = block(("draw",), "Draw a Common; the whole turn (MO-16).")
    flip: int = block(("flip",), "Turn the discard pile over; the whole turn (MO-17).")
    pass_turn: int = block(("pass",), "Show the hand and do nothing; the whole turn (MO-18).")
    end_turn: int = block(("end turn",), "End the turn (MO-7).")


ACTIONS = ActionSpec(*Actions.blocks)
KIND, FIRST = ACTIONS.kinds, ACTIONS.first
"""The number of each kind of actions, and the first action of each."""

KIND_OF, PLACE_OF = ACTIONS.kind, ACTIONS.place
"""The kind of each action, and its place among those of its kind."""

trade_place, trade_indices = indexing(s.CARD_RANKS, s.FIRST_COOL, s.FIRST_COOL)
wild_place, wild_indices = indexing(len(_WILDS), s.COLOURS)
