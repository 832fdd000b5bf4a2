"""The card game on the page: whole games by touch and keyboard, several pages, one device with a curtain."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from driver import DESKTOP, Visitor, check_with_axe
from playwright.sync_api import expect
from tries import repeated

PHONE = {"width": 390, "height": 844}
SMALL_PHONE = {"width": 360, "height": 640}
PADS = ("cards", "cards-mixx-a", "cards-mixx-b")
LOOKED_AT = ("cards-mixx-a", *PADS * repeated(0, 1))

FEWEST = [(2, "cards-mixx-b"), (3, "cards")]
COMPANIES = FEWEST + [(3, "cards-mixx-a"), (4, "cards-mixx-b"), (5, "cards")] * repeated(0, 1)
"""How many pages play on which pad; more than three in `make deep`."""

KEYS = """
() => {
  const play = document.querySelector('.play');
  if (document.querySelector('.end')) return 'over';
  if (!play || play.dataset.asked !== 'true') return 'wait';
  const done = [...document.querySelectorAll('.buttons button')].at(-1);
  if (play.querySelector('.slot[aria-disabled=false]')) return 'take';
  if (play.querySelector('.colours')) return 'colour';
  if (done && !done.disabled) return 'done';
  return play.querySelector('.playing') ? 'play' : 'call';
}
"""


def begin(visit: Any, pad: str, jokers: bool = False, **options: Any) -> Visitor:
    visitor: Visitor = visit(**options)
    visitor.call_oneself("Mia")
    visitor.choose_pad(pad)
    if jokers:
        visitor.page.get_by_label("With eleven jokers").check()
        if pad in LOOKED_AT:
            check_with_axe(visitor, f"{pad}: the front page with its options")
    visitor.button("Play now").click()
    visitor.page.locator(".tray").wait_for()
    return visitor


@pytest.mark.parametrize("pad", PADS)
def test_whole_games_by_touch_on_a_phone_end_verified_and_replayed(visit: Any, pad: str) -> None:
    """Axe looks on with the pad that has jokers and mixed rows; the parts of the others are among its own."""
    check = check_with_axe if pad in LOOKED_AT else lambda visitor, screen: None
    mia = begin(visit, pad, jokers=pad != "cards", viewport=PHONE, has_touch=True)
    assert mia.play_on(".slot[aria-disabled=false]") == "stopped"
    check(mia, f"{pad}: taking")
    mia.page.locator(".slot[aria-disabled=false]").first.tap()
    assert mia.play_on(".playing") == "stopped"
    mia.page.locator(".held").first.tap()
    check(mia, f"{pad}: playing")
    assert mia.play_on() == "over"
    mia.result()
    check(mia, f"{pad}: the end")
    mia.page.locator(".after > summary").click()
    mia.page.get_by_role("link", name="Replay").click()
    mia.button("Verify the shuffle").click()
    expect(mia.page.locator(".verdict")).to_contain_text("Verified")
    expect(mia.page.locator(".replay .tray")).to_be_visible()
    mia.page.keyboard.press("ArrowRight")
    expect(mia.page.get_by_role("list", name="Hand")).to_have_count(2)
    check(mia, f"{pad}: replay")


def test_a_whole_game_by_keyboard_on_a_desktop(visit: Any) -> None:
    """With jokers, which take a key more; the other pads have the same keys."""
    mia = begin(visit, "cards", jokers=True, viewport=DESKTOP)
    keys = {"take": "1", "colour": "r", "done": "d", "call": "p"}
    for step in range(2_000):
        asked = mia.page.evaluate(KEYS)
        if asked == "over":
            break
        if asked == "wait":
            mia.page.locator(".play[data-asked=true], .end").first.wait_for()
        elif asked == "colour":  # a joker takes the first colour that there is
            label = mia.page.locator(".colours button").first.get_attribute("class") or ""
            mia.page.keyboard.press(re.search(r"c-([rygb])", label)[1])  # type: ignore[index]
        else:
            mia.page.keyboard.press(keys.get(asked, str(step % 4 + 1)))
    mia.result()


def test_a_play_is_gathered_previewed_undone_and_refused_with_its_reason(visit: Any) -> None:
    mia = begin(visit, "cards", viewport=PHONE)
    assert mia.play_on(".playing") == "stopped"
    page = mia.page
    done, undo = mia.button("Done"), mia.button("Undo")
    expect(done).to_be_disabled()
    card = page.locator(".held").first
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    expect(done).to_be_enabled()
    expect(page.locator(".more")).to_contain_text("Play ")
    undo.click()
    expect(card).to_have_attribute("aria-pressed", "false")
    expect(done).to_be_disabled()
    held = {
        name.split()[0] for name in page.locator(".held").evaluate_all("all => all.map(one => one.ariaLabel)")
    }
    other = next(colour for colour in ("red", "yellow", "green", "blue", "none") if colour not in held)
    if other != "none":
        page.locator(f"button.cell.open[data-cell^='{other}']").first.click(force=True)
        expect(page.locator(".more")).to_contain_text(re.compile("You hold no card for|crosses in its row"))
        mia.button("The rule").click()
        expect(page.locator("#rule-play")).to_be_attached()


def messages_of(visitor: Visitor) -> list[str]:
    """Everything that comes over the sockets of a page from now on."""
    heard: list[str] = []

    def listen(socket: Any) -> None:
        socket.on("framereceived", lambda frame: heard.append(str(frame)))

    visitor.page.on("websocket", listen)
    return heard


def hands_in(heard: list[str]) -> list[list[int]]:
    """The seats whose hands every message told, as long as the game was on."""
    views = [message["views"] for message in map(json.loads, heard) if message.get("views")]
    return [[v["seat"] for v in told if v["cards"]["hand"] is not None and not v["over"]] for told in views]


def test_on_one_device_a_curtain_lies_between_the_players(visit: Any) -> None:
    mia = visit(viewport=PHONE)
    heard = messages_of(mia)
    mia.choose_pad("cards")
    mia.button("On this device").click()
    for seat, name in enumerate(("Anna", "Ben"), 1):
        mia.page.get_by_label(f"Player {seat}").fill(name)
    mia.page.get_by_role("dialog").get_by_role("button", name="Start").click()
    curtain = mia.page.locator(".curtain")
    expect(curtain).to_be_visible()
    check_with_axe(mia, "the curtain")
    assert hands_in(heard)
    assert not any(hands_in(heard))
    expect(mia.page.locator(".held:not(span), [data-card]")).to_have_count(0)
    first = curtain.locator("h2").inner_text().split(",")[0]
    curtain.get_by_role("button").press("Enter")
    expect(curtain).to_have_count(0)
    expect(mia.page.locator("[data-card]")).to_have_count(4)
    assert hands_in(heard)[-1] == [("Anna", "Ben").index(first)]
    assert mia.play_on(".down") == "stopped"  # another is asked: their cards lie face down
    expect(mia.page.locator("[data-card]")).to_have_count(0)
    mia.button("Look at my cards").click()
    expect(mia.page.locator("[data-card]")).to_have_count(4)
    assert mia.play_on() == "over"
    assert all(len(seats) < 2 for seats in hands_in(heard))


def hidden_in(heard: list[str]) -> str:
    """The messages about the hands of others, as long as the game was on: nothing but backs."""
    told = ""
    for message in map(json.loads, heard):
        for view in message.get("views", []):
            if view["cards"] and not view["over"]:
                hands = view["cards"]["text"].split(";")[0].split("/")
                assert (view["cards"]["hand"] is None) == (view["seat"] is None)
                told += "/".join(hand for seat, hand in enumerate(hands) if seat != view["seat"])
    assert not re.search("[rygbj]", told), told
    return told


@pytest.mark.parametrize(("count", "pad"), COMPANIES)
def test_several_pages_play_and_each_sees_its_own_hand_alone(visit: Any, count: int, pad: str) -> None:
    host = visit(viewport=SMALL_PHONE)
    host.call_oneself("Mia")
    host.choose_pad(pad)
    host.button("With friends").first.click()  # the bar at the foot of a small screen has it, too
    for _ in range(count - 2):
        host.button("One seat more").click()
    host.page.wait_for_url("**/t/*")
    path = "/t/" + host.page.url.rsplit("/", 1)[1]
    others = [visit(path, viewport=PHONE) for _ in range(count - 1)]
    for number, other in enumerate(others):
        other.page.get_by_role("button", name="Sit here").first.click()
        other.page.get_by_label("Your name").fill(f"Guest {number}")
        other.page.keyboard.press("Enter")
        for one in (host, *others):  # the next one sees that the seat is taken
            expect(one.page.locator(".lobby").get_by_text(f"Guest {number}").first).to_be_visible()
    check_with_axe(host, "the lobby")
    watcher = visit(path, viewport=DESKTOP)
    heard = [messages_of(others[0]), messages_of(watcher)]
    for one in (others[0], watcher):
        one.page.reload()
        one.page.locator(".lobby").wait_for()
    host.button("Start").click()
    watcher.page.locator(".tray").wait_for()
    expect(watcher.page.locator(".others .mini")).to_have_count(4 * count)
    expect(watcher.page.locator("[data-card]")).to_have_count(0)
    check_with_axe(watcher, "watching")
    players = [host, *others]
    for player in players:
        player.play_aside()  # all play at the same time
    for player in players:
        assert player.played() == "over"
    assert all(hidden_in(one) for one in heard)
    watcher.result()


def test_cards_are_fetched_when_they_are_needed(visit: Any) -> None:
    mia = visit()
    fetched: list[str] = []
    mia.page.on("request", lambda request: fetched.append(request.url))
    mia.play_now("classic")
    mia.wait_for_question()
    assert not [url for url in fetched if re.search(r"/(Tray|Thumb|Curtain|OpenHand)-", url)]


@pytest.mark.parametrize("language", ["de", "fr", "it", "pl"])
def test_every_language_fits_a_small_phone_in_the_dark(visit: Any, language: str) -> None:
    mia = visit(viewport=SMALL_PHONE, locale=language, color_scheme="dark")
    mia.choose_pad("cards-mixx-a")
    mia.page.locator(".now").click()
    mia.page.locator(".tray").wait_for()
    assert mia.play_on(".playing") == "stopped"
    mia.page.locator(".held").first.click()
    assert mia.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    prompt, sheet = (mia.page.locator(one).bounding_box() for one in (".prompt", ".frame"))
    assert prompt
    assert sheet
    assert prompt["y"] + prompt["height"] <= sheet["y"] + 1
    if language == "de":  # what axe looks at is the same in all
        check_with_axe(mia, f"cards in {language}")


def test_real_cards_are_kept_on_sheets_with_the_gaps_of_a_play_minded(visit: Any) -> None:
    mia = visit(viewport=PHONE)
    mia.choose_pad("cards")
    mia.button("Real cards").click()
    for seat, name in enumerate(("Anna", "Ben"), 1):
        mia.page.get_by_label(f"Player {seat}").fill(name)
    mia.page.get_by_role("dialog").get_by_role("button", name="Start").click()
    mia.page.locator(".sheet").wait_for()
    first = mia.page.locator(".tab").inner_text()
    mia.cell("blue 12").click()
    mia.button("A played card").click()
    mia.button("Done").click()
    expect(mia.cell("blue 12")).to_have_attribute("aria-label", "blue 12, crossed")
    mia.cell("blue 8").click(force=True)
    expect(mia.page.locator(".more")).to_contain_text("Too many skipped cells")
    mia.cell("blue 10").click()
    mia.button("Done").click()
    expect(mia.cell("blue 10")).to_have_attribute("aria-label", "blue 10, crossed")
    check_with_axe(mia, "real cards")
    mia.button("End turn").click()
    expect(mia.page.locator(".tab")).not_to_have_text(first)  # the device is handed on
    expect(mia.page.locator(".chip.own.active")).to_have_count(1)
