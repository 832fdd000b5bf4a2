"""Does the judge contradict itself? Champions' games are judged, and every jump of the same position counted.

    python bench/analysis/consistency.py [--games 20] [--variants classic …] [--seats 2 3] [--most 1000000]

For every pad and number of seats, over all turns and seats: the difference between what a position was said
to be worth at the end of a turn and a moment later before the next roll, and between what the roll that came
was foretold to be worth and what its best option is. Then, by game and seat, the sum of both ("unexplained"
in a review). Each as the mean of sizes, the 50th, 90th and 99th percent and the largest; how many turns jump
by more than 0.1; and how many turns were judged exactly, with the largest jump between two of them.

`--most` is the number of joint positions of two seats that are solved exactly, a review's by default; with 0
the network judges to the end.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.analysis.judges.by_network import ByNetwork
from rowlock.analysis.judges.selection import find_judge
from rowlock.analysis.judges.turn_outcomes import Floats
from rowlock.analysis.judges.verdict import Judged
from rowlock.analysis.review.turns import turns_of
from rowlock.arena.table import dice_of_deal
from rowlock.bots import load_bot
from rowlock.engine.game import Game, legal_moves
from rowlock.engine.notation import format_move
from rowlock.engine.view import view
from rowlock.solver.endings import IN_REVIEW
from rowlock.table.bot_game import play_out
from rowlock.table.log.records import record_of
from rowlock.variants import load_variant, variant_names

SEED = 25
LARGE = 0.1
Flags = npt.NDArray[np.bool_]

Job = tuple[str, int, int, int]
"""A pad, a number of seats, a deal, and how many joint positions may be solved."""


class Jumps(NamedTuple):
    """One game's jumps `[turns, seats]`, before rolls and after them; and which turns were judged exactly."""

    before: Floats
    rolled: Floats
    exact: Flags


def jumps_of(job: Job) -> Jumps:
    """The jumps of one game."""
    name, seats, deal, most = job
    variant = load_variant(name)
    bots = [load_bot("champion", variant, seats) for _ in range(seats)]

    def choose(game: Game, seat: int) -> str:
        return bots[seat].choose(view(game, seat), [format_move(move) for move in legal_moves(game, seat)])

    names = ("champion",) * seats
    record = record_of(*play_out(variant, names, deal % seats, dice_of_deal(SEED, deal), choose))
    judge = find_judge(variant, seats)
    if isinstance(judge, ByNetwork):
        judge.look_ahead(most)
    judged = judge.judge(turns_of(record), lambda _: None)
    return Jumps(_before(judged), _rolled(judged), np.array([said.exact for said in judged]))


def _before(judged: Sequence[Judged]) -> Floats:
    found = [np.subtract(next_.before, said.after or next_.before) for said, next_ in pairwise(judged)]
    return np.array([np.zeros(len(judged[0].before)), *found])


def _rolled(judged: Sequence[Judged]) -> Floats:
    return np.array([np.subtract(said.rolled, np.add(said.before, said.luck)) for said in judged])


def line_of(sizes: Floats) -> str:
    marks = " ".join(f"{value:8.4f}" for value in np.quantile(sizes, [0.5, 0.9, 0.99, 1.0]))
    return f"{sizes.mean():8.4f} {marks}"


def table_of(name: str, seats: int, found: Sequence[Jumps]) -> str:
    """The lines of one pad and number of seats."""
    before, rolled, exact = (np.concatenate(parts) for parts in zip(*found, strict=True))
    before, rolled = np.abs(before), np.abs(rolled)
    sums = np.concatenate([(game.before + game.rolled).sum(0) for game in found])
    jumps = np.maximum(before, rolled).max(1)
    large = (jumps > LARGE).mean()
    both = exact & np.concatenate([[False, *game.exact[:-1]] for game in found])
    label = f"{name:<16} {seats}"
    return (
        f"{label}  before the roll   {line_of(before)}\n"
        f"{label}  after the roll    {line_of(rolled)}\n"
        f"{label}  unexplained       {line_of(np.abs(sums))}\n"
        f"{label}  {100 * large:.2f} % of {len(before)} turns jump by more than {LARGE}\n"
        f"{label}  {100 * exact.mean():.2f} % of turns are exact; between two such ones "
        f"{jumps[both].max(initial=0.0):.1e} at most\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    dice = [name for name in variant_names() if load_variant(name).turns is None]
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--variants", nargs="+", default=dice)
    parser.add_argument("--seats", nargs="+", type=int, default=[2, 3, 4, 5])
    parser.add_argument("--most", type=int, default=IN_REVIEW)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    sys.stdout.write(f"{'':<36}  {'mean':>8} {'50 %':>8} {'90 %':>8} {'99 %':>8} {'most':>8}\n")
    with ProcessPoolExecutor(asked.processes, get_context("spawn")) as pool:
        for name in asked.variants:
            for seats in asked.seats:
                jobs = [(name, seats, deal, asked.most) for deal in range(asked.games)]
                sys.stdout.write(table_of(name, seats, list(pool.map(jumps_of, jobs))))
                sys.stdout.flush()


if __name__ == "__main__":
    main()
