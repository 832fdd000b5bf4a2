"""The game in plain lines, for a pipe, a script or a screen reader: it tells, asks, and reads a move."""

from __future__ import annotations

import asyncio
import re
from typing import TextIO

from rich.console import Console
from rich.text import Text

from rowlock.engine import view_types
from rowlock.engine.errors import RowlockError
from rowlock.locale import Catalogue, languages, load_catalogue, text
from rowlock.locale.letters import letters_of, spell, unspell
from rowlock.locale.words import (
    tell_ask,
    tell_effects,
    tell_move,
    tell_result,
    variant_line,
    variant_title,
)
from rowlock.terminal.cards import paint_backs, paint_cards
from rowlock.terminal.draw import use_colour
from rowlock.terminal.foot import paint_foot
from rowlock.terminal.hint import give_hint
from rowlock.terminal.keeper import Keeper
from rowlock.terminal.local import LocalTable
from rowlock.terminal.online import OnlineTable
from rowlock.terminal.paint import Spacing, least_cell, paint_rows
from rowlock.terminal.pencil import as_meant
from rowlock.terminal.review import review_lines
from rowlock.terminal.telling import tell_bots, tell_event, tell_examples, tell_problem, tell_refusal

PARTING = {"!!": "resign", "..": "abort"}
"""How somebody gives up, or breaks the game off; twice, because there is no way back."""


class Lines:
    """One game, told line by line."""

    def __init__(
        self,
        table: LocalTable | OnlineTable,
        keeper: Keeper,
        catalogue: Catalogue,
        source: TextIO,
        output: TextIO,
    ) -> None:
        self.table, self.keeper, self.catalogue = table, keeper, catalogue
        self.source, self.output = source, output
        self.told = 0
        self.log_of = table.facts
        self.console = Console(file=output, highlight=False) if use_colour(output) else None

    @property
    def names(self) -> list[str]:
        return self.table.names_in(self.catalogue)

    def play(self) -> int:
        """Until the game is over or the input ends; an unfinished game is kept."""
        try:
            here = isinstance(self.table, LocalTable)
            to_the_end = self.play_here() if here else asyncio.run(self.play_online())
        except KeyboardInterrupt:
            self.write("")
            self.leave()
            return 130
        return self.end() if to_the_end else self.leave()

    def play_here(self) -> bool:
        """A game at this machine; False if it was left."""
        table = self.table
        assert isinstance(table, LocalTable)
        self.greet()
        while not table.is_over:
            if table.step():
                self.tell()
                continue
            self.keeper.save(table)
            if not self.ask():
                return False
            self.tell()
        return True

    async def play_online(self) -> bool:
        """A game at a server's table; False if it was left."""
        table, news = self.table, asyncio.Event()
        assert isinstance(table, OnlineTable)
        following = asyncio.create_task(table.run(news.set))
        following.add_done_callback(lambda _: news.set())
        try:
            while not table.is_over and not following.done():
                self.hear(table)
                if table.seat is not None and not table.is_waiting:
                    if not await asyncio.to_thread(self.ask):
                        return False
                else:
                    news.clear()
                    await news.wait()
            if following.done():
                following.result()
            self.hear(table)
            return True
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)

    def hear(self, table: OnlineTable) -> None:
        """News of an online table; a host starts as soon as all seats are taken."""
        self.tell()
        if table.problem:
            self.write(tell_problem(self.catalogue, table.problem))
            table.problem = None
        if table.can_start and not table.is_waiting:
            table.ask("start")

    def greet(self) -> None:
        variant = self.table.variant
        self.write(f"{variant_title(self.catalogue, variant)}. {variant_line(self.catalogue, variant)}")
        for line in tell_bots(self.catalogue, variant, self.table.bases):
            self.write(line)

    def tell(self) -> None:
        """Tell everything that happened since the last time."""
        if self.log_of is not self.table.facts:
            self.told, self.log_of = 0, self.table.facts
        for fact in self.table.facts[self.told :]:
            sentence = tell_event(self.catalogue, self.table.variant, self.names, fact)
            if sentence:
                self.write(sentence)
        self.told = len(self.table.facts)

    def ask(self) -> bool:
        """Show the sheet and the moves, read lines until one is a move; False when the input ends."""
        self.show_choice()
        while True:
            line = self.read()
            if line is None or line in ("q", "quit"):
                return False
            try:
                if self.obey(line):
                    return True
            except RowlockError as error:
                self.write(tell_problem(self.catalogue, error))

    def show_choice(self) -> None:
        view = self.table.look()
        self.write("")
        self.show_sheet(view, view["seat"])
        self.show_cards(view)
        self.write(tell_ask(self.catalogue, self.table.variant, self.names, view))
        for move in view["moves"]:
            told = tell_move(self.catalogue, self.table.variant, move)
            effects = tell_effects(self.catalogue, self.table.variant, move)
            typed = spell(self.catalogue, self.table.variant, move["move"])
            self.write(f"  {typed:<6} {told}" + (f" · {effects}" if effects else ""))

    def read(self) -> str | None:
        seat = self.table.seat
        self.output.write(f"{self.names[seat or 0]}> ")
        self.output.flush()
        line = self.source.readline()
        if not line:
            self.write("")
            return None
        if not self.source.isatty():
            self.output.write(f"{line.strip()}\n")  # what a script says belongs in the transcript
        return line.strip().lower()

    def obey(self, line: str) -> bool:
        """Do what a line says; True if the table has changed."""
        command, _, rest = line.partition(" ")
        if command == "?":
            moves = tell_examples(self.catalogue, self.table.variant, ", ")
            self.write(text(self.catalogue, "terminal.lines_help", moves=moves))
        elif command == "h":
            self.hint()
        elif command == "p":
            self.write(self.keeper.tutor.turn_on(self.catalogue))
        elif command == "l":
            self.change_language(rest)
        elif command == "s":
            for seat in range(len(self.names)):
                self.show_sheet(self.table.look(), seat)
        elif line in PARTING:
            getattr(self.table, PARTING[line])()
            return True
        elif command == "u":
            if self.table.take_back():
                self.told, self.log_of = len(self.table.facts), self.table.facts
                return True
            self.write(text(self.catalogue, "terminal.nothing_back"))
        elif line:
            return self.say(line)
        return False

    def say(self, move: str) -> bool:
        """A move; one that the rules do not allow is answered with the reason."""
        view = self.table.look()
        move = as_meant(unspell(self.catalogue, self.table.variant, move), view["moves"])
        if re.fullmatch(r"[a-z]\d{1,2}", move) and move not in [legal["move"] for legal in view["moves"]]:
            self.write(tell_refusal(self.catalogue, self.table.variant, view, move))
            return False
        if word := self.keeper.tutor.word(self.catalogue, self.table, move):
            self.write(word)
            return False
        self.table.say(move)
        return True

    def hint(self) -> None:
        table = self.table
        if bot := self.keeper.hint_bot(table.rules, len(self.names)):
            table.note_hint()
            self.write(give_hint(self.catalogue, table.rules, table.look(), bot, self.names)[1])

    def change_language(self, lang: str) -> None:
        known = languages()
        following = known[(known.index(self.catalogue.lang) + 1) % len(known)]
        self.catalogue = load_catalogue(lang or following)
        self.show_choice()

    def show_sheet(self, view: view_types.View, seat: int | None) -> None:
        seat = 0 if seat is None else seat
        sheet, moves = view["sheets"][seat], tuple(view["moves"]) if seat == view["seat"] else ()
        self.write(self.names[seat])
        spacing = Spacing(max(4, least_cell(self.table.variant)))
        letters = letters_of(self.catalogue, self.table.variant)
        picture = paint_rows(self.table.variant, sheet, moves, None, spacing, letters)
        for line in [*picture.lines, *paint_foot(self.catalogue, self.table.variant, sheet)]:
            self.write(line)

    def show_cards(self, view: view_types.View) -> None:
        """The cards on the table, your hand, and the backs of the others'; nothing in a game with dice."""
        cards = view["cards"]
        if not cards:
            return
        for line in paint_cards(self.catalogue, cards):
            self.write(line)
        for seat, name in enumerate(self.names):
            if seat != view["seat"]:
                self.write(Text(f"{name}: ").append_text(paint_backs(cards, seat)))

    def leave(self) -> int:
        if isinstance(self.table, LocalTable) and self.keeper.save(self.table):
            self.write(text(self.catalogue, "terminal.saved"))
        return 0

    def end(self) -> int:
        """The sheets, the result, and where the record is."""
        view = self.table.look()
        self.write("")
        for seat in range(len(self.names)):
            self.show_sheet({**view, "moves": []}, seat)
            self.write("")
        if view["over"]:
            self.write(tell_result(self.catalogue, self.names, view["over"]))
        if isinstance(self.table, LocalTable):
            path = self.keeper.finish(self.table)
        else:
            path = self.keeper.keep_text(self.table.fetch_record())
        self.write(text(self.catalogue, "terminal.written", path=path))
        if self.source.isatty():  # a script has said what it wants
            self.offer_review()
        return 0

    def offer_review(self) -> None:
        """Show the lessons of the game to whoever wants them."""
        self.write(text(self.catalogue, "terminal.review.offer"))
        if self.source.readline().strip().lower() != "v":
            return
        from rowlock.analysis.review.game import review

        try:
            found = review(self.table.record())
        except RowlockError as error:
            self.write(tell_problem(self.catalogue, error))
            return
        for seat in range(len(found["seats"])):
            for line in review_lines(self.catalogue, self.table.variant, found, seat):
                self.write(line)
            self.write("")

    def write(self, line: str | Text) -> None:
        if self.console:
            self.console.print(line, soft_wrap=True, markup=False)
        else:
            self.output.write(f"{line.plain if isinstance(line, Text) else line}".rstrip() + "\n")
