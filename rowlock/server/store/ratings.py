"""Rated games and what follows from them: skills by day, boards, losses of decisions.

Everything but `rated_games` and `rated_seats` is derived; `verify` computes it again.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Select, and_, exists, func, select, text, tuple_, update

from rowlock.community.ratings.boards import Eligibility
from rowlock.community.ratings.constants import Ladder, parse_ladder
from rowlock.community.ratings.history import SeasonLine
from rowlock.community.ratings.play import Losses
from rowlock.community.ratings.results import BOT, RatedGame, Skill
from rowlock.server.store.database import Database, StoredRow
from rowlock.server.store.program_schema import program_games
from rowlock.server.store.rating_counts import count_piece, games_in, same_game
from rowlock.server.store.schema import profiles, rated_games, rated_seats, rating_days, ratings, reviews
from rowlock.table.views import PROGRAM_MARK

COUNT_SECONDS = 5.0
LOCK = 7_629_562
"""With PostgreSQL one process counts at a time."""
CLAIM_SECONDS = 600.0
CLAIMS = 3
"""How often a review of a game is tried."""
PART = 500
FEW = 20
"""Reviews that are read together: each is some hundred kilobytes."""


class BoardRow(NamedTuple):
    """A line of a board."""

    who: str
    handle: str
    skill: Skill
    number: int
    games: int


class SeatLosses(NamedTuple):
    """The loss by the decisions of a seat, and the review that says so; None if it is kept no longer."""

    table: str
    game: int
    seat: int
    gone: bool
    losses: Losses
    review: str | None


class Rated(NamedTuple):
    """The place of somebody on a ladder."""

    ladder: Ladder
    skill: Skill
    season: str
    standing: Eligibility


class Ratings(Database):
    """Ratings in the database."""

    # counting

    async def count_ratings(self) -> bool:
        """Count some rated games that wait for it, the earliest day first; whether there were any."""

        async def work() -> bool:
            async with self.connect() as connection:
                if self.shared:
                    await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
                return await count_piece(connection)

        return await self.limited(work(), COUNT_SECONDS)

    # reviewing

    async def claim_unreviewed(self, now: float, since: float) -> tuple[str, int] | None:
        """The latest rated game that has no review, for this process to make one."""
        by_people = ~exists().where(program_games.c.table_id == rated_games.c.table_id)
        free = (
            rated_games.c.reviewed.is_(False),
            by_people,  # programs play around the clock
            rated_games.c.finished >= since,
            rated_games.c.claims < CLAIMS,
            rated_games.c.claimed < now - CLAIM_SECONDS,
        )
        latest = select(rated_games).where(*free).order_by(rated_games.c.finished.desc()).limit(4)
        for row in await self.fetch(latest):
            mine = update(rated_games).where(*same_game(row), *free)
            claimed = mine.values(claimed=now, claims=rated_games.c.claims + 1)
            if await self.fetch(claimed.returning(rated_games.c.game)):
                return row.table_id, row.game
        return None

    async def rated_seats_of(self, table: str, game: int) -> list[tuple[int, str, bool]]:
        """The people of a rated game: seat, id, and whether they left."""
        own = select(rated_seats).where(rated_seats.c.table_id == table, rated_seats.c.game == game)
        rows = await self.fetch(own.order_by(rated_seats.c.seat))
        return [(row.seat, row.who, row.gone) for row in rows if not row.who.startswith(BOT)]

    async def keep_losses(self, table: str, game: int, losses: Mapping[int, Losses]) -> None:
        """Note what the decisions of a rated game lost, seat by seat."""

        async def work() -> None:
            async with self.connect() as connection:
                for seat, lost in losses.items():
                    its_own = (rated_seats.c.table_id == table, rated_seats.c.game == game)
                    one = update(rated_seats).where(*its_own, rated_seats.c.seat == seat)
                    await connection.execute(one.values(**lost._asdict()))
                done = update(rated_games).where(rated_games.c.table_id == table, rated_games.c.game == game)
                await connection.execute(done.values(reviewed=True))

        await self.limited(work())

    # what is told

    async def ratings_of(self, player: str) -> list[Rated]:
        """The places of somebody on all ladders, after their last season there."""
        own = select(ratings).where(ratings.c.who == player)
        rows = await self.fetch(own.order_by(ratings.c.ladder, ratings.c.season))
        return list({row.ladder: _rated(row) for row in rows}.values())

    async def losses_of(self, player: str) -> dict[Ladder, Losses]:
        """The sums of all reviewed rated games of a player."""
        sums = [func.coalesce(func.sum(column), 0) for column in _LOSSES]
        own = select(rated_seats.c.ladder, *sums).where(rated_seats.c.who == player)
        rows = await self.fetch(own.group_by(rated_seats.c.ladder))
        return {parse_ladder(str(row[0])): Losses(*[int(value) for value in tuple(row)[1:]]) for row in rows}

    async def judged_games(self, player: str, limit: int) -> AsyncIterator[tuple[str, int, bytes]]:
        """The latest rated games of a player with a review, played to the end; the earliest of them first.

        Table, seat and review of each, one at a time: a review is some hundred kilobytes.
        """
        key = (rated_seats.c.table_id, rated_seats.c.game)
        ended = and_(rated_games.c.table_id == key[0], rated_games.c.game == key[1])
        there = and_(reviews.c.table_id == key[0], reviews.c.game == key[1])
        own = (
            rated_seats.c.who == player,
            rated_seats.c.gone.is_(False),
            rated_seats.c.decisions.is_not(None),
        )
        every = select(*key, rated_seats.c.seat).join(rated_games, ended).join(reviews, there).where(*own)
        rows = await self.fetch(every.order_by(rated_games.c.finished.desc()).limit(limit))
        for row in reversed(rows):
            its_own = (reviews.c.table_id == row.table_id, reviews.c.game == row.game)
            for found in await self.fetch(select(reviews.c.body).where(*its_own)):
                yield row.table_id, row.seat, str(found.body).encode()

    async def skills_of(self, player: str, limit: int = PART) -> list[tuple[Ladder, str, Skill]]:
        """The latest evenings of a player: ladder, day, skill; in order."""
        own = select(rating_days).where(rating_days.c.who == player)
        rows = await self.fetch(own.order_by(rating_days.c.day.desc()).limit(limit))
        return [(parse_ladder(row.ladder), row.day, Skill(row.mu, row.sigma)) for row in reversed(rows)]

    async def board(self, ladder: Ladder, season: str, first: int, limit: int) -> list[BoardRow]:
        """A page of a season's board: those who are listed on it and wish to be seen now."""
        listed = _listed(ladder, season).order_by(ratings.c.number.desc(), profiles.c.handle)
        rows = await self.fetch(listed.offset(first).limit(limit))
        return [
            BoardRow(row.who, row.handle, Skill(row.mu, row.sigma), row.number, row.games) for row in rows
        ]

    async def all_rated(self) -> AsyncIterator[RatedGame]:
        """Every rated game, part by part, for `verify`."""
        after = ("", 0)
        while True:
            behind = (rated_games.c.table_id, rated_games.c.game)
            some = select(rated_games).where(
                (behind[0] > after[0]) | and_(behind[0] == after[0], behind[1] > after[1])
            )
            rows = await self.fetch(some.order_by(*behind).limit(PART))
            if not rows:
                return
            after = (rows[-1].table_id, rows[-1].game)
            names = {row.table_id for row in rows}
            seats = await self.fetch(select(rated_seats).where(rated_seats.c.table_id.in_(names)))
            pads = {(row.table_id, row.game): row.pad for row in rows}
            for game in games_in(seats, pads):
                yield game

    async def first_season(self, ladder: Ladder) -> str | None:
        """The first season of a ladder in which anybody played."""
        rows = await self.fetch(select(func.min(ratings.c.season)).where(ratings.c.ladder == str(ladder)))
        return rows[0][0] if rows else None

    async def all_ratings(self) -> dict[tuple[Ladder, str, str], SeasonLine]:
        """Everybody's line in every season, listed or not, for `verify`."""
        rows = await self.fetch(select(ratings))
        every = [(row.who, _rated(row)) for row in rows]
        return {(one.ladder, one.season, who): SeasonLine(one.skill, one.standing) for who, one in every}

    async def all_losses(self) -> AsyncIterator[SeatLosses]:
        """Every seat whose losses are known, with the review that they follow from, for `verify`."""
        key, after = (rated_seats.c.table_id, rated_seats.c.game, rated_seats.c.seat), ("", 0, 0)
        of_game = (reviews.c.table_id == key[0], reviews.c.game == key[1], reviews.c.digested.is_(True))
        both = select(rated_seats, reviews.c.body).join(reviews, and_(*of_game), isouter=True)
        known = both.where(rated_seats.c.decisions.is_not(None)).order_by(*key).limit(FEW)
        while rows := await self.fetch(known.where(tuple_(*key) > after)):
            for row in rows:
                lost = Losses(row.decisions, row.lost, row.squares)
                yield SeatLosses(row.table_id, row.game, row.seat, row.gone, lost, row.body)
            after = (rows[-1].table_id, rows[-1].game, rows[-1].seat)

    async def uncounted(self) -> int:
        rows = await self.fetch(
            select(func.count()).select_from(rated_games).where(rated_games.c.counted.is_(False))
        )
        return int(rows[0][0])


_LOSSES = (rated_seats.c.decisions, rated_seats.c.lost, rated_seats.c.squares)


def _rated(row: StoredRow) -> Rated:
    skill, standing = Skill(row.mu, row.sigma), Eligibility(row.games, row.opponents)
    return Rated(parse_ladder(row.ladder), skill, row.season, standing)


def _listed(ladder: Ladder, season: str) -> Select[Any]:
    shown_to_all = profiles.c.player == ratings.c.who
    its_own = (ratings.c.ladder == str(ladder), ratings.c.season == season, ratings.c.listed.is_(True))
    people = ~ratings.c.who.startswith(PROGRAM_MARK)  # programs have a board of their own
    return select(ratings, profiles.c.handle).join(profiles, shown_to_all).where(*its_own, people)
