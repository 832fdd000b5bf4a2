"""Sheets drawn in the terminal: legible without colour, narrow enough, true to the sheet."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from rowlock.engine.notation import parse_sheet
from rowlock.engine.sheet import empty_sheet
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_sheet_of, plain_variant
from rowlock.locale.catalogue import load_catalogue
from rowlock.terminal.draw import FRAMES, draw_sheet, use_colour
from rowlock.variants import load_variant, variant_names

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
TINY = sorted((Path(__file__).parents[1] / "tiny").glob("*.toml"))


def draw(name: str, sheet: str, dealt: int = 0) -> str:
    variant = load_variant(name)
    shown = plain_sheet_of(variant, parse_sheet(variant, sheet), dealt)
    return draw_sheet(plain_variant(variant), shown, colour=False)


def draw_empty(variant: Variant, *, colour: bool = False, legend: bool = False) -> str:
    sheet = plain_sheet_of(variant, empty_sheet(variant))
    return draw_sheet(plain_variant(variant), sheet, colour=colour, legend=legend)


def row(drawn: str, colour: str) -> str:
    return next(line for line in drawn.splitlines() if re.match(rf"  \S {colour} ", line))


def words(drawn: str) -> str:
    """A line without its columns."""
    return " ".join(drawn.split())


def line(drawn: str, start: str) -> str:
    return next(line for line in drawn.splitlines() if line.startswith(f" {start}"))


@pytest.mark.parametrize("name", variant_names())
def test_a_sheet_fits_a_terminal(name: str) -> None:
    variant = load_variant(name)
    drawn = draw_empty(variant, legend=True)
    assert max(map(len, drawn.splitlines())) <= 79


@pytest.mark.parametrize("name", [*variant_names(), *map(str, TINY)])
def test_colour_adds_nothing_but_colour(name: str) -> None:
    variant = load_variant(name)
    plain, coloured = (draw_empty(variant, colour=c) for c in (False, True))
    assert "\x1b" not in plain
    assert "\x1b" in coloured
    bare = [stripped.rstrip() for stripped in ESCAPE.sub("", coloured).splitlines()]
    assert bare == plain.splitlines()


def test_every_colour_comes_with_its_ground() -> None:
    variant = load_variant("mixx-a")
    drawn = draw_empty(variant, colour=True)
    codes = {code for found in ESCAPE.findall(drawn) for code in found[2:-1].split(";")}
    assert codes == {"0", "1", "97", "30", "41", "42", "43", "44"}
    for found in ESCAPE.findall(drawn):
        assert bool(re.search("97|30", found)) == bool(re.search("4[1-4]", found))


def test_R2_1_crosses_and_the_cells_left_of_them() -> None:
    red = row(draw("classic", "r5.7,y,g,b,p0"), "r")
    assert words(red) == "● r · · · × · × 8 9 10 11 ┊ 12 ○ 2× 3"


def test_R7_own_lock_and_rows_closed_by_others() -> None:
    drawn = draw("classic", "r2.3.4.5.6.12+,y2.3x,g,b,p0")
    assert words(row(drawn, "r")) == "● r × × × × × · · · · · ┊ × ⊗ 7× 28"
    assert words(row(drawn, "y")) == "▲ y × × · · · · · · · · ┊ · – 2× 3"
    assert words(row(drawn, "g")).endswith("○ 0× 0")


def test_R11_the_closing_cells_stand_apart() -> None:
    assert "4 ┊  3   2  ○" in row(draw("longo", "r,y,g,b,p0"), "g")


def test_R9_the_worked_example_is_counted() -> None:
    sheet = "r2.3.4.5,y2.3.4,g12.11.10.9.8.7.6,b12.11.10.9.8.7.6.5,p2"
    drawn = draw("classic", sheet)
    assert line(drawn, "Total").split(maxsplit=1)[1] == "r 10 + y 6 + g 28 + b 36 − 10 = 70"
    assert line(drawn, "Penalties").split(maxsplit=1)[1] == "[×][×][ ][ ] −5 each"
    assert line(drawn, "Crosses").split()[1:] == [str(n) for n in range(1, 13)]
    assert words(line(drawn, "Points")) == "Points 1 3 6 10 15 21 28 36 45 55 66 78"


def test_nouns_are_written_as_their_language_writes_them() -> None:
    classic = load_variant("classic")
    sheet = plain_sheet_of(classic, empty_sheet(classic))
    drawn = draw_sheet(plain_variant(classic), sheet, colour=False, catalogue=load_catalogue("de"))
    assert [word for word in ("Fehlwürfe", "Kreuze", "Punkte", "Summe") if f"\n {word} " in drawn] == [
        "Fehlwürfe",
        "Kreuze",
        "Punkte",
        "Summe",
    ]


def test_R12_the_lucky_numbers_of_a_sheet_are_drawn() -> None:
    assert words(line(draw("longo", "r,y,g,b,p0", dealt=1), "Lucky")) == "Lucky numbers 6 11"
    assert words(line(draw("longo", "r,y,g,b,p0"), "Lucky")) == "Lucky numbers 5 10"
    assert "Lucky" not in draw("classic", "r,y,g,b,p0")


def test_R13_mixed_cells_bear_their_own_signs() -> None:
    red = row(draw("mixx-a", "r2,y,g,b,p0"), "r")
    expected = "● r × ▲ 3 ▲ 4 ◆ 5 ◆ 6 ◆ 7 ■ 8 ■ 9 ■10 ●11 ┊ ●12 ○ 1× 1"
    assert words(red) == expected


def test_R15_the_bar_shows_crossed_struck_and_next_fields() -> None:
    drawn = draw("bonus-a", "r2.4.5.7.8.12+,y,g,b,p0,*1.2")
    assert line(drawn, "Bonus bar") == " Bonus bar  ×  × [■] ◆  ■  –  ◆  ▲  –  ▲  ◆  ■"
    assert "[ 5]  6   7 [ 8]  9  10 [11]" in row(drawn, "y")


def test_R16_the_kinds_of_pair_are_told_apart() -> None:
    drawn = draw("bonus-b", "r6,y,g5,b7.4,p1")
    assert "( ×)  7 < 8>  9" in row(drawn, "r")
    assert "| 3|  4   5   6 { 7}  8   9  10 «11»" in row(drawn, "y")
    assert line(drawn, "(") == " (r×) (b×)   At the end: 13 points more. (won)"
    assert line(drawn, "|") == " |y3| |g×|   At the end: penalties cost nothing."
    assert line(drawn, "<") == " <r8> <b·>   At the end: the row with your fewest crosses scores double."
    assert "+ Bonus 13 − 5 =" in line(drawn, "Total")
    assert len(set(FRAMES.values())) == 6


def test_a_cell_of_two_bonuses_has_half_of_each_frame() -> None:
    variant = load_variant(next(path for path in TINY if path.stem == "tiny-bar-pairs"))
    assert "[ 3»" in row(draw_empty(variant), "r")


@pytest.mark.parametrize("path", TINY, ids=lambda path: path.stem)
def test_rows_of_any_length_keep_their_columns(path: Path) -> None:
    variant: Variant = load_variant(path)
    drawn = draw_empty(variant)
    assert len({len(row(drawn, pad.name)) for pad in variant.rows}) == 1


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colour_only_for_terminals_that_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert use_colour(Terminal())
    assert not use_colour(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not use_colour(Terminal())
    monkeypatch.setenv("NO_COLOR", "")
    assert use_colour(Terminal())
    monkeypatch.setenv("TERM", "dumb")
    assert not use_colour(Terminal())
