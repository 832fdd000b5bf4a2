"""Coming back after a lost phone, what is kept about a player and its end; and the operator's side."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from finished_games import ask as until_ready
from serving import Served, ask, begin, begun, forgotten, play, played_log, served, settle, until
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from rowlock import cli
from rowlock.client import ServerRefused
from rowlock.server.store import people
from rowlock.table.log.records import read_table

TOKEN = "operators-own-token"


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    database = request.getfixturevalue("postgres").database() if request.param == "postgresql" else None
    with served(tmp_path_factory.mktemp("people"), database=database, admin_token=TOKEN) as running:
        yield running


def admin(server: Served, method: str, path: str, body: Any = None) -> Any:
    return server.call(method, f"/api/admin{path}", body, TOKEN)


async def finish_a_game(server: Served, mia: str, ben: str) -> str:
    table = server.table(mia, "me", "open")
    async with await server.connect(table, mia) as one, await server.connect(table, ben) as two:
        await two.next()
        await ask(two, "sit", seat=1)
        await ask(two, "chat", text="my street is Elm 7")
        await begin(one, two)
        await ask(two, "resign", seat=1)
        await settle(one, lambda: one.table["state"] == "over")
    return table


def test_a_lost_phone_comes_back_with_its_code_once(server: Served) -> None:
    old = server.player("Mia")
    made = server.call("POST", "/api/players/me/recovery", None, old)
    assert made["link"].endswith(made["code"])
    assert len(made["code"]) >= 20
    again = server.call("POST", "/api/players/recover", {"code": made["code"].upper().replace("-", " ")})
    assert again["player"] == server.call("GET", "/api/players/me", None, again["token"])["player"]
    assert server.refused("GET", "/api/players/me", None, old) == "bad_token"
    assert server.refused("POST", "/api/players/recover", {"code": made["code"]}) == "bad_code"


def test_only_the_latest_code_is_good_and_none_is_stored(server: Served) -> None:
    token = server.player("Mia")
    first = server.call("POST", "/api/players/me/recovery", None, token)["code"]
    server.call("POST", "/api/players/me/recovery", None, token)
    assert server.refused("POST", "/api/players/recover", {"code": first}) == "bad_code"
    assert server.refused("POST", "/api/players/recover", {"code": "x"}) == "bad_code"
    for file in server.folder.glob("*.db*"):
        assert first.replace("-", "").encode() not in file.read_bytes()


def test_the_lost_device_is_hung_up_on(server: Served) -> None:
    async def scene() -> None:
        mia = server.player("Mia")
        table = server.table(mia, "me", "open")
        code = server.call("POST", "/api/players/me/recovery", None, mia)["code"]
        async with await server.connect(table, mia) as lost:
            await lost.next()
            token = await asyncio.to_thread(server.call, "POST", "/api/players/recover", {"code": code})
            with pytest.raises(ServerRefused) as gone:
                await until(lost, lambda m: False)
            assert gone.value.kind == "bad_token"
        async with await server.connect(table, token["token"]) as found:
            assert (await found.next())["you"]["seats"] == [0]

    asyncio.run(scene())


def test_my_data_is_all_that_i_said_and_nothing_of_others(server: Served) -> None:
    mia, ben = server.player("Mia"), server.player("Ben")
    table = asyncio.run(finish_a_game(server, mia, ben))
    me, games, *tables = server.call("GET", "/api/players/me/data", None, ben)
    assert me["player"]["name"] == "Ben"
    assert [game["table"] for game in games["games"]] == [table]
    (said,) = tables
    assert said["table"] == table
    assert [entry["kind"] for entry in said["said"]] == ["sit", "seal", "chat", "seed", "resign"]
    assert "Elm 7" in json.dumps(said)
    assert "Elm 7" not in json.dumps(server.call("GET", "/api/players/me/data", None, mia))


def test_my_data_never_has_the_secret_of_a_game_that_is_on(server: Served) -> None:
    """The host opens the table, and the last vote for a rematch makes the next secret."""

    async def scene() -> None:
        mia = server.player("Mia")
        table = server.table(mia, "me", "random")
        async with await server.connect(table, mia) as one:
            await begin(one)
            first = server.app.state.lobby.rooms[table].table.secret
            before = json.dumps(
                await asyncio.to_thread(server.call, "GET", "/api/players/me/data", None, mia)
            )
            await ask(one, "resign", seat=0)
            await settle(one, lambda: one.table["state"] == "over")
            await ask(one, "rematch")
            await begun(one)
            second = server.app.state.lobby.rooms[table].table.secret
            after = json.dumps(await asyncio.to_thread(server.call, "GET", "/api/players/me/data", None, mia))
        assert first != second
        assert first not in before + after
        assert second not in after
        assert {'"created"', '"rematch"', '"resign"'} <= set(after.replace(",", " ").split())

    asyncio.run(scene())


def test_a_long_list_comes_in_several_parts(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "PART", 2)
    ben = server.player("Ben")
    asyncio.run(finish_a_game(server, server.player("Mia"), ben))
    asyncio.run(finish_a_game(server, server.player("Mia"), ben))
    parts = server.call("GET", "/api/players/me/data", None, ben)
    assert len([part for part in parts if "games" in part]) == 1
    said = [part for part in parts if "said" in part]
    assert [len(part["said"]) for part in said] == [2, 2, 1] * 2


def test_who_is_forgotten_is_named_nowhere_and_the_game_stays(server: Served) -> None:
    mia, ben = server.player("Mia"), server.player("Bartholomew")
    table = asyncio.run(finish_a_game(server, mia, ben))
    record = server.call("GET", f"/api/tables/{table}/games/1/record")
    review = f"/api/tables/{table}/games/1/review"
    assert "Bartholomew" in json.dumps(until_ready(server, "GET", review))
    forgotten(server, ben)
    assert server.refused("GET", "/api/players/me", None, ben) == "bad_token"
    shown = [
        server.call("GET", f"/api/tables/{table}/games/1"),
        server.call("GET", f"/api/tables/{table}/games/1/record"),
        server.call("GET", f"/api/tables/{table}"),
        server.call("GET", "/api/games", None, mia),
        admin(server, "GET", "/tables"),
        admin(server, "GET", "/players?name=barth"),
    ]
    assert "Bartholomew" not in json.dumps(shown)
    assert server.call("GET", f"/api/tables/{table}/games/1/record") == record.replace("Bartholomew", "—")
    told = server.call("GET", f"/api/tables/{table}/games/1/replay"), until_ready(server, "GET", review)
    assert "Bartholomew" not in json.dumps(told)
    if list(server.folder.glob("*.db")):
        log = played_log(server, table)
        assert "Elm 7" not in str(log)
        assert read_table(log).state == "over"


def test_a_table_in_play_goes_on_when_somebody_is_forgotten(server: Served) -> None:
    async def scene() -> None:
        mia, ben = server.player("Mia"), server.player("Bartholomew")
        table = server.table(mia, "me", "open")
        async with await server.connect(table, mia) as one, await server.connect(table, ben) as two:
            await two.next()
            await ask(two, "sit", seat=1)
            await ask(one, "start")
            await asyncio.to_thread(server.call, "DELETE", "/api/players/me", None, ben)
            await until(one, lambda m: m["type"] == "welcome" and "Bartholomew" not in json.dumps(m))
            await play(one, Random(5))  # a bot plays for whoever is away
            assert one.table["state"] == "over"

    asyncio.run(scene())


def test_nobody_is_operator_without_the_token(server: Served) -> None:
    for token in (None, server.player("Eve"), "x"):
        for method, path in (("GET", ""), ("GET", "/tables"), ("GET", "/players"), ("GET", "/bans")):
            assert server.refused(method, f"/api/admin{path}", None, token) == "bad_token"


def test_the_operator_sees_tables_players_and_storage(server: Served) -> None:
    mia = server.player("Mia Operata")
    table = server.table(mia, "me", "random")
    overview = admin(server, "GET", "")
    assert overview["storage"]["tables"] >= 1
    assert overview["storage"]["bytes"] > 10_000
    assert table in [one["table"] for one in admin(server, "GET", "/tables")["tables"]]
    (found,) = admin(server, "GET", "/players?name=operata")["players"]
    assert found["name"] == "Mia Operata"
    assert admin(server, "GET", "/players?name=%25")["players"] == []


def test_the_operator_breaks_a_game_off(server: Served) -> None:
    async def scene() -> None:
        mia = server.player("Mia")
        table = server.table(mia, "me", "random", start=True)
        async with await server.connect(table, mia) as one:
            await begun(one)
            await asyncio.to_thread(admin, server, "POST", f"/tables/{table}/abort")
            await settle(one, lambda: one.table["state"] == "over")
        assert server.refused("POST", f"/api/admin/tables/{table}/abort", None, TOKEN) == "not_started"

    asyncio.run(scene())


def test_a_banned_player_is_sent_away_and_let_in_again(server: Served) -> None:
    async def scene() -> None:
        mia = server.player("Mia")
        table = server.table(mia, "me", "open")
        async with await server.connect(table, mia) as one:
            player = (await one.next())["you"]["player"]
            ban = {"kind": "player", "value": player, "reason": "spam"}
            await asyncio.to_thread(admin, server, "POST", "/bans", ban)
            with pytest.raises(ServerRefused) as gone:
                await until(one, lambda m: False)
            assert gone.value.kind == "banned"
        assert server.refused("GET", "/api/players/me", None, mia) == "banned"
        assert {**ban, "until": None} in admin(server, "GET", "/bans")["bans"]
        admin(server, "DELETE", f"/bans/player/{player}")
        assert server.call("GET", "/api/players/me", None, mia)["player"] == player
        assert server.refused("DELETE", f"/api/admin/bans/player/{player}", None, TOKEN) == "no_such_player"

    asyncio.run(scene())


def test_a_banned_address_gets_no_answer_but_that(server: Served) -> None:
    for nobody in ("elm street", "203.0.113.0/24", "2001:db8::/48"):  # nobody is counted by such a network
        wrong = {"kind": "address", "value": nobody}
        assert server.refused("POST", "/api/admin/bans", wrong, TOKEN) == "bad_message"
    table, away = server.table(server.player("Mia"), "me"), {"X-Forwarded-For": "203.0.113.7"}
    address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"

    async def knock() -> str:
        with pytest.raises(InvalidStatus) as shut:
            await connect(address, additional_headers=away)  # as a proxy on this machine tells it
        return str(json.loads(shut.value.response.body)["code"])

    async def scene() -> None:
        async with connect(address, additional_headers=away) as there:
            await there.send('{"type": "hello"}')
            await there.recv()
            ban = {"kind": "address", "value": "203.0.113.7"}
            await asyncio.to_thread(admin, server, "POST", "/bans", ban)
            while json.loads(await there.recv()).get("code") != "banned":
                pass
        assert await knock() == "banned"

    asyncio.run(scene())
    asked = urllib.request.Request(f"{server.base}/api/about", headers=away)
    with pytest.raises(urllib.error.HTTPError) as shut:
        urllib.request.urlopen(asked, timeout=100)
    assert json.load(shut.value)["code"] == "banned"
    assert server.call("GET", "/api/about")["version"]  # others come in
    admin(server, "DELETE", "/bans/address/203.0.113.7")
    assert json.load(urllib.request.urlopen(asked, timeout=100))["version"]


def test_the_command_speaks_to_the_server(
    server: Served, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    mia = server.player("Mia Kommanda")
    table = server.table(mia, "me", "random", dice="real", start=True)
    monkeypatch.setenv("ROWLOCK_ADMIN_TOKEN", TOKEN)

    def told(*words: str) -> str:
        assert cli.main(["admin", *words, "--server", server.base]) == 0
        return capsys.readouterr().out

    assert "players in" in told()
    assert table in told("tables")
    assert "Mia Kommanda" in told("players", "kommanda")
    assert json.loads(told("players", "kommanda", "--json"))["players"][0]["name"] == "Mia Kommanda"
    assert "broken off" in told("abort", table)
    assert "is banned" in told("ban", "address", "203.0.113.9", "--reason", "spam")
    assert "spam" in told("bans")
    assert "may come in" in told("unban", "address", "203.0.113.9")
    assert cli.main(["admin", "ban", "address", "--server", server.base]) == 1
    monkeypatch.delenv("ROWLOCK_ADMIN_TOKEN")
    assert cli.main(["admin", "--server", server.base]) == 1


def test_one_process_hears_from_the_other_who_must_go(database: str, tmp_path: Path) -> None:
    async def scene(one: Any, two: Any) -> None:
        mia, ben = one.player("Mia"), one.player("Ben")
        table = one.table(mia, "me", "open")
        async with await two.connect(table, mia) as there, await two.connect(table, ben) as other:
            player = (await there.next())["you"]["player"]
            await other.next()
            await ask(other, "sit", seat=1)
            await asyncio.to_thread(one.call, "DELETE", "/api/players/me", None, ben)
            with pytest.raises(ServerRefused):
                await until(other, lambda m: False)
            await until(there, lambda m: m["type"] == "welcome" and "Ben" not in json.dumps(m))
            await asyncio.to_thread(admin, one, "POST", "/bans", {"kind": "player", "value": player})
            with pytest.raises(ServerRefused) as gone:
                await until(there, lambda m: False)
            assert gone.value.kind == "banned"
        assert two.refused("GET", "/api/players/me", None, mia) == "banned"

    with (
        served(tmp_path / "a", database=database, admin_token=TOKEN) as one,
        served(tmp_path / "b", database=database, admin_token=TOKEN) as two,
    ):
        asyncio.run(scene(one, two))
