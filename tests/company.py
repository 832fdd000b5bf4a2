"""A table for tests of the terminal: bots that need no learning, and folders that vanish."""

from __future__ import annotations

from pathlib import Path
from typing import Any

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

    def find_bot(self, name: str) -> Any:
        return BOTS[name]()


def keeper_in(folder: Path, **wishes: Any) -> TestKeeper:
    storage = Storage({"HOME": str(folder)})
    return TestKeeper(storage, **wishes)
