"""Positions of Monad for the rule tests: whole, valid ones of which a test names only what matters to it.

In a list of cards given to `base`, an ellipsis stands for all that lies nowhere else, in the order of the colours.
"""

from collections import Counter
from itertools import combinations, product

from language import DECISIONS, by_seat, comparable, games_of

from rlboardgames.games.monad.game import Monad

WARM, COOL = ("red", "orange", "yellow"), ("purple", "blue", "green")
COLOURS = WARM + COOL
HIGHER = ("bi", "tri", "quad", "quint")
SETS = ("common", *HIGHER)
TARGETS = (*HIGHER, "monad")
VALUES = {"common": 1, "bi": 3, "tri": 7, "quad": 16, "quint": 36, "monad": 80}
BONUS_PAIRS = (("red", "purple"), ("orange", "blue"), ("yellow", "green"))
IDENTITIES = {2: ["green", "yellow"], 3: ["green", "purple", "blue"], 4: ["red", "orange", "purple", "blue"]}
PER_COLOUR = {2: 2, 3: 3, 4: 4}
BY_SEAT = ("hands", "known", "monads", "identity")
STANDING = 2

game_for = games_of(Monad)


def hand(common="", **higher):
    """Return a hand: colours of its Commons and, by set, of its higher cards."""
    return {
        "common": dict(Counter(common.split())),
        **{name: sorted(higher.get(name, "").split(), key=COLOURS.index) for name in HIGHER},
    }


def hand_of(cards):
    """Return the hand that consists of some cards, each a pair of set and colour."""
    colours = {name: [] for name in SETS}
    for name, colour in cards:
        colours[name].append(colour)
    return hand(**{name: " ".join(held) for name, held in colours.items()})


def cards_in(hand_):
    """Return the list of the cards in a hand, each a pair of set and colour, low sets first."""
    commons = [("common", colour) for colour in COLOURS for _ in range(hand_["common"].get(colour, 0))]
    return commons + [(name, colour) for name in HIGHER for colour in hand_[name]]


def value(cards):
    """Return the total value of some cards."""
    return sum(VALUES[name] for name, _ in cards)


def without(colours):
    """Return the other colours."""
    return " ".join(colour for colour in COLOURS if colour not in colours.split())


def other_commons(players, *hands):
    """Return the colours of the Commons in play that are in none of some hands."""
    left = Counter(dict.fromkeys(COLOURS, PER_COLOUR[players]))
    for hand_ in hands:
        left -= Counter(hand_["common"])
    return " ".join(colour for colour in COLOURS for _ in range(left[colour]))


def base(
    players=2,
    *,
    seat=0,
    hands=None,
    known=None,
    monads=None,
    columns=None,
    draw=(),
    discard=(...,),
    teams=False,
    **keys,
):
    """Return a position in the middle of a game, at the beginning of a turn of `seat`.

    Parameters
    ----------
    players : int
    seat : int
        To move.
    hands : dict of int to dict
        See `hand`; the others are empty.
    known : dict of int to str
        Colours of the Commons known to be in a seat's hand. By default none, but all where there are more than the
        six that were dealt.
    monads : dict of int to int
        None for the others.
    columns : dict of str to list
        Top first. By default all that is not in hands, in the order of the colours.
    draw, discard : sequence
        Draw deck, top first, and discard pile, first discarded first. By default all that is not in hands is discarded.
    teams : bool
    **keys
        Further keys of the position.
    """
    held = [hand(), *(hands or {}).values()]
    hands = by_seat(players, hands, hand())
    sizes = [sum(hand_["common"].values()) for hand_ in hands]
    shown = [hand_["common"] if size > 6 else {} for hand_, size in zip(hands, sizes, strict=True)]
    laid = [tuple(card) for card in (keys.get("paying") or {"laid": []})["laid"]]
    held.append(hand_of(laid))
    columns = {name: (columns or {}).get(name, [...]) for name in HIGHER}
    piles = {"draw": list(draw), "discard": list(discard)}
    loose = Counter(other_commons(players, *held).split()) - Counter(
        card for pile in piles.values() for card in pile if card is not ...
    )
    position = {
        "game": "monad_v0",
        "players": players,
        "options": {"teams": teams},
        "seat": seat,
        "phase": "turn",
        "over": False,
        "decisions": DECISIONS,
        "identity": IDENTITIES[players],
        "hands": hands,
        "known": [dict(Counter((known or {})[s].split())) if s in (known or {}) else shown[s] for s in range(players)],
        "monads": by_seat(players, monads, 0),
        "columns": {
            name: _filled(column, [c for c in COLOURS if c not in column and not any(c in h[name] for h in held)])
            for name, column in columns.items()
        },
        **{name: _filled(pile, sorted(loose.elements(), key=COLOURS.index)) for name, pile in piles.items()},
        "bonus_used": False,
        "prepared": False,
        "bonus_set": None,
        "paying": None,
        "passes": 0,
        **keys,
    }
    assert_conserved(position)
    hidden = [size - sum(known.values()) for size, known in zip(sizes, position["known"], strict=True)]
    assert max(hidden) <= 6, "only six Commons were dealt to a seat"
    return comparable(position)


def _filled(pile, loose):
    place = pile.index(...) if ... in pile else len(pile)
    return pile[:place] + (loose + pile[place + 1 :] if ... in pile else [])


def start(players, hands, **keys):
    """Return the position at the beginning of a game: all Commons are in the hands, as given by their colours."""
    return base(players, hands={seat: hand(common) for seat, common in enumerate(hands)}, discard=[], **keys)


def tidied(position):
    """Return a position so that equal ones compare equal: no zeros, `DECISIONS`."""
    return position | {
        "decisions": DECISIONS,
        "hands": [hand_ | {"common": dict(+Counter(hand_["common"]))} for hand_ in position["hands"]],
        "known": [dict(+Counter(known)) for known in position["known"]],
    }


def assert_conserved(position):
    """Assert that every Common, higher card and Monad is in exactly one place."""
    players = position["players"]
    laid = [tuple(card) for card in (position["paying"] or {"laid": []})["laid"]]
    cards = Counter(laid)
    for hand_ in position["hands"]:
        cards.update(cards_in(hand_))
    cards.update(("common", colour) for colour in position["draw"] + position["discard"])
    cards.update((name, colour) for name, column in position["columns"].items() for colour in column)
    expected = {(name, colour): 1 for name in HIGHER for colour in COLOURS}
    expected |= {("common", colour): PER_COLOUR[players] for colour in COLOURS}
    assert cards == expected
    assert min(position["monads"]) >= 0
    assert sum(position["monads"]) <= 10
    for hand_, known in zip(position["hands"], position["known"], strict=True):
        assert Counter(known) <= Counter(hand_["common"])


# What the rules allow, found by searching through all pairs and subsets of the cards in the hand


def search_actions(position):
    """Return the names of the actions that the rules allow."""
    if position["over"]:
        return set()
    if position["phase"] == "bonus":
        return {"take bonus", "decline bonus"}
    if position["phase"] == "paying":
        return search_payments(position)
    trades = search_trades(position)
    actions = trades | {f"buy {target}" for target in TARGETS if can_buy(position, target)}
    if position["prepared"]:
        return actions | search_leaps(position) | {"end turn"}
    if position["draw"]:
        return actions | {"draw"}
    if position["discard"]:
        return actions | {"flip"}
    forced = trades or any(can_buy(position, target, of_the_set_below=2) for target in TARGETS)
    return actions if forced else actions | {"pass"}


def own_hand(position):
    """Return the hand of the seat to move."""
    return position["hands"][position["seat"]]


def on_table(position, target):
    """Return whether there is a card of a set in its column, or a Monad."""
    return target == "monad" or bool(position["columns"][target])


def next_set(name):
    """Return the next higher set."""
    return TARGETS[SETS.index(name)]


def search_trades(position):
    """Return the names of the possible trades, with and without a wild."""
    identity = position["identity"][position["seat"]]
    found = set()
    for pair in combinations(cards_in(own_hand(position)), 2):
        (one, one_colour), (other, other_colour) = pair
        if (one_colour in WARM) == (other_colour in WARM):
            continue
        if one == other and on_table(position, next_set(one)):
            warm, cool = sorted((one_colour, other_colour), key=COLOURS.index)
            found.add(f"trade {one} {warm} {cool}")
        for (own, colour), (partner, partner_colour) in (pair, pair[::-1]):
            is_wild = own != "common" and colour == identity and own != partner
            if is_wild and on_table(position, next_set(partner)):
                found.add(f"wild {own} as {partner} with {partner_colour}")
    return found


def can_buy(position, target, of_the_set_below=0):
    """Return whether a purchase is possible, using at least so many cards of the set just below the bought one."""
    lower = SETS[: TARGETS.index(target) + 1]
    counts = Counter(name for name, _ in cards_in(own_hand(position)))
    return on_table(position, target) and any(
        sum(laid) >= 2
        and laid[-1] >= of_the_set_below
        and sum(VALUES[name] * count for name, count in zip(lower, laid, strict=True)) >= VALUES[target]
        for laid in product(*(range(counts[name], -1, -1) for name in lower))
    )


def search_leaps(position):
    """Return the names of the possible leaps of a seat that has traded or bought."""
    colours = [colour for colour in COLOURS if own_hand(position)["common"].get(colour)]
    return {
        "leap " + " ".join(subset)
        for size, target in ((4, "tri"), (5, "quad"), (6, "quint"))
        if position["columns"][target]
        for subset in combinations(colours, size)
    }


def search_payments(position):
    """Return the names of the actions within a purchase."""
    target, laid = position["paying"]["target"], position["paying"]["laid"]
    lower = SETS[: TARGETS.index(target) + 1]
    actions = {f"lay {name} {colour}" for name, colour in cards_in(own_hand(position)) if name in lower}
    return actions | ({"confirm"} if len(laid) >= 2 and value(laid) >= VALUES[target] else set())
