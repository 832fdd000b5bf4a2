"""Check variant files, and draw their sheets.

A sound one is drawn, with what its sheet does not show; of the others every mistake is told, with its line.

examples:
  rowlock check my.toml
  rowlock check classic longo
"""

from __future__ import annotations

import argparse
import sys

from rowlock.engine.errors import BadVariant, RowlockError
from rowlock.engine.sheet import empty_sheet
from rowlock.terminal.describe import describe
from rowlock.terminal.draw import draw_sheet, put, use_colour
from rowlock.variants import load_variant


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a variant's .toml file, or the name of a known one"
    )


def run(args: argparse.Namespace) -> int:
    """Check every file named; 1 if one of them has a mistake."""
    return max([_check(file) for file in args.files], default=0)


def _check(file: str) -> int:
    try:
        variant = load_variant(file)
    except BadVariant as error:
        sys.stdout.flush()  # so that mistakes stand where they belong among the sheets
        put(sys.stderr, "".join(f"{mistake}\n" for mistake in error.mistakes))
        return 1
    except RowlockError as error:
        sys.stdout.flush()
        put(sys.stderr, f"{error.message}\n")
        return 1
    colour = use_colour(sys.stdout)
    lucky = variant.lucky[0] if variant.lucky else ()
    drawn = draw_sheet(variant, empty_sheet(variant), colour=colour, lucky=lucky, legend=True)
    facts = "".join(f" {name:<11}{fact}\n" for name, fact in describe(variant))
    put(sys.stdout, f"{drawn}\n{facts}{file}: ok\n")
    return 0
