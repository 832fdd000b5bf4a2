"""Clubs and standings as values: who may do what, whose seat is whose, who won how often."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rowlock.community.clubs import MOST_MEMBERS, Club, Member, appointed, left, renamed, with_member, without
from rowlock.community.errors import ClubFull, LastKeeper, NameTaken, NoSuchMember, NotKeeper
from rowlock.community.standings import ClubGame, Seats, places, standing

MIA = Member("m", "Mia", "p1", True, 1.0)
BEN = Member("b", "Ben", "p2", False, 2.0)
TIM = Member("t", "Tim", None, False, 3.0)
CLUB = Club("c", "Sundays", "link", (MIA, BEN, TIM))


def game(
    names: str, scores: tuple[int, ...], players: tuple[str | None, ...] = (), at: float = 1.0
) -> ClubGame:
    seats = tuple(names.split())
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return ClubGame(at, "classic", "Classic", seats, players or (None,) * len(seats), scores, winners)


def test_a_club_always_has_a_keeper() -> None:
    with pytest.raises(LastKeeper):
        appointed(CLUB, "p1", "m", False)
    both = appointed(CLUB, "p1", "b", True)
    assert [one.name for one in appointed(both, "p2", "m", False).keepers] == ["Ben"]
    assert [one.name for one in without(CLUB, "p1", "m").keepers] == ["Ben"], "who has been there longest"
    assert left(CLUB, [MIA, BEN]).keepers == [], "a name without a device keeps nothing"


def test_only_keepers_decide_over_others() -> None:
    refusals: list[Callable[[], object]] = [
        lambda: renamed(CLUB, "p2", "t", "Tom"),
        lambda: appointed(CLUB, "p2", "b", True),
        lambda: without(CLUB, "p2", "t"),
        lambda: without(CLUB, "stranger", "t"),
    ]
    for what in refusals:
        with pytest.raises(NotKeeper):
            what()
    assert renamed(CLUB, "p2", "b", "Benno").find("b").name == "Benno"
    with pytest.raises(NameTaken):
        renamed(CLUB, "p2", "b", "  MIA ")
    with pytest.raises(NoSuchMember):
        without(CLUB, "p1", "nobody")
    with pytest.raises(NoSuchMember):
        appointed(CLUB, "p1", "t", True)


def test_who_joins_finds_their_place() -> None:
    assert with_member(CLUB, Member("x", "Other", "p2", False, 9.0)) == CLUB, "who is in stays as they are"
    grown = with_member(CLUB, Member("x", "tim", "p3", False, 9.0))
    assert grown.find("t").player == "p3", "a child with a first phone"
    assert with_member(CLUB, Member("x", "Mia", "p4", False, 9.0)).members[-1].name == "Mia 2"
    full = Club(
        "c", "Town", "l", tuple(Member(str(n), f"P{n}", None, False, 0.0) for n in range(MOST_MEMBERS))
    )
    with pytest.raises(ClubFull):
        with_member(full, BEN)


def test_a_seat_belongs_to_a_name_or_else_to_a_player() -> None:
    seats = Seats(CLUB.members)
    assert seats.of(game("Mia Tim", (1, 2), ("p1", "p1"))) == {0: "m", 1: "t"}, "two share a phone"
    assert seats.of(game("Mama Steady", (1, 2), ("p1", None))) == {0: "m"}, "another name at the table"
    assert seats.of(game("mia Mia", (1, 2), ("p1", "p1"))) == {0: "m"}, "nobody sits twice"


def test_who_won_how_often() -> None:
    games = [
        game("Mia Ben", (50, 40), at=1.0),
        game("Mia Ben Tim", (30, 60, 60), at=2.0),
        game("Mia Steady", (99, 1), at=3.0),
    ]
    lines = standing(CLUB.members, games)
    assert [(one.name, one.games, one.wins, one.best) for one in lines] == [
        ("Tim", 1, 1, 60),
        ("Ben", 2, 1, 60),
        ("Mia", 2, 1, 50),
    ], "alone with a bot does not count; equal wins go by points a game"
    assert places(lines) == [1, 2, 3]
    assert standing(CLUB.members, reversed(games)) == lines, "the order of games makes no difference"
    assert places(standing(CLUB.members, [])) == [1, 1, 1]
    assert standing(CLUB.members, [])[0].best is None
