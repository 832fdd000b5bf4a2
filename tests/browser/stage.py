"""Where pictures of the page are taken: one screen, one look, one language, and people who play there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from driver import Visitor
from playwright.sync_api import Browser
from serving import Served

PEOPLE = ["Anna-Maria", "Bertold", "Cleo", "Dorothea", "Emil"]
TAUGHT = "localStorage.setItem('rowlock.taught', 'true')"


class Picture(NamedTuple):
    name: str
    visitor: Visitor
    whole: bool = False
    """The whole page, or what fits the screen."""


@dataclass
class Stage:
    """Where a scene is set: one screen, one look, one language; whoever else is there has a plain browser."""

    browser: Browser
    server: Served
    options: dict[str, Any]
    pad: str = "classic"
    visitors: list[Visitor] = field(default_factory=list)

    def visit(self, path: str = "/", taught: bool = True, **more: Any) -> Visitor:
        options = {"service_workers": "block", **self.options, **more}
        visitor = Visitor(self.browser, self.server.base, **options)
        self.visitors.append(visitor)
        if taught:
            visitor.page.add_init_script(TAUGHT)
        visitor.page.goto(self.server.base + path)
        return visitor

    def front(self, **more: Any) -> Visitor:
        visitor = self.visit(**more)
        visitor.page.locator("input[autocomplete=nickname]").fill(PEOPLE[0])
        visitor.page.locator(".pad").first.wait_for()
        visitor.choose_pad(self.pad)
        return visitor

    def party(self, count: int) -> list[Visitor]:
        """This many people in the lobby, each with a browser of their own; the first two are looked at."""
        host = self.front()
        host.page.locator(".start .ways button").first.click()
        host.page.locator(".lobby li").nth(1).wait_for()
        for seat in range(2, count):
            host.page.locator(".lobby .count button").last.click()
            host.page.locator(".lobby li").nth(seat).wait_for()
        path = host.page.url.removeprefix(host.base)
        plain: dict[str, Any] = {"viewport": None, "color_scheme": "light"}
        return [
            host,
            *(self.sit(path, name, {} if i == 0 else plain) for i, name in enumerate(PEOPLE[1:count])),
        ]

    def sit(self, path: str, name: str, options: dict[str, Any]) -> Visitor:
        guest = self.visit(path, **options)
        guest.page.locator(".lobby li.open button").first.click()
        guest.page.locator(".lobby li input").fill(name)
        guest.page.keyboard.press("Enter")
        guest.page.locator(".name", has_text=name).first.wait_for()
        return guest

    def close(self) -> None:
        for visitor in self.visitors:
            visitor.context.close()


def fill_in_names(home: Visitor) -> None:
    """Who plays around one device, in the dialog that asks for it."""
    for name, box in zip(PEOPLE, home.page.locator("dialog input.field").all(), strict=False):
        box.fill(name)
