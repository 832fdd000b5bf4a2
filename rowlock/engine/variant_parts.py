"""The parts of every variant, read from its tables and checked against each other (R1, R7, R9).

What only some variants have is read by their mechanisms.
"""

from __future__ import annotations

import re
from typing import get_args

from rowlock.engine.errors import shown
from rowlock.engine.moves import COLOURS
from rowlock.engine.variant import Cell, Place, Row, Whose
from rowlock.engine.variant_places import Path
from rowlock.engine.variant_reader import Reader, quote_value

Rows = tuple[Row, ...]

KEYS = ("parent", "title", "rules", "players", "points")
TABLES: dict[str, tuple[str, ...]] = {
    "dice": ("faces",),
    "closing": ("needs", "cells", "for"),
    "penalties": ("boxes", "points"),
    "end": ("closed_rows", "of"),
}
ROW_KEYS = ("name", "lock", "cells", "needs", "closing_cells")

MOST_PLAYERS, MOST_ROWS, MOST_CELLS, MOST_FACES = 5, 6, 24, 20
MOST_POINTS = 10_000

_CELL = re.compile(r"([a-z]+)(0|[1-9][0-9]?)")
_CELL_RIGHT = "a cell is a small colour letter and a number, as in r2; more letters for more colours"


def read_title(reader: Reader) -> str | None:
    right = "a line of 1 to 60 printable characters"
    title = reader.text(("title",), right)
    if title is not None and not (0 < len(title) <= 60 and title.isprintable() and title.strip()):
        reader.wrong(("title",), f"{shown(title)} is not a title", right)
    return title


def read_players(reader: Reader) -> tuple[int, int] | None:
    path, right = ("players",), f"the fewest and the most players, as in [1, {MOST_PLAYERS}]"
    value = reader.list_of(path, right)
    if value is None:
        return None
    if len(value) != 2:
        reader.wrong(path, f"this list has {len(value)} entries", right)
        return None
    least, most = (reader.whole_of((*path, i), n, 1, MOST_PLAYERS, right) for i, n in enumerate(value))
    if least is None or most is None:
        return None
    if least > most:
        reader.wrong(path, f"the fewest ({least}) are more than the most ({most})", right)
    return least, most


def read_whose(reader: Reader, path: Path) -> Whose:
    """Whom a rule concerns; everybody if nothing is said."""
    words = get_args(Whose)
    word: Whose | None = reader.one_of(path, words, "choice") if reader.has(path) else None
    default: Whose = words[0]
    return word or default


def read_rows(reader: Reader, faces: int | None) -> Rows | None:
    """The rows with their cells and closing rules, or None if a mistake leaves them in doubt."""
    needs = reader.whole(("closing", "needs"), 0, MOST_CELLS)
    closers = reader.whole(("closing", "cells"), 1, MOST_CELLS)
    count = count_tables(reader, "rows", 1, MOST_ROWS, ROW_KEYS)
    locks, names = _read_locks(reader, count), _read_names(reader, count)
    rows = []
    for i in range(count):
        at: Path = ("rows", i)
        cells = _read_row_cells(reader, (*at, "cells"), faces, [lock for lock in locks or () if lock])
        row_needs, row_closers = needs, closers
        if reader.has((*at, "needs")):
            row_needs = reader.whole((*at, "needs"), 0, MOST_CELLS)
        if reader.has((*at, "closing_cells")):
            row_closers = reader.whole((*at, "closing_cells"), 1, MOST_CELLS)
        if cells and locks and names and row_needs is not None and row_closers is not None:
            lock = locks[i]
            rows.append(
                Row(names[i], cells, row_needs, row_closers, lock) if lock else Row(names[i], cells, 0, 0)
            )
    if count == 0 or len(rows) < count:
        return None
    return tuple(rows) if _can_close(reader, rows) else None


def count_tables(reader: Reader, name: str, least: int, most: int, keys: tuple[str, ...]) -> int:
    """How many tables a list such as `[[rows]]` holds; 0 if they cannot be read."""
    right = f"{least} to {most} tables [[{name}]]"
    tables = reader.list_of((name,), right)
    if tables is None:
        return 0
    if not least <= len(tables) <= most:
        reader.wrong((name,), f"there are {len(tables)}", right)
        return 0
    for i, found in enumerate(tables):
        if not isinstance(found, dict):
            reader.wrong((name, i), f"{quote_value(found)} is not a table", right)
        reader.known_keys((name, i), keys)
    return len(tables)


def _read_locks(reader: Reader, count: int) -> list[str | None] | None:
    """The rows' lock colours, None for a row without a lock; None for all if one is in doubt."""
    locks: list[str | None] = []
    sure = True
    for i in range(count):
        path: Path = ("rows", i, "lock")
        if not reader.has(path) and reader.has(("rows", i, "name")):
            locks.append(None)  # a row that has a name needs no lock
            continue
        lock = reader.one_of(path, tuple(COLOURS), "colour")
        if lock and lock in locks:
            first = locks.index(lock) + 1
            reader.wrong(path, f"row {first} has the lock {lock} too", "give each lock to one row")
        sure = sure and lock is not None and lock not in locks
        locks.append(lock)
    if sure and locks and not any(locks):
        reader.wrong(("rows",), "no row has a lock", "at least one row with a lock")
    return locks if sure and any(locks) else None


def _read_names(reader: Reader, count: int) -> list[str] | None:
    """The rows' names: the lock's colour unless the row has its own."""
    names: list[str] = []
    right = "a small letter, each once, as in 'o'"
    for i in range(count):
        path: Path = ("rows", i, "name")
        if reader.has(path):
            name = reader.text(path, right) or ""
            if not re.fullmatch("[a-z]", name) or name == "p":
                # p stands for the penalties in a sheet's text
                reader.wrong(path, f"{shown(name)} is not a name for a row", right)
                return None
        else:
            name = str(reader.find(("rows", i, "lock")))
        if name in names:
            if reader.has(path):
                reader.wrong(path, f"row {names.index(name) + 1} is called {name} too", right)
            return None
        names.append(name)
    return names


def _read_row_cells(
    reader: Reader, path: Path, faces: int | None, locks: list[str]
) -> tuple[Cell, ...] | None:
    named = read_cells(reader, path)
    if named is None:
        return None
    before = len(reader.mistakes.lines)
    seen: set[int] = set()
    for colours, number in named:
        if number in seen:
            reader.wrong(path, f"number {number} appears twice", "each number once in a row")
        seen.add(number)
        if faces and not 2 <= number <= 2 * faces:
            made = f"numbers from 2 to {2 * faces}"
            reader.wrong(path, f"two dice cannot make {number}, which {colours}{number} needs", made)
        for colour in colours if locks else "":
            if colour not in locks:
                right = f"the locks are {' '.join(locks)}"
                reader.wrong(path, f"no row has the lock {colour}, so no die makes {colours}{number}", right)
    if not 2 <= len(named) <= MOST_CELLS:
        reader.wrong(path, f"{len(named)} cells", f"a row has 2 to {MOST_CELLS}")
    if len(reader.mistakes.lines) > before:
        return None
    return tuple(Cell(number, colours) for colours, number in named)


def read_cells(reader: Reader, path: Path) -> list[tuple[str, int]] | None:
    """Texts such as `r2 r3`, as colours and numbers; None if one of them is not a cell."""
    text = reader.text(path, "cells with blanks between, as in 'r2 r3 r4'")
    if text is None:
        return None
    cells = []
    for word in text.split():
        found = _CELL.fullmatch(word)
        if found is None or len(set(found[1])) < len(found[1]):
            reader.wrong(path, f"{shown(word)} is not a cell", _CELL_RIGHT)
        elif strange := [colour for colour in found[1] if colour not in COLOURS]:
            right = f"the colours are {' '.join(COLOURS)}"
            reader.wrong(path, f"there is no colour {strange[0]} for {shown(word)}", right)
        else:
            cells.append((found[1], int(found[2])))
    return cells if len(cells) == len(text.split()) else None


def read_places(reader: Reader, path: Path, rows: Rows | None) -> tuple[Place, ...] | None:
    """Cells named by row and number; None while they, or the rows, are in doubt."""
    text = reader.text(path, "cells by row and number with blanks between, as in 'r2 y3'")
    if text is None or not rows:
        return None
    index = {row.name: (r, row) for r, row in enumerate(rows)}
    places: list[Place] = []
    for word in text.split():
        found = re.fullmatch(r"([a-z])(0|[1-9][0-9]?)", word)
        r, row = index.get(found[1], (0, None)) if found else (0, None)
        cell = row.index_of.get(int(found[2])) if found and row else None
        if found is None:
            reader.wrong(path, f"{shown(word)} is not a cell", "a row's letter and a number, as in r2")
        elif row is None or cell is None:
            has = f"row {row.name} has {' '.join(str(c.number) for c in row.cells)}" if row else ""
            reader.wrong(path, f"{word} is not on the sheet", has or f"the rows are {' '.join(index)}")
        elif (place := Place(r, cell)) in places:
            reader.wrong(path, f"{word} is listed twice", "name each cell once")
        else:
            places.append(place)
    return tuple(places) if len(places) == len(text.split()) else None


def _can_close(reader: Reader, rows: list[Row]) -> bool:
    """Check that every row has its closing cells and can reach them (R7.1); a shared key is reported once."""
    told_of: set[Path] = set()
    for i, row in enumerate(rows):
        closers: Path = ("rows", i, "closing_cells")
        needs: Path = ("rows", i, "needs")
        if row.closers > len(row.cells):
            path = closers if reader.has(closers) else ("closing", "cells")
            what, most = f"row {row.name} has only {len(row.cells)} cells", len(row.cells)
        elif row.needs > row.first_closer:
            path = needs if reader.has(needs) else ("closing", "needs")
            what = (
                f"row {row.name} can never be closed: only {row.first_closer} cells stand "
                "before its first closing cell"
            )
            most = row.first_closer
        else:
            continue
        if path not in told_of:
            reader.wrong(path, what, f"at most {most}")
        told_of.add(path)
    return not told_of


def read_points(reader: Reader, rows: Rows | None, extra: int = 0) -> tuple[int, ...] | None:
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
        if not most + 1 <= len(value) <= most + extra + 1:
            size = "short" if len(value) <= most else "long"
            what = f"the table is too {size}: {len(value)} entries"
            right = f"{most + 1} entries, for 0 to {most} crosses"
            more = f", or up to {most + extra + 1} for crosses that count extra" if extra else ""
            reader.wrong(path, what, right + more)
    return tuple(number for number in numbers if number is not None)
