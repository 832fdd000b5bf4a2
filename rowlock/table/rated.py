"""Rated tables: what may not be there, and how a finished game counts. docs/ratings.md has the reasons."""

from __future__ import annotations

from typing import NamedTuple

from rowlock.bots import ladder
from rowlock.engine.game import outcome
from rowlock.engine.position import format_variant_name
from rowlock.table.errors import (
    NotRated,
    RatedBots,
    RatedDice,
    RatedHints,
    RatedPad,
    RatedSeats,
    RatedTwice,
    RatedWhole,
)
from rowlock.table.table import Table

MOST = 5


class RatedSeat(NamedTuple):
    """A seat of a finished rated game."""

    player: str | None
    bot: str | None
    """The bot whose own seat it is."""
    score: int
    left: bool


def check_rated(table: Table) -> None:
    """Raise what keeps a table from being rated, by its name; others may be as they like."""
    if not table.settings.rated:
        return
    for is_wrong, refusal, reason in (
        (table.settings.hints, RatedHints, "a rated table has no hints"),
        (
            table.settings.dice != "server" or table.offline,
            RatedDice,
            "a rated table needs the server's sealed dice",
        ),
        (bool(table.position), RatedWhole, "a rated game is whole: it begins with empty sheets"),
        (bool(table.given), NotRated, "a daily game or a duel has a table of its own"),
        (
            not is_of_house(table),
            RatedPad,
            "a rated game is played on a pad of the house, with its own rulings",
        ),
    ):
        if is_wrong:
            raise refusal(reason)


def check_rated_start(table: Table) -> None:
    """Raise what keeps a rated game from beginning with these people."""
    if not table.settings.rated:
        return
    check_rated(table)
    people = [seat.player for seat in table.seats if seat.player]
    if not 2 <= len(table.seats) <= MOST:
        raise RatedSeats("a rated game is for two to five")
    if len(people) != len(set(people)):
        raise RatedTwice("nobody has two seats of a rated game")
    if any(seat.kind == "bot" and seat.bot not in ladder() for seat in table.seats):
        raise RatedBots("at a rated table only bots of the ladder play")


def check_free(table: Table, reason: str) -> None:
    """Raise if a rated game is on."""
    if table.settings.rated and table.has_begun:
        raise NotRated(reason)


def is_of_house(table: Table) -> bool:
    """Whether a pad is one of the house, and plays by the rulings that it came with."""
    return table.variant.is_known and ";" not in format_variant_name(table.variant)


def rated_seats(table: Table) -> list[RatedSeat] | None:
    """The seats of a finished game as they count; None if it does not: it is not rated, or was broken off."""
    result = outcome(table.game) if table.game else None
    if not table.settings.rated or table.game is None or result is None or result.reason == "aborted":
        return None
    return [
        RatedSeat(
            seat.player or seat.owner,
            seat.bot if seat.kind == "bot" and not seat.owner else None,
            result.scores[number],
            seat.kind == "human" and (seat.bot is not None or number in table.game.out or seat.why == "left"),
        )
        for number, seat in enumerate(table.seats)
    ]
