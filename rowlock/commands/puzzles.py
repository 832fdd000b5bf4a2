"""Find puzzles in games between bots.

examples:
  rowlock puzzles make classic --count 5
  rowlock puzzles make classic --count 5 --alone
  rowlock puzzles make classic longo --count 25 --out puzzles.json
  rowlock puzzles make mixx-a --count 25 --out puzzles.json --add

A puzzle is a position in which one option wins at least 5 more of 100 games than any other, confirmed by
games played out, and in which a weaker bot goes wrong. Alone, one option is better by 2 points of the exact
score, on a pad that `rowlock solve` has solved. The grade is the weakest bot that finds the move. The same
seed finds the same puzzles, whether the pads are searched together or one by one with --add. `rowlock puzzle`
poses one.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from functools import partial
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from rowlock.commands._arguments import VARIANT, BadArguments, at_least_one
from rowlock.commands._output import check_writable
from rowlock.variants import find_variant

if TYPE_CHECKING:
    from rowlock.analysis.puzzles.puzzle import Puzzle


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("make", choices=["make"], help="what to do")
    parser.add_argument("variants", nargs="+", metavar="VARIANT", help=VARIANT)
    parser.add_argument("--count", type=int, default=5, help="how many of each (5)")
    parser.add_argument("--alone", action="store_true", help="puzzles of the solo game, by exact values")
    parser.add_argument("--seed", type=int, default=0, help="the same seed finds the same puzzles (0)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write them into a file")
    parser.add_argument("--add", action="store_true", help="keep the puzzles that the file already holds")
    parser.add_argument("--processes", type=int, default=1, help="how many processes to use (1)")


def run(args: argparse.Namespace) -> int:
    at_least_one("count", args.count)
    at_least_one("processes", args.processes)
    if args.add and not args.out:
        raise BadArguments("--add is for a file: name it with --out")
    for name in args.variants:
        find_variant(name)
    if args.out:
        check_writable(args.out)
    from rowlock.analysis.parallel import in_processes

    found = in_processes(partial(_some, args.count, args.seed, args.alone), args.variants, args.processes)
    rows = _in_turn(chain(_kept(args.out) if args.add else (), chain.from_iterable(found)))
    text = "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n"
    if args.out:
        args.out.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


def _some(count: int, seed: int, alone: bool, name: str) -> list[Puzzle]:
    from rowlock.analysis.puzzles.finder import find_puzzles

    return list(islice(find_puzzles(find_variant(name), seed, alone), count))


def _kept(file: Path) -> tuple[Puzzle, ...]:
    from rowlock.analysis.puzzles.puzzle import read_puzzles

    return read_puzzles(file.read_text(encoding="utf-8")) if file.exists() and file.stat().st_size else ()


def _in_turn(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """The pads take turns, in company and alone: whatever order they were found in."""
    kinds: dict[tuple[bool, str], dict[tuple[str, int], Puzzle]] = {}
    for one in puzzles:
        kinds.setdefault((one.alone, one.variant), {})[one.position, one.seat] = one
    rounds = zip_longest(*(kinds[kind].values() for kind in sorted(kinds)))
    return [one for round_ in rounds for one in round_ if one]
