"""The page's types are those of the engine's views and of the server's messages."""

from __future__ import annotations

import asyncio
import runpy
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import pytest
from serving import Served, play, served

from rowlock.table.schemas import Schemas
from rowlock.table.shapes import answers

MAKER = Path(__file__).parents[3] / "web" / "make_types.py"
FILES = runpy.run_path(str(MAKER))["FILES"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with served(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_pages_types_are_written_from_the_code(path: Any) -> None:
    assert path.read_text(encoding="utf-8") == FILES[path](), "run: python web/make_types.py"


def test_they_hold_literals_pairs_comments_and_every_message() -> None:
    views, _, messages, said, *_ = [written() for written in FILES.values()]
    assert "export type LineState = 'open' | 'half' | 'done' | 'lost';" in views
    assert (
        "  /** The cells that it is about, each as row and number. */\n  cells: [string, number][];" in views
    )
    assert "  waiting: Waiting;" in messages
    assert "  for: number[];" in messages
    assert "  | { type: 'sit'; id?: string | null; seat: number; name?: string | null }" in said


def check(kind: Any, told: Any) -> Any:
    """A message is of this type: every key that it has, and no other."""
    schemas = Schemas()
    jsonschema_rs.validator_for({**schemas.write(kind), "$defs": schemas.defined}).validate(told)
    return told


def test_what_the_server_answers_is_what_the_page_is_told_to_expect(server: Served) -> None:
    mia = server.player("Mia")
    table = server.table(mia, "me", "me", listed=True, start=True)

    async def game() -> None:
        async with await server.connect(table, mia) as one:
            await play(one, Random(1))

    def get(path: str) -> Any:
        return server.call("GET", f"/api/{path}", token=mia)

    check(answers.Standing, get(f"tables/{table}"))
    asyncio.run(game())
    for line in get("games")["games"]:
        assert check(answers.Finished, line)["seats_of_mine"] == [0, 1]
    check(answers.Proof, get(f"tables/{table}/games/1/dice"))
    assert check(answers.Replay, get(f"tables/{table}/games/1/replay"))["frames"]
    server.table(mia, "me", "open", listed=True)
    assert check(answers.Tables, get("tables"))["tables"]
    assert check(answers.Bots, get("bots"))["bots"]


def test_one_folder_holds_what_is_written_from_the_code_and_the_formatter_leaves_it_alone() -> None:
    folder = MAKER.parent / "src" / "generated"
    assert sorted(folder.iterdir()) == sorted(FILES)
    assert "src/generated" in (MAKER.parent / ".prettierignore").read_text("utf-8").splitlines()
