"""One class is one message: what is read and refused, and what becomes of it in the log."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from rowlock.table.errors import BadMessage
from rowlock.table.messages import KINDS, Message, Saying, client_messages
from rowlock.table.messages.reading import id_of, keys_of, read_message, said_fields

REPOSITORY = Path(__file__).parents[2]
GOOD: dict[str, Any] = {
    "seat": 1, "name": " Mia ", "bot": "steady", "count": 3, "variant": "classic", "player": "p1",
    "timer": "fast", "dice": "real", "seal": "0f" * 32, "seed": "my words", "turn": 3, "phase": "white",
    "move": "r8", "place": 2, "agree": True, "text": " hello ", "phrase": "thanks", "token": "0f" * 16,
    "protocol": 1, "reason": "slow", "first": 1,
}  # fmt: skip
BAD: dict[str, list[Any]] = {
    "seat": [-1, 10, 1.0, "1", True], "count": [0, 11], "turn": [0, 100_001, None], "place": [-1, 100_001],
    "name": ["", "x" * 25, "a\nb", "\u2800", 5], "bot": ["", "x" * 41, "A B", "steady\n"],
    "player": ["", "x" * 33], "variant": ["", "x" * 65], "timer": ["slow", "", []],
    "dice": ["cards", "4", {}], "seal": ["0f" * 31, "0F" * 32],
    "seed": ["", "a#b", " a", "x" * 129], "phase": ["roll", "over"], "move": ["", "x" * 65],
    "agree": [1, None, "true"], "text": ["", "x" * 201, "a\nb"], "phrase": ["damn"], "token": ["0f" * 15, 7],
    "protocol": [0, 2], "wish": [0, None], "ban": ["no"], "muted": [2], "lobby": ["yes"], "one_hand": [None],
    "first": [-1, 10, "0"], "reason": ["because", "", 1], "added": [1],
    "listed": [0], "chat": ["on"], "hints": [1], "rated": [1], "spectators": ["x"], "auto_pass": [0],
}  # fmt: skip


def said_in(kind: type[Message]) -> dict[str, Any]:
    return {"type": kind.kind, **{one.name: GOOD.get(one.name, True) for one, _, _ in said_fields(kind)}}


def kinds() -> list[Any]:
    return [pytest.param(kind, id=kind.kind) for kind in client_messages()]


@pytest.mark.parametrize("kind", kinds())
def test_it_is_read_with_all_its_fields_and_with_none_that_it_does_not_need(kind: Any) -> None:
    whole = said_in(kind)
    if kind.kind == "roll":
        whole["dice"] = "4+1 r6"
    read = read_message(json.dumps({**whole, "id": "a-1"}))
    assert type(read) is kind
    assert read.id == "a-1"
    for name, value in whole.items():
        if name != "type":
            assert getattr(read, name) == (value.strip() if isinstance(value, str) else value)
    short = {one.name: whole[one.name] for one, _, needed in said_fields(kind) if needed}
    assert read_message(json.dumps({"type": kind.kind, **short})).id is None


@pytest.mark.parametrize("kind", kinds())
def test_what_is_wrong_with_it_is_named_by_its_place(kind: Any) -> None:
    whole = said_in(kind)
    if kind.kind == "roll":
        whole["dice"] = "4+1 r6"
    for one, _, needed in said_fields(kind):
        wrong = BAD[one.name] if one.name != "dice" or kind.kind == "settings" else ["x", "x" * 65, 5]
        for value in wrong:
            with pytest.raises(BadMessage, match=rf"^{kind.kind}\.{one.name}: "):
                read_message(json.dumps({**whole, one.name: value}))
        if needed:
            with pytest.raises(BadMessage, match=rf"^{kind.kind}\.{one.name}: is missing"):
                read_message(json.dumps({name: value for name, value in whole.items() if name != one.name}))
    with pytest.raises(BadMessage, match=rf"^{kind.kind}\.strange: is not known"):
        read_message(json.dumps({**whole, "strange": 1}))


@pytest.mark.parametrize("kind", [kind for kind in KINDS.values() if issubclass(kind, Saying)])
def test_what_is_stored_is_read_again(kind: Any) -> None:
    values = {one.name: GOOD.get(one.name, "x") for one in fields(kind) if one.name != "id"}
    message = kind(**values)
    assert kind.of(message.body) == message
    assert kind.of({**message.body, "older": 1}) == message


def test_nobody_says_what_the_house_alone_may_say() -> None:
    for kind in KINDS.values():
        if getattr(kind, "by_house", False):
            values = {one.name: GOOD.get(one.name, "x") for one in fields(kind) if one.name != "id"}
            with pytest.raises(BadMessage, match="no such message"):
                read_message(json.dumps({"type": kind.kind, **values}))


def test_what_the_house_adds_cannot_be_said() -> None:
    for message in (
        {"type": "move", "turn": 1, "phase": "white", "move": "-", "why": "skip"},
        {"type": "start", "start": 0},
        {"type": "rematch", "draw": True},
        {"type": "kick", "player": "p", "name": "Mia"},
        {"type": "pad", "variant": "classic", "text": "title = 'mine'"},
    ):
        with pytest.raises(BadMessage, match="is not known"):
            read_message(json.dumps(message))


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "5", "null", '{"type": 5}', '{"type": "dance"}', '{"type": "start", "x": 1}', "{"),
        *(
            '{"type": "chat", "text": "half \\ud800"}',
            '{"type": "start", "\\udfff": 1}',
            '{"type": ["move"]}',
        ),
        "[" * 4000,
    ],
)
def test_what_is_no_message_is_refused(text: Any) -> None:
    with pytest.raises(BadMessage):
        read_message(text)
    assert id_of(text) is None


@given(
    some.recursive(some.none() | some.booleans() | some.integers() | some.floats() | some.text(), some.lists)
)
def test_whatever_stands_in_a_field_is_read_or_refused_in_one_line(value: Any) -> None:
    for kind in client_messages():
        for name in keys_of(kind.kind):
            try:
                read_message(json.dumps({**said_in(kind), name: value}))
            except BadMessage as error:
                assert "\n" not in str(error)
                str(error).encode()


def test_no_other_place_lists_the_kinds() -> None:
    """A message is one class: nobody else may keep a set of names that has to be kept in step."""
    names = "|".join(kind.kind for kind in client_messages())
    several = re.compile(rf'[{{(\[]\s*(?:"(?:{names})",\s*){{3,}}')
    listed = [
        path.relative_to(REPOSITORY).as_posix()
        for folder in ("table", "server", "offline")
        for path in (REPOSITORY / "rowlock" / folder).rglob("*.py")
        if several.search(path.read_text(encoding="utf-8"))
    ]
    assert listed == []
