"""A record of a game: what was decided, and all that there was to see before and after."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from rlboardgames.core.checks import whole_number, whole_seed
from rlboardgames.core.documents import read_json
from rlboardgames.core.errors import OptionError, PositionError, RecordError, shown
from rlboardgames.core.game import require_game
from rlboardgames.envs.aec import GameEnv
from rlboardgames.records.players import player_of
from rlboardgames.registry import make_game

__all__ = ["ENDINGS", "Decision", "Record", "Snapshot", "Table", "actions_of", "fields_of", "record", "returns_of"]

ENDINGS = ("rules", "max_steps", "stopped")
"""Why a record ends: the rules ended the game, ``max_steps`` cut it, or it was recorded no further."""

_OF_THE_GAME = ("game", "players", "options")  # keys of a position that stand in the header


@dataclass(frozen=True)
class Snapshot:
    """What there is to see between two decisions.

    Attributes
    ----------
    position : dict
        As `rlboardgames.core.game.Game.position` returns it, without game, players and options.
    mask : bytes
        Of the seat to move, 0 or 1 for each action.
    observations : tuple of bytes
        Of every seat, int8.
    """

    position: dict[str, Any]
    mask: bytes
    observations: tuple[bytes, ...]


@dataclass(frozen=True)
class Decision:
    """One decision and what it led to.

    Attributes
    ----------
    number : int
        From 1.
    seat : int
    action : str
        Name of the action.
    rewards : tuple of float
        Of every seat.
    after : Snapshot
    """

    number: int
    seat: int
    action: str
    rewards: tuple[float, ...]
    after: Snapshot


@dataclass(frozen=True)
class Record:
    """A game that was played, from its beginning to its end or to where it was stopped. Iterating gives its decisions.

    Attributes
    ----------
    game : str
        Versioned name.
    players : int
    options : dict
        Keywords of the game, those that name a file of the user's excepted.
    files : dict of str to str
        Digests of the user's own data files, by the option that names them.
    seed : int
    agent : str
        Who chose: "random", "greedy", "mixed" (greedy in three of four decisions on average), "actions", or the name of
        another agent.
    is_dealt : bool
        Whether it begins with a deal, and not at a position.
    fields : dict of str to tuple of int
        Shapes of the fields of an observation.
    actions : tuple of int and str
        Number of the actions, and a digest of their names.
    beginning : Snapshot
    decisions : tuple of Decision
    ending : {"rules", "max_steps", "stopped"}
    returns : tuple of float
        Sum of the rewards of every seat.
    """

    game: str
    players: int
    options: dict[str, Any]
    files: dict[str, str]
    seed: int
    agent: str
    is_dealt: bool
    fields: dict[str, tuple[int, ...]]
    actions: tuple[int, str]
    beginning: Snapshot
    decisions: tuple[Decision, ...]
    ending: str
    returns: tuple[float, ...]

    def __iter__(self):
        return iter(self.decisions)

    def __len__(self):
        return len(self.decisions)

    def snapshot(self, decisions):
        """Return what there was to see after so many decisions.

        Parameters
        ----------
        decisions : int
            0 to the number of decisions.

        Returns
        -------
        Snapshot

        Raises
        ------
        OptionError
        """
        decisions = whole_number("decisions", decisions, 0, len(self.decisions))
        return self.decisions[decisions - 1].after if decisions else self.beginning

    def make_game(self, **files):
        """Make the game that was played.

        Parameters
        ----------
        **files : str or path-like
            The user's own data files, by the option that names them.

        Returns
        -------
        Game

        Raises
        ------
        RecordError
            There is no such game or option, a file is missing, or it is not the one that was played with.
        OptionError, DataError
            A file that the record has no place for, or that cannot be read.
        """
        for option in files:
            if option not in self.files:
                raise OptionError(f"{option}={shown(files[option])}: the record was played without a file for {option}")
        for option, digest in self.files.items():
            if option not in files:
                raise RecordError(f"played with a file of its own: name it, {option}=FILE")
            if _digest(read_json(files[option])) != digest:
                raise RecordError(f"{option}={shown(files[option])} is not the file that was played with")
        try:
            return make_game(self.game, num_players=self.players, **self.options, **files)
        except OptionError as error:
            raise RecordError(f"this version of the package has no such game: {error}") from error

    def env_at(self, decisions, **files):
        """Return an environment that stands where the game stood after so many decisions.

        Parameters
        ----------
        decisions : int
        **files : str or path-like
            As for `make_game`.

        Returns
        -------
        GameEnv
            Its state is the recorded one, the generator included.
        """
        env = GameEnv(self.make_game(**files))
        env.reset(options={"position": self.position(decisions, env.game)})
        return env

    def position(self, decisions, game):
        """Return the whole position after so many decisions, as `game` reads it."""
        header = {"game": self.game, "players": self.players, "options": dict(game.options)}
        return {**header, **self.snapshot(decisions).position}


def record(game, agent="random", seed=0, decisions=None, position=None):
    """Play a game and record it.

    Parameters
    ----------
    game : Game
    agent : str, Agent or sequence of str
        Who plays all seats: "random", "greedy", "mixed", an agent or the file of a model; or the names of the actions.
        "random" and "mixed" draw from a generator of the package's own, so that the same seed gives the same record
        everywhere.
    seed : int
        Of the game, unless it begins at a position that has a generator, and of the agent.
    decisions : int, optional
        Record so many at most.
    position : dict, optional
        Begin there instead of with a deal.

    Returns
    -------
    Record

    Raises
    ------
    OptionError, PositionError, IllegalActionError, UsageError

    Examples
    --------
    >>> from rlboardgames import monad_v0
    >>> played = record(monad_v0.game(), agent="mixed", seed=1, decisions=20)
    >>> len(played), played.ending
    (20, 'stopped')
    """
    require_game(game)
    seed = whole_seed(seed)
    most = None if decisions is None else whole_number("decisions", decisions, 0)
    player = player_of(agent, game, seed)
    table = Table(game, seed, position)
    if table.is_over:
        raise PositionError("position.over: the game is over, and there is nothing to record")
    beginning = table.snapshot()
    played: list[Decision] = []
    while not table.is_over and not player.is_done and (most is None or len(played) < most):
        seat, action = table.seat, player.choose(table.state)
        rewards = table.play(action)
        played.append(Decision(len(played) + 1, seat, game.action_name(action), rewards, table.snapshot()))
    return Record(
        game=game.name,
        players=game.num_players,
        options={key: value for key, value in game.options.items() if key not in game.own_files},
        files={option: _digest(read_json(path)) for option, path in game.own_files.items()},
        seed=seed,
        agent=player.name,
        is_dealt=position is None,
        fields=fields_of(game),
        actions=actions_of(game),
        beginning=beginning,
        decisions=tuple(played),
        ending=table.ending,
        returns=returns_of(played, game.num_players),
    )


class Table:
    """An environment in which a record is played.

    Parameters
    ----------
    game : Game
    seed : int
    position : dict, optional
        To begin at.
    """

    def __init__(self, game, seed, position=None):
        self.game = game
        self._env = GameEnv(game, illegal_action="raise")
        self._env.reset(
            seed=seed if position is None or "rng" not in position else None, options={"position": position}
        )

    @property
    def state(self):
        """The state, read-only."""
        return self._env.state_record

    @property
    def seat(self):
        """The seat to move; -1 when the game is over."""
        return self.game.seat(self.state)

    @property
    def is_over(self):
        """Whether the game is over."""
        return self.game.is_over(self.state)

    @property
    def ending(self):
        """Which of `ENDINGS` a record that ended here would have."""
        if not self.is_over:
            return "stopped"
        is_cut = any("max_steps_reached" in info for info in self._env.infos.values())
        return "max_steps" if is_cut else "rules"

    def play(self, action):
        """Play an action; return the rewards of every seat as a tuple."""
        self._env.step(action)
        return tuple(float(self._env.rewards[agent]) for agent in self._env.possible_agents)

    def snapshot(self):
        """Return what there is to see."""
        position = {key: value for key, value in self.game.position(self.state).items() if key not in _OF_THE_GAME}
        observations = tuple(self.game.observe(self.state, seat).tobytes() for seat in range(self.game.num_players))
        return Snapshot(position, self.game.mask(self.state).tobytes(), observations)


def fields_of(game):
    """Return the shape of each field of a game's observation."""
    return {field.name: tuple(field.shape) for field in game.observation.fields}


def actions_of(game):
    """Return the number of a game's actions and a digest of their names."""
    return game.actions.size, _digest(list(game.actions.names))


def returns_of(decisions, num_players):
    """Return the sum of the rewards of every seat."""
    rewards = np.array([decision.rewards for decision in decisions], np.float64).reshape(-1, num_players)
    return tuple(rewards.sum(axis=0).tolist())


def _digest(document):
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
