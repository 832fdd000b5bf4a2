"""The bots on this device, found as everywhere else; those that need more than it has are left out."""

from __future__ import annotations

from functools import cache, lru_cache

from rowlock.bots import Bot as Player
from rowlock.bots import bot_names, find_source, ladder, load_bot, plays_by
from rowlock.bots.kit.basis import HAND
from rowlock.engine import view_types
from rowlock.engine.variant import Variant
from rowlock.table.errors import NoSuchBot
from rowlock.table.shapes.answers import Bot
from rowlock.table.table import Table
from rowlock.variants import load_named

PROBE = "classic"
"""The pad that a bot must be able to play to be offered."""


@cache
def offered() -> tuple[str, ...]:
    """The names of the bots that can be loaded here, from the weakest on."""
    return tuple(name for name in bot_names() if _is_here(name))


def _is_here(name: str) -> bool:
    try:
        load_bot(name, load_named(PROBE), 2)
    except ImportError:  # it needs libraries that browsers do not have
        return False
    return True


def check_bot(name: str) -> None:
    if name not in offered():
        raise NoSuchBot(f"there is no bot {name!r} on this device; there are {', '.join(offered())}")


def described(variant: Variant | None = None, seats: int = 0) -> list[Bot]:
    """Every bot with its line of character, its rung, and for a pad what it plays it by."""
    rungs = {name: rung for rung, name in enumerate(ladder(), start=1)}
    found: list[Bot] = [
        {"name": name, "line": find_source(name).line, "rung": rungs.get(name), "rungs": len(rungs)}
        for name in offered()
    ]
    if variant is None:
        return found
    return [{**bot, "plays_by": _plays_by(bot["name"], variant, seats)} for bot in found]


def _plays_by(name: str, variant: Variant, seats: int) -> str | None:
    try:
        return plays_by(name, variant, seats)
    except ImportError:
        return None


def wanted_networks(table: Table) -> list[str]:
    """The networks that a table's bots would play by if they were on this device's shelf."""
    missing = missing_networks(table.variant)
    bots = {seat.bot for seat in table.seats if seat.bot is not None}
    wished = (name for name in bots if missing and _does_without(name, table.variant, len(table.seats)))
    return missing if any(wished) else []


@lru_cache(maxsize=64)
def _does_without(name: str, variant: Variant, seats: int) -> bool:
    """Whether a bot would have to do with a hand, for want of a network."""
    return _plays_by(name, variant, seats) == HAND


def choose(name: str, variant: Variant, seed: int, view: view_types.View, moves: list[str]) -> str:
    """A bot's answer; one that cannot play this pad here passes."""
    try:
        return _load(name, variant, len(view["sheets"]), seed).choose(view, moves)
    except ImportError:
        return "-"


def missing_networks(variant: Variant) -> list[str]:
    """The bundled networks that play a pad and are not on this device's shelf yet."""
    try:
        from rowlock.bots.net.shelf import SHELF, networks_for
    except ImportError:
        return []
    return [name for name in networks_for(variant) if not (SHELF / name).exists()]


@lru_cache(maxsize=64)
def _load(name: str, variant: Variant, seats: int, seed: int) -> Player:
    return load_bot(name, variant, seats, seed)
