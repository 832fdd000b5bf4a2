"""Championship: tables redrawn before each round, table points by place, then semi-final and final.

The standing is by table points, then by all points on the sheets, then by the best game, then by play-offs.
Whoever misses a round gets nothing for it. Where the cut to the next stage falls between equals, they play
off on the same dice. With the same dice at every table of a round, results without luck come first
(`fair_points`), and the results themselves beside them. The final decides the places of its people, a tie in
it is shared; at a table of the semi-final a tie is decided by the standing before.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from math import ceil

from rowlock.community.errors import BadEvent, NotNow
from rowlock.community.events.kit.event import DrawnTable, Event, Stage
from rowlock.community.events.kit.places import StandingRow, fair_points, placed, table_points
from rowlock.community.events.kit.seating import draw
from rowlock.community.events.kit.sizes import MOST

LINE = "Rounds at tables of three to five, redrawn each time; then a semi-final and a final."
WISHES = ("rounds", "size", "final")
COLUMNS = ("points", "total", "best", "games")
FEWEST = 3
Key = tuple[float, ...]


def next_round(event: Event) -> tuple[Stage, tuple[tuple[int, ...], ...]] | None:
    played, plan = [*event.of(Stage.ROUND)], event.plan
    if len(played) < plan.rounds:
        if len(event.here) < FEWEST:
            raise NotNow(f"a championship needs {FEWEST} people, {len(event.here)} are here")
        seatings = tuple(tuple(table.people for table in one.tables) for one in played)
        return Stage.ROUND, draw(event.here, seatings, plan.rounds - len(played), event.seed, plan.size)
    if any(event.of(Stage.FINAL)):
        return None
    if plan.semifinal or plan.final:
        event.check_weighed()
    if plan.semifinal and not any(event.of(Stage.SEMIFINAL)):
        return _cut(event, plan.semifinal, Stage.SEMIFINAL)
    if plan.final:
        semifinal = [*event.of(Stage.SEMIFINAL)]
        return (Stage.FINAL, (_finalists(event),)) if semifinal else _cut(event, plan.final, Stage.FINAL)
    return None


def standing(event: Event) -> list[StandingRow]:
    keys = _keys(event)
    before = placed(keys)
    order = [person for _, person in before]
    for stage in (Stage.SEMIFINAL, Stage.FINAL):
        order = _after(event, stage, order)
    places = {person: place for place, person in before}
    shown = _shown_places(event, order, places)
    tables = (table for one in event.of(Stage.ROUND) for table in one.tables)
    games = Counter(person for table in tables for person in table.scores)
    return [_row(keys[person], shown[person], person, games[person]) for person in order]


def _row(key: Key, place: int, person: int, games: int) -> StandingRow:
    fair, points, total, best, *_ = key
    return StandingRow(place, person, points, best, int(total), games, fair)


def check_late(event: Event) -> None:
    """Late comers are welcome while rounds are drawn; what they missed counts nothing."""
    if len([*event.of(Stage.ROUND)]) >= event.plan.rounds:
        raise NotNow("all rounds are drawn: nobody can join any more")


def check_result(event: Event, number: int, table: DrawnTable) -> None:
    """Any points are a result; a correction after the cut is refused, for others were invited by it."""
    later = {one.stage for one in event.rounds[number:]}
    if event.rounds[number - 1].stage is Stage.ROUND and later - {Stage.ROUND}:
        raise NotNow(f"the cut was made by round {number}: its results stay as they are")


def check_added(event: Event) -> None:
    raise BadEvent("games of a championship are drawn: enter the results of its tables")


def check_same_dice() -> None:
    """Luck can be taken off a standing by points."""


def _keys(event: Event) -> dict[int, Key]:
    """The order of the standing: without luck, table points, points, best game, points of the play-offs."""
    fair: dict[int, float] = defaultdict(float)
    won: dict[int, float] = defaultdict(float)
    scores: dict[int, list[int]] = defaultdict(list)
    for table in (table for one in event.of(Stage.ROUND) for table in one.tables):
        for person, points in table_points(table.scores).items():
            won[person] += points
            scores[person].append(table.scores[person])
        for person, points in fair_points(table).items() if event.plan.duplicate else ():
            fair[person] += points
    playoffs = [
        {person: points for table in one.tables for person, points in table.scores.items()}
        for one in event.of(Stage.PLAYOFF)
    ]
    return {
        person.number: (
            round(fair[person.number], 3),
            won[person.number],
            sum(scores[person.number]),
            max(scores[person.number], default=0),
            *(one.get(person.number, 0) for one in playoffs),
        )
        for person in event.people
    }


def _cut(event: Event, wanted: int, stage: Stage) -> tuple[Stage, tuple[tuple[int, ...], ...]]:
    """The best go on; where equals stand on both sides of the cut they play off first."""
    keys = {person: key for person, key in _keys(event).items() if person in event.here}
    order = [person for _, person in placed(keys)]
    if len(order) > wanted and keys[order[wanted - 1]] == keys[order[wanted]]:
        equal = tuple(person for person in order if keys[person] == keys[order[wanted]])
        return Stage.PLAYOFF, (equal,)
    return stage, _snake(order[:wanted], event.plan.size if stage is Stage.SEMIFINAL else wanted)


def _snake(order: list[int], size: int) -> tuple[tuple[int, ...], ...]:
    """The first to the first table, the second to the second, and back again: tables of equal strength."""
    tables: list[list[int]] = [[] for _ in range(max(1, round(len(order) / size), ceil(len(order) / MOST)))]
    for at, person in enumerate(order):
        lap, place = divmod(at, len(tables))
        tables[-1 - place if lap % 2 else place].append(person)
    return tuple(map(tuple, tables))


def _finalists(event: Event) -> tuple[int, ...]:
    """The best of each table of the semi-final, then the next best, by the standing before among equals."""
    order = [person for _, person in placed(_keys(event))]
    ranked = _after(event, Stage.SEMIFINAL, order)
    return tuple(person for person in ranked if person in event.here)[: event.plan.final]


def _after(event: Event, stage: Stage, order: list[int]) -> list[int]:
    """Put those who played a stage in front, by their places at its tables, then by the order before."""
    ranks: dict[int, int] = {}
    before = {person: at for at, person in enumerate(order)}
    for table in (table for one in event.of(stage) for table in one.tables):
        scores = table.scores
        came = sorted(scores, key=lambda person: (-scores[person], before[person]))
        came += [person for person in table.people if person not in scores]
        ranks.update({person: at for at, person in enumerate(came)})
    return sorted(order, key=lambda person: (person not in ranks, ranks.get(person, 0), before[person]))


def _shown_places(event: Event, order: list[int], places: dict[int, int]) -> dict[int, int]:
    """Number the order; equals of the rounds share a place unless a later stage parted them."""
    scores = {p: s for one in event.of(Stage.FINAL) for table in one.tables for p, s in table.scores.items()}
    later = [table for one in event.of(Stage.SEMIFINAL, Stage.FINAL) for table in one.tables]
    parted = {person for table in later for person in table.people}
    shown: dict[int, int] = {}
    for at, person in enumerate(order):
        before = order[at - 1] if at else person
        in_final = person in scores and before in scores and scores[person] == scores[before]
        outside = not {person, before} & parted and places[person] == places[before]
        shown[person] = shown[before] if at and (in_final or outside) else at + 1
    return shown
