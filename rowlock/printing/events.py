"""The papers of an event: a card for every table of a round, and the standing."""

from __future__ import annotations

from collections.abc import Sequence

from rowlock.community.events.kit.event import Event
from rowlock.community.events.kit.wording import stage_name, standing_grid
from rowlock.locale import Catalogue, text
from rowlock.printing.fonts import fitted, shortened
from rowlock.printing.shapes import Ink, Label, Page, Shape, Trace, Weight

WIDTH, HEIGHT, MARGIN = 210.0, 297.0, 15.0
CARDS = 2
"""Table cards on a page, one above the other."""
BLACK, GREY = "#1c1c1c", "#767676"
LINE = Ink(stroke="#b8b8b8", width=0.2)
FOLD = Ink(stroke=GREY, width=0.2, dash=(2, 2))
ROW, PLACE, FIGURE = 9.0, 16.0, 26.0
"""Height of a line of the standing, width of the place and of a figure."""
LINES = 26
"""Lines of a standing on a page."""


def table_cards(catalogue: Catalogue, event: Event, number: int) -> list[Page]:
    """Return pages with a card for every table of a round: its people, and room for their points."""
    tables = [at for at, table in enumerate(event.rounds[number - 1].tables, 1) if len(table.people) > 1]
    pages = []
    for first in range(0, len(tables), CARDS):
        shapes: list[Shape] = [Trace(((0, HEIGHT / 2), (WIDTH, HEIGHT / 2)), FOLD)]
        for slot, at in enumerate(tables[first : first + CARDS]):
            shapes += _card(catalogue, event, number, at, slot * HEIGHT / CARDS + MARGIN)
        pages.append(Page(WIDTH, HEIGHT, tuple(shapes)))
    return pages


def _card(catalogue: Catalogue, event: Event, number: int, at: int, top: float) -> list[Shape]:
    people = [event.name(person) for person in event.rounds[number - 1].tables[at - 1].people]
    right = WIDTH - MARGIN
    shapes: list[Shape] = [
        _line(event.plan.title, MARGIN, top + 4, 5, GREY, 110),
        Label(right, top + 4, stage_name(catalogue, event, number), 5, GREY, anchor="end"),
        _line(text(catalogue, "people.events.table", n=at), MARGIN, top + 18, 12, BLACK, 170),
        Label(right, top + 18, text(catalogue, "people.events.total"), 4, GREY, anchor="end"),
    ]
    for row, name in enumerate(people):
        y = top + 32 + 12 * row
        shapes.append(_line(name, MARGIN, y, 7, BLACK, 120))
        shapes.append(Trace(((right - 40, y + 1.5), (right, y + 1.5)), LINE))
    below = top + 32 + 12 * len(people)
    first = text(catalogue, "people.events.first", name=people[0])
    return [
        *shapes,
        _line(first, MARGIN, below, 4, GREY, 170),
        _line(text(catalogue, "people.events.card"), MARGIN, below + 7, 4, GREY, 180),
        Label(MARGIN, below + 22, text(catalogue, "people.events.signed"), 4, GREY),
        Trace(((MARGIN + 30, below + 22), (right, below + 22)), LINE),
    ]


def standing_pages(catalogue: Catalogue, event: Event) -> list[Page]:
    """Return the standing on as many pages as it needs."""
    grid = standing_grid(catalogue, event)
    pages = []
    for first in range(0, max(len(grid.lines), 1), LINES):
        shapes: list[Shape] = [_line(event.plan.title, MARGIN, 24, 9, BLACK, WIDTH - 2 * MARGIN)]
        shapes += _row(grid.heads, 38, 3.6, GREY, "regular")
        for at, line in enumerate(grid.lines[first : first + LINES]):
            y = 38 + ROW * (at + 1)
            shapes += _row(line, y, 5.4, BLACK, "semibold" if line[0] == "1" else "regular")
            shapes.append(Trace(((MARGIN, y + 2.6), (WIDTH - MARGIN, y + 2.6)), LINE))
        pages.append(Page(WIDTH, HEIGHT, tuple(shapes)))
    return pages


def _row(cells: Sequence[str], y: float, size: float, fill: str, weight: Weight) -> list[Shape]:
    """A line of the standing: place and name to the left, figures to the right."""
    name_room = WIDTH - 2 * MARGIN - PLACE - FIGURE * (len(cells) - 2)
    shapes: list[Shape] = [
        Label(MARGIN, y, cells[0], fitted(cells[0], size, PLACE - 2), fill, weight),
        Label(MARGIN + PLACE, y, shortened(cells[1], size, name_room), size, fill, weight),
    ]
    for at, cell in enumerate(cells[2:]):
        x = WIDTH - MARGIN - FIGURE * (len(cells) - 3 - at)
        shapes.append(Label(x, y, cell, fitted(cell, size, FIGURE - 2), fill, weight, "end"))
    return shapes


def _line(words: str, x: float, y: float, size: float, fill: str, width: float) -> Label:
    return Label(x, y, words, fitted(words, size, width), fill, "semibold" if fill == BLACK else "regular")
