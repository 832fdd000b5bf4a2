"""List the variants, with their players, dice and mechanisms.

examples:
  rowlock variants            every variant that is bundled
  rowlock variants --json     the same as data, complete enough to draw the sheets
"""

from __future__ import annotations

import argparse
import sys

from rowlock.commands._output import put_json
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_variant
from rowlock.terminal.describe import mechanisms
from rowlock.variants import load_variant, variant_names


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print data instead of a table")


def run(args: argparse.Namespace) -> int:
    found = [load_variant(name) for name in variant_names()]
    if args.json:
        put_json([plain_variant(variant) for variant in found])
    else:
        sys.stdout.writelines(f"{_line(variant)}\n" for variant in found)
    return 0


def _line(variant: Variant) -> str:
    least, most = variant.players
    cells = max(len(row.cells) for row in variant.rows)
    extras = [word for word, _ in mechanisms(variant)]
    rest = f"{len(variant.rows)} × {cells} cells, {variant.faces}-sided dice, {least}–{most} players"
    return f"{variant.name:<10} {variant.title:<10} {', '.join([rest, *extras])}"
