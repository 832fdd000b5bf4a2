"""A device by itself: its games, its answers, and what can go wrong around it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rowlock import load_variant, parse_record, replay
from rowlock.analysis.position import analyse
from rowlock.engine.json_object import JsonObject
from rowlock.engine.position import parse_position
from rowlock.engine.view import plain_variant
from rowlock.offline import bots, questions
from rowlock.offline.device import Device
from rowlock.table.dice import seal
from rowlock.variants import load_named


class Worker:
    """The worker of a page: stores what a device says, and then hears what it tells."""

    def __init__(self, device: Device | None = None) -> None:
        self.device = device or Device("Mia")
        self.logs: dict[str, list[Any]] = {}
        self.games: list[JsonObject] = []
        self.told: list[JsonObject] = []

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        table = path.split("/")[2] if path.startswith("/tables/") else ""
        log = json.dumps(self.logs.get(table, []))
        answer = json.loads(self.device.ask(method, path, json.dumps(body) if body else "", log))
        if answer["log"]:
            made = answer["line"]["table"]
            self.logs[made] = answer["log"]
            self.games += [answer["finished"]] if answer["finished"] else []
            self.device.open(json.dumps(answer["log"]))
        if answer["says"]:
            where, kind, said = answer["says"]
            self.settle(where, self.device.say(where, kind, json.dumps(said)))
        text = answer["told"]
        return answer["status"], json.loads(text) if text.startswith(("{", "[")) else text

    def settle(self, table: str, outcome: str) -> JsonObject:
        come: JsonObject = json.loads(outcome)
        self.told += [message for _, message in come["told"]]
        if come["entries"]:
            self.logs[table] += come["entries"]
            self.games += [come["finished"]] if come["finished"] else []
            return self.settle(table, self.device.stored(table))
        return come

    def say(self, table: str, message: JsonObject) -> JsonObject:
        return self.settle(table, self.device.hear(1, table, json.dumps(message)))

    def play(self, table: str, most: int = 3000) -> JsonObject:
        """Play a table's game to its end, at random, with whatever bots sit there; its last state."""
        chance, come = Random(1), self.say(table, {"type": "hello"})
        for _ in range(most):
            last = next(told for told in reversed(self.told) if "table" in told)
            if last["table"]["state"] == "over":
                return last
            if come["house_is_next"]:
                come = self.settle(table, self.device.let_house_act(table))
            else:
                come = self.say(table, self._word(last, chance))
        raise AssertionError("the game does not end")

    def _word(self, last: JsonObject, chance: Random) -> JsonObject:
        waiting = last["table"]["waiting"]
        if waiting["what"] in ("seals", "seeds"):
            seat = waiting["for"][0]
            made = seal(last["table"]["dice"]["label"], seat, "x")
            part = {"seal": made} if waiting["what"] == "seals" else {"seed": "x"}
            return {"type": waiting["what"].removesuffix("s"), "seat": seat, **part}
        view = chance.choice([view for view in last["views"] if view["seat"] in view["waiting"]])
        move = chance.choice(view["moves"])["move"]
        return {"type": "move", "move": move, **{key: view[key] for key in ("turn", "phase", "seat")}}


ALONE: JsonObject = {"seats": [{"kind": "me", "name": "Mia"}], "start": True}
WITH_BOT: JsonObject = {
    "seats": [{"kind": "me", "name": "Mia"}, {"kind": "bot", "bot": "random"}],
    "start": True,
}


def played(worker: Worker, wish: JsonObject) -> str:
    status, made = worker.ask("POST", "/tables", wish)
    assert status == 201, made
    worker.play(made["table"])
    return str(made["table"])


@pytest.fixture(scope="module")
def worker() -> Worker:
    found = Worker()
    found.table = played(found, WITH_BOT)  # type: ignore[attr-defined]
    return found


def test_a_finished_game_is_listed_with_its_record(worker: Any) -> None:
    (game,) = worker.games
    assert (game["dice"], game["seats"], game["seats_of_mine"]) == ("device", ["Mia", "Random"], [0])
    record = parse_record(game["record"], load_named)
    headers = dict(record.headers)
    assert (headers["played"], headers["dice"].split(",")[0]) == ("offline", "device")
    assert not {"secret", "commitment"} & headers.keys()
    assert replay(record)[-1].game.phase.value == "over"


@pytest.mark.parametrize("what", ["record", "replay", "dice"])
def test_a_finished_game_is_answered_as_by_a_server(worker: Any, what: str) -> None:
    status, told = worker.ask("GET", f"/tables/{worker.table}/games/1/{what}")
    assert status == 200
    if what == "replay":
        assert (told["seats"], told["damage"]) == (["Mia", "Random"], None)
    if what == "dice":
        assert (told["source"], told["secret"]) == ("device", None)


def test_a_brought_game_is_a_game_like_any_other(worker: Any) -> None:
    other = Worker()
    status, made = other.ask("POST", "/games", {"text": worker.games[0]["record"]})
    assert status == 201
    assert other.games[0]["scores"] == worker.games[0]["scores"]
    _, text = other.ask("GET", f"/tables/{made['table']}/games/1/record")
    first, second = (parse_record(record, load_named) for record in (worker.games[0]["record"], text))
    assert (first.inputs, first.seats, first.start) == (second.inputs, second.seats, second.start)
    assert dict(second.headers)["played"] == "offline"


def test_a_clock_that_is_set_back_never_makes_a_log_go_backwards() -> None:
    now = [1000.0]
    device = Device("Mia", clock=lambda: now[0])
    worker = Worker(device)
    _, made = worker.ask("POST", "/tables", ALONE)
    now[0] = 10.0
    worker.play(made["table"])
    times = [entry[1] for entry in worker.logs[made["table"]]]
    assert times == sorted(times)
    again = Worker(Device("Mia", clock=lambda: 5.0))
    again.device.open(json.dumps(worker.logs[made["table"]]))
    assert again.device.room(made["table"]).table.state == "over"


def test_two_tabs_on_one_log_agree() -> None:
    one = Worker()
    _, made = one.ask("POST", "/tables", {**ALONE, "seats": ALONE["seats"] * 2})
    table = made["table"]
    two = Worker()
    two.device.open(json.dumps(one.logs[table]))
    for tab in (one, two):
        tab.say(table, {"type": "hello"})
    one.say(table, {"type": "phrase", "phrase": "thanks", "id": "a"})
    word = {"type": "phrase", "phrase": "oops", "id": "b"}
    outcome = json.loads(two.device.hear(1, table, json.dumps(word)))
    assert outcome["entries"][0][0] == one.logs[table][-1][0]  # one number: the storage takes one of them
    told = json.loads(two.device.behind(table, json.dumps(one.logs[table])))["told"]
    assert [message["phrase"] for _, message in told] == ["thanks"]
    two.logs[table] = list(one.logs[table])
    two.say(table, word)
    assert [message["type"] for message in two.told[-2:]] == ["chat", "receipt"]


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("POST", "/tables", {"seats": [{"kind": "me"}, {"kind": "open"}]}, "needs_server"),
        ("POST", "/tables", {**ALONE, "timer": "fast"}, "needs_server"),
        ("POST", "/tables", {**ALONE, "listed": True}, "needs_server"),
        ("POST", "/tables", {"seats": [{"kind": "bot", "bot": "nobody"}]}, "no_such_bot"),
        ("POST", "/tables", {**ALONE, "variant": "nowhere"}, "no_such_variant"),
        ("POST", "/tables", {"seats": []}, "bad_message"),
        ("POST", "/variants", {"text": "title = 5"}, "bad_variant"),
        ("POST", "/games", {"text": "rowlock game 1"}, "bad_record"),
        ("GET", "/tables/d-000000000000/variant", None, "no_such_table"),
        ("GET", "/print/classic.pdf", None, "needs_server"),
        ("DELETE", "/players/me", None, "needs_server"),
    ],
)
def test_what_cannot_be_is_refused_with_a_code(method: Any, path: str, body: Any, code: str) -> None:
    status, told = Worker().ask(method, path, body)
    assert (status >= 400, told["code"]) == (True, code)


def test_a_review_is_the_networks_word_and_a_pad_without_one_needs_a_server() -> None:
    record = (Path(__file__).parents[1] / "golden" / "classic.rowlock").read_text(encoding="utf-8")
    begun = record.split("\n4. ")[0] + "\n"
    status, told = Worker().ask("POST", "/review", {"text": begun})
    assert status == 200
    assert {decision["played"] for turn in told["turns"] for decision in turn["decisions"]} == {0}
    other = begun.replace("variant: classic", "variant: classic;die_leaves=turn")
    status, told = Worker().ask("POST", "/review", {"text": other})
    assert (status >= 400, told["code"]) == (True, "needs_server")


def test_pads_and_bots_are_known_here_too() -> None:
    worker = Worker()
    pads = worker.ask("GET", "/variants")[1]["variants"]
    assert pads[0] == json.loads(json.dumps(dict(plain_variant(load_variant(pads[0]["name"])))))
    assert "random" in [bot["name"] for bot in worker.ask("GET", "/bots")[1]["bots"]]


ROLLED = "classic 1/0 white 3+4,r1,y2,g3,b4 ?/? r,y,g,b,p0 r,y,g,b,p0"


def test_a_position_is_set_up_and_weighed_here_too() -> None:
    worker = Worker()
    _, board = worker.ask("POST", "/position", {"position": "classic"})
    assert board["position"] == "classic 1/0 roll . . r,y,g,b,p0 r,y,g,b,p0"
    change = {"what": "roll", "roll": "3+4 r1 y2 g3 b4"}
    _, board = worker.ask("POST", "/position", {"position": board["position"], "change": change})
    assert board["position"] == ROLLED
    assert [view["phase"] for view in board["views"]] == ["white", "white"]
    status, told = worker.ask("POST", "/analyse", {"position": ROLLED})
    assert (status, told["judge"]["by"], len(told["options"])) == (200, "network", 2)
    assert told == json.loads(json.dumps(analyse(parse_position(ROLLED, load_named))))


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/position", {"position": "classic", "change": {"what": "cell", "seat": 5}}, "no_such_seat"),
        ("/position", {"position": "classic", "change": {"what": "jump"}}, "bad_message"),
        ("/position", {"position": "cards", "change": {"what": "action"}}, "unsupported"),
        ("/position", {"position": "nowhere"}, "no_such_variant"),
        ("/analyse", {"position": ROLLED.replace("classic", "classic;die_leaves=turn")}, "needs_server"),
    ],
)
def test_positions_that_cannot_be_are_refused_with_a_code(path: str, body: Any, code: str) -> None:
    status, told = Worker().ask("POST", path, body)
    assert (status >= 400, told["code"]) == (True, code)


def test_a_networks_word_asks_for_the_network_first_and_does_without_where_there_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(questions, "missing_networks", lambda variant: ["classic.npz"])
    asked = ("POST", "/analyse", json.dumps({"position": ROLLED}), "[]")
    first, again = (json.loads(Device().ask(*asked, equipped)) for equipped in (False, True))
    assert (first["needs"], again["needs"]) == (["classic.npz"], [])
    assert "options" in json.loads(again["told"])


@pytest.mark.parametrize(("bot", "wanted"), [("steady", []), ("champion", ["classic.npz"])])
def test_networks_are_fetched_for_bots_that_play_by_them_and_not_for_others(
    monkeypatch: pytest.MonkeyPatch, bot: Any, wanted: Any
) -> None:
    monkeypatch.setattr(bots, "missing_networks", lambda variant: ["classic.npz"])
    monkeypatch.setattr(
        bots, "plays_by", lambda name, variant, seats: "hand" if name == "champion" else "itself"
    )
    bots._does_without.cache_clear()
    worker = Worker()
    seats = [{"kind": "me"}, {"kind": "bot", "bot": bot}]
    _, made = worker.ask("POST", "/tables", {"seats": seats, "start": True})
    assert json.loads(worker.device.needs(made["table"])) == wanted
    bots._does_without.cache_clear()
