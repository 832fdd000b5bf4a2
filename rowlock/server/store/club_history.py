"""The games of a club as they are stored: those of its tables, and those that were brought along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import orjson
from sqlalchemy import and_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from rowlock.community.standings import ClubGame
from rowlock.server.store.club_schema import club_games, club_played
from rowlock.server.store.database import StoredRow
from rowlock.server.store.schema import game_seats, games


async def games_of(
    connection: AsyncConnection, club: str, first: float, last: float, limit: int | None
) -> list[ClubGame]:
    """A club's games that ended between two times, the latest first."""
    same = and_(games.c.table_id == club_played.c.table_id, games.c.game == club_played.c.game)
    span = (club_played.c.club == club, club_played.c.at >= first, club_played.c.at < last)
    whole = select(games).join(club_played, same).where(*span).order_by(club_played.c.at.desc())
    rows = (await connection.execute(whole.limit(limit))).all()
    held = await _held(connection, club, rows)
    old = select(club_games).where(
        club_games.c.club == club, club_games.c.at >= first, club_games.c.at < last
    )
    brought = await connection.execute(old.order_by(club_games.c.at.desc()).limit(limit))
    found = [_played(row, held) for row in rows] + [_brought(row) for row in brought]
    return sorted(found, key=lambda one: -one.at)[:limit]


async def _held(
    connection: AsyncConnection, club: str, rows: Sequence[StoredRow]
) -> dict[tuple[str, int, int], str]:
    """The members who held the seats, by table, game and seat."""
    if not rows:
        return {}
    same = and_(game_seats.c.table_id == club_played.c.table_id, game_seats.c.game == club_played.c.game)
    span = (club_played.c.club == club, club_played.c.at.between(rows[-1].finished, rows[0].finished))
    found = await connection.execute(select(game_seats).join(club_played, same).where(*span))
    return {(row.table_id, row.game, row.seat): row.player for row in found}


def _played(row: StoredRow, held: Mapping[tuple[str, int, int], str]) -> ClubGame:
    told = orjson.loads(row.summary)
    names = tuple(name or "" for name in told["seats"])
    players = tuple(held.get((row.table_id, row.game, seat)) for seat in range(len(names)))
    result = (tuple(told["scores"]), tuple(told["winners"]))
    return ClubGame(
        row.finished, told["variant"], told["title"], names, players, *result, row.table_id, row.game
    )


def _brought(row: StoredRow) -> ClubGame:
    told = orjson.loads(row.body)
    lists = {name: tuple(told[name]) for name in ("names", "players", "scores", "winners")}
    return ClubGame(**{**told, **lists})
