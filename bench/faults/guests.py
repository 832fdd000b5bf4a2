"""People who come and go: they take other names, bring games, talk, ask for their data, come back with a code
and are forgotten, all the while everything goes wrong; and what must hold of that afterwards.

Every guest has a mark of its own in every name and word. What a request does that was not answered is not
known: it may happen now, later or never. Everything else is binding.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from bench.faults.house import House
from rowlock import Record, load_variant, new_game
from rowlock.client import Client, ServerRefused, Unreachable, call
from rowlock.engine.game import Phase, apply, waiting_for
from rowlock.engine.moves import PASS, make_roll
from rowlock.engine.record import Input, format_record
from rowlock.engine.variant import Variant

PATIENCE = 60.0
"""Seconds after the last fault within which everybody who asked for it is forgotten."""
UNFINISHED = "SELECT count(*) FROM forgettings WHERE finished IS NULL"
NOT_KNOWN = {"store_down", "too_many"}
"""Refusals after which one has to look what became of a request."""


class Unknown(Exception):
    """Nobody has said what became of a request."""


class Guest:
    """One of them: what they know of themselves, and every wrong thing that they have met."""

    def __init__(self, house: House, number: int, chance: Random) -> None:
        self.house, self.chance = house, chance
        self.mark = f"g{number:03}{chance.randrange(16**6):06x}"
        self.token = self.code = ""
        self.name, self.maybe = "", set[str]()
        """The last name that was confirmed, and those of which nobody has said what became of them."""
        self.games: set[str] = set()
        self.words: set[str] = set()
        self.tables: set[str] = set()
        self.ticket: str | None = None
        self.is_sure = True
        """Whether the token must be good: no request that replaces it is without an answer."""
        self.is_leaving = self.is_gone = False
        self.exports: list[str] = []
        self.wrong: list[str] = []
        self.done: Counter[str] = Counter()

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """One request to one of the servers; raises `Unknown` if nobody says what became of it."""
        base = self.house.chance.choice(self.house.bases)
        try:
            return await asyncio.to_thread(call, base, method, path, body, token or self.token or None)
        except ServerRefused as refused:
            if refused.kind in NOT_KNOWN:
                raise Unknown from None
            raise
        except (Unreachable, OSError):
            raise Unknown from None

    def new_name(self) -> str:
        return f"{self.mark} {self.chance.randrange(1000)}"

    # what they do

    async def arrive(self) -> None:
        name = self.new_name()
        self.token = (await self.ask("POST", "/api/players", {"name": name}))["token"]
        self.name = name

    async def rename(self) -> None:
        name = self.new_name()
        self.maybe.add(name)
        await self.ask("PATCH", "/api/players/me", {"name": name})
        self.name = name
        self.maybe.discard(name)

    async def bring(self) -> None:
        text = short_game(load_variant("classic"), self.name, self.chance)
        self.games.add((await self.ask("POST", "/api/games", {"text": text, "seats": [0]}))["table"])

    async def talk(self) -> None:
        """Open a table and say something there that nobody else says."""
        table = (await self.ask("POST", "/api/tables", {"seats": [{"kind": "me"}, {"kind": "open"}]}))[
            "table"
        ]
        self.tables.add(table)
        word = f"{self.mark} says {self.chance.randrange(10**6)}"
        try:
            async with asyncio.timeout(5), await Client.connect(self._base(), table, self.token) as client:
                await client.next()
                asked = await client.send("chat", text=word)
                while (told := await client.next()).get("id") != asked:
                    pass
        except (TimeoutError, Unreachable, OSError):
            raise Unknown from None
        if told["type"] == "receipt":
            self.words.add(word)

    def _base(self) -> str:
        return self.house.chance.choice(self.house.bases)

    async def export(self) -> None:
        """Ask for everything: all that was confirmed is in it."""
        told = await self.ask("GET", "/api/players/me/data")
        text = json.dumps(told, ensure_ascii=False)
        self.exports.append(text)
        name = told[0]["player"].get("name")
        if name not in {self.name, *self.maybe}:
            self.wrong.append(f"is called {name}, not {self.name}")
        for kept in (*self.games, *self.tables, *self.words):
            if kept not in text:
                self.wrong.append(f"{kept} is missing in what is kept")

    async def note_code(self) -> None:
        self.code = ""  # whatever becomes of the request, an earlier one may be good no longer
        self.code = (await self.ask("POST", "/api/players/me/recovery"))["code"]

    async def recover(self) -> None:
        """Come back with the code: another token, and the old one is good no longer."""
        code, old = self.code, self.token
        self.code, self.is_sure = "", False
        self.token = (await self.ask("POST", "/api/players/recover", {"code": code}))["token"]
        self.is_sure = True
        if await self._is_good(old):
            self.wrong.append("an old token is good after coming back")

    async def leave(self) -> None:
        """Be forgotten: the token is good no longer, from the answer on."""
        self.is_leaving = True
        self.ticket = (await self.ask("DELETE", "/api/players/me"))["ticket"]
        self.is_gone = True
        if await self._is_good(self.token):
            self.wrong.append("the token of somebody who is forgotten is good")

    async def _is_good(self, token: str) -> bool:
        try:
            await self.ask("GET", "/api/players/me", token=token)
        except ServerRefused:
            return False
        return True

    async def live(self, end: float) -> None:
        """Do one thing after the other, in any order, until the end or until they are forgotten."""
        await self._try("arrive")
        while time.monotonic() < end and not self.is_gone and self.token:
            some = ["rename", "bring", "talk", "export", "recover" if self.code else "note_code"]
            last = self.is_leaving or self.chance.random() < 0.08
            await self._try("leave" if last else self.chance.choice(some))
            await asyncio.sleep(self.chance.uniform(0.1, 1.5))

    async def _try(self, name: str) -> None:
        try:
            await getattr(self, name)()
            self.done[name] += 1
        except Unknown:
            self.done["unanswered"] += 1
        except ServerRefused as refused:
            if refused.kind == "bad_token" and (self.is_leaving or not self.is_sure):
                self.is_gone, self.token = self.is_leaving, ""  # it was done, and the answer lost on its way
            elif not (refused.kind == "bad_code" and self.done["unanswered"]):
                self.wrong.append(f"{name} is refused: {refused.kind}, {refused}")


def short_game(variant: Variant, name: str, chance: Random) -> str:
    """The record of somebody who plays alone and passes until the end."""
    game, inputs = new_game(variant, 1), list[Input]()
    while game.phase is not Phase.OVER:
        if game.phase is Phase.ROLL:
            shown = [chance.randint(1, 6) for _ in range(2 + len(game.dice))]
            roll = make_roll((shown[0], shown[1]), dict(zip(game.dice, shown[2:], strict=True)))
            inputs.append(Input(None, roll))
            game = apply(game, roll).game
        for seat in waiting_for(game):
            inputs.append(Input(seat, PASS))
            game = apply(game, PASS, seat).game
    return format_record(Record(variant, (name,), 0, tuple(inputs)))


async def come_and_go(house: House, end: float, seed: int, at_once: int) -> list[Guest]:
    """So many guests at a time; where one leaves, another comes. All of them, in the end."""
    guests = list[Guest]()

    async def place() -> None:
        while time.monotonic() < end:
            guest = Guest(house, len(guests), Random(f"{seed} guest {len(guests)}"))
            guests.append(guest)
            await guest.live(end)
            await asyncio.sleep(0.5)  # where nobody can be reached, the next one does not come at once

    await asyncio.gather(*(place() for _ in range(at_once)))
    return guests


async def settle(house: House, guests: Sequence[Guest]) -> None:
    """After the last fault: whoever asked for it is forgotten in the end, and the others are still known."""
    end = time.monotonic() + PATIENCE
    while (left := await asyncio.to_thread(house.count, UNFINISHED)) and time.monotonic() < end:
        await asyncio.sleep(0.2)
    for guest in guests:
        if guest.ticket and left:
            guest.wrong.append("is perhaps not forgotten in the end")
        if guest.is_sure and guest.token and not guest.is_leaving:
            await guest._try("export")


class Kept(NamedTuple):
    """All text in the database at the end, and the secrets of the house."""

    text: str
    secrets: Sequence[str]


def judge_guests(guests: Iterable[Guest], kept: Kept) -> list[str]:
    """Everything that is wrong with the history of all guests and what is left of them."""
    wrong = list[str]()
    for guest in guests:
        wrong += [f"{guest.mark} {what}" for what in guest.wrong]
        if guest.is_gone and guest.mark in kept.text:
            place = kept.text.index(guest.mark)
            wrong.append(f"{guest.mark} is forgotten and still there: {kept.text[place - 80 : place + 40]!r}")
        if not guest.is_leaving:
            wrong += [f"{guest.mark} has lost {game}" for game in guest.games if game not in kept.text]
        told = "".join(guest.exports)
        wrong += [f"{guest.mark} was told a secret" for secret in kept.secrets if secret in told]
    return wrong


def sums(guests: Iterable[Guest]) -> Mapping[str, int]:
    """How often each thing was done."""
    return sum((guest.done for guest in guests), Counter[str]())
