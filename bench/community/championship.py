"""A whole championship of bots against a real server, which is killed in the middle of a round.

    python -m bench.community.championship                                          20, one process, SQLite
    python -m bench.community.championship --people 200 --rounds 5 --on postgresql  three processes

Every bot is a person with a device: it joins by the link, plays its tables over a socket, and comes back
when its server is gone. At the end every result is compared with the game it came from, and the file of the
event is verified: its draws and its standing. Ends with status 1 if anything differs.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

from bench.faults.house import House
from rowlock.client import Client, ServerRefused, Unreachable, call
from rowlock.community.events import find_format
from rowlock.community.events.kit.file import read_stored_event
from rowlock.community.events.kit.shared_dice import check_event

PASSES = 0.7
"""How often a bot passes: the games of a test are short."""
FAULT = 2
"""The round in which a server is killed; there a bot may play a whole game for somebody who is cut off."""
PATIENCE = 600.0
"""Seconds for a round on a busy machine."""


class Championship:
    """The event, its people, and the servers at which it is played."""

    def __init__(self, house: House, people: int, rounds: int) -> None:
        self._house, self._rounds = house, rounds
        self._chance = Random(people)
        self._names = [f"Person {number}" for number in range(1, people + 1)]
        self._tokens: dict[int, str] = {}
        self._bases: dict[int, str] = {}
        self._referee = self._event = ""
        self.games = self.missed = 0

    async def ask(self, method: str, path: str, token: str = "", body: Any = None, at: int = 0) -> Any:
        """A question, asked again while no server answers."""
        base, end = self._house.bases[at % len(self._house.bases)], time.monotonic() + PATIENCE
        while True:
            try:
                return await asyncio.to_thread(call, base, method, f"/api/{path}", body, token or None)
            except Unreachable:
                if time.monotonic() > end:
                    raise
            except ServerRefused as refusal:
                if refusal.kind != "store_down" or time.monotonic() > end:
                    raise
            await asyncio.sleep(0.2)

    async def shown(self, token: str = "") -> Any:
        return (await self.ask("GET", f"events/{self._event}", token))["shown"]

    async def announce(self, **plan: Any) -> None:
        """Announce it, and let everybody join by the link, some at once."""
        self._referee = (await self.ask("POST", "players", body={"name": "Rita"}))["token"]
        body = {"title": "Bots' cup", "rounds": self._rounds, **plan}
        self._event = (await self.ask("POST", "events", self._referee, body))["event"]
        for first in range(0, len(self._names), 10):
            await asyncio.gather(*map(self._join, range(first, min(first + 10, len(self._names)))))

    async def _join(self, at: int) -> None:
        token = (await self.ask("POST", "players", body={"name": self._names[at]}, at=at))["token"]
        told = await self.ask("POST", f"events/{self._event}/join", token, {}, at)
        self._tokens[told["shown"]["me"]] = token
        self._bases[told["shown"]["me"]] = self._house.bases[at % len(self._house.bases)]

    async def play(self, fault: Callable[[], Awaitable[None]]) -> int:
        """All rounds, play-offs and the final; the fault comes in the middle of the second round."""
        number = 0
        while await self._start(number + 1):
            number += 1
            playing = asyncio.gather(*(self._play_at(*place) for place in await self._places()))
            if number == FAULT:
                await asyncio.sleep(1)
                await fault()
            await asyncio.wait_for(playing, PATIENCE)
            await self._over()
        return number

    async def _start(self, number: int) -> bool:
        try:
            await self.ask("POST", f"events/{self._event}/rounds", self._referee, {"round": number})
        except ServerRefused as refusal:
            if refusal.kind != "event_not_now":
                raise
            return False
        return True

    async def _places(self) -> list[tuple[str, int]]:
        """Everybody's table in the round that was drawn; in a play-off each knows their own alone."""
        now = await self.shown()
        last = now["rounds"][-1]
        if last["stage"] == "playoff":
            equal = last["tables"][0]["people"]
            own = [(await self.shown(self._tokens[person]))["rounds"][-1]["tables"][0] for person in equal]
            return [(table["table"], person) for table, person in zip(own, equal, strict=True)]
        tables = [table for table in last["tables"] if table["table"]]
        self.games += len(tables)
        return [(table["table"], person) for table in tables for person in table["people"]]

    async def _play_at(self, table: str, person: int) -> None:
        chance = Random(f"{table} {person}")
        while True:
            try:
                async with await Client.connect(self._bases[person], table, self._tokens[person]) as client:
                    client.pause = 0.2
                    await _play(client, chance)
                    return
            except (ServerRefused, Unreachable, OSError):  # not open yet, or its server is gone
                await asyncio.sleep(0.2)

    async def _over(self) -> None:
        end = time.monotonic() + PATIENCE
        while (await self.shown())["running"]:
            if time.monotonic() > end:
                raise TimeoutError("a round does not end")
            await asyncio.sleep(0.2)

    async def check(self) -> None:
        """Close it, and compare every result with its game, and the standing with the file."""
        path = f"events/{self._event}"
        closed = (await self.ask("POST", f"{path}/close", self._referee, {}))["shown"]
        for number, one in enumerate(closed["rounds"], 1):
            for table in one["tables"]:
                if table["table"]:
                    ended = await self.ask("GET", f"tables/{table['table']}/games/1")
                    came = [points for points in table["points"] if points is not None]
                    assert all(points in ended["scores"] for points in came), (table, ended)
                    missed = len(table["people"]) - len(came)
                    assert not missed or number == FAULT, f"somebody was not seen: {table}"
                    self.missed += missed
        kept = read_stored_event(await self.ask("GET", f"{path}/file"))
        check_event(kept)
        rows = find_format(kept.plan.format).standing(kept.event)
        assert [row.person for row in rows] == [line["person"] for line in closed["standing"]]
        assert len(rows) == len(self._names)


async def _play(client: Client, chance: Random) -> None:
    """Pass mostly, and else move at random, until the game is over."""
    done = set[tuple[int, int, str]]()
    while client.table.get("state") != "over":
        for view in client.asked:
            key = (view["seat"], view["turn"], view["phase"])
            if key not in done:
                done.add(key)
                moves = [move["move"] for move in view["moves"]]
                passes = "-" in moves and chance.random() < PASSES
                await client.move("-" if passes else chance.choice(moves), view["seat"])
        await client.next()


async def run(people: int, rounds: int, kind: str) -> None:
    with tempfile.TemporaryDirectory(prefix="rowlock-cup-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)
        house = House(kind, folder, people)
        await asyncio.to_thread(house.start)
        try:
            cup = Championship(house, people, rounds)
            await cup.announce(final=4)
            played = await cup.play(house.kill)
            await cup.check()
        finally:
            house.stop()
    told = f"{people} people on {kind}, {played} rounds, play-offs and final included"
    print(f"{told}: the results of all {cup.games} tables are those of their games")
    print(f"a bot played for {cup.missed} people while their server was gone")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--on", choices=("sqlite", "postgresql"), default="sqlite")
    args = parser.parse_args()
    began = time.monotonic()
    asyncio.run(run(args.people, args.rounds, args.on))
    own, others = (resource.getrusage(one) for one in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    bots, servers = own.ru_utime + own.ru_stime, others.ru_utime + others.ru_stime
    took = time.monotonic() - began
    print(f"{took:.0f} s; processor: bots {bots:.0f} s, servers (those that ended) {servers:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
