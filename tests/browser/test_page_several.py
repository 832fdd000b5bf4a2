"""Several people at one table, each with a browser of their own: names, talk, nudges, what the others did."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from door import Door
from driver import DESKTOP, PHONE, Visitor, check_with_axe
from playwright.sync_api import Browser, expect
from serving import served

from rowlock.server.config import TablePace

NAMES = ["Anna-Maria", "Bertold", "Cleo", "Dorothea", "Emil"]
SHORT = """() => [...document.querySelectorAll('.chip .name')]
  .filter((name) => {
    const box = name.getBoundingClientRect();
    const outside = box.right > innerWidth || box.left < 0;
    return name.scrollWidth > name.clientWidth + 1 || box.width < 20 || outside;
  })
  .map((name) => name.textContent)"""


def at_a_table(visit: Door, count: int, **options: Any) -> list[Visitor]:
    """So many people, each in front of the first question."""
    return visit.together(*NAMES[:count], **options)


def on_one_device(visit: Any, count: int, **options: Any) -> Visitor:
    home: Visitor = visit(**options)
    home.button("On this device").click()
    for _ in range(count - 2):
        home.page.get_by_role("button", name="One seat more").click()
    for i, name in enumerate(NAMES[:count]):
        home.page.get_by_label(f"Player {i + 1}").fill(name)
    home.button("Start").click()
    home.wait_for_question()
    return home


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_every_name_is_read_to_its_end_on_a_phone(visit: Any, count: int) -> None:
    home = on_one_device(visit, count, viewport=PHONE)
    expect(home.page.locator(".chip .name")).to_have_text(NAMES[:count])
    assert home.page.evaluate(SHORT) == []


APART = """() => [...document.querySelectorAll('.ticker .who')]
  .map((who) => [...who.children].map((one) => one.getBoundingClientRect()))
  .flatMap((boxes, at, all) => boxes.filter((box) => box.right > innerWidth || all.some((others, other) =>
    other > at && others.some((one) => box.left < one.right - 1 && one.left < box.right - 1
      && box.top < one.bottom - 1 && one.top < box.bottom - 1))))
  .length"""


ON_DICE = """() => document.querySelector('.slip').getBoundingClientRect().bottom
  > document.querySelector('.dice .die').getBoundingClientRect().top"""


def test_the_news_of_five_people_stand_apart_on_a_phone(visit: Any) -> None:
    home = on_one_device(visit, 5, viewport={"width": 390, "height": 844})
    tab = home.page.locator(".tab")
    for left in range(5, 0, -1):
        home.wait_for_question()
        before = tab.inner_text()
        expect(home.page.locator(".ask")).to_contain_text(f"{before}: ")
        home.legal().first.click()
        home.button("Done").click()
        if left > 1:
            expect(tab).not_to_have_text(before)
    expect(home.page.locator(".ticker .who")).to_have_count(5)
    for width, height in ((390, 844), (360, 640), (320, 568)):
        home.page.set_viewport_size({"width": width, "height": height})
        assert home.page.evaluate(APART) == 0, width


def test_a_sheet_bears_the_name_of_its_owner(visit: Any) -> None:
    home = on_one_device(visit, 2, viewport=PHONE)
    tab = home.page.locator(".tab")
    first = home.page.locator(".chip.own .name").inner_text()
    expect(tab).to_have_text(first)
    home.button("Pass").click()
    expect(tab).not_to_have_text(first)
    expect(tab).to_have_text(home.page.locator(".chip.own .name").inner_text())


def test_a_spectator_reads_whose_sheet_it_is(visit: Any) -> None:
    anna, _ = at_a_table(visit, 2)
    watcher = visit(anna.page.url.removeprefix(anna.base))
    expect(watcher.page.locator(".tab")).to_have_text("Anna-Maria")
    expect(watcher.page.get_by_text("You are watching.")).to_be_visible()
    check_with_axe(watcher, "a spectator's table")


def test_words_rise_from_the_chip_and_can_be_read_again(visit: Any) -> None:
    anna, bertold, cleo, dorothea = at_a_table(visit, 4, viewport=PHONE)
    bertold.page.get_by_role("button", name="Say something").click()
    bertold.button("Good luck!").click()
    for other in (anna, dorothea, cleo):
        slip = other.page.locator(".place", has_text="Bertold").locator(".slip")
        expect(slip).to_have_text("Good luck!")
        expect(other.page.locator(".unread")).to_have_text("1")
    cleo.page.set_viewport_size({"width": 320, "height": 568})
    assert cleo.page.evaluate(ON_DICE) is False
    expect(slip).to_have_count(0)
    cleo.page.get_by_role("button", name="Say something; 1 new message").click()
    expect(cleo.page.get_by_role("dialog").locator(".said")).to_contain_text("Bertold Good luck!")
    cleo.page.keyboard.press("Escape")
    expect(cleo.page.locator(".unread")).to_have_count(0)


def test_a_nudge_comes_with_words(visit: Any) -> None:
    anna, bertold = at_a_table(visit, 2, viewport=PHONE)
    anna.button("Pass").click()
    anna.page.locator(".chip", has_text="Bertold").click()
    anna.button("Nudge").click()
    expect(bertold.page.locator(".banner")).to_have_text("Anna-Maria nudges you: it is your turn to choose.")


def test_what_the_others_did_is_told_under_the_chips_and_glows(visit: Any) -> None:
    anna, bertold, cleo, *others = at_a_table(visit, 5, viewport=DESKTOP)
    ticker = anna.page.locator(".ticker")
    cell = bertold.legal().first
    number = (cell.get_attribute("data-cell") or "").split()[1]
    cell.click()
    bertold.button("Done").click()
    for other in (cleo, *others):
        other.button("Pass").click()
    expect(ticker).not_to_contain_text("Bertold")
    anna.button("Pass").click()
    expect(ticker.locator(".who", has_text="Bertold").locator(".mark")).to_have_text(number)
    expect(ticker.locator(".who", has_text="Cleo")).to_contain_text("passes")
    small = anna.page.locator(".side .mini", has_text="Bertold")
    expect(small.locator(".fresh.crossed")).to_have_count(1)


def test_who_is_away_is_named_with_what_can_be_done(browser: Browser, tmp_path: Path) -> None:
    """On a server that leaves some time before a bot stands in by itself."""
    with served(tmp_path, pace=TablePace(away=60)) as server:
        visit = Door(browser, server.base)
        anna, bertold = at_a_table(visit, 2, viewport=PHONE)
        anna.button("Pass").click()
        bertold.page.goto("about:blank")
        ask = anna.page.locator(".ask")
        expect(ask).to_have_text("Bertold is away.")
        prompt = anna.page.locator(".prompt")
        expect(prompt.get_by_role("button", name="Nudge")).to_be_visible()
        prompt.get_by_role("button", name="Let a bot play").click()
        expect(ask).not_to_have_text("Bertold is away.")
        visit.close()


def test_bots_have_names_in_the_language_of_the_reader(visit: Any) -> None:
    mia = visit(locale="de")
    mia.page.locator(".pad").first.wait_for()
    mia.page.locator("select").select_option("steady")
    mia.page.locator(".now").click()
    expect(mia.page.locator(".chip .name").last).to_have_text("Ruhepol")


def test_the_lobby_shows_the_pad_and_who_invites_and_the_host_changes_it(visit: Any) -> None:
    anna = visit()
    anna.call_oneself("Anna-Maria")
    anna.button("With friends").click()
    anna.page.locator(".lobby .picture").wait_for()
    guest = visit(anna.page.url.removeprefix(anna.base))
    expect(guest.page.get_by_text("Anna-Maria invites you to play Classic.")).to_be_visible()
    anna.page.get_by_label("Pad").select_option("longo")
    expect(guest.page.get_by_role("heading", name="Longo")).to_be_visible()
    expect(guest.page.locator(".lobby .picture text", has_text="16").first).to_be_visible()


def test_your_tables_say_with_whom_and_how_it_stands(visit: Any) -> None:
    mia = visit.at_table()
    mia.page.goto(mia.base)
    line = mia.page.locator(".running a", has_text="Classic")
    expect(line).to_contain_text("Mia 0 · Steady")
    expect(line).to_contain_text("Your turn")


def swipe(who: Visitor, x: int, y: int = 0) -> None:
    box = who.page.locator(".look .other").bounding_box()
    assert box
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    who.page.mouse.move(*middle)
    who.page.mouse.down()
    who.page.mouse.move(middle[0] + x / 2, middle[1] + y / 2)
    who.page.mouse.move(middle[0] + x, middle[1] + y)
    who.page.mouse.up()


def test_a_tapped_sheet_slides_in_and_is_swiped_on_and_away(visit: Any) -> None:
    anna = at_a_table(visit, 3, viewport=PHONE)[0]
    look, name = anna.page.locator(".look"), anna.page.locator(".look h2")
    anna.page.locator(".chip", has_text="Bertold").click()
    expect(name).to_have_text("Bertold")
    covered = anna.page.evaluate(
        "() => document.querySelector('.look').getBoundingClientRect().bottom"
        " - document.querySelector('.buttons').getBoundingClientRect().top"
    )
    assert covered <= 1
    expect(anna.button("Pass")).to_be_enabled()
    swipe(anna, -120)
    expect(name).to_have_text("Cleo")
    swipe(anna, 120)
    expect(name).to_have_text("Bertold")
    swipe(anna, 0, 120)
    expect(look).to_have_count(0)
    anna.page.locator(".chip", has_text="Cleo").click()
    expect(name).to_have_text("Cleo")
    swipe(anna, -120)  # past the last one
    expect(look).to_have_count(0)
    anna.page.locator(".chip", has_text="Cleo").click()
    anna.page.keyboard.press("ArrowLeft")
    expect(name).to_have_text("Bertold")
    anna.page.keyboard.press("Escape")
    expect(look).to_have_count(0)
    expect(anna.page.locator(".chip", has_text="Cleo")).to_be_focused()
