"""Pictures of the main screens in every language, by day and night, phone and desktop: `make screenshots`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from driver import Visitor, chromium
from playwright.sync_api import Browser
from serving import Served, served

from rowlock.locale import languages

SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 800}}
LOOKS = {"day": "light", "night": "dark"}
PADS = {"en": "classic", "de": "bonus-a", "fr": "longo", "it": "mixx-a", "pl": "bonus-b"}
"""Every language shows another pad, so that all are looked at."""
NAMES = {"en": "Mia", "de": "Käthe", "fr": "Zoé", "it": "Nicolò", "pl": "Łucja"}
PLAY_WELL = """
(crosses) => new Promise((done) => {
  const gap = (cell) => {
    let open = 0;
    for (let one = cell; (one = one.previousElementSibling)?.matches('.open'); ) open += 1;
    return open;
  };
  const tick = () => {
    if (document.querySelector('.end')) return done('over');
    const play = document.querySelector('.play');
    const [undo, pass, finish] = document.querySelectorAll('.buttons button:not(.lamp)');
    if (play && play.dataset.asked === 'true') {
      const enough = document.querySelectorAll('button.cell.crossed').length >= crosses;
      if (enough && play.querySelector('button.cell.white')) return done('stopped');
      const cells = [...play.querySelectorAll('button.cell[aria-disabled=false]')];
      const legal = cells.sort((a, b) => gap(a) - gap(b));
      const option = document.querySelector('dialog[open] li .button');
      if (option) option.click();
      else if (!finish.disabled) finish.click();
      else if (legal.length && (gap(legal[0]) < 3 || pass.matches('.warn'))) legal[0].click();
      else pass.click();
    }
    setTimeout(tick, 15);
  };
  tick();
})
"""
"""Plays with few gaps, so that the pictures look like a game between people."""


def screens(mia: Visitor, pad: str, bot: str) -> Iterator[tuple[str, bool]]:
    """The name of each screen, and whether the picture shows the whole page."""
    page = mia.page
    page.locator(".pad").first.wait_for()
    yield "front", True
    page.locator(".ways button").first.click()
    page.locator("svg.qr").wait_for()
    yield "lobby", True
    page.goto(f"{mia.base}/rules/{pad}")
    page.locator("article figure").first.wait_for()
    yield "rules", True
    page.goto(mia.base)
    page.locator(".pad").first.wait_for()
    mia.choose_pad(pad)
    page.locator("select.field").first.select_option(bot)
    page.locator(".now").click()
    mia.wait_for_question()
    page.evaluate(PLAY_WELL, 12)
    if page.locator("button.cell.white").count():
        yield "white", False
        page.locator("button.cell.white").first.click()
        yield "pencil", False
    page.evaluate(PLAY_WELL, 99)
    page.locator(".end").wait_for()
    yield "end", True
    page.locator(".after summary").click()
    page.locator(".after a[href^='/g/']").first.click()
    page.locator(".replay figure").first.wait_for()
    page.keyboard.press("End")
    yield "replay", True


def take(browser: Browser, server: Served, folder: Path, only: set[str]) -> int:
    count = 0
    bots = [bot["name"] for bot in server.call("GET", "/api/bots")["bots"]]
    bot = "steady" if "steady" in bots else "greedy" if "greedy" in bots else bots[0]
    for language in languages():
        for size, viewport in SIZES.items():
            for look, scheme in LOOKS.items():
                mia = Visitor(browser, server.base, locale=language, viewport=viewport, color_scheme=scheme)
                mia.page.goto(server.base)
                mia.page.locator("input[autocomplete=nickname]").fill(NAMES.get(language, "Mia"))
                for screen, whole in screens(mia, PADS.get(language, "classic"), bot):
                    if not only or screen in only:
                        mia.page.wait_for_timeout(150)
                        path = folder / f"{screen}-{size}-{look}-{language}.png"
                        mia.page.screenshot(path=path, full_page=whole)
                        count += 1
                mia.context.close()
    return count


def main() -> None:
    folder = Path("build/screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, served(Path(data)) as server, chromium() as browser:
        count = take(browser, server, folder, set(sys.argv[1:]))
    sys.stdout.write(f"{count} pictures in {folder}\n")


if __name__ == "__main__":
    main()
