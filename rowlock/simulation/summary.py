"""The summary of a simulated run: means, spreads, quantiles, win rates with confidence intervals."""

from __future__ import annotations

from math import sqrt

import numpy as np
import numpy.typing as npt

from rowlock.engine.json_object import JsonObject
from rowlock.engine.variant import Variant
from rowlock.fast.tally import Counts, Tally
from rowlock.simulation.intervals import interval, rate

QUANTILES = (5, 25, 50, 75, 95)


def summarise(variant: Variant, bots: list[str], tally: Tally, lowest: int) -> JsonObject:
    """The counts of a run as plain data, by seat, by turn order and by game."""
    games = int(tally.turns.sum())
    return {
        "games": games,
        "seats": [_seat(variant, bot, tally, seat, lowest) for seat, bot in enumerate(bots)],
        "order": [_order(tally, place) for place in range(len(bots))],
        "turns": describe(tally.turns, 0),
        "ends": {
            "penalties": rate(int(tally.ends[0].sum()), games),
            "rows": rate(int(tally.ends[1].sum()), games),
            "closed_rows": [int(count) / games for count in tally.ends.sum(axis=0)],
        },
    }


def _seat(variant: Variant, bot: str, tally: Tally, seat: int, lowest: int) -> JsonObject:
    games = int(tally.turns.sum())
    crosses = [_mean(tally.crosses[seat, row], 0) for row in range(len(variant.rows))]
    return {
        "seat": seat,
        "bot": bot,
        "score": describe(tally.scores[seat], lowest),
        "wins": rate(int(tally.wins[seat, 2]), games),
        "ties": rate(int(tally.wins[seat, 1]), games),
        "penalties": _mean(tally.penalties[seat], 0),
        "crosses": dict(zip((row.name for row in variant.rows), crosses, strict=True)),
    }


def _order(tally: Tally, place: int) -> JsonObject:
    """The results of seats by their place in turn order; the first is the start player."""
    games = int(tally.turns.sum())
    points, squares = (int(count) for count in tally.order_points[place])
    mean = points / games
    error = sqrt(max(squares / games - mean**2, 0.0) / games)
    return {
        "place": place + 1,
        "wins": rate(int(tally.order_wins[place, 2]), games),
        "ties": rate(int(tally.order_wins[place, 1]), games),
        "score": interval(mean, error),
    }


def describe(counts: Counts, lowest: int) -> JsonObject:
    """A distribution: mean with its confidence interval, spread, extremes, quantiles, histogram."""
    games = int(counts.sum())
    values = np.arange(len(counts)) + lowest
    seen = values[counts > 0]
    mean = _mean(counts, lowest)
    spread = sqrt(max(float(counts @ (values - mean) ** 2) / max(games - 1, 1), 0.0))
    least, most = int(seen[0]), int(seen[-1])
    return {
        **interval(mean, spread / sqrt(games)),
        "sd": spread,
        "least": least,
        "most": most,
        "quantiles": {str(percent): quantile(counts, lowest, percent) for percent in QUANTILES},
        "histogram": {"from": least, "games": counts[least - lowest : most - lowest + 1].tolist()},
    }


def quantile(counts: Counts, lowest: int, percent: int) -> int:
    """The least value that as many per cent of the games do not exceed."""
    reached: npt.NDArray[np.int64] = np.cumsum(counts)
    return int(np.searchsorted(100 * reached, percent * int(reached[-1]))) + lowest


def _mean(counts: Counts, lowest: int) -> float:
    return float(counts @ (np.arange(len(counts)) + lowest)) / int(counts.sum())
