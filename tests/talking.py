"""Somebody who talks at a server's table with a bot, so that the same can be said elsewhere and compared."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.sync.client import connect

from rowlock.engine.json_object import JsonObject
from rowlock.table.dice import seal

HELLO = {"type": "hello", "protocol": 1, "one_hand": True}


class Talk:
    """Somebody at a table with one bot, who waits for the bot and then says something."""

    def __init__(self, server: Any, pad: str | Path, bot: str) -> None:
        own = isinstance(pad, Path)
        chosen = {"variant_text": Path(pad).read_text(encoding="utf-8")} if own else {"variant": pad}
        seats = [{"kind": "me", "name": "Mia"}, {"kind": "bot", "bot": bot}]
        self.wish = {**chosen, "seats": seats, "start": True}
        self.token = Random(str(pad)).randbytes(16).hex()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(secrets, "token_hex", lambda size=16: self.token)
            self.player = server.call("POST", "/api/players", {"name": "Mia"})["player"]
        self.table = server.call("POST", "/api/tables", self.wish, self.token)["table"]
        self.address = "ws" + server.base.removeprefix("http") + f"/api/tables/{self.table}/socket"
        self.said: list[str] = []
        self.told: list[JsonObject] = []
        self.state: JsonObject = {}

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
        return bool(table["state"] == "over" or table["waiting"]["for"] == [0])

    def word(self, chance: Random) -> JsonObject | None:
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


def heard(messages: list[JsonObject], *kinds: str) -> list[JsonObject]:
    """The messages of these kinds in order: a bot may answer before or after our own receipt comes."""
    without_count = [{key: value for key, value in told.items() if key != "n"} for told in messages]
    return [told for told in without_count if told["type"] in kinds]
