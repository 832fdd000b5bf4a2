"""The first screen: which pad, who plays, in which language; arrows change, Enter begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from rowlock.engine.view import plain_variant
from rowlock.locale import language_name, languages, text
from rowlock.locale.rules import is_sorted
from rowlock.locale.words import is_mixed, variant_line, variant_title
from rowlock.variants import load_variant, variant_names

if TYPE_CHECKING:
    from rowlock.terminal.app import PlayApp

FIELDS = ("pad", "people", "bots", "bot", "language")
MOST_SHOWN = 9
"""Unfinished games on this screen: each has a key."""


@dataclass
class Wishes:
    """What the form says."""

    pad: str
    people: int = 1
    bots: int = 1
    bot: str = ""


class StartScreen(Screen[None]):
    """A form of a few lines; the line that is marked changes with left and right."""

    app: PlayApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("left", "change(-1)", show=False),
        Binding("right", "change(1)", show=False),
        Binding("enter", "begin", show=False),
        Binding("c", "resume(1)", show=False),
        *[Binding(str(number), f"resume({number})", show=False) for number in range(1, MOST_SHOWN + 1)],
    ]

    def __init__(self, bots: Sequence[str], company: Sequence[str], left: Sequence[str]) -> None:
        super().__init__()
        self.bots, self.left, self.line = list(bots), left[:MOST_SHOWN], 0
        self.pads = _pads_in_order()
        self.wishes = Wishes(self.pads[0], bots=len(company), bot="".join(company))

    def compose(self) -> ComposeResult:
        yield Static(id="form")

    def on_mount(self) -> None:
        self.show_language()

    def show_language(self) -> None:
        catalogue = self.app.catalogue
        form = Text("Rowlock\n", "bold")
        form.append(text(catalogue, "terminal.start.lead") + "\n\n")
        for i, (name, value) in enumerate(self._values()):
            label = text(catalogue, f"terminal.start.{name}")
            style = "reverse bold" if i == self.line else ""
            form.append(f"{'▸' if i == self.line else ' '} {label:<16} ◂ {value} ▸\n", style)
        pad = plain_variant(load_variant(self.wishes.pad))
        form.append(f"\n{variant_line(catalogue, pad)}\n\n", "italic")
        form.append(text(catalogue, "terminal.start.begin"), "bold")
        if self.left:
            form.append("\n" + text(catalogue, "terminal.start.resume") + "\n", "bold")
            form.append("\n".join(f"{number}  {game}" for number, game in enumerate(self.left, 1)))
        self.query_one("#form", Static).update(form)

    def _values(self) -> list[tuple[str, str]]:
        catalogue, wishes = self.app.catalogue, self.wishes
        title = variant_title(catalogue, plain_variant(load_variant(wishes.pad)))
        values = [title, str(wishes.people), str(wishes.bots), wishes.bot, language_name(catalogue.lang)]
        return list(zip(FIELDS, values, strict=True))

    def action_move(self, direction: int) -> None:
        self.line = (self.line + direction) % len(FIELDS)
        self.show_language()

    def action_change(self, direction: int) -> None:
        """The next value of the marked line; people and bots together stay within five."""
        wishes, field = self.wishes, FIELDS[self.line]
        if field == "pad":
            wishes.pad = _next(self.pads, wishes.pad, direction)
        elif field == "people":
            wishes.people = max(1, min(5 - wishes.bots, wishes.people + direction))
        elif field == "bots" and self.bots:
            wishes.bots = max(0, min(5 - wishes.people, wishes.bots + direction))
        elif field == "bot" and self.bots:
            wishes.bot = _next(self.bots, wishes.bot, direction)
        elif field == "language":
            self.app.use_language(_next(languages(), self.app.catalogue.lang, direction))
        self.show_language()

    def action_begin(self) -> None:
        self.app.begin(self.wishes)

    def action_resume(self, number: int) -> None:
        if number <= len(self.left):
            self.app.resume_left(number)

    def on_click(self, event: events.Click) -> None:
        """A click on a line marks it; a second one changes it."""
        form = self.query_one("#form", Static)
        line = event.screen_y - form.content_region.y - 3
        if 0 <= line < len(FIELDS):
            if line == self.line:
                self.action_change(1)
            else:
                self.line = line
                self.show_language()
        elif line == len(FIELDS) + 3:
            self.action_begin()


def _pads_in_order() -> list[str]:
    """The pads, from the plainest sheet to the richest."""

    def richness(name: str) -> tuple[int, int, str]:
        variant = load_variant(name)
        rows = plain_variant(variant)["rows"]
        extras = bool(variant.mechanisms) + bool(variant.earners)
        return extras, 2 * any(map(is_mixed, rows)) + (not all(map(is_sorted, rows))), name

    return sorted(variant_names(), key=richness)


def _next(values: Sequence[str], present: str, direction: int) -> str:
    return values[(values.index(present) + direction) % len(values)]
