"""The ladder of the bots: from the weakest to the strongest, with what they were measured to be worth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rowlock.bots import bot_line, bot_names, ladder

MEASURED = Path(__file__).parent / "measured.json"
"""Written by `python bench/bots/ladder.py`."""
NOTE = """
How often one bot wins with 2 to 5 players when the others are all of that kind: ties are shared, intervals
are 95 %, about {games:,} games each (seed {seed}). An equal would win 50 % with 2, 33.3 % with 3, 25 % with
4, 20 % with 5. `python bench/bots/ladder.py` measures it."""


def read_measured() -> dict[str, Any]:
    told: dict[str, Any] = json.loads(MEASURED.read_text(encoding="utf-8"))
    return told


def format_ladder(told: dict[str, Any], variant: str) -> str:
    """Every bot with its line; how often it wins among others, with 2, 3 … seats; what it reaches alone."""
    measured = told["variants"][variant]
    alone = {step["bot"]: step for step in measured["alone"]}
    lines = []
    for name in bot_names():
        lines.append(f"{name:10} {bot_line(name)}")
        for other in reversed(ladder()):
            steps = [step for step in measured["steps"] if (step["bot"], step["among"]) == (name, other)]
            if steps:
                lines.append(f"{'':10} against {other}: {', '.join(map(_step, steps))}")
        if name in alone:
            lines.append(f"{'':10} solo: {alone[name]['mean']:.1f} ±{alone[name]['half']:.1f} points")
    lines.append(NOTE.format(games=measured["games"], seed=measured["seed"]))
    return "\n".join(lines) + "\n"


def _step(step: dict[str, Any]) -> str:
    return f"{step['mean']:.1%} ±{step['half']:.1%} with {step['seats']}"
