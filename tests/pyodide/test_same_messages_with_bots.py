"""The same inputs at a server and in the browser's Python give the same messages, with bots at the table."""

from __future__ import annotations

import json
import secrets
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from serving import served
from websockets.sync.client import connect

from rowlock.table.dice import seal

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SECRET = "7a" * 32
TABLES = [
    ("classic", "champion", 30),
    ("bonus-b", "planner", 12),
    ("double-a", "steady", 12),
    ("cards", "cautious", 12),
    (HERE.parent / "tiny" / "tiny.toml", "steady", 60),
]
"""Pads, who plays against us, and how many words we say there; the last game is over before."""
HELLO = {"type": "hello", "protocol": 1, "one_hand": True}
Plain = dict[str, Any]


class Talk:
    """Somebody at a table with one bot, who waits for the bot and then says something."""

    def __init__(self, server: Any, pad: str | Path, bot: str) -> None:
        own = isinstance(pad, Path)
        chosen = {"variant_text": pad.read_text(encoding="utf-8")} if own else {"variant": pad}
        seats = [{"kind": "me", "name": "Mia"}, {"kind": "bot", "bot": bot}]
        self.wish = {**chosen, "seats": seats, "start": True}
        self.token = Random(str(pad)).randbytes(16).hex()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(secrets, "token_hex", lambda size=16: self.token)
            self.player = server.call("POST", "/api/players", {"name": "Mia"})["player"]
        self.table = server.call("POST", "/api/tables", self.wish, self.token)["table"]
        self.address = "ws" + server.base.removeprefix("http") + f"/api/tables/{self.table}/socket"
        self.said: list[str] = []
        self.told: list[Plain] = []
        self.state: Plain = {}

    def run(self, words: int, chance: Random) -> None:
        with connect(self.address, compression=None) as line:
            line.send(json.dumps({**HELLO, "token": self.token}))
            self.said.append(json.dumps(HELLO))
            self.hear(line)
            for n in range(words):
                word = self.word(chance)
                if word is None:
                    break
                self.said.append(json.dumps({**word, "id": f"m{n}"}))
                line.send(self.said[-1])
                self.hear(line, f"m{n}")

    def hear(self, line: Any, answer: str | None = None) -> None:
        """Until our word is answered and nobody but us is waited for."""
        while answer or not self.is_ours():
            message = json.loads(line.recv(30))
            self.told.append(message)
            self.state = message if "table" in message else self.state
            if message["type"] in ("receipt", "refusal") and message["id"] == answer:
                answer = None

    def is_ours(self) -> bool:
        if not self.state:
            return False
        table = self.state["table"]
        return table["state"] == "over" or table["waiting"]["for"] == [0]

    def word(self, chance: Random) -> Plain | None:
        table = self.state["table"]
        if table["state"] == "over":
            return None
        if table["waiting"]["what"] in ("seals", "seeds"):
            seed = "mine"
            part = (
                {"seal": seal(table["dice"]["label"], 0, seed)}
                if table["waiting"]["what"] == "seals"
                else {"seed": seed}
            )
            return {"type": table["waiting"]["what"].removesuffix("s"), "seat": 0, **part}
        view = self.state["views"][0]
        when = {key: view[key] for key in ("turn", "phase", "seat")}
        return {"type": "move", "move": chance.choice(view["moves"])["move"], **when}


@pytest.fixture(scope="module")
def talks(tmp_path_factory):
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


def retold(folder: Path) -> list[list[Plain]]:
    """The same in the browser's Python."""
    node = shutil.which("node") or str(Path(sys.executable).parent / "node")
    command = [node, str(HERE / "run.mjs"), "/checkout/tests/pyodide/spoken.py", "/home/talks.json"]
    env = {"XDG_DATA_HOME": str(folder), "PATH": ""}
    run = subprocess.run(command, env=env, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-3000:]
    found: list[list[Plain]] = json.loads(run.stdout)
    return found


def heard(messages: list[Plain], *kinds: str) -> list[Plain]:
    """The messages of these kinds in order: a bot may answer before or after our own receipt comes."""
    without_count = [{key: value for key, value in told.items() if key != "n"} for told in messages]
    return [told for told in without_count if told["type"] in kinds]


@pytest.mark.parametrize("number", range(len(TABLES)), ids=[Path(str(pad)).stem for pad, *_ in TABLES])
def test_the_same_inputs_give_the_same_messages(talks, number):
    there, here = talks[0][number].told, talks[1][number]
    tables = [heard(told, "table") for told in (there, here)]
    assert len(tables[0]) > 3  # the dice depend on the table's name: a tiny game may be over soon
    for one, other in zip(*tables, strict=True):
        assert one == other
    assert heard(there, "receipt", "refusal") == heard(here, "receipt", "refusal")


def test_a_game_came_to_its_end(talks):
    held, _ = talks
    assert held[-1].state["table"]["state"] == "over"
