"""An event on the page: announced, joined by its link, drawn, entered, taken back; nothing sticks out."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from driver import DESKTOP, PHONE, Visitor
from playwright.sync_api import expect
from serving import Served, patient_call, served

NARROW = {"width": 320, "height": 640}
HALL = {"width": 1920, "height": 1080}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as running:
        yield running


def made(server: Served, guests: int = 6, **plan: Any) -> tuple[str, str]:
    """An event with guests on paper: its address, and the token of its referee."""
    token = server.player("Rita")
    event = patient_call(server.base, "POST", "/api/events", {"title": "Sunday cup", **plan}, token)["event"]
    names = [f"Guest number {n}" for n in range(1, guests + 1)]
    if names:
        patient_call(server.base, "POST", f"/api/events/{event}/people", {"names": names}, token)
    return f"/e/{event}", token


def fits(visitor: Visitor) -> bool:
    return bool(visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_referee_announces_draws_enters_and_takes_back(visit: Any) -> None:
    rita = visit("/", token=patient_call(visit.base, "POST", "/api/players", {"name": "Rita"})["token"])
    page = rita.page
    page.get_by_text("Events", exact=True).click()
    page.get_by_label("Name of the event").fill("Sunday cup")
    page.locator("form label", has_text=re.compile("^Pad")).locator("select").select_option("bonus-a")
    page.get_by_label("Rounds").fill("2")
    page.get_by_role("button", name="Announce it").click()
    expect(page.get_by_role("heading", name="Sunday cup")).to_be_visible()
    expect(page.get_by_text("Championship · Bonus A · 2 rounds")).to_be_visible()
    page.get_by_label("People without a device").fill("Anna\nBen\nCarla")
    page.get_by_role("button", name="Add them").click()
    expect(page.get_by_text("3 people are here")).to_be_visible()
    page.get_by_role("button", name="Draw the next round").click()
    page.get_by_role("button", name="Enter points").click()
    for name, points in (("Anna", "70"), ("Ben", "80")):
        page.get_by_role("spinbutton", name=name).fill(points)
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.locator("table .me, tbody tr").first).to_contain_text("Ben")
    expect(page.locator(".card.done")).to_contain_text("did not come")
    page.get_by_text("Take something back").click()
    page.get_by_role("button", name="Take back", exact=True).first.click()
    expect(page.locator(".card.running")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url))
    page.goto(visit.base)  # the front page knows her event, and that it is on
    expect(page.get_by_role("link", name="Sunday cup · running")).to_be_visible()
    page.get_by_text("Events", exact=True).click()
    expect(page.get_by_role("link", name="Sunday cup", exact=True)).to_be_visible()
    assert asked.count(f"{visit.base}/api/events") == 1


def test_in_open_play_nothing_is_drawn(visit: Any, server: Served) -> None:
    path, referee = made(server, guests=0, format="open_stage", minutes=60)
    api = f"/api/events{path[2:]}"
    rita, mia = visit(path, token=referee), visit(path, token=server.player("Mia"))
    mia.button("Take part").click()
    expect(mia.page.get_by_text("Play has not begun yet.")).to_be_visible()
    rita.button("Begin play").click()
    expect(rita.page.get_by_text("Play is on")).to_be_visible()
    expect(rita.page.get_by_role("heading", name="Open play")).to_be_visible()
    mia.button("Find me a game").click()
    expect(mia.page.get_by_text("60 minutes left")).to_be_visible()
    rita.page.get_by_text("Take something back").click()
    expect(rita.page.get_by_text("The beginning of play")).to_be_visible()
    for one in (rita, mia):
        expect(one.page.get_by_text(re.compile(r"draw|Round \d"))).to_have_count(0)
    patient_call(server.base, "PATCH", f"{api}/clock", {"minutes": 1}, referee)
    server.app.state.lobby.events.clock = lambda: time.time() + 90
    try:
        expect(mia.page.get_by_text("Time is up")).to_be_visible()
    finally:
        server.app.state.lobby.events.clock = time.time


def test_a_player_joins_on_a_phone_and_finds_the_table(visit: Any, server: Served) -> None:
    path, referee = made(server, guests=0)
    people = [visit(path, viewport=PHONE) for _ in range(3)]
    for number, one in enumerate(people):
        one.page.get_by_label("Your name").fill(f"Person {number}")
        one.button("Take part").click()
        expect(one.page.get_by_text("You are in.")).to_be_visible()
        assert fits(one)
    patient_call(server.base, "POST", f"/api/events{path[2:]}/rounds", {"round": 1}, referee)
    expect(people[0].page.get_by_text("You sit at table 1")).to_be_visible()
    people[0].page.get_by_role("link", name="To the table").click()
    people[0].wait_for_question()


@pytest.mark.parametrize("language", ["en", "de", "fr", "it", "pl"])
def test_nothing_sticks_out_at_any_width(visit: Any, server: Served, language: str) -> None:
    path, referee = made(server)
    patient_call(server.base, "POST", f"/api/events{path[2:]}/rounds", {"round": 1}, referee)
    for size in (NARROW, DESKTOP):
        rita = visit(path, token=referee, viewport=size, locale=language)
        expect(rita.page.locator(".card").first).to_be_visible()
        assert fits(rita)


def test_the_hall_is_read_from_ten_metres(visit: Any, server: Served) -> None:
    path, referee = made(server, guests=24)
    patient_call(server.base, "POST", f"/api/events{path[2:]}/rounds", {"round": 1}, referee)
    hall = visit(f"{path}/hall", viewport=HALL)
    expect(hall.page.locator("li").first).to_be_visible()
    size = hall.page.locator("li span").first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert size >= HALL["height"] / 32, "letters of a thirtieth of the height"
    below = hall.page.evaluate(
        "[...document.querySelectorAll('main li, main tr')]"
        ".some(one => one.getBoundingClientRect().bottom > innerHeight)"
    )
    assert not below
