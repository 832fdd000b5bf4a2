"""A user's pad with things that no bundled pad has: it is drawn, played and explained from its data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from driver import DESKTOP, PHONE, Visitor, check_with_axe
from playwright.sync_api import expect
from random_pads import card_pad, mixed_pad, wide_pad

from rowlock import Variant, format_variant

PAD = Path(__file__).parent / "pads" / "doubled.toml"
"""Two pairs of one kind, twice; two rows without a lock, in two colours."""
MIXED = (mixed_pad(14), wide_pad(9), card_pad(9), card_pad(0))
"""Several mechanisms at once, two to six rows, cards with jokers and hands of another size."""
STATES = {"open": "open", "half": "begun", "done": "earned", "lost": "lost"}


def play_own(mia: Visitor, pad: Path = PAD) -> None:
    mia.call_oneself("Mia")
    mia.page.locator("input[accept*=toml]").set_input_files(pad)
    expect(mia.page.locator("input[name=pad][value=own]")).to_be_checked()
    mia.button("Play now").click()
    mia.page.locator(".sheet").wait_for()
    mia.wait_for_question()


def state_of(mia: Visitor, cells: list[str]) -> str:
    """The state of a pair, told from its cells."""
    classes = [mia.cell(cell).get_attribute("class") or "" for cell in cells]
    crossed = ["crossed" in found.split() for found in classes]
    if all(crossed):
        return "done"
    if any({"skipped", "dead"} & set(found.split()) for found in classes):
        return "lost"
    return "half" if any(crossed) else "open"


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_pairs_of_one_kind_have_a_state_each_and_rows_need_no_lock(visit: Any, viewport: Any) -> None:
    mia = visit(viewport=viewport)
    play_own(mia)
    expect(mia.page.locator(".sheet .row")).to_have_count(6)
    expect(mia.page.locator(".sheet .row .lock")).to_have_count(4)
    expect(mia.cell("red/yellow 6")).to_have_count(1)
    lines = mia.page.locator(".legend li")
    expect(lines).to_have_count(4)
    seen = set()
    for state in (".half, .lost, .done", ".lost"):
        assert mia.play_on(f".legend:not(:has(.pencil)) li:is({state})") == "stopped"
        for i in range(4):
            told = lines.nth(i).locator(".unseen").inner_text()
            cells, state = told.split(": ")
            expected = state_of(mia, cells.split(", "))
            assert expected in (lines.nth(i).get_attribute("class") or "").split(), told
            assert state == STATES[expected]
            seen.add(expected)
    assert len(seen) > 1


def test_its_rules_tell_of_rows_and_cells_as_they_are(visit: Any) -> None:
    mia = visit()
    play_own(mia)
    table = mia.page.url.rsplit("/", 1)[1]
    mia.page.goto(f"{mia.base}/rules/own?table={table}")
    article = mia.page.locator("article")
    for heading in ("Cells of several colours", "Rows without a lock", "Bonus pairs"):
        expect(article.get_by_role("heading", name=heading)).to_be_visible()
    expect(article.locator(".legend li")).to_have_count(2)  # two of a kind are explained once


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_random_pads_are_drawn_and_played_to_the_end(visit: Any, viewport: Any, tmp_path: Path) -> None:
    mia = visit(viewport=viewport)
    for pad in MIXED[viewport == DESKTOP :: 2]:
        file = tmp_path / f"{pad.name}.toml"
        file.write_text(format_variant(pad), encoding="utf-8")
        mia.page.goto(mia.base)
        play_own(mia, file)
        see(mia, pad)
        check_with_axe(mia, pad.name)
        assert mia.play_on() == "over"
        assert mia.result()


def see(mia: Visitor, pad: Variant) -> None:
    """The sheet has every row, cell and lock of the pad, and fits the width of the window."""
    sheet = mia.page.locator(".sheet")
    expect(sheet.locator(".row")).to_have_count(len(pad.rows))
    expect(sheet.locator("button.cell")).to_have_count(sum(len(row.cells) for row in pad.rows))
    expect(sheet.locator(".row .lock")).to_have_count(sum(bool(row.lock) for row in pad.rows))
    assert mia.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
