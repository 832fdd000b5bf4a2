"""Places of an array's numbers in its list: parts, shapes made alike, lines along a dimension."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain
from math import prod
from typing import Any

Shape = tuple[int, ...]
Numbers = list[Any]
"""Numbers of one kind: truths, whole numbers or others."""
Keys = list[Any]
"""A number, a slice, an array of places or None for every dimension."""
Joined = list[tuple[Any, int, int]]
"""A key with how far apart its places lie, and how many there are."""


def _sum_products(one: Sequence[float], other: Sequence[float]) -> float:
    total: float = sum(map(operator.mul, one, other))
    return total


sum_products: Callable[[Sequence[float], Sequence[float]], float] = getattr(math, "sumprod", _sum_products)
"""Python has its own from 3.12 on."""


def at(data: Numbers, index: Sequence[int]) -> Numbers:
    """The numbers at some places."""
    if len(index) < 2:
        return [data[place] for place in index]
    return list(operator.itemgetter(*index)(data))


def lines(data: Numbers, count: int, inner: int) -> Iterator[Numbers]:
    """The lines of `count` numbers along a dimension whose neighbours lie `inner` places apart."""
    if inner == 1:
        return (data[begin : begin + count] for begin in range(0, len(data), count or 1))
    block = count * inner
    return (
        data[begin + shift : begin + block : inner]
        for begin in range(0, len(data), block or 1)
        for shift in range(inner)
    )


def running_sum(line: Numbers) -> Numbers:
    return list(accumulate(line))


def broadcast_shapes(*shapes: Shape) -> Shape:
    """The shape that all of these can be broadcast to."""
    most = max(map(len, shapes))
    wide = [(1,) * (most - len(shape)) + shape for shape in shapes]
    found = []
    for widths in zip(*wide, strict=True):
        several = set(widths) - {1}
        if len(several) > 1:
            raise ValueError(f"shapes {shapes} do not go together")
        found.append(several.pop() if several else 1)
    return tuple(found)


def broadcast(data: Numbers, shape: Shape, wanted: Shape) -> Numbers:
    """The numbers once more for every place of a larger shape, as numpy broadcasts."""
    if shape == wanted:
        return data
    inner, extra = 1, len(wanted) - len(shape)
    for axis in range(len(wanted) - 1, -1, -1):
        want = wanted[axis]
        have = shape[axis - extra] if axis >= extra else 1
        if have != want:
            if have != 1:
                raise ValueError(f"{shape} cannot be broadcast to {wanted}")
            data = _again(data, inner, want)
        inner *= want
    return data


def _again(data: Numbers, inner: int, count: int) -> Numbers:
    """Every block of `inner` numbers this many times."""
    if len(data) == inner:
        return data * count
    if inner == 1:
        return [number for number in data for _ in range(count)]
    blocks = [data[begin : begin + inner] * count for begin in range(0, len(data), inner)]
    return list(chain.from_iterable(blocks))


def listed(nested: Any) -> tuple[Numbers, Shape]:
    """The numbers of lists in lists, or of an array, and their shape."""
    if hasattr(nested, "shape"):
        return list(nested.data), nested.shape
    if not isinstance(nested, list | tuple | range):
        return [nested], ()
    parts = [listed(part) for part in nested]
    inner = parts[0][1] if parts else ()
    return list(chain.from_iterable(data for data, _ in parts)), (len(parts), *inner)


# parts of an array by a key


def single(shape: Shape, key: object) -> int | None:
    """The place of a single number, where the key is nothing but a number for every dimension."""
    if type(key) is not tuple or len(key) != len(shape):
        return None
    place = 0
    for one, width in zip(key, shape, strict=True):
        if type(one) is not int or not 0 <= one < width:
            return None
        place = place * width + one
    return place


def read(data: Numbers, shape: Shape, key: object) -> tuple[Shape | None, Numbers]:
    """A part of an array; its shape is None if it is a single number."""
    keys = _whole(key, shape)
    cut = _single_cut(keys, shape)
    if cut is not None:
        return _read_cut(data, shape, keys, *cut)
    found, places = _find(keys, shape)
    return found, at(data, places)


def find(shape: Shape, key: object) -> tuple[Shape | None, list[int]]:
    """The places of a part, and its shape."""
    return _find(_whole(key, shape), shape)


def _whole(key: object, shape: Shape) -> Keys:
    """A key with an entry for every dimension; masks have become places."""
    keys: Keys = []
    for one in key if isinstance(key, tuple) else (key,):
        if isinstance(one, list | tuple | range):
            data, wide = listed(one)
            one = _Index(data, wide)
        if hasattr(one, "dtype") and one.dtype.str == "|b1":
            keys += _places_of(one.data, one.shape)
        else:
            keys.append(one)
    missing = len(shape) - sum(one is not None and one is not Ellipsis for one in keys)
    where = next((n for n, one in enumerate(keys) if one is Ellipsis), None)
    full = [slice(None)] * missing
    return [*keys, *full] if where is None else [*keys[:where], *full, *keys[where + 1 :]]


class _Index:
    """Places along a dimension, as lists give them."""

    def __init__(self, data: list[int], shape: Shape) -> None:
        self.data, self.shape = data, shape


def _places_of(mask: Numbers, shape: Shape) -> list[_Index]:
    """The places at which a mask is true: one index for each of its dimensions."""
    places = [place for place, true in enumerate(mask) if true]
    return [_Index(line, (len(places),)) for line in coordinates(places, shape)]


def coordinates(places: list[int], shape: Shape) -> list[list[int]]:
    """By dimension, the coordinates of places in the list."""
    found, inner = [], prod(shape)
    for width in shape:
        inner = inner // width if width else 0
        found.append([place // inner % width for place in places])
    return found


def _single_cut(keys: Keys, shape: Shape) -> tuple[int, int | slice] | None:
    """The one dimension that a key narrows, by a number or by neighbours; None for any other key."""
    axis = 0
    cut: tuple[int, int | slice] | None = None
    for one in keys:
        if one is None:
            continue
        if isinstance(one, slice):
            if one != slice(None):
                if cut or one.step not in (None, 1):
                    return None
                cut = (axis, one)
        elif cut or hasattr(one, "shape"):
            return None
        else:
            cut = (axis, int(one))
        axis += 1
    return cut or (0, slice(None)) if shape else None


def _read_cut(
    data: Numbers, shape: Shape, keys: Keys, axis: int, cut: int | slice
) -> tuple[Shape | None, Numbers]:
    width, inner = shape[axis], prod(shape[axis + 1 :])
    first, last = (cut, cut + 1) if isinstance(cut, int) else cut.indices(width)[:2]
    if isinstance(cut, int):
        if not -width <= cut < width:
            raise IndexError(f"there is no place {cut} among {width}")
        first, last = first % width, first % width + 1
    last = max(first, last)
    if last - first == width:
        found = data
    elif inner == 1 and last == first + 1:
        found = data[first::width]
    else:
        block = width * inner
        parts = [data[at + first * inner : at + last * inner] for at in range(0, len(data), block or 1)]
        found = parts[0] if len(parts) == 1 else list(chain.from_iterable(parts))
    shaped = _shape_of(keys, shape, {axis: last - first})
    return (shaped if shaped or any(one is None for one in keys) else None), found


def _shape_of(keys: Keys, shape: Shape, narrowed: dict[int, int]) -> Shape:
    found, axis = [], 0
    for one in keys:
        if one is None:
            found.append(1)
            continue
        if isinstance(one, slice):
            found.append(narrowed.get(axis, shape[axis]))
        axis += 1
    return tuple(found)


def _find(keys: Keys, shape: Shape) -> tuple[Shape | None, list[int]]:
    """Dimension by dimension, the places that are left; arrays of places go together."""
    strides = [prod(shape[axis + 1 :]) for axis in range(len(shape))]
    by_arrays = any(hasattr(one, "shape") for one in keys)
    found: list[int] = []
    places, axis, together = [0], 0, Joined()
    for one in keys:
        joins = by_arrays and one is not None and not isinstance(one, slice)
        if not joins and together:
            places, together = _joined(places, together, found), []
        if one is None:
            found.append(1)
            continue
        if joins:
            together.append((one, strides[axis], shape[axis]))
        elif isinstance(one, slice):
            steps = [step * strides[axis] for step in range(*one.indices(shape[axis]))]
            places = [place + step for place in places for step in steps]
            found.append(len(steps))
        else:
            step = _checked(int(one), shape[axis]) * strides[axis]
            places = [place + step for place in places]
        axis += 1
    if together:
        places = _joined(places, together, found)
    single = not found and all(isinstance(one, int) or hasattr(one, "__index__") for one in keys)
    return (None if single and not by_arrays else tuple(found)), places


def _checked(place: int, width: int) -> int:
    if not -width <= place < width:
        raise IndexError(f"there is no place {place} among {width}")
    return place % width


def _joined(places: list[int], together: Joined, found: list[int]) -> list[int]:
    """Arrays of places, one for each of some dimensions, followed side by side."""
    parts = [(one.data, one.shape) if hasattr(one, "shape") else ([int(one)], ()) for one, _, _ in together]
    shape = broadcast_shapes(*[wide for _, wide in parts])
    total = [0] * prod(shape)
    for (data, wide), (_, stride, width) in zip(parts, together, strict=True):
        steps = broadcast([_checked(place, width) * stride for place in data], wide, shape)
        total = list(map(operator.add, total, steps))
    found += shape
    return [place + step for place in places for step in total]
