"""A day's game: its dice, and a try at it as the moves that were made.

The dice of a day are no secret once it has begun, and they need not be: what ranks is what was lost by
choices, and the loss of a choice is its distance from the best one before the next dice are known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from rowlock.community import shared_games
from rowlock.community.daily.days import parse_day
from rowlock.community.shared_games import Try as Try
from rowlock.community.shared_games import moves_of as moves_of
from rowlock.engine.variant import Variant
from rowlock.table.dice import SecretDice
from rowlock.table.log.opening import SharedGame
from rowlock.table.table import GivenDice

MOST_MOVES = 400
"""More than any solo game has."""
SERVER, HOUSEHOLD = "daily", "household"
"""The two owners of days: a server, or a household without one."""


class Day(NamedTuple):
    """One game of one day, with all that its dice follow from."""

    day: date
    pad: str
    link: str
    whose: str = SERVER
    """The owner of the day: a server, or a household without one."""

    @property
    def label(self) -> str:
        """The label that tells the dice of this game from all others."""
        return f"{self.whose} {self.day} {self.pad}"

    @property
    def dice(self) -> SecretDice:
        return SecretDice(self.link, self.label, ("",))

    def shared(self, variant: Variant) -> SharedGame:
        """The game that everybody plays on this day."""
        return SharedGame(variant, GivenDice(self.label), self.link)


def play(day: Day, variant: Variant, moves: Sequence[str], name: str = "—") -> Try:
    """The game that these moves make on the day's dice; raises `BadTry` at the first that cannot be."""
    return shared_games.play(day.shared(variant), moves, name, day.day.isoformat())


def play_whole(day: Day, variant: Variant, moves: Sequence[str], name: str = "—") -> Try:
    """The same for a game that is handed in: it must be over."""
    return shared_games.play_whole(day.shared(variant), moves, name, day.day.isoformat())


def day_of_label(headers: Mapping[str, str]) -> Day | None:
    """The day whose game a record is, by what it says about its dice; None for any other game."""
    whose, _, rest = headers.get("label", "").partition(" ")
    day, _, pad = rest.partition(" ")
    if whose not in (SERVER, HOUSEHOLD) or not pad or "secret" not in headers:
        return None
    return Day(parse_day(day), pad, headers["secret"], whose)
