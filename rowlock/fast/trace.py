"""The kernel's notes on a game, in the words of the engine."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rowlock.engine.mechanisms.lucky import Lucky
from rowlock.engine.mechanisms.swaps import Swap
from rowlock.engine.moves import PASS, Choice, Cross, Roll, make_roll
from rowlock.engine.variant import Variant
from rowlock.fast import effects, workspace


@dataclass(frozen=True)
class Line:
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


def read_trace(variant: Variant, seats: int, trace: npt.NDArray[np.int64]) -> list[Line]:
    return [_read_line(variant, seats, [int(number) for number in line]) for line in trace]


def _read_line(variant: Variant, seats: int, line: list[int]) -> Line:
    turn, phase, active, closed, over = line[:5]
    dice, choices = line[5:11], line[11 : 11 + seats]
    sheets = [line[16 + seat * effects.WIDTH :][: effects.WIDTH] for seat in range(seats)]
    coloured = {row.name: die for row, die in zip(variant.rows, dice[2:], strict=False)}
    asked = [choices[active]] if phase else choices
    return Line(
        turn,
        "colour" if phase else "white",
        active,
        make_roll((dice[0], dice[1]), coloured),
        tuple(read_choice(variant, choice) for choice in asked),
        closed,
        bool(over),
        tuple(tuple(sheet[: len(variant.rows)]) for sheet in sheets),
        tuple(sheet[effects.HELD] for sheet in sheets),
        tuple(sheet[effects.USED] for sheet in sheets),
        tuple(sheet[effects.PENALTIES] for sheet in sheets),
        tuple(sheet[effects.PASSES] for sheet in sheets),
    )


def read_choice(variant: Variant, choice: int) -> Choice:
    """A choice of the kernel as a move."""
    if choice == workspace.PASS:
        return PASS
    cell, ties, rows = choice >> 2 & 31, choice >> 8 & 15, choice >> 12 & 4095
    picks = tuple(variant.rows[rows >> 2 * tie & 3].name for tie in range(ties))
    row = variant.rows[choice & 3]
    if field := choice >> workspace.BY_SWAP:
        return Swap(int(field), row.name, row.cells[cell].number, picks)
    if choice & workspace.BY_LUCK:
        return Lucky(row.name, picks)
    return Cross(row.name, row.cells[cell].number, picks)
