"""Check variant files, and draw their sheets.

A valid file is drawn, with what its sheet does not show: how fast it is simulated, and whether it can be
solved and trained for. Otherwise every mistake is reported with its line.

examples:
  rowlock check my.toml
  rowlock check classic longo
  rowlock check my.toml --json
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from textwrap import fill
from typing import TYPE_CHECKING

from rowlock.commands._arguments import VARIANT
from rowlock.commands._output import put_json
from rowlock.engine.errors import BadVariant, RowlockError
from rowlock.engine.json_object import JsonObject
from rowlock.engine.sheet import empty_sheet
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_sheet_of, plain_variant
from rowlock.terminal.describe import describe
from rowlock.terminal.draw import draw_sheet, use_colour
from rowlock.variants import find_variant

if TYPE_CHECKING:
    from rowlock.simulation.support import Support

MISTAKE = re.compile(r"(?P<file>.*?):(?P<line>\d+): (?P<key>[^:]+): (?P<message>.*)")
FAST = "100,000 games a second and more, on one core"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="VARIANT", help=VARIANT)
    parser.add_argument("--json", action="store_true", help="print data instead of sheets: a list of files")


def run(args: argparse.Namespace) -> int:
    """Check every file named; 1 if one of them has a mistake."""
    if args.json:
        checked = [_plain(file) for file in args.files]
        put_json(checked)
        return 0 if all(one["ok"] for one in checked) else 1
    return max([_check(file) for file in args.files], default=0)


def _check(file: str) -> int:
    try:
        variant = find_variant(file)
    except RowlockError as error:
        sys.stdout.flush()  # so that mistakes appear where they belong among the sheets
        sys.stderr.write("".join(f"{mistake}\n" for mistake in _mistakes(error)))
        return 1
    colour = use_colour(sys.stdout)
    sheet = plain_sheet_of(variant, empty_sheet(variant))
    drawn = draw_sheet(plain_variant(variant), sheet, colour=colour, legend=True)
    facts = "".join(_lines(name, fact) for name, fact in _facts(variant))
    sys.stdout.write(f"{drawn}\n{facts}{file}: ok\n")
    return 0


def _plain(file: str) -> JsonObject:
    """The facts about a file, or every mistake in it, as data."""
    try:
        variant = find_variant(file)
    except RowlockError as error:
        return {"file": file, "ok": False, "mistakes": list(map(_placed, _mistakes(error)))}
    found = _support(variant)
    return {
        "file": file,
        "ok": True,
        "variant": plain_variant(variant),
        "facts": [{"name": name, "fact": fact} for name, fact in describe(variant)],
        "kernel": _answer(found.not_in_kernel),
        "solvable": _answer(found.not_solvable),
        "trainable": _answer(found.not_trainable),
        "engine_games_per_second": found.games_per_second,
    }


def _mistakes(error: RowlockError) -> tuple[str, ...]:
    return error.mistakes if isinstance(error, BadVariant) else (error.message,)


def _placed(mistake: str) -> JsonObject:
    """A mistake with its place; a file that cannot be read has none."""
    if found := MISTAKE.fullmatch(mistake):
        return {**found.groupdict(), "line": int(found["line"])}
    return {"file": None, "line": None, "key": None, "message": mistake}


def _answer(reason: str | None) -> JsonObject:
    return {"supported": reason is None, "reason": reason}


def _support(variant: Variant) -> Support:
    from rowlock.simulation.support import support_of

    return support_of(variant)


def _facts(variant: Variant) -> Iterator[tuple[str, str]]:
    yield from describe(variant)
    found = _support(variant)
    slow = f"about {found.games_per_second:,.0f} games a second" if found.games_per_second else ""
    yield "simulated", f"{slow}, because {found.not_in_kernel}" if found.not_in_kernel else FAST
    for name, reason in (("solvable", found.not_solvable), ("trainable", found.not_trainable)):
        yield name, f"no, because {reason}" if reason else "yes"


def _lines(name: str, fact: str) -> str:
    """A fact beside its name, on as many lines as it needs."""
    indent = " " * 12
    return fill(fact, 79, initial_indent=f" {name:<11}", subsequent_indent=indent) + "\n"
