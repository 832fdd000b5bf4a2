"""Daily games at the server: one row for a person and day, judged by the server, nothing told too early."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi.routing import APIRoute
from serving import Served, forgotten, patient_call, play, served

from rowlock import load_variant
from rowlock.client.http import ServerRefused as Refused
from rowlock.community.daily.chain import Chain, earlier_link, new_chain
from rowlock.community.daily.days import begins, closes, pads_of
from rowlock.community.daily.game import Day
from rowlock.community.daily.game import play as play_day
from rowlock.community.daily.ranking import Result, hill, place_among
from rowlock.engine.game import Phase, legal_moves
from rowlock.engine.notation import format_move
from rowlock.server.http.routes import router
from rowlock.server.store import Player, Store, database_url
from rowlock.table.errors import NoSuchPlayer

DAY = date(2026, 11, 17)
NOON = begins(DAY) + 12 * 3600
PAD = f"/api/daily/{DAY}/classic"


@pytest.fixture
def server(tmp_path: Path) -> Any:
    with served(tmp_path) as running:
        set_clock(running, NOON)
        yield running


def ask(server: Served, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
    """A request, made again while a busy machine's database takes its time."""
    return patient_call(server.base, method, path, body, token)


def set_clock(server: Served, seconds: float) -> None:
    server.app.state.lobby.daily.clock = lambda: seconds


def whole_game(link: str, day: date = DAY, pad: str = "classic", seed: int = 1) -> list[str]:
    """The moves of a game by lot on a day's dice."""
    variant, lots, moves = load_variant(pad), Random(seed), list[str]()
    while (now := play_day(Day(day, pad, link), variant, moves)).game.phase is not Phase.OVER:
        moves.append(format_move(lots.choice(legal_moves(now.game, 0))))
    return moves


def until(look: Callable[[], Any], wanted: Callable[[Any], bool]) -> Any:
    for _ in range(2000):
        if wanted(found := look()):
            return found
        time.sleep(0.05)
    raise AssertionError(f"it never came to that: {found}")


def judged(server: Served, token: str, path: str = PAD) -> Any:
    """A day's game, when one's own try at it is judged."""
    return until(
        lambda: ask(server, "GET", path, None, token),
        lambda told: told["mine"]["state"] == "done",
    )


def test_a_day_is_played_at_a_table_and_judged_by_the_server(server: Served) -> None:
    token = server.player("Ann")
    before = ask(server, "GET", "/api/daily", None, token)
    assert [pad["pad"] for pad in before["pads"]] == list(pads_of(DAY))
    assert (before["pads"][0]["mine"], before["pads"][0]["played"], before["streak"]) == (None, 0, 0)
    made = ask(server, "POST", f"{PAD}/table", {}, token)
    assert ask(server, "POST", f"{PAD}/table", {}, token) == made, (
        "it is the same table as long as it goes on"
    )
    assert made["commitment"] == earlier_link(before["link"], 1), "yesterday's link is the promise for today"

    async def run() -> None:
        async with await server.connect(made["table"], token) as client:
            await play(client, Random(1))

    asyncio.run(run())
    told = judged(server, token)
    assert told["mine"]["finished"]
    assert told["mine"]["score"] == told["found"]["game"]["score"]
    assert (told["mine"]["place"], told["mine"]["of"], told["mine"]["better_than"]) == (1, 1, None)
    assert sum(told["hill"]) == told["played"] == 1
    assert len(told["found"]["costliest"]) <= 3
    assert told["found"]["best"]["score"] > 0
    assert ask(server, "GET", "/api/daily", None, token)["streak"] == 1
    again = ask(server, "POST", f"{PAD}/table", {}, token)
    assert again["table"] != made["table"], "the next one is practice"
    shown = ask(server, "GET", "/api/daily/calendar/2026-11", None, token)["days"]
    assert [(one["day"], one["pad"], one["loss"]) for one in shown] == [
        (str(DAY), "classic", told["mine"]["loss"])
    ]


def test_what_is_handed_in_is_replayed_and_the_first_counts(server: Served) -> None:
    token = server.player("Ben")
    link = ask(server, "GET", "/api/daily")["link"]
    moves = whole_game(link)
    for wrong in ([], moves[:-1], ["r2", *moves], [*moves, "-"], ["💥"]):
        with pytest.raises(Refused) as refused:
            ask(server, "POST", PAD, {"moves": wrong}, token)
        assert refused.value.kind in ("not_finished", "bad_try")
    assert ask(server, "GET", PAD, None, token)["mine"] is None
    assert ask(server, "POST", PAD, {"moves": moves}, token) == {"counts": True}
    assert ask(server, "POST", PAD, {"moves": moves}, token) == {"counts": True}, "it is the same game"
    better = whole_game(link, seed=2)
    assert ask(server, "POST", PAD, {"moves": better}, token) == {"counts": False}
    found = judged(server, token)["found"]
    assert found["game"]["score"] == play_day(Day(DAY, "classic", link), load_variant("classic"), moves).score


def test_others_are_told_of_only_after_ones_own_game(server: Served) -> None:
    ann, ben = server.player("Ann"), server.player("Ben")
    link = ask(server, "GET", "/api/daily")["link"]
    ask(server, "POST", PAD, {"moves": whole_game(link)}, ann)
    judged(server, ann)
    told = ask(server, "GET", PAD, None, ben)
    assert (told["played"], told["mine"], told["found"], told["hill"]) == (1, None, None, None)
    set_clock(server, closes(DAY) + 1)
    assert sum(ask(server, "GET", PAD, None, ben)["hill"]) == 1
    assert ask(server, "GET", PAD, None, ben)["found"] is None


def test_a_game_counts_until_noon_of_the_next_day_and_not_after(server: Served) -> None:
    ann, ben = server.player("Ann"), server.player("Ben")
    moves = whole_game(ask(server, "GET", "/api/daily")["link"])
    set_clock(server, closes(DAY) - 1)
    assert ask(server, "GET", "/api/daily")["day"] == str(DAY + timedelta(days=1))
    assert ask(server, "POST", PAD, {"moves": moves}, ann) == {"counts": True}
    set_clock(server, closes(DAY))
    with pytest.raises(Refused) as refused:
        ask(server, "POST", PAD, {"moves": moves}, ben)
    assert refused.value.kind == "day_closed"
    assert ask(server, "POST", f"{PAD}/table", {}, ben)["table"], "practice is always open"
    assert ask(server, "GET", PAD, None, ben)["mine"] is None


def test_who_begins_and_leaves_has_what_stands_when_the_day_closes(server: Served) -> None:
    token, daily = server.player("Cleo"), server.app.state.lobby.daily
    made = ask(server, "POST", f"{PAD}/table", {}, token)
    ask(server, "GET", f"/api/tables/{made['table']}")
    set_clock(server, closes(DAY) + 1)
    loop = daily._tasks[0].get_loop()

    async def gather() -> None:
        for row in await server.app.state.lobby.store.unhanded(str(DAY), 10):
            await daily._gather(row)

    asyncio.run_coroutine_threadsafe(gather(), loop).result(20)
    told = judged(server, token)
    assert told["mine"]["finished"] is False
    assert told["mine"]["score"] == 0
    assert told["mine"]["loss"] > 9000, "all that could be expected is lost"
    assert told["streak"] == 0


def test_tomorrow_is_told_at_no_door(server: Served) -> None:
    """Every address and method, with tomorrow in it where there is a day; also what a player is given."""
    token = server.player("Eve")
    lobby, tomorrow = server.app.state.lobby, DAY + timedelta(days=1)
    table = ask(server, "POST", f"{PAD}/table", {}, token)["table"]
    today = ask(server, "GET", "/api/daily", None, token)["link"]
    chain, seed = asyncio.run_coroutine_threadsafe(
        lobby.daily._seeded(), lobby.daily._tasks[0].get_loop()
    ).result(10)
    secret = {earlier_link(seed, chain.days - chain.number(day)) for day in (tomorrow, chain.last)} | {seed}
    assert today not in secret
    values = {"day": str(tomorrow), "pad": "classic", "month": "2026-11", "table": table, "game": "1"}
    values |= {"name": "classic", "place": "0", "number": "1", "ticket": "x", "form": "svg", "kind": "player"}
    asked = 0
    doors = [one for one in router.routes if isinstance(one, APIRoute)]
    calls = [(method, one.path) for one in doors for method in one.methods or ()]
    for method, address in sorted(calls):
        path = address
        for key, value in values.items():
            path = path.replace("{" + key + "}", value)
        body = {"moves": ["-"]} if method in ("POST", "PATCH") else None
        try:
            told = ask(server, method, path, body, server.player("Eve") if method == "DELETE" else token)
        except Refused as refused:
            told = f"{refused.kind} {refused}"
        asked += 1
        assert not any(one in json.dumps(told, default=str) for one in secret), path
    assert asked > 30
    for request in (("GET", ""), ("POST", "/table"), ("POST", "")):
        for day in (tomorrow, DAY + timedelta(days=400)):
            method, end = request
            path = f"/api/daily/{day}/{pads_of(day)[0]}{end}"
            with pytest.raises(Refused) as why:
                ask(
                    server,
                    method,
                    path,
                    {("POST", ""): {"moves": ["-"]}, ("POST", "/table"): {}}.get(request),
                    token,
                )
            assert why.value.kind == "no_such_day"


def test_the_seed_lies_apart_from_all_else(server: Served) -> None:
    ask(server, "GET", "/api/daily")
    with sqlite3.connect(server.folder / "rowlock.db") as database:
        (seed,) = database.execute("SELECT seed FROM chain_seeds").fetchone()
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for name in names:
            if name != "chain_seeds":
                assert seed not in str(database.execute(f"SELECT * FROM {name}").fetchall())


def test_daily_games_are_exported_and_forgotten(server: Served) -> None:
    token = server.player("Dora")
    ask(server, "POST", PAD, {"moves": whole_game(ask(server, "GET", "/api/daily")["link"])}, token)
    judged(server, token)
    data = ask(server, "GET", "/api/players/me/data", None, token)
    (days,) = [part["daily"] for part in data if "daily" in part]
    assert days[0]["day"] == str(DAY)
    assert days[0]["moves"]
    forgotten(server, token)
    with sqlite3.connect(server.folder / "rowlock.db") as database:
        assert database.execute("SELECT count(*) FROM tries").fetchone() == (0,)


def test_of_many_at_once_one_counts(server: Served) -> None:
    token, link = server.player("Ann"), ask(server, "GET", "/api/daily")["link"]
    games = [whole_game(link, seed=seed) for seed in range(6)]
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda n: ask(server, "POST", PAD, {"moves": games[n]}, token), range(6)))
    assert sorted(answer["counts"] for answer in answers) == [False] * 5 + [True]


# several processes on one database


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    place = request.getfixturevalue("database") if request.param == "postgresql" else None
    return database_url(place, tmp_path)


def test_processes_agree_on_the_chain_and_on_the_first_try(url: str) -> None:
    async def run() -> None:
        stores = [await Store.open(url) for _ in range(3)]
        try:
            await stores[0].add_player(Player("p1", "Ann", False), "hash", 1.0)
            wanted = [new_chain(f"{n}{n}" * 32, DAY, 5) for n in range(3)]
            offers = zip(stores, wanted, range(3), strict=True)
            chains = await asyncio.gather(*[store.chain(one, f"{n}{n}" * 32) for store, one, n in offers])
            assert chains[0] == chains[1] == chains[2]
            assert isinstance(chains[0][0], Chain)
            key = (str(DAY), "classic", "p1")
            begun = await asyncio.gather(*[s.begin_try(*key, f"t{n}", 1.0) for n, s in enumerate(stores)])
            assert len(set(begun)) == 1
            handed = [s.hand_in(key, ("-",) * (n + 1), True, 2.0) for n, s in enumerate(stores)]
            counts = await asyncio.gather(*handed)
            assert sorted(counts) == [False, False, True]
            row = await stores[0].find_try(*key)
            assert row is not None
            assert len(row.moves or ()) == counts.index(True) + 1
            claims = await asyncio.gather(*[store.claim(3.0, [], 0.0) for store in stores])
            assert sum(one is not None for one in claims) == 1, "one process judges a try"
            with pytest.raises(NoSuchPlayer):
                await stores[0].hand_in((str(DAY), "classic", "gone"), ("-",), True, 2.0)
        finally:
            for store in stores:
                await store.close()

    asyncio.run(run())


def test_the_database_ranks_as_the_formulas_do(url: str) -> None:
    lots = Random(5)
    results = [Result(lots.randrange(0, 5000, 250), lots.randrange(60, 70)) for _ in range(60)]

    async def run() -> None:
        store = await Store.open(url)
        try:
            for n, result in enumerate(results):
                await store.add_player(Player(f"p{n}", "Ann", False), f"hash{n}", 1.0)
                await store.hand_in((str(DAY), "classic", f"p{n}"), ("-",), True, 1.0)
                row = await store.find_try(str(DAY), "classic", f"p{n}")
                assert row is not None
                nothing: Any = {}
                await store.store_result(row, result, True, nothing)
            assert await store.hill(str(DAY), "classic") == hill(result.loss for result in results)
            for n in range(0, 60, 7):
                others = results[:n] + results[n + 1 :]
                assert await store.place(str(DAY), "classic", results[n]) == place_among(results[n], others)
        finally:
            await store.close()

    asyncio.run(run())
