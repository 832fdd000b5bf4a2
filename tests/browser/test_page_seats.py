"""Friends at one table: a table that grows, a guest who asks for a seat, what a host may do over people."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

NARROW = {"width": 320, "height": 568}
COVERED = """() => {
  const bottom = document.querySelector('.sheet').getBoundingClientRect().bottom;
  return bottom - document.querySelector('.buttons').getBoundingClientRect().top;
}"""
BESIDE = "document.querySelector('.lobby form .button').getBoundingClientRect().right - innerWidth"
OVERLAPS = """() => {
  const slip = document.querySelector('.slip').getBoundingClientRect();
  const chips = [...document.querySelectorAll('.chip')].map((chip) => chip.getBoundingClientRect());
  return chips.some((chip) => chip.bottom > slip.top + 1 && chip.right > slip.left && chip.left < slip.right);
}"""


def test_a_table_of_friends_grows_and_whoever_comes_too_late_asks_for_a_seat(visit: Any) -> None:
    host = visit(viewport=NARROW)
    host.call_oneself("Anneliese")
    host.button("With friends").click()
    path_of = host.page.locator(".lobby .share a")
    expect(path_of).to_be_in_viewport()
    path = host.page.url.removeprefix(host.base)
    expect(host.button("Start")).to_be_disabled()
    host.button("Another player on this device").click()
    assert host.page.evaluate(BESIDE) < 0
    for number, name in enumerate(("Bartholomäus", "Cleo"), 2):
        guest = visit(path, viewport=NARROW)
        guest.sit_down(name)
        expect(host.page.locator(".lobby li.human")).to_have_count(number)
        expect(host.page.locator(".lobby li.open")).to_have_count(1)
    expect(host.button("Start")).to_be_enabled()
    host.button("One seat fewer").click()
    expect(host.page.locator(".lobby li.open")).to_have_count(0)
    late = visit(path, viewport=NARROW)
    expect(late.page.get_by_text("All seats are taken.")).to_be_visible()
    late.page.get_by_label("Your name").fill("Dora")
    late.button("Ask for a seat").click()
    expect(late.page.get_by_text("Anneliese has been told.")).to_be_visible()
    expect(host.page.locator(".asks")).to_contain_text("asks for a seat")
    host.button("Add a seat").click()
    expect(host.page.locator(".lobby .name", has_text="Dora")).to_be_visible()
    expect(host.page.locator(".asks")).to_have_count(0)
    host.page.get_by_label("Who sits on seat 4").select_option("kick")
    expect(host.page.locator(".sure")).to_contain_text("Dora leaves this table")
    host.button("Cancel").click()
    host.button("Start").click()
    for one in visit.visitors:
        one.wait_for_question()
        assert one.page.evaluate(COVERED) <= 1  # all rows and the sum lie above the buttons
    late.page.get_by_role("button", name="Say something").click()
    late.button("Good luck!").click()
    for one in visit.visitors[:3]:
        one.page.locator(".slip").wait_for()
        assert not one.page.evaluate(OVERLAPS)


def test_a_host_is_asked_first_the_player_is_told_and_both_can_undo_it(visit: Any) -> None:
    anna, bertold = visit.together("Anna", "Bertold", viewport=NARROW)
    chip = anna.page.locator(".chip", has_text="Bertold")
    for undo in ("host", "player"):
        chip.click()
        expect(anna.button("Let a bot play")).to_be_hidden()
        anna.page.get_by_label("More about Bertold").click()
        anna.button("Let a bot play").click()
        expect(anna.page.locator(".sure [role=alert]")).to_contain_text("both of you can undo it")
        expect(anna.page.get_by_label("Which bot")).to_have_value("steady")
        anna.page.get_by_label("Reason").select_option("slow")
        expect(anna.page.locator(".sure .warn")).to_be_in_viewport(ratio=1)
        anna.page.locator(".sure .warn").click()
        told = bertold.page.locator(".ask")
        expect(told).to_have_text("Anna lets Steady play for you. The reason: it took too long.")
        chip.click()
        expect(anna.page.locator(".look h2")).to_have_text("Bertold, played by Steady")
        if undo == "host":
            anna.button("Give the seat back to Bertold").click()
        else:
            bertold.button("Take my seat back").click()
            anna.page.keyboard.press("Escape")
        expect(told).not_to_contain_text("plays for you")
        expect(bertold.page.locator(".buttons .main")).to_have_text("Done")
    chip.click()
    anna.page.get_by_label("More about Bertold").click()
    anna.button("Send away for good").click()
    anna.page.get_by_label("Reason").select_option("manners")
    anna.page.locator(".sure .warn").click()
    expect(bertold.page.locator("h1")).to_contain_text("The reason: the tone in the chat.")
    chip.click()
    anna.button("Let back in: Bertold").click()
    bertold.page.reload()
    bertold.button("Take my seat back").click()
    expect(bertold.page.locator(".buttons .main")).to_have_text("Done")
    assert bertold.page.locator(".chip.own .name").inner_text() == "Bertold"


def test_beside_another_sheet_keys_go_on_and_tab_stays_out_of_ours(visit: Any) -> None:
    mia = visit.at_table(bots=4)
    mia.page.keyboard.press("ArrowRight")
    expect(mia.page.locator("button.cell:focus")).to_have_count(1)
    mia.page.locator(".chip").nth(1).click()
    expect(mia.page.locator(".look")).to_be_visible()
    assert mia.page.evaluate("document.querySelector('div.ours').inert")
    asked = mia.page.locator(".ask").inner_text()
    mia.page.keyboard.press("p")
    expect(mia.page.locator(".ask")).not_to_have_text(asked)
    mia.page.keyboard.press("Escape")
    expect(mia.page.locator(".look")).to_have_count(0)
    minis = mia.page.locator(".side .mini")
    expect(minis).to_have_count(4)
    tops = [box["y"] for box in (mini.bounding_box() for mini in minis.all()) if box]
    assert len(set(tops)) == 2  # two by two: the log has room


def test_whoever_was_replaced_by_a_bot_plays_the_rematch(visit: Any) -> None:
    anna, bertold = visit.together("Anna", "Bertold")
    anna.page.locator(".chip", has_text="Bertold").click()
    anna.page.get_by_label("More about Bertold").click()
    anna.button("Let a bot play").click()
    anna.page.locator(".sure .warn").click()
    expect(bertold.button("Take my seat back")).to_be_visible()
    anna.page.keyboard.press("Escape")
    anna.page.locator(".seats .tools button").last.click()
    anna.page.locator(".parting button").nth(1).click()
    anna.page.locator(".parting .warn").click()
    bertold.button("Rematch").click()
    expect(anna.page.get_by_label("Who wants a rematch")).to_contain_text("Bertold agrees")
    anna.button("Rematch").click()
    bertold.wait_for_question()
