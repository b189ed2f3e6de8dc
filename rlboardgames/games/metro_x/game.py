"""Metro X as a `Game`: options, tables, positions."""

from os import PathLike
from typing import ClassVar

from rlboardgames.core import verbs
from rlboardgames.core.episode import Reward
from rlboardgames.core.game import Game
from rlboardgames.core.keywords import refuse_unknown_keywords
from rlboardgames.games.metro_x import rules, text
from rlboardgames.games.metro_x import state as s
from rlboardgames.games.metro_x.actions import make_actions
from rlboardgames.games.metro_x.data import fill_tables, load_edition, shipped_maps
from rlboardgames.games.metro_x.greedy import greedy
from rlboardgames.games.metro_x.laws import LAWS, broken_law
from rlboardgames.games.metro_x.observation import make_observation, observe
from rlboardgames.games.metro_x.positions import POSITION, check_position, has_ended
from rlboardgames.games.metro_x.provenance import PROVENANCE

__all__ = ["MetroX"]

verbs.register(
    s.State,
    deal=rules.deal,
    legal=rules.legal,
    play=rules.play,
    observe=observe,
    resample=rules.resample,
    standing=rules.standing,
    greedy=greedy,
    broken_law=broken_law,
)


class MetroX(Game):
    """Cross off the stations of a city's metro lines, the same card for all: 1 to 6 players.

    Parameters
    ----------
    num_players : int
        1 to 6.
    map : {"metro_city", "tube_town", "tokyo", "osaka"} or path-like
        A shipped map, or a file with a map of your own, in the format of the shipped ``maps.json``.
    reward : {"outcome", "score", "score_delta"}
    max_steps : int
        Decisions after which the game is truncated and scored as it stands; those of an unfinished turn are void.

    Raises
    ------
    OptionError, DataError

    Examples
    --------
    >>> from rlboardgames import metro_x_v0
    >>> game = metro_x_v0.game(num_players=3)
    >>> state = game.new_state(seed=1)
    >>> _ = game.play(state, game.legal_actions(state)[0])
    >>> game.position(state)["seat"]
    1
    """

    name: ClassVar[str] = "metro_x_v0"
    title: ClassVar[str] = "Metro X"
    player_counts: ClassVar[range] = range(1, 7)
    State = s.State
    Tables = s.Tables
    position_parts = POSITION
    shipped_provenance = PROVENANCE
    laws = LAWS
    simultaneous = True
    _check_position = check_position
    _has_ended = has_ended
    _draw = text.render

    @refuse_unknown_keywords
    def __init__(
        self,
        num_players: int = 2,
        *,
        map: str | PathLike[str] = "metro_city",  # noqa: A002
        reward: Reward = "outcome",
        max_steps: int = 1000,
    ) -> None:
        self.edition = load_edition(map)
        super().__init__(num_players, reward, max_steps, map=str(map))

    @property
    def own_files(self) -> dict[str, str]:
        """The user's own map, see `Game.own_files`."""
        return {} if self.options["map"] in shipped_maps() else {"map": self.options["map"]}

    def _fill_tables(self, tables):
        fill_tables(self.edition, tables)
        num_stations = self.edition.board["stations"]
        self.lines = tuple(line["line"] for line in self.edition.board["lines"])
        self.faces = tuple(dict.fromkeys(self.edition.cards))
        self.actions = make_actions(self.lines, num_stations)
        tables["first_station"] = self.actions.first.station
        tables["pass_action"] = self.actions.first.pass_turn
        self.observation = make_observation(self.faces, len(self.lines), num_stations)
        tables["field_start"] = list(self.observation.starts.values())
