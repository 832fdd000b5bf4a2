"""Measure the ladder: every bot alone among bots of the rung below, in every variant, for 2 to 5 players.

python bench/bots/ladder.py --games 2000 > rowlock/arena/measured.json
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import pairwise
from typing import Any

from rowlock.arena.contest import Contest, hold
from rowlock.arena.ladder import LADDER
from rowlock.arena.standings import summary
from rowlock.variants import load_variant, variant_names


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variants", nargs="+", default=list(variant_names()))
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    told = {name: _measure(name, args) for name in args.variants}
    note = (
        "Shares of the wins (ties shared) with 95 % intervals; equal would be one part of all seats. "
        f"About {args.games} games each, seed {args.seed}: python bench/bots/ladder.py"
    )
    print(json.dumps({"note": note, "variants": told}, indent=1))


def _measure(name: str, args: argparse.Namespace) -> list[dict[str, Any]]:
    steps = []
    for seats in (2, 3, 4, 5):
        for below, bot in pairwise(LADDER):
            contest = Contest(load_variant(name), (bot, *[below] * (seats - 1)), args.seed)
            results = hold(contest, max(1, args.games // seats), args.workers)
            share = summary(contest, results)["bots"][0]["share"]
            step = {
                "bot": bot,
                "seats": seats,
                "share": round(share["mean"], 4),
                "half": round(share["half"], 4),
            }
            steps.append(step)
            print(name, step, file=sys.stderr, flush=True)
    return steps


if __name__ == "__main__":
    main()
