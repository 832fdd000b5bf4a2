"""A real server and a real Chromium for the tests of the page; `make test` brings both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from door import Door
from driver import chromium
from playwright.sync_api import Browser
from serving import Served, served

PAGE = Path(__file__).parents[2] / "rowlock" / "server" / "page" / "index.html"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert PAGE.is_file(), "the page is not built: `make page`"
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def visit(browser: Browser, server: Served) -> Iterator[Door]:
    door = Door(browser, server.base)
    yield door
    door.close()
