"""Every bundled variant has a golden game, and it still gives exactly the facts it gave."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playing import BUNDLED, CARDS

from rowlock import Phase, format_record, load_variant, plain_fact, read_record

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", [*BUNDLED, *CARDS])
def test_golden_game_gives_its_facts(name: str) -> None:
    text = (HERE / f"{name}.rowlock").read_text(encoding="utf-8")
    reading = read_record(text, load_variant)
    assert reading.damage is None
    assert reading.steps[-1].game.phase is Phase.OVER
    expected = (HERE / f"{name}.facts").read_text(encoding="utf-8").splitlines()
    found = [
        json.dumps(plain_fact(fact), ensure_ascii=False) for step in reading.steps for fact in step.facts
    ]
    assert found == expected
    assert format_record(reading.record) == text
