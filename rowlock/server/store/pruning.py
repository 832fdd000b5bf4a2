"""Old tables and people whom nothing keeps, deleted in pieces: those who play write in between."""

from __future__ import annotations

from sqlalchemy import delete, or_, select

from rowlock.server.store.account_schema import passkeys, tokens
from rowlock.server.store.call_schema import call_devices, call_wishes, calls
from rowlock.server.store.club_order import tallied_again
from rowlock.server.store.club_schema import club_members, club_played, club_tables
from rowlock.server.store.database import Database
from rowlock.server.store.duel_schema import duels, halves
from rowlock.server.store.event_schema import event_people, event_said
from rowlock.server.store.lists import IN_USE_SECONDS
from rowlock.server.store.moderation_schema import avoided, reports
from rowlock.server.store.program_schema import program_games, programs
from rowlock.server.store.schema import (
    digests,
    entries,
    game_seats,
    games,
    players,
    profiles,
    rated_seats,
    reviews,
    secrets,
    tables,
    tries,
)

PIECE = 100
"""How many tables or people go in one transaction."""
PARTS_OF_A_TABLE = (entries, secrets, games, game_seats, reviews, club_tables, club_played, program_games)
KEEPERS = (
    *(entries.c.player, game_seats.c.player, digests.c.player, rated_seats.c.who, tries.c.player),
    *(club_members.c.player, duels.c.maker, halves.c.player, event_people.c.player, event_said.c.player),
    *(profiles.c.player, programs.c.player, passkeys.c.player, call_devices.c.player, reports.c.player),
)
"""Whoever stands in one of these columns is kept, however old."""
LEFT_BEHIND = (tokens.c.player, call_wishes.c.player, calls.c.player, avoided.c.player, avoided.c.other)
"""The lines that keep nobody, and go with them."""


class Pruning(Database):
    """Deletes what is old, by id, so that no piece reads again what an earlier one has read."""

    async def prune(self, before: float, now: float) -> int:
        """Forget the tables at which nothing was said since, and older players whom nothing keeps.

        A table that is in memory anywhere is touched again and again, and stays. How many tables there were.
        """
        count, gone = 0, [""]
        while gone := await self.limited(self._prune_tables(gone[-1], before, now)):
            count += len(gone)
        gone = [""]
        while gone := await self.limited(self._prune_people(gone[-1], before)):
            pass
        return count

    async def _prune_tables(self, after: str, before: float, now: float) -> list[str]:
        lately = select(entries.c.number).where(entries.c.table_id == tables.c.id, entries.c.at >= before)
        reported = select(reports.c.id).where(reports.c.table_id == tables.c.id, reports.c.state == "open")
        unused = tables.c.updated < min(before, now - IN_USE_SECONDS)
        old = select(tables.c.id).where(tables.c.id > after, unused, ~lately.exists(), ~reported.exists())
        # whoever loads one of them meanwhile waits for us, and finds it gone altogether
        some = old.order_by(tables.c.id).limit(PIECE).with_for_update()
        async with self.connect() as connection:
            gone = [row.id for row in await connection.execute(some)]
            if gone:
                await connection.execute(tallied_again(club_tables.c.table_id.in_(gone)))
                for part in PARTS_OF_A_TABLE:
                    await connection.execute(delete(part).where(part.c.table_id.in_(gone)))
                await connection.execute(delete(tables).where(tables.c.id.in_(gone)))
        return gone

    async def _prune_people(self, after: str, before: float) -> list[str]:
        """Delete those whom nothing keeps among some of the older players; who was looked at."""
        older = select(players.c.id).where(players.c.id > after, players.c.created < before)
        kept = or_(*(select(column).where(column == players.c.id).exists() for column in KEEPERS))
        async with self.connect() as connection:
            found = await connection.execute(older.order_by(players.c.id).limit(PIECE))
            looked_at = [row.id for row in found]
            needless = delete(players).where(players.c.id.in_(looked_at), ~kept).returning(players.c.id)
            gone = [row.id for row in await connection.execute(needless)]
            for column in LEFT_BEHIND:
                await connection.execute(delete(column.table).where(column.in_(gone)))
        return looked_at
