"""Arrays made from numbers, and arrays put together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from itertools import repeat as again
from math import prod
from typing import Any

from rowlock.arrays import places
from rowlock.arrays.array import Array
from rowlock.arrays.kinds import as_kind, bool_, common, dtype, float64, int64, kind_of
from rowlock.arrays.places import Numbers, Shape


def array(values: Any, kind: dtype | type | None = None) -> Array:
    """An array of numbers, of lists of them, or of arrays."""
    if not isinstance(values, int | float | list | tuple | range | Array):
        values = list(values)
    data, shape = places.listed(values)
    if kind is None:
        kind = values.dtype if isinstance(values, Array) else _kind_of_all(data)
    kind = as_kind(kind)
    is_pure = {type(number) for number in data} <= {kind.plain}
    return Array(data if is_pure else list(map(kind.plain, data)), shape, kind)


def _kind_of_all(data: Numbers) -> dtype:
    """The least kind that holds every one of these numbers."""
    kinds = {kind_of(number) for number in data} or {float64}
    return max(kinds, key=lambda kind: kind.rank)


def asarray(values: object, kind: dtype | type | None = None) -> Array:
    if isinstance(values, Array):
        return values if kind is None or as_kind(kind) is values.dtype else values.astype(kind)
    return array(values, kind)


def ascontiguousarray(values: Array) -> Array:
    return values


def _shape(asked: int | Shape | list[int]) -> Shape:
    return tuple(asked) if isinstance(asked, tuple | list) else (int(asked),)


def full(shape: int | Shape | list[int], value: object, kind: dtype | type | None = None) -> Array:
    wide, kind = _shape(shape), as_kind(kind) if kind is not None else kind_of(value)
    return Array([kind.plain(value)] * prod(wide), wide, kind)


def zeros(shape: int | Shape | list[int], kind: dtype | type = float64) -> Array:
    return full(shape, 0, kind)


def empty(shape: int | Shape | list[int], kind: dtype | type = float64) -> Array:
    return full(shape, 0, kind)


def ones_like(other: Array) -> Array:
    return full(other.shape, 1, other.dtype)


def eye(count: int, dtype: dtype | type = float64) -> Array:
    return array([[row == column for column in range(count)] for row in range(count)], dtype)


def arange(first: int, last: int | None = None) -> Array:
    numbers = list(range(first) if last is None else range(first, last))
    return Array(numbers, (len(numbers),), int64)


def _alike(parts: Sequence[object]) -> tuple[list[Array], dtype]:
    arrays = [asarray(part) for part in parts]
    kind = bool_
    for one in arrays:
        kind = common(kind, one.dtype)
    return arrays, kind


def concatenate(parts: Sequence[object], axis: int = 0) -> Array:
    """Arrays one after the other, along a dimension that they have."""
    arrays, kind = _alike(parts)
    axis %= arrays[0].ndim
    inner = prod(arrays[0].shape[axis + 1 :])
    width = sum(one.shape[axis] for one in arrays)
    shape = (*arrays[0].shape[:axis], width, *arrays[0].shape[axis + 1 :])
    if axis == 0:
        return Array(list(chain.from_iterable(one.data for one in arrays)), shape, kind)
    filled = [one for one in arrays if one.data]
    blocks = [places.lines(one.data, one.shape[axis] * inner, 1) for one in filled]
    data = chain.from_iterable(chain.from_iterable(zip(*blocks, strict=True)))
    return Array(list(data), shape, kind)


def stack(parts: Sequence[object], axis: int = 0) -> Array:
    """Arrays of one shape, along a new dimension."""
    arrays, kind = _alike(parts)
    shape = arrays[0].shape
    axis %= len(shape) + 1
    wide = [Array(one.data, (*shape[:axis], 1, *shape[axis:]), kind) for one in arrays]
    return concatenate(wide, axis)


def append(one: Array, value: object) -> Array:
    return concatenate([one.ravel(), asarray([value], one.dtype)])


def broadcast_to(values: object, shape: Shape) -> Array:
    one = asarray(values)
    return Array(list(places.broadcast(one.data, one.shape, shape)), shape, one.dtype)


def repeat(values: object, count: int, axis: int | None = None) -> Array:
    """Every number this many times; along a dimension, every part."""
    one = asarray(values)
    one = one.ravel() if axis is None else one
    axis = (axis or 0) % one.ndim
    inner = prod(one.shape[axis + 1 :])
    parts = places.lines(one.data, inner, 1) if inner != 1 else ([number] for number in one.data)
    data = chain.from_iterable(chain.from_iterable(again(part, count)) for part in parts)
    return Array(list(data), (*one.shape[:axis], one.shape[axis] * count, *one.shape[axis + 1 :]), one.dtype)


def tile(values: object, counts: int | Shape) -> Array:
    """The whole once more for every place, along the last dimension or along several."""
    one = asarray(values)
    times = counts if isinstance(counts, tuple) else (counts,)
    shape = (1,) * (len(times) - one.ndim) + one.shape
    one, times = one.reshape(shape), (1,) * (len(shape) - len(times)) + times
    for axis, count in enumerate(times):
        if count != 1:
            one = concatenate([one] * count, axis) if count else full(_emptied(one.shape, axis), 0, one.dtype)
    return one


def _emptied(shape: Shape, axis: int) -> Shape:
    return (*shape[:axis], 0, *shape[axis + 1 :])


def roll(values: object, shift: int, axis: int | None = None) -> Array:
    """Numbers shifted along; those that fall off come in at the other end."""
    one = asarray(values)
    if axis is None:
        return roll(one.ravel(), shift, 0).reshape(one.shape)
    width = one.shape[axis]
    order = [(place - shift) % width for place in range(width)]
    keys = (slice(None),) * (axis % one.ndim)
    found: Array = one[(*keys, order)]
    return found
