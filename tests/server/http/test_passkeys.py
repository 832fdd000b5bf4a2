"""Passkeys: made, shown, removed; at other processes too, and for nobody else. See docs/accounts.md."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from authenticator import PRESENT, Authenticator
from serving import Served, forgotten, served

from rowlock.client import ServerRefused
from rowlock.server.live import passkeys
from rowlock.server.store import accounts

MINE, KNOWN = "/api/players/me/passkeys", "/api/players/passkey"


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Served]]:
    """Two servers on one database, as several processes are; of a file there is only one."""
    if request.param == "sqlite":
        with served(tmp_path_factory.mktemp("keys")) as one:
            yield [one, one]
        return
    database = request.getfixturevalue("postgres").database()
    folders = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("two")
    with served(folders[0], database=database) as one, served(folders[1], database=database) as two:
        yield [one, two]


@pytest.fixture
def server(pair: list[Served]) -> Served:
    return pair[0]


class Called:
    """A server by its name, as a browser reaches it."""

    def __init__(self, server: Served) -> None:
        self.origin = f"http://localhost:{server.port}"
        self._server = server

    def __call__(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        from rowlock.client import call

        return call(self.origin, method, path, body, token)

    def make(self, key: Authenticator, token: str, **wrong: Any) -> Any:
        options = self("POST", f"{MINE}/options", {}, token)["options"]
        return self("POST", MINE, {"credential": key.make(options, **wrong)}, token)

    def come_back(self, key: Authenticator, **wrong: Any) -> Any:
        options = self("POST", f"{KNOWN}/options", {})["options"]
        return self("POST", KNOWN, {"credential": key.show(options, **wrong)})


@pytest.fixture
def at(server: Served) -> Called:
    return Called(server)


def refused(work: Any, *given: Any, **more: Any) -> str:
    with pytest.raises(ServerRefused) as problem:
        work(*given, **more)
    return problem.value.kind


def test_a_passkey_brings_somebody_back_and_signs_nobody_out(pair: list[Served], at: Called) -> None:
    token, key = pair[0].player("Mia"), Authenticator(at.origin)
    assert at("GET", "/api/about")["passkeys"]
    made = at.make(key, token)
    assert made["used"] is None
    other = Called(pair[1])
    options = at("POST", f"{KNOWN}/options", {})["options"]  # asked of one process, answered at another
    key.origin = other.origin
    back = other("POST", KNOWN, {"credential": key.show(options)})
    assert back["name"] == "Mia"
    assert back["token"] != token
    for one in (token, back["token"]):
        assert at("GET", "/api/players/me", None, one)["player"] == back["player"]
    (shown,) = at("GET", MINE, None, back["token"])["passkeys"]
    assert shown["passkey"] == made["passkey"]
    assert shown["used"] >= shown["created"]
    at("PATCH", "/api/players/me", {"name": "Mia 2"}, token)
    assert at("GET", "/api/players/me", None, back["token"])["name"] == "Mia 2"


def test_an_answer_is_good_once_and_soon(server: Served, at: Called, monkeypatch: pytest.MonkeyPatch) -> None:
    token, key = server.player("Mia"), Authenticator(at.origin)
    at.make(key, token)
    options = at("POST", f"{KNOWN}/options", {})["options"]
    answer = key.show(options)
    at("POST", KNOWN, {"credential": answer})
    assert refused(at, "POST", KNOWN, {"credential": answer}) == "bad_passkey"
    options = at("POST", f"{KNOWN}/options", {})["options"]
    monkeypatch.setattr(accounts, "CHALLENGE_SECONDS", -1.0)
    assert refused(at, "POST", KNOWN, {"credential": key.show(options)}) == "bad_passkey"


def test_another_place_another_key_or_nobody_present_is_refused(server: Served, at: Called) -> None:
    token, key = server.player("Mia"), Authenticator(at.origin)
    at.make(key, token)
    for wrong in (
        {"origin": "https://rowlock.example"},
        {"origin": f"https://localhost:{server.port}x"},
        {"type": "webauthn.create"},
        {"challenge": "AAAA"},
    ):
        assert refused(at.come_back, key, **wrong) == "bad_passkey"
    stranger = Authenticator(at.origin)
    assert refused(at.come_back, stranger) == "bad_passkey"
    stranger.credential = key.credential  # known by name, signed by somebody else
    stranger.uses = 9
    assert refused(at.come_back, stranger) == "bad_passkey"
    key.flags = PRESENT  # a finger, but nobody says whose
    assert refused(at.come_back, key) == "bad_passkey"
    assert refused(at.make, Authenticator(at.origin, "rowlock.example"), token) == "bad_passkey"
    assert refused(at.make, Authenticator("http://rowlock.example"), token) == "bad_passkey"


def test_a_copied_authenticator_is_noticed_by_its_counter(server: Served, at: Called) -> None:
    token, key = server.player("Mia"), Authenticator(at.origin)
    at.make(key, token)
    at.come_back(key)
    at.come_back(key)
    key.uses = 0
    assert refused(at.come_back, key) == "bad_passkey"


def test_a_challenge_is_for_whom_it_was_made(server: Served, at: Called) -> None:
    mia, ben, key = server.player("Mia"), server.player("Ben"), Authenticator(at.origin)
    options = at("POST", f"{MINE}/options", {}, mia)["options"]
    assert refused(at, "POST", MINE, {"credential": key.make(options)}, ben) == "bad_passkey"
    known = at("POST", f"{KNOWN}/options", {})["options"]
    assert refused(at, "POST", MINE, {"credential": key.make(known)}, mia) == "bad_passkey"
    at.make(key, mia)
    assert refused(at.make, key, ben) == "bad_passkey"  # one authenticator's key is one person's
    assert at("GET", MINE, None, ben) == {"passkeys": []}


@pytest.mark.parametrize(
    "junk",
    ["{}", "[]", "null", "x" * 20_000, '{"id":"AA","rawId":"AA","type":"public-key","response":{}}'],
)
def test_junk_is_refused_by_name(server: Served, at: Called, junk: str) -> None:
    token = server.player("Mia")
    assert refused(at, "POST", MINE, {"credential": junk}, token) == "bad_passkey"
    assert refused(at, "POST", KNOWN, {"credential": junk}) == "bad_passkey"


def test_ten_at_most_each_removed_by_its_owner(
    server: Served, at: Called, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "MOST_PASSKEYS", 2)
    mia, ben = server.player("Mia"), server.player("Ben")
    key = Authenticator(at.origin)
    made = at.make(key, mia)["passkey"]
    at.make(Authenticator(at.origin), mia)
    assert refused(at.make, Authenticator(at.origin), mia) == "too_many"
    assert refused(at, "DELETE", f"{MINE}/{made}", None, ben) == "bad_passkey"
    at("DELETE", f"{MINE}/{made}", None, mia)
    assert refused(at.come_back, key) == "bad_passkey"
    at.make(key, mia)


def test_the_earliest_of_too_many_devices_is_signed_out(server: Served, at: Called) -> None:
    token, key = server.player("Mia"), Authenticator(at.origin)
    at.make(key, token)
    devices = [at.come_back(key)["token"] for _ in range(accounts.MOST_TOKENS + 1)]
    server.app.state.lobby.people.forget_known(at("GET", "/api/players/me", None, token)["player"])
    assert refused(at, "GET", "/api/players/me", None, devices[0]) == "bad_token"
    for one in (token, *devices[1:]):
        assert at("GET", "/api/players/me", None, one)["name"] == "Mia"


def test_a_recovery_code_signs_all_devices_out_and_passkeys_stay(server: Served, at: Called) -> None:
    token, key = server.player("Mia"), Authenticator(at.origin)
    at.make(key, token)
    other = at.come_back(key)["token"]
    code = at("POST", "/api/players/me/recovery", None, other)["code"]
    back = at("POST", "/api/players/recover", {"code": code})
    for one in (token, other):
        assert refused(at, "GET", "/api/players/me", None, one) == "bad_token"
    assert at.come_back(key)["player"] == back["player"]


def test_the_export_has_them_without_keys_and_deletion_leaves_nothing(server: Served, at: Called) -> None:
    token, key = server.player("Bartholomew"), Authenticator(at.origin)
    made = at.make(key, token)
    other = at.come_back(key)["token"]
    told = json.dumps(at("GET", "/api/players/me/data", None, other))
    assert made["passkey"] in told
    assert '"devices"' in told
    for secret in ("public_key", "credential", "token_hash", other):
        assert secret not in told
    at("POST", f"{MINE}/options", {}, token)
    forgotten(server, other)
    assert refused(at, "GET", "/api/players/me", None, other) == "bad_token"
    assert refused(at.come_back, key) == "bad_passkey"


def test_an_address_has_no_passkeys_and_neither_has_a_server_without_the_library(
    server: Served, at: Called, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = server.player("Mia")
    assert not server.call("GET", "/api/about")["passkeys"]
    assert refused(server.call, "POST", f"{MINE}/options", {}, token) == "not_available"
    monkeypatch.setattr(passkeys, "find_spec", lambda name: None)
    assert not at("GET", "/api/about")["passkeys"]
    assert refused(at, "POST", f"{KNOWN}/options", {}) == "not_available"


def test_over_tls_a_page_speaks_from_its_name_alone() -> None:
    assert passkeys.origins_of("rowlock.example") == ["https://rowlock.example"]
    assert passkeys.origins_of("localhost:8000") == ["https://localhost:8000", "http://localhost:8000"]
    assert passkeys.name_of("[::1]:8000") == passkeys.name_of("127.0.0.1:80") == ""
