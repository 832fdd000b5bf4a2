"""A bot in somebody's place, and the game that is on: what several messages share."""

from __future__ import annotations

from rowlock.engine.errors import NotNow
from rowlock.engine.game import Game
from rowlock.table import facts
from rowlock.table.errors import NoBotsHere, NotStarted
from rowlock.table.table import Said, Seat, Table


def stand_in(table: Table, number: int, bot: str, why: str, cause: str | None = None) -> Said:
    """A bot plays on for a human, whose seat it stays; with a host's reason for it, if there is one.

    A day's game everybody plays by themselves, and so a play-off.
    """
    if table.is_for_one:
        raise NoBotsHere("this game is played by oneself, without a bot")
    if table.game and number in table.game.out:
        raise NotNow("whoever has given up needs nobody to play on")
    seat = table.seats[number]._replace(bot=bot, why=why, cause=cause, skips=0)
    return table.with_seat(number, seat), [told_stand_in(table, number, seat)]


def told_stand_in(table: Table, number: int, seat: Seat) -> facts.StoodIn:
    """The fact that a bot stands in; a host's wish is told with the host's name and reason."""
    host = table.host_name if seat.why == "host" else None
    return facts.StoodIn(number, seat.bot or "", seat.why or "", host, seat.cause or None)


def take_back(table: Table, number: int) -> Said:
    """A human takes the seat back from the bot."""
    seat = table.seats[number]._replace(bot=None, why=None, cause=None, skips=0)
    return table.with_seat(number, seat), [facts.TookBack(number)]


def game_on(table: Table) -> Game:
    """The game that is on; raises if none is."""
    if table.game is None or table.state != "playing":
        raise NotStarted("the game is not on")
    return table.game
