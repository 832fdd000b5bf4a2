"""The view of a seat, as plain JSON-able data, with its legal moves and what each would do.

The page, the terminal and the bots know the game through this alone. Of another seat's pending
choice it shows only that there is one (R4.2).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rowlock.engine import view_types
from rowlock.engine.facts import Crossed, Fact, Locked, plain_fact
from rowlock.engine.game import Game, Outcome, legal_moves, outcome, preview, waiting_for
from rowlock.engine.knowledge import known_to
from rowlock.engine.moves import Choice, Cross, Roll
from rowlock.engine.notation import format_move, format_roll, format_sheet
from rowlock.engine.reach import out_of_reach
from rowlock.engine.scoring import score
from rowlock.engine.sheet import Sheet, count_in_row, empty_sheet, mark
from rowlock.engine.variant import Place, Row, Variant
from rowlock.engine.variant_text import chosen_options

Preview = Callable[[Game, int, Choice], tuple[Sheet, list[Fact]]]
"""A seat's sheet after a choice, and what would follow."""

K = TypeVar("K")
V = TypeVar("V")


def view(game: Game, seat: int | None) -> view_types.View:
    """The game as this seat sees it; None is a spectator, who sees what lies open to all."""
    game = known_to(game, seat)
    moves = () if seat is None else legal_moves(game, seat)
    choice = game.choices[seat] if seat is not None and game.choices else None
    return {
        "variant": game.variant.name,
        "rules": game.variant.rules,
        "seat": seat,
        "turn": game.turn,
        "start": game.start,
        "active": game.active,
        "phase": game.phase.value,
        "roll": plain_roll(game.roll) if game.roll else None,
        "dice": game.dice,
        "cards": game.variant.turns.cards_view(game, seat) if game.variant.turns else None,
        "waiting": list(waiting_for(game)),
        "out": list(game.out),
        "choice": format_move(choice) if choice else None,
        "crossed": game.crossed,
        "sheets": [plain_sheet(game, s) for s in range(len(game.sheets))],
        "moves": [plain_move(game, seat, move) for move in moves if seat is not None],
        "over": plain_outcome(result) if (result := outcome(game)) else None,
    }


def plain_move(game: Game, seat: int, move: Choice, ahead: Preview = preview) -> view_types.Move:
    """A legal move with what it would do: cells skipped, rows locked, points gained, facts.

    On a plain pad it follows from one row alone, so it is cached: do not change it.
    """
    if game.variant.mechanisms:
        return _tell_move(game, seat, move, ahead)
    kept, key = game.variant.plain_moves, (seat, game.phase, *_decisive(game, seat, move))
    told = kept.get(key)
    return told if told is not None else _keep(kept, key, _tell_move(game, seat, move, ahead))


def _decisive(game: Game, seat: int, move: Choice) -> tuple[object, ...]:
    """Everything that decides what a move does on a plain pad: the crosses of its row, or the penalties."""
    sheet = game.sheets[seat]
    if isinstance(move, Cross):
        return move.row, move.number, sheet.crosses[game.variant.row_of[move.row]]
    return game.crossed, sheet.penalties


def _tell_move(game: Game, seat: int, move: Choice, ahead: Preview) -> view_types.Move:
    before = game.sheets[seat]
    sheet, facts = ahead(game, seat, move)
    total = score(game.variant, sheet).total
    strips, legend = _extras(game.variant, sheet)
    return {
        "move": format_move(move),
        "cell": next(iter(cells := _crossed_cells(facts)), None),
        "cells": cells,
        "skips": _skipped(game.variant, before, facts),
        "locks": [fact.row for fact in facts if isinstance(fact, Locked)],
        "gain": total - plain_sheet(game, seat)["score"]["total"],
        "facts": [plain_fact(fact) for fact in facts],
        "strips": strips,
        "legend": legend,
        "again": _doubled(game.variant, before, sheet) if game.variant.asked("again") else [],
    }


def _doubled(variant: Variant, before: Sheet, after: Sheet) -> list[view_types.CellName]:
    """The cells that have two crosses afterwards but not before."""
    return [
        [row.name, row.cells[cell].number]
        for r, row in enumerate(variant.rows)
        for cell in sorted(_twice(variant, after, r) - _twice(variant, before, r))
    ]


def _twice(variant: Variant, sheet: Sheet, row: int) -> set[int]:
    return {cell for mechanism in variant.asked("again") for cell in mechanism.again(variant, sheet, row)}


def plain_variant(variant: Variant) -> view_types.Variant:
    """Everything needed to draw the variant's sheet and to explain it."""
    asked = variant.asked
    return {
        "name": variant.name,
        "title": variant.title,
        "rules": variant.rules,
        "players": list(variant.players),
        "played_with": variant.played_with,
        "faces": variant.faces,
        "rows": [_plain_row(variant, r, row) for r, row in enumerate(variant.rows)],
        "points": list(variant.points),
        "penalties": {"boxes": variant.penalty_boxes, "points": variant.penalty_points},
        "end_rows": variant.end_rows,
        "closes_for": variant.closes_for,
        "ends_by": variant.ends_by,
        "options": chosen_options(variant),
        "mechanisms": [mechanism.key for mechanism in variant.mechanisms],
        "strips": [strip for mechanism in asked("strips") for strip in mechanism.strips(variant)],
        "legend": [line for mechanism in asked("legend") for line in mechanism.legend(variant)],
        "badges": [badge for mechanism in asked("badges") for badge in mechanism.badges(variant)],
        "frames": _sheet_frames(variant, first := empty_sheet(variant)),
        "links": _sheet_links(variant, first),
    }


def _plain_row(variant: Variant, r: int, row: Row) -> view_types.Row:
    return {
        "row": row.name,
        "lock": row.lock,
        "needs": row.needs,
        "closers": row.closers,
        "counts_for": _counts_for(variant, row.name),
        "cells": [
            {
                "number": cell.number,
                "colours": cell.colours,
                "frames": list(frames_of(variant, Place(r, i))),
            }
            for i, cell in enumerate(row.cells)
        ],
    }


def _counts_for(variant: Variant, row: str) -> list[str]:
    found = [other for mechanism in variant.asked("counts_for") for other in mechanism.counts_for(row)]
    return found or [row]


def frames_of(variant: Variant, place: Place) -> tuple[str, ...]:
    """The frames around a cell of the pad."""
    return tuple(frame for mechanism in variant.asked("frames") for frame in mechanism.frames(place))


def plain_roll(roll: Roll) -> view_types.Roll:
    return {
        "white": list(roll.white),
        "coloured": dict(roll.coloured),
        "total": roll.total,
        "text": format_roll(roll),
    }


def plain_sheet(game: Game, seat: int) -> view_types.Sheet:
    """Somebody's sheet as everybody sees it."""
    dealt = (seat - game.start) % len(game.sheets)
    return plain_sheet_of(game.variant, game.sheets[seat], dealt)


MOST_KEPT = 4096
"""How many sheets, rows and moves each a variant keeps in plain form."""


def _keep(kept: dict[K, V], key: K, told: V) -> V:
    """Keep something in plain form with the variant that it belongs to."""
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[key] = told
    return told


def plain_sheet_of(variant: Variant, sheet: Sheet, dealt: int = 0) -> view_types.Sheet:
    """A sheet; `dealt` is its place in the order from the start player on, which badges go by.

    Sheets are looked at far more often than they change, so the result is cached: do not change it.
    """
    kept, key = variant.plain_sheets, (sheet, dealt)
    told = kept.get(key)
    return told if told is not None else _keep(kept, key, _tell_sheet(variant, sheet, dealt))


def _tell_sheet(variant: Variant, sheet: Sheet, dealt: int) -> view_types.Sheet:
    count = score(variant, sheet)
    strips, legend = _extras(variant, sheet)
    badges = [badge for mechanism in variant.asked("badges") for badge in mechanism.badges(variant)]
    dealt_badges = [badge["sheets"][dealt % len(badge["sheets"])] for badge in badges]
    return {
        "text": format_sheet(variant, sheet),
        "rows": [_plain_crosses(variant, sheet, r) for r in range(len(variant.rows))],
        "penalties": sheet.penalties,
        "strips": strips,
        "legend": legend,
        "badges": dealt_badges,
        "frames": _sheet_frames(variant, sheet),
        "links": _sheet_links(variant, sheet),
        "score": {
            "rows": list(count.rows),
            "penalties": count.penalties,
            "bonus": count.bonus,
            "total": count.total,
        },
    }


def _sheet_frames(variant: Variant, sheet: Sheet) -> list[view_types.FrameAt]:
    return [
        [*_cell_of(variant, place), frame]
        for mechanism in variant.asked("sheet_frames")
        for place, frame in mechanism.sheet_frames(variant, sheet)
    ]


def _sheet_links(variant: Variant, sheet: Sheet) -> list[view_types.Link]:
    return [
        [_cell_of(variant, one), _cell_of(variant, other)]
        for mechanism in variant.asked("links")
        for one, other in mechanism.links(variant, sheet)
    ]


def _cell_of(variant: Variant, place: Place) -> list[object]:
    """A cell as row and number."""
    row = variant.rows[place.row]
    return [row.name, row.cells[place.cell].number]


def _extras(
    variant: Variant, sheet: Sheet
) -> tuple[list[list[view_types.FieldState]], list[view_types.LineState]]:
    """The states of the fields of every strip, and of the legend's lines."""
    strips = [s for m in variant.asked("strips") for s in m.strip_states(variant, sheet)]
    return strips, [s for m in variant.asked("legend") for s in m.legend_states(variant, sheet)]


def _plain_crosses(variant: Variant, sheet: Sheet, r: int) -> view_types.Crosses:
    """A row of a sheet; cached, as it follows from the row alone unless mechanisms add crosses to it."""
    if any(map(variant.asked, ("again", "extra_crosses", "out_of_reach"))):
        return _tell_crosses(variant, sheet, r)
    kept, key = variant.plain_rows, (r, sheet.crosses[r], sheet.is_closed(r))
    told = kept.get(key)
    return told if told is not None else _keep(kept, key, _tell_crosses(variant, sheet, r))


def _tell_crosses(variant: Variant, sheet: Sheet, r: int) -> view_types.Crosses:
    row, crosses = variant.rows[r], sheet.crosses[r]
    gone = out_of_reach(variant, sheet, r)
    return {
        "row": row.name,
        "crossed": [cell.number for i, cell in enumerate(row.cells) if crosses >> i & 1],
        "again": [row.cells[i].number for i in sorted(_twice(variant, sheet, r))],
        "skipped": [cell.number for i, cell in enumerate(row.cells) if gone >> i & 1],
        "locked": bool(crosses & row.lock_bit),
        "closed": sheet.is_closed(r),
        "count": count_in_row(variant, sheet, r),
    }


def plain_outcome(result: Outcome) -> view_types.Outcome:
    return {
        "scores": list(result.scores),
        "winners": list(result.winners),
        "reason": result.reason,
    }


def _crossed_cells(facts: list[Fact]) -> list[view_types.CellName]:
    """The cells that the move itself crosses, each as [row, number]."""
    return [[fact.row, fact.number] for fact in facts if isinstance(fact, Crossed)]


def _skipped(variant: Variant, before: Sheet, facts: list[Fact]) -> int:
    """How many cells the move itself puts out of reach."""
    skipped, sheet = 0, before
    for name, number in _crossed_cells(facts):
        r = variant.row_of[name]
        after = mark(variant, sheet, r, variant.rows[r].index_of[number])
        skipped += (out_of_reach(variant, after, r) & ~out_of_reach(variant, sheet, r)).bit_count()
        sheet = after
    return skipped
