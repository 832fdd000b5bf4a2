"""Ownership of tables over many processes that come and go: how many move, how long nobody serves them.

    python -m bench.ownership
    python -m bench.ownership --processes 200 --tables 20000 --minutes 60

Some processes are killed, some freeze, some are cut off, some leave in good order, and new ones take their
place. Those who remain find out at different moments: each looks at the others once a beat. Visitors come
back by any process, as a proxy with an old list sends them; whoever accepts them goes by what it knows.
Time is simulated, ownership is the server's own function.
"""

from __future__ import annotations

import argparse
import heapq
from collections import Counter
from itertools import count
from random import Random
from typing import NamedTuple

from rowlock.server.config import Config
from rowlock.server.live.owners import weight
from rowlock.server.live.relay import LEASE
from rowlock.server.serve import FROZEN_SECONDS

BEAT = Config.beat
DELAY = 0.05
"""Seconds, on average, until what a process writes can be read."""
COME_BACK = 1.0
"""Seconds until a client whose connection breaks, or is closed, tries again; at most."""


class Fault(NamedTuple):
    name: str
    silent: float
    """Seconds until its connections break, or its visitors are sent away."""
    is_known: bool
    """Whether the others find out at once: it says so, or refuses connections."""


FAULTS = {
    "killed": Fault("killed", 0.0, True),
    "frozen": Fault("frozen", FROZEN_SECONDS + 0.5, False),
    "cut off": Fault("cut off", LEASE * BEAT, False),
    "left": Fault("left", 0.0, True),
}


class World:
    """The tables with their owners, and who believes what."""

    def __init__(self, processes: int, tables: int, seed: int) -> None:
        self.chance = Random(seed)
        self.names = (f"p{number}" for number in count())
        self.living = [next(self.names) for _ in range(processes)]
        self.tables = [f"t{number}" for number in range(tables)]
        self.best = [max((weight(table, one), one) for one in self.living) for table in self.tables]

    def remove(self, process: str) -> list[int]:
        """A process is gone: its tables, which the others take."""
        self.living.remove(process)
        moved = [place for place, (_, owner) in enumerate(self.best) if owner == process]
        for place in moved:
            self.best[place] = max((weight(self.tables[place], one), one) for one in self.living)
        return moved

    def add(self) -> list[int]:
        """A newcomer: the tables that it takes."""
        process = next(self.names)
        self.living.append(process)
        moved = []
        for place, table in enumerate(self.tables):
            mine = (weight(table, process), process)
            if mine > self.best[place]:
                self.best[place] = mine
                moved.append(place)
        return moved

    def away(self, fault: Fault) -> float:
        """Seconds for which a table of a process with this fault is served by nobody.

        Its visitors come back when they notice. Whoever accepts them serves the table, or brings them to the
        owner that it knows; that this one is dead it finds out by being refused, or by a second of silence.
        """
        back = self.chance.uniform(0.1, COME_BACK)
        if fault.is_known:
            return fault.silent + back
        noticed = LEASE * BEAT + self.chance.uniform(0, BEAT) + self.chance.expovariate(1 / DELAY)
        first_try = fault.silent + back
        return (
            first_try if first_try >= noticed else first_try + 1.0
        )  # handed over in vain, then served there


def simulate(world: World, minutes: float, rate: float) -> None:
    """Faults at this rate for each process and hour; a replacement comes a moment later."""
    now, end, events = 0.0, 60.0 * minutes, list[tuple[float, str]]()
    moved, faults, silences = list[float](), Counter[str](), dict[str, list[float]]()
    size, tables = len(world.living), len(world.tables)
    heapq.heappush(events, (world.chance.expovariate(size * rate / 3600), "fault"))
    while events and (now := events[0][0]) < end:
        _, kind = heapq.heappop(events)
        if kind == "fault":
            fault = FAULTS[world.chance.choice(list(FAULTS))]
            faults[fault.name] += 1
            lost = world.remove(world.chance.choice(world.living))
            moved.append(len(lost) / tables)
            silences.setdefault(fault.name, []).extend(world.away(fault) for _ in lost)
            heapq.heappush(events, (now + world.chance.uniform(1, 10), "newcomer"))
            heapq.heappush(events, (now + world.chance.expovariate(size * rate / 3600), "fault"))
        else:
            taken = world.add()
            moved.append(len(taken) / tables)
            silences.setdefault("newcomers", []).extend(world.chance.uniform(0.1, COME_BACK) for _ in taken)
    tell(world, moved, faults, silences)


def tell(world: World, moved: list[float], faults: Counter[str], silences: dict[str, list[float]]) -> None:
    size = len(world.living)
    print(f"{len(world.tables)} tables on {size} processes, {len(moved)} changes: {dict(faults)}")
    if not moved:
        return
    mean = 100 * sum(moved) / len(moved)
    print(f"moved per change: {mean:.2f} % of the tables, {100 * max(moved):.2f} % at most")
    print(f"(one of {size} is {100 / size:.2f} %)")
    shares = Counter(owner for _, owner in world.best)
    fullest, emptiest = (find(shares.values()) * size / len(world.tables) for find in (max, min))
    print(f"the fullest process has {fullest:.2f} times its share, the emptiest {emptiest:.2f}")
    for name, seconds in silences.items():
        if seconds:
            mean = sum(seconds) / len(seconds)
            print(
                f"{name:>10}: nobody serves a table for {mean:.1f} s on average, {max(seconds):.1f} s at most"
            )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--processes", type=int, default=200)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--minutes", type=float, default=60.0, help="of simulated time")
    parser.add_argument("--faults", type=float, default=0.5, help="for each process and hour")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    simulate(World(args.processes, args.tables, args.seed), args.minutes, args.faults)


if __name__ == "__main__":
    main()
