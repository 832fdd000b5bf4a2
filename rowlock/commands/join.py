"""Let a bot take a seat at a table, by its invite link.

It plays as any program could: through the public protocol.

examples:
  rowlock join http://127.0.0.1:8000/t/k3v9x2m7qabc --bot steady
"""

from __future__ import annotations

import argparse
import asyncio

from rowlock.commands._arguments import games


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("link", metavar="URL", help="invite link of the table")
    parser.add_argument(
        "--bot", default="random", metavar="NAME", help="which bot plays (default: %(default)s)"
    )
    parser.add_argument("--name", help="name at the table (default: the bot's)")
    parser.add_argument("--seat", type=int, help="which seat (default: the first open one)")
    parser.add_argument(
        "--games", type=games, default=1, help="leave after this many games (default: %(default)s)"
    )


def run(args: argparse.Namespace) -> int:
    from rowlock.server.join import join

    asyncio.run(join(args.link, args.bot, args.name or args.bot, args.seat, args.games))
    return 0
