"""A score pad: the sheets mind the rules, without dice and without turns."""

from __future__ import annotations

import pytest

from rowlock.engine.errors import IllegalMove, NotNow
from rowlock.engine.game import Game, new_game
from rowlock.engine.moves import PASS, Cross
from rowlock.engine.pad import apply_on_pad, pad_moves, pad_view
from rowlock.variants import load_variant, variant_names


def crossed(game: Game, seat: int, row: str, *numbers: int) -> Game:
    for number in numbers:
        game = apply_on_pad(game, seat, Cross(row, number)).game
    return game


def test_R2_1_and_R7_1_hold_for_every_cell_that_is_offered() -> None:
    game = crossed(new_game(load_variant("classic"), 2), 0, "r", 4, 6)
    offered = {move.text for move in pad_moves(game, 0)}
    assert "r7" in offered
    assert offered.isdisjoint({"r3", "r5", "r6", "r12", "y12"})
    with pytest.raises(IllegalMove, match="left of a cross"):
        apply_on_pad(game, 0, Cross("r", 5))
    with pytest.raises(IllegalMove, match="needs 5 crosses"):
        apply_on_pad(game, 0, Cross("y", 12))


def test_R7_5_a_lock_closes_the_row_for_everybody_and_two_end_the_game() -> None:
    game = crossed(new_game(load_variant("classic"), 2), 0, "r", 2, 3, 4, 5, 6, 12)
    assert all(sheet.is_closed(0) for sheet in game.sheets)
    with pytest.raises(IllegalMove, match="closed"):
        apply_on_pad(game, 1, Cross("r", 2))
    game = crossed(game, 1, "y", 2, 3, 4, 5, 6, 12)
    assert pad_view(game, 0)["over"] is not None
    assert pad_moves(game, 0) == ()
    with pytest.raises(NotNow):
        apply_on_pad(game, 0, PASS)


@pytest.mark.parametrize("name", variant_names())
def test_every_move_that_a_pad_offers_can_be_made(name: str) -> None:
    game = new_game(load_variant(name), 2)
    for _ in range(12):
        for move in pad_moves(game, 0):
            apply_on_pad(game, 0, move)
        assert len(pad_view(game, 0)["moves"]) == len(pad_moves(game, 0))
        assert pad_view(game, None)["moves"] == []
        game = apply_on_pad(game, 0, pad_moves(game, 0)[0]).game
