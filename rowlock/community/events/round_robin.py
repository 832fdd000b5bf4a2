"""Round robin: everybody plays a duel with everybody.

Drawn once, for those who are there at the start: one sits still, the others move on by a chair each round.
With an odd number one person has each round off, with a point: everybody once. Whoever leaves loses the duels
that are left to those who would have met them.
"""

from __future__ import annotations

from rowlock.community.errors import NotNow
from rowlock.community.events.kit.duels import (
    DUEL_COLUMNS,
    allow_same_dice,
    check_enough,
    duel_standing,
    refuse_added,
)
from rowlock.community.events.kit.event import DrawnTable, Event, Stage
from rowlock.community.events.kit.lots import Lots
from rowlock.community.events.kit.places import StandingRow

LINE = "A duel of everybody with everybody."
WISHES = ()
COLUMNS = DUEL_COLUMNS


def next_round(event: Event) -> tuple[Stage, tuple[tuple[int, ...], ...]] | None:
    played = [*event.of(Stage.ROUND)]
    if not played:
        check_enough(event)
    circle = _circle(event)
    number = len(played)
    if number >= len(circle) - 1:
        return None
    return Stage.ROUND, tuple(
        kept
        for pair in _pairs(circle, number)
        if (kept := tuple(person for person in pair if person is not None and person in event.here))
    )


def standing(event: Event) -> list[StandingRow]:
    return duel_standing(event)


def check_late(event: Event) -> None:
    raise NotNow("a round robin is drawn for those who were there at its start")


def check_result(event: Event, number: int, table: DrawnTable) -> None:
    """Any points are a result: a tie is worth half."""


check_added = refuse_added
check_same_dice = allow_same_dice


def _circle(event: Event) -> list[int | None]:
    """Those who began, in an order drawn by lot, and an empty chair if their number is odd."""
    first = [*event.of(Stage.ROUND)][:1]
    began = {person for one in first for table in one.tables for person in table.people}
    order: list[int | None] = [*Lots(f"{event.seed} order").shuffled(sorted(began or event.here))]
    return order if len(order) % 2 == 0 else [*order, None]


def _pairs(circle: list[int | None], number: int) -> list[tuple[int | None, int | None]]:
    """The pairs of a round: the first chair stays, the others are turned by the round's number."""
    rest = circle[1:]
    turned = [circle[0], *rest[number:], *rest[:number]]
    half = len(turned) // 2
    pairs = list(zip(turned[:half], reversed(turned[half:]), strict=True))
    if number % 2:  # who stays in the first chair rolls first every other round
        pairs[0] = pairs[0][::-1]
    return pairs
