"""Who sits down and what is kept: makes local tables, saves them, resumes them, writes their records."""

from __future__ import annotations

import os
import secrets
import zlib
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from rowlock.engine.errors import BadRecord, RowlockError
from rowlock.engine.record import parse_record
from rowlock.engine.variant import Variant
from rowlock.locale import Catalogue, text
from rowlock.terminal.dice import LocalDice
from rowlock.terminal.local import Bot, LocalTable, Sitter, resume
from rowlock.terminal.storage import Storage
from rowlock.variants import find_variant, load_variant

COMPANY = ("steady", "cautious")
ADVISERS = ("champion", "planner", "steady", "cautious")
"""Whom to play against and whom to ask, the first that is there."""


class NothingSaved(RowlockError):
    """There is no unfinished game to go on with."""

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
    ) -> None:
        self.storage, self.names, self.record, self.pace = storage, list(names), record, pace
        self.seed = seed
        self.games = 0

    def bot_names(self) -> list[str]:
        from rowlock.bots import bot_names

        return list(bot_names())

    def find_bot(self, name: str, variant: Variant, seats: int) -> Bot:
        from rowlock.bots import load_bot

        seed = secrets.randbits(32) if self.seed is None else zlib.crc32(self.seed.encode())
        return load_bot(name, variant, seats, seed)

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
        sitters += [Sitter(name, self.find_bot(name, variant, count)) for name in bots]
        return self._sit(variant, _distinct(sitters))

    def rematch(self, table: LocalTable) -> LocalTable:
        return self._sit(table.game.variant, table.sitters)

    def _sit(self, variant: Variant, sitters: list[Sitter]) -> LocalTable:
        self.games += 1
        # another game with the same seed must not repeat the dice of the first
        seed = self.seed if self.seed is None or self.games == 1 else f"{self.seed} game {self.games}"
        return LocalTable(variant, sitters, LocalDice(seed), pace=self.pace)

    def has_saved(self) -> bool:
        return self.storage.saved.exists()

    def save(self, table: LocalTable) -> bool:
        """Keep an unfinished game in which something has happened."""
        if table.is_over or not table.said:
            return False
        self.storage.save(table.record())
        return True

    def resume(self) -> LocalTable:
        record = self.storage.load()
        if record is None:
            raise NothingSaved("there is no unfinished game")
        try:
            return resume(record, self.find_bot, self.pace)
        except RowlockError as error:
            raise BadRecord(f"{self.storage.saved}: {error}") from None

    def keep_text(self, record: str) -> Path:
        """Write the record of a game that was played elsewhere."""
        return self.storage.keep(parse_record(record, load_variant), self.record)

    def finish(self, table: LocalTable) -> Path:
        """Write the record of a finished game; it is no longer one to go on with."""
        day = datetime.now().strftime("%Y-%m-%d")
        path = self.storage.keep(table.record(("date", day)), self.record)
        self.storage.forget()
        return path


def default_names(catalogue: Catalogue, people: int) -> list[str]:
    """The name of the machine's user for one person, numbers for several."""
    user = os.environ.get("USER", "")
    if people == 1 and user.isalpha() and user != "root":
        return [user.capitalize()]
    return [text(catalogue, "terminal.player", n=i + 1) for i in range(people)]


def _distinct(sitters: list[Sitter]) -> list[Sitter]:
    """The same name twice gets a number, so that the log can tell who is meant."""
    seen: dict[str, int] = {}
    distinct = []
    for sitter in sitters:
        seen[sitter.name] = seen.get(sitter.name, 0) + 1
        number = seen[sitter.name]
        distinct.append(Sitter(f"{sitter.name} {number}", sitter.bot) if number > 1 else sitter)
    return distinct
