"""Before an online game: who is here, the link and its code for those who are not, and the start."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static

from rowlock.locale import text
from rowlock.locale.words import variant_line, variant_title
from rowlock.terminal.online import OnlineTable

if TYPE_CHECKING:
    from rowlock.terminal.app import PlayApp


class LobbyScreen(Screen[None]):
    """The host starts with Enter and fills open seats with b; everybody else waits."""

    app: PlayApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "start", show=False),
        Binding("b", "bot", show=False),
    ]

    def __init__(self, table: OnlineTable) -> None:
        super().__init__()
        self.table = table
        self.message = ""

    def compose(self) -> ComposeResult:
        with Horizontal(id="lobby"):
            yield Static(id="seats")
            yield Static(id="code")

    def on_mount(self) -> None:
        self.refresh_table()

    def refresh_table(self) -> None:
        if not self.is_mounted:
            return
        catalogue, table = self.app.catalogue, self.table
        if not table.variant:
            self.query_one("#seats", Static).update(text(catalogue, "page.connecting"))
            return
        painted = Text(f"{variant_title(catalogue, table.variant)}\n", "bold")
        painted.append(f"{variant_line(catalogue, table.variant)}\n\n", "italic")
        for number, name in enumerate(table.names_in(catalogue), 1):
            painted.append(f"  {number}  {name}\n", "bold")
        painted.append(f"\n{self._state()}\n\n")
        painted.append(f"{text(catalogue, 'page.lobby.invite_hint')}\n")
        painted.append(self.app.invitation or table.link, "bold underline")
        if spoken := table.code.get(catalogue.lang):
            painted.append(f"\n\n{text(catalogue, 'page.lobby.spoken')} ").append(spoken, "bold")
        painted.append(f"\n\n{text(catalogue, 'terminal.lobby_keys')}\n", "dim").append(self.message)
        self.query_one("#seats", Static).update(painted)
        self.query_one("#code", Static).update(paint_code(self.app.invitation or table.link))

    def _state(self) -> str:
        catalogue = self.app.catalogue
        free = sum(seat["kind"] == "open" for seat in self.table.table["seats"])
        if not self.table.is_host:
            return text(catalogue, "page.lobby.wait_host")
        if free:
            left = text(catalogue, "page.lobby.open_left", n=free)
            return f"{left}\nb  {text(catalogue, 'page.table.bot_plays')}"
        return f"⏎  {text(catalogue, 'page.lobby.start')}"

    def show_language(self) -> None:
        self.refresh_table()

    def action_start(self) -> None:
        if self.table.is_host:
            self.table.ask("start")

    def action_bot(self) -> None:
        """A bot for the first open seat."""
        free = [seat["seat"] for seat in self.table.table["seats"] if seat["kind"] == "open"]
        company = self.app.keeper.good_company()
        if self.table.is_host and free and company:
            self.table.ask("bot", seat=free[0], bot=company[0])


def paint_code(link: str) -> Text:
    """A QR code in half blocks, dark on light whatever the colours of the terminal."""
    import segno

    rows = [
        [False] * 2 + [bool(dot) for dot in row] + [False] * 2 for row in segno.make(link, error="l").matrix
    ]
    blank = [False] * len(rows[0])
    rows = [blank, *rows, blank] + ([blank] if len(rows) % 2 else [])
    lines = []
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        pairs = zip(upper, lower, strict=True)
        lines.append("".join("█" if a and b else "▀" if a else "▄" if b else " " for a, b in pairs))
    return Text("\n".join(lines), "#000000 on #ffffff", no_wrap=True)
