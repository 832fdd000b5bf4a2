"""Rated games at a server: stored with their end, counted, reviewed in idle time, told to their owners."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest
from serving import Served, forgotten, patient_call, play, served

from rowlock import cli
from rowlock.analysis.review.game import review
from rowlock.analysis.version import ANALYSIS
from rowlock.client.http import ServerRefused as Refused
from rowlock.community.ratings.constants import Ladder
from rowlock.community.ratings.history import season_lines
from rowlock.community.ratings.play import Losses
from rowlock.community.ratings.results import RatedGame, RatedSeat
from rowlock.server.jobs.rating_check import check_ratings
from rowlock.server.jobs.reviews import Finding
from rowlock.server.live.lobby import Lobby
from rowlock.server.store import Store, database_url
from rowlock.server.store.rated_rows import rated_rows
from rowlock.table import rated

MINE = "/api/players/me/profile"
TOKEN = "operators-own-token"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with served(tmp_path_factory.mktemp("rated"), admin_token=TOKEN) as running:
        lobby = running.app.state.lobby
        lobby.reviews.of_game = partial(review_quickly, lobby)
        yield running


async def review_quickly(lobby: Lobby, table: str, game: int, who: str, find: Finding) -> bytes:
    """As `Reviews.of_game`, in this process and by the network's word alone."""
    assert who == "house"
    record = (await find())()
    told = await asyncio.to_thread(lambda: orjson.dumps(review(record, 0, most=0)))
    await lobby.store.keep_review(table, game, ANALYSIS, told, 0)
    return told


def until(look: Callable[[], Any], wanted: Callable[[Any], Any]) -> Any:
    for _ in range(1500):
        if wanted(found := look()):
            return found
        time.sleep(0.1)
    raise AssertionError(f"it never came to that: {found}")


def play_rated(server: Served, token: str, *others: str, seed: int = 1) -> str:
    table = server.table(token, "me", *others, rated=True, start=True)

    async def work() -> None:
        async with await server.connect(table, token) as one:
            await one.next()
            await play(one, Random(seed))

    asyncio.run(work())
    return table


def test_a_rated_game_is_counted_reviewed_and_told_to_its_player_alone(server: Served) -> None:
    token = server.player("Mia")
    table = play_rated(server, token, "steady")
    server.app.state.lobby.rater.wake()
    mine = until(lambda: server.call("GET", MINE, None, token), lambda told: told["progress"]["games"])
    (ladder,) = mine["ladders"]
    assert (ladder["family"], ladder["kind"], ladder["games"], ladder["opponents"]) == (
        "classic",
        "two",
        1,
        1,
    )
    assert ladder["results"]["number"] > 0
    assert not ladder["results"]["known"]
    assert not ladder["listed"]
    assert ladder["play"]["decisions"] > 0
    assert len(ladder["days"]) == 1
    progress = mine["progress"]
    assert sum(line["decisions"] for line in progress["parts"]) > 0
    assert [line["name"] for line in progress["against"]] == ["bot:steady"]
    assert progress["bests"][0]["pad"] == "classic"
    assert mine["handle"] is None
    with pytest.raises(Refused) as refused:
        server.call("GET", "/api/people/Mia")
    assert refused.value.kind == "no_such_player"
    assert table
    compared_with_the_rating(server, token, ladder["play"]["decisions"])
    file = server.app.state.lobby.store.engine.url.database
    url = database_url(None, Path(file).parent)
    checked = asyncio.run(check_ratings(url))
    assert (checked.reviewed, checked.unreviewed, checked.wrong) == (1, 0, [])
    with closing(sqlite3.connect(file)) as database:
        database.execute("UPDATE rated_seats SET lost = lost + 1 WHERE decisions > 0")
        database.commit()
        assert "losses are stored as" in asyncio.run(check_ratings(url)).wrong[0]
        database.execute("UPDATE rated_seats SET lost = lost - 1 WHERE decisions > 0")
        database.commit()


def compared_with_the_rating(server: Served, token: str, decisions: int) -> None:
    """Somebody who plays at random is told of to the operator, and to nobody else."""
    player = server.call("GET", "/api/players/me", None, token)["player"]
    path = f"/api/admin/players/{player}/likelihood"
    told = server.call("GET", path, None, TOKEN)
    assert (told["player"], told["games"], told["decisions"]) == (player, 1, decisions)
    assert told["found"] < told["steady"] < told["decisions"]
    assert told["evidence"] < 0
    assert not told["marked"]
    assert told["times"]["choices"] > decisions / 2
    words = ["admin", "likelihood", player, "--server", server.base, "--token", TOKEN]
    assert cli.main(words) == 0
    for other in (token, None):
        with pytest.raises(Refused) as refused:
            server.call("GET", path, None, other)
        assert refused.value.kind == "bad_token"
    with pytest.raises(Refused) as nobody:
        server.call("GET", "/api/admin/players/pnobody/likelihood", None, TOKEN)
    assert nobody.value.kind == "no_such_player"


def test_a_profile_is_seen_by_its_owners_wish_and_no_longer_than_that(server: Served) -> None:
    token, other = server.player("Ben"), server.player("Cleo")
    shown = server.call("PATCH", MINE, {"handle": "Ben the first"}, token)
    assert shown["handle"] == "Ben the first"
    with pytest.raises(Refused) as refused:
        server.call("PATCH", MINE, {"handle": "Ben the first"}, other)
    assert refused.value.kind == "handle_taken"
    assert server.call("GET", "/api/people/Ben%20the%20first")["name"] == "Ben the first"
    server.call("PATCH", MINE, {"handle": None}, token)
    with pytest.raises(Refused):
        server.call("GET", "/api/people/Ben%20the%20first")


def test_a_rated_table_is_refused_with_hints_by_name(server: Served) -> None:
    token = server.player("Dora")
    cases: list[tuple[dict[str, Any], str]] = [
        ({"hints": True}, "rated_hints"),
        ({"dice": "real"}, "rated_dice"),
        ({"variant": "classic;die_leaves=turn"}, "rated_pad"),
    ]
    for more, code in cases:
        with pytest.raises(Refused) as refused:
            server.table(token, "me", "steady", rated=True, **more)
        assert refused.value.kind == code


def test_a_board_needs_a_ladder_and_lists_nobody_who_has_not_played(server: Served) -> None:
    board = server.call("GET", "/api/ratings/classic/two")
    assert board["lines"] == []
    assert board["next"] is None
    assert (board["games"], board["opponents"], board["pads"]) == (10, 4, ["classic"])
    assert {"family": "classic", "kind": "several", "pads": ["classic"]} in board["ladders"]
    with pytest.raises(Refused) as refused:
        server.call("GET", "/api/ratings/own/two")
    assert refused.value.kind == "no_such_ladder"


def test_boards_of_earlier_seasons_are_asked_for_by_name(
    server: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    nobody = server.call("GET", "/api/ratings/longo/two?season=1998-2")
    assert (nobody["season"], nobody["lines"], len(nobody["seasons"])) == ("1998-2", [], 1)
    for wrong in ("2026-5", "2026-03", "summer"):
        with pytest.raises(Refused):
            server.call("GET", f"/api/ratings/classic/two?season={wrong}")
    bots = ["random", "greedy", "cautious", "steady"]
    token = server.player("Olga")
    me = server.call("GET", "/api/players/me", None, token)["player"]
    server.call("PATCH", MINE, {"handle": "Olga"}, token)
    played = [
        rated_rows(
            {"table_id": f"old{n}", "game": 1},
            "longo",
            [rated.RatedSeat(me, None, 80, False), rated.RatedSeat(None, bots[n % 4], 50, False)],
            NOON - 100 * DAY,
        )
        for n in range(10)
    ]
    file = Path(server.app.state.lobby.store.engine.url.database)

    async def work() -> None:
        store = await Store.open(database_url(None, file.parent))
        await put(store, *played)
        await store.close()

    asyncio.run(work())
    server.app.state.lobby.rater.wake()
    address = "/api/ratings/longo/two?season=2026-3"
    board = until(lambda: server.call("GET", address, None, token), lambda told: told["lines"])
    assert [(line["place"], line["handle"], line["you"]) for line in board["lines"]] == [(1, "Olga", True)]
    assert board["seasons"][-1] == "2026-3"
    assert server.call("GET", "/api/ratings/longo/two")["lines"] == []
    assert cli.main(["board", server.base, "longo", "--season", "2026-3", "--lang", "de"]) == 0
    told = capsys.readouterr().out
    assert "Frühere Bestenlisten 2026-3" in told
    assert "Olga" in told
    assert cli.main(["board", server.base, "longo", "--lang", "en"]) == 0
    assert "--season 2026-" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        cli.main(["board", server.base, "--season", "last"])
    assert "such as 2026-3" in capsys.readouterr().err


def test_export_has_the_ratings_and_deletion_takes_them_away(server: Served) -> None:
    token = server.player("Emil")
    play_rated(server, token, "random", seed=3)
    rater = server.app.state.lobby.rater
    rater.wake()
    until(lambda: server.call("GET", MINE, None, token), lambda told: told["progress"]["games"])
    server.call("PATCH", MINE, {"handle": "Emil"}, token)
    given = json.dumps(patient_call(server.base, "GET", "/api/players/me/data", None, token))
    for part in ('"rating"', '"rated"', '"progress"', '"profile": "Emil"'):
        assert part in given
    me = server.call("GET", "/api/players/me", None, token)["player"]
    forgotten(server, token)
    file = server.app.state.lobby.store.engine.url.database
    with closing(sqlite3.connect(file)) as database:
        for table in ("rated_seats", "rating_days", "ratings", "digests", "profiles"):
            assert me not in json.dumps(database.execute(f"SELECT * FROM {table}").fetchall())
        assert database.execute("SELECT count(*) FROM rated_seats WHERE who LIKE 'gone:%'").fetchone() == (1,)
    assert asyncio.run(check_ratings(database_url(None, Path(file).parent))).wrong == []


def test_the_latest_rated_game_is_reviewed_first_and_an_old_one_never(tmp_path: Path) -> None:
    async def work() -> list[tuple[str, int] | None]:
        store = await Store.open(database_url(None, tmp_path))
        try:
            await put(store, *[row(n, NOON + n, ("anna", 50), ("ben", 60)) for n in range(3)])
            claims = [await store.claim_unreviewed(NOON + DAY, NOON + 1) for _ in range(3)]
            await store.keep_losses("t2", 1, {0: Losses(20, 100, 1000), 1: Losses(25, 50, 90)})
            assert (await store.losses_of("ben"))[Ladder("classic", "two")] == (25, 50, 90)
            again = [await store.claim_unreviewed(NOON + DAY + n * 700, NOON + 1) for n in range(1, 5)]
            return claims + again
        finally:
            await store.close()

    tried = ("t1", 1)
    assert asyncio.run(work()) == [("t2", 1), tried, None, tried, tried, None, None]


# the store alone, on both databases


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    place = request.getfixturevalue("database") if request.param == "postgresql" else None
    return database_url(place, tmp_path)


NOON = 1_794_916_800.0
"""2026-11-17, noon."""
DAY = 86400.0


def row(number: int, when: float, *seats: tuple[str, int]) -> list[Any]:
    played = [
        rated.RatedSeat(None, who[4:], score, False)
        if who.startswith("bot:")
        else rated.RatedSeat(who, None, score, False)
        for who, score in seats
    ]
    return rated_rows({"table_id": f"t{number}", "game": 1}, "classic", played, when)


async def put(store: Store, *games: list[Any]) -> None:
    async with store.connect() as connection:
        for game in games:
            for statement in game:
                await connection.execute(statement)


async def count_all(store: Store) -> None:
    while await store.count_ratings():
        pass


def season(seed: int) -> list[tuple[int, float, tuple[str, int], tuple[str, int]]]:
    chance, who = Random(seed), ["anna", "ben", "cleo", "dora", "emil", "bot:steady", "bot:champion"]
    found = []
    for n in range(60):
        one, other = chance.sample(who, 2)
        if not (one.startswith("bot:") and other.startswith("bot:")):
            at = NOON - 60 * DAY + DAY * 20 * (n // 15) + n  # from September to November: two seasons
            found.append((n, at, (one, chance.randrange(120)), (other, chance.randrange(120))))
    return found


def test_what_is_stored_piece_by_piece_equals_what_is_computed_at_once(url: str) -> None:
    """Games arrive in pieces, a late one of an earlier day among them; verify finds no difference."""
    games = season(1)
    late = games.pop(3)

    async def work() -> dict[Any, Any]:
        store = await Store.open(url)
        try:
            for first in range(0, len(games), 7):
                await put(store, *[row(*game) for game in games[first : first + 7]])
                await count_all(store)
            await put(store, row(*late))
            await count_all(store)
            assert await store.uncounted() == 0
            return await store.all_ratings()
        finally:
            await store.close()

    stored = asyncio.run(work())
    every = [
        RatedGame(
            f"t{n}/1", time.strftime("%Y-%m-%d", time.gmtime(at)), "classic", (RatedSeat(*a), RatedSeat(*b))
        )
        for n, at, a, b in [*games, late]
    ]
    two = Ladder("classic", "two")
    assert {ladder for ladder, _, _ in stored} == {two}
    assert {season for _, season, _ in stored} == {"2026-3", "2026-4"}
    assert stored == season_lines(every)
    checked = asyncio.run(check_ratings(url))
    assert (checked.games, checked.wrong, checked.waiting) == (len(every), [], 0)


@pytest.mark.parametrize("pieces", [1, 2, 50])
def test_a_standing_does_not_depend_on_when_it_was_counted(url: str, pieces: int) -> None:
    """Ben counts as Anna's opponent from his third game against others on, though she plays no more."""
    games = [(n, NOON + n, ("anna", 80), ("ben", 50)) for n in range(3)]
    games += [(n, NOON + DAY + n, ("ben", 80), (f"other{n}", 50)) for n in range(3, 6)]

    async def work() -> Any:
        store = await Store.open(url)
        try:
            for first in range(0, len(games), pieces):
                await put(store, *[row(*game) for game in games[first : first + pieces]])
                await count_all(store)
            return (await store.ratings_of("anna"))[0].standing
        finally:
            await store.close()

    assert asyncio.run(work()) == (3, 1)
    assert asyncio.run(check_ratings(url)).wrong == []


def test_verify_names_a_rating_that_somebody_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = database_url(None, tmp_path)

    async def work() -> None:
        store = await Store.open(url)
        await put(store, *[row(*game) for game in season(2)])
        await count_all(store)
        await store.close()

    asyncio.run(work())
    assert cli.main(["verify", "ratings", "--data", str(tmp_path)]) == 0
    assert "follow from" in capsys.readouterr().out
    with closing(sqlite3.connect(tmp_path / "rowlock.db")) as database:
        database.execute("UPDATE ratings SET mu = mu + 0.000001 WHERE who = 'anna'")
        database.commit()
    assert cli.main(["verify", "ratings", "--data", str(tmp_path)]) == 1
    assert "anna" in capsys.readouterr().out
    with closing(sqlite3.connect(tmp_path / "rowlock.db")) as database:
        database.execute("UPDATE ratings SET mu = mu - 0.000001 WHERE who = 'anna'")
        database.execute("DELETE FROM ratings WHERE who = 'ben' AND season = '2026-3'")
        database.execute("UPDATE ratings SET opponents = 9 WHERE who = 'cleo' AND season = '2026-3'")
        database.commit()
    assert cli.main(["verify", "ratings", "--data", str(tmp_path)]) == 1
    told = capsys.readouterr().out
    assert "2026-3: ben is stored as nothing" in told
    assert "2026-3: cleo" in told
    assert "anna" not in told


def test_a_board_lists_those_who_wish_to_be_seen_page_by_page(url: str) -> None:
    bots = ["bot:random", "bot:greedy", "bot:cautious", "bot:steady"]

    async def work() -> tuple[Any, Any, Any]:
        store = await Store.open(url)
        try:
            for n, one in enumerate(("anna", "ben", "cleo")):
                games = [row(100 * n + k, NOON + k, (one, 90 - 30 * n), (bots[k % 4], 50)) for k in range(12)]
                await put(store, *games)
                await count_all(store)
            await store.show_profile("anna", "Anna")
            await store.show_profile("ben", "Ben")
            two = Ladder("classic", "two")
            whole, second = await store.board(two, "2026-4", 0, 50), await store.board(two, "2026-4", 1, 1)
            before = await store.board(two, "2026-3", 0, 50)
            lost = [row(900 + k, NOON + 60 * DAY + k, ("anna", 20), ("bot:steady", 50)) for k in range(3)]
            await put(store, *lost)
            await count_all(store)
            assert await store.board(two, "2026-4", 0, 50) == whole  # over is over
            assert await store.board(two, "2027-1", 0, 50) == []  # three games are not enough
            assert await store.first_season(two) == "2026-4"
            (now,) = await store.ratings_of("anna")
            assert (now.season, now.standing.games) == ("2027-1", 3)
            assert now.skill.mu < whole[0].skill.mu
            return whole, second, before
        finally:
            await store.close()

    whole, second, before = asyncio.run(work())
    assert [line.handle for line in whole] == ["Anna", "Ben"]
    assert [line.handle for line in second] == ["Ben"]
    assert before == []
