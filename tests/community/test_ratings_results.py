"""The results rating: places, days, the bots' fixed skills, and what people might try."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowlock.bots import ladder as bots
from rowlock.community.ratings.boards import Eligibility, season_of, seasons_since, standings
from rowlock.community.ratings.constants import (
    A_DAY,
    A_SEASON,
    MU,
    SIGMA,
    Ladder,
    ladder_of,
    ladders,
    measured,
)
from rowlock.community.ratings.history import days_of, recompute, season_lines
from rowlock.community.ratings.results import RatedGame, RatedSeat, Skill, places, rate_day, shown
from rowlock.variants import variant_names

TWO = Ladder("classic", "two")
DOCS = (Path(__file__).parents[2] / "docs" / "ratings.md").read_text(encoding="utf-8")


def game(number: int, *seats: tuple[str, int] | RatedSeat, day: str = "2026-11-17") -> RatedGame:
    seated = tuple(seat if isinstance(seat, RatedSeat) else RatedSeat(*seat) for seat in seats)
    return RatedGame(f"t{number}/1", day, "classic", seated)


def many(count: int, winner: str, loser: str, day: str = "2026-11-17", first: int = 0) -> list[RatedGame]:
    return [game(first + n, (winner, 80), (loser, 50), day=day) for n in range(count)]


def test_every_pad_of_the_house_has_two_ladders_with_every_bot_on_them() -> None:
    assert set(measured().families) == set(variant_names())
    for ladder in ladders():
        assert set(measured().bots[ladder]) >= set(bots())
        assert measured().bots[ladder]["steady"] == MU
    assert ladder_of("mixx-b", 4) == Ladder("mixx", "several")
    assert ladder_of("classic", 1) is ladder_of("own", 2) is None


def test_places_share_and_whoever_left_comes_last() -> None:
    seats = [RatedSeat("a", 70), RatedSeat("b", 70), RatedSeat("c", 90, left=True), RatedSeat("d", 10)]
    assert places(seats) == [1, 1, 4, 3]
    assert places([RatedSeat("a", 1, left=True), RatedSeat("b", 2, left=True)]) == [1, 1]


def test_shown_numbers_have_four_digits_and_steady_is_2000() -> None:
    assert shown(Skill()).number == 1000
    assert not shown(Skill()).is_known
    assert shown(Skill(25.0, 0.0)) == (2000, 2000, 2000, True)


def test_the_worked_examples_of_the_document() -> None:
    """Its tables are computed here, to the last digit that they show."""
    evening = rate_day(TWO, {}, [game(1, ("anna", 72), ("bot:steady", 65))])
    lost = rate_day(TWO, {}, [game(1, ("anna", 60), ("bot:steady", 65))])
    both = rate_day(TWO, {}, [game(1, ("anna", 72), ("ben", 65))])
    for name, skill in (
        ("Anna beats steady", evening["anna"]),
        ("Anna loses to steady", lost["anna"]),
        ("Anna beats Ben", both["anna"]),
        ("Ben loses to Anna", both["ben"]),
    ):
        line = f"| {name} | {skill.mu:.3f} | {skill.sigma:.3f} | {shown(skill).number} |"
        assert line in DOCS, line


def test_the_document_states_the_constants() -> None:
    from rowlock.community.ratings import constants

    for name, value in re.findall(r"^\| `([A-Z_]+)` \| ([\d.]+) \|", DOCS, re.MULTILINE):
        assert round(getattr(constants, name), 4) == float(value), name
    assert len(re.findall(r"^\| `([A-Z_]+)` \|", DOCS, re.MULTILINE)) >= 14


def some_games(seed: int, count: int = 30) -> list[RatedGame]:
    chance, who = random.Random(seed), ["anna", "ben", "cleo", "dora", "bot:steady", "bot:champion"]
    found = []
    for n in range(count):
        seats = chance.sample(who, 2)
        day = f"2026-11-{17 + n // 10}"
        found.append(game(n, *[(one, chance.randrange(20, 120)) for one in seats], day=day))
    return found


@given(st.randoms(use_true_random=False), st.integers(0, 5))
def test_the_order_of_arrival_within_days_changes_nothing_at_all(chance: random.Random, seed: int) -> None:
    games = some_games(seed)
    mixed = [one._replace(seats=tuple(chance.sample(one.seats, len(one.seats)))) for one in games]
    chance.shuffle(mixed)
    assert recompute(mixed) == recompute(games)


def test_another_process_computes_the_same_to_the_last_digit() -> None:
    told = {str(ladder): skills for ladder, skills in recompute(some_games(3)).items()}
    code = (
        "import json, sys; sys.path[:0] = ['tests/community', 'tests']\n"
        "from test_ratings_results import recompute, some_games\n"
        "print(json.dumps({str(k): v for k, v in recompute(some_games(3)[::-1]).items()}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert json.loads(done.stdout) == json.loads(json.dumps(told))


def test_stopping_in_the_evening_and_going_on_is_the_same_as_all_at_once() -> None:
    games = some_games(7)
    evenings = days_of(TWO, games)
    skills: dict[str, Skill] = {}
    for evening in days_of(TWO, [one for one in games if one.day < "2026-11-19"]):
        skills |= evening.skills
    assert evenings[:2] == days_of(TWO, [one for one in games if one.day < "2026-11-19"])
    assert {**skills, **evenings[2].skills} == recompute(games)[TWO]


def test_bots_stand_still_and_people_find_their_level_among_them() -> None:
    skills: dict[str, Skill] = {}
    chance = random.Random(5)
    for day in range(120):
        won = chance.random() < 0.5
        skills |= rate_day(TWO, skills, [game(day, ("anna", 80 if won else 40), ("bot:steady", 60))])
    assert set(skills) == {"anna"}
    assert abs(skills["anna"].mu - MU) < 3 * skills["anna"].sigma < 7
    assert shown(skills["anna"]).is_known


def test_fifty_games_in_one_day_are_no_leap() -> None:
    """A day's games are weighed against its morning: their sum must not throw anybody beyond the scale."""
    day = [game(n, ("anna", 80), ("bot:champion", 60)) for n in range(50)]
    skill = rate_day(TWO, {}, day)["anna"]
    skills: dict[str, Skill] = {}
    for one in day:
        skills |= rate_day(TWO, skills, [one])
    assert abs(skill.mu - skills["anna"].mu) < 1
    assert 2 < skill.sigma < skills["anna"].sigma


# what people might try


def test_resigning_is_the_last_place_whatever_stood_on_the_sheet() -> None:
    ahead = rate_day(TWO, {}, [game(1, RatedSeat("anna", 99, left=True), ("ben", 5))])
    plain = rate_day(TWO, {}, [game(1, ("anna", 5), ("ben", 99))])
    assert ahead == plain


def test_leaving_a_table_of_four_is_worse_than_any_place() -> None:
    several = Ladder("classic", "several")
    others = [("ben", 60), ("cleo", 50), ("dora", 40)]
    left = rate_day(several, {}, [game(1, RatedSeat("anna", 90, left=True), *others)])
    third = rate_day(several, {}, [game(1, ("anna", 45), *others)])
    assert left["anna"].mu < third["anna"].mu


def test_easy_opponents_bring_nothing() -> None:
    """A hundred wins over the weakest bot are worth less than two over an equal."""
    before = {"anna": Skill(25.0, 2.0)}
    equal = rate_day(TWO, before, [game(n, ("anna", 80), ("bot:steady", 10)) for n in range(2)])["anna"]
    after = rate_day(TWO, before, [game(n, ("anna", 80), ("bot:random", 10)) for n in range(100)])["anna"]
    assert 25.0 < after.mu < equal.mu


def test_farming_one_friend_counts_three_times_a_day_and_twenty_times_a_season() -> None:
    one = {"anna": Skill(25.0, 4.0), "ben": Skill(25.0, 4.0)}
    three = rate_day(TWO, one, many(A_DAY, "anna", "ben"))
    thirty = rate_day(TWO, one, many(30, "anna", "ben"))
    assert thirty["anna"].mu == pytest.approx(three["anna"].mu, abs=1e-5)
    season = [
        match for day in range(1, 31) for match in many(5, "anna", "ben", f"2026-11-{day:02}", day * 10)
    ]
    evenings = days_of(TWO, season)
    last = A_SEASON // 5
    assert evenings[last].skills["anna"].mu == evenings[-1].skills["anna"].mu
    other = many(1, "anna", "cleo", "2026-11-30", 999)
    assert days_of(TWO, season + other)[-1].skills["anna"].mu > evenings[-1].skills["anna"].mu


def test_a_new_season_begins_to_count_friends_anew() -> None:
    old = [match for day in range(1, 11) for match in many(5, "anna", "ben", f"2026-09-{day:02}", day * 10)]
    evenings = days_of(TWO, old + many(1, "anna", "ben", "2026-10-01", 999))
    assert evenings[-1].skills["anna"].mu > evenings[-2].skills["anna"].mu


def test_a_board_lists_ten_games_against_four_opponents_and_nobody_else() -> None:
    assert Eligibility(10, 4).is_listed
    assert not Eligibility(9, 4).is_listed
    assert not Eligibility(10, 3).is_listed
    friend = standings(many(30, "anna", "ben"))
    assert friend["anna"] == Eligibility(30, 0)
    bots_met = [game(n, ("anna", 80), (f"bot:{bots()[n % 4]}", 60)) for n in range(12)]
    assert standings(bots_met)["anna"] == Eligibility(12, 4)
    assert "bot:steady" not in standings(bots_met)


def test_names_that_were_made_to_be_beaten_are_no_opponents() -> None:
    """Several names of one person: none of them has games against anybody else."""
    made = [match for n in range(5) for match in many(3, "anna", f"name{n}", first=10 * n)]
    assert standings(made)["anna"] == Eligibility(15, 0)
    among = [match for n in range(5) for match in many(3, f"name{n}", "ben", first=100 + 10 * n)]
    assert standings(made + among)["anna"] == Eligibility(15, 5)


def test_easy_pads_have_ladders_of_their_own_and_own_pads_have_none() -> None:
    """Ninety wins on another pad leave the number on classic, and the board of classic, as they are."""
    fair = [game(n, ("anna", 60), (f"bot:{bots()[n % 3]}", 50)) for n in range(9)]
    easy = [one._replace(key=f"e{n}/1", pad="big-points") for n, one in enumerate(many(90, "anna", "ben"))]
    own = [one._replace(key=f"o{n}/1", pad="own") for n, one in enumerate(many(90, "anna", "ben"))]
    options = [one._replace(pad="classic;die_leaves=turn") for one in own]
    lines = season_lines([*fair, *easy, *own, *options])
    assert lines[TWO, "2026-4", "anna"] == season_lines(fair)[TWO, "2026-4", "anna"]
    assert not lines[TWO, "2026-4", "anna"].standing.is_listed
    assert {ladder for ladder, _, _ in lines} == {TWO, Ladder("big-points", "two")}


def test_easy_sizes_of_table_have_a_ladder_of_their_own() -> None:
    pairs = [game(n, ("anna", 60), ("bot:steady", 50)) for n in range(3)]
    crowds = [game(10 + n, ("anna", 90), *[(f"bot:{one}", 5) for one in bots()[:4]]) for n in range(30)]
    assert recompute(pairs + crowds)[TWO] == recompute(pairs)[TWO]
    assert set(recompute(crowds)) == {Ladder("classic", "several")}


def test_the_board_of_a_season_is_what_its_last_evening_said() -> None:
    """A new season neither changes the old board nor takes its games along."""
    old = [game(n, ("anna", 80), (f"bot:{bots()[n % 4]}", 60), day="2026-09-30") for n in range(12)]
    new = [game(90 + n, ("anna", 10), ("bot:steady", 60), day="2026-10-01") for n in range(5)]
    lines = season_lines(old + new)
    assert lines[TWO, "2026-3", "anna"] == season_lines(old)[TWO, "2026-3", "anna"]
    assert lines[TWO, "2026-3", "anna"].standing == Eligibility(12, 4)
    assert lines[TWO, "2026-4", "anna"].standing == Eligibility(5, 1)
    assert lines[TWO, "2026-4", "anna"].skill == recompute(old + new)[TWO]["anna"]


def test_seasons_are_offered_the_present_one_first_and_no_more_than_asked_for() -> None:
    assert seasons_since("2025-3", "2026-2", 40) == ["2026-2", "2026-1", "2025-4", "2025-3"]
    assert seasons_since("2025-3", "2026-2", 2) == ["2026-2", "2026-1"]
    assert seasons_since("2026-3", "2026-2", 40) == []


def test_seasons_are_quarters() -> None:
    assert season_of("2026-11-17") == ("2026-4", "2026-10-01", "2027-01-01")
    assert season_of("2026-01-01") == ("2026-1", "2026-01-01", "2026-04-01")


def test_a_newcomer_is_what_openskill_begins_with() -> None:
    assert Skill() == (MU, SIGMA)
    assert Skill().mu == 25.0
    assert Skill().sigma == pytest.approx(25 / 3)
