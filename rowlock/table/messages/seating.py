"""Messages about seats: taken, left, given to bots and taken back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated, Self

from rowlock.engine.errors import NotNow
from rowlock.table import facts
from rowlock.table.errors import Kicked, NoBotsHere, SeatTaken
from rowlock.table.messages.limits import Between, BotName, Name, RemovalReason, SeatNumber
from rowlock.table.messages.message import ADDED, House, Saying, Who
from rowlock.table.rated import check_free
from rowlock.table.rights import before_start, check_seats, host_only, own_seat, seat_number
from rowlock.table.substitutes import stand_in, take_back
from rowlock.table.table import Entry, Said, Seat, Table, bot_seat

STAND_IN = "steady"
"""The bot that stands in for people: quick, and a fair substitute."""
MOST_ASKING = 8
"""How many may ask for a seat at the same time."""
MOST_GROWN = 5
"""How far a table grows by itself."""


@dataclass(frozen=True, kw_only=True)
class Sit(Saying, kind="sit", before_start=True):
    """Take an open seat before the start; several seats on one token are pass-and-play."""

    seat: SeatNumber
    name: Name | None = None

    def complete(self, table: Table, who: Who, house: House) -> Self:
        return replace(self, name=self.name or who.name)

    def apply(self, table: Table, by: Entry) -> Said:
        number = seat_number(table, self.seat)
        before_start(table)
        if by.player is None or by.player in table.banned:
            raise Kicked("the host has sent you away from this table")
        seat = table.seats[number]
        if seat.kind != "open" and seat.player != by.player:
            raise SeatTaken(f"seat {number} is taken by {seat.name}")
        seated = Seat("human", self.name, by.player, seed=seat.seed if seat.kind == "human" else "")
        asking = tuple(other for other in table.asking if other != by.player)
        taken = grown(table.with_seat(number, seated)._replace(asking=asking))
        return taken, [facts.Sat(number, self.name)]


@dataclass(frozen=True, kw_only=True)
class AskForSeat(Saying, kind="ask_seat", before_start=True, is_quiet=True):
    """Ask for a seat before the start, where none is open; the host is told, and may add one (`seats`)."""

    def apply(self, table: Table, by: Entry) -> Said:
        before_start(table)
        if by.player is None or by.player in table.banned:
            raise Kicked("the host has sent you away from this table")
        if table.is_member(by.player) or any(seat.kind == "open" for seat in table.seats):
            raise NotNow("there is a seat for you already")
        if by.player in table.asking or len(table.asking) >= MOST_ASKING:
            raise NotNow("the host has been told")
        return table._replace(asking=(*table.asking, by.player)), [facts.SeatAsked()]


@dataclass(frozen=True, kw_only=True)
class Leave(Saying, kind="leave", ends_games=True):
    """Leave a seat of yours; during play a bot plays on for you."""

    seat: SeatNumber
    bot: str | None = field(default=None, metadata=ADDED)

    def complete(self, table: Table, who: Who, house: House) -> Self:
        return replace(self, bot=STAND_IN)

    def apply(self, table: Table, by: Entry) -> Said:
        number = own_seat(table, self.seat, by)
        fact = facts.Left(number, table.seats[number].name)
        alone = table.settings.dice == "none" or table.is_for_one
        if table.state == "playing" and alone:  # the sheet stays, nobody plays on
            return table.with_seat(number, table.seats[number]._replace(why="left")), [fact]
        if table.has_begun:
            return stand_in(table, number, self.bot or STAND_IN, "left")
        return table.with_seat(number, Seat()), [fact]


@dataclass(frozen=True, kw_only=True)
class GiveToBot(Saying, kind="bot"):
    """Give a seat to a bot (host, or its player); during play it stands in and `back` ends that.

    Whoever is sitting there is told who wanted it, and the reason if there is one.
    """

    seat: SeatNumber
    bot: BotName
    reason: RemovalReason | None = None

    def complete(self, table: Table, who: Who, house: House) -> Self:
        house.check_bot(self.bot)
        return self

    def apply(self, table: Table, by: Entry) -> Said:
        number = seat_number(table, self.seat)
        if by.player != table.host:
            own_seat(table, number, by)
        check_dice_for_bots(table)
        if table.has_begun and table.seats[number].kind == "human":
            if table.seats[number].player == by.player:
                return stand_in(table, number, STAND_IN if table.settings.rated else self.bot, "asked")
            check_free(table, "a seat of a rated game is its player's alone")
            return stand_in(table, number, self.bot, "host", self.reason)
        fact = facts.BotSat(number, self.bot)
        return grown(table.with_seat(number, bot_seat(self.bot))), [fact]


@dataclass(frozen=True, kw_only=True)
class OpenSeat(Saying, kind="open", before_start=True):
    """Make a seat open again before the start (host)."""

    seat: SeatNumber

    def apply(self, table: Table, by: Entry) -> Said:
        number = seat_number(table, self.seat)
        host_only(table, by)
        before_start(table)
        return table.with_seat(number, Seat()), [facts.Opened(number)]


@dataclass(frozen=True, kw_only=True)
class TakeBack(Saying, kind="back", ends_games=True):
    """Take your seat back from the bot that stands in; a host gives back what the host has taken."""

    seat: SeatNumber

    def apply(self, table: Table, by: Entry) -> Said:
        number = seat_number(table, self.seat)
        if not (by.player == table.host and table.seats[number].why == "host"):
            own_seat(table, number, by)
        elif table.seats[number].player is None:
            raise NotNow("let the player back in first")
        if table.seats[number].bot is None:
            raise NotNow("the seat is yours already")
        return take_back(table, number)


@dataclass(frozen=True, kw_only=True)
class ChangeSeats(Saying, kind="seats", before_start=True):
    """More or fewer seats before the start (host)."""

    count: Annotated[int, Between(1, 10)]

    def apply(self, table: Table, by: Entry) -> Said:
        host_only(table, by)
        before_start(table)
        check_seats(table.variant, self.count)
        if any(seat.kind == "human" for seat in table.seats[self.count :]):
            raise SeatTaken("somebody sits in a seat that would go")
        seats = (*table.seats[: self.count], *[Seat()] * (self.count - len(table.seats)))
        settings = table.settings._replace(grows=False)  # from now on the host says how many
        changed = table._replace(seats=seats, position="", settings=settings)
        return changed, [facts.SeatsChanged(self.count)]


@dataclass(frozen=True, kw_only=True)
class StandIn(Saying, kind="stand_in", by_house=True):
    """A bot plays on for somebody who is away or too slow."""

    seat: int
    bot: str
    why: str

    def apply(self, table: Table, by: Entry) -> Said:
        number = seat_number(table, self.seat)
        if by.player is not None or table.state != "playing" or table.seats[number].kind != "human":
            raise NotNow("nobody can take over that seat")
        return stand_in(table, number, self.bot, self.why)


def grown(table: Table) -> Table:
    """One more open seat where the table grows by itself and all are taken."""
    room = len(table.seats) < min(table.variant.players[1], MOST_GROWN)
    if not (table.settings.grows and room) or any(seat.kind == "open" for seat in table.seats):
        return table
    return table._replace(seats=(*table.seats, Seat()), position="")


def check_dice_for_bots(table: Table) -> None:
    if table.settings.dice == "none" and table.edition > 1:
        raise NoBotsHere("a score pad has no dice that a bot could see; let people enter the dice instead")
