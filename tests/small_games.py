"""Games small enough for the oracle, one for every mechanism that the solver must know."""

from __future__ import annotations

from rowlock import Variant, parse_variant


def game(
    *rows: str, faces: int = 2, needs: int = 1, closers: int = 1, boxes: int = 2, end: int = 2, more: str = ""
) -> Variant:
    """A pad from its rows, as in `r2 r3 r4`; the first letter of a row is its lock, or `y:` before it."""
    split = [row.split(":") if ":" in row else (row[0], row) for row in rows]
    longest = max(len(cells.split()) for _, cells in split) - closers + 2
    points = [n * (n + 1) // 2 for n in range(longest + 1)]
    tables = "".join(f'[[rows]]\nlock = "{lock}"\ncells = "{cells}"\n' for lock, cells in split)
    return parse_variant(
        f'title = "Small"\nrules = 1\nplayers = [1, 1]\npoints = {points}\n[dice]\nfaces = {faces}\n'
        f"[closing]\nneeds = {needs}\ncells = {closers}\n[penalties]\nboxes = {boxes}\npoints = -5\n"
        f"[end]\nclosed_rows = {end}\n{tables}{more}",
        "small",
    )


MIXED = ("r:y2 r3 y4", "y:y3 r2 r4")
SHORT = ("r2 r3 r4", "y6 y5 y4")
LONG = ("r2 r3 r4 r5", "y6 y5 y4 y3")
BAR = '[bonus_bar]\nfields = "y r y r y"\ncells = "r2 r4 y5 y6"\n'


def pair(kind: str, cells: str) -> str:
    return f'[[bonus_pairs]]\nkind = "{kind}"\ncells = "{cells}"\n'


AT_ONCE = pair("two-in-fewest", "r3 y5") + pair("one-in-each", "r2 y6")
AT_END = pair("double-fewest", "r2 y5") + pair("thirteen", "r3 y4") + pair("no-penalties", "r4 y6")
DOUBLE = '[double]\ncells = "r3 r4 y5"\n'
INNER = '[double]\ncells = "r3 y5"\n'
SWAPS = "[swaps]\nfields = [[3, 5], [4, 6], [2, 4], [5, 3], [5, 2]]\n"
LUCKY = "[lucky]\nnumbers = [[3, 4]]\n"
STAYS = '[options]\ndie_leaves = "turn"\n'

SMALL = {
    "one row": game("r2 r3 r4", end=1),
    "two rows": game("r2 r3 r4", "y4 y3 y2"),
    "rows alike": game("r2 r3 r4", "y2 y3 y4"),
    "three rows, one ends": game("r2 r3", "y3 y2", "g2 g4", end=1),
    "four rows, all symmetries": game("r2 r4", "y2 y4", "g4 g2", "b4 b2", boxes=1),
    "colours mixed": game(*MIXED),
    "die stays": game(*MIXED, more=STAYS),
    "numbers mixed": game("r5 r2 r4 r3", "y3 y6 y2 y4", faces=3, needs=2),
    "two closing cells": game("r2 r3 r4 r5", "y6 y4 y3 y2", faces=3, needs=1, closers=2),
    "no needs": game("r2 r3 r4", "y4 y3 y2", needs=0),
    "lucky": game(*LONG, faces=3, more=LUCKY),
    "bonus bar": game(*LONG, faces=3, more=BAR),
    "pairs at once": game(*LONG, faces=3, needs=2, more=AT_ONCE),
    "pairs at the end": game(*LONG, faces=3, more=AT_END),
    "bar, pairs and lucky": game(*LONG, faces=3, needs=2, more=BAR + AT_ONCE + AT_END + LUCKY),
    "double cells": game(*LONG, faces=3, needs=3, more=DOUBLE),
    "double cells and a bar": game(*LONG, faces=3, needs=3, more=DOUBLE + BAR + AT_END),
    "swap fields": game(*SHORT, faces=3, more=SWAPS),
    "swap fields, rows alike": game("r2 r3 r4", "y2 y3 y4", faces=3, more=SWAPS),
    "swap fields, lucky and double cells": game(*SHORT, faces=3, needs=2, more=SWAPS + LUCKY + INNER),
    "five penalty boxes": game("r2 r3 r4", "y4 y3 y2", boxes=5),
}
