"""The pads and bots of a house on the page, and a pad that is chosen together with its parent."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from driver import Visitor
from playwright.sync_api import FilePayload, expect
from serving import Served, served

BASE = 'parent = "classic"\ntitle = "House base"\nrules = 1\n\n[closing]\nneeds = 4\n'
CHILD = 'parent = "base"\ntitle = "House child"\nrules = 1\n\n[penalties]\nboxes = 3\n'
BOT = 'LINE = "Takes what comes first."\n\n\ndef choose(view, moves):\n    return moves[0]\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("house")
    (folder / "base.toml").write_text(BASE)
    (folder / "child.toml").write_text(CHILD)
    (folder / "clever.py").write_text(BOT)
    bots = ("steady", str(folder / "clever.py"))
    with served(tmp_path_factory.mktemp("server"), pads=folder, bots=bots) as running:
        yield running


def test_the_page_offers_the_pads_and_bots_of_the_house(visit: Callable[[], Visitor]) -> None:
    mia = visit()
    mia.call_oneself("Mia")
    expect(mia.page.get_by_text("House child").first).to_be_visible()
    mia.page.get_by_text("House child").first.click()
    mia.page.get_by_role("button", name="Play now").first.click()
    expect(mia.page.locator(".sheet").first).to_be_visible()
    expect(mia.page.locator("body")).to_contain_text("House child")


def test_a_bot_of_the_house_is_an_opponent(visit: Callable[[], Visitor]) -> None:
    mia = visit()
    mia.call_oneself("Mia")
    mia.page.get_by_label("Against").select_option("clever")
    expect(mia.page.locator("body")).to_contain_text("Takes what comes first.")
    mia.page.get_by_role("button", name="Play now").first.click()
    expect(mia.page.locator(".sheet").first).to_be_visible()


def test_a_pad_and_its_parent_are_chosen_together(visit: Callable[[], Visitor]) -> None:
    mia = visit()
    mia.call_oneself("Mia")
    files = [
        ("mother.toml", BASE.replace("House base", "Mother")),
        ("mine.toml", CHILD.replace("base", "mother")),
    ]
    mia.page.locator("input[accept*=toml]").set_input_files(
        [FilePayload(name=name, mimeType="text/plain", buffer=text.encode()) for name, text in files]
    )
    expect(mia.page.get_by_role("alert")).to_have_count(0)
    mia.page.get_by_role("button", name="Play now").first.click()
    expect(mia.page.locator(".sheet").first).to_be_visible()
