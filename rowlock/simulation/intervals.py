"""How sure a figure is: one shape for all of them, `mean` with `low` and `high` of 95 %."""

from __future__ import annotations

from math import sqrt

import numpy as np
import numpy.typing as npt

from rowlock.engine.json_object import JsonObject

Z = 1.959964
"""Standard errors to either side that hold 95 % of the chance."""

Interval = dict[str, float]


def interval(mean: float, error: float) -> Interval:
    """A mean with its standard error."""
    return {"mean": float(mean), "low": float(mean - Z * error), "high": float(mean + Z * error)}


def half(told: JsonObject) -> float:
    """How far a figure may be off to either side."""
    return float(told["high"] - told["low"]) / 2


def over_deals(by_deal: npt.NDArray[np.float64]) -> Interval:
    """A mean over deals, which know nothing of each other."""
    if not len(by_deal):
        return interval(0.0, 0.0)
    error = by_deal.std(ddof=1) / sqrt(len(by_deal)) if len(by_deal) > 1 else 0.0
    return interval(float(by_deal.mean()), float(error))


def rate(count: int, games: int) -> Interval:
    """A share of the games with Wilson's interval."""
    share = count / games
    middle = (share + Z**2 / (2 * games)) / (1 + Z**2 / games)
    wide = Z * sqrt(share * (1 - share) / games + Z**2 / (4 * games**2)) / (1 + Z**2 / games)
    low, high = middle - wide if count else 0.0, middle + wide if count < games else 1.0
    return {"mean": share, "low": low, "high": high}
