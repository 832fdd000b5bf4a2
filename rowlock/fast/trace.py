"""The kernel's notes on a game, in the words of the engine."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rowlock.engine.mechanisms.lucky import Lucky
from rowlock.engine.mechanisms.swaps import Swap
from rowlock.engine.moves import PASS, Choice, Cross, Roll, make_roll
from rowlock.engine.variant import Variant
from rowlock.fast import counting, effects, workspace
from rowlock.fast.tables import join_used


@dataclass(frozen=True)
class TraceLine:
    """One action of the kernel and what it left; `choices` are those of the seats that were asked."""

    turn: int
    phase: str
    active: int
    roll: Roll
    """All dice, those of closed rows too."""
    choices: tuple[Choice, ...]
    closed: int
    over: bool
    states: tuple[tuple[int, ...], ...]
    """By seat: the states of its rows (`Merged`)."""
    held: tuple[int, ...]
    """By seat: the pair cells that are crossed."""
    used: tuple[int, ...]
    penalties: tuple[int, ...]
    totals: tuple[int, ...]


def read_trace(variant: Variant, seats: int, trace: npt.NDArray[np.int64]) -> list[TraceLine]:
    return [_read_line(variant, seats, [int(number) for number in line]) for line in trace]


def _read_line(variant: Variant, seats: int, line: list[int]) -> TraceLine:
    turn, phase, active, closed, over = line[:5]
    dice, choices = line[counting.TURN_PART : counting.CHOICES_AT], line[counting.CHOICES_AT :][:seats]
    sheets = [line[counting.SHEETS_AT + seat * effects.WIDTH :][: effects.WIDTH] for seat in range(seats)]
    shown = zip(variant.rows, dice[2:], strict=False)
    coloured = {row.lock: die for row, die in shown if row.lock}
    asked = [choices[active]] if phase else choices
    return TraceLine(
        turn,
        "colour" if phase else "white",
        active,
        make_roll((dice[0], dice[1]), coloured),
        tuple(read_choice(variant, choice) for choice in asked),
        closed,
        bool(over),
        tuple(tuple(sheet[: len(variant.rows)]) for sheet in sheets),
        tuple(sheet[effects.HELD] for sheet in sheets),
        tuple(
            join_used(variant, sheet[effects.USED], sheet[effects.SWAPPED], sheet[effects.STEPPED])
            for sheet in sheets
        ),
        tuple(sheet[effects.PENALTIES] for sheet in sheets),
        tuple(sheet[counting.TOTAL] for sheet in sheets),
    )


def read_choice(variant: Variant, choice: int) -> Choice:
    """A choice of the kernel as a move."""
    if choice == workspace.PASS:
        return PASS
    cell, ties = choice >> effects.AT_CELL & effects.IN_CELL, choice >> workspace.AT_TIES & workspace.IN_TIES
    rows = choice >> workspace.AT_ANSWERS & workspace.IN_ANSWERS
    picks = tuple(variant.rows[rows >> effects.AT_CELL * tie & effects.IN_ROW].name for tie in range(ties))
    row = variant.rows[choice & effects.IN_ROW]
    if field := choice >> workspace.BY_SWAP:
        return Swap(int(field), row.name, row.cells[cell].number, picks)
    if choice & workspace.BY_LUCK:
        return Lucky(row.name, picks)
    return Cross(row.name, row.cells[cell].number, picks)
