"""The keys, the marks, and the rules in brief."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from rowlock.locale import Catalogue, text
from rowlock.locale.words import pair_line, pair_title, word
from rowlock.terminal.paint import MARKS

if TYPE_CHECKING:
    from rowlock.terminal.app import PlayApp

Plain = dict[str, Any]
KEYS = ("choose", "type", "enter", "undo", "hint", "language", "theme", "quit")


class HelpScreen(ModalScreen[None]):
    """Any key closes it; arrows scroll where it is longer than the window."""

    app: PlayApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,question_mark,space", "dismiss", show=False),
    ]

    def __init__(self, variant: Plain | None) -> None:
        super().__init__()
        self.variant = variant

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            yield Static(help_text(self.app.catalogue, self.variant))

    def on_mount(self) -> None:
        self.query_one("#help").focus()


def help_text(catalogue: Catalogue, variant: Plain | None) -> Text:
    painted = Text()
    for key in KEYS:
        painted.append(f"{text(catalogue, f'terminal.help.{key}')}\n")
    painted.append(f"\n{text(catalogue, 'terminal.help.marks')}\n")
    if variant and variant["bar"]:
        painted.append(f"{MARKS['bar']} {word(catalogue, 'bar')}\n")
    for kind in variant["pairs"] if variant else ():
        painted.append(f"{MARKS[kind]} {pair_title(catalogue, kind)} – {pair_line(catalogue, kind)}\n")
    painted.append(f"\n{text(catalogue, 'print.rules.turn.title')}\n", "bold")
    for topic in ("order", "turn", "penalty"):
        cost = variant["penalties"]["points"] if variant else -5
        painted.append(f"{text(catalogue, f'print.rules.{topic}.text', cost=cost)}\n")
    return painted
