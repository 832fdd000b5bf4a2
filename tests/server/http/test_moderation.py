"""Strangers: muting, blocking, reporting; and what operators do about it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from serving import Served, ask, begin, forgotten, served, settle, until
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError

from rowlock import cli
from rowlock.client import ServerRefused
from rowlock.community.strangers.apart import may_meet
from rowlock.community.strangers.reports import A_DAY
from rowlock.server.store import Store, database_url

TOKEN = "operators-own-token"


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    database = request.getfixturevalue("postgres").database() if request.param == "postgresql" else None
    with served(tmp_path_factory.mktemp("strangers"), database=database, admin_token=TOKEN) as running:
        yield running


def admin(server: Served, method: str, path: str, body: Any = None) -> Any:
    return server.call(method, f"/api/admin{path}", body, TOKEN)


def id_of(server: Served, token: str) -> str:
    return str(server.call("GET", "/api/players/me", None, token)["player"])


async def meet(server: Served, mia: str, ben: str) -> str:
    """A table at which both sit, where Ben has said something."""
    table = server.table(mia, "me", "open")
    async with await server.connect(table, ben) as two:
        await two.next()
        assert (await ask(two, "sit", seat=1))["type"] == "receipt"
        await ask(two, "chat", text="you play like a turnip")
        await ask(two, "phrase", phrase="your_turn")
    return table


async def finish(server: Served, table: str, mia: str, ben: str) -> None:
    async with await server.connect(table, mia) as one, await server.connect(table, ben) as two:
        await two.next()
        await begin(one, two)
        await ask(two, "resign", seat=1)
        await settle(one, lambda: one.table["state"] == "over")


def couple(server: Served) -> tuple[str, str, str, str]:
    """Mia and Ben at a table: their tokens, Ben's id, the table."""
    mia, ben = server.player("Mia"), server.player("Ben")
    return mia, ben, id_of(server, ben), asyncio.run(meet(server, mia, ben))


def report(server: Served, token: str, table: str, player: str, reason: str = "words") -> Any:
    wish = {"player": player, "reason": reason}
    return server.call("POST", f"/api/tables/{table}/reports", wish, token)


def reports_about(server: Served, player: str) -> list[dict[str, Any]]:
    return [one for one in admin(server, "GET", "/reports")["reports"] if one["player"] == player]


async def kept_apart(server: Served, people: list[str]) -> Any:
    store = await Store.open(database_url(server.app.state.config.database, server.folder))
    try:
        return await store.apart(people)
    finally:
        await store.close()


def test_somebody_is_muted_and_blocked_for_me_alone(server: Served) -> None:
    mia, ben, other, table = couple(server)
    wish = {"player": other, "muted": True, "blocked": False}
    told = server.call("POST", f"/api/tables/{table}/avoid", wish, mia)["people"]
    assert told == [{"player": other, "name": "Ben", "muted": True, "blocked": False}]
    server.call("POST", f"/api/tables/{table}/avoid", {**wish, "blocked": True}, mia)
    assert server.call("GET", "/api/players/me/avoided", None, mia)["people"][0]["blocked"]
    assert server.call("GET", "/api/players/me/avoided", None, ben)["people"] == []
    assert server.call("DELETE", f"/api/players/me/avoided/{other}", None, mia)["people"] == []


def test_the_house_keeps_those_apart_of_whom_one_has_blocked_the_other(server: Served) -> None:
    mia, ben, other, table = couple(server)
    me, third = id_of(server, mia), id_of(server, server.player("Cleo"))
    assert not asyncio.run(kept_apart(server, [me, other, third]))
    server.call("POST", f"/api/tables/{table}/avoid", {"player": other, "muted": True, "blocked": False}, mia)
    assert not asyncio.run(kept_apart(server, [me, other, third]))  # muting alone keeps nobody apart
    server.call("POST", f"/api/tables/{table}/avoid", {"player": other, "muted": False, "blocked": True}, mia)
    apart = asyncio.run(kept_apart(server, [other, third, me]))
    assert apart == {frozenset((me, other))}
    assert not may_meet([third, me], other, apart)
    assert not may_meet([other], me, apart)
    assert may_meet([third], me, apart)
    assert not asyncio.run(kept_apart(server, [me, third]))
    assert asyncio.run(meet(server, mia, ben))  # by a link they still meet


def test_only_those_who_met_at_a_table_can_be_muted_blocked_or_reported(server: Served) -> None:
    mia, _, other, table = couple(server)
    eve = server.player("Eve")
    for path, wish in (("avoid", {"muted": True, "blocked": True}), ("reports", {"reason": "words"})):
        door = ("POST", f"/api/tables/{table}/{path}")
        assert server.refused(*door, {"player": other, **wish}, eve) == "not_your_seat"
        assert server.refused(*door, {"player": id_of(server, eve), **wish}, mia) == "no_such_player"
        assert server.refused(*door, {"player": id_of(server, mia), **wish}, mia) == "no_such_player"
        assert server.refused(*door, {"player": other, **wish}, None) == "bad_token"
    assert server.refused("POST", f"/api/tables/{table}/reports", {"player": other, "reason": "x"}, mia)
    game = {"player": other, "reason": "words", "game": 2}
    assert server.refused("POST", f"/api/tables/{table}/reports", game, mia) == "no_such_game"


def test_a_report_comes_to_the_operator_with_its_record_and_without_its_maker(server: Served) -> None:
    mia, ben, other, table = couple(server)
    assert server.refused("GET", "/api/admin/reports", None, mia) == "bad_token"
    made = report(server, mia, table, other)
    assert report(server, mia, table, other, "name") == made  # once for a game
    (one,) = reports_about(server, other)
    assert (one["table"], one["game"], one["reason"], one["over"]) == (table, 1, "words", False)
    asyncio.run(finish(server, table, mia, ben))
    opened = admin(server, "GET", f"/reports/{one['report']}")
    assert opened["shown"]["over"]
    assert server.call("GET", f"/api/tables/{table}/games/1", None, None)
    assert [(line["text"], line["phrase"]) for line in opened["said"]] == [
        ("you play like a turnip", None),
        (None, "your_turn"),
    ]
    everything = json.dumps([opened, admin(server, "GET", "/reports"), admin(server, "GET", "/log")])
    assert id_of(server, mia) not in everything
    about_ben = json.dumps(server.call("GET", "/api/players/me/data", None, ben))
    assert one["report"] not in about_ben
    assert '"reports"' not in about_ben


def test_an_operator_settles_dismisses_and_opens_again(server: Served) -> None:
    mia, _, other, table = couple(server)
    name = report(server, mia, table, other)["report"]
    for state in ("settled", "dismissed", "open", "dismissed"):
        admin(server, "PATCH", f"/reports/{name}", {"state": state})
        (one,) = reports_about(server, other)
        assert (one["state"], one["made"], one["dismissed"]) == (state, 1, int(state == "dismissed"))
        waiting = [one["report"] for one in admin(server, "GET", "/reports?state=open")["reports"]]
        assert (name in waiting) == (state == "open")
    assert server.refused("PATCH", "/api/admin/reports/nobody", {"state": "open"}, TOKEN) == "no_such_game"
    acts = [one["act"] for one in admin(server, "GET", "/log")["decisions"] if one["subject"] == name]
    assert acts == ["dismissed", "open", "dismissed", "settled"]


def test_nobody_reports_more_often_than_the_limit(server: Served) -> None:
    mia, ben, other, table = couple(server)
    for _ in range(A_DAY):
        report(server, mia, asyncio.run(meet(server, mia, ben)), other)
    assert server.refused(
        "POST", f"/api/tables/{table}/reports", {"player": other, "reason": "words"}, mia
    ) == ("too_fast")
    assert len(reports_about(server, other)) == A_DAY
    assert report(server, ben, table, id_of(server, mia))  # the limit is each person's own


def test_a_suspension_ends_by_itself_and_leaves_a_way_to_ones_data(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    ben = server.player("Ben")
    other = id_of(server, ben)
    admin(server, "POST", "/bans", {"kind": "player", "value": other, "days": 7, "reason": "manners"})
    (ban,) = [one for one in admin(server, "GET", "/bans")["bans"] if one["value"] == other]
    assert ban["until"] == pytest.approx(time.time() + 7 * 86400, abs=600)
    assert server.refused("GET", "/api/players/me", None, ben) == "banned"
    kept = server.call("GET", "/api/players/me/data", None, ben)
    assert [part["bans"][0]["kind"] for part in kept if "bans" in part] == ["player"]
    later = time.time() + 8 * 86400
    monkeypatch.setattr("rowlock.server.live.people.time.time", lambda: later)
    assert server.call("GET", "/api/players/me", None, ben)["player"] == other
    assert other not in [one["value"] for one in admin(server, "GET", "/bans")["bans"]]


def test_whom_an_operator_mutes_plays_on_without_a_word(server: Served) -> None:
    async def scene() -> None:
        mia, ben = server.player("Mia"), server.player("Ben")
        table = await meet(server, mia, ben)
        async with await server.connect(table, ben) as two:
            other = (await two.next())["you"]["player"]
            mute = {"kind": "mute", "value": other, "days": 1}
            await asyncio.to_thread(admin, server, "POST", "/bans", mute)
            for said in ({"kind": "chat", "text": "hello"}, {"kind": "phrase", "phrase": "your_turn"}):
                assert (await ask(two, **said))["code"] == "silenced"
            async with await server.connect(table, mia) as one:
                await begin(one, two)  # who may not talk still plays
            await asyncio.to_thread(admin, server, "DELETE", f"/bans/mute/{other}")
            assert (await ask(two, "chat", text="hello"))["type"] == "receipt"
        log = [one for one in admin(server, "GET", "/log")["decisions"] if one["subject"] == other]
        assert [one["act"] for one in log] == ["undo_mute", "mute"]

    asyncio.run(scene())


def test_the_database_itself_keeps_the_log_of_operators(server: Served) -> None:
    admin(server, "POST", "/bans", {"kind": "address", "value": "203.0.113.99", "reason": "kept"})
    admin(server, "DELETE", "/bans/address/203.0.113.99")
    before = admin(server, "GET", "/log")["decisions"]
    engine = create_engine(
        database_url(server.app.state.config.database, server.folder).replace("+aiosqlite", "")
    )
    for change in ("UPDATE decisions SET note = ''", "DELETE FROM decisions"):
        with pytest.raises(DBAPIError, match="only appended to"), engine.begin() as connection:
            connection.execute(text(change))
    engine.dispose()
    assert admin(server, "GET", "/log")["decisions"] == before


def test_export_and_deletion_include_whom_one_blocked_and_reported(server: Served) -> None:
    mia, ben, other, table = couple(server)
    me = id_of(server, mia)
    server.call("POST", f"/api/tables/{table}/avoid", {"player": other, "muted": True, "blocked": True}, mia)
    server.call("POST", f"/api/tables/{table}/avoid", {"player": me, "muted": True, "blocked": True}, ben)
    made = report(server, mia, table, other)["report"]
    about = report(server, ben, table, me)["report"]
    admin(server, "POST", "/bans", {"kind": "mute", "value": me})
    kept = json.dumps(server.call("GET", "/api/players/me/data", None, mia))
    assert made in kept
    assert other in kept
    assert about not in kept  # what others reported is theirs
    forgotten(server, mia)
    assert server.call("GET", "/api/players/me/avoided", None, ben)["people"] == []
    assert not {made, about} & {one["report"] for one in admin(server, "GET", "/reports")["reports"]}
    assert me not in [one["value"] for one in admin(server, "GET", "/bans")["bans"]]
    assert not asyncio.run(kept_apart(server, [me, other]))


def test_nothing_is_kept_about_somebody_who_is_gone(server: Served) -> None:
    mia, ben, other, table = couple(server)
    forgotten(server, ben)
    avoid = {"player": other, "muted": True, "blocked": True}
    assert server.refused("POST", f"/api/tables/{table}/avoid", avoid, mia) == "no_such_player"
    wish = {"player": other, "reason": "words"}
    assert server.refused("POST", f"/api/tables/{table}/reports", wish, mia) == "no_such_player"


def test_a_suspension_and_a_mute_work_at_once_in_every_process(database: str, tmp_path: Any) -> None:
    async def scene(one: Served, two: Served) -> None:
        mia, ben = one.player("Mia"), one.player("Ben")
        table = await meet(one, mia, ben)
        async with await two.connect(table, ben) as there, await two.connect(table, mia) as other:
            await other.next()
            player = (await there.next())["you"]["player"]
            await asyncio.to_thread(admin, one, "POST", "/bans", {"kind": "mute", "value": player})
            while (await ask(there, "chat", text="hello"))["type"] == "receipt":
                await asyncio.sleep(0)  # the word is on its way
            ban = {"kind": "player", "value": player, "days": 1}
            await asyncio.to_thread(admin, one, "POST", "/bans", ban)
            with pytest.raises(ServerRefused) as gone:
                await until(there, lambda m: False)
            assert gone.value.kind == "banned"
            assert (await ask(other, "chat", text="hello"))["type"] == "receipt"
        assert two.refused("GET", "/api/players/me", None, ben) == "banned"
        assert [line["act"] for line in admin(two, "GET", "/log")["decisions"]] == ["player", "mute"]

    with (
        served(tmp_path / "a", database=database, admin_token=TOKEN) as one,
        served(tmp_path / "b", database=database, admin_token=TOKEN) as two,
    ):
        asyncio.run(scene(one, two))


def test_a_reported_table_is_not_pruned_before_somebody_has_decided(server: Served) -> None:
    mia, _, other, table = couple(server)
    name = report(server, mia, table, other)["report"]
    later = time.time() + 10 * 365 * 86400

    async def prune() -> bool:
        store = await Store.open(database_url(server.app.state.config.database, server.folder))
        try:
            await store.prune(later, later)
            return bool(await store.load(table))
        finally:
            await store.close()

    assert asyncio.run(prune())
    admin(server, "PATCH", f"/reports/{name}", {"state": "dismissed"})
    assert not asyncio.run(prune())


def test_the_command_shows_reports_and_the_log(server: Served, capsys: Any) -> None:
    mia, _, other, table = couple(server)
    report(server, mia, table, other, "stalling")

    def told(*words: str) -> str:
        assert cli.main(["admin", *words, "--server", server.base, "--token", TOKEN]) == 0
        return str(capsys.readouterr().out)

    assert table in told("reports")
    assert "stalling" in told("reports")
    assert "may not talk" in told("ban", "mute", other, "--days", "3", "--reason", "manners")
    assert "manners" in told("log")
    told("unban", "mute", other)
    assert "undo_mute" in told("log")
