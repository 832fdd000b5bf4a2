"""A network trained against the champion (`rowlock train … --against`) meets it: can it be exploited?

python bench/bots/response.py weights/classic-response.npz --games 100000

Two players, every deal with the seats exchanged. Give more files to see how the attempt went on.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from rowlock.arena.batched import rotate
from rowlock.bots import load_batch_bot
from rowlock.bots.kit.batch import BestOption, pad_of
from rowlock.bots.net.features import Features
from rowlock.bots.net.meeting import Meeting
from rowlock.bots.net.network import NumpyNetwork, read_weights
from rowlock.progress import Progress
from rowlock.variants import load_variant

PIECE = 500
"""Deals in one piece of work."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--variant", default="classic")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=90)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    args = parser.parse_args()
    pieces = range(0, max(PIECE, args.games // 2), PIECE)
    for file in args.files:
        parts = []
        with (
            Progress(2 * PIECE * len(pieces), "games") as progress,
            ProcessPoolExecutor(args.workers, mp_context=get_context("spawn")) as pool,
        ):
            for part in pool.map(partial(_duel, file, args.variant, args.seed), pieces):
                parts.append(part)
                progress.add(part.size)
        shares = np.concatenate(parts)
        half = 1.96 * shares.mean(1).std() / len(shares) ** 0.5
        print(f"{file} : champion, {args.variant}, {shares.size:,} games, seed {args.seed}: ", end="")
        print(f"share {shares.mean():.2%} ± {half:.2%} (won {(shares == 1).mean():.2%})", flush=True)


def _duel(file: Path, variant: str, seed: int, first: int) -> Any:
    """The response's shares `[deals, 2]`: as the first to play, and as the second."""
    pad = pad_of(load_variant(variant))
    weights, fingerprint = read_weights(file)
    assert fingerprint == pad.tables.fingerprint, f"{file} was trained for other rules than {variant}"
    response = BestOption(Meeting(pad, NumpyNetwork(Features(pad), weights)))
    champion = load_batch_bot("champion", pad, 2)
    return rotate(pad, [response, champion], seed, first, PIECE)[1][:, :, 0]


if __name__ == "__main__":
    main()
