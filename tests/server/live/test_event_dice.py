"""Tables that share dice: nobody learns them from another table, and afterwards anybody can verify them."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from event_playing import (
    announced,
    enter,
    joined,
    played,
    refused,
    say,
    shown,
    start,
    tables,
    wait,
    wait_for_tables,
)
from serving import Served, patient_call, play, served

from rowlock.cli import main
from rowlock.client.http import ServerRefused
from rowlock.community.events.kit.file import read_stored_event
from rowlock.community.events.kit.shared_dice import check_dice, dice_of_round, promise_of

FREE = ("/api/tables/{table}/games/{game}",)
"""How a game ended is told on the event's own page."""


def doors(server: Served, table: str) -> list[str]:
    """Every address at which something can be read of a finished game: a new one cannot be forgotten."""
    paths = server.app.openapi()["paths"]
    found = [path for path, ways in paths.items() if "/{table}/games/{game}" in path and "get" in ways]
    assert len(found) >= 6
    filled = {"table": table, "game": 1, "form": "svg"}
    return [path.format(**filled) for path in found if path not in FREE]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    place = request.getfixturevalue("postgres").database() if request.param == "postgresql" else None
    with served(tmp_path_factory.mktemp("dice"), database=place) as running:
        yield running


def code(server: Served, path: str, token: str | None) -> str:
    with pytest.raises(ServerRefused) as error:
        patient_call(server.base, "GET", path, None, token)
    return error.value.kind


async def play_out(server: Served, table: dict[str, Any], people: dict[int, str]) -> list[Any]:
    """A table alone plays to its end; all that its people were told."""

    async def one(person: int) -> list[Any]:
        async with await server.connect(table["table"], people[person]) as client:
            return await play(client, Random(person))

    return [message for part in await asyncio.gather(*map(one, table["people"])) for message in part]


async def cannot_watch(server: Served, table: str, token: str | None) -> str:
    try:
        async with await server.connect(table, token) as client:
            await client.next()
    except ServerRefused as refusal:
        return refusal.kind
    return ""


def test_a_slow_table_cannot_learn_the_dice_of_a_fast_one(server: Served) -> None:
    """Every door is tried by a stranger, a slow table's player, the referee, and the fast table itself."""
    referee = server.player("Rita")
    event = announced(server, referee, rounds=1, size=3, duplicate=True)
    people = joined(server, event, 6)
    for person in people.values():  # whoever agrees lets even pictures be made, but not of these dice
        patient_call(server.base, "PATCH", "/api/players/me/agreements", {"result_links": True}, person)
    now = start(server, event, referee, 1)
    wait_for_tables(server, now)
    fast, slow = tables(now)
    dice = now["rounds"][0]["dice"]
    assert dice["secret"] is None
    told = asyncio.run(play_out(server, fast, people))
    wait(server, event, lambda now: tables(now)[0]["state"] == "done")
    secret = dice_of_round(server.app.state.lobby.events._known[event[1:]].stored.kept, 1).secret
    assert secret not in json.dumps(told)
    assert {m["table"]["dice"]["commitment"] for m in told if m.get("table")} == {dice["commitment"]}
    others = (None, people[slow["people"][0]], referee)
    for path in doors(server, fast["table"]):
        assert {code(server, path, token) for token in others} == {"no_spectators"}
        assert code(server, path, people[fast["people"][0]]) == "round_runs"
    for token in others:
        assert asyncio.run(cannot_watch(server, fast["table"], token)) == "no_spectators"
        assert asyncio.run(cannot_watch(server, slow["table"], None)) == "no_spectators"
        for path in (f"/api/events{event}", f"/api/tables/{fast['table']}", "/api/games"):
            if token or path != "/api/games":
                assert secret not in json.dumps(patient_call(server.base, "GET", path, None, token))
    own = patient_call(server.base, "GET", "/api/players/me/data", None, people[fast["people"][0]])
    assert secret not in json.dumps(own)
    file = say(server, "GET", f"{event}/file", referee)
    assert "dice" not in file, "a referee who plays must not know them either"


def test_duplicate_rounds_are_ranked_without_luck_and_verified_by_anybody(
    server: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    referee = server.player("Rita")
    event = announced(server, referee, rounds=1, size=3, final=3, duplicate=True)
    promise = shown(server, event)["dice_promise"]
    people = joined(server, event, 6)
    first = start(server, event, referee, 1)
    drawn = next(one["said"] for one in shown(server, event, referee)["said"] if one["kind"] == "start")
    say(server, "POST", f"{event}/undo", referee, {"said": drawn})
    now = start(server, event, referee, 1)
    assert now["rounds"][0]["dice"]["commitment"] != first["rounds"][0]["dice"]["commitment"], (
        "dice seen once"
    )
    now = played(server, event, people)
    rolls = set()
    for table in tables(now):
        path = f"/api/tables/{table['table']}/games/1"
        proof = patient_call(server.base, "GET", f"{path}/dice")
        assert proof["secret"] == now["rounds"][0]["dice"]["secret"]
        assert proof["label"] == now["rounds"][0]["dice"]["label"]
        rolls.add(tuple(roll["text"][:3] for roll in proof["rolls"][:8]))
        record = tmp_path / f"{table['table']}.rowlock"
        record.write_text(patient_call(server.base, "GET", f"{path}/record"))
        assert main(["verify", str(record)]) == 0
    assert len(rolls) == 1, "the white dice are the same at every table"
    now = weighed(server, event)
    for table in tables(now):
        assert sum(table["shares"]) == pytest.approx(1, abs=0.01)
    fair = [line["fair"] for line in now["standing"]]
    assert fair == sorted(fair, reverse=True)
    assert now["columns"][:2] == ["fair", "points"]
    now = start(server, event, referee, 2)
    assert now["rounds"][1]["dice"] is None, "a final is one table"
    enter(server, event, referee, 2)
    closed = say(server, "POST", f"{event}/close", referee, {})["shown"]
    assert promise_of(closed["dice_source"]) == promise
    last = shown(server, event, referee)["said"][0]
    assert refused(server, "POST", f"{event}/undo", referee, {"said": last["said"]}) == "event_not_now"
    file = tmp_path / "event.json"
    file.write_text(json.dumps(say(server, "GET", f"{event}/file")))
    assert check_dice(read_stored_event(json.loads(file.read_text()))) == 2
    assert main(["event", "verify", str(file), "--lang", "en"]) == 0
    assert "2 draws" in capsys.readouterr().out
    file.write_text(file.read_text().replace(closed["dice_source"], "0" * 64))
    assert main(["event", "verify", str(file), "--lang", "en"]) != 0


def test_duels_on_the_same_dice_are_ranked_without_luck(server: Served) -> None:
    referee = server.player("Rita")
    event = announced(server, referee, format="round_robin", duplicate=True)
    people = joined(server, event, 4)
    now = start(server, event, referee, 1)
    wait_for_tables(server, now)
    fast, slow = tables(now)
    asyncio.run(play_out(server, fast, people))
    wait(server, event, lambda now: tables(now)[0]["state"] == "done")
    record = f"/api/tables/{fast['table']}/games/1/record"
    assert code(server, record, people[slow["people"][0]]) == "no_spectators"
    assert code(server, record, people[fast["people"][0]]) == "round_runs"
    asyncio.run(play_out(server, slow, people))
    wait(server, event, lambda now: not now["running"])
    now = weighed(server, event)
    fair = {
        person: 12 * share
        for table in tables(now)
        for person, share in zip(table["people"], table["shares"], strict=True)
    }
    assert [line["person"] for line in now["standing"]] == sorted(fair, key=lambda one: -fair[one])
    assert {line["person"]: line["fair"] for line in now["standing"]} == pytest.approx(fair, abs=0.001)
    assert now["columns"] == ["fair", "duels", "total", "games"]
    assert sorted(line["points"] for line in now["standing"]) in ([0, 0, 1, 1], [0, 0.5, 0.5, 1])
    secrets = {proof(server, table)["secret"] for table in tables(now)}
    assert secrets == {now["rounds"][0]["dice"]["secret"]}
    body = {"round": 1, "table": 1, "points": [99, None]}
    now = say(server, "POST", f"{event}/results", referee, body)["shown"]
    fair = {line["person"]: line["fair"] for line in now["standing"]}
    assert [fair[person] for person in tables(now)[0]["people"]] == [12, 0], (
        "a corrected result counts as it is"
    )


def proof(server: Served, table: dict[str, Any]) -> Any:
    return patient_call(server.base, "GET", f"/api/tables/{table['table']}/games/1/dice")


def test_where_the_same_dice_make_no_sense_they_are_refused(server: Served) -> None:
    referee, plan = server.player("Rita"), {"title": "Cup", "duplicate": True}
    for form in ("championship", "round_robin", "swiss"):
        assert say(server, "POST", "", referee, {**plan, "format": form})["event"]
    for form in ("knockout", "open_stage"):
        assert refused(server, "POST", "", referee, {**plan, "format": form}) == "bad_event"


def test_a_table_on_paper_is_played_while_others_share_dice(server: Served) -> None:
    referee = server.player("Rita")
    event = announced(server, referee, rounds=1, size=3, duplicate=True)
    joined(server, event, 3)
    say(server, "POST", f"{event}/people", referee, {"names": ["Opa", "Oma", "Anna"]})
    now = start(server, event, referee, 1)
    states = {table["state"] for table in tables(now) if table["table"] is None}
    assert states == {"running"}, "nothing will open that is not open"


def weighed(server: Served, event: str) -> Any:
    for _ in range(2000):
        if not (now := shown(server, event))["weighing"]:
            return now
        time.sleep(0.1)
    raise AssertionError("nobody takes the luck off")


def tied_at_the_cut(server: Served) -> tuple[str, str, dict[int, str], Any]:
    """An event in which two of three are equal where the final of two begins."""
    referee = server.player("Rita")
    event = announced(server, referee, rounds=1, size=3, final=2, minutes=1000)
    people = joined(server, event, 3)
    start(server, event, referee, 1)
    say(server, "POST", f"{event}/results", referee, {"round": 1, "table": 1, "points": [70, 60, 60]})
    return referee, event, people, start(server, event, referee, 2)


def test_equals_at_the_cut_play_off_by_themselves_on_the_same_dice(server: Served) -> None:
    referee, event, people, now = tied_at_the_cut(server)
    assert now["rounds"][1]["stage"] == "playoff"
    equal = tables(now)[0]["people"]
    own = {person: tables(shown(server, event, people[person]))[0]["table"] for person in equal}
    assert len(set(own.values())) == 2
    assert tables(now)[0]["table"] is None, "the referee plays nowhere"
    while now["rounds"][-1]["stage"] == "playoff":  # it may end equal, and is played again
        tied = tables(now)[0]["people"]
        own = {person: tables(shown(server, event, people[person]))[0]["table"] for person in tied}
        wait_for_tables(server, {"rounds": [{"tables": [{"table": one} for one in own.values()]}]})
        for person, table in own.items():
            asyncio.run(play_out(server, {"table": table, "people": [person]}, people))
        over = wait(server, event, lambda now: not now["running"])
        secret = over["rounds"][-1]["dice"]["secret"]
        for person, table in own.items():
            proof = patient_call(server.base, "GET", f"/api/tables/{table}/games/1/dice")
            ended = patient_call(server.base, "GET", f"/api/tables/{table}/games/1")
            assert proof["secret"] == secret
            assert ended["scores"] == [tables(over)[0]["points"][tied.index(person)]]
        now = start(server, event, referee, len(over["rounds"]) + 1)
    winner = max(zip(tables(over)[0]["points"], tied, strict=True))[1]
    assert winner in tables(now)[0]["people"]
    assert set(tables(now)[0]["people"]) - {winner} == set(people) - set(equal)


def test_whoever_does_not_come_to_a_play_off_has_lost_it(server: Served) -> None:
    _, event, people, now = tied_at_the_cut(server)
    came, _ = tables(now)[0]["people"]
    table = tables(shown(server, event, people[came]))[0]["table"]
    wait_for_tables(server, {"rounds": [{"tables": [{"table": table}]}]})
    asyncio.run(play_out(server, {"table": table, "people": [came]}, people))
    events = server.app.state.lobby.events
    events.clock = lambda: time.time() + 1001 * 60
    try:
        over = wait(server, event, lambda now: not now["running"])
    finally:
        events.clock = time.time
    assert [points is None for points in tables(over)[0]["points"]] == [False, True]


def test_no_result_of_a_play_off_is_taken_back_once_its_dice_are_shown(server: Served) -> None:
    """Its tables would play on, with dice that everybody has seen."""
    referee, event, *_ = tied_at_the_cut(server)
    enter(server, event, referee, 2)
    over = shown(server, event, referee)
    assert over["rounds"][1]["dice"]["secret"] is not None
    entered = [one for one in over["said"] if one["kind"] == "result"]
    assert [one["round"] for one in entered] == [1], "it is not offered"
    log = server.app.state.lobby.events._known[event[1:]].stored.kept.said
    last = max(number for number, said in enumerate(log, 1) if said.kind == "result")
    assert refused(server, "POST", f"{event}/undo", referee, {"said": last}) == "event_not_now"
    say(server, "POST", f"{event}/results", referee, {"round": 2, "table": 1, "points": [50, 40]})
    assert tables(shown(server, event))[0]["points"] == [50, 40], "but it is corrected"
