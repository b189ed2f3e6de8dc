"""Where the rules and data of a game come from: what is printed, and what somebody had to decide."""

from typing import Any, NamedTuple

__all__ = ["STATUSES", "Provenance", "said_in"]

STATUSES = {
    "printed": "in the rule text or on the component, by an identified transcription",
    "derived": "follows arithmetically from what is printed",
    "reconstructed": "the printed value is not known to us; ours fits every known constraint",
    "ruling": "the rule text is silent or can be read in several ways; this is our reading",
    "own": "from a data file that is not the package's; what the file says of it",
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


def said_in(document: Any) -> tuple[Provenance, ...]:
    """Return what a data file says of where its parts come from, under keys called ``provenance``.

    Parameters
    ----------
    document : dict

    Returns
    -------
    tuple of Provenance

    Examples
    --------
    >>> said_in({"map": {"provenance": "the printed board", "spaces": []}})[0].item
    'map'
    """
    return tuple(_rows(document, "")) or (Provenance("own", "all of the file", "the file does not say", ""),)


def _rows(value, path):
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        if "provenance" in value:
            yield Provenance("own", path or "the file", str(value["provenance"]), "")
        for key, inner in value.items():
            yield from _rows(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for k, inner in enumerate(value):
            yield from _rows(inner, f"{path}[{k}]")
