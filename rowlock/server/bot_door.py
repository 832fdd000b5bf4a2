"""The bots behind the server: they get a view and texts, and answer with a text, like any client."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Protocol

from rowlock.engine import plain
from rowlock.engine.variant import Variant
from rowlock.server.errors import NoSuchBot
from rowlock.table.table import Plain

log = logging.getLogger(__name__)


STAND_INS = ("steady", "cautious")
"""Who stands in for people, if installed: quick, and a fair substitute."""


class Thinker(Protocol):
    line: str

    def choose(self, view: plain.View, moves: list[str]) -> str: ...


class BotDoor:
    """Knows the bots of this installation and lets them think beside the event loop."""

    def __init__(self, threads: int = 2) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="bot")

    def described(self, variant: Variant | None = None, seats: int = 0) -> list[Plain]:
        """Every bot with its line of character and its rung, from the weakest on; new ones have none.

        For a table's variant and seats also what it plays by there.
        """
        from rowlock.bots import bot_line, ladder, plays_by

        rungs = {name: rung for rung, name in enumerate(ladder(), start=1)}
        found: list[Plain] = [
            {"name": name, "line": bot_line(name), "rung": rungs.get(name), "rungs": len(rungs)}
            for name in bot_names()
        ]
        if variant:
            return [{**bot, "plays_by": plays_by(bot["name"], variant, seats)} for bot in found]
        return found

    def check(self, name: str) -> str:
        if name not in bot_names():
            raise NoSuchBot(f"there is no bot {name!r}; there are {', '.join(bot_names())}")
        return name

    @property
    def stand_in(self) -> str:
        """The bot that plays on for people who are gone."""
        names = bot_names()
        return next(name for name in (*STAND_INS, *names) if name in names)

    async def choose(self, name: str, variant: Variant, seed: int, view: plain.View, moves: list[str]) -> str:
        """A bot's answer; a bot that fails passes, so that a broken one never blocks a table."""
        loop = asyncio.get_running_loop()
        try:
            move = await loop.run_in_executor(self._threads, _think, name, variant, seed, view, moves)
        except Exception:
            log.exception("bot failed", extra={"bot": name})
            return "-"
        if move not in moves:
            log.error("bot answered with no legal move", extra={"bot": name})
            return "-"
        return move

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _think(name: str, variant: Variant, seed: int, view: plain.View, moves: list[str]) -> str:
    thinker: Thinker = _load(name, variant, len(view["sheets"]), seed)
    return thinker.choose(view, moves)


@lru_cache(maxsize=4096)
def _load(name: str, variant: Variant, seats: int, seed: int) -> Thinker:
    # bots bring compiled parts along: they are imported when the first one is asked for
    from rowlock.bots import load_bot

    return load_bot(name, variant, seats, seed)


def bot_names() -> tuple[str, ...]:
    from rowlock.bots import bot_names as installed

    return tuple(installed())
