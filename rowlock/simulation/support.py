"""A pad's support by the faster parts: how fast it is simulated, whether it can be solved and trained for."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

from rowlock.bots import load_value
from rowlock.bots.kit.batch import pad_of
from rowlock.engine.errors import Unsupported
from rowlock.engine.variant import Variant
from rowlock.fast.simulate import Simulation
from rowlock.fast.tables import compile_variant
from rowlock.simulation.slow_run import play_endings
from rowlock.solver.layout import make_layout

BOT = "cautious"
PLAYED = 0.25
"""Seconds of play from which the engine's speed is known well enough."""


class Support(NamedTuple):
    """The uses of a pad; each reason says why not, and is None where it can."""

    not_in_kernel: str | None
    not_solvable: str | None
    not_trainable: str | None
    games_per_second: float | None
    """Through the engine, measured on one core; None where the kernel plays, which is much faster."""


def support_of(variant: Variant) -> Support:
    """Ask simulator, solver and networks about a pad, and time the engine where nothing faster plays it."""
    bots = [BOT] * min(2, variant.players[1])
    value = load_value(BOT)
    assert value is not None
    kernel = _reason(lambda: Simulation(compile_variant(variant), [value] * len(bots)))
    return Support(
        kernel,
        _reason(lambda: make_layout(compile_variant(variant))),
        _reason(lambda: pad_of(variant)),
        _engine_speed(variant, bots) if kernel else None,
    )


def _reason(attempt: Callable[[], object]) -> str | None:
    try:
        attempt()
    except Unsupported as error:
        return error.message
    return None


def _engine_speed(variant: Variant, bots: list[str]) -> float:
    begin, played = perf_counter(), 0
    while perf_counter() - begin < PLAYED:
        play_endings(variant, bots, played, 1, lambda _: None)
        played += 1
    return played / (perf_counter() - begin)
