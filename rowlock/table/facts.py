"""The facts of the table itself, beside the game: one class is one kind of fact, as in the engine.

They are made by the messages, told to everybody and never stored; `plain` is their form on the wire.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, fields
from functools import cache
from typing import cast

from rowlock.engine import facts as engine
from rowlock.engine.facts import Fact, plain_fact
from rowlock.engine.json_object import JsonObject
from rowlock.table.shapes.lines import ChatLine, SettingsTold


@dataclass(frozen=True)
class TableFact(Fact):
    """Something that happened at the table."""

    def __init_subclass__(cls, kind: str = "") -> None:
        super().__init_subclass__()
        if kind:
            cls.kind = kind
            FACTS[kind] = cls


FACTS: dict[str, type[TableFact]] = {}
"""Every fact of the table by its kind."""


@dataclass(frozen=True)
class AtSeat(TableFact):
    """Something that happened at a seat."""

    seat: int


@dataclass(frozen=True)
class AboutSomebody(TableFact):
    """Something that was done about a player."""

    name: str


@dataclass(frozen=True)
class Sat(AtSeat, kind="sat"):
    """Somebody took a seat."""

    name: str | None


@dataclass(frozen=True)
class Left(AtSeat, kind="left"):
    """Somebody left their seat."""

    name: str | None


@dataclass(frozen=True)
class BotSat(AtSeat, kind="bot_sat"):
    """A seat was given to a bot."""

    bot: str


@dataclass(frozen=True)
class Opened(AtSeat, kind="opened"):
    """A seat is open to whoever comes."""


@dataclass(frozen=True)
class SeatsChanged(TableFact, kind="seats_changed"):
    """The table has another number of seats."""

    count: int


@dataclass(frozen=True)
class StoodIn(AtSeat, kind="stood_in"):
    """A bot plays on for somebody: they asked, left, are away, slow, or were sent away."""

    bot: str
    why: str
    host: str | None = None
    """The host, if it was the host who wanted it."""
    cause: str | None = None
    """The host's reason."""


@dataclass(frozen=True)
class SeatAsked(TableFact, kind="seat_asked"):
    """Somebody asks for a seat."""


@dataclass(frozen=True)
class TookBack(AtSeat, kind="took_back"):
    """Somebody plays their own seat again."""


@dataclass(frozen=True)
class PadChanged(TableFact, kind="pad_changed"):
    """Another pad is played here."""

    variant: str


@dataclass(frozen=True)
class Kicked(AboutSomebody, kind="kicked"):
    """Somebody was sent away."""


@dataclass(frozen=True)
class Pardoned(AboutSomebody, kind="pardoned"):
    """Somebody who was sent away may come back."""


@dataclass(frozen=True)
class Muted(AboutSomebody, kind="muted"):
    """Somebody may not talk any more."""


@dataclass(frozen=True)
class Unmuted(AboutSomebody, kind="unmuted"):
    """Somebody may talk again."""


@dataclass(frozen=True)
class HostChanged(AboutSomebody, kind="host_changed"):
    """Somebody else is the host."""


@dataclass(frozen=True)
class SettingsChanged(TableFact, kind="settings_changed"):
    """The table is played in another way."""

    settings: SettingsTold


@dataclass(frozen=True)
class Drawing(TableFact, kind="drawing"):
    """Everybody's part of the dice is awaited."""


@dataclass(frozen=True)
class Sealed(AtSeat, kind="sealed"):
    """Somebody has sealed their part of the dice."""


@dataclass(frozen=True)
class SealsClosed(TableFact, kind="seals_closed"):
    """No seal may change any more."""


@dataclass(frozen=True)
class Seeded(AtSeat, kind="seeded"):
    """Somebody has shown their part of the dice."""


@dataclass(frozen=True)
class LeftOut(AtSeat, kind="left_out"):
    """Somebody has shown no part of the dice."""


@dataclass(frozen=True)
class Started(TableFact, kind="started"):
    """A game begins, with this seat's turn."""

    game: int
    start: int


@dataclass(frozen=True)
class PassedByHouse(AtSeat):
    """The house has passed for a seat."""

    penalty: int | None
    """The penalty box that the pass crossed."""


@dataclass(frozen=True)
class AutoPassed(PassedByHouse, kind="auto_passed"):
    """The house has passed for a seat that could do nothing else."""


@dataclass(frozen=True)
class Skipped(PassedByHouse, kind="skipped"):
    """The house has passed for a seat whose time was up."""


@dataclass(frozen=True)
class WishToAbort(TableFact):
    """Somebody wants to break the game off, or no longer."""

    name: str
    seat: int | None = None


@dataclass(frozen=True)
class AbortAsked(WishToAbort, kind="abort_asked"):
    """Somebody wants to break the game off."""


@dataclass(frozen=True)
class AbortDropped(WishToAbort, kind="abort_dropped"):
    """Somebody no longer wants to break the game off."""


@dataclass(frozen=True)
class Agreed(AtSeat, kind="agreed"):
    """Somebody wants a rematch."""


@dataclass(frozen=True)
class Rematched(TableFact, kind="rematch"):
    """The table is set for another game."""

    game: int


@dataclass(frozen=True)
class Corrected(AtSeat, kind="corrected"):
    """A roll was entered again."""


@dataclass(frozen=True)
class Erased(AtSeat, kind="erased"):
    """Somebody has taken back their last mark."""


@dataclass(frozen=True)
class Proposed(AtSeat, kind="proposed"):
    """Somebody proposes a correction."""


@dataclass(frozen=True)
class Consented(AtSeat, kind="consented"):
    """Somebody agrees to a correction."""


@dataclass(frozen=True)
class Declined(AtSeat, kind="declined"):
    """Somebody does not agree to a correction."""


@dataclass(frozen=True)
class Amended(AtSeat, kind="amended"):
    """A correction was made that this seat had proposed."""


@dataclass(frozen=True)
class Lapsed(AtSeat, kind="lapsed"):
    """A correction could not be made: something said later depends on what would change."""


@dataclass(frozen=True)
class Finished(AtSeat, kind="finished"):
    """Somebody has finished marking, and wants the pad to be counted."""


@dataclass(frozen=True)
class Nudged(AtSeat, kind="nudged"):
    """A seat is nudged, by somebody or by the timer."""

    by: str | None


@dataclass(frozen=True)
class Chatted(TableFact, kind="chat"):
    """Somebody said something."""

    line: ChatLine


@dataclass(frozen=True)
class Announced(TableFact):
    """A fact of the game that the house has announced already, with its reason."""

    fact: engine.Passed | engine.Penalised


def table_facts() -> list[type[TableFact]]:
    """Every kind of fact that is told with the facts of the game, and not in a message of its own."""
    return [kind for kind in FACTS.values() if kind not in (Nudged, Chatted)]


def fact_json(fact: Fact) -> JsonObject:
    """A fact of the game or of the table as JSON-able data."""
    if isinstance(fact, Announced):
        return {**plain_fact(fact.fact), "by_house": True}
    told = plain_fact(fact)
    for name in _left_out(cast(Hashable, type(fact))):
        if told[name] is None:
            del told[name]
    return told


@cache
def _left_out(kind: type) -> tuple[str, ...]:
    """The keys that are left out where there is nothing to say."""
    return tuple(field.name for field in fields(kind) if field.default is None)
