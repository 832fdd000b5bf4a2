"""People around a running game: a club that it belongs to, an event, a day's try, a profile.

Whoever walks all doors of a server finds something behind each of them: `Bystanders.places` names it.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from serving import Served, patient_call

from rowlock.client import ServerRefused

PATIENCE = 600
"""Tenths of a second in which the house opens the table of a round."""


@dataclass
class Bystanders:
    """Mia keeps a club with Ben; Dora is the referee of an event in which all three play just now."""

    server: Served
    mia: str
    ben: str
    dora: str = ""
    club: str = ""
    event: str = ""
    round_table: str = ""
    """The table of the event, which has a secret of its own."""
    places: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.dora = self.server.player("Dora")
        self._found_club()
        self._hold_event()
        self.ask("PATCH", "/players/me/profile", {"handle": self.event}, self.mia)  # a name of its own
        gone = self.server.player("Gone")
        today = self.ask("GET", "/daily", None, self.mia)
        self.places = {
            "club": self.club,
            "member": self.ask("POST", f"/clubs/{self.club}/members", {"name": "Tim"}, self.mia)["member"],
            "event": self.event,
            "person": "1",
            "paper": "draw",
            "handle": self.event,
            "duel": self.ask("POST", "/duels", {}, self.mia)["duel"],
            "half": "1",
            "ticket": self.ask("DELETE", "/players/me", None, gone)["ticket"],
            "day": today["day"],
            "month": today["day"][:7],
            "code": self._spoken_code(),
            "pad": "classic",
            **self._report(),
        }

    def ask(self, method: str, path: str, body: Any, token: str) -> Any:
        return patient_call(self.server.base, method, f"/api{path}", body, token)

    def _spoken_code(self) -> str:
        """The code of a table of Dora's that waits for people."""
        table = self.server.table(self.dora, "me", "open")
        return quote(self.ask("POST", f"/tables/{table}/code", {}, self.dora)["words"]["en"])

    def _report(self) -> dict[str, str]:
        """Mia reports Ben at the table of the event."""
        ben = self.ask("GET", "/players/me", None, self.ben)["player"]
        wish = {"player": ben, "reason": "stalling"}
        return {"player": ben, **self.ask("POST", f"/tables/{self.round_table}/reports", wish, self.mia)}

    def _found_club(self) -> None:
        made = self.ask("POST", "/clubs", {"name": "The Locks"}, self.mia)
        self.club = made["club"]
        self.ask("POST", "/clubs/join", {"link": made["link"].removeprefix("/c/")}, self.ben)
        phrases = self.ask("GET", f"/clubs/{self.club}/wall", None, self.mia)["phrases"]
        self.ask("POST", f"/clubs/{self.club}/wall", {"phrase": phrases[0]}, self.ben)

    def _hold_event(self) -> None:
        plan = {"title": "Cup", "size": 3, "duplicate": True}
        self.event = self.ask("POST", "/events", plan, self.dora)["event"]
        for token in (self.mia, self.ben, self.dora):
            self.ask("POST", f"/events/{self.event}/join", {}, token)
        self.ask("POST", f"/events/{self.event}/rounds", {"round": 1}, self.dora)
        shown = self.ask("GET", f"/events/{self.event}", None, self.dora)["shown"]
        (table,) = shown["rounds"][0]["tables"]
        self.round_table = str(table["table"])
        for _ in range(PATIENCE):
            with suppress(ServerRefused):  # the house opens it in its own time
                self.ask("GET", f"/tables/{self.round_table}", None, self.dora)
                return
            time.sleep(0.1)
        raise AssertionError("the house has opened no table")

    def open_table(self, variant: str) -> str:
        """Tonight's table of the club, hosted by Mia."""
        table = self.ask("POST", f"/clubs/{self.club}/table", {"variant": variant}, self.mia)["table"]
        return str(table)
