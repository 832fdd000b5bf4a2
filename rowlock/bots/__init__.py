"""Bots: one file = one bot, found by being there. Its file's name is its name.

A bot's file says in `LINE` what it is like, in one line, and in `RUNG` where it stands on the ladder, counted
from the weakest: 2.5 goes between 2 and 3, and a bot without a rung stands behind all others, unmeasured. It
holds one of two things:

- `value(crosses, skips, gain)`, a plain function that tells how much the bot likes a move: whether the move
  crosses anything, how many cells it skips, how many points it brings at once. The bot plays what it likes
  best, and draws lots among equals. Such a bot also plays in the kernel, at full speed (`rowlock simulate`).
- `make_bot(variant, seats, seed)`, which gives an object with `name`, `line` and `choose(view, moves)`, for a
  bot that wants to see the whole table: it is made for one variant, options and all, and a number of seats. A
  third function, `make_batch(pad, seats)`, lets it play thousands of tables at once in the arena.

Files whose names begin with an underscore are not bots.
"""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from math import inf
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Protocol

from rowlock.bots._basis import ITSELF, Basis
from rowlock.bots._by_value import ValueBot
from rowlock.engine import plain
from rowlock.engine.errors import RowlockError
from rowlock.fast import chance

if TYPE_CHECKING:
    from rowlock.bots._batch import BatchBot
    from rowlock.bots.net.pad import Pad
    from rowlock.engine.variant import Variant
    from rowlock.fast.worth import Value


class Bot(Protocol):
    """Whoever answers for a seat: it sees what the seat may see, and names one of the moves."""

    name: str
    line: str

    def choose(self, view: plain.View, moves: list[str]) -> str: ...


class NoSuchBot(RowlockError):
    """A bot's name that leads nowhere."""

    code = "no_such_bot"


def bot_names() -> tuple[str, ...]:
    """The names of all bots, from the weakest to the strongest; those without a rung at the end."""
    return tuple(sorted(_files(), key=lambda name: (_rung(name), name)))


def ladder() -> tuple[str, ...]:
    """The bots that have a rung, from one that a child beats to one that nobody should beat."""
    return tuple(name for name in bot_names() if _rung(name) < inf)


def bot_line(name: str) -> str:
    """What a bot is like, in one line."""
    line: str = _find(name).LINE
    return line


def load_bot(name: str, variant: Variant, seats: int, seed: int = 0, game: int = 0) -> Bot:
    """A bot for a variant and a number of seats, by its name.

    The same seed gives the same choices; `game` tells apart the games of a run.
    """
    module, key = _find(name), chance.game_key(seed, game)
    if hasattr(module, "value"):
        return ValueBot(name, module.LINE, module.value, key)
    bot: Bot = module.make_bot(variant, seats, key)
    return bot


def plays_by(name: str, variant: Variant, seats: int) -> Basis:
    """What a bot plays by on a variant with so many seats: whoever tells people asks here."""
    basis: Basis = getattr(load_bot(name, variant, seats), "by", ITSELF)
    return basis


def plays_solved_game(name: str) -> bool:
    """Whether a bot, alone at the table, plays by the values that `rowlock solve` leaves."""
    return bool(getattr(_find(name), "PLAYS_SOLVED_GAME", False))


def load_value(name: str) -> Value | None:
    """A bot's value function; None if it is a bot of the other kind."""
    value: Value | None = getattr(_find(name), "value", None)
    return value


def load_batch_bot(name: str, pad: Pad, seats: int) -> BatchBot:
    """A bot that chooses for many tables at once (see `net.lockstep`); raises `NoSuchBot` if it cannot."""
    from rowlock.bots._batch import Likes

    module = _find(name)
    if hasattr(module, "value"):
        return Likes(pad, module.value)
    if not hasattr(module, "make_batch"):
        raise NoSuchBot(f"{name} plays one table at a time")
    bot: BatchBot = module.make_batch(pad, seats)
    return bot


def _files() -> list[str]:
    found = [module.name for module in iter_modules(__path__) if not module.ispkg]
    return [name for name in found if not name.startswith("_")]


def _rung(name: str) -> float:
    rung: float = getattr(_find(name), "RUNG", inf)
    return rung


def _find(name: str) -> ModuleType:
    if name not in _files():
        close = get_close_matches(name, _files(), 1)
        hint = f"did you mean {close[0]}?" if close else f"the bots are {', '.join(bot_names())}"
        raise NoSuchBot(f"there is no bot {name[:40]!r}; {hint}")
    return import_module(f"{__name__}.{name}")
