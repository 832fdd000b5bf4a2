"""The bots behind the server: they get a view and texts, and answer with a text, like any client."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from importlib import import_module
from random import Random
from typing import Any, Protocol

from rowlock.server.errors import NoSuchBot
from rowlock.server.table import Plain

log = logging.getLogger(__name__)


class Thinker(Protocol):
    def choose(self, view: Plain, moves: list[str]) -> str: ...


class BotDoor:
    """Knows the bots of this installation and lets them think beside the event loop."""

    def __init__(self, threads: int = 2) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="bot")

    def names(self) -> tuple[str, ...]:
        return bot_names()

    def described(self) -> list[Plain]:
        """Every bot with its one line of character."""
        return [{"name": name, "line": _load(name, 0).line} for name in bot_names()]

    def check(self, name: str) -> str:
        if name not in bot_names():
            raise NoSuchBot(f"there is no bot {name!r}; there are {', '.join(bot_names())}")
        return name

    @property
    def stand_in(self) -> str:
        """The bot that plays on for people who are gone: steady, if it is there."""
        names = bot_names()
        return "steady" if "steady" in names else names[-1]

    async def choose(self, name: str, seed: int, view: Plain, moves: list[str]) -> str:
        """A bot's answer; a bot that fails passes, so that a broken one never blocks a table."""
        loop = asyncio.get_running_loop()
        try:
            move = await loop.run_in_executor(self._threads, _think, name, seed, view, moves)
        except Exception:
            log.exception("bot failed", extra={"bot": name})
            return "-"
        if move not in moves:
            log.error("bot answered with no legal move", extra={"bot": name})
            return "-"
        return move

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _think(name: str, seed: int, view: Plain, moves: list[str]) -> str:
    thinker: Thinker = _load(name, seed)
    return thinker.choose(view, moves)


@lru_cache(maxsize=1)
def bot_names() -> tuple[str, ...]:
    return tuple(_bots().bot_names())


@lru_cache(maxsize=4096)
def _load(name: str, seed: int) -> Any:
    return _bots().load_bot(name, seed=seed)


def _bots() -> Any:
    try:
        bots = import_module("rowlock.bots")
    except ModuleNotFoundError:
        return _OneBot("random")
    return bots if hasattr(bots, "load_bot") else _OneBot("random")


class _OneBot:
    """Stands for the room of the bots until it is built: one bot that takes any legal move."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.line = "takes any move that the rules allow"
        self._chance = Random()

    def bot_names(self) -> list[str]:
        return [self.name]

    def load_bot(self, name: str, seed: int = 0) -> _OneBot:
        return _OneBot(name)

    def choose(self, view: Plain, moves: list[str]) -> str:
        return self._chance.choice(moves)
