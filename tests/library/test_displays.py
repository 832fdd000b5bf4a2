"""Games, pads and results draw themselves: where they are printed, and in notebooks."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest
from whole_games import play

import rowlock
from rowlock.engine.game import Game
from rowlock.engine.view import plain_sheet, plain_variant
from rowlock.terminal.draw import draw_sheet

POSITION = "classic 7/0 roll . . r2.3,y,g,b,p0 r,y,g12,b,p1"


def test_a_printed_game_is_the_sheets_as_the_terminal_draws_them() -> None:
    game = Game.from_text(POSITION)
    sheet = draw_sheet(plain_variant(game.variant), plain_sheet(game, 1), colour=False, title="Seat 1")
    assert str(game).startswith("Classic, turn 7: before the roll")
    assert sheet in str(game)
    assert "Seat 0 (active)" in str(game)


def test_a_position_makes_the_round_through_text() -> None:
    assert rowlock.format_position(Game.from_text(POSITION)) == POSITION


@pytest.mark.parametrize("name", rowlock.variant_names())
def test_every_pad_is_drawn_at_every_moment(name: str) -> None:
    variant = rowlock.load_variant(name)
    ElementTree.fromstring(variant._repr_svg_())
    assert str(variant).count("\n") > len(variant.rows)
    games = [step.game for step in play(variant, 3, seed=5)]
    for game in Random(1).sample(games, 4) + games[-1:]:
        assert str(game).count("Seat ") == 3
    html = games[-1]._repr_html_()
    assert html.count("<svg") == 3
    assert ": over, " in html


@pytest.mark.parametrize("pad", rowlock.variant_names())
def test_a_single_sheet_is_drawn_with_its_pad(pad: str) -> None:
    *_, (game, _) = play(rowlock.load_variant(pad), 2, seed=3)
    name = "Seat 1 (active)" if game.active == 1 else "Seat 1"
    drawn = rowlock.DrawnSheet(game.variant, game.sheets[1], name, dealt=1)
    assert str(drawn) == draw_sheet(
        plain_variant(game.variant), plain_sheet(game, 1), colour=False, title=name
    )
    ElementTree.fromstring(drawn._repr_svg_())
    assert drawn._repr_svg_() in game._repr_html_()


def test_a_game_says_whom_it_waits_for_and_shows_no_choice() -> None:
    begun = rowlock.new_game(rowlock.load_variant("classic"), 2)
    game = rowlock.apply(begun, rowlock.parse_roll("4+1 r6 y2 g3 b6")).game
    one = rowlock.apply(game, rowlock.parse_move("r5"), seat=0).game
    other = rowlock.apply(game, rowlock.parse_move("-"), seat=0).game
    assert "waiting for seat 1" in str(one)
    assert str(one) == str(other)


def test_results_show_themselves() -> None:
    run = rowlock.simulate("classic", ["cautious", "greedy"], games=20, progress=False)
    assert "cautious" in run._repr_html_()
    assert "<pre>" in run._repr_html_()
    held = rowlock.contest(["greedy", "random"], games=4, progress=False)
    assert "greedy" in held._repr_html_()
    seen = rowlock.review("examples/classic.rowlock", rollouts=0, progress=False)
    assert "<iframe" in seen._repr_html_()
    solved = rowlock.solve("tests/tiny/tiny.toml", progress=False)
    assert solved._repr_html_().count("<tr>") == len(solved.variant.rows)
    assert f"{solved.value:.6f}" in str(solved)


def test_results_become_tables_of_arrow() -> None:
    run = rowlock.simulate("classic", ["cautious", "greedy"], games=20, progress=False)
    assert run.to_arrow().to_pandas().equals(run.to_pandas())
