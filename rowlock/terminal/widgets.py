"""The parts of the table screen: dice, own sheet, the others, the log."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from rowlock.engine import view_types
from rowlock.locale import Catalogue
from rowlock.locale.letters import letters_of
from rowlock.terminal.cards import paint_backs
from rowlock.terminal.foot import paint_foot
from rowlock.terminal.paint import CROSSED, Picture, measure, paint_rows, paint_small, signed


class SheetView(Static):
    """The sheet of the seat at the keyboard; clicking a cell points at it."""

    class Pointed(Message):
        """A cell was clicked."""

        def __init__(self, row: str, number: int) -> None:
            super().__init__()
            self.row, self.number = row, number

    def __init__(self) -> None:
        super().__init__(id="sheet")
        self.picture = Picture()

    def show(
        self,
        catalogue: Catalogue,
        variant: view_types.Variant,
        sheet: view_types.Sheet,
        moves: tuple[view_types.Move, ...],
        marked: view_types.Move | None,
        room: tuple[int, int],
    ) -> None:
        """Draw a sheet into this many columns and lines."""
        foot = paint_foot(catalogue, variant, sheet)
        spacing = measure(variant, room[0], room[1] - len(foot) - 1)
        self.picture = paint_rows(variant, sheet, moves, marked, spacing, letters_of(catalogue, variant))
        self.update(Text("\n").join([*self.picture.lines, Text(""), *foot]))

    def on_click(self, event: events.Click) -> None:
        cell = self.picture.cell_at(event.x, event.y)
        if cell:
            self.post_message(self.Pointed(*cell))


class Others(Static):
    """Everybody else: name, score, what they are doing, and their sheets as far as there is room."""

    def show(
        self, variant: view_types.Variant, view: view_types.View, names: list[str], height: int, beside: int
    ) -> None:
        """All seats but the one whose sheet is shown beside them."""
        seats = [seat for seat in range(len(names)) if seat != beside]
        each = len(variant["rows"]) + 1 + bool(view["cards"])
        blank = len(seats) * (each + 1) <= height
        full = len(seats) * each <= height
        painted = Text()
        for seat in seats:
            painted.append_text(heading(view, names, seat)).append("\n")
            if view["cards"]:
                painted.append_text(paint_backs(view["cards"], seat)).append("\n")
            if full or seat == seats[0]:
                painted.append_text(Text("\n").join(paint_small(variant, view["sheets"][seat])))
                painted.append("\n\n" if blank else "\n")
        self.update(painted)


NAME = 12
"""Columns for the name of a seat and its penalties: every bot's name is whole in every language."""


def heading(view: view_types.View, names: list[str], seat: int) -> Text:
    """A seat in one line: ▶ the active one, name, penalties, score; ✓ has chosen, … has not."""
    chosen = "✓" if view["phase"] in ("white", "call") else " "
    state = "…" if seat in view["waiting"] else chosen
    active = "▶" if seat == view["active"] and not view["over"] else " "
    sheet = view["sheets"][seat]
    taken = f"{sheet['penalties']}✗" if sheet["penalties"] else ""
    room = NAME - len(taken)
    points = signed(sheet["score"]["total"])
    return Text(f"{active}{names[seat][:room]:<{room}}{taken}{points:>4} {state}", CROSSED)
