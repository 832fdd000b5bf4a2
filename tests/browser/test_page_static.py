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


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `make static` makes, under a sub-path."""
    subprocess.run([sys.executable, "web/build_page.py", "--static"], cwd=REPOSITORY, check=True)
    root = tmp_path_factory.mktemp("host")
    shutil.copytree(REPOSITORY / "build" / "static", root / "games" / "rowlock")
    return root


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """A plain file server, as `python -m http.server` is."""
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{host.server_port}/games/rowlock/"
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


def test_a_plain_folder_plays_on_while_new_versions_come_by(
    browser: Browser, address: str, folder: Path
) -> None:
    mia = Visitor(browser, address.rstrip("/"), viewport={"width": 390, "height": 844})
    mia.page.goto(address)
    expect(mia.page.get_by_text("without a server").first).to_be_visible(timeout=120_000)
    mia.page.evaluate(ACTIVE)
    mia.button("With friends").click()
    expect(mia.page.get_by_text("That needs a server")).to_be_visible()
    mia.button("Play now").first.click()
    mia.page.wait_for_url("**/games/rowlock/#/t/d-*")
    asked(mia)
    first = mia.page.evaluate(VERSIONS)
    for name in ("second", "third"):
        release(folder / "games" / "rowlock", name)
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
    mia.page = mia.context.new_page()
    mia.page.goto(f"{address}#/g/{table}/1")  # the last page was closed: now it is the third version
    expect(mia.page.get_by_role("heading", name="Replay")).to_contain_text("Classic", timeout=60_000)
    mia.page.wait_for_function(f"{VERSIONS}.then((names) => names === 'python-third')")
    mia.context.close()
