"""Say what a position and every option in it are worth.

examples:
  rowlock analyse 'classic 1/0 white 4+1,r6,y2,g3,b6 ?/? r,y,g,b,p0 r,y,g,b,p0'
  rowlock analyse 'classic 7/0 roll . . r2.3,y,g,b,p0 r,y,g12,b,p1' --roll '4+1 r6 y2 g3 b6'
  rowlock analyse 'own 1/0 roll . . r,y,g,p0 r,y,g,p0' --variant own.toml

A position is one line of text (docs/notation.md), with one to five sheets; `rowlock replay` prints the
position of a game, with --json that of every step.
"""

from __future__ import annotations

import argparse
import sys

from rowlock.commands._arguments import VARIANT, BadArguments, rollouts
from rowlock.commands._output import put_json
from rowlock.engine.game import apply
from rowlock.engine.notation import parse_roll
from rowlock.engine.position import parse_position
from rowlock.variants import find_variant, load_variant


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", metavar="POSITION", help="a position of any number of seats")
    parser.add_argument("--roll", metavar="TEXT", help="what the dice show, as '4+1 r6 y2 g3 b6'")
    parser.add_argument("--variant", metavar="VARIANT", help=f"the pad, if it is your own: {VARIANT}")
    parser.add_argument(
        "--rollouts", type=rollouts, metavar="N", help="games from a position that no network knows"
    )
    parser.add_argument("--json", action="store_true", help="print data instead of text")


def run(args: argparse.Namespace) -> int:
    if args.rollouts is not None and args.rollouts < 2:
        raise BadArguments(f"--rollouts must be 2 or more, not {args.rollouts}")
    own = find_variant(args.variant) if args.variant else None
    game = parse_position(args.position, load_variant if own is None else lambda *_, **__: own)
    if args.roll:
        game = apply(game, parse_roll(args.roll)).game
    from rowlock.analysis.position import analyse
    from rowlock.analysis.review.text import format_analysis

    found = analyse(game, args.rollouts)
    if args.json:
        put_json(found)
    else:
        sys.stdout.write(format_analysis(found, [f"seat {seat}" for seat in range(len(game.sheets))]))
    return 0
