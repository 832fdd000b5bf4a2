"""The load: a process of its own with two sockets to every table, playing at a steady rate on loopback.

    python -m bench.server.load rowlock BASE TABLES
    python -m bench.server.load echo BASE TABLES
    python -m bench.server.load idle BASE SOCKETS

It says `ready` when all tables are open. For every line RATE SECONDS AT_ONCE that it is given it plays, and
prints one line of JSON. AT_ONCE is how many moves may be under way at the same time; with an endless rate, a
server gets as many as it takes. A move's delay is the time from its sending to the moment the other player's
socket has received what followed from it.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import orjson
import uvloop

from bench.server.wire import Wire, dial
from rowlock.client import call
from rowlock.client.luck import Luck

WARM_UP = 3.0
LATE_AT_ONCE = 3
WATCHERS = 8
"""Idle sockets at one table."""
FINE = ("already_started", "not_over")
"""Refusals of what need not be said: everybody has started, or wants a rematch, already."""
PEOPLE = 50
"""Players at either seat; each has several tables."""
OPENED_AT_ONCE = 50
"""Tables whose games begin at the same time: more would queue for the database longer than a server waits."""


class Pair:
    """The two sockets of one table; one move is under way at a time."""

    def __init__(self) -> None:
        self.sockets: list[Wire] = []
        self.lucks: list[Luck] = []
        self.hellos: list[str] = []
        self.over = -1
        """The last game of which it was said that it is over."""
        self.views: list[dict] = [{}, {}]
        self.state = ["open", "open"]
        self.sent = 0.0
        self.sender = 0
        self.busy = True
        self.numbers = [0, 0]

    def asked(self) -> list[int]:
        return [seat for seat in (0, 1) if seat in self.views[seat].get("waiting", ())]


class Load:
    def __init__(self, tables: int) -> None:
        self.pairs = [Pair() for _ in range(tables)]
        self.delays: list[float] = []
        self.counting = False
        self.moves = self.late = self.under_way = 0
        self.refused: Counter[str] = Counter()
        self.again: list[asyncio.Future[None]] = []

    def arrived(self, pair: Pair, seat: int) -> None:
        """The other player has seen the move."""
        if pair.sent and seat != pair.sender:
            if self.counting:
                self.delays.append(time.perf_counter() - pair.sent)
            self.free(pair)

    def free(self, pair: Pair) -> None:
        pair.sent, pair.busy = 0.0, False
        self.under_way -= 1

    async def run(self, rate: float, seconds: float, at_once: float) -> dict:
        """Send moves at the rate, at most so many under way; a tick without a free table is late."""
        begun, used = time.perf_counter(), time.process_time()
        due, end = begun, begun + WARM_UP + seconds
        self.late, self.delays, self.refused = 0, [], Counter()
        while (now := time.perf_counter()) < end:
            self.counting = now > begun + WARM_UP
            late = self.late
            while due <= now and self.under_way < at_once and self.late - late < LATE_AT_ONCE:
                due += 1 / rate
                self.move()
            if self.under_way >= at_once or self.late > late:
                due = now
            await asyncio.sleep(0.001)
        self.counting = False
        delays = sorted(self.delays)
        at = lambda share: round(1000 * delays[int(share * (len(delays) - 1))], 1)  # noqa: E731
        return {
            "moves_per_second": round(len(delays) / seconds),
            "delays": [round(delay, 5) for delay in delays[:: max(1, len(delays) // 5000)]],
            "load_cpu": round(time.process_time() - used, 2),
            "p50_ms": at(0.5),
            "p99_ms": at(0.99),
            "max_ms": at(1.0),
            "within_100_ms": round(sum(delay <= 0.1 for delay in delays) / len(delays), 4),
            "late": self.late,
            "refused": sum(self.refused.values()),
            "reasons": dict(self.refused),
        }

    def move(self) -> None:
        for _ in range(50):
            pair = random.choice(self.pairs)
            if not pair.busy and self.can_move(pair):
                pair.busy, pair.sent = True, time.perf_counter()
                self.under_way += 1
                self.send(pair)
                return
        self.late += 1

    def can_move(self, pair: Pair) -> bool:
        raise NotImplementedError

    def send(self, pair: Pair) -> None:
        raise NotImplementedError


class Echo(Load):
    async def open(self, base: str) -> None:
        for number, pair in enumerate(self.pairs):
            for seat in (0, 1):
                pair.sockets.append(await dial(f"{base}/{number}", partial(self.hear, pair, seat)))
            pair.busy = False

    def hear(self, pair: Pair, seat: int, text: bytes) -> None:
        if text != b"receipt":
            self.arrived(pair, seat)

    def can_move(self, pair: Pair) -> bool:
        return True

    def send(self, pair: Pair) -> None:
        pair.sender = random.randrange(2)
        pair.sockets[pair.sender].send("m" * 80)


class Rowlock(Load):
    async def open(self, base: str) -> None:
        await asyncio.to_thread(self.make_tables, base)
        address = "ws" + base.removeprefix("http")
        for number, pair in enumerate(self.pairs):
            for seat in (0, 1):
                where = f"{address}/api/tables/{self.tables[number]}/socket"
                pair.lucks.append(Luck())
                pair.hellos.append(json.dumps({"type": "hello", "token": self.token_of(number, seat)}))
                pair.sockets.append(await dial(where, partial(self.hear, pair, seat)))
                pair.sockets[seat].send(pair.hellos[seat])
            while sum(other.busy for other in self.pairs[: number + 1]) >= OPENED_AT_ONCE:
                await asyncio.sleep(0.02)
        while any(pair.busy for pair in self.pairs):
            await asyncio.sleep(0.02)

    def token_of(self, number: int, seat: int) -> str:
        return self.tokens[number % PEOPLE + PEOPLE * seat]

    async def dial_again(self, pair: Pair, seat: int, wait: float) -> None:
        """The table goes on in another process."""
        await asyncio.sleep(wait)
        pair.sockets[seat].close()
        address = pair.sockets[seat].address
        pair.sockets[seat] = await dial(address, partial(self.hear, pair, seat))
        pair.sockets[seat].send(pair.hellos[seat])

    def make_tables(self, base: str) -> None:
        body = {"seats": [{"kind": "me"}, {"kind": "open"}]}

        def new_player(number: int) -> str:
            return call(base, "POST", "/api/players", {"name": f"P{number}"})["token"]

        def new_table(number: int) -> str:
            return call(base, "POST", "/api/tables", body, self.tokens[number % PEOPLE])["table"]

        with ThreadPoolExecutor(8) as threads:
            self.tokens = list(threads.map(new_player, range(2 * PEOPLE)))
            self.tables = list(threads.map(new_table, range(len(self.pairs))))

    def hear(self, pair: Pair, seat: int, text: bytes) -> None:
        message = orjson.loads(text)
        kind = message["type"]
        if kind in ("refusal", "bye"):
            if self.counting and message["code"] not in FINE:
                self.refused[message["code"]] += 1
            if kind == "bye":
                self.again.append(
                    asyncio.ensure_future(self.dial_again(pair, seat, message["come_back"] or 1))
                )
            if message["code"] not in FINE:
                asyncio.get_running_loop().call_later(2, self.refuse, pair, seat)
        if kind not in ("table", "welcome"):
            return
        pair.state[seat], pair.numbers[seat] = message["table"]["state"], message["number"]
        for part in pair.lucks[seat].parts(message["table"], message["you"]["seats"]):
            pair.sockets[seat].send(json.dumps({"type": part.kind, **part.fields}))
        if message["views"]:
            pair.views[seat] = message["views"][0]
        if kind == "table":
            self.arrived(pair, seat)
        if seat == 0:
            self.keep_going(pair, message)
        elif kind == "welcome" and message["table"]["seats"][1]["kind"] == "open":
            pair.sockets[1].send('{"type":"sit","seat":1}')

    def refuse(self, pair: Pair, seat: int) -> None:
        """The database was too slow: whatever it was is seen in the whole state, a moment later."""
        if pair.sent and seat == pair.sender:
            self.free(pair)
        pair.sockets[seat].send('{"type":"sync"}')

    def keep_going(self, pair: Pair, message: dict) -> None:
        """The host starts when both sit, and both want a rematch after the end."""
        table = message["table"]
        if table["state"] == "over":
            pair.busy = True
            if pair.over != table["game"]:
                pair.over = table["game"]
                for socket in pair.sockets:  # a vote
                    socket.send('{"type":"rematch"}')
        elif table["state"] == "open" and all(seat["kind"] == "human" for seat in table["seats"]):
            pair.sockets[0].send('{"type":"start"}')
        elif any(fact["kind"] == "started" for fact in message.get("facts", [])):
            pair.busy, pair.sent = False, 0.0

    def can_move(self, pair: Pair) -> bool:
        same = pair.numbers[0] == pair.numbers[1]  # both have seen the last move
        return same and pair.state == ["playing", "playing"] and bool(pair.asked())

    def send(self, pair: Pair) -> None:
        pair.sender = random.choice(pair.asked())
        view = pair.views[pair.sender]
        move = random.choice(view["moves"])["move"]
        self.moves += 1
        message = {"type": "move", "id": f"m{self.moves}", "turn": view["turn"], "phase": view["phase"]}
        pair.sockets[pair.sender].send(orjson.dumps({**message, "move": move}))


class Idle:
    """So many sockets that watch tables and say nothing."""

    def __init__(self, sockets: int) -> None:
        self.count, self.wires, self.welcomed = sockets, list[Wire](), 0

    async def open(self, base: str) -> None:
        token = call(base, "POST", "/api/players", {"name": "Mia"})["token"]
        body = {"seats": [{"kind": "me"}, {"kind": "open"}]}

        def new_table(_: int) -> str:
            return call(base, "POST", "/api/tables", body, token)["table"]

        with ThreadPoolExecutor(8) as threads:
            wanted = range(-(-self.count // WATCHERS))
            tables = list(await asyncio.to_thread(lambda: list(threads.map(new_table, wanted))))
        source = f"127.0.0.{2 + os.getpid() % 250}"  # an address has some 28,000 ports
        for first in range(0, self.count, OPENED_AT_ONCE):
            some = range(first, min(first + OPENED_AT_ONCE, self.count))
            self.wires += await asyncio.gather(
                *[self.watch(base, tables[n % len(tables)], source) for n in some]
            )
        while self.welcomed < self.count:
            await asyncio.sleep(0.1)

    async def watch(self, base: str, table: str, source: str) -> Wire:
        address = "ws" + base.removeprefix("http") + f"/api/tables/{table}/socket"
        wire = await dial(address, self.hear, source)
        wire.send('{"type":"hello"}')
        return wire

    def hear(self, text: bytes) -> None:
        self.welcomed += b'"welcome"' in text[:40]

    async def run(self, *_: float) -> dict:
        return {}


async def main(kind: str, base: str, tables: int) -> None:
    load = {"rowlock": Rowlock, "echo": Echo, "idle": Idle}[kind](tables)
    await load.open(base)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    while wanted := await asyncio.to_thread(sys.stdin.readline):
        sys.stdout.write(json.dumps(await load.run(*map(float, wanted.split()))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    kind, base, tables = sys.argv[1:]
    uvloop.run(main(kind, base, int(tables)))
