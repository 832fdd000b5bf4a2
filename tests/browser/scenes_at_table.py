"""Scenes of people at a table: the first minute, bots, several people, one device, every pad."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from driver import Visitor
from stage import Picture, Stage, fill_in_names

LARGE = """document.addEventListener('DOMContentLoaded', () => {
  document.documentElement.style.fontSize = '200%';
})"""
WOODEN = "localStorage['rowlock.look'] = '\"wood\"'; localStorage['rowlock.ink'] = '\"blue\"'"


def first_minute(stage: Stage) -> Iterator[Picture]:
    """The front page, what opens there, and the first game that teaches."""
    mia = stage.front(taught=False)
    yield Picture("front", mia, whole=True)
    mia.page.locator("header button").click()
    mia.page.locator("dialog[open]").wait_for()
    yield Picture("settings", mia)
    mia.page.keyboard.press("Escape")
    mia.page.locator(".start .ways button").nth(2).click()
    mia.page.locator("dialog[open]").wait_for()
    yield Picture("real-dice", mia)
    mia.page.keyboard.press("Escape")
    mia.page.locator(".learn button").first.click()
    yield from lessons(mia)


def lessons(pupil: Visitor) -> Iterator[Picture]:
    """The lessons for somebody who only ever passes: in their own turns that costs something."""
    left = {"white", "colour", "penalty"}
    while (
        left
        and pupil.play_on(", ".join(f".coach[data-lesson={one}]" for one in left), style="pass") != "over"
    ):
        lesson = pupil.lesson() or ""
        left -= {lesson}
        yield Picture(f"lesson-{lesson}", pupil)


def with_bots(stage: Stage) -> Iterator[Picture]:
    """Two at the table, from the first question to the replay."""
    mia = stage.front()
    mia.page.locator(".opponent select").select_option("steady")
    mia.page.locator(".now").click()
    mia.wait_for_question()
    illegal = mia.page.locator("button.cell[aria-disabled=true]:not(.crossed)").last
    illegal.evaluate("(cell) => cell.scrollIntoView({ block: 'center' })")
    illegal.click(force=True)
    mia.page.locator(".refused").wait_for()
    yield Picture("refusal", mia)
    mia.page.locator(".more .rule").click()
    mia.page.locator("dialog[open] article").wait_for()
    yield Picture("rule-beside", mia)
    mia.page.keyboard.press("Escape")
    if mia.play_on(crosses=12, style="careful") == "stopped":
        yield Picture("white", mia)
        mia.page.locator("button.cell.white").first.click()
        yield Picture("pencil", mia)
        mia.page.evaluate("document.documentElement.style.fontSize = '200%'")
        yield Picture("text-200", mia)
        mia.page.evaluate("document.documentElement.style.fontSize = ''")
        mia.page.locator(".chip").last.click()
        mia.page.locator(".look .picture").wait_for()
        yield Picture("look", mia)
        mia.page.keyboard.press("Escape")
        mia.page.locator(".seats .tools button").last.click()
        mia.page.locator("dialog[open]").wait_for()
        yield Picture("menu", mia)
        mia.page.keyboard.press("Escape")
    mia.play_on(crosses=99, style="careful")
    mia.page.locator(".end[data-done=true]").wait_for()
    yield Picture("end-won" if mia.page.locator(".won").count() else "end-lost", mia, whole=True)
    mia.more()
    yield Picture("end-more", mia, whole=True)
    mia.page.locator(".after .list button").first.click()
    mia.page.locator(".sharing img").wait_for()
    yield Picture("share", mia)
    address = mia.page.url
    table = address.rsplit("/", 1)[1]
    mia.page.goto(f"{mia.base}/g/{table}/1")
    mia.page.locator(".replay figure").first.wait_for()
    mia.page.keyboard.press("End")
    yield Picture("replay", mia, whole=True)
    mia.page.goto(f"{mia.base}/rules/{stage.pad}")
    mia.page.locator("article figure").first.wait_for()
    yield Picture("rules", mia, whole=True)
    mia.page.goto(mia.base)
    mia.page.locator(".earlier").first.wait_for(state="attached")
    yield Picture("front-again", mia, whole=True)


def five_people(stage: Stage) -> Iterator[Picture]:
    """Lobby, table, talk, a spectator, the end, the vote: five people, each with a browser of their own."""
    people = stage.party(5)
    anna, bertold, *others = people
    cleo = others[0]
    yield Picture("lobby-host", anna, whole=True)
    yield Picture("lobby-guest", bertold, whole=True)
    anna.page.locator(".start:enabled").click()
    for one in people:
        one.wait_for_question()
    yield Picture("five-first", anna)
    for one in people[1:]:
        one.play_aside(crosses=99, style="careful")
    anna.play_on(crosses=8, style="careful")
    cleo.page.locator(".seats .tools button").first.click()
    cleo.page.locator("dialog[open]").wait_for()
    cleo.page.locator("dialog[open] .phrases button, dialog[open] button").nth(2).click()
    anna.page.locator(".slip").wait_for()
    yield Picture("five-said", anna)
    anna.page.locator(".seats .tools button").first.click()
    anna.page.locator("dialog[open]").wait_for()
    yield Picture("five-talk", anna)
    anna.page.keyboard.press("Escape")
    watcher = stage.visit(anna.page.url.removeprefix(anna.base))
    watcher.page.locator(".sheet").wait_for()
    yield Picture("spectator", watcher)
    anna.play_aside(crosses=99, style="careful")
    for one in people[:2]:
        one.page.locator(".end[data-done=true]").wait_for(timeout=180_000)
        name = "five-won" if one.page.locator(".won").count() else "five-lost"
        yield Picture(name, one, whole=True)
    cleo.page.locator(".rematch .main").click()
    anna.page.locator(".rematch .agreed").wait_for()
    yield Picture("five-vote", anna)


def away(stage: Stage) -> Iterator[Picture]:
    """Somebody who is asked has gone; the one who waits can do something about it."""
    anna, bertold = stage.party(2)
    anna.page.locator(".start:enabled").click()
    for one in (anna, bertold):
        one.wait_for_question()
    anna.page.locator(".buttons button:not(.lamp)").nth(1).click()
    bertold.page.goto("about:blank")
    anna.page.locator(".prompt .help").wait_for(timeout=60_000)  # a busy server is slow to miss him
    yield Picture("away", anna)


def rematch(stage: Stage) -> Iterator[Picture]:
    """A vote for another game, and the series that it makes."""
    anna, bertold = stage.party(2)
    anna.page.locator(".start:enabled").click()
    for game in (1, 2):
        for one in (anna, bertold):
            one.wait_for_question()
        bertold.page.locator(".seats .tools button").last.click()
        bertold.page.locator(".parting button").nth(1).click()
        bertold.page.locator(".parting .warn").click()
        anna.page.locator(".end[data-done=true]").wait_for()
        if game == 1:
            bertold.page.locator(".rematch .main").click()
            anna.page.locator(".rematch .agreed").wait_for()
            yield Picture("vote", anna)
            anna.page.locator(".rematch .main").click()
    anna.page.locator(".series").wait_for()
    yield Picture("series", anna)


def one_device(stage: Stage) -> Iterator[Picture]:
    """Three around one device."""
    home = stage.front()
    home.page.locator(".start .ways button").nth(1).click()
    home.page.locator("dialog .count button").last.click()
    fill_in_names(home)
    yield Picture("device-who", home)
    home.page.locator("dialog [type=submit]").click()
    home.wait_for_question()
    home.play_on(crosses=8, style="careful")
    yield Picture("device", home)


def alone(stage: Stage) -> Iterator[Picture]:
    """Solo: the question, and an end after four penalties."""
    mia = stage.front()
    mia.page.locator(".start .ways button").last.click()
    mia.wait_for_question()
    yield Picture("solo", mia)
    mia.play_on(crosses=99, style="careful")
    mia.page.locator(".end[data-done=true]").wait_for()
    yield Picture("solo-end", mia, whole=True)


def pads(stage: Stage) -> Iterator[Picture]:
    """The pads that ask most of the room: long rows, six rows, bonuses, links."""
    for pad in ("longo", "big-points", "bonus-a", "bonus-b", "connected-chain", "mixx-a", "double-a"):
        stage.pad = pad
        mia = stage.front()
        mia.page.locator(".now").click()
        mia.wait_for_question()
        if mia.play_on(crosses=6, style="careful") == "over":
            continue
        mia.legal().first.click()
        yield Picture(f"pad-{pad}", mia)
        mia.context.close()


def for_everyone(stage: Stage) -> Iterator[Picture]:
    """Front page, table and end with text at 200 %, in high contrast, and by a look of one's own."""
    ways: dict[str, dict[str, Any]] = {"large": {}, "contrast": {"forced_colors": "active"}, "wood": {}}
    for way, more in ways.items():
        mia = stage.front(**more)
        if way == "wood":
            mia.page.evaluate(WOODEN)
            mia.page.reload()
        if way == "large":
            mia.page.add_init_script(LARGE)
            mia.page.reload()
        mia.page.locator(".now:enabled").wait_for()
        yield Picture(f"{way}-front", mia)
        mia.page.locator(".now").click()
        mia.wait_for_question()
        if mia.play_on(crosses=4, style="careful") == "stopped":
            yield Picture(f"{way}-table", mia)
        mia.play_on(crosses=99, style="careful")
        mia.page.locator(".end[data-done=true]").wait_for()
        yield Picture(f"{way}-end", mia)
