"""After the game: the score table, replay, verified dice, the record; and what the front page remembers."""

from __future__ import annotations

from typing import Any

import pytest
from driver import Visitor, finish, whole_number
from playwright.sync_api import Browser, expect
from serving import Served

from rowlock import parse_record
from rowlock.variants import load_named


@pytest.fixture(scope="module")
def game(browser: Browser, server: Served) -> tuple[str, Any]:
    return finish(browser, server.base)


@pytest.fixture
def mia(visit: Any, game: tuple[str, Any]) -> Visitor:
    """Mia, who is back at the table where she has played to the end; nobody may change anything there."""
    path, kept = game
    visitor: Visitor = visit(path, storage_state=kept)
    visitor.page.locator(".end").wait_for()
    return visitor


def play_out(visit: Any, pad: str) -> Visitor:
    mia: Visitor = visit()
    mia.play_now(pad)
    assert mia.play_on() == "over"
    return mia


def test_the_score_table_adds_up(visit: Any) -> None:
    mia = play_out(visit, "bonus-b")
    lines = mia.page.locator("tbody tr.line").all()
    columns = [[whole_number(text or "0") for text in line.locator("td").all_inner_texts()] for line in lines]
    *parts, totals = columns
    assert [sum(column) for column in zip(*parts, strict=True)] == totals


def test_replay_by_slider_keyboard_and_link(visit: Any, mia: Visitor) -> None:
    totals = mia.totals()
    mia.more()
    mia.page.get_by_role("link", name="Replay").click()
    expect(mia.page.locator(".replay figure figcaption")).to_have_text(["Mia", "Steady"])
    for _ in range(5):
        mia.page.keyboard.press("ArrowRight")
    expect(mia.page).to_have_url(f"{mia.base}/g/{mia.page.url.split('/g/')[1].split('?')[0]}?at=5")
    told = mia.page.locator(".moment p").inner_text()
    other = visit(mia.page.url.removeprefix(mia.base))
    expect(other.page.locator(".moment p")).to_have_text(told)
    mia.page.keyboard.press("End")
    shown = [whole_number(text) for text in mia.page.locator("svg.picture .total").all_text_contents()]
    assert shown == totals
    mia.page.get_by_label("Position in the game").fill("0")
    expect(mia.page.locator(".picture .crossed")).to_have_count(0)
    mia.page.keyboard.press("ArrowDown")
    expect(mia.page.locator(".moment")).to_contain_text("rolls")


def test_the_dice_are_verified_in_the_browser(mia: Visitor) -> None:
    mia.more()
    mia.button("Verify the dice").click()
    expect(mia.page.locator(".verdict")).to_contain_text("Verified")
    turns = mia.page.locator(".verify ol li").count()
    assert turns > 3


def test_a_loaded_die_is_found_out(mia: Visitor) -> None:

    def load(route: Any) -> None:
        answer = route.fetch()
        proof = answer.json()
        first = proof["rolls"][0]["text"]
        proof["rolls"][0]["text"] = ("1" if first[0] != "1" else "2") + first[1:]
        route.fulfill(response=answer, json=proof)

    mia.page.route("**/dice", load)
    mia.more()
    mia.button("Verify the dice").click()
    expect(mia.page.locator(".verdict.wrong")).to_contain_text("does not match")


def test_the_record_is_downloaded_and_reads_back(mia: Visitor, tmp_path: Any) -> None:
    mia.more()
    with mia.page.expect_download() as download:
        mia.page.get_by_role("link", name="Download").click()
    file = tmp_path / "game.rowlock"
    download.value.save_as(file)
    text = file.read_text("utf-8")
    assert parse_record(text, load_named).inputs
    mia.page.goto(mia.base)
    mia.page.locator("input[accept*=toml]").set_input_files(file)
    expect(mia.page.locator(".replay figure")).to_have_count(2)


def test_filled_sheets_and_empty_ones_are_printed(mia: Visitor, tmp_path: Any) -> None:
    mia.more()
    for _ in range(2):
        with mia.page.expect_download() as download:
            mia.page.get_by_role("link", name="Sheets to print (PDF)").click()
        download.value.save_as(tmp_path / "sheets.pdf")
        assert (tmp_path / "sheets.pdf").read_bytes().startswith(b"%PDF")
        mia.page.goto(f"{mia.base}/rules/classic")


def test_a_text_or_a_link_is_copied_to_share(mia: Visitor) -> None:
    mia.context.grant_permissions(["clipboard-read", "clipboard-write"])
    mia.more()
    mia.button("Share").click()
    mia.button("Text").click()
    expect(mia.button("Copied")).to_be_visible()
    text = mia.page.evaluate("navigator.clipboard.readText()")
    assert text.startswith("Rowlock · Classic\n")
    assert f"{mia.base}/g/" in text
    mia.button("Link").click()
    expect(mia.button("Link")).to_have_count(0)
    assert mia.page.evaluate("navigator.clipboard.readText()") == text.splitlines()[-1]


def test_the_front_page_remembers_name_table_and_games(mia: Visitor) -> None:
    mia.page.goto(mia.base)
    expect(mia.page.get_by_label("Your name")).to_have_value("Mia")
    expect(mia.page.get_by_role("heading", name="Finished games")).to_be_visible()
    mia.button("Play now").click()
    mia.page.locator(".sheet").wait_for()
    mia.wait_for_question()
    table = mia.page.url
    mia.page.goto(mia.base)
    running = mia.page.locator(f".running a[href='/t/{table.split('/t/')[1]}']")
    expect(running).to_contain_text("Your turn")
    running.click()
    expect(mia.page.locator(".sheet")).to_be_visible()


def png_size(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(b"\x89PNG")
    return int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")


def choose(visitor: Visitor, wish: str) -> None:
    """Turn the picture to share into this one, and wait until it is drawn."""
    button, picture = visitor.button(wish), visitor.page.locator(".sharing img")
    before = picture.get_attribute("src") or ""
    if button.get_attribute("aria-pressed") == "false":
        button.click()
        expect(picture).not_to_have_attribute("src", before)


def test_a_picture_of_the_result_is_made_to_share(mia: Visitor) -> None:
    """In both shapes, by day and by night; the file is what was shown."""
    mia.more()
    mia.button("Share").click()
    made = set[bytes]()
    for shape, size in (("Tall", (1080, 1350)), ("Wide", (1200, 630))):
        for look in ("Night", "Day"):
            choose(mia, shape)
            choose(mia, look)
            with mia.page.expect_download() as download:
                mia.button("Picture").click()
            picture = download.value.path().read_bytes()
            assert png_size(picture) == size
            assert len(picture) > 40_000  # a name, places and sheets, not an empty page
            made.add(picture)
    assert len(made) == 4


def test_a_phone_shares_the_picture_with_its_own_sheet(mia: Visitor) -> None:
    mia.page.evaluate("""() => {
        const wide = window.matchMedia.bind(window)
        window.matchMedia = (query) => query.includes('coarse') ? { matches: true } : wide(query)
        navigator.canShare = () => true
        navigator.share = async (given) => {
            window.given = [given.files[0].name, given.files[0].size, given.text]
        }
    }""")
    mia.more()
    mia.button("Share").click()
    mia.wait_until("() => window.given")
    name, size, text = mia.page.evaluate("window.given")
    assert name.startswith("rowlock-")
    assert name.endswith(".png")
    assert size > 40_000
    assert f"{mia.base}/g/" in text
    expect(mia.page.locator("dialog")).to_have_count(0)


def test_rematch_starts_at_once_against_bots(visit: Any) -> None:
    mia = play_out(visit, "classic")
    mia.button("Rematch").click()
    mia.wait_for_question()
    assert mia.page.locator("button.cell.crossed").count() == 0
