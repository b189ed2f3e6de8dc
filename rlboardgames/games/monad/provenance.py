"""What of Monad is printed, and what is not."""

from rlboardgames.core.provenance import Provenance

__all__ = ["PROVENANCE"]

PROVENANCE = (
    Provenance("printed", "cards, ranks, colours and values", "rule text", "MO-1"),
    Provenance(
        "ruling",
        "of two cards returned by one trade the warm one goes under its column first",
        "the text is silent about the order in which traded cards go under their column",
        "MO-10",
    ),
    Provenance("ruling", "a bonus is taken whole or not at all", "the text is silent", "MO-12"),
    Provenance("ruling", "a purchase once begun is finished", "the text is silent", "MO-14"),
    Provenance("ruling", "the order in which the Commons of a leap are discarded", "the text is silent", "MO-15"),
    Provenance("ruling", "the game ends when every seat has passed", "the text is silent", "MO-21"),
)
