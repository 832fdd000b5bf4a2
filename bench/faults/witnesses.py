"""People who play on through everything and write down what they are told; and the judgement at the end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import NamedTuple, Protocol

from bench.faults.house import House
from rowlock.client import Client, call
from rowlock.engine.errors import RowlockError
from rowlock.engine.view import view
from rowlock.table.log.new_table import open_table
from rowlock.table.sayings import say
from rowlock.table.table import Entry, Table


class Served(Protocol):
    """Servers to play on, and the tasks of those who do."""

    bases: list[str]
    chance: Random
    cut: list[asyncio.Task[None]]
    end: float
    """Until when they play (`time.monotonic`); a task that is cancelled before goes on with another line."""


class Told(NamedTuple):
    """A state of a table as one seat was told it: after so many entries, these sheets, turn and phase."""

    table: str
    number: int
    seat: int | None
    seen: str


async def play_until(house: House, end: float, tables: int, seed: int) -> list[Told]:
    """Two people at every table, faults all the while; what they were told."""
    told: list[Told] = []
    house.end = end
    await invite(house, tables, seed, told)
    while time.monotonic() < end - 15:
        await asyncio.sleep(house.chance.uniform(0.2, 2.5))
        await house.break_something()
    await asyncio.sleep(max(0.0, end - time.monotonic()))
    for task in house.cut:
        task.cancel()
    await asyncio.gather(*house.cut, return_exceptions=True)
    return told


async def invite(house: Served, tables: int, seed: int, told: list[Told]) -> None:
    """Two people at every table, who play until the end and note what they are told."""
    tokens = [
        (await _call(house, "POST", "/api/players", {"name": name}))["token"] for name in ("Mia", "Ben")
    ]
    for number in range(tables):
        table = (await _call(house, "POST", "/api/tables", WISH, tokens[0]))["table"]
        for seat, token in enumerate(tokens):
            witness = _witness(house, table, token, seat, Random(f"{seed} {number} {seat}"), told)
            house.cut.append(asyncio.create_task(witness))


WISH = {"seats": [{"kind": "me"}, {"kind": "open"}], "auto_pass": True}


async def _call(house: Served, *request):
    """Ask one of the servers, again and again until it answers."""
    while True:
        with suppress(RowlockError, OSError):
            return await asyncio.to_thread(call, house.chance.choice(house.bases), *request)
        await asyncio.sleep(0.3)


async def _witness(
    house: Served, table: str, token: str, seat: int, chance: Random, told: list[Told]
) -> None:
    """Play for one seat; a line that breaks, or is cut, is dialled again."""
    while time.monotonic() < house.end:
        line = asyncio.create_task(_play(chance.choice(house.bases), table, token, seat, chance, told))
        try:
            await asyncio.wait({line}, timeout=min(600.0, max(0.1, house.end - time.monotonic())))
        except asyncio.CancelledError:
            if time.monotonic() >= house.end:
                raise
            asyncio.current_task().uncancel()  # the line is cut, the witness goes on
        finally:
            line.cancel()
            await asyncio.gather(line, return_exceptions=True)
        await asyncio.sleep(0.2)


async def _play(base: str, table: str, token: str, seat: int, chance: Random, told: list[Told]) -> None:
    done = set()
    async with await Client.connect(base, table, token) as client:
        async for message in client:
            if message["type"] not in ("welcome", "table"):
                continue
            for seen in message["views"]:
                told.append(Told(table, message["number"], seen["seat"], _sum_up(seen)))
            await _answer(client, seat, chance, done)


async def _answer(client: Client, seat: int, chance: Random, done: set) -> None:
    """Sit, start, move, and play again after the end."""
    state, seats = client.table["state"], client.table["seats"]
    if state == "open" and seat == 1 and seats[1]["kind"] == "open":
        await client.send("sit", seat=1, name="Ben")
    elif state == "open" and seat == 0 and seats[1]["kind"] == "human":
        await client.send("start")
    elif state == "over":
        await client.send("rematch")
    for seen in client.views if state == "playing" else ():
        key = (client.table["game"], seen["turn"], seen["phase"], seen["choice"])
        if seen["seat"] in seen["waiting"] and key not in done:
            done.add(key)
            await asyncio.sleep(chance.uniform(0, 0.1))
            await client.move(chance.choice(seen["moves"])["move"], seen["seat"])


def _sum_up(seen: Mapping) -> str:
    sheets = " ".join(sheet["text"] for sheet in seen["sheets"])
    roll = seen["roll"]["text"] if seen["roll"] else "-"
    return f"{seen['turn']} {seen['phase']} {roll} {seen['choice']} {seen['waiting']} {sheets}"


def judge(told: Sequence[Told], logs: Mapping[str, Sequence[Entry]]) -> tuple[int, int]:
    """How many states were told, and how many of them the logs do not have."""
    wanted: dict[str, dict[int, set[tuple[int | None, str]]]] = {}
    for table, number, seat, seen in told:
        wanted.setdefault(table, {}).setdefault(number, set()).add((seat, seen))
    lost = 0
    for table, states in wanted.items():
        made = _states(logs.get(table, ()), states)
        for number, seen in states.items():
            lost += len(seen - made.get(number, set()))
    return sum(len(seen) for states in wanted.values() for seen in states.values()), lost


def _states(log: Sequence[Entry], wanted: Mapping[int, set]) -> dict[int, set]:
    """The table that the log makes, after each of the entries that somebody was told."""
    found: dict[int, set] = {}
    table: Table | None = None
    for place, entry in enumerate(log, 1):
        if entry.number != place:
            break  # a gap: everything after it is lost
        table = open_table(entry)[0] if table is None else say(table, entry)[0]
        if table.game is not None and entry.number in wanted:
            found[entry.number] = {
                (seat, _sum_up(view(table.game, seat))) for seat, _ in wanted[entry.number]
            }
    return found
