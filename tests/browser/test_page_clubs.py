"""Clubs on phones: a family's Sundays from the first table on, and a club of five hundred."""

from __future__ import annotations

import re
from typing import Any

from door import Door
from driver import Visitor, check_with_axe
from playwright.sync_api import expect
from serving import Served

NARROW = {"width": 320, "height": 568}
PHONE = {"width": 390, "height": 844}
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"


def big_club(server: Served, token: str) -> str:
    """A town's club with sixty people who have played."""
    game: dict[str, Any] = {"pad": "classic", "title": "Classic", "scores": [50, 40], "winners": [0]}
    games = [{**game, "at": 1e9 + n, "names": ["Mia", f"P{n}"]} for n in range(60)]
    people = [f"P{n}" for n in range(499)]
    file = {"rowlock": "club 1", "name": "Town", "members": people, "games": games}
    return f"/club/{server.call('POST', '/api/clubs/file', file, token)['club']}"


def test_five_hundred_members_on_a_phone(visit: Door, server: Served) -> None:
    token = server.player("Mia")
    mia = visit(big_club(server, token), token, viewport=NARROW, color_scheme="dark")
    page = mia.page
    expect(page.get_by_role("heading", name="Town")).to_be_visible()
    expect(page.locator("tbody tr:visible")).to_have_count(20)
    standing = page.locator("section", has_text="Who won how often")
    standing.get_by_role("button", name="More").click()
    expect(page.locator("tbody tr:visible")).to_have_count(61)
    wall = page.get_by_role("list", name="Noticeboard")
    expect(wall).to_contain_text("Nothing here yet.")
    mia.button("Who plays tonight?").click()
    expect(wall).to_contain_text("Mia Who plays tonight?")
    expect(page.get_by_role("heading", name="500 members")).to_be_visible()
    assert page.evaluate(OVERFLOW) <= 0
    check_with_axe(mia, "a club of five hundred at 320 px by night")


def give_up(loser: Visitor, winner: Visitor) -> None:
    loser.page.get_by_role("button", name="Menu").click()
    loser.button("Give up").click()
    loser.button("Give up").click()
    assert winner.result() == "You win."


def test_a_familys_sundays(visit: Door) -> None:
    """A circle is kept with one tap; a week later its link and its page lead to tonight's table."""
    anna, ben = visit.together("Anna", "Ben", viewport=PHONE)
    give_up(ben, anna)
    anna.button("Keep this circle").click()
    anna.page.get_by_label("Name of the club").fill("Sunday")
    anna.button("Create").click()
    expect(anna.page.locator(".key code")).to_have_text(re.compile(r"\w{4,}"))
    anna.button("I wrote it down").click()
    expect(anna.page.get_by_role("heading", name="Sunday")).to_be_visible()
    club = anna.page.url
    anna.page.get_by_text("Invite", exact=True).click()
    link = anna.page.locator(".address a").evaluate("one => one.pathname")

    cleo = visit(link, viewport=NARROW, color_scheme="dark")
    cleo.page.get_by_label("Your name").fill("Cleo")
    cleo.button("Join").click()
    expect(cleo.page.get_by_role("heading", name="3 members")).to_be_visible()
    cleo.button("Open a table").click()
    cleo.page.locator(".lobby").wait_for()

    for one in (anna, cleo):  # the next Sunday begins at the front page, for her who has never played, too
        one.page.goto(one.base)
        one.page.get_by_role("link", name="Sunday").click()
        assert one.page.url == club
    cleo.page.get_by_role("link", name="To tonight’s table").click()
    anna.page.get_by_role("link", name="To tonight’s table").click()
    anna.sit_down("Anna")
    cleo.page.locator(".name", has_text="Anna").wait_for()
    cleo.button("Start").click()
    for one in (anna, cleo):
        one.wait_for_question()
    give_up(anna, cleo)

    for one in (anna, cleo):
        one.page.goto(club)
        standing = one.page.locator("section", has_text="Who won how often")
        expect(standing.locator("tbody tr").first).to_contain_text(re.compile("Anna|Cleo"))
        last = one.page.locator(".games li")
        expect(last).to_have_count(2)
        expect(last.first).to_contain_text(re.compile(r"Cleo\s+0 · Anna 0"))
        assert one.page.evaluate(OVERFLOW) <= 0
    check_with_axe(cleo, "a family's club at 320 px by night")
