"""Whatever is sent: every answer is one of ours, and the table stays as whole as its log."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter
from schemathesis import checks
from serving import Served, played_log, served
from websockets.asyncio.client import connect

from rowlock.engine.mechanisms import all_facts
from rowlock.server.app import create_app
from rowlock.server.config import Config
from rowlock.server.socket.outgoing import ServerMessage
from rowlock.table.facts import table_facts
from rowlock.table.log.records import read_table
from rowlock.table.texts import PHRASES

TOLD = TypeAdapter(ServerMessage)
KEYS = {"kind", "by_house"} | {
    field.name for fact in [*all_facts(), *table_facts()] for field in fields(cast(Any, fact))
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with served(tmp_path_factory.mktemp("properties"), outbox=1000) as running:
        yield running


CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
SCHEMA = schemathesis.openapi.from_dict(create_app(Config(Path())).openapi())
OPERATIONS = [cast(Any, operation).ok() for operation in SCHEMA.get_all_operations()]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_the_http_side_answers_as_its_schema_says(server: Served, operation: Any) -> None:
    token = server.player("Prober")

    @settings(max_examples=10, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def probe(case: Any) -> None:
        headers = {"authorization": f"Bearer {token}"}
        case.call_and_validate(base_url=server.base, headers=headers, checks=CHECKS)

    probe()


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
seat = st.integers(-1, 5)
kinds: dict[str, Any] = {
    "sit": {"seat": seat, "name": st.text(max_size=30)},
    "leave": {"seat": seat},
    "bot": {"seat": seat, "bot": st.sampled_from(["random", "nobody", ""])},
    "open": {"seat": seat},
    "back": {"seat": seat},
    "seats": {"count": st.integers(-1, 12)},
    "pad": {"variant": st.sampled_from(["classic", "longo", "none", ""])},
    "kick": {"player": st.text(max_size=8)},
    "settings": {"timer": st.sampled_from(["off", "relaxed", "odd"]), "auto_pass": st.booleans()},
    "seal": {"seat": seat, "seal": st.text("0123456789abcdefg", min_size=63, max_size=65)},
    "seed": {"seat": seat, "seed": st.text(max_size=140)},
    "start": {},
    "move": {
        "turn": st.integers(0, 4),
        "phase": st.sampled_from(["white", "colour", "roll"]),
        "move": st.sampled_from(["-", "<", "r5", "y7", "g7", "b2", "*r", "r2>y", "?", ""]),
        "seat": seat,
    },
    "roll": {"turn": st.integers(0, 3), "dice": st.sampled_from(["1+2 r3 y4 g5 b6", "6+6", "x"])},
    "chat": {"text": st.text(max_size=210)},
    "phrase": {"phrase": st.sampled_from([*PHRASES, "rude"])},
    "nudge": {"seat": seat},
    "rematch": {"lobby": st.booleans()},
    "sync": {},
    "ping": {},
}
message = st.one_of(
    [st.fixed_dictionaries({"type": st.just(kind)}, optional=fields) for kind, fields in kinds.items()]
    + [st.dictionaries(st.text(max_size=6), anything, max_size=4), anything]
)
messages = st.lists(st.tuples(st.integers(0, 2), message), min_size=5, max_size=40)


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(said=messages, dice=st.sampled_from(["server", "real"]))
def test_anything_said_on_the_socket_is_answered_and_leaves_a_whole_table(
    server: Served, said: Any, dice: str
) -> None:
    async def probe() -> Any:
        host, guest = server.player("Host"), server.player("Guest")
        table = server.table(host, "me", "open", dice=dice)
        address = f"ws{server.base.removeprefix('http')}/api/tables/{table}/socket"
        sockets = []
        for who in (host, guest, None):
            sockets.append(await connect(address))
            hello = {"type": "hello"} if who is None else {"type": "hello", "token": who}
            await sockets[-1].send(json.dumps(hello))
        for number, (who, what) in enumerate(said):
            what = {**what, "id": str(number)} if isinstance(what, dict) else what
            await sockets[who].send(json.dumps(what))
        for websocket in sockets:
            await websocket.send(json.dumps({"type": "ping", "id": "end"}))
        told = [await gather(websocket) for websocket in sockets]
        for websocket in sockets:
            await websocket.close()
        return table, told

    async def gather(websocket: Any) -> Any:
        told: list[Any] = []
        async with asyncio.timeout(100):
            while not told or told[-1]["type"] not in ("pong", "bye") or told[-1].get("id", "end") != "end":
                told.append(json.loads(await websocket.recv()))
        return told

    table, told = asyncio.run(probe())
    for heard in told:
        assert [m["n"] for m in heard] == list(range(1, len(heard) + 1))
        for m in heard:
            TOLD.validate_python(m)
            assert {key for fact in m.get("facts", ()) for key in fact} <= KEYS
            assert m.get("code") != "defect"
        answers = [m["id"] for m in heard if m["type"] in ("receipt", "refusal", "pong") and m["id"]]
        assert len(answers) == len(set(answers))
    live = server.app.state.lobby.rooms[table].table
    stored = played_log(server, table)  # a bot may have said something more in the meantime
    assert read_table(stored[: live.number]) == live
