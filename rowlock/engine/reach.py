"""The cells of a row that can still be crossed: the one place that knows, for rules, displays and bots alike.

On a plain row everything left of the last cross is gone (R2.1). A mechanism may say otherwise; whoever draws,
counts or explains asks here and looks at no crosses itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rowlock.engine.sheet import Sheet
    from rowlock.engine.variant import Row, Variant


def out_of_reach(variant: Variant, sheet: Sheet, row: int) -> int:
    """The free cells of a row that no move can aim at any more, as bits, whether or not the row is closed.

    A bonus may still reach them where it goes anywhere (R22.1).
    """
    gone = left_behind(variant.rows[row], sheet.crosses[row])
    for mechanism in variant.asked("out_of_reach"):
        gone = mechanism.out_of_reach(variant, sheet, row, gone)
    return gone


def left_behind(row: Row, crosses: int) -> int:
    """The free cells left of the last cross, as bits: what is out of reach in a plain row (R2.1)."""
    cells = crosses & (row.lock_bit - 1)
    return (1 << cells.bit_length()) - 1 & ~cells


def next_cell(variant: Variant, sheet: Sheet, row: int) -> int:
    """The nearest cell in reach, right of the last cross or else left of it; else behind the row."""
    if not variant.asked("out_of_reach"):
        return sheet.crosses[row].bit_length()
    line = variant.rows[row]
    taken = sheet.crosses[row] & (line.lock_bit - 1)
    first = taken.bit_length()
    free = ~(taken | out_of_reach(variant, sheet, row)) & (1 << len(line.cells)) - 1
    after = free >> first
    if after:
        return first + (after & -after).bit_length() - 1
    return free.bit_length() - 1 if free else len(line.cells)
