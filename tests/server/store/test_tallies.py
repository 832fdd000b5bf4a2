"""Stored tallies of clubs: whatever happens to games and members, they come to what the games come to."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import insert

from rowlock import cli
from rowlock.community.clubs import Club, Member, left
from rowlock.community.standings import ENDLESS, ClubGame, ranked, standing, tally
from rowlock.server.jobs.standing_check import check_standings
from rowlock.server.store import Batch, FinishedGame, Store, TableLine, database_url
from rowlock.server.store.club_games import PIECE
from rowlock.server.store.schema import players
from rowlock.table.shapes.answers import Ended
from rowlock.table.table import Entry

NOW = 1_795_000_000.0
YEAR = 365 * 86400.0
NAMES = ("Mia", "Ben", "Tim", "Zoe")
MEMBERS = tuple(
    Member(f"m{n}", name, f"p{n}" if n < 3 else None, n == 0, float(n)) for n, name in enumerate(NAMES)
)
CLUB = Club("club", "Sundays", "link", MEMBERS)
Work = Callable[[Store], Awaitable[None]]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    place = request.getfixturevalue("database") if request.param == "postgresql" else None
    return database_url(place, tmp_path)


def with_club(url: str, work: Work) -> None:
    async def run() -> None:
        store = await Store.open(url)
        try:
            rows = [{"id": f"p{n}", "name": NAMES[n], "token_hash": f"t{n}"} for n in range(3)]
            for row in rows:
                await store.execute(insert(players).values(**row, program=False, created=0.0))
            await store.add_club(CLUB, "", 0.0)
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


def finished(table: str, game: int, at: float, names: list[str], scores: list[int]) -> FinishedGame:
    winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    ended: Ended = {
        "table": table,
        "game": game,
        "variant": "classic",
        "title": "Classic",
        "seats": names,
        "scores": scores,
        "winners": winners,
        "reason": "rows",
        "turns": 1,
        "finished": "",
        "dice": "server",
    }
    held = [(f"p{NAMES.index(name)}", seat) for seat, name in enumerate(names) if name in NAMES[:3]]
    return FinishedGame(ended, held)


async def play(store: Store, table: str, number: int, at: float, chance: Random) -> None:
    """A game of two to four of the club at a table; the first entry opens it."""
    names = chance.sample([*NAMES, "Guest"], chance.randint(2, 4))
    scores = [chance.randint(-10, 120) for _ in names]
    line = TableLine(False, "over", {"seats": [], "host": ""})  # type: ignore[typeddict-item]
    entry = Entry(number, at, None, "roll", {})
    if number == 1:
        await store.append(Batch(table, [entry], line))
        await store.add_club_table(CLUB.id, table, at)
        entry, number = replace_number(entry, 2), 2
    await store.append(Batch(table, [entry], line, finished(table, number - 1, at, names, scores)))


def replace_number(entry: Entry, number: int) -> Entry:
    return entry._replace(number=number)


async def agree(store: Store, now: float = NOW + YEAR) -> None:
    """The told tallies are those of all games, for every year."""
    club = await store.club_by_link("link")
    for year in (None, 2024, 2025, 2026):
        every = await store.club_played(club.id, 0.0, ENDLESS, 10_000)
        some = [one for one in every if year is None or _year(one) == year]
        told = await store.club_tally(club, year, now)
        assert ranked(club.members, told) == standing(club.members, some)
        assert told == {**told, **tally(club.members, some)}


def _year(played: ClubGame) -> int:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(played.at, UTC).year


async def fill(store: Store, tables: int, games: int) -> None:
    chance = Random(1)
    for table in range(tables):
        for number in range(1, games + 1):
            at = NOW - 2 * YEAR * (1 - table / tables) + number
            await play(store, f"t{table}", 1 if number == 1 else number + 1, at, chance)


async def tally_all(store: Store, now: float = NOW + YEAR) -> int:
    pieces = 0
    while await store.tally_piece(CLUB.id, now):
        pieces += 1
    return pieces


def test_tallies_follow_the_games_whatever_happens(url: str) -> None:
    async def work(store: Store) -> None:
        await fill(store, 12, 3)
        await agree(store)
        assert await store.clubs_behind(NOW + YEAR) == ["club"]
        assert await tally_all(store) == 1
        assert await store.clubs_behind(NOW + YEAR) == []
        await agree(store)
        await play(store, "t3", 5, NOW + 5, Random(3))
        await agree(store)
        assert await tally_all(store) == 1
        await play(store, "t3", 6, NOW - YEAR, Random(4))  # a clock that is wrong
        await agree(store)
        await tally_all(store)
        line = TableLine(False, "playing", {"seats": [], "host": ""})  # type: ignore[typeddict-item]
        await store.append(Batch("t5", [Entry(9, NOW, None, "undo", {})], line, superseded=2))
        await agree(store)
        await tally_all(store)
        await store.change_club("club", NOW, lambda club: left(club, [club.members[1]]))
        await agree(store)
        await tally_all(store)

        def renamed(club: Club) -> Club:
            return replace(club, members=(*club.members[:-1], replace(club.members[-1], name="Guest")))

        await store.change_club("club", NOW, renamed)
        await agree(store)
        await tally_all(store)
        await agree(store)
        assert await store.prune(NOW - YEAR, NOW + YEAR) > 0
        await agree(store)

    with_club(url, work)
    assert asyncio.run(check_standings(url)).wrong == []


def test_many_games_are_tallied_in_pieces_and_games_of_this_minute_wait(url: str) -> None:
    at = [float(n // 3) for n in range(2 * PIECE + 50)]  # several end at the same time
    brought = [ClubGame(one, "classic", "Classic", ("Mia", "Zoe"), (None, None), (5, 3), (0,)) for one in at]

    async def work(store: Store) -> None:
        await store.add_club_games("club", brought)
        await fill(store, 1, 3)
        assert await tally_all(store, NOW - 2 * YEAR + 30) >= 2
        assert await store.clubs_behind(NOW - 2 * YEAR + 30) == [], "they are settled after a minute"
        assert await store.clubs_behind(NOW) == ["club"]
        await agree(store, NOW)
        await store.change_club("club", NOW, lambda club: left(club, [club.members[2]]))
        await agree(store, NOW)
        assert await store.clubs_behind(NOW - 2 * YEAR) == [], "whoever asks has a long list tallied"

    with_club(url, work)
    checked = asyncio.run(check_standings(url))
    assert (checked.clubs, checked.wrong) == (1, [])
    assert checked.games >= len(brought)


def test_tallying_and_games_that_end_meanwhile_lose_nothing(url: str) -> None:
    async def work(store: Store) -> None:
        await fill(store, 6, 2)

        async def plays(table: int) -> None:
            for number in range(4, 9):
                await play(store, f"t{table}", number, NOW + number, Random(number))

        async def tallies() -> None:
            for _ in range(10):
                await store.tally_piece("club", NOW + YEAR)

        await asyncio.gather(*(plays(table) for table in range(6)), tallies(), tallies())
        await agree(store)
        await tally_all(store)
        await agree(store)

    with_club(url, work)
    assert asyncio.run(check_standings(url)).wrong == []


def test_verify_names_a_tally_that_somebody_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def work(store: Store) -> None:
        await fill(store, 3, 2)
        await tally_all(store)

    with_club(database_url(None, tmp_path), work)
    assert cli.main(["verify", "standings", "--data", str(tmp_path)]) == 0
    assert "1 clubs follow from 6 games" in capsys.readouterr().out
    with closing(sqlite3.connect(tmp_path / "rowlock.db")) as database:
        database.execute("UPDATE club_tallies SET wins = wins + 1 WHERE member = 'm0'")
        database.commit()
    assert cli.main(["verify", "standings", "--data", str(tmp_path)]) == 1
    assert "m0 is stored as" in capsys.readouterr().out
