"""The parts of every variant, read from its tables and held against each other (R1, R7, R9).

What only some variants have is read in `variant_extras`.
"""

from __future__ import annotations

import re
from typing import get_args

from rowlock.engine.moves import COLOURS
from rowlock.engine.notation import shown
from rowlock.engine.variant import Cell, DieLeaves, Row
from rowlock.engine.variant_places import Path
from rowlock.engine.variant_reader import Reader, told

Rows = tuple[Row, ...]

KEYS = ("parent", "title", "rules", "players", "points")
TABLES = {
    "dice": ("faces",),
    "closing": ("needs", "cells"),
    "penalties": ("boxes", "points"),
    "end": ("closed_rows",),
    "options": ("die_leaves",),
    "lucky": ("numbers",),
    "bonus_bar": ("fields", "cells"),
}
LISTS = {"rows": ("lock", "cells", "needs", "closing_cells"), "bonus_pairs": ("kind", "cells")}

OPTIONS: dict[str, tuple[str, ...]] = {"die_leaves": get_args(DieLeaves)}
"""What may be chosen without changing the pad, and the words to choose from."""

MOST_PLAYERS, MOST_ROWS, MOST_CELLS, MOST_FACES = 5, 4, 24, 20
MOST_POINTS = 10_000

_CELL = re.compile(r"([a-z])(0|[1-9][0-9]?)")
_CELL_RIGHT = "a cell is a small colour letter and a number, as in r2"


def check_keys(reader: Reader) -> None:
    """Every key that no part of a variant knows, and every table that is none."""
    reader.known_keys((), (*KEYS, *TABLES, *LISTS))
    for name, known in TABLES.items():
        if reader.has((name,)) and not isinstance(reader.find((name,)), dict):
            what = f"{told(reader.find((name,)))} is no table"
            reader.wrong((name,), what, f"a table [{name}] with {', '.join(known)}")
        reader.known_keys((name,), known)


def read_title(reader: Reader) -> str | None:
    right = "a line of 1 to 60 printable characters"
    title = reader.text(("title",), right)
    if title is not None and not (0 < len(title) <= 60 and title.isprintable() and title.strip()):
        reader.wrong(("title",), f"{shown(title)} is no title", right)
    return title


def read_players(reader: Reader) -> tuple[int, int] | None:
    path, right = ("players",), f"the fewest and the most players, as in [1, {MOST_PLAYERS}]"
    value = reader.list_of(path, right)
    if value is None:
        return None
    if len(value) != 2:
        reader.wrong(path, f"a list of {len(value)}", right)
        return None
    least, most = (reader.whole_of((*path, i), n, 1, MOST_PLAYERS, right) for i, n in enumerate(value))
    if least is None or most is None:
        return None
    if least > most:
        reader.wrong(path, f"fewest {least} is more than most {most}", right)
    return least, most


def read_rows(reader: Reader, faces: int | None) -> Rows | None:
    """The rows with their cells and closing rules, or None if a mistake leaves them in doubt."""
    needs = reader.whole(("closing", "needs"), 0, MOST_CELLS)
    closers = reader.whole(("closing", "cells"), 1, MOST_CELLS)
    count = count_tables(reader, "rows", 1, MOST_ROWS)
    locks = _read_locks(reader, count)
    rows = []
    for i in range(count):
        at: Path = ("rows", i)
        cells = _read_row_cells(reader, (*at, "cells"), faces, locks)
        row_needs, row_closers = needs, closers
        if reader.has((*at, "needs")):
            row_needs = reader.whole((*at, "needs"), 0, MOST_CELLS)
        if reader.has((*at, "closing_cells")):
            row_closers = reader.whole((*at, "closing_cells"), 1, MOST_CELLS)
        if cells and locks and row_needs is not None and row_closers is not None:
            rows.append(Row(locks[i], cells, row_needs, row_closers))
    if count == 0 or len(rows) < count:
        return None
    return tuple(rows) if _can_close(reader, rows) else None


def count_tables(reader: Reader, name: str, least: int, most: int) -> int:
    """How many tables a list such as `[[rows]]` holds; 0 if they cannot be read."""
    right = f"{least} to {most} tables [[{name}]]"
    tables = reader.list_of((name,), right)
    if tables is None:
        return 0
    if not least <= len(tables) <= most:
        reader.wrong((name,), f"there are {len(tables)}", right)
        return 0
    for i, table in enumerate(tables):
        if not isinstance(table, dict):
            reader.wrong((name, i), f"{told(table)} is no table", right)
        reader.known_keys((name, i), LISTS[name])
    return len(tables)


def _read_locks(reader: Reader, count: int) -> str:
    """The rows' lock colours; empty if one is in doubt."""
    locks = ""
    for i in range(count):
        lock = reader.one_of(("rows", i, "lock"), tuple(COLOURS), "colour")
        if lock and lock in locks:
            first = locks.index(lock) + 1
            reader.wrong(("rows", i, "lock"), f"row {first} has the lock {lock} too", "each once")
        locks += lock or "?"
    return locks if len(set(locks) - {"?"}) == count else ""


def _read_row_cells(reader: Reader, path: Path, faces: int | None, locks: str) -> tuple[Cell, ...] | None:
    named = read_cells(reader, path)
    if named is None:
        return None
    before = len(reader.mistakes.lines)
    seen: set[int] = set()
    for colour, number in named:
        if number in seen:
            reader.wrong(path, f"number {number} stands twice", "each number once in a row")
        seen.add(number)
        if faces and not 2 <= number <= 2 * faces:
            made = f"numbers from 2 to {2 * faces}"
            reader.wrong(path, f"two dice cannot make the {number} of {colour}{number}", made)
        if locks and colour not in locks:
            right = f"colours with a row: {' '.join(locks)}"
            reader.wrong(path, f"no die is {colour} for {colour}{number}", right)
    if not 2 <= len(named) <= MOST_CELLS:
        reader.wrong(path, f"a row of {len(named)}", f"2 to {MOST_CELLS} cells")
    if len(reader.mistakes.lines) > before:
        return None
    return tuple(Cell(number, colour) for colour, number in named)


def read_cells(reader: Reader, path: Path) -> list[tuple[str, int]] | None:
    """Texts such as `r2 r3`, as colours and numbers; None if one of them is no cell."""
    text = reader.text(path, "cells with blanks between, as in 'r2 r3 r4'")
    if text is None:
        return None
    cells = []
    for word in text.split():
        found = _CELL.fullmatch(word)
        if found is None:
            reader.wrong(path, f"{shown(word)} is no cell", _CELL_RIGHT)
        elif found[1] not in COLOURS:
            right = f"the colours are {' '.join(COLOURS)}"
            reader.wrong(path, f"there is no colour {found[1]} for {shown(word)}", right)
        else:
            cells.append((found[1], int(found[2])))
    return cells if len(cells) == len(text.split()) else None


def _can_close(reader: Reader, rows: list[Row]) -> bool:
    """Whether every row has its closing cells and can reach them (R7.1); a shared key is told once."""
    told_of: set[Path] = set()
    for i, row in enumerate(rows):
        closers: Path = ("rows", i, "closing_cells")
        needs: Path = ("rows", i, "needs")
        if row.closers > len(row.cells):
            path = closers if reader.has(closers) else ("closing", "cells")
            what, most = f"row {row.colour} has only {len(row.cells)} cells", len(row.cells)
        elif row.needs > row.first_closer:
            path = needs if reader.has(needs) else ("closing", "needs")
            what = (
                f"row {row.colour} can never be closed: only {row.first_closer} cells stand "
                "before its first closing cell"
            )
            most = row.first_closer
        else:
            continue
        if path not in told_of:
            reader.wrong(path, what, f"at most {most}")
        told_of.add(path)
    return not told_of


def read_points(reader: Reader, rows: Rows | None) -> tuple[int, ...] | None:
    """The points of a row by its crosses; as many as a row can hold, and none (R9.1)."""
    path, right = ("points",), "a list of whole numbers from no cross upwards, as in [0, 1, 3, 6]"
    value = reader.list_of(path, right)
    if value is None:
        return None
    numbers = [
        reader.whole_of((*path, i), number, -MOST_POINTS, MOST_POINTS, right)
        for i, number in enumerate(value)
    ]
    if rows:
        most = max(row.most_crosses for row in rows)
        if len(value) != most + 1:
            size = "short" if len(value) <= most else "long"
            what = f"the table is too {size}: {len(value)} entries"
            reader.wrong(path, what, f"{most + 1} entries, for 0 to {most} crosses")
    return tuple(number for number in numbers if number is not None)


def read_option(reader: Reader, option: str) -> str:
    """An option's word; the first one is its default."""
    words = OPTIONS[option]
    if not reader.has(("options", option)):
        return words[0]
    return reader.one_of(("options", option), words, "choice") or words[0]
