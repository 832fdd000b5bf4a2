"""Every request that a server knows is answered or refused on every bundled pad: none is a fault of ours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from serving import Served, served
from test_hidden_things import doors, fetch

from rowlock import variant_names

BODIES: tuple[Any, ...] = ({}, {"seat": 0}, {"move": "-"}, {"seat": 0, "move": "-"})


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.mark.parametrize("pad", variant_names())
def test_no_request_fails(pad: str, server: Served) -> None:
    token = server.player("Mia")
    table = server.table(token, "me", "random", variant=pad, start=True, hints=True)
    for method, path in doors(server, table):
        for body in (None,) if method in ("GET", "DELETE") else BODIES:
            told = fetch(server, method, path.replace("/classic", f"/{pad}"), token, body)
            assert int(told.split()[0]) < 500, f"{method} {path} {body}: {told[:300]}"
