"""The network in plain numpy: sums of table rows, two small layers, one chance."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from rowlock.bots.net.features import Features
from rowlock.bots.net.pad import Array
from rowlock.bots.net.policy import Sheets

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController

Floats = npt.NDArray[np.float32]
ABOUT = ("fingerprint", "seats")
"""Beside the weights, what they were trained for: the rules, and the numbers of players."""
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
        self.elsewhere = _elsewhere(weights)

    def contexts(self, sheets: Sheets) -> Array:
        """Those of the table as it stands; the answer is the number of each seat's."""
        self.sheets = sheets
        shape = sheets.used.shape
        self.now = self._context(sheets).reshape(shape[0] * shape[1], -1)
        return np.arange(shape[0] * shape[1]).reshape(shape)

    def _context(self, sheets: Sheets) -> Floats:
        places = self.features.sheet(*sheets)
        if self.elsewhere:
            found: Floats = self.elsewhere.contexts(places)
            return found
        encoded = np.maximum(_sum_rows(self.rival, places), 0)
        context: Floats = (encoded.sum(1)[:, None] - encoded) @ self.mix + self.bias
        return context

    def _all_contexts(self, seats: Array, closing: Array) -> tuple[Floats, Array]:
        """With those in which a row is closed, made on demand, as few options close one."""
        at = np.flatnonzero(closing)
        if len(at) == 0:
            return self.now, seats
        table, seat = np.divmod(seats[at], self.sheets.used.shape[1])
        sheets = Sheets(*[part[table] for part in self.sheets])
        shut = sheets.closed | (1 << closing[at] - 1)[:, None]
        more = self._context(sheets._replace(closed=shut))[np.arange(len(at)), seat]
        seats[at] = len(self.now) + np.arange(len(at))
        return np.concatenate([self.now, more]), seats

    def win(self, places: list[Array], context: Array, seat: Array, closing: Array) -> Array:
        contexts, seats = self._all_contexts(context.take(seat), closing)
        said = self.elsewhere.said if self.elsewhere else self._said
        chance = said(contexts, seats, places)
        return chance if self.points else 1 / (1 + np.exp(-chance))

    def _said(self, contexts: Floats, seats: Array, places: list[Array]) -> Floats:
        chance = np.empty(len(seats), np.float32)
        for begin in range(0, len(seats), CHUNK):
            part = slice(begin, begin + CHUNK)
            hidden = _rows(contexts, seats[part])
            for place in places:
                np.add(hidden, _rows(self.own, place[part]), out=hidden)
            np.maximum(hidden, 0, out=hidden)
            deep = np.maximum(hidden @ self.second + self.second_bias, 0)
            chance[part] = deep @ self.last + self.last_bias
        return chance


def _elsewhere(weights: dict[str, Floats]) -> Any:
    """In a browser, the page does the sums."""
    if sys.platform != "emscripten":
        return None
    from rowlock.arrays.layers import find_layers

    return find_layers(weights)


def one_core() -> AbstractContextManager[None]:
    """Keep products on the caller's core: they are too small to share, and waiting threads are expensive."""
    libraries = _libraries()
    return libraries.limit(limits=1, user_api="blas") if libraries else nullcontext()


@cache
def _libraries() -> ThreadpoolController | None:
    if sys.platform == "emscripten":  # a browser has no threads for them
        return None
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


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
    with path.open("rb") as file, np.load(file) as found:
        weights = {name: found[name].astype(np.float32) for name in found.files if name not in ABOUT}
        return weights, str(found["fingerprint"])
