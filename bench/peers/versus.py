"""A bot of ours against the genetic champion (classic, two players), every deal with the seats exchanged.

python bench/peers/versus.py champion --games 100000 --seed 78
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

from rowlock.arena.batched import rotate
from rowlock.bots import load_batch_bot
from rowlock.bots.kit.batch import pad_of
from rowlock.variants import load_variant

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.peers.genetic import Genetic  # by one name everywhere: compiled code that is kept knows it

PIECE = 500


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bot", nargs="?", default="champion")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=78)
    args = parser.parse_args()
    pad = pad_of(load_variant("classic"))
    bot, peer = load_batch_bot(args.bot, pad, 2), Genetic(pad)
    parts = []
    for first in range(0, max(1, args.games // 2), PIECE):
        count = min(PIECE, max(1, args.games // 2) - first)
        parts.append(rotate(pad, [bot, peer], args.seed, first, count)[1][:, :, 0])
    shares = np.concatenate(parts)
    half = 1.96 * shares.mean(1).std() / len(shares) ** 0.5
    print(f"{args.bot} : genetic, {shares.size} games: won {(shares == 1).mean():.2%}, ", end="")
    print(f"tied {(shares == 0.5).mean():.2%}, share {shares.mean():.2%} ± {half:.2%}")


if __name__ == "__main__":
    main()
