"""Sends the calls that are due, a few at a time beside the play; each is taken by one process."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, ClassVar

import orjson

from rowlock.community.calls import KEPT_SECONDS, CallKind, allowed_from, next_daily, reminder_at
from rowlock.locale import has_text, load_catalogue, text
from rowlock.server.errors import StoreDown
from rowlock.server.jobs.background import BackgroundTask
from rowlock.server.jobs.push import Pushing, Sent
from rowlock.server.store import Conflict
from rowlock.server.store.calls import Call, CalledDevice

if TYPE_CHECKING:
    from rowlock.server.live.lobby import Lobby

log = logging.getLogger(__name__)

AT_ONCE = 20
"""Calls that are taken together."""
WAITS = (30.0, 120.0, 600.0, 3600.0)
"""Seconds before a call that got no answer is tried again, and again; then it is left."""
MOST_BESIDE = 30
"""Calls to services that may be slow, which nobody waits for; the others are taken up again when their lease
is over."""
MOST_FAILURES = 5
"""A device whose service refuses so many calls in a row is dropped."""
OLD_SECONDS = 3600.0


class DueCalls(BackgroundTask):
    """Looks for calls that are due."""

    look_seconds: ClassVar[float] = 5.0

    def __init__(self, lobby: Lobby) -> None:
        super().__init__()
        self._lobby = lobby
        names = lobby.config.names
        contact = f"https://{names[0]}" if names else "mailto:operator@rowlock.invalid"
        self._pushing = Pushing(lobby.config.push_services, contact)
        self._tidied = 0.0
        self._beside = set[asyncio.Task[None]]()

    async def stop(self) -> None:
        await super().stop()
        for task in self._beside:
            task.cancel()
        await asyncio.gather(*self._beside, return_exceptions=True)
        await self._pushing.close()

    async def _do_all(self) -> None:
        if not self._lobby.calls.are_possible:
            return
        try:
            await self._call_out_today()
            while due := await self._lobby.store.due_calls(self._now(), AT_ONCE):
                await asyncio.gather(*map(self._send, due))
            if self._now() - self._tidied > OLD_SECONDS:
                self._tidied = self._now()
                await self._lobby.store.drop_old_calls(self._tidied)
        except (StoreDown, Conflict):
            pass
        except Exception:
            log.exception("calls cannot be sent")

    def _now(self) -> float:
        return self._lobby.calls.clock()

    async def _call_out_today(self) -> None:
        """Today's game, to those who want to hear of it and have not played; in parts."""
        lobby, now = self._lobby, self._now()
        while due := await lobby.store.daily_due(now, AT_ONCE):
            for player, since, wishes in due:
                if await lobby.store.move_daily(player, since, next_daily(wishes, now)):
                    day = lobby.daily.today.isoformat()
                    if not await lobby.store.tries_of(player, day, day):
                        await lobby.calls.call(player, CallKind.DAILY, day, "/daily")

    async def _send(self, call: Call) -> None:
        """Call somebody; not in their quiet hours, and not without their wish."""
        store, kind, now = self._lobby.store, CallKind(call.kind), self._now()
        wishes, devices = await store.wishes_of(call.player), await store.devices_of(call.player)
        if not devices or (kind is not CallKind.TRIAL and kind not in wishes.kinds):
            await store.drop_call(call)
        elif kind is not CallKind.TRIAL and (later := allowed_from(wishes, now)) > now:
            await store.note_call(call._replace(due=later))
        elif all(map(self._pushing.is_quick, devices)):
            await self._call_on(call, devices)
        elif len(self._beside) < MOST_BESIDE:
            task = asyncio.create_task(self._call_beside(call, devices))
            self._beside.add(task)
            task.add_done_callback(self._beside.discard)

    async def _call_beside(self, call: Call, devices: list[CalledDevice]) -> None:
        """Call somebody while others are called."""
        try:
            await self._call_on(call, devices)
        except (StoreDown, Conflict):
            pass
        except Exception:
            log.exception("a call cannot be sent")

    async def _call_on(self, call: Call, devices: list[CalledDevice]) -> None:
        """Call somebody on all their devices, and store what came of it."""
        store, kind, now = self._lobby.store, CallKind(call.kind), self._now()
        sent = await asyncio.gather(*(self._send_to(call, device) for device in devices))
        tries = 0 if kind is CallKind.TRIAL else len(WAITS)  # a trial shows at once whether it works
        if any(one.outcome == "sent" for one in sent):
            count = call.sent + 1
            after = call._replace(sent=count, tries=0, due=reminder_at(kind, count, now))
        elif any(one.outcome == "later" for one in sent) and call.tries < tries:
            wait = max(WAITS[call.tries], *(one.wait for one in sent))
            after = call._replace(tries=call.tries + 1, due=now + wait)
        else:
            after = call._replace(due=None)
        if after.due is None and kind in (CallKind.TRIAL, CallKind.DAILY):
            return await store.drop_call(call)
        return await store.note_call(after)

    async def _send_to(self, call: Call, device: CalledDevice) -> Sent:
        store = self._lobby.store
        said = orjson.dumps(await self._said(call, device.language))
        secret = await self._lobby.calls.secret()
        sent = await self._pushing.send(device, said, secret, KEPT_SECONDS[CallKind(call.kind)])
        if sent.outcome == "gone" or (sent.outcome == "refused" and device.failures + 1 >= MOST_FAILURES):
            await store.remove_device(device.player, device.id)
        elif sent.outcome == "refused":
            await store.note_failures(device.id, device.failures + 1)
        elif sent.outcome == "sent" and device.failures:
            await store.note_failures(device.id, 0)
        return sent

    async def _said(self, call: Call, language: str) -> dict[str, str | int]:
        """A call in the language of its device."""
        catalogue = load_catalogue(language)
        pad = f"game.variants.{call.about}.title"
        about = text(catalogue, pad) if has_text(catalogue, pad) else call.about
        return {
            "kind": call.kind,
            "title": text(catalogue, f"people.calls.said.{call.kind}.title"),
            "body": text(catalogue, f"people.calls.said.{call.kind}.body", about=about),
            "link": call.link,
            "tag": f"{call.kind} {call.subject}",
            "badge": await self._lobby.store.open_calls(call.player),
        }
