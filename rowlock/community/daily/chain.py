"""The hash chain behind the days: nobody can compute a day before its link is shown, or change one.

The house draws a seed once and hashes it as often as there are days. The last hash, the anchor, is public
from the first day on. Each day shows one link more, and its SHA-256 is the link of the day before: whoever
holds a link can follow it back to the anchor, and nobody can go the other way.
"""

from __future__ import annotations

import hashlib
import re
from datetime import date, timedelta
from typing import NamedTuple

from rowlock.community.errors import BadChain, NoSuchDay

DAYS = 3660
"""How many days a server's chain has: ten years."""
HOUSEHOLD_DAYS = 60
"""How many days a page without a server has in one chain; then the next one begins."""
LINK = re.compile("[0-9a-f]{64}")


class Chain(NamedTuple):
    """The public part of a chain: its first day, how many days it has, and the anchor."""

    first: date
    days: int
    anchor: str

    def number(self, day: date) -> int:
        """How many links a day is away from the anchor; raises `NoSuchDay` outside the chain."""
        found = (day - self.first).days + 1
        if not 1 <= found <= self.days:
            raise NoSuchDay(f"the daily games go from {self.first} to {self.last}, {day} is none of them")
        return found

    @property
    def last(self) -> date:
        return self.first + timedelta(days=self.days - 1)

    def check(self, day: date, link: str) -> None:
        """Follow the link of a day back to the anchor; raises `BadChain` if it does not lead there."""
        if not LINK.fullmatch(link) or earlier_link(link, self.number(day)) != self.anchor:
            raise BadChain(f"the link of {day} does not lead to the anchor")


def new_chain(seed: str, first: date, days: int = DAYS) -> Chain:
    """The chain of a seed: 32 bytes in hexadecimal that nobody may know."""
    return Chain(first, days, earlier_link(seed, days))


def link_of(chain: Chain, seed: str, day: date) -> str:
    """The link of a day, from the seed; it must not leave the house before the day has begun."""
    return earlier_link(seed, chain.days - chain.number(day))


def earlier_link(link: str, days: int) -> str:
    """The link so many days before: anybody can compute it."""
    found = bytes.fromhex(link)
    for _ in range(days):
        found = hashlib.sha256(found).digest()
    return found.hex()


def household_link(day: date) -> str:
    """The link of a day where there is no server: no secret, and so never one of a server's days."""
    span, place = divmod(day.toordinal(), HOUSEHOLD_DAYS)
    seed = hashlib.sha256(f"rowlock household {span}".encode()).hexdigest()
    return earlier_link(seed, HOUSEHOLD_DAYS - 1 - place)


def sealed(link: str, day: date, before: str) -> str:
    """The link of a day in an envelope, and from an envelope the link again.

    `before` is the link of the day before. It keeps a day from being read by chance before it begins.
    It is no lock: whoever wants can open it, and gains nothing by it, because the loss of a choice does
    not depend on the dice that follow.
    """
    cover = hashlib.sha256(f"rowlock ahead {day} {before}".encode()).digest()
    return bytes(one ^ other for one, other in zip(bytes.fromhex(link), cover, strict=True)).hex()
