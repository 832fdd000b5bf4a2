"""The page as a plain folder: served by Python's file server under a sub-path, it plays by itself."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from driver import Visitor
from playwright.sync_api import Browser, expect

REPOSITORY = Path(__file__).parents[2]
ACTIVE = "navigator.serviceWorker.ready.then(() => undefined)"
FETCHED = """(name) => navigator.serviceWorker.getRegistration().then((found) => found.update())
  .then(() => new Promise((done, failed) => {
    const whole = new URL(`python/${name}/networks`, document.baseURI);
    const look = () => caches.match(whole).then((found) => (found ? done() : setTimeout(look, 50)));
    setTimeout(() => failed(new Error(`${name} does not come`)), 60_000);
    look();
  }))"""
"""Looks for a new version until all of it is here."""
VERSIONS = "caches.keys().then((names) => String(names.filter((name) => /^python-/.test(name))))"
PLAYS = "without a server"
FAILED = "That did not work here"


class Files(SimpleHTTPRequestHandler):
    """A plain file server, as `python -m http.server` is; its line can be bad."""

    server: Host

    def log_message(self, *args: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        if self.path.endswith("/"):
            self.server.free.wait(60)
        super().do_GET()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        if self.server.cut and self.path.endswith(self.server.cut):
            whole = source.read()
            outputfile.write(whole[: len(whole) * 6 // 10])
            self.server.cut = ""
        else:
            super().copyfile(source, outputfile)


class Host(ThreadingHTTPServer):
    """A folder on a host of files."""

    daemon_threads = True

    def __init__(self, root: Path) -> None:
        super().__init__(("127.0.0.1", 0), partial(Files, directory=str(root)))
        self.page = root / "games" / "rowlock"
        self.address = f"http://127.0.0.1:{self.server_port}/games/rowlock/"
        self.asked: list[str] = []
        self.cut = ""
        """The end of a file's name that is broken off at 60 %, once."""
        self.free = threading.Event()
        """Cleared while nobody gets the page itself."""
        self.free.set()


@pytest.fixture(scope="module")
def built() -> Path:
    """The output of `make static`."""
    subprocess.run([sys.executable, "web/build_page.py", "--static"], cwd=REPOSITORY, check=True)
    return REPOSITORY / "build" / "static"


@pytest.fixture
def host(built: Path, tmp_path: Path) -> Iterator[Host]:
    """The page under a sub-path."""
    shutil.copytree(built, tmp_path / "games" / "rowlock")
    host = Host(tmp_path)
    threading.Thread(target=host.serve_forever, daemon=True).start()
    yield host
    host.free.set()
    host.shutdown()
    host.server_close()


def asked(visitor: Visitor) -> None:
    """Until the device asks something: it may have to start its engine first."""
    visitor.page.locator(".play[data-asked=true]").wait_for(timeout=60_000)


def release(page: Path, name: str) -> None:
    """The next version: all of Python under another name, and no file of the page called as before."""
    (old,) = (page / "python").iterdir()
    texts = [page / "index.html", page / "sw.js", *page.glob("assets/*.js"), *page.glob("assets/*.css")]
    hashed = sorted(path.name for path in (page / "assets").iterdir())
    for text in texts:
        content = text.read_text(encoding="utf-8").replace(old.name, name)
        for file in hashed:
            content = content.replace(file, f"{name[0]}{file}")
        text.write_text(content, encoding="utf-8")
    for file in hashed:
        (page / "assets" / file).rename(page / "assets" / f"{name[0]}{file}")
    old.rename(old.with_name(name))
    worker = page / "sw.js"
    worker.write_text(re.sub('VERSION = "[^"]*"', f'VERSION = "{name}"', worker.read_text("utf-8")), "utf-8")


def visit(browser: Browser, host: Host) -> Visitor:
    mia = Visitor(browser, host.address.rstrip("/"), viewport={"width": 390, "height": 844})
    mia.page.goto(host.address)
    return mia


def test_the_folder_carries_the_licences_of_all_its_parts(built: Path) -> None:
    notices = (built / "notices.txt").read_text(encoding="utf-8")
    parts = ["Pyodide", "CPython", "svelte", "source-sans"]
    assert [part for part in parts if part in notices] == parts


def test_a_plain_folder_plays_on_while_new_versions_come_by(browser: Browser, host: Host) -> None:
    mia = visit(browser, host)
    expect(mia.page.get_by_text(PLAYS).first).to_be_visible(timeout=120_000)
    mia.page.evaluate(ACTIVE)
    mia.button("With friends").click()
    expect(mia.page.get_by_role("alert")).to_contain_text("Friends on other devices need")
    mia.button("Play now").first.click()
    mia.page.wait_for_url("**/games/rowlock/#/t/d-*")
    asked(mia)
    first = mia.page.evaluate(VERSIONS)
    for name in ("second", "third"):
        release(host.page, name)
        mia.page.evaluate(FETCHED, name)
    assert mia.page.evaluate(VERSIONS) == f"{first},python-second,python-third"  # they wait for us
    assert mia.play_on() == "over"
    mia.more()
    mia.page.get_by_role("link", name="Replay").click()  # a screen of the first version, fetched only now
    expect(mia.page.get_by_role("heading", name="Replay")).to_contain_text("Classic")
    assert mia.errors == []
    assert mia.strangers == []
    table = mia.page.url.rsplit("/", 2)[1]
    mia.page.close()
    mia.page = mia.new_page()
    mia.page.goto(f"{host.address}#/g/{table}/1")  # the last page was closed: now it is the third version
    expect(mia.page.get_by_role("heading", name="Replay")).to_contain_text("Classic", timeout=60_000)
    mia.wait_until(f"{VERSIONS}.then((names) => names === 'python-third')")
    mia.context.close()


def test_what_is_broken_off_is_fetched_again(browser: Browser, host: Host) -> None:
    host.cut = "pyodide.asm.wasm"
    mia = visit(browser, host)
    expect(mia.page.get_by_text(FAILED).first).to_be_visible(timeout=120_000)
    assert host.cut == ""
    before = len(host.asked)
    mia.button("Try again").first.click()
    expect(mia.page.get_by_text(FAILED)).to_have_count(0, timeout=120_000)
    mia.button("Play now").first.click()
    asked(mia)
    assert any(path.endswith("pyodide.asm.wasm") for path in host.asked[before:])
    mia.context.close()


def test_a_new_version_in_the_middle_of_the_first_fetch(browser: Browser, host: Host) -> None:
    host.cut = "house.bin"
    mia = visit(browser, host)
    expect(mia.page.get_by_text(FAILED).first).to_be_visible(timeout=120_000)
    release(host.page, "second")  # what is missing of the first version is gone for good
    mia.page.reload()
    expect(mia.page.get_by_text(PLAYS).first).to_be_visible(timeout=120_000)
    mia.button("Play now").first.click()
    asked(mia)
    assert any("/second/house.bin" in path for path in host.asked)
    mia.context.close()


def test_the_kept_page_does_not_wait_for_a_network_that_hardly_is_one(browser: Browser, host: Host) -> None:
    worker = host.page / "sw.js"
    text = worker.read_text(encoding="utf-8")
    worker.write_text(text.replace("PATIENCE = 4000", "PATIENCE = 50"), encoding="utf-8")
    assert worker.read_text(encoding="utf-8") != text
    mia = visit(browser, host)
    expect(mia.page.get_by_text(PLAYS).first).to_be_visible(timeout=120_000)
    mia.page.evaluate(ACTIVE)
    mia.wait_until("navigator.serviceWorker.controller !== null")
    host.free.clear()
    mia.page.reload(wait_until="commit")
    mia.button("Play now").first.click()
    asked(mia)
    mia.context.close()
