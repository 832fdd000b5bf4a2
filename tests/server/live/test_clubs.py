"""Clubs at the server: a circle kept from a table, keepers, links, boards, and nothing for strangers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from random import Random
from typing import Any

import pytest
from fastapi.routing import APIRoute
from serving import Served, ask, begin, forgotten, patient_call, play, served
from test_daily import judged, whole_game

from rowlock.client.http import ServerRefused
from rowlock.community.clubs import PHRASES, YEAR
from rowlock.server.http.routes import router
from rowlock.server.store import Store, database_url


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    place = request.getfixturevalue("postgres").database() if request.param == "postgresql" else None
    with served(tmp_path_factory.mktemp("clubs"), database=place) as running:
        running.place = place
        yield running


def say(server: Served, method: str, path: str, token: str | None, body: Any = None) -> Any:
    return patient_call(server.base, method, f"/api{path}", body, token)


def refused(server: Served, method: str, path: str, token: str | None, body: Any = None) -> str:
    with pytest.raises(ServerRefused) as error:
        say(server, method, path, token, body)
    return error.value.kind


def made(server: Served, token: str, name: str = "Sundays") -> tuple[str, str, str]:
    """A new club: its address, its link, its key."""
    club = say(server, "POST", "/clubs", token, {"name": name})
    return f"/clubs/{club['club']}", club["link"].removeprefix("/c/"), club["key"]


def join(server: Served, token: str, link: str, name: str | None = None) -> str:
    return str(say(server, "POST", "/clubs/join", token, {"link": link, "name": name})["club"])


def members(server: Served, club: str, token: str) -> dict[str, Any]:
    return {one["name"]: one for one in say(server, "GET", f"{club}/members", token)["members"]}


def finished_table(server: Served, mia: str, ben: str) -> str:
    table = server.table(mia, "me", "open", "random")

    async def run() -> None:
        async with await server.connect(table, mia) as one, await server.connect(table, ben) as two:
            await two.next()
            await ask(two, "sit", seat=1)
            await begin(one, two)
            await asyncio.gather(play(one, Random(1)), play(two, Random(2)))

    asyncio.run(run())
    return table


def test_a_circle_is_kept_from_a_table_and_plays_on(server: Served) -> None:
    mia, ben, eve = (server.player(name) for name in ("Mia", "Ben", "Eve"))
    table = finished_table(server, mia, ben)
    assert refused(server, "POST", "/clubs", eve, {"name": "Mine", "table": table}) == "not_keeper"
    kept = say(server, "POST", "/clubs", mia, {"name": "Sundays", "table": table})
    club = f"/clubs/{kept['club']}"
    keepers = {name: one["keeper"] for name, one in members(server, club, mia).items()}
    assert keepers == {"Mia": True, "Ben": False}
    shown = say(server, "GET", club, ben)
    assert (shown["name"], shown["members"], shown["keeper"]) == ("Sundays", 2, False)
    assert shown["last"]["table"] == table
    ended = say(server, "GET", f"/tables/{table}/games/1", mia)
    for line in say(server, "GET", f"{club}/standing", ben)["lines"]:
        seat = ended["seats"].index(line["name"])
        assert (line["games"], line["best"]) == (1, ended["scores"][seat])
        assert line["wins"] == int(seat in ended["winners"])
    assert say(server, "GET", f"{club}/standing?season=1999", ben)["games"] == 0
    tonight = say(server, "POST", f"{club}/table", ben, {"variant": "longo"})["table"]
    assert say(server, "GET", club, mia)["tonight"] == tonight
    assert say(server, "GET", "/clubs", ben)["clubs"] == [
        {"club": kept["club"], "name": "Sundays", "keeper": False}
    ]
    assert len(say(server, "GET", f"{club}/games?limit=1", ben)["games"]) == 1
    assert say(server, "GET", f"{club}/games?before=1", ben)["games"] == []
    file = say(server, "GET", f"{club}/file", ben)
    assert table not in json.dumps(file), "nothing in it belongs to this server"
    again = server.player("Mia")
    moved = f"/clubs/{say(server, 'POST', '/clubs/file', again, file)['club']}"
    before, after = (
        [{**line, "member": ""} for line in say(server, "GET", f"{place}/standing", who)["lines"]]
        for place, who in ((club, mia), (moved, again))
    )
    assert after == before, "a club that has moved has the same standing"
    assert say(server, "GET", f"{moved}/file", again)["games"] == file["games"]
    assert refused(server, "POST", "/clubs/file", again, {**file, "rowlock": "club 9"}) == "bad_message"


def test_strangers_learn_nothing(server: Served) -> None:
    mia, eve = server.player("Mia"), server.player("Eve")
    club, link, key = made(server, mia, "Quite secret")
    inside = members(server, club, mia)["Mia"]["member"]
    routes = [one for one in router.routes if isinstance(one, APIRoute) and "{club}" in one.path]
    assert len(routes) >= 12
    places = {"club": club.removeprefix("/clubs/"), "member": inside, "day": "2026-11-17", "pad": "classic"}
    for route in routes:
        path = route.path.removeprefix("/api").format(**places)
        for method in route.methods or ():
            has_body = method in ("POST", "PATCH")
            for body in ({}, {"name": "x"}, {"key": key}) if has_body else (None,):
                kind = refused(server, method, path, eve, body)
                assert kind in ("no_such_club", "bad_message"), (method, path, kind)
            assert refused(server, method, path, None, {} if has_body else None) == "bad_token"
    told = json.dumps([say(server, "GET", "/clubs", eve), say(server, "GET", "/tables", eve)])
    assert not any(secret in told for secret in ("Quite secret", link, key))


def test_a_link_that_got_around_is_renewed(server: Served) -> None:
    mia, ben, eve = (server.player(name) for name in ("Mia", "Ben", "Eve"))
    club, link, key = made(server, mia)
    join(server, ben, link)
    assert refused(server, "POST", f"{club}/link", ben) == "not_keeper"
    fresh = say(server, "POST", f"{club}/link", mia)["link"].removeprefix("/c/")
    assert refused(server, "POST", "/clubs/join", eve, {"link": link}) == "no_such_club"
    assert members(server, club, ben).keys() == {"Mia", "Ben"}, "who is in stays in"
    join(server, eve, fresh)
    for who in (mia, ben):
        for path in (club, f"{club}/members", f"{club}/standing", f"{club}/file", "/clubs"):
            assert key not in json.dumps(say(server, "GET", path, who)), "the key is shown once"


def test_a_keeper_who_loses_the_phone_comes_back_by_the_key(server: Served) -> None:
    mia, ben = server.player("Mia"), server.player("Ben")
    club, link, key = made(server, mia)
    join(server, ben, link)
    again = server.player("Mia")
    assert join(server, again, link) == club.removeprefix("/clubs/")
    assert "Mia 2" in members(server, club, again)
    assert refused(server, "POST", f"{club}/keeper", again, {"key": "wrong"}) == "not_keeper"
    assert say(server, "POST", f"{club}/keeper", again, {"key": key.upper()})["keeper"]
    lost = members(server, club, again)["Mia"]["member"]
    say(server, "DELETE", f"{club}/members/{lost}", again)
    assert refused(server, "GET", club, mia) == "no_such_club", "the lost phone is out"
    newer = say(server, "POST", f"{club}/key", again)["key"]
    assert refused(server, "POST", f"{club}/keeper", ben, {"key": key}) == "not_keeper"
    assert say(server, "POST", f"{club}/keeper", ben, {"key": newer})["keeper"]


def test_two_keepers_at_once_never_leave_a_club_without_one(server: Served) -> None:
    mia, ben = server.player("Mia"), server.player("Ben")
    club, link, _ = made(server, mia)
    join(server, ben, link)
    ids = {name: one["member"] for name, one in members(server, club, mia).items()}
    say(server, "PATCH", f"{club}/members/{ids['Ben']}", mia, {"keeper": True})

    def step_down(who: tuple[str, str]) -> str:
        try:
            say(server, "PATCH", f"{club}/members/{who[1]}", who[0], {"keeper": False})
        except ServerRefused as error:
            return error.kind
        return "done"

    with ThreadPoolExecutor(2) as pool:
        found = sorted(pool.map(step_down, [(mia, ids["Ben"]), (ben, ids["Mia"])]))
    assert found in (["done", "last_keeper"], ["done", "not_keeper"])
    assert sum(one["keeper"] for one in members(server, club, mia).values()) == 1


def test_children_are_names_that_a_phone_may_take_later(server: Served) -> None:
    mia, tim = server.player("Mia"), server.player("Tim")
    club, link, _ = made(server, mia)
    child = say(server, "POST", f"{club}/members", mia, {"name": "Tim"})
    assert (child["device"], child["keeper"]) == (False, False)
    kind = refused(server, "PATCH", f"{club}/members/{child['member']}", mia, {"keeper": True})
    assert kind == "no_such_member"
    join(server, tim, link)
    taken = members(server, club, mia)["Tim"]
    assert (taken["member"], taken["device"]) == (child["member"], True)
    mine = members(server, club, mia)["Mia"]["member"]
    assert refused(server, "PATCH", f"{club}/members/{mine}", mia, {"name": " tim "}) == "name_taken"


def test_whoever_is_forgotten_is_gone_from_clubs(server: Served) -> None:
    mia, ben = server.player("Mia"), server.player("Ben")
    club, link, _ = made(server, mia)
    join(server, ben, link)
    told = say(server, "GET", "/players/me/data", mia)
    assert [one["clubs"][0]["called"] for one in told if "clubs" in one] == ["Sundays"]
    forgotten(server, mia)
    left = members(server, club, ben)
    assert {name: one["keeper"] for name, one in left.items()} == {"Ben": True}, "another keeper is found"


def test_a_wall_has_phrases_of_members_and_no_words_of_their_own(server: Served) -> None:
    mia, ben = server.player("Mia"), server.player("Ben")
    club, link, _ = made(server, mia)
    join(server, ben, link)
    assert say(server, "GET", f"{club}/wall", ben)["lines"] == []
    for text in ("my own words", "", None, 5):
        assert refused(server, "POST", f"{club}/wall", mia, {"phrase": text}) == "bad_message"
    say(server, "POST", f"{club}/wall", ben, {"phrase": "i_play"})
    for phrase in PHRASES:
        wall = say(server, "POST", f"{club}/wall", mia, {"phrase": phrase})
    assert [line["phrase"] for line in wall["lines"]] == [*reversed(PHRASES[-5:]), "i_play"]
    assert [(line["name"], line["me"]) for line in wall["lines"][-2:]] == [("Mia", True), ("Ben", False)]
    told = say(server, "GET", "/players/me/data", ben)
    assert [one["club_wall"][0]["phrase"] for one in told if "club_wall" in one] == ["i_play"]
    forgotten(server, ben)
    assert {line["name"] for line in say(server, "GET", f"{club}/wall", mia)["lines"]} == {"Mia"}


def test_an_empty_club_is_deleted_after_a_year(server: Any) -> None:
    mia, now = server.player("Mia"), server.app.state.lobby.clubs.clock()
    club, link, _ = made(server, mia)
    for _ in range(2):
        me = members(server, club, mia)["Mia"]
        assert me["keeper"], "whoever comes first into an empty club keeps it"
        say(server, "DELETE", f"{club}/members/{me['member']}", mia)
        join(server, mia, link)
    say(server, "DELETE", f"{club}/members/{members(server, club, mia)['Mia']['member']}", mia)

    async def sweep(later: float) -> int:
        store = await Store.open(database_url(server.place, server.folder), process="sweeping")
        try:
            return await store.close_empty_clubs(now + later)
        finally:
            await store.close()

    if server.place:  # a file of SQLite belongs to one process
        assert asyncio.run(sweep(YEAR - 60)) == 0
        assert asyncio.run(sweep(YEAR + 60)) == 1
        assert refused(server, "POST", "/clubs/join", mia, {"link": link}) == "no_such_club"


def test_five_hundred_members_and_no_more(server: Served) -> None:
    names = [f"P{n}" for n in range(499)]
    file = {"rowlock": "club 1", "name": "Town", "members": names, "games": []}
    mia, ben = server.player("Mia"), server.player("Ben")
    club = say(server, "POST", "/clubs/file", mia, file)
    path, seen = f"/clubs/{club['club']}", list[str]()
    while (part := say(server, "GET", f"{path}/members?after={len(seen)}", mia))["members"]:
        seen += [one["name"] for one in part["members"]]
        assert len(part["members"]) <= 100
        assert part["more"] == (len(seen) < 500)
    assert seen == ["Mia", *names]
    link = club["link"].removeprefix("/c/")
    assert refused(server, "POST", "/clubs/join", ben, {"link": link}) == "club_full"
    assert len(say(server, "GET", f"{path}/standing", mia)["lines"]) == 500


def test_a_day_among_members_is_told_to_those_who_have_played(server: Served) -> None:
    mia, ben, eve = (server.player(name) for name in ("Mia", "Ben", "Eve"))
    club, link, _ = made(server, mia)
    join(server, ben, link, "Big Ben")
    today = say(server, "GET", "/daily", None)
    day = date.fromisoformat(today["day"])
    for number, who in enumerate((ben, eve)):
        moves = whole_game(today["link"], day, seed=number)
        say(server, "POST", f"/daily/{day}/classic", who, {"moves": moves})
        judged(server, who, f"/api/daily/{day}/classic")
    path = f"{club}/daily/{day}/classic"
    assert say(server, "GET", path, mia) == {"day": str(day), "pad": "classic", "played": 1, "lines": None}
    (line,) = say(server, "GET", path, ben)["lines"]
    assert (line["name"], line["place"], line["me"]) == ("Big Ben", 1, True), "Eve is not in the club"
    assert refused(server, "GET", path, eve) == "no_such_club"
