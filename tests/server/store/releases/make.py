"""A database with games in it, as a release leaves it; run with a checkout of that release:

    PYTHONPATH=CHECKOUT:CHECKOUT/tests/server:CHECKOUT/tests python make.py shape-0001-first.json

Plays a bit of everything on a real server, and writes every row of its database as JSON, with what that
release itself makes of every table: its state and its position.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
import tempfile
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from random import Random

from serving import Served, ask, log_in, play, served, settle

from rowlock.engine.errors import RowlockError
from rowlock.engine.position import format_position

try:
    from rowlock.table.log.records import read_table
except ImportError:
    try:
        from rowlock.table.records import read_table  # in earlier releases
    except ImportError:
        from rowlock.server.records import read_table  # in the first one

OWN = 'parent = "classic"\ntitle = "Short end"\nrules = 1\n[end]\nclosed_rows = 1\n'


async def main(server: Served) -> None:
    tokens = [server.player(name) for name in ("Mia", "Ben", "Ann #3")]
    for seed, wish in enumerate(({}, {"variant": "bonus-b"}, {"variant": "longo"}, {"variant_text": OWN})):
        await whole_game(server, tokens, seed, rematch=seed == 0, **wish)
    await with_real_dice(server, tokens)
    with suppress(RowlockError):  # the first release has no score pads
        await on_a_pad(server, tokens)
    await full_of_talk(server, tokens)
    await half_a_game(server, tokens)
    server.table(tokens[1], "me", "open", "random", listed=True, timer="fast")


async def seated(server: Served, stack: AsyncExitStack, tokens: list[str], **wish):
    table = server.table(tokens[0], "me", *["open"] * (len(tokens) - 1), **wish)
    people = [await stack.enter_async_context(await server.connect(table, token)) for token in tokens]
    for seat, client in enumerate(people[1:], 1):
        await client.next()
        await ask(client, "sit", seat=seat)
        await ask(client, "seed", seat=seat, seed=f"seed of {seat}")
    await ask(people[0], "start")
    return people


async def whole_game(server, tokens, seed, rematch=False, **wish) -> None:
    async with AsyncExitStack() as stack:
        people = await seated(server, stack, tokens[:2], **wish)
        await asyncio.gather(*[play(one, Random(seed + n)) for n, one in enumerate(people)])
        if rematch:
            for one in people:
                await ask(one, "rematch")
            if people[0].table["state"] == "open":  # there the word of one is enough, and the host starts
                await ask(people[0], "start")
            for one in people:
                await settle(one, lambda one=one: one.table["state"] == "playing")
            await asyncio.gather(*[play(one, Random(9), lambda c: c.views[0]["turn"] > 4) for one in people])


async def with_real_dice(server, tokens) -> None:
    async with AsyncExitStack() as stack:
        one, two = await seated(server, stack, tokens[:2], dice="real")
        for turn, dice in enumerate(("4+1 r6 y2 g3 b6", "6+6 r1 y1 g4 b2", "3+2 r1 y5 g4 b2"), 1):
            await ask(one, "roll", turn=turn, dice=dice)
            if turn == 2:
                meant = "5+6 r1 y1 g4 b2"
                answer = await ask(one, "roll", turn=2, dice=meant)
                dice = meant if answer["type"] == "receipt" else dice  # the first release corrects no rolls
            await asyncio.gather(*[one_turn(client, turn, dice) for client in (one, two)])


async def one_turn(client, turn: int, dice: str) -> None:
    """Play on until the dice of the next turn are awaited."""
    await settle(client, lambda: client.views and (client.views[0]["roll"] or {}).get("text") == dice)
    await play(client, Random(turn), lambda client: client.views[0]["turn"] > turn)


async def on_a_pad(server, tokens) -> None:
    """Two penalties of each on a pad, and one taken back."""
    async with AsyncExitStack() as stack:
        one, two = await seated(server, stack, tokens[:2], dice="none")
        for client in (one, two, one, two):
            seat = client.you["seats"][0]
            await ask(client, "move", turn=1, phase="white", move="-", seat=seat)
        await ask(two, "move", turn=1, phase="white", move="<", seat=1)
        await ask(one, "move", turn=1, phase="white", move="r5", seat=0)
    async with AsyncExitStack() as stack:  # a pad that was played to its end, and begun again
        one, two = await seated(server, stack, tokens[:2], dice="none")
        for _ in range(4):
            await ask(one, "move", turn=1, phase="white", move="-", seat=0)
        if one.table["state"] == "over":
            for client in (one, two):
                await ask(client, "rematch")


async def full_of_talk(server, tokens) -> None:
    async with AsyncExitStack() as stack:
        one, two, three = await seated(server, stack, tokens)
        await ask(two, "chat", text="hello there")
        await ask(three, "phrase", phrase="wow")
        await ask(two, "leave", seat=1)
        await ask(two, "back", seat=1)
        await ask(one, "settings", timer="relaxed", chat=False)
        await ask(one, "kick", player=three.you["player"])
        await asyncio.gather(*[play(c, Random(3), lambda c: c.views[0]["turn"] > 6) for c in (one, two)])


async def half_a_game(server, tokens) -> None:
    mia = tokens[0]
    table = server.table(mia, "me", "random", start=True)
    async with await server.connect(table, mia) as one:
        await one.next()
        await play(one, Random(1), lambda client: client.views[0]["turn"] > 5)


def dump(file: Path) -> dict:
    with sqlite3.connect(file) as database:
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type='table'")]
        rows = {}
        for name in sorted(names):
            cursor = database.execute(f"SELECT * FROM {name}")
            columns = [column[0] for column in cursor.description]
            rows[name] = [dict(zip(columns, row, strict=True)) for row in cursor]
    database.close()
    rows.pop("processes")
    return rows


if __name__ == "__main__":
    folder = Path(tempfile.mkdtemp())
    with served(folder) as running:
        asyncio.run(main(running))
    rows = dump(folder / "rowlock.db")
    told = {}
    for line in rows["tables"]:
        made = read_table(log_in(folder / "rowlock.db", line["id"]))
        position = format_position(made.game) if made.game else None
        told[line["id"]] = {"state": made.state, "number": made.number, "position": position}
    Path(sys.argv[1]).write_text(json.dumps({"rows": rows, "told": told}, indent=0), encoding="utf-8")
