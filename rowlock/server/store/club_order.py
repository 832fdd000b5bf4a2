"""The games of clubs in order, kept in the transaction in which a game ends, is corrected or goes.

A club's tallies hold its games up to a time. Whatever changes earlier games has them tallied again.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Executable, Float, Integer, String, Update, delete, insert, literal, select, update

from rowlock.server.store.club_schema import club_played, club_tables, clubs
from rowlock.server.store.schema import games

UNTALLIED = -1.0
"""`tallied` of a club whose tallies begin again."""
COLUMNS = [column.name for column in club_played.columns]


def put_in_order(table: str, game: int, at: float) -> list[Executable]:
    """A game that ends is a game of the clubs whose table it is; a late one has them tallied again."""
    its_own = club_tables.c.table_id == table
    line = (literal(at, Float), literal(table, String), literal(game, Integer))
    rows = select(club_tables.c.club, *line).where(its_own)
    late = tallied_again(its_own).where(clubs.c.tallied >= at)
    return [insert(club_played).from_select(COLUMNS, rows), late]


def struck_out(table: str, game: int) -> list[Executable]:
    """A game whose end was corrected is none of its clubs until it ends again."""
    one = (club_played.c.table_id == table, club_played.c.game == game)
    return [delete(club_played).where(*one), tallied_again(club_tables.c.table_id == table)]


def brought_in(club: str, table: str) -> list[Executable]:
    """The games that a table has finished are now a club's."""
    rows = select(literal(club, String), games.c.finished, games.c.table_id, games.c.game)
    its_own = rows.where(games.c.table_id == table)
    again = tallied_again(club_tables.c.table_id == table)
    return [insert(club_played).from_select(COLUMNS, its_own), again]


def tallied_again(tables: Any) -> Update:
    """Clubs with one of these tables begin their tallies again."""
    some = select(club_tables.c.club).where(tables)
    return update(clubs).where(clubs.c.id.in_(some)).values(tallied=UNTALLIED)
