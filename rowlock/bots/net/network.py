"""The network in plain numpy: sums of table rows, two small layers, one chance."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from rowlock.bots.net.features import Features
from rowlock.bots.net.pad import Array

Floats = npt.NDArray[np.float32]
CHUNK = 2048
"""Sheets judged in one go: few enough that they stay in the cache."""


class NumpyNetwork:
    """Weights and how they are used; see `policy.Network`."""

    def __init__(self, features: Features, weights: dict[str, Floats], points: bool = False) -> None:
        self.features, self.points = features, points
        self.own, self.rival = weights["own"], weights["rival"]
        self.mix, self.bias = weights["mix"], weights["bias"]
        self.second, self.second_bias = weights["second"], weights["second_bias"]
        self.last, self.last_bias = weights["last"], weights["last_bias"]

    def rivals(self, places: list[Array]) -> Floats:
        return np.maximum(_sum_rows(self.rival, places), 0)

    def context(self, encoded: Floats) -> Floats:
        context: Floats = encoded @ self.mix + self.bias
        return context

    def win(self, places: list[Array], context: Floats, which: Array, legal: Array) -> Array:
        chance = np.zeros(legal.shape, np.float32)
        at = np.flatnonzero(legal)
        seats = at // legal.shape[1]
        flat = context.reshape(-1, context.shape[-1])
        rows = seats * context.shape[1] + which.ravel()[at]
        lists = [place.ravel()[at] for place in places]
        for begin in range(0, len(at), CHUNK):
            part = slice(begin, begin + CHUNK)
            hidden = flat[rows[part]]
            for places_ in lists:
                hidden += self.own[places_[part]]
            np.maximum(hidden, 0, out=hidden)
            deep = np.maximum(hidden @ self.second + self.second_bias, 0)
            chance.flat[at[part]] = deep @ self.last + self.last_bias
        return chance if self.points else 1 / (1 + np.exp(-chance))


def _sum_rows(table: Floats, places: list[Array]) -> Floats:
    total: Floats = table[places[0]]
    for place in places[1:]:
        total += table[place]
    return total


def read_weights(path: Path) -> tuple[dict[str, Floats], str]:
    """Weights as float32, and the fingerprint of the tables that they were trained for."""
    with np.load(path) as found:
        weights = {name: found[name].astype(np.float32) for name in found.files if name != "fingerprint"}
        return weights, str(found["fingerprint"])
