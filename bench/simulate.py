"""How fast is the kernel? Games per second on one core, against the readable engine or an older checkout.

    python bench/simulate.py [--games 200000] [--seats 2] [--variant classic]
    python bench/simulate.py --against ../rowlock-before

`random`, `cautious` and `greedy` are games per second of processor time on one thread, tables of equal bots.
`× engine` is random play in the kernel over random play in the readable engine (bench/engine.py). `2 threads`
is the speed-up of two threads over one by the clock on the wall, which means something on a quiet machine
only; `work` is the processor time that two threads take for the same games, over that of one.

With --against, this checkout and the other one play the same games by turns, part by part, and both speeds
and their ratio are printed; the ratio hardly depends on the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

from engine import play

from rowlock import load_variant, new_game, variant_names
from rowlock.bots import load_value
from rowlock.engine.errors import Unsupported
from rowlock.fast.simulate import Simulation, simulate
from rowlock.fast.tables import compile_variant

BOTS = ("random", "cautious", "greedy")
HERE = Path(__file__).resolve().parent.parent


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


def kernel_speed(simulation: Simulation, games: int, times: int = 40) -> float:
    """The best of many short runs, by this thread's processor time: other work on the machine hurts less."""
    part, seconds = max(games // times, 1), []
    for _ in range(times):
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


def answer(names: list[str], seats: int, games: int) -> None:
    """Measure all tables once for every line that comes in, and tell them in a line."""
    runs = [ready(name, bot, seats) for name in names for bot in BOTS]
    for _ in sys.stdin:
        print(json.dumps([kernel_speed(run, games, 5) for run in runs]), flush=True)


def ask(folder: Path, args: argparse.Namespace, names: list[str]) -> subprocess.Popen[str]:
    """This file, with the package of a checkout."""
    command = [sys.executable, __file__, "--answer", "--seats", str(args.seats), "--games", "5000"]
    command += [word for name in names for word in ("--variant", name)]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )  # fmt: skip


def compare(args: argparse.Namespace, names: list[str]) -> None:
    """The best speeds of both checkouts, measured by turns."""
    sides = [ask(folder, args, names) for folder in (args.against.resolve(), HERE)]
    best = [[0.0] * len(names) * len(BOTS) for _ in sides]
    for _ in range(args.rounds):
        for side, found in zip(sides, best, strict=True):
            assert side.stdin
            assert side.stdout
            print("go", file=side.stdin, flush=True)
            found[:] = map(max, found, json.loads(side.stdout.readline()))
    for side in sides:
        side.communicate()
    print(f"{'variant':<10}{'bot':<10}{'before':>12}{'now':>12}{'ratio':>8}")
    tables = [(name, bot) for name in names for bot in BOTS]
    for (name, bot), before, now in zip(tables, *best, strict=True):
        print(f"{name:<10}{bot:<10}{before:>12,.0f}{now:>12,.0f}{now / before:>7.2f}×")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--variant", action="append", help="only this one; may be given again")
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="another checkout to compare with")
    parser.add_argument("--rounds", type=int, default=10, help="how often either side is measured (10)")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    names = args.variant or [name for name in variant_names() if load_variant(name).turns is None]
    if args.answer:
        answer(names, args.seats, args.games)
    elif args.against:
        compare(args, names)
    else:
        tell(args, names)


def tell(args: argparse.Namespace, names: list[str]) -> None:
    head = "".join(f"{bot:>12}" for bot in BOTS)
    print(f"{'variant':<17}{'engine':>8}{head}{'× engine':>10}{'2 threads':>11}{'work':>7}")
    for name in names:
        engine = engine_speed(name, args.seats, max(1, min(150, args.games)))
        try:
            runs = [ready(name, bot, args.seats) for bot in BOTS]
        except Unsupported as refused:
            print(f"{name:<17}{engine:>8,.0f}  by the engine alone: {refused}")
            continue
        speeds = [kernel_speed(run, args.games) for run in runs]
        columns = "".join(f"{speed:>12,.0f}" for speed in speeds)
        twice, work = two_threads(runs[1], args.games)
        print(f"{name:<17}{engine:>8,.0f}{columns}{speeds[0] / engine:>9.0f}×{twice:>10.2f}×{work:>6.2f}×")


if __name__ == "__main__":
    main()
