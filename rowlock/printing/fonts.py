"""The letters: Source Sans Pro, which comes as a package, and how wide texts are in it.

It is a humanist sans under the SIL Open Font Licence with the letters of all our languages and figures of
equal width. Signs of colours are drawn as shapes, so the font need not have them.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from rowlock.engine.errors import RowlockError
from rowlock.printing.shapes import Weight

FAMILY = "Source Sans Pro"
WEIGHTS: dict[Weight, int] = {"regular": 400, "semibold": 600, "bold": 700}
_FACES: dict[Weight, str] = {"regular": "Regular", "semibold": "Semibold", "bold": "Bold"}
_PACKAGE = "font_source_sans_pro"


class NoFont(RowlockError):
    """The package with the font is not installed."""

    code = "no_font"


def font_file(weight: Weight) -> Path:
    spec = find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise NoFont("the font is missing; install it with: pip install font-source-sans-pro")
    return Path(spec.submodule_search_locations[0], "files", f"SourceSansPro-{_FACES[weight]}.ttf")


@cache
def _widths(weight: Weight) -> tuple[dict[int, str], dict[str, tuple[int, int]], int]:
    """Glyph of each letter, width of each glyph, and the size of the square they are drawn in."""
    from fontTools.ttLib import TTFont

    with TTFont(font_file(weight)) as font:
        return font.getBestCmap(), dict(font["hmtx"].metrics), font["head"].unitsPerEm


@cache
def text_width(text: str, weight: Weight = "regular") -> float:
    """Width of a text in letters of size 1; a letter that the font lacks is as wide as its box."""
    glyphs, metrics, em = _widths(weight)
    return sum(metrics[glyphs.get(ord(char), ".notdef")][0] for char in text) / em


def button_width(text: str) -> float:
    """Width of a text on a button of the page, whose letters are a newer edition of the same family."""
    return text_width(text, "semibold")


def fitted(text: str, size: float, width: float, weight: Weight = "regular") -> float:
    """The size at which a text fits a width, at most the one given."""
    needed = text_width(text, weight) * size
    return size if needed <= width else size * width / needed


def shortened(text: str, size: float, width: float, weight: Weight = "regular") -> str:
    """A text cut to a width, with an ellipsis where something is missing."""
    if text_width(text, weight) * size <= width:
        return text
    while text and text_width(text + "…", weight) * size > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, size: float, width: float, weight: Weight = "regular") -> list[str]:
    """A text in lines of a width, broken between words."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, weight) * size <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
