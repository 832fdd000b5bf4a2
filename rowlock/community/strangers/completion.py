"""The completion rate: how many of somebody's latest games with others they have played to the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rowlock.table.shapes.answers import Ended

COUNTED = 20
"""The latest games that count."""


class Completion(NamedTuple):
    """Games with other people, and how many of them were played to the end."""

    games: int = 0
    played: int = 0

    @property
    def share(self) -> float:
        """The share, with one game more on either side: whoever is new is in the middle."""
        return (self.played + 1) / (self.games + 2)


def completion(latest: Iterable[tuple[int, Ended]]) -> Completion:
    """The completion of whoever had these seats, the latest game first.

    Games against bots alone do not count, nor those that all agreed to break off, nor those that were stored
    before it was noted who had left.
    """
    done = dict[tuple[str, int], bool]()
    for seat, game in latest:
        if _counts(game):
            key = game["table"], game["game"]
            done[key] = done.get(key, True) and seat not in game["left"]
    counted = list(done.values())[:COUNTED]
    return Completion(len(counted), sum(counted))


def _counts(game: Ended) -> bool:
    people = game.get("bots", []).count(None)
    return people > 1 and game["reason"] != "aborted" and "left" in game
