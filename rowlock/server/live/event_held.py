"""An event in memory: as it is stored, and as it stands; and what somebody wants to say in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rowlock.community.errors import NotReferee
from rowlock.community.events.kit.event import Event
from rowlock.community.events.kit.places import StandingRow
from rowlock.community.events.kit.sayings import Look, Saying, Start, Undo
from rowlock.server.store.events import Stored, Taking


class Held(NamedTuple):
    """An event as it is stored, and as it stands."""

    stored: Stored
    event: Event
    standing: list[StandingRow]

    def taking(self, player: str | None) -> Taking:
        return self.stored.players.get(player or "", Taking(None, False))

    def check_referee(self, player: str) -> None:
        if not self.taking(player).referee:
            raise NotReferee("only a referee of the event may do this")

    @property
    def players(self) -> dict[int, str]:
        """The players of those who have a device, by their number in the event."""
        own = self.stored.players.items()
        return {taking.person: player for player, taking in own if taking.person is not None}

    def have_devices(self, people: tuple[int, ...]) -> bool:
        """Whether all of them can play at a table of the server; those who deleted themselves cannot."""
        return set(people) <= self.players.keys()

    @property
    def starts(self) -> tuple[float, ...]:
        """The time at which each round began; what was taken back is left out."""
        said = self.stored.kept.said
        undone = {one.said for one in said if isinstance(one, Undo)}
        begun = enumerate(zip(said, self.stored.at, strict=True), 1)
        return tuple(at for n, (one, at) in begun if isinstance(one, Start) and n not in undone)

    def is_late(self, now: float) -> bool:
        """Whether the clock of the last round has run down."""
        minutes = self.event.rounds[-1].minutes if self.event.rounds else 0
        return minutes > 0 and now >= self.starts[-1] + 60 * minutes

    @property
    def looks_since(self) -> float:
        """When the one who has looked for a game longest began to."""
        said = zip(self.stored.kept.said, self.stored.at, strict=True)
        first = self.event.looking[:1]
        return max((at for one, at in said if isinstance(one, Look) and one.person in first), default=0.0)


class Wish(NamedTuple):
    """Something to be said in an event, and all that is stored with it."""

    said: tuple[Saying, ...]
    players: Mapping[str, Taking | None] = {}
    opened: Mapping[tuple[int, int], str] = {}
    withdrawn: int | None = None
    sealed: bool = False
