"""A hint says what a move does and how good it is, in every language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from company import Eager

from rowlock import apply, load_variant, new_game, parse_roll, view
from rowlock.bots import Bot, load_bot
from rowlock.locale import languages, load_catalogue, text
from rowlock.terminal.hint import give_hint

ROLL = "1+1 r6 y2 g3 b6"

EAGER: Any = Eager()


@pytest.fixture(autouse=True)
def nothing_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowlock.analysis.judges.selection.solved_values", lambda _: None)
    monkeypatch.setattr("rowlock.bots.planner.solved_values", lambda _: None)


def champion(name: str = "classic", seats: int = 2) -> Bot:
    return load_bot("champion", load_variant(name), seats)


def hint(bot: Bot, name: str = "classic", seats: int = 2, lang: str = "en", roll: str = ROLL) -> str:
    variant = load_variant(name)
    game = apply(new_game(variant, seats), parse_roll(roll)).game
    return give_hint(load_catalogue(lang), variant, view(game, 0), bot, ["Ann", "Ben", "Cleo"])[1]


def test_in_company_a_hint_compares_chances_to_win() -> None:
    told = re.fullmatch(
        r"Champion would choose: (red|yellow) 2 \[[ry]2\] \(\+1 point\)\."
        r" Chance of winning with [^:]+: (\d+\.\d)% → (\d+\.\d)%\. .*",
        hint(champion()),
    )
    assert told
    assert 100 > float(told[2]) > float(told[3]) > 0


def test_alone_a_hint_compares_scores_to_expect() -> None:
    told = hint(champion(seats=1), seats=1)
    assert re.search(r"Expected score with [^:]+: 1[12]\d\.\d → 1[12]\d\.\d\. ", told)


def test_a_pass_has_a_reason_too() -> None:
    told = hint(champion(), roll="1+6 r1 y1 g6 b6")
    assert re.match(
        r"Champion would choose: Pass \[-\]\. Chance of winning with (\w+ 7): .*\. \1 would skip ", told, re.I
    )


def test_a_bot_that_chooses_otherwise_gets_no_praise() -> None:
    told = hint(EAGER, roll="5+6 r1 y1 g6 b6")
    assert told == "Eager would choose: red 11 [r11] (skips 9 cells · +1 point)."


def test_a_variant_that_nobody_has_learnt_still_has_effects() -> None:
    tiny = str(Path(__file__).parent.parent / "tiny" / "tiny.toml")
    told = hint(champion(tiny), tiny, roll="1+1 r1 y1 g1")
    assert re.fullmatch(r"Champion would choose: [^.]+ 2 \[\w2\] \(\+1 point\)\.", told)


@pytest.mark.parametrize("lang", languages())
def test_whoever_gives_the_hint_is_named_as_everywhere(lang: str) -> None:
    name = text(load_catalogue(lang), "page.bots.champion.name")
    assert hint(champion(), lang=lang).startswith(f"{name} ")


@pytest.mark.parametrize("lang", languages())
def test_every_language_writes_its_numbers(lang: str) -> None:
    mark = "." if lang == "en" else ","
    sign = "%" if lang in ("en", "it", "pl") else "\u00a0%"
    found = re.findall(r"[^ (]+%", hint(champion(), lang=lang))
    assert len(found) >= 2
    assert all(re.fullmatch(rf"\d+{re.escape(mark)}\d{sign}", one) for one in found)


def test_R13_1_a_mixed_cell_is_named_by_its_colour_and_typed_by_its_row() -> None:
    assert "would choose: yellow 4 [r4] (" in hint(EAGER, "mixx-a", roll="3+1 r1 y1 g6 b6")
