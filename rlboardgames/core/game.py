"""`Game`: one game with its options, as plain functions over state records. What every adapter is built on."""

import functools
import hashlib
import inspect
import zlib
from abc import ABC
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np

from rlboardgames.core import drivers, episode, records, soundness, verbs
from rlboardgames.core.checks import Seed, action_number, generator_values, one_of, whole_number
from rlboardgames.core.compile import entry_point
from rlboardgames.core.documents import Reader
from rlboardgames.core.episode import Reward
from rlboardgames.core.errors import CapabilityError, IllegalActionError, OptionError, PositionError, StateError, shown
from rlboardgames.core.positions import Keys, Place, as_declared
from rlboardgames.core.provenance import Provenance, said_in
from rlboardgames.core.set_once import SetOnce
from rlboardgames.core.spec import ActionSpec, ObservationSpec

__all__ = ["Game", "require_game"]


class Game(SetOnce, ABC):
    """A game with its options. Stateless and unchangeable: the states that it works on belong to the caller.

    Every method that takes a state looks at it whole, see `rlboardgames.core.soundness`, before rules see it.

    A state is a record array of shape (1,) and type ``state_dtype``; its bytes are the whole state, the random
    generator included. The subclasses are the games; each registers its verbs with `rlboardgames.core.verbs`.

    Parameters
    ----------
    num_players : int
        Number of seats.
    reward : {"outcome", "score", "score_delta"}
        What is paid: the outcome at the end, the points at the end, or points as they are earned and lost.
    max_steps : int
        Decisions after which an unfinished game is cut, and paid as if it had ended there.
    team_of_seat : sequence of int, optional
        Team of each seat, numbered from 0. By default each seat is its own.
    **options
        The other keywords that shape the game, as the subclass was given them.

    Attributes
    ----------
    name : str
        Versioned, for example ``"mint_delivery_v0"``.
    title : str
        For people.
    player_counts : range
        How many can play.
    actions : ActionSpec
    observation : ObservationSpec
    num_players : int
    teams : tuple of int
        Team of each seat; without team play each seat is its own.
    options : mapping
        Every keyword that shapes the game, the number of players excepted.
    laws : tuple of str
        What agrees with each other in every state.
    simultaneous : bool
        Whether the seats decide at the same time: nobody sees what the others have decided this turn.
    tables : record array, shape (1,)
        Options and data as the compiled rules read them. Read-only.
    blank : record array, shape (1,)
        What every state begins as. Read-only.
    bounds : record array, shape (2,)
        The lowest and the highest value of every cell of a state, the generator excepted. Read-only.

    Examples
    --------
    >>> from rlboardgames import mint_delivery_v0
    >>> game = mint_delivery_v0.game(num_players=3)
    >>> state = game.new_state(seed=7)
    >>> rewards = game.play(state, game.legal_actions(state)[0])
    >>> game.seat(state)
    1
    """

    name: ClassVar[str]
    title: ClassVar[str]
    player_counts: ClassVar[range]
    State: ClassVar[type[records.State]]
    Tables: ClassVar[type[records.Tables]]
    state_dtype: ClassVar[np.dtype]
    phases: ClassVar[tuple[str, ...]]
    position_parts: ClassVar[Keys]
    laws: ClassVar[tuple[str, ...]] = ()
    simultaneous: ClassVar[bool] = False
    shipped_provenance: ClassVar[tuple[Provenance, ...]] = ()
    edition: Any
    actions: ActionSpec
    observation: ObservationSpec

    def __init_subclass__(cls, **keywords):
        super().__init_subclass__(**keywords)
        if "State" in vars(cls):
            cls.state_dtype, cls.phases = cls.State.dtype, cls.State.phases
            if "position_parts" not in vars(cls):
                cls.position_parts = as_declared(cls.State)
        for parent in cls.__mro__[1:]:
            counts = vars(parent).get("player_counts", cls.player_counts)
            if not set(cls.player_counts) <= set(counts):
                raise TypeError(
                    f"{cls.__name__} is for {cls.player_counts} players, but {parent.__name__} for {counts}"
                )

    def __init__(
        self,
        num_players: int,
        reward: Reward,
        max_steps: int,
        team_of_seat: Sequence[int] | None = None,
        **options: Any,
    ) -> None:
        low, high = self.player_counts[0], self.player_counts[-1]
        self.num_players = whole_number("num_players", num_players, low, high)
        one_of("reward", reward, episode.REWARDS)
        max_steps = whole_number("max_steps", max_steps, 1, 2**31 - 1)
        self.options: Mapping[str, Any] = MappingProxyType({**options, "reward": reward, "max_steps": max_steps})
        self.teams = tuple(range(num_players) if team_of_seat is None else team_of_seat)
        tables = self.Tables.blank.copy()
        header = tables[0]
        header["max_steps"] = max_steps
        header["num_seats"] = num_players
        header["num_teams"] = len(set(self.teams))
        header["reward"] = episode.REWARDS.index(reward)
        header["team"][:num_players] = self.teams
        try:
            self._fill_tables(header)
        except OverflowError as error:
            raise OptionError(f"{self.name}: an option does not fit the tables: {error}") from None
        self.tables = _unchangeable(tables)
        self._id = self._tables_id()
        self._prepare()

    def _prepare(self):
        blank = self.State.blank.copy()
        blank["tables_id"] = self._id
        self.blank = _unchangeable(blank)
        bounds = self.State.bounds(self.tables[0])
        bounds["tables_id"] = self._id
        self.bounds = _unchangeable(bounds)
        self._edges = soundness.make_edges(self.state_dtype)

    @property
    def own_files(self) -> dict[str, str]:
        """The user's own data files, by the option that names them; a dict, empty with shipped data."""
        return {}

    @property
    def provenance(self) -> tuple[Provenance, ...]:
        """What is printed, derived, reconstructed or a ruling; of data of the user's own, what its file says."""
        if not self.own_files:
            return self.shipped_provenance
        return (*said_in(self.edition), *(entry for entry in self.shipped_provenance if entry.status == "ruling"))

    @property
    def has_teams(self) -> bool:
        """Whether seats play as partners."""
        return len(set(self.teams)) < self.num_players

    @property
    def identity(self) -> dict[str, Any]:
        """What an agent that has learned this game relies on, as a dict of plain values.

        The name, the number of players, all options but the rewards' and the length's, the data, the layout of the
        observation and the actions.
        """
        names = "\n".join(self.actions.names)
        return {
            "game": self.name,
            "players": self.num_players,
            "options": {
                key: value for key, value in self.options.items() if key not in ("reward", "max_steps", "data")
            },
            "data": self._data_id(),
            "observation": [[field.name, *field.shape, field.low, field.high] for field in self.observation.fields],
            "actions": [self.actions.size, zlib.crc32(names.encode())],
        }

    @property
    def capabilities(self) -> frozenset[str]:
        """What the game provides beyond its rules: ``"greedy"``, a built-in player, and ``"resample"``; a frozenset."""
        return verbs.provided(self.State) & {"greedy", "resample"}

    def require_capability(self, capability: str) -> None:
        """Raise `CapabilityError` if the game does not provide one of `capabilities`."""
        if capability not in self.capabilities:
            what = {"greedy": "player of its own", "resample": "way to draw anew what is hidden"}[capability]
            raise CapabilityError(f"{self.name} has no {what}: its rules leave out the verb {capability!r}")

    @property
    def pays_for_end(self) -> bool:
        """Whether the reward scheme pays when a game ends: then a cut at ``max_steps`` is an end as well."""
        return self.options["reward"] != "score_delta"

    def __repr__(self):
        keywords = ", ".join(f"{key}={value!r}" for key, value in self.options.items())
        return f"{self.name}.game(num_players={self.num_players}, {keywords})"

    def _tables_id(self):
        # the same for games whose states mean the same, byte by byte
        layout = repr((self.state_dtype.descr, self.Tables.dtype.descr))
        return zlib.crc32(layout.encode(), self._data_id())

    def _data_id(self):
        tables = self.tables.copy()
        tables["max_steps"] = tables["reward"] = 0
        return zlib.crc32(tables.tobytes())

    def __getstate__(self):
        kept = {name: value for name, value in self.__dict__.items() if name not in _PREPARED}
        return {**kept, "options": dict(self.options)}

    def __setstate__(self, attributes):
        options, tables = MappingProxyType(attributes["options"]), _unchangeable(attributes["tables"])
        self.__dict__.update(attributes, options=options, tables=tables)
        if tables.dtype != self.Tables.dtype or self._id != self._tables_id():
            raise StateError(f"this was pickled by a version of the package in which {self.name} had other records")
        self._prepare()

    # Drivers, without type resolution: states and masks are checked or made here

    @functools.cached_property
    def _find_fault(self):
        return entry_point(soundness.find_fault, self.tables, self.bounds, self._edges, self.clone(self.blank), 0)

    @functools.cached_property
    def _find_legal(self):
        return entry_point(drivers.legal, self.tables, self.clone(self.blank), 0, self._new_mask())

    @functools.cached_property
    def _observe_seat(self):
        vector = np.empty(self.observation.size, np.int8)
        return entry_point(drivers.observe, self.tables, self.clone(self.blank), 0, 0, vector)

    @functools.cached_property
    def _play_decision(self):
        rewards = np.zeros(self.num_players, np.float32)
        arguments = self.clone(self.blank), 0, 0, self._new_mask(), self._scratch(), rewards
        return entry_point(drivers.play, self.tables, *arguments)

    def _new_mask(self):
        return np.empty(self.actions.size, np.int8)

    # What a game adds to its verbs

    def _fill_tables(self, tables):
        """Write options and data into the tables record, and set `actions` and `observation` if they depend on them."""

    def _check_position(self, reader, state):
        """Complete a record that has been read from a position; refuse what the parts of a position cannot know."""

    def _has_ended(self, state):
        """Return whether, by what lies on the table, the rules can have ended the game of a record."""
        return True

    def _draw(self, state):
        """Return a drawing of a record in text: by default its fields."""
        who = "game over" if state["over"] else f"seat {state['seat']} to move, {self.phases[state['phase']]}"
        fields = as_declared(self.State).write(Place(self, state))
        return "\n".join([who, *(f"{key}: {value}" for key, value in fields.items())])

    # States

    def new_state(self, seed: Seed = None) -> np.ndarray:
        """Deal a new game.

        Parameters
        ----------
        seed : int, sequence of int or None
            As for `numpy.random.SeedSequence`.

        Returns
        -------
        record array, shape (1,)
        """
        state = np.zeros(1, self.state_dtype)
        state["rng"] = generator_values(seed, 1)
        drivers.deal(self.tables, self.blank, state, 0, self._new_mask())
        return state

    def clone(self, state: np.ndarray) -> np.ndarray:
        """Return an exact copy of a state, its generator included."""
        self._check_record(state)
        return np.ndarray(1, self.state_dtype, bytearray(state.tobytes()))  # five times faster than state.copy()

    def fingerprint(self, state: np.ndarray) -> str:
        """Return 16 hexadecimal digits that depend on every byte of a state."""
        self._check_record(state)
        return hashlib.blake2b(state.tobytes(), digest_size=8).hexdigest()

    def resample(self, state: np.ndarray, seat: int, seed: Seed = None) -> np.ndarray:
        """Return a state that `seat` cannot tell from this one, with what it cannot know drawn anew.

        The copy has a stream of its own, so that a planner cannot read coming chance events out of it.

        Parameters
        ----------
        state : record array, shape (1,)
        seat : int
        seed : int, sequence of int or None

        Returns
        -------
        record array, shape (1,)
        """
        self.require_capability("resample")
        seat = whole_number("seat", seat, 0, self.num_players - 1)
        copy = self.clone(self._checked(state))
        copy["rng"] = generator_values(seed, 1)
        drivers.resample(self.tables, copy, 0, seat)
        return copy

    def _check_record(self, state):
        if not isinstance(state, np.ndarray) or state.shape != (1,) or state.dtype != self.state_dtype:
            kind = f"array of {state.dtype}, shape {state.shape}" if isinstance(state, np.ndarray) else shown(state)
            raise StateError(f"{kind[:200]} is no state of {self.name}: new_state() makes one, clone() copies it")

    def _checked(self, state):
        # compiled code trusts what it works on, and is compiled for writeable records
        self._check_record(state)
        fault = self._find_fault(self.tables, self.bounds, self._edges, state, 0)
        if fault != soundness.SOUND:
            raise self._damage(state[0], fault)
        return state if state.flags.writeable else self.clone(state)

    def _damage(self, record, fault):
        if record["tables_id"] != self._id or record["num_seats"] != self.num_players:
            return StateError(f"the state is of another number of players, other options or other data than {self!r}")
        if fault == soundness.WRONG_HEADER:
            words = ", ".join(f"{name} {record[name]}" for name in ("seat", "over", "decisions"))
            return StateError(f"the state is damaged: none of {self!r} has {words}")
        if fault == soundness.OUT_OF_RANGE:
            return StateError(f"the state is damaged: {soundness.out_of_range(record, self.bounds)}")
        return StateError(f"the state is damaged. In every state of {self.name} {self.laws[fault]}")

    def require_playable(self, states: np.ndarray) -> None:
        """Refuse states, any number of them, unless each is one of this game's with which play can go on.

        Parameters
        ----------
        states : record array, shape (N,)

        Raises
        ------
        StateError
            Says which is not, and why.
        """
        if not isinstance(states, np.ndarray) or states.ndim != 1 or states.dtype != self.state_dtype:
            raise StateError(f"{shown(states)} is no array of states of {self.name}")
        mask = self._new_mask()
        i = soundness.first_unplayable(self.tables, self.bounds, self._edges, states, mask)
        if i == len(states):
            return
        try:
            words = "is over" if self.is_over(states[i : i + 1]) else "allows no action"
        except StateError as error:
            raise StateError(f"state {i}: {error}") from None
        raise StateError(f"state {i} {words}: there is nothing to go on with")

    def require_possible(self, state: np.ndarray) -> None:
        """Refuse a state from outside that no position describes, whatever its bytes.

        The methods that take a state see to it that its cells are in range and agree with each other. This looks at the
        history as well: it refuses what play cannot have led to. It is for states that come from a file or another
        program, and takes as long as dozens of decisions.

        Parameters
        ----------
        state : record array, shape (1,)

        Raises
        ------
        StateError
            Says what cannot be.
        """
        self._checked(state)
        try:
            described = self.from_position(self.position(state))
        except (PositionError, IndexError, KeyError, ValueError, OverflowError) as error:  # names of what is not there
            raise StateError(f"the state is damaged: {error}") from error
        if described.tobytes() != state.tobytes():
            raise StateError("the state is damaged: cells that are not in use are not empty")

    # Reading a state

    def seat(self, state: np.ndarray) -> int:
        """Return the seat to move; -1 when the game is over."""
        return int(self._checked(state)["seat"][0])

    def is_over(self, state: np.ndarray) -> bool:
        """Return whether the game is over."""
        return bool(self._checked(state)["over"][0])

    def mask(self, state: np.ndarray) -> np.ndarray:
        """Return the int8 mask, shape (actions.size,), of the seat to move; zeros when the game is over."""
        mask = self._new_mask()
        self._find_legal(self.tables, self._checked(state), 0, mask)
        return mask

    def legal_actions(self, state: np.ndarray) -> list[int]:
        """Return the list of the indices of the legal actions, ascending."""
        return np.flatnonzero(self.mask(state)).tolist()

    def observe(self, state: np.ndarray, seat: int) -> np.ndarray:
        """Return the observation of a seat, int8, shape (observation.size,)."""
        out = np.empty(self.observation.size, np.int8)
        seat = whole_number("seat", seat, 0, self.num_players - 1)
        self._observe_seat(self.tables, self._checked(state), 0, seat, out)
        return out

    def _scratch(self):
        return np.empty((self.num_players, records.STANDING_WIDTH), np.int32)

    def standing(self, state: np.ndarray) -> np.ndarray:
        """Return points and tie-breakers of every seat, int32, shape (num_players, records.STANDING_WIDTH)."""
        standings = self._scratch()
        drivers.standing(self.tables, self._checked(state), 0, standings)
        return standings

    def outcome(self, state: np.ndarray) -> np.ndarray:
        """Return the outcome of every seat as if the game ended now, float32, shape (num_players,)."""
        outcomes = np.empty(self.num_players, np.float32)
        drivers.outcome(self.tables, self.clone(self._checked(state)), 0, self._scratch(), outcomes)
        return outcomes

    def render_text(self, state: np.ndarray) -> str:
        """Return a drawing of the table in text, for people.

        Parameters
        ----------
        state : record array, shape (1,)

        Returns
        -------
        str
        """
        return self._draw(self._checked(state)[0])

    # Acting

    def play(self, state: np.ndarray, action: int | str) -> np.ndarray:
        """Play one decision of the seat to move, in place.

        Parameters
        ----------
        state : record array, shape (1,)
        action : int or str
            Index or name.

        Returns
        -------
        ndarray of float32, shape (num_players,)
            Reward of every seat.

        Raises
        ------
        IllegalActionError, OptionError, UsageError
            The action is not legal, has no such name, or is no number. The state is then untouched.
        StateError
            The state is read-only, or none of this game's. All methods that take a state raise it for the latter.
        """
        index = self.action_index(action) if isinstance(action, str) else action_number(action)
        if not 0 <= index < self.actions.size:
            raise self.illegal_action_error(state, index)
        mask, rewards = self.mask(state), np.zeros(self.num_players, np.float32)
        if not state.flags.writeable:
            raise StateError("the state is read-only: clone() makes a writeable copy")
        status = self._play_decision(self.tables, state, 0, index, mask, self._scratch(), rewards)
        if status == episode.ILLEGAL:
            raise self.illegal_action_error(state, index)
        return rewards

    def illegal_action_error(self, state: np.ndarray, action: int | str) -> IllegalActionError:
        """Return the exception that names the seat, the refused action, given by index or name, and the legal ones."""
        action = self.action_index(action) if isinstance(action, str) else action
        known = 0 <= action < self.actions.size
        words = f"{self.actions.names[action]!r} ({action})" if known else shown(action)
        if self.is_over(state):
            return IllegalActionError(f"the game is over: action {words} cannot be played")
        legal = ", ".join(self.actions.names[index] for index in self.legal_actions(state))
        return IllegalActionError(f"seat {self.seat(state)}: action {words} is not legal here; legal are: {legal}")

    def greedy_action(self, state: np.ndarray) -> int:
        """Return the action of the greedy player for the seat to move of an unfinished game."""
        self.require_capability("greedy")
        state = self._checked(state)
        if state["over"][0]:
            raise IllegalActionError("the game is over: there is nothing to choose")
        return int(drivers.greedy(self.tables, state, 0))

    def action_name(self, index: int) -> str:
        """Return the name of an action; `OptionError` if there is no such index."""
        return self.actions.names[whole_number("action", index, 0, self.actions.size - 1)]

    def action_index(self, name: str) -> int:
        """Return the index of an action; `OptionError` if there is no such name."""
        try:
            return self.actions.index(name)
        except (KeyError, TypeError):
            raise OptionError(
                f"{self.name} has no action named {shown(name)}; the first is {self.actions.names[0]!r}"
            ) from None

    # Positions

    def position(self, state: np.ndarray) -> dict[str, Any]:
        """Return the whole state as JSON values that a person can read; hidden parts included.

        Parameters
        ----------
        state : record array, shape (1,)

        Returns
        -------
        dict
        """
        record = self._checked(state)[0]
        return {
            "game": self.name,
            "players": self.num_players,
            "options": dict(self.options),
            "seat": int(record["seat"]),
            "phase": self.phases[record["phase"]],
            "over": bool(record["over"]),
            "decisions": int(record["decisions"]),
            **self.position_parts.write(Place(self, record)),
            "rng": str(int(record["rng"])),
        }

    def from_position(self, position: Any, seed: Seed = None) -> np.ndarray:
        """Return the state that a position describes; `from_position(position(s))` equals `s`.

        Parameters
        ----------
        position : dict
            As `position` returns it. Optional keys: ``"rng"``, and every option that has its default.
        seed : int, sequence of int or None
            Seeds the generator where the position has no ``"rng"``.

        Returns
        -------
        record array, shape (1,)

        Raises
        ------
        PositionError
            Names the key and the reason.
        """
        reader = Reader(position, "position")
        common = ("game", "players", "seat", "phase", "over", "decisions")
        reader.keys((*common, *self.position_parts.required), ("options", "rng", *self.position_parts.optional))
        state = self.clone(self.blank)
        record = state[0]
        self._read_header(reader, record)
        if "rng" in position:
            record["rng"] = _generator_value(reader.at("rng"))
        else:
            record["rng"] = generator_values(seed, 1)[0]
        self.position_parts.read_keys(Place(self, record), reader)
        self._check_position(reader, record)
        if record["over"] and record["decisions"] < self.options["max_steps"] and not self._has_ended(record):
            reader.at("over").refuse(f"nothing has ended this game after {record['decisions']} decisions")
        try:
            self._checked(state)
        except StateError as error:
            reader.refuse(str(error))
        if not self.mask(state).any() and not record["over"]:
            reader.refuse("no action is legal here, so the phase or its details cannot be")
        return state

    def _read_header(self, reader, record):
        reader.at("game").choice((self.name,))
        players = reader.at("players").integer(self.player_counts[0], self.player_counts[-1])
        if players != self.num_players:
            reader.at("players").refuse(f"the position is for {players} players, this game for {self.num_players}")
        self._check_options(reader.at("options", {}))
        over = reader.at("over").boolean()
        record["num_seats"] = self.num_players
        record["over"] = over
        record["seat"] = reader.at("seat").integer(-1 if over else 0, -1 if over else self.num_players - 1)
        record["phase"] = reader.at("phase").choice(self.phases)
        last = self.options["max_steps"] if over else self.options["max_steps"] - 1
        record["decisions"] = reader.at("decisions").integer(0, last)

    def _check_options(self, reader):
        reader.keys((), tuple(self.options))
        parameters = inspect.signature(type(self)).parameters
        for key, value in self.options.items():
            given = reader.at(key, parameters[key].default)
            if type(given.value) is not type(value) or given.value != value:
                given.refuse(f"the position has {shown(given.value)}, this game {value!r}")


_DRIVERS = ("_find_fault", "_find_legal", "_observe_seat", "_play_decision")
_PREPARED = ("blank", "bounds", "_edges", *_DRIVERS)  # made anew in each process


def _unchangeable(array):
    # not even setting its flags makes it writeable
    return np.frombuffer(array.tobytes(), array.dtype)


def require_game(game: Any) -> None:
    """Raise `OptionError` for anything but a `Game`."""
    if not isinstance(game, Game):
        raise OptionError(f"game={shown(game)} is no Game; mint_delivery_v0.game(), for example, makes one")


def _generator_value(reader):
    text = reader.text()
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) < 2**64):
        reader.refuse(f"{text[:30]!r} is not a decimal number below 2**64")
    return int(text)
