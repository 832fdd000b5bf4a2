"""The numbered rules of `docs/rules.md` that a pad has: a text about it must tell them."""

from __future__ import annotations

from collections.abc import Callable

from rowlock.engine.variant import Variant
from rowlock.locale.pad_features import FEWEST, PadFeatures

Has = Callable[[PadFeatures], bool]


def _always(pad: PadFeatures) -> bool:
    return True


def _dice(pad: PadFeatures) -> bool:
    return pad.with_dice


def _cards(pad: PadFeatures) -> bool:
    return not pad.with_dice


def _one_of(*keys: str) -> Has:
    return lambda pad: pad.has(*keys)


def _kind(*kinds: str) -> Has:
    return lambda pad: not set(kinds).isdisjoint(pad.pair_kinds)


RULES: dict[str, Has] = {
    "R1.4": _always,
    "R2.1": _always,
    "R2.2": _always,
    "R2.3": lambda pad: pad.names_next_cell,
    "R3.1": lambda pad: pad.with_company,
    "R3.2": _dice,
    "R3.3": _dice,
    "R4.1": _dice,
    "R4.2": lambda pad: pad.with_dice and pad.with_company,
    "R5.1": _dice,
    "R5.2": _dice,
    "R5.3": _dice,
    "R6.1": _dice,
    "R6.2": lambda pad: pad.with_company,
    "R7.1": lambda pad: any(closers == 1 for closers, _ in pad.closings),
    "R7.2": lambda pad: pad.closes_for_all and pad.with_company,
    "R7.3": lambda pad: pad.closes_for_all and pad.with_company,
    "R7.4": lambda pad: bool(pad.locked),
    "R7.5": lambda pad: pad.closes_for_all,
    "R7.6": lambda pad: pad.closes_for_all and not pad.has("die_stays"),
    "R7.7": lambda pad: pad.closes_for_all and pad.has("die_stays"),
    "R8.1": _always,
    "R8.2": lambda pad: pad.variant.ends_by == "table",
    "R8.3": _dice,
    "R8.4": lambda pad: pad.with_dice and len(pad.locked) > pad.variant.end_rows,
    "R9.1": _always,
    "R9.2": _always,
    "R9.3": _always,
    "R9.4": lambda pad: pad.has_cap,
    "R10": lambda pad: pad.variant.players[0] == 1,
    "R11.1": lambda pad: pad.with_dice and pad.variant.faces != 6,
    "R11.2": lambda pad: any(closers > 1 for closers, _ in pad.closings),
    **{f"R12.{n}": _one_of("lucky") for n in range(1, 6)},
    "R13.1": lambda pad: pad.has_mixed_colours,
    "R13.2": lambda pad: pad.has_mixed_colours and pad.with_dice,
    "R13.3": lambda pad: pad.has_mixed_colours and pad.closes_for_all,
    "R13.4": lambda pad: pad.has_mixed_colours,
    "R14.1": lambda pad: pad.has_mixed_numbers,
    **{f"R15.{n}": _one_of("bonus_bar") for n in range(1, 6)},
    "R16.1": _one_of("bonus_pairs"),
    "R16.2": _one_of("bonus_pairs"),
    "R16.3": _kind("two-in-fewest", "one-in-each"),
    "R16.4": _kind(*FEWEST),
    "R16.5": _kind("two-in-fewest", "one-in-each"),
    "R16.6": lambda pad: pad.has("bonus_bar") or _kind("two-in-fewest", "one-in-each")(pad),
    "R17.1": lambda pad: pad.has("bonus_bar") and pad.has("bonus_pairs"),
    "R17.2": lambda pad: pad.has_open_rows or pad.has_shared_cells,
    "R17.3": lambda pad: pad.closes_for_one,
    "R17.4": lambda pad: pad.with_dice and pad.variant.ends_by == "player",
    "R17.5": lambda pad: len(pad.pair_kinds) > 1,
    "R17.6": lambda pad: len(set(pad.pair_kinds)) < len(pad.pair_kinds),
    "R18.1": _one_of("twice"),
    "R18.2": _one_of("twice"),
    "R18.4": lambda pad: pad.has("twice") and pad.has("double", "bonus_bar", "bonus_pairs", "chain"),
    "R19.1": _one_of("double"),
    "R19.2": _one_of("double"),
    **{f"R20.{n}": _one_of("between") for n in range(1, 5)},
    "R21.1": _one_of("steps"),
    "R21.2": _one_of("steps"),
    "R22.1": _one_of("chain"),
    "R22.2": _one_of("chain"),
    **{f"R23.{n}": _one_of("swaps") for n in range(1, 4)},
    **{f"R24.{n}": _cards for n in range(1, 5)},
    "R25.1": _cards,
    "R25.2": _cards,
    "R26.1": _cards,
    "R26.2": lambda pad: not pad.with_dice and pad.with_company,
    "R27.1": _cards,
    "R27.2": _cards,
    "R27.3": lambda pad: pad.has_gap,
    "R27.4": _cards,
    "R27.5": _cards,
    "R27.6": _cards,
    "R28.1": _cards,
    "R28.2": _one_of("jokers"),
    "R28.3": _one_of("jokers"),
    "R29.1": lambda pad: not pad.with_dice and pad.has_mixed_colours,
    "R29.2": lambda pad: pad.has_gap and pad.has_mixed_numbers,
    "R29.3": lambda pad: not pad.with_dice and not pad.has_gap and _plays_several(pad),
}
"""For every rule that a player needs, whether a pad has it."""

UNTOLD = {
    **dict.fromkeys(("R1.1", "R1.2", "R1.3"), "the sheet shows it"),
    **dict.fromkeys(("R11.3", "R18.3", "R19.3"), "it follows from the sheet and the table of points"),
    **dict.fromkeys(("R4.3", "R28.5"), "it concerns devices, and they tell it"),
    **dict.fromkeys(("R8.5", "R8.6", "R28.4"), "whoever gives up or breaks off is told then"),
}
"""Rules that no text about a pad needs to tell, and why."""


def rules_of(variant: Variant) -> set[str]:
    """The numbers of the rules that a text about this pad must tell."""
    pad = PadFeatures(variant)
    return {number for number, has in RULES.items() if has(pad)}


def _plays_several(pad: PadFeatures) -> bool:
    return bool(pad.cards and pad.cards.play > 1)
