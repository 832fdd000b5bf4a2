"""Let a bot take a seat at a table, by its invite link.

It plays as any program could: through the public protocol, by the client that your own programs can use
too (rowlock.client, docs/protocol.md).

examples:
  rowlock join http://127.0.0.1:8000/t/k3v9x2m7qabc --bot steady
  rowlock join http://127.0.0.1:8000/t/k3v9x2m7qabc --bot ./mine.py --name Mine --games 10
  rowlock join http://127.0.0.1:8000/t/k3v9x2m7qabc --bot "exec:node bot.js"
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from rowlock.commands._arguments import BOT, games


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("link", metavar="URL", help="invite link of the table")
    parser.add_argument("--bot", default="random", metavar="BOT", help=f"{BOT} (default: %(default)s)")
    parser.add_argument("--name", help="name at the table (default: the bot's)")
    parser.add_argument("--seat", type=int, help="which seat (default: the first open one)")
    parser.add_argument(
        "--games",
        type=games,
        default=1,
        help="leave after this many games; between them it votes for another (default: %(default)s)",
    )


def run(args: argparse.Namespace) -> int:
    from rowlock.client import join

    join(args.link, args.bot, name=args.name, seat=args.seat, games=args.games, heard=_tell)
    return 0


def _tell(message: dict[str, Any]) -> None:
    for fact in message.get("facts", []):
        if fact["kind"] == "started":
            sys.stdout.write("the game has begun\n")
            if fingerprint := message["table"]["dice"]["fingerprint"]:
                sys.stdout.write(f"fingerprint of its dice: {fingerprint}\n")
        elif fact["kind"] == "ended":
            over = message["views"][0]["over"]
            names = [seat["name"] for seat in message["table"]["seats"]]
            lines = [f"{name}: {score}" for name, score in zip(names, over["scores"], strict=True)]
            sys.stdout.write("the game is over\n" + "\n".join(lines) + "\n")
    sys.stdout.flush()
