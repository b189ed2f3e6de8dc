"""Keywords of games as they are typed on a command line."""

import pytest

from rlboardgames.core.errors import OptionError
from rlboardgames.registry import make_game
from rlboardgames.terminal import parse_options


def test_values_are_json_or_text():
    """Numbers, yes and no are what they look like; all else is text, a number that is too long to be one too."""
    assert parse_options(["a=3", "b=true", "c=tokyo", "d=1=2"]) == {"a": 3, "b": True, "c": "tokyo", "d": "1=2"}
    assert isinstance(parse_options(["max_steps=" + "9" * 5000])["max_steps"], str)
    assert parse_options(["abilities=true"], players=3) == {"abilities": True, "num_players": 3}


@pytest.mark.parametrize("pair", ["abilities", "=3", "two words=3", ""])
def test_what_is_no_keyword_with_a_value_is_refused(pair):
    """It is named in the message."""
    with pytest.raises(OptionError, match=f"'{pair}' is not of the form key=value"):
        parse_options([pair])


def test_unknown_keywords_are_answered_with_the_known_ones():
    """Those of `make_game` itself are none of a game's."""
    for pair in ("colour=red", "name=3"):
        with pytest.raises(OptionError, match=f"{pair.partition('=')[0]}.*road_conditions"):
            make_game("mint_delivery", **parse_options([pair]))


def test_the_number_of_players_is_given_once():
    """As an option of its own or as a keyword."""
    with pytest.raises(OptionError, match="--players"):
        parse_options(["num_players=3"], players=2)
