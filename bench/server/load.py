"""The load: a process of its own with two sockets to every table, playing at a steady rate on loopback.

    python load.py rowlock BASE TABLES RATE SECONDS [AT_ONCE]
    python load.py echo BASE TABLES RATE SECONDS

AT_ONCE is how many moves may be under way at the same time; with a high rate, a server gets as many as it
takes.

Prints one line of JSON. A move's delay is the time from its sending to the moment the other player's
socket has received what followed from it.
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import orjson
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from rowlock.client import call
from rowlock.client.luck import Luck

WARM_UP = 3.0
OPENED_AT_ONCE = 50
"""Tables whose games begin at the same time: more would queue for the database longer than a server waits."""


class Pair:
    """The two sockets of one table; one move is under way at a time."""

    def __init__(self) -> None:
        self.sockets: list[ClientConnection] = []
        self.views: list[dict] = [{}, {}]
        self.state = ["open", "open"]
        self.sent = 0.0
        self.sender = 0
        self.busy = True
        self.number = 0

    def asked(self) -> list[int]:
        return [seat for seat in (0, 1) if seat in self.views[seat].get("waiting", ())]


class Load:
    def __init__(self, tables: int, rate: float, seconds: float, at_once: float) -> None:
        self.rate, self.seconds, self.at_once = rate, seconds, at_once
        self.pairs = [Pair() for _ in range(tables)]
        self.delays: list[float] = []
        self.counting = False
        self.moves = self.late = self.under_way = 0
        self.refused: Counter[str] = Counter()
        self.tasks: list[asyncio.Task] = []

    def arrived(self, pair: Pair, seat: int) -> None:
        """The other player has seen the move."""
        if pair.sent and seat != pair.sender:
            if self.counting:
                self.delays.append(time.perf_counter() - pair.sent)
            self.free(pair)

    def free(self, pair: Pair) -> None:
        pair.sent, pair.busy = 0.0, False
        self.under_way -= 1

    async def run(self) -> dict:
        """Send moves at the rate; a tick without a free table is counted as late."""
        begun = time.perf_counter()
        due, end = begun, begun + WARM_UP + self.seconds
        while (now := time.perf_counter()) < end:
            self.counting = now > begun + WARM_UP
            while due <= now and self.under_way < self.at_once:
                due += 1 / self.rate
                await self.move()
            if self.under_way >= self.at_once:
                due = now
            await asyncio.sleep(0.001)
        self.counting = False
        delays = sorted(self.delays)
        at = lambda share: round(1000 * delays[int(share * (len(delays) - 1))], 1)  # noqa: E731
        return {
            "moves_per_second": round(len(delays) / self.seconds),
            "p50_ms": at(0.5),
            "p99_ms": at(0.99),
            "max_ms": at(1.0),
            "within_100_ms": round(sum(delay <= 0.1 for delay in delays) / len(delays), 4),
            "late": self.late,
            "refused": sum(self.refused.values()),
            "reasons": dict(self.refused),
        }

    async def move(self) -> None:
        for _ in range(50):
            pair = random.choice(self.pairs)
            if not pair.busy and self.can_move(pair):
                pair.busy, pair.sent = True, time.perf_counter()
                self.under_way += 1
                await self.send(pair)
                return
        self.late += 1

    def can_move(self, pair: Pair) -> bool:
        raise NotImplementedError

    async def send(self, pair: Pair) -> None:
        raise NotImplementedError


class Echo(Load):
    async def open(self, base: str) -> None:
        for number, pair in enumerate(self.pairs):
            for seat in (0, 1):
                pair.sockets.append(await dial(f"{base}/{number}"))
                self.tasks.append(asyncio.create_task(self.listen(pair, seat)))
            pair.busy = False

    async def listen(self, pair: Pair, seat: int) -> None:
        async for text in pair.sockets[seat]:
            if text != "receipt":
                self.arrived(pair, seat)

    def can_move(self, pair: Pair) -> bool:
        return True

    async def send(self, pair: Pair) -> None:
        pair.sender = random.randrange(2)
        await pair.sockets[pair.sender].send("m" * 80)


class Rowlock(Load):
    async def open(self, base: str) -> None:
        tokens = [call(base, "POST", "/api/players", {"name": f"P{n}"})["token"] for n in range(200)]
        body = {"seats": [{"kind": "me"}, {"kind": "open"}]}

        def new_table(number: int) -> str:
            return call(base, "POST", "/api/tables", body, tokens[number % 100])["table"]

        with ThreadPoolExecutor(8) as threads:
            tables = list(threads.map(new_table, range(len(self.pairs))))
        address = "ws" + base.removeprefix("http")
        for number, (pair, table) in enumerate(zip(self.pairs, tables, strict=True)):
            for seat in (0, 1):
                socket = await dial(f"{address}/api/tables/{table}/socket")
                pair.sockets.append(socket)
                token = tokens[number % 100 + 100 * seat]
                await socket.send(json.dumps({"type": "hello", "token": token}))
                self.tasks.append(asyncio.create_task(self.listen(pair, seat)))
            while sum(other.busy for other in self.pairs[: number + 1]) >= OPENED_AT_ONCE:
                await asyncio.sleep(0.05)
        while any(pair.busy for pair in self.pairs):
            await asyncio.sleep(0.05)

    async def listen(self, pair: Pair, seat: int) -> None:
        luck = Luck()
        async for text in pair.sockets[seat]:
            message = orjson.loads(text)
            if message["type"] in ("refusal", "bye"):
                if self.counting:
                    self.refused[message["code"]] += 1
                self.tasks.append(asyncio.create_task(self.refuse(pair, seat)))
            if message["type"] not in ("table", "welcome"):
                continue
            pair.state[seat] = message["table"]["state"]
            for part in luck.parts(message["table"], message["you"]["seats"]):
                await pair.sockets[seat].send(json.dumps({"type": part.kind, **part.fields}))
            if message["views"]:
                pair.views[seat] = message["views"][0]
            if message["type"] == "table":
                self.arrived(pair, seat)
            if seat == 0:
                await self.keep_going(pair, message)
            elif message["type"] == "welcome" and message["table"]["seats"][1]["kind"] == "open":
                await pair.sockets[1].send('{"type":"sit","seat":1}')

    async def refuse(self, pair: Pair, seat: int) -> None:
        """The database was too slow: whatever it was is seen in the whole state, a moment later."""
        await asyncio.sleep(1)
        if pair.sent and seat == pair.sender:
            self.free(pair)
        await pair.sockets[seat].send('{"type":"sync"}')

    async def keep_going(self, pair: Pair, message: dict) -> None:
        """The host starts when both sit, and both want a rematch after the end."""
        table = message["table"]
        if table["state"] == "over":
            pair.busy = True
            for socket in pair.sockets:  # a vote
                await socket.send('{"type":"rematch"}')
        elif table["state"] == "open" and all(seat["kind"] == "human" for seat in table["seats"]):
            await pair.sockets[0].send('{"type":"start"}')
        elif any(fact["kind"] == "started" for fact in message.get("facts", [])):
            pair.busy, pair.sent = False, 0.0

    def can_move(self, pair: Pair) -> bool:
        return pair.state == ["playing", "playing"] and bool(pair.asked())

    async def send(self, pair: Pair) -> None:
        pair.sender = random.choice(pair.asked())
        view = pair.views[pair.sender]
        move = random.choice(view["moves"])["move"]
        self.moves += 1
        message = {"type": "move", "id": f"m{self.moves}", "turn": view["turn"], "phase": view["phase"]}
        await pair.sockets[pair.sender].send(orjson.dumps({**message, "move": move}).decode())


async def dial(address: str) -> ClientConnection:
    return await connect(address, compression=None, ping_interval=None, max_queue=64, open_timeout=60)


async def main(kind: str, base: str, tables: int, rate: float, seconds: float, at_once: float) -> None:
    load: Load = {"rowlock": Rowlock, "echo": Echo}[kind](tables, rate, seconds, at_once)
    await load.open(base)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.readline)
    result = await load.run()
    for task in load.tasks:
        task.cancel()
    sys.stdout.write(json.dumps(result) + "\n")


if __name__ == "__main__":
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    kind, base, tables, rate, seconds, *at_once = sys.argv[1:]
    most = float(at_once[0]) if at_once else float("inf")
    uvloop.run(main(kind, base, int(tables), float(rate), float(seconds), most))
