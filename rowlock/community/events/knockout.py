"""Knock-out: whoever loses a duel is out.

The bracket is drawn by lot; where the number of people is no power of two, some have the first round off. A
duel needs a winner: after a tie the two play on until one has more points, and their last game is entered.
Whoever does not come has lost.
"""

from __future__ import annotations

from rowlock.community.errors import BadEvent, NotNow
from rowlock.community.events.kit.duels import check_enough, points_at, refuse_added
from rowlock.community.events.kit.event import DrawnTable, Event, Stage
from rowlock.community.events.kit.lots import Lots
from rowlock.community.events.kit.places import StandingRow, placed

LINE = "Duels; whoever loses is out."
WISHES = ()
COLUMNS = ("duels", "total", "games")


def next_round(event: Event) -> tuple[Stage, tuple[tuple[int, ...], ...]] | None:
    played = [*event.of(Stage.ROUND)]
    if not played:
        check_enough(event)
        return Stage.ROUND, _first(Lots(f"{event.seed} order").shuffled(sorted(event.here)))
    left = [_winner(event, table) for table in played[-1].tables]
    if len(left) < 2:
        return None
    return Stage.ROUND, tuple(zip(left[::2], left[1::2], strict=True))


def standing(event: Event) -> list[StandingRow]:
    """The later one is out, the better; those who go out in the same round share a place."""
    won = {person.number: 0 for person in event.people}
    total = dict(won)
    games = dict(won)
    for table in (table for one in event.of(Stage.ROUND) for table in one.tables):
        for person in table.people:
            won[person] += table.is_in and person == _winner(event, table)
            total[person] += table.scores.get(person, 0)
            games[person] += len(table.people) > 1
    keys = {person: (float(won[person]),) for person in won}
    return [StandingRow(place, one, won[one], 0, total[one], games[one]) for place, one in placed(keys)]


def check_late(event: Event) -> None:
    raise NotNow("a knock-out is drawn once: nobody can join after its start")


def check_result(event: Event, number: int, table: DrawnTable) -> None:
    """Raise `BadEvent` for a tie, and `NotNow` where the winner has played on already."""
    if len(set(points_at(table).values())) < len(table.people):
        raise BadEvent("a knock-out needs a winner: play on after a tie, and enter the last game")
    if number < len(event.rounds):
        raise NotNow(f"the winners of round {number} have played on: its results stay as they are")


check_added = refuse_added


def check_same_dice() -> None:
    raise BadEvent("in a knock-out the points of a duel say who goes on: it has no standing without luck")


def _first(order: list[int]) -> tuple[tuple[int, ...], ...]:
    """The first round: duels that leave a power of two; the others have it off, spread over the bracket."""
    size = 1 << (len(order) - 1).bit_length()
    return tuple(
        (person, order[other]) if (other := size - 1 - at) < len(order) else (person,)
        for at in _bracket(size)[::2]
        for person in (order[at],)
    )


def _bracket(size: int) -> list[int]:
    """The order of a bracket in which the first meets the last, and the two first meet at the end only."""
    order = [0]
    while len(order) < size:
        order = [one for at in order for one in (at, 2 * len(order) - 1 - at)]
    return order


def _winner(event: Event, table: DrawnTable) -> int:
    points = points_at(table)
    return max(table.people, key=lambda person: points[person])
