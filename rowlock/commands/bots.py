"""List the bots, with their measured strength.

examples:
  rowlock bots
  rowlock bots --variant longo
  rowlock bots --variant my.toml
  rowlock bots --json

On a pad of your own nothing has been measured; the list then says what each bot's play is based on.
"""

from __future__ import annotations

import argparse
import sys

from rowlock.commands._output import put_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--variant", default="classic", help="a variant's name or file (classic)")
    parser.add_argument("--json", action="store_true", help="print data instead of a table")


def run(args: argparse.Namespace) -> int:
    from rowlock.arena.ladder import describe_bots, format_ladder, read_measured
    from rowlock.variants import find_variant

    variant = find_variant(args.variant)
    if args.json:
        put_json({**read_measured(), "bots": describe_bots(variant)})
    else:
        sys.stdout.write(format_ladder(variant))
    return 0
