"""Whatever is wrong in the file of an event, it is refused by name: strangers bring such files to servers."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from whole_events import SEED, played

from rowlock.community.errors import BadEvent
from rowlock.community.events.kit.event import Plan
from rowlock.community.events.kit.file import StoredEvent, read_stored_event
from rowlock.table.errors import Refused

ODD: list[Any] = [None, True, -1, 0, 7, 10**30, 0.5, "", "x", "🎲", [], {}, [[]], [None], {"a": 1}]
PLANS = {
    "championship": Plan("Cup", "championship", rounds=2, semifinal=4, final=3),
    "open_stage": Plan("Cup", "open_stage"),
}


def places(plain: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a file: what it is in, and under which name or number."""
    inside = plain.items() if isinstance(plain, dict) else enumerate(plain)
    for name, value in list(inside):
        yield plain, name
        if isinstance(value, dict | list):
            yield from places(value)


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_any_one_value_may_be_anything(plan: Plan) -> None:
    whole = StoredEvent(plan, SEED, tuple(played(plan, 6)[:30])).to_json()
    whole = copy.deepcopy({**whole, "said": [_listed(one) for one in whole["said"]]})
    refused = 0
    for inside, name in places(whole):
        before = inside[name]
        for odd in ODD:
            inside[name] = copy.deepcopy(odd)
            try:
                _ = read_stored_event(whole).event
            except Refused:
                refused += 1
        inside[name] = before
    assert refused > 500


def _listed(saying: dict[str, Any]) -> dict[str, Any]:
    """A saying as it is read from JSON."""

    def listed(value: Any) -> Any:
        return [listed(one) for one in value] if isinstance(value, tuple) else value

    return {name: listed(value) for name, value in saying.items()}


def test_a_file_without_an_end_is_refused() -> None:
    deep: Any = []
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(BadEvent):
        read_stored_event(
            {"rowlock": "event", "version": 1, "plan": {}, "seed": "", "said": [{"kind": deep, "x": deep}]}
        )
