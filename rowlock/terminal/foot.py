"""The part of a sheet below its rows, on the screen."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from rowlock.engine import view_types
from rowlock.locale import Catalogue
from rowlock.locale.words import SIGNS, part_name, row_colours, signs_of, word
from rowlock.terminal.paint import BANDS, CROSSED, LOST, WHITE_DIE, link_mark, mark_of, put_bands, signed

STATES = {"half": "½", "done": "✓", "lost": "–"}
"""The state of a line of the legend; an open one has no sign."""


def paint_foot(catalogue: Catalogue, variant: view_types.Variant, sheet: view_types.Sheet) -> list[Text]:
    """The part below the rows: strips, legend, links, penalties, badges, the sum."""
    strips = zip(variant["strips"], sheet["strips"], strict=True)
    lines = [_paint_strip(catalogue, strip, states) for strip, states in strips]
    if variant["legend"]:
        lines.append(_paint_legend(catalogue, variant, sheet))
    if sheet["links"]:
        pairs = [f"{a}{m}{link_mark(i)}{b}{n}" for i, ((a, m), (b, n)) in enumerate(sheet["links"])]
        lines.append(Text(f"{word(catalogue, 'links')} {' '.join(pairs)}"))
    boxes = variant["penalties"]["boxes"]
    line = Text(f"{word(catalogue, 'penalties')} ")
    line.append("".join("[×]" if i < sheet["penalties"] else "[ ]" for i in range(boxes)))
    for badge, numbers in zip(variant["badges"], sheet["badges"], strict=True):
        shown = " ".join(str(number) for number in numbers)
        line.append(f"   {part_name(catalogue, badge['name'])} ").append(f" {shown} ", WHITE_DIE)
    return [*lines, line, _paint_sum(catalogue, variant, sheet)]


def _paint_strip(catalogue: Catalogue, strip: view_types.Strip, states: list[view_types.FieldState]) -> Text:
    line = Text(f"{part_name(catalogue, strip['name'])} ")
    for field, state in zip(strip["fields"], states, strict=True):
        body, band = field["text"] or SIGNS.get(field["colour"], "_"), BANDS.get(field["colour"], WHITE_DIE)
        if state == "crossed":
            line.append(f" {'×':^{len(body)}} ", band + CROSSED)
        elif state == "struck":
            line.append(f" {'–':^{len(body)}} ", LOST)
        else:
            left, right = "[]" if state == "next" else "  "
            line.append(f"{left}{body}{right}", band)
    return line


def _paint_legend(catalogue: Catalogue, variant: view_types.Variant, sheet: view_types.Sheet) -> Text:
    """The marks of the legend's lines with how each stands; the help tells what they mean."""
    line = Text(f"{word(catalogue, 'bonus')} ")
    for entry, state in zip(variant["legend"], sheet["legend"], strict=True):
        style = {"done": CROSSED, "lost": LOST}.get(state, Style())
        line.append(f" {mark_of(entry['frame'])}{STATES.get(state, ' ')} ", style)
    return line


def _paint_sum(catalogue: Catalogue, variant: view_types.Variant, sheet: view_types.Sheet) -> Text:
    """Rows, bonus and penalties added up as on the pad."""
    score, line = sheet["score"], Text(f"{word(catalogue, 'total')} ")
    rows = zip(variant["rows"], score["rows"], strict=True)
    counted = [(pad, points) for pad, points in rows if pad["row"] in pad["counts_for"]]
    plus = " + " if len(counted) <= 4 else "+"
    for i, (pad, points) in enumerate(counted):
        line.append(plus if i else "")
        put_bands(line, f" {signs_of(row_colours(pad))} {points} ", row_colours(pad))
    if score["bonus"]:
        line.append(f" + {score['bonus']}")
    if score["penalties"]:
        line.append(f" − {-score['penalties']}")
    return line.append(" = ").append(f" {signed(score['total'])} ", WHITE_DIE)
