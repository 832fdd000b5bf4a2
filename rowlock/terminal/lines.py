"""The game in plain lines, for a pipe, a script or a screen reader: it tells, asks, and reads a move."""

from __future__ import annotations

from typing import Any, TextIO

from rich.console import Console
from rich.text import Text

from rowlock.engine.errors import RowlockError
from rowlock.locale import Catalogue, languages, load_catalogue, text
from rowlock.locale.words import (
    tell_ask,
    tell_effects,
    tell_error,
    tell_fact,
    tell_move,
    tell_result,
    variant_line,
    variant_title,
)
from rowlock.terminal.draw import put, use_colour
from rowlock.terminal.hint import give_hint
from rowlock.terminal.keeper import Keeper
from rowlock.terminal.local import Bot, LocalTable
from rowlock.terminal.paint import Frame, paint_foot, paint_rows

Plain = dict[str, Any]
FRAME = Frame(4)


class Lines:
    """One game, told line by line."""

    def __init__(
        self, table: LocalTable, keeper: Keeper, catalogue: Catalogue, source: TextIO, output: TextIO
    ) -> None:
        self.table, self.keeper, self.catalogue = table, keeper, catalogue
        self.source, self.output = source, output
        self.told = 0
        self.bot: Bot | None = None
        self.console = Console(file=output, highlight=False) if use_colour(output) else None

    def play(self) -> int:
        """Until the game is over or the input ends; an unfinished game is kept."""
        variant = self.table.variant
        self.write(f"{variant_title(self.catalogue, variant)}. {variant_line(self.catalogue, variant)}")
        try:
            while not self.table.is_over:
                if self.table.step():
                    self.tell()
                elif not self.ask():
                    return self.leave()
        except KeyboardInterrupt:
            self.write("")
            self.leave()
            return 130
        self.end()
        return 0

    def tell(self) -> None:
        """What has happened since the last time."""
        for fact in self.table.facts[self.told :]:
            if fact["kind"] not in ("chose", "withdrew"):
                self.write(tell_fact(self.catalogue, self.table.variant, self.table.names, fact))
        self.told = len(self.table.facts)

    def ask(self) -> bool:
        """Show the sheet and the moves, read lines until one is a move; False when the input ends."""
        self.keeper.save(self.table)
        self.show_choice()
        while True:
            line = self.read()
            if line is None or line in ("q", "quit"):
                return False
            try:
                if self.obey(line):
                    self.tell()
                    return True
            except RowlockError as error:
                self.write(f"{tell_error(self.catalogue, error.code)} ({error})")

    def show_choice(self) -> None:
        view = self.table.look()
        self.write("")
        self.show_sheet(view, view["seat"])
        self.write(tell_ask(self.catalogue, self.table.variant, self.table.names, view))
        for move in view["moves"]:
            told = tell_move(self.catalogue, self.table.variant, move)
            effects = tell_effects(self.catalogue, self.table.variant, move)
            self.write(f"  {move['move']:<6} {told}" + (f" · {effects}" if effects else ""))

    def read(self) -> str | None:
        seat = self.table.seat
        put(self.output, f"{self.table.names[seat or 0]}> ")
        self.output.flush()
        line = self.source.readline()
        if not line:
            self.write("")
            return None
        if not self.source.isatty():
            put(self.output, f"{line.strip()}\n")  # what a script says belongs in the transcript
        return line.strip().lower()

    def obey(self, line: str) -> bool:
        """Do what a line says; True if the table has changed."""
        command, _, rest = line.partition(" ")
        if command == "?":
            self.write(text(self.catalogue, "terminal.lines_help"))
        elif command == "h":
            self.hint()
        elif command == "l":
            self.change_language(rest)
        elif command == "s":
            for seat in range(len(self.table.names)):
                self.show_sheet(self.table.look(), seat)
        elif command == "u":
            if self.table.take_back():
                return True
            self.write(text(self.catalogue, "terminal.nothing_back"))
        elif line:
            self.table.say(line)
            return True
        return False

    def hint(self) -> None:
        self.bot = self.bot or self.keeper.hint_bot()
        if self.bot:
            self.write(give_hint(self.catalogue, self.table.variant, self.table.look(), self.bot)[1])

    def change_language(self, lang: str) -> None:
        known = languages()
        following = known[(known.index(self.catalogue.lang) + 1) % len(known)]
        self.catalogue = load_catalogue(lang or following)
        self.show_choice()

    def show_sheet(self, view: Plain, seat: int | None) -> None:
        seat = 0 if seat is None else seat
        sheet, moves = view["sheets"][seat], tuple(view["moves"]) if seat == view["seat"] else ()
        self.write(self.table.names[seat])
        picture = paint_rows(self.table.variant, sheet, moves, None, FRAME)
        for line in [*picture.lines, *paint_foot(self.catalogue, self.table.variant, sheet)]:
            self.write(line)

    def leave(self) -> int:
        if self.keeper.save(self.table):
            self.write(text(self.catalogue, "terminal.saved"))
        return 0

    def end(self) -> None:
        view = self.table.look()
        self.write("")
        for seat in range(len(self.table.names)):
            self.show_sheet({**view, "moves": []}, seat)
            self.write("")
        self.write(tell_result(self.catalogue, self.table.names, view["over"]))
        self.write(text(self.catalogue, "terminal.written", path=self.keeper.finish(self.table)))

    def write(self, line: str | Text) -> None:
        if self.console:
            self.console.print(line, soft_wrap=True, markup=False)
        else:
            put(self.output, f"{line.plain if isinstance(line, Text) else line}".rstrip() + "\n")
