"""Run the server: one command, one port, one data folder.

    rowlock serve --open                        play in the browser, and with everybody in the house
    rowlock serve --host 127.0.0.1 --port 9000  on this machine alone
    rowlock serve --database postgresql://user@host/rowlock --workers 4

Without --database everything is kept in one SQLite file in the data folder; `rowlock backup` copies it.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import multiprocessing
import os
import signal
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

import segno
import uvicorn

from rowlock.server.app import create_app
from rowlock.server.config import Config, Limits, data_folder
from rowlock.server.errors import BadSettings
from rowlock.server.logs import start_logging
from rowlock.server.protocol import MESSAGE_LONGEST
from rowlock.server.store import database_url

SUMMARY = "run the server, and play in the browser"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host", default="0.0.0.0", help="address to listen on; 127.0.0.1 for this machine alone (all)"
    )
    parser.add_argument(
        "--port", type=int, default=8000, help="port; 0 takes a free one (default: %(default)s)"
    )
    parser.add_argument("--data", type=Path, help="data folder (default: the user's own)")
    parser.add_argument(
        "--database", help="postgresql://… or sqlite:///… instead of a file in the data folder"
    )
    parser.add_argument(
        "--durable", action="store_true", help="flush every move to the disk, to outlive a power cut (slower)"
    )
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument("--workers", type=int, default=1, help="processes; more than one needs PostgreSQL")
    parser.add_argument(
        "--origin", action="append", default=[], help="further origin whose pages may connect"
    )
    parser.add_argument(
        "--rate-factor", type=float, default=1.0, help="stretch the limits per address; 0 lifts them"
    )
    parser.add_argument("--log-level", default="warning", choices=["debug", "info", "warning", "error"])


def run(args: argparse.Namespace) -> int:
    config = Config(
        data=args.data or data_folder(),
        database=args.database,
        durable=args.durable,
        origins=tuple(args.origin),
        limits=Limits(factor=args.rate_factor),
    )
    shared = database_url(config.database, config.data).startswith("postgresql")
    if args.workers > 1 and not shared:
        raise BadSettings("several workers need a database they can share: --database postgresql://…")
    listening = _bind(args.host, args.port)
    port = listening.getsockname()[1]
    _announce(args.host, port)
    if args.open:
        _open_page(f"http://127.0.0.1:{port}/")
    if args.workers > 1:
        return _run_workers(config, listening, args)
    _work(config, listening, args.log_level)
    return 0


def uvicorn_config(app: Any, port: int = 0, heartbeat: float = 20.0) -> uvicorn.Config:
    """How the application is run: bounded messages, heartbeats, no compression per connection."""
    return uvicorn.Config(
        app,
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


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        raise BadSettings(f"cannot listen on {host} port {port}: {error.strerror}; try --port 0") from None
    listening.listen(2048)  # from now on a browser waits for us instead of being refused
    listening.set_inheritable(True)
    return listening


def _open_page(address: str) -> None:
    """Open the browser, where there is a screen; text browsers would take the terminal away."""
    if sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)


def _announce(host: str, port: int) -> None:
    """The addresses, and a code for the phone's camera when others can reach us."""
    out = sys.stdout
    out.write(f"Rowlock is served at  http://127.0.0.1:{port}/\n")
    network = _lan_address() if host in ("0.0.0.0", "::") else None
    if network:
        address = f"http://{network}:{port}/"
        out.write(f"On your network       {address}\n")
        segno.make(address, error="l").terminal(out, compact=True, border=1)
    out.write("Stop with Ctrl-C; nothing is lost.\n")
    out.flush()


def _lan_address() -> str | None:
    """This machine's address on its network, if it has one; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None


def _work(config: Config, listening: socket.socket, log_level: str) -> None:
    """One process that serves; several of them share the listening socket."""
    start_logging(log_level)
    gc.freeze()  # what is imported stays; thousands of tables need not be searched for garbage so often
    gc.set_threshold(100_000, 50, 100)
    Server(uvicorn_config(create_app(config))).run(sockets=[listening])


def _run_workers(config: Config, listening: socket.socket, args: argparse.Namespace) -> int:
    """Keep so many processes running until we are told to stop; a dead one is replaced."""
    spawn = multiprocessing.get_context("spawn")
    stopping = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())

    def start() -> multiprocessing.process.BaseProcess:
        worker = spawn.Process(target=_work, args=(config, listening, args.log_level))
        worker.start()
        return worker

    workers = [start() for _ in range(args.workers)]
    while not stopping.wait(0.5):
        workers = [worker if worker.is_alive() else start() for worker in workers]
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join()
    return 0
