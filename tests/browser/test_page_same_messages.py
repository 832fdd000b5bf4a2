"""The same inputs at a server and through the page's own worker, in a browser, give the same messages."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from driver import Visitor
from on_device import go_alone, prepare_worker
from playwright.sync_api import Browser, Page
from serving import served
from talking import Talk, heard

from rowlock.engine.json_object import JsonObject
from rowlock.server.live import lobby

BYTES = range(0x71, 0x80)
"""All chance that there is at a table, on both sides: this byte again and again."""
TABLES: Any = [
    ("classic", "champion", 24),
    ("bonus-b", "planner", 12),
    ("cards", "cautious", 12),
    (Path(__file__).parents[1] / "tiny" / "tiny.toml", "steady", 60),
]
"""Pads, who plays against us, and how many words we say there; the last game is over before."""
SAY = (Path(__file__).parent / "say_on_device.js").read_text(encoding="utf-8")
NO_CHANCE = """{
  let byte = 0x70;
  const chance = new BroadcastChannel('chance');
  chance.onmessage = ({ data }) => { byte = data; chance.postMessage('noted'); };
  crypto.getRandomValues = (given) => (given.fill(byte), given);
}"""


def randbelow(below: int, byte: int) -> int:
    """As Python makes it of such bytes."""
    bits = below.bit_length()
    size = (bits + 7) // 8
    return int.from_bytes(bytes([byte]) * size, "big") >> (8 * size - bits)


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[Talk]]]:
    """The talk at a server, whose tables are called as those of a device."""
    with pytest.MonkeyPatch.context() as patch, served(tmp_path_factory.mktemp("talks")) as server:
        patch.setattr(lobby, "re", SimpleNamespace(fullmatch=lambda pattern, name: True))  # any name will do
        held = []
        for byte, (pad, bot, words) in zip(BYTES, TABLES, strict=False):
            patch.setattr(secrets, "token_hex", lambda size=32, byte=byte: f"{byte:x}" * size)
            patch.setattr(secrets, "randbelow", partial(randbelow, byte=byte))
            patch.setattr(lobby, "new_id", lambda size, byte=byte: f"d-{byte:x}" + f"{byte:x}" * 5)
            held.append(Talk(server, pad, bot))
            held[-1].run(words, Random(5))
        patch.undo()
        yield server.base, held


@pytest.fixture(scope="module")
def device(browser: Browser, talks: tuple[str, list[Talk]]) -> Iterator[Page]:
    """A page that plays on its own device, with a worker that has no chance of its own."""
    mia = Visitor(browser, talks[0], service_workers="block")
    prepare_worker(mia, NO_CHANCE)
    mia.page.goto(talks[0])
    go_alone(mia)
    yield mia.page
    mia.context.close()


def as_me(told: list[JsonObject], player: str) -> list[JsonObject]:
    """A device calls its one player by another name than a server."""
    renamed: list[JsonObject] = json.loads(json.dumps(told).replace(json.dumps(player), '"me"'))
    return renamed


@pytest.mark.parametrize("number", range(len(TABLES)), ids=[Path(str(pad)).stem for pad, *_ in TABLES])
def test_the_same_inputs_give_the_same_messages(
    talks: tuple[str, list[Talk]], device: Page, number: int
) -> None:
    talk = talks[1][number]
    here = device.evaluate(SAY, [BYTES[number], talk.wish, talk.said])
    assert here["table"] == talk.table
    there = as_me(talk.told, talk.player)
    tables = [heard(told, "table") for told in (there, here["told"])]
    assert len(tables[0]) > 3
    for one, other in zip(*tables, strict=True):
        assert one == other
    assert heard(there, "receipt", "refusal") == heard(here["told"], "receipt", "refusal")


def test_a_game_came_to_its_end(talks: tuple[str, list[Talk]]) -> None:
    assert talks[1][-1].state["table"]["state"] == "over"
