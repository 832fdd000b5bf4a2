"""List the variants: their players, dice or cards, and mechanisms.

examples:
  rowlock variants            every variant that is bundled
  rowlock variants --json     the same as data, complete enough to draw the sheets
"""

from __future__ import annotations

import argparse
import sys

from rowlock.commands._output import put_json
from rowlock.engine.mechanisms.cards import full_deck
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
        name, title = (
            max(map(len, words)) for words in zip(*[(v.name, v.title) for v in found], strict=True)
        )
        sys.stdout.writelines(f"{v.name:<{name}} {v.title:<{title}} {_about(v)}\n" for v in found)
    return 0


def _about(variant: Variant) -> str:
    least, most = variant.players
    cells = max(len(row.cells) for row in variant.rows)
    extras = [word for word, _ in mechanisms(variant)]
    chance = f"{variant.faces}-sided dice" if variant.turns is None else f"{len(full_deck(variant))} cards"
    rest = f"{len(variant.rows)} × {cells} cells, {chance}, {least}–{most} players"
    return ", ".join([rest, *extras])
