"""Reasons for a move as sentences, and chances as people say them; the page uses the same words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rowlock.engine import view_types
from rowlock.engine.json_object import JsonMapping
from rowlock.locale.catalogue import Catalogue, text
from rowlock.locale.options import tell_option, tell_play
from rowlock.locale.words import cell_name, decimal, join_names, percent, row_name

WITH_ROLLS = ("skips", "skips_more", "leaves", "may_lock", "again", "opens", "next", "rival")
"""The reasons that say how often the dice bring something, and that can do without."""
NOTHING: JsonMapping = {"move": "", "crossed": [], "cells": [], "percent": None, "points": 0, "taken": None}


def tell_reasons(
    catalogue: Catalogue,
    variant: view_types.Variant,
    names: Sequence[str],
    reasons: Sequence[JsonMapping],
    option: JsonMapping,
) -> list[str]:
    """Why the best move is better than this option; where nothing else can be said, by how much.

    Where the figures that are told are the same, no reason is: it would argue for nothing.
    """
    scale = 1 if len(names) == 1 else 100
    best, worth = (round(scale * value, 1) for value in (option["worth"] + option["loss"], option["worth"]))
    if best <= worth:
        return [text(catalogue, "game.reasons.equal")]
    if not reasons:
        key = "none_alone" if len(names) == 1 else "none"
        told = tell_worth(catalogue, (best - worth) / scale, len(names))
        return [text(catalogue, f"game.reasons.{key}", loss=told)]
    return [tell_reason(catalogue, variant, names, reason) for reason in reasons]


def tell_reason(
    catalogue: Catalogue, variant: view_types.Variant, names: Sequence[str], reason: JsonMapping
) -> str:
    """One reason, with its numbers."""
    than = reason["than"] or NOTHING
    values: dict[str, object] = {
        "move": tell_choice(catalogue, variant, reason["move"], reason["crossed"]),
        "other": tell_choice(catalogue, variant, than["move"], than["crossed"]),
        "cells": _cells(catalogue, variant, reason["kind"], reason),
        "fewer": _cells(catalogue, variant, reason["kind"], than),
        "percent": _percent(catalogue, reason["percent"]),
        "less": _percent(catalogue, than["percent"]),
        "n": len(reason["fields"]) or reason["points"],
        "fields": join_names(catalogue, [str(field) for field in reason["fields"]]),
        "points": text(catalogue, "game.points", n=reason["points"]),
        "fewer_points": text(catalogue, "game.points", n=than["points"]),
        "few": than["points"],
        "gap": reason["gap"] or "",
        "taken": reason["taken"] or "",
        "other_taken": than["taken"] or "",
        "row": row_name(catalogue, variant, reason["row"]) if reason["row"] else "",
        "name": names[reason["seat"]] if reason["seat"] is not None else "",
    }
    told = text(catalogue, f"game.reasons.{_key(reason)}", **values)
    return told[:1].upper() + told[1:]


def tell_choice(
    catalogue: Catalogue, variant: view_types.Variant, move: str, crossed: Sequence[Sequence[Any]]
) -> str:
    """A move within a sentence: the cells that it crosses and how it differs from other ways to them."""
    if move.startswith("="):
        return tell_play(catalogue, move)
    if not crossed:
        return text(catalogue, "game.reasons.pass")
    cells = join_names(catalogue, [cell_name(catalogue, variant, *cell) for cell in crossed])
    said, *picks = move.split(">")
    notes = [text(catalogue, "game.effects.pick", row=row_name(catalogue, variant, row)) for row in picks]
    if field := re.match(r"(\d+)~", said):
        strips = {strip["name"]: strip["fields"] for strip in variant["strips"]}
        printed = strips["swaps"][int(field[1]) - 1]["text"]
        notes.append(text(catalogue, "game.effects.swaps", field=field[1], printed=printed))
    return f"{cells} ({', '.join(notes)})" if notes else cells


def tell_drop(catalogue: Catalogue, variant: view_types.Variant, option: JsonMapping, seats: int) -> str:
    """The change of the chance to win, or of the score to expect, with an option that is not the best."""
    if option["taken"] is not None:
        move = tell_option(catalogue, variant, option)
    else:
        move = tell_choice(catalogue, variant, option["move"], [option["cell"]] if option["cell"] else [])
    return text(
        catalogue,
        "game.worth.points" if seats == 1 else "game.worth.chance",
        move=move,
        change=tell_change(catalogue, option["worth"] + option["loss"], option["worth"], seats),
    )


def tell_worth(catalogue: Catalogue, worth: float, seats: int) -> str:
    """A chance to win in percent; alone, the score to expect."""
    return decimal(catalogue, worth) if seats == 1 else percent(catalogue, worth)


def tell_change(catalogue: Catalogue, before: float, after: float, seats: int) -> str:
    """The change of a chance to win, or of the score to expect: `17.2% → 7.4%`."""
    told = {"before": tell_worth(catalogue, before, seats), "after": tell_worth(catalogue, after, seats)}
    return text(catalogue, "game.change", **told)


def _percent(catalogue: Catalogue, value: float | None) -> str:
    return "" if value is None else text(catalogue, "language.percent", n=decimal(catalogue, value))


def _key(reason: JsonMapping) -> str:
    """The sentence for a reason: some have one for a single cell, without dice, or beside the other move."""
    kind: str = reason["kind"]
    if kind == "nearer" and not reason["points"]:
        return "nearer_next"
    if kind == "skips" and reason["than"]:
        kind = "skips_more"
    if reason["percent"] is None and kind in WITH_ROLLS:
        return f"{kind}_plain"
    return "skips_one" if kind == "skips" and len(reason["cells"]) == 1 else kind


def _cells(catalogue: Catalogue, variant: view_types.Variant, kind: str, about: JsonMapping) -> str:
    """Cells by name; skipped and closing ones in the move's own row by their numbers alone."""
    rows = {row for row, _ in (*about["crossed"], *about["cells"])}
    if kind in ("skips", "may_lock") and about["crossed"] and len(rows) == 1:
        return join_names(catalogue, [str(number) for _, number in about["cells"]])
    return join_names(catalogue, [cell_name(catalogue, variant, *cell) for cell in about["cells"]])
