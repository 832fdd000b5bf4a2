"""Solve a puzzle: find the best move.

examples:
  rowlock puzzle                   today's, the same for everybody
  rowlock puzzle --any             any one
  rowlock puzzle --number 12
  rowlock puzzle --variant longo   any one of a pad

Type a move such as r8, or - to pass; an empty line shows the solution. Exit status 0 means solved.
"""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from datetime import UTC, datetime

from rowlock.commands._arguments import BadArguments


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--number", type=int, metavar="N", help="the one with this number")
    parser.add_argument("--any", action="store_true", help="a random one")
    parser.add_argument("--variant", metavar="NAME", help="any one of this pad")
    parser.add_argument("--lang", metavar="CODE", help="language of the texts")


def run(args: argparse.Namespace) -> int:
    from rowlock.analysis.puzzles import number_of_day, puzzle, shipped
    from rowlock.locale import choose_language, load_catalogue
    from rowlock.terminal.draw import use_colour
    from rowlock.terminal.puzzle import ask_puzzle

    catalogue = load_catalogue(choose_language(args.lang, os.environ))
    number = args.number
    if number is None:
        known = [n for n, one in enumerate(shipped(), 1) if args.variant in (None, one.variant)]
        if not known:
            raise BadArguments(f"there are no puzzles of {args.variant!r}")
        number = number_of_day(datetime.now(UTC).date())
        if args.any or args.variant:
            number = secrets.choice(known)
    colour = use_colour(sys.stdout)
    solved = ask_puzzle(catalogue, number, puzzle(number), sys.stdout, sys.stdin.readline, colour)
    return 0 if solved else 1
