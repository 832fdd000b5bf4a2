"""A visitor of the page: a browser of their own, and the few things that people do there."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect, sync_playwright

OFF = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"),
    *("NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"),
)
"""Features of Chromium that tests do without. Those of the last line cost every visitor a second of processor
time, for an address bar that nobody sees; the others are Playwright's own list, which this one replaces."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--font-render-hinting=none",  # letters of the size that they have on phones
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--js-flags=--liftoff-only",  # the browser's Python is compiled once, not a second time for speed
    f"--disable-features={','.join(OFF)}",
]

PROGRAMS = ("chromium-headless-shell", "chromium", "google-chrome")

PATIENCE = 90_000
"""Milliseconds after which what does not come counts as missing: a busy machine only takes longer."""
expect.set_options(timeout=PATIENCE)

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE: ViewportSize = {"width": 360, "height": 640}
PHONE_ON_ITS_SIDE = {"width": 640, "height": 360}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}

PLAY = (Path(__file__).parent / "play.js").read_text("utf-8")
"""Answers everything that the page can ask: the one driver of all tests, scenes and pictures."""
LIMIT = 180
"""Seconds after which an evaluation counts as hanging."""
RACE = """
([text, given, seconds]) => {
  const found = (0, eval)(text);
  let clock;
  const late = new Promise((_, failed) => {
    const asked = () => document.querySelector('.ask')?.innerText ?? document.title;
    const tell = () => `no answer within ${seconds} s at ${location.pathname}, asked "${asked()}": `;
    clock = setTimeout(() => failed(new Error(tell() + text.trim().slice(0, 120))), seconds * 1000);
  });
  const answer = typeof found === 'function' ? found(given) : found;
  return Promise.race([answer, late]).finally(() => clearTimeout(clock));
}
"""
"""An evaluation against a clock; whoever loses tells what was evaluated, and what the page asked."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """The machine's Chromium, without a window; best the one that could not even open one: it does less."""
    path = next(filter(None, map(shutil.which, PROGRAMS)), None)
    assert path, "the tests in a browser need Chromium: `make tools`"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


def limited(page: Page, seconds: float = LIMIT) -> Page:
    """The page, whose evaluations fail after this time and say which it was: Playwright waits for ever."""
    evaluate = page.evaluate

    def evaluate_in_time(expression: str, arg: Any = None) -> Any:
        return evaluate(RACE, [expression, arg, seconds])

    page.evaluate = evaluate_in_time  # type: ignore[method-assign]
    return page


class Visitor:
    """A browser context with one page; notes errors and requests to other hosts."""

    def __init__(self, browser: Browser, base: str, moving: bool = False, **options: Any) -> None:
        settings: dict[str, Any] = {"viewport": DESKTOP, "locale": "en-GB", **options}
        settings["reduced_motion"] = "no-preference" if moving else "reduce"
        self.base = base
        self.context = browser.new_context(**settings)
        self.errors: list[str] = []
        self.strangers: list[str] = []
        self.expected: tuple[str, ...] = ()
        self.page = self.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._listen)
        self.page.on("request", self._watch)

    def new_page(self) -> Page:
        """One more window of the same browser."""
        return limited(self.context.new_page())

    def _listen(self, message: Any) -> None:
        if message.type == "error" and not any(known in message.text for known in self.expected):
            self.errors.append(message.text)

    def _watch(self, request: Any) -> None:
        if not request.url.startswith((self.base, "data:", "blob:")):
            self.strangers.append(request.url)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def legal(self) -> Locator:
        return self.page.locator("button.cell[aria-disabled=false]")

    def cell(self, name: str) -> Locator:
        """A cell by what is printed on it, whatever its state."""
        return self.page.locator(f"button.cell[data-cell='{name}']")

    def call_oneself(self, name: str) -> None:
        self.page.get_by_label("Your name").fill(name)

    def choose_pad(self, name: str) -> None:
        self.page.locator(".pad").first.wait_for()
        pad = self.page.locator(f"input[name=pad][value={name}]")
        if not pad.count():
            self.page.locator(".more").click()
        self.page.locator(f"input[name=pad][value={name}]").evaluate("radio => radio.click()")

    def play_now(self, pad: str = "classic", name: str = "Mia") -> None:
        self.call_oneself(name)
        self.choose_pad(pad)
        self.button("Play now").click()
        self.page.locator(".sheet").wait_for()

    def sit_down(self, name: str) -> None:
        self.button("Sit here").first.click()
        self.page.get_by_label("Your name").fill(name)
        self.page.keyboard.press("Enter")

    def wait_for_question(self) -> None:
        """Until this device is asked something and the page takes an answer."""
        self.page.locator(".play[data-asked=true]").wait_for()

    def wait_until(self, script: str) -> None:
        """Ask the page from outside until this holds: its own rules forbid `wait_for_function`."""
        end = time.monotonic() + PATIENCE / 1000
        while not self.page.evaluate(script):
            assert time.monotonic() < end, f"never so: {script}"
            self.page.wait_for_timeout(50)

    def lesson(self) -> str | None:
        """The coach's present lesson, asked in one go: the coach may leave at any time."""
        teaching: str | None = self.page.evaluate("document.querySelector('.coach')?.dataset.lesson ?? null")
        return teaching

    def is_over(self) -> bool:
        return bool(self.page.evaluate("document.querySelector('.end') !== null"))

    def play_on(self, stop_at: str | None = None, **wish: Any) -> str:
        """Answer every question until the end, or until something matches this selector when we are asked."""
        outcome: str = self.page.evaluate(PLAY, {"stopAt": stop_at, **wish})
        return outcome

    def play_aside(self, after: str = "nothing", **wish: Any) -> None:
        """The same without waiting for it, while others play; `played` tells the outcome.

        It begins when nothing matches the selector `after` any more.
        """
        waiting = f"while (document.querySelector('{after}')) await new Promise((go) => setTimeout(go, 20));"
        start = f"async (wish) => {{ {waiting} return ({PLAY})(wish); }}"
        self.page.evaluate(f"(wish) => {{ window.played = ({start})(wish); }}", wish)

    def played(self) -> str:
        outcome: str = self.page.evaluate("window.played")
        return outcome

    def answered(self) -> dict[str, int]:
        """The kinds of questions that were answered for us since we began to play on, and how often."""
        counted: dict[str, int] = self.page.evaluate("window.answered")
        return counted

    def more(self) -> None:
        """Open what else can be done with a finished game."""
        self.page.locator(".after > summary").click()

    def result(self) -> str:
        heading = self.page.locator(".end h1")
        expect(heading).to_be_visible()
        return heading.inner_text()

    def totals(self) -> list[int]:
        return [whole_number(text) for text in self.page.locator("tr.total td").all_inner_texts()]


def finish(browser: Browser, base: str, pad: str = "classic") -> tuple[str, Any]:
    """A game that Mia has played to its end: the path of its table, and all that her browser keeps."""
    mia = Visitor(browser, base, service_workers="block")
    mia.page.goto(base)
    mia.play_now(pad)
    assert mia.play_on() == "over"
    path, kept = mia.page.url.removeprefix(base), mia.context.storage_state()
    mia.context.close()
    return path, kept


def whole_number(text: str) -> int:
    """A number as the page writes it, with a true minus sign."""
    return int(text.replace("−", "-"))


def check_with_axe(visitor: Visitor, screen: str) -> None:
    """Nothing that axe calls a violation, however minor."""
    found = found_by_axe(visitor)
    assert not found, f"{screen}: {found}"


def found_by_axe(visitor: Visitor) -> list[str]:
    """The objections of axe to a screen."""
    if not visitor.page.evaluate("'axe' in window"):
        visitor.page.evaluate(AXE.read_text("utf-8"))
    found = visitor.page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then((all) => all.violations)"
    )
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary']}"
        for one in found
        for node in one["nodes"]
    ]
