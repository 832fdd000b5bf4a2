"""Hints and a tutor at the table, and puzzles: what the strength of the bots is for."""

from __future__ import annotations

import json
from typing import Any

from driver import DESKTOP, PHONE, Visitor, check_with_axe
from playwright.sync_api import Route, expect


def check_both_sizes(visitor: Visitor, screen: str) -> None:
    """Axe on a phone and on a desktop, and nothing wider than either."""
    for size in (PHONE, DESKTOP):
        visitor.page.set_viewport_size(size)
        assert visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        check_with_axe(visitor, f"{screen}, {size}")


def test_a_hint_points_at_the_best_move_with_reasons_and_the_record_says_so(visit: Any) -> None:
    mia = visit.at_table(viewport=PHONE)
    mia.button("Hint").click()
    advice = mia.page.get_by_role("complementary", name="Hint")
    expect(advice).to_contain_text("Best: ")
    expect(advice).to_contain_text("Chance of winning")
    expect(mia.page.locator("button.cell.advised, .buttons .button.advised")).to_have_count(1)
    assert advice.locator(".reason").count() <= 2
    check_both_sizes(mia, "a hint")
    advice.get_by_role("button", name="Close").click()
    expect(advice).to_have_count(0)
    expect(mia.page.locator(".advised")).to_have_count(0)
    assert mia.play_on() == "over"
    table = mia.page.url.split("/t/")[1]
    record = mia.page.request.get(f"{mia.base}/api/tables/{table}/games/1/record").text()
    assert "hints 0: 1" in record


def better(route: Route) -> None:
    """A tutor that finds a pass better than anything else."""
    wanted = json.loads(route.request.post_data or "{}")
    options = [{"move": "-", "cell": None, "taken": None, "worth": 0.6, "loss": 0.0, "played": None}]
    mine = {"move": wanted["move"], "cell": None, "taken": None, "worth": 0.53, "loss": 0.07, "played": None}
    told = {"move": "-", "other": wanted["move"], "options": [*options, mine], "reasons": []}
    told |= {"loss": 0.07, "grade": "mistake"}
    route.fulfill(json={"better": None if wanted["move"] == "-" else told})


def choose_tutor(visitor: Any, level: str) -> None:
    visitor.button("Settings").click()
    visitor.page.get_by_label("Tutor").select_option(level)
    visitor.page.keyboard.press("Escape")


def test_a_tutor_asks_before_a_costly_move_and_never_blocks(visit: Any) -> None:
    mia = visit(viewport=PHONE)
    choose_tutor(mia, "mistake")
    mia.page.route("**/tutor", better)
    mia.play_now()
    sent = []
    mia.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    mia.page.reload()
    mia.wait_for_question()
    assert mia.play_on(stop_at="button.cell[aria-disabled=false]") == "stopped"
    mia.legal().first.click()
    mia.button("Done").click()
    question = mia.page.get_by_role("complementary", name="Tutor")
    expect(question).to_contain_text("60.0% → 53.0%. Better: ")
    check_both_sizes(mia, "a tutor's question")
    before = sum('"move"' in str(frame) for frame in sent)
    question.get_by_role("button", name="Keep mine").click()
    expect(question).to_have_count(0)
    assert sum('"move"' in str(frame) for frame in sent) == before + 1
    mia.page.unroute("**/tutor")
    mia.page.route("**/tutor", lambda route: route.abort())
    mia.expected = ("ERR_FAILED",)
    assert mia.play_on() == "over"


def test_hints_are_the_hosts_to_allow_and_everybody_sees_it(visit: Any) -> None:
    mia = visit()
    mia.call_oneself("Mia")
    mia.button("With friends").click()
    tick = mia.page.get_by_label("Hints and tutor")
    expect(tick).not_to_be_checked()
    ben = visit(mia.page.url.removeprefix(mia.base))
    expect(ben.page.locator(".lobby")).to_be_visible()
    assert ben.page.get_by_text("Hints are allowed").count() == 0
    tick.check()
    expect(ben.page.get_by_text("Hints are allowed")).to_be_visible()


def test_the_puzzle_of_the_day_is_solved_with_reasons_and_counted(visit: Any) -> None:
    mia = visit(viewport=PHONE)
    mia.page.get_by_role("link", name="Puzzle", exact=True).click()
    expect(mia.page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
    number = mia.page.request.get(f"{mia.base}/api/puzzles").json()["today"]
    solution = mia.page.request.get(f"{mia.base}/api/puzzles/{number}/solution").json()
    answer(mia, solution["options"][0])
    check_both_sizes(mia, "a puzzle with a pencilled move")
    mia.button("Answer").click()
    solved = mia.page.locator(".solution")
    expect(solved).to_contain_text("Right: ")
    expect(solved.locator("tr")).to_have_count(len(solution["options"]))
    expect(mia.page.locator(".streak")).to_contain_text("1 day in a row")
    check_both_sizes(mia, "a solved puzzle")
    mia.page.reload()
    expect(mia.page.locator(".streak")).to_contain_text("1 right in a row")


def answer(visitor: Any, option: Any) -> None:
    if option["cell"] is None:
        visitor.page.keyboard.press("p")
        return
    row, cell = option["cell"]
    at = f".row >> nth={row_index(visitor, row)} >> button.cell:has(.number:text-is('{cell}'))"
    visitor.page.locator(at).click()
    visitor.page.evaluate("document.querySelector('.chosen .button')?.click()")  # where there is a choice


def row_index(visitor: Any, row: str) -> int:
    number = visitor.page.request.get(f"{visitor.base}/api/puzzles").json()["today"]
    rows = visitor.page.request.get(f"{visitor.base}/api/puzzles/{number}").json()["variant"]["rows"]
    return [one["row"] for one in rows].index(row)


def test_another_puzzle_of_a_pad_by_keyboard_alone(visit: Any) -> None:
    mia = visit("/puzzle")
    mia.page.get_by_label("Pad").select_option("classic")
    mia.page.locator("h1").click()
    mia.page.keyboard.press("p")
    mia.page.keyboard.press("d")
    expect(mia.page.locator(".solution")).to_be_visible()
    mia.page.keyboard.press("n")
    expect(mia.page.locator(".about")).to_contain_text("Classic")
    expect(mia.page.locator(".solution")).to_have_count(0)
    assert "/puzzle/" in mia.page.url
    mia.button("Show the solution").click()
    expect(mia.page.locator(".solution")).to_contain_text("The best is: ")
