"""The device reads the same messages as the server, without pydantic."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as some
from pydantic_core import PydanticUndefined

from rowlock.offline.door import SEAT, WISH
from rowlock.offline.messages import ID, KINDS, Key, read_message
from rowlock.server import protocol
from rowlock.server.protocol_http import NewTable, SeatWanted
from rowlock.table.errors import BadMessage

MODELS = {
    model.model_fields["type"].annotation.__args__[0]: model
    for model in get_args(get_args(protocol.ClientMessage)[0])
}
GOOD: dict[str, Any] = {
    "seat": 1, "name": " Mia ", "bot": "steady", "count": 3, "variant": "classic", "player": "p1",
    "timer": "fast", "dice": "real", "seal": "0f" * 32, "seed": "my words", "turn": 3, "phase": "white",
    "move": "r8", "place": 2, "agree": True, "text": " hello ", "phrase": "thanks", "token": "0f" * 16,
}  # fmt: skip


def keys_of(model: Any) -> dict[str, tuple[bool, Any]]:
    """Every key of a model: whether it is needed, and its default."""
    return {
        name: (field.is_required(), None if field.default is PydanticUndefined else field.default)
        for name, field in model.model_fields.items()
    }


def declared(keys: dict[str, Key]) -> dict[str, tuple[bool, Any]]:
    return {name: (key.needed, key.default) for name, key in keys.items()}


@pytest.mark.parametrize("kind", MODELS)
def test_every_kind_has_the_keys_and_defaults_of_the_servers_model(kind):
    assert KINDS.keys() == MODELS.keys()
    expected = keys_of(MODELS[kind])
    assert expected.pop("type") == (True, None)
    assert declared({**KINDS[kind], "id": ID}) == expected


def test_a_new_table_has_the_keys_and_defaults_of_the_servers_model():
    expected = {**keys_of(NewTable), "variant_parents": (False, {})}
    assert declared(WISH) == expected
    assert declared(SEAT) == keys_of(SeatWanted)


VALUES = (
    some.sampled_from([*GOOD.values(), *"-<*", "", "x" * 33, "x" * 65, "a#b", "a\nb", "⠀", "A B", "0" * 64])
    | some.integers(-2, 12) | some.sampled_from([100_000, 100_001, 1.0, None, True, False, [], {}])
)  # fmt: skip


@given(some.data())
def test_device_and_server_accept_and_refuse_the_same_messages(data):
    kind = data.draw(some.sampled_from(sorted(KINDS)))
    message: dict[str, Any] = {"type": kind}
    for name in KINDS[kind]:
        how = data.draw(some.sampled_from(["good", "good", "other", "none"]))
        if how != "none":
            message[name] = data.draw(VALUES) if how == "other" else GOOD.get(name, True)
    if data.draw(some.booleans()):
        message["id"] = data.draw(some.sampled_from(["a-1", "", "x" * 65, "a\nb", 5, None]))
    text = json.dumps(message)
    try:
        parsed = protocol.parse(text)
    except BadMessage:
        with pytest.raises(BadMessage):
            read_message(text)
        return
    said = read_message(text)
    assert (said.kind, said.id) == (kind, parsed.id)
    assert said.body == parsed.model_dump(exclude={"id", "type"}, exclude_none=True)


@pytest.mark.parametrize(
    "text", ["", "[]", "5", "null", '{"type": 5}', '{"type": "dance"}', '{"type": "start", "x": 1}', "{"]
)
def test_what_is_no_message_is_refused(text):
    with pytest.raises(BadMessage):
        read_message(text)
