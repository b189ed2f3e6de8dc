"""Resampling: a seat cannot tell the copy from the original, and what it cannot know is drawn anew."""

import numpy as np
import pytest
from generic_cases import choose, each_default, each_setup, few_setups, recorded, without_rng

from rlboardgames.core.errors import OptionError

DIFFERING = {("monad_v0", 2): (0, 0), ("monad_v0", 3): (0.1, 0.5), ("monad_v0", 4): (0.1, 0.5)}
"""Share of states with something hidden, where it is not most of them: in Monad every card is shown sooner or later."""


@each_setup
def test_resampling_keeps_what_the_seat_knows(setup):
    """Observation, mask and greedy choice stay byte-identical, and the copy is a state that the game can be in."""
    for player in ("mixed", "greedy"):
        recording = recorded(setup, player)
        game = recording.game
        for index, state in enumerate(recording.sampled(40)):
            before = state.tobytes()
            for seat in range(setup.num_players):
                copy = game.resample(state, seat, seed=index)
                assert state.tobytes() == before
                assert game.observe(copy, seat).tobytes() == game.observe(state, seat).tobytes()
                assert game.seat(copy) == game.seat(state)
                assert game.is_over(copy) == game.is_over(state)
                if game.seat(state) == seat:
                    assert game.mask(copy).tobytes() == game.mask(state).tobytes()
                    assert game.greedy_action(copy) == game.greedy_action(state)
                assert game.from_position(game.position(copy)).tobytes() == copy.tobytes()


@each_setup
def test_resampling_draws_something_anew(setup):
    """Two resamples of most states differ in more than the generator; where all can be worked out, none do."""
    recording = recorded(setup, "greedy")
    game = recording.game
    states = recording.unfinished()[::3]
    differing = 0
    for state in states:
        first, second = (without_rng(game.resample(state, game.seat(state), seed=seed)) for seed in (1, 2))
        differing += first != second
    low, high = DIFFERING.get((setup.name, setup.num_players), (0.5, 1))
    assert low <= differing / len(states) <= high


@few_setups
def test_resampling_depends_on_its_seed_alone(setup):
    """The same seed gives the same copy, whatever the original's generator holds: coming chance cannot be read."""
    recording = recorded(setup, "mixed")
    game = recording.game
    for state in recording.sampled(20)[:-1]:
        seat = game.seat(state)
        twin = game.clone(state)
        twin["rng"] = np.uint64(123456789)
        copies = [game.resample(source, seat, seed=3).tobytes() for source in (state, state, twin)]
        assert copies[0] == copies[1] == copies[2]
        assert game.resample(state, seat)["rng"] != state["rng"]


@few_setups
def test_a_resampled_game_can_be_played_to_its_end(setup):
    """Play goes on from a resampled state, through legal states only."""
    recording = recorded(setup, "mixed")
    game = recording.game
    rng = np.random.default_rng(0)
    for state in recording.sampled(4)[:-1]:
        copy = game.resample(state, game.seat(state), seed=8)
        while not game.is_over(copy):
            game.play(copy, choose(game, copy, "mixed", rng))
        assert game.from_position(game.position(copy)).tobytes() == copy.tobytes()


@each_default
def test_only_seats_of_the_game_can_resample_and_observe(setup):
    """A seat that nobody sits in is refused."""
    game = setup.game()
    state = game.new_state(seed=1)
    for seat in (-1, setup.num_players, 1.0, "0", None, True):
        with pytest.raises(OptionError):
            game.resample(state, seat)
        with pytest.raises(OptionError):
            game.observe(state, seat)
