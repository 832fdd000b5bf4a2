"""A score pad: the sheets keep to the rules, without dice and without turns."""

from __future__ import annotations

import pytest

from rowlock.engine.errors import IllegalMove, NotNow
from rowlock.engine.moves import PASS, Cross
from rowlock.engine.pad import ScorePad, apply_on_pad, count_pad, may_count, new_pad, pad_moves, pad_view
from rowlock.variants import load_variant, variant_names


def crossed(pad: ScorePad, seat: int, row: str, *numbers: int) -> ScorePad:
    for number in numbers:
        pad, _ = apply_on_pad(pad, seat, Cross(row, number))
    return pad


def test_R2_1_and_R7_1_hold_for_every_cell_that_is_offered() -> None:
    pad = crossed(new_pad(load_variant("classic"), 2), 0, "r", 4, 6)
    offered = {move.text for move in pad_moves(pad, 0)}
    assert "r7" in offered
    assert offered.isdisjoint({"r3", "r5", "r6", "r12", "y12"})
    with pytest.raises(IllegalMove, match="left of a cross"):
        apply_on_pad(pad, 0, Cross("r", 5))
    with pytest.raises(IllegalMove, match="needs 5 crosses"):
        apply_on_pad(pad, 0, Cross("y", 12))


def test_R7_5_a_lock_closes_the_row_for_everybody_and_two_let_the_sheets_be_counted() -> None:
    pad = crossed(new_pad(load_variant("classic"), 2), 0, "r", 2, 3, 4, 5, 6, 12)
    assert all(sheet.is_closed(0) for sheet in pad.game.sheets)
    with pytest.raises(IllegalMove, match="closed"):
        apply_on_pad(pad, 1, Cross("r", 2))
    assert not may_count(pad.game)
    with pytest.raises(NotNow):
        count_pad(pad.game)
    pad = crossed(pad, 1, "y", 2, 3, 4, 5, 6, 12)
    assert may_count(pad.game)
    pad = crossed(pad, 0, "b", 7)  # what the last roll gave the others is crossed before the count
    over = pad._replace(game=count_pad(pad.game)[0])
    assert pad_view(over, 0)["over"] is not None
    assert pad_moves(over, 0) == ()
    with pytest.raises(NotNow):
        apply_on_pad(over, 0, PASS)


def test_R7_2_others_lock_along_by_the_same_roll_with_the_same_cell() -> None:
    pad = new_pad(load_variant("classic"), 3)
    for seat in (0, 1, 2):
        pad = crossed(pad, seat, "r", 2, 3, 4, 5, 6)
    pad = crossed(pad, 0, "r", 12)
    pad = crossed(pad, 0, "y", 5)  # whoever locked goes on with a coloured die
    assert "r12" in {move.text for move in pad_moves(pad, 1)}
    assert "r7" not in {move.text for move in pad_moves(pad, 1)}
    pad = crossed(pad, 1, "r", 12)
    assert [sheet["rows"][0]["locked"] for sheet in pad_view(pad, None)["sheets"]] == [True, True, False]
    pad = crossed(pad, 2, "g", 9)  # whoever has marked something since has gone on to another roll
    assert "r12" not in {move.text for move in pad_moves(pad, 2)}


def test_R6_1_there_are_no_more_penalties_than_boxes() -> None:
    pad = new_pad(load_variant("classic"), 1)
    for _ in range(4):
        pad, _ = apply_on_pad(pad, 0, PASS)
    assert PASS not in pad_moves(pad, 0)
    with pytest.raises(IllegalMove, match="every penalty box"):
        apply_on_pad(pad, 0, PASS)


@pytest.mark.parametrize("name", variant_names())
def test_every_move_that_a_pad_offers_can_be_made(name: str) -> None:
    pad = new_pad(load_variant(name), 2)
    for _ in range(12):
        seat = pad_view(pad, None)["active"] if pad.game.variant.turns else 0  # with cards one has the turn
        for move in pad_moves(pad, seat):
            apply_on_pad(pad, seat, move)
        assert len(pad_view(pad, seat)["moves"]) == len(pad_moves(pad, seat))
        assert pad_view(pad, None)["moves"] == []
        pad, _ = apply_on_pad(pad, seat, pad_moves(pad, seat)[0])
