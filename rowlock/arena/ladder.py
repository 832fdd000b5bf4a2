"""The ladder of the bots: from the weakest to the strongest, with their measured strength."""

from __future__ import annotations

import json
from pathlib import Path

from rowlock.bots import bot_line, bot_names, ladder, plays_by
from rowlock.bots.kit.basis import ITSELF, Basis
from rowlock.bots.kit.source import BadBot
from rowlock.engine.json_object import JsonObject
from rowlock.engine.position import format_variant_name
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_variant
from rowlock.locale import load_catalogue
from rowlock.locale.words import tell_basis
from rowlock.simulation.intervals import half

MEASURED = Path(__file__).parent / "measured.json"
"""Written by `python bench/bots/ladder.py`."""
NOTE = """
How often one bot wins with 2 to 5 players when the others are all of that kind: ties are shared, intervals
are 95 %, at least {games:,} games each (seed {seed}). An equal would win 50 % with 2, 33.3 % with 3, 25 %
with 4, 20 % with 5. `python bench/bots/ladder.py` measures it."""

UNMEASURED = """
Nothing was measured on {title}: `rowlock arena champion steady --variant …` does it."""


def read_measured() -> JsonObject:
    """Return the measurements, with intervals as everywhere."""
    told: JsonObject = json.loads(MEASURED.read_text(encoding="utf-8"))
    for measured in told["variants"].values():
        for step in (*measured["steps"], *measured["alone"]):
            mean, off = step["mean"], step.pop("half")
            step |= {"low": round(mean - off, 4), "high": round(mean + off, 4)}
    return told


def describe_bots(variant: Variant) -> list[JsonObject]:
    """Every bot with its line, and what it plays this variant by: in company, and alone."""
    return [
        {
            "bot": name,
            "line": bot_line(name),
            "plays_by": _basis(name, variant, 2),
            "plays_by_alone": _basis(name, variant, 1),
        }
        for name in bot_names()
    ]


def _basis(name: str, variant: Variant, seats: int) -> Basis:
    """The basis of a bot's play; the line of one that cannot be loaded says so already."""
    try:
        return plays_by(name, variant, seats)
    except BadBot:
        return ITSELF


def format_ladder(variant: Variant) -> str:
    """Every bot with its line, what was measured of it on this variant, and what it plays by."""
    known = read_measured()["variants"] if variant.is_known else {}
    measured = known.get(format_variant_name(variant))
    lines = []
    for bot in describe_bots(variant):
        lines.append(f"{bot['bot']:10} {bot['line']}")
        if measured:
            lines += [f"{'':10} {line}" for line in _worth(measured, bot["bot"])]
        lines += [f"{'':10} {line}" for line in _bases(variant, bot)]
    if measured:
        lines.append(NOTE.format(games=measured["games"], seed=measured["seed"]))
    else:
        lines.append(UNMEASURED.format(title=variant.title))
    return "\n".join(lines) + "\n"


def _worth(measured: JsonObject, name: str) -> list[str]:
    """How often a bot wins against others, with 2, 3 … seats; what it reaches alone."""
    lines = []
    for other in reversed(ladder()):
        steps = [step for step in measured["steps"] if (step["bot"], step["among"]) == (name, other)]
        if steps:
            lines.append(f"against {other}: {', '.join(map(_step, steps))}")
    alone = [step for step in measured["alone"] if step["bot"] == name]
    return lines + [f"solo: {step['mean']:.1f} ±{half(step):.1f} points" for step in alone]


def _bases(variant: Variant, bot: JsonObject) -> list[str]:
    english, plain = load_catalogue("en"), plain_variant(variant)
    told = tell_basis(english, bot["bot"], plain, bot["plays_by"])
    alone = tell_basis(english, bot["bot"], plain, bot["plays_by_alone"])
    return [line for line in (told, f"alone: {alone}" if alone and alone != told else "") if line]


def _step(step: JsonObject) -> str:
    return f"{step['mean']:.1%} ±{half(step):.1%} with {step['seats']}"
