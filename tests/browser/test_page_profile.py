"""Ratings and progress on the page: one's own, of people who wish to be seen, and tables that count."""

from __future__ import annotations

from datetime import UTC, datetime
from secrets import token_hex
from typing import Any
from urllib.parse import quote

import pytest
from door import Door
from driver import DESKTOP, Visitor, check_with_axe
from playwright.sync_api import expect
from serving import Served

from rowlock.community.progress import PARTS, SORTS, Digest, Mistake
from rowlock.community.ratings.answers import LadderShown
from rowlock.community.ratings.results import Skill
from rowlock.server.http import ratings
from rowlock.server.store.ratings import BoardRow

NARROW = {"width": 320, "height": 568}
POSITION = "classic 7/0 white 4+1,r6,y2,g3,b6 ?/? r2.3,y4,g,b12.9,p0 r,y,g12,b,p1"
MISTAKE: Mistake = {
    "position": POSITION,
    "seat": 0,
    "chosen": "-",
    "best": "y5",
    "loss": 0.0,
    "worths": {"y5": 0.7, "r5": 0.5, "g5": 0.1, "b5": 0.2, "-": 0.4},
}
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"


def one_digest(month: int) -> Digest:
    """A game of Mia against Steady and Ben."""
    return {
        "pad": "classic",
        "seats": 3,
        "unit": "chance",
        "score": 60 + month,
        "place": 1,
        "luck": 0.02 * (month - 5),
        "parts": {part: {"decisions": 10, "lost": 0.01 * place} for place, part in enumerate(PARTS, 1)},
        "sorts": {sort: {"decisions": 6, "lost": 0.004 * month} for sort in SORTS},
        "others": ["bot:steady", "Ben"],
        "won": 0.5 if month == 9 else 1.0,
        "mistakes": [{**MISTAKE, "loss": 0.01 * month}],
    }


LADDER: LadderShown = {
    "family": "classic",
    "kind": "several",
    "pads": ["classic"],
    "results": {"number": 1223, "low": 1540, "high": 2732, "known": False},
    "play": {"loss": 0.29, "low": 0.0, "high": 0.58, "decisions": 50},
    "games": 9,
    "opponents": 2,
    "listed": False,
    "days": [
        {
            "day": f"2026-0{month}-10",
            "number": 900 + 36 * month,
            "low": 1300 + 27 * month,
            "high": 2800 - 8 * month,
        }
        for month in range(1, 10)
    ],
}


@pytest.fixture
def played(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody at this server has played nine rated games that were reviewed."""
    at = [(datetime(2026, month, 10, tzinfo=UTC).timestamp(), one_digest(month)) for month in range(1, 10)]

    async def digests(_: str) -> list[tuple[float, Digest]]:
        return at

    async def ladders(*_: Any) -> list[LadderShown]:
        return [LADDER]

    monkeypatch.setattr(server.app.state.lobby.store, "digests_of", digests)
    monkeypatch.setattr(ratings, "_ladders", ladders)


def heading(visitor: Visitor, name: str) -> Any:
    return visitor.page.get_by_role("heading", name=name, exact=True)


@pytest.mark.usefixtures("played")
def test_my_page_tells_ratings_progress_and_mistakes(visit: Door, server: Served) -> None:
    mia = visit("/me", server.player("Mia"), viewport=NARROW, color_scheme="dark")
    page = mia.page
    expect(heading(mia, "Classic, for three to five")).to_be_visible()
    expect(page.get_by_text("strength between 1540 and 2732, not settled yet")).to_be_visible()
    expect(page.get_by_text("points lost per decision, between 0.00 and 0.58")).to_be_visible()
    for name in ("By part of the game", "By kind of decision", "By pad", "Best scores", "Head to head"):
        expect(heading(mia, name)).to_be_visible()
    expect(page.get_by_role("row", name="Classic 69 9")).to_be_visible()
    expect(page.locator("li", has_text="Steady")).to_contain_text("8.5 of 9 won")
    expect(page.locator("li", has_text="Ben")).to_be_visible()
    for summary in page.locator("summary").all():
        summary.click()
    expect(page.get_by_role("table", name="Luck per game").get_by_role("row")).to_have_count(10)
    expect(page.get_by_role("row", name="Opening 0.10 90")).to_be_visible()
    assert page.evaluate(OVERFLOW) <= 0
    check_with_axe(mia, "my page at 320 px by night")
    page.set_viewport_size(DESKTOP)
    page.emulate_media(color_scheme="light")
    check_with_axe(mia, "my page on a desk by day")
    first = page.locator("ol li").first
    expect(first).to_contain_text("−9.0")
    expect(first).to_contain_text("Pass; better: yellow 5")
    expect(page.locator("ol li")).to_have_count(5)
    mia.button("Show all").click()
    expect(page.locator("ol li")).to_have_count(9)
    mia.page.get_by_role("link", name="Practise them as puzzles").press("Enter")
    expect(page.get_by_text("Mistake 1 of 9")).to_be_visible()
    check_with_axe(mia, "a mistake to practise")
    mia.button("Pass").click()
    mia.button("Answer").click()
    expect(page.get_by_role("status").filter(has_text="yellow 5")).to_be_visible()
    expect(page.get_by_text("In the game you chose: pass", exact=False)).to_be_visible()
    page.get_by_role("link", name="Back to your progress").click()
    expect(first).to_be_visible()
    first.get_by_role("link").press("Enter")
    expect(page.locator("ol button").first).to_be_visible()  # the options of that very position
    assert "4%2B1%2Cr6" in page.url


@pytest.mark.usefixtures("played")
def test_others_see_a_profile_by_its_owners_wish(visit: Door, server: Served) -> None:
    mark = token_hex(4)  # of this try alone: a handle stays taken
    taken, handle = f"Anna {mark}", f"Ben {mark}"
    address = f"/people/{quote(handle)}"
    server.call("PATCH", "/api/players/me/profile", {"handle": taken}, server.player("Anna"))
    ben = visit("/me", server.player("Ben"), viewport=NARROW)
    ben.expected = ("409",)
    switch = ben.page.get_by_role("switch", name="Others may see this")
    name = ben.page.get_by_label("Name for others")
    expect(name).to_have_value("Ben")
    for wrong, told in (("B", "2 to 24 letters"), (taken, "Somebody else already uses this name.")):
        name.fill(wrong)
        switch.press("Space")
        expect(ben.page.get_by_role("alert")).to_contain_text(told)
        expect(switch).not_to_be_checked()
    name.fill(handle)
    switch.press("Space")
    expect(switch).to_be_checked()
    expect(ben.page.get_by_role("link", name=address)).to_be_visible()
    other = visit(address, viewport=NARROW, color_scheme="dark")
    expect(heading(other, handle)).to_be_visible()
    expect(other.page.get_by_text("strength between 1540 and 2732")).to_be_visible()
    expect(other.page.locator("li", has_text="Steady")).to_be_visible()
    expect(other.page.locator("li", has_text="Ben")).to_have_count(0)
    expect(heading(other, "Mistakes to practise")).to_have_count(0)
    expect(other.page.get_by_role("switch")).to_have_count(0)
    check_with_axe(other, "somebody's page at 320 px")
    with ben.page.expect_response("**/api/players/me/profile"):
        switch.press("Space")
    expect(switch).not_to_be_checked()
    other.expected = ("404",)
    other.page.reload()
    expect(other.page.get_by_role("alert")).to_contain_text("Nobody shows a profile under this name.")


def test_the_way_to_my_page_is_for_those_who_have_played_at_a_server(visit: Door, server: Served) -> None:
    new = visit()
    expect(new.page.locator(".pad").first).to_be_visible()
    expect(new.page.get_by_role("link", name="Ratings and progress")).to_have_count(0)
    mia = visit.at_table()
    mia.page.goto(mia.base)
    mia.page.get_by_role("link", name="Ratings and progress").click()
    expect(mia.page.get_by_text("No rated games yet.")).to_be_visible()
    agreed = mia.page.get_by_role("switch", name="Games for research")
    expect(agreed).not_to_be_checked()  # nobody's games are published unasked
    agreed.press("Space")
    expect(agreed).to_be_checked()
    check_with_axe(mia, "my page before the first rated game")
    mia.page.reload()
    expect(agreed).to_be_checked()
    mia.page.evaluate("sessionStorage.setItem('rowlock.alone', '1')")
    mia.page.reload()
    expect(heading(mia, "My data")).to_be_visible()
    expect(mia.page.get_by_role("switch")).to_have_count(0)


def test_friends_play_a_rated_game_and_refusals_are_told_by_name(visit: Door, server: Served) -> None:
    token = server.player("Anna")
    host = visit(f"/t/{server.table(token, 'me', 'open', hints=True)}", token, viewport=NARROW)
    rated, hints = host.page.get_by_label("Rated: the game counts"), host.page.get_by_label("Hints and tutor")
    rated.press("Space")
    expect(host.page.locator(".refused")).to_have_text("A rated table has no hints: switch them off first.")
    expect(rated).not_to_be_checked()
    hints.press("Space")
    expect(hints).not_to_be_checked()
    rated.press("Space")
    expect(rated).to_be_checked()
    check_with_axe(host, "a rated table before the start")
    guest = visit(host.page.url.removeprefix(host.base), viewport=NARROW)
    expect(guest.page.get_by_text("This table is rated")).to_be_visible()
    guest.sit_down("Bert")
    host.button("Start").click()
    for one in (host, guest):
        one.wait_for_question()
        expect(one.page.locator(".ticker .rated")).to_have_text("rated")
        assert one.page.evaluate(OVERFLOW) <= 0
    check_with_axe(host, "a rated game at 320 px")
    host.page.get_by_role("button", name="Menu").click()
    expect(rated).to_have_count(0)


def test_a_board_of_the_season_is_paged_and_says_its_condition(
    visit: Door, server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [
        BoardRow(f"p{n}", f"Person {n:03}", Skill(30.0 - n / 50, 1.0), 2000 - n, 10 + n) for n in range(120)
    ]

    async def board(_: Any, season: str, first: int, limit: int) -> list[BoardRow]:
        return people[first : first + limit] if season != "2026-3" else people[:1]

    async def first_season(_: Any) -> str:
        return "2026-2"

    monkeypatch.setattr(server.app.state.lobby.store, "board", board)
    mia = visit("/board", server.player("Mia"), viewport=NARROW, color_scheme="dark")
    page = mia.page
    expect(page.get_by_text("at least 10 rated games against at least 4 different opponents")).to_be_visible()
    expect(page.locator("tbody tr")).to_have_count(50)
    assert page.evaluate(OVERFLOW) <= 0
    check_with_axe(mia, "a board at 320 px by night")
    mia.button("More").click()
    expect(page.locator("tbody tr")).to_have_count(100)
    mia.button("More").click()
    expect(page.locator("tbody tr")).to_have_count(120)
    expect(mia.button("More")).to_have_count(0)
    expect(page.get_by_label("Season")).to_have_count(0)  # there is only this one
    monkeypatch.setattr(server.app.state.lobby.store, "first_season", first_season)
    page.reload()
    page.get_by_label("Season").select_option(label="Jul – Sep 2026")
    expect(
        page.get_by_text("at least 10 rated games against at least 4 different opponents that season")
    ).to_be_visible()
    expect(page.get_by_role("heading", name="Earlier leaderboards")).to_be_visible()
    assert page.url.endswith("/board/classic/two/2026-3")
    expect(page.locator("tbody tr")).to_have_count(1)
    assert page.evaluate(OVERFLOW) <= 0
    check_with_axe(mia, "a board of an earlier season")
    page.go_back()
    expect(page.get_by_role("heading", name="This season’s leaderboards")).to_be_visible()
    monkeypatch.undo()
    page.reload()
    page.get_by_label("Pads and table").select_option("/board/classic/several")
    expect(page.get_by_text("Nobody is listed yet.")).to_be_visible()
    assert page.url.endswith("/board/classic/several")
