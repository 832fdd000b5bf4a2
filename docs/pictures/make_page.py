"""Takes the pictures of the page in README.

PYTHONPATH=tests:tests/browser python docs/pictures/make_page.py

A server and Chromium play for a minute or two; dice and bots make every picture a little different.
"""

from __future__ import annotations

import base64
import io
import tempfile
from collections.abc import Callable
from pathlib import Path

from driver import Visitor, chromium
from PIL import Image
from playwright.sync_api import Browser
from scenes import Scene
from scenes_of_study import hint, review
from serving import Served, served
from stage import PLAY_WELL, Stage

from rowlock.server.config import TablePace

HERE = Path(__file__).parent
PHONE = {"width": 390, "height": 780}
DESKTOP = {"width": 1280, "height": 800}

Shot = Callable[[Stage], bytes]


def begin(stage: Stage, crosses: int, opponent: str = "steady") -> Visitor:
    """Somebody who has played until there are so many crosses, or to the end."""
    mia = stage.front()
    mia.page.locator(".opponent select").select_option(opponent)
    mia.page.locator(".now").click()
    mia.wait_for_question()
    mia.page.evaluate(PLAY_WELL, crosses)
    return mia


def table(stage: Stage) -> bytes:
    """In the middle of a game, with a choice in pencil."""
    mia = begin(stage, 14)
    mia.page.locator("button.cell.white").first.click()
    mia.page.wait_for_timeout(600)
    return mia.page.screenshot()


def end(stage: Stage) -> bytes:
    mia = begin(stage, 99, "greedy")
    mia.page.locator(".end[data-done=true]").wait_for()
    return mia.page.screenshot()


def five(stage: Stage) -> bytes:
    """Five people, each with a browser of their own."""
    people = stage.party(5)
    people[0].page.locator(".start:enabled").click()
    for _ in range(9):
        for one in people:
            one.page.locator(".play[data-asked=true], .play[data-asked=false]").first.wait_for()
            one.page.evaluate(
                """() => document.querySelector('.play[data-asked=true]')
                && document.querySelector('button.cell[aria-disabled=false]')?.click()"""
            )
            one.page.keyboard.press("d")
            one.page.keyboard.press("p")
            one.page.keyboard.press("d")
    people[0].page.wait_for_timeout(600)
    return people[0].page.screenshot()


def cards(stage: Stage) -> bytes:
    """The card game, as the first number is called."""
    mia = stage.front()
    mia.page.locator(".now").click()
    mia.page.locator(".tray").wait_for()
    mia.wait_for_question()
    mia.page.wait_for_timeout(600)
    return mia.page.screenshot()


def last_of(scene: Scene) -> Shot:
    """What a scene of `make screenshots` comes to."""

    def shot(stage: Stage) -> bytes:
        *_, picture = scene(stage)
        picture.visitor.page.wait_for_timeout(600)
        return picture.visitor.page.screenshot()

    return shot


def beside(browser: Browser, pictures: list[bytes]) -> bytes:
    """Phones side by side."""
    page = browser.new_page(viewport={"width": 1136, "height": 544})
    shown = "".join(f'<img src="data:image/png;base64,{base64.b64encode(one).decode()}">' for one in pictures)
    style = (
        "body{margin:0;display:flex;gap:16px;background:#fff}img{width:272px;height:544px;border-radius:12px}"
    )
    page.set_content(f"<style>{style}</style>{shown}")
    taken = page.screenshot()
    page.close()
    return taken


def write(name: str, picture: bytes) -> None:
    """With 256 colours: a third of the bytes, and nobody sees it."""
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(256).save(HERE / name, optimize=True)


def take(browser: Browser, server: Served, shot: Shot, pad: str = "classic", **options: object) -> bytes:
    stage = Stage(
        browser, server, {"viewport": PHONE, "color_scheme": "light", "locale": "en", **options}, pad
    )
    try:
        return shot(stage)
    finally:
        stage.close()


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as data,
        chromium() as browser,
        served(Path(data), pace=TablePace(draw=0.3, away=60.0)) as server,
    ):
        write("page-table.png", take(browser, server, table, viewport=DESKTOP))
        write("page-review.png", take(browser, server, last_of(review), viewport=DESKTOP))
        play = [
            take(browser, server, table, "bonus-a", color_scheme="dark", locale="de"),
            take(browser, server, table, "longo", locale="fr"),
            take(browser, server, five),
            take(browser, server, end),
        ]
        write("page-phones.png", beside(browser, play))
        more = [
            take(browser, server, cards, "cards"),
            take(browser, server, last_of(hint)),
            take(browser, server, table, "big-points", locale="it"),
            take(browser, server, table, "connected-chain", color_scheme="dark", locale="pl"),
        ]
        write("page-more.png", beside(browser, more))


if __name__ == "__main__":
    main()
