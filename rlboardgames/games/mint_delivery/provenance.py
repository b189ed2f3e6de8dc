"""What of Mint Delivery is printed, and what is not."""

from rlboardgames.core.provenance import Provenance

__all__ = ["PROVENANCE"]

PROVENANCE = (
    Provenance("printed", "20 classic, 10 sugar-free and 8 cinnamon mints; four to begin with", "rule text", "MD-1"),
    Provenance("printed", "capacity of a truck: 4", "two reviews of the printed cards", "MD-1"),
    Provenance("printed", "nine map cards, 3 x 3, Mintopia City in the centre", "rule text", "MD-2"),
    Provenance("reconstructed", "the road graph: movement spaces and the roads between all spaces", "", "MD-2"),
    Provenance("printed", "40 orders; four towns", "rule text", "MD-3"),
    Provenance("reconstructed", "all 40 orders: towns, mints and points", "", "MD-3"),
    Provenance("reconstructed", "orders are worth 2 to 5 points", "no printed source is known to us", "MD-3"),
    Provenance("printed", "three of the abilities are in play, with five tokens each", "rule text", "MD-4"),
    Provenance("reconstructed", "all 13 abilities: effects and costs", "", "MD-21"),
    Provenance("printed", "the six road conditions and what they do", "rule text", "MD-22"),
    Provenance("ruling", "the 38 mints limit the supply", "the text does not say what happens without", "MD-1"),
    Provenance("ruling", "decks that run short are dealt round-robin", "the text is silent", "MD-6"),
    Provenance("ruling", "a turn ends by itself when nothing can be done any more", "the text is silent", "MD-9"),
    Provenance("ruling", "mints are unloaded where mints are loaded", "the places are not named", "MD-11"),
    Provenance(
        "ruling", "mints of a taken order that are not loaded return to the supply", "the text is silent", "MD-12"
    ),
    Provenance("ruling", "an upgrade needs the new mint in the supply", "the text is silent", "MD-13"),
    Provenance(
        "ruling",
        "with two players an order of another town is removed",
        "the text: of any surrounding town; any town, or one that shares a warehouse: editions can choose",
        "MD-16",
    ),
    Provenance("ruling", "toll booth and closed road are not dealt to the two roads of one town", "", "MD-22"),
    Provenance(
        "ruling",
        "on other maps a condition behind a racetrack takes effect",
        "there is none on the printed map",
        "MD-26",
    ),
    Provenance("ruling", "no move passes through a space with a road condition", "the text is silent", "MD-29"),
)
