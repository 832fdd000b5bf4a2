"""Mechanisms by short words, for tests that put pads together."""

from __future__ import annotations

from dataclasses import replace

from rowlock import Variant
from rowlock.engine.mechanisms.bonus_bar import BonusBar
from rowlock.engine.mechanisms.bonus_pairs import BonusPair, BonusPairs
from rowlock.engine.mechanisms.die_stays import DieStays
from rowlock.engine.mechanisms.lucky import LuckyNumbers
from rowlock.engine.mechanisms.mechanism import Mechanism


def extras(
    lucky: tuple[tuple[int, ...], ...] = (),
    bar: BonusBar | None = None,
    pairs: tuple[BonusPair, ...] = (),
    die_leaves: str = "action",
) -> tuple[Mechanism, ...]:
    """The mechanisms of a pad, in their order."""
    found = (
        LuckyNumbers(lucky) if lucky else None,
        bar,
        BonusPairs(pairs) if pairs else None,
        DieStays() if die_leaves == "turn" else None,
    )
    return tuple(mechanism for mechanism in found if mechanism)


def with_extras(variant: Variant, **words: object) -> Variant:
    """The variant with these mechanisms and no others."""
    return replace(variant, mechanisms=extras(**words))  # type: ignore[arg-type]


def lucky_numbers(variant: Variant) -> tuple[tuple[int, ...], ...]:
    found = variant.find(LuckyNumbers)
    return found.numbers if found else ()


def bonus_pairs(variant: Variant) -> tuple[BonusPair, ...]:
    found = variant.find(BonusPairs)
    return found.pairs if found else ()
