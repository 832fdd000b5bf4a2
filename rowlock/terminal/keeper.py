"""Seats people at local tables and keeps their games: saves, resumes, writes records."""

from __future__ import annotations

import os
import secrets
import zlib
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from rowlock.analysis.review.review_types import Grade
from rowlock.bots import Bot
from rowlock.bots.kit.source import BadBot, short_name
from rowlock.engine.errors import BadRecord, RowlockError
from rowlock.engine.moves import Roll
from rowlock.engine.record import parse_record
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_variant
from rowlock.locale import Catalogue, text
from rowlock.locale.words import bot_name, variant_title
from rowlock.terminal.dice import LocalDice
from rowlock.terminal.local import LocalTable, Sitter, resume
from rowlock.terminal.storage import Storage
from rowlock.terminal.tutor import Tutor
from rowlock.variants import find_variant, load_variant

LONGEST_NAME = 24
COMPANY = ("steady", "cautious")
ADVISERS = ("champion", "planner", "steady", "cautious")
"""The opponent and the adviser: the first one available."""


class NothingSaved(RowlockError):
    """There is no unfinished game to continue."""

    code = "nothing_saved"


class Keeper:
    """Everything around local games that outlives a screen."""

    def __init__(
        self,
        storage: Storage,
        *,
        names: Sequence[str] = (),
        seed: str | None = None,
        record: Path | None = None,
        pace: float = 0.0,
        tutor: Grade | None = None,
    ) -> None:
        self.storage, self.names, self.record, self.pace = storage, list(names), record, pace
        self.tutor = Tutor(tutor)
        self.seed = seed
        self.games = 0
        self.files: dict[LocalTable, Path] = {}
        """The files of unfinished games."""

    def bot_names(self) -> list[str]:
        from rowlock.bots import bot_names

        return list(bot_names())

    def find_bot(self, name: str, variant: Variant, seats: int) -> Bot:
        from rowlock.bots import find_source, load_bot

        seed = secrets.randbits(32) if self.seed is None else zlib.crc32(self.seed.encode())
        lasting = find_source(name).lasting
        if "#" in lasting or not lasting.isprintable():  # it goes into the record, by which it is found again
            raise BadBot(f"{name!r} cannot be written into a record: it has a # or an unprintable letter")
        return load_bot(lasting, variant, seats, seed)

    def good_company(self) -> list[str]:
        """The bot to play against when none is named."""
        return self._first_of(COMPANY)

    def hint_bot(self, variant: Variant, seats: int) -> Bot | None:
        """The bot that knows best."""
        names = self._first_of(ADVISERS)
        return self.find_bot(names[0], variant, seats) if names else None

    def _first_of(self, wanted: Sequence[str]) -> list[str]:
        known = self.bot_names()
        return [*[name for name in wanted if name in known], *known][:1]

    def new_table(self, pad: str, people: int, bots: Sequence[str], catalogue: Catalogue) -> LocalTable:
        """A fresh table: people first, then bots."""
        names = [*self.names, *default_names(catalogue, people)[len(self.names) :]][:people]
        variant, count = find_variant(pad), people + len(bots)
        sitters = [Sitter(name) for name in names]
        sitters += [
            Sitter(bot_name(catalogue, short_name(name)), self.find_bot(name, variant, count))
            for name in bots
        ]
        return self._sit(variant, _distinct(sitters))

    def rematch(self, table: LocalTable) -> LocalTable:
        return self._sit(table.game.variant, table.sitters)

    def _sit(self, variant: Variant, sitters: list[Sitter]) -> LocalTable:
        self.games += 1
        # another game with the same seed must not repeat the dice of the first
        seed = self.seed if self.seed is None or self.games == 1 else f"{self.seed} game {self.games}"
        return LocalTable(variant, sitters, LocalDice(seed), pace=self.pace)

    def left(self, catalogue: Catalogue) -> list[str]:
        """A line for every unfinished game, the last one first."""
        return [_describe(self.storage, path, catalogue) for path in self.storage.left()]

    def save(self, table: LocalTable) -> bool:
        """Keep an unfinished game in which something has happened."""
        if table.is_over or not table.said:
            return False
        self.files[table] = self.storage.save(table.record(), self.files.get(table))
        return True

    def resume(self, number: int = 1) -> LocalTable:
        """Go on with an unfinished game; 1 is the last one."""
        files = self.storage.left()
        if not 0 < number <= len(files):
            left = f" {number}; they are numbered 1 to {len(files)}" if files else ""
            raise NothingSaved(f"there is no unfinished game{left}")
        path = files[number - 1]
        try:
            table = resume(self.storage.load(path), self.find_bot, self.pace)
        except BadRecord:
            raise
        except RowlockError as error:
            raise BadRecord(f"{path}: {error}") from None
        self.files[table] = path
        return table

    def keep_text(self, record: str) -> Path:
        """Write the record of a game that was played elsewhere."""
        return self.storage.keep(parse_record(record, load_variant), self.record)

    def finish(self, table: LocalTable) -> Path:
        """Write the record of a finished game; it is no longer one to go on with."""
        day = datetime.now().strftime("%Y-%m-%d")
        path = self.storage.keep(table.record(("date", day)), self.record)
        if kept := self.files.pop(table, None):
            kept.unlink(missing_ok=True)
        return path


class BadName(RowlockError):
    """A name that cannot be written into a record."""

    code = "bad_name"


def check_name(name: str) -> None:
    """Refuse names that cannot be a person's."""
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable() or "#" in name:
        raise BadName(f"a name has 1 to {LONGEST_NAME} letters and no '#', not {name!r}")


def own_name() -> str:
    """The name of whoever sits at this keyboard, for others on the network."""
    return os.environ.get("USER", "").capitalize() or "Guest"


def default_names(catalogue: Catalogue, people: int) -> list[str]:
    """The name of the machine's user for one person, numbers for several."""
    user = os.environ.get("USER", "")
    if people == 1 and user.isalpha() and user != "root":
        return [user.capitalize()]
    return [text(catalogue, "terminal.player", n=i + 1) for i in range(people)]


def _describe(storage: Storage, path: Path, catalogue: Catalogue) -> str:
    """A left game in a line: its date, pad, players and turn; for a damaged file what is wrong with it."""
    day = datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
    try:
        record = storage.load(path)
    except RowlockError as error:
        return f"{day} · {error}"
    title = variant_title(catalogue, plain_variant(record.variant))
    turn = sum(isinstance(said.move, Roll) for said in record.inputs)
    return f"{day} · {title} · {', '.join(record.seats)} · {text(catalogue, 'game.words.turn', turn=turn)}"


def _distinct(sitters: list[Sitter]) -> list[Sitter]:
    """The same name twice gets a number, so that the log can tell who is meant."""
    seen: dict[str, int] = {}
    distinct = []
    for sitter in sitters:
        seen[sitter.name] = seen.get(sitter.name, 0) + 1
        number = seen[sitter.name]
        distinct.append(Sitter(f"{sitter.name} {number}", sitter.bot) if number > 1 else sitter)
    return distinct
