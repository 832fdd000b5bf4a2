"""Swiss: duels between people with equal points who have not met yet, by the Dutch system (py4swiss).

A win is worth 1, a tie ½; with an odd number one person has the round off and a point. Equals are parted by
the points of their opponents, then by all points on their sheets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rowlock.community.errors import BadEvent, NotNow
from rowlock.community.events.kit.duels import (
    DUEL_COLUMNS,
    allow_same_dice,
    check_enough,
    duel_standing,
    points_at,
    refuse_added,
)
from rowlock.community.events.kit.event import DrawnTable, Event, Round, Stage
from rowlock.community.events.kit.lots import Lots
from rowlock.community.events.kit.places import StandingRow

if TYPE_CHECKING:
    from py4swiss.trf.sections import PlayerSection

LINE = "Duels with somebody of the same points whom you have not met yet; nobody drops out."
WISHES = ("rounds",)
COLUMNS = DUEL_COLUMNS


def next_round(event: Event) -> tuple[Stage, tuple[tuple[int, ...], ...]] | None:
    played = [*event.of(Stage.ROUND)]
    if len(played) >= event.plan.rounds:
        return None
    check_enough(event)
    return Stage.ROUND, _paired(event, played)


def standing(event: Event) -> list[StandingRow]:
    return duel_standing(event)


def check_late(event: Event) -> None:
    """Whoever comes late has no points for what they missed."""
    if len([*event.of(Stage.ROUND)]) >= event.plan.rounds:
        raise NotNow("all rounds are drawn: nobody can join any more")


def check_result(event: Event, number: int, table: DrawnTable) -> None:
    """Any points are a result: a tie is worth half."""


check_added = refuse_added
check_same_dice = allow_same_dice


def _paired(event: Event, played: list[Round]) -> tuple[tuple[int, ...], ...]:
    try:
        from py4swiss.engines import DutchEngine
        from py4swiss.engines.common import PairingError
        from py4swiss.trf import ParsedTrf
        from py4swiss.trf.sections import XSection
    except ImportError:
        raise BadEvent("Swiss duels need py4swiss: pip install 'rowlock[events]'") from None
    if any(len(table.people) > 2 for one in played for table in one.tables):
        raise BadEvent("a duel has two people")  # a file of somebody else's
    order = _order(event)
    rank = {person: at for at, person in enumerate(order, 1)}
    away = {rank[person.number] for person in event.people if not person.here}
    try:
        pairings = DutchEngine.generate_pairings(
            ParsedTrf(
                player_sections=[_section(event, person, rank, played) for person in order],
                x_section=XSection(number_of_rounds=event.plan.rounds, zeroed_ids=away),
            )
        )
    except PairingError:
        raise NotNow("everybody who is here has met everybody: close the event") from None
    return tuple(
        (order[one.white - 1], order[one.black - 1]) if one.black else (order[one.white - 1],)
        for one in pairings
    )


def _order(event: Event) -> list[int]:
    """The order of the first round is drawn by lot; late comers follow in the order of their coming."""
    first = [*event.of(Stage.ROUND)][:1]
    began = sorted({person for one in first for table in one.tables for person in table.people} or event.here)
    drawn = Lots(f"{event.seed} order").shuffled(began)
    return drawn + [person.number for person in event.people if person.number not in began]


def _section(event: Event, person: int, rank: dict[int, int], played: list[Round]) -> PlayerSection:
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
    from py4swiss.trf.sections import PlayerSection

    results, points = [], 0.0
    for one in played:
        table = next((table for table in one.tables if person in table.people), None)
        won = points_at(table)[person] if table else 0.0
        points += won
        if table is None or len(table.people) == 1:
            bye = ResultToken.PAIRING_ALLOCATED_BYE if table else ResultToken.ZERO_POINT_BYE
            results.append(RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=bye))
            continue
        other = table.people[1 - table.people.index(person)]
        colour = ColorToken.WHITE if table.people[0] == person else ColorToken.BLACK
        token = {1.0: ResultToken.WIN, 0.5: ResultToken.DRAW, 0.0: ResultToken.LOSS}[won]
        results.append(RoundResult(id=rank[other], color=colour, result=token))
    return PlayerSection(
        code=PlayerCode.PLAYER,
        starting_number=rank[person],
        points_times_ten=int(10 * points),
        rank=rank[person],
        results=results,
    )
