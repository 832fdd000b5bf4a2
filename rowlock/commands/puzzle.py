"""Solve a puzzle: find the best move.

examples:
  rowlock puzzle                   today's: classic for two, the same for everybody
  rowlock puzzle --level champion  a hard one; the level is the weakest bot that solves it
  rowlock puzzle --theme ending    one near the end; or about a bonus, a pass, a leap, a plain cross
  rowlock puzzle --any             any one
  rowlock puzzle --number 12
  rowlock puzzle --variant longo   any one of a pad
  rowlock puzzle --json            the view of the seat, and the solution, as data

Type a move such as r8, or - to pass; an empty line shows the solution. Exit status 0 means solved.
"""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from datetime import UTC, datetime

from rowlock.commands._arguments import BadArguments
from rowlock.commands._output import put_json
from rowlock.engine.json_object import JsonObject
from rowlock.engine.view import plain_variant, view

THEMES = ("ending", "bonus", "penalty", "pass", "leap", "cross")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--number", type=int, metavar="N", help="the one with this number")
    parser.add_argument("--any", action="store_true", help="a random one")
    parser.add_argument("--variant", metavar="NAME", help="any one of this pad")
    parser.add_argument("--level", metavar="BOT", help="any one that this bot solves and no weaker one does")
    parser.add_argument("--theme", choices=THEMES, help="any one about this")
    parser.add_argument("--lang", metavar="CODE", help="language of the texts")
    parser.add_argument("--json", action="store_true", help="print puzzle and solution as data; ask nothing")


def run(args: argparse.Namespace) -> int:
    from rowlock.analysis.puzzles.puzzle import number_of_day, puzzle
    from rowlock.locale import choose_language, load_catalogue
    from rowlock.terminal.draw import use_colour
    from rowlock.terminal.puzzle import ask_puzzle, numbered

    catalogue = load_catalogue(choose_language(args.lang, os.environ))
    number = args.number
    if number is None:
        known = _asked_for(args)
        number = secrets.choice(known) if known else number_of_day(datetime.now(UTC).date())
    if args.json:
        put_json(_plain(number))
        return 0
    colour = use_colour(sys.stdout)
    head = numbered(catalogue, number, puzzle(number))
    solved = ask_puzzle(catalogue, head, puzzle(number), sys.stdout, sys.stdin.readline, colour)
    return 0 if solved else 1


def _plain(number: int) -> JsonObject:
    """A puzzle as the server tells it, with its solution."""
    from rowlock.analysis.puzzles.puzzle import puzzle, solution

    one = puzzle(number)
    game = one.game
    return {
        "number": number,
        "variant": plain_variant(game.variant),
        "position": one.position,
        "seat": one.seat,
        "grade": one.grade,
        "view": view(game, one.seat),
        "solution": solution(one),
    }


def _asked_for(args: argparse.Namespace) -> list[int]:
    """The numbers of the puzzles that were asked for; none if it is to be the day's."""
    from rowlock.analysis.puzzles.puzzle import index, shipped

    found = index()
    wanted = [(found.pads, args.variant), (found.levels, args.level), (found.themes, args.theme)]
    asked = [(numbers, name) for numbers, name in wanted if name]
    if not asked and not args.any:
        return []
    known = set(range(1, len(shipped()) + 1))
    for numbers, name in asked:
        if name not in numbers:
            raise BadArguments(f"there are no puzzles of {name!r}; there are some of {', '.join(numbers)}")
        known &= set(numbers[name])
    if not known:
        raise BadArguments(f"there are no puzzles of {' and '.join(repr(name) for _, name in asked)}")
    return sorted(known)
