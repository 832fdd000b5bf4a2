"""Daily games without a network: the household's own days, and those of a server, handed in later."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import jsonschema_rs
import pytest
from serving import Served, served
from test_device import Worker

from rowlock import load_variant
from rowlock.client.http import ServerRefused
from rowlock.community.daily.answers import OwnDay
from rowlock.community.daily.chain import earlier_link, household_link, sealed
from rowlock.community.daily.days import DAY_SECONDS, begins
from rowlock.community.daily.game import Day, play
from rowlock.offline.device import Device
from rowlock.table.dice import commitment
from rowlock.table.schemas import Schemas

DAY = date(2026, 11, 17)
PATH = f"/daily/{DAY}/classic/table"


def refusal_of(server: Served, method: str, path: str, body: object, token: str) -> str:
    with pytest.raises(ServerRefused) as refused:
        server.call(method, path, body, token)
    return refused.value.kind


def worker_at(seconds: float) -> Worker:
    return Worker(Device("Mia", lambda: seconds))


def test_a_household_has_a_day_of_its_own() -> None:
    worker = worker_at(begins(DAY) + 60)
    status, made = worker.ask("POST", PATH, {"link": None})
    assert (status, made["commitment"]) == (201, commitment(household_link(DAY)))
    worker.play(made["table"])
    status, told = worker.ask("GET", f"/tables/{made['table']}/games/1/daily")
    schemas = Schemas()
    jsonschema_rs.validator_for({**schemas.write(OwnDay), "$defs": schemas.defined}).validate(told)
    assert (status, told["label"]) == (200, f"household {DAY} classic")
    day = Day(DAY, "classic", household_link(DAY), "household")
    assert play(day, load_variant("classic"), told["moves"]).score == told["found"]["game"]["score"]
    assert worker.games[0]["record"].count(f"label: household {DAY} classic") == 1
    assert (told["found"]["finished"], told["found"]["exact"]) == (True, False)


def test_midnight_and_clocks_that_are_wrong() -> None:
    before, after = worker_at(begins(DAY) - 1), worker_at(begins(DAY))
    assert before.ask("POST", PATH, {"link": None})[0] == 404, "it has not begun by this clock"
    assert after.ask("POST", PATH, {"link": None})[0] == 201
    assert worker_at(begins(DAY) + 3 * DAY_SECONDS).ask("POST", PATH, {"link": None})[0] == 201, "practice"
    years = worker_at(begins(DAY) - 2000 * DAY_SECONDS)
    assert years.ask("POST", PATH, {"link": "ab" * 32})[0] == 201, "the link is believed"
    assert after.ask("POST", f"/daily/{DAY}/longo/table", {"link": None})[1]["code"] == "no_such_day"


def test_a_day_of_a_server_is_played_without_it_and_handed_in(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        token, daily = server.player("Mia"), server.app.state.lobby.daily
        today = datetime.now(UTC).date()
        daily.clock = lambda: begins(today) + DAY_SECONDS - 60
        ahead = server.call("GET", "/api/daily/ahead", None, token)
        tomorrow = today + timedelta(days=1)
        assert (ahead["day"], ahead["left"], ahead["tomorrow"]) == (str(today), 60, str(tomorrow))
        link = sealed(ahead["sealed"], tomorrow, ahead["link"])
        assert earlier_link(link, 1) == ahead["link"], "the envelope holds the next link of the chain"

        worker = worker_at(begins(today))
        _, made = worker.ask("POST", f"/daily/{tomorrow}/classic/table", {"link": link})
        worker.play(made["table"])
        told = worker.ask("GET", f"/tables/{made['table']}/games/1/daily")[1]
        assert told["label"] == f"daily {tomorrow} classic"

        path, moves = f"/api/daily/{tomorrow}/classic", {"moves": told["moves"]}
        assert refusal_of(server, "POST", path, moves, token) == "no_such_day", "not begun there"
        daily.clock = lambda: begins(tomorrow) + 1.4 * DAY_SECONDS
        assert server.call("POST", path, moves, token) == {"counts": True}
        daily.clock = lambda: begins(tomorrow) + 1.6 * DAY_SECONDS
        ben = server.player("Ben")
        assert refusal_of(server, "POST", path, moves, ben) == "day_closed", "settled at noon"


def test_a_server_opens_no_table_for_a_link_that_is_not_its_own(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        today = server.call("GET", "/api/daily")
        path, token = f"/api/daily/{today['day']}/classic/table", server.player("Mia")
        assert refusal_of(server, "POST", path, {"link": "ab" * 32}, token) == "bad_chain"
        assert server.call("POST", path, {"link": today["link"]}, token)["table"]
