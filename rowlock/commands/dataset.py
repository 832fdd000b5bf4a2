"""Write graded games of bots, a row for every decision.

examples:
  rowlock dataset classic.parquet --games 1000
  rowlock dataset longo.jsonl --variant longo --bots cautious,steady,champion --games 200

Bots play, the best judge of the pad grades every decision, and the rows are written as the games are played
(docs/dataset.md). Parquet needs pyarrow: pip install 'rowlock[data]'.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rowlock.commands._arguments import BOT, VARIANT, games
from rowlock.commands._output import check_writable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to write: .parquet or .jsonl")
    parser.add_argument("--variant", default="classic", help=f"{VARIANT} (classic)")
    parser.add_argument(
        "--bots", default="steady,champion", help=f"separated by commas: {BOT} (steady,champion)"
    )
    parser.add_argument("--games", type=games, default=100, help="how many games (100)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same games (0)")


def run(args: argparse.Namespace) -> int:
    from rowlock.library.dataset import write_dataset
    from rowlock.progress import Progress
    from rowlock.variants import find_variant

    variant, bots = find_variant(args.variant), [bot for bot in args.bots.split(",") if bot]
    check_writable(args.file)
    with Progress(args.games, "games") as progress:
        count = write_dataset(args.file, variant, bots, args.games, args.seed, progress.add)
    sys.stdout.write(f"{args.file}: {count:,} decisions of {args.games:,} game{'s' * (args.games > 1)}\n")
    return 0
