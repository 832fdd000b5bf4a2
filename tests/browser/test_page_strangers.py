"""Five strangers at one table: one goes, one reloads during a turn, one loses the network without a word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from door import Door
from driver import PHONE, Visitor
from playwright.sync_api import Browser, expect
from serving import served
from test_page_network import Line
from test_page_several import at_a_table

from rowlock.server.config import TablePace

AWAKE = """window.wakes = [];
Object.defineProperty(navigator, 'wakeLock', { value: { request: (kind) => {
  window.wakes.push(kind);
  return Promise.resolve({ release: () => Promise.resolve() });
} } })"""


class Lines(Door):
    """Everybody's line can be made silent."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.lines: list[Line] = []

    def meet(self, visitor: Visitor) -> None:
        self.lines.append(Line(visitor))


def test_the_game_goes_on_for_five_whatever_three_of_them_do(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path, pace=TablePace(away=60)) as server:
        visit = Lines(browser, server.base)
        anna, bertold, cleo, dorothea, emil = at_a_table(visit, 5, viewport=PHONE)
        bertold.legal().first.click()
        bertold.button("Done").click()
        mark = bertold.page.locator("button.cell.pencil").get_attribute("data-cell")
        expect(bertold.page.locator(".ask")).to_contain_text("Chosen;")
        bertold.page.reload()  # what was chosen is still there
        expect(bertold.page.locator(f"button.cell.pencil[data-cell='{mark}']")).to_have_count(1)
        dorothea.legal().first.click()
        visit.lines[3].silent = True  # the line is dead, and nobody is told
        dorothea.button("Done").click()
        expect(dorothea.page.locator(".lost")).to_contain_text("Not sent yet")
        cleo.page.goto("about:blank")
        for one in (anna, emil):
            one.button("Pass").click()
        visit.lines[3].silent = False
        expect(dorothea.page.locator(".lost")).to_have_count(0)
        expect(anna.page.locator(".ask")).to_have_text("Cleo is away.")
        anna.button("Let a bot play").click()
        ticker = emil.page.locator(".ticker")
        for name in ("Bertold", "Dorothea"):  # both marks are on the sheets, each once
            expect(ticker.locator(".who", has_text=name).locator(".mark").first).to_be_visible()
        expect(bertold.page.locator(f"button.cell.crossed[data-cell='{mark}']")).to_have_count(1)
        visit.close()


def test_the_screen_stays_awake_at_a_table(visit: Any) -> None:
    mia: Visitor = visit()
    mia.page.add_init_script(AWAKE)
    mia.page.goto(mia.base)
    assert mia.page.evaluate("window.wakes") == []
    mia.play_now()
    assert mia.page.evaluate("window.wakes") == ["screen"]
