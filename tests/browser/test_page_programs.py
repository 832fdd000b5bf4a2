"""The ladder of programs on the page: from the board of people to a program, and to a game of it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from door import Door
from driver import check_with_axe
from playwright.sync_api import Browser, expect
from serving import Served, served

from rowlock.client.programs import play_ladder, take_part

NARROW = {"width": 320, "height": 568}
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"


@pytest.fixture(scope="module")
def ladder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server where sixty programs take part and one of them has played against a bot."""
    with served(tmp_path_factory.mktemp("ladder"), programs=2) as running:
        programs = running.app.state.lobby.programs
        programs.rest, programs.bot_after = 0.0, 0.1
        for number in range(59):
            take_part(running.base, f"Idle {number:02}", ["classic"])
        token = take_part(running.base, "Anneliese’s Überspieler", ["classic"])
        with ThreadPoolExecutor() as aside:  # the driver of the browser has an event loop in this thread
            aside.submit(play_ladder, running.base, "cautious", token=token, games=1).result()
        wait_for_rating(running)
        yield running


def wait_for_rating(server: Served) -> None:
    for _ in range(600):
        best = server.call("GET", "/api/programs")["lines"][0]
        if best["results"] and best["games"]:
            return
        time.sleep(0.1)
    raise AssertionError(f"never rated: {best}")


@pytest.fixture
def visit(browser: Browser, ladder: Served) -> Iterator[Door]:
    door = Door(browser, ladder.base)
    yield door
    door.close()


def test_from_the_board_of_people_to_a_game_of_a_program(visit: Door) -> None:
    mia = visit("/board", viewport=NARROW, color_scheme="dark")
    page = mia.page
    page.get_by_role("link", name="Programs on the ladder").click()
    expect(page.get_by_role("heading", name="Programs on the ladder")).to_be_visible()
    expect(page.locator("li")).to_have_count(50)
    best = page.locator("li").first
    expect(best).to_contain_text("1. Anneliese’s Überspieler")
    expect(best).to_contain_text("1 game")
    expect(best).to_contain_text(re.compile(r"\d{4} strength between \d+ and \d+"))
    expect(page.locator("li").nth(1)).to_contain_text("not rated yet")
    mia.button("More").click()
    expect(page.locator("li")).to_have_count(60)
    assert page.evaluate(OVERFLOW) <= 0
    check_with_axe(mia, "the ladder of programs at 320 px by night")
    best.get_by_role("link").first.click()
    expect(page.get_by_role("heading", name="Anneliese’s Überspieler")).to_be_visible()
    game = page.locator("li")
    expect(game).to_have_count(1)
    expect(game).to_contain_text("Classic")
    assert page.evaluate(OVERFLOW) <= 0
    check_with_axe(mia, "a program at 320 px by night")
    game.get_by_role("link").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("main")).to_contain_text("The game is over.")
    expect(page.get_by_role("columnheader", name="Anneliese’s Überspieler")).to_be_visible()


def test_a_program_that_is_not_there(visit: Door) -> None:
    mia = visit("/program/Nobody")
    mia.expected = ("404",)
    expect(mia.page.get_by_role("alert")).to_contain_text("No program plays under this name.")


def test_a_server_without_a_ladder_has_no_link_to_one(browser: Browser, server: Served) -> None:
    door = Door(browser, server.base)
    mia = door("/board")
    mia.expected = ("404", "403", "409")
    expect(mia.page.get_by_role("combobox").first).to_be_visible()
    expect(mia.page.get_by_role("link", name="Programs on the ladder")).to_have_count(0)
    mia.page.goto(f"{server.base}/programs")
    expect(mia.page.get_by_role("alert")).to_contain_text("Programs do not play each other on this server.")
    door.close()
