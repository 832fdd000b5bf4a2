"""All that a device may be asked for, imported and worked out once: a worker keeps the memory of that.

Nothing here may be chance, or know the time: every later start begins with this memory.
"""

from __future__ import annotations

import gc
from importlib import import_module

from rowlock.offline.device import Device

LATER = (
    "analysis.position",
    "analysis.hints.hint",
    "analysis.puzzles.puzzle",
    "analysis.review.game",
    "arrays.layers",
    "community.daily.judging",
)
"""Modules that are imported where they are used, after the bots have brought arrays along."""
FIRST = ("/variants", "/bots", "/puzzles")
"""The first questions of the page; the answers make pads and bots known."""


def begin() -> None:
    device = Device()
    for path in FIRST:
        device.ask("GET", path, "", "[]")
    for module in LATER:
        import_module(f"rowlock.{module}")
    gc.collect()


begin()
