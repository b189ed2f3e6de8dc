"""What the generic tests share: the games in all their forms, recorded games, and views of whole environments."""

import functools
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import documented_game
import numpy as np
import pytest

import rlboardgames
from rlboardgames.registry import GAMES, module_of

SCRIPTS = Path(__file__).parent
PACKAGE = Path(rlboardgames.__file__).parent
PLAYERS = ("random", "mixed", "greedy")
LIMITS = {"random": 250, "mixed": 250, "greedy": 1000}
"""``max_steps`` of the recorded games, by player."""

VARIANTS = {
    "mint_delivery_v0": (
        {"abilities": True, "road_conditions": 3},
        *(
            {
                "abilities": True,
                "road_conditions": 3,
                "data": str(SCRIPTS.parent / "editions" / f"mint_delivery_{name}.json"),
            }
            for name in ("dense", "long")
        ),
    ),
    "metro_x_v0": ({"map": "tube_town"},),
    "monad_v0": ({"teams": True, "num_players": 4},),
}
"""Options worth a test of their own; at every number of players unless they name one; own data at fewest and most."""


class Setup(NamedTuple):
    """A game with a number of players and options, hashable."""

    name: str
    num_players: int
    options: tuple

    @property
    def keywords(self):
        """Keywords of the game, the number of players included."""
        return {"num_players": self.num_players, **dict(self.options)}

    def game(self, **more):
        """Make the game; `more` are further keywords."""
        return module_of(self.name).game(**self.keywords, **more)

    def env(self, **more):
        """Make the AEC environment; `more` are further keywords."""
        return module_of(self.name).env(**self.keywords, **more)

    def vec_env(self, num_envs, **more):
        """Make the batch; `more` are further keywords."""
        return module_of(self.name).vec_env(num_envs, **self.keywords, **more)

    def __str__(self):
        words = [f"{key}={Path(value).stem if key == 'data' else value}" for key, value in self.options]
        return "-".join([self.name, str(self.num_players), *words])


def setups_of(name):
    """Return every number of players and option set of a game."""
    counts = module_of(name).game.player_counts
    found = [Setup(name, count, ()) for count in counts]
    for variant in VARIANTS.get(name, ()):
        options = tuple((key, value) for key, value in variant.items() if key != "num_players")
        chosen = [variant["num_players"]] if "num_players" in variant else counts
        chosen = [chosen[0], chosen[-1]] if "data" in variant else chosen
        found += [Setup(name, count, options) for count in chosen]
    return found


def default_setup(name):
    """Return a game as it comes without keywords."""
    return Setup(name, module_of(name).game().num_players, ())


def _parametrised(setups):
    return pytest.mark.parametrize("setup", setups, ids=str)


def few_setups_of(name):
    """Return the default, the fewest and the most players, and each option set once."""
    setups = setups_of(name)
    plain = [setup for setup in setups if not setup.options]
    variants = {setup.options: setup for setup in reversed(setups) if setup.options}
    chosen = [default_setup(name), plain[0], plain[-1], *variants.values()]
    return list(dict.fromkeys(chosen))


ALL_GAMES = (*GAMES, documented_game.NAME)
"""Those of the package, and the one that the documents build: what a game of another package can rely on."""

PARALLEL = [name for name in ALL_GAMES if module_of(name).game.simultaneous]

each_game = pytest.mark.parametrize("name", GAMES)
each_setup = _parametrised([setup for name in ALL_GAMES for setup in setups_of(name)])
each_default = _parametrised([default_setup(name) for name in ALL_GAMES])
few_setups = _parametrised([setup for name in ALL_GAMES for setup in few_setups_of(name)])
with_teams = _parametrised(
    [setup for name in GAMES for setup in setups_of(name) if setup.game().teams != tuple(range(setup.num_players))]
)
each_player = pytest.mark.parametrize("player", PLAYERS)


def choose(game, state, player, rng):
    """Choose a legal action: at random, as the greedy player does, or now this, now that."""
    if player == "greedy" or (player == "mixed" and rng.random() < 0.75):
        return game.greedy_action(state)
    return int(rng.choice(game.legal_actions(state)))


class Recording(NamedTuple):
    """A game played to its end: the states before, between and after its actions."""

    game: object
    states: np.ndarray
    actions: list

    def state(self, index):
        """Return a copy of a state, by its index."""
        return self.game.clone(self.states[index : index + 1])

    def unfinished(self, step=1):
        """Return copies of every `step`-th state before the last."""
        return [self.state(index) for index in range(0, len(self.actions), step)]

    def sampled(self, count):
        """Return copies of `count` states spread over the game, the first and the last among them."""
        indices = np.linspace(0, len(self.states) - 1, count).astype(int)
        return [self.state(index) for index in dict.fromkeys(indices.tolist())]


@functools.cache
def recorded(setup, player, seed=11):
    """Return a recorded game."""
    game = setup.game(max_steps=LIMITS[player])
    state = game.new_state(seed=seed)
    rng = np.random.default_rng(seed)
    states, actions = [state.tobytes()], []
    while not game.is_over(state):
        actions.append(choose(game, state, player, rng))
        game.play(state, actions[-1])
        states.append(state.tobytes())
    return Recording(game, np.frombuffer(b"".join(states), game.state_dtype), actions)


def advance(env, rng, decisions, player="mixed"):
    """Play some decisions of an environment, fewer if its game ends."""
    for _ in range(decisions):
        if env.game.is_over(env.state_record):
            return
        env.step(choose(env.game, env.state_record, player, rng))


def finish(env, rng, player="mixed"):
    """Play an environment's game to its end and let every agent take its last step; return what each step showed."""
    shown = []
    for _ in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        shown.append((whole(env), reward))
        over = terminated or truncated
        env.step(None if over else choose(env.game, env.state_record, player, rng))
    return shown


def whole(env):
    """Return all that an environment shows, in values that can be compared."""
    observations = [env.observe(agent) for agent in env.possible_agents]
    return {
        "fingerprint": env.fingerprint(),
        "agents": list(env.agents),
        "agent_selection": env.agent_selection,
        "rewards": dict(env.rewards),
        "cumulative": dict(env._cumulative_rewards),
        "terminations": dict(env.terminations),
        "truncations": dict(env.truncations),
        "infos": {agent: dict(info) for agent, info in env.infos.items()},
        "observations": [observation["observation"].tobytes() for observation in observations],
        "masks": [observation["action_mask"].tobytes() for observation in observations],
    }


def without_rng(state):
    """Return the bytes of a state apart from its generator."""
    copy = state.copy()
    copy["rng"] = 0
    return copy.tobytes()


def run_python(*arguments, folder=None, typed=None, **environment):
    """Run Python on this package, or on its copy in `folder`, `typed` its input; return the finished process."""
    folder = folder or PACKAGE.parent
    paths = [str(folder), str(SCRIPTS)]
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=folder,  # it comes first in the path of -c and -m
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), **environment},
        capture_output=True,
        text=True,
        input=typed,
        check=False,
    )


def step_learner(games, actions):
    """Step a learner's games and deal the finished ones anew.

    Return rewards, terminated, truncated, the finished games, and what the learner saw at their end.
    """
    rewards, terminated, truncated, finished = games.step(actions)
    final = games.final_observations(finished)
    games.begin(finished)
    return rewards, terminated, truncated, finished, final
