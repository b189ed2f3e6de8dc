"""Where the rules and data of a game come from: what is printed, and what somebody had to decide."""

from typing import NamedTuple

__all__ = ["STATUSES", "Provenance"]

STATUSES = {
    "printed": "in the rule text or on the component, by an identified transcription",
    "derived": "follows arithmetically from what is printed",
    "reconstructed": "the printed value is not known to us; ours fits every known constraint",
    "ruling": "the rule text is silent or can be read in several ways; this is our reading",
}
"""What is known of an item, and what that means."""


class Provenance(NamedTuple):
    """What is known of one item.

    Attributes
    ----------
    status : str
        One of `STATUSES`.
    item : str
        What it is about.
    source : str
        Where it comes from, or the other readings of a ruling.
    rule : str
        Id in the game's specification.
    """

    status: str
    item: str
    source: str
    rule: str
