"""A running game inside a PettingZoo environment: what the AEC and the parallel environment have in common."""

import copy
import hashlib
from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo.utils.env_logger import EnvLogger

from rlboardgames.core import drivers, episode
from rlboardgames.core.checks import generator_values, one_of, position_in
from rlboardgames.core.compile import entry_point
from rlboardgames.core.errors import StateError, UsageError, shown
from rlboardgames.core.exclusive import OneCaller, exclusive
from rlboardgames.core.game import Game, require_game
from rlboardgames.core.guards import IllegalAction, IllegalActions, require_reset
from rlboardgames.core.records import STANDING_WIDTH, read_only
from rlboardgames.envs.spaces import GameBox

__all__ = ["RENDER_MODES", "RenderMode", "RunningGame"]

RenderMode = Literal["ansi"] | None

RENDER_MODES = (None, "ansi")

_BOUND = ("_tables", "_play_decision", "_observe_seat")  # made anew in each process


class RunningGame:
    """The state of a game that is being played, and what can be asked of it.

    The subclasses in the modules of the package, `mint_delivery_v0.env` for example, make their game.

    Parameters
    ----------
    game : Game
    render_mode : {None, "ansi"}
        With "ansi", `render` returns a drawing in text.
    illegal_action : {"terminate", "raise"}
        What an illegal action does: the game is terminated for everybody, the offender is paid -1 and the others 0; or
        `IllegalActionError`, the state untouched.

    Attributes
    ----------
    game_type : type
        Of the game, on the classes in the modules of the package.
    metadata : dict
        On the class, as PettingZoo and Gymnasium read it; each environment has a copy.

    Raises
    ------
    OptionError, DataError

    Notes
    -----
    Observations are dictionaries: ``"observation"``, an int8 vector described by ``env.game.observation``, and
    ``"action_mask"``, int8. Seats in them are relative: 0 is the observing seat.

    ``reset(seed=s)`` seeds the stream of chance events, ``reset()`` continues it. A position, see
    `rlboardgames.core.game.Game.position`, can be loaded with ``reset(options={"position": position})``.

    A game that is cut at ``max_steps`` is paid as if it had ended there, and so it is terminated; with the reward
    ``"score_delta"``, which pays nothing for the end, it is truncated. In both cases the last infos hold
    ``"max_steps_reached"``.

    An environment is for one caller at a time; a second one that steps or resets it meanwhile gets a `UsageError`.
    After an interrupt in the middle of a step it needs a `reset`.
    """

    _episode: tuple[str, ...] = ()
    """Names of the attributes that belong to an episode, beside the record and the mask."""

    game_type: ClassVar[type[Game]]
    metadata: dict[str, Any] = {"render_modes": ["ansi"], "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012

    def __init_subclass__(cls, **keywords):
        super().__init_subclass__(**keywords)
        if "game_type" in cls.__dict__ and "metadata" not in cls.__dict__:
            cls.metadata = {"name": cls.game_type.name, **RunningGame.metadata}

    def __init__(self, game: Game, render_mode: RenderMode = None, illegal_action: IllegalAction = "terminate") -> None:
        require_game(game)
        self.render_mode = one_of("render_mode", render_mode, RENDER_MODES)
        self._illegal_actions = IllegalActions(illegal_action)
        self._game = game
        self.metadata = {**copy.deepcopy(self.metadata), "name": game.name}  # the class's is read on the class
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self._make_observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(self.game.actions.size) for agent in self.possible_agents}
        self._guard = OneCaller()
        self._has_reset = False
        self._is_idle = True  # before the first reset, and after the end of a game
        self._observation_size = self.game.observation.size
        self._pays_for_end = self.game.pays_for_end
        self._make_buffers()
        self._bind_drivers()

    @property
    def game(self) -> Game:
        """The rules; stateless and unchangeable."""
        return self._game

    @property
    def illegal_action(self) -> IllegalAction:
        """What an illegal action does, as the keyword says."""
        return self._illegal_actions.mode

    def _make_observation_space(self):
        return Dict(
            {
                "observation": GameBox(self.game),
                "action_mask": Box(0, 1, (self.game.actions.size,), dtype=np.int8),
            }
        )

    def _make_buffers(self):
        self._record = self.game.clone(self.game.blank)
        self._mask = np.zeros(self.game.actions.size, np.int8)
        self._standings = np.zeros((self.game.num_players, STANDING_WIDTH), np.int32)
        self._rewards = np.zeros(self.game.num_players, np.float32)

    def _bind_drivers(self):
        self._tables = self.game.tables
        self._play_decision = entry_point(
            drivers.play, self._tables, self._record, 0, 0, self._mask, self._standings, self._rewards
        )
        self._observe_seat = entry_point(drivers.observe, self._tables, self._record, 0, 0, self._mask)

    def __getstate__(self):
        return {name: value for name, value in self.__dict__.items() if name not in _BOUND}

    def __setstate__(self, attributes):
        if "_game" not in attributes:
            raise StateError("this environment was pickled by an older version of the package")
        if attributes["_has_reset"]:
            attributes["_game"].require_possible(attributes["_record"])  # of this version's layout, and not damaged
        self.__dict__.update(attributes)
        self._bind_drivers()

    def _give_up(self):
        # an interrupt has ended a step halfway: record and agents may not agree
        self._has_reset = False
        self._is_idle = True

    def _require_reset(self, method):
        require_reset(self._has_reset, method)

    def _deal(self, seed, options):
        # a new game, or the position in `options`; where that is refused, the running game is untouched
        position = position_in(options)
        rng = self._record["rng"][0] if seed is None and self._has_reset else generator_values(seed, 1)[0]
        if position is None:
            self._record["rng"] = rng
            drivers.deal(self.game.tables, self.game.blank, self._record, 0, self._mask)
        else:
            record = self.game.from_position(position)
            self._check_beginning(record)
            if seed is not None or "rng" not in position:
                record["rng"] = rng
            self._record = record
            self._mask = self.game.mask(record)
        self._is_idle = self.game.is_over(self._record)
        self._has_reset = True

    def _ending(self, status):
        # terminated, truncated and info: whatever pays for the end is the end
        if status == episode.TRUNCATED:
            return self._pays_for_end, not self._pays_for_end, {"max_steps_reached": True}
        return status == episode.TERMINATED, False, {}

    def _meet_illegal_action(self, index):
        self._illegal_actions.meet(
            lambda: self.game.illegal_action_error(self._record, index), EnvLogger.warn_on_illegal_move
        )

    def _check_beginning(self, record):
        """Refuse a position at which this kind of environment cannot begin."""

    def observation_space(self, agent: str) -> Dict:
        """Return the observation space of an agent, always the same object."""
        try:
            return self.observation_spaces[agent]
        except (KeyError, TypeError):
            raise self._unknown(agent) from None

    def action_space(self, agent: str) -> Discrete:
        """Return the action space of an agent, always the same object."""
        try:
            return self.action_spaces[agent]
        except (KeyError, TypeError):
            raise self._unknown(agent) from None

    def _unknown(self, agent):
        return UsageError(f"there is no agent {shown(agent)}; the agents are {', '.join(self.possible_agents)}")

    def render(self) -> str | None:
        """Return a drawing of the table in text, or None without a render mode."""
        self._require_reset("render")
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render mode; make the environment with one.")
            return None
        return self.game.render_text(self._record)

    def close(self) -> None:
        """Do nothing: there is no window."""

    @property
    def state_record(self) -> np.ndarray:
        """The running game's state, read-only record array of shape (1,), for the methods of `game`."""
        self._require_reset("state_record")
        return read_only(self._record)

    def action_name(self, index: int) -> str:
        """Return the name of an action."""
        return self.game.action_name(index)

    def action_index(self, name: str) -> int:
        """Return the index of an action."""
        return self.game.action_index(name)

    def position(self) -> dict[str, Any]:
        """Return the running game as JSON values, see `rlboardgames.core.game.Game.position`."""
        self._require_reset("position")
        return self.game.position(self._record)

    def fingerprint(self) -> str:
        """Return 16 hexadecimal digits that depend on every byte of the running game."""
        self._require_reset("fingerprint")
        return self.game.fingerprint(self._record)

    def get_state(self) -> dict[str, Any]:
        """Return the exact state of the environment, for `set_state`.

        The stream of chance events belongs to it, that of coming unseeded resets included.

        Returns
        -------
        dict
            To be kept, pickled, copied; not to be read.
        """
        self._require_reset("get_state")
        state = {
            "game": repr(self.game),
            "record": self._record.tobytes(),
            "idle": self._is_idle,
            **{name: copy.deepcopy(getattr(self, name)) for name in self._episode},
        }
        return {**state, "checksum": _checksum(state)}

    @exclusive
    def set_state(self, state: dict[str, Any]) -> None:
        """Return to a state of `get_state`, of this environment or of another with the same keywords.

        Parameters
        ----------
        state : dict

        Raises
        ------
        StateError
            The state is not from an environment of this game with these keywords. Nothing has changed then.
        """
        wanted = {"game", "record", "idle", *self._episode, "checksum"}
        if not isinstance(state, dict) or state.keys() != wanted or not isinstance(state["game"], str):
            raise StateError("this is not a state of get_state()")
        if state["game"] != repr(self.game):
            raise StateError(f"the state belongs to {state['game']}, this environment is {self.game!r}")
        unsigned = {name: value for name, value in state.items() if name != "checksum"}
        if not _has_checksum(unsigned, state["checksum"]):
            raise StateError("the state is damaged: its checksum is wrong")
        record = self._record_of(state["record"])
        self._check_episode(record, state)
        self._record = record
        self._is_idle = state["idle"]
        self._mask = np.zeros(self.game.actions.size, np.int8) if self._is_idle else self.game.mask(record)
        for name in self._episode:
            setattr(self, name, copy.deepcopy(state[name]))
        self._has_reset = True

    def _record_of(self, content):
        if not isinstance(content, bytes) or len(content) != self.game.state_dtype.itemsize:
            raise StateError(f"the state is damaged: its record is not of {self.game.state_dtype.itemsize} bytes")
        record = np.ndarray(1, self.game.state_dtype, bytearray(content))
        self.game.require_possible(record)
        return record

    def _check_episode(self, record, state):
        """Refuse attributes of an episode that do not belong to its record."""
        if type(state["idle"]) is not bool or (self.game.is_over(record) and not state["idle"]):
            raise StateError("the state is damaged: its game is over and yet goes on")

    def clone(self) -> Any:
        """Return an environment that goes on independently from exactly here."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._guard = OneCaller()
        other.observation_spaces = copy.deepcopy(self.observation_spaces)  # they hold streams for sampling
        other.action_spaces = copy.deepcopy(self.action_spaces)
        other._make_buffers()
        if self._has_reset:
            other._record = self.game.clone(self._record)
            other._mask = self._mask.copy()
            for name in self._episode:
                setattr(other, name, copy.deepcopy(getattr(self, name)))
        return other

    def __copy__(self):
        return self.clone()


def _has_checksum(state, checksum):
    try:
        return isinstance(checksum, str) and _checksum(state) == checksum
    except Exception:  # whatever a foreign __repr__ raises
        return False


def _checksum(state):
    # compiled code trusts what it works on
    return hashlib.blake2b(repr(sorted(state.items())).encode(), digest_size=8).hexdigest()
