"""Rows of a user's own (R17): names, several colours, no lock; closing and ending for one player alone."""

from __future__ import annotations

import pytest
from playing import say, table, texts

from rowlock import (
    BadVariant,
    IllegalMove,
    Phase,
    format_move,
    format_position,
    format_variant,
    legal_moves,
    outcome,
    parse_move,
    parse_position,
    parse_variant,
)
from rowlock.engine.facts import Closed, DieRemoved, Ended
from rowlock.engine.state import Game
from rowlock.engine.variant import Variant
from rowlock.variants import read_known

BETWEEN = """
parent = "classic"
title = "Between"
rules = 1

[[rows]]
lock = "r"
cells = "r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12"

[[rows]]
name = "o"
cells = "ry2 ry3 ry4 ry5 ry6 ry7 ry8 ry9 ry10 ry11 ry12"

[[rows]]
lock = "y"
cells = "y2 y3 y4 y5 y6 y7 y8 y9 y10 y11 y12"
"""
ALONE = """
parent = "classic"
title = "Everybody for themselves"
rules = 1

[closing]
for = "player"

[end]
of = "player"
"""


def pad(text: str) -> Variant:
    return parse_variant(text, "own", None, lambda name: read_known(name))


def moves(game: Game, seat: int = 0) -> list[str]:
    return [format_move(move) for move in legal_moves(game, seat)]


def test_R17_2_a_row_without_a_lock_comes_back_from_its_text() -> None:
    variant = pad(BETWEEN)
    assert [(row.name, row.lock) for row in variant.rows] == [("r", "r"), ("o", None), ("y", "y")]
    assert variant.colours == "ry"
    assert parse_variant(format_variant(variant), "own") == variant
    assert variant.features == ("two-coloured cells", "rows without a lock")


def test_R17_2_every_die_of_a_cells_colours_serves_and_the_move_is_listed_once() -> None:
    game = say(table(pad(BETWEEN), ""), "1+2 r5 y5", "0 -").game
    assert moves(game) == ["r6", "r7", "o6", "o7", "y6", "y7", "-"]
    with pytest.raises(IllegalMove, match=r"no white die and coloured die make this cell's number"):
        say(game, "0 o8")


def test_R17_2_a_row_without_a_lock_needs_nothing_for_its_last_cell_and_never_closes() -> None:
    step = say(table(pad(BETWEEN), "", ""), "6+6 r1 y1", "0 o12", "1 -")
    assert not texts(step, Closed)
    assert step.game.phase is Phase.COLOUR
    assert step.game.sheets[0].closed == 0


def test_R17_2_a_cross_in_a_row_without_a_lock_spares_the_penalty() -> None:
    step = say(table(pad(BETWEEN), ""), "1+1 r1 y1", "0 o2", "0 -")
    assert step.game.sheets[0].penalties == 0


def test_R17_3_a_row_closes_for_its_owner_alone_and_no_die_leaves() -> None:
    game = table(pad(ALONE), "r2.3.4.5.6,y,g,b,p0", "r2,y,g,b,p0")
    step = say(game, "6+6 r1 y1 g1 b1", "0 r12", "1 -")
    assert texts(step, Closed) == [Closed("r", (0,))]
    assert not texts(step, DieRemoved)
    assert [sheet.closed for sheet in step.game.sheets] == [1, 0]
    assert step.game.dice == "rygb"
    after = say(step.game, "0 -", "6+6 r1 y1 g1 b1").game
    assert "r12" not in moves(after, 0)
    assert "g12" in moves(after, 1)


def test_R17_3_both_may_close_the_same_row_one_after_the_other() -> None:
    game = table(pad(ALONE), "r2.3.4.5.6.12+,y,g,b,p0", "r2.3.4.5.6,y,g,b,p0")
    step = say(game, "6+6 r1 y1 g1 b1", "0 -", "1 r12")
    assert texts(step, Closed) == [Closed("r", (1,))]
    assert step.game.phase is Phase.COLOUR


def test_R17_4_two_rows_of_two_players_do_not_end_the_game_but_two_of_one_do() -> None:
    six = "2.3.4.5.6.12+"
    game = table(pad(ALONE), f"r{six},y2.3.4.5.6,g,b,p0", f"r,y{six},g,b,p0")
    assert game.phase is Phase.ROLL
    step = say(game, "6+6 r1 y1 g1 b1", "0 y12", "1 -")
    assert texts(step, Ended) == [Ended("rows")]
    result = outcome(step.game)
    assert result is not None
    assert result.reason == "rows"


def test_R17_3_positions_say_for_whom_a_row_is_closed() -> None:
    variant = pad(ALONE)
    game = table(variant, "r2.3.4.5.6.12+,y,g,b,p0", "r2,y,g,b,p0")
    load = lambda name, **options: variant  # noqa: E731
    assert parse_position(format_position(game), load) == game
    with pytest.raises(Exception, match="closed exactly on the sheets that have locked it"):
        parse_position(format_position(game).replace("r2,y", "r2x,y"), load)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('name = "o"', 'name = "r"', "rows[2].name: row 1 is called r too"),
        ('name = "o"', 'name = "oo"', "rows[2].name: 'oo' is not a name for a row"),
        ('name = "o"', 'name = "p"', "rows[2].name: 'p' is not a name for a row"),
        ("ry2 ry3", "rr2 ry3", "rows[2].cells: 'rr2' is not a cell"),
        (
            "ry2 ry3",
            "rg2 ry3",
            "rows[2].cells: no row has the lock g, so no die makes rg2",
        ),
    ],
)
def test_R17_2_mistakes_in_such_rows_are_told(old: str, new: str, told: str) -> None:
    with pytest.raises(BadVariant) as caught:
        pad(BETWEEN.replace(old, new))
    assert any(told in mistake for mistake in caught.value.mistakes), caught.value.mistakes


def test_R17_3_a_wrong_word_for_whom_is_told_what_would_be_right() -> None:
    with pytest.raises(BadVariant, match=r"closing\.for: there is no choice 'owner'; .*table, player"):
        pad(ALONE.replace('for = "player"', 'for = "owner"'))


def test_R16_4_more_ties_than_anybody_could_answer_are_refused() -> None:
    pairs = "".join(f'[[bonus_pairs]]\nkind = "two-in-fewest"\ncells = "r{n} y{n}"\n' for n in range(2, 7))
    text = f'parent = "classic"\ntitle = "Ties"\nrules = 1\n{pairs}'
    with pytest.raises(BadVariant, match="there are 5 of the kind two-in-fewest; at most 4"):
        pad(text)


def test_a_move_of_another_pads_kind_is_refused() -> None:
    game = say(table(pad(BETWEEN), ""), "1+2 r5 y5").game
    with pytest.raises(IllegalMove, match="Between has no such moves"):
        say(game, "0 *r")
    assert parse_move("*r").text == "*r"
