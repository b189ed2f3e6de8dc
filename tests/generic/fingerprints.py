"""A script: play a game in all its forms and print a digest of everything that was seen, as JSON by form.

Run as ``python fingerprints.py mint_delivery_v0``; the tests run it in processes with other settings.
"""

import hashlib
import json
import sys

import numpy as np
from generic_cases import choose, default_setup, setups_of

from rlboardgames.agents import GreedyAgent, OpponentPool, RandomAgent
from rlboardgames.envs.learner import LearnerGames

DECISIONS = 60
"""Of each game; few, since one of the settings leaves the rules to the interpreter."""


def digest_of_game(setup):
    """Return a digest of all verbs over the decisions of a game."""
    game = setup.game(max_steps=DECISIONS - 5, reward="score_delta")
    digest = hashlib.sha256()
    state = game.new_state(seed=21)
    rng = np.random.default_rng(21)
    for decision in range(DECISIONS):
        if game.is_over(state):
            state = game.new_state(seed=22)
        seat = game.seat(state)
        action = choose(game, state, "random" if decision % 3 else "greedy", rng)
        digest.update(game.play(state, action).tobytes())
        digest.update(state.tobytes())
        digest.update(game.mask(state).tobytes())
        for other in range(setup.num_players):
            digest.update(game.observe(state, other).tobytes())
        if decision % 10 == 0:
            digest.update(game.resample(state, seat, seed=decision).tobytes())
            digest.update(game.standing(state).tobytes())
            digest.update(game.outcome(state).tobytes())
    return digest.hexdigest()


def digest_of_batch(setup):
    """Return a digest of stepped and rolled out batches, ends included."""
    digest = hashlib.sha256()
    envs = setup.vec_env(2, max_steps=40)
    envs.reset(seed=23)
    for _ in range(45):
        for array in envs.step(envs.action_masks.argmax(axis=1)):
            digest.update(np.ascontiguousarray(array).tobytes())
        digest.update(envs.final_observations.tobytes())
    envs.rollout(20)
    for array in (envs.states, envs.observations, envs.action_masks, envs.seats, envs.rewards):
        digest.update(array.tobytes())
    return digest.hexdigest()


def digest_of_learner(setup):
    """Return a digest of games of a learner against random and greedy opponents."""
    digest = hashlib.sha256()
    game = setup.game(max_steps=40)
    games = LearnerGames(game, 2, OpponentPool([RandomAgent(), GreedyAgent()], game), seed=24)
    games.reset()
    for _ in range(25):
        for array in games.step(games.arena.masks.argmax(axis=1)):
            digest.update(np.ascontiguousarray(array).tobytes())
        digest.update(games.arena.states.tobytes())
    return digest.hexdigest()


def digests(name):
    """Return the digests of a game by form."""
    found = {str(setup): digest_of_game(setup) for setup in setups_of(name)}
    default = default_setup(name)
    return {**found, "batch": digest_of_batch(default), "learner": digest_of_learner(default)}


if __name__ == "__main__":
    print(json.dumps(digests(sys.argv[1])))
