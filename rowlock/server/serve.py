"""The server as a process, or several: how it listens, runs, and says goodbye."""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import os
import secrets
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import uvicorn

from rowlock.server.app import create_app, open_store
from rowlock.server.config import Config
from rowlock.server.edge.handover import Receiving, Taken
from rowlock.server.edge.protocols import GuardedRequests, MeteredSocket
from rowlock.server.errors import BadSettings
from rowlock.server.logs import start_logging
from rowlock.table.texts import MESSAGE_LONGEST

LEAST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds before a worker that has died is started again."""
FROZEN_SECONDS = 5.0
"""A worker whose event loop has not run for so long is ended, so that its tables go on elsewhere."""
START_SECONDS = 120.0
"""How long a worker may take until its event loop runs for the first time; then it is ended as well."""
END_SECONDS = 15.0
"""How long a worker may take to end."""
GARBAGE = (5_000, 10, 1_000)
"""How often garbage is collected: little at a time, because everybody waits meanwhile (80 ms for 100,000
objects), and hardly ever among all that thousands of tables hold."""
SWITCH_SECONDS = 0.0005
"""For so long a thread that computes keeps the interpreter from the event loop, which asks for it after every
look at its sockets; Python's own 5 ms add up to a tenth of a second for everybody who plays."""


def uvicorn_config(app: Any, port: int = 0, heartbeat: float = 20.0) -> uvicorn.Config:
    """How the application is run: bounded heads and messages, heartbeats, no compression per connection."""
    return uvicorn.Config(
        app,
        http=GuardedRequests,
        ws=MeteredSocket,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=4 * MESSAGE_LONGEST,
        ws_ping_interval=heartbeat,
        ws_ping_timeout=heartbeat,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
    )


class Server(uvicorn.Server):
    """Takes connections from the other processes too; says goodbye to everybody before they are closed."""

    _receiving: Receiving | None = None
    alive: Callable[[], None] | None = None
    """Called several times a second, as long as the event loop runs."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        state: Any = getattr(self.config.app, "state", None)
        folder = state.config.handover if hasattr(state, "config") else None
        if self.started and folder is not None and state.lobby.relay:
            self._receiving = Receiving(folder, state.lobby.store.peers.process, self._begin)
            self._receiving.start()

    async def _begin(self, handed: socket.socket, taken: Taken) -> None:
        """Go on with a connection that another process has handed over."""

        def make() -> GuardedRequests:
            loop, lifespan = asyncio.get_running_loop(), self.lifespan.state
            protocol = GuardedRequests(self.config, self.server_state, lifespan, loop)
            protocol.taken = taken
            return protocol

        handed.setblocking(False)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(make, handed)
        except (OSError, ValueError):  # it is gone already
            handed.close()

    async def on_tick(self, counter: int) -> bool:
        if self.alive is not None:
            self.alive()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        lobby = getattr(getattr(self.config.app, "state", None), "lobby", None)
        if self._receiving is not None:
            await self._receiving.stop()
        if lobby is not None:
            if lobby.relay:  # whoever comes back finds the table with its next owner
                await lobby.relay.leave()
            await lobby.farewell()
            await asyncio.sleep(0.2)  # for the goodbyes to leave
        await super().shutdown(sockets)


def end_with_input() -> None:
    """End this process, as if it were told to, when its standard input closes."""

    def watch() -> None:
        sys.stdin.read()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


def check_database(config: Config) -> None:
    """Open the database and close it again: what is wrong with it is said before anybody is let in."""

    async def check() -> None:
        await (await open_store(config)).close()

    asyncio.run(check())


def end_with_parent() -> None:
    """End this process, as if it were told to, when the one that started it is gone."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; raises `BadSettings` if the place is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or "ports are numbered 0 to 65535"
        raise BadSettings(f"cannot listen on {host} port {port}: {reason}; try --port 0") from None
    listening.listen(2048)  # from now on a browser waits for us instead of being refused
    listening.set_inheritable(True)
    return listening


def work(
    config: Config, listening: socket.socket, log_level: str, alive: Callable[[], None] | None = None
) -> None:
    """One process that serves; several of them share the listening socket."""
    end_with_parent()
    start_logging(log_level)
    gc.freeze()  # imported modules stay
    gc.set_threshold(*GARBAGE)
    sys.setswitchinterval(SWITCH_SECONDS)
    server = Server(uvicorn_config(create_app(config)))
    server.alive = alive
    server.run(sockets=[listening])


def pause_after(pause: float, dead: int) -> float:
    """How long to wait after so many have died: more and more for those that find no database."""
    return min(2 * pause, LONGEST_PAUSE) if dead else LEAST_PAUSE


class Worker:
    """One of several processes, and when its event loop last ran (`time.monotonic`, of the whole machine)."""

    def __init__(self, config: Config, listening: socket.socket, log_level: str) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._seen = spawn.Value("d", 0.0, lock=False)
        self._started = time.monotonic()
        self._process = spawn.Process(target=_work_alive, args=(config, listening, log_level, self._seen))
        self._process.start()

    @property
    def is_alive(self) -> bool:
        return self._process.is_alive()

    def look(self, now: float) -> None:
        """End a process whose loop stands still: its connections break, and are made again elsewhere."""
        seen = self._seen.value
        is_still = now - seen > FROZEN_SECONDS if seen else now - self._started > START_SECONDS
        if is_still and self.is_alive:
            logging.getLogger(__name__).error("a worker stands still and is ended")
            self._process.kill()

    def end(self) -> None:
        self._process.terminate()

    def join(self) -> None:
        """Wait until it has ended; one that was stopped for good does not."""
        self._process.join(END_SECONDS)
        self._process.kill()
        self._process.join()


def _work_alive(config: Config, listening: socket.socket, log_level: str, seen: Any) -> None:
    def alive() -> None:
        seen.value = time.monotonic()

    work(config, listening, log_level, alive)


def run_workers(config: Config, listening: socket.socket, log_level: str, count: int) -> int:
    """Keep this many processes running until we are told to stop; a dead one is replaced."""
    stopping = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())
    start_logging(log_level)
    with tempfile.TemporaryDirectory(prefix="rowlock-", ignore_cleanup_errors=True) as folder:
        config = replace(config, handover=Path(folder), machine=secrets.token_hex(8))
        workers = [Worker(config, listening, log_level) for _ in range(count)]
        _keep_running(workers, lambda: Worker(config, listening, log_level), stopping)
        for worker in workers:
            worker.end()
        for worker in workers:
            worker.join()
    return 0


def _keep_running(workers: list[Worker], start: Callable[[], Worker], stopping: threading.Event) -> None:
    """Replace those that have died, in place, and end those that stand still."""
    pause, looked = LEAST_PAUSE, time.monotonic()
    now = looked
    while not stopping.wait(LEAST_PAUSE):
        before, now = now, time.monotonic()
        for worker in workers if now - before < FROZEN_SECONDS / 2 else ():  # unless we stood still ourselves
            worker.look(now)
        if now - looked >= pause:
            looked, dead = now, sum(not worker.is_alive for worker in workers)
            workers[:] = [worker if worker.is_alive else start() for worker in workers]
            pause = pause_after(pause, dead)
