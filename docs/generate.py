"""Rewrite the generated parts of the documents: what stands between ``generated: COMMAND`` and ``end``.

Example: python docs/generate.py
"""

import re
import sys
from pathlib import Path

from typer.testing import CliRunner

from rlboardgames.cli import app

ROOT = Path(__file__).resolve().parents[1]
_PART = re.compile(r"(<!-- generated: rlboardgames (.+?) -->\n).*?(<!-- end -->)", re.DOTALL)


def regenerated(text):
    """Return a document with its generated parts made anew.

    Parameters
    ----------
    text : str

    Returns
    -------
    str
    """
    return _PART.sub(lambda part: part[1] + CliRunner().invoke(app, part[2].split()).stdout + part[3], text)


def documents():
    """Return the paths of the Markdown documents of the project."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def main():
    """Rewrite all documents; print those that changed."""
    for path in documents():
        text = path.read_text(encoding="utf-8")
        if (new := regenerated(text)) != text:
            path.write_text(new, encoding="utf-8")
            print(path.relative_to(ROOT), file=sys.stderr)


if __name__ == "__main__":
    main()
