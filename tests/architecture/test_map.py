"""ARCHITECTURE.md is a map of the package as it is."""

from __future__ import annotations

import re
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
MAP = (REPOSITORY / "ARCHITECTURE.md").read_text(encoding="utf-8")
TABLES = re.findall(r"^\| in (`[^|]*`) \|.*\n\|[-|]+\n((?:\|.*\n)+)", MAP, re.MULTILINE)
"""The rooms of each table, and its lines."""


def test_every_file_on_the_map_is_there():
    assert TABLES
    lost = []
    for rooms, lines in TABLES:
        folders = [REPOSITORY / room for room in re.findall("`([^`]*)`", rooms)]
        for name in re.findall(r"`([^`]*)`", "\n".join(line.split("|")[1] for line in lines.splitlines())):
            last = name.rstrip("/").rpartition("/")[2]
            if not any(list(folder.rglob(last)) for folder in folders):
                lost.append(f"{rooms}: {name}")
    assert lost == []


def test_every_room_is_on_the_map():
    package = REPOSITORY / "rowlock"
    rooms = {path.parent.name for path in package.glob("*/__init__.py")}
    rooms |= {path.stem for path in package.glob("*.py")} - {"__init__", "__main__"}
    assert rooms <= set(re.findall("[a-z]+", MAP.split("```")[1]))
