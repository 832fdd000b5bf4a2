"""The loss of planner's network in solo against best play, on the same dice.

rowlock solve classic
python bench/bots/alone.py classic --games 100000
python bench/bots/alone.py classic --weights build/weights       # a folder with classic-solo.npz
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from rowlock.arena.batched import play
from rowlock.bots.kit.batch import BestOption, pad_of
from rowlock.bots.net.shelf import SHELF, open_network
from rowlock.bots.net.solved import ByValues
from rowlock.bots.planner import Bent, NetworkWorth
from rowlock.progress import Progress
from rowlock.solver.dynamic import load_values
from rowlock.variants import load_variant

PIECE = 5000
"""Games in one go."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("variant", nargs="?", default="classic")
    parser.add_argument("--weights", type=Path, default=SHELF)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=3)
    args = parser.parse_args()
    variant = load_variant(args.variant)
    pad, values = pad_of(variant), load_values(variant)
    if values is None:
        raise SystemExit(f"first run `rowlock solve {args.variant}`")
    learnt = open_network(pad, args.weights / f"{args.variant}-solo.npz", solo=True)
    if learnt is None:
        raise SystemExit(f"{args.weights} holds no network for {args.variant}-solo")
    by_network, by_values = (
        Bent(pad, 1, alone) for alone in (NetworkWorth(pad, learnt), ByValues(pad, values))
    )
    scores = []
    with Progress(args.games, "games") as progress:
        for first in range(0, args.games, PIECE):
            count = min(PIECE, args.games - first)
            pair = [
                play(pad, [BestOption(bot)], args.seed, first, count).scores
                for bot in (by_network, by_values)
            ]
            scores.append(np.concatenate(pair, 1))
            progress.add(count)
    network, best = np.concatenate(scores).T
    loss = best - network
    half = 1.96 * loss.std() / len(loss) ** 0.5
    print(f"{args.variant}, {len(loss):,} games, seed {args.seed}: network {network.mean():.2f}, ", end="")
    print(f"best play {best.mean():.2f}, lost {loss.mean():.2f} ± {half:.2f} a game")


if __name__ == "__main__":
    main()
