"""How quick the bots are, by processor time of one core: champion against champion in step, single decisions.

python bench/bots/speed.py
python bench/bots/speed.py --against ../older-checkout    # champion in step, both sides in one run
"""

from __future__ import annotations

import argparse
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from time import process_time, thread_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from sides import Sides

from rowlock.arena.batched import play
from rowlock.arena.table import play_game
from rowlock.bots import Bot, load_batch_bot, load_bot
from rowlock.bots.kit.batch import pad_of
from rowlock.cli import main as cli
from rowlock.variants import load_variant, variant_names

GAMES = 2000
ROUNDS = 8
"""How often each side plays its games when two are compared."""
ONE_BY_ONE = 10
LIMIT = 0.020
"""Seconds that a decision may take."""


class Watched:
    """A bot with a stopwatch that counts only its own processor time."""

    def __init__(self, bot: Bot, times: list[float]) -> None:
        self.name, self.line, self.bot, self.times = bot.name, bot.line, bot, times

    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        began = thread_time()
        chosen = self.bot.choose(view, moves)
        if len(moves) > 1:
            self.times.append(thread_time() - began)
        return chosen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="compare with another checkout")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--variants", nargs="+", default=list(variant_names()), help="for single decisions")
    parser.add_argument("--games", type=int, default=GAMES, help=f"in step ({GAMES})")
    args = parser.parse_args()
    if args.answer:
        for _ in sys.stdin:
            print(_contest(), flush=True)
    elif args.against:
        with Sides(__file__, args.against) as sides:
            before, after = (GAMES / seconds for seconds in sides.best([""] * ROUNDS))
        print(f"champion in step, classic: {before:,.0f} games/s, now {after:,.0f}: {after / before:.2f}×")
    else:
        _tell_all(args.variants, args.games)


def _tell_all(variants: list[str], games: int) -> None:
    single, times = _decide("classic", ONE_BY_ONE)
    for name in variants:
        _tell(name, times if name == "classic" else _decide(name, 2)[1])
    quick = _in_step(games)
    print(f"champion : champion, classic, one core: {quick:,.0f} games/s in step", end="")
    print(f" ({quick / single:.0f} x one by one, {quick / 1000:.2f} x the goal of 1,000)")


def _decide(name: str, games: int) -> tuple[float, list[float]]:
    """Games per second one after the other, and the time of every decision with something to decide."""
    times: list[float] = []
    variant = load_variant(name)
    bots: list[Bot] = [Watched(load_bot("champion", variant, 2), times) for _ in range(2)]
    began = process_time()
    for number in range(games):
        play_game(variant, bots, 1, number, lambda _, seconds: None)
    return games / (process_time() - began), times


def _tell(name: str, times: list[float]) -> None:
    first, rest = times[0], sorted(times[1:])
    middle, worst = rest[len(rest) // 2], rest[-1]
    late = sum(seconds > LIMIT for seconds in rest)
    print(f"champion decides in {name}: median {1000 * middle:.2f} ms, worst {1000 * worst:.2f} ms, ", end="")
    print(f"{late} of {len(rest)} over 20 ms; the first, which loads it: {1000 * first:.0f} ms")


def _in_step(games: int) -> float:
    pad = pad_of(load_variant("classic"))
    bot = load_batch_bot("champion", pad, 2)
    play(pad, [bot, bot], 1, 0, 50)
    began = process_time()
    play(pad, [bot, bot], 1, 0, games)
    return games / (process_time() - began)


def _contest() -> float:
    """Processor time of a contest through the command, which every checkout understands."""
    began = process_time()
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        cli(["arena", *["champion"] * 2, "--variant", "classic", "--games", str(GAMES), "--workers", "1"])
    return process_time() - began


if __name__ == "__main__":
    main()
