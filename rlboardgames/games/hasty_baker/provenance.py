"""What of Hasty Baker is printed, and what is not."""

from rlboardgames.core.provenance import Provenance

__all__ = ["PROVENANCE"]

PROVENANCE = (
    Provenance("printed", "76 ingredient cards", "rule text; the split from one transcription, which adds up", "HB-1"),
    Provenance("reconstructed", "34 strategy cards, 110 blue cards in all", "not in the rule text", "HB-1"),
    Provenance("printed", "22 recipe cards; Cupcakes, Cake and Chocolate Cake", "rule text", "HB-2"),
    Provenance("reconstructed", "the other 8 of 11 recipes", "some names are known, not the ingredients", "HB-2"),
    Provenance("reconstructed", "11 desserts, two cards each", "only the number of cards is known", "HB-2"),
    Provenance("ruling", "two actions must be taken", "the text: a player may take two actions", "HB-5"),
    Provenance("ruling", "a card can always be replaced", "the text is silent", "HB-7"),
    Provenance("ruling", "a played card is discarded before its effect", "the text is silent", "HB-8"),
    Provenance("ruling", "completed recipes are shuffled back when the pile is empty", "the text is silent", "HB-14"),
)
