"""The sums of a network outside Python: the page's worker has them as a module (`offline/layers.ts`)."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import chain
from typing import Any

from rowlock.arrays.array import Array
from rowlock.arrays.kinds import float64

MODULE = "rowlock_layers"
"""The name under which the worker registers it."""
NAMES = ("own", "rival", "mix", "bias", "second", "second_bias", "last")


class Layers:
    """One network's weights over there, and the way there and back."""

    def __init__(self, module: Any, weights: Mapping[str, Array]) -> None:
        self.send = import_module("pyodide.ffi").to_js
        given = [self.send(array("f", weights[name].data)) for name in NAMES]
        self.there = module.Layers.new(*given, float(weights["last_bias"]))

    def contexts(self, places: Sequence[Array]) -> Array:
        """The rivals' part for every seat of every table: `[N, P, …]`."""
        tables, seats = places[0].shape
        found = list(self.there.contexts(self._whole(places), tables, seats).to_py())
        return Array(found, (tables, seats, len(found) // (tables * seats)), float64)

    def said(self, contexts: Array, seats: Array, places: Sequence[Array]) -> Array:
        """The network's values of sheets `[K]`."""
        given = self.send(array("d", contexts.data)), self.send(array("i", seats.data))
        found = self.there.said(*given, self._whole(places)).to_py()
        return Array(list(found), seats.shape, float64)

    def _whole(self, places: Sequence[Array]) -> Any:
        return self.send(array("i", list(chain.from_iterable(part.data for part in places))))


def find_layers(weights: Mapping[str, Array]) -> Layers | None:
    """The page's sums with these weights; None where there is no page, or numpy itself."""
    try:
        module = import_module(MODULE)
    except ImportError:
        return None
    return Layers(module, weights) if isinstance(weights["own"], Array) else None
