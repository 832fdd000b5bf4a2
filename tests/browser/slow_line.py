"""A bad line to a server: what is sent arrives late, and now and then much later, as if packets were lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from random import Random
from threading import Thread
from urllib.parse import urlsplit

LATENCY = 0.2
"""Seconds one way: 400 ms there and back."""
LOSS = 0.02
"""The part of packets that are lost: they are sent again, and all that follows them waits."""
AGAIN = 1.0
"""Seconds until a lost packet is missed and sent again."""
PACKET = 1400


class SlowLine:
    """A gateway in front of a server; it counts what was lost, so that tests know it was bad enough."""

    def __init__(self, base: str, seed: int = 1) -> None:
        self.server = urlsplit(base)
        self.chance = Random(seed)
        self.lost = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(self.server.hostname, self.server.port)
        with suppress(asyncio.CancelledError):  # the test is over
            await asyncio.gather(self.carry(reader, back), self.carry(there, writer), return_exceptions=True)
        for way in (back, writer):
            way.close()

    async def carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        """One way of a connection: everything in order, none of it sooner than the line allows."""
        loop, under_way = asyncio.get_running_loop(), asyncio.Queue[tuple[float, bytes]]()
        arriving = asyncio.create_task(self.arrive(under_way, sink))
        free = 0.0
        while sent := await source.read(PACKET):
            late = self.chance.random() < LOSS
            self.lost += late
            free = max(free, loop.time() + LATENCY + (AGAIN if late else 0))
            under_way.put_nowait((free, sent))
        under_way.put_nowait((free, b""))
        await arriving

    async def arrive(self, under_way: asyncio.Queue[tuple[float, bytes]], sink: asyncio.StreamWriter) -> None:
        while (packet := await under_way.get())[1]:
            await asyncio.sleep(max(0.0, packet[0] - asyncio.get_running_loop().time()))
            sink.write(packet[1])
            await sink.drain()
        sink.close()


def _soon(loop: asyncio.AbstractEventLoop, do: Callable[[], None]) -> None:
    loop.call_soon_threadsafe(do)


@contextmanager
def slow_line(base: str) -> Iterator[tuple[str, SlowLine]]:
    """The address of a bad line to a server, and the line."""
    line, opened = SlowLine(base), Future[tuple[int, Callable[[], object]]]()

    async def stand() -> None:
        server, over = await asyncio.start_server(line.serve, "127.0.0.1", 0), asyncio.Event()
        loop = asyncio.get_running_loop()
        opened.set_result((server.sockets[0].getsockname()[1], lambda: _soon(loop, over.set)))
        await over.wait()
        server.close()

    thread = Thread(target=lambda: asyncio.run(stand()))
    thread.start()
    port, stop = opened.result()
    try:
        yield f"http://127.0.0.1:{port}", line
    finally:
        stop()
        thread.join()
