"""Those who watch the list of open tables: all are sent the same bytes, and the latest state is enough."""

from __future__ import annotations

from collections.abc import Callable

import orjson

from rowlock.server.store import Player


class Watcher:
    """One connection to the lists. Whoever is too slow for a change is sent the whole list instead, later."""

    __slots__ = ("_own", "address", "hang_up", "is_behind", "is_gone", "player", "send")

    def __init__(
        self,
        player: Player | None,
        address: str,
        send: Callable[[bytes], bool],
        hang_up: Callable[[], None],
    ) -> None:
        self.player, self.address = player, address
        self.send, self.hang_up = send, hang_up
        self.is_behind = self.is_gone = False
        self._own: dict[str, bytes] = {}
        """The latest word of every kind that is for this watcher alone and was not taken yet."""

    @property
    def id(self) -> str | None:
        return self.player.id if self.player else None

    def tell_all(self, text: bytes) -> None:
        """Send a change of the list that everybody is sent."""
        if not self.is_behind and not self.send(text):
            self.is_behind = True

    def tell(self, kind: str, told: object) -> None:
        """Send a word to this watcher; of what is not taken the latest of a kind is kept."""
        text = orjson.dumps(told)
        if self._own or not self.send(text):
            self._own[kind] = text

    def catch_up(self, whole: bytes) -> None:
        """Send what has waited."""
        while self._own and self.send(next(iter(self._own.values()))):
            del self._own[next(iter(self._own))]
        if self.is_behind and not self._own:
            self.is_behind = not self.send(whole)

    def bye(self, code: str, reason: str, come_back: float | None) -> None:
        """The last message."""
        if not self.is_gone:
            self.is_gone = True
            self.send(orjson.dumps({"type": "bye", "code": code, "reason": reason, "come_back": come_back}))
            self.hang_up()
