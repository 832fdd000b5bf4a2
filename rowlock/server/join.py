"""Take a seat at a table with a bot, as any program could: through the public protocol.

rowlock join http://127.0.0.1:8000/t/k3v9x2m7qabc --bot steady
"""

from __future__ import annotations

import argparse
import asyncio
import sys

from rowlock.server.bot_door import BotDoor
from rowlock.server.client import Client, Plain, ServerRefused, call, split_link

SUMMARY = "let a bot take a seat at a table, by its invite link"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("link", metavar="URL", help="invite link of the table")
    parser.add_argument(
        "--bot", default="random", metavar="NAME", help="which bot plays (default: %(default)s)"
    )
    parser.add_argument("--name", help="name at the table (default: the bot's)")
    parser.add_argument("--seat", type=int, help="which seat (default: the first open one)")
    parser.add_argument(
        "--games", type=int, default=1, help="leave after so many games (default: %(default)s)"
    )


def run(args: argparse.Namespace) -> int:
    bots = BotDoor(threads=1)
    bots.check(args.bot)
    try:
        asyncio.run(_play(args, bots))
    finally:
        bots.close()
    return 0


async def _play(args: argparse.Namespace, bots: BotDoor) -> None:
    base, table = split_link(args.link)
    body = {"name": (args.name or args.bot)[:24], "program": True}
    token = call(base, "POST", "/api/players", body)["token"]
    async with await Client.connect(base, table, token) as client:
        await _sit(client, args.seat)
        async for message in client:
            if message["type"] == "refusal" and message["code"] != "stale":
                raise ServerRefused(message["code"], message["reason"])
            if message["type"] in ("welcome", "table"):
                _tell(message)
                await answer(client, args.bot, bots)
                if client.table["state"] == "over" and client.table["game"] >= args.games:
                    return


async def _sit(client: Client, seat: int | None) -> None:
    await client.next()
    free = [place["seat"] for place in client.table["seats"] if place["kind"] == "open"]
    if seat is None and not free:
        raise ServerRefused("seat_taken", "no seat is open at this table")
    await client.send("sit", seat=free[0] if seat is None else seat)


async def answer(client: Client, bot: str, bots: BotDoor) -> None:
    """Move for every seat of ours that is asked and has not chosen."""
    if client.table["state"] != "playing":
        return
    for view in client.views:
        moves = [move["move"] for move in view["moves"]]
        if moves and view["seat"] in view["waiting"]:
            chosen = await bots.choose(bot, 0, view, moves)
            await client.move(chosen, view["seat"])


def _tell(message: Plain) -> None:
    for fact in message.get("facts", []):
        if fact["kind"] == "started":
            sys.stdout.write("the game has begun\n")
        elif fact["kind"] == "ended":
            over = message["views"][0]["over"]
            names = [seat["name"] for seat in message["table"]["seats"]]
            lines = [f"{name}: {score}" for name, score in zip(names, over["scores"], strict=True)]
            sys.stdout.write("the game is over\n" + "\n".join(lines) + "\n")
    sys.stdout.flush()
