"""Bots: one file = one bot, found by being there. Its file's name is its name.

A bot's file says in `LINE` what it is like, in one line, and holds one of two things:

- `value(crosses, skips, gain)`, a plain function that tells how much the bot likes a move: whether the move
  crosses anything, how many cells it skips, how many points it brings at once. The bot plays what it likes
  best, and draws lots among equals. Such a bot also plays in the kernel, at full speed (`rowlock simulate`).
- `make_bot(seed)`, which gives an object with `name`, `line` and `choose(view, moves)`, for a bot that wants
  to see the whole table. A third function, `make_batch(pad, seats)`, lets it play thousands of tables at once
  in the arena.

Files whose names begin with an underscore are no bots.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from rowlock.bots._by_value import ValueBot
from rowlock.engine.errors import RowlockError

if TYPE_CHECKING:
    from rowlock.bots._batch import BatchBot
    from rowlock.bots.net.pad import Pad
    from rowlock.fast.worth import Value


class Bot(Protocol):
    """Whoever answers for a seat: it sees what the seat may see, and names one of the moves."""

    name: str
    line: str

    def choose(self, view: dict[str, Any], moves: list[str]) -> str: ...


class NoSuchBot(RowlockError):
    """A bot's name that leads nowhere."""

    code = "no_such_bot"


@cache
def bot_names() -> tuple[str, ...]:
    """The names of all bots, in alphabetical order."""
    found = [module.name for module in iter_modules(__path__) if not module.ispkg]
    return tuple(sorted(name for name in found if not name.startswith("_")))


def load_bot(name: str, seed: int = 0, game: int = 0) -> Bot:
    """A bot by its name. The same seed gives the same choices; `game` tells apart the games of a run."""
    module = _find(name)
    if hasattr(module, "value"):
        return ValueBot(name, module.LINE, module.value, seed, game)
    bot: Bot = module.make_bot(seed)
    return bot


def load_value(name: str) -> Value | None:
    """A bot's value function; None if it is a bot of the other kind."""
    value: Value | None = getattr(_find(name), "value", None)
    return value


def load_batch_bot(name: str, pad: Pad, seats: int, seed: int = 0) -> BatchBot:
    """A bot that chooses for many tables at once (see `net.lockstep`); raises `NoSuchBot` if it cannot."""
    from rowlock.bots._batch import Likes

    module = _find(name)
    if hasattr(module, "value"):
        return Likes(pad, module.value, seed)
    if not hasattr(module, "make_batch"):
        raise NoSuchBot(f"{name} plays one table at a time")
    bot: BatchBot = module.make_batch(pad, seats)
    return bot


def _find(name: str) -> ModuleType:
    if name not in bot_names():
        close = get_close_matches(name, bot_names(), 1)
        hint = f"did you mean {close[0]}?" if close else f"the bots are {', '.join(bot_names())}"
        raise NoSuchBot(f"there is no bot {name[:40]!r}; {hint}")
    return import_module(f"{__name__}.{name}")
