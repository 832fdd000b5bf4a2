"""Kinds of numbers: what an array's numbers are, and how they are written as bytes."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class dtype:  # noqa: N801  numpy's name for it
    """A kind of number; `rank` orders them: of two kinds, the higher one holds both."""

    str: builtins.str
    code: builtins.str
    """For `struct`."""
    rank: int
    plain: Callable[..., float]

    def __call__(self, value: object) -> float:
        return self.plain(value)


bool_ = dtype("|b1", "?", 0, bool)
int16 = dtype("<i2", "h", 1, int)
int32 = dtype("<i4", "i", 2, int)
int64 = dtype("<i8", "q", 3, int)
uint64 = dtype("<u8", "Q", 4, int)
float16 = dtype("<f2", "e", 5, float)
float32 = dtype("<f4", "f", 6, float)
float64 = dtype("<f8", "d", 7, float)
KINDS = {kind.str: kind for kind in (bool_, int16, int32, int64, uint64, float16, float32, float64)}
OF_TYPE = {bool: bool_, int: int64, float: float64}


def as_kind(asked: dtype | type) -> dtype:
    """A kind as people name it: itself, or one of Python's types."""
    return asked if isinstance(asked, dtype) else OF_TYPE[asked]


def kind_of(value: object) -> dtype:
    return OF_TYPE[type(value)]


def common(one: dtype, other: dtype) -> dtype:
    return one if one.rank >= other.rank else other


@dataclass(frozen=True)
class iinfo:  # noqa: N801  numpy's name for it
    """The range of a kind of whole numbers."""

    kind: dtype

    @property
    def max(self) -> int:
        bits = 8 * int(self.kind.str[-1])
        return (1 << bits) - 1 if self.kind.str[1] == "u" else (1 << bits - 1) - 1
