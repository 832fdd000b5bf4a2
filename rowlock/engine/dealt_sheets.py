"""Sheets that differ from seat to seat: how a file lists them, and how a sheet's text names its own."""

from __future__ import annotations

import re
from string import ascii_uppercase

from rowlock.engine.errors import BadNotation, shown
from rowlock.engine.variant_places import Path
from rowlock.engine.variant_reader import Reader


def read_sheets(reader: Reader, path: Path, players: tuple[int, int] | None) -> list[Path]:
    """Where the texts of the sheets are, one for every player; none if the pad has no such table."""
    if not reader.has(path[:1]):
        return []
    sheets = reader.list_of(path, "a list with a text for each sheet")
    if sheets is None:
        return []
    if players and len(sheets) < players[1]:
        what = f"sheets for {len(sheets)}, and {players[1]} may play"
        reader.wrong(path, what, "a sheet for each player, from the start player on")
    if len(sheets) > len(ascii_uppercase):
        reader.wrong(path, f"there are {len(sheets)} sheets", f"at most {len(ascii_uppercase)}")
        return []
    return [(*path, i) for i in range(len(sheets))]


def format_dealt(note: int) -> str:
    """As in `#A`: the first of the sheets."""
    return f"#{ascii_uppercase[note]}"


def parse_dealt(text: str, count: int) -> int:
    last = ascii_uppercase[count - 1]
    if not re.fullmatch(r"#[A-Z]", text) or text[1] > last:
        raise BadNotation(f"{shown(text)}: the sheets are #A to #{last}")
    return ascii_uppercase.index(text[1])
