"""The source of a bot: this folder, a Python file, a program, an installed package, or an object.

Whatever it is, it holds one of three things: `value(crosses, skips, gain)`, `choose(view, moves)` or
`make_bot(variant, seats, seed)`; see `rowlock.bots`.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial, wraps
from inspect import Parameter, signature
from math import isnan
from numbers import Real
from pathlib import Path
from traceback import extract_tb
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from rowlock.bots.kit.basis import ITSELF
from rowlock.bots.kit.program import Forfeit, Program
from rowlock.engine import view_types
from rowlock.engine.errors import RowlockError, shown

if TYPE_CHECKING:
    from rowlock.bots import Bot
    from rowlock.engine.variant import Variant
    from rowlock.fast.worth import Value

EXEC = "exec:"
PARTS = ("value", "choose", "make_bot")
OWN_LINE = "A guest bot."


class BadBot(RowlockError):
    """Something that was named as a bot but is not one."""

    code = "bad_bot"


@dataclass(frozen=True, eq=False)
class Source:
    """A bot that was found, and what it was found by."""

    text: str
    """The text by which it is asked for everywhere; for an object, its name."""
    part: Any
    """Whatever holds its functions: a module, a class, a namespace."""
    trusted: bool = False
    """Whether it is part of this package: others are supervised while they choose."""

    @property
    def name(self) -> str:
        """Its name at a table: short, and without its path."""
        return short_name(self.text)

    @property
    def line(self) -> str:
        """Its character, in one line."""
        told = getattr(self.part, "LINE", None) or getattr(self.part, "__doc__", None) or OWN_LINE
        return str(told).strip().partition("\n")[0]

    @property
    def is_program(self) -> bool:
        return self.text.startswith(EXEC)

    @property
    def is_file(self) -> bool:
        return self.text.endswith(".py") and not self.is_program

    @property
    def lasting(self) -> str:
        """The text that finds it from any folder."""
        return str(Path(self.text).resolve()) if self.is_file else self.text

    @cached_property
    def value(self) -> Value | None:
        found: Value | None = getattr(self.part, "value", None)
        return found if found is None or self.trusted else _watched(found)

    @property
    def make_batch(self) -> Callable[..., Any] | None:
        found: Callable[..., Any] | None = getattr(self.part, "make_batch", None)
        return found

    def make(self, variant: Variant, seats: int, seed: int) -> Bot:
        """The bot for a variant and a number of seats, where it is not a value function."""
        if hasattr(self.part, "make_bot") and (self.trusted or self.is_program):
            bot: Bot = self.part.make_bot(variant, seats, seed)
            return bot
        if hasattr(self.part, "make_bot"):
            made = _watch(partial(self.part.make_bot, variant, seats, seed), BadBot)
            if not callable(getattr(made, "choose", None)):
                raise BadBot(f"{self.text}: make_bot does not return an object with choose(view, moves)")
            return Watched(
                self.text, getattr(made, "line", self.line), made.choose, getattr(made, "by", ITSELF)
            )
        return Watched(self.text, self.line, self.part.choose)


class Watched:
    """A bot from elsewhere: whatever goes wrong in it is reported as its own fault."""

    def __init__(self, name: str, line: str, choose: Callable[..., Any], by: Any = ITSELF) -> None:
        self.name, self.line, self.by, self._choose = name, line, by, choose

    def choose(self, view: view_types.View, moves: list[str]) -> str:
        move = _watch(partial(self._choose, view, list(moves)))
        if not isinstance(move, str) or move not in moves:
            raise Forfeit(f"played {str(move)[:20]!r}, which is not legal; legal: {' '.join(moves)}")
        return move


def _watch(act: Callable[[], Any], kind: type[RowlockError] = Forfeit) -> Any:
    try:
        return act()
    except RowlockError:
        raise
    except Exception as error:
        raise kind(tell_fault(error)) from error


def _watched(value: Value) -> Value:
    @wraps(value)
    def watched(crosses: bool, skips: int, gain: int) -> float:
        worth = _watch(partial(value, crosses, skips, gain))
        if not isinstance(worth, Real) or isnan(worth):
            asked = f"value({crosses}, {skips}, {gain})"
            said = "None" if worth is None else shown(str(worth))
            raise Forfeit(f"{asked} is {said}, not a number{_place(value)}")
        return float(worth)

    return watched


def _place(function: Any) -> str:
    """The file and line of a function, if it was written in Python."""
    code = getattr(function, "__code__", None)
    return f" ({Path(code.co_filename).name}, line {code.co_firstlineno})" if code else ""


def tell_fault(error: BaseException) -> str:
    """The error in somebody's Python, and its place."""
    last = extract_tb(error.__traceback__)[-1:]
    place = f" ({Path(last[0].filename).name}, line {last[0].lineno})" if last else ""
    return f"{type(error).__name__}: {error}{place}"


def source_of(given: Any, name: str | None = None) -> Source:
    """A bot given as an object: a function of three (`value`) or of two (`choose`), or what holds one."""
    name = name or getattr(given, "__name__", None) or getattr(given, "name", None) or type(given).__name__
    if any(callable(getattr(given, part, None)) for part in PARTS):
        return Source(str(name), given)
    if not callable(given):
        raise BadBot(f"{repr(given)[:40]} is not a bot: it has neither {', '.join(PARTS[:-1])} nor make_bot")
    kind = {3: "value", 2: "choose"}.get(_takes(given))
    if kind is None:
        raise BadBot(f"{name} takes neither (crosses, skips, gain) nor (view, moves)")
    line = (given.__doc__ or OWN_LINE).strip().partition("\n")[0]
    return Source(str(name), SimpleNamespace(LINE=line, **{kind: given}))


def _takes(function: Callable[..., Any]) -> int:
    """How many positional arguments a function takes."""
    by_place = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    wanted = signature(function).parameters.values()
    return sum(one.kind in by_place and one.default is Parameter.empty for one in wanted)


def short_name(text: str) -> str:
    """The short name of a bot that is asked for by this text: a file without its folder, as in `mine`."""
    if text.startswith(EXEC):
        words = _words(text.removeprefix(EXEC))
        return Path(([word for word in words if re.search(r"\.\w{1,4}$", word)] or words)[-1]).stem
    return Path(text).stem if text.endswith(".py") else text


def program_source(text: str) -> Source:
    """A program, by `exec:` and its command."""
    command = text.removeprefix(EXEC)
    Program(command)  # says what is wrong with the command
    make = partial(_make_program, command)
    return Source(text, SimpleNamespace(LINE="A guest bot, run as a program.", make_bot=make))


def _make_program(command: str, variant: Variant, seats: int, seed: int) -> Program:
    return Program(command, variant=variant, seats=seats)


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command) or [command]
    except ValueError:
        return [command]
