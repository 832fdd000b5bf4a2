"""The page's files: the first one names the words of the language that the browser asks for."""

from __future__ import annotations

import asyncio
import gzip
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any

import pytest
from serving import Served, served
from starlette.requests import Request

from rowlock.bots.net.shelf import SHELF
from rowlock.server.config import Limits
from rowlock.server.http import pieces
from rowlock.server.http.page import BuiltPage
from rowlock.server.http.pieces import Pieces

NOTHING: Any = None
"""Nobody asks for the body of a request that has none."""


def ask(page: BuiltPage, path: str, **headers: str) -> Any:
    """The answer to a request, with all that was sent as its body."""
    fields = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "GET", "path": path, "headers": fields}
    sent = []

    async def send(message: Any) -> None:
        sent.append(message.get("body", b""))

    async def run() -> Any:
        answer = await page.answer(Request(scope))
        await answer(scope, NOTHING, send)
        return answer

    answer = asyncio.run(run())
    answer.body = b"".join(sent)
    return answer


@pytest.fixture
def page(tmp_path: Path) -> Any:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text('<link href="/assets/words-en-A1.js"><p>hello</p>', encoding="utf-8")
    for name in ("words-en-A1.js", "words-de-B2.js", "index-C3.js"):
        (tmp_path / "assets" / name).write_text(name, encoding="utf-8")
    return BuiltPage(tmp_path)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("de-CH,de;q=0.9,en;q=0.8", "words-de-B2"),
        ("pt,de;q=0.5", "words-de-B2"),
        ("pt", "words-en-A1"),
        ("", "words-en-A1"),
        ("*;;,=", "words-en-A1"),
    ],
)
def test_the_first_file_names_the_words_of_the_reader(page: Any, asked: Any, words: Any) -> None:
    answer = ask(page, "/", accept_language=asked)
    assert f'href="/assets/{words}.js"' in bytes(answer.body).decode()
    assert "accept-language" in answer.headers["vary"]


def test_any_other_path_gets_the_first_file_and_files_are_kept_for_long(page: Any) -> None:
    assert bytes(ask(page, "/t/abc").body) == bytes(ask(page, "/").body)
    kept = ask(page, "/assets/index-C3.js")
    assert (bytes(kept.body), "immutable" in kept.headers["cache-control"]) == (b"index-C3.js", True)


def test_files_that_were_packed_by_brotli_go_to_those_who_unpack_it(page: BuiltPage) -> None:
    path = page.folder / "assets" / "index-C3.js"
    path.write_bytes(b"long " * 200)
    path.with_name("index-C3.js.br").write_bytes(b"smallest")
    page = BuiltPage(page.folder)
    smallest = ask(page, "/assets/index-C3.js", accept_encoding="gzip, deflate, br, zstd")
    assert (smallest.headers["content-encoding"], bytes(smallest.body)) == ("br", b"smallest")
    small = ask(page, "/assets/index-C3.js", accept_encoding="gzip")
    assert gzip.decompress(bytes(small.body)) == path.read_bytes()
    assert bytes(ask(page, "/assets/index-C3.js").body) == path.read_bytes()
    assert b"smallest" not in bytes(ask(page, "/assets/index-C3.js.br", accept_encoding="br").body)


def test_languages_have_tags_of_their_own(page: Any) -> None:
    german = ask(page, "/", accept_language="de").headers["etag"]
    assert ask(page, "/", accept_language="de", if_none_match=german).status_code == 304
    assert ask(page, "/", accept_language="en", if_none_match=german).status_code == 200


def test_a_page_that_was_not_built_says_how(tmp_path: Path) -> None:
    assert b"make page" in bytes(ask(BuiltPage(tmp_path), "/").body)


def test_files_of_the_browsers_python_lie_packed_and_networks_with_the_bots(page: Any) -> None:
    folder = page.folder / "python" / "abc"
    folder.mkdir(parents=True)
    (folder / "house.bin.gz").write_bytes(gzip.compress(b"house"))
    assert bytes(ask(page, "/python/abc/house.bin").body) == b"house"
    packed = ask(page, "/python/abc/house.bin", accept_encoding="gzip")
    assert gzip.decompress(bytes(packed.body)) == b"house"
    (folder / "house.bin.br").write_bytes(b"smaller")
    page = BuiltPage(page.folder)
    smallest = ask(page, "/python/abc/house.bin", accept_encoding="gzip, br")
    assert (smallest.headers["content-encoding"], bytes(smallest.body)) == ("br", b"smaller")
    for taken in ("gzip", "gzip, br;q=0"):
        packed = ask(page, "/python/abc/house.bin", accept_encoding=taken)
        assert gzip.decompress(bytes(packed.body)) == b"house"
    assert bytes(ask(page, "/python/abc/house.bin").body) == b"house"
    network = ask(page, "/python/abc/classic.npz", accept_encoding="gzip, br")
    assert bytes(network.body) == (SHELF / "classic.npz").read_bytes()
    assert "immutable" in network.headers["cache-control"]


@pytest.mark.parametrize(
    "path", ["/python/old/classic.npz", "/python/abc/../../x.npz", "/python/abc/nobody.npz"]
)
def test_of_other_versions_and_places_there_is_nothing(page: Any, path: str) -> None:
    (page.folder / "python" / "abc").mkdir(parents=True)
    assert bytes(ask(page, f"/python/{path}").body) == bytes(ask(page, "/").body)


LARGE = "/python/abc/large.wasm"


@pytest.fixture
def large(page: Any) -> Any:
    """A page with a file of some megabytes that lies packed; what is in it."""
    folder = page.folder / "python" / "abc"
    folder.mkdir(parents=True)
    content = Random(1).randbytes(1 << 20) * 6
    (folder / "large.wasm.gz").write_bytes(gzip.compress(content, 1))
    return content


def fetch(server: Served, **headers: Any) -> Any:
    with closing(HTTPConnection("127.0.0.1", server.port)) as line:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        line.request("GET", LARGE, headers=named)
        answer = line.getresponse()
        return answer.status, answer.headers, answer.read()


def test_a_large_file_is_sent_as_it_lies_there_and_known_again_without_a_look(
    tmp_path: Path, page: Any, large: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path / "data") as server:
        server.app.state.page = page
        status, headers, packed = fetch(server, accept_encoding="gzip")
        assert (status, headers["content-encoding"]) == (200, "gzip")
        assert packed == (page.folder / (LARGE[1:] + ".gz")).read_bytes()
        plain = fetch(server)
        assert (plain[0], plain[1]["content-encoding"], plain[2] == large) == (200, None, True)
        assert plain[1]["content-length"] == str(len(large))
        fresh = BuiltPage(page.folder)
        server.app.state.page = fresh
        asyncio.run(fresh._look())
        monkeypatch.setattr(Path, "read_bytes", None)  # nobody opens it
        monkeypatch.setattr(Path, "open", None)
        assert fetch(server, if_none_match=headers["etag"])[::2] == (304, b"")


def test_who_does_not_read_an_answer_is_not_sent_more_and_then_cut_off(
    tmp_path: Path, page: Any, large: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many ask for a large file and take nothing: little of it is held for them, and others are answered."""
    monkeypatch.setattr(pieces, "PATIENCE", 1.0)
    given, cut = [], Pieces._pieces

    def count(self: Any) -> Iterator[Any]:
        for piece in cut(self):
            given.append(len(piece))
            yield piece

    monkeypatch.setattr(Pieces, "_pieces", count)
    request = f"GET {LARGE} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: gzip\r\n\r\n".encode()
    with ExitStack() as crowd:
        server = crowd.enter_context(served(tmp_path / "data"))
        server.app.state.page = page
        lines = []
        for _ in range(20):
            line = crowd.enter_context(closing(socket.socket()))
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", server.port))
            line.sendall(request)
            lines.append(line)
        assert server.call("GET", "/healthz")["status"] == "ok"
        while server.connections:  # all are given up
            time.sleep(0.05)
        assert sum(given) < 20 * len(large) / 2


def test_an_address_may_fetch_so_many_megabytes(tmp_path: Path, page: Any, large: bytes) -> None:
    with served(tmp_path / "data", limits=Limits(megabytes=(14, 0.001))) as server:
        server.app.state.page = page
        assert [fetch(server, accept_encoding="gzip")[0] for _ in range(4)] == [200, 200, 429, 429]
        assert fetch(server, accept_encoding="gzip")[1]["retry-after"]
        assert server.call("GET", "/api/about")
