"""Where rules and data come from is said where users look."""

import re
from pathlib import Path

import pytest
from generic_cases import each_game

from rlboardgames.core.provenance import STATUSES
from rlboardgames.registry import make_game

ROOT = Path(__file__).resolve().parents[2]


def _said(name, *words):
    items = [entry for entry in make_game(name).provenance if all(word in " ".join(entry) for word in words)]
    return {entry.status for entry in items}


@each_game
def test_every_item_has_a_status_and_a_rule(name):
    """Each item is printed, derived, reconstructed or a ruling, and names a rule of the specification."""
    specification = (ROOT / "docs" / "rules" / f"{name.rpartition('_')[0]}.md").read_text(encoding="utf-8")
    assert make_game(name).provenance
    for entry in make_game(name).provenance:
        assert entry.status in STATUSES
        assert re.search(rf"\*\*{entry.rule}\b", specification), entry


@pytest.mark.parametrize(
    ("name", "words", "status"),
    [
        ("mint_delivery_v0", ("all 40 orders",), "reconstructed"),
        ("mint_delivery_v0", ("road graph",), "reconstructed"),
        ("mint_delivery_v0", ("all 13 abilities",), "reconstructed"),
        ("mint_delivery_v0", ("2 to 5 points",), "reconstructed"),
        ("mint_delivery_v0", ("38 mints",), "ruling"),
        ("mint_delivery_v0", ("MD-16",), "ruling"),
        ("hasty_baker_v0", ("34 strategy cards", "110"), "reconstructed"),
        ("hasty_baker_v0", ("8 of 11 recipes",), "reconstructed"),
        ("hasty_baker_v0", ("two cards each",), "reconstructed"),
        ("hasty_baker_v0", ("may take two actions",), "ruling"),
        ("metro_x_v0", ("Skip",), "ruling"),
        ("monad_v0", ("go under their column",), "ruling"),
    ],
)
def test_what_is_not_printed_is_said(name, words, status):
    """The reviewed labels."""
    assert _said(name, *words) == {status}


def test_the_readme_says_it():
    """In the sentence that claims truth to the rule book."""
    assert "reconstructed" in (ROOT / "README.md").read_text(encoding="utf-8").split("## Set-up")[0]
