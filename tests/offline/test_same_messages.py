"""The same inputs through a server's socket and through the table on a device give the same messages."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from random_pads import random_pad
from serving import Served, served
from strange_pads import six_rows
from websockets.sync.client import connect

from rowlock import load_variant, variant_names
from rowlock.engine.json_object import JsonObject
from rowlock.engine.variant_text import format_variant
from rowlock.offline import device as devices
from rowlock.offline import door, questions
from rowlock.offline.device import Device
from rowlock.table.dice import seal
from rowlock.table.messages import Who

SECRET = "5e" * 32
TINY = sorted((Path(__file__).parents[1] / "tiny").glob("*.toml"))
ANSWERS = {"receipt", "refusal", "pong", "welcome"}
MESSAGES = 70
"""How much is said at a table before it is left, so that all pads get a turn; tiny games end earlier."""


class AtServer:
    """A line to a real server."""

    def __init__(self, server: Served, token: str, table: str) -> None:
        self.token, self.table = token, table
        address = "ws" + server.base.removeprefix("http") + f"/api/tables/{table}/socket"
        self._open = ExitStack()
        self._line = self._open.enter_context(connect(address, compression=None))
        hello = {"type": "hello", "protocol": 1, "token": token, "one_hand": True}
        self.told = [self._say(hello), self._next()]
        assert self.told[-1]["type"] == "presence"

    def _say(self, message: JsonObject) -> JsonObject:
        self._line.send(json.dumps(message))
        return self._next()

    def _next(self) -> JsonObject:
        told: JsonObject = json.loads(self._line.recv(20))
        return told

    def say(self, text: str) -> list[JsonObject]:
        self._line.send(text)
        told = [self._next()]
        while told[-1]["type"] not in ANSWERS:
            told.append(self._next())
        return told

    def close(self) -> None:
        self._open.close()


class OnDevice:
    """A line to a table on a device, and the storage of its worker."""

    def __init__(self, device: Device, wish: JsonObject) -> None:
        self.device, self.log = device, list[Any]()
        answer = json.loads(door.ask(device, "POST", "/tables", json.dumps(wish)))
        assert answer["status"] == 201, answer
        self.made = json.loads(answer["told"])
        self.table = self.made["table"]
        self.log += answer["log"]
        device.open(json.dumps(answer["log"]))
        if answer["says"]:
            self._take(device.say(answer["says"][0], answer["says"][1], json.dumps(answer["says"][2])))
        self.told = self._take(
            device.hear(1, self.table, json.dumps({"type": "hello", "protocol": 1, "one_hand": True}))
        )

    def say(self, text: str) -> list[JsonObject]:
        return self._take(self.device.hear(1, self.table, text))

    def _take(self, outcome: str) -> list[JsonObject]:
        """Store, then tell."""
        come = json.loads(outcome)
        told = [message for _, message in come["told"]]
        if come["entries"]:
            assert not told, "told before it was stored"
            self.log += come["entries"]
            return self._take(self.device.stored(self.table))
        return told

    def reopen(self) -> JsonObject:
        """The same table in a device that was switched off meanwhile."""
        again = Device()
        again.me = self.device.me
        again.open(json.dumps(self.log))
        hello = json.dumps({"type": "hello", "protocol": 1, "one_hand": True})
        told: JsonObject = json.loads(again.hear(1, self.table, hello))["told"][0][1]
        return told


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with (
        pytest.MonkeyPatch.context() as patch,
        served(tmp_path_factory.mktemp("same"), programs=1) as running,
    ):
        patch.setattr(secrets, "token_hex", lambda size: SECRET[: 2 * size])
        yield running


def both(server: Served, patch: pytest.MonkeyPatch, wish: JsonObject) -> tuple[AtServer, OnDevice]:
    """The same table twice."""
    patch.setattr(secrets, "randbelow", lambda below: below - 1)
    token = Random(len(PLAYERS)).randbytes(16).hex()
    player = new_player(server, patch, token)
    made = server.call("POST", "/api/tables", wish, token)
    device = Device()
    device.me = Who(player, "Mia")
    for place in (devices, questions):
        patch.setattr(place, "new_table_id", lambda: made["table"])
    here = OnDevice(device, wish)
    assert here.made == made
    return AtServer(server, token, made["table"]), here


PLAYERS: list[str] = []


def new_player(server: Served, patch: pytest.MonkeyPatch, token: str) -> str:
    """A player with a token of their own, though chance is fixed here."""
    with patch.context() as only:
        only.setattr(secrets, "token_hex", lambda size=16: token)
        made = server.call("POST", "/api/players", {"name": "Mia"})
    PLAYERS.append(made["player"])
    return str(made["player"])


class Talk:
    """Somebody who holds all seats and says what is legal, what is not, and this and that."""

    def __init__(self, told: list[JsonObject], chance: Random) -> None:
        self.chance, self.count = chance, 0
        self.table: JsonObject = {}
        self.views: list[JsonObject] = []
        self.hear(told)

    def hear(self, told: list[JsonObject]) -> None:
        for message in told:
            self.table = message.get("table", self.table)
            self.views = message.get("views", self.views)

    def next(self) -> JsonObject:
        self.count += 1
        return {"id": f"m{self.count}", **self._next()}

    def _next(self) -> JsonObject:
        waiting = self.table["waiting"]
        if waiting["what"] in ("seals", "seeds"):
            return self._part(waiting["what"], waiting["for"][0])
        if self.chance.random() < 0.25:
            return self.chance.choice(ASIDES)
        if self.table["state"] == "over":
            return {"type": "rematch"}
        if waiting["what"] == "dice":
            colours = self.views[0]["dice"]
            faces = [self.chance.randint(1, 2) for _ in range(2 + len(colours))]
            shown = " ".join(f"{colour}{face}" for colour, face in zip(colours, faces[2:], strict=True))
            dice = f"{faces[0]}+{faces[1]} {shown}".strip()
            return {"type": "roll", "turn": self.views[0]["turn"], "dice": dice}
        if waiting["what"] == "count":
            return {"type": "count"}
        return self._move()

    def _part(self, what: str, seat: int) -> JsonObject:
        seed = f"seed of {seat}"
        if what == "seals":
            return {"type": "seal", "seat": seat, "seal": seal(self.table["dice"]["label"], seat, seed)}
        return {"type": "seed", "seat": seat, "seed": seed}

    def _move(self) -> JsonObject:
        able = [view for view in self.views if view["moves"]]
        if not able:  # cards are hidden until somebody looks
            hidden = [view["seat"] for view in self.views if view["seat"] in view["waiting"]]
            return {"type": "look", "seat": self.chance.choice(hidden or [0])}
        view = self.chance.choice(able)
        move = self.chance.choice(view["moves"])["move"]
        when = {key: view[key] for key in ("turn", "phase", "seat")}
        return {"type": "move", "move": move, **when}


ASIDES: list[JsonObject] = [
    {"type": "sync"},
    {"type": "ping"},
    {"type": "look", "seat": 0},
    {"type": "chat", "text": "hello"},
    {"type": "phrase", "phrase": "well_played"},
    {"type": "nudge", "seat": 0},
    {"type": "start"},
    {"type": "abort", "wish": True},
    {"type": "abort", "wish": False},
    {"type": "move", "turn": 1, "phase": "white", "move": "-", "seat": 0},
    {"type": "move", "turn": 2, "phase": "colour", "move": "<", "seat": 0},
    {"type": "move", "turn": 1, "phase": "white", "move": "nonsense", "seat": 0},
    {"type": "roll", "turn": 1, "dice": "1+1"},
    {"type": "settings"},
    {"type": "settings", "auto_pass": False},
    {"type": "settings", "hints": True},
    {"type": "hint", "seat": 0},
    {"type": "propose", "place": 0},
    {"type": "consent", "agree": True},
    {"type": "seats", "count": 3},
    {"type": "bot", "seat": 9, "bot": "random"},
    {"type": "bot", "seat": 0, "bot": "nobody"},
    {"type": "pad", "variant": "nowhere"},
    {"type": "pad", "variant": "longo"},
    {"type": "host", "player": "p1"},
    {"type": "kick", "player": "p1"},
    {"type": "dance"},
    {"type": "sit"},
    {"type": "sit", "seat": 0, "name": "Ben"},
]


def untimed(messages: list[JsonObject]) -> list[JsonObject]:
    """Messages without the time of a chat line, and without the wording about what is not a message."""
    told: list[JsonObject] = json.loads(json.dumps(messages))
    for message in told:
        for line in [message, *message.get("chat", [])] if message["type"] in ("chat", "welcome") else []:
            line.pop("at", None)
        if message.get("code") in ("bad_message", "no_such_bot"):
            message.pop("reason")
    return told


def talk(server: Served, patch: pytest.MonkeyPatch, wish: JsonObject, seed: int) -> set[str]:
    """Say the same at both, and see that the same is told; the kinds of facts that came by."""
    there, here = both(server, patch, wish)
    try:
        assert untimed(there.told) == untimed(here.told)
        somebody, facts = Talk(there.told, Random(seed)), set[str]()
        for _ in range(MESSAGES):
            text = json.dumps(somebody.next())
            told = there.say(text)
            assert untimed(here.say(text)) == untimed(told), text
            somebody.hear(told)
            facts |= {fact["kind"] for message in told for fact in message.get("facts", [])}
        whole = there.say('{"type": "look", "seat": null}')[-1]
        again = here.reopen()
        parked = {"online": False, "parked": False}
        for message in (whole, again):
            message.pop("n")
            message["table"] |= {"parked": False}
            message["table"]["seats"] = [{**seat, **parked} for seat in message["table"]["seats"]]
        assert untimed([again]) == untimed([whole])
    finally:
        there.close()
    return facts


def around(seats: int, **more: Any) -> JsonObject:
    return {"seats": [{"kind": "me", "name": f"Mia {n}"} for n in range(seats)], "start": True, **more}


@pytest.mark.parametrize("name", variant_names())
def test_every_bundled_pad(server: Served, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    least, most = devices.find_pad(name).players
    number = variant_names().index(name)
    seats = least + number % (most - least + 1)
    facts = talk(server, monkeypatch, around(seats, variant=name), number)
    assert {"started"} <= facts


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_any_number_of_seats(server: Served, monkeypatch: pytest.MonkeyPatch, seats: int) -> None:
    talk(server, monkeypatch, around(seats), seats)


@pytest.mark.parametrize("dice", ["real", "none"])
@pytest.mark.parametrize("name", ["classic", "bonus-a", "cards"])
def test_real_dice_and_the_score_pad(
    server: Served, monkeypatch: pytest.MonkeyPatch, dice: str, name: str
) -> None:
    if name not in variant_names() or (name == "cards" and dice == "real"):
        return
    talk(server, monkeypatch, around(2, variant=name, dice=dice), 7)


def test_pads_of_ones_own_to_the_end_of_several_games(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = set[str]()
    for number, file in enumerate(TINY[::3]):
        text = format_variant(load_variant(file))
        wish = around(1 + number % 2, variant_text=text)
        facts |= talk(server, monkeypatch, wish, number)
    assert {"ended", "locked", "closed", "penalised", "rematch"} <= facts


def test_strange_and_random_pads(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [format_variant(six_rows()), *(format_variant(random_pad(seed)) for seed in range(3))]
    for number, text in enumerate(texts):
        talk(server, monkeypatch, around(2, variant_text=text), number)
