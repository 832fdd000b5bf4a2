"""Positions set up by hand: whatever is tapped, what comes out reads back, or is refused with a reason."""

from __future__ import annotations

from random import Random

import pytest
from playing import BUNDLED, CARDS

from rowlock import Game, RowlockError, format_position, legal_moves, load_variant, parse_position, parse_roll
from rowlock.analysis import setup
from rowlock.analysis.position import analyse
from rowlock.engine.cards.deck import Shuffle, shuffled
from rowlock.engine.cards.turn import CardTurns
from rowlock.engine.errors import IllegalMove, Unsupported
from rowlock.engine.game import Phase

CLASSIC = load_variant("classic")


def crossed(*cells: str, seats: int = 2) -> Game:
    game = setup.fresh(CLASSIC, seats)
    for cell in cells:
        game = setup.tap(game, 0, cell[0], int(cell[1:]))
    return game


def test_cells_are_crossed_in_any_order_and_taken_back() -> None:
    game = crossed("r7", "r3", "b10")
    assert format_position(game).endswith(" r3.7,y,g,b10,p0 r,y,g,b,p0")
    assert setup.tap(game, 0, "r", 7) == crossed("r3", "b10")


def test_a_closing_cell_needs_its_crosses_and_locks_for_everybody() -> None:
    with pytest.raises(IllegalMove, match="5"):
        crossed("r12")
    game = crossed("r2", "r3", "r4", "r5", "r6", "r12")
    assert " r2.3.4.5.6.12+," in format_position(game)
    assert " rx," in format_position(game)
    with pytest.raises(IllegalMove, match="needs"):
        setup.tap(game, 0, "r", 4)
    opened = setup.tap(game, 0, "r", 12)
    assert " rx," not in format_position(opened)


def test_two_locks_or_four_penalties_are_the_end_and_can_be_undone() -> None:
    closing = ["r2", "r3", "r4", "r5", "r6", "r12", "b12", "b11", "b10", "b9", "b8", "b2"]
    game = crossed(*closing)
    assert game.phase is Phase.OVER
    with pytest.raises(IllegalMove):
        setup.with_roll(game, parse_roll("1+1 r1 y1 g1 b1"))
    assert setup.tap(game, 0, "b", 2).phase is Phase.ROLL
    fined = setup.fresh(CLASSIC, 1)
    for _ in range(4):
        fined = setup.penalise(fined, 0)
    assert fined.phase is Phase.OVER
    assert setup.penalise(fined, 0) == setup.fresh(CLASSIC, 1)


def test_dice_follow_the_rows_and_actions_follow_the_dice() -> None:
    game = setup.with_roll(crossed("r7"), parse_roll("4+1 r6 y2 g3 b6"))
    assert format_position(game).split()[2:5] == ["white", "4+1,r6,y2,g3,b6", "?/?"]
    colour = setup.with_action(game, "colour+")
    assert format_position(colour).split()[2:5] == ["colour+", "4+1,r6,y2,g3,b6", "."]
    for cell in ("r2", "r3", "r4", "r5", "r12"):
        game = setup.tap(game, 0, "r", int(cell[1:]))
    assert "4+1,y2,g3,b6" in format_position(game)  # the red die is gone
    with pytest.raises(IllegalMove):
        setup.with_action(setup.with_roll(game, None), "white")
    with pytest.raises(RowlockError):
        setup.with_roll(game, parse_roll("4+7 r6 y2 g3 b6"))


def test_seats_come_and_go_and_anybody_may_be_active() -> None:
    game = setup.with_active(setup.with_seats(crossed("r7"), 5), 3)
    assert game.active == 3
    assert len(game.sheets) == 5
    assert setup.with_seats(game, 1).active == 0
    assert setup.with_seats(setup.with_seats(game, 1), 2).sheets == crossed("r7").sheets
    assert setup.clear(game, 0).sheets == setup.fresh(CLASSIC, 5).sheets
    with pytest.raises(RowlockError):
        setup.with_seats(game, 9)


@pytest.mark.parametrize("name", BUNDLED)
def test_whatever_is_tapped_reads_back(name: str) -> None:
    variant, chance = load_variant(name), Random(name)
    game = setup.fresh(variant)
    cells = [(row.name, cell.number) for row in variant.rows for cell in row.cells]
    for turn in range(150):
        row, number = chance.choice(cells)
        try:
            game = setup.tap(game, turn % 2, row, number)
        except IllegalMove:
            continue
        assert parse_position(format_position(game), load_variant) == game


@pytest.mark.parametrize("name", CARDS)
def test_cards_are_dealt_and_sheets_set_up_by_hand(name: str) -> None:
    variant = load_variant(name)
    game = setup.fresh(variant)
    assert game.phase is Phase.SHUFFLE
    assert isinstance(variant.turns, CardTurns)
    game = setup.dealt(game, Shuffle(variant.turns.deck))
    assert game.phase is Phase.TAKE
    cell = variant.rows[0].cells[3].number
    game = setup.penalise(setup.tap(game, 1, variant.rows[0].name, cell), 0)
    assert parse_position(format_position(game), load_variant) == game
    assert analyse(game)["options"][0]
    assert setup.with_seats(game, 3).phase is Phase.SHUFFLE
    assert setup.with_active(game, 1).active == 1
    with pytest.raises(Unsupported, match="take call play"):
        setup.with_action(game, "colour")
    for _ in range(3):
        game = setup.penalise(game, 0)
    assert game.phase is Phase.OVER
    assert setup.penalise(game, 0).phase is Phase.SHUFFLE


@pytest.mark.parametrize("name", CARDS)
def test_a_turn_with_cards_is_brought_to_each_of_its_parts(name: str) -> None:
    variant = load_variant(name)
    start = setup.fresh(variant)
    assert variant.turns is not None
    with pytest.raises(IllegalMove, match="first the cards"):
        setup.with_action(start, "call")
    game = setup.dealt(start, shuffled(variant.turns.to_shuffle(start), Random(3).randrange))
    called = setup.with_action(game, "call")
    assert called.lay is not None
    assert (called.phase, len(called.lay.hands[called.active])) == (Phase.CALL, 5)
    playing, after_cross = (setup.with_action(game, action) for action in ("play", "play+"))
    assert (playing.phase, playing.crossed, after_cross.crossed) == (Phase.PLAY, False, True)
    for one in (called, playing, after_cross):
        assert parse_position(format_position(one), load_variant) == one
        assert legal_moves(one, one.active)
        assert setup.with_action(one, "call") == called
        with pytest.raises(IllegalMove, match="deal anew"):
            setup.with_action(one, "take")
    assert setup.with_action(game, "take") == game
    with pytest.raises(Unsupported, match="take call play"):
        setup.with_action(game, "white")
    with pytest.raises(Unsupported, match="white colour"):
        setup.with_action(setup.fresh(load_variant("classic")), "call")
