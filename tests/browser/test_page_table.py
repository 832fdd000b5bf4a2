"""At the table: marks and second thoughts, reload, restart, spectators, nudges, what is announced."""

from __future__ import annotations

import json
from typing import Any

from door import Door
from driver import PHONE, Visitor
from playwright.sync_api import Browser, expect
from serving import Served, free_port

PENCIL = "button.cell.pencil"


def two_at_a_table(visit: Door, **options: Any) -> list[Visitor]:
    """Mia and Ben, both in front of the first question."""
    return visit.together("Mia", "Ben", **options)


def test_a_mark_is_taken_back_before_and_after_done(visit: Any) -> None:
    mia, ben = two_at_a_table(visit)
    cell = mia.legal().first
    cell.click()
    expect(mia.page.locator(PENCIL)).to_have_count(1)
    cell.click()
    expect(mia.page.locator(PENCIL)).to_have_count(0)
    cell.click()
    mia.button("Undo").click()
    expect(mia.page.locator(PENCIL)).to_have_count(0)
    cell.click()
    mia.button("Done").click()
    expect(mia.page.locator(".ask")).to_contain_text("you can still change it")
    expect(mia.page.locator(PENCIL)).to_have_count(1)
    mia.button("Undo").click()
    expect(mia.page.locator(PENCIL)).to_have_count(0)
    mia.wait_for_question()
    mia.button("Pass").click()
    expect(mia.page.locator(".ask")).to_contain_text("Waiting for Ben")
    ben.button("Pass").click()
    expect(mia.page.locator(PENCIL)).to_have_count(0)


def test_a_mark_answers_within_one_frame(visit: Any) -> None:
    mia = visit.at_table()
    seen = mia.page.evaluate(
        """() => new Promise((done) => {
          document.querySelector('button.cell[aria-disabled=false]').click();
          requestAnimationFrame(() => done(document.querySelectorAll("button.cell.pencil").length));
        })"""
    )
    assert seen == 1


CUT = """() => [...document.querySelectorAll('.rules table :is(tr, th, td)')].filter((one) => {
  const { left, right } = one.getBoundingClientRect();
  return left < 0 || right > innerWidth || one.scrollWidth > one.clientWidth + 1;
}).length"""


def test_a_cell_that_may_not_be_crossed_is_refused_in_words(visit: Any) -> None:
    mia = visit.at_table(viewport=PHONE)
    question = mia.page.locator(".ask").inner_text()
    mia.cell("red 12").click(force=True)
    reason = mia.page.locator(".more")
    expect(reason).to_contain_text("Red 12 needs 5 crosses in its row; you have 0.")
    expect(mia.page.locator(".ask")).to_have_text(question)
    expect(mia.page.locator(PENCIL)).to_have_count(0)
    reason.get_by_role("button", name="The rule").click()
    rule = mia.page.get_by_role("dialog").get_by_role("heading", name="Closing a row")
    expect(rule).to_be_in_viewport()
    expect(mia.page.locator(".rules table tr")).to_have_count(13)
    assert mia.page.evaluate(CUT) == 0
    mia.page.keyboard.press("Escape")
    mia.legal().first.click()
    expect(reason).not_to_contain_text("Red 12")
    mia.page.goto(mia.base + "/rules/longo")
    expect(mia.page.locator(".rules table tr")).to_have_count(16)
    assert mia.page.evaluate(CUT) == 0


def test_the_preview_of_one_question_is_gone_at_the_next(visit: Any) -> None:
    alone = visit.at_table(bots=0)
    alone.legal().first.focus()
    expect(alone.page.locator(".more")).to_contain_text("+1 point")
    alone.page.keyboard.press("Space")
    alone.page.keyboard.press("d")
    expect(alone.page.locator(".ask")).to_contain_text("coloured die")
    expect(alone.page.locator(".more")).not_to_contain_text("point")


def test_keys_work_with_caps_lock(visit: Any) -> None:
    alone = visit.at_table(bots=0)
    alone.legal().first.click()
    alone.page.keyboard.press("U")
    expect(alone.page.locator(PENCIL)).to_have_count(0)
    alone.legal().first.click()
    alone.page.keyboard.press("D")
    expect(alone.page.locator("button.cell.crossed")).to_have_count(1)


def test_a_question_is_a_warning_only_until_something_is_marked(visit: Any) -> None:
    alone = visit.at_table(bots=0)
    alone.button("Pass").click()
    expect(alone.page.locator(".ask.warn")).to_contain_text("Nothing crossed yet")
    alone.legal().first.click()
    expect(alone.page.locator(".ask.warn")).to_have_count(0)


def test_the_log_begins_with_the_first_roll(visit: Any) -> None:
    mia = visit.at_table()
    expect(mia.page.locator(".log li", has_text=" rolls ")).not_to_have_count(0)


def test_hovering_says_what_a_move_would_do(visit: Any) -> None:
    mia = visit.at_table()
    mia.legal().last.hover()
    expect(mia.page.locator(".more")).to_contain_text("+1 point")


def test_a_finger_that_stays_is_told_what_a_move_would_do_and_one_that_taps_is_not(visit: Any) -> None:
    mia = visit.at_table(viewport=PHONE, has_touch=True)
    cell = mia.legal().last
    finger = {"pointerType": "touch"}
    cell.dispatch_event("pointerenter", finger)
    cell.dispatch_event("pointerleave", finger)
    cell.dispatch_event("pointerenter", finger)
    expect(mia.page.locator(".more")).to_contain_text("+1 point")
    cell.dispatch_event("pointerleave", finger)
    expect(mia.page.locator(".more")).not_to_contain_text("+1 point")


def test_a_pass_that_costs_points_needs_a_second_word(visit: Any) -> None:
    alone = visit.at_table(bots=0)
    alone.button("Pass").click()
    expect(alone.page.locator(".ask")).to_contain_text("passing costs 5 points")
    alone.page.get_by_role("button", name="Pass −5").click()
    expect(alone.page.locator(".penalties .cross.pencil")).to_have_count(1)
    alone.button("Undo").click()
    expect(alone.page.locator(".penalties .cross")).to_have_count(0)
    alone.page.get_by_role("button", name="Pass −5").click()
    alone.button("Done").click()
    expect(alone.page.locator(".penalties .cross:not(.pencil)")).to_have_count(1)
    expect(alone.page.locator("[data-total='-5']")).to_be_visible()


def test_reload_in_mid_choice_loses_nothing(visit: Any) -> None:
    mia, ben = two_at_a_table(visit)
    mia.legal().first.click()
    name = mia.page.locator(PENCIL).get_attribute("data-cell")
    mia.button("Done").click()
    expect(mia.page.locator(".ask")).to_contain_text("you can still change it")
    mia.page.reload()
    expect(mia.page.locator(PENCIL)).to_have_attribute("data-cell", name or "")
    ben.button("Pass").click()
    crossed = mia.page.locator(f"button.cell.crossed[data-cell='{name}']")
    expect(crossed).to_have_count(1)


def test_a_second_tab_shows_the_same_sheet(visit: Any) -> None:
    mia = visit.at_table()
    other = mia.new_page()
    other.goto(mia.page.url)
    other.locator(".play[data-asked=true]").wait_for()
    other.locator("button.cell[aria-disabled=false]").first.click()
    other.get_by_role("button", name="Done", exact=True).click()
    expect(mia.page.locator("button.cell.crossed, button.cell.pencil").first).to_be_visible()


def test_a_server_restart_heals_by_itself(browser: Browser, tmp_path: Any) -> None:
    first = Served(tmp_path, port=free_port())
    mia = Visitor(browser, first.base, service_workers="block")
    mia.expected = ("WebSocket", "ERR_CONNECTION")
    try:
        mia.page.goto(first.base)
        mia.play_now()
        assert mia.play_on("button.cell.crossed") in ("stopped", "over")
        before = mia.page.locator(".chip b").all_inner_texts()
        first.stop()
        expect(mia.page.locator(".lost")).to_be_visible()
        second = Served(tmp_path, port=first.port)
        try:
            expect(mia.page.locator(".lost")).to_have_count(0)
            assert mia.page.locator(".chip b").all_inner_texts() == before
            assert mia.play_on() == "over"
        finally:
            mia.context.close()
            second.stop()
    finally:
        first.stop()
    assert mia.errors == []


def test_a_spectator_sees_the_table_but_no_pending_choice(visit: Any) -> None:
    mia, ben = two_at_a_table(visit)
    frames: list[dict[str, Any]] = []
    watcher = visit("/")
    watcher.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda text: frames.append(json.loads(text))),
    )
    watcher.page.goto(mia.page.url)
    expect(watcher.page.get_by_text("You are watching.")).to_be_visible()
    mia.legal().first.click()
    name = mia.page.locator(PENCIL).get_attribute("data-cell")
    mia.button("Done").click()
    expect(watcher.page.locator(".chip", has_text="Mia").get_by_text("has chosen")).to_be_attached()
    assert watcher.page.locator("button.cell.pencil, button.cell.crossed").count() == 0
    assert not any(view["choice"] or view["moves"] for frame in frames for view in frame.get("views", []))
    ben.button("Pass").click()
    expect(watcher.page.locator(f"button.cell.crossed[data-cell='{name}']")).to_have_count(1)
    assert watcher.legal().count() == 0


def test_what_others_do_is_seen_on_their_sheets_and_told(visit: Any) -> None:
    mia, ben = two_at_a_table(visit, moving=True)
    ben.legal().first.click()
    ben.button("Done").click()
    mia.button("Pass").click()
    expect(mia.page.locator(".side .mini .crossed")).to_have_count(1)
    expect(mia.page.locator("[role=status].unseen")).to_contain_text("Ben crosses")
    mia.page.locator(".side .mini").click()
    expect(mia.page.locator(".look")).to_contain_text("Ben")


def test_phrases_and_nudges(visit: Any) -> None:
    mia, ben = two_at_a_table(visit)
    ben.page.get_by_role("button", name="Say something").click()
    ben.button("Good luck!").click()
    expect(mia.page.locator(".said")).to_contain_text("Ben")
    mia.button("Pass").click()
    mia.page.locator(".chip", has_text="Ben").click()
    mia.button("Nudge").click()
    expect(ben.page.locator(".play.nudged")).to_be_attached()


def test_a_lock_is_announced(visit: Any) -> None:
    """With dice that we enter, on a pad so small that Mia locks red in the second turn."""
    mia, ben = two_with_real_dice(visit, "tests/tiny/tiny.toml")
    enter(mia, "11111")
    for visitor in (mia, ben):  # both cross, so that the colour action may be passed for nothing
        visitor.cell("red 2").click()
        visitor.button("Done").click()
    active = mia if mia.page.locator(".chip.active .name").inner_text() == "Mia" else ben
    expect(active.page.locator(".ask")).to_contain_text("coloured die")
    active.button("Pass").click()
    enter(mia, "22222")
    mia.page.get_by_role("button", name="Sound").click()
    for visitor in (mia, ben):
        visitor.page.evaluate(OVERHEAR)
    mia.cell("red 4").click()
    mia.button("Done").click()
    ben.button("Pass").click()
    expect(ben.page.locator(".banner")).to_have_text("Mia locks the red row.")
    spoken = ben.page.locator(".unseen[role=status]")
    expect(spoken).to_contain_text("Mia crosses red 4. Mia locks the red row.")
    expect(spoken).to_contain_text("The red row is closed for everybody. The red die leaves the game.")
    expect(ben.page.locator(".row.c-r.closed .lock")).to_have_attribute("title", "Mia")
    expect(ben.page.locator(".die.c-r")).to_have_count(0)
    assert LATCH in ben.page.evaluate("window.heard")
    expect(mia.page.locator(".row.c-r.closed .lock")).to_be_visible()
    assert mia.page.evaluate("window.heard") == []


OVERHEAR = """() => { window.heard = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.heard.push(this.frequency.value);
    start.apply(this, when);
  };
  const knock = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...when) {
    window.heard.push('knock');
    knock.apply(this, when);
  };
}"""
LATCH = 190
"""The pitch that only a lock has."""


def two_with_real_dice(visit: Any, pad: str) -> tuple[Visitor, Visitor]:
    """Mia, who enters the dice, and Ben, each on a device of their own, with a pad from a file."""
    mia = visit()
    mia.call_oneself("Mia")
    mia.page.locator("input[accept*=toml]").set_input_files(pad)
    expect(mia.page.locator("input[name=pad][value=own]")).to_be_checked()
    mia.button("Real dice").click()
    mia.page.get_by_label("Everybody on their own phone").check()
    mia.button("Start").click()
    ben = visit(mia.page.locator(".address").inner_text().removeprefix(mia.base))
    ben.sit_down("Ben")
    mia.page.locator(".name", has_text="Ben").wait_for()
    mia.button("Start").click()
    return mia, ben


def enter(host: Visitor, dice: str) -> None:
    """The numbers of the real dice: the white ones first."""
    expect(host.page.locator(".ask")).to_contain_text("what do the dice show?")
    host.page.keyboard.type(dice)
