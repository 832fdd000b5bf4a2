"""A solution with a progress bar, for commands."""

from __future__ import annotations

import sys

from rowlock.fast.simulate import default_threads
from rowlock.progress import Progress
from rowlock.solver.dynamic import SolvePlan, format_bytes, solve
from rowlock.solver.values import Values


def solve_shown(plan: SolvePlan, threads: int | None = None) -> Values:
    """Solve a game and keep its values, reporting progress on standard error."""
    variant, threads = plan.layout.tables.variant, threads or default_threads()
    sys.stderr.write(
        f"{variant.title}: {plan.states:,} positions, {format_bytes(plan.bytes)} of memory and disk, "
        f"{threads} thread{'s' * (threads > 1)}{', going on with an earlier run' * plan.resumed}\n"
    )
    try:
        with Progress(plan.states, "positions") as progress:
            return solve(plan, threads, progress.add)
    except KeyboardInterrupt:
        sys.stderr.write("\nwhat is done is kept: run the same command again to continue\n")
        raise
