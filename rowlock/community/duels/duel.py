"""A duel: what everybody in it shares, how its halves are judged and compared.

Ranked is what was lost by choices; the result stands beside it. The loss of a choice is its distance from the
best one before the next dice are known, so whoever has heard of the dice cannot lose less.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rowlock.bots import ladder
from rowlock.community.daily.days import day_at
from rowlock.community.duels.answers import Against
from rowlock.community.errors import BadDuel
from rowlock.engine.record import Record
from rowlock.engine.variant import Variant
from rowlock.table.finished import SOURCES
from rowlock.table.log.opening import SharedGame
from rowlock.table.log.records import bots_in
from rowlock.table.table import GivenDice

DAYS, MOST_DAYS = 14, 60
"""How long a duel is open, if nothing is said, and at most."""
DAY_SECONDS = 86400.0
CHAMPION = "champion"


class Duel(NamedTuple):
    """A duel, with the secret of its dice."""

    id: str
    game: SharedGame
    against: Against
    maker: str
    """The name of whoever made it."""
    created: float
    closes: float

    @property
    def date(self) -> str:
        return day_at(self.created).isoformat()

    def is_over(self, seconds: float) -> bool:
        return seconds >= self.closes


def fresh_game(duel: str, variant: Variant, bots: Sequence[str], secret: str) -> SharedGame:
    """The game of a new duel: the person first, then the bots; new dice."""
    seats = (None, *bots)
    check_duel(variant, seats)
    return SharedGame(variant, GivenDice(f"duel {duel}"), secret, seats)


def check_duel(variant: Variant, seats: Sequence[str | None]) -> None:
    """Raise `BadDuel` if a pad cannot be played by one person and these bots."""
    check_bots([bot for bot in seats if bot])
    least, most = variant.players
    if list(seats).count(None) != 1 or not least <= len(seats) <= most:
        raise BadDuel(f"{variant.title} is for {least} to {most}: choose {least - 1} to {most - 1} bots")


def check_bots(bots: Sequence[str]) -> None:
    """Only bots that play the same everywhere: a half may be played on a device, and is played again here."""
    for bot in bots:
        if bot not in ladder():
            raise BadDuel(f"{bot} cannot play in a duel; {', '.join(ladder())} can")


def game_of_record(record: Record, seat: int) -> SharedGame:
    """The game that somebody has played already, for others to play; raises `BadDuel` if that cannot be."""
    headers, seats = dict(record.headers), range(len(record.seats))
    bots = bots_in(record)
    if record.position:
        raise BadDuel("a duel begins with empty sheets; this game began in the middle")
    if "secret" not in headers or SOURCES.get(headers.get("dice", "").partition(",")[0]) != "server":
        raise BadDuel("a duel needs dice that can be rolled again: the server's, not real ones or a device's")
    if any(f"hints {one}" in headers for one in seats):
        raise BadDuel("this game was played with hints")
    others = [bots[one] for one in seats if one != seat]
    if any(bot is None for bot in others):
        raise BadDuel("a duel is played alone or with bots; other people sat at this table")
    check_bots([bot for bot in others if bot])
    places = tuple(None if one == seat else bots[one] for one in seats)
    seeds = tuple(headers.get(f"seed {one}", "") for one in seats)
    sealed = "fingerprint" in headers
    seals = tuple(headers.get(f"seal {one}", "") for one in seats) if sealed else None
    return SharedGame(record.variant, GivenDice(headers["label"], seeds, seals), headers["secret"], places)


class HalfStanding(NamedTuple):
    """A half's numbers, as far as they rank."""

    loss: int | None
    score: int
    won: float | None

    @property
    def key(self) -> tuple[bool, int, float, int]:
        """The less the better: by what was lost, then by the result."""
        return self.loss is None, self.loss or 0, -(self.won or 0.0), -self.score


def places(halves: Sequence[HalfStanding]) -> list[int]:
    """Everybody's place, 1 for the best; equals share one."""
    keys = [half.key for half in halves]
    return [1 + sum(other < key for other in keys) for key in keys]
