"""The cost of a limit on waiting at every message that is sent: `asyncio.timeout` beside `Patience`.

    python bench/timeouts.py

`Patience` keeps one timer for all that a connection sends; `asyncio.timeout` sets and cancels one each time.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable

from rowlock.server.edge.timeouts import Patience

SECONDS = 20.0


async def send() -> None:
    """Stands for a message that goes out at once, as nearly all do."""


async def by_asyncio(count: int) -> None:
    for _ in range(count):
        async with asyncio.timeout(SECONDS):
            await send()


async def by_patience(count: int) -> None:
    patience = Patience(SECONDS)
    for _ in range(count):
        with patience:
            await send()
    patience.stop()


async def measure(way: Callable[[int], Awaitable[None]], count: int) -> float:
    """The least of five tries, in microseconds of processor time for each message."""
    found = []
    for _ in range(5):
        begun = time.process_time()
        await way(count)
        found.append(time.process_time() - begun)
    return min(found) / count * 1e6


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--messages", type=int, default=100_000)
    count = parser.parse_args().messages
    one, other = await measure(by_asyncio, count), await measure(by_patience, count)
    print(f"asyncio.timeout {one:.2f} µs a message, Patience {other:.2f} µs: {one / other:.0f} times as much")


if __name__ == "__main__":
    asyncio.run(main())
