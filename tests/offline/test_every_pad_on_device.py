"""Everything that the page can ask its device is answered or refused on every bundled pad."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from test_hidden_on_device import ME, begun

from rowlock import variant_names
from rowlock.table.api.question import QUESTIONS

BODIES: tuple[Any, ...] = ({}, {"seat": 0}, {"move": "-"}, {"seat": 0, "move": "-"})


@pytest.mark.parametrize("pad", variant_names())
def test_no_question_fails(pad: str) -> None:
    worker, table = begun(pad, [ME, {"kind": "bot", "bot": "random"}], Random(pad))
    fields = {"table": table, "game": "1", "place": "1", "number": "1", "name": pad}
    fields |= {"day": "2026-11-17", "pad": "classic", "duel": "abcdefghijkl"}
    for kind in QUESTIONS.values():
        if kind.server_only:
            continue
        method, path = kind.method, kind.path.format(**fields)
        for body in BODIES if method == "POST" else (None,):
            text = "" if body is None else json.dumps(body)
            answer = json.loads(worker.device.ask(method, path, text, json.dumps(worker.logs[table])))
            assert answer["status"] < 500, f"{method} {path} {body}: {answer['told'][:300]}"
