"""The program on the screen: which screen is shown, language, colours of day and night, saving."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.theme import Theme

from rowlock.engine.errors import RowlockError
from rowlock.locale import languages, load_catalogue, text
from rowlock.locale.words import tell_error, tell_fact
from rowlock.terminal.help_screen import HelpScreen
from rowlock.terminal.keeper import Keeper
from rowlock.terminal.local import Bot, LocalTable
from rowlock.terminal.start_screen import StartScreen, Wishes
from rowlock.terminal.table_screen import Table, TableScreen

Plain = dict[str, Any]

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

    def __init__(self, keeper: Keeper, table: Table | None = None, *, lang: str, light: bool = False) -> None:
        super().__init__()
        self.keeper, self.table = keeper, table
        self.catalogue = load_catalogue(lang)
        self.light = light
        self._hint_bot: Bot | None = None

    def on_mount(self) -> None:
        for theme in (NIGHT, DAY):
            self.register_theme(theme)
        self.theme = DAY.name if self.light else NIGHT.name
        if self.table is None:
            keeper = self.keeper
            self.push_screen(StartScreen(keeper.bot_names(), keeper.good_company(), keeper.has_saved()))
        else:
            self.push_screen(TableScreen(self.table))

    def begin(self, wishes: Wishes) -> None:
        self.table = self.keeper.new_table(
            wishes.pad, wishes.people, [wishes.bot] * wishes.bots, self.catalogue
        )
        self.switch_screen(TableScreen(self.table))

    def resume_saved(self) -> None:
        self.table = self.keeper.resume()
        self.switch_screen(TableScreen(self.table))

    def start_again(self) -> None:
        """Another game with the same people, if the table is ours."""
        if isinstance(self.table, LocalTable):
            self.table = self.keeper.rematch(self.table)
            self.switch_screen(TableScreen(self.table))

    async def play(self, table: Table, changed: Callable[[], None]) -> None:
        """Run a table to its end; what goes wrong on the way ends the program with a sentence."""
        try:
            await table.run(lambda: self._changed(table, changed))
        except RowlockError as error:
            self.exit(self.tell_error(error), return_code=1)
            return
        if isinstance(table, LocalTable):
            path = self.keeper.finish(table)
            self._say(text(self.catalogue, "terminal.written", path=path))
        else:
            self._say(text(self.catalogue, "terminal.finished"))

    def _changed(self, table: Table, changed: Callable[[], None]) -> None:
        if isinstance(table, LocalTable):
            self.keeper.save(table)
        changed()

    def _say(self, message: str) -> None:
        if isinstance(self.screen, TableScreen):
            self.screen.message = message
            self.screen.refresh_table()

    def tell(self, table: Table, fact: Plain) -> str:
        return tell_fact(self.catalogue, table.variant, table.names, fact)

    def tell_error(self, error: RowlockError) -> str:
        """By its code in the language of the app; details are the engine's own."""
        return f"{tell_error(self.catalogue, error.code)} ({error})"

    def hint_bot(self) -> Bot | None:
        if self._hint_bot is None:
            self._hint_bot = self.keeper.hint_bot()
        return self._hint_bot

    def use_language(self, lang: str) -> None:
        self.catalogue = load_catalogue(lang)
        if isinstance(self.screen, TableScreen | StartScreen):
            self.screen.show_language()

    def action_language(self) -> None:
        known = languages()
        self.use_language(known[(known.index(self.catalogue.lang) + 1) % len(known)])

    def action_theme(self) -> None:
        self.theme = NIGHT.name if self.theme == DAY.name else DAY.name

    def action_help(self) -> None:
        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.table.variant if self.table else None))

    def action_leave(self) -> None:
        """Quit; an unfinished game is kept."""
        saved = isinstance(self.table, LocalTable) and not self.table.is_over and self.keeper.save(self.table)
        self.exit(text(self.catalogue, "terminal.saved") if saved else "")
