"""The program on the screen: which screen is shown, language, colours of day and night, saving."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.theme import Theme

from rowlock.engine.errors import RowlockError
from rowlock.locale import languages, load_catalogue, text
from rowlock.terminal.help_screen import HelpScreen
from rowlock.terminal.hosting import Hosting, host_table
from rowlock.terminal.keeper import Keeper, check_name, own_name
from rowlock.terminal.lobby_screen import LobbyScreen
from rowlock.terminal.local import LocalTable
from rowlock.terminal.online import OnlineTable, Tokens
from rowlock.terminal.start_screen import NewTableWishes, StartScreen
from rowlock.terminal.table_screen import PlayedTable, TableScreen
from rowlock.terminal.telling import tell_problem
from rowlock.terminal.unbroken import keep_unbroken

NIGHT = Theme(
    "rowlock-night",
    primary="#7fa7c9",
    background="#1b222a",
    surface="#242d37",
    foreground="#ece7da",
    variables={"primary-background": "#33414f"},
)
DAY = Theme(
    "rowlock-day",
    primary="#2f5f86",
    background="#fbf7ee",
    surface="#f3ecdc",
    foreground="#22262b",
    dark=False,
    variables={"primary-background": "#dfe6e1"},
)


class PlayApp(App[str]):
    """The game in a terminal. Its answer is the sentence to say at the end."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "leave", show=False),
        Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True),
        Binding("question_mark", "help", show=False),
        Binding("l", "language", show=False),
        Binding("t", "theme", show=False),
    ]

    def __init__(
        self,
        keeper: Keeper,
        table: PlayedTable | None = None,
        *,
        lang: str,
        light: bool = False,
        invitation: str = "",
    ) -> None:
        super().__init__()
        keep_unbroken()
        self.keeper, self.table = keeper, table
        self.catalogue = load_catalogue(lang)
        self.light, self.invitation = light, invitation
        self.hosting: Hosting | None = None

    def on_mount(self) -> None:
        for theme in (NIGHT, DAY):
            self.register_theme(theme)
        self.theme = DAY.name if self.light else NIGHT.name
        if self.table is None:
            keeper = self.keeper
            left = keeper.left(self.catalogue)
            self.push_screen(StartScreen(keeper.bot_names(), keeper.good_company(), left))
        else:
            self.sit_down(self.table)
        self.set_interval(1.0, self.watch_connection)

    def watch_connection(self) -> None:
        """Say that the connection is lost, and clear that when it is back."""
        table, screen = self.table, self.screen
        if not isinstance(table, OnlineTable) or not isinstance(screen, TableScreen | LobbyScreen):
            return
        lost = text(self.catalogue, "page.lost")
        if table.client and not table.is_connected:
            screen.message = lost
        elif screen.message == lost:
            screen.message = ""
        screen.refresh_table()

    def sit_down(self, table: PlayedTable) -> None:
        """Show a table, and keep it going."""
        self.table = table
        self._show(LobbyScreen(table) if isinstance(table, OnlineTable) else TableScreen(table))
        self.run_worker(self.play(table), exclusive=True, group="table")

    def _show(self, screen: TableScreen | LobbyScreen) -> None:
        if isinstance(self.screen, TableScreen | LobbyScreen | StartScreen):
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def begin(self, wishes: NewTableWishes) -> None:
        """The wishes of the first screen; mistakes are shown there."""
        self.run_worker(self._begin(wishes), exclusive=True, group="begin")

    async def _begin(self, wishes: NewTableWishes) -> None:
        try:
            for name in wishes.names:
                check_name(name)
            self.sit_down(await self._table_of(wishes))
        except RowlockError as error:
            if isinstance(self.screen, StartScreen):
                self.screen.tell(self.tell_error(error))

    async def _table_of(self, wishes: NewTableWishes) -> PlayedTable:
        tokens, name = Tokens(self.keeper.storage.tokens), (wishes.names or [own_name()])[0]
        if wishes.where == "join":
            return OnlineTable(wishes.written["link"], name, tokens)
        if wishes.where == "here":
            self.keeper.names = wishes.names
            return self.keeper.new_table(wishes.pad, wishes.people, wishes.bots, self.catalogue)
        if isinstance(self.screen, StartScreen):
            self.screen.tell(text(self.catalogue, "page.connecting"))
        wanted = (tokens, name, wishes.pad, wishes.guests, wishes.bots, wishes.hints)
        hosted = await asyncio.to_thread(host_table, *wanted)
        self.hosting, self.invitation = hosted.hosting, hosted.invitation
        return hosted.table

    def close_hosting(self) -> None:
        """End the server that was started from the first screen, if there is one."""
        if self.hosting:
            self.hosting.close()

    def resume_left(self, number: int) -> None:
        """Continue an unfinished game; one that cannot be read ends the program with a sentence."""
        try:
            self.sit_down(self.keeper.resume(number))
        except RowlockError as error:
            self.exit(self.tell_error(error), return_code=1)

    def start_again(self) -> None:
        """Another game with the same people."""
        if isinstance(self.table, LocalTable):
            self.sit_down(self.keeper.rematch(self.table))
        elif isinstance(self.table, OnlineTable):
            self.table.ask("rematch")

    async def play(self, table: PlayedTable) -> None:
        """Run a table to its end; what goes wrong on the way ends the program with a sentence."""
        try:
            await table.run(lambda: self.table_changed(table))
            if isinstance(table, LocalTable):
                self.say_written(self.keeper.finish(table))
        except RowlockError as error:
            self.exit(self.tell_error(error), return_code=1)

    def table_changed(self, table: PlayedTable) -> None:
        """Save what must be saved, switch to the right screen, and refresh it."""
        if isinstance(table, LocalTable):
            self.keeper.save(table)
        elif isinstance(table, OnlineTable):
            self._follow(table)
        if isinstance(self.screen, TableScreen | LobbyScreen):
            self.screen.refresh_table()

    def _follow(self, table: OnlineTable) -> None:
        """The lobby before an online game, the table during it; the record when it is over."""
        if table.is_open and isinstance(self.screen, TableScreen):
            self._show(LobbyScreen(table))
        elif not table.is_open and isinstance(self.screen, LobbyScreen):
            self._show(TableScreen(table))
        if table.problem and isinstance(self.screen, TableScreen | LobbyScreen):
            self.screen.message, table.problem = self.tell_error(table.problem), None
        if table.has_just_ended():
            self.run_worker(self._keep_record(table), group="record")

    async def _keep_record(self, table: OnlineTable) -> None:
        with suppress(RowlockError):
            record = await asyncio.to_thread(table.fetch_record)
            self.say_written(self.keeper.keep_text(record))

    def say_written(self, path: Path) -> None:
        if isinstance(self.screen, TableScreen):
            self.screen.message = text(self.catalogue, "terminal.written", path=path)
            self.screen.refresh_table()

    def tell_error(self, error: RowlockError) -> str:
        return tell_problem(self.catalogue, error)

    def use_language(self, lang: str) -> None:
        self.catalogue = load_catalogue(lang)
        if isinstance(self.screen, TableScreen | StartScreen | LobbyScreen):
            self.screen.show_language()

    def action_language(self) -> None:
        known = languages()
        self.use_language(known[(known.index(self.catalogue.lang) + 1) % len(known)])

    def action_theme(self) -> None:
        self.theme = NIGHT.name if self.theme == DAY.name else DAY.name

    def action_help(self) -> None:
        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.table.rules if self.table else None))

    def action_leave(self) -> None:
        """Quit; an unfinished game is kept."""
        saved = isinstance(self.table, LocalTable) and not self.table.is_over and self.keeper.save(self.table)
        self.exit(text(self.catalogue, "terminal.saved") if saved else "")
