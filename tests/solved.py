"""Small games, solved once for all the tests of a process: nobody changes what is shared here."""

from __future__ import annotations

from functools import cache

from rowlock.engine.variant import Variant
from rowlock.solver.dynamic import solve_in_memory
from rowlock.solver.values import Values


@cache
def solved(variant: Variant) -> Values:
    return solve_in_memory(variant)
