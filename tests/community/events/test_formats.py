"""Every format: whole events, their standings, and whatever goes wrong on the day."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from random import Random
from typing import get_args

import pytest
from whole_events import SEED, joined, played, results

from rowlock.community.errors import BadEvent, EventClosed, NotNow
from rowlock.community.events import find_format, format_names
from rowlock.community.events.kit.event import DrawnTable, Event, Person, Plan, Round, Stage
from rowlock.community.events.kit.log import check_draws, check_undo, replay
from rowlock.community.events.kit.places import table_points
from rowlock.community.events.kit.sayings import (
    Add,
    Attend,
    Close,
    Enter,
    Join,
    Leave,
    Look,
    Saying,
    SeatTogether,
    Start,
    Weigh,
    read_saying,
    start_next,
)
from rowlock.community.events.kit.wording import columns_of
from rowlock.server.http.events import FormatName


def plan(name: str, **options: object) -> Plan:
    return Plan("Cup", name, **options)  # type: ignore[arg-type]


def after(one: Plan, *said: Saying) -> Event:
    return replay(one, SEED, said)


def standing(event: Event) -> list[tuple[int, int]]:
    return [(row.place, row.person) for row in find_format(event.plan.format).standing(event)]


def test_every_format_can_be_announced_at_a_server() -> None:
    assert sorted(get_args(FormatName)) == list(format_names())


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ({1: 80, 2: 70, 3: 60}, [12, 6, 0]),
        ({1: 80, 2: 70, 3: 60, 4: 50}, [12, 8, 4, 0]),
        ({1: 80, 2: 70, 3: 60, 4: 50, 5: 40}, [12, 9, 6, 3, 0]),
        ({1: 80, 2: 80, 3: 60, 4: 50}, [10, 10, 4, 0]),
        ({1: 70, 2: 70, 3: 70}, [6, 6, 6]),
        ({1: 80, 2: 70}, [12, 0]),
    ],
)
def test_table_points_of_every_size_are_worth_the_same_and_shared_by_equals(
    scores: dict[int, int], points: list[int]
) -> None:
    assert list(table_points(scores).values()) == points


@pytest.mark.parametrize("name", ["championship", "open_stage", "knockout", "round_robin"])
def test_a_standing_takes_no_longer_than_its_tables_are_many(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is worked out whenever somebody looks at an event: a thousand people must not stop a server."""
    looked = Counter[str]()
    scores = vars(DrawnTable)["scores"].fget

    def counted(table: DrawnTable) -> dict[int, int]:
        looked["tables"] += 1
        found: dict[int, int] = scores(table)
        return found

    people = tuple(Person(number, f"P{number}", True) for number in range(1, 201))
    tables = tuple(DrawnTable((n, n + 1), (60, 50)) for n in range(1, 200, 2))
    event = Event(plan(name), SEED, people, (Round(Stage.ROUND, "classic", tables),) * 3)
    monkeypatch.setattr(DrawnTable, "scores", property(counted))
    assert len(standing(event)) == 200
    assert looked["tables"] <= 8 * 3 * len(tables)


@pytest.mark.parametrize("people", [3, 4, 7, 12, 17])
@pytest.mark.parametrize("name", format_names())
def test_a_whole_event_is_played_verified_and_ranks_everybody_once(name: str, people: int) -> None:
    cut = {"semifinal": 8, "final": 4} if name == "championship" and people > 8 else {}
    one = plan(name, rounds=3, **cut)
    said = played(one, people, seed=people, leaving=0.3)
    event = after(one, *said)
    assert event.closed
    assert check_draws(one, SEED, said) == len(event.rounds)
    assert sorted(person for _, person in standing(event)) == list(range(1, people + 1))
    assert standing(event)[0][0] == 1
    plain = json.loads(json.dumps([saying.to_json() for saying in said]))
    assert replay(one, SEED, map(read_saying, plain)) == event


def test_a_draw_that_was_chosen_is_found_out() -> None:
    one = plan("championship", rounds=2)
    said = played(one, 8)
    at = next(number for number, saying in enumerate(said) if isinstance(saying, Start))
    drawn = said[at]
    assert isinstance(drawn, Start)
    tables = drawn.tables
    swapped = ((tables[1][0], *tables[0][1:]), (tables[0][0], *tables[1][1:]))
    with pytest.raises(BadEvent, match="round 1 does not follow"):
        check_draws(one, SEED, [*said[:at], Start("round", swapped), *said[at + 1 :]])


def test_a_championship_goes_from_rounds_to_semi_final_to_final() -> None:
    one = plan("championship", rounds=3, semifinal=8, final=4, final_pad="longo")
    event = after(one, *played(one, 21))
    assert [part.stage for part in event.rounds] == [*[Stage.ROUND] * 3, Stage.SEMIFINAL, Stage.FINAL]
    assert [part.pad for part in event.rounds] == [*["classic"] * 3, "longo", "longo"]
    assert [len(table.people) for table in event.rounds[3].tables] == [4, 4]
    winners = {max(table.scores, key=table.scores.__getitem__) for table in event.rounds[3].tables}
    finalists = event.rounds[4].tables[0].people
    assert winners < set(finalists)
    champion = max(event.rounds[4].tables[0].scores, key=event.rounds[4].tables[0].scores.__getitem__)
    assert standing(event)[0] == (1, champion)
    assert {person for _, person in standing(event)[:4]} == set(finalists)


@pytest.mark.parametrize("people", [6, 7, 11, 12, 16])
def test_no_more_than_five_sit_at_a_table_of_a_semi_final(people: int) -> None:
    one = plan("championship", rounds=2, size=5, semifinal=people, final=4)
    event = after(one, *played(one, people + 4))
    sizes = [len(table.people) for table in next(event.of(Stage.SEMIFINAL)).tables]
    assert sum(sizes) == people
    assert max(sizes) <= 5


def test_equals_at_the_cut_play_off_on_the_same_dice() -> None:
    one = plan("championship", rounds=1, final=2)
    said = [*joined(4)]
    said.append(start_next(after(one, *said)))
    said.append(Enter(1, 1, (90, 70, 70, 50)))
    table = after(one, *said).rounds[0].tables[0].people
    off = start_next(after(one, *said))
    assert off == Start("playoff", (tuple(sorted(table[1:3])),))
    said += [off, Enter(2, 1, (40, 55))]
    final = start_next(after(one, *said))
    assert final == Start("final", ((table[0], sorted(table[1:3])[1]),))
    said += [final, Enter(3, 1, (60, 60))]
    assert [place for place, _ in standing(after(one, *said))] == [1, 1, 3, 4]  # a shared win is shared


def test_a_play_off_that_ends_equal_is_played_again() -> None:
    one = plan("championship", rounds=1, final=2)
    said = [*joined(4)]
    said.append(start_next(after(one, *said)))
    said.append(Enter(1, 1, (90, 70, 70, 50)))
    off = start_next(after(one, *said))
    said += [off, Enter(2, 1, (50, 50))]
    assert start_next(after(one, *said)) == off


def test_who_does_not_come_gets_nothing_and_the_others_are_a_smaller_table() -> None:
    one = plan("championship", rounds=1)
    said = [*joined(4)]
    said.append(start_next(after(one, *said)))
    event = after(one, *said, Enter(1, 1, (90, None, 70, 50)))
    points = {row.person: row.points for row in find_format("championship").standing(event)}
    assert [points[person] for person in event.rounds[0].tables[0].people] == [12, 0, 6, 0]


def test_late_comers_are_drawn_from_the_next_round_on_and_leavers_no_more() -> None:
    one = plan("championship", rounds=3)
    said = [*joined(8)]
    said.append(start_next(after(one, *said)))
    said += results(after(one, *said), Random(1))
    said += [Join("Late"), Leave(1)]
    said.append(start_next(after(one, *said)))
    drawn = {person for table in after(one, *said).rounds[1].tables for person in table.people}
    assert drawn == {*range(2, 10)}
    said += results(after(one, *said), Random(2))
    said.append(Attend(1))
    said.append(start_next(after(one, *said)))
    with pytest.raises(NotNow, match="all rounds are drawn"):
        after(one, *said, Join("Too late"))


def test_swiss_duels_pair_equals_who_have_not_met_and_give_the_round_off_once() -> None:
    one = plan("swiss", rounds=5)
    event = after(one, *played(one, 11))
    met = Counter(frozenset(table.people) for part in event.rounds for table in part.tables)
    assert max(met.values()) == 1
    assert all(sum(len(table.people) == 1 for table in part.tables) == 1 for part in event.rounds)
    assert 2 <= find_format("swiss").standing(event)[0].points <= 5


def test_a_round_robin_meets_everybody_once_also_with_an_odd_number() -> None:
    for people in (2, 3, 6, 9):
        one = plan("round_robin")
        event = after(one, *played(one, people))
        met = Counter(
            frozenset(table.people) for part in event.rounds for table in part.tables if len(table.people) > 1
        )
        assert met == Counter(map(frozenset, combinations(range(1, people + 1), 2)))


@pytest.mark.parametrize("name", ["round_robin", "swiss"])
def test_duels_on_the_same_dice_are_ranked_without_luck_and_a_round_off_is_worth_an_even_part(
    name: str,
) -> None:
    one = plan(name, rounds=1, duplicate=True)
    said = [*joined(5)]
    drawn = start_next(after(one, *said))
    said.append(Start(drawn.stage, drawn.tables, "a promise"))
    (first, second), (third, fourth), (alone,) = sorted(drawn.tables, key=len, reverse=True)
    tables = {people: at for at, people in enumerate(drawn.tables, 1)}
    said += [Enter(1, tables[first, second], (90, 40)), Enter(1, tables[third, fourth], (70, 60))]
    assert [place for place, _ in standing(after(one, *said))][:2] == [1, 2], "as they ended, until weighed"
    with pytest.raises(NotNow, match="luck"):
        after(one, *said, Close())
    said.append(Weigh(1, tables[first, second], (0.4, 0.6)))
    said.append(Weigh(1, tables[third, fourth], (0.55, 0.45)))
    corrected = after(one, *said, Enter(1, tables[first, second], (95, 40)), Close())
    assert standing(corrected)[0] == (1, first), "other points count as they are"
    event = after(one, *said, Close())
    assert [person for _, person in standing(event)] == [second, third, alone, fourth, first]
    rows = {row.person: row for row in find_format(name).standing(event)}
    assert [rows[person].fair for person in (second, third, alone)] == pytest.approx([7.2, 6.6, 6])
    assert (rows[first].points, rows[second].points, rows[alone].points) == (1, 0, 1), "won all the same"
    assert columns_of(one) == ("fair", "duels", "total", "games")


def test_a_knock_out_needs_winners_and_leaves_one() -> None:
    one = plan("knockout")
    said = [*joined(6)]
    said.append(start_next(after(one, *said)))
    event = after(one, *said)
    assert sorted(len(table.people) for table in event.rounds[0].tables) == [1, 1, 2, 2]
    duel = next(at for at, table in enumerate(event.rounds[0].tables, 1) if len(table.people) == 2)
    with pytest.raises(BadEvent, match="play on after a tie"):
        after(one, *said, Enter(1, duel, (60, 60)))
    event = after(one, *played(one, 6))
    assert [len(part.tables) for part in event.rounds] == [4, 2, 1]
    assert Counter(place for place, _ in standing(event)) == {1: 1, 2: 1, 3: 2, 5: 2}


def test_of_an_open_stage_the_best_games_count() -> None:
    one = plan("open_stage", best=2)
    said = [*joined(3), Start("round", ())]
    said += [Add((1, 2), (50, 40)), Add((1, 2), (60, 40)), Add((1, 2), (10, 90)), Add((2, 3), (80, 20))]
    rows = {row.person: row for row in find_format("open_stage").standing(after(one, *said))}
    assert (rows[1].points, rows[1].total, rows[1].games) == (24, 110, 3)
    assert (rows[2].points, rows[2].total, rows[2].games) == (24, 170, 4)
    assert standing(after(one, *said)) == [(1, 2), (2, 1), (3, 3)]


def test_games_of_open_play_keep_their_numbers() -> None:
    """Results are entered by number: whoever takes a game back must not hand its result to the next one."""
    one = plan("open_stage")
    said = [*joined(5), Start("round", ()), Add((1, 2), (50, 40))]
    assert not check_undo(one, SEED, said, len(said)).rounds[0].tables
    said += [Look(3), Look(4), SeatTogether((3, 4))]
    with pytest.raises(NotNow, match="nobody came"):
        check_undo(one, SEED, said, 7)
    rows = find_format("open_stage").standing(after(one, *said, Enter(1, 1, (None, None))))
    assert [row.games for row in rows] == [0] * 5


def test_what_cannot_be_said_is_refused_with_a_reason() -> None:
    one = plan("championship", rounds=1, final=2)
    said = [*joined(5)]
    with pytest.raises(BadEvent, match="has joined already"):
        after(one, *said, Join(" person  3"))
    with pytest.raises(BadEvent, match="1 to 40 letters"):
        after(one, *said, Join("  "))
    with pytest.raises(BadEvent, match="there is no round 1"):
        after(one, *said, Enter(1, 1, (1, 2, 3, 4, 5)))
    said.append(start_next(after(one, *said)))
    with pytest.raises(NotNow, match="result of table 1 is missing"):
        start_next(after(one, *said))
    with pytest.raises(NotNow, match="result of table 1 is missing"):
        after(one, *said, Close())
    with pytest.raises(BadEvent, match="whole numbers"):
        after(one, *said, Enter(1, 1, (1, 2, 3, 4, 50_000)))
    with pytest.raises(BadEvent, match="has 5 people"):
        after(one, *said, Enter(1, 1, (1, 2)))
    with pytest.raises(BadEvent, match="drawn"):
        after(one, *said, Add((1, 2), (3, 4)))
    said += [Enter(1, 1, (50, 40, 30, 20, 10)), Enter(1, 1, (51, 40, 30, 20, 10))]
    said.append(start_next(after(one, *said)))
    with pytest.raises(NotNow, match="the cut was made"):
        after(one, *said, Enter(1, 1, (1, 2, 3, 4, 5)))
    said += [Enter(2, 1, (70, 60)), Close()]
    with pytest.raises(EventClosed):
        after(one, *said, Join("Late"))
    with pytest.raises(BadEvent, match="no saying"):
        read_saying({"kind": "shout"})
    with pytest.raises(BadEvent, match="there is no format"):
        find_format("chess")
