"""Is the chance to win true? Champions play each other, and predictions are compared with results.

    python bench/analysis/calibration.py [--games 4200] [--variants classic …] [--seats 2 3 4 5] [--seed 12]

For every pad and number of seats: the chances of all seats at the end of every turn, in tenths, with how
often those seats then won: the error of each tenth in points, where it holds 1 % of the positions; and the
largest with its standard error, from how much parts of the games differ. Last, all pads and seats together.
The network is measured, to the end of the game, without exact endings.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np

from rowlock.analysis.judges.by_network import ByNetwork
from rowlock.analysis.judges.selection import find_judge
from rowlock.analysis.judges.turn_outcomes import Floats
from rowlock.bots.kit.batch import BestOption, play_turn
from rowlock.bots.net.lockstep import Games, Lots, make_rolls, new_games, next_seat, shares
from rowlock.bots.net.network import one_core
from rowlock.fast.chance import game_key, roll_dice
from rowlock.variants import load_variant, variant_names

PART = 300
SEED = 12
Job = tuple[str, int, int, int, int]
"""A pad, its seats, the first game and how many, and the seed of their dice."""


def tenths(job: Job) -> Floats:
    """[3, 10] of some games: predictions in each tenth, their sum, and the sum of the outcomes."""
    name, seats, first, count, seed = job
    judge = find_judge(load_variant(name), seats)
    assert isinstance(judge, ByNetwork)
    judge.look_ahead(0)
    pad, bot = judge.pad, BestOption(judge.weigher)
    now, left, turn = new_games(pad, count, seats), np.arange(count), 0
    keys = game_key(seed, (left + first).astype(np.uint64))
    said: list[Floats] = []
    whose: list[Floats] = []
    result = np.zeros((count, seats))
    with one_core():
        while len(left):
            turn += 1
            faces = np.stack(roll_dice(keys[left], turn, pad.faces, pad.R), 1).astype(np.int64)
            lots = Lots(keys[left], turn, np.zeros(len(left), int), seats)
            now, over = play_turn(pad, now, make_rolls(pad, faces), [bot] * seats, lots)
            ended = Games(*[part[over] for part in now])
            result[left[over]] = np.roll(shares(pad, ended)[0], turn - 1, 1)
            now, left = Games(*[part[~over] for part in now]), left[~over]
            if len(left):
                chances = judge.level(np.asarray(judge.weigher.after(now), np.float64))
                said.append(np.roll(chances, turn - 1, 1))
                whose.append(left.copy())
            now = next_seat(pad, now)
    chance, came = np.concatenate(said).ravel(), result[np.concatenate(whose)].ravel()
    at = np.minimum((chance * 10).astype(int), 9)
    return np.array([np.bincount(at, weights, 10) for weights in (np.ones(len(at)), chance, came)])


def main() -> None:
    compare(
        tenths, __doc__, PART, 4200, [name for name in variant_names() if load_variant(name).turns is None]
    )


def compare(work: Callable[[Job], Floats], about: str | None, part: int, games: int, pads: list[str]) -> None:
    """Have games counted in parts of so many, and show every pad with every number of seats."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=games, help="of every pad and number of seats")
    parser.add_argument("--variants", nargs="*", default=pads)
    parser.add_argument("--seats", nargs="*", type=int, default=[2, 3, 4, 5])
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args()
    every: list[Floats] = []
    with ProcessPoolExecutor(args.processes, get_context("spawn")) as pool:
        for name in args.variants:
            for seats in args.seats:
                firsts = range(0, args.games, part)
                jobs = [(name, seats, n, min(part, args.games - n), args.seed) for n in firsts]
                found = list(pool.map(work, jobs))
                every += found
                show(f"{name}, {seats} seats", np.array(found))
    show(f"all, {args.games * len(args.variants) * len(args.seats)} games", np.array(every))


def show(what: str, parts: Floats) -> None:
    """The errors of the tenths `[parts, 3, 10]`, in points, of those that hold 1 % of the positions."""
    count, off = parts[:, 0], parts[:, 2] - parts[:, 1]
    total = count.sum(0)
    held = total / total.sum() >= 0.01
    error = off.sum(0) / np.maximum(total, 1)
    spread = np.sqrt(((off - error * count) ** 2).sum(0)) / np.maximum(total, 1)
    signs = zip(100 * error, held, strict=True)
    shown = " ".join(f"{one:+5.2f}" if is_held else "    ." for one, is_held in signs)
    most = np.where(held, np.abs(error), -1.0).argmax()
    sure = f" ± {100 * spread[most]:.2f}" if len(parts) > 1 else ", of too few games for its error"
    print(f"{what:20} {shown}   largest {abs(100 * error[most]):.2f}{sure}", flush=True)


if __name__ == "__main__":
    main()
