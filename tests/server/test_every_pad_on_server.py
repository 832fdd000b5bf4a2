"""Every request that a server knows is answered or refused on every bundled pad: none is a fault of ours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from bystanders import Bystanders
from serving import served
from test_hidden_things import BODILESS, Walk, fetch

from rowlock import variant_names

BODIES: tuple[Any, ...] = ({}, {"seat": 0}, {"move": "-"}, {"seat": 0, "move": "-"})


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bystanders]:
    with served(tmp_path_factory.mktemp("server"), programs=1) as running:
        yield Bystanders(running, running.player("Mia"), running.player("Ben"))


@pytest.mark.parametrize("pad", variant_names())
def test_no_request_fails(pad: str, others: Bystanders) -> None:
    server = others.server
    token = server.player("Mia")
    table = server.table(token, "me", "random", variant=pad, start=True, hints=True)
    for method, path in Walk(others, table).doors():
        for body in (None,) if method in BODILESS else BODIES:
            told = fetch(server, method, path.replace("/classic", f"/{pad}"), token, body)
            assert int(told.split()[0]) < 500, f"{method} {path} {body}: {told[:300]}"
