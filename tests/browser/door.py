"""Where visitors of a server come in: at the front page, by a link, or past both at a table of their own."""

from __future__ import annotations

from typing import Any

from driver import Visitor
from playwright.sync_api import Browser
from serving import patient_call


class Door:
    """Makes visitors, each with a browser of their own.

    They have no service worker, which would fetch the whole page again for each: tests of it ask for one.
    """

    def __init__(self, browser: Browser, base: str) -> None:
        self.browser, self.base = browser, base
        self.visitors: list[Visitor] = []

    def __call__(self, path: str = "/", token: str | None = None, **options: Any) -> Visitor:
        """Somebody who opens this address; with a token, the player whose it is."""
        visitor = Visitor(self.browser, self.base, **{"service_workers": "block", **options})
        self.visitors.append(visitor)
        self.meet(visitor)
        if token:
            visitor.page.add_init_script(f"localStorage['rowlock.token'] ??= '{token}'")
        visitor.page.goto(self.base + path)
        return visitor

    def meet(self, visitor: Visitor) -> None:
        """The preparation of every visitor before they see anything."""

    def at_table(self, pad: str = "classic", bots: int = 1, name: str = "Mia", **options: Any) -> Visitor:
        """Somebody in front of the first question, who has not come by the front page."""
        seats = [{"kind": "me"}, *({"kind": "bot", "bot": "steady"} for _ in range(bots))]
        visitor = self._host(name, {"variant": pad, "seats": seats, "start": True}, options)
        visitor.wait_for_question()
        return visitor

    def together(self, *names: str, **options: Any) -> list[Visitor]:
        """People in front of the first question: the host opens the table, the others come by its link."""
        seats = [{"kind": "me"}, *({"kind": "open"} for _ in names[1:])]
        host = self._host(names[0], {"seats": seats}, options)
        path = host.page.url.removeprefix(self.base)
        guests = [self._guest(path, name, host, options) for name in names[1:]]
        host.button("Start").click()
        for one in (host, *guests):
            one.wait_for_question()
        return [host, *guests]

    def _host(self, name: str, wish: dict[str, Any], options: dict[str, Any]) -> Visitor:
        token = patient_call(self.base, "POST", "/api/players", {"name": name})["token"]
        table = patient_call(self.base, "POST", "/api/tables", wish, token)["table"]
        return self(f"/t/{table}", token, **options)

    def _guest(self, path: str, name: str, host: Visitor, options: dict[str, Any]) -> Visitor:
        guest = self(path, **options)
        guest.sit_down(name)
        host.page.locator(".name", has_text=name).wait_for()
        return guest

    def close(self) -> None:
        """Everybody leaves; nobody has met an error or called another host."""
        for visitor in self.visitors:
            visitor.context.close()
        for visitor in self.visitors:
            assert not visitor.errors, visitor.errors
            assert not visitor.strangers, visitor.strangers
