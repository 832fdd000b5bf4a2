"""The main results of a solved game: first crosses, penalties, closing early; as plain data."""

from __future__ import annotations

from rowlock.engine.game import end_reason
from rowlock.engine.json_object import JsonObject
from rowlock.engine.scoring import score
from rowlock.engine.sheet import Sheet, can_cross, cross, empty_sheet, pick_lists
from rowlock.engine.variant import Place, Variant
from rowlock.solver.values import Values


def insights(values: Values) -> JsonObject:
    """The worth of first crosses, of penalties and of closing a row early, in points."""
    return {
        "value": values.start,
        "first_crosses": _first_crosses(values),
        "penalties": _penalties(values),
        "closing": _closing(values),
    }


def after_cross(values: Values, sheet: Sheet, place: Place) -> Sheet:
    """The sheet after a cross and all that follows, ties answered in the best way."""
    variant = values.layout.tables.variant
    ways = [cross(variant, sheet, place, picks)[0] for picks in pick_lists(variant, sheet, place)]
    return max(ways, key=lambda way: _worth(values, way))


def _worth(values: Values, sheet: Sheet) -> float:
    """The value of a sheet between two turns; its score if the game is over."""
    variant = values.layout.tables.variant
    if end_reason(variant, (sheet,)):
        return float(score(variant, sheet).total)
    return values.value(sheet)


def _first_crosses(values: Values) -> list[JsonObject]:
    """The worth of each cell as the first cross, against having crossed nothing, and no penalty."""
    variant = values.layout.tables.variant
    sheet, found = empty_sheet(variant), []
    for r, row in enumerate(variant.rows):
        for c, cell in enumerate(row.cells):
            if can_cross(variant, sheet, r, c):
                gain = _worth(values, after_cross(values, sheet, Place(r, c))) - values.start
                found.append({"row": row.name, "number": cell.number, "cell": c, "gain": gain})
    return found


def _penalties(values: Values) -> list[JsonObject]:
    """The cost of each penalty on an otherwise empty sheet, in points of the final score."""
    variant = values.layout.tables.variant
    sheet, found = empty_sheet(variant), []
    for number in range(1, variant.penalty_boxes + 1):
        fewer, more = (sheet._replace(penalties=n) for n in (number - 1, number))
        found.append({"penalty": number, "gain": _worth(values, more) - _worth(values, fewer)})
    return found


def _closing(values: Values) -> list[JsonObject]:
    """The worth of closing the first row at once: its first n cells crossed, the rest as it comes."""
    variant = values.layout.tables.variant
    sheet, row, found = empty_sheet(variant), variant.rows[0], []
    for cell in range(row.first_closer):
        if can_cross(variant, sheet, 0, cell):
            sheet = after_cross(values, sheet, Place(0, cell))
        if _is_open_and_ready(variant, sheet):
            closed = after_cross(values, sheet, Place(0, len(row.cells) - 1))
            crosses, gain = sheet.crosses[0].bit_count(), _worth(values, closed) - _worth(values, sheet)
            found.append({"row": row.name, "crosses": crosses, "gain": gain})
    return found


def _is_open_and_ready(variant: Variant, sheet: Sheet) -> bool:
    if end_reason(variant, (sheet,)):
        return False
    return can_cross(variant, sheet, 0, len(variant.rows[0].cells) - 1)
