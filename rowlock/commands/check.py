"""Check variant files, and draw their sheets.

A valid file is drawn, with what its sheet does not show; otherwise every mistake is reported with its line.

examples:
  rowlock check my.toml
  rowlock check classic longo
"""

from __future__ import annotations

import argparse
import sys
from textwrap import fill

from rowlock.commands._arguments import VARIANT
from rowlock.engine.errors import BadVariant, RowlockError
from rowlock.engine.sheet import empty_sheet
from rowlock.engine.view import plain_sheet_of, plain_variant
from rowlock.terminal.describe import describe
from rowlock.terminal.draw import draw_sheet, use_colour
from rowlock.variants import find_variant


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="VARIANT", help=VARIANT)


def run(args: argparse.Namespace) -> int:
    """Check every file named; 1 if one of them has a mistake."""
    return max([_check(file) for file in args.files], default=0)


def _check(file: str) -> int:
    try:
        variant = find_variant(file)
    except BadVariant as error:
        sys.stdout.flush()  # so that mistakes appear where they belong among the sheets
        sys.stderr.write("".join(f"{mistake}\n" for mistake in error.mistakes))
        return 1
    except RowlockError as error:
        sys.stdout.flush()
        sys.stderr.write(f"{error.message}\n")
        return 1
    colour = use_colour(sys.stdout)
    sheet = plain_sheet_of(variant, empty_sheet(variant))
    drawn = draw_sheet(plain_variant(variant), sheet, colour=colour, legend=True)
    facts = "".join(_lines(name, fact) for name, fact in describe(variant))
    sys.stdout.write(f"{drawn}\n{facts}{file}: ok\n")
    return 0


def _lines(name: str, fact: str) -> str:
    """A fact beside its name, on as many lines as it needs."""
    indent = " " * 12
    return fill(fact, 79, initial_indent=f" {name:<11}", subsequent_indent=indent) + "\n"
