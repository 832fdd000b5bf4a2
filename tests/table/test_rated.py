"""Rated tables: each refusal by its reason, and how a finished game counts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rowlock import load_variant
from rowlock.engine.errors import RowlockError
from rowlock.engine.game import Phase
from rowlock.table.bot_game import start_table
from rowlock.table.errors import NotRated
from rowlock.table.rated import check_rated, check_rated_start, rated_seats
from rowlock.table.sayings import say
from rowlock.table.table import Entry, GivenDice, Seat, Settings, Table, bot_seat

MIA, BEN = Seat("human", "Mia", "m"), Seat("human", "Ben", "b")
RATED = Settings(rated=True)


def rated(*seats: Seat, settings: Settings = RATED, pad: str = "classic", **more: Any) -> Table:
    made = Table(load_variant(pad), seats, settings, host="m", host_name="Mia", id="t", secret="0" * 64)
    return made._replace(**more)


def hear(table: Table, by: str | None, kind: str, /, **body: object) -> Table:
    return say(table, Entry(table.number + 1, 0.0, by, kind, body))[0]


def playing(*seats: Seat) -> Table:
    return start_table(load_variant("classic"), seats, 0, "m")._replace(settings=RATED)


@pytest.mark.parametrize(
    ("table", "reason", "code"),
    [
        (rated(MIA, BEN, settings=Settings(rated=True, hints=True)), "no hints", "rated_hints"),
        (rated(MIA, BEN, settings=Settings(rated=True, dice="real")), "sealed dice", "rated_dice"),
        (rated(MIA, BEN, settings=Settings(rated=True, dice="none")), "sealed dice", "rated_dice"),
        (rated(MIA, BEN, offline=True), "sealed dice", "rated_dice"),
        (rated(MIA, BEN, position="classic 1/0 roll"), "whole", "rated_whole"),
        (rated(MIA, BEN, given=GivenDice("daily 2026-11-17 classic")), "daily", "not_rated"),
        (
            rated(MIA, BEN, variant=replace(load_variant("classic"), end_rows=1)),
            "pad of the house",
            "rated_pad",
        ),
        (rated(MIA, BEN, variant=load_variant("classic", die_leaves="turn")), "own rulings", "rated_pad"),
    ],
)
def test_what_a_rated_table_does_not_have(table: Table, reason: str, code: str) -> None:
    with pytest.raises(NotRated, match=reason) as refused:
        check_rated(table)
    assert refused.value.code == code
    check_rated(table._replace(settings=table.settings._replace(rated=False)))


@pytest.mark.parametrize(
    ("seats", "reason", "code"),
    [
        ((MIA,), "two to five", "rated_seats"),
        ((MIA, BEN._replace(player="m")), "two seats", "rated_twice"),
        ((MIA, bot_seat("own-bot")), "bots of the ladder", "rated_bots"),
    ],
)
def test_with_whom_a_rated_game_does_not_begin(seats: tuple[Seat, ...], reason: str, code: str) -> None:
    with pytest.raises(NotRated, match=reason) as refused:
        hear(rated(*seats), "m", "start", draw=True)
    assert refused.value.code == code
    check_rated_start(rated(MIA, BEN, bot_seat("steady")))


def test_hints_cannot_come_later_and_rated_is_said_before_the_start() -> None:
    with pytest.raises(NotRated, match="no hints"):
        hear(rated(MIA, BEN), "m", "settings", hints=True)
    plain = rated(MIA, BEN, settings=Settings())
    assert hear(plain, "m", "settings", rated=True).settings.rated
    begun = hear(rated(MIA, BEN), "m", "start", draw=True)
    with pytest.raises(RowlockError, match="begun"):
        hear(begun, "m", "settings", rated=False)


def test_a_host_sends_nobody_away_from_a_rated_game_and_nobody_breaks_it_off() -> None:
    table = playing(MIA, BEN)
    for kind, body in (("kick", {"player": "b"}), ("bot", {"seat": 1, "bot": "random"}), ("abort", {})):
        with pytest.raises(NotRated):
            hear(table, "m", kind, **body)


def test_steady_and_no_other_stands_in_at_a_rated_table() -> None:
    assert hear(playing(MIA, BEN), "b", "bot", seat=1, bot="champion").seats[1].bot == "steady"


def test_whoever_leaves_or_gives_up_has_left_when_the_game_counts() -> None:
    table = hear(playing(MIA, BEN), "b", "resign", seat=1)
    assert table.state == "over"
    assert rated_seats(table) == [("m", None, 0, False), ("b", None, 0, True)]
    gone = hear(playing(MIA, BEN, bot_seat("steady")), "b", "leave", seat=1)
    assert gone.game is not None
    over = gone._replace(game=gone.game._replace(phase=Phase.OVER), state="over")
    assert [(seat.player, seat.bot, seat.left) for seat in rated_seats(over) or ()] == [
        ("m", None, False),
        ("b", None, True),
        (None, "steady", False),
    ]


def test_a_game_that_the_operator_broke_off_or_that_is_not_rated_does_not_count() -> None:
    table = playing(MIA, BEN)
    assert rated_seats(hear(table, None, "aborted", why="operator")) is None
    assert rated_seats(hear(table._replace(settings=Settings()), "b", "resign", seat=1)) is None
