"""A day's result as a text to send around: it gives nothing of the dice away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from rowlock.community.daily.ranking import HUNDREDTHS, KEPT, LITTLE, MUCH, Result, rows_of
from rowlock.locale import Catalogue, text

SIGNS = {KEPT: "■", LITTLE: "▪", MUCH: "□"}


def share_text(
    catalogue: Catalogue, day: date, title: str, result: Result, marks: Sequence[int], link: str
) -> str:
    """Date, pad, score, loss, the squares in rows of five, and the link."""
    points = text(catalogue, "game.points", n=result.score)
    lost = text(catalogue, "people.daily.lost", loss=loss_text(catalogue, result.loss))
    rows = ["".join(SIGNS[mark] for mark in row) for row in rows_of(marks)]
    return "\n".join([f"Rowlock · {day.isoformat()} · {title}", f"{points} · {lost}", *rows, link])


def loss_text(catalogue: Catalogue, loss: int) -> str:
    """A loss as people write it: one decimal, with the point or comma of the language."""
    tenths = (loss * 10 + HUNDREDTHS // 2) // HUNDREDTHS
    return f"{tenths // 10}{text(catalogue, 'language.decimal')}{tenths % 10}"
