"""The network in plain numpy: sums of table rows, two small layers, one chance."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from rowlock.bots.net.features import Features
from rowlock.bots.net.pad import Array

Floats = npt.NDArray[np.float32]
CHUNK = 512
"""Sheets judged in one go: few enough that they stay in the cache."""


class NumpyNetwork:
    """Weights and how they are used; see `policy.Network`."""

    def __init__(self, features: Features, weights: dict[str, Floats], points: bool = False) -> None:
        self.features, self.points = features, points
        self.own, self.rival = weights["own"], weights["rival"]
        self.mix, self.bias = weights["mix"], weights["bias"]
        self.second, self.second_bias = weights["second"], weights["second_bias"]
        self.last, self.last_bias = weights["last"], weights["last_bias"]

    def contexts(self, places: list[Array]) -> Array:
        """Those of the table as it stands at once, others when they are asked for: few options close a row.

        The answer is a number for each seat.
        """
        self.places = places
        tables, seats = places[0].shape[:2]
        now = self._context(_sum_rows(self.rival, [place[..., 0] for place in places]))
        self.now = now.reshape(tables * seats, -1)
        return np.arange(tables * seats).reshape(tables, seats)

    def _context(self, sheets: Floats) -> Floats:
        encoded = np.maximum(sheets, 0)
        context: Floats = (encoded.sum(1)[:, None] - encoded) @ self.mix + self.bias
        return context

    def _hidden(self, seats: Array, which: Array) -> Floats:
        """The contexts of these seats, with the row closed that `which` names (0: none)."""
        found: Floats = _rows(self.now, seats)
        closing = np.flatnonzero(which)
        if len(closing):
            count = self.places[0].shape[1]
            table, seat = np.divmod(seats[closing], count)
            sums = _sum_rows(self.rival, [place[table, :, which[closing]] for place in self.places])
            found[closing] = self._context(sums)[np.arange(len(closing)), seat]
        return found

    def win(self, places: list[Array], context: Array, which: Array, legal: Array) -> Array:
        chance = np.zeros(legal.shape, np.float32)
        at = np.flatnonzero(legal)
        seats, closing = context.take(at // legal.shape[1]), which.ravel()[at]
        lists = [place.ravel()[at] for place in places]
        for begin in range(0, len(at), CHUNK):
            part = slice(begin, begin + CHUNK)
            hidden = self._hidden(seats[part], closing[part])
            for places_ in lists:
                np.add(hidden, _rows(self.own, places_[part]), out=hidden)
            np.maximum(hidden, 0, out=hidden)
            deep = np.maximum(hidden @ self.second + self.second_bias, 0)
            chance.flat[at[part]] = deep @ self.last + self.last_bias
        return chance if self.points else 1 / (1 + np.exp(-chance))


def _rows(table: Floats, places: Array) -> Floats:
    rows: Array = table.take(places, axis=0)
    found: Floats = rows
    return found


def _sum_rows(table: Floats, places: list[Array]) -> Floats:
    total = _rows(table, places[0])
    for place in places[1:]:
        total += _rows(table, place)
    return total


def read_weights(path: Path) -> tuple[dict[str, Floats], str]:
    """Weights as float32, and the fingerprint of the tables that they were trained for."""
    with np.load(path) as found:
        weights = {name: found[name].astype(np.float32) for name in found.files if name != "fingerprint"}
        return weights, str(found["fingerprint"])
