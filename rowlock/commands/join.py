"""Let a bot play at a table, or for a rating on a ladder.

It plays as any program could: through the public protocol, by the client that your own programs can use
too (rowlock.client, docs/protocol.md, docs/programs.md).

examples:
  rowlock join http://127.0.0.1:8000/t/k3v9x2m7qabc --bot steady
  rowlock join http://127.0.0.1:8000/t/k3v9x2m7qabc --bot ./mine.py --name Mine --games 10
  rowlock join http://127.0.0.1:8000/t/k3v9x2m7qabc --bot "exec:node bot.js"
  rowlock join --ladder http://127.0.0.1:8000 --bot ./mine.py --name Mine    game after game, until Ctrl-C
  rowlock join --ladder http://127.0.0.1:8000 --name Mine --leave            stop taking part
"""

from __future__ import annotations

import argparse
import sys
from urllib.parse import quote

from rowlock.commands._arguments import BOT, games
from rowlock.engine.errors import RowlockError
from rowlock.engine.json_object import JsonObject


class BadWish(RowlockError):
    """Arguments that do not go together."""

    code = "bad_wish"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("link", metavar="URL", nargs="?", help="invite link of the table")
    parser.add_argument("--bot", default="random", metavar="BOT", help=f"{BOT} (default: %(default)s)")
    parser.add_argument("--name", help="name at the table (default: the bot's)")
    parser.add_argument("--seat", type=int, help="which seat (default: the first open one)")
    parser.add_argument(
        "--games",
        type=games,
        help="leave after this many games; at a table it votes for another in between (one; on a ladder: "
        "until it is stopped)",
    )
    parser.add_argument("--ladder", metavar="SERVER", help="play rated games against programs and bots there")
    parser.add_argument(
        "--pads", nargs="+", default=["classic"], metavar="PAD", help="on the ladder: the pads that it plays"
    )
    parser.add_argument("--leave", action="store_true", help="on the ladder: stop taking part")


def run(args: argparse.Namespace) -> int:
    if (args.link is None) == (args.ladder is None):
        raise BadWish("join takes the invite link of a table, or --ladder with the address of a server")
    if args.ladder:
        return _climb(args)
    from rowlock.client import join

    join(args.link, args.bot, name=args.name, seat=args.seat, games=args.games or 1, heard=_tell)
    return 0


def _climb(args: argparse.Namespace) -> int:
    """Take part in the ladder of a server: the program keeps its name and rating from run to run."""
    from rowlock.bots import find_source
    from rowlock.client.programs import leave_ladder, play_ladder, take_part
    from rowlock.terminal.online import Tokens
    from rowlock.terminal.storage import Storage

    base, name = args.ladder.rstrip("/"), args.name or find_source(args.bot).name
    tokens = Tokens(Storage().tokens)
    token = tokens.of_program(base, name)
    if args.leave:
        if token is None:
            raise BadWish(f"no program of yours plays as {name} at {base}")
        leave_ladder(base, token)
        sys.stdout.write(f"{name} no longer takes part\n")
        return 0
    find_source(args.bot)  # what is wrong with it is said before anybody waits for it
    token = take_part(base, name, args.pads, token)
    tokens.keep(base, token, program=name)
    _say(f"{name} takes part; its games and its rating: {base}/program/{quote(name)}")
    _say("Ctrl-C stops it; --leave takes it off the ladder")
    play_ladder(base, args.bot, token=token, games=args.games, heard=_tell, opened=_say)
    return 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _tell(message: JsonObject) -> None:
    for fact in message.get("facts", []):
        if fact["kind"] == "sat" and fact["seat"] in message["you"]["seats"]:
            sys.stdout.write(f"{fact['name']} has seat {fact['seat'] + 1} and waits for the game to begin\n")
        elif fact["kind"] == "started":
            sys.stdout.write("the game has begun\n")
            if fingerprint := message["table"]["dice"]["fingerprint"]:
                sys.stdout.write(f"fingerprint of its dice: {fingerprint}\n")
        elif fact["kind"] == "ended":
            over = message["views"][0]["over"]
            names = [seat["name"] for seat in message["table"]["seats"]]
            lines = [f"{name}: {score}" for name, score in zip(names, over["scores"], strict=True)]
            sys.stdout.write("the game is over\n" + "\n".join(lines) + "\n")
    sys.stdout.flush()
