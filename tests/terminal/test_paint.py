"""The screen can be read without colour, and the mouse finds every cell."""

from __future__ import annotations

import pytest
from playing import EVERY_VARIANT, say, table
from rich.color import Color, ColorSystem
from rich.console import Console
from rich.text import Text

from rowlock.engine.mechanisms.bonus_bar import BonusBar
from rowlock.engine.variant import Place
from rowlock.engine.view import plain_variant, view
from rowlock.locale import languages, load_catalogue, text
from rowlock.terminal.foot import paint_foot
from rowlock.terminal.paint import BANDS, Spacing, measure, paint_dice, paint_rows, paint_small
from rowlock.terminal.telling import tell_examples
from rowlock.terminal.unbroken import keep_unbroken
from rowlock.terminal.widgets import heading
from rowlock.variants import load_variant

ENGLISH = load_catalogue("en")


def test_states_of_a_cell_without_colour() -> None:
    game = say(table("classic", "r2.4,y,g12.10.9.8.7.2+,bx,p1", ""), "5+1 r1 y1").game
    seen = view(game, 0)
    variant = plain_variant(game.variant)
    marked = next(move for move in seen["moves"] if move["move"] == "y6")
    picture = paint_rows(variant, seen["sheets"][0], tuple(seen["moves"]), marked, Spacing(4))
    red, yellow, green, blue = [line.plain for line in picture.lines]
    assert red.split() == ["●r", "×", "·", "×", "5", "▸", "6", "7", "8", "9", "10", "11", "12", "○", "3"]
    assert "[ 6]" in yellow
    assert green.split() == ["■g", "×", "·", "×", "×", "×", "×", "·", "·", "·", "·", "×", "⊗", "28"]
    assert blue.split() == ["◆b", *"···········", "–", "0"]


@pytest.mark.parametrize("name", EVERY_VARIANT)
@pytest.mark.parametrize(("width", "height"), [(56, 8), (100, 30), (200, 60)])
def test_every_cell_can_be_pointed_at(name: str, width: int, height: int) -> None:
    game = table(name, "", "")
    variant, seen = plain_variant(game.variant), view(game, 0)
    picture = paint_rows(variant, seen["sheets"][0], (), None, measure(variant, width, height))
    assert len(picture.lines) <= height
    assert max(line.cell_len for line in picture.lines) <= width
    found = {
        picture.cell_at(x, y)
        for y, line in enumerate(picture.lines)
        for x in range(line.cell_len)
        if picture.cell_at(x, y)
    }
    assert found == {(row["row"], cell["number"]) for row in variant["rows"] for cell in row["cells"]}
    assert picture.cell_at(0, 0) is None


@pytest.mark.parametrize("lang", languages())
def test_the_name_of_every_bot_is_whole_beside_the_table(lang: str) -> None:
    catalogue = load_catalogue(lang)
    for bot in ("random", "greedy", "cautious", "steady", "planner", "champion"):
        name = text(catalogue, f"page.bots.{bot}.name")
        for sheet in ("", "r,y,g,b,p3"):
            line = heading(view(table("classic", "", sheet), 0), ["Mia", name], 1).plain
            assert name in line
            assert ("3✗" in line) == bool(sheet)
            assert len(line) == 19


@pytest.mark.parametrize(
    ("name", "moves"),
    [("classic", "r8 -"), ("longo", "r8 *g -"), ("x-change", "r8 1~r5 -"), ("cards", "@2 r8 =r8.7:8 -")],
)
def test_help_shows_moves_that_the_pad_has(name: str, moves: str) -> None:
    assert tell_examples(ENGLISH, plain_variant(load_variant(name)), " ") == moves


def test_R13_1_mixed_cells_bear_their_sign() -> None:
    game = table("mixx-a", "", "")
    variant, seen = plain_variant(game.variant), view(game, 0)
    first = paint_rows(variant, seen["sheets"][0], (), None, Spacing(4)).lines[0].plain
    assert first.count("▲") == first.count("◆") == first.count("■") == 3


def test_bonus_cells_bear_their_mark() -> None:
    for name, marks in (("bonus-a", "°°°"), ("bonus-b", "ᵗˣ")):
        game = table(name, "", "")
        variant, seen = plain_variant(game.variant), view(game, 0)
        first = paint_rows(variant, seen["sheets"][0], (), None, Spacing(4)).lines[0].plain
        assert "".join(char for char in first if char in "°²¹ˣᵗ⁰") == marks
        narrow = paint_rows(variant, seen["sheets"][0], (), None, Spacing(3)).lines[0].plain
        assert "".join(char for char in narrow if char in "°²¹ˣᵗ⁰") == marks


@pytest.mark.parametrize(("width", "shown"), [(3, "▹ 6"), (4, "▸ 6°"), (6, " ▸ 6° ")])
def test_a_bonus_mark_stays_on_a_cell_that_can_be_crossed(width: int, shown: str) -> None:
    """Where there is no room for it, the arrow is hollow."""
    game = say(table("bonus-a", "", ""), "5+1 r1 y1 g1 b1").game
    seen = view(game, 0)
    variant, moves = plain_variant(game.variant), tuple(seen["moves"])
    red = paint_rows(variant, seen["sheets"][0], moves, None, Spacing(width)).lines[0].plain
    assert shown in red
    marked = next(move for move in moves if move["move"] == "r6")
    pencil = paint_rows(variant, seen["sheets"][0], moves, marked, Spacing(6)).lines[0].plain
    assert " [ 6]°" in pencil


def test_R13_1_a_mixed_cell_that_can_be_crossed_keeps_sign_and_mark_if_there_is_room() -> None:
    variant = load_variant("mixx-a").with_mechanism(BonusBar, BonusBar(("r",), (Place(0, 4),)))
    seen = view(say(table(variant, ""), "5+1 r1 y1 g1 b1").game, 0)
    for width, shown in ((5, "◆ 6°◂"), (4, "▸ 6°"), (3, "▹ 6")):
        moves = tuple(seen["moves"])
        rows = paint_rows(plain_variant(variant), seen["sheets"][0], moves, None, Spacing(width)).lines
        assert shown in rows[0].plain


def test_the_foot_counts_as_on_the_pad() -> None:
    game = table("classic", "r2.3.4.5,y2.3.4,g12.11.10.9.8.7.6,b12.11.10.9.8.7.6.5,p2", "")
    lines = [
        line.plain for line in paint_foot(ENGLISH, plain_variant(game.variant), view(game, 0)["sheets"][0])
    ]
    assert lines[0] == "Penalties [×][×][ ][ ]"
    assert lines[1].replace("  ", " ") == "Total ● 10 + ▲ 6 + ■ 28 + ◆ 36 − 10 = 70 "


def test_the_bar_shows_its_next_field_and_struck_ones() -> None:
    game = table("bonus-a", "r,yx,g,b,p0,*1", "")
    bar = paint_foot(ENGLISH, plain_variant(game.variant), view(game, 0)["sheets"][0])[0].plain
    assert bar.split("bar ")[1].startswith(" ×  – [■]")


def test_dice_show_only_what_is_in_play() -> None:
    game = say(table("classic", "r,yx,g,b,p0", "r,yx,g,b,p0"), "4+1 r6 g3 b6").game
    shown = paint_dice(view(game, 0), 1).plain
    assert shown.split() == ["4", "1", "=", "5", "●", "6", "■", "3", "◆", "6"]
    assert len(paint_dice(view(game, 0), 3).plain.split("\n")) == 3
    assert paint_dice(view(table("classic", ""), 0), 3).plain.strip() == ""


def test_small_sheets() -> None:
    variant = load_variant("classic")
    game = table(variant, "r2.4,y,g,b,p0", "")
    assert paint_small(plain_variant(variant), view(game, 1)["sheets"][0])[0].plain == "●  ×·×________○"


@pytest.mark.parametrize("lang", languages())
def test_a_sign_and_its_word_stay_on_one_line(lang: str) -> None:
    keep_unbroken()
    marks = text(load_catalogue(lang), "terminal.help.marks")
    lines = [line.plain for width in range(24, 90) for line in Text(marks).wrap(Console(), width)]
    assert not [line for line in lines if line.rstrip().endswith(tuple("▸×·○⊗–"))]


def test_bands_keep_their_colour_where_there_are_only_sixteen() -> None:
    """Red, bright yellow, green and bright blue of the sixteen, with letters that contrast (WCAG AA)."""
    grounds = {colour: band.bgcolor for colour, band in BANDS.items() if band.bgcolor}
    sixteen = {colour: ground.downgrade(ColorSystem.STANDARD).number for colour, ground in grounds.items()}
    assert sixteen == {"r": 1, "y": 11, "g": 2, "b": 12}
    for band in BANDS.values():
        assert contrast(band.color, band.bgcolor) >= 4.5


def contrast(one: Color | None, other: Color | None) -> float:
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def luminance(colour: Color | None) -> float:
    assert colour is not None
    parts = [part / 255 for part in colour.get_truecolor()]
    red, green, blue = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
