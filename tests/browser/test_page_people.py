"""Going and coming back: giving up, breaking off, sent away, a lost phone, my data, the operator."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from door import Door
from driver import PHONE, Visitor
from playwright.sync_api import expect
from serving import Served, served

TOKEN = "operators-own-token"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server"), admin_token=TOKEN) as running:
        yield running


def two_at_a_table(visit: Door, **options: Any) -> list[Visitor]:
    return visit.together("Anna", "Bert", **options)


def menu(visitor: Visitor) -> None:
    visitor.page.get_by_role("button", name="Menu").click()


def test_who_gives_up_is_asked_and_the_other_wins_in_a_series(visit: Any) -> None:
    host, guest = two_at_a_table(visit, viewport=PHONE)
    menu(guest)
    guest.button("Give up").click()
    expect(guest.page.get_by_text("Really give up?")).to_be_visible()
    guest.button("Rather play on").click()
    guest.button("Give up").click()
    guest.button("Give up").click()
    assert guest.result() == "You gave up; Anna wins."
    assert host.result() == "You win."
    expect(host.page.get_by_text("The game is over. Gave up: Bert.")).to_be_visible()
    expect(host.page.locator(".won .flourish")).to_be_visible()  # winning does not look like losing
    expect(guest.page.locator(".won, .flourish")).to_have_count(0)
    for one in (guest, host):  # the first vote leaves the result where it is
        expect(one.page.locator(".end")).to_be_visible()
        one.button("Rematch").click()
    for one in (guest, host):
        one.wait_for_question()
    menu(host)
    host.button("Give up").click()
    host.button("Give up").click()
    expect(guest.page.locator(".series")).to_contain_text("Anna 1 · Bert 1")


def test_a_game_is_broken_off_when_the_other_agrees(visit: Any) -> None:
    host, guest = two_at_a_table(visit, viewport=PHONE)
    menu(host)
    host.button("Break the game off").click()
    host.button("Break the game off").click()
    asked = guest.page.get_by_role("alert")
    expect(asked).to_contain_text("Anna")
    guest.button("Break the game off").click()
    assert host.result() == "Broken off"
    assert guest.result() == "Broken off"


def test_the_host_mutes_hands_on_and_sends_away(visit: Any) -> None:
    host, guest = two_at_a_table(visit)
    for power in ("Mute", "Unmute", "Hand the table on"):
        host.page.locator(".chip", has_text="Bert").click()
        host.page.get_by_label("More about Bert").click()
        host.button(power).click()
    host.page.locator(".sure .warn").click()
    guest.page.locator(".chip", has_text="Anna").click()
    guest.page.get_by_label("More about Anna").click()
    guest.button("Send away for good").click()
    guest.page.locator(".sure .warn").click()
    expect(host.page.get_by_text("The host has sent you away from this table.")).to_be_visible()
    menu(guest)
    guest.button("Let back in: Anna").click()
    expect(guest.button("Let back in: Anna")).to_have_count(0)


def test_a_code_brings_a_player_back_on_another_device(visit: Any) -> None:
    old = visit()
    old.play_now(name="Mia")
    old.page.goto(old.base + "/me")
    old.button("Make a code").click()
    code = old.page.locator("code").inner_text()
    new = visit(f"/me#{code}", viewport=PHONE)
    expect(new.page.get_by_label("Code")).to_have_value(code)
    assert code not in new.page.url
    new.button("Come back").click()
    expect(new.page.get_by_text("Welcome back, Mia.")).to_be_visible()
    old.expected = ("401",)
    old.page.reload()
    old.button("Make a code").click()
    expect(old.page.get_by_text("The server no longer knows this device.")).to_be_visible()


def test_my_data_is_fetched_and_deleted(visit: Any) -> None:
    me = visit(viewport=PHONE)
    me.play_now(name="Mia")
    me.page.goto(me.base)
    me.page.get_by_role("button", name="Settings").click()
    me.page.get_by_role("link", name="My profile and data").click()
    with me.page.expect_download() as saving:
        me.button("Fetch my data").click()
    saved = json.loads(Path(saving.value.path()).read_text("utf-8"))
    assert saved[0]["player"]["name"] == "Mia"
    assert [part["said"][0]["kind"] for part in saved if "said" in part] == ["created"]
    assert list(saved[-1]) == ["device"]
    me.button("Delete my data").click()
    me.button("Delete my data").click()
    expect(me.page.get_by_text("Your data has been deleted here.")).to_be_visible()
    assert me.page.evaluate("localStorage.getItem('rowlock.token')") is None


def test_the_operator_looks_after_the_server(visit: Any) -> None:
    player = visit.at_table(name="Troublemaker")
    table = re.findall(r"/t/(\w+)", player.page.url)[0]
    operator = visit("/admin", viewport=PHONE)
    operator.expected = ("401",)
    operator.page.get_by_label("Operator’s token").fill("wrong-but-long-enough")
    operator.button("Open").click()
    expect(operator.page.get_by_text("This is not the operator’s token.")).to_be_visible()
    operator.page.get_by_label("Operator’s token").fill(TOKEN)
    operator.button("Open").click()
    line = operator.page.locator("li", has_text=table)
    line.get_by_role("button", name="Break the game off").click()
    assert player.result() == "Broken off"
    found = operator.page.locator("li", has_text="Troublemaker").filter(has_text=" · p")
    found.get_by_role("button", name="Ban", exact=True).click()
    found.get_by_role("button", name="Suspend").click()
    expect(player.page.get_by_text("You are banned from this server.")).to_be_visible()
    operator.button("Unban").click()
    expect(operator.button("Unban")).to_have_count(0)


def test_somebody_is_muted_blocked_and_reported_and_the_operator_decides(visit: Any) -> None:
    host, guest = two_at_a_table(visit)
    menu(host)
    host.page.get_by_text("Mute, block, report").click()
    host.button("Mute").click()
    expect(host.button("Unmute")).to_be_visible()
    host.button("Block").click()
    host.button("Report …").click()
    host.page.get_by_label("Why do you report Bert?").select_option("stalling")
    host.button("Send the report").click()
    expect(host.page.get_by_text("Your report has been sent.")).to_be_visible()
    operator = visit("/admin", viewport=PHONE)
    operator.page.get_by_label("Operator’s token").fill(TOKEN)
    operator.button("Open").click()
    operator.page.get_by_role("button", name="Bert · Deliberate delay").first.click()
    operator.page.get_by_label("Note for the log (no names)").fill("third time")
    operator.button("Suspend").click()
    expect(guest.page.get_by_text("You are banned from this server.")).to_be_visible()
    expect(operator.page.get_by_text("third time").first).to_be_visible()
    operator.button("Settle").click()
    expect(operator.page.get_by_role("button", name="Bert · Deliberate delay")).to_have_count(0)
    operator.button("Unban").click()
    host.page.goto(host.base + "/me")
    expect(host.page.get_by_text("Bert · muted, blocked")).to_be_visible()
    host.button("Undo").click()
    expect(host.page.get_by_text("Bert · muted, blocked")).to_have_count(0)
