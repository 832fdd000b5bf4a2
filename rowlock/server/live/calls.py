"""Calls to people who are not here: the one function by which all parts of the server call somebody.

    await lobby.calls.call(player, CallKind.DUEL, duel, f"/d/{duel}", about="classic")

Whether they want to hear of it, when, and on which devices, is their own choice; see docs/calls.md.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import TYPE_CHECKING

from rowlock.community.calls import CallKind
from rowlock.server.errors import NotAvailable, StoreDown
from rowlock.server.jobs import push
from rowlock.server.live.people import new_id
from rowlock.server.store import Player
from rowlock.server.store.calls import Call, CalledDevice

if TYPE_CHECKING:
    from rowlock.community.duels.duel import Duel
    from rowlock.server.live.lobby import Lobby
    from rowlock.server.store.duel_rows import HalfRow

log = logging.getLogger(__name__)


class Calls:
    """The way in which the parts of a server call people; `clock` gives seconds since 1970."""

    def __init__(self, lobby: Lobby, clock: Callable[[], float] = time.time) -> None:
        self._lobby, self.clock = lobby, clock
        self._secret: str | None = None
        self._public: str | None = None
        self.are_possible = push.is_installed()

    async def call(
        self, player: str, kind: CallKind, subject: str, link: str, about: str = "", wait: float = 0.0
    ) -> None:
        """Call somebody about a subject, after some seconds; nothing happens if they are called about it
        already, do not wish for it, or have no device. `about` is the name of a pad, or a title."""
        if not self.are_possible:
            return
        now = self.clock()
        with suppress(StoreDown):
            if await self._lobby.store.add_call(
                Call(player, kind.value, subject[:64], link[:200], about[:200], now, now + wait)
            ):
                self._lobby.caller.wake()

    async def settle(self, kind: CallKind, subject: str, waiting: Collection[str] = ()) -> None:
        """There is nothing more to call about, except to those who are still waited for."""
        if self.are_possible:
            with suppress(StoreDown):
                await self._lobby.store.settle_calls(kind, subject[:64], waiting)

    async def tell_of_half(self, duel: Duel, half: HalfRow, news_to: list[str]) -> None:
        """Somebody has finished their half of a duel: the others in it are called (`Duels.on_answer`)."""
        for player in news_to:
            link = f"/d/{duel.id}"
            await self.call(player, CallKind.DUEL, f"{duel.id} {half.side}", link, duel.game.variant.name)

    async def secret(self) -> str:
        """The server's key: made by the first process, and kept with the data."""
        if self._secret is None:
            self._secret = await self._lobby.store.call_key(await asyncio.to_thread(push.new_secret))
        return self._secret

    async def public_key(self) -> str | None:
        """The key that browsers are told; None where nobody can be called."""
        if not self.are_possible:
            return None
        if self._public is None:
            self._public = await asyncio.to_thread(push.public_key, await self.secret())
        return self._public

    async def add_device(
        self, player: Player, endpoint: str, p256dh: str, auth: str, language: str
    ) -> CalledDevice:
        """Keep where a device is reached."""
        if not self.are_possible:
            raise NotAvailable("calls need pywebpush: pip install 'rowlock[hosting]'")
        push.check_endpoint(endpoint, self._lobby.config.push_services)
        push.check_keys(p256dh, auth)
        device = CalledDevice(new_id(12), player.id, endpoint, p256dh, auth, language, self.clock())
        await self._lobby.store.add_device(device)
        return device
