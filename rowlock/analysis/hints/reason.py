"""The form of a reason: its kind, its numbers, and the same of the other move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, NamedTuple, TypedDict

from rowlock.analysis.hints.consequences import After
from rowlock.engine.variant import Place, Variant

LEAST = 0.5
"""Percentage points by which two chances must differ to be worth a word."""
Kind = Literal[
    "ends", "locks", "penalty", "also", "crosses", "gain",
    "skips", "leaves", "fields", "rare", "blank", "smooth",
    "may_lock", "nearly", "follows", "nearer", "again", "opens", "next",
    "rival", "rival_now",
    "card_locks", "card_joins", "card_next", "card_near", "card_fits", "hand_next", "hand_near", "hand_fits",
    "room",
]  # fmt: skip
Cell = Annotated[list[Any], tuple[str, int]]
"""Row and number of a cell."""


class Than(TypedDict):
    """The same of the other move, which does less of it."""

    move: str
    crossed: list[Cell]
    cells: list[Cell]
    percent: float | None
    points: int
    taken: int | None


class Reason(TypedDict):
    """A reason and its numbers; `kind` says which of them it has."""

    kind: Kind
    move: str
    """The move that it is about: the better one, or the other one by what that would cost."""
    crossed: list[Cell]
    """The cells that this move itself crosses; none for a pass."""
    cells: list[Cell]
    """The cells that it is about: skipped, opened, locking, crossed along."""
    row: str | None
    """The row that it is about."""
    percent: float | None
    """How many rolls of one's own turn, or of the rival's, bring one of the cells. With cards: in how many of
    the colours that it may have a card that is taken does this; else null."""
    points: int
    """Points won or lost; how many crosses with `crosses`, cells with `room`, cards with `hand_next`,
    `hand_near` and `hand_fits`."""
    gap: int | None
    """With `card_near` and `hand_near`, how many cells are skipped at most."""
    fields: list[int]
    """With `fields`, those of the strip that would be gone, counted from 1."""
    seat: int | None
    """The rival that it is about."""
    taken: int | None
    """The number on the back of the card that the move takes."""
    than: Than | None


class WeighedReason(NamedTuple):
    """A reason, and how much it says."""

    weight: float
    reason: Reason


def make_reason(
    kind: Kind,
    after: After,
    cells: Iterable[Place] = (),
    row: str | None = None,
    percent: float | None = None,
    points: int = 0,
    than: Than | None = None,
) -> Reason:
    return {
        "kind": kind,
        "move": after.move,
        "crossed": names_of(after.variant, after.crossed),
        "cells": names_of(after.variant, cells),
        "row": row,
        "percent": percent,
        "points": points,
        "gap": None,
        "fields": [],
        "seat": None,
        "taken": None,
        "than": than,
    }


def names_of(variant: Variant, cells: Iterable[Place]) -> list[Cell]:
    """Cells by row and number, in the order of the pad."""
    rows = variant.rows
    return [[rows[row].name, rows[row].cells[cell].number] for row, cell in sorted(cells)]


def make_than(
    after: After, cells: Iterable[Place] = (), percent: float | None = None, points: int = 0
) -> Than:
    return {
        "move": after.move,
        "crossed": names_of(after.variant, after.crossed),
        "cells": names_of(after.variant, cells),
        "percent": percent,
        "points": points,
        "taken": None,
    }
