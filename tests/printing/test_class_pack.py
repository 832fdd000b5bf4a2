"""The class pack: its pages, and every figure in its tasks and solutions computed again."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import pdfplumber
import pytest
from drawn import assert_printable, bounds

from rowlock import contest, load_variant, new_game, parse_sheet, score, simulate
from rowlock.locale import languages, load_catalogue, text
from rowlock.printing import PrintOptions, render_class_pack
from rowlock.printing import lessons as pack
from rowlock.printing.class_pack import lay_out_class_pack
from rowlock.printing.lessons import lessons
from rowlock.printing.shapes import Label

CLASSIC = load_variant(pack.PAD)


def words_of(lang: str) -> list[str]:
    """The words of every page as a reader finds them, in one line each."""
    with pdfplumber.open(io.BytesIO(render_class_pack(PrintOptions(lang=lang)))) as file:
        return [" ".join((page.extract_text() or "").split()) for page in file.pages]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("lang", languages())
def test_nothing_overlaps_or_leaves_the_page(lang: str, paper: str) -> None:
    for page in lay_out_class_pack(PrintOptions(lang=lang, paper=paper, grey=paper == "letter"))[1:]:
        assert_printable(page)
        labels = [(bounds(shape), shape) for shape in page.shapes if isinstance(shape, Label)]
        for (one, first), (other, second) in combinations(labels, 2):
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart, (first, second)


@pytest.mark.parametrize("lang", languages())
def test_sheets_come_first_then_tasks_then_solutions(lang: str) -> None:
    catalogue, pages = load_catalogue(lang), words_of(lang)
    found = lessons(catalogue, CLASSIC)
    assert len(pages) == 1 + 2 * len(found) == 5
    for kind, first in (("task", 1), ("solution", 3)):
        for page, lesson in zip(pages[first : first + 2], found, strict=True):
            assert text(catalogue, f"print.class_pack.{kind}") in page
            assert " ".join(lesson.title.split()) in page


def test_solutions_are_on_their_pages_and_not_on_the_tasks() -> None:
    _, *tasks, skipping, closing = words_of("en")
    for answer in (
        "1 2 3 4 5 6 5 4 3 2 1",
        "worth 10 points, 8 crosses 36",
        "In 6 of 36 cases",
        "84%",
        "21.5",
        "92%",
    ):
        assert answer in skipping
        assert not any(answer in page for page in tasks)
    for answer in (
        "15 points",
        "28.",
        "In 1 of 36 cases (2.8%)",
        "16 of 216 (7.4%)",
        "13.5 throws",
        "32%",
        "121 147 150",
    ):
        assert answer in closing
        assert not any(answer in page for page in tasks)
    assert "1. Two dice are rolled" in tasks[0]
    assert pack.SIMULATE in skipping


def test_languages_write_numbers_their_own_way() -> None:
    assert "55,4" in words_of("de")[3]
    assert "55,4" in words_of("pl")[3]


def test_chances_are_those_of_the_dice() -> None:
    """Against formulas, where the lessons count cases."""
    assert {number: Fraction(count, 36) for number, count in pack.sums(CLASSIC).items()} == {
        number: Fraction(6 - abs(7 - number), 36) for number in range(2, 13)
    }
    sixth = Fraction(1, 6)
    assert Fraction(pack.closing_cases(CLASSIC, 2), 36) == sixth**2
    assert Fraction(pack.closing_cases(CLASSIC, 3), 216) == 3 * sixth**2 * (1 - sixth) + sixth**3


def test_points_are_those_of_the_engine() -> None:
    def points(red: str) -> int:
        return score(CLASSIC, parse_sheet(CLASSIC, f"r{red},y,g,b,p0")).total

    assert (points("2.3.4.5"), points("2.3.4.5.6.7.8.9")) == (10, 36)
    assert 36 > 3 * 10
    assert (points("2.3.4.5.6"), points("2.3.4.5.6.12+")) == (15, 28)
    assert new_game(CLASSIC, 2).variant.end_rows == 2


def test_the_camps_play_as_told() -> None:
    run = simulate(pack.PAD, list(pack.CAMPS), games=pack.GAMES, seed=pack.SEED, progress=False)
    seats = run.summary()["seats"]
    assert [seat["score"]["mean"] for seat in seats] == pytest.approx(pack.POINTS)
    assert [seat["penalties"] for seat in seats] == pytest.approx(pack.PENALTIES)
    assert seats[1]["wins"]["mean"] == pytest.approx(pack.B_WINS)


def closing_from(least: int, name: str) -> Callable[[Any, Sequence[str]], str]:
    """A bot that skips least, and closes a row with so many crosses or more."""

    def choose(view: Any, moves: Sequence[str]) -> str:
        told = {move["move"]: move for move in view["moves"]}
        crosses = {row["row"]: row["count"] for row in view["sheets"][view["seat"]]["rows"]}

        def worth(move: str) -> float:
            one = told[move]
            if one["locks"]:
                return 100 if crosses[one["locks"][0]] >= least else -100
            return float(-one["skips"] if one["cell"] else one["gain"] - 2.5)

        return max(moves, key=worth)

    choose.__name__ = name
    return choose


@pytest.mark.parametrize("waits", pack.EARLY_WINS)
def test_closing_early_wins_as_told(waits: int) -> None:
    bots = [closing_from(CLASSIC.rows[0].needs, "early"), closing_from(waits, "late")]
    held = contest(bots, pack.PAD, games=pack.DUELS, seed=pack.SEED, progress=False)
    assert (held.points[..., 0] > held.points[..., 1]).sum() == pack.EARLY_WINS[waits]
    assert pack.EARLY_WINS[waits] > pack.DUELS / 2
