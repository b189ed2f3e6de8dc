"""What a seat may know of Monad, as a vector. The same for every number of players.

Hidden are only the Commons dealt at the start and never shown since: of another seat's Commons all know the number, and
those that it drew or showed (MO-5, MO-9, MO-18).
"""

from rlboardgames.core.compile import rule
from rlboardgames.core.seats import offset_of, seat_at
from rlboardgames.core.spec import Field, ObservationSpec
from rlboardgames.games.monad.state import (
    BI,
    CARD_RANKS,
    COLOURS,
    COMMON,
    MAX_COMMONS,
    NONE,
    PHASES,
    SEATS,
    SETS,
    VALUE,
)

_SETS = ", ".join(SETS[:CARD_RANKS])
_HIGHER = CARD_RANKS - BI  # the sets above the Commons

OBSERVATION = ObservationSpec(
    Field("phase", (len(PHASES),), 1, f"One-hot: {', '.join(PHASES)}."),
    Field("seat_to_move", (SEATS,), 1, "One-hot; zeros when the game is over."),
    Field("seats_in_play", (SEATS,), 1, "1 for each seat that takes part."),
    Field("my_team", (SEATS,), 1, "1 for me and my partner."),
    Field("hand", (CARD_RANKS, COLOURS), SEATS, f"How many of each card I hold: {_SETS}, each by colour."),
    Field("identity", (SEATS, COLOURS), 1, "One-hot: each seat's Identity."),
    Field("monads", (SEATS,), 5, "Monads of each seat."),
    Field("higher_cards", (SEATS, _HIGHER, COLOURS), 1, "Cards above the Commons in each hand, by set and colour."),
    Field("num_commons", (SEATS,), MAX_COMMONS, "Commons in each hand."),
    Field("known_commons", (SEATS, COLOURS), SEATS, "Commons that all know to be in each hand, by colour."),
    Field("unlocated_commons", (COLOURS,), SEATS, "Commons in the others' hands that I cannot locate, by colour."),
    Field("columns", (_HIGHER, COLOURS, COLOURS), 1, "Each column top first, each place one-hot by colour."),
    Field("draw", (MAX_COMMONS, COLOURS), 1, "The draw deck top first, each place one-hot by colour."),
    Field(
        "discard", (MAX_COMMONS, COLOURS), 1, "The discard pile, first discarded first, each place one-hot by colour."
    ),
    Field("prepared", (1,), 1, "1 once a trade or a completed buy was made this turn: leaps are possible."),
    Field("bonus_used", (1,), 1, "1 once a bonus was taken this turn."),
    Field("bonus_set", (CARD_RANKS,), 1, f"One-hot: set of the two cards just traded, in phase bonus: {_SETS}."),
    Field("target", (_HIGHER + 1,), 1, f"One-hot: what is being paid for: {', '.join(SETS[BI:])}."),
    Field(
        "laid", (CARD_RANKS, COLOURS), SEATS, "Cards of that payment; columns and discard show them in their places."
    ),
    Field("still_to_pay", (1,), VALUE[-1], "Value that the payment still lacks."),
    Field("passes", (1,), SEATS, "Passes in succession."),
    Field("elapsed", (1,), 100, "Decisions taken, as a percentage of those after which the game is truncated."),
)

_PHASE = OBSERVATION.start("phase")
_SEAT_TO_MOVE = OBSERVATION.start("seat_to_move")
_SEATS_IN_PLAY = OBSERVATION.start("seats_in_play")
_MY_TEAM = OBSERVATION.start("my_team")
_HAND = OBSERVATION.start("hand")
_IDENTITY = OBSERVATION.start("identity")
_MONADS = OBSERVATION.start("monads")
_HIGHER_CARDS = OBSERVATION.start("higher_cards")
_NUM_COMMONS = OBSERVATION.start("num_commons")
_KNOWN_COMMONS = OBSERVATION.start("known_commons")
_UNLOCATED_COMMONS = OBSERVATION.start("unlocated_commons")
_COLUMNS = OBSERVATION.start("columns")
_DRAW = OBSERVATION.start("draw")
_DISCARD = OBSERVATION.start("discard")
_PREPARED = OBSERVATION.start("prepared")
_BONUS_USED = OBSERVATION.start("bonus_used")
_BONUS_SET = OBSERVATION.start("bonus_set")
_TARGET = OBSERVATION.start("target")
_LAID = OBSERVATION.start("laid")
_STILL_TO_PAY = OBSERVATION.start("still_to_pay")
_PASSES = OBSERVATION.start("passes")
_ELAPSED = OBSERVATION.start("elapsed")


def observe(tables, state, seat, out):
    """Write the observation of a seat."""
    _observe_turn(tables, state, seat, out)
    hand = state.hand[seat]
    for rank in range(CARD_RANKS):
        for colour in range(COLOURS):
            out[_HAND + rank * COLOURS + colour] = hand[rank, colour]
    for offset in range(state.num_seats):
        _observe_seat(tables, state, seat, offset, out)
    _observe_table(state, out)
    if state.target != NONE:
        _observe_payment(state, out)


@rule
def _observe_turn(tables, state, seat, out):
    out[_PHASE + state.phase] = 1
    if state.over == 0:
        out[_SEAT_TO_MOVE + offset_of(state, seat, state.seat)] = 1
    out[_PREPARED] = state.prepared
    out[_BONUS_USED] = state.bonus_used
    if state.bonus_set != NONE:
        out[_BONUS_SET + state.bonus_set] = 1
    out[_PASSES] = state.passes
    out[_ELAPSED] = state.decisions * 100 // tables.max_steps


@rule
def _observe_seat(tables, state, seat, offset, out):
    other = seat_at(state, seat, offset)
    out[_SEATS_IN_PLAY + offset] = 1
    if tables.team[other] == tables.team[seat]:
        out[_MY_TEAM + offset] = 1
    out[_IDENTITY + offset * COLOURS + state.identity[other]] = 1
    out[_MONADS + offset] = state.monads[other]
    hand = state.hand[other]
    for rank in range(BI, CARD_RANKS):
        for colour in range(COLOURS):
            out[_HIGHER_CARDS + (offset * _HIGHER + rank - BI) * COLOURS + colour] = hand[rank, colour]
    _observe_commons(hand[COMMON], state.known[other], offset, out)


@rule
def _observe_commons(commons, known, offset, out):
    count = 0
    for colour in range(COLOURS):
        count += commons[colour]
        out[_KNOWN_COMMONS + offset * COLOURS + colour] = known[colour]
    out[_NUM_COMMONS + offset] = count
    if offset > 0:  # the sum over the others is what is nowhere else
        for colour in range(COLOURS):
            out[_UNLOCATED_COMMONS + colour] += commons[colour] - known[colour]


@rule
def _observe_table(state, out):
    for rank in range(BI, CARD_RANKS):
        column = state.column[rank]
        for place in range(state.column_size[rank]):
            _observe_in_column(out, rank, place, column[place])
    draw, draw_size = state.draw, state.draw_size
    for place in range(draw_size):
        out[_DRAW + place * COLOURS + draw[draw_size - 1 - place]] = 1
    discard = state.discard
    for place in range(state.discard_size):
        out[_DISCARD + place * COLOURS + discard[place]] = 1


@rule
def _observe_in_column(out, rank, place, colour):
    out[_COLUMNS + ((rank - BI) * COLOURS + place) * COLOURS + colour] = 1


@rule
def _observe_payment(state, out):
    out[_TARGET + state.target - BI] = 1
    out[_STILL_TO_PAY] = max(VALUE[state.target] - state.laid_value, 0)
    for k in range(state.num_laid):
        rank = state.laid[k] // COLOURS
        colour = state.laid[k] % COLOURS
        before = _laid_before(state, k, rank)
        out[_LAID + state.laid[k]] += 1
        if rank == COMMON:
            out[_DISCARD + (state.discard_size + before) * COLOURS + colour] = 1
        else:
            _observe_in_column(out, rank, state.column_size[rank] + before, colour)


@rule
def _laid_before(state, k, rank):
    # how many cards of a set were laid before the k-th one
    count = 0
    for earlier in range(k):
        if state.laid[earlier] // COLOURS == rank:
            count += 1
    return count
