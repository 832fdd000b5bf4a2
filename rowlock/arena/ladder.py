"""List the bots from the weakest to the strongest, with what they were measured to be worth.

examples:
  rowlock bots
  rowlock bots --variant longo
  rowlock bots --json
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from rowlock.bots import bot_names, load_bot
from rowlock.engine.errors import RowlockError

SUMMARY = "list the bots, with what they are worth"
LADDER = ("random", "greedy", "cautious", "steady", "planner", "champion")
"""The rungs, from one that a child beats to one that nobody should beat."""
MEASURED = Path(__file__).parent / "measured.json"
"""Written by `python bench/bots/ladder.py`."""
NOTE = """
Shares of the wins, ties shared, with 95 % intervals, from about {games:,} games each (seed {seed}); equal
would be 50 % of 2, 33.3 % of 3, 25 % of 4, 20 % of 5. `python bench/bots/ladder.py` measures it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--variant", default="classic", help="where they were measured (classic)")
    parser.add_argument("--json", action="store_true", help="print data instead of a table")


def run(args: argparse.Namespace) -> int:
    told = read_measured()
    if args.variant not in told["variants"]:
        known = ", ".join(sorted(told["variants"]))
        raise RowlockError(f"nothing was measured for {args.variant[:40]!r}; the variants are {known}")
    if args.json:
        sys.stdout.write(json.dumps(told, indent=1, ensure_ascii=False) + "\n")
        return 0
    sys.stdout.write(format_ladder(told, args.variant))
    return 0


def read_measured() -> dict[str, Any]:
    told: dict[str, Any] = json.loads(MEASURED.read_text(encoding="utf-8"))
    return told


def format_ladder(told: dict[str, Any], variant: str) -> str:
    """Every bot with its line; how often it wins among others, with 2, 3 … seats; what it reaches alone."""
    measured = told["variants"][variant]
    alone = {step["bot"]: step for step in measured["alone"]}
    lines = []
    for name in [*LADDER, *[other for other in bot_names() if other not in LADDER]]:
        lines.append(f"{name:10} {load_bot(name).line}")
        for other in reversed(LADDER):
            steps = [step for step in measured["steps"] if (step["bot"], step["among"]) == (name, other)]
            if steps:
                lines.append(f"{'':10} alone among {other}: {', '.join(map(_step, steps))}")
        if name in alone:
            lines.append(f"{'':10} solo: {alone[name]['mean']:.1f} ±{alone[name]['half']:.1f} points")
    lines.append(NOTE.format(games=measured["games"], seed=measured["seed"]))
    return "\n".join(lines) + "\n"


def _step(step: dict[str, Any]) -> str:
    return f"{step['mean']:.1%} ±{step['half']:.1%} of {step['seats']}"
