"""Bots: one file = one bot, found by being there. Its file's name is its name.

A bot's file describes it in one `LINE` and says in `RUNG` where it belongs on the ladder, counted
from the weakest: 2.5 goes between 2 and 3, and a bot without a rung comes last, unmeasured. It
holds one of three things:

- `value(crosses, skips, gain)`, a plain function that says how much the bot likes a move, given whether the
  move crosses anything, how many cells it skips and how many points it brings right away. The bot plays what
  it likes best, and picks at random among equals. Such a bot also plays in the kernel, at full speed
  (`rowlock simulate`).
- `choose(view, moves)`, a plain function that sees what its seat may see and names one of the moves.
- `make_bot(variant, seats, seed)`, which returns an object with `name`, `line` and `choose(view, moves)`, for
  a bot that wants to know what it plays: it is made for one variant, with its options, and a number of seats.
  With `make_batch(pad, seats)` beside it, it plays thousands of tables at once in the arena.

Files whose names begin with an underscore are not bots. Bots need not lie here: wherever a bot is asked for,
`find_source` takes its name, the path of a `.py` file, `exec:` and a command, or the name under which an
installed package offers one (the entry points of the group `rowlock.bots`).
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from math import inf
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Protocol

from rowlock.bots.kit.basis import ITSELF, Basis
from rowlock.bots.kit.by_value import ValueBot
from rowlock.bots.kit.file import file_source, offered, offered_source
from rowlock.bots.kit.source import EXEC, BadBot, Source, program_source
from rowlock.engine import view_types
from rowlock.engine.errors import RowlockError
from rowlock.fast import chance

if TYPE_CHECKING:
    from rowlock.bots.kit.batch import BatchBot
    from rowlock.bots.net.pad import Pad
    from rowlock.engine.variant import Variant
    from rowlock.fast.worth import Value


class Bot(Protocol):
    """Answers for a seat: it sees what the seat may see, and names one of the moves."""

    name: str
    line: str

    def choose(self, view: view_types.View, moves: list[str]) -> str: ...


class NoSuchBot(RowlockError):
    """A name that no bot has."""

    code = "no_such_bot"


Asked = str | Source
"""A bot as it is asked for: by a text (see `find_source`), or already found."""


def find_source(asked: Asked) -> Source:
    """The one way from a name to a bot; raises `NoSuchBot` or `BadBot`."""
    if isinstance(asked, Source):
        return asked
    if asked.startswith(EXEC):
        return program_source(asked)
    if asked in _files():
        return _bundled(asked, import_module(f"{__name__}.{asked}"))
    if asked.endswith(".py"):
        return file_source(asked)
    if asked in offered():
        return offered_source(asked)
    close = get_close_matches(asked, bot_names(), 1)
    hint = f"did you mean {close[0]}?" if close else f"the bots are {', '.join(bot_names())}"
    ways = "; a bot of your own is FILE.py or exec:COMMAND"
    raise NoSuchBot(f"there is no bot {asked[:40]!r}; {hint}{'' if close else ways}")


def bot_names() -> tuple[str, ...]:
    """The names of all bots, from the weakest to the strongest; those without a rung at the end.

    What installed packages offer is among them.
    """
    names = [*_files(), *(name for name in offered() if name not in _files())]
    return tuple(sorted(names, key=lambda name: (_rung(name), name)))


def ladder() -> tuple[str, ...]:
    """The bots that have a rung, from one that a child beats to the strongest there is."""
    return tuple(name for name in bot_names() if _rung(name) < inf)


@cache
def strongest() -> str:
    """The bot that judges and advises: the highest on the ladder that can play many tables at once."""
    return next(name for name in reversed(ladder()) if find_source(name).make_batch)


def bot_line(asked: Asked) -> str:
    """Return a bot's character in one line; of one that cannot be loaded, why."""
    try:
        return find_source(asked).line
    except BadBot as error:
        return str(error)


def load_bot(asked: Asked, variant: Variant, seats: int, seed: int = 0, game: int = 0) -> Bot:
    """A bot for a variant and a number of seats.

    The same seed gives the same choices; `game` tells apart the games of a run.
    """
    source, key = find_source(asked), chance.game_key(seed, game)
    if value := source.value:
        return ValueBot(source.text, source.line, value, key)
    return source.make(variant, seats, key)


def plays_by(asked: Asked, variant: Variant, seats: int) -> Basis:
    """Return the basis of a bot's moves, for a variant and a number of seats: every display asks here."""
    basis: Basis = getattr(load_bot(asked, variant, seats), "by", ITSELF)
    return basis


def plays_solved_game(asked: Asked) -> bool:
    """Whether a bot, alone at the table, plays by the values that `rowlock solve` leaves."""
    return bool(getattr(find_source(asked).part, "PLAYS_SOLVED_GAME", False))


def load_value(asked: Asked) -> Value | None:
    """A bot's value function; None if it is a bot of another kind."""
    return find_source(asked).value


def load_batch_bot(asked: Asked, pad: Pad, seats: int) -> BatchBot:
    """A bot that chooses for many tables at once (see `net.lockstep`); raises `NoSuchBot` if it cannot."""
    from rowlock.bots.kit.batch import Likes

    source = find_source(asked)
    if value := source.value:
        return Likes(pad, value)
    if source.make_batch is None:
        raise NoSuchBot(f"{source.text} plays one table at a time")
    bot: BatchBot = source.make_batch(pad, seats)
    return bot


@cache
def _bundled(name: str, module: ModuleType) -> Source:
    return Source(name, module, trusted=True)


def _files() -> list[str]:
    found = [module.name for module in iter_modules(__path__) if not module.ispkg]
    return [name for name in found if not name.startswith("_")]


def _rung(name: str) -> float:
    """Only the bots in this folder were measured: others are not even loaded."""
    if name not in _files():
        return inf
    rung: float = getattr(find_source(name).part, "RUNG", inf)
    return rung
