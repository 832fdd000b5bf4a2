"""Train networks for your own pad, and let champion, which then uses them, meet steady.

python bench/bots/own_pad.py                                     # ten minutes on two cores, then the contests
python bench/bots/own_pad.py my.toml --minutes 30 --games 20000

The networks are put into a folder that vanishes; what was trained on this machine before plays no part.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from typing import Any

from rowlock.arena.contest import Contest, hold
from rowlock.arena.standings import summary
from rowlock.bots import plays_by
from rowlock.engine.variant import Variant
from rowlock.simulation.intervals import half
from rowlock.variants import load_variant

SHUFFLED = Path(__file__).parents[2] / "examples" / "shuffled.toml"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", nargs="?", type=Path, default=SHUFFLED)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1, help="of the training")
    args = parser.parse_args()
    with TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = os.environ["XDG_CACHE_HOME"] = folder
        words = [str(args.file), "--minutes", str(args.minutes), "--seed", str(args.seed)]
        trained = subprocess.run([sys.executable, "-m", "rowlock", "train", *words])
        if trained.returncode:  # it said why
            sys.exit(trained.returncode)
        spent = getrusage(RUSAGE_CHILDREN)
        print(f"processor time of both trainings: {spent.ru_utime + spent.ru_stime:.0f} s", flush=True)
        variant = load_variant(args.file)
        for seats in (2, 3, 4, 5):
            champion = _contest(variant, ("champion", *["steady"] * (seats - 1)), args.games)
            share = champion["share"]
            print(
                f"{plays_by('champion', variant, seats)}, {seats} players: champion alone among steady ",
                end="",
            )
            print(f"{share['mean']:.2%} ± {half(share):.2%}, equal would be {1 / seats:.1%}", flush=True)
        for bot in ("steady", "champion"):
            points = _contest(variant, (bot,), args.games)["points"]
            print(f"{bot} alone: {points['mean']:.2f} ± {half(points):.2f} points", flush=True)


def _contest(variant: Variant, bots: tuple[str, ...], games: int) -> dict[str, Any]:
    contest = Contest(variant, bots, 90)
    told: dict[str, Any] = summary(contest, hold(contest, max(1, games // len(bots)), 1))["bots"][0]
    return told


if __name__ == "__main__":
    main()
