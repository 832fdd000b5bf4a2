"""Events at the server: from the announcement to the document of results, whatever happens in between."""

from __future__ import annotations

import asyncio
import json
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from event_playing import (
    announced,
    enter,
    joined,
    play_tables,
    played,
    refused,
    say,
    shown,
    start,
    tables,
    wait,
    wait_for_tables,
)
from serving import HANGING, Served, ask, asked, begun, forgotten, free_port, patient_call, play, served

from rowlock.cli import main
from rowlock.client.http import ServerRefused
from rowlock.community.events.kit.file import read_stored_event
from rowlock.community.events.kit.log import check_draws
from rowlock.server.config import Limits
from rowlock.server.errors import TooFast
from rowlock.server.live import events
from rowlock.server.live.event_keeper import EventKeeper


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    place = request.getfixturevalue("postgres").database() if request.param == "postgresql" else None
    with served(tmp_path_factory.mktemp("events"), database=place) as running:
        yield running


def test_a_championship_is_played_from_link_to_document(
    server: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    referee = server.player("Rita")
    event = announced(server, referee, rounds=2, final=3, check_in=True)
    people = joined(server, event, 7)
    assert not any(person["here"] for person in shown(server, event)["people"])
    for number, token in people.items():
        say(server, "PATCH", f"{event}/people/{number}", token, {"here": True})
    assert own_events(server, referee) == [(False, False)]
    for number in (1, 2):
        now = start(server, event, referee, number)
        assert own_events(server, referee) == [(True, False)]
        assert sorted(len(table["people"]) for table in tables(now)) == [3, 4]
        now = played(server, event, people)
        for table in tables(now):
            ended = patient_call(server.base, "GET", f"/api/tables/{table['table']}/games/1", None, referee)
            assert ended["scores"] == table["points"]
            assert ended["seats"] == [f"Person {person}" for person in table["people"]]
    assert refused(server, "GET", f"{event}/file", people[1]) == "not_referee"
    now = start(server, event, referee, 3)
    while now["rounds"][-1]["stage"] == "playoff":
        enter(server, event, referee, len(now["rounds"]))
        now = start(server, event, referee, len(now["rounds"]) + 1)
    assert now["rounds"][-1]["stage"] == "final"
    assert set(tables(now)[0]["people"]) == {line["person"] for line in now["standing"][:3]}
    played(server, event, people)
    assert refused(server, "POST", f"{event}/rounds", referee, {"round": 4}) == "event_not_now"
    assert shown(server, event)["seed"] is None
    closed = say(server, "POST", f"{event}/close", referee, {})["shown"]
    assert closed["closed"]
    assert own_events(server, referee) == own_events(server, people[1]) == [(False, True)]
    file = tmp_path / "event.json"
    file.write_text(json.dumps(say(server, "GET", f"{event}/file")))
    assert json.loads(file.read_text())["seed"] == closed["seed"]
    assert main(["event", "verify", str(file), "--lang", "en"]) == 0
    assert main(["event", "standing", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out.split("\n", 1)[1])
    assert [line["person"] for line in told["standing"]] == [line["person"] for line in closed["standing"]]
    lines = say(server, "GET", f"{event}/standing.csv?lang=de")
    assert lines.splitlines()[0].startswith("Platz,Name")
    assert len(lines.splitlines()) == 8


def own_events(server: Served, token: str) -> list[tuple[bool, bool]]:
    """Whether somebody's events are running, and whether they are closed."""
    return [(one["running"], one["closed"]) for one in say(server, "GET", "", token)["events"]]


def test_papers_are_made_where_they_keep_nobody_waiting(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a second for a thousand people: in the process in which they play it would be everybody's."""
    monkeypatch.delattr("rowlock.printing.pdf.render_pdf")
    referee = server.player("Rita")
    event = announced(server, referee, rounds=1)
    assert refused(server, "GET", f"{event}/draw.pdf") == "event_not_now"
    say(server, "POST", f"{event}/people", referee, {"names": ["Ann", "Ben", "Cleo"]})
    start(server, event, referee, 1)
    for paper in ("draw", "standing"):
        address = f"{server.base}/api/events{event}/{paper}.pdf"
        with urllib.request.urlopen(address, timeout=HANGING) as answer:
            assert answer.read().startswith(b"%PDF")


def test_paper_and_devices_are_mixed(server: Served) -> None:
    referee = server.player("Rita")
    event = announced(server, referee, rounds=1, size=3)
    people = joined(server, event, 5)
    assert refused(server, "POST", f"{event}/people", people[1], {"names": ["Opa"]}) == "not_referee"
    say(server, "POST", f"{event}/people", referee, {"names": ["Opa"]})
    now = start(server, event, referee, 1)
    paper = [table for table in tables(now) if table["table"] is None]
    assert [6 in table["people"] for table in paper] == [True]
    assert paper[0]["state"] == "running"
    asyncio.run(play_tables(server, now, people))
    wait(server, event, lambda now: sum(table["state"] == "done" for table in tables(now)) == 1)
    enter(server, event, referee, 1)
    now = shown(server, event)
    assert not now["running"]
    assert sum(line["games"] for line in now["standing"]) == 6


def test_what_is_held_in_memory_is_what_the_database_has(server: Served) -> None:
    referee, other = server.player("Rita"), server.player("Otto")
    event = announced(server, referee, rounds=2, check_in=True)
    people = joined(server, event, 4)
    me = say(server, "POST", f"{event}/join", other, {})["shown"]["me"]
    for number, token in people.items():
        say(server, "PATCH", f"{event}/people/{number}", token, {"here": True})
    say(server, "PATCH", f"{event}/people/{me}", referee, {"here": True, "referee": True})
    forgotten(server, people[2])
    say(server, "PATCH", f"{event}/people/2", other, {"here": False})
    start(server, event, other, 1)
    enter(server, event, referee, 1)
    start(server, event, referee, 2)
    drawn = shown(server, event, other)["said"][0]["said"]
    say(server, "POST", f"{event}/undo", other, {"said": drawn})
    say(server, "POST", f"{event}/people", referee, {"names": ["Opa", "Oma"]})
    events = server.app.state.lobby.events
    loop = events.keeper._task.get_loop()

    async def both() -> tuple[Any, Any]:
        return await events.find(event[1:]), await events._hold(
            await events._lobby.store.read_event(event[1:])
        )

    held, read = asyncio.run_coroutine_threadsafe(both(), loop).result(60)
    assert held == read
    assert [round_number for round_number, _ in held.stored.tables] == [1]


def test_two_referees_at_once_draw_one_round_and_enter_both_results(server: Served) -> None:
    referee, other = server.player("Rita"), server.player("Otto")
    event = announced(server, referee, rounds=2)
    me = say(server, "POST", f"{event}/join", other, {})["shown"]["me"]
    assert refused(server, "POST", f"{event}/rounds", other, {"round": 1}) == "not_referee"
    say(server, "PATCH", f"{event}/people/{me}", referee, {"referee": True})
    say(server, "POST", f"{event}/people", other, {"names": [f"Guest {n}" for n in range(11)]})
    with ThreadPoolExecutor(4) as pool:
        draws = [*pool.map(lambda who: start(server, event, who, 1), (referee, other, referee, other))]
    assert len({json.dumps(draw["rounds"][0]["tables"]) for draw in draws}) == 1
    assert len(shown(server, event)["rounds"]) == 1
    bodies = [{"round": 1, "table": table, "points": [70, 60, 50, 40]} for table in (1, 2, 3)]
    with ThreadPoolExecutor(3) as pool:
        [*pool.map(lambda body: say(server, "POST", f"{event}/results", referee, body), bodies)]
    assert not shown(server, event)["running"]
    assert (
        say(server, "PATCH", f"{event}/people/{me}", other, {"referee": False})["shown"]["referee"] is False
    )


def test_what_a_referee_says_can_be_taken_back(server: Served) -> None:
    referee = server.player("Rita")
    event = announced(server, referee, rounds=2)
    say(server, "POST", f"{event}/people", referee, {"names": ["A", "B", "C"]})
    first = tables(start(server, event, referee, 1))
    undo = [one["kind"] for one in shown(server, event, referee)["said"]]
    assert undo == ["start"]
    assert shown(server, event)["said"] == [], "this is for referees"

    def last() -> int:
        return int(shown(server, event, referee)["said"][0]["said"])

    assert not say(server, "POST", f"{event}/undo", referee, {"said": last()})["shown"]["rounds"]
    assert tables(start(server, event, referee, 1)) == first, "nobody draws until they like it"
    drawn = last()
    say(server, "POST", f"{event}/results", referee, {"round": 1, "table": 1, "points": [9, 8, None]})
    assert refused(server, "POST", f"{event}/undo", referee, {"said": drawn}) == "event_not_now"
    say(server, "POST", f"{event}/undo", referee, {"said": last()})
    assert shown(server, event)["running"]
    enter(server, event, referee, 1)
    entered = last()
    start(server, event, referee, 2)
    assert refused(server, "POST", f"{event}/undo", referee, {"said": entered}) == "event_not_now"
    assert refused(server, "POST", f"{event}/undo", referee, {"said": 1}) == "bad_event"
    kept = read_stored_event(say(server, "GET", f"{event}/file", referee))
    assert check_draws(kept.plan, kept.seed, kept.said) == 2


def test_the_clock_ends_a_round_and_running_games_count_as_they_stand(server: Served) -> None:
    referee = server.player("Rita")
    event = announced(server, referee, rounds=1, size=3, minutes=1000)
    people = joined(server, event, 6)
    now = wait(server, event, lambda _: True) and start(server, event, referee, 1)

    async def some_moves() -> None:
        table = tables(now)[0]
        clients = [await server.connect(table["table"], people[person]) for person in table["people"][:2]]
        async with clients[0], clients[1]:
            await asyncio.gather(*map(begun, clients))
            moving = (play(one, Random(1), lambda one: one.views[0]["turn"] > 3) for one in clients)
            await asyncio.gather(*moving)

    wait_for_tables(server, now)
    asyncio.run(some_moves())
    lobby = server.app.state.lobby
    lobby.events.clock = lambda: time.time() + 1001 * 60
    try:
        over = wait(server, event, lambda now: not now["running"])
    finally:
        lobby.events.clock = time.time
    began, nobody = tables(over)
    assert [points is None for points in began["points"]] == [False, False, True], "the third never came"
    assert nobody["points"] == [None, None, None]


def test_a_table_of_a_draw_that_was_taken_back_has_no_say_in_the_next(server: Served) -> None:
    """It is broken off, and the keeper may hear of its result when the next draw is made already."""
    referee = server.player("Rita")
    event = announced(server, referee, size=3)
    joined(server, event, 3)
    known = server.app.state.lobby.events
    loop = known.keeper._task.get_loop()
    start(server, event, referee, 1)
    before = asyncio.run_coroutine_threadsafe(known.find(event[1:]), loop).result(60)
    drawn = shown(server, event, referee)["said"][0]["said"]
    say(server, "POST", f"{event}/undo", referee, {"said": drawn})
    start(server, event, referee, 1)
    late = known.keeper._take_down(before, 1, 1, [5, 5, 5])
    asyncio.run_coroutine_threadsafe(late, loop).result(60)
    assert tables(shown(server, event))[0]["points"] is None


def test_nobody_fills_an_event_for_all_others(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "MOST_OWN", 4)
    referee = server.player("Rita")
    event = announced(server, referee)
    people = joined(server, event, 2)
    for here in (False, True, False):
        say(server, "PATCH", f"{event}/people/1", people[1], {"here": here})
    assert refused(server, "PATCH", f"{event}/people/1", people[1], {"here": True}) == "too_many"
    say(server, "PATCH", f"{event}/people/1", referee, {"here": True})
    assert say(server, "PATCH", f"{event}/people/2", people[2], {"here": False})["shown"]["me"] == 2


def test_late_comers_and_people_who_leave(server: Served) -> None:
    referee = server.player("Rita")
    event = announced(server, referee, rounds=3)
    people = joined(server, event, 4)
    start(server, event, referee, 1)
    late = say(server, "POST", f"{event}/join", server.player("Late"), {})["shown"]["me"]
    say(server, "PATCH", f"{event}/people/1", people[1], {"here": False})
    assert refused(server, "PATCH", f"{event}/people/2", people[1], {"here": False}) == "not_referee"
    enter(server, event, referee, 1)
    now = start(server, event, referee, 2)
    assert sorted(person for table in tables(now) for person in table["people"]) == [2, 3, 4, late]
    assert say(server, "POST", f"{event}/join", people[1], {})["shown"]["me"] == 1


def test_an_event_goes_on_at_another_server(server: Served, tmp_path: Path) -> None:
    referee, file = server.player("Rita"), tmp_path / "cup.json"
    assert main(["event", "new", str(file), "--rounds", "2"]) == 0
    assert main(["event", "join", str(file), "A", "B", "C"]) == 0
    assert main(["event", "start", str(file)]) == 0
    brought = say(server, "POST", "/bring", referee, {"file": file.read_text()})
    event = f"/{brought['event']}"
    enter(server, event, referee, 1)
    file.write_text(json.dumps(say(server, "GET", f"{event}/file", referee)))
    assert main(["event", "start", str(file)]) == 0
    assert main(["event", "verify", str(file)]) == 0
    plan = '{"title": 3, "format": "swiss"}'
    strange = file.read_text().replace('"name": "A"', '"name": "\\u202eA"')
    damaged = f'{{"rowlock": "event", "version": 1, "plan": {plan}, "seed": "x", "said": []}}'
    for wrong in ("{}", "[1", "[]", damaged, strange, file.read_text().replace('"person"', '"nobody"')[:-9]):
        assert refused(server, "POST", "/bring", referee, {"file": wrong}) == "bad_event"


def test_a_person_takes_everything_along_and_leaves_results_without_a_name(server: Served) -> None:
    referee = server.player("Rita")
    event = announced(server, referee, rounds=2)
    people = joined(server, event, 3)
    start(server, event, referee, 1)
    enter(server, event, referee, 1)
    before = shown(server, event)["standing"]
    told = patient_call(server.base, "GET", "/api/players/me/data", None, people[2])
    assert "Sunday cup" in json.dumps(told)
    assert "Person 2" in json.dumps(told)
    forgotten(server, people[2])
    now = shown(server, event)
    assert now["standing"] == before
    assert [person["name"] for person in now["people"]] == ["Person 1", "— 2", "Person 3"]
    forgotten(server, referee)
    assert shown(server, event, people[1])["referee"], "an event is never without a referee"


def test_whoever_is_deleted_before_their_table_opens_leaves_it_to_paper(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee = server.player("Rita")
    event = announced(server, referee, rounds=1, size=3, minutes=1000)
    people = joined(server, event, 6)

    async def nothing(*_: object) -> None: ...

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(EventKeeper, "_open", nothing)
        drawn = tables(start(server, event, referee, 1))
        forgotten(server, people[drawn[0]["people"][0]])
    paper = tables(shown(server, event))[0]
    assert (paper["table"], paper["state"]) == (None, "running")
    lobby = server.app.state.lobby
    lobby.events.clock = lambda: time.time() + 1001 * 60
    try:
        over = wait(server, event, lambda now: tables(now)[1]["points"])
    finally:
        lobby.events.clock = time.time
    assert tables(over)[0]["points"] is None, "the clock ends no game on paper"
    enter(server, event, referee, 1)
    assert not shown(server, event)["running"]


@pytest.mark.parametrize("phase", ["joined", "drawn", "playing", "entered", "final"])
def test_a_server_restarts_in_every_phase(tmp_path: Path, phase: str) -> None:
    port = free_port()
    with served(tmp_path, port=port) as server:
        referee = server.player("Rita")
        event = announced(server, referee, rounds=1, final=2, check_in=False)
        people = joined(server, event, 3)
        if phase in ("drawn", "playing"):
            now = start(server, event, referee, 1)
        if phase == "playing":
            wait_for_tables(server, now)
        if phase in ("entered", "final"):
            start(server, event, referee, 1)
            enter(server, event, referee, 1)
        if phase == "final":
            start(server, event, referee, 2)
        before = shown(server, event)
    with served(tmp_path, port=port) as server:
        after = shown(server, event)
        assert {**after, "now": 0} == {**before, "now": 0} or phase in ("drawn", "final")
        if phase == "joined":
            start(server, event, referee, 1)
        if phase in ("joined", "drawn", "playing"):
            played(server, event, people)
        if phase != "final":
            start(server, event, referee, 2)
        if shown(server, event)["rounds"][1]["stage"] == "final":
            played(server, event, people)
            assert say(server, "POST", f"{event}/close", referee, {})["shown"]["closed"]


def test_nobody_at_a_table_of_an_event_is_its_host(server: Served) -> None:
    referee = server.player("Rita")
    event = announced(server, referee, rounds=1)
    people = joined(server, event, 3)
    now = start(server, event, referee, 1)
    wait_for_tables(server, now)

    async def run() -> None:
        async with await server.connect(tables(now)[0]["table"], people[1]) as client:
            await begun(client)
            other = client.table["seats"][(client.views[0]["seat"] + 1) % 3]
            answer = await ask(client, "kick", player=other.get("player") or "p", ban=True)
            assert answer["type"] == "refusal"
            assert asked(client) is not None

    asyncio.run(run())


def test_a_hall_behind_one_address_gets_in_by_the_link(tmp_path: Path) -> None:
    """With the limits that a server has by itself; whoever has no link meets the usual one."""
    with served(tmp_path, limits=Limits()) as server:
        event = announced(server, server.player("Rita"), rounds=1)
        tokens = []
        for number in range(60):
            body = {"name": f"Person {number}"}
            tokens.append(say(server, "POST", f"{event}/guests", None, body)["token"])
        assert shown(server, event, tokens[-1])["me"] == 60
        assert refused(server, "POST", f"{event}/guests", None, {"name": "Person 7"}) == "bad_event"
        assert refused(server, "POST", "/nothing/guests", None, {"name": "Mia"}) == "no_such_event"
        guard = server.app.state.guard
        with pytest.raises(ServerRefused, match="too many players"):
            for_each(30, lambda: server.call("POST", "/api/players", {"name": "Mia"}))
        sockets = int(
            guard.limits.sockets[0]
        )  # sixty people come to their tables like those of two addresses
        for_each(2 * sockets, lambda: guard.take("sockets", "127.0.0.1"))
        with pytest.raises(TooFast):
            for_each(sockets, lambda: guard.take("sockets", "127.0.0.1"))


def for_each(times: int, work: Callable[[], Any]) -> None:
    for _ in range(times):
        work()
