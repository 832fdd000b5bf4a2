"""The first entry of a table's log, key by key: the table as it was opened."""

from __future__ import annotations

from typing import NamedTuple, Self

from rowlock.engine.json_object import JsonObject
from rowlock.table.table import EDITION, Entry, GivenDice, Seat, Settings

KIND = "created"


class Opened(NamedTuple):
    """A table as it was opened; its other entries are the messages said at it."""

    table: str
    """Its id."""
    name: str | None
    """The host's name."""
    variant: str
    text: str
    """The table's own copy of its pad."""
    settings: Settings
    seats: tuple[Seat, ...]
    position: str = ""
    """Where its games begin; empty for games from the start."""
    given: GivenDice | None = None
    """The dice of a day or a duel, which others play on by themselves; None for all other games."""
    shared: str = ""
    """The dice that its first game shares with other tables; empty for dice of its own."""
    offline: bool = False
    edition: int = EDITION

    @classmethod
    def of(cls, body: JsonObject) -> Self:
        """Read it from the log; raises `KeyError` or `TypeError` if this version does not know it."""
        return cls(
            table=body["table"],
            name=body["name"],
            variant=body["variant"],
            text=body["text"],
            settings=Settings(**body["settings"]),
            seats=tuple(Seat(**seat) for seat in body["seats"]),
            position=body.get("position", ""),
            given=_given(body),
            shared=body.get("shared", ""),
            offline=body.get("offline", False),
            edition=body.get("edition", 1),
        )

    @property
    def body(self) -> JsonObject:
        """The part of it that is stored: what is empty is left out."""
        whole = self._asdict()
        seats = [seat._asdict() for seat in self.seats]
        given = self.given._asdict() if self.given else None
        stored = {**whole, "settings": self.settings._asdict(), "seats": seats, "given": given}
        return {name: value for name, value in stored.items() if value or name not in OPTIONAL}

    def entry(self, at: float, host: str | None, secret: str) -> Entry:
        """The first entry of the table's log."""
        return Entry(1, at, host, KIND, self.body, secret=secret)


def _given(body: JsonObject) -> GivenDice | None:
    """The dice that others play on by themselves; older logs have the label of a day alone."""
    if "daily" in body:
        return GivenDice(body["daily"])
    if "given" not in body:
        return None
    label, seeds, seals = (body["given"][name] for name in GivenDice._fields)
    return GivenDice(label, tuple(seeds), None if seals is None else tuple(seals))


OPTIONAL = ("position", "given", "shared", "offline")
"""Left out where they are empty: most tables have none of them."""
