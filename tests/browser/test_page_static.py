"""The page as a plain folder: served by Python's file server under a sub-path, it plays by itself."""

from __future__ import annotations

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


def test_a_plain_folder_plays_under_a_sub_path(browser: Browser, address: str) -> None:
    mia = Visitor(browser, address.rstrip("/"), viewport={"width": 390, "height": 844})
    mia.page.goto(address)
    expect(mia.page.get_by_text("without a server").first).to_be_visible(timeout=120_000)
    mia.button("With friends").click()
    expect(mia.page.get_by_text("That needs a server")).to_be_visible()
    mia.button("Play now").first.click()
    mia.page.wait_for_url("**/games/rowlock/#/t/d-*")
    asked(mia)
    mia.page.reload()  # one file answers for every address
    asked(mia)
    mia.page.goto(f"{address}#/rules/classic")
    expect(mia.page.get_by_role("heading").first).to_be_visible()
    assert mia.errors == []
    assert mia.strangers == []
    mia.context.close()
