"""A replay: every step belongs to the turn in which it was made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playing import BUNDLED

from rowlock import load_variant, read_record
from rowlock.table.replay import plain_replay, steps_to_show

GOLDEN = Path(__file__).parent.parent / "golden"


def replayed(name: str, cut: int | None = None) -> Any:
    text = (GOLDEN / f"{name}.rowlock").read_text(encoding="utf-8")
    return plain_replay(read_record(text[:cut], load_variant))


@pytest.mark.parametrize("name", BUNDLED)
def test_a_turn_is_its_roll_its_white_and_its_colour_action(name: str) -> None:
    """The colour move belongs to the one who made it, beside the dice with which it was made."""
    replay = replayed(name)
    start, *frames = replay["frames"]
    assert (start["turn"], start["number"], start["said"], start["roll"]) == (1, 0, [], None)
    turn, seats = 0, len(replay["seats"])
    for frame in frames:
        turn += frame["phase"] == "roll"
        assert frame["turn"] == turn
        assert frame["active"] == (replay["frames"][0]["active"] + turn - 1) % seats
        assert frame["roll"]["text"] == text_of_roll(frames, turn)
        if frame["phase"] == "colour":
            assert [said["seat"] for said in frame["said"]] == [frame["active"]]
        if frame["phase"] == "white":
            assert [said["seat"] for said in frame["said"]] == list(range(seats))
    assert [frame["phase"] for frame in frames[:6]] == ["roll", "white", "colour"] * 2
    assert frames[-1]["view"]["over"]["scores"] == list(replay["outcome"]["scores"])


def text_of_roll(frames: list[Any], turn: int) -> str:
    return str(next(frame["said"][0]["move"] for frame in frames if frame["turn"] == turn))


def test_choices_that_wait_for_others_are_the_last_step() -> None:
    text = "rowlock game 1\nvariant: classic\nseat: Mia\nseat: Ben\n\n1. 4+1 r6 y2 g3 b6 | r5 ?\n"
    *_, last = steps_to_show(read_record(text, load_variant).record)
    assert last.said[0].seat == 0
    assert last.before.phase.value == "white"


def test_a_record_without_a_turn_has_its_start() -> None:
    text = "rowlock game 1\nvariant: classic\nseat: Mia\n"
    replay = plain_replay(read_record(text, load_variant))
    assert len(replay["frames"]) == 1
    assert replay["outcome"] is None
