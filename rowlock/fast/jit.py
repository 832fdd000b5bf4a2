"""The one place that knows numba: typed decorators that compile a function for the kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile on first use and keep the result on disk; free of the interpreter's lock while it runs."""
    return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def inlined(function: F) -> F:
    """Compile into whoever calls it."""
    return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=True)(function))


def bare(function: F) -> F:
    """Compile a function that allocates nothing, and so need not count references to its many arrays."""
    return cast(F, _njit(cache=True, nogil=True, error_model="numpy", _nrt=False)(function))


def bare_inlined(function: F) -> F:
    """The same, into whoever calls it: handing on many arrays costs more than a small function does."""
    return cast(F, _njit(cache=True, nogil=True, error_model="numpy", _nrt=False, forceinline=True)(function))


_njit: Any = numba.njit  # its types do not know every option


def _popcount(_typing: Any, word: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return numba.types.uint64(numba.types.uint64), build


popcount: Any = intrinsic(_popcount)
"""How many bits of a 64-bit word are set; for compiled functions only."""
