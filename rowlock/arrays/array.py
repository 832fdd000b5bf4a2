"""An array: numbers in a list, row after row, and a shape."""

from __future__ import annotations

import operator
import struct
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, repeat
from math import prod, sqrt
from typing import Any

from rowlock.arrays import places
from rowlock.arrays.kinds import as_kind, bool_, common, dtype, float64, int64, kind_of
from rowlock.arrays.places import Numbers, Shape, broadcast, broadcast_shapes, sum_products

Operation = Callable[[Any, Any], Any]


class Array:
    """Numbers `data` with a shape and a kind."""

    __slots__ = ("_columns", "data", "dtype", "shape")
    __hash__ = None  # type: ignore[assignment]  # arrays are compared number by number

    def __init__(self, data: Numbers, shape: Shape, kind: dtype) -> None:
        self.data, self.shape, self.dtype = data, shape, kind
        self._columns: list[Numbers] | None = None

    def __class_getitem__(cls, _: object) -> type[Array]:
        return cls

    # what it is

    @property
    def size(self) -> int:
        return len(self.data)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.data) if len(self.shape) == 1 else (self[n] for n in range(self.shape[0]))

    def __repr__(self) -> str:
        return f"Array({self.tolist()}, {self.dtype.str!r})"

    def tolist(self) -> Any:
        found: Numbers = self.data
        for width in reversed(self.shape[1:]):
            found = [found[at : at + width] for at in range(0, len(found), width)] if width else found
        return list(found) if self.shape else found[0]

    def tobytes(self) -> bytes:
        return struct.pack(f"<{len(self.data)}{self.dtype.code}", *self.data)

    def astype(self, asked: dtype | type) -> Array:
        kind = as_kind(asked)
        if kind.plain is self.dtype.plain:
            return Array(list(self.data), self.shape, kind)
        return Array(list(map(kind.plain, self.data)), self.shape, kind)

    def __bool__(self) -> bool:
        return bool(self._only())

    def __int__(self) -> int:
        return int(self._only())

    def __float__(self) -> float:
        return float(self._only())

    __index__ = __int__

    def _only(self) -> Any:
        if len(self.data) != 1:
            raise ValueError("an array of more than one number has no single truth or value")
        return self.data[0]

    # other shapes

    def reshape(self, *shape: Any) -> Array:
        wanted: Shape = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
        if -1 in wanted:
            rest = prod(width for width in wanted if width != -1)
            wanted = tuple([len(self.data) // rest if width == -1 else width for width in wanted])
        if prod(wanted) != len(self.data):
            raise ValueError(f"{len(self.data)} numbers do not fill {wanted}")
        return Array(self.data, wanted, self.dtype)

    def ravel(self) -> Array:
        return Array(self.data, (len(self.data),), self.dtype)

    # parts

    def __getitem__(self, key: object) -> Any:
        place = places.single(self.shape, key)
        if place is not None:
            return self.data[place]
        shape, found = places.read(self.data, self.shape, key)
        return Array(found, shape, self.dtype) if shape is not None else found[0]

    def __setitem__(self, key: object, value: object) -> None:
        place = places.single(self.shape, key)
        if place is not None:
            self.data[place], self._columns = self.dtype.plain(value), None
            return
        shape, at = places.find(self.shape, key)
        given: Iterable[object] = repeat(value, len(at))
        if isinstance(value, Array | list | tuple):
            given = broadcast(*places.listed(value), shape or ())
        plain, data = self.dtype.plain, self.data
        for place, number in zip(at, given, strict=True):
            data[place] = plain(number)
        self._columns = None

    def take(self, index: Array, axis: int | None = None) -> Array:
        """Numbers by their places; with axis 0, whole parts."""
        if axis is None or self.ndim == 1:
            return Array(places.at(self.data, index.data), index.shape, self.dtype)
        width, data = prod(self.shape[1:]), self.data
        parts = [data[place * width : (place + 1) * width] for place in index.data]
        return Array(list(chain.from_iterable(parts)), index.shape + self.shape[1:], self.dtype)

    # number by number

    def _with(self, act: Operation, other: object, kind: dtype | None = None) -> Array:
        if not isinstance(other, Array):
            data = list(map(act, self.data, repeat(other)))
            return Array(data, self.shape, kind or common(self.dtype, kind_of(other)))
        kind = kind or common(self.dtype, other.dtype)
        if self.shape == other.shape:
            return Array(list(map(act, self.data, other.data)), self.shape, kind)
        shape = broadcast_shapes(self.shape, other.shape)
        mine, theirs = broadcast(self.data, self.shape, shape), broadcast(other.data, other.shape, shape)
        return Array(list(map(act, mine, theirs)), shape, kind)

    def _before(self, act: Operation, other: object, kind: dtype | None = None) -> Array:
        """With a plain number on the left."""
        data = list(map(act, repeat(other), self.data))
        return Array(data, self.shape, kind or common(self.dtype, kind_of(other)))

    def __add__(self, other: object) -> Array:
        return self._with(operator.add, other)

    def __radd__(self, other: object) -> Array:
        return self._with(operator.add, other)

    def __sub__(self, other: object) -> Array:
        return self._with(operator.sub, other)

    def __rsub__(self, other: object) -> Array:
        return self._before(operator.sub, other)

    def __mul__(self, other: object) -> Array:
        return self._with(operator.mul, other)

    def __rmul__(self, other: object) -> Array:
        return self._with(operator.mul, other)

    def __truediv__(self, other: object) -> Array:
        return self._with(operator.truediv, other, float64)

    def __rtruediv__(self, other: object) -> Array:
        return self._before(operator.truediv, other, float64)

    def __floordiv__(self, other: object) -> Array:
        return self._with(operator.floordiv, other)

    def __mod__(self, other: object) -> Array:
        return self._with(operator.mod, other)

    def __rpow__(self, other: object) -> Array:
        return self._before(operator.pow, other)

    def __and__(self, other: object) -> Array:
        return self._with(operator.and_, other)

    def __or__(self, other: object) -> Array:
        return self._with(operator.or_, other)

    def __xor__(self, other: object) -> Array:
        return self._with(operator.xor, other)

    def __lshift__(self, other: object) -> Array:
        return self._with(operator.lshift, other, int64 if self.dtype is bool_ else self.dtype)

    def __rlshift__(self, other: object) -> Array:
        return self._before(operator.lshift, other)

    def __rshift__(self, other: object) -> Array:
        return self._with(operator.rshift, other)

    def __lt__(self, other: object) -> Array:
        return self._with(operator.lt, other, bool_)

    def __le__(self, other: object) -> Array:
        return self._with(operator.le, other, bool_)

    def __gt__(self, other: object) -> Array:
        return self._with(operator.gt, other, bool_)

    def __ge__(self, other: object) -> Array:
        return self._with(operator.ge, other, bool_)

    def __eq__(self, other: object) -> Array:  # type: ignore[override]
        return self._with(operator.eq, other, bool_)

    def __ne__(self, other: object) -> Array:  # type: ignore[override]
        return self._with(operator.ne, other, bool_)

    def __invert__(self) -> Array:
        act = operator.not_ if self.dtype is bool_ else operator.invert
        return Array(list(map(act, self.data)), self.shape, self.dtype)

    def __neg__(self) -> Array:
        return Array(list(map(operator.neg, self.data)), self.shape, self.dtype)

    def __matmul__(self, other: Array) -> Array:
        """Rows times columns; the columns of a table of weights are laid out once."""
        deep = self.shape[-1]
        if other._columns is None:
            width = len(other.data) // deep
            other._columns = [other.data[column::width] for column in range(width)]
        columns, data = other._columns, self.data
        rows = [data[at : at + deep] for at in range(0, len(data), deep)]
        found = [sum_products(row, column) for row in rows for column in columns]
        return Array(found, self.shape[:-1] + other.shape[1:], common(self.dtype, other.dtype))

    # over a dimension, or all

    def _fold(self, act: Callable[[Numbers], Any], axis: int | None, keep: bool, kind: dtype) -> Any:
        if axis is None:
            return act(self.data)
        axis %= len(self.shape)
        count, inner = self.shape[axis], prod(self.shape[axis + 1 :])
        parts = places.lines(self.data, count, inner)
        shape = (*self.shape[:axis], *([1] if keep else []), *self.shape[axis + 1 :])
        return Array(list(map(act, parts)), shape, kind)

    def sum(self, axis: int | None = None, keepdims: bool = False) -> Any:
        return self._fold(sum, axis, keepdims, common(self.dtype, int64))

    def prod(self, axis: int | None = None) -> Any:
        return self._fold(prod, axis, False, self.dtype)

    def max(self, axis: int | None = None, keepdims: bool = False) -> Any:
        return self._fold(max, axis, keepdims, self.dtype)

    def min(self, axis: int | None = None, keepdims: bool = False) -> Any:
        return self._fold(min, axis, keepdims, self.dtype)

    def any(self, axis: int | None = None) -> Any:
        return self._fold(any, axis, False, bool_)

    def all(self, axis: int | None = None) -> Any:
        return self._fold(all, axis, False, bool_)

    def argmax(self, axis: int | None = None) -> Any:
        return self._fold(_first_of_most, axis, False, int64)

    def mean(self, axis: int | None = None) -> Any:
        return self._fold(_mean, axis, False, float64)

    def std(self, axis: int | None = None, ddof: int = 0) -> Any:
        return self._fold(lambda part: _deviation(part, ddof), axis, False, float64)

    def cumsum(self, axis: int) -> Array:
        from rowlock.arrays.reckoning import along

        return along(self, axis, places.running_sum, common(self.dtype, int64))

    def clip(self, least: object = None, most: object = None, *, max: object = None) -> Array:  # noqa: A002
        from rowlock.arrays.reckoning import clip

        return clip(self, least, max if most is None else most)


def _first_of_most(part: Numbers) -> int:
    return part.index(max(part))


def _mean(part: Numbers) -> float:
    return float(sum(part) / len(part))


def _deviation(part: Numbers, ddof: int) -> float:
    mean = _mean(part)
    return sqrt(sum((number - mean) ** 2 for number in part) / (len(part) - ddof))
