"""Exact endings for two: how fast they are solved, how well their size is foretold, which turns they cover.

    python bench/endings.py [--variant classic] [--games 20] [--most 100000]

Champions play; every position before a roll from which at most so many joint positions follow is solved anew,
from nothing. By size: positions, joint positions a second of processor time, and how far log₁₀ of the
foretold number is off (mean of sizes, and the largest). Then the share of all turns, and of last turns,
within each bound; how many matrix games had a mixed equilibrium; and the largest duality gap.
"""

from __future__ import annotations

import argparse
import sys
from time import process_time

import numpy as np

from rowlock.analysis.review.turns import turns_of
from rowlock.arena.table import dice_of_deal
from rowlock.bots import load_bot
from rowlock.engine.game import Game, legal_moves
from rowlock.engine.notation import format_move
from rowlock.engine.variant import Variant
from rowlock.engine.view import view
from rowlock.solver.ending_store import make_store
from rowlock.solver.endings import Endings, joint_of, load_kernels
from rowlock.table.bot_game import play_out
from rowlock.table.log.records import record_of
from rowlock.variants import load_variant

SEED = 25


def positions_of(variant: Variant, deal: int) -> list[Game]:
    """The positions before each roll of a game between champions."""
    bots = [load_bot("champion", variant, 2) for _ in range(2)]

    def choose(game: Game, seat: int) -> str:
        return bots[seat].choose(view(game, seat), [format_move(move) for move in legal_moves(game, seat)])

    played = play_out(variant, ("champion",) * 2, deal % 2, dice_of_deal(SEED, deal), choose)
    return [turn.before for turn in turns_of(record_of(*played))]


def measure(endings: Endings, game: Game, most: int) -> tuple[int, float, float] | None:
    """Joint positions, seconds, and the error of the foretold number; None if there are too many."""
    joint = joint_of(endings.tables, game, 1 - game.active)
    endings.store = make_store(most)
    start = process_time()
    found = endings.after(joint, most)
    took = process_time() - start
    if found is None:
        return None
    known = max(1, endings.count)
    return known, took, float(np.log10(endings.foretell(joint)) - np.log10(known))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--variant", default="classic")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--most", type=int, default=100_000)
    asked = parser.parse_args()
    variant = load_variant(asked.variant)
    load_kernels()
    endings = Endings(variant, kept=asked.most)
    found, turns, last = [], 0, []
    for deal in range(asked.games):
        games = positions_of(variant, deal)
        turns += len(games)
        for n, game in enumerate(reversed(games)):
            one = measure(endings, game, asked.most)
            if one is None:
                break
            found.append(one)
            last += [one[0]] if n == 0 else []
    tell(np.array(found or [(1, 1.0, 0.0)]), turns, asked.games, last)
    mixed, large, gap = endings.notes
    sys.stdout.write(f"mixed {mixed:,}, by the simplex method {large:,}, largest gap {gap:.1e}\n")


def tell(found: np.ndarray, turns: int, games: int, last: list[int]) -> None:
    sys.stdout.write("joint positions   positions   a second   foretold: mean error, largest\n")
    for low in 10 ** np.arange(1, 8):
        some = found[(found[:, 0] >= low) & (found[:, 0] < 10 * low)]
        if len(some):
            rate, off = some[:, 0].sum() / some[:, 1].sum(), np.abs(some[:, 2])
            sys.stdout.write(
                f"{low:>9,} and more {len(some):>9,} {rate:>10,.0f}   {off.mean():.2f}, {off.max():.2f}\n"
            )
            within = (found[:, 0] < 10 * low).sum() / turns, sum(n < 10 * low for n in last) / games
            sys.stdout.write(f"{'':>18}within: {within[0]:.1%} of turns, {within[1]:.0%} of last turns\n")


if __name__ == "__main__":
    main()
