"""Mint Delivery as a `Game`: options, tables, positions."""

from os import PathLike
from typing import ClassVar

from rlboardgames.core import verbs
from rlboardgames.core.checks import whole_number
from rlboardgames.core.episode import Reward
from rlboardgames.core.errors import OptionError, shown
from rlboardgames.core.game import Game
from rlboardgames.core.keywords import refuse_unknown_keywords
from rlboardgames.games.mint_delivery import rules, text
from rlboardgames.games.mint_delivery import state as s
from rlboardgames.games.mint_delivery.actions import make_actions
from rlboardgames.games.mint_delivery.data import fill_tables, load_edition, most_road_conditions
from rlboardgames.games.mint_delivery.greedy import greedy
from rlboardgames.games.mint_delivery.laws import LAWS, broken_law
from rlboardgames.games.mint_delivery.observation import make_observation, observe
from rlboardgames.games.mint_delivery.positions import POSITION, check_position, has_ended
from rlboardgames.games.mint_delivery.provenance import PROVENANCE

__all__ = ["MintDelivery"]

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


class MintDelivery(Game):
    """Fetch mints, upgrade them, deliver orders: 2 to 5 players.

    Parameters
    ----------
    num_players : int
        2 to 5.
    abilities : bool
        Play variant 1: three abilities can be acquired.
    road_conditions : int
        Play variant 2 with 0 to 4 tokens on the roads; the rule book advises 3.
    reward : {"outcome", "score", "score_delta"}
    max_steps : int
        Decisions after which the game is truncated and scored as it stands.
    data : str or path-like, optional
        An edition of your own, in the format of the shipped ``base.json``.

    Raises
    ------
    OptionError, DataError

    Examples
    --------
    >>> from rlboardgames import mint_delivery_v0
    >>> game = mint_delivery_v0.game()
    >>> state = game.new_state(seed=1)
    >>> _ = game.play(state, "keep none")
    >>> game.position(state)["seat"]
    1
    """

    name: ClassVar[str] = "mint_delivery_v0"
    title: ClassVar[str] = "Mint Delivery"
    player_counts: ClassVar[range] = range(2, 6)
    State = s.State
    Tables = s.Tables
    position_parts = POSITION
    shipped_provenance = PROVENANCE
    laws = LAWS
    _check_position = check_position
    _has_ended = has_ended
    _draw = text.render

    @refuse_unknown_keywords
    def __init__(
        self,
        num_players: int = 2,
        *,
        abilities: bool = False,
        road_conditions: int = 0,
        reward: Reward = "outcome",
        max_steps: int = 2000,
        data: str | PathLike[str] | None = None,
    ) -> None:
        if not isinstance(abilities, bool):
            raise OptionError(f"abilities={shown(abilities)} is neither True nor False")
        self.edition = load_edition(data)
        super().__init__(
            num_players,
            reward,
            max_steps,
            abilities=abilities,
            road_conditions=whole_number("road_conditions", road_conditions, 0, 4),
            data=None if data is None else str(data),
        )

    @property
    def own_files(self) -> dict[str, str]:
        """The user's own data file, see `Game.own_files`."""
        return {} if self.options["data"] is None else {"data": self.options["data"]}

    def _fill_tables(self, tables):
        most = most_road_conditions(self.edition)
        if self.options["road_conditions"] > most:
            raise OptionError(f"road_conditions={self.options['road_conditions']}: the edition has places for {most}")
        tables["abilities"] = self.options["abilities"]
        tables["road_conditions"] = self.options["road_conditions"]
        fill_tables(self.edition, tables)
        spaces = [space["name"] for space in self.edition["map"]["spaces"]]
        self.spaces = tuple(spaces)
        self.towns = tuple(spaces[space] for space in tables["town_space"])
        self.abilities = tuple(card["name"] for card in self.edition["abilities"]["cards"])
        self.actions = make_actions(self.spaces, self.towns)
        self.observation = make_observation(len(spaces))
