"""Reasons why a cell may not be crossed now, told from a view. They decide nothing: the legal moves do.

The page says the same (`web/src/text/cellReasons.ts`), with the same words.
"""

from __future__ import annotations

from rowlock.engine import view_types
from rowlock.engine.json_object import JsonObject
from rowlock.locale.catalogue import Catalogue, text
from rowlock.locale.words import cell_name, die_name, join_names, row_colours, row_name

WORDS = {phase: f"page.cards.why_{phase}" for phase in ("take", "call", "play")}
"""The sentences of the card game, by its phases."""


def tell_why(
    catalogue: Catalogue, variant: view_types.Variant, view: view_types.View, row: str, number: int
) -> str | None:
    """The reason as a sentence; None if there is no such cell, or no such reason.

    A move may lack the answer to a tie, or a mechanism may object: neither shows here.
    """
    r = next((r for r, one in enumerate(variant["rows"]) if one["row"] == row), None)
    cells = [] if r is None else variant["rows"][r]["cells"]
    place = next((i for i, cell in enumerate(cells) if cell["number"] == number), None)
    if r is None or place is None:
        return None
    mine = view["sheets"][view["seat"] or 0]["rows"][r]
    reason, more = _reason(catalogue, variant["rows"][r], place, mine, view)
    if reason in ("", "white", "colour") and _lacks_neighbour(variant, view, variant["rows"][r], number):
        beside = [cell_name(catalogue, variant, name, number) for name in variant["rows"][r]["counts_for"]]
        reason, more = "between", {"cells": either(catalogue, beside)}
    if not reason:
        return None
    names = {"cell": cell_name(catalogue, variant, row, number), "row": row_name(catalogue, variant, row)}
    told = text(catalogue, WORDS.get(reason, f"page.why.{reason}"), **names, **more)
    return told[:1].upper() + told[1:]


def _reason(
    catalogue: Catalogue, row: view_types.Row, place: int, mine: view_types.Crosses, view: view_types.View
) -> tuple[str, JsonObject]:
    """The first visible obstacle, if there is one, with what its sentence needs."""
    number = row["cells"][place]["number"]
    if number in mine["crossed"]:
        return "crossed", {}
    if mine["closed"]:
        return "closed", {}
    if number in mine["skipped"]:
        return "skipped", {}
    if place >= len(row["cells"]) - row["closers"] and mine["count"] < row["needs"]:
        return "needs", {"n": row["needs"], "have": mine["count"]}
    if view["cards"]:
        return _reason_with_cards(row["cells"][place], view["phase"], view["cards"])
    if view["roll"] and view["phase"] == "white":
        total = view["roll"]["total"]
        return ("", {}) if number == total else ("white", {"total": total})
    colours = row["cells"][place]["colours"]
    made = _made(view, colours)
    return ("", {}) if number in made else ("colour", _tell_sums(catalogue, colours, made))


def _reason_with_cards(
    cell: view_types.Cell, phase: view_types.PhaseName, cards: view_types.Cards
) -> tuple[str, JsonObject]:
    """Another number is called, or there is no card for the cell."""
    if phase == "call":
        return ("", {}) if cell["number"] == cards["called"] else (phase, {"total": cards["called"]})
    held = phase == "play" and {cell["colours"] + str(cell["number"]), f"j{cell['number']}"} & {
        *(cards["hand"] or ())
    }
    return ("", {}) if held else (phase, {})


def _lacks_neighbour(
    variant: view_types.Variant, view: view_types.View, row: view_types.Row, number: int
) -> bool:
    """A row between others: whether no neighbour has the number, or not that of the die that makes it."""
    if row["row"] in row["counts_for"]:
        return False
    rows = view["sheets"][view["seat"] or 0]["rows"]
    beside = [state for state in rows if state["row"] in row["counts_for"]]
    made = view["phase"] == "colour" and number in _made(view, row_colours(row))
    return made or not any(number in state["crossed"] for state in beside)


def _made(view: view_types.View, colours: str) -> list[int]:
    """The sums of the dice of these colours with either white die."""
    if not (roll := view["roll"]):
        return []
    dice = roll["coloured"]
    return sorted({white + dice[c] for white in roll["white"] for c in colours if c in dice})


def _tell_sums(catalogue: Catalogue, colours: str, made: list[int]) -> JsonObject:
    sums = either(catalogue, [str(total) for total in made] or [text(catalogue, "page.sheet.none")])
    return {"die": join_names(catalogue, [die_name(catalogue, colour) for colour in colours]), "sums": sums}


def either(catalogue: Catalogue, parts: list[str]) -> str:
    """`5 or 8`."""
    *first, last = parts
    return text(catalogue, "page.or", first=", ".join(first), last=last) if first else last
