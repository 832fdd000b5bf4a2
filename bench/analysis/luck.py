"""Is luck luck? Games of champion against steady, with all luck known.

    python bench/analysis/luck.py [--games 10000] [--variant classic] [--processes 1]

Prints the mean luck with its standard error, and what remains of the result's spread without luck.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np

from rowlock.analysis.judges.by_network import ByNetwork
from rowlock.analysis.judges.roll_means import Floats, look_at_rolls
from rowlock.analysis.judges.selection import find_judge
from rowlock.bots import load_batch_bot
from rowlock.bots.kit.batch import BestOption, play_turn
from rowlock.bots.net.lockstep import Games, Lots, make_rolls, new_games, next_seat, shares
from rowlock.bots.net.network import one_core
from rowlock.fast.chance import game_key, roll_dice
from rowlock.variants import load_variant

PART = 100
LOOK = 25


def results(job: tuple[str, int, int]) -> Floats:
    """[games, 2]: the champion's part of the win, and its luck; it starts every other part."""
    name, first, count = job
    judge = find_judge(load_variant(name), 2)
    assert isinstance(judge, ByNetwork)
    pad = judge.pad
    bots = [BestOption(judge.weigher), load_batch_bot("steady", pad, 2)]
    seat = first // PART % 2
    order = bots if seat == 0 else bots[::-1]
    now, left, turn = new_games(pad, count, 2), np.arange(count), 0
    keys = game_key(34, (left + first).astype(np.uint64))
    found = np.zeros((count, 2))
    with one_core():
        while len(left):
            faces = np.stack(roll_dice(keys[left], turn + 1, pad.faces, pad.R), 1).astype(np.int64)
            at = (seat - turn) % 2
            for n in range(0, len(left), LOOK):
                some = Games(*[part[n : n + LOOK] for part in now])
                looked = look_at_rolls(judge.weigher, some, faces[n : n + LOOK], judge.level)
                found[left[n : n + LOOK], 1] += (looked.came - looked.mean)[:, at]
            lots = Lots(keys[left], turn + 1, np.zeros(len(left), int), 2)
            seated = [order[(turn + p) % 2] for p in range(2)]
            now, over = play_turn(pad, now, make_rolls(pad, faces), seated, lots)
            found[left[over], 0] = shares(pad, Games(*[part[over] for part in now]))[0][:, at]
            now, left = next_seat(pad, Games(*[part[~over] for part in now])), left[~over]
            turn += 1
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--variant", default="classic")
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args()
    jobs = [(args.variant, n, min(PART, args.games - n)) for n in range(0, args.games, PART)]
    with ProcessPoolExecutor(args.processes, get_context("spawn")) as pool:
        found = np.concatenate(list(pool.map(results, jobs)))
    result, luck = found.T
    without = result - luck
    root = len(found) ** 0.5
    print(f"{args.variant}, champion against steady, {len(found)} games")
    print(f"luck: mean {luck.mean():+.4f} ± {luck.std() / root:.4f}")
    print(f"result: mean {result.mean():.4f} ± {result.std() / root:.4f}, spread {result.std():.4f}")
    print(f"without luck: mean {without.mean():.4f} ± {without.std() / root:.4f}, spread {without.std():.4f}")
    print(f"spread without luck / spread: {without.std() / result.std():.3f}")


if __name__ == "__main__":
    main()
