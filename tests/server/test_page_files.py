"""The page's files: the first one names the words of the language that the browser asks for."""

from __future__ import annotations

import gzip

import pytest
from starlette.requests import Request

from rowlock.bots.net.shelf import SHELF
from rowlock.server.page import Page


def ask(page: Page, path: str, **headers: str):
    fields = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return page.answer(Request({"type": "http", "method": "GET", "path": path, "headers": fields}))


@pytest.fixture
def page(tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text('<link href="/assets/words-en-A1.js"><p>hello</p>', encoding="utf-8")
    for name in ("words-en-A1.js", "words-de-B2.js", "index-C3.js"):
        (tmp_path / "assets" / name).write_text(name, encoding="utf-8")
    return Page(tmp_path)


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
def test_the_first_file_names_the_words_of_the_reader(page, asked, words):
    answer = ask(page, "/", accept_language=asked)
    assert f'href="/assets/{words}.js"' in bytes(answer.body).decode()
    assert "accept-language" in answer.headers["vary"]


def test_any_other_path_gets_the_first_file_and_files_are_kept_for_long(page):
    assert bytes(ask(page, "/t/abc").body) == bytes(ask(page, "/").body)
    kept = ask(page, "/assets/index-C3.js")
    assert (bytes(kept.body), "immutable" in kept.headers["cache-control"]) == (b"index-C3.js", True)


def test_languages_have_tags_of_their_own(page):
    german = ask(page, "/", accept_language="de").headers["etag"]
    assert ask(page, "/", accept_language="de", if_none_match=german).status_code == 304
    assert ask(page, "/", accept_language="en", if_none_match=german).status_code == 200


def test_a_page_that_was_not_built_says_how(tmp_path):
    assert b"make page" in bytes(ask(Page(tmp_path), "/").body)


def test_files_of_the_browsers_python_lie_packed_and_networks_with_the_bots(page):
    folder = page.folder / "python" / "abc"
    folder.mkdir(parents=True)
    (folder / "house.bin.gz").write_bytes(gzip.compress(b"house"))
    assert bytes(ask(page, "/python/abc/house.bin").body) == b"house"
    packed = ask(page, "/python/abc/house.bin", accept_encoding="gzip")
    assert gzip.decompress(bytes(packed.body)) == b"house"
    network = ask(page, "/python/abc/classic.npz")
    assert bytes(network.body) == (SHELF / "classic.npz").read_bytes()
    assert "immutable" in network.headers["cache-control"]


@pytest.mark.parametrize(
    "path", ["/python/old/classic.npz", "/python/abc/../../x.npz", "/python/abc/nobody.npz"]
)
def test_of_other_versions_and_places_there_is_nothing(page, path):
    (page.folder / "python" / "abc").mkdir(parents=True)
    assert bytes(ask(page, f"/python/{path}").body) == bytes(ask(page, "/").body)
