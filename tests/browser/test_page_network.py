"""The network between the people: invitations that reach them, and lines that fall silent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from driver import Visitor
from playwright.sync_api import Browser, expect
from serving import Served, served
from slow_line import slow_line


def test_an_invitation_names_an_address_that_others_reach(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path, address="http://192.0.2.7:8000/") as server:
        mia = Visitor(browser, server.base)
        mia.page.goto(server.base)
        mia.button("With friends").click()
        mia.page.locator(".address").wait_for()
        table = mia.page.url.rsplit("/", 1)[1]
        expect(mia.page.locator(".address")).to_have_text(f"http://192.0.2.7:8000/t/{table}")
        mia.context.close()
    assert mia.errors == []


def test_without_a_network_the_page_invites_to_its_own_address(visit: Any) -> None:
    mia = visit()
    mia.button("With friends").click()
    expect(mia.page.locator(".address")).to_contain_text(mia.base)


class Line:
    """The socket of a page, which can fall silent without being closed."""

    def __init__(self, visitor: Visitor) -> None:
        self.silent = False
        visitor.page.route_web_socket("**/socket", self._connect)

    def _connect(self, socket: Any) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda text: self.silent or server.send(text))
        server.on_message(lambda text: self.silent or socket.send(text))


def test_a_move_on_a_silent_line_is_said_to_wait_and_sent_later(visit: Any) -> None:
    mia = visit()
    line = Line(mia)
    mia.play_now()
    mia.wait_for_question()
    mia.legal().first.click()
    name = mia.page.locator("button.cell.pencil").get_attribute("data-cell") or ""
    line.silent = True
    mia.button("Done").click()
    expect(mia.page.locator(".lost")).to_contain_text("Not sent yet")
    line.silent = False
    expect(mia.page.locator(f"button.cell.crossed[data-cell='{name}']")).to_have_count(1)
    expect(mia.page.locator(".lost")).to_have_count(0)


def test_a_whole_game_on_a_line_that_is_slow_and_loses_packets(
    browser: Browser, server: Served, visit: Any
) -> None:
    """400 ms there and back, 2 % lost: it takes longer, and nothing is lost, said twice or refused."""
    with slow_line(server.base) as (base, line):
        mia = Visitor(browser, base, service_workers="block")
        mia.page.goto(base)
        mia.play_now()
        mia.legal().first.click()
        mark = mia.page.locator("button.cell.pencil").get_attribute("data-cell")
        mia.button("Done").click()
        expect(mia.page.locator(f"button.cell.crossed[data-cell='{mark}']")).to_have_count(1)
        assert mia.play_on(style="pass") == "over"
        mia.page.locator(".end[data-done=true]").wait_for()
        told = visit(mia.page.url.removeprefix(base))  # on a good line
        told.page.locator(".end[data-done=true]").wait_for()
        assert (mia.totals(), mia.errors, mia.strangers) == (told.totals(), [], [])
        assert line.lost > 0
        mia.context.close()
