"""Measure agents against fixed opponents, in one comparable table.

examples:
  rowlock benchmark mine.py
  rowlock benchmark "exec:python3 agent.py" --seconds 20
  rowlock benchmark random cautious steady planner champion     the baselines of docs/research.md

An agent plays the same 2,000 games against each of random, cautious, steady and champion, on each of classic,
longo and bonus-b, every deal from both seats. Seeds, opponents, pads and games are fixed. With other --games
it is quicker, and no longer comparable.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from rowlock.commands._arguments import BOT, BadArguments, at_least_one, games
from rowlock.commands._output import put_json

if TYPE_CHECKING:
    from rowlock.arena.benchmark import BenchmarkCell


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bots", nargs="+", metavar="AGENT", help=BOT)
    parser.add_argument("--games", type=games, help="games for each pad and opponent (2000: the standard)")
    parser.add_argument("--seconds", type=float, default=5.0, help="seconds a program has for each move (5)")
    parser.add_argument("--workers", type=int, help="how many processes to use (one per core)")
    parser.add_argument("--json", action="store_true", help="print data instead of a table")


def run(args: argparse.Namespace) -> int:
    from rowlock.arena.benchmark import GAMES, format_benchmark, measure, pairings
    from rowlock.progress import Progress

    at_least_one("workers", args.workers)
    if not args.seconds > 0:
        raise BadArguments(f"--seconds must be more than 0, not {args.seconds:g}")
    agents = list(dict.fromkeys(args.bots))
    with Progress(len(list(pairings(agents))), "contests") as progress:

        def heard(_: BenchmarkCell) -> None:
            progress.add(1)

        measured = measure(agents, args.games or GAMES, args.seconds, args.workers, heard)
    if args.json:
        put_json({**measured._asdict(), "standard": measured.is_standard})
    else:
        sys.stdout.write(format_benchmark(measured))
    return 0
