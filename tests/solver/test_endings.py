"""Exact endings for two equal the oracle in fractions, are symmetric, and keep within their bounds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from small_games import STAYS, game

from rowlock import Variant, load_variant
from rowlock.engine.errors import Unsupported
from rowlock.engine.game import Game, Phase, all_rolls, apply, new_game
from rowlock.engine.position import parse_position
from rowlock.solver.brute_two import BruteTwo
from rowlock.solver.ending_games import make_matrices
from rowlock.solver.endings import Endings, joint_of

CLASSIC = (
    "classic 33/0 white 6+5,r1,y3,b4 ?/? "
    "r5.6.8.9,y3.4.5.6.8.10.11,g10.9.8.7.5.4.3.2+,b10.8.5.4,p3 "
    "r4.5.6.7.8.9,y3.4.6.7.8.10.11,g10.8.6.5x,b10.9.8.7.5.4.3,p3"
)
DECIDED = (
    "classic 17/0 white 6+6,r5,g1,b2 ?/? "
    "r2.4.6.10,y4.5.7.9.10.12+,g10.9.6,b11.10.8.6.4,p0 r2.3.4.6.10,y4.5.7.8x,g11.10.8.5.4.3,b9.6,p0"
)


def two(*rows: str, boxes: int = 1, needs: int = 1, more: str = "") -> Variant:
    return replace(game(*rows, boxes=boxes, needs=needs, more=more), players=(1, 2))


SMALL = {
    "rows alike": two("r2 r3", "y2 y3"),
    "rows against each other": two("r2 r4", "y4 y2", boxes=2),
    "three rows": two("r2 r4", "y2 y4", "g4 g2"),
    "colours mixed": two("r:y2 r3 y4", "y:y3 r2"),
    "die stays": two("r:y2 r3 y4", "y:y3 r2", more=STAYS),
    "lucky": two("r2 r3", "y4 y3", more="[lucky]\nnumbers = [[3], [4]]\n"),
    "bonus bar": two("r2 r3 r4", "y4 y3 y2", more='[bonus_bar]\nfields = "y r y"\ncells = "r2 r3 y3"\n'),
    "double cells": two("r2 r3 r4", "y3 y4", more='[double]\ncells = "r2 y3"\n'),
    "swap fields": two("r2 r3", "y3 y4", more="[swaps]\nfields = [[3, 2], [4, 3]]\n"),
    "second crosses": two("r2 r3", "y3 y2", more='[twice]\nrows = "r y"\n'),
    "steps": two("r2 r3", "y4 y3", more='[steps]\nsheets = ["r2 y3", "y4 r3"]\n'),
}


@pytest.mark.parametrize("variant", SMALL.values(), ids=SMALL)
def test_values_are_those_of_the_oracle(variant: Variant) -> None:
    oracle, endings, start = BruteTwo(), Endings(variant), new_game(variant, 2)
    value = endings.value(start)
    assert value == pytest.approx(float(oracle.value(start)), abs=1e-12)
    for (second, sheets), known in oracle.values.items():
        there = start._replace(sheets=sheets, turn=1 + second, start=second)
        found = endings.value(there)
        assert found == pytest.approx(float(known), abs=1e-12)
    assert endings.notes[2] < 1e-12


def test_the_small_games_have_mixed_equilibria() -> None:
    mixed = {name: Endings(variant) for name, variant in SMALL.items()}
    for name, endings in mixed.items():
        endings.value(new_game(SMALL[name], 2))
    assert all(endings.notes[0] > 0 for endings in mixed.values())
    assert sum(endings.notes[1] for endings in mixed.values()) > 0


@pytest.mark.parametrize("name", ["bonus bar", "swap fields", "steps"])
def test_a_roll_is_the_oracles_matrix_game(name: str) -> None:
    variant = SMALL[name]
    oracle, endings, start = BruteTwo(), Endings(variant), new_game(variant, 2)
    for roll in list(all_rolls(start))[::3]:
        rolled = apply(start, roll).game
        expected = oracle.meeting(rolled)
        shown = dict(roll.coloured)
        dice = np.array([shown.get(row.lock or "", 1) for row in variant.rows])
        sums = np.stack([dice + white for white in roll.white])
        found = endings.meeting(joint_of(endings.tables, start, 1), roll.total, sums)
        assert found is not None
        told = sorted(value for line in expected.chances for value in map(float, line))
        assert sorted(found.chances.ravel()) == pytest.approx(told, abs=1e-12)


def test_who_sits_where_makes_no_difference() -> None:
    endings, one = Endings(load_variant("classic")), parse_position(CLASSIC, load_variant)
    other = one._replace(sheets=one.sheets[::-1], turn=one.turn + 1)
    assert endings.value(_before(one)) == endings.value(_before(other))


def test_equal_rows_may_be_exchanged() -> None:
    """Red and yellow play alike, and so do green and blue."""
    endings, here = Endings(load_variant("classic")), _before(parse_position(DECIDED, load_variant))
    swapped = tuple(
        sheet._replace(
            crosses=tuple(sheet.crosses[row] for row in (1, 0, 3, 2)),
            closed=sum((sheet.closed >> row & 1) << (row ^ 1) for row in range(4)),
        )
        for sheet in here.sheets
    )
    assert endings.value(here) == pytest.approx(endings.value(here._replace(sheets=swapped)), abs=1e-13)


def test_the_values_of_both_seats_add_up_to_one() -> None:
    endings, game = Endings(load_variant("classic")), _before(parse_position(CLASSIC, load_variant))
    waiting = endings.after(joint_of(endings.tables, game, 1))
    assert waiting is not None
    assert endings.value(game) == 1 - waiting


def test_a_pad_that_is_not_carried_is_refused_by_name() -> None:
    for name, word in (("bonus-b", "bonus_pairs"), ("big-points", "between"), ("connected-chain", "chain")):
        with pytest.raises(Unsupported, match=word):
            Endings(load_variant(name))


def test_the_dice_pads_that_are_carried() -> None:
    carried = "classic mixx-a mixx-b longo bonus-a double-a double-b x-change connected-steps"
    for name in carried.split():
        assert Endings(load_variant(name)).width >= 5


def test_work_stops_at_the_bound_and_goes_on_from_there() -> None:
    endings, game = Endings(load_variant("classic")), _before(parse_position(DECIDED, load_variant))
    assert endings.value(game, most=100) is None
    assert 100 <= endings.count < 200
    pieces = 0
    while (found := endings.value(game, most=1000)) is None:
        pieces += 1
    assert pieces > 3
    assert found == Endings(load_variant("classic")).value(game)


def test_memory_is_bounded() -> None:
    endings, game = (
        Endings(load_variant("classic"), kept=2000),
        _before(parse_position(CLASSIC, load_variant)),
    )
    size = endings.bytes
    for _ in range(3):
        assert endings.value(game, most=1500) is not None
        endings.value(_before(parse_position(DECIDED, load_variant)), most=1500)
    assert endings.bytes == size
    assert endings.count <= 2000


def test_the_size_is_foretold() -> None:
    endings, game = Endings(load_variant("classic")), _before(parse_position(DECIDED, load_variant))
    endings.value(game, most=100_000)
    foretold = endings.foretell(joint_of(endings.tables, game, 1 - game.active))
    assert abs(np.log10(foretold) - np.log10(endings.count)) < 0.5


@pytest.mark.parametrize("seed", range(3))
def test_large_matrix_games_have_no_gap(seed: int) -> None:
    from rowlock.bots.net.matrix_games import solve_matrix_game
    from rowlock.solver.ending_kernel import solve_matrix

    dice = np.random.default_rng(seed)
    for _ in range(60):
        height, width = dice.integers(2, 6, 2)
        game = np.round(dice.random((height, width)), 1 if seed == 0 else 9)
        matrices = make_matrices(6)
        matrices.game[: game.size] = game.ravel()
        value = solve_matrix(matrices, height, width)
        assert value == pytest.approx(solve_matrix_game(game.tolist()).value, abs=1e-9)
        assert matrices.notes[2] < 1e-12


def _before(game: Game) -> Game:
    return game._replace(phase=Phase.ROLL, roll=None, choices=(), crossed=False)
