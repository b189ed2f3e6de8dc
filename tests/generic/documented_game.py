"""The game that `docs/adding_a_game.md` builds: its module, put together from that page, and registered."""

import hashlib
import re
import sys
import tempfile
from pathlib import Path

from rlboardgames.registry import register_game

PAGE = Path(__file__).resolve().parents[2] / "docs" / "adding_a_game.md"


def blocks():
    """Return the blocks of Python on the page."""
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def module_text():
    """Return the module that the blocks make, the session left out."""
    return "\n\n".join(block for block in blocks() if not block.startswith(">>>"))


def _write_module():
    text = module_text()
    folder = Path(tempfile.gettempdir()) / f"rlboardgames_{hashlib.sha256(text.encode()).hexdigest()[:16]}"
    folder.mkdir(exist_ok=True)
    path = folder / "high_card.py"
    if not path.exists():
        partial = path.with_suffix(f".{hash(object())}.tmp")
        partial.write_text(text, encoding="utf-8")
        partial.replace(path)
    return folder


FOLDER = str(_write_module())
"""Where the module lies."""

sys.path.insert(0, FOLDER)
NAME = register_game("high_card:HighCard")
