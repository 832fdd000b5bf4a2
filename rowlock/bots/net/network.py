"""The network in plain numpy: sums of table rows, two small layers, one chance."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from rowlock.bots.net.features import Features
from rowlock.bots.net.pad import Array
from rowlock.bots.net.policy import Sheets
from rowlock.fast.loading import LOADING

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController

Floats = npt.NDArray[np.float32]
ABOUT = ("fingerprint", "seats")
"""Beside the weights, what they were trained for: the rules, and the numbers of players."""
CHUNK = 512
"""Sheets judged in one go: few enough that they stay in the cache."""
MANY, FEW = 4096, 64
"""From so many sheets on their rows are added up by compiled code: fewer are not worth loading it, or, once
it is loaded, calling it."""
TWO = 2


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
        self.now = self._context(sheets)
        return np.arange(shape[0] * shape[1]).reshape(shape)

    def _context(self, sheets: Sheets) -> Floats:
        places = self.features.sheet(*sheets)
        if self.elsewhere:
            found: Floats = self.elsewhere.contexts(places)
            return found.reshape(sheets.used.size, -1)
        tables, seats = sheets.used.shape
        places = [place.reshape(-1) for place in places]
        nothing, whose = np.zeros((1, self.rival.shape[1]), np.float32), np.zeros(tables * seats, np.int64)
        context = np.empty((tables * seats, self.mix.shape[1]), np.float32)
        for part, encoded in _first_layers(nothing, whose, self.rival, places, seats):
            by_table = encoded.reshape(-1, seats, encoded.shape[1])
            others = by_table[:, ::-1] if seats == TWO else by_table.sum(1)[:, None] - by_table
            context[part] = others.reshape(encoded.shape) @ self.mix + self.bias
        return context

    def _closed(self, seats: Array, closing: Array) -> Floats:
        """The context of each of these seats when a row is closed: on demand, as few options close one."""
        table, seat = np.divmod(seats, self.sheets.used.shape[1])
        sheets = Sheets(*[part[table] for part in self.sheets])
        shut = sheets.closed | (1 << closing - 1)[:, None]
        rows = np.arange(len(seats)) * self.sheets.used.shape[1] + seat
        return _rows(self._context(sheets._replace(closed=shut)), rows)

    def win(self, places: list[Array], context: Array, seat: Array, closing: Array) -> Array:
        said = self.elsewhere.said if self.elsewhere else self._said
        seats, at = context.take(seat), np.flatnonzero(closing)
        chance = said(self.now, seats, places)
        if len(at):
            contexts = self._closed(seats[at], closing[at])
            chance[at] = said(contexts, np.arange(len(at)), [place[at] for place in places])
        return chance if self.points else 1 / (1 + np.exp(-chance))

    def _said(self, contexts: Floats, seats: Array, places: list[Array]) -> Floats:
        chance = np.empty(len(seats), np.float32)
        for part, hidden in _first_layers(contexts, seats, self.own, places):
            deep = np.maximum(hidden @ self.second + self.second_bias, 0)
            chance[part] = deep @ self.last + self.last_bias
        return chance


def _first_layers(
    base: Floats, which: Array, table: Floats, places: list[Array], each: int = 1
) -> Iterator[tuple[slice, Floats]]:
    """The first layer of flat lists of sheets, some at a time (a multiple of `each`), and which they are."""
    step, count = CHUNK // each * each, len(which)
    if kernel := _kernel_for(count):
        listed, room = np.stack(places), np.empty((min(step, count), table.shape[1]), np.float32)
        for begin in range(0, count, step):
            hidden = room[: min(step, count - begin)]
            kernel(base, which, table, listed, begin, hidden)
            yield slice(begin, begin + step), hidden
        return
    for begin in range(0, count, step):
        part = slice(begin, begin + step)
        hidden = _rows(base, which[part])
        for place in places:
            np.add(hidden, _rows(table, place[part]), out=hidden)
        yield part, np.maximum(hidden, 0, out=hidden)


def _kernel_for(sheets: int) -> Callable[..., None] | None:
    """The compiled form of the loop over rows, where it is worth it for so many and nobody waits for it."""
    least = FEW if _kernel.cache_info().currsize else MANY
    return _kernel() if sheets >= least and not LOADING.in_background else None


@cache
def _kernel() -> Callable[..., None] | None:
    """The same for any number; None where there is no numba."""
    if find_spec("numba") is None:
        return None
    from rowlock.fast.row_sums import sum_rows

    return sum_rows


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


def read_weights(path: Path) -> tuple[dict[str, Floats], str]:
    """Weights as float32, and the fingerprint of the tables that they were trained for."""
    with path.open("rb") as file, np.load(file) as found:
        weights = {name: found[name].astype(np.float32) for name in found.files if name not in ABOUT}
        return weights, str(found["fingerprint"])
