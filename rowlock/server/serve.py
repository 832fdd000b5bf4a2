"""The server as a process, or several: how it listens, runs, and says goodbye."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import signal
import socket
import sys
import threading
from typing import Any

import uvicorn

from rowlock.server.app import create_app, open_store
from rowlock.server.config import Config
from rowlock.server.edge.protocols import GuardedRequests, MeteredSocket
from rowlock.server.errors import BadSettings
from rowlock.server.logs import start_logging
from rowlock.table.texts import MESSAGE_LONGEST

LEAST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds before a worker that has died is started again."""


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
    """Says goodbye to everybody before the connections are closed."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        lobby = getattr(getattr(self.config.app, "state", None), "lobby", None)
        if lobby is not None:
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


def work(config: Config, listening: socket.socket, log_level: str) -> None:
    """One process that serves; several of them share the listening socket."""
    end_with_parent()
    start_logging(log_level)
    gc.freeze()  # imported modules stay; with thousands of tables garbage need not be collected so often
    gc.set_threshold(100_000, 50, 100)
    Server(uvicorn_config(create_app(config))).run(sockets=[listening])


def pause_after(pause: float, dead: int) -> float:
    """How long to wait after so many have died: more and more for those that find no database."""
    return min(2 * pause, LONGEST_PAUSE) if dead else LEAST_PAUSE


def run_workers(config: Config, listening: socket.socket, log_level: str, count: int) -> int:
    """Keep this many processes running until we are told to stop; a dead one is replaced."""
    spawn = multiprocessing.get_context("spawn")
    stopping = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())

    def start() -> multiprocessing.process.BaseProcess:
        worker = spawn.Process(target=work, args=(config, listening, log_level))
        worker.start()
        return worker

    workers = [start() for _ in range(count)]
    pause = LEAST_PAUSE
    while not stopping.wait(pause):
        dead = sum(not worker.is_alive() for worker in workers)
        workers = [worker if worker.is_alive() else start() for worker in workers]
        pause = pause_after(pause, dead)
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join()
    return 0
