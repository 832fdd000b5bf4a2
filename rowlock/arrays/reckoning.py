"""Reckoning with whole arrays: choices, orders, sums by place."""

from __future__ import annotations

import builtins
import math
import operator
from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from rowlock.arrays import places
from rowlock.arrays.array import Array
from rowlock.arrays.kinds import common, dtype, float64, int64
from rowlock.arrays.making import asarray, broadcast_to, full
from rowlock.arrays.places import Numbers


def where(mask: Array, first: object, second: object) -> Array:
    """Numbers of the first where the mask is true, else of the second."""
    one, other = asarray(first), asarray(second)
    shape = places.broadcast_shapes(mask.shape, one.shape, other.shape)
    parts = [places.broadcast(part.data, part.shape, shape) for part in (mask, one, other)]
    data = [x if true else y for true, x, y in zip(*parts, strict=True)]
    return Array(data, shape, common(one.dtype, other.dtype))


def _larger(one: Any, other: Any) -> Any:
    return one if one >= other else other


def _smaller(one: Any, other: Any) -> Any:
    return one if one <= other else other


def _between(act: Callable[[Any, Any], Any], one: Any, other: Any, out: Array | None) -> Array:
    if not isinstance(one, Array):
        one, other = other, one
    found: Array = one._with(act, other)
    if out is None:
        return found
    out.data = found.data
    return out


def maximum(one: object, other: object, out: Array | None = None) -> Array:
    if isinstance(other, int | float) and isinstance(one, Array) and out is None:
        data = [number if number > other else other for number in one.data]
        return Array(data, one.shape, one.dtype)
    return _between(_larger, one, other, out)


def minimum(one: object, other: object) -> Array:
    return _between(_smaller, one, other, None)


def clip(values: Array, least: object, most: object) -> Array:
    found = values if least is None else maximum(values, least)
    return found if most is None else minimum(found, most)


class _Add:
    """Sums, number by number; `at` adds to places, as often as they are named."""

    def __call__(self, one: Array, other: object, out: Array | None = None) -> Array:
        return _between(operator.add, one, other, out)

    def at(self, table: Array, index: Array, values: Array) -> None:
        shape, at = places.find(table.shape, index)
        given = places.broadcast(values.data, values.shape, shape or ())
        for place, number in zip(at, given, strict=True):
            table.data[place] += number


add = _Add()


def amax(values: Array, axis: int) -> Array:
    found: Array = values.max(axis)
    return found


def amin(values: Array, axis: int) -> Array:
    found: Array = values.min(axis)
    return found


HIGHEST = 709.0
"""Powers of e beyond this are too large for a number to hold."""


def exp(values: Array) -> Array:
    return Array([math.exp(min(number, HIGHEST)) for number in values.data], values.shape, float64)


def sqrt(value: float) -> float:
    return math.sqrt(value)


def divmod(one: Array, other: int) -> tuple[Array, Array]:  # noqa: A001  numpy's name for it
    pairs = [builtins.divmod(number, other) for number in one.data]
    wholes, rests = ([pair[n] for pair in pairs] for n in (0, 1))
    return Array(wholes, one.shape, one.dtype), Array(rests, one.shape, one.dtype)


# where something is


def nonzero(values: Array) -> tuple[Array, ...]:
    """By dimension, the coordinates of what is not zero."""
    found = [place for place, number in enumerate(values.data) if number]
    return tuple([Array(line, (len(found),), int64) for line in places.coordinates(found, values.shape)])


def flatnonzero(values: Array) -> Array:
    found = [place for place, number in enumerate(values.data) if number]
    return Array(found, (len(found),), int64)


def argwhere(values: Array) -> Array:
    lines = [line.data for line in nonzero(values)]
    data = [number for together in zip(*lines, strict=True) for number in together]
    return Array(data, (len(data) // values.ndim, values.ndim), int64)


def array_equal(one: Array, other: Array) -> bool:
    return one.shape == other.shape and one.data == other.data


def take_along_axis(values: Array, index: Array, axis: int) -> Array:
    """Numbers by line along a dimension, the numbers at the places that the index has there."""
    axis %= values.ndim
    around = (*values.shape[:axis], 1, *values.shape[axis + 1 :])
    outer = places.broadcast_shapes(around, (*index.shape[:axis], 1, *index.shape[axis + 1 :]))
    count, wide = values.shape[axis], index.shape[axis]
    values = broadcast_to(values, (*outer[:axis], count, *outer[axis + 1 :]))
    index = broadcast_to(index, (*outer[:axis], wide, *outer[axis + 1 :]))
    inner = math.prod(outer[axis + 1 :])
    lines = zip(places.lines(values.data, count, inner), places.lines(index.data, wide, inner), strict=True)
    return _laid([places.at(line, at) for line, at in lines], index.shape, axis, values.dtype)


def along(values: Array, axis: int, act: Callable[[Numbers], Numbers], kind: dtype | None = None) -> Array:
    """Every line along a dimension, changed to another one."""
    axis %= values.ndim
    inner = math.prod(values.shape[axis + 1 :])
    lines = [act(line) for line in places.lines(values.data, values.shape[axis], inner)]
    width = len(lines[0]) if lines else values.shape[axis]
    shape = (*values.shape[:axis], width, *values.shape[axis + 1 :])
    return _laid(lines, shape, axis, kind or values.dtype)


def _laid(lines: list[Numbers], shape: tuple[int, ...], axis: int, kind: dtype) -> Array:
    """Lines along a dimension put back in their places."""
    inner, width = math.prod(shape[axis + 1 :]), shape[axis]
    found = full(shape, 0, kind)
    for number, line in enumerate(lines):
        begin = number // inner * inner * width + number % inner
        found.data[begin : begin + inner * width : inner] = line
    return found


# orders and counts


def _order(line: Numbers) -> list[int]:
    return sorted(range(len(line)), key=line.__getitem__)


def argsort(values: Array, axis: int = -1, kind: str | None = None) -> Array:
    """Places from the least number to the greatest; equals stay in their order."""
    return along(values, axis, _order, int64)


def sort(values: Array, axis: int = -1) -> Array:
    return along(values, axis, sorted)


def lexsort(keys: Sequence[Array]) -> Array:
    """Places in the order of the last key, then of the one before it."""
    rows = list(zip(*[key.data for key in reversed(keys)], strict=True))
    return Array(_order(rows), (len(rows),), int64)


def union1d(one: Array, other: Array) -> Array:
    found = sorted({*one.data, *other.data})
    return Array(found, (len(found),), common(one.dtype, other.dtype))


def searchsorted(ordered: Array, values: Array) -> Array:
    return Array([bisect_left(ordered.data, number) for number in values.data], values.shape, int64)


def bincount(index: Array, weights: Array, least: int) -> Array:
    """By place, the sum of the weights that name it."""
    found = [0.0] * max(least, max(index.data, default=-1) + 1)
    for place, weight in zip(index.data, weights.data, strict=True):
        found[place] += weight
    return Array(found, (len(found),), float64)


def diff(values: Array, prepend: float, axis: int = -1) -> Array:
    """By how much every number exceeds the one before it; `prepend` comes before the first."""
    return along(values, axis, lambda line: [b - a for a, b in pairwise([prepend, *line])])
