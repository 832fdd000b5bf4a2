"""The bots behind the server: they get a view and texts, and answer with a text, like any client."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from rowlock.engine import view_types
from rowlock.engine.errors import RowlockError
from rowlock.engine.variant import Variant
from rowlock.server.errors import BadSettings
from rowlock.table.errors import NoSuchBot
from rowlock.table.messages.seating import STAND_IN
from rowlock.table.shapes.answers import Bot

if TYPE_CHECKING:
    from rowlock.bots.kit.source import Source

log = logging.getLogger(__name__)


PROGRAMS = 16
"""Programs that run at the same time; the one that was asked longest ago is ended for another."""


class Thinker(Protocol):
    line: str

    def choose(self, view: view_types.View, moves: list[str]) -> str: ...


class BotDoor:
    """Knows the bots that this server offers and lets them think beside the event loop.

    Without a list they are all that are installed. Tables know them by short names (`wire_name`).
    """

    def __init__(self, offered: Sequence[str] = (), threads: int = 2) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._programs = ThreadPoolExecutor(PROGRAMS, thread_name_prefix="program")
        self._offered = tuple(offered)
        self._sources: dict[str, Source] | None = None

    def look_for_all(self) -> None:
        """Find the bots, which takes its time: some are made of large libraries."""
        self._sources = find_offered(self._offered)

    @property
    def sources(self) -> dict[str, Source]:
        """The bots by the names that tables know."""
        if self._sources is None:
            self.look_for_all()
        assert self._sources is not None
        return self._sources

    def described(self, variant: Variant | None = None, seats: int = 0) -> list[Bot]:
        """Every bot with its line of character and its rung, from the weakest on; new ones have none.

        For a table's variant and seats also what it plays by there.
        """
        from rowlock.bots import ladder, plays_by

        rungs = {name: rung for rung, name in enumerate(ladder(), start=1)}
        found: list[Bot] = [
            {"name": name, "line": source.line, "rung": rungs.get(source.text), "rungs": len(rungs)}
            for name, source in self.sources.items()
        ]
        if variant:
            return [{**bot, "plays_by": plays_by(self.sources[bot["name"]], variant, seats)} for bot in found]
        return found

    def check(self, name: str) -> str:
        if name not in self.sources:
            raise NoSuchBot(f"there is no bot {name!r}; there are {', '.join(self.sources)}")
        return name

    @property
    def stand_in(self) -> str:
        """The bot that plays on for people who are gone; it need not be on the list."""
        return STAND_IN

    async def choose(
        self, name: str, variant: Variant, seed: int, view: view_types.View, moves: list[str]
    ) -> str:
        """A bot's answer; a bot that fails passes, so that a broken one never blocks a table."""
        loop = asyncio.get_running_loop()
        source = self.sources.get(name) or _stand_in()
        threads = self._programs if source.is_program else self._threads
        try:
            move = await loop.run_in_executor(threads, _think, source, variant, seed, view, moves)
        except RowlockError as error:
            log.error("bot failed: %s", error, extra={"bot": name})
            return "-"
        except Exception:
            log.exception("bot failed", extra={"bot": name})
            return "-"
        if move not in moves:
            log.error("bot answered with no legal move", extra={"bot": name})
            return "-"
        return move

    def close(self) -> None:
        for threads in (self._threads, self._programs):
            threads.shutdown(wait=False, cancel_futures=True)


def wire_name(source: Source) -> str:
    """A bot's name at the tables of a server: small letters, figures and dashes."""
    return re.sub("[^a-z0-9_-]+", "-", source.name.lower()).strip("-")[:40] or "bot"


def find_offered(texts: Sequence[str]) -> dict[str, Source]:
    """The bots of a list by their names at the tables, or all that are installed; raises what is wrong."""
    from rowlock.bots import bot_names, find_source

    found: dict[str, Source] = {}
    for text in texts or _sound(bot_names()):
        source = find_source(text)
        name = wire_name(source)
        if name in found:
            raise BadSettings(f"two of the bots would be called {name}: {found[name].text} and {text}")
        found[name] = source
    return found


def _sound(names: Sequence[str]) -> list[str]:
    """The bots that can be loaded; a package that is broken is left out, and the server starts."""
    from rowlock.bots import find_source

    sound = []
    for name in names:
        try:
            find_source(name)
            sound.append(name)
        except RowlockError as error:
            log.error("bot left out: %s", error, extra={"bot": name})
    return sound


def _stand_in() -> Source:
    """For a seat whose bot the server no longer offers."""
    from rowlock.bots import find_source

    return find_source(STAND_IN)


def _think(source: Source, variant: Variant, seed: int, view: view_types.View, moves: list[str]) -> str:
    load = _load_program if source.is_program else _load
    thinker: Thinker = load(source, variant, len(view["sheets"]), seed)
    return thinker.choose(view, moves)


@lru_cache(maxsize=4096)
def _load(source: Source, variant: Variant, seats: int, seed: int) -> Thinker:
    # bots bring compiled parts along: they are imported when the first one is asked for
    from rowlock.bots import load_bot

    return load_bot(source, variant, seats, seed)


@lru_cache(maxsize=PROGRAMS)
def _load_program(source: Source, variant: Variant, seats: int, seed: int) -> Thinker:
    """A process for every game of a program; one that nobody holds any more is ended."""
    from rowlock.bots import load_bot

    return load_bot(source, variant, seats, seed)
