"""Alone, some bots play the solved game: it is solved before a contest, where that takes seconds."""

from __future__ import annotations

from rowlock.arena.contest import Contest
from rowlock.bots import plays_solved_game
from rowlock.engine.errors import RowlockError
from rowlock.fast.tables import compile_variant
from rowlock.solver.dynamic import load_values, plan_solution
from rowlock.solver.layout import make_layout
from rowlock.solver.progress_bar import solve_shown

SOON_SOLVED = 10_000_000
"""Positions of a solo game that are solved in seconds."""


def solve_first(contest: Contest) -> None:
    """Solve a small solo game that nobody has solved on this machine, for a bot that wants the values."""
    variant, name = contest.variant, contest.names[0]
    if contest.seats > 1 or not plays_solved_game(contest.bot(name)):
        return
    try:
        layout = make_layout(compile_variant(variant))
    except RowlockError:  # something new is in it
        return
    small = layout.index.words == 0 and layout.frames * layout.board.boxes <= SOON_SOLVED
    if small and load_values(variant) is None:
        solve_shown(plan_solution(variant))
