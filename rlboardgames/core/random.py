"""The random generator that lives in a state: SplitMix64, with unbiased integers and shuffles.

The generator is one 64-bit counter, the header field ``rng`` of every state record, so a copied state repeats the same
chance events. The stream is part of a game's version. Rules call `integers` and `shuffle` and never touch ``rng``.

Source of the generator: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. Unbiased
integers: Lemire, "Fast random integer generation in an interval", ACM TOMACS 29(1), 2019.
"""

import numpy as np

from rlboardgames.core.compile import INTERPRETED, rule

__all__ = ["integers", "shuffle"]

_MASK_64 = 2**64 - 1

if INTERPRETED:  # Python integers, reduced modulo 2**64: the same numbers without NumPy's overflow warnings

    def _next_uint32(state):
        state.rng = (state.rng + 0x9E3779B97F4A7C15) & _MASK_64
        z = state.rng
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK_64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK_64
        return (z ^ (z >> 31)) >> 32

    def integers(state, n):
        """Draw a uniform integer from 0 to ``n - 1``, as the compiled version does."""
        product = _next_uint32(state) * n
        if product & 0xFFFFFFFF < n:
            threshold = (2**32 - n) % n
            while product & 0xFFFFFFFF < threshold:
                product = _next_uint32(state) * n
        return product >> 32

else:
    _GOLDEN = np.uint64(0x9E3779B97F4A7C15)
    _MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
    _MIX_2 = np.uint64(0x94D049BB133111EB)
    _S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
    _LOW_32 = np.uint64(0xFFFFFFFF)
    _TWO_32 = np.uint64(2**32)

    @rule
    def _next_uint32(state):
        state.rng = np.uint64(state.rng) + _GOLDEN
        z = np.uint64(state.rng)
        z = (z ^ (z >> _S30)) * _MIX_1
        z = (z ^ (z >> _S27)) * _MIX_2
        return (z ^ (z >> _S31)) >> _S32

    @rule
    def integers(state, n):
        """Draw a uniform integer.

        Parameters
        ----------
        state : record
            A state; its generator moves on.
        n : int
            Number of values, 1 to 2**31.

        Returns
        -------
        int
            From 0 to ``n - 1``, each equally likely.
        """
        size = np.uint64(n)
        product = _next_uint32(state) * size
        if product & _LOW_32 < size:
            threshold = (_TWO_32 - size) % size
            while product & _LOW_32 < threshold:
                product = _next_uint32(state) * size
        return np.int64(product >> _S32)


@rule
def shuffle(state, pile, size):
    """Shuffle the first `size` entries of `pile` in place (Fisher-Yates, from the end).

    Parameters
    ----------
    state : record
        A state; its generator moves on.
    pile : array
        One-dimensional, a field of the state or scratch memory.
    size : int
        How many entries take part.
    """
    for last in range(size - 1, 0, -1):
        other = integers(state, last + 1)
        kept = pile[last]
        pile[last] = pile[other]
        pile[other] = kept
