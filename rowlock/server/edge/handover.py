"""Connections that go from one process of a machine to another, over Unix sockets in a folder of their own.

Whoever hands a connection over sends the socket and what has been read from it; the other says that it is
there, and begins when it is told that it may. So nobody ever reads from a connection that somebody else
still answers, even if one of the two is stopped in the middle of it.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

TAKE_SECONDS = 1.0
"""How long a process may take to say that it has got a connection."""
BACKLOG = 1024
HEAD = struct.Struct("!BI")
"""Before what is sent: how long the visitor's address is, and what was read."""
THERE, YOURS = b"t", b"y"

CAN_HAND_OVER = hasattr(socket, "send_fds") and hasattr(socket, "AF_UNIX")


class Taken(NamedTuple):
    """The luggage of a connection: the bytes read from it, and whose it is where its socket cannot say."""

    early: bytes
    client: tuple[str, int] | None = None


class Gone(Exception):
    """There is no such process any more."""


def socket_of(folder: Path, process: str) -> str:
    return str(folder / process)


async def hand_over(folder: Path, process: str, descriptor: int, taken: Taken) -> bool:
    """Give a connection to another process; False if it does not take it. Raises `Gone` if there is none."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as channel:
            async with asyncio.timeout(TAKE_SECONDS):
                return await _offer(channel, socket_of(folder, process), descriptor, _pack(taken))
    except (ConnectionRefusedError, FileNotFoundError):
        raise Gone from None
    except (OSError, TimeoutError):  # it is silent, or there are no more descriptors
        return False


async def _offer(channel: socket.socket, path: str, descriptor: int, parcel: bytes) -> bool:
    loop = asyncio.get_running_loop()
    channel.setblocking(False)
    await loop.sock_connect(channel, path)
    sent = socket.send_fds(channel, [parcel], [descriptor])
    await loop.sock_sendall(channel, parcel[sent:])
    if await loop.sock_recv(channel, 1) != THERE:
        return False
    await loop.sock_sendall(channel, YOURS)
    return True


def _pack(taken: Taken) -> bytes:
    client = " ".join(map(str, taken.client or ())).encode()
    return HEAD.pack(len(client), len(taken.early)) + client + taken.early


def _unpack(parcel: bytes) -> Taken | None:
    """The message, once all of it is there."""
    if len(parcel) < HEAD.size:
        return None
    client, early = HEAD.unpack_from(parcel)
    if len(parcel) < HEAD.size + client + early:
        return None
    where, rest = parcel[HEAD.size :][:client].decode(), parcel[HEAD.size + client :]
    host, _, port = where.rpartition(" ")
    return Taken(rest, (host, int(port)) if where else None)


class Receiving:
    """Takes the connections that other processes hand over."""

    def __init__(
        self,
        folder: Path,
        process: str,
        begin: Callable[[socket.socket, Taken], Coroutine[object, object, None]],
    ) -> None:
        self._path = socket_of(folder, process)
        self._begin = begin
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._listening.setblocking(False)
        self._listening.bind(self._path)
        self._listening.listen(BACKLOG)
        self._spawn(self._accept())

    async def stop(self) -> None:
        """Take no more; others find nobody here, at once."""
        with suppress(OSError):
            Path(self._path).unlink()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._listening.close()

    def _spawn(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                channel, _ = await loop.sock_accept(self._listening)
            except OSError:  # no more descriptors just now; whoever wants to hand over keeps it
                await asyncio.sleep(TAKE_SECONDS / 10)
                continue
            self._spawn(self._take(channel))

    async def _take(self, channel: socket.socket) -> None:
        handed: list[int] = []
        with channel:
            try:
                async with asyncio.timeout(2 * TAKE_SECONDS):
                    taken = await self._receive(channel, handed)
            except (OSError, TimeoutError):
                taken = None
        if taken is None or len(handed) != 1:
            for descriptor in handed:
                os.close(descriptor)
            return
        await self._begin(socket.socket(fileno=handed[0]), taken)

    async def _receive(self, channel: socket.socket, handed: list[int]) -> Taken | None:
        """Receive a connection once the other process has let go of it; descriptors go into `handed`."""
        loop, parcel = asyncio.get_running_loop(), b""
        channel.setblocking(False)
        while (taken := _unpack(parcel)) is None:
            await _readable(channel)
            piece, descriptors, _, _ = socket.recv_fds(channel, 1 << 16, 4)
            handed.extend(descriptors)
            if not piece:
                return None
            parcel += piece
        await loop.sock_sendall(channel, THERE)
        return taken if await loop.sock_recv(channel, 1) == YOURS else None


async def _readable(channel: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    ready = loop.create_future()
    loop.add_reader(channel, lambda: None if ready.done() else ready.set_result(None))
    try:
        await ready
    finally:
        loop.remove_reader(channel)
