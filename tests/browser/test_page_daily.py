"""The daily game on the page: the card, the table, the result, the calendar, practice, the text to share."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from driver import PHONE, Visitor, check_with_axe
from playwright.sync_api import expect

PATIENCE = 120_000
"""Milliseconds: a result is worked out beside the play, and on a busy machine last."""
TAUGHT = "localStorage['rowlock.taught'] = 'true'"


def known(visit: Any, **options: Any) -> Visitor:
    """Somebody who has been here before: newcomers see no card."""
    token = options.pop("token", None)
    visitor: Visitor = visit("/rules/classic", token, **options)
    visitor.page.add_init_script(TAUGHT)
    visitor.page.goto(visit.base)
    return visitor


def played(visit: Any, **options: Any) -> Visitor:
    """Somebody who has just finished today's game, in front of its end."""
    mia = known(visit, **options)
    card = mia.page.locator(".today")
    expect(card).to_be_visible(timeout=PATIENCE)
    card.get_by_role("button").first.click()
    mia.wait_for_question()
    assert mia.play_on(style="careful") == "over"
    return mia


def test_a_newcomer_sees_no_card_and_others_play_today(visit: Any) -> None:
    new = visit(viewport=PHONE)
    expect(new.page.get_by_role("button", name="Play now")).to_be_visible()
    expect(new.page.locator(".earlier")).to_be_attached(timeout=PATIENCE)  # what comes later has come
    expect(new.page.locator(".today")).to_have_count(0)
    mia = played(visit, viewport=PHONE)
    score = mia.totals()[0]
    expect(mia.page.locator(".actions .big")).to_have_text(["Today’s result", "Review"])
    mia.page.get_by_role("link", name="Today’s result").click()
    expect(mia.page.locator(".day h1")).to_have_text(
        re.compile(rf"^{str(score).replace('-', '−')} point"), timeout=PATIENCE
    )
    expect(mia.page.locator(".day header .line")).to_contain_text("points lost")
    expect(mia.page.locator(".day .sheets figure")).to_have_count(2)
    expect(mia.page.locator(".day .costly li")).to_have_count(3)
    expect(mia.page.locator(".day .costly li p").first).to_contain_text(re.compile(r"\d \+ \d [●▲■◆]\d"))
    expect(mia.page.locator(".week small")).to_have_text(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
    expect(mia.page.locator(".day article header")).to_contain_text("Classic")
    check_with_axe(mia, "daily")
    mia.page.evaluate(
        "navigator.share = undefined; navigator.clipboard.writeText = async (text) => (window.copied = text)"
    )
    mia.button("Share").click()
    expect(mia.button("Copied")).to_be_visible()
    lines = mia.page.evaluate("window.copied").splitlines()
    assert re.fullmatch(r"Rowlock · \d{4}-\d\d-\d\d · Classic", lines[0])
    assert re.fullmatch(rf"{str(score).replace('-', '−')} points? · \d+\.\d points lost", lines[1])
    assert all(re.fullmatch("[■▪□]{1,5}", line) for line in lines[2:-1])
    mia.button("Play for practice").click()
    mia.wait_for_question()
    mia.page.goto(visit.base)
    expect(mia.page.locator(".today .line")).to_contain_text(f"{score} point".replace("-", "−"))
    mia.page.locator(".today").get_by_role("link", name="Result").click()
    expect(mia.page.locator("li.mine a")).to_have_count(1)


def test_a_day_that_is_still_to_be_played_names_its_pad_once(visit: Any) -> None:
    mia = known(visit)
    mia.page.goto(f"{visit.base}/daily/{datetime.now(UTC):%Y-%m-%d}")
    expect(mia.page.locator(".day h1")).to_have_text("Classic")
    assert mia.page.locator(".day article header").inner_text().count("Classic") == 1


def test_a_game_that_was_left_goes_on_where_it_stands(visit: Any) -> None:
    mia = known(visit)
    mia.page.locator(".today").get_by_role("button").first.click()
    mia.wait_for_question()
    address = mia.page.url
    mia.page.goto(visit.base)
    mia.page.locator(".today").get_by_role("button", name="Continue").click()
    mia.wait_for_question()
    assert mia.page.url == address
    expect(mia.page.get_by_role("button", name="Hint")).to_have_count(0)
