"""A bot at a table of a server: it takes a seat, answers whenever it is asked, and plays game after game.

from rowlock.client import join

def choose(view, moves):
    return moves[0]

join("http://127.0.0.1:8000/t/k3v9x2m7qabc", choose, name="First move")
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from inspect import iscoroutinefunction
from typing import Any

from rowlock.bots import find_source, load_bot
from rowlock.bots.kit.program import Forfeit
from rowlock.bots.kit.source import Source, source_of
from rowlock.client.connection import Client
from rowlock.client.http import ServerRefused, split_link
from rowlock.engine.json_object import JsonObject

Choose = Callable[[JsonObject, list[str]], Awaitable[str]]
Heard = Callable[[JsonObject], None]
MISSED = ("stale", "not_now", "not_over")
"""Refusals of what came too late: the table has moved on and asks again."""


def join(link: str, bot: Any, **wishes: Any) -> list[JsonObject]:
    """Take a seat, wait for the game to begin, play, and return how it ended.

    It waits for as long as that takes: for the host to start, for the other players, for a rematch. With
    `timeout` it gives up after so many seconds. All other wishes are those of `join_async`, which does the
    same for programs with an event loop.
    """
    return asyncio.run(join_async(link, bot, **wishes))


async def join_async(
    link: str,
    bot: Any,
    *,
    name: str | None = None,
    seat: int | None = None,
    games: int = 1,
    token: str | None = None,
    timeout: float | None = None,
    heard: Heard = lambda message: None,
) -> list[JsonObject]:
    """Play at the table of an invite link, on a seat or the first open one, for so many games.

    The bot is anything that is one elsewhere (`rowlock.bots`): a name, a file, `exec:COMMAND`, a function
    `choose(view, moves)` or `value(crosses, skips, gain)`; here `choose` may be `async`. The answer tells how
    each game ended: `names`, `scores`, `winners`, `reason`. `heard` is called with every message of
    the server. With an earlier token, the seat that it had is played on. With `timeout` the seat is left
    after so many seconds, if the games are not over by then, and `TimeoutError` is raised.
    """
    thinker = ProgramThinker(bot)
    name = name or thinker.name
    connecting = Client.connect(*split_link(link), token) if token else Client.open(link, name=name)
    async with await connecting as client:
        return await Joined(client, thinker, games, heard).play(seat, timeout)


class ProgramThinker:
    """A bot, created again for every game, because only the table knows what is being played."""

    def __init__(self, bot: Any) -> None:
        self.choose: Choose | None = bot if iscoroutinefunction(bot) else None
        found = isinstance(bot, str | Source)
        self.source = None if self.choose else find_source(bot) if found else source_of(bot)
        self.name = self.source.name if self.source else str(bot.__name__)
        self._made: tuple[Any, Any] = (None, None)

    async def __call__(self, client: Client, view: JsonObject) -> str:
        """A choice; one that takes its time does not keep the connection waiting."""
        moves = [move["move"] for move in view["moves"]]
        if self.choose:
            return await self.choose(view, moves)
        key = (client.table["game"], view["seat"])
        if self._made[0] != key and self.source:
            seats = len(view["sheets"])
            self._made = key, load_bot(self.source, client.variant, seats, secrets.randbits(32))
        return str(await asyncio.to_thread(self._made[1].choose, view, moves))


class Joined:
    """One player's seats: every turn and action is answered once."""

    def __init__(self, client: Client, thinker: ProgramThinker, games: int, heard: Heard) -> None:
        self.client, self.thinker, self.games, self.heard = client, thinker, games, heard
        self.results: dict[int, JsonObject] = {}
        self._said: set[tuple[object, ...]] = set()

    async def play(self, seat: int | None, timeout: float | None = None) -> list[JsonObject]:
        self.heard(await self.client.next())
        if not self.client.you["seats"]:
            await self.client.sit(seat)
        try:
            async with asyncio.timeout(timeout):
                await self._play_games()
        except Forfeit:
            await self._leave()
            raise
        except TimeoutError:
            await self._leave()
            playing = self.client.table.get("state") == "playing"
            what = "not over; a bot plays on" if playing else "not begun; the seat is free again"
            raise TimeoutError(f"after {timeout} s the game is {what}") from None
        return list(self.results.values())

    async def _play_games(self) -> None:
        while len(self.results) < self.games:
            await self._answer()
            message = await self.client.next()
            self.heard(message)
            self._hear(message)

    async def _leave(self) -> None:
        """Let somebody else play on, at once: the bot has failed, or its time is up."""
        for seat in self.client.you["seats"]:
            await self.client.send("leave", seat=seat)

    def _hear(self, message: JsonObject) -> None:
        if message["type"] == "refusal" and message["code"] not in MISSED:
            raise ServerRefused(message["code"], message["reason"])
        if any(fact["kind"] == "corrected" for fact in message.get("facts", ())):
            self._said.clear()  # the dice were corrected: choices made for the old ones are void
        client, over = self.client, [view["over"] for view in self.client.views if view.get("over")]
        if client.table["state"] == "over" and over and client.you["seats"]:
            names = [place["name"] for place in client.table["seats"]]
            self.results.setdefault(client.table["game"], {"names": names, **over[0]})

    async def _answer(self) -> None:
        """Say what is asked of us and was not said yet."""
        client, game = self.client, self.client.table["game"]
        for view in client.asked:
            held = view["cards"]["hands"][view["seat"]] if view.get("cards") else []
            if self._first(game, view["seat"], view["turn"], view["phase"], len(held)):
                await client.move(await self.thinker(client, view), view["seat"])
        for view in client.views:
            place = client.table["seats"][view["seat"]] if view["seat"] is not None else {}
            if place.get("stand_in") and self._first(game, view["seat"], view["turn"], "back"):
                await client.send("back", seat=view["seat"])
        if client.table["state"] == "over" and game in self.results and self._first(game, "rematch"):
            await client.send("rematch")

    def _first(self, *key: object) -> bool:
        new = key not in self._said
        self._said.add(key)
        return new
