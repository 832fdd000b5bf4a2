"""Commands: one file = one command of `rowlock`, found by being there. Its file's name is its name.

A command's file explains it in its docstring: the first line is what `rowlock --help` shows, the whole is
what `rowlock COMMAND --help` shows, with examples. `add_arguments(parser)` defines the arguments;
`run(args)` calls the package that does the work, shows the result and returns the exit status. Files whose
names begin with an underscore are not commands.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from importlib.util import find_spec
from math import isfinite
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any


class Parser(argparse.ArgumentParser):
    """A parser that says in words what is wrong with a number."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.register("type", int, whole_number)
        self.register("type", float, number)


def whole_number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None


def number(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = float("nan")
    if not isfinite(found):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number")
    return found


def command_names() -> tuple[str, ...]:
    """The names of all commands, in alphabetical order."""
    found = [module.name for module in iter_modules(__path__)]
    return tuple(sorted(name for name in found if not name.startswith("_")))


def summary_of(name: str) -> str:
    """A command's line in the help. It is read, not imported: `rowlock --help` answers at once."""
    spec = find_spec(f"{__name__}.{name}")
    text = Path(spec.origin).read_text(encoding="utf-8") if spec and spec.origin else ""
    return text.removeprefix('"""').partition("\n")[0].removesuffix('"""').removesuffix(".")


def load_command(name: str) -> ModuleType:
    """The module of a command."""
    return import_module(f"{__name__}.{name}")


def parser_of(name: str) -> argparse.ArgumentParser:
    """The parser of a command: for its call, its help, completion and the manual page."""
    module = load_command(name)
    parser = Parser(
        prog=f"rowlock {name}",
        description=module.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_arguments(parser)
    return parser
