"""The one place that knows numba: typed decorators that compile a function for the kernels.

Compiling is what the first run after an installation waits for, so little is compiled, and each thing once.
Numba recompiles a function for every constant that it is called with: constants of kernels are therefore
whole numbers of numpy's (`np.int64`), which have a type and no more. Only what Python calls is kept on disk,
with all that it calls in it. Numba would look for changes in the file of that function alone; here the key
of what is kept has the text of every file that kernels are made of. While numba compiles, Python does not
look for garbage: there is next to none, and it would go through all that the compiler builds again and again.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import event
from numba.core.caching import FunctionCache
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).parent.parent
SOURCES = (
    *(
        "fast/jit.py",
        "fast/random_words.py",
        "fast/effects.py",
        "fast/workspace.py",
        "fast/options.py",
        "fast/ranked.py",
        "fast/counted.py",
    ),
    *("fast/counting.py", "fast/kernel.py", "fast/steps.py"),
    *("solver/scratch.py", "solver/crossing.py", "solver/reaching.py", "solver/kernel.py", "solver/solo.py"),
    *("solver/ending_games.py", "solver/ending_store.py", "solver/ending_turn.py", "solver/ending_dice.py"),
    "solver/ending_kernel.py",
    "fast/row_sums.py",
)
"""The files that kernels are compiled from."""
BARE = {"error_model": "numpy", "_nrt": False}
"""Kernels allocate nothing, and so need not count references to arrays."""
WITHIN = {**BARE, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Python calls none of the functions that kernels are made of."""

_njit: Any = numba.njit  # its types do not know every option


@cache
def digest(package: Path = PACKAGE) -> str:
    """The text of all kernels in short."""
    text = b"".join((package / name).read_bytes() for name in SOURCES)
    return sha256(text).hexdigest()


class KernelCache(FunctionCache):
    """Compiled code on disk that is out of date as soon as any kernel changes."""

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return (*super()._index_key(sig, codegen), digest())  # type: ignore[no-untyped-call]


def kernel(function: F) -> F:
    """Compile on first use and keep the result on disk; free of the interpreter's lock while it runs."""
    dispatcher = _njit(nogil=True, **BARE)(function)
    dispatcher._cache = KernelCache(function)  # type: ignore[no-untyped-call]
    return cast(F, dispatcher)


def compiled(function: F) -> F:
    """Compile for kernels to call."""
    return cast(F, _njit(**WITHIN)(function))


def inlined(function: F) -> F:
    """Compile into whoever calls it."""
    return cast(F, _njit(forceinline=True, **WITHIN)(function))


class Undisturbed(event.Listener):
    """No collection of garbage while something is compiled, whatever that compiles in turn."""

    def __init__(self) -> None:
        self.depth, self.collects = 0, False

    def on_start(self, event: Any) -> None:
        self.collects = gc.isenabled() if self.depth == 0 else self.collects
        self.depth += 1
        gc.disable()

    def on_end(self, event: Any) -> None:
        self.depth -= 1
        if self.depth == 0 and self.collects:
            gc.enable()


event.register("numba:compile", Undisturbed())  # type: ignore[no-untyped-call]


class Ear(event.Listener):
    """Hears the first time that anything is really compiled."""

    def __init__(self, heard: Callable[[], object]) -> None:
        self.heard: Callable[[], object] | None = heard

    def on_start(self, event: Any) -> None:
        if self.heard:
            self.heard()
            self.heard = None

    def on_end(self, event: Any) -> None:
        pass


@contextmanager
def hearing(heard: Callable[[], object]) -> Iterator[None]:
    """Within, `heard` is called if something has to be compiled: before that begins, and once."""
    with event.install_listener("numba:compile", Ear(heard)):
        yield


@contextmanager
def telling() -> Iterator[None]:
    """While this is active, waits for compilation are announced on standard error."""
    with hearing(lambda: sys.stderr.write("compiling, once after installation …\n")):
        yield


def _popcount(_typing: Any, word: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return numba.types.uint64(numba.types.uint64), build


popcount: Any = intrinsic(_popcount)
"""How many bits of a 64-bit word are set; for compiled functions only."""
