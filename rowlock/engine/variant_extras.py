"""What only some variants have, read from its tables: lucky numbers and bonuses (R12, R15, R16)."""

from __future__ import annotations

from typing import cast, get_args

from rowlock.engine.moves import COLOURS
from rowlock.engine.notation import shown
from rowlock.engine.variant import BonusBar, BonusPair, PairKind, Place
from rowlock.engine.variant_parts import MOST_FACES, Rows, count_tables, read_cells
from rowlock.engine.variant_places import Path
from rowlock.engine.variant_reader import Reader, told

MOST_FIELDS, MOST_PAIRS = 48, 20


def read_lucky(
    reader: Reader, faces: int | None, players: tuple[int, int] | None
) -> tuple[tuple[int, ...], ...]:
    """The lucky numbers of each sheet (R12.1); an empty list is none."""
    path: Path = ("lucky", "numbers")
    right = "a list of numbers for each sheet, as in [[5, 10], [6, 11]]"
    sets = reader.list_of(path, right) if reader.has(("lucky",)) else None
    if not sets:
        return ()
    if players and len(sets) < players[1]:
        what = f"{len(sets)} sheets have lucky numbers but {players[1]} may play"
        reader.wrong(path, what, "a list for each player")
    return tuple(_read_lucky_set(reader, (*path, i), one, faces) for i, one in enumerate(sets))


def _read_lucky_set(reader: Reader, path: Path, value: object, faces: int | None) -> tuple[int, ...]:
    most = 2 * (faces or MOST_FACES)
    right = f"whole numbers from 2 to {most}, each once"
    if not isinstance(value, list) or not value:
        reader.wrong(path, f"{told(value)} is no list of lucky numbers" if value else "is empty", right)
        return ()
    numbers = [reader.whole_of((*path, i), n, 2, most, right) for i, n in enumerate(value)]
    kept = tuple(number for number in numbers if number is not None)
    for number in sorted({number for number in kept if kept.count(number) > 1}):
        reader.wrong(path, f"{number} is listed twice", right)
    return kept


def read_bonus_bar(reader: Reader, rows: Rows | None) -> BonusBar | None:
    """The bonus bar (R15). More bonus cells than fields are fine: the late ones bring nothing."""
    if not reader.has(("bonus_bar",)):
        return None
    path: Path = ("bonus_bar", "fields")
    text = reader.text(path, "row letters with blanks between, as in 'r y g b'")
    fields = text.split() if text is not None else []
    known = [row.colour for row in rows or ()] or list(COLOURS)
    for field in fields:
        if field not in known:
            reader.wrong(path, f"there is no row {shown(field)}", f"the rows are {' '.join(known)}")
    if text is not None and not 1 <= len(fields) <= MOST_FIELDS:
        reader.wrong(path, f"there are {len(fields)} fields", f"1 to {MOST_FIELDS} fields")
    cells = _read_places(reader, ("bonus_bar", "cells"), rows)
    if cells == ():
        reader.wrong(("bonus_bar", "cells"), "is empty", "cells that cross the bar, as in 'r3 y5'")
    return BonusBar(tuple(fields), cells or ())


def read_bonus_pairs(reader: Reader, rows: Rows | None) -> tuple[BonusPair, ...]:
    """The bonus pairs (R16)."""
    if not reader.has(("bonus_pairs",)):
        return ()
    pairs = []
    for i in range(count_tables(reader, "bonus_pairs", 0, MOST_PAIRS)):
        path: Path = ("bonus_pairs", i, "cells")
        kind = reader.one_of(("bonus_pairs", i, "kind"), get_args(PairKind), "kind of bonus")
        cells = _read_places(reader, path, rows)
        if cells is None or kind is None:
            continue
        if len(cells) < 2:
            reader.wrong(path, f"a pair of {len(cells)}", "at least two, as in 'y7 b7'")
        closing = [place.row for place in cells if rows and place.cell >= rows[place.row].first_closer]
        if len(closing) > len(set(closing)):
            reader.wrong(path, "two closing cells of one row", "cells that can all be crossed")
        pairs.append(BonusPair(cast(PairKind, kind), cells))
    return tuple(pairs)


def _read_places(reader: Reader, path: Path, rows: Rows | None) -> tuple[Place, ...] | None:
    """Cells named by row and number; None while they, or the rows, are in doubt."""
    named = read_cells(reader, path)
    if named is None or not rows:
        return None
    index = {row.colour: (r, row) for r, row in enumerate(rows)}
    places: list[Place] = []
    for colour, number in named:
        r, row = index.get(colour, (0, None))
        cell = row.index_of.get(number) if row else None
        if row is None or cell is None:
            right = (
                f"row {colour} has {' '.join(str(c.number) for c in row.cells)}"
                if row
                else (f"the rows are {' '.join(index)}")
            )
            reader.wrong(path, f"{colour}{number} is not on the sheet", right)
        elif (place := Place(r, cell)) in places:
            reader.wrong(path, f"{colour}{number} is listed twice", "each cell once")
        else:
            places.append(place)
    return tuple(places) if len(places) == len(named) else None
