"""A table for tests of the terminal: bots that need no learning, and folders that vanish."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from rowlock.engine.variant import Variant
from rowlock.terminal.keeper import Keeper
from rowlock.terminal.storage import Storage


class Eager:
    """Takes the first legal move."""

    name = "eager"

    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        return moves[0]


class Timid:
    """Always passes."""

    name = "timid"

    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        return moves[-1]


BOTS = {"eager": Eager, "timid": Timid}


class TestKeeper(Keeper):
    """A keeper that knows two simple bots."""

    __test__ = False

    def bot_names(self) -> list[str]:
        return list(BOTS)

    def find_bot(self, name: str, variant: Variant, seats: int) -> Any:
        return BOTS[name]()


class Asked(io.StringIO):
    """Answers every question with the first move on offer, reading the output like a script would."""

    def __init__(self, output: io.StringIO) -> None:
        super().__init__()
        self.output = output

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        question = self.output.getvalue().split("\n\n")[-1]
        assert "not allow" not in question
        return str(re.findall(r"^  (\S+) ", question, re.MULTILINE)[0]) + "\n"


async def until(pilot: Pilot[Any], holds: Callable[[], Any]) -> None:
    """Let the app run until this holds; a busy machine takes its time."""
    async with asyncio.timeout(120):
        while not holds():
            await pilot.pause(0.01)


def keeper_in(folder: Path, **wishes: Any) -> TestKeeper:
    storage = Storage(folder)
    return TestKeeper(storage, **wishes)
