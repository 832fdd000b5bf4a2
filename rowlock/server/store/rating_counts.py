"""Counting rated games: the skills of a day, and where people stand in the season."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from rowlock.community.ratings.boards import Eligibility, Season, season_of, standing_of
from rowlock.community.ratings.constants import OWN_GAMES, Ladder, parse_ladder
from rowlock.community.ratings.results import BOT, RatedGame, RatedSeat, Skill, rate_person, shown
from rowlock.server.store.database import StoredRow
from rowlock.server.store.schema import rated_games, rated_seats, rating_days, ratings

PIECE = 20
"""Games that are counted together: a piece of work that nobody notices."""

_seat, _other = rated_seats.alias("seat"), rated_seats.alias("other")
_together = and_(_seat.c.table_id == _other.c.table_id, _seat.c.game == _other.c.game)


def same_game(row: StoredRow) -> tuple[ColumnElement[bool], ...]:
    return rated_games.c.table_id == row.table_id, rated_games.c.game == row.game


def games_in(rows: Iterable[StoredRow], pads: Mapping[tuple[str, int], str]) -> list[RatedGame]:
    """Seats as games, those whose pads are known."""
    found: dict[tuple[str, int], list[StoredRow]] = {}
    for row in rows:
        if (row.table_id, row.game) in pads:
            found.setdefault((row.table_id, row.game), []).append(row)
    return [
        RatedGame(
            f"{key[0]}/{key[1]}",
            seats[0].day,
            pads[key],
            tuple(RatedSeat(seat.who, seat.score, seat.gone) for seat in sorted(seats, key=_number)),
        )
        for key, seats in found.items()
    ]


def _number(row: StoredRow) -> int:
    return int(row.seat)


async def count_piece(connection: AsyncConnection) -> bool:
    """Count some games of the earliest day that has uncounted ones."""
    waiting = select(rated_games).where(rated_games.c.counted.is_(False))
    first = (
        await connection.execute(waiting.order_by(rated_games.c.day, rated_games.c.ladder).limit(1))
    ).first()
    if first is None:
        return False
    ladder, day = parse_ladder(first.ladder), first.day
    same = waiting.where(rated_games.c.ladder == first.ladder, rated_games.c.day == day).limit(PIECE)
    new = (await connection.execute(same)).all()
    seats = select(rated_seats).where(rated_seats.c.table_id.in_({row.table_id for row in new}))
    keys = {(row.table_id, row.game) for row in new}
    rows = [row for row in await connection.execute(seats) if (row.table_id, row.game) in keys]
    people = sorted({row.who for row in rows if not row.who.startswith(BOT)})
    season = season_of(day)
    games = await _games_of(connection, ladder, day, people)
    morning = await _mornings(connection, ladder, day, {seat.who for game in games for seat in game.seats})
    met = await _met(connection, ladder, people, season.first, day)
    evening = {one: rate_person(ladder, one, morning, games, met) for one in people}
    standings = await _standings(connection, ladder, people, season)
    for one, skill in evening.items():
        await _write(connection, ladder, day, season, one, skill, standings[one])
    for one, standing in (await _changed(connection, ladder, people, season)).items():
        await _restate(connection, ladder, season, one, standing)
    for row in new:
        await connection.execute(update(rated_games).where(*same_game(row)).values(counted=True))
    # a game of an earlier day came late: whatever was counted after it is counted again
    later = (rated_games.c.ladder == first.ladder, rated_games.c.day > day, rated_games.c.counted.is_(True))
    await connection.execute(update(rated_games).where(*later).values(counted=False))
    return True


async def _games_of(
    connection: AsyncConnection, ladder: Ladder, day: str, people: Sequence[str]
) -> list[RatedGame]:
    """All games of a day in which one of these people sat, counted before or not."""
    own = (_other.c.who.in_(people), _other.c.ladder == str(ladder), _other.c.day == day)
    pads = select(rated_games).join(
        _other, and_(rated_games.c.table_id == _other.c.table_id, rated_games.c.game == _other.c.game)
    )
    known = {(row.table_id, row.game): row.pad for row in await connection.execute(pads.where(*own))}
    seats = select(_seat).join(_other, _together).where(*own).distinct()
    return games_in(await connection.execute(seats), known)


async def _mornings(
    connection: AsyncConnection, ladder: Ladder, day: str, people: set[str]
) -> dict[str, Skill]:
    """The skills with which a day began."""
    its_own = (rating_days.c.ladder == str(ladder), rating_days.c.who.in_(people), rating_days.c.day < day)
    last = select(rating_days.c.who, func.max(rating_days.c.day).label("day")).where(*its_own)
    latest = last.group_by(rating_days.c.who).subquery()
    same = and_(rating_days.c.who == latest.c.who, rating_days.c.day == latest.c.day)
    rows = await connection.execute(
        select(rating_days).join(latest, same).where(rating_days.c.ladder == str(ladder))
    )
    return {row.who: Skill(row.mu, row.sigma) for row in rows}


async def _met(
    connection: AsyncConnection, ladder: Ladder, people: Sequence[str], first: str, end: str
) -> dict[tuple[str, str], int]:
    """How often these people met others, bots among them, from one day up to another."""
    pairs = (
        select(_seat.c.who, _other.c.who.label("met"), func.count().label("times"))
        .join(_other, _together)
        .where(_seat.c.who.in_(people), _seat.c.ladder == str(ladder), _seat.c.who != _other.c.who)
        .where(_seat.c.day >= first, _seat.c.day < end)
        .group_by(_seat.c.who, _other.c.who)
    )
    return {(row.who, row.met): int(row.times) for row in await connection.execute(pairs)}


async def _standings(
    connection: AsyncConnection, ladder: Ladder, people: Sequence[str], season: Season
) -> dict[str, Eligibility]:
    met = await _met(connection, ladder, people, season.first, season.end)
    everybody = {name for pair in met for name in pair} | set(people)
    games = await _games_in(connection, ladder, everybody, season)
    return {
        one: standing_of(
            one, games.get(one, 0), {other: n for (who, other), n in met.items() if who == one}, games
        )
        for one in people
    }


async def _games_in(
    connection: AsyncConnection,
    ladder: Ladder,
    names: Iterable[str],
    season: Season,
    *more: ColumnElement[bool],
) -> dict[str, int]:
    """How many rated games these names have in a season."""
    own = (rated_seats.c.who.in_(set(names)), rated_seats.c.ladder == str(ladder), *more)
    within = (rated_seats.c.day >= season.first, rated_seats.c.day < season.end)
    counts = select(rated_seats.c.who, func.count().label("games")).where(*own, *within)
    rows = await connection.execute(counts.group_by(rated_seats.c.who))
    return {row.who: int(row.games) for row in rows}


async def _changed(
    connection: AsyncConnection, ladder: Ladder, people: Sequence[str], season: Season
) -> dict[str, Eligibility]:
    """The standings of others for whom one of these people counts as an opponent only now.

    Whoever has games to be counted still is left out: their standing comes with these.
    """
    waiting = exists().where(
        rated_games.c.table_id == rated_seats.c.table_id,
        rated_games.c.game == rated_seats.c.game,
        rated_games.c.counted.is_(False),
    )
    met = await _met(connection, ladder, people, season.first, season.end)
    games = await _games_in(connection, ladder, people, season)
    new = await _games_in(connection, ladder, people, season, waiting)
    others = {
        other
        for (one, other), times in met.items()
        if games[one] - new.get(one, 0) - times < OWN_GAMES <= games[one] - times
        and not other.startswith(BOT)
    }
    others -= set(people)
    others -= set(await _games_in(connection, ladder, others, season, waiting)) if others else set()
    return await _standings(connection, ladder, sorted(others), season) if others else {}


async def _restate(
    connection: AsyncConnection, ladder: Ladder, season: Season, who: str, standing: Eligibility
) -> None:
    own = (ratings.c.ladder == str(ladder), ratings.c.who == who, ratings.c.season == season.name)
    now = {**standing._asdict(), "listed": standing.is_listed}
    await connection.execute(update(ratings).where(*own).values(**now))


async def _write(
    connection: AsyncConnection,
    ladder: Ladder,
    day: str,
    season: Season,
    who: str,
    skill: Skill,
    standing: Eligibility,
) -> None:
    name = str(ladder)
    of_day = (rating_days.c.ladder == name, rating_days.c.who == who, rating_days.c.day >= day)
    await connection.execute(delete(rating_days).where(*of_day))
    await connection.execute(insert(rating_days).values(ladder=name, who=who, day=day, **skill._asdict()))
    of_season = (ratings.c.ladder == name, ratings.c.who == who, ratings.c.season >= season.name)
    await connection.execute(delete(ratings).where(*of_season))
    await connection.execute(
        insert(ratings).values(
            ladder=name,
            who=who,
            **skill._asdict(),
            number=shown(skill).number,
            season=season.name,
            **standing._asdict(),
            listed=standing.is_listed,
        )
    )
