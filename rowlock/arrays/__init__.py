"""The part of numpy that bots and analysis use, in plain Python: for where there is none, as in a browser.

Bots are written once, with arrays. Where numpy is missing `stand_in` puts this package in its place, and
the same lines run on lists: slower by far, fast enough for one table. What is here answers as numpy does
(`tests/arrays` compares them); whatever is missing fails by name. Two things differ: a part of an array is
a copy and not a view, so that `a[0][1] = 2` leaves `a` as it was, and numbers are Python's, which neither
overflow nor lose digits.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from math import inf

from rowlock.arrays import typing
from rowlock.arrays.array import Array as ndarray  # noqa: N813  numpy's name for it
from rowlock.arrays.kinds import (
    bool_,
    dtype,
    float16,
    float32,
    float64,
    iinfo,
    int16,
    int32,
    int64,
    uint64,
)
from rowlock.arrays.making import (
    append,
    arange,
    array,
    asarray,
    ascontiguousarray,
    broadcast_to,
    concatenate,
    empty,
    eye,
    full,
    ones_like,
    repeat,
    roll,
    stack,
    tile,
    zeros,
)
from rowlock.arrays.npz import load
from rowlock.arrays.places import broadcast_shapes
from rowlock.arrays.reckoning import (
    add,
    amax,
    amin,
    argsort,
    argwhere,
    array_equal,
    bincount,
    clip,
    diff,
    divmod,  # noqa: A004  numpy's name for it
    exp,
    flatnonzero,
    lexsort,
    maximum,
    minimum,
    nonzero,
    searchsorted,
    sort,
    sqrt,
    take_along_axis,
    union1d,
    where,
)

__all__ = [
    "add", "amax", "amin", "append", "arange", "argsort", "argwhere", "array", "array_equal", "asarray",
    "ascontiguousarray", "bincount", "bool_", "broadcast_shapes", "broadcast_to", "clip", "concatenate",
    "diff", "divmod", "dtype", "empty", "exp", "eye", "flatnonzero", "float16", "float32", "float64", "full",
    "iinfo", "inf", "int16", "int32", "int64", "lexsort", "load", "maximum", "minimum", "ndarray", "nonzero",
    "ones_like", "repeat", "roll", "searchsorted", "sort", "sqrt", "stack", "stand_in", "take_along_axis",
    "tile", "typing", "uint64", "union1d", "where", "zeros",
]  # fmt: skip


def stand_in() -> None:
    """Take numpy's place where it is missing."""
    if find_spec("numpy") is None:
        sys.modules["numpy"], sys.modules["numpy.typing"] = sys.modules[__name__], typing
