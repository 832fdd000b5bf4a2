"""List the bots, with what they were measured to be worth.

examples:
  rowlock bots
  rowlock bots --variant longo
  rowlock bots --json
"""

from __future__ import annotations

import argparse
import sys

from rowlock.commands._output import put_json
from rowlock.engine.errors import RowlockError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--variant", default="classic", help="where they were measured (classic)")
    parser.add_argument("--json", action="store_true", help="print data instead of a table")


def run(args: argparse.Namespace) -> int:
    from rowlock.arena.ladder import format_ladder, read_measured

    told = read_measured()
    if args.variant not in told["variants"]:
        known = ", ".join(sorted(told["variants"]))
        raise RowlockError(f"nothing was measured for {args.variant[:40]!r}; the variants are {known}")
    if args.json:
        put_json(told)
    else:
        sys.stdout.write(format_ladder(told, args.variant))
    return 0
