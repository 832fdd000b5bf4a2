"""Chances and points as people write them: one form, with one decimal place, as on the page."""

from __future__ import annotations

from typing import Literal

from rowlock.locale.catalogue import Catalogue
from rowlock.locale.words import decimal, percent

Unit = Literal["chance", "points"]


def tell_figure(catalogue: Catalogue, value: float, unit: Unit) -> str:
    """A chance to win in percent, or points."""
    return percent(catalogue, value) if unit == "chance" else decimal(catalogue, value)


def tell_signed(catalogue: Catalogue, value: float, unit: Unit) -> str:
    """A gain or a loss with its sign: `+3.0%`, `−1.2`; nothing has none."""
    told = tell_figure(catalogue, abs(value), unit)
    if not any(digit in told for digit in "123456789"):
        return told
    return f"{'−' if value < 0 else '+'}{told}"
