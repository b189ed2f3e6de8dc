"""What of Metro X is printed, and what is not."""

from rlboardgames.core.provenance import Provenance

__all__ = ["PROVENANCE"]

PROVENANCE = (
    Provenance(
        "printed", "Metro City and Tube Town: stations, lines, windows and points", "two transcriptions", "MX-1"
    ),
    Provenance("printed", "Tokyo and Osaka", "read from scans of the sheets", "MX-1"),
    Provenance(
        "printed", "the deck of 15 cards", "totals printed; the split of the numbers from one transcription", "MX-2"
    ),
    Provenance("reconstructed", "the deck of 20 cards", "two transcriptions that disagree by one card", "MX-2"),
    Provenance("ruling", "a Skip card always passes over filled stations", "the text: it may", "MX-5"),
    Provenance("ruling", "a free space without an empty station is passed", "all known implementations agree", "MX-8"),
)
