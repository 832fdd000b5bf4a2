"""Every question that a device answers is answered alike by a server: good, bad and missing bodies."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from serving import Served
from test_same_messages import AtServer, OnDevice, around, both
from test_same_messages import server as server  # the fixture: chance and secrets are fixed in it

from rowlock.offline import questions
from rowlock.server.http import routes as routes  # declares what a server alone answers
from rowlock.table.api.question import QUESTIONS, Question, answer_type
from rowlock.table.api.reading import texts_of
from rowlock.table.messages.reading import said_fields
from rowlock.table.schemas import Schemas

RECORD = (Path(__file__).parents[1] / "golden" / "classic.rowlock").read_text(encoding="utf-8")
BEGUN = RECORD.split("\n2. ")[0] + "\n"
ROLLED = "classic 1/0 white 3+4,r1,y2,g3,b4 ?/? r,y,g,b,p0 r,y,g,b,p0"
OWN = 'parent = "classic"\ntitle = "Mine"\nrules = 1\n'
ME = [{"kind": "me"}]
CHANGE = {"what": "cell", "seat": 0, "row": "r", "number": 5}
BODIES: dict[str, tuple[list[Any], list[Any]]] = {
    "POST /variants": ([{"text": OWN}, {"text": 'parent = "o.toml"', "parents": {"o.toml": OWN}}],
        [{"text": "x"}, {"text": 5}, {"text": "x" * 40_000}, {"text": OWN, "parents": {"a b": ""}},
         {"text": OWN, "parents": []}, {"text": OWN, "parents": {str(n): "" for n in range(5)}}]),
    "POST /tables": ([{"seats": ME}, {"seats": ME, "dice": "none", "chat": False}],
        [{"seats": []}, {"seats": [{}]}, {"seats": [{"kind": "bot"}]},
         {"seats": [{"kind": "bot", "bot": "nobody"}]},
         {"seats": ME * 11}, {"seats": ME, "variant": "nowhere"}, {"seats": ME, "timer": "slow"},
         {"seats": ME, "hints": 1}, {"seats": ME, "hints": "yes"}, {"seats": ME, "variant_text": "x"},
         {"seats": ME, "position": "x"}, {"seats": ME, "position": ROLLED},
         {"seats": ME, "variant": "x" * 65},
         {"seats": [{"kind": "me", "name": " \n"}]}, {"seats": [{"kind": "me", "age": 7}]}, {"seats": 1}]),
    "POST /replay": ([{"text": BEGUN}], [{"text": ""}, {"text": None}, {"text": "rowlock game 1"}]),
    "POST /games": ([{"text": RECORD}],
        [{"text": BEGUN, "seats": [10]}, {"text": "x"}, {"text": RECORD, "seats": 0}]),
    "PATCH /players/me": ([{"name": " Ben "}],
        [{"name": ""}, {"name": "x" * 25}, {"name": "\u2800"}, {"nam": "Ben"}]),
    "POST /tables/{table}/hint": ([{"seat": 0}, {"seat": None}, {}],
        [{"seat": 10}, {"seat": "0"}, {"seat": True}]),
    "POST /tables/{table}/tutor": ([{"seat": 0, "move": "-"}, {"move": "-", "grade": "blunder", "seat": 0}],
        [{"seat": 0}, {"move": 5}, {"move": "-", "grade": "bad"}, {"move": "x" * 33},
         {"seat": 0, "move": "q9"}]),
    "POST /daily/{day}/{pad}/table": ([{}, {"link": None}],
        [{"link": "x"}, {"link": 5}, {"link": "0" * 63}, {"link": "Z" * 64}]),
    "POST /review": ([{"text": BEGUN}], [{"text": "x"}, {"text": ["x"]}]),
    "POST /position": ([{"position": "classic"}, {"position": ROLLED, "change": CHANGE},
         {"position": "own", "variant_text": OWN}, {"position": "cards"}],
        [{"position": "nowhere"}, {"position": 5}, {"position": "classic", "change": {"what": "jump"}},
         {"position": "classic", "change": {"what": "cell", "seat": 5}}, {"position": "classic", "change": 3},
         {"position": ROLLED, "variant_text": "x"}]),
    "POST /practice": ([{"position": ROLLED, "seat": 0},
         {"position": ROLLED, "seat": 1, "worths": {"r7": 0.5, "-": 0.4}, "answer": "-"},
         {"position": ROLLED, "seat": 0, "answer": ""}],
        [{"position": "nowhere", "seat": 0}, {"position": ROLLED}, {"position": ROLLED, "seat": 5},
         {"position": "classic", "seat": 0}, {"position": ROLLED, "seat": 0, "worths": {"r7": "much"}},
         {"position": ROLLED, "seat": 0, "worths": {str(n): 0.1 for n in range(201)}},
         {"position": ROLLED, "seat": 0, "answer": "x" * 33}]),
    "POST /analyse": ([{"position": ROLLED}],
        [{"position": "x"}, {"position": ROLLED, "variant_parents": {}}]),
}  # fmt: skip
"""For every question with a body, good ones and bad ones; what no question may have comes to the bad ones."""
NEVER: list[Any] = [
    None,
    "",
    "null",
    "[]",
    "5",
    '"x"',
    "{",
    '{"strange": 1}',
    '{"text": "\\ud800"}',
    "[" * 5000,
]
"""Bodies as texts that nobody takes; None is none at all."""
PLACES = {
    "table": ["{table}", "unknown", "x" * 33, "A"],
    "game": ["1", "2", "0", "x", "100001"],
    "place": ["0", "1", "-1", "x", "100001"],
    "number": ["1", "999999", "0", "x"],
    "day": [datetime.now(UTC).date().isoformat(), "2126-01-01", "2026-02-30", "2026-1-1", "today"],
    "pad": ["classic", "cards", "nowhere", "x" * 33, "A"],
    "name": ["classic", "classic;die_leaves=turn", "nowhere", "classic;x", "x" * 65],
}
"""The values for the places in addresses, the good one first."""
OF_A_DUEL = {"PlayDuel"}
"""A server has the duel, a device was told of it: tests/offline/test_duel_on_device.py asks both."""
ASKED = [kind for kind in QUESTIONS.values() if not kind.server_only and kind.__name__ not in OF_A_DUEL]


class Both:
    """The same table at a server and on a device, and questions about it."""

    def __init__(self, server: Served, there: AtServer, here: OnDevice, token: str) -> None:
        self.server, self.there, self.here, self.token = server, there, here, token

    def say(self, message: Any) -> None:
        text = json.dumps(message)
        for told in (self.there.say(text), self.here.say(text)):
            assert told[-1]["type"] != "refusal", told

    def ask(self, method: str, path: str, body: str | None = None) -> tuple[tuple[int, str], tuple[int, str]]:
        """Both answers, each with its status: the server's and the device's."""
        return self._server(method, path, body), self._device(method, path, body)

    def _server(self, method: str, path: str, body: str | None) -> tuple[int, str]:
        given = body.encode("utf-8", "surrogatepass") if body is not None else None
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        asked = urllib.request.Request(f"{self.server.base}/api{path}", given, headers, method=method)
        try:
            with urllib.request.urlopen(asked) as answer:
                status, told = answer.status, answer.read()
        except urllib.error.HTTPError as refused:
            status, told = refused.code, refused.read()
        return self._server(method, path, body) if status == 202 else (status, told.decode())

    def _device(self, method: str, path: str, body: str | None) -> tuple[int, str]:
        answer = json.loads(self.here.device.ask(method, path, body or "", json.dumps(self.here.log), True))
        return answer["status"], answer["told"]


@pytest.fixture(scope="module")
def asked(server: Served) -> Iterator[Both]:
    """Two seats of one person, in the second game; the first one was broken off."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(questions, "MARK", "")
        there, here = both(server, patch, around(2, hints=True, dice="real"))
        asked = Both(server, there, here, there.token)
        asked.say({"type": "roll", "turn": 1, "dice": "2+2 r1 y2 g3 b4"})
        asked.say({"type": "abort", "wish": True})
        asked.say({"type": "rematch"})
        asked.say({"type": "roll", "turn": 1, "dice": "4+1 r6 y2 g3 b6"})
        yield asked
        there.close()


def plain(status: int, told: str, kind: type[Question[Any]]) -> Any:
    """Status, and the answer or the code of the refusal; what is each host's own is left out."""
    if status >= 400:
        return status, json.loads(told)["code"]
    if answer_type(kind) is str:
        return status, told.replace("played: offline\n", "")
    found = json.loads(told)
    if "headers" in found:
        found["headers"] = [header for header in found["headers"] if header != ["played", "offline"]]
    return status, {
        name: value for name, value in found.items() if name not in OWN_WORDS.get(kind.__name__, ())
    }


OWN_WORDS = {
    "AskAbout": (
        "version",
        "protocol",
        "address",
        "bots",
        "phrases",
        "timers",
        "limits",
        "passkeys",
        "calls",
        "public",
    ),
    "NewTable": ("table", "link"),
    "PlayDay": ("table", "link", "commitment"),
    "BringGame": ("table",),
    "Rename": ("player",),
}
"""Keys that a server tells and a device does not, or each by itself."""


def addresses(kind: type[Question[Any]], table: str) -> Iterator[str]:
    """The address of a question with good parts, and then with each of its parts in every other way."""
    good = {name: values[0].replace("{table}", table) for name, values in PLACES.items()}
    yield kind.path.format(**good)
    for name, values in PLACES.items():
        if f"{{{name}}}" in kind.path:
            yield from (kind.path.format(**{**good, name: value}) for value in values[1:])


NEEDS_ANOTHER = {"AskOwnDay"}
"""Questions that this table cannot be asked well: tests/offline/test_daily_on_device.py asks them."""


def bodies(kind: type[Question[Any]]) -> list[str | None]:
    if kind.method not in ("POST", "PATCH"):
        return [None]
    good, bad = BODIES[f"{kind.method} {kind.path}"]
    extra = [{**good[0], "strange": 1}, *({**good[0], name: [[]]} for name in good[0])]
    return [*(json.dumps(body) for body in [*good, *bad, *extra]), *NEVER]


@pytest.mark.parametrize("kind", ASKED, ids=lambda kind: kind.__name__)
def test_server_and_device_answer_alike(asked: Both, kind: type[Question[Any]]) -> None:
    first, *others = addresses(kind, asked.there.table)
    cases = [(first, body) for body in bodies(kind)] + [(path, bodies(kind)[0]) for path in others]
    for path, body in cases:
        there, here = asked.ask(kind.method, path, body)
        assert plain(*there, kind) == plain(*here, kind), (path, body and body[:100])


@pytest.mark.parametrize(
    "kind", [kind for kind in ASKED if kind.__name__ not in NEEDS_ANOTHER], ids=lambda kind: kind.__name__
)
def test_a_good_question_is_answered_as_it_is_declared(asked: Both, kind: type[Question[Any]]) -> None:
    path = next(addresses(kind, asked.there.table))
    schemas = Schemas()
    schema = {**schemas.write(answer_type(kind)), "$defs": schemas.defined}
    for status, told in asked.ask(kind.method, path, bodies(kind)[0]):
        assert status == kind.status, told
        if answer_type(kind) is not str:
            jsonschema_rs.validator_for(schema).validate(json.loads(told))


def test_solutions_and_queries(asked: Both) -> None:
    kind = QUESTIONS["GET /puzzles/{number}/solution"]
    for query in ("", "?answer=-", "?answer=r5", "?answer=", f"?answer={'x' * 33}", "?answer=%2D&more=1"):
        there, here = asked.ask("GET", f"/puzzles/1/solution{query}")
        assert plain(*there, kind) == plain(*here, kind), query


def test_a_tutor_without_a_question_is_refused(asked: Both) -> None:
    for status, told in asked.ask("POST", f"/tables/{asked.there.table}/tutor"):
        assert (status, json.loads(told)["code"]) == (422, "bad_message")


AT_SERVER = [kind for kind in QUESTIONS.values() if kind.server_only]
"""Questions that a device has no answer for; `routes` has declared all of them."""


def strange_address(kind: type[Question[Any]], value: str) -> str:
    """The address of a question about something that is not there, or cannot be."""
    return re.sub(r"{\w+(:path)?}", value, kind.path)


@pytest.mark.parametrize("kind", AT_SERVER, ids=lambda kind: kind.__name__)
def test_a_device_says_what_needs_a_server(asked: Both, kind: type[Question[Any]]) -> None:
    for body in (None, "{", "{}"):
        status, told = asked._device(kind.method, strange_address(kind, "1"), body)
        assert (status, json.loads(told)["code"]) == (409, "needs_server")


@pytest.mark.parametrize("kind", AT_SERVER, ids=lambda kind: kind.__name__)
def test_a_server_refuses_what_nobody_can_mean(asked: Both, kind: type[Question[Any]]) -> None:
    """Bodies that nobody takes, and addresses of nothing: refused with a code, and never a fault of ours."""
    has_body = kind.method in ("POST", "PATCH") and len(said_fields(kind)) > len(texts_of(kind))
    for body in NEVER if has_body else ():
        status, told = asked._server(kind.method, strange_address(kind, "1"), body)
        assert 400 <= status < 500, (body and body[:60], told)
        assert json.loads(told)["code"], told
    for value in ("x" * 200, "%00", "-1") if "{" in kind.path else ():
        status, told = asked._server(kind.method, strange_address(kind, value), "{}" if has_body else None)
        assert 400 <= status < 500, (value, told)


@pytest.mark.parametrize("kind", AT_SERVER, ids=lambda kind: kind.__name__)
def test_what_needs_a_token_is_refused_without_one(asked: Both, kind: type[Question[Any]]) -> None:
    if kind.token == "needed":
        stranger = Both(asked.server, asked.there, asked.here, "0" * 32)
        status, told = stranger._server(kind.method, strange_address(kind, "1"), None)
        assert status in (401, 422), told
