"""The champion with exact endings meets the champion without.

python bench/bots/endings.py --games 100000 --most 10000

Two players, every deal with the seats exchanged, on a pad that exact endings carry. `--most` is the number of
joint positions that may follow where it plays exactly.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any

import numpy as np

from rowlock.arena.batched import rotate
from rowlock.bots.champion import make_batch
from rowlock.bots.kit.batch import BestOption, pad_of
from rowlock.bots.net.exact_endings import ExactTables
from rowlock.bots.net.meeting import Meeting
from rowlock.bots.net.network import one_core
from rowlock.bots.net.pad import Pad
from rowlock.progress import Progress
from rowlock.solver.endings import load_kernels
from rowlock.variants import load_variant

PIECE = 250
"""Deals in one piece of work."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--variant", default="classic")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--most", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=90)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    args = parser.parse_args()
    load_kernels()  # once, so that every process finds them on the disk
    deals = max(1, args.games // 2)
    pieces = [(first, min(PIECE, deals - first)) for first in range(0, deals, PIECE)]
    parts = []
    with (
        Progress(2 * deals, "games") as progress,
        ProcessPoolExecutor(args.processes, mp_context=get_context("spawn")) as pool,
    ):
        for part in pool.map(partial(_duel, args.variant, args.seed, args.most), pieces):
            parts.append(part)
            progress.add(part.size)
    shares = np.concatenate(parts)
    half = 1.96 * shares.mean(1).std() / len(shares) ** 0.5
    print(f"with : without, {args.variant}, {args.most:,} joint positions, {shares.size:,} games, ", end="")
    print(f"seed {args.seed}: share {shares.mean():.2%} ± {half:.2%}", flush=True)


def _duel(variant: str, seed: int, most: int, piece: tuple[int, int]) -> Any:
    """The shares `[deals, 2]` of the champion with exact endings: as the first to play, and as the second."""
    pad = pad_of(load_variant(variant))
    with one_core():
        return rotate(pad, [_champion(pad, most), _champion(pad, 0)], seed, *piece)[1][:, :, 0]


def _champion(pad: Pad, most: int) -> BestOption:
    bot = make_batch(pad, 2)
    assert isinstance(bot, BestOption)
    assert isinstance(bot.weigher, Meeting)
    bot.weigher.exact = ExactTables(pad, most)
    return bot


if __name__ == "__main__":
    main()
