"""The screens on which words are looked at, in every language at 320 px: one list for pictures and tests.

Tables are opened once; every language then opens the same addresses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import count
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from driver import Visitor
from serving import patient_call

from rowlock.client import BlockingClient
from rowlock.client.programs import take_part

NARROW = {"width": 320, "height": 568}
LANGUAGE = "localStorage['rowlock.language'] = '{}'; localStorage['rowlock.taught'] = 'true'"
WEIGHED = "classic 7/0 white 4+1,r6,y2,g3,b6 ?/? r2.3,y4,g,b12.9,p0 r,y,g12,b,p1"
PATIENCE = 120_000
"""Milliseconds: reviews and results are worked out beside the play, and on a busy machine last."""
SEEN = count(1)
Opener = Callable[[Visitor], None]


class Screen(NamedTuple):
    """An address, what shows that it is there, and what is opened on it."""

    name: str
    path: str
    ready: str
    open: Opener | None = None


def _tap(*places: str, then: str = "dialog[open]") -> Opener:
    def tap(visitor: Visitor) -> None:
        for place in places:
            visitor.page.locator(place).first.click()
        visitor.page.locator(then).first.wait_for()

    return tap


def _see_about(visitor: Visitor) -> None:
    visitor.page.locator("footer button").last.click()
    visitor.page.locator("dialog[open]").wait_for()


def _learn(visitor: Visitor) -> None:
    visitor.choose_pad("longo")
    visitor.page.locator(".pad:has(input[value=longo])").get_by_role("button").click()
    visitor.page.locator(".coach").wait_for()


def _choose_cards(visitor: Visitor) -> None:
    visitor.choose_pad("cards")
    visitor.page.locator(".option").wait_for()


def _solve(visitor: Visitor) -> None:
    visitor.page.keyboard.press("p")
    visitor.page.locator(".buttons .main:enabled").click()
    visitor.page.locator(".solution").wait_for()


class Tables:
    """A server with a lobby, tables in the middle of a turn, a game that is over."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.base = visitor, visitor.base
        self.token = patient_call(self.base, "POST", "/api/players", {"name": "Anna-Maria"})["token"]
        visitor.page.add_init_script(f"localStorage['rowlock.token'] ??= '{self.token}'")

    def lobby(self) -> str:
        return self._open({"seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "steady"}]})

    def listed(self) -> str:
        """A table that strangers see in the list."""
        return self._open({"seats": [{"kind": "me"}, {"kind": "open"}], "listed": True, "timer": "relaxed"})

    def played(self, pad: str = "classic", **more: Any) -> str:
        """A table against a bot, or with whatever else is asked for, at its first question."""
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "steady"}]
        return self._open({"variant": pad, "seats": seats, "start": True, **more})

    def with_a_stranger(self) -> str:
        """A table at which somebody else plays as well."""
        path = self._open({"seats": [{"kind": "me"}, {"kind": "open"}]})
        host = BlockingClient.connect(self.base, path.removeprefix("/t/"), self.token)
        guest = BlockingClient.open(self.base + path, name="Bertold", program=False)
        with host, guest:
            guest.sit()
            host.send("start")
            while host.table.get("state") != "playing":
                host.next()
        return path

    def score_pad(self) -> str:
        seats = [{"kind": "me"}, {"kind": "me", "name": "Bertold"}]
        return self._open({"seats": seats, "start": True, "dice": "none"})

    def over(self) -> str:
        """A game that somebody has passed away: four penalties."""
        path = self.played()
        self.visitor.page.goto(self.base + path)
        assert self.visitor.play_on(style="pass") == "over"
        return path

    def club(self) -> str:
        """A club with a child in it, and its keeper's own look at it."""
        club = self._ask("POST", "/api/clubs", {"name": "Sonntagsrunde"})["club"]
        self._ask("POST", f"/api/clubs/{club}/members", {"name": "Maximilian"})
        return f"/club/{club}"

    def duel(self) -> str:
        """A duel against a bot that waits for its first game."""
        wish = {"variant": "classic", "bots": ["steady"], "champion": True, "days": 14}
        return str(self._ask("POST", "/api/duels", wish)["link"])

    def person(self) -> str:
        """The profile of somebody who may be seen, under a name that nobody else at the server has."""
        handle = f"Anna-Maria {next(SEEN)}"
        self._ask("PATCH", "/api/players/me/profile", {"handle": handle})
        return f"/people/{quote(handle)}"

    def event(self) -> str:
        """An event in its first round, with guests on paper, as its referee sees it."""
        event = self._ask("POST", "/api/events", {"title": "Sonntagsturnier"})["event"]
        self._ask("POST", f"/api/events/{event}/people", {"names": [f"Gast {n}" for n in range(1, 7)]})
        self._ask("POST", f"/api/events/{event}/rounds", {"round": 1})
        return f"/e/{event}"

    def _ask(self, method: str, path: str, body: dict[str, Any]) -> Any:
        return patient_call(self.base, method, path, body, self.token)

    def _open(self, wish: dict[str, Any]) -> str:
        return f"/t/{self._ask('POST', '/api/tables', wish)['table']}"


def still_screens() -> Iterator[Screen]:
    """Screens that need no table."""
    front = "input[autocomplete=nickname]"
    yield Screen("front", "/", ".pad")
    yield Screen("front-cards", "/", ".pad", _choose_cards)
    yield Screen("settings", "/", front, _tap("header button"))
    yield Screen("device", "/", front, _tap(".start .ways button >> nth=1"))
    yield Screen("real-dice", "/", front, _tap(".start .ways button >> nth=2"))
    yield Screen("about", "/", front, _see_about)
    for pad in ("bonus-b", "cards"):
        yield Screen(f"rules-{pad}", f"/rules/{pad}", "article figure")
    yield Screen("me", "/me", "main")
    yield Screen("puzzle", "/puzzle/1", "button.cell")
    yield Screen("puzzle-solved", "/puzzle/1", "button.cell", _solve)
    yield Screen("analysis", "/analysis?" + urlencode({"position": WEIGHED}), "ol button")
    yield Screen("daily", f"/daily/{datetime.now(UTC):%Y-%m-%d}", ".day")


def table_screens(tables: Tables) -> Iterator[Screen]:
    """Screens of tables, in the order of a game."""
    asked, over = ".play[data-asked=true]", tables.over()
    yield Screen("lobby", tables.lobby(), ".lobby li")
    classic = tables.played()
    yield Screen("turn", classic, asked)
    yield Screen("menu", classic, asked, _tap(".seats .tools button >> nth=-1"))
    for pad in ("bonus-b", "longo", "cards"):
        yield Screen(f"turn-{pad}", tables.played(pad), asked)
    yield Screen("score-pad", tables.score_pad(), asked)
    yield Screen("end", over, ".end[data-done=true]")
    yield Screen("end-more", over, ".end[data-done=true]", lambda visitor: visitor.more())
    game = over.replace("/t/", "/g/") + "/1"
    yield Screen("replay", game, ".replay figure")
    yield Screen("review", f"{game}/review", ".columns")


def people_screens(tables: Tables) -> Iterator[Screen]:
    """Screens of people who meet again: a club, a profile, boards, an event, a lesson for a new pad."""
    event = tables.event()
    yield Screen("club", tables.club(), ".club h1")
    yield Screen("person", tables.person(), ".profile")
    yield Screen("board", "/board", "main section")
    yield Screen("practice", "/practice", "main p")
    yield Screen("duel-new", "/d/new", "form select")
    yield Screen("duel", tables.duel(), "main .button")
    yield Screen("event", event, ".card")
    yield Screen("hall", f"{event}/hall", "main li")
    yield Screen("lesson", "/", ".pad", _learn)


def stranger_screens(tables: Tables) -> Iterator[Screen]:
    """Where strangers find each other, on a public server: open tables, waiting, a report, the ladder."""
    tables.listed()
    yield Screen("strangers", "/", ".meet li")
    yield Screen(
        "strangers-waiting", "/", ".meet li", _tap(".meet .quick button", then=".meet [role=status] p")
    )
    menu, asked = ".seats .tools button >> nth=-1", ".play[data-asked=true]"
    report = _tap(
        menu, "dialog summary >> nth=-1", "dialog details[open] li button >> nth=2", then="dialog li select"
    )
    yield Screen("report", tables.with_a_stranger(), asked, report)
    for name in ("Überspieler", "Idle"):
        take_part(tables.base, f"{name} {next(SEEN)}", ["classic"])
    yield Screen("programs", "/programs", "main li")


def show(visitor: Visitor, screen: Screen, lang: str) -> None:
    """Open a screen in a language."""
    page = visitor.page
    page.evaluate(LANGUAGE.format(lang))
    page.goto(visitor.base + screen.path)
    page.locator(screen.ready).first.wait_for(timeout=PATIENCE)
    page.locator(f"html[lang={lang}]").wait_for(state="attached")
    if screen.open:
        screen.open(visitor)
    page.evaluate("document.fonts.ready.then(() => true)")
