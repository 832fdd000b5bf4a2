"""The same inputs at a server and in the browser's Python give the same messages, with bots at the table."""

from __future__ import annotations

import json
import secrets
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from node import find_node
from serving import served
from talking import Talk, heard

from rowlock.engine.json_object import JsonObject

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SECRET = "7a" * 32
TABLES: Any = [
    ("classic", "champion", 30),
    ("bonus-b", "planner", 12),
    ("double-a", "steady", 12),
    ("cards", "cautious", 12),
    (HERE.parent / "tiny" / "tiny.toml", "steady", 60),
]
"""Pads, who plays against us, and how many words we say there; the last game is over before."""


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("talks")
    with pytest.MonkeyPatch.context() as patch, served(folder) as server:
        patch.setattr(secrets, "token_hex", lambda size=32: SECRET[: 2 * size])
        patch.setattr(secrets, "randbelow", lambda below: below - 1)
        held = [Talk(server, pad, bot) for pad, bot, _ in TABLES]
        for talk, (_, _, words) in zip(held, TABLES, strict=True):
            talk.run(words, Random(5))
    keys = ("wish", "table", "player", "said")
    told = [{"secret": SECRET, **{key: getattr(talk, key) for key in keys}} for talk in held]
    (folder / "talks.json").write_text(json.dumps(told), encoding="utf-8")
    return held, retold(folder)


def retold(folder: Path) -> list[list[JsonObject]]:
    """The same in the browser's Python."""
    command = [find_node(), str(HERE / "run.mjs"), "/checkout/tests/pyodide/spoken.py", "/home/talks.json"]
    env = {"XDG_DATA_HOME": str(folder), "PATH": ""}
    run = subprocess.run(command, env=env, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-3000:]
    found: list[list[JsonObject]] = json.loads(run.stdout)
    return found


@pytest.mark.parametrize("number", range(len(TABLES)), ids=[Path(str(pad)).stem for pad, *_ in TABLES])
def test_the_same_inputs_give_the_same_messages(talks: Any, number: int) -> None:
    there, here = talks[0][number].told, talks[1][number]
    tables = [heard(told, "table") for told in (there, here)]
    assert len(tables[0]) > 3  # the dice depend on the table's name: a tiny game may be over soon
    for one, other in zip(*tables, strict=True):
        assert one == other
    assert heard(there, "receipt", "refusal") == heard(here, "receipt", "refusal")


def test_a_game_came_to_its_end(talks: Any) -> None:
    held, _ = talks
    assert held[-1].state["table"]["state"] == "over"
