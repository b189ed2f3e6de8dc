"""Seats around the table, clockwise. Without the remainder of a division, which takes longer than many a rule."""

from rlboardgames.core.compile import rule

__all__ = ["offset_of", "seat_at"]


@rule
def seat_at(state, seat, offset):
    """Return the seat that is `offset` places clockwise from `seat`; `offset` is from 0 to the number of seats."""
    other = seat + offset
    return other - state.num_seats if other >= state.num_seats else other


@rule
def offset_of(state, seat, other):
    """Return how many places clockwise from `seat` the seat `other` is."""
    offset = other - seat
    return offset + state.num_seats if offset < 0 else offset
