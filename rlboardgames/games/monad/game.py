"""Monad as a `Game`: options, tables, positions."""

from typing import ClassVar

from rlboardgames.core import verbs
from rlboardgames.core.episode import Reward
from rlboardgames.core.errors import OptionError, shown
from rlboardgames.core.game import Game
from rlboardgames.core.keywords import refuse_unknown_keywords
from rlboardgames.games.monad import rules, text
from rlboardgames.games.monad import state as s
from rlboardgames.games.monad.actions import ACTIONS
from rlboardgames.games.monad.greedy import greedy
from rlboardgames.games.monad.laws import LAWS, broken_law
from rlboardgames.games.monad.observation import OBSERVATION, observe
from rlboardgames.games.monad.positions import POSITION, check_position, has_ended
from rlboardgames.games.monad.provenance import PROVENANCE

__all__ = ["Monad"]

verbs.register(
    s.State,
    deal=rules.deal,
    legal=rules.legal,
    play=rules.play,
    settle=rules.settle,
    observe=observe,
    resample=rules.resample,
    standing=rules.standing,
    greedy=greedy,
    broken_law=broken_law,
)

_MONADS_TO_WIN = {2: 5, 3: 4, 4: 3}  # MO-20
_TEAM_MONADS_TO_WIN = 5
_TEAMS = (0, 1, 0, 1)

_IDENTITIES = {  # MO-3
    2: ("red", "orange", "yellow", "purple", "blue", "green"),
    3: ("purple", "blue", "green"),
    4: ("red", "orange", "purple", "blue"),
}


class Monad(Game):
    """Trade, buy and leap from Commons up to Monads: 2 to 4 players, or two teams of two.

    Parameters
    ----------
    num_players : int
        2 to 4.
    teams : bool
        Four players: seats 0 and 2 play together against seats 1 and 3.
    reward : {"outcome", "score", "score_delta"}
    max_steps : int
        Decisions after which the game is truncated and scored as it stands.

    Raises
    ------
    OptionError

    Examples
    --------
    >>> from rlboardgames import monad_v0
    >>> game = monad_v0.game()
    >>> state = game.new_state(seed=1)
    >>> game.position(state)["passes"]
    0
    """

    name: ClassVar[str] = "monad_v0"
    title: ClassVar[str] = "Monad"
    player_counts: ClassVar[range] = range(2, 5)
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
        self, num_players: int = 2, *, teams: bool = False, reward: Reward = "outcome", max_steps: int = 3000
    ) -> None:
        if not isinstance(teams, bool):
            raise OptionError(f"teams={shown(teams)} is neither True nor False")
        if teams and num_players != 4:
            raise OptionError(f"teams=True needs num_players=4, not {shown(num_players)}")
        super().__init__(num_players, reward, max_steps, _TEAMS if teams else None, teams=teams)

    def _fill_tables(self, tables):
        teams = self.options["teams"]
        tables["monads_to_win"] = _TEAM_MONADS_TO_WIN if teams else _MONADS_TO_WIN[self.num_players]
        identities = _IDENTITIES[self.num_players]
        tables["num_identities"] = len(identities)
        tables["identities"][: len(identities)] = [s.COLOUR_NAMES.index(colour) for colour in identities]
