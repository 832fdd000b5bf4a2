"""Rights at a table: the checks that messages make before anything changes."""

from __future__ import annotations

from rowlock.engine.errors import NoSuchSeat
from rowlock.engine.variant import Variant
from rowlock.table.errors import AlreadyStarted, NotHost, NotYourSeat
from rowlock.table.table import Entry, Table


def seat_number(table: Table, number: int | None) -> int:
    """A seat that there is."""
    if number is None or not 0 <= number < len(table.seats):
        raise NoSuchSeat(f"there is no seat {number}; seats are 0 to {len(table.seats) - 1}")
    return number


def own_seat(table: Table, number: int | None, by: Entry) -> int:
    """A seat of whoever speaks."""
    number = seat_number(table, number)
    if by.player is None or table.seats[number].player != by.player:
        raise NotYourSeat(f"seat {number} is not yours")
    return number


def host_only(table: Table, by: Entry) -> None:
    if (by.player or "") != table.host:  # a table that the house has opened is the house's
        raise NotHost("only the host of the table may do that")


def before_start(table: Table) -> None:
    if table.has_begun:
        raise AlreadyStarted("the game has begun")


def check_seats(variant: Variant, count: int) -> None:
    least, most = variant.players
    if not least <= count <= most:
        raise NoSuchSeat(f"{variant.title} is for {least} to {most} players, not {count}")
