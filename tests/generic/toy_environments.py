"""Small environments, each but the first ones with one fault of those that `check_determinism` is to find."""

import copy
import os
import random
import sys

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv, ParallelEnv

LENGTH = 6
"""Decisions of an episode."""


class Honest(gymnasium.Env):
    """Draws a number from its own generator at each call; only the actions up to the number of calls are legal."""

    def __init__(self):
        self.action_space = Discrete(4)
        self.observation_space = Dict({"drawn": Box(0, 2**31, (2,), np.int64), "nothing": Box(-1, 1, (1,), np.float32)})
        self.steps = 0

    def drawn(self):
        return int(self.np_random.integers(2**31))

    def seen(self):
        mask = np.zeros(4, np.int8)
        mask[: 1 + self.steps % 4] = 1
        observation = {"drawn": np.array([self.steps, self.drawn()]), "nothing": np.full(1, np.nan, np.float32)}
        return observation, {"action_mask": mask}

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        self.steps = 0
        return self.seen()

    def step(self, action):
        assert action <= self.steps % 4, "the mask says what is legal"
        self.steps += 1
        observation, info = self.seen()
        return observation, 1.0, self.steps == LENGTH, False, info


class WithoutChance(Honest):
    def drawn(self):
        return self.steps


class DrawsFromRandom(Honest):
    def drawn(self):
        return random.randrange(2**31)


class DrawsFromTorch(Honest):
    def drawn(self):
        return int(sys.modules["torch"].randint(2**31, ()))


class SeedsNumpy(Honest):
    def reset(self, seed=None, options=None):
        np.random.seed(seed)
        return super().reset(seed=seed)


class ReadsTheGlobalGenerator(Honest):
    """Takes its numbers from the state of `random`, which it leaves where it is."""

    def drawn(self):
        reader = random.Random()
        reader.setstate(random.getstate())
        return reader.randrange(2**31)


class OrderOfASet(Honest):
    def drawn(self):
        return list({"red", "orange", "yellow", "purple", "blue", "green"}).index("blue")


class OrderOfKeys(Honest):
    def step(self, action):
        *rest, info = super().step(action)
        return *rest, {**info, "colours": dict.fromkeys({"red", "orange", "yellow", "purple", "blue", "green"})}


class CountsThreads(Honest):
    def drawn(self):
        return int(os.environ.get("OMP_NUM_THREADS", "0"))


class ShowsAddresses(Honest):
    def drawn(self):
        return id(self)


class KeepsATotal(Honest):
    """Something of the last episode is left in the next one."""

    total = 0

    def drawn(self):
        self.total += 1
        return self.total


class MindsAnUnfinishedEpisode(Honest):
    """A reset in mid-game is not like one after the end."""

    was_cut = False

    def reset(self, seed=None, options=None):
        self.was_cut = 0 < self.steps < LENGTH
        return super().reset(seed=seed)

    def drawn(self):
        return super().drawn() + self.was_cut


class CountsItsMakers(Honest):
    """State of the class."""

    made = 0

    def __init__(self):
        super().__init__()
        type(self).made += 1

    def drawn(self):
        return self.made


class TakesEntropyWithoutASeed(Honest):
    def reset(self, seed=None, options=None):
        return super().reset(seed=int.from_bytes(os.urandom(4), "big") if seed is None else seed)


class LosesItsGeneratorInDeepcopy(Honest):
    def __deepcopy__(self, memo):
        copied = copy.copy(self)
        copied._np_random = None
        return copied


class SharesItsGeneratorWithItsCopy(Honest):
    def __deepcopy__(self, memo):
        return copy.copy(self)


class LosesItsGeneratorInPickle(Honest):
    def __getstate__(self):
        return {**self.__dict__, "_np_random": None}

    def __deepcopy__(self, memo):
        copied = copy.copy(self)
        copied._np_random = copy.deepcopy(self._np_random)
        return copied


class CannotBeCopied(Honest):
    def __reduce_ex__(self, protocol):
        raise TypeError("a window cannot be copied")


class CopiedWithoutItsGame(Honest, EzPickle):
    def __init__(self):
        Honest.__init__(self)
        EzPickle.__init__(self)


class PaysAnInteger(Honest):
    """Now and then a reward is of another type."""

    made = 0

    def __init__(self):
        super().__init__()
        type(self).made += 1

    def step(self, action):
        observation, reward, *rest = super().step(action)
        return observation, reward if self.made % 2 else int(reward), *rest


class RaisesTheSecondTime(Honest):
    made = 0

    def __init__(self):
        super().__init__()
        type(self).made += 1

    def step(self, action):
        if self.made > 5:
            raise ValueError("out of cards")
        return super().step(action)


class DiesElsewhere(Honest):
    """In another process only."""

    parent = os.environ.get("TOY_PARENT")

    def step(self, action):
        if os.environ.get("OMP_NUM_THREADS") == "2" and os.environ.get("PYTHONHASHSEED") == "2":
            print("no more memory", file=sys.stderr, flush=True)
            os._exit(3)
        return super().step(action)


class _Seats:
    """What the toys of two agents share."""

    def __init__(self):
        self.possible_agents = ["player_0", "player_1"]
        self.rng = np.random.default_rng(0)

    def observation_space(self, agent):
        return Dict({"board": Box(0, 2**31, (2, 2), np.int64), "action_mask": Box(0, 1, (3,), np.int8)})

    def action_space(self, agent):
        return Discrete(3)

    def begin(self, seed):
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.board = self.rng.integers(2**31, size=(2, 2))
        self.steps = 0

    def observe(self, agent):
        return {"board": self.board.copy(), "action_mask": np.array([1, 0, 1], np.int8)}

    def close(self):
        pass


class HonestSeats(_Seats, AECEnv):
    """Two agents in turn; the board is drawn anew at each decision."""

    def reset(self, seed=None, options=None):
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._skip_agent_selection = None

    def step(self, action):
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action != 1
        self.steps += 1
        self.board = self.rng.integers(2**31, size=(2, 2))
        self.agent_selection = self.next_mover()
        if self.steps == LENGTH:
            self.terminations = dict.fromkeys(self.agents, True)

    def next_mover(self):
        return self.agents[self.steps % 2]


class MovesAtRandom(HonestSeats):
    def next_mover(self):
        return self.agents[os.urandom(1)[0] % 2]


class HonestTogether(_Seats, ParallelEnv):
    """Two agents at a time."""

    def reset(self, seed=None, options=None):
        self.begin(seed)
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions):
        assert 1 not in actions.values()
        self.steps += 1
        self.board = self.rng.integers(2**31, size=(2, 2))
        agents, over = self.agents, self.steps == LENGTH
        observations = {agent: self.observe(agent) for agent in agents}
        self.agents = [] if over else agents
        ends = dict.fromkeys(agents, over)
        return observations, dict.fromkeys(agents, 1.0), ends, dict.fromkeys(agents, False), {a: {} for a in agents}


class OneSeesNoise(HonestTogether):
    """The second agent's lower left cell is noise."""

    def observe(self, agent):
        observation = super().observe(agent)
        if agent == "player_1":
            observation["board"][1, 0] = int.from_bytes(os.urandom(3), "big")
        return observation


def _maker(toy):
    return lambda: toy()


MADE_BY_A_CLOSURE = _maker(Honest)
"""Another process can only import it by its name."""

THE_ONLY = Honest()


def always_the_same():
    """Return no new environment."""
    return THE_ONLY


def no_environment():
    """Return something else."""
    return 42
