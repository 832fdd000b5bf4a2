"""Draw championships of all sizes: repeated meetings beside the fewest possible, fair shares, and the time.

    python bench/community/draws.py
    python bench/community/draws.py --people 16 24 200 --size 4 --rounds 5

"fewest" is a bound that nothing can be below: all meetings minus all pairs of people. A line ends with the
time of a draw in units of the time that a plain shuffle of as many people as often takes in the same run.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from math import comb
from random import Random

from rowlock.community.events.kit.seating import Seating, draw, repeats


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--people", type=int, nargs="+", default=[*range(4, 33), 40, 48, 64, 100, 150, 200])
    parser.add_argument("--size", type=int, default=4, choices=(3, 4, 5))
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    print("people  tables  repeated  fewest  first  small  seconds   shuffles")
    for people in args.people:
        print(line(people, args.size, args.rounds), flush=True)


def line(people: int, size: int, count: int) -> str:
    began = time.process_time()
    drawn: list[Seating] = []
    for number in range(count):
        drawn.append(draw(range(people), drawn, count - number, "bench", size))
    took = time.process_time() - began
    fewest = max(sum(comb(len(t), 2) for tables in drawn for t in tables) - comb(people, 2), 0)
    first = Counter(table[0] for tables in drawn for table in tables)
    small = Counter(p for tables in drawn for t in tables if len(t) < max(map(len, tables)) for p in t)
    return (
        f"{people:6}  {len(drawn[0]):6}  {repeats(drawn):8}  {fewest:6}  {spread(first, people):>5}"
        f"  {spread(small, people):>5}  {took:7.2f}  {took / shuffles(people, count):9.0f}"
    )


def spread(counts: Counter[int], people: int) -> str:
    shares = [counts[person] for person in range(people)]
    return f"{min(shares)}–{max(shares)}"


def shuffles(people: int, count: int) -> float:
    """The time of a plain draw by lot: as many shuffles as rounds."""
    chance, order = Random(0), list(range(people))
    began = time.process_time()
    for _ in range(100 * count):
        chance.shuffle(order)
    return (time.process_time() - began) / 100


if __name__ == "__main__":
    main()
