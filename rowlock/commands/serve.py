"""Run the server, and play in the browser.

One command, one port, one data folder.

examples:
  rowlock serve --open                        play in the browser, and with everybody in the house
  rowlock serve --host 127.0.0.1 --port 9000  on this machine alone
  rowlock serve --pads our-pads --bots steady champion ./mine.py "exec:node bot.js"
  rowlock serve --database postgresql://user@host/rowlock --workers 4

Without --database everything is kept in one SQLite file in the data folder; `rowlock backup` copies it.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import secrets
import socket
import sys
import webbrowser
from dataclasses import replace
from pathlib import Path

import segno

from rowlock.commands._arguments import BOT
from rowlock.commands._output import can_spell
from rowlock.community.daily.days import BY_WEEKDAY, FIRST_PAD
from rowlock.folders import server_folder
from rowlock.server.config import Config, Limits
from rowlock.server.edge.handover import CAN_HAND_OVER
from rowlock.server.errors import BadSettings
from rowlock.server.jobs.values import start_making
from rowlock.server.live.bots import find_offered
from rowlock.server.live.house_pads import house_pads
from rowlock.server.serve import check_database, end_with_input, listen, run_workers, work
from rowlock.server.store import database_url

LEAST_TOKEN = 16
ORIGIN = re.compile(r"https?://([a-zA-Z0-9.-]+|\[[0-9a-fA-F:.]+\])(:[0-9]{1,5})?")
"""The origin of a page as browsers send it: no path, and no slash at its end."""


REACH = re.compile(r"([a-zA-Z0-9.-]+|\[[0-9a-fA-F:.]+\]):[0-9]{1,5}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    _add_place(parser)
    _add_surroundings(parser)
    _add_offer(parser)
    parser.add_argument(
        "--log-level",
        default="warning",
        choices=["debug", "info", "warning", "error"],
        help="what is logged (default: warning)",
    )


def _add_place(parser: argparse.ArgumentParser) -> None:
    """The options for the address and for the data."""
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
    parser.add_argument(
        "--attached",
        action="store_true",
        help="stop when standard input closes, together with the program that started it",
    )
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def _add_surroundings(parser: argparse.ArgumentParser) -> None:
    """Its processes, and the machines and addresses around it."""
    parser.add_argument("--workers", type=int, default=1, help="processes; more than one needs PostgreSQL")
    parser.add_argument(
        "--reach",
        metavar="HOST:PORT",
        help="address at which other machines with the same database reach this one, to pass connections on",
    )
    parser.add_argument(
        "--routed",
        action="store_true",
        help="a proxy already routes each table to one machine",
    )
    parser.add_argument(
        "--origin", action="append", default=[], help="another origin whose pages may connect"
    )
    parser.add_argument(
        "--name", action="append", default=[], help="public name of this server, such as play.example.org"
    )


def _add_offer(parser: argparse.ArgumentParser) -> None:
    """The pads, bots and games that people find there, and the limits and rights of those who come."""
    parser.add_argument(
        "--bots",
        nargs="+",
        default=[],
        metavar="BOT",
        help=f"the bots to offer (all that are installed): {BOT}",
    )
    parser.add_argument(
        "--admin-token",
        help="whoever has it is the operator, see `rowlock admin` (default: $ROWLOCK_ADMIN_TOKEN, or nobody)",
    )
    parser.add_argument(
        "--pads", metavar="FOLDER", type=Path, help="a folder of .toml files that the page offers as pads"
    )
    parser.add_argument(
        "--metrics-token",
        help="whoever presents it may read /metrics (default: $ROWLOCK_METRICS_TOKEN, or nobody)",
    )
    parser.add_argument(
        "--rate-factor", type=float, default=1.0, help="stretch the limits per address; 0 lifts them"
    )
    parser.add_argument(
        "--exact",
        nargs="*",
        default=[FIRST_PAD],
        metavar="PAD",
        choices=[FIRST_PAD, *BY_WEEKDAY],
        help="pads whose exact values are made once, to judge daily games (classic; none without a name); "
        "docs/solver.md says what each takes",
    )
    parser.add_argument(
        "--public",
        action="store_true",
        help="let strangers find each other: a live list of open tables, and quick games (off)",
    )
    parser.add_argument(
        "--programs",
        type=int,
        default=0,
        metavar="TABLES",
        help="let programs play each other and the bots for a rating, at so many tables at once (none)",
    )


def run(args: argparse.Namespace) -> int:
    config = _config(args)
    find_offered(config.bots)
    house_pads(config.pads)
    _check(args, config)
    check_database(config)
    if args.attached:
        end_with_input()
    listening = listen(args.host, args.port)
    port = listening.getsockname()[1]
    config = replace(config, address=_network_address(args.host, port))
    own = _own_address(args.host, port)
    _announce(own, config.address)
    start_making(config.exact)
    if args.open:
        _open_page(own)
    if args.workers > 1:
        return run_workers(config, listening, args.log_level, args.workers)
    work(config, listening, args.log_level)
    return 0


def _config(args: argparse.Namespace) -> Config:
    return Config(
        data=args.data or server_folder(),
        database=args.database,
        durable=args.durable,
        origins=tuple(args.origin),
        names=tuple(name.lower() for name in args.name),
        bots=tuple(args.bots),
        pads=args.pads.resolve() if args.pads else None,
        admin_token=_operators_token(args.admin_token),
        metrics_token=args.metrics_token or os.environ.get("ROWLOCK_METRICS_TOKEN") or None,
        limits=Limits(factor=args.rate_factor),
        attached=args.attached,
        exact=tuple(args.exact),
        public=args.public,
        programs=args.programs,
        reach=args.reach,
        is_routed=args.routed,
        word=secrets.token_hex(16),
    )


def _check(args: argparse.Namespace, config: Config) -> None:
    """Raise `BadSettings` where an argument is out of range, or does not go with another."""
    if args.workers < 1:
        raise BadSettings("--workers must be 1 or more")
    for origin in args.origin:
        if not ORIGIN.fullmatch(origin):
            raise BadSettings(f"--origin takes an address such as https://play.example.org, not {origin}")
    if args.programs < 0:
        raise BadSettings("--programs must be 0 or more")
    if not 0 <= args.rate_factor < math.inf:
        raise BadSettings("--rate-factor must be 0 or more")
    shared = database_url(config.database, config.data).startswith("postgresql")
    if args.workers > 1 and not shared:
        raise BadSettings("several workers need a database they can share: --database postgresql://…")
    if args.workers > 1 and not CAN_HAND_OVER:
        raise BadSettings("this system has no Unix sockets to hand connections over: one worker only")
    if args.reach is not None and not REACH.fullmatch(args.reach):
        raise BadSettings(f"--reach takes an address such as 10.0.0.2:8000, not {args.reach}")


def _operators_token(given: str | None) -> str | None:
    """The token as it was given, or from the environment; a short one could be guessed."""
    token = given or os.environ.get("ROWLOCK_ADMIN_TOKEN") or None
    if token is not None and len(token) < LEAST_TOKEN:
        raise BadSettings(f"--admin-token needs at least {LEAST_TOKEN} characters that nobody can guess")
    return token


def _open_page(address: str) -> None:
    """Open the browser, where there is a screen; text browsers would take the terminal away."""
    if sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)


def _announce(own: str, address: str | None) -> None:
    """The addresses, and a code for the phone's camera when others can reach us."""
    out = sys.stdout
    out.write(f"Rowlock is served at  {own}\n")
    if address:
        out.write(f"On your network       {address}\n")
        segno.make(address, error="l").terminal(out, compact=can_spell(out, "▀▄█"), border=1)
    out.write("Stop with Ctrl-C; nothing is lost.\n")
    out.flush()


def _own_address(host: str, port: int) -> str:
    """The address at which this machine reaches us."""
    own = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{own}]:{port}/" if ":" in own else f"http://{own}:{port}/"


def _network_address(host: str, port: int) -> str | None:
    """The address at which others on the network reach us, if they can."""
    network = _lan_address() if host in ("0.0.0.0", "::") else None
    return f"http://{network}:{port}/" if network else None


def _lan_address() -> str | None:
    """This machine's address on its network, if it has one; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None
