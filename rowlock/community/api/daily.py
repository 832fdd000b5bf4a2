"""Questions about daily games that a device answers too: a table for one, and its result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rowlock.community.daily.answers import OwnDay
from rowlock.community.daily.game import day_of_label, moves_of
from rowlock.engine.record import Record
from rowlock.table.api.question import Asking, OfGame, Question
from rowlock.table.errors import NoSuchGame
from rowlock.table.messages.limits import Text
from rowlock.table.shapes.answers import TableMade

DayText = Annotated[str, Text(10, 10, r"\d{4}-\d{2}-\d{2}")]
DailyName = Annotated[str, Text(1, 32, "[a-z0-9-]+")]
LinkText = Annotated[str, Text(64, 64, "[0-9a-f]+")]


@dataclass(frozen=True, kw_only=True)
class PlayDay(
    Question[None],
    ask="POST /daily/{day}/{pad}/table",
    gives=TableMade,
    status=201,
    token="needed",
    counts="tables",
):
    """A table for a day's game: the one that you have begun; after the first game another, for practice.

    A device is told the `link` of a server's day; without one it is a day of the household.
    """

    day: DayText
    pad: DailyName
    link: LinkText | None = None


@dataclass(frozen=True, kw_only=True)
class AskOwnDay(OfGame, ask="GET /tables/{table}/games/{game}/daily", counts="questions"):
    """A daily game that is over: its moves, to be handed in, and what they come to by the judge there is."""

    def reply(self, asking: Asking[Record], /) -> OwnDay:
        from rowlock.community.daily.judging import judge

        record = asking.of
        day = day_of_label(dict(record.headers))
        if day is None:
            raise NoSuchGame("this was not the game of a day")
        asking.here.prepare_judge(record.variant, 1)
        moves = moves_of(record)
        return {"label": day.label, "moves": list(moves), "found": judge(day, record.variant, moves)}
