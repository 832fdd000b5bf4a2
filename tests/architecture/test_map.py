"""ARCHITECTURE.md is a map of the package as it is."""

from __future__ import annotations

import re
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
PACKAGE = REPOSITORY / "rowlock"
MAP, PAGE_MAP = (REPOSITORY / "ARCHITECTURE.md").read_text(encoding="utf-8").split("```")[1:4:2]


def test_every_room_is_on_the_map() -> None:
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    rooms |= {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "__main__"}
    named = " ".join(line[:25] for line in MAP.splitlines() if not line.startswith(" "))
    assert rooms == set(re.findall("[a-z]+", named))


def test_every_room_within_a_room_is_on_the_map() -> None:
    within = {path.parent.name for path in PACKAGE.glob("*/*/__init__.py")}
    named = [
        name for line in MAP.splitlines() if line.startswith("  ") for name in re.findall(r"([a-z]+)/ ", line)
    ]
    assert sorted(within) == sorted(set(named))


def test_every_room_of_the_page_is_on_the_map() -> None:
    rooms = {path.name for path in (REPOSITORY / "web" / "src").iterdir() if path.is_dir()}
    assert rooms == set(re.findall(r"\b([a-z]+)/(?= )", PAGE_MAP))


def test_it_stays_a_page() -> None:
    assert len((REPOSITORY / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines()) <= 90
