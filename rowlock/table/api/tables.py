"""Questions about tables, and the wish for a new one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from rowlock.engine import view_types
from rowlock.engine.view import plain_variant
from rowlock.locale.lessons import lesson_of
from rowlock.locale.rules import outline
from rowlock.table.api.question import Asking, OfTable, PadFiles, WithPad
from rowlock.table.history import plain_past, view_at
from rowlock.table.messages.limits import (
    BotName,
    DiceSource,
    Items,
    Name,
    PadName,
    PadText,
    Parents,
    Place,
    PositionText,
    SeatNumber,
    Timer,
)
from rowlock.table.shapes import answers
from rowlock.table.table import Table
from rowlock.table.views import table_standing, table_summary


@dataclass(frozen=True, kw_only=True)
class SeatWanted:
    """A seat of a new table: mine, open to whoever comes, or a bot's."""

    kind: Literal["me", "open", "bot"]
    name: Name | None = None
    bot: BotName | None = None


@dataclass(frozen=True, kw_only=True)
class NewTable(
    WithPad, ask="POST /tables", gives=answers.TableMade, status=201, token="needed", counts="tables"
):
    """Open a table, and start at once if that is wanted and no seat is open."""

    variant: PadName = "classic"
    variant_text: PadText | None = None
    variant_parents: Parents = field(default_factory=dict)
    seats: Annotated[list[SeatWanted], Items(1, 10)]
    timer: Timer = "off"
    auto_pass: bool = True
    listed: bool = False
    spectators: bool = True
    chat: bool = True
    dice: DiceSource = "server"
    grows: bool = False
    """Whether there is always one more open seat until the start, as far as the pad has room."""
    rated: bool = False
    """Whether games count for the ratings: without hints, on a pad of the house, with the server's dice."""
    hints: bool | None = None
    """Whether hints may be asked for; left out, they may where one person plays alone or with bots."""
    start: bool = False
    first: SeatNumber | None = None
    """Who begins a table that starts at once, where the dice are real; left out, it is drawn."""
    position: PositionText | None = None
    """Play on from a position (docs/notation.md), with a seat for every sheet: each game begins there."""

    @property
    def files(self) -> PadFiles | None:
        return None if self.variant_text is None else PadFiles(self.variant_text, self.variant_parents)


@dataclass(frozen=True, kw_only=True)
class AskTable(OfTable, ask="GET /tables/{table}", quick=True):
    """A table in a few words, and how its game stands, for whoever holds its link."""

    def reply(self, asking: Asking[Table], /) -> answers.Standing:
        return {**table_summary(asking.of), **table_standing(asking.of)}


@dataclass(frozen=True, kw_only=True)
class AskTableBots(OfTable, ask="GET /tables/{table}/bots", counts="questions"):
    """The bots, each with what it plays this table's pad by: a network, solved values, a hand."""

    def reply(self, asking: Asking[Table], /) -> answers.Bots:
        return {"bots": asking.here.bots(asking.of.variant, len(asking.of.seats))}


@dataclass(frozen=True, kw_only=True)
class AskTablePad(OfTable, ask="GET /tables/{table}/variant", quick=True):
    """The sheet that is played at a table."""

    def reply(self, asking: Asking[Table], /) -> view_types.Variant:
        return plain_variant(asking.of.variant)


@dataclass(frozen=True, kw_only=True)
class AskTableRules(OfTable, ask="GET /tables/{table}/rules", counts="questions"):
    """The rules of the pad that is played at a table; strangers' pads come without examples."""

    def reply(self, asking: Asking[Table], /) -> answers.Rules:
        there = asking.of.variant
        return {"rules": outline(there, there.is_known), "lesson": lesson_of(there) if there.is_known else []}


@dataclass(frozen=True, kw_only=True)
class AskPast(OfTable, ask="GET /tables/{table}/past", counts="questions", token="maybe", watched=True):
    """The latest rolls and marks at a table with real dice: all that can be put right by consent."""

    def reply(self, asking: Asking[Table], /) -> answers.Past:
        return {"past": plain_past(asking.of)}


@dataclass(frozen=True, kw_only=True)
class AskPastView(
    OfTable, ask="GET /tables/{table}/past/{place}", counts="questions", token="maybe", watched=True
):
    """The view of the seat that marked one of these, as it was then, with the moves that it had."""

    place: Place

    def reply(self, asking: Asking[Table], /) -> view_types.View:
        return view_at(asking.of, self.place)
