"""Find puzzles in games of bots.

examples:
  rowlock puzzles make classic --count 5
  rowlock puzzles make classic longo --count 52 --out puzzles.json

A puzzle is a position in which one option leads by 5 points of win chance or more, confirmed by games played
on, and in which a weaker bot goes wrong; its grade is the weakest bot that finds it. The same seed finds the
same ones. `rowlock puzzle` asks one.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from rowlock.commands._arguments import VARIANT, at_least_one
from rowlock.commands._output import check_writable
from rowlock.variants import find_variant

if TYPE_CHECKING:
    from rowlock.analysis.puzzles import Puzzle


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("make", choices=["make"], help="what to do")
    parser.add_argument("variants", nargs="+", metavar="VARIANT", help=VARIANT)
    parser.add_argument("--count", type=int, default=5, help="how many of each (5)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed finds the same puzzles (0)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write them into a file")
    parser.add_argument("--processes", type=int, default=1, help="how many processes to use (1)")


def run(args: argparse.Namespace) -> int:
    at_least_one("count", args.count)
    at_least_one("processes", args.processes)
    for name in args.variants:
        find_variant(name)
    if args.out:
        check_writable(args.out)
    with ProcessPoolExecutor(args.processes, get_context("spawn")) as pool:
        found = list(pool.map(partial(_some, args.count, args.seed), args.variants))
    rows = [puzzle for round_ in zip(*found, strict=True) for puzzle in round_]  # the pads take turns
    text = "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n"
    if args.out:
        args.out.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


def _some(count: int, seed: int, name: str) -> list[Puzzle]:
    from rowlock.analysis.puzzles import find_puzzles

    return list(islice(find_puzzles(find_variant(name), seed), count))
