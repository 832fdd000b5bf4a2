"""Spoken codes at a server: shown to those who may invite, understood in every language, hard to guess."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from serving import Served, patient_call, served, settle

from rowlock.client import ServerRefused, link_of_code
from rowlock.locale.spoken_codes import draw_code, format_code, parse_code
from rowlock.server.config import Limits
from rowlock.server.store import Store, database_url
from rowlock.server.store.code_schema import codes

DAY = 24 * 3600


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, limits=Limits()) as running:
        yield running


def code_of(server: Served, table: str, token: str | None) -> dict[str, str]:
    told: dict[str, Any] = patient_call(server.base, "POST", f"/api/tables/{table}/code", {}, token)
    words: dict[str, str] = told["words"]
    return words


def found(server: Served, said: str) -> str:
    return str(patient_call(server.base, "GET", f"/api/codes/{quote(said, safe='')}")["table"])


async def start(server: Served, table: str, token: str) -> None:
    async with await server.connect(table, token) as client:
        await client.send("start")
        await settle(client, lambda: client.table.get("state") == "playing")


def refusal(server: Served, said: str) -> ServerRefused:
    with pytest.raises(ServerRefused) as refused:
        found(server, said)
    return refused.value


def test_a_code_leads_to_its_table_in_every_language(server: Served) -> None:
    ann = server.player("Ann")
    table, other = server.table(ann, "me", "open"), server.table(ann, "me", "open")
    words = code_of(server, table, ann)
    assert sorted(words) == ["de", "en", "fr", "it", "pl"]
    assert {found(server, said) for said in words.values()} == {table}
    assert found(server, words["pl"].upper()) == table
    assert code_of(server, table, ann) == words  # it stays the same
    assert found(server, code_of(server, other, ann)["de"]) == other
    assert link_of_code(server.base + "/", words["it"]) == f"{server.base}/t/{table}"


def test_only_those_at_the_table_are_told_its_code(server: Served) -> None:
    ann, eve = server.player("Ann"), server.player("Eve")
    table = server.table(ann, "me", "open")
    for token, kind in ((eve, "not_your_seat"), (None, "bad_token")):
        with pytest.raises(ServerRefused) as refused:
            code_of(server, table, token)
        assert refused.value.kind == kind
    words = code_of(server, table, ann)
    shown = [patient_call(server.base, "GET", f"/api/tables{path}") for path in ("", f"/{table}")]
    assert words["en"] not in repr(shown)


def test_a_code_ends_when_the_game_begins(server: Served) -> None:
    ann = server.player("Ann")
    table = server.table(ann, "me", "steady")
    words = code_of(server, table, ann)
    assert found(server, words["en"]) == table
    asyncio.run(start(server, table, ann))
    assert refusal(server, words["en"]).kind == "no_such_code"
    assert not code_of(server, table, ann)  # no refusal: whoever asks may not have heard of the start yet


def test_guesses_are_limited_and_right_codes_are_not_counted(server: Served) -> None:
    ann = server.player("Ann")
    words = code_of(server, server.table(ann, "me", "open"), ann)
    wrong = [format_code(draw_code(0, Random(n).randrange), "en") for n in range(40)]
    wrong = [said for said in wrong if parse_code(said) != parse_code(words["en"])]
    for _ in range(35):
        found(server, words["fr"])
    kinds = [refusal(server, said).kind for said in [*wrong, "no code at all"]]
    assert (kinds[0], kinds[-1]) == ("no_such_code", "too_fast")
    assert 30 <= kinds.count("no_such_code") <= 33
    assert refusal(server, words["en"]).kind == "too_fast"  # a guesser does not learn it that way


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_processes_share_codes_and_give_every_table_its_own(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    given = None if kind == "sqlite" else request.getfixturevalue("database")
    asyncio.run(_share(database_url(given, tmp_path)))


async def _share(url: str) -> None:
    store = await Store.open(url)
    try:
        now, few = time.time(), Random(3)

        def narrow(in_use: int) -> int:  # so few codes that they are drawn twice
            return 1000 + few.randrange(4)

        both = [store.keep_code("first", now, now + DAY, narrow) for _ in range(2)]
        first, again = await asyncio.gather(*both)
        assert first.code == again.code
        second = await store.keep_code("second", now, now + DAY, narrow)
        assert second.code != first.code
        later = now + DAY + 1
        third = await store.keep_code("third", later, later + DAY, partial(draw_code, below=few.randrange))
        rows = await store.fetch(codes.select())
        assert [(row.code, row.table_id) for row in rows] == [(third.code, "third")]  # the others have ended
    finally:
        await store.close()
