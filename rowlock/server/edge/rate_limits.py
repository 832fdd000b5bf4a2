"""Limits on asking: a bucket of tokens for everything that costs something, by address or player."""

from __future__ import annotations

import time
from collections import OrderedDict

from rowlock.server.config import Limits
from rowlock.server.errors import TooFast, TooMany

HALL = 40
"""So many people of an event at one address may ask as much as the people of another address."""
STRETCHED = ("requests", "visits", "sockets", "all_frames", "all_frame_bytes", "writing")
"""Limits for what people of an event do together; nobody makes players, tables or uploads faster by it."""
MOST_HALLS, MOST_IN_HALL = 1000, 200
KEPT = 50_000
"""Buckets that are remembered; the longest unused is forgotten first."""


class Bucket:
    """Holds up to `size` tokens and refills by `rate` per second."""

    __slots__ = ("_at", "_left", "_rate", "_size")

    def __init__(self, size: float, rate: float) -> None:
        self._size, self._rate = size, rate
        self._left, self._at = size, time.monotonic()

    def take(self, count: float = 1) -> float:
        """Take tokens; returns 0, or the seconds after which there will be enough."""
        wait = max(0.0, count - self._now()) / self._rate
        if not wait:
            self._left -= count
        return wait

    def spend(self, count: float) -> None:
        """Take tokens for what has happened already, even if there are too few."""
        self._left = self._now() - count

    def wait(self) -> float:
        """Seconds until nothing is owed any more."""
        return max(0.0, -self._now()) / self._rate

    def _now(self) -> float:
        now = time.monotonic()
        self._left = min(self._size, self._left + (now - self._at) * self._rate)
        self._at = now
        return self._left


class RateBudget:
    """The allowance for the sockets of a connection or of an address: frames and bytes."""

    __slots__ = ("_buckets",)

    def __init__(self, frames: Bucket | None, size: Bucket | None) -> None:
        self._buckets = (frames, size)

    def spend(self, *counts: float) -> None:
        for bucket, count in zip(self._buckets, counts, strict=True):
            if bucket:
                bucket.spend(count)

    def wait(self) -> float:
        """Seconds until more may come."""
        return max(bucket.wait() if bucket else 0.0 for bucket in self._buckets)


class Guard:
    """The limits of one server."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()
        self._sockets: dict[str, int] = {}
        self._halls: OrderedDict[str, set[str]] = OrderedDict()

    def welcome(self, address: str, player: str) -> None:
        """Somebody who takes part in an event is at this address, perhaps with a whole hall behind it."""
        before, people = self.stretch(address), self._halls.setdefault(address, set())
        self._halls.move_to_end(address)
        if len(self._halls) > MOST_HALLS:
            self._halls.popitem(last=False)
        if len(people) < MOST_IN_HALL:
            people.add(player)
        if self.stretch(address) > before:
            for key in [key for key in self._buckets if key[1] == address and key[0] in STRETCHED]:
                del self._buckets[key]

    def stretch(self, address: str) -> int:
        """The number of addresses for which one address counts."""
        return 1 + len(self._halls.get(address, ())) // HALL

    def bucket(self, kind: str, stretch: int = 1) -> Bucket | None:
        """A bucket of this kind; none if limits are lifted."""
        factor = self.limits.factor * stretch
        if factor <= 0:
            return None
        size, rate = getattr(self.limits, kind)
        return Bucket(size * factor, rate * factor)

    def take(self, kind: str, who: str, count: float = 1) -> None:
        """Count one more of a kind, or several; raises `TooFast` beyond the limit."""
        check(self._shared(kind, who), kind, count)

    def owe(self, kind: str, who: str) -> None:
        """Count one that has happened already, such as a wrong guess."""
        if bucket := self._shared(kind, who):
            bucket.spend(1)

    def connection_budget(self) -> RateBudget:
        """The allowance for one socket."""
        return RateBudget(self.bucket("frames"), self.bucket("frame_bytes"))

    def address_budget(self, address: str) -> RateBudget:
        """The allowance for all sockets of an address."""
        return RateBudget(self._shared("all_frames", address), self._shared("all_frame_bytes", address))

    def _shared(self, kind: str, who: str) -> Bucket | None:
        """The one bucket of a kind that somebody has."""
        key = (kind, who)
        found = self._buckets.get(key)
        found = found or self.bucket(kind, self.stretch(who) if kind in STRETCHED else 1)
        if found is not None:
            self._buckets[key] = found
            self._buckets.move_to_end(key)
            if len(self._buckets) > KEPT:
                self._buckets.popitem(last=False)
        return found

    def enter(self, address: str) -> None:
        """One more connection from an address."""
        count = self._sockets.get(address, 0)
        most = self.limits.open_sockets * self.limits.factor * self.stretch(address)
        if self.limits.factor > 0 and count >= most:
            raise TooMany("too many connections from this address")
        self._sockets[address] = count + 1

    def exit(self, address: str) -> None:
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]


def check(bucket: Bucket | None, kind: str, count: float = 1) -> None:
    if bucket and (wait := bucket.take(count)):
        raise TooFast(f"too many {kind}; try again in {wait:.1f} seconds", round(wait, 1))
