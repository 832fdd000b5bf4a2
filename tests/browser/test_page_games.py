"""Whole games in a real browser: with friends, bots, around one device, with real dice, with an own pad."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from driver import whole_number
from playing import BUNDLED
from playwright.sync_api import expect

TINY = Path(__file__).parents[1] / "tiny"


def test_two_browsers_play_by_invite_link_to_the_end(visit: Any) -> None:
    mia, ben = visit(), None
    mia.call_oneself("Mia")
    mia.button("With friends").click()
    link = mia.page.locator(".address").inner_text()
    expect(mia.page.locator("svg.qr")).to_be_visible()
    ben = visit(link.removeprefix(mia.base))
    ben.sit_down("Ben")
    expect(mia.page.locator(".name", has_text="Ben")).to_be_visible()
    expect(ben.page.get_by_text("The host starts the game.")).to_be_visible()
    mia.button("Start").click()
    # both sides answer on their own: start one without waiting, then the other
    mia.play_aside()
    assert ben.play_on() == "over"
    assert mia.played() == "over"
    assert mia.totals() == ben.totals()
    high, low = sorted(mia.totals(), reverse=True)
    told = {mia.result(), ben.result()}
    if high > low:
        margin = f"{high - low} point{'' if high - low == 1 else 's'}"
        assert f"You win by {margin}" in told
        assert any(f"wins; you were {margin} short" in line for line in told)
    else:
        points = str(high).replace("-", "−")
        assert told == {f"A tie at {points} point{'' if abs(high) == 1 else 's'}: Mia and Ben"}
    ben.button("Rematch").click()
    expect(mia.page.get_by_label("Who wants a rematch")).to_contain_text("Ben agrees")
    expect(ben.page.locator(".end")).to_be_visible()
    mia.button("Rematch").click()
    ben.wait_for_question()
    mia.wait_for_question()


@pytest.mark.parametrize("pad", BUNDLED)
def test_every_pad_against_a_bot(visit: Any, pad: str) -> None:
    mia = visit.at_table(pad)
    assert mia.play_on() == "over"
    assert any(words in mia.result() for words in ("You win by", "wins; you were", "A tie at"))
    assert len(mia.totals()) == 2


def test_an_own_pad_is_dropped_drawn_and_played(visit: Any) -> None:
    mia = visit()
    mia.expected = ("422",)
    chooser = mia.page.locator("input[accept*=toml]")
    text = (TINY / "tiny.toml").read_text("utf-8")
    chooser.set_input_files({"name": "bad.toml", "mimeType": "text/plain", "buffer": b"title = 3"})
    expect(mia.page.get_by_role("alert")).to_contain_text("The variant has mistakes.")
    chooser.set_input_files({"name": "mine.toml", "mimeType": "text/plain", "buffer": text.encode()})
    own = mia.page.locator("input[name=pad][value=own]")
    expect(own).to_be_checked()
    mia.button("Play now").click()
    assert mia.play_on() == "over"


def test_pass_and_play_on_one_device(visit: Any) -> None:
    home = visit()
    home.button("On this device").click()
    home.page.get_by_label("Player 1").fill("Mia")
    home.page.get_by_label("Player 2").fill("Ben")
    home.button("Start").click()
    home.wait_for_question()
    first = home.page.locator(".chip.own .name").inner_text()
    home.button("Pass").click()
    expect(home.page.locator(".chip.own .name")).not_to_have_text(first)
    assert home.play_on() == "over"
    assert len(home.totals()) == 2


def test_solo(visit: Any) -> None:
    alone = visit()
    alone.button("Solo").click()
    assert alone.play_on() == "over"
    assert re.fullmatch("−?[0-9]+ points?", alone.result())
    expect(alone.page.locator(".why:not(.firsts)")).to_contain_text("Perfect play brings 115 on average.")


def test_real_dice_are_entered_and_counted(visit: Any) -> None:
    home = visit()
    home.button("Real dice").click()
    home.page.get_by_label("Player 2").fill("Ben")
    home.button("Start").click()
    expect(home.page.locator(".ask")).to_contain_text("what do the dice show?")
    for value in "415263":
        home.page.locator(".faces").get_by_role("button", name=value, exact=True).click()
    expect(home.page.locator(".ask")).to_contain_text("White dice: 5")
    home.cell("red 5").click()
    home.button("Done").click()
    home.button("Pass").click()
    # 4 + 1 white, blue 3: the active player, whoever it is, may cross blue 7 or 4
    expect(home.page.locator(".ask")).to_contain_text("coloured die")
    home.cell("blue 7").click()
    home.button("Done").click()
    expect(home.page.locator(".ask")).to_contain_text("what do the dice show?")
    assert sum(whole_number(total) for total in home.page.locator(".chip b").all_inner_texts()) == 2


def test_real_dice_on_everybodys_own_phone(visit: Any) -> None:
    host = visit()
    host.call_oneself("Mia")
    host.button("Real dice").click()
    host.page.get_by_label("Everybody on their own phone").check()
    host.button("Start").click()
    link = host.page.locator(".address").inner_text()
    guest = visit(link.removeprefix(host.base))
    guest.sit_down("Ben")
    host.button("Start").click()
    expect(host.page.locator(".ask")).to_contain_text("what do the dice show?")
    rolls = host.page.locator(".chip.active .name").inner_text()
    roller, other = (host, guest) if rolls == "Mia" else (guest, host)
    expect(roller.page.locator(".ask")).to_contain_text("what do the dice show?")
    if other is guest:
        expect(guest.page.locator(".ask")).to_contain_text("Mia rolls the real dice and enters them.")
    roller.page.keyboard.type("335512")
    expect(other.page.locator(".ask")).to_contain_text("White dice: 6")
    other.cell("red 6").click()
    other.button("Done").click()
    expect(other.page.locator("button.cell.pencil")).to_have_count(1)
    roller.button("Correct the dice").click()  # a four was a three
    roller.page.locator(".slot").first.click()
    roller.page.locator(".faces").get_by_role("button", name="4", exact=True).click()
    roller.page.locator(".faces .main").click()
    expect(other.page.locator(".ask")).to_contain_text("White dice: 7")
    expect(other.page.locator("button.cell.pencil")).to_have_count(0)
    expect(roller.page.locator(".dice .sum")).to_contain_text("7")


def test_a_score_pad_takes_crosses_without_dice(visit: Any) -> None:
    home = visit()
    home.button("Real dice").click()
    home.page.get_by_label("Just tap the crosses").check()
    home.page.get_by_label("Player 1").fill("Mia")
    home.page.get_by_label("Player 2").fill("Ben")
    home.button("Start").click()
    home.wait_for_question()
    expect(home.page.locator(".ask")).to_have_text("Roll your own dice, and tap what you cross.")
    expect(home.page.locator(".enter, .dice")).to_have_count(0)
    for number in (2, 3, 4, 5, 6, 12):
        home.cell(f"red {number}").click()
        expect(home.page.locator(f"button.cell.crossed[data-cell='red {number}']")).to_have_count(1)
        near = home.page.locator(".row.c-r .lock.near")  # five crosses: the lock may snap next
        expect(near).to_have_count(1 if number == 6 else 0)
    home.page.locator(".chip", has_text="Ben").click()
    expect(home.page.locator(".tab")).to_have_text("Ben")
    home.cell("red 7").click(force=True)
    expect(home.page.locator(".more")).to_contain_text("the red row is closed")
    home.cell("blue 12").click()
    expect(home.page.locator("button.cell.crossed")).to_have_count(1)
    home.button("Undo").click()
    expect(home.page.locator("button.cell.crossed")).to_have_count(0)
    for number in range(1, 5):
        home.wait_for_question()
        home.page.get_by_role("button", name="Penalty −5").click()
        expect(home.page.locator(".penalties .box:has(svg)")).to_have_count(number)
    home.button("Count").click()
    assert home.result() == "Mia wins by 48 points"
    expect(home.page.get_by_role("link", name="Replay")).to_have_count(0)
