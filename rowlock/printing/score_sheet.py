"""One sheet that is to be drawn."""

from __future__ import annotations

from dataclasses import dataclass

from rowlock.engine import view_types
from rowlock.locale import Catalogue
from rowlock.printing.palette import Palette


@dataclass(frozen=True)
class ScoreSheet:
    """A sheet of this variant, empty or as a player filled it."""

    variant: view_types.Variant
    catalogue: Catalogue
    palette: Palette
    sheet: view_types.Sheet
    name: str = ""
    is_filled: bool = False
    has_bonus: bool = False
    """Whether something beside rows and penalties counts."""
