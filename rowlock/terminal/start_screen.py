"""The first screen: where, which pad, who plays, in which language. Arrows change, letters write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from rowlock.engine.view import plain_variant
from rowlock.locale import language_name, languages, text
from rowlock.locale.pad_features import is_in_order
from rowlock.locale.words import bot_name, is_mixed, variant_line, variant_title
from rowlock.terminal.keeper import default_names
from rowlock.variants import load_variant, variant_names

if TYPE_CHECKING:
    from rowlock.terminal.app import PlayApp

WHERE = ("here", "host", "join")
WRITTEN = {"names": 130, "link": 200}
"""Lines that are written, and how long they may be."""
MOST_SHOWN = 9
"""Unfinished games on this screen: each has a key."""
SEATS, ROOM = 5, 48
"""How many can play, and how much of a written line is seen."""


@dataclass
class NewTableWishes:
    """The contents of the form."""

    pad: str
    where: str = "here"
    people: int = 1
    bots: list[str] = field(default_factory=list)
    guests: int = 1
    hints: bool = False
    """Whether guests may ask for hints at a table of ours."""
    written: dict[str, str] = field(default_factory=lambda: dict.fromkeys(WRITTEN, ""))

    @property
    def names(self) -> list[str]:
        """The names that were written, as many as there are people."""
        named = [name.strip() for name in self.written["names"].split(",") if name.strip()]
        return named[: self.people if self.where == "here" else 1]

    @property
    def others(self) -> int:
        """Seats that are no bot's."""
        return self.people if self.where == "here" else 1 + self.guests

    @property
    def fields(self) -> list[str]:
        """The lines of the form, in order."""
        if self.where == "join":
            return ["where", "link", "names", "language"]
        people, more = (["people"], []) if self.where == "here" else (["guests"], ["hints"])
        each = [f"bot {number}" for number in range(1, len(self.bots) + 1)]
        return ["where", "pad", *people, "names", "bots", *each, *more, "language"]


class StartScreen(Screen[None]):
    """A form of a few lines; the line that is marked changes with left and right, or is written."""

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
        self.bots, self.left, self.line = list(bots), left[:MOST_SHOWN], 1
        self.pads = _pads_in_order()
        self.wishes = NewTableWishes(self.pads[0], bots=list(company))
        self.message = ""

    def compose(self) -> ComposeResult:
        yield Static(id="form")

    def on_mount(self) -> None:
        self.show_language()

    def tell(self, message: str) -> None:
        """Show a message below the form: what is wrong, or what we are waiting for."""
        self.message = message
        self.show_language()

    @property
    def field(self) -> str:
        """The line that is marked."""
        return self.wishes.fields[self.line]

    def show_language(self) -> None:
        catalogue = self.app.catalogue
        form = Text("Rowlock\n", "bold")
        form.append(text(catalogue, "terminal.start.lead") + "\n\n")
        for i, name in enumerate(self.wishes.fields):
            style = "reverse bold" if i == self.line else ""
            head = f"{'▸' if i == self.line else ' '} {self._label(name):<14}"
            form.append(f"{head} {self._value(name)}\n", style)
        pad = plain_variant(load_variant(self.wishes.pad))
        about = "" if self.wishes.where == "join" else variant_line(catalogue, pad)
        form.append(f"\n{about}\n\n", "italic")
        form.append(text(catalogue, "terminal.start.begin"), "bold")
        if self.message:
            form.append(f"\n{self.message}", "bold")
        if self.left:
            form.append("\n" + text(catalogue, "terminal.start.resume") + "\n", "bold")
            form.append("\n".join(f"{number}  {game}" for number, game in enumerate(self.left, 1)))
        self.query_one("#form", Static).update(form)

    def _label(self, name: str) -> str:
        kind, _, number = name.partition(" ")
        return f"{text(self.app.catalogue, f'terminal.start.{kind}')} {number}".rstrip()

    def _value(self, name: str) -> str:
        """The text of a line: between arrows where they change it, with a cursor where it is written."""
        if name in WRITTEN:
            written = self.wishes.written[name][-ROOM:]
            usual = ", ".join(self._usual_names()) if name == "names" else "http://…/t/…"
            return f"{written}▏" if name == self.field else written or f"({usual})"
        return f"◂ {self._choice(name)} ▸"

    def _usual_names(self) -> list[str]:
        return default_names(self.app.catalogue, self.wishes.people if self.wishes.where == "here" else 1)

    def _choice(self, name: str) -> str:
        catalogue, wishes = self.app.catalogue, self.wishes
        if name.startswith("bot "):
            return bot_name(catalogue, wishes.bots[int(name[4:]) - 1])
        values = {
            "where": text(catalogue, f"terminal.start.{wishes.where}"),
            "pad": variant_title(catalogue, plain_variant(load_variant(wishes.pad))),
            "people": str(wishes.people),
            "guests": str(wishes.guests),
            "hints": text(catalogue, f"terminal.start.{'allowed' if wishes.hints else 'not_allowed'}"),
            "bots": str(len(wishes.bots)),
            "language": language_name(catalogue.lang),
        }
        return values[name]

    def action_move(self, direction: int) -> None:
        self.line = (self.line + direction) % len(self.wishes.fields)
        self.show_language()

    def action_change(self, direction: int) -> None:
        """The next value of the marked line; everybody together stays within five."""
        wishes, name = self.wishes, self.field
        if name == "where":
            wishes.where = _next(WHERE, wishes.where, direction)
            self._make_room()
        elif name == "pad":
            wishes.pad = _next(self.pads, wishes.pad, direction)
        elif name == "people":
            wishes.people = max(1, min(SEATS - len(wishes.bots), wishes.people + direction))
        elif name == "guests":
            wishes.guests = max(0, min(SEATS - 1 - len(wishes.bots), wishes.guests + direction))
        elif name == "hints":
            wishes.hints = not wishes.hints
        elif name == "bots":
            self._change_bots(direction)
        elif name.startswith("bot "):
            place = int(name[4:]) - 1
            wishes.bots[place] = _next(self.bots, wishes.bots[place], direction)
        elif name == "language":
            self.app.use_language(_next(languages(), self.app.catalogue.lang, direction))
        self.message = ""
        self.show_language()

    def _change_bots(self, direction: int) -> None:
        bots = self.wishes.bots
        if direction < 0:
            del bots[-1:]
        elif self.bots and len(bots) + self.wishes.others < SEATS:
            bots.append(bots[-1] if bots else self.bots[0])

    def _make_room(self) -> None:
        """Fewer bots, where a host's guests would not find a seat."""
        del self.wishes.bots[max(0, SEATS - self.wishes.others) :]

    def on_key(self, event: events.Key) -> None:
        """Letters go where text is entered; elsewhere they are commands."""
        name = self.field
        if name not in WRITTEN or not (event.is_printable or event.key == "backspace"):
            return
        event.stop()
        event.prevent_default()
        self._write(name, event.character or "", erase=event.key == "backspace")

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        if self.field in WRITTEN:
            self._write(self.field, event.text.strip())

    def _write(self, name: str, letters: str, erase: bool = False) -> None:
        written = self.wishes.written[name]
        longer = "".join(letter for letter in letters if letter.isprintable() and letter != "#")
        self.wishes.written[name] = written[:-1] if erase else (written + longer)[: WRITTEN[name]]
        self.tell("")

    def action_begin(self) -> None:
        self.app.begin(self.wishes)

    def action_resume(self, number: int) -> None:
        if number <= len(self.left):
            self.app.resume_left(number)

    def on_click(self, event: events.Click) -> None:
        """A click on a line marks it; a second one changes it."""
        form = self.query_one("#form", Static)
        line = event.screen_y - form.content_region.y - 3
        if 0 <= line < len(self.wishes.fields):
            if line == self.line:
                self.action_change(1)
            else:
                self.line = line
                self.show_language()
        elif line == len(self.wishes.fields) + 3:
            self.action_begin()


def _pads_in_order() -> list[str]:
    """The pads, from the plainest sheet to the richest."""

    def richness(name: str) -> tuple[int, int, str]:
        variant = load_variant(name)
        rows = plain_variant(variant)["rows"]
        extras = bool(variant.mechanisms) + bool(variant.earners)
        return extras, 2 * any(map(is_mixed, rows)) + (not all(map(is_in_order, variant.rows))), name

    return sorted(variant_names(), key=richness)


def _next(values: Sequence[str], present: str, direction: int) -> str:
    return values[(values.index(present) + direction) % len(values)]
