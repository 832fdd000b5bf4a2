"""How fast is the kernel? Games per second on one core, against the readable engine in the same run.

    python bench/simulate.py [--games 200000] [--seats 2] [--variant classic]

`random`, `cautious` and `greedy` are games per second of processor time on one thread, tables of equal bots.
`× engine` is random play in the kernel over random play in the readable engine (bench/engine.py). `2 threads`
is the speed-up of two threads over one by the clock on the wall, which means something on a quiet machine
only; `work` is the processor time that two threads take for the same games, over that of one.
"""

from __future__ import annotations

import argparse
import random
import time

from engine import play

from rowlock import load_variant, new_game, variant_names
from rowlock.bots import load_value
from rowlock.fast.simulate import Simulation, simulate
from rowlock.fast.tables import compile_variant

BOTS = ("random", "cautious", "greedy")


def engine_speed(name: str, seats: int, games: int = 150) -> float:
    """The best of ten runs over the same games, by this thread's processor time."""
    game, seconds = new_game(load_variant(name), seats), []
    for _ in range(10):
        rng, began = random.Random(1), time.thread_time()
        for _ in range(games):
            play(game, rng)
        seconds.append(time.thread_time() - began)
    return games / min(seconds)


def ready(name: str, bot: str, seats: int) -> Simulation:
    value = load_value(bot)
    assert value is not None
    simulation = Simulation(compile_variant(load_variant(name)), [value] * seats, seed=1)
    simulation.play(0, 1000)
    return simulation


def kernel_speed(simulation: Simulation, games: int) -> float:
    """The best of many short runs, by this thread's processor time: other work on the machine hurts less."""
    part, seconds = max(games // 40, 1), []
    for _ in range(40):
        began = time.thread_time()
        simulation.play(0, part)
        seconds.append(time.thread_time() - began)
    return part / min(seconds)


def two_threads(simulation: Simulation, games: int) -> tuple[float, float]:
    """Two threads against one: how much faster by the clock, how much more processor time; best of five."""
    clock: dict[int, list[float]] = {1: [], 2: []}
    work: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(5):
        for threads in (1, 2):
            began, spent = time.perf_counter(), time.process_time()
            simulate(simulation, games, threads)
            clock[threads].append(time.perf_counter() - began)
            work[threads].append(time.process_time() - spent)
    return min(clock[1]) / min(clock[2]), min(work[2]) / min(work[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--variant", action="append", help="only this one; may be given again")
    args = parser.parse_args()
    head = "".join(f"{bot:>12}" for bot in BOTS)
    print(f"{'variant':<10}{'engine':>8}{head}{'× engine':>10}{'2 threads':>11}{'work':>7}")
    for name in args.variant or variant_names():
        engine = engine_speed(name, args.seats)
        runs = [ready(name, bot, args.seats) for bot in BOTS]
        speeds = [kernel_speed(run, args.games) for run in runs]
        columns = "".join(f"{speed:>12,.0f}" for speed in speeds)
        twice, work = two_threads(runs[1], args.games)
        print(f"{name:<10}{engine:>8,.0f}{columns}{speeds[0] / engine:>9.0f}×{twice:>10.2f}×{work:>6.2f}×")


if __name__ == "__main__":
    main()
