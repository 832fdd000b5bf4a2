"""Duels at the server: one half for a person, judged by the house, and nothing seen before one's own end."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi.routing import APIRoute
from serving import Served, forgotten, patient_call, play, served
from sqlalchemy import select

from rowlock import load_variant
from rowlock.client.http import ServerRefused as Refused
from rowlock.community.duels.duel import Duel, fresh_game
from rowlock.community.shared_games import play_as
from rowlock.engine.record import parse_record
from rowlock.server.http.routes import router
from rowlock.server.store import Player, Store, database_url
from rowlock.server.store.duel_rows import HalfRow
from rowlock.server.store.duel_schema import duel_secrets, duels, halves
from rowlock.table.log.opening import SharedGame
from rowlock.table.table import GivenDice
from rowlock.variants import load_named


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with served(tmp_path_factory.mktemp("duels")) as running:
        yield running


@pytest.fixture(autouse=True)
def at_its_time(server: Served) -> Any:
    yield
    server.app.state.lobby.duels.clock = time.time


def ask(server: Served, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
    return patient_call(server.base, method, path, body, token)


def made(server: Served, token: str, **wish: Any) -> str:
    return str(ask(server, "POST", "/api/duels", wish, token)["duel"])


def ahead(server: Served, duel: str, token: str) -> SharedGame:
    """The dice of a duel, as a device is told them."""
    told = ask(server, "POST", f"/api/duels/{duel}/ahead", {}, token)
    seals = None if told["seals"] is None else tuple(told["seals"])
    dice = GivenDice(told["label"], tuple(told["seeds"]), seals)
    return SharedGame(load_variant(told["pad"]), dice, told["secret"], tuple(told["bots"]))


def hand_in(server: Served, duel: str, token: str, bot: str = "steady") -> list[str]:
    moves = list(play_as(ahead(server, duel, token), bot).moves)
    assert ask(server, "POST", f"/api/duels/{duel}/moves", {"moves": moves}, token) == {"counts": True}
    return moves


def until(look: Callable[[], Any], wanted: Callable[[Any], bool]) -> Any:
    for _ in range(2500):
        if wanted(found := look()):
            return found
        time.sleep(0.05)
    raise AssertionError(f"it never came to that: {found}")


def judged(server: Served, duel: str, token: str) -> Any:
    """A duel, when all its halves that were handed in are judged."""
    return until(
        lambda: ask(server, "GET", f"/api/duels/{duel}", None, token),
        lambda told: all(one["state"] != "judging" for one in told["halves"]),
    )


def play_at_table(server: Served, duel: str, token: str, seed: int = 1) -> str:
    table = str(ask(server, "POST", f"/api/duels/{duel}/table", {}, token)["table"])

    async def run() -> None:
        async with await server.connect(table, token) as client:
            await play(client, Random(seed))

    asyncio.run(run())
    return table


def test_two_play_the_same_dice_and_compare_turn_by_turn(server: Served) -> None:
    ann, ben = server.player("Ann"), server.player("Ben")
    duel = made(server, ann, bots=["steady"])
    table = play_at_table(server, duel, ann)
    assert ask(server, "GET", f"/api/duels/{duel}", None, ann)["table"] == table
    hand_in(server, duel, ben)
    told = judged(server, duel, ben)
    assert [one["place"] for one in told["halves"]] == [1, 2]
    assert {one["name"] for one in told["halves"]} == {"Ann", "Ben"}
    assert told["unit"] == "chance"
    shown = [
        ask(server, "GET", f"/api/duels/{duel}/halves/{one['half']}", None, ben) for one in told["halves"]
    ]
    first, second = (one["found"]["turns"] for one in shown)
    assert [turn["turn"] for turn in first] == list(range(1, len(first) + 1))
    same = [(one["roll"][:3], other["roll"][:3]) for one, other in zip(first, second, strict=False)]
    assert all(one == other for one, other in same), "the white dice of a turn are the same"
    records = [parse_record(one["record"], load_named) for one in shown]
    assert records[0].headers[-3:] == records[1].headers[-3:], "the dice follow from one secret"
    losses = [sum(turn["loss"] for turn in one["found"]["turns"]) for one in shown]
    assert losses == pytest.approx([one["loss"] / 10000 for one in told["halves"]], abs=1e-3)
    assert losses == sorted(losses), "who lost less stands above"
    with pytest.raises(Refused) as refused:
        ask(server, "POST", f"/api/duels/{duel}/table", {}, ann)
    assert refused.value.kind == "duel_over"


@pytest.mark.parametrize("pad", ["cards", "bonus-b", "x-change"])
def test_every_kind_of_pad_is_played_again_and_judged(server: Served, pad: str) -> None:
    token = server.player("Ann")
    duel = made(server, token, variant=pad, bots=["champion"])
    hand_in(server, duel, token)
    (half,) = judged(server, duel, token)["halves"]
    assert (half["state"], half["finished"], half["device"]) == ("done", True, True)


def test_a_half_judged_while_one_asks_is_shown(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    token = server.player("Ann")
    duel = made(server, token)
    hand_in(server, duel, token)
    duels = server.app.state.lobby.duels
    judged(server, duel, token)

    async def read_too_early(player: str, duel: str) -> HalfRow:
        half: HalfRow = await type(duels).look(duels, player, duel)
        return half._replace(judged=None)

    monkeypatch.setattr(duels, "look", read_too_early)
    told = ask(server, "GET", f"/api/duels/{duel}", None, token)
    assert told["open"]
    assert told["halves"][0]["finished"] is True


def test_a_pad_of_ones_own(server: Served) -> None:
    token = server.player("Ann")
    duel = made(server, token, variant_text='parent = "classic"\ntitle = "Mine"\nrules = 1\n')
    assert ask(server, "GET", f"/api/duels/{duel}", None, token)["title"] == "Mine"


def test_the_champion_plays_the_same_game(server: Served) -> None:
    token = server.player("Ann")
    duel = made(server, token, champion=True)
    hand_in(server, duel, token, "random")
    told = judged(server, duel, token)
    assert [one["kind"] for one in told["halves"]] == ["champion", "person"]
    assert told["halves"][0]["loss"] < told["halves"][1]["loss"]


def test_against_ones_earlier_self(server: Served) -> None:
    ann, ben = server.player("Ann"), server.player("Ben")
    table = server.table(ann, "me", "steady", hints=False, start=True)

    async def run() -> None:
        async with await server.connect(table, ann) as client:
            await play(client, Random(2))

    asyncio.run(run())
    duel = ask(server, "POST", f"/api/tables/{table}/games/1/duel", {}, ann)["duel"]
    record = ask(server, "GET", f"/api/tables/{table}/games/1/record", None, ann)
    for end in ("", "/record", "/replay", "/dice", "/review", "/half", "/print.svg"):
        with pytest.raises(Refused) as refused:
            ask(server, "GET", f"/api/tables/{table}/games/1{end}", None, ben)
        assert refused.value.kind == "duel_sealed", end
    assert ask(server, "GET", f"/api/tables/{table}", None, ben)["scores"] is None

    async def watch() -> None:
        async with await server.connect(table, ben) as client:
            await client.next()

    with pytest.raises(Exception, match="duel"):
        asyncio.run(watch())
    with pytest.raises(Refused) as refused:
        ask(server, "POST", f"/api/tables/{table}/games/1/duel", {}, ben)
    hand_in(server, duel, ben)
    told = judged(server, duel, ben)
    (earlier,) = [one for one in told["halves"] if one["kind"] == "earlier"]
    shown = ask(server, "GET", f"/api/duels/{duel}/halves/{earlier['half']}", None, ben)
    again = parse_record(shown["record"], load_named)
    assert again.inputs == parse_record(record, load_named).inputs
    assert ask(server, "GET", f"/api/tables/{table}/games/1/record", None, ben) == record, "now it is open"
    hand_in(server, duel, ann)
    assert len(judged(server, duel, ann)["halves"]) == 3


def test_nobody_sees_a_half_before_their_own_end(server: Served) -> None:
    """Every address with a duel, half or table in it, asked by a stranger and by one who has only begun."""
    ann, eve = server.player("Ann"), server.player("Eve")
    duel = made(server, ann, bots=["greedy"])
    table = play_at_table(server, duel, ann)
    mine = judged(server, duel, ann)["mine"]
    shown = ask(server, "GET", f"/api/duels/{duel}/halves/{mine['half']}", None, ann)
    secret = dict(parse_record(shown["record"], load_named).headers)["secret"]
    moves = " ".join(shown["record"].split("\n\n")[-1].split())
    ask(server, "POST", f"/api/duels/{duel}/table", {}, eve)
    hidden = (secret, moves[:60], json.dumps(shown["found"]["turns"][-1]["sheet"]))
    values = {"duel": duel, "half": mine["half"], "table": table, "game": "1", "form": "svg", "place": "0"}
    values |= {"name": "classic", "day": "2026-11-17", "pad": "classic", "month": "2026-11", "kind": "player"}
    calls = [(m, one.path) for one in router.routes if isinstance(one, APIRoute) for m in one.methods or ()]
    asked = 0
    for method, address in sorted(calls):
        if method == "DELETE" or address.endswith("/ahead"):  # a device is told the dice: its half says so
            continue
        path = address
        for key, value in values.items():
            path = path.replace("{" + key + "}", value)
        for token in (eve, None):
            try:
                told = ask(server, method, path, {} if method in ("POST", "PATCH") else None, token)
            except Refused as refused:
                told = f"{refused.kind} {refused}"
            asked += 1
            text = told if isinstance(told, str) else json.dumps(told)
            assert not any(one in text for one in hidden), (method, path)
    assert asked > 60
    for one in ask(server, "GET", f"/api/duels/{duel}", None, eve)["halves"]:
        assert (one["loss"], one["score"], one["place"], one["won"], one["luck"]) == (None,) * 5

    async def watch() -> None:
        async with await server.connect(table, eve) as client:
            await client.next()

    with pytest.raises(Exception, match="duel"):
        asyncio.run(watch())


def test_what_was_left_counts_when_the_duel_is_over(server: Served) -> None:
    ann, ben = server.player("Ann"), server.player("Ben")
    duel, duels = made(server, ann, days=1), server.app.state.lobby.duels
    ask(server, "POST", f"/api/duels/{duel}/table", {}, ann)
    hand_in(server, duel, ben)
    judged(server, duel, ben)
    duels.clock = lambda: time.time() + 2 * 86400
    loop = duels._tasks[0].get_loop()

    async def gather() -> None:
        for half in await server.app.state.lobby.store.unhanded_halves(duels.clock(), 10):
            await duels._gather(half)

    asyncio.run_coroutine_threadsafe(gather(), loop).result(20)
    told = judged(server, duel, ann)
    by_name = {one["name"]: one for one in told["halves"]}
    assert (by_name["Ann"]["finished"], by_name["Ben"]["finished"]) == (False, True)
    assert by_name["Ann"]["loss"] > 9000, "all that could be expected is lost"
    cleo = server.player("Cleo")
    assert ask(server, "GET", f"/api/duels/{duel}", None, cleo)["open"], "everybody may see it now"
    for way in ("table", "moves", "ahead"):
        with pytest.raises(Refused) as refused:
            ask(server, "POST", f"/api/duels/{duel}/{way}", {"moves": ["-"]} if way == "moves" else {}, cleo)
        assert refused.value.kind == "duel_over"


def test_old_duels_are_pruned_with_their_halves_and_secrets(server: Served) -> None:
    ann, ben = server.player("Ann"), server.player("Ben")
    short, long = made(server, ann, days=1), made(server, ann, days=30)
    for duel in (short, long):
        hand_in(server, duel, ben)
        judged(server, duel, ben)
    store, loop = server.app.state.lobby.store, server.app.state.lobby.duels._tasks[0].get_loop()

    async def prune(days: float) -> int:
        return int(await store.prune_duels(time.time() + days * 86400))

    async def left() -> set[str]:
        columns = (duels.c.id, duel_secrets.c.duel, halves.c.duel)
        found = [{row[0] for row in await store.fetch(select(column).distinct())} for column in columns]
        assert found[0] == found[1] >= found[2]
        return found[0]

    def run(work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, loop).result(20)

    run(prune(0.9))
    assert {short, long} <= run(left()), "a duel that is open stays"
    assert run(prune(2)) >= 1
    assert short not in run(left())
    assert long in run(left())
    with pytest.raises(Refused) as refused:
        ask(server, "GET", f"/api/duels/{short}", None, ben)
    assert refused.value.kind == "no_such_duel"
    assert [one["duel"] for one in ask(server, "GET", "/api/duels", None, ben)["duels"]] == [long]


def test_who_gives_up_has_lost_what_could_be_expected(server: Served) -> None:
    token = server.player("Ann")
    duel = made(server, token, bots=["random"])
    moves = play_as(ahead(server, duel, token), "steady").moves[:6]
    ask(server, "POST", f"/api/duels/{duel}/moves", {"moves": list(moves)}, token)
    (half,) = judged(server, duel, token)["halves"]
    assert half["finished"] is False
    assert half["loss"] > 5000, "the chance to win that was there is lost"


@pytest.mark.parametrize("moves", [["r2", "x"], ["@2"], ["r99"], ["<"], ["-"] * 900])
def test_what_cannot_be_is_refused_and_may_be_handed_in_again(server: Served, moves: list[str]) -> None:
    token = server.player("Ann")
    duel = made(server, token)
    ask(server, "POST", f"/api/duels/{duel}/moves", {"moves": moves}, token)
    told = until(
        lambda: ask(server, "GET", f"/api/duels/{duel}", None, token),
        lambda one: one["refused"] is not None,
    )
    assert told["mine"]["state"] == "begun"
    assert not told["open"]


@pytest.mark.parametrize(
    ("wish", "word"),
    [
        ({"bots": ["steady"] * 4, "variant": "classic"}, None),
        ({"bots": ["nobody"]}, "champion"),
        ({"variant": "no-such-pad"}, "no-such-pad"),
    ],
)
def test_what_a_duel_can_be_made_of(server: Served, wish: dict[str, Any], word: str | None) -> None:
    token = server.player("Ann")
    if word is None:
        assert made(server, token, **wish)
        return
    with pytest.raises(Refused, match=word):
        made(server, token, **wish)


def test_lists_export_and_deletion(server: Served) -> None:
    ann, ben = server.player("Ann"), server.player("Ben")
    duels = [made(server, ann) for _ in range(3)]
    hand_in(server, duels[0], ann)
    hand_in(server, duels[0], ben)
    judged(server, duels[0], ann)
    page = ask(server, "GET", "/api/duels?limit=2", None, ann)["duels"]
    assert [one["duel"] for one in page] == [duels[2], duels[1]]
    rest = ask(server, "GET", f"/api/duels?limit=2&before={page[-1]['created']}", None, ann)["duels"]
    assert [(one["duel"], one["finished"], one["people"]) for one in rest] == [(duels[0], 2, 2)]
    (joined,) = ask(server, "GET", "/api/duels", None, ben)["duels"]
    assert (joined["maker"], joined["state"]) == ("Ann", "done")
    parts = ask(server, "GET", "/api/players/me/data", None, ann)
    assert [one["duel"] for part in parts for one in part.get("duels", [])] == [duels[0]]
    assert sorted(one["id"] for part in parts for one in part.get("duels_made", [])) == sorted(duels)
    forgotten(server, ann)
    told = ask(server, "GET", f"/api/duels/{duels[0]}", None, ben)
    assert (told["maker"], [one["name"] for one in told["halves"]]) == ("—", ["Ben"])
    with pytest.raises(Refused):
        ask(server, "GET", f"/api/duels/{duels[1]}", None, ben)
    with sqlite3.connect(server.folder / "rowlock.db") as database:
        secrets = database.execute("SELECT secret FROM duel_secrets").fetchall()
        kept = str(database.execute("SELECT * FROM duels").fetchall())
        assert not any(secret in kept for (secret,) in secrets)


def test_of_many_at_once_one_counts(server: Served) -> None:
    token = server.player("Ann")
    duel = made(server, token)
    with ThreadPoolExecutor(6) as pool:
        told = pool.map(lambda _: ask(server, "POST", f"/api/duels/{duel}/table", {}, token), range(6))
        assert len({one["table"] for one in told}) == 1
        moves = [["-"] * (n + 1) for n in range(6)]
        path = f"/api/duels/{duel}/moves"
        counts = list(pool.map(lambda n: ask(server, "POST", path, {"moves": moves[n]}, token), range(6)))
    assert sum(one["counts"] for one in counts) == 1


def test_whoever_waits_is_told_once(server: Served) -> None:
    ann, ben = server.player("Ann"), server.player("Ben")
    duel, told = made(server, ann), list[tuple[str, int]]()
    hand_in(server, duel, ann)
    judged(server, duel, ann)

    async def tell(of: Duel, half: HalfRow, news_to: list[str]) -> None:
        told.append((half.name, len(news_to)))

    server.app.state.lobby.duels.on_answer.append(tell)
    try:
        hand_in(server, duel, ben)
        judged(server, duel, ben)
        until(lambda: told, bool)
    finally:
        server.app.state.lobby.duels.on_answer.remove(tell)
    assert told == [("Ben", 1)]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_processes_agree_on_a_half(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    place = request.getfixturevalue("database") if kind == "postgresql" else None
    url = database_url(place, tmp_path)
    game = fresh_game("d1", load_variant("classic"), ["steady"], "5a" * 32)

    async def run() -> None:
        stores = [await Store.open(url) for _ in range(3)]
        try:
            await stores[0].add_player(Player("p1", "Ann", False), "hash", 1.0)
            await stores[0].add_duel(Duel("d1", game, "people", "Ann", 1.0, 100.0), "p1")
            found = await stores[1].find_duel("d1")
            assert found.game == game
            begun = [HalfRow("d1", "p1", f"h{n}", "p1", "Ann", 2.0) for n in range(3)]
            kept = await asyncio.gather(*[s.begin_half(h) for s, h in zip(stores, begun, strict=True)])
            assert len({half.half for half in kept}) == 1
            tables = await asyncio.gather(*[s.give_table(kept[0], f"t{n}") for n, s in enumerate(stores)])
            assert len(set(tables)) == 1
            taken = [s.take_half(kept[0], 3.0, moves="-" * (n + 1)) for n, s in enumerate(stores)]
            assert sorted(await asyncio.gather(*taken)) == [False, False, True]
            claims = await asyncio.gather(*[store.claim_half(4.0) for store in stores])
            assert sum(one is not None for one in claims) == 1, "one process judges a half"
            (row,) = await stores[2].duels_of("p1", None, 10)
            assert (row.people, row.finished, row.latest) == (1, 0, 0.0)
            assert await stores[0].unhanded_halves(200.0, 10) == []
        finally:
            for store in stores:
                await store.close()

    asyncio.run(run())
