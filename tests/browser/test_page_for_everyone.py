"""For everyone: five languages, the keyboard alone, axe on every screen, every size, few bytes, offline."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from driver import DESKTOP, PHONE, PHONE_ON_ITS_SIDE, Visitor, check_with_axe, finish
from playing import BUNDLED
from playwright.sync_api import Browser, expect
from serving import Served

from rowlock.locale import load_catalogue, text

TABLET = {"width": 768, "height": 1024}
SIZES = {"phone": PHONE, "phone on its side": PHONE_ON_ITS_SIDE, "tablet": TABLET, "desktop": DESKTOP}
OVERFLOW = """() => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  const out = [...document.querySelectorAll('button, a, p, h1, h2, td, svg.picture')]
    .filter((one) => one.checkVisibility() && !one.closest('.unseen, .chips, .scroll, .table, .side'))
    .map((one) => [one.getBoundingClientRect(), one])
    .filter(([box]) => box.width && (box.left < -1 || box.right > innerWidth + 1))
    .map(([, one]) => one.outerHTML.slice(0, 120));
  return wide > 0 ? [`${wide} px too wide`, ...out] : out;
}"""
CELLS = """() => ['button.cell', '.lock', '.buttons button', '.total']
  .flatMap((name) => [...document.querySelectorAll(`.play ${name}`)].filter((one) => !one.closest('.side')))
  .map((one) => one.getBoundingClientRect())
  .filter((box) => box.top < 0 || box.left < 0 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1)
  .length"""
TARGETS = """() => {
  const cells = [...document.querySelectorAll('.play button.cell')].filter((one) => !one.closest('.side'));
  const signs = ['white', 'colour', 'offer'];
  const before = cells.map((cell) => cell.className);
  if (!cells.some((cell) => signs.some((sign) => cell.classList.contains(sign)))) return ['nothing to tap'];
  const reaches = (cell, across, down) => {
    const box = cell.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return [[-across, 0], [across, 0], [0, -down], [0, down]].every(([dx, dy]) =>
      document.elementFromPoint(x + dx, y + dy)?.closest('button') === cell);
  };
  cells.forEach((cell) => cell.classList.remove(...signs));
  const small = cells.filter((cell) => {
    cell.classList.add('white');
    const whole = reaches(cell, 21, 21);
    cell.classList.remove('white');
    return !whole;
  });
  cells.forEach((cell) => cell.classList.add('white'));
  const robbed = cells.filter((cell) => !reaches(cell, cell.offsetWidth / 2 - 3, cell.offsetHeight / 2 - 3));
  cells.forEach((cell, at) => (cell.className = before[at]));
  const names = (told, list) => list.map((cell) => `${told}: ${cell.ariaLabel}`);
  return [...names('small', small), ...names('robbed', robbed)];
}"""
"""Whatever the dice allow: cells with a target under 44 px when they alone can be tapped, and cells that lose
a part of their face to a neighbour when all can."""

ON_EACH_OTHER = """() => {
  const boxes = ['.seats', '.dice', '.enter', '.ask', '.more', '.sheet', '.buttons']
    .map((name) => [name, document.querySelector(`.play ${name}`)?.getBoundingClientRect()])
    .filter(([, box]) => box?.width && box.height);
  const meet = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes.flatMap(([name, box], at) => boxes.slice(at + 1)
    .filter(([, other]) => meet(box, other))
    .map(([other]) => `${name} and ${other}`));
}"""
LATE = """() => {
  const parts = [...document.querySelectorAll('.play .sum .part')];
  for (const part of parts) part.lastChild.textContent = '66';
  parts.at(-1).after(parts[0].cloneNode(true));
  const total = document.querySelector('.play .total');
  total.querySelector('small').textContent = '+22';
  total.querySelector('small').previousSibling.textContent = '188';
}"""
"""As large as numbers get: every row nearly full, a bonus, and a mark that brings much."""


def screens(visitor: Visitor, pad: str = "classic") -> Iterator[str]:
    """Walk through every screen, and yield its name when it is shown."""
    page = visitor.page
    page.locator(".pad").first.wait_for()
    yield "front page"
    page.locator("header button").click()
    yield "settings"
    page.keyboard.press("Escape")
    page.locator(".start .ways button").nth(2).click()
    yield "real dice"
    page.keyboard.press("Escape")
    page.locator(".pad a").first.click()
    page.locator("article h1").wait_for()
    yield "rules"
    page.goto(visitor.base)
    page.locator(".pad").first.wait_for()
    page.locator(".start .ways button").first.click()
    page.locator("svg.qr").wait_for()
    yield "lobby"
    page.goto(visitor.base)
    page.locator(".pad").first.wait_for()
    visitor.choose_pad(pad)
    page.locator(".now").click()
    visitor.wait_for_question()
    yield "white dice"
    visitor.legal().first.click()
    yield "a mark in pencil"
    page.locator(".chip").last.click()
    page.locator(".look .picture").wait_for()
    yield "another sheet"
    page.keyboard.press("Escape")
    page.locator("header button").last.click()
    page.locator("dialog").wait_for()
    yield "menu"
    page.keyboard.press("Escape")
    visitor.play_on()
    page.locator(".end").wait_for()
    yield "result"
    page.locator(".after > summary").click()
    page.locator(".after a[href^='/g/']").first.click()
    page.locator(".replay figure").first.wait_for()
    yield "replay"


@pytest.mark.parametrize(
    ("language", "walked", "look", "pad"),
    [("de", "phone", "light", "bonus-b"), ("pl", "desktop", "dark", "longo")],
)
def test_every_screen_fits_and_axe_finds_nothing(
    visit: Any, language: str, walked: str, look: str, pad: str
) -> None:
    """German and Polish have the longest words. Every screen is looked at in every size on one walk."""
    mia = visit(viewport=SIZES[walked], locale=language, color_scheme=look)
    seen = []
    for screen in screens(mia, pad):
        for size in SIZES:
            mia.page.set_viewport_size(SIZES[size])
            assert mia.page.evaluate(OVERFLOW) == [], f"{screen}, {size}"
        check_with_axe(mia, f"{screen}, {size}")
        mia.page.set_viewport_size(SIZES[walked])
        seen.append(screen)
    assert len(seen) == 11


def test_a_phone_shows_the_whole_sheet_with_targets_of_44_px(visit: Any) -> None:
    for pad in BUNDLED:
        mia = visit.at_table(pad, viewport=PHONE, has_touch=True)
        for size in (PHONE, PHONE_ON_ITS_SIDE):
            mia.page.set_viewport_size(size)
            assert mia.page.evaluate(CELLS) == 0, f"{pad}, {size}"
            assert mia.page.evaluate(TARGETS) == [], f"{pad}, {size}"
        mia.context.close()


@pytest.mark.parametrize(("language", "pad"), [("de", "bonus-b"), ("fr", "bonus-a"), ("pl", "longo")])
def test_nothing_lies_on_anything_however_long_the_words(visit: Any, language: str, pad: str) -> None:
    def check(moment: str) -> None:
        for size in (PHONE_ON_ITS_SIDE, PHONE):
            home.page.set_viewport_size(size)
            assert home.page.evaluate(ON_EACH_OTHER) == [], f"{moment}, {size}"
            assert home.page.evaluate(OVERFLOW) == [], f"{moment}, {size}"
            assert home.page.evaluate(CELLS) == 0, f"{moment}, {size}"

    home = visit(viewport=PHONE, locale=language)
    home.page.locator(".pad").first.wait_for()
    home.choose_pad(pad)
    home.page.locator(".start .ways button").nth(2).click()
    home.page.locator("dialog .count button").first.click()
    home.page.locator("dialog [type=submit]").click()
    home.page.locator(".enter").wait_for()
    check("entering the dice")
    home.page.keyboard.type("312345")
    home.wait_for_question()
    check("white dice")
    home.page.locator(".buttons button:not(.lamp)").nth(1).click()
    home.page.locator(".buttons .warn").wait_for()
    check("a pass that costs points")
    home.legal().first.click()
    check("a mark in pencil")
    home.page.evaluate(LATE)
    check("a late score")


BIG_TEXT = "document.documentElement.style.fontSize = '200%'"


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_text_at_200_percent_grows_and_keeps_the_buttons(visit: Any, size: Any) -> None:
    alone = visit(viewport=size, locale="de")
    alone.page.locator(".start .ways button").last.click()
    alone.wait_for_question()
    sizes = """['.ask', '.tab', '.buttons button'].map((one) => document.querySelector(one))
      .map((one) => parseFloat(getComputedStyle(one).fontSize))"""
    before = alone.page.evaluate(sizes)
    alone.page.evaluate(BIG_TEXT)
    assert all(now >= 1.99 * then for now, then in zip(alone.page.evaluate(sizes), before, strict=True))
    for button in alone.page.locator(".buttons button").all():
        expect(button).to_be_in_viewport(ratio=1)
    assert alone.page.evaluate(OVERFLOW) == []
    alone.page.locator(".buttons button:not(.lamp)").nth(1).click()
    expect(alone.page.locator(".buttons .warn")).to_be_in_viewport(ratio=1)


def test_the_cells_of_longo_are_44_px_wide_on_a_phone(visit: Any) -> None:
    mia = visit.at_table("longo", viewport=PHONE)
    narrow = mia.page.evaluate(
        "Math.min(...[...document.querySelectorAll('.play button.cell')].map((one) => one.offsetWidth))"
    )
    assert narrow >= 44


def test_dice_keep_their_places(visit: Any) -> None:
    """From the white action to the coloured one, and with a long question beside them."""
    alone = visit.at_table(bots=0)
    place = "[...document.querySelectorAll('.play .slot')].map((one) => one.getBoundingClientRect().left)"
    before = alone.page.evaluate(place)
    alone.button("Pass").click()
    expect(alone.page.locator(".ask")).to_contain_text("coloured die")
    assert alone.page.evaluate(place) == before


def test_five_at_a_table_fit_a_phone(visit: Any) -> None:
    home = visit(viewport=PHONE)
    home.button("On this device").click()
    for _ in range(3):
        home.page.get_by_role("button", name="One seat more").click()
    home.button("Start").click()
    home.wait_for_question()
    expect(home.page.locator(".chip")).to_have_count(5)
    assert home.page.evaluate(OVERFLOW) == []
    assert home.page.evaluate(CELLS) == 0


@pytest.fixture(scope="module")
def game(browser: Browser, server: Served) -> tuple[str, Any]:
    return finish(browser, server.base)


@pytest.mark.parametrize("language", ["de", "fr", "it", "pl"])
def test_switching_the_language_speaks_it_everywhere_and_stays(
    visit: Any, game: tuple[str, Any], language: str
) -> None:
    end, kept = game
    mia, words = visit(storage_state=kept), load_catalogue(language)
    mia.page.get_by_role("button", name="Settings").click()
    mia.page.get_by_label("Language").select_option(language)
    expect(mia.page.locator("html")).to_have_attribute("lang", language)
    mia.page.keyboard.press("Escape")
    expect(mia.button(text(words, "page.front.now"))).to_be_visible()
    mia.page.reload()
    expect(mia.button(text(words, "page.front.now"))).to_be_visible()
    mia.page.locator(".pad a").first.click()
    expect(mia.page.get_by_role("heading", name=text(words, "rules.left.title"))).to_be_visible()
    mia.page.goto(mia.base)
    mia.button(text(words, "page.front.now")).click()
    expect(mia.button(text(words, "game.moves.done"))).to_be_visible()
    mia.page.goto(mia.base + end)
    expect(mia.button(text(words, "page.end.rematch"))).to_be_visible()
    shown = mia.page.locator("body").inner_text()
    assert "page." not in shown
    assert "game." not in shown


def test_a_language_that_the_browser_asks_for_needs_no_click(visit: Any) -> None:
    mia = visit(locale="fr-CH")
    expect(mia.button("Jouer maintenant")).to_be_visible()


def test_a_game_by_keyboard_alone(visit: Any) -> None:
    mia = visit()
    mia.page.locator(".pad").first.wait_for()
    keys = mia.page.keyboard
    for _ in range(10):
        keys.press("Tab")
        if mia.page.evaluate("document.activeElement.classList.contains('now')"):
            break
    keys.press("Enter")
    mia.wait_for_question()
    for _ in range(12):
        keys.press("Tab")
        if mia.page.evaluate("document.activeElement.classList.contains('cell')"):
            break
    first = mia.page.evaluate("document.activeElement.ariaLabel")
    ring = mia.page.evaluate(
        "(({outlineStyle, outlineWidth}) => [outlineStyle, parseFloat(outlineWidth)])"
        "(getComputedStyle(document.activeElement.querySelector('.face')))"
    )
    assert ring[0] == "solid"
    assert ring[1] >= 4
    keys.press("ArrowRight")
    assert mia.page.evaluate("document.activeElement.ariaLabel") != first
    keys.press("Space")
    expect(mia.page.locator("button.cell.pencil")).to_have_count(1)
    keys.press("u")
    expect(mia.page.locator("button.cell.pencil")).to_have_count(0)
    keys.press("Space")
    keys.press("d")
    expect(mia.page.locator("button.cell.crossed")).to_have_count(1)
    question_or_end = mia.page.locator(".play[data-asked=true], .end")
    deadline = time.monotonic() + 120
    while not mia.is_over():
        assert time.monotonic() < deadline
        keys.press("p")
        keys.press("d")
        question_or_end.wait_for()
    assert mia.totals()


def test_the_first_load_is_light_and_from_here_alone(visit: Any, server: Served) -> None:
    mia = visit()
    mia.page.locator(".pad").first.wait_for()
    mia.page.wait_for_load_state("networkidle")
    entries = json.loads(
        mia.page.evaluate(
            "JSON.stringify([...performance.getEntriesByType('resource'),"
            " ...performance.getEntriesByType('navigation')].map((e) => [e.name, e.encodedBodySize]))"
        )
    )
    shell = {name: size for name, size in entries if "/api/" not in name and not name.endswith("sw.js")}
    assert 0 < sum(shell.values()) < 120_000, shell
    fonts = sum(size for name, size in shell.items() if name.endswith(".woff2"))
    assert 0 < fonts <= 25_000


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_big_button_waits_for_its_own_words_alone(visit: Any, language: str) -> None:
    mia = visit(locale=language)
    mia.page.route(f"**/assets/{language}-*.js", lambda route: None)  # never answered
    mia.page.reload()
    expect(mia.page.locator(".now")).to_be_enabled()
    shown = mia.page.locator("body").inner_text()
    assert "page." not in shown
    assert "game." not in shown


def test_the_dice_and_rows_are_told_apart_without_colour(visit: Any) -> None:
    mia = visit.at_table()
    signs = mia.page.evaluate(
        "[...document.querySelectorAll('.row .head path')].map((p) => p.getAttribute('d'))"
    )
    assert len(set(signs)) == 4
    pips = mia.page.evaluate(
        "['r','y','g','b'].map((c) => document.querySelector(`.die.c-${c} .pip`).getAttribute('d'))"
    )
    assert pips == signs


def test_cells_and_sheets_say_what_they_are(visit: Any) -> None:
    mia = visit.at_table()
    expect(mia.cell("red 12")).to_have_attribute("aria-label", "red 12, open")
    cell = mia.legal().last
    name = cell.get_attribute("data-cell")
    assert "+1 point" in (cell.get_attribute("aria-label") or "")
    cell.click()
    expect(mia.cell(name)).to_have_attribute("aria-label", f"{name}, pencilled in")
    mia.button("Done").click()
    expect(mia.cell(name)).to_have_attribute("aria-label", f"{name}, crossed")
    mia.play_on(".side .crossed")
    heard = mia.page.locator(".side .picture").first.get_attribute("aria-label") or ""
    assert heard.startswith("Sheet of Steady. ")
    assert any(character.isdigit() for character in heard.split("crossed")[1]), heard


def test_a_chosen_pad_is_played_without_scrolling_back(visit: Any) -> None:
    mia = visit(viewport=PHONE)
    mia.page.locator(".pad").last.scroll_into_view_if_needed()
    mia.page.locator(".pad label").last.click()
    mia.page.get_by_role("button", name="Play now · ").click()
    mia.page.locator(".sheet").wait_for()


SHIFTS = """new PerformanceObserver((list) => {
  for (const one of list.getEntries()) window.shifted = (window.shifted ?? 0) + one.value;
}).observe({ type: 'layout-shift', buffered: true })"""
SLOW_LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}


@pytest.mark.parametrize("taught", [False, True], ids=["newcomer", "known"])
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_first_load_moves_nothing_under_the_eye(
    visit: Any, server: Served, viewport: Any, taught: bool
) -> None:
    """Not even when today's card comes, which those see who have played before."""
    mia = visit("/api/about", viewport=viewport)
    mia.page.evaluate(f"localStorage.setItem('rowlock.taught', '{str(taught).lower()}')")
    line = mia.context.new_cdp_session(mia.page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW_LINE)
    line.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    mia.page.add_init_script(SHIFTS)
    mia.page.goto(server.base)
    mia.page.locator("footer").wait_for(state="attached")
    mia.page.wait_for_load_state("networkidle")
    expect(mia.page.locator("section.today")).to_have_count(int(taught))
    assert mia.page.evaluate("window.shifted ?? 0") < 0.05


def test_offline_says_so_kindly(visit: Any) -> None:
    mia = visit(service_workers="allow")
    mia.expected = ("ERR_INTERNET_DISCONNECTED", "Failed to load resource")
    mia.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    mia.context.set_offline(True)
    mia.page.reload()
    expect(mia.page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    mia.context.set_offline(False)  # and the page finds out by itself
    expect(mia.page.locator(".pad").first).to_be_visible()


def test_a_table_that_is_not_there(visit: Any) -> None:
    mia = visit("/t/nosuchtable")
    mia.expected = ("403", "404", "WebSocket")
    expect(mia.page.get_by_role("heading", name="There is no such table.")).to_be_visible()
    mia.button("Front page").click()
    expect(mia.page.locator(".pad").first).to_be_visible()
