"""An event in words: the draw and the standing as lines and as columns, in any language."""

from __future__ import annotations

from typing import NamedTuple

from rowlock.community.events import find_format, is_open_play
from rowlock.community.events.kit.event import DrawnTable, Event, Plan, Round, Stage
from rowlock.community.events.kit.places import StandingRow
from rowlock.locale import Catalogue, text
from rowlock.locale.words import decimal, labelled

SECOND = ("best", "opponents")
"""Columns that part equals: without luck hardly anybody is equal, and the other figures need the room."""


def columns_of(plan: Plan) -> tuple[str, ...]:
    """Return the columns of an event's standing; where luck is taken off, that comes first."""
    columns = find_format(plan.format).COLUMNS
    return ("fair", *(one for one in columns if one not in SECOND)) if plan.duplicate else columns


class Grid(NamedTuple):
    """A standing as a table: its heads, and a line for everybody."""

    heads: list[str]
    lines: list[list[str]]


def stage_name(catalogue: Catalogue, event: Event, number: int) -> str:
    """Return the name of a round, counted from 1; open play is one round from its beginning to its end."""
    if is_open_play(event.plan.format):
        return text(catalogue, f"people.events.formats.{event.plan.format}")
    stage = event.rounds[number - 1].stage
    played = [*event.of(Stage.ROUND)].index(event.rounds[number - 1]) + 1 if stage is Stage.ROUND else 0
    return text(catalogue, f"people.events.{stage.value}", n=played)


def standing_grid(catalogue: Catalogue, event: Event) -> Grid:
    """Return the standing, the best first."""
    columns = columns_of(event.plan)
    heads = [text(catalogue, f"people.events.{key}") for key in ("place", "name", *columns)]
    rows = find_format(event.plan.format).standing(event)
    return Grid(
        heads, [[str(row.place), event.name(row.person), *_shown(catalogue, row, columns)] for row in rows]
    )


def _shown(catalogue: Catalogue, row: StandingRow, columns: tuple[str, ...]) -> list[str]:
    values = {
        "points": row.points,
        "duels": row.points,
        "best": row.second,
        "opponents": row.second,
        "total": row.total,
        "games": row.games,
    }
    return [decimal(catalogue, row.fair) if key == "fair" else halves(values[key]) for key in columns]


def halves(number: float) -> str:
    """Return a number of points as people write it: 12, 10½."""
    whole, half = divmod(round(2 * number), 2)
    return f"{whole or ''}½" if half else str(whole)


def table_lines(catalogue: Catalogue, event: Event, number: int) -> list[str]:
    """Return the tables of a round with their people and results."""
    one = event.rounds[number - 1]
    lines = [stage_name(catalogue, event, number)]
    for at, table in enumerate(one.tables, 1):
        lines.append(f"  {_table_line(catalogue, event, one, at, table)}")
    return lines


def _table_line(catalogue: Catalogue, event: Event, one: Round, at: int, table: DrawnTable) -> str:
    if len(table.people) == 1:
        return text(catalogue, "people.events.off", name=event.name(table.people[0]))
    head = text(catalogue, "people.events.table", n=at)
    if table.points is None:
        return labelled(catalogue, head, ", ".join(map(event.name, table.people)))
    absent = text(catalogue, "people.events.absent")
    shown = [
        f"{event.name(person)} {f'({absent})' if points is None else points}"
        for person, points in zip(table.people, table.points, strict=True)
    ]
    return labelled(catalogue, head, ", ".join(shown))
