"""A club of five hundred on a phone: standing and members are shown in parts, the wall has phrases."""

from __future__ import annotations

from typing import Any

from door import Door
from driver import check_with_axe
from playwright.sync_api import expect
from serving import Served

NARROW = {"width": 320, "height": 568}
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
