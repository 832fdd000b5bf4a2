"""What a seat may see, as plain JSON-able data, with its legal moves and what each would do.

The page, the terminal and the bots know the game through this alone. Of another seat's pending
choice it shows only that there is one (R4.2).
"""

from __future__ import annotations

from typing import Any

from rowlock.engine.facts import Crossed, Fact, Locked, plain_fact
from rowlock.engine.game import Game, Outcome, legal_moves, outcome, preview, waiting_for
from rowlock.engine.moves import Choice, Roll
from rowlock.engine.notation import format_move, format_roll
from rowlock.engine.scoring import score
from rowlock.engine.sheet import Sheet, next_bar_field
from rowlock.engine.variant import Place, Row, Variant

Plain = dict[str, Any]


def view(game: Game, seat: int | None) -> Plain:
    """The game as this seat sees it; None is a spectator, who sees what lies open to all."""
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
        "roll": _plain_roll(game.roll) if game.roll else None,
        "dice": game.dice,
        "waiting": list(waiting_for(game)),
        "choice": format_move(choice) if choice else None,
        "crossed": game.crossed,
        "sheets": [_plain_sheet(game, s) for s in range(len(game.sheets))],
        "moves": [plain_move(game, seat, move) for move in moves if seat is not None],
        "over": _plain_outcome(result) if (result := outcome(game)) else None,
    }


def plain_move(game: Game, seat: int, move: Choice) -> Plain:
    """A legal move with what it would do: cells skipped, rows locked, points gained, facts."""
    before = game.sheets[seat]
    sheet, facts = preview(game, seat, move)
    total = score(game.variant, sheet).total
    return {
        "move": format_move(move),
        "cell": _crossed_cell(facts),
        "skips": _skipped(game.variant, before, facts),
        "locks": [fact.row for fact in facts if isinstance(fact, Locked)],
        "gain": total - score(game.variant, before).total,
        "facts": [plain_fact(fact) for fact in facts],
    }


def plain_variant(variant: Variant) -> Plain:
    """Everything needed to draw the variant's sheet and to explain it."""
    return {
        "name": variant.name,
        "title": variant.title,
        "rules": variant.rules,
        "players": list(variant.players),
        "faces": variant.faces,
        "rows": [_plain_row(variant, r, row) for r, row in enumerate(variant.rows)],
        "points": list(variant.points),
        "penalties": {"boxes": variant.penalty_boxes, "points": variant.penalty_points},
        "end_rows": variant.end_rows,
        "options": {"die_leaves": variant.die_leaves},
        "lucky": [list(numbers) for numbers in variant.lucky],
        "bar": list(variant.bonus_bar.fields) if variant.bonus_bar else [],
        "pairs": [pair.kind for pair in variant.bonus_pairs],
    }


def _plain_row(variant: Variant, r: int, row: Row) -> Plain:
    return {
        "row": row.colour,
        "needs": row.needs,
        "closers": row.closers,
        "cells": [
            {
                "number": cell.number,
                "colour": cell.colour,
                "bar": Place(r, i) in variant.bar_cells,
                "pairs": [pair.kind for pair in variant.pairs_at.get(Place(r, i), ())],
            }
            for i, cell in enumerate(row.cells)
        ],
    }


def _plain_roll(roll: Roll) -> Plain:
    return {
        "white": list(roll.white),
        "coloured": dict(roll.coloured),
        "total": roll.total,
        "text": format_roll(roll),
    }


def _plain_sheet(game: Game, seat: int) -> Plain:
    variant, sheet = game.variant, game.sheets[seat]
    count = score(variant, sheet)
    bar = range(len(variant.bonus_bar.fields)) if variant.bonus_bar else range(0)
    following = next_bar_field(variant, sheet)
    return {
        "rows": [_plain_crosses(variant, sheet, r) for r in range(len(variant.rows))],
        "penalties": sheet.penalties,
        "bar": [i + 1 for i in bar if sheet.bar >> i & 1],
        "next_field": None if following is None else following + 1,
        "lucky": list(game.lucky_numbers(seat)),
        "score": {
            "rows": list(count.rows),
            "penalties": count.penalties,
            "bonus": count.bonus,
            "total": count.total,
        },
    }


def _plain_crosses(variant: Variant, sheet: Sheet, r: int) -> Plain:
    row, crosses = variant.rows[r], sheet.crosses[r]
    last = (crosses & (row.lock_bit - 1)).bit_length()
    return {
        "row": row.colour,
        "crossed": [cell.number for i, cell in enumerate(row.cells) if crosses >> i & 1],
        "skipped": [row.cells[i].number for i in range(last) if not crosses >> i & 1],
        "locked": bool(crosses & row.lock_bit),
        "closed": sheet.is_closed(r),
        "count": crosses.bit_count(),
    }


def _plain_outcome(result: Outcome) -> Plain:
    return {
        "scores": list(result.scores),
        "winners": list(result.winners),
        "reason": result.reason,
    }


def _crossed_cell(facts: list[Fact]) -> list[Any] | None:
    """The cell that the move itself crosses, as [row, number]."""
    own = next((fact for fact in facts if isinstance(fact, Crossed)), None)
    return [own.row, own.number] if own else None


def _skipped(variant: Variant, before: Sheet, facts: list[Fact]) -> int:
    """How many cells the move itself passes over."""
    own = _crossed_cell(facts)
    if own is None:
        return 0
    r = variant.row_of[own[0]]
    return variant.rows[r].index_of[own[1]] - before.crosses[r].bit_length()
