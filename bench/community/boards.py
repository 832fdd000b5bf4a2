"""How fast boards answer on SQLite, and how fast daily results are stored.

    python bench/community/boards.py                                     10,000 people, 1,000,000 games
    python bench/community/boards.py --people 1000 --games 20000         a smaller server

Fills a database with people in clubs of 25, their tables and games of three, everybody's daily game, their
ratings of four seasons on every ladder with an evening a week, and what reviews say of the last 500 games of
some of them; then tallies the games of all clubs in pieces and asks for a club's standing (all years and
one), its last games, its board of the day, a place and the hill of the day, pages of boards of this season
and earlier ones, and whole profiles, each from another club or person every time, and hands daily games in
for a while. Prints the median and the 95th percentile in milliseconds, results a second, and
the processor time that one takes: on a busy machine that alone means something.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import orjson
from sqlalchemy import create_engine, insert

from rowlock.community.daily.ranking import Result
from rowlock.community.progress import PARTS, SORTS, Digest
from rowlock.community.ratings.constants import ladders
from rowlock.community.ratings.results import Skill, shown
from rowlock.community.standings import ranked
from rowlock.server.http.ratings import profile_of
from rowlock.server.jobs.queue import WorkQueue
from rowlock.server.store import Store, database_url
from rowlock.server.store.club_schema import club_members, club_played, club_tables, clubs
from rowlock.server.store.schema import (
    digests,
    game_seats,
    games,
    players,
    profiles,
    rating_days,
    ratings,
    tries,
)

CLUB = 25
"""People in a club."""
A_TABLE = 5
"""Games at a table."""
YEARS = 4
NOW = 1_795_000_000.0
DAY, PAD = "2026-11-18", "classic"
PART = 5000
SEASONS = ("2026-1", "2026-2", "2026-3", "2026-4")
ASKED, REVIEWED = 100, 500
"""So many people have so many reviewed games: theirs are the profiles that are asked for."""
DIGEST: Digest = {
    "pad": PAD,
    "seats": 3,
    "unit": "chance",
    "score": 70,
    "place": 1,
    "luck": 0.02,
    "parts": {part: {"decisions": 10, "lost": 0.01} for part in PARTS},
    "sorts": {sort: {"decisions": 6, "lost": 0.02} for sort in SORTS},
    "others": ["bot:steady", "Ben"],
    "won": 1.0,
    "mistakes": [
        {
            "position": "classic 7/0 white 4+1,r6,y2,g3,b6 ?/? r2.3,y4,g,b12.9,p0 r,y,g12,b,p1",
            "seat": 0,
            "chosen": "-",
            "best": "y5",
            "loss": loss / 100,
            "worths": {"y5": 0.7, "r5": 0.5, "g5": 0.1, "b5": 0.2, "-": 0.4},
        }
        for loss in (9, 5, 2)
    ],
}


def parts(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    part = list[dict[str, Any]]()
    for row in rows:
        part.append(row)
        if len(part) == PART:
            yield part
            part = []
    if part:
        yield part


def people_rows(people: int) -> Iterator[dict[str, Any]]:
    for n in range(people):
        yield {"id": f"p{n}", "name": f"P{n}", "token_hash": f"t{n}", "program": False, "created": 0.0}


def member_rows(people: int) -> Iterator[dict[str, Any]]:
    for n in range(people):
        member = {"id": f"m{n}", "name": f"P{n}", "player": f"p{n}", "keeper": n % CLUB == 0}
        yield {"club": f"c{n // CLUB}", **member, "joined": float(n)}


def game_rows(count: int, people: int, chance: Random) -> Iterator[tuple[Any, ...]]:
    """Club, table, game, time, seats and scores of every game."""
    groups = max(1, people // CLUB)
    for n in range(count):
        table, group = n // A_TABLE, (n // A_TABLE) % groups
        sat = [group * CLUB + (table + k) % min(CLUB, people) for k in range(3)]
        at = NOW - YEARS * 365 * 86400.0 * (1 - n / count)
        yield f"c{group}", f"t{table}", n % A_TABLE + 1, at, sat, [chance.randint(20, 110) for _ in sat]


def fill(url: str, people: int, count: int) -> None:
    engine, chance = create_engine(url.replace("+aiosqlite", "")), Random(1)
    with engine.begin() as line:
        for pragma in ("synchronous=OFF",):
            line.exec_driver_sql(f"PRAGMA {pragma}")
        for part in parts(people_rows(people)):
            line.execute(insert(players), part)
        for n in range(max(1, people // CLUB)):
            club = {"id": f"c{n}", "name": f"Club {n}", "link": f"l{n}", "key_hash": "", "created": 0.0}
            line.execute(insert(clubs), club)
        for part in parts(member_rows(people)):
            line.execute(insert(club_members), part)
        days = (
            {
                "day": DAY,
                "pad": PAD,
                "player": f"p{n}",
                "begun": NOW,
                "moves": "-",
                "finished": True,
                "loss": int(chance.expovariate(1 / 900)),
                "score": chance.randint(40, 140),
            }
            for n in range(people)
        )
        for part in parts(days):
            line.execute(insert(tries), part)
        fill_games(line, list(game_rows(count, people, chance)))
        fill_ratings(line, people, chance)
    with engine.connect() as line:
        line.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    engine.dispose()


def fill_games(line: Any, rows: list[tuple[Any, ...]]) -> None:
    for first in range(0, len(rows), PART):
        part = rows[first : first + PART]
        line.execute(insert(games), [game_row(*row[1:]) for row in part])
        seats = [
            {"player": f"p{who}", "table_id": table, "game": game, "seat": seat, "finished": at}
            for _, table, game, at, sat, _ in part
            for seat, who in enumerate(sat)
        ]
        line.execute(insert(game_seats), seats)
        opened = {
            row[1]: {"club": row[0], "table_id": row[1], "opened": row[3]} for row in part if row[2] == 1
        }
        if opened:
            line.execute(insert(club_tables), list(opened.values()))
        order = [{"club": row[0], "at": row[3], "table_id": row[1], "game": row[2]} for row in part]
        line.execute(insert(club_played), order)


def fill_ratings(line: Any, people: int, chance: Random) -> None:
    """Everybody is seen and listed on every ladder in every season; those who are asked for have reviews."""
    for part in parts({"player": f"p{n}", "handle": f"P{n}"} for n in range(people)):
        line.execute(insert(profiles), part)
    for ladder in ladders():
        for part in parts(rating_rows(str(ladder), people, chance)):
            line.execute(insert(ratings), part)
    evenings = (
        {"ladder": "classic two", "who": f"p{n}", "day": f"2026-{1 + w // 4:02}-{1 + w % 4 * 7:02}"}
        for n in range(people)
        for w in range(46)
    )
    for part in parts({**one, "mu": 25.0, "sigma": 2.0} for one in evenings):
        line.execute(insert(rating_days), part)
    reviewed = (
        {"player": f"p{n}", "table_id": f"t{k}", "game": 1, "seat": 0, "finished": NOW - 86400.0 * k}
        for n in range(min(people, ASKED))
        for k in range(REVIEWED)
    )
    body = orjson.dumps(DIGEST).decode()
    for part in parts({**one, "body": body} for one in reviewed):
        line.execute(insert(digests), part)


def rating_rows(ladder: str, people: int, chance: Random) -> Iterator[dict[str, Any]]:
    for n in range(people):
        for season in SEASONS:
            skill = Skill(round(chance.gauss(25, 4), 6), 2.0)
            stands = {"season": season, "games": 12, "opponents": 5, "listed": True}
            number = shown(skill).number
            yield {"ladder": ladder, "who": f"p{n}", **skill._asdict(), "number": number, **stands}


def game_row(table: str, game: int, at: float, sat: list[int], scores: list[int]) -> dict[str, Any]:
    told = {
        "table": table,
        "game": game,
        "variant": PAD,
        "title": "Classic",
        "seats": [f"P{who}" for who in sat],
        "scores": scores,
        "winners": [seat for seat, score in enumerate(scores) if score == max(scores)],
    }
    return {"table_id": table, "game": game, "finished": at, "summary": orjson.dumps(told).decode()}


async def timed(what: str, times: int, ask: Callable[[int], Awaitable[object]]) -> None:
    taken = list[float]()
    for n in range(times):
        begun = time.perf_counter()
        await ask(n)
        taken.append(1000 * (time.perf_counter() - begun))
    taken.sort()
    middle, late = statistics.median(taken), taken[int(0.95 * (len(taken) - 1))]
    sys.stdout.write(f"{what:<34} {middle:8.1f} ms at the median, {late:8.1f} at 95 %\n")


async def measure(store: Store, people: int, times: int) -> None:
    groups, chance = max(1, people // CLUB), Random(2)

    async def read(year: int | None) -> None:
        club = await store.club_of(f"c{(group := chance.randrange(groups))}", f"p{group * CLUB}")
        ranked(club.members, await store.club_tally(club, year, NOW + 3600))

    async def last(n: int) -> object:
        return await store.club_played(f"c{n % groups}", 0.0, 1e12, 20)

    await timed("a club's standing, all years", times, lambda _: read(None))
    await timed("a club's standing, one year", times, lambda _: read(2026))
    await timed("a club's last games", times, last)
    await timed("a club's day", times, lambda n: store.club_day(f"c{n % groups}", DAY, PAD))
    await timed("a place on the day", times, lambda n: store.place(DAY, PAD, Result(100 * (n % 30), 90)))
    await timed("the hill of the day", times, lambda _: store.hill(DAY, PAD))


async def measure_ratings(store: Store, people: int, times: int) -> None:
    """Pages of boards, early and late ones, and profiles as they are told."""
    chance, every = Random(3), ladders()
    house: Any = SimpleNamespace(store=store, queue=WorkQueue())

    async def board(season: str) -> None:
        ladder, first = chance.choice(every), 50 * chance.randrange(max(1, people // 50))
        await store.board(ladder, season, first, 50)
        await store.first_season(ladder)

    async def profile(n: int) -> object:
        who = f"p{n % min(people, ASKED)}"
        return await profile_of(house, who, who)

    await timed("a page of this season's board", times, lambda _: board(SEASONS[-1]))
    await timed("a page of an earlier season's", times, lambda _: board(SEASONS[0]))
    await timed("a profile of 500 reviewed games", times, profile)


async def tally_all(store: Store, count: int) -> None:
    """Tally the games of all clubs in pieces, as a server does beside the play after an upgrade."""
    begun, pieces = time.perf_counter(), list[float]()
    while behind := await store.clubs_behind(NOW + 3600):
        for club in behind:
            before = time.perf_counter()
            await store.tally_piece(club, NOW + 3600)
            pieces.append(1000 * (time.perf_counter() - before))
    took = time.perf_counter() - begun
    sys.stdout.write(
        f"tallied {count} games in {len(pieces)} pieces, {took:.0f} s: "
        f"{statistics.median(pieces):.0f} ms a piece at the median, {max(pieces):.0f} at most\n"
    )


async def hand_in(store: Store, people: int, results: int) -> None:
    """Daily games of the day after, handed in by fifty at a time."""
    moves, waiting = ("r5", "-") * 30, asyncio.Semaphore(50)

    async def one(n: int) -> None:
        async with waiting:
            await store.hand_in((f"2027-{n // people:05}"[:10], PAD, f"p{n % people}"), moves, True, NOW)

    begun, worked = time.perf_counter(), time.process_time()
    await asyncio.gather(*(one(n) for n in range(results)))
    took, work = time.perf_counter() - begun, time.process_time() - worked
    sys.stdout.write(f"daily results stored               {results / took:8.0f} a second\n")
    sys.stdout.write(f"processor time of one              {1000 * work / results:8.2f} ms\n")


async def run(args: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        url = database_url(None, Path(folder))
        await (await Store.open(url)).close()
        begun = time.perf_counter()
        fill(url, args.people, args.games)
        size = (Path(folder) / "rowlock.db").stat().st_size / 1e6
        took = time.perf_counter() - begun
        sys.stdout.write(f"{args.people} people, {args.games} games: {size:.0f} MB, made in {took:.0f} s\n")
        store = await Store.open(url)
        try:
            await tally_all(store, args.games)
            await measure(store, args.people, args.times)
            await measure_ratings(store, args.people, args.times)
            await hand_in(store, args.people, args.results)
        finally:
            await store.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--times", type=int, default=200, help="how often each board is asked for")
    parser.add_argument("--results", type=int, default=2000, help="daily games that are handed in")
    asyncio.run(run(parser.parse_args()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
