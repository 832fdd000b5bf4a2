"""Calls to one's devices: what for, when not, and where to. See docs/calls.md."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from rowlock.community.calls import DAY_MINUTES, OFFERED, CallKind, Wishes, wished_kinds
from rowlock.locale import languages
from rowlock.server.errors import BadDevice
from rowlock.server.http.caller import Caller
from rowlock.server.http.surface import ServerQuestion
from rowlock.server.live.people import new_id
from rowlock.server.store.calls import plain_device
from rowlock.table.errors import BadMessage
from rowlock.table.messages.limits import Between, Items, Text
from rowlock.table.shapes import answers

DeviceId = Annotated[str, Text(1, 32, "[a-z0-9]+")]
KindText = Annotated[str, Text(1, 16, "[a-z]+")]
Minute = Annotated[int, Between(0, DAY_MINUTES - 1)]
Zone = Annotated[str, Text(1, 64, r"[A-Za-z0-9_+/-]+")]
KeyText = Annotated[str, Text(1, 200, r"[A-Za-z0-9_-]+=*")]


@dataclass(frozen=True, kw_only=True)
class AskCalls(ServerQuestion, ask="GET /players/me/calls", token="needed"):
    """Your wishes about calls: for what, when not, and on which devices."""

    async def serve(self, caller: Caller, /) -> answers.CallsShown:
        player, store = await caller.player(), caller.lobby.store
        wishes, devices = await store.wishes_of(player.id), await store.devices_of(player.id)
        return {
            "kinds": [kind.value for kind in OFFERED],
            "wished": [kind.value for kind in OFFERED if kind in wishes.kinds],
            "quiet_from": wishes.quiet_from,
            "quiet_to": wishes.quiet_to,
            "zone": wishes.zone,
            "devices": [plain_device(one) for one in devices],
        }


@dataclass(frozen=True, kw_only=True)
class ChangeCalls(ServerQuestion, ask="PATCH /players/me/calls", token="needed"):
    """Choose what to be called for, if anything; quiet hours are minutes of your own day."""

    kinds: Annotated[list[KindText], Items(0, 16)] | None = None
    quiet_from: Minute | None = None
    quiet_to: Minute | None = None
    zone: Zone | None = None
    """Your time zone, as in Europe/Berlin."""

    async def serve(self, caller: Caller, /) -> answers.CallsShown:
        player, store = await caller.player(), caller.lobby.store
        wishes = await store.wishes_of(player.id)
        if self.kinds is not None:
            unknown = sorted(set(self.kinds) - {kind.value for kind in OFFERED})
            if unknown:
                raise BadMessage(f"kinds: {unknown[0]} is not one of {', '.join(OFFERED)}")
            wishes = replace(wishes, kinds=wished_kinds(self.kinds))
        wishes = self._with_hours(wishes)
        if wishes.clock is None:
            raise BadMessage("zone: no such time zone")
        await store.keep_wishes(player.id, wishes, caller.lobby.calls.clock())
        return await AskCalls().serve(caller)

    def _with_hours(self, wishes: Wishes) -> Wishes:
        return replace(
            wishes,
            quiet_from=wishes.quiet_from if self.quiet_from is None else self.quiet_from,
            quiet_to=wishes.quiet_to if self.quiet_to is None else self.quiet_to,
            zone=self.zone or wishes.zone,
        )


@dataclass(frozen=True, kw_only=True)
class AddCallDevice(
    ServerQuestion, ask="POST /players/me/calls/devices", status=201, token="needed", counts="players"
):
    """Be called on a device, by what its browser subscribed to; five at most, and the earliest goes."""

    endpoint: Annotated[str, Text(10, 1000)]
    p256dh: KeyText
    auth: KeyText
    language: Annotated[str, Text(2, 8, "[a-z]+")] = "en"
    """The language in which the device is called."""

    async def serve(self, caller: Caller, /) -> answers.CallDevice:
        player, language = await caller.player(), self.language if self.language in languages() else "en"
        device = await caller.lobby.calls.add_device(player, self.endpoint, self.p256dh, self.auth, language)
        return plain_device(device)


@dataclass(frozen=True, kw_only=True)
class RemoveCallDevice(
    ServerQuestion, ask="DELETE /players/me/calls/devices/{device}", status=204, token="needed"
):
    """Stop calling this device."""

    device: DeviceId

    async def serve(self, caller: Caller, /) -> None:
        player = await caller.player()
        if not await caller.lobby.store.remove_device(player.id, self.device):
            raise BadDevice("there is no such device of yours")


@dataclass(frozen=True, kw_only=True)
class TryCalls(
    ServerQuestion, ask="POST /players/me/calls/trial", status=202, token="needed", counts="uploads"
):
    """Have your devices called once, to see how it looks: at once, and in quiet hours too."""

    async def serve(self, caller: Caller, /) -> None:
        player = await caller.player()
        await caller.lobby.calls.call(player.id, CallKind.TRIAL, new_id(8), "/me")
