"""How games begin, and what came of it: first crosses, locks, penalties, and scores by cell, by strength."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from rowlock.engine.facts import Crossed, Locked, Penalised
from rowlock.engine.game import outcome
from rowlock.engine.json_object import JsonObject
from rowlock.engine.record import Record, replay
from rowlock.engine.variant import Variant


class _Sheets:
    """All sheets of one name: how they began and what they came to."""

    def __init__(self) -> None:
        self.sheets, self.points, self.penalties = 0, 0, 0
        self.first: dict[str, list[int]] = defaultdict(list)
        self.crossed: dict[str, list[int]] = defaultdict(list)
        self.locks: dict[str, int] = defaultdict(int)

    def add(self, cells: list[str], locks: list[str], penalties: int, points: int) -> None:
        self.sheets += 1
        self.points += points
        self.penalties += penalties
        for cell in cells[:1]:
            self.first[cell].append(points)
        for cell in dict.fromkeys(cells):
            self.crossed[cell].append(points)
        for row in locks:
            self.locks[row] += 1

    def to_json(self, cells: list[str], rows: list[str]) -> JsonObject:
        return {
            "sheets": self.sheets,
            "points": self.points / self.sheets,
            "penalties": self.penalties / self.sheets,
            "locks": {row: self.locks[row] / self.sheets for row in rows},
            "first": {cell: _told(self.first[cell], self.sheets) for cell in cells if self.first[cell]},
            "crossed": {cell: _told(self.crossed[cell], self.sheets) for cell in cells if self.crossed[cell]},
        }


def openings(games: Iterable[Record]) -> JsonObject:
    """By pad and name of the seat: how often each cell was the first cross, and the mean score after it.

    `crossed` is the same for cells crossed at any time. Games that did not end are left out.
    """
    found: dict[str, dict[str, _Sheets]] = {}
    pads: dict[str, Variant] = {}
    for record in games:
        pads.setdefault(record.variant.name, record.variant)
        _add(found.setdefault(record.variant.name, {}), record)
    return {
        name: {bot: sheets.to_json(*_names(pads[name])) for bot, sheets in by_bot.items()}
        for name, by_bot in found.items()
        if by_bot
    }


def _add(by_name: dict[str, _Sheets], record: Record) -> None:
    steps = replay(record)
    ended = outcome(steps[-1].game) if steps else None
    if ended is None:
        return
    facts = [fact for step in steps for fact in step.facts]
    for seat, name in enumerate(record.seats):
        cells = [f"{f.row}{f.number}" for f in facts if isinstance(f, Crossed) and f.seat == seat]
        locks = [f.row for f in facts if isinstance(f, Locked) and f.seat == seat]
        penalties = sum(isinstance(f, Penalised) and f.seat == seat for f in facts)
        by_name.setdefault(name, _Sheets()).add(cells, locks, penalties, ended.scores[seat])


def _names(variant: Variant) -> tuple[list[str], list[str]]:
    cells = [f"{row.name}{cell.number}" for row in variant.rows for cell in row.cells]
    return cells, [row.name for row in variant.rows]


def _told(points: list[int], sheets: int) -> JsonObject:
    return {"share": len(points) / sheets, "points": sum(points) / len(points)}


def format_openings(told: JsonObject, most: int = 8) -> str:
    """For every pad and name the figures, and the most frequent first crosses."""
    lines: list[str] = []
    for pad, by_name in told.items():
        for name, found in by_name.items():
            locks = ", ".join(f"{row} {share:.0%}" for row, share in found["locks"].items())
            lines += [
                f"{pad}, {name}: {found['sheets']} sheets, {found['points']:.1f} points, "
                f"{found['penalties']:.2f} penalties",
                f"  locks        {locks}",
                "  first cross  share  points afterwards",
            ]
            first = sorted(found["first"].items(), key=lambda item: -item[1]["share"])[:most]
            lines += [f"  {cell:<12} {one['share']:5.1%}  {one['points']:6.1f}" for cell, one in first]
            lines.append("")
    return "\n".join(lines)
