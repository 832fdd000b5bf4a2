"""Write graded games of bots, a row for every decision.

examples:
  rowlock dataset classic.parquet --games 1000
  rowlock dataset longo.jsonl --variant longo --bots cautious,steady,champion --games 200
  rowlock dataset classic/ --games 1e6            the same again goes on where it was stopped

Bots play, the best judge of the pad grades every decision, and the rows are written as the games are played
(docs/dataset.md). Parquet needs pyarrow: pip install 'rowlock[data]'. A name that ends in / is a folder, with
a file for every thousand games: for long runs.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from rowlock.commands._arguments import BOT, VARIANT, games
from rowlock.commands._output import check_writable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the file to write: .parquet or .jsonl; or FOLDER/")
    parser.add_argument("--variant", default="classic", help=f"{VARIANT} (classic)")
    parser.add_argument(
        "--bots", default="steady,champion", help=f"separated by commas: {BOT} (steady,champion)"
    )
    parser.add_argument("--games", type=games, default=100, help="how many games (100)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same games (0)")


def run(args: argparse.Namespace) -> int:
    from rowlock.library.dataset import write_dataset
    from rowlock.library.dataset_folder import write_folder
    from rowlock.progress import Progress
    from rowlock.variants import find_variant

    variant, bots = find_variant(args.variant), [bot for bot in args.bots.split(",") if bot]
    path, is_folder = Path(args.file), args.file.endswith(("/", os.sep))
    if not is_folder:
        check_writable(path)
    write = write_folder if is_folder else write_dataset
    with Progress(args.games, "games") as progress:
        count = write(path, variant, bots, args.games, args.seed, progress.add)
    what = f"{count:,} file{'s' * (count > 1)}" if is_folder else f"{count:,} decisions"
    sys.stdout.write(f"{args.file}: {what} of {args.games:,} game{'s' * (args.games > 1)}\n")
    return 0
