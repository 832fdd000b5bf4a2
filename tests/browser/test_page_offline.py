"""The page without a network: whole games of every pad on the device; nothing is lost when it goes wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from driver import Visitor, check_with_axe
from on_device import REMEMBERED, log_of
from playwright.sync_api import Browser, FilePayload, expect
from serving import Served

from rowlock import load_variant, variant_names

CONTROLLED = """() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller
  || new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done)))"""

PLAY = (Path(__file__).parent / "play_on_device.js").read_text(encoding="utf-8")
"""Plays a game through the messages of the worker."""
ASK = """async ([method, path, body]) => {
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  const chunk = await import(files.find((name) => /device\\.svelte-[^/]*\\.js/.test(name)));
  const device = Object.values(chunk).find((one) => one && one.ask);
  return JSON.parse((await device.ask(method, path, JSON.stringify(body))).text);
}"""
"""Asks the device as the page would ask a server."""
OWN = Path(__file__).parent / "pads" / "doubled.toml"
WHITE = "classic 7/0 white 4+1,r6,y2,g3,b6 ?/? r2.3,y4,g,b12.9,p0 r,y,g12,b,p1"
DAMAGE = """(table) => new Promise((done) => { indexedDB.open('rowlock').onsuccess = ({ target }) => {
  const work = target.result.transaction('entries', 'readwrite');
  work.objectStore('entries').put([2, 0, 'me', 'dance', {}, null], [table, 2]);
  work.oncomplete = () => { target.result.close(); done(); };
}; })"""
"""Writes something into a log that nobody can have said."""
INSTALLED = "Object.defineProperty(navigator, 'standalone', { value: true });"
"""How the browser of an iPhone tells an installed page; others have `display-mode`."""
KEPT = "works without a network"
PACKED = Path(__file__).parents[2] / "rowlock" / "server" / "page" / "python"


def keep(visitor: Visitor) -> None:
    """Fetch all that playing without a network needs."""
    visitor.page.evaluate(CONTROLLED)
    visitor.button("Without a network").click()
    visitor.button("Keep it here").click()
    expect(visitor.page.get_by_text(KEPT)).to_be_visible(timeout=120_000)


def cut(visitor: Visitor) -> None:
    """No network any more; the page is opened again."""
    visitor.context.set_offline(True)
    visitor.page.reload()
    expect(visitor.page.get_by_text("until it answers again")).to_be_visible(timeout=60_000)


def test_a_first_game_fetches_little() -> None:
    """WebAssembly is most of it; the rest was 0.6 MB more with columns in what is compiled."""
    assert sum(file.stat().st_size for file in PACKED.rglob("*.br")) < 4_300_000


@pytest.fixture(scope="module")
def kept(browser: Browser, server: Served) -> Iterator[Visitor]:
    """Somebody who has installed the page, which fetched everything by itself, and has no network now."""
    mia = Visitor(browser, server.base)
    mia.context.add_init_script(INSTALLED)
    mia.page.goto(server.base)
    mia.page.evaluate(CONTROLLED)
    expect(mia.page.get_by_text(KEPT)).to_be_visible(timeout=120_000)
    cut(mia)
    yield mia
    mia.context.close()


def home(visitor: Visitor) -> None:
    """The front page, with an engine that runs."""
    if visitor.page.url != f"{visitor.base}/":
        visitor.page.goto(visitor.base)
    expect(visitor.page.get_by_text("until it answers again")).to_be_visible(timeout=60_000)


def start(visitor: Visitor, pad: str = "classic") -> str:
    """A game against a bot on this device, up to the first question; the table."""
    home(visitor)
    visitor.choose_pad(pad)
    visitor.button("Play now").first.click()
    visitor.page.wait_for_url("**/t/d-*")
    visitor.wait_for_question()
    return visitor.page.url.rsplit("/", 1)[1]


@pytest.mark.parametrize("pad", variant_names())
def test_a_whole_game_of_every_pad_without_a_network(kept: Visitor, pad: str) -> None:
    home(kept)
    least, most = load_variant(pad).players
    seats = min(most, max(2, least))
    mine = [{"kind": "me", "name": f"Mia {n}"} for n in range(seats - 1)]
    wish = {"variant": pad, "start": True, "seats": [*mine, {"kind": "bot", "bot": "random"}]}
    ended = kept.page.evaluate(PLAY, [wish, 2000])
    assert ended["over"]["reason"] in ("rows", "penalties", "cards")
    assert {entry[3] for entry in log_of(kept.page, ended["table"])} >= {"created", "start", "move"}


def test_a_move_by_hand_and_a_page_that_is_killed_in_the_middle_of_a_turn(kept: Visitor) -> None:
    table = start(kept)
    kept.legal().first.click()
    name = kept.page.locator("button.cell.pencil").get_attribute("data-cell") or ""
    kept.button("Done").click()
    expect(kept.page.locator(f"button.cell.crossed[data-cell='{name}']")).to_have_count(1)
    before = log_of(kept.page, table)
    other = kept.new_page()  # the first one is killed: no goodbye
    kept.page.close(run_before_unload=False)
    kept.page = other
    other.goto(f"{kept.base}/t/{table}")
    expect(other.locator(f"button.cell.crossed[data-cell='{name}']")).to_have_count(1, timeout=60_000)
    assert log_of(other, table)[: len(before)] == before


def test_two_tabs_with_one_game_tell_the_same(kept: Visitor) -> None:
    table = start(kept)
    second = kept.new_page()
    second.goto(f"{kept.base}/t/{table}")
    cell = kept.legal().first
    name = cell.get_attribute("data-cell") or ""
    expect(second.locator(f"button.cell[data-cell='{name}']")).to_be_visible(timeout=60_000)
    cell.click()
    kept.button("Done").click()
    for page in (kept.page, second):
        expect(page.locator(f"button.cell.crossed[data-cell='{name}']")).to_have_count(1)
    numbers = [entry[0] for entry in log_of(second, table)]
    assert numbers == list(range(1, len(numbers) + 1))
    second.close()


def test_finished_games_are_listed_saved_brought_back_and_handed_to_the_server(
    browser: Browser, server: Served
) -> None:
    mia = Visitor(browser, server.base)
    mia.page.goto(server.base)
    mia.call_oneself("Mia")
    keep(mia)
    cut(mia)
    wish = {"start": True, "seats": [{"kind": "me", "name": "Mia"}]}
    mia.page.evaluate(PLAY, [wish, 2000])
    mia.page.reload()
    expect(mia.page.get_by_role("heading", name="Finished games")).to_be_visible(timeout=60_000)
    with mia.page.expect_download() as saved:
        mia.button("Save all games").click()
    text = saved.value.path().read_text(encoding="utf-8")
    assert re.search("^played: offline$.*^dice: device", text, re.MULTILINE | re.DOTALL)
    assert "secret" not in text
    other = FilePayload(name="x.rowlock", mimeType="text/plain", buffer=text.replace("Mia", "Ben").encode())
    mia.page.get_by_label("Import games").set_input_files(other)
    expect(mia.page.get_by_text("Games imported: 1")).to_be_visible()
    check_with_axe(mia, "front page without a network")
    mia.context.set_offline(False)
    expect(mia.button("Hand games to the server: 2")).to_be_visible(timeout=60_000)
    mia.page.get_by_role("button", name="Play now").first.click()  # somebody at the server, too
    mia.page.wait_for_url("**/t/*")
    mia.page.goto(server.base)
    mia.button("Hand games to the server: 2").click()
    expect(mia.page.get_by_text("The server has them now.")).to_be_visible()
    token = mia.page.evaluate("() => localStorage.getItem('rowlock.token')")
    games = server.call("GET", "/api/games", None, token)["games"]
    assert [game["dice"] for game in games] == ["device", "device"]
    record = server.call("GET", f"/api/tables/{games[0]['table']}/games/1/record", None, token)
    assert "played: offline" in record
    mia.context.close()


def test_what_needs_a_server_says_so_kindly(kept: Visitor) -> None:
    home(kept)
    expect(kept.page.get_by_role("heading", name="Duel")).to_have_count(0)  # a new one is the server's
    kept.button("With friends").click()
    expect(kept.page.get_by_text("Friends on other devices need the server.")).to_be_visible()
    expect(kept.page.get_by_text("timers")).to_have_count(0)


def printed(visitor: Visitor, sheets: int) -> None:
    """The printed page: these sheets and nothing else, and the page is as before afterwards."""
    visitor.page.evaluate("window.print = () => { window.printed = true; }")
    visitor.button("Print the sheets").click()
    visitor.wait_until("window.printed")
    visitor.page.emulate_media(media="print")
    expect(visitor.page.locator(".to-print svg:visible")).to_have_count(sheets)
    expect(visitor.page.locator("main")).to_be_hidden()
    visitor.page.emulate_media(media="screen")
    visitor.page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(visitor.page.locator(".to-print")).to_have_count(0)
    expect(visitor.page.locator("main")).to_be_visible()


def test_a_pad_is_printed_and_its_rules_are_read(kept: Visitor) -> None:
    kept.page.goto(f"{kept.base}/rules/longo")
    expect(kept.page.get_by_role("heading", name="Longo").first).to_be_visible(timeout=60_000)
    printed(kept, 2)


def test_a_finished_game_is_printed_and_made_into_a_picture(kept: Visitor) -> None:
    start(kept)
    assert kept.play_on() == "over"
    kept.more()
    printed(kept, 2)
    kept.button("Share").click()
    with kept.page.expect_download() as saved:
        kept.button("Picture").click()
    picture = saved.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 50_000  # two sheets with their numbers and crosses, not an empty page


def test_the_first_load_fetches_nothing_of_it(browser: Browser, server: Served) -> None:
    mia = Visitor(browser, server.base)
    asked: list[str] = []
    mia.page.on("request", lambda request: asked.append(request.url))
    mia.page.goto(server.base)
    mia.page.evaluate(CONTROLLED)
    mia.play_now()
    mia.wait_for_question()
    assert [url for url in asked if "/python/" in url or "worker-" in url] == []
    mia.context.close()


def test_replay_review_and_hints_of_a_whole_game(kept: Visitor) -> None:
    start(kept)
    kept.button("Hint").click()
    advice = kept.page.get_by_role("complementary", name="Hint")
    expect(advice).to_contain_text("Best: ")
    expect(advice).to_contain_text("Chance of winning")
    advice.get_by_role("button", name="Close").click()
    assert kept.play_on() == "over"
    table = kept.page.url.rsplit("/", 1)[1]
    kept.page.locator(".actions .big").nth(1).click()
    expect(kept.page.locator(".columns")).to_be_visible(timeout=120_000)
    expect(kept.page.locator(".worst button")).to_have_count(3)
    check_with_axe(kept, "a review without a network")
    kept.page.goto(f"{kept.base}/g/{table}/1")
    expect(kept.page.get_by_role("heading", name="Replay")).to_contain_text("Classic", timeout=60_000)


def test_a_tutor_speaks_up_without_a_network(kept: Visitor) -> None:
    table = start(kept)
    options = kept.page.evaluate(ASK, ["POST", f"/tables/{table}/hint", {"seat": 0}])["options"]
    asked = {"seat": 0, "move": options[-1]["move"], "grade": "inaccuracy"}
    better = kept.page.evaluate(ASK, ["POST", f"/tables/{table}/tutor", asked])["better"]
    assert better is None or better["move"] == options[0]["move"]
    assert (better is not None) == (options[-1]["loss"] > 0.02)


def test_the_puzzle_of_the_day(kept: Visitor) -> None:
    kept.page.goto(f"{kept.base}/puzzle")
    expect(kept.page.get_by_role("heading", name="Puzzle of the day")).to_be_visible(timeout=60_000)
    kept.button("Show the solution").click()
    expect(kept.page.locator(".solution")).to_contain_text("The best is: ")


def test_the_analysis_board(kept: Visitor) -> None:
    kept.page.goto(f"{kept.base}/analysis?{urlencode({'position': WHITE})}")
    options = kept.page.locator("ol button")
    expect(options).to_have_count(5, timeout=60_000)
    expect(options.first).to_contain_text("best")
    kept.cell("red 7").click()
    expect(kept.cell("red 7")).to_have_attribute("aria-pressed", "true")
    kept.page.locator("select:has(option[value=longo])").select_option("longo")
    expect(kept.cell("red 16")).to_be_visible()


def test_a_pad_of_ones_own(kept: Visitor) -> None:
    home(kept)
    kept.page.locator("input[accept*=toml]").set_input_files(OWN)
    expect(kept.page.locator("input[name=pad][value=own]")).to_be_checked()
    kept.button("Play now").first.click()
    kept.page.wait_for_url("**/t/d-*")
    kept.wait_for_question()
    expect(kept.page.locator(".sheet .row")).to_have_count(6)
    assert kept.play_on() == "over"


def test_several_people_around_one_device_and_the_score_pad_for_real_dice(kept: Visitor) -> None:
    home(kept)
    kept.choose_pad("classic")
    kept.button("Real dice").click()
    kept.page.get_by_label("Just tap the crosses").check()
    gather(kept)
    expect(kept.page.locator(".ask")).to_have_text("Roll your own dice, and tap what you cross.")
    for number in (2, 5):
        kept.cell(f"red {number}").click()
        expect(kept.page.locator(f"button.cell.crossed[data-cell='red {number}']")).to_have_count(1)
    home(kept)
    kept.button("On this device").click()
    gather(kept)
    assert kept.play_on() == "over"
    assert len(kept.totals()) == 2


def gather(visitor: Visitor) -> None:
    visitor.page.get_by_label("Player 1").fill("Mia")
    visitor.page.get_by_label("Player 2").fill("Ben")
    visitor.button("Start").click()
    visitor.wait_for_question()


def test_every_start_has_dice_of_its_own_though_it_begins_with_the_same_memory(kept: Visitor) -> None:
    secrets = set()
    for _ in range(2):
        kept.page.goto(kept.base)
        home(kept)
        kept.wait_until(REMEMBERED)
        made = kept.page.evaluate(ASK, ["POST", "/tables", {"seats": [{"kind": "me"}], "start": True}])
        secrets.add(made["table"])
        secrets.add(str(log_of(kept.page, made["table"])[0][4]))
    assert len(secrets) == 4


def test_a_log_that_cannot_be_read_says_so_and_stays_as_it_is(kept: Visitor) -> None:
    home(kept)
    table = kept.page.evaluate(ASK, ["POST", "/tables", {"seats": [{"kind": "me"}]}])["table"]
    kept.page.evaluate(DAMAGE, table)
    before = log_of(kept.page, table)
    kept.page.goto(f"{kept.base}/t/{table}")
    expect(kept.page.get_by_text("The record of this game is damaged.")).to_be_visible(timeout=60_000)
    assert log_of(kept.page, table) == before


def test_progress_is_shown_and_what_was_cut_off_is_not_taken_for_whole(
    browser: Browser, server: Served
) -> None:
    mia = Visitor(browser, server.base, service_workers="block", viewport={"width": 390, "height": 844})
    held: list[Any] = []
    mia.context.route("**/pyodide.asm.wasm", lambda route: held.append(route))
    mia.page.goto(server.base)
    mia.button("Without a network").click()
    mia.button("Keep it here").click()
    bar = mia.page.get_by_role("progressbar")
    expect(bar).to_be_visible()
    expect(mia.page.get_by_text("Fetching what it takes")).to_be_visible()
    mia.wait_until("document.querySelector('progress').value > 0")
    check_with_axe(mia, "while it is fetched")
    held.pop().abort()
    expect(mia.page.get_by_text("That did not work here")).to_be_visible()
    expect(mia.button("Keep it here")).to_be_enabled()
    mia.context.unroute("**/pyodide.asm.wasm")
    mia.button("Keep it here").click()
    expect(mia.page.get_by_text(KEPT)).to_be_visible(timeout=120_000)
    mia.context.close()
