"""What a seat may know of Monad, as a vector. The same for every number of players.

Hidden are only the Commons dealt at the start and never shown since: of another seat's Commons all know the number, and
those that it drew or showed (MO-5, MO-9, MO-18).
"""

from rlboardgames.core import spec
from rlboardgames.core.compile import rule
from rlboardgames.core.records import Cells
from rlboardgames.core.seats import offset_of, seat_at
from rlboardgames.core.spec import ObservationSpec, field
from rlboardgames.games.monad import state as s
from rlboardgames.games.monad.state import Phase, State, Tables

_SETS = ", ".join(s.SETS[: s.CARD_RANKS])
_HIGHER = s.CARD_RANKS - s.BI  # the sets above the Commons


class Observation(spec.Observation):
    """The fields of the observation."""

    phase: Cells = field((len(Phase),), 1, f"One-hot: {', '.join(State.phases)}.")
    seat_to_move: Cells = field((s.SEATS,), 1, "One-hot; zeros when the game is over.")
    seats_in_play: Cells = field((s.SEATS,), 1, "1 for each seat that takes part.")
    my_team: Cells = field((s.SEATS,), 1, "1 for me and my partner.")
    hand: Cells = field((s.CARD_RANKS, s.COLOURS), s.SEATS, f"How many of each card I hold: {_SETS}, each by colour.")
    identity: Cells = field((s.SEATS, s.COLOURS), 1, "One-hot: each seat's Identity.")
    monads: Cells = field((s.SEATS,), 5, "Monads of each seat.")
    higher_cards: Cells = field(
        (s.SEATS, _HIGHER, s.COLOURS), 1, "Cards above the Commons in each hand, by set and colour."
    )
    num_commons: Cells = field((s.SEATS,), s.MAX_COMMONS, "Commons in each hand.")
    known_commons: Cells = field((s.SEATS, s.COLOURS), s.SEATS, "Commons that all know to be in each hand, by colour.")
    unlocated_commons: Cells = field(
        (s.COLOURS,), s.SEATS, "Commons in the others' hands that I cannot locate, by colour."
    )
    columns: Cells = field((_HIGHER, s.COLOURS, s.COLOURS), 1, "Each column top first, each place one-hot by colour.")
    draw: Cells = field((s.MAX_COMMONS, s.COLOURS), 1, "The draw deck top first, each place one-hot by colour.")
    discard: Cells = field(
        (s.MAX_COMMONS, s.COLOURS), 1, "The discard pile, first discarded first, each place one-hot by colour."
    )
    prepared: int = field((1,), 1, "1 once a trade or a completed buy was made this turn: leaps are possible.")
    bonus_used: int = field((1,), 1, "1 once a bonus was taken this turn.")
    bonus_set: Cells = field((s.CARD_RANKS,), 1, f"One-hot: set of the two cards just traded, in phase bonus: {_SETS}.")
    target: Cells = field((_HIGHER + 1,), 1, f"One-hot: what is being paid for: {', '.join(s.SETS[s.BI :])}.")
    laid: Cells = field(
        (s.CARD_RANKS, s.COLOURS), s.SEATS, "Cards of that payment; columns and discard show them in their places."
    )
    still_to_pay: int = field((1,), s.VALUE[-1], "Value that the payment still lacks.")
    passes: int = field((1,), s.SEATS, "Passes in succession.")
    elapsed: int = field((1,), 100, "Decisions taken, as a percentage of those after which the game is truncated.")


OBSERVATION = ObservationSpec(*Observation.fields)


def observe(tables: Tables, state: State, seat, out: Observation):
    """Write the observation of a seat."""
    _observe_turn(tables, state, seat, out)
    hand = state.hand[seat]
    for rank in range(s.CARD_RANKS):
        for colour in range(s.COLOURS):
            out.hand[rank, colour] = hand[rank, colour]
    for offset in range(state.num_seats):
        _observe_seat(tables, state, seat, offset, out)
    _observe_table(state, out)
    if state.target != s.NONE:
        _observe_payment(state, out)


@rule
def _observe_turn(tables: Tables, state: State, seat, out: Observation):
    out.phase[state.phase] = 1
    if state.over == 0:
        out.seat_to_move[offset_of(state, seat, state.seat)] = 1
    out.prepared = state.prepared
    out.bonus_used = state.bonus_used
    if state.bonus_set != s.NONE:
        out.bonus_set[state.bonus_set] = 1
    out.passes = state.passes
    out.elapsed = state.decisions * 100 // tables.max_steps


@rule
def _observe_seat(tables: Tables, state: State, seat, offset, out: Observation):
    other = seat_at(state, seat, offset)
    out.seats_in_play[offset] = 1
    if tables.team[other] == tables.team[seat]:
        out.my_team[offset] = 1
    out.identity[offset, state.identity[other]] = 1
    out.monads[offset] = state.monads[other]
    hand = state.hand[other]
    for rank in range(s.BI, s.CARD_RANKS):
        for colour in range(s.COLOURS):
            out.higher_cards[offset, rank - s.BI, colour] = hand[rank, colour]
    _observe_commons(hand[s.COMMON], state.known[other], offset, out)


@rule
def _observe_commons(commons, known, offset, out: Observation):
    count = 0
    for colour in range(s.COLOURS):
        count += commons[colour]
        out.known_commons[offset, colour] = known[colour]
    out.num_commons[offset] = count
    if offset > 0:  # the sum over the others is what is nowhere else
        for colour in range(s.COLOURS):
            out.unlocated_commons[colour] += commons[colour] - known[colour]


@rule
def _observe_table(state: State, out: Observation):
    for rank in range(s.BI, s.CARD_RANKS):
        column = state.column[rank]
        for place in range(state.column_size[rank]):
            _observe_in_column(out, rank, place, column[place])
    draw, draw_size = state.draw, state.draw_size
    for place in range(draw_size):
        out.draw[place, draw[draw_size - 1 - place]] = 1
    discard = state.discard
    for place in range(state.discard_size):
        out.discard[place, discard[place]] = 1


@rule
def _observe_in_column(out: Observation, rank, place, colour):
    out.columns[rank - s.BI, place, colour] = 1


@rule
def _observe_payment(state: State, out: Observation):
    out.target[state.target - s.BI] = 1
    out.still_to_pay = max(s.VALUE[state.target] - state.laid_value, 0)
    for k in range(state.num_laid):
        rank, colour = s.rank_and_colour(state.laid[k])
        before = _laid_before(state, k, rank)
        out.laid[rank, colour] += 1
        if rank == s.COMMON:
            out.discard[state.discard_size + before, colour] = 1
        else:
            _observe_in_column(out, rank, state.column_size[rank] + before, colour)


@rule
def _laid_before(state: State, k, rank):
    # how many cards of a set were laid before the k-th one
    count = 0
    for earlier in range(k):
        earlier_rank, _ = s.rank_and_colour(state.laid[earlier])
        count += earlier_rank == rank
    return count
