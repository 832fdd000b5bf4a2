"""What is to be drawn as one sheet."""

from __future__ import annotations

from dataclasses import dataclass

from rowlock.engine import plain
from rowlock.locale import Catalogue
from rowlock.printing.palette import Palette


@dataclass(frozen=True)
class ScoreSheet:
    """A sheet of this variant, empty or as a player filled it."""

    variant: plain.Variant
    catalogue: Catalogue
    palette: Palette
    sheet: plain.Sheet
    name: str = ""
    is_filled: bool = False
    has_bonus: bool = False
    """Whether something beside rows and penalties counts."""
