"""The keys, the marks, and the rules in brief."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from rowlock.engine import view_types
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_variant
from rowlock.locale import Catalogue, has_text, text
from rowlock.locale.rules import rules_in_words
from rowlock.locale.words import cell_name, legend_line, legend_title, part_name
from rowlock.terminal.paint import link_mark, mark_of
from rowlock.terminal.telling import tell_examples
from rowlock.variants import load_variant

if TYPE_CHECKING:
    from rowlock.terminal.app import PlayApp

KEYS = ("choose", "type", "enter", "undo", "hint", "tutor", "review", "part", "language", "theme", "quit")


class HelpScreen(ModalScreen[None]):
    """Any key closes it; arrows scroll where it is longer than the window."""

    app: PlayApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,question_mark,space", "dismiss", show=False),
    ]

    def __init__(self, variant: Variant | None) -> None:
        super().__init__()
        self.variant = variant

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            yield Static(help_text(self.app.catalogue, self.variant))

    def on_mount(self) -> None:
        self.query_one("#help").focus()


def help_text(catalogue: Catalogue, variant: Variant | None) -> Text:
    painted = Text()
    moves = tell_examples(catalogue, plain_variant(variant) if variant else None, " ")
    for key in KEYS:
        painted.append(f"{text(catalogue, f'terminal.help.{key}', moves=moves)}\n")
    painted.append(f"\n{text(catalogue, 'terminal.help.marks')}\n")
    for line in _marks(catalogue, plain_variant(variant)) if variant else ():
        painted.append(f"{line}\n")
    pad = variant or load_variant("classic")
    for part in rules_in_words(catalogue, pad):
        painted.append(f"\n{part.heading}\n", "bold").append("\n".join(part.lines) + "\n")
        if example := part.caption(catalogue, pad):
            painted.append(f"{example}\n", "italic")
    return painted


def _marks(catalogue: Catalogue, variant: view_types.Variant) -> Iterator[str]:
    """The meaning of the marks on framed cells: a strip, a line of the legend, a part of the rules."""
    framed = {frame for row in variant["rows"] for cell in row["cells"] for frame in cell["frames"]}
    framed |= {frame for _, _, frame in variant["frames"]}
    told = {line["frame"] for line in variant["legend"]}
    for strip in variant["strips"]:
        if strip["name"] in framed:
            told.add(strip["name"])
            yield f"{mark_of(strip['name'])} {part_name(catalogue, strip['name'])}"
    for line in variant["legend"]:
        cells = ", ".join(cell_name(catalogue, variant, row, number) for row, number in line["cells"])
        said = f"{legend_title(catalogue, line)} – {legend_line(catalogue, line)}".removesuffix(" – ")
        yield f"{mark_of(line['frame'])} {said} ({cells})"
    for frame in sorted(framed - told):
        yield f"{mark_of(frame)} {_frame_title(catalogue, frame)}"
    if variant["links"]:
        yield f"{link_mark(0)} {link_mark(1)} {_frame_title(catalogue, 'chain')}"


def _frame_title(catalogue: Catalogue, frame: str) -> str:
    """The rules' name for cells with such a frame; its own where they do not speak of it."""
    keys = [f"rules.{name}.title" for name in (frame, f"{frame}s")]
    return next((text(catalogue, key) for key in keys if has_text(catalogue, key)), frame)
