"""The review of a game: found after it, walked by touch and keys, shared by address, friendly in failure."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from driver import PHONE, check_with_axe
from playwright.sync_api import expect
from recorded import bots_game

from rowlock import format_record, load_variant

TINY = Path(__file__).parents[1] / "tiny" / "tiny.toml"
GOLDEN = Path(__file__).parents[1] / "golden"
PATIENCE = 300_000
"""Milliseconds: reviewers yield to whoever plays, and on a busy machine to everybody."""


def bring(visitor: Any, text: str, name: str = "game.rowlock") -> None:
    """Drop a record on the front page."""
    file = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    visitor.page.locator("input[accept*=toml]").set_input_files([file])


def reviewed(visit: Any, text: str, **options: Any) -> Any:
    """The review of a record that somebody brings."""
    mia = visit(**options)
    bring(mia, text)
    mia.page.get_by_role("link", name="Review").click()
    expect(mia.page.locator(".columns")).to_be_visible(timeout=PATIENCE)
    return mia


def record_of(*bots: str, pad: str | Path = TINY, deal: int = 1) -> str:
    return format_record(bots_game(load_variant(pad), bots, deal))


def test_after_a_game_its_review_is_the_second_big_button(visit: Any) -> None:
    mia = visit(viewport=PHONE)
    mia.play_now()
    assert mia.play_on() == "over"
    big = mia.page.locator(".actions .big")
    expect(big).to_have_text(["Rematch", "Review"])
    totals = mia.totals()
    big.nth(1).click()
    expect(mia.page.locator(".columns")).to_be_visible(timeout=PATIENCE)
    expect(mia.page.locator(".seats .score")).to_have_text([str(n).replace("-", "−") for n in totals])
    worst = mia.page.locator(".worst button")
    expect(worst).to_have_count(3)  # nobody plays well at random
    for one in worst.all():
        one.click()
        expect(one).to_have_attribute("aria-pressed", "true")
        expect(mia.page.locator("article .grade").first).to_be_visible()
        better = mia.page.locator("article", has=mia.page.locator(".grade")).first
        expect(better).to_contain_text("Better:")
        expect(better.locator("circle.better")).to_have_count(
            0 if "Better: Pass" in better.inner_text() else 1
        )
    check_with_axe(mia, "review")
    wide = mia.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    told = mia.page.locator(".walk h2").inner_text()
    other = visit(mia.page.url.removeprefix(mia.base))
    expect(other.page.locator(".walk h2")).to_have_text(told, timeout=PATIENCE)
    other.page.get_by_role("link", name="Back to the replay").click()
    expect(other.page.locator(".replay .moment")).to_be_visible()
    other.page.locator(".replay header a").first.click()
    expect(other.page.locator(".front")).to_be_visible()
    mia.page.goto(mia.base)
    mia.page.get_by_role("link", name="Review").first.click()
    expect(mia.page.locator(".columns")).to_be_visible(timeout=PATIENCE)


def test_a_review_opens_on_the_costliest_decision(visit: Any) -> None:
    mia = reviewed(visit, record_of("greedy", "cautious", pad="classic", deal=1))
    expect(mia.page.locator(".worst button").first).to_have_attribute("aria-pressed", "true")
    expect(mia.page.locator(".walk h2")).not_to_contain_text("Turn 1 ")


def test_the_graph_is_walked_by_touch_and_by_keys(visit: Any) -> None:
    mia = reviewed(visit, record_of("cautious", "greedy", "steady", pad="classic", deal=2), viewport=PHONE)
    page, turn = mia.page, mia.page.locator(".walk h2")
    expect(turn).to_contain_text("Turn 1 ")
    page.keyboard.press("ArrowRight")
    expect(turn).to_contain_text("Turn 2 ")
    slider = page.get_by_role("slider", name="Turn")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(turn).to_contain_text("Turn 3 ")
    expect(slider).to_have_attribute(
        "aria-valuetext", re.compile(r"^Turn 3: Careful [\d.]+%, Greedy [\d.]+%, Steady")
    )
    page.keyboard.press("End")
    last = page.locator("ol li").count()
    expect(turn).to_contain_text(f"Turn {last} ")
    box = page.locator("figure svg").first.bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] / 2)
    expect(turn).not_to_contain_text(f"Turn {last} ")
    page.locator("ol li button").nth(4).click()
    expect(turn).to_contain_text("Turn 5 ")
    picture = page.get_by_role("img", name=re.compile(r"^Chance of winning by turn\. Careful begins at"))
    expect(picture).to_be_visible()
    page.locator(".seats button").nth(2).click()
    expect(page.get_by_role("img", name=re.compile(r"turn\. Steady begins at"))).to_be_visible()
    dashes = page.eval_on_selector_all(
        "figure .line:not(.mine)", "all => all.map(l => l.getAttribute('stroke-dasharray'))"
    )
    assert len(set(dashes)) == 2  # told apart without colour
    expect(page.locator(".bar b").first).to_have_text(re.compile(r"^[+−]?\d+\.\d%$"))


def test_alone_everything_adds_up(visit: Any) -> None:
    mia = reviewed(visit, record_of("greedy", pad="classic", deal=2), color_scheme="dark")
    check_with_axe(mia, "review of a solo game on a desktop, at night")
    mia.page.locator("summary", has_text="How it adds up").click()
    cells = mia.page.locator("table.sum td").all_inner_texts()
    *parts, result = [float(text.strip("= ").replace("−", "-")) for text in cells]
    assert sum(parts) == pytest.approx(result, abs=0.3)  # five figures, each rounded
    expect(mia.page.get_by_text("The champion with the same dice")).to_be_visible()


def test_an_own_pad_without_a_network_is_judged_by_games_played_on(visit: Any) -> None:
    mia = reviewed(visit, record_of("greedy", "cautious"))
    expect(mia.page.locator(".judge")).to_contain_text("60 times each; give or take")


def test_a_game_that_somebody_gave_up_is_reviewed_until_then(visit: Any) -> None:
    lines = record_of("greedy", "cautious", pad="classic").splitlines()
    turns = [i for i, line in enumerate(lines) if line[:1].isdigit()]
    given_up = "\n".join([*lines[: turns[3]], "4. !1"])
    mia = reviewed(visit, given_up)
    expect(mia.page.locator(".note")).to_contain_text("Reviewed for 3 turns")
    expect(mia.page.locator("ol li")).to_have_count(3)


def test_a_game_with_cards_is_reviewed(visit: Any) -> None:
    mia = reviewed(visit, (GOLDEN / "cards.rowlock").read_text(encoding="utf-8"))
    expect(mia.page.locator(".judge")).to_be_visible()
    assert mia.page.locator("ol li").count() > 5


def test_a_server_that_fails_is_asked_again(visit: Any) -> None:
    mia = visit()
    mia.expected = ("status of 503",)
    told = {"code": "too_many", "reason": "too many reviews"}
    mia.page.route("**/api/review", lambda route: route.fulfill(status=503, json=told))
    bring(mia, record_of("greedy", "cautious", pad="classic"))
    mia.page.get_by_role("link", name="Review").click()
    expect(mia.page.get_by_role("alert")).to_contain_text("too many")
    mia.page.unroute("**/api/review")
    mia.page.route(
        "**/api/review",
        lambda route: route.fulfill(status=202, json={"state": "waiting", "ahead": 3}),
        times=2,
    )
    mia.button("Try again").click()
    expect(mia.page.locator(".columns")).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("language", ["de", "fr", "it", "pl"])
def test_it_speaks_the_readers_language(visit: Any, language: str) -> None:
    mia = visit(locale=language, viewport=PHONE)
    bring(mia, record_of("greedy", "cautious", pad="classic"))
    mia.page.locator("a[href$='/review']").click()
    expect(mia.page.locator(".columns")).to_be_visible(timeout=PATIENCE)
    shown = mia.page.locator("main").inner_text()
    assert "study." not in shown
    assert "Luck" not in shown
    assert mia.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
