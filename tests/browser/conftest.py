"""A real server and a real Chromium for the tests of the page; `make test` brings both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from driver import Visitor, chromium
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
def visit(browser: Browser, server: Served) -> Iterator[Any]:
    """Makes visitors, each with a browser of their own; fails if one met an error or called another host.

    They have no service worker, which would fetch the whole page again for each: tests of it ask for one.
    """
    visitors: list[Visitor] = []

    def make(path: str = "/", **options: Any) -> Visitor:
        visitor = Visitor(browser, server.base, **{"service_workers": "block", **options})
        visitors.append(visitor)
        visitor.page.goto(server.base + path)
        return visitor

    yield make
    for visitor in visitors:
        visitor.context.close()
    for visitor in visitors:
        assert visitor.errors == []
        assert visitor.strangers == []
