"""A device without a network shows no more than a server: no secret, no hand or choice of a bot, and where
several people share it, no hand that nobody looks at."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from test_device import Worker
from unseen import exchanged

from rowlock.engine.game import Phase, legal_moves
from rowlock.engine.record import replay
from rowlock.table.api.question import QUESTIONS
from rowlock.table.finished import record_of_last
from rowlock.table.table import Table

ME, BOT = {"kind": "me"}, {"kind": "bot", "bot": "random"}


class Drawn:
    """The device's secrets, drawn so that every run plays the same games."""

    def __init__(self, chance: Random) -> None:
        self.randbelow = chance.randrange
        self._chance = chance

    def token_hex(self, size: int) -> str:
        return self._chance.randbytes(size).hex()


def begun(pad: str, seats: list[Any], chance: Random, one_hand: bool = False) -> tuple[Worker, str]:
    """A worker with a table in the middle of a game, at which all bots have answered."""
    worker = Worker()
    status, made = worker.ask(
        "POST", "/tables", {"variant": pad, "seats": seats, "start": True, "hints": True}
    )
    assert status == 201, made
    table, moves = str(made["table"]), chance.randint(5, 12)
    come = worker.say(table, {"type": "hello", "one_hand": one_hand})
    while come["house_is_next"] or moves:
        if come["house_is_next"]:
            come = worker.settle(table, worker.device.let_house_act(table))
            continue
        moves -= 1
        last = next(told for told in reversed(worker.told) if "table" in told)
        if last["table"]["state"] == "over":  # random moves can make it that short
            return begun(pad, seats, chance, one_hand)
        if one_hand and last["table"]["state"] == "playing":
            worker.say(table, {"type": "look", "seat": last["views"][0]["waiting"][0]})
            last = worker.told[-1]
        come = worker.say(table, worker._word(last, chance))
    return worker, table


def look_around(worker: Worker, table: str) -> list[str]:
    """The answers to everything that the page can ask, and the words of a line."""
    shown = []
    fields = {"table": table, "game": "1", "place": "1", "number": "1", "name": "classic"}
    for kind in QUESTIONS.values():
        if kind.method == "GET" and not kind.server_only:
            path, log = kind.path.format(**fields), json.dumps(worker.logs[table])
            shown.append(worker.device.ask(kind.method, path, "", log))
    worker.told.clear()
    worker.say(table, {"type": "sync"})
    told = worker.told[-1]
    return [*shown, json.dumps({name: told[name] for name in ("table", "views", "you")})]


def twin(table: Table, log: list[Any], here: tuple[int, ...], chance: Random) -> Table:
    """A table that those at the device must not be able to tell from this one.

    Where one sits there they see their hand; where several do, nobody looks at one. What they answer to a
    call or to the white dice is crossed on the open sheet, to be taken back, so all of them see it.
    """
    game = table.game
    assert game
    if game.variant.turns is not None:
        looks = here[0] if len(here) == 1 else None
        like_it = exchanged(record_of_last(table, log), looks, chance, here)
        return table._replace(game=replay(like_it)[-1].game)
    choices = list(game.choices)
    for other, choice in enumerate(choices):
        if game.phase is Phase.WHITE and choice is not None and other not in here:
            undecided = game._replace(choices=(*choices[:other], None, *choices[other + 1 :]))
            others = [move for move in legal_moves(undecided, other) if move != choice]
            choices[other] = chance.choice(others or [choice])
    return table._replace(game=game._replace(choices=tuple(choices)))


@pytest.mark.parametrize(("pad", "seats"), [
    ("classic", [ME, BOT, BOT]),
    ("classic", [ME, ME, BOT]),
    ("cards", [ME, BOT]),
    ("cards", [ME, ME]),
    ("cards-mixx-a", [ME, BOT, ME]),
])  # fmt: skip
def test_a_device_shows_nothing_hidden(pad: str, seats: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    differed = set[str]()
    here = tuple(seat for seat, kind in enumerate(seats) if kind is ME)
    for number in range(16):
        chance = Random(f"{pad} {seats} {number}")
        monkeypatch.setattr("rowlock.offline.device.secrets", Drawn(chance))
        worker, table = begun(pad, seats, chance, one_hand=len(here) > 1)
        room = worker.device.rooms[table]
        if len(here) > 1:
            worker.say(table, {"type": "look", "seat": None})
        secret, real, told = room.table.secret, room.table, [json.dumps(one) for one in worker.told]
        before = look_around(worker, table)
        room.table = twin(real, room.log, here, chance)
        if room.table.game and room.table.game != real.game:
            differed.add(room.table.game.phase.value)
        after = look_around(worker, table)
        assert before == after
        assert secret
        assert not [text for text in (*told, *before) if secret in text]
    assert differed >= ({"white"} if pad == "classic" else {"take", "call"})
