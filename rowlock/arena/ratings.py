"""Ratings of a contest, fitted to all of its games at once.

The model is Plackett and Luce's: a seat wins in proportion to its bot's strength. Every game of a contest has
the same bots at the table, so the strengths of greatest likelihood are the shares of the wins themselves, and
a bot with the greater share has the greater rating, always. Places behind the winner do not count: fitted to
these too, a bot that is often second could be rated above one that wins more often.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from rowlock.simulation.intervals import Interval, interval

SCALE = 400 / np.log(10)
"""Points for a factor of e: ten times the wins are 400 points, as in Elo's ratings of chess players."""
HEAD_START = 0.5
"""Wins that each bot is given beforehand: one that never won is rated low, but not without bounds."""


def rate(wins: npt.NDArray[np.float64]) -> list[Interval]:
    """A rating for every bot from `wins[deal, bot]`, its wins per seat; the mean of all bots is 0.

    Intervals are over deals, because the games of a deal share their dice.
    """
    known = np.vstack([wins, HEAD_START * np.eye(wins.shape[1])])
    strength = np.log(known.sum(0))
    pulls = known / known.sum(0)  # what each deal contributes to the logarithm
    errors = np.sqrt(((pulls - pulls.mean(1, keepdims=True)) ** 2).sum(0))
    middle = strength.mean()
    return [
        interval(SCALE * float(one - middle), SCALE * float(error))
        for one, error in zip(strength, errors, strict=True)
    ]
