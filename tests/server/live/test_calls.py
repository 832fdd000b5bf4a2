"""Calls to devices, against a push service of our own: what it is sent is decrypted and read."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from event_playing import announced, joined, start
from push_service import Browser, PushService
from serving import QUICK, Served, begin, forgotten, served
from sqlalchemy import delete
from test_duels import hand_in, made

from rowlock.client import ServerRefused
from rowlock.community.calls import CallKind
from rowlock.community.daily.days import begins
from rowlock.server.errors import BadDevice
from rowlock.server.jobs import caller, push, push_lanes
from rowlock.server.jobs.background import BackgroundTask
from rowlock.server.live import turn_calls
from rowlock.server.store import calls as stored
from rowlock.server.store.call_schema import call_devices, call_wishes, calls

MINE = "/api/players/me/calls"
NOON = 1_800_014_400.0
"""Some noon in the future, by UTC."""
PATIENT = replace(QUICK, away=600.0)


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with PushService().running() as running:
        yield running


@pytest.fixture(scope="module")
def silent() -> Iterator[socket.socket]:
    """A push service that takes calls and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening


@pytest.fixture(autouse=True)
def fresh(service: PushService) -> None:
    service.sent.clear()
    service.answers.clear()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def pair(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    service: PushService,
    silent: socket.socket,
) -> Iterator[list[Served]]:
    """Two servers on one database, as several processes are; of a file there is only one."""
    places = service.place, f"127.0.0.1:{silent.getsockname()[1]}"
    more: dict[str, Any] = {"push_services": places, "pace": PATIENT}
    if request.param == "sqlite":
        with served(tmp_path_factory.mktemp("calls"), **more) as one:
            yield [one]
        return
    more["database"] = request.getfixturevalue("postgres").database()
    folders = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("two")
    with served(folders[0], **more) as one, served(folders[1], **more) as two:
        yield [one, two]


class Clock:
    """The time of all servers."""

    def __init__(self, servers: list[Served]) -> None:
        self.now = NOON
        for server in servers:
            server.app.state.lobby.calls.clock = lambda: self.now


@pytest.fixture
def server(pair: list[Served]) -> Served:
    return pair[0]


@pytest.fixture
def clock(pair: list[Served], service: PushService, monkeypatch: pytest.MonkeyPatch) -> Clock:
    monkeypatch.setattr(caller.DueCalls, "look_seconds", 0.05)
    callers = [server.app.state.lobby.caller for server in pair]
    for server, task in zip(pair, callers, strict=True):  # not its lanes
        in_loop(server, BackgroundTask.stop(task))
    for kept in (calls, call_devices, call_wishes):  # nobody of an earlier test is called
        in_loop(pair[0], pair[0].app.state.lobby.store.execute(delete(kept)))
    service.sent.clear()
    for server, task in zip(pair, callers, strict=True):
        in_loop(server, begun_again(task))
    return Clock(pair)


async def begun_again(task: BackgroundTask) -> None:
    task.start()


def signed_up(
    server: Served, service: PushService, name: str, *kinds: str, language: str = "en"
) -> tuple[str, Browser]:
    token, browser = server.player(name), Browser(service, language)
    server.call("POST", f"{MINE}/devices", browser.subscribed, token)
    server.call("PATCH", MINE, {"kinds": list(kinds), "zone": "UTC"}, token)
    return token, browser


def call(server: Served, token: str, kind: CallKind, subject: str = "k3v9", about: str = "classic") -> None:
    """As every part of the server calls somebody."""
    player = server.call("GET", "/api/players/me", None, token)["player"]
    in_loop(server, server.app.state.lobby.calls.call(player, kind, subject, f"/t/{subject}", about))


def in_loop(server: Served, work: Any) -> Any:
    loop = server.app.state.lobby.caller._task.get_loop()
    return asyncio.run_coroutine_threadsafe(work, loop).result(20)


def rows(server: Served, token: str) -> list[Any]:
    told = server.call("GET", "/api/players/me/data", None, token)
    return [row for part in told for row in part.get("calls", [])]


def has_sent(server: Served, token: str, count: int) -> bool:
    return [row["sent"] for row in rows(server, token)] == [count]


def until(holds: Callable[[], Any]) -> None:
    for _ in range(2000):
        if holds():
            return
        time.sleep(0.05)
    raise AssertionError("it never came true")


def quiet_for(service: PushService, seconds: float = 0.6) -> int:
    """How many calls there are after a while in which more could have come."""
    time.sleep(seconds)
    return len(service.sent)


def test_a_call_is_signed_and_only_the_device_can_read_it(
    server: Served, service: PushService, clock: Clock
) -> None:
    token, browser = signed_up(server, service, "Mia", "turn", language="de")
    call(server, token, CallKind.TURN)
    service.wait_for(1)
    (told,) = service.read(browser)
    assert told == {
        "kind": "turn",
        "title": "Du bist am Zug",
        "body": "Klassisch: Die anderen warten auf dich.",
        "link": "/t/k3v9",
        "tag": "turn k3v9",
        "badge": 1,
    }
    _, headers, body = service.sent[0]
    assert b"Zug" not in body
    assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "86400")
    key = server.call("GET", "/api/about")["calls"]
    service.check_signed(key)
    call(server, token, CallKind.TURN)  # called already
    assert quiet_for(service) == 1


def test_nobody_is_called_for_what_they_did_not_ask_for(
    server: Served, service: PushService, clock: Clock
) -> None:
    token, _ = signed_up(server, service, "Mia")
    shown = server.call("GET", MINE, None, token)
    assert shown["kinds"] == ["turn", "round", "daily", "duel"]
    assert shown["wished"] == []
    for kind in CallKind:
        if kind is not CallKind.TRIAL:
            call(server, token, kind)
    assert quiet_for(service) == 0
    server.call("PATCH", MINE, {"kinds": ["duel"]}, token)
    call(server, token, CallKind.TURN)
    call(server, token, CallKind.DUEL)
    service.wait_for(1)
    assert quiet_for(service) == 1
    assert server.refused("PATCH", MINE, {"kinds": ["trial"]}, token) == "bad_message"
    assert server.refused("PATCH", MINE, {"zone": "Mars/Olympus"}, token) == "bad_message"


def test_two_reminders_and_never_again(server: Served, service: PushService, clock: Clock) -> None:
    token, _ = signed_up(server, service, "Mia", "turn")
    server.call("PATCH", MINE, {"quiet_from": 0, "quiet_to": 0}, token)
    call(server, token, CallKind.TURN)
    for count, wait in ((1, 6 * 3600), (2, 18 * 3600), (3, 1e6)):
        service.wait_for(count)
        until(partial(has_sent, server, token, count))
        assert len(service.sent) == count
        clock.now += wait + 1
    assert quiet_for(service) == 3


def test_quiet_hours_are_kept_and_a_trial_comes_at_once(
    server: Served, service: PushService, clock: Clock
) -> None:
    token, browser = signed_up(server, service, "Mia", "turn")
    server.call("PATCH", MINE, {"quiet_from": 11 * 60, "quiet_to": 13 * 60}, token)
    call(server, token, CallKind.TURN)
    assert quiet_for(service) == 0
    server.call("POST", f"{MINE}/trial", {}, token)
    service.wait_for(1)
    assert service.read(browser)[0]["kind"] == "trial"
    until(lambda: [row["kind"] for row in rows(server, token)] == ["turn"])  # or its lease would end
    clock.now += 3601
    service.wait_for(2)
    assert service.read(browser)[1]["kind"] == "turn"


def test_a_service_that_is_busy_is_tried_again_and_given_up_in_the_end(
    server: Served, service: PushService, clock: Clock
) -> None:
    token, browser = signed_up(server, service, "Mia", "turn")
    server.call("PATCH", MINE, {"quiet_from": 0, "quiet_to": 0}, token)
    service.answers[browser.path] = [(503, {}), (429, {"retry-after": "1000"}), (201, {})]
    call(server, token, CallKind.TURN)
    service.wait_for(1)
    assert quiet_for(service, 0.3) == 1
    clock.now += 31
    service.wait_for(2)
    until(lambda: quiet_for(service, 0.2) == 2)
    clock.now += 500  # it has asked for more patience than we have by ourselves
    assert quiet_for(service, 0.3) == 2
    clock.now += 501
    service.wait_for(3)
    until(lambda: [row["sent"] for row in rows(server, token)] == [1])
    in_loop(server, server.app.state.lobby.calls.settle(CallKind.TURN, "k3v9"))
    service.answers[browser.path] = [(500, {})] * 9
    call(server, token, CallKind.TURN, "other")
    for count, wait in enumerate((*caller.WAITS, 1e5), 4):
        service.wait_for(count)
        time.sleep(0.2)
        clock.now += wait + 1
    assert quiet_for(service) == 4 + len(caller.WAITS)


def test_a_service_that_never_answers_holds_up_nobody(
    server: Served,
    service: PushService,
    silent: socket.socket,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(push_lanes, "SECONDS", 600.0)
    mallory, browser = server.player("Mallory"), Browser(service)
    place = f"http://127.0.0.1:{silent.getsockname()[1]}/x"
    for number in range(stored.MOST_DEVICES):
        device = {**browser.subscribed, "endpoint": f"{place}{number}"}
        server.call("POST", f"{MINE}/devices", device, mallory)
    server.call("POST", f"{MINE}/trial", {}, mallory)
    line, _ = silent.accept()
    with line:
        token, _ = signed_up(server, service, "Mia", "turn")
        call(server, token, CallKind.TURN)
        service.wait_for(1)
    for _ in range(stored.MOST_DEVICES - 1):
        silent.accept()[0].close()
    until(lambda: not rows(server, mallory))  # a trial is not tried again


def test_a_device_that_is_gone_is_dropped_and_the_others_are_called(
    server: Served, service: PushService, clock: Clock
) -> None:
    token, gone = signed_up(server, service, "Mia", "turn")
    here = Browser(service, "pl")
    server.call("POST", f"{MINE}/devices", here.subscribed, token)
    service.answers[gone.path] = [(410, {})]
    call(server, token, CallKind.TURN)
    service.wait_for(2)
    assert service.read(here)[0]["title"] == "Twoja kolej"
    until(lambda: len(server.call("GET", MINE, None, token)["devices"]) == 1)


def test_five_devices_and_a_device_is_its_latest_owners(server: Served, service: PushService) -> None:
    token, first = signed_up(server, service, "Mia", "turn")
    for _ in range(stored.MOST_DEVICES):
        server.call("POST", f"{MINE}/devices", Browser(service).subscribed, token)
    devices = server.call("GET", MINE, None, token)["devices"]
    assert len(devices) == stored.MOST_DEVICES
    ben = server.player("Ben")
    server.call("POST", f"{MINE}/devices", first.subscribed, token)
    server.call("POST", f"{MINE}/devices", first.subscribed, ben)
    assert len(server.call("GET", MINE, None, token)["devices"]) == stored.MOST_DEVICES - 1
    own = server.call("GET", MINE, None, ben)["devices"]
    assert server.refused("DELETE", f"{MINE}/devices/{own[0]['device']}", None, token) == "bad_device"
    server.call("DELETE", f"{MINE}/devices/{own[0]['device']}", None, ben)
    assert server.call("GET", MINE, None, ben)["devices"] == []


def test_whoever_is_deleted_is_called_no_more_and_nothing_is_left(
    server: Served, service: PushService, clock: Clock
) -> None:
    token, browser = signed_up(server, service, "Mia", "turn")
    server.call("PATCH", MINE, {"quiet_from": 11 * 60, "quiet_to": 13 * 60}, token)
    call(server, token, CallKind.TURN)
    told = json.dumps(server.call("GET", "/api/players/me/data", None, token))
    secret = in_loop(server, server.app.state.lobby.calls.secret())
    for hidden in (secret, browser.subscribed["auth"], browser.path, browser.subscribed["p256dh"]):
        assert hidden not in told
    assert '"call_devices"' in told
    forgotten(server, token)
    clock.now += 7201
    assert quiet_for(service) == 0
    with pytest.raises(ServerRefused):
        server.call("GET", MINE, None, token)


def test_several_processes_send_each_call_once(
    pair: list[Served], service: PushService, clock: Clock
) -> None:
    tokens = [signed_up(pair[0], service, f"Person {n}", "turn") for n in range(12)]
    secrets = {in_loop(one, one.app.state.lobby.calls.secret()) for one in pair}
    assert len(secrets) == 1
    for place, (token, _) in enumerate(tokens):
        call(pair[place % len(pair)], token, CallKind.TURN)
    service.wait_for(len(tokens))
    assert quiet_for(service) == len(tokens)
    assert len({path for path, _, _ in service.sent}) == len(tokens)


def test_todays_game_is_called_out_to_those_who_have_not_played(
    server: Served, service: PushService, clock: Clock
) -> None:
    daily = server.app.state.lobby.daily
    clock.now = begins(daily.today) + 8.9 * 3600
    token, browser = signed_up(server, service, "Mia", "daily")
    assert quiet_for(service, 0.3) == 0
    clock.now += 600
    service.wait_for(1)
    assert service.read(browser)[0]["link"] == "/daily"
    assert quiet_for(service) == 1
    server.call("POST", f"/api/daily/{daily.today}/classic/table", {}, token)
    clock.now += 86400
    assert quiet_for(service) == 1  # it is being played


def test_a_table_calls_whom_it_waits_for_until_they_answer(
    server: Served, service: PushService, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_calls, "DAY_GRACE_SECONDS", 0.0)
    mia, ben = server.player("Mia"), signed_up(server, service, "Ben", "turn")

    async def scene() -> str:
        table = server.table(mia, "me", "open", timer="day")
        async with await server.connect(table, mia) as one:
            await one.next()
            async with await server.connect(table, ben[0]) as two:
                await two.next()
                await two.send("sit", seat=1)
                await begin(one, two)
                assert quiet_for(service, 0.3) == 0  # both are there
            await asyncio.to_thread(service.wait_for, 1)
            async with await server.connect(table, ben[0]) as two:
                view = next(one for one in (await two.next())["views"] if one["seat"] == 1)
                await two.move(view["moves"][-1]["move"], 1)
                await asyncio.to_thread(until, lambda: not rows(server, ben[0]))
        return table

    table = asyncio.run(scene())
    (told,) = service.read(ben[1])
    assert (told["link"], told["badge"]) == (f"/t/{table}", 1)


def test_a_round_of_an_event_calls_its_people(server: Served, service: PushService, clock: Clock) -> None:
    referee, (mia, browser) = server.player("Rita"), signed_up(server, service, "Mia", "round")
    event = announced(server, referee)
    server.call("POST", f"/api/events{event}/join", {}, mia)
    joined(server, event, 3)
    start(server, event, referee, 1)
    service.wait_for(1)
    (told,) = service.read(browser)
    assert (told["title"], told["body"]) == ("The round begins", "Sunday cup: your table is ready.")
    assert told["link"].startswith("/t/")


def test_an_answer_in_a_duel_calls_who_waits_for_it(
    server: Served, service: PushService, clock: Clock
) -> None:
    (ann, browser), ben = signed_up(server, service, "Ann", "duel"), server.player("Ben")
    duel = made(server, ann)
    hand_in(server, duel, ann)
    hand_in(server, duel, ben)
    service.wait_for(1, 120)
    (told,) = service.read(browser)
    assert (told["kind"], told["link"]) == ("duel", f"/d/{duel}")
    assert told["body"].startswith("Classic")


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://localhost/x",
        "https://10.0.0.1/x",
        "https://2130706433/x",
        "https://0x7f.1/x",
        "https://push.example.org:8443/x",
        "https://user:word@push.example.org/x",
        "ftp://push.example.org/x",
        "https://",
        "https://push.example.org:99999/x",
        "file:///etc/passwd",
        "https://a..b/xxxx",
        "https://127.0.0.0x1/x",
        "https://127.0.0.1./x",
        "https://push.example.org./x",
        "https://127.0.0.1\\.example.org/x",
        "https://push.example.org\\@127.0.0.1/x",
        "https://127.0.0.%31/x",
        "https://push.exa\tmple.org/x",
        "https://push.example.org/x y",
        f"https://{'a' * 64}.org/x",
        f"https://{'a.' * 126}org/x",
    ],
)
def test_a_stranger_cannot_have_other_doors_knocked_at(tmp_path: Path, endpoint: str) -> None:
    with pytest.raises(BadDevice):
        push.check_endpoint(endpoint, ())


def test_a_name_that_stands_for_a_private_address_is_not_called(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it stood for when the device signed up: it is looked up for every connection."""
    asked = []

    def getaddrinfo(host: str, port: int, *more: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(push_lanes, "socket", SimpleNamespace(**{**vars(socket), "getaddrinfo": getaddrinfo}))

    async def scene() -> push.Sent:
        keys = Browser(service).subscribed
        device = stored.CalledDevice(
            "d", "p", "https://push.example.org/x", keys["p256dh"], keys["auth"], "en", 0.0
        )
        pushing = push.Pushing((), "https://rowlock.example")
        try:
            return await pushing.send(device, b"{}", push.new_secret(), 60.0)
        finally:
            await pushing.close()

    assert asyncio.run(scene()) == push.Sent("later")
    assert asked == ["push.example.org"]


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2606:4700::1", True),
        ("10.1.2.3", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:8.8.8.8", True),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
        ("::7f00:1", False),
        ("::ffff:0:7f00:1", False),
        ("64:ff9b:1::7f00:1", False),
        ("fec0::1", False),
        ("fd00::1", False),
        ("224.0.0.1", False),
        ("0.0.0.0", False),
    ],
)
def test_only_addresses_of_the_open_network_are_called(address: str, public: bool) -> None:
    assert push_lanes.is_public(address) is public


def test_bad_keys_are_refused_and_a_server_without_the_library_offers_nothing(
    server: Served, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, good = server.player("Mia"), Browser(service).subscribed
    for wrong in ({"p256dh": "AAAA"}, {"auth": "AAAA"}, {"endpoint": "https://192.168.0.1/x"}):
        assert server.refused("POST", f"{MINE}/devices", {**good, **wrong}, token) == "bad_device"
    monkeypatch.setattr(server.app.state.lobby.calls, "are_possible", False)
    assert server.call("GET", "/api/about")["calls"] is None
    assert server.refused("POST", f"{MINE}/devices", good, token) == "not_available"
