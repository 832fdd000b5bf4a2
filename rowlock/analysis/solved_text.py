"""The answers of a solved game, as text."""

from __future__ import annotations

from rowlock.engine.json_object import JsonObject
from rowlock.engine.variant import Variant
from rowlock.progress import format_seconds


def format_answer(variant: Variant, answer: JsonObject) -> str:
    """Everything that was asked, one part after the other."""
    parts = [_format_value(variant, answer)]
    if "position" in answer:
        parts.append(f"{answer['position']}\nvalue {answer['position_value']:.6f}\n")
    if "options" in answer:
        parts.append(_format_options(answer["options"]))
    if "table" in answer:
        parts += [_format_crosses(variant, answer["table"]), _format_costs(answer["table"])]
    return "\n".join(parts)


def _format_value(variant: Variant, answer: JsonObject) -> str:
    source = "from its file" if answer["from_file"] else f"solved in {format_seconds(answer['seconds'])}"
    return (
        f"{variant.title}, solo: {answer['value']:.6f} points are expected with best play\n"
        f"{answer['states']:,} positions, {source} · tables {answer['fingerprint']}\n"
    )


def _format_options(options: list[JsonObject]) -> str:
    """Every way to play the roll, a column for each action."""
    lines = [f"{'white':<10}{'colour':<10}" if any(len(o["moves"]) > 1 for o in options) else f"{'move':<10}"]
    lines[0] += f"{'value':>12}{'loss':>12}"
    columns = len(lines[0]) - 24
    for option in options:
        moves = "".join(f"{move:<10}" for move in option["moves"])
        lines.append(f"{moves:<{columns}}{option['value']:>12.6f}{option['loss']:>12.6f}")
    return "\n".join(lines) + "\n"


def _format_crosses(variant: Variant, table: JsonObject) -> str:
    """A line of cells and a line of gains for each row."""
    cost = table["penalties"][0]["gain"]
    lines = [
        "First crosses: what each is worth in the end, against no cross and no penalty.",
        f"Worse than a penalty ({cost:+.2f}) are those in brackets.",
    ]
    for row in variant.rows:
        cells = [cross for cross in table["first_crosses"] if cross["row"] == row.name]
        lines.append("")
        lines.append("".join(f"{row.name}{cell['number']}".rjust(9) for cell in cells))
        lines.append("".join(_format_gain(cell["gain"], cost).rjust(9) for cell in cells))
    return "\n".join(lines) + "\n"


def _format_gain(gain: float, cost: float) -> str:
    return f"({gain:+.2f})" if gain < cost else f"{gain:+.2f} "


def _format_costs(table: JsonObject) -> str:
    lines = ["Penalties: what each costs in the end, on an empty sheet."]
    lines += [f"  penalty {cost['penalty']}  {cost['gain']:+8.2f}" for cost in table["penalties"]]
    if table["closing"]:
        row = table["closing"][0]["row"]
        lines += ["", f"Closing early: row {row} crossed from its first cell on, the closing cell called."]
        lines += [f"  {case['crosses']:>2} crosses  {case['gain']:+8.2f}" for case in table["closing"]]
    return "\n".join(lines) + "\n"
