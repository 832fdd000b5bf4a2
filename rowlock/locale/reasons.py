"""Reasons for a move as sentences; the page says the same with the same words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rowlock.locale.catalogue import Catalogue, text
from rowlock.locale.words import cell_name, decimal, join_names, row_name

Plain = Mapping[str, Any]


def tell_reason(catalogue: Catalogue, variant: Plain, names: Sequence[str], reason: Plain) -> str:
    """One reason, with its number."""
    kind, numbers = reason["kind"], [str(number) for number in reason["numbers"]]
    if kind == "passing" and reason["percent"] is None:
        kind = "passing_alone"
    if kind == "skips" and len(numbers) == 1:
        kind = "skips_one"
    values = {
        "row": row_name(catalogue, variant, reason["row"]) if reason["row"] else "",
        "numbers": join_names(catalogue, numbers),
        "percent": _percent(reason["percent"]),
        "points": _points(catalogue, reason["points"]),
        "name": names[reason["seat"]] if reason["seat"] is not None else "",
        "move": _cell(catalogue, variant, reason),
    }
    told = text(catalogue, f"game.reasons.{kind}", **values)
    return told[:1].upper() + told[1:]


def tell_worth(catalogue: Catalogue, worth: float, seats: int) -> str:
    """A chance to win in percent; alone, the score to expect."""
    return decimal(catalogue, worth) if seats == 1 else f"{decimal(catalogue, 100 * worth)} %"


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.0f}"


def _points(catalogue: Catalogue, value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.0f}" if value == int(value) else decimal(catalogue, value)


def _cell(catalogue: Catalogue, variant: Plain, reason: Plain) -> str:
    """The cell that the move is about, by its colour and number; the move as it is written for any other."""
    written: str = reason["move"].split(">")[0]
    row, number = written[:1], written[1:]
    if row == reason["row"] and number.isdigit():
        return cell_name(catalogue, variant, row, int(number))
    return written
