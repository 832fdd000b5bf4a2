"""The page's types are those of the engine's views and of the server's messages."""

from __future__ import annotations

import asyncio
import runpy
from pathlib import Path
from random import Random

import pytest
from serving import play, served

from rowlock.server.http import answers

MAKER = Path(__file__).parents[3] / "web" / "make_types.py"
FILES = runpy.run_path(str(MAKER))["FILES"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_pages_types_are_written_from_the_code(path):
    assert path.read_text(encoding="utf-8") == FILES[path](), "run: python web/make_types.py"


def test_they_hold_literals_pairs_comments_and_every_message():
    views, _, messages, _ = [written() for written in FILES.values()]
    assert "export type LineState = 'open' | 'half' | 'done' | 'lost';" in views
    assert (
        "  /** The cells that it is about, each as row and number. */\n  cells: [string, number][];" in views
    )
    assert "  waiting: Waiting;" in messages
    assert "  for: number[];" in messages
    assert "  | { type: 'sit'; id?: string | null; seat: number; name?: string | null }" in messages


def test_what_the_server_answers_is_what_the_page_is_told_to_expect(server):
    mia = server.player("Mia")
    table = server.table(mia, "me", "me", listed=True, start=True)

    async def game():
        async with await server.connect(table, mia) as one:
            await play(one, Random(1))

    def get(path: str):
        return server.call("GET", f"/api/{path}", token=mia)

    answers.Standing.model_validate(get(f"tables/{table}"))
    asyncio.run(game())
    for line in get("games")["games"]:
        assert answers.Finished.model_validate(line).seats_of_mine == [0, 1]
    answers.Proof.model_validate(get(f"tables/{table}/games/1/dice"))
    assert answers.Replay.model_validate(get(f"tables/{table}/games/1/replay")).frames
    server.table(mia, "me", "open", listed=True)
    assert [answers.Listed.model_validate(line) for line in get("tables")["tables"]]
    assert [answers.Bot.model_validate(bot) for bot in get("bots")["bots"]]
