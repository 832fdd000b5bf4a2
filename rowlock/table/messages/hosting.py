"""Decisions of a host: the pad, the settings, who may stay, who talks, who is host next."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self

from rowlock.engine.errors import NotNow
from rowlock.engine.facts import Fact
from rowlock.engine.variant_text import format_variant
from rowlock.table import facts
from rowlock.table.errors import BadMessage, HintsOff, NoSuchPlayer, NotHost
from rowlock.table.log.new_table import read_variant
from rowlock.table.messages.limits import DiceSource, PadName, PlayerId, RemovalReason, Timer
from rowlock.table.messages.message import ADDED, House, Saying, Who
from rowlock.table.messages.seating import STAND_IN
from rowlock.table.rated import check_free, check_rated
from rowlock.table.rights import before_start, check_seats, host_only
from rowlock.table.substitutes import told_stand_in
from rowlock.table.table import Entry, Said, Seat, Table

FIXED = ("dice", "rated")
"""Settings that stay as they are once the game has begun."""


@dataclass(frozen=True, kw_only=True)
class ChangePad(Saying, kind="pad"):
    """Play another pad, before the start (host); it must have room for the seats there are.

    Options follow the name: `cards;jokers=on`.
    """

    variant: PadName
    text: str | None = field(default=None, metadata=ADDED)
    """The rules themselves, so that a log reads the same after an upgrade."""

    def complete(self, table: Table, who: Who, house: House) -> Self:
        chosen = house.load_pad(self.variant)
        return replace(self, variant=chosen.name, text=format_variant(chosen))

    def apply(self, table: Table, by: Entry) -> Said:
        host_only(table, by)
        before_start(table)
        variant = read_variant(self.variant, self.text or "")
        check_seats(variant, len(table.seats))
        changed = table._replace(variant=variant, position="")
        check_rated(changed)
        return changed, [facts.PadChanged(variant.name)]


@dataclass(frozen=True, kw_only=True)
class Kick(Saying, kind="kick"):
    """Send a player away (host); for good, or with `ban` false only from their seats.

    During play a bot plays on with their sheet, which keeps their name. With `ban` false the seat stays
    theirs, and `back` ends it, said by them or by the host; otherwise `pardon` gives the seat back.
    """

    player: PlayerId
    ban: bool = True
    reason: RemovalReason | None = None
    bot: str | None = field(default=None, metadata=ADDED)
    name: str | None = field(default=None, metadata=ADDED)
    keeps: bool = field(default=False, metadata=ADDED)
    """Whether the sheet keeps its owner; in older logs it became the bot's."""

    def complete(self, table: Table, who: Who, house: House) -> Self:
        held = table.seats_of(self.player)
        name = table.seats[held[0]].name if held else house.name_of(self.player)
        return replace(self, bot=STAND_IN, name=name, keeps=True)

    def apply(self, table: Table, by: Entry) -> Said:
        host_only(table, by)
        check_free(table, "nobody is sent away from a rated game")
        if self.player == table.host:
            raise NotHost("the host cannot be sent away")
        if not table.seats_of(self.player) and not self.name:
            raise NoSuchPlayer("there is no such player at this table")
        name = self.name or table.name_of(self.player)
        followed: list[Fact] = [facts.Kicked(name)] if self.ban or not table.has_begun else []
        out = table.game.out if table.game else ()
        for number in table.seats_of(self.player):
            table, told = self._vacate(table, number)
            followed += [] if number in out else told
        banned = {**table.banned, self.player: name} if self.ban else table.banned
        asking = tuple(other for other in table.asking if other != self.player)
        gone = table._replace(banned=banned, asking=asking, ending=table.ending - {self.player})
        return gone, followed

    def _vacate(self, table: Table, number: int) -> Said:
        """A seat without its player: open before the start, later a bot's, whose sheet it is not."""
        seat, bot = table.seats[number], self.bot or STAND_IN
        if not table.has_begun:
            return table.with_seat(number, Seat()), []
        if not self.keeps:
            taken = Seat("bot", seat.name, bot=bot)
            return table.with_seat(number, taken), [facts.StoodIn(number, bot, "kicked")]
        taken = seat._replace(bot=bot, why="host", cause=self.reason, skips=0)
        if self.ban:
            taken = taken._replace(player=None, owner=self.player)
        return table.with_seat(number, taken), [told_stand_in(table, number, taken)]


@dataclass(frozen=True, kw_only=True)
class Pardon(Saying, kind="pardon"):
    """Let a player back who was sent away (host); a seat in the game that is on is theirs again."""

    player: PlayerId

    def apply(self, table: Table, by: Entry) -> Said:
        host_only(table, by)
        if self.player not in table.banned:
            raise NoSuchPlayer("nobody with that id was sent away from this table")
        banned = {other: name for other, name in table.banned.items() if other != self.player}
        seats = tuple(
            seat._replace(player=self.player, owner=None) if seat.owner == self.player else seat
            for seat in table.seats
        )
        fact = facts.Pardoned(table.banned[self.player])
        return table._replace(banned=banned, seats=seats), [fact]


@dataclass(frozen=True, kw_only=True)
class Mute(Saying, kind="mute"):
    """A player may not talk at this table, or (`muted` false) may again (host)."""

    player: PlayerId
    muted: bool = True

    def apply(self, table: Table, by: Entry) -> Said:
        host_only(table, by)
        if self.player == table.host:
            raise NotHost("the host cannot be muted")
        if not table.seats_of(self.player):
            raise NoSuchPlayer("there is no such player at this table")
        if self.muted == (self.player in table.muted):
            raise NotNow("that is already the case")
        muted = table.muted | {self.player} if self.muted else table.muted - {self.player}
        fact = facts.Muted if self.muted else facts.Unmuted
        return table._replace(muted=muted), [fact(table.name_of(self.player))]


@dataclass(frozen=True, kw_only=True)
class HandOn(Saying, kind="host"):
    """Make another player who sits there the host (host)."""

    player: PlayerId
    name: str | None = field(default=None, metadata=ADDED)
    """The house names whom it makes host when the host stays away."""

    def apply(self, table: Table, by: Entry) -> Said:
        if by.player is not None:
            host_only(table, by)
            if not table.seats_of(self.player) or self.player == table.host:
                raise NoSuchPlayer("the table can be handed on to another player who sits there")
        name = self.name or table.name_of(self.player)
        return table._replace(host=self.player, host_name=name), [facts.HostChanged(name)]


@dataclass(frozen=True, kw_only=True)
class ChangeSettings(Saying, kind="settings"):
    """Change any of the settings (host); `dice` and `rated` only before the start."""

    timer: Timer | None = None
    auto_pass: bool | None = None
    listed: bool | None = None
    spectators: bool | None = None
    chat: bool | None = None
    dice: DiceSource | None = None
    hints: bool | None = None
    rated: bool | None = None
    """Whether games count for the ratings; only before the start."""
    phrases: bool | None = field(default=None, metadata=ADDED)
    """Whether phrases alone are said from now on: the house adds it where strangers find the table."""

    def complete(self, table: Table, who: Who, house: House) -> Self:
        if table.state == "over" and self.dice is not None:
            raise NotNow("the game is over; a rematch comes first")
        if not self.body:
            raise BadMessage("settings: name at least one")
        return replace(self, phrases=True) if self.listed and house.is_public else self

    def apply(self, table: Table, by: Entry) -> Said:
        host_only(table, by)
        changes = self.body
        if any(changes.get(name, now) != now for name, now in table.settings.told.items() if name in FIXED):
            before_start(table)
        if table.given and (self.hints or self.spectators or self.timer not in (None, "off")):
            raise HintsOff("a daily game or a duel has no hints, no timer and nobody who watches")
        settings = table.settings._replace(**changes)
        check_rated(table._replace(settings=settings))
        fact = facts.SettingsChanged(settings.told)
        # a timer that is switched on begins now, not when the action began
        return table._replace(settings=settings, since=by.at), [fact]
