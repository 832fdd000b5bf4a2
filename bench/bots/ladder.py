"""Measure the ladder in every variant: each bot alone among bots of the rung below, champion also among those
of every other rung, for 2 to 5 players; and each bot's points in solo.

python bench/bots/ladder.py --games 4000                      # about half an hour on one core
python bench/bots/ladder.py --games 400 --variants longo --out /tmp/longo.json

The table goes into the file that `rowlock bots` reads, variant by variant; what is not measured again stays.
"""

from __future__ import annotations

import argparse
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

from rowlock.arena.alone import solve_first
from rowlock.arena.contest import Contest, hold
from rowlock.arena.intervals import half
from rowlock.arena.ladder import MEASURED
from rowlock.arena.standings import summary
from rowlock.bots import ladder
from rowlock.progress import Progress
from rowlock.variants import load_variant, variant_names

LADDER = ladder()
STEPS = [(bot, below) for below, bot in pairwise(LADDER)] + [(LADDER[-1], other) for other in LADDER[:-2]]
SEATS = (2, 3, 4, 5)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variants", nargs="+", default=list(variant_names()))
    parser.add_argument("--seats", nargs="+", type=int, default=list(SEATS), help="seats at a table")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, default=MEASURED)
    args = parser.parse_args()
    told = json.loads(args.out.read_text(encoding="utf-8")) if args.out.exists() else {"variants": {}}
    total = len(args.variants) * (len(STEPS) * len(args.seats) + len(LADDER))
    unclear = []
    with Progress(total, "contests") as progress:
        for name in args.variants:
            found = _measure(name, args, progress)
            unclear += [f"{name}: {_tell(step)}" for step in found["steps"] if not _is_clear(step)]
            told["variants"][name] = {"games": args.games, "seed": args.seed, **found}
            args.out.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    print(
        f"{len(unclear)} steps without an interval above equal share" + "".join(f"\n  {x}" for x in unclear)
    )


def _measure(name: str, args: argparse.Namespace, progress: Progress) -> dict[str, Any]:
    steps = []
    for seats in args.seats:
        for bot, other in STEPS:
            share = _contest(name, (bot, *[other] * (seats - 1)), args)["share"]
            steps.append({"bot": bot, "among": other, "seats": seats, **_rounded(share, 4)})
            print(f"{name}: {_tell(steps[-1])}", flush=True)
            progress.add(1)
    alone = []
    for bot in LADDER:
        alone.append({"bot": bot, **_rounded(_contest(name, (bot,), args)["points"], 2)})
        print(f"{name}: {bot} alone {alone[-1]['mean']:.2f} ± {alone[-1]['half']:.2f} points", flush=True)
        progress.add(1)
    return {"steps": steps, "alone": alone}


def _contest(name: str, bots: tuple[str, ...], args: argparse.Namespace) -> dict[str, Any]:
    contest = Contest(load_variant(name), bots, args.seed)
    solve_first(contest)
    results = hold(contest, max(1, args.games // len(bots)), args.workers)
    told: dict[str, Any] = summary(contest, results)["bots"][0]
    return told


def _rounded(told: dict[str, float], digits: int) -> dict[str, float]:
    return {"mean": round(told["mean"], digits), "half": round(half(told), digits)}


def _is_clear(step: dict[str, Any]) -> bool:
    clear: bool = step["mean"] - step["half"] > 1 / step["seats"]
    return clear


def _tell(step: dict[str, Any]) -> str:
    return f"{step['bot']} among {step['among']} {step['mean']:.1%} ± {step['half']:.1%} of {step['seats']}"


if __name__ == "__main__":
    main()
