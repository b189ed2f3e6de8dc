"""Hasty Baker as a `Game`: options, tables, positions."""

from os import PathLike
from typing import ClassVar

from rlboardgames.core import verbs
from rlboardgames.core.episode import Reward
from rlboardgames.core.game import Game
from rlboardgames.core.keywords import refuse_unknown_keywords
from rlboardgames.games.hasty_baker import rules, text
from rlboardgames.games.hasty_baker import state as s
from rlboardgames.games.hasty_baker.actions import ACTIONS
from rlboardgames.games.hasty_baker.data import check_size, fill_tables, load_edition
from rlboardgames.games.hasty_baker.greedy import greedy
from rlboardgames.games.hasty_baker.laws import LAWS, broken_law
from rlboardgames.games.hasty_baker.observation import OBSERVATION, observe
from rlboardgames.games.hasty_baker.positions import POSITION, check_position, has_ended
from rlboardgames.games.hasty_baker.provenance import PROVENANCE

__all__ = ["HastyBaker"]

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


class HastyBaker(Game):
    """Complete recipes, hinder the other bakers, be the first to have five points: 2 to 6 players.

    Parameters
    ----------
    num_players : int
        2 to 6.
    reward : {"outcome", "score", "score_delta"}
    max_steps : int
        Decisions after which the game is truncated and scored as it stands.
    data : str or path-like, optional
        A deck of your own, in the format of the shipped ``base.json``.

    Raises
    ------
    OptionError, DataError

    Examples
    --------
    >>> from rlboardgames import hasty_baker_v0
    >>> game = hasty_baker_v0.game()
    >>> state = game.new_state(seed=1)
    >>> _ = game.play(state, game.legal_actions(state)[0])
    >>> game.position(state)["actions_left"]
    1
    """

    name: ClassVar[str] = "hasty_baker_v0"
    title: ClassVar[str] = "Hasty Baker"
    player_counts: ClassVar[range] = range(2, 7)
    State = s.State
    Tables = s.Tables
    position_parts = POSITION
    shipped_provenance = PROVENANCE
    laws = LAWS
    _check_position = check_position
    _has_ended = has_ended
    _draw = text.render
    actions = ACTIONS
    observation = OBSERVATION

    @refuse_unknown_keywords
    def __init__(
        self,
        num_players: int = 2,
        *,
        reward: Reward = "outcome",
        max_steps: int = 3000,
        data: str | PathLike[str] | None = None,
    ) -> None:
        self.edition = load_edition(data)
        super().__init__(num_players, reward, max_steps, data=None if data is None else str(data))

    @property
    def own_files(self) -> dict[str, str]:
        """The user's own data file, see `Game.own_files`."""
        return {} if self.options["data"] is None else {"data": self.options["data"]}

    def _fill_tables(self, tables):
        check_size(self.edition, self.options["data"], self.num_players)
        fill_tables(self.edition, tables)
        self.desserts = tuple(recipe["name"] for recipe in self.edition["recipes"])
