"""A script: play a game in all its forms and print a digest of everything that was seen, as JSON by form.

Run as ``python fingerprints.py mint_delivery_v0 400``, the number of decisions of each game; the tests run it in
processes with other settings. Fewer than 200 decisions leave out some forms, since the interpreter is slow.
"""

import hashlib
import json
import sys

import numpy as np
from generic_cases import SCRIPTS, choose, default_setup, few_setups_of, setups_of, step_learner

from rlboardgames.agents import GreedyAgent, RandomAgent
from rlboardgames.play import OpponentPool
from rlboardgames.play.learner import LearnerGames
from rlboardgames.records import read, replay


def digest_of_game(setup, decisions):
    """Return a digest of all verbs over some decisions, of one game after another."""
    game = setup.game(max_steps=decisions - 15, reward="score_delta")
    digest = hashlib.sha256()
    state = game.new_state(seed=21)
    rng = np.random.default_rng(21)
    for decision in range(decisions):
        if game.is_over(state):
            state = game.new_state(seed=22)
        seat = game.seat(state)
        action = choose(game, state, "greedy" if decision % 3 else "random", rng)
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
        for array in step_learner(games, games.arena.masks.argmax(axis=1)):
            digest.update(np.ascontiguousarray(array).tobytes())
        digest.update(games.arena.states.tobytes())
    return digest.hexdigest()


def golden_difference(name):
    """Return what differs from a golden record of a game, "None" if nothing."""
    paths = SCRIPTS.parent.joinpath("golden").glob(f"{name}-?-max_steps=*-random.jsonl")
    return str([replay(read(path)) for path in sorted(paths)])


def digests(name, decisions):
    """Return the digests of a game by form."""
    setups = setups_of(name) if decisions >= 200 else few_setups_of(name)
    found = {str(setup): digest_of_game(setup, decisions) for setup in setups}
    default = default_setup(name)
    forms = {
        "batch": digest_of_batch(default),
        "learner": digest_of_learner(default),
        "golden": golden_difference(name),
    }
    return {**found, **forms}


if __name__ == "__main__":
    print(json.dumps(digests(sys.argv[1], int(sys.argv[2]))))
