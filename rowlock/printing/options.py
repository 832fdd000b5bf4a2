"""The options of a print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rowlock.engine.errors import RowlockError

Form = Literal["pdf", "svg"]
FORMS: tuple[Form, ...] = ("pdf", "svg")
PAPERS: dict[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Short and long side of each paper in mm."""
GRIDS: dict[int, tuple[int, int]] = {1: (1, 1), 2: (1, 2), 4: (2, 2), 8: (2, 4)}
"""Columns and rows of sheets on a page, by how many share it."""
MOST_PAGES = 100


def room_for(seats: int) -> int:
    """The smallest number to a page that has a place for every seat."""
    return next(count for count in GRIDS if count >= seats)


class BadPrint(RowlockError):
    """Options that no print can satisfy."""

    code = "bad_print"


@dataclass(frozen=True)
class PrintOptions:
    """How sheets are to be printed; raises `BadPrint` for what does not exist."""

    form: Form = "pdf"
    paper: str = "a4"
    per_page: int = 2
    pages: int = 1
    """How many pages of sheets, not counting their backs."""
    grey: bool = False
    lang: str = "en"
    rules: bool = False
    """Whether every page of sheets is followed by its back with the rules."""
    cards: bool = False
    """Whether the cards of the pad are printed in place of its sheets."""
    page: int = 1
    """The page that an SVG shows; it holds one only."""

    def __post_init__(self) -> None:
        _check("form", self.form, FORMS)
        _check("paper", self.paper, tuple(PAPERS))
        _check("number of sheets to a page", self.per_page, tuple(GRIDS))
        if not 1 <= self.pages <= MOST_PAGES:
            raise BadPrint(f"there can be 1 to {MOST_PAGES} pages, not {self.pages}")


def _check(what: str, given: object, known: tuple[object, ...]) -> None:
    if given not in known:
        raise BadPrint(f"there is no {what} {given!r}; known: {', '.join(str(name) for name in known)}")
