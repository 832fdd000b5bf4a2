"""kill -9 at any moment loses nothing that any client was told."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from signal import SIGKILL, SIGTERM
from typing import Any

import pytest
from crashing import serve_until
from forked import Forked
from serving import asked, free_port, log_in
from tries import repeated

from rowlock import view
from rowlock.client import Client, ServerRefused, Unreachable, call
from rowlock.server.verify import verify
from rowlock.table.finished import read_game
from rowlock.table.log.records import read_on, read_table

CRASHES = repeated(6, 20)
PLACES = ("before", "after", "telling")


class Witness:
    """A player who writes down everything that is told."""

    def __init__(self, base: str, table: str, token: str, seed: int) -> None:
        self.client = Client(base, table, token)
        self.client.pause = 0.1
        self.chance = Random(seed)
        self.told: list[Any] = []
        self.receipts: dict[Any, Any] = {}
        self.sent: set[Any] = set()

    async def play(self) -> None:
        await self.client._come_back(0.05)
        done = set()
        while self.client.table.get("state") != "over":
            message = await self.client.next()
            if message["type"] in ("welcome", "table"):
                self.told.append((message["number"], message["views"]))
            elif message["type"] == "receipt":
                self.receipts[message["id"]] = message["number"]
            for seen in asked(self.client):
                key = (seen["turn"], seen["phase"])
                if key not in done:
                    done.add(key)
                    move = self.chance.choice([move["move"] for move in seen["moves"]])
                    self.sent.add(await self.client.move(move))


def enough(crashes: Counter[str]) -> Any:
    return crashes.total() >= CRASHES and min(crashes[place] for place in PLACES) >= 2


async def keep_running(port: Any, folder: Path, chance: Any, crashes: Counter[str]) -> None:
    """Run the server; whenever it has killed itself, run it again; after enough of that let it live."""
    while True:
        place = "never" if enough(crashes) else chance.choice(PLACES)
        count = chance.randint(2, 15)
        process = Forked(serve_until, port, str(folder), place, count)
        try:
            assert await process.wait() == -SIGKILL
        finally:
            await process.kill(SIGTERM)
        crashes[place] += 1


async def answered(base: str, *request: Any) -> Any:
    """A request that is repeated until the server is up."""
    while True:
        try:
            return await asyncio.to_thread(call, base, *request)
        except Unreachable:
            pass
        except ServerRefused as refused:
            if refused.kind != "store_down":  # on a busy machine its database may take its time
                raise
        await asyncio.sleep(0.05)


async def ordeal(folder: Path, seed: int, crashes: Counter[str]) -> Any:
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    running = asyncio.create_task(keep_running(port, folder, Random(seed), crashes))
    try:
        async with asyncio.timeout(800):
            mia = (await answered(base, "POST", "/api/players", {"name": "Mia"}))["token"]
            ben = (await answered(base, "POST", "/api/players", {"name": "Ben"}))["token"]
            seats = [{"kind": "me"}, {"kind": "open"}]
            body = {"seats": seats, "variant": "longo"}
            table = (await answered(base, "POST", "/api/tables", body, mia))["table"]
            one, two = Witness(base, table, mia, 1), Witness(base, table, ben, 2)
            await two.client.send("sit", seat=1)
            playing = asyncio.gather(start_when_full(one), start_when_full(two))
            both: list[asyncio.Future[Any]] = [running, playing]
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if running.done():  # a server that did not die as it should
                playing.cancel()
                running.result()
            await playing
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    return table, one, two


async def start_when_full(witness: Any) -> None:
    """Whoever is the host by then starts: a server that is long away finds another one."""
    await witness.client._come_back(0.05)
    while any(seat["kind"] == "open" for seat in witness.client.table.get("seats", [{"kind": "open"}])):
        await witness.client.next()
    while witness.client.table["state"] == "open":
        await witness.client.send("start")
        await witness.client.next()  # its receipt or refusal, at the latest
        await asyncio.sleep(0.2)
    await witness.play()


def games_after(log: Any) -> Any:
    """The game as it was after every entry."""
    table = read_table(log[:1])
    games = {table.number: table.game}
    for entry in log[1:]:
        table, _ = read_on(table, [entry])
        games[table.number] = table.game
    return games


def check(log: Any, witnesses: Any) -> None:
    """Everything that was sent and acknowledged is in the log, once."""
    assert [entry.number for entry in log] == list(range(1, len(log) + 1))
    games = games_after(log)
    stored = {entry.key: entry.number for entry in log if entry.key}
    for seat, witness in enumerate(witnesses):
        assert witness.told
        for number, views in witness.told:
            if views:
                assert views == [view(games[number], seat)], (
                    f"entry {number} is not what seat {seat} was told"
                )
        assert all(stored[key] == number for key, number in witness.receipts.items() if number)
    assert len(stored) == len([entry for entry in log if entry.key])
    assert verify(read_game(log, 1)).rolls


@pytest.mark.timeout(900)  # every crash costs the start of a server
def test_kill_9_at_random_moments_loses_nothing_that_anybody_was_told(tmp_path: Path) -> None:
    crashes, games = Counter[str](), 0
    while not enough(crashes):
        games += 1
        assert games < 20
        table, one, two = asyncio.run(ordeal(tmp_path, games, crashes))
        check(log_in(tmp_path / "rowlock.db", table), (one, two))
