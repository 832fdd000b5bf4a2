"""Every format of an event, played at a server from its announcement to its end."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from event_playing import (
    announced,
    enter,
    joined,
    play_tables,
    refused,
    say,
    shown,
    start,
    tables,
    wait,
)
from serving import Served, served

from rowlock.cli import main
from rowlock.client.http import ServerRefused
from rowlock.server.live import event_keeper


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    place = request.getfixturevalue("postgres").database() if request.param == "postgresql" else None
    with served(tmp_path_factory.mktemp("formats"), database=place) as running:
        yield running


def next_round(server: Served, event: str, referee: str) -> Any:
    """The next round, or None when all are played."""
    try:
        return start(server, event, referee, len(shown(server, event)["rounds"]) + 1)
    except ServerRefused as refusal:
        assert refusal.kind == "event_not_now"
        return None


def decided(server: Served, event: str, referee: str) -> None:
    """Wait for the results; what a format leaves to the referee, an equal duel of a knock-out, is entered."""
    for _ in range(300):
        now = shown(server, event)
        if not now["running"]:
            return
        time.sleep(0.05)
    enter(server, event, referee, len(now["rounds"]))


@pytest.mark.parametrize("form", ["swiss", "round_robin", "knockout"])
def test_duels_are_played_at_tables_of_two(server: Served, form: str, tmp_path: Path) -> None:
    referee = server.player("Rita")
    event = announced(server, referee, format=form, rounds=2, pad="classic")
    people, rounds = joined(server, event, 3), 0
    while now := next_round(server, event, referee):
        rounds += 1
        sizes = sorted(len(table["people"]) for table in tables(now))
        assert sizes == ([2] if form == "knockout" and rounds == 2 else [1, 2]), "one of three has it off"
        asyncio.run(play_tables(server, now, people, seed=rounds))
        decided(server, event, referee)
    assert rounds == {"swiss": 2, "round_robin": 3, "knockout": 2}[form]
    closed = say(server, "POST", f"{event}/close", referee, {})["shown"]
    assert closed["standing"][0]["place"] == 1
    file = tmp_path / "event.json"
    file.write_text(json.dumps(say(server, "GET", f"{event}/file")))
    assert main(["verify", str(file)]) == 0


def test_an_open_stage_brings_together_who_looks_for_a_game(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee = server.player("Rita")
    event = announced(server, referee, format="open_stage", size=3, minutes=1000)
    people = joined(server, event, 5)
    assert refused(server, "POST", f"{event}/look", people[1], {}) == "event_not_now", "it has not begun"
    start(server, event, referee, 1)
    for person in (1, 2, 1, 2, 3):  # said twice, it is said once; the third makes a table full
        say(server, "POST", f"{event}/look", people[person], {})
    now = wait(server, event, lambda now: tables(now))
    assert [sorted(table["people"]) for table in tables(now)] == [[1, 2, 3]]
    assert refused(server, "POST", f"{event}/look", people[1], {}) == "event_not_now", "a game is on"
    say(server, "POST", f"{event}/look", people[4], {})
    say(server, "POST", f"{event}/look", people[5], {})
    assert shown(server, event)["looking"] == [4, 5]
    say(server, "POST", f"{event}/look", people[5], {"looking": False})
    assert shown(server, event)["looking"] == [4]
    say(server, "POST", f"{event}/look", people[5], {})
    monkeypatch.setattr(event_keeper, "WAIT_SECONDS", 0.2)
    now = wait(server, event, lambda now: len(tables(now)) == 2)
    assert tables(now)[1]["people"] == [4, 5], "two will do when they have waited"
    asyncio.run(play_tables(server, now, people))
    now = wait(server, event, lambda now: not now["running"])
    assert [line["games"] for line in now["standing"]] == [1] * 5
    say(server, "POST", f"{event}/look", people[1], {})
    say(server, "PATCH", f"{event}/people/1", people[1], {"here": False})
    assert shown(server, event)["looking"] == [], "who goes home looks no longer"
    assert say(server, "POST", f"{event}/close", referee, {})["shown"]["closed"]
    assert refused(server, "POST", f"{event}/look", people[2], {}) == "event_closed"


def test_when_the_time_of_open_play_is_up_nobody_waits_for_a_game(server: Served) -> None:
    referee = server.player("Rita")
    event = announced(server, referee, format="open_stage", size=3, minutes=1000)
    people = joined(server, event, 2)
    start(server, event, referee, 1)
    assert refused(server, "GET", f"{event}/draw.pdf") == "event_not_now", "there are no tables"
    say(server, "POST", f"{event}/look", people[1], {})
    events = server.app.state.lobby.events
    events.clock = lambda: time.time() + 1001 * 60
    try:
        wait(server, event, lambda now: not now["looking"])
        assert refused(server, "POST", f"{event}/look", people[2], {}) == "event_not_now"
        assert not shown(server, event)["running"]
        say(server, "PATCH", f"{event}/clock", referee, {"minutes": 2000})
        assert say(server, "POST", f"{event}/look", people[2], {})["shown"]["looking"] == [2]
    finally:
        events.clock = time.time
