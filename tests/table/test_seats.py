"""Seats before and during a game: tables that grow, who asks for a seat, what a host takes and gives back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rowlock import load_variant
from rowlock.engine.errors import NotNow
from rowlock.table.bot_game import start_table
from rowlock.table.errors import Kicked, SeatsOpen
from rowlock.table.sayings import say
from rowlock.table.table import Entry, Seat, Settings, Table

PEOPLE = {"m": "Mia", "b": "Ben", "c": "Cleo", "d": "Dora", "e": "Emil", "f": "Finn"}
MIA, BEN, OPEN = Seat("human", "Mia", "m"), Seat("human", "Ben", "b"), Seat()


def lobby(*seats: Seat, grows: bool = False, pad: str = "classic") -> Table:
    settings = Settings(grows=grows)
    return Table(load_variant(pad), seats, settings, host="m", host_name="Mia", id="t", secret="0" * 64)


def hear(table: Table, by: str, kind: str, /, **body: object) -> Table:
    return say(table, Entry(table.number + 1, 0.0, by, kind, body))[0]


def facts(table: Table, by: str, kind: str, /, **body: object) -> list[Any]:
    return say(table, Entry(table.number + 1, 0.0, by, kind, body))[1]


def kinds(table: Table) -> list[str]:
    return [seat.kind for seat in table.seats]


def test_a_table_that_grows_has_one_more_seat_until_five_sit_there() -> None:
    table = lobby(MIA, OPEN, grows=True)
    for number, player in enumerate("bcde", 1):
        table = hear(table, player, "sit", seat=number, name=PEOPLE[player])
        assert kinds(table).count("open") == (0 if number == 4 else 1)
    assert kinds(table) == ["human"] * 5


def test_it_starts_with_those_who_are_there_but_not_alone() -> None:
    table = lobby(MIA, OPEN, grows=True)
    with pytest.raises(SeatsOpen):
        hear(table, "m", "start", draw=True)
    table = hear(table, "b", "sit", seat=1, name="Ben")
    assert kinds(hear(table, "m", "start", draw=True)) == ["human", "human"]


def test_whoever_says_how_many_stops_the_growing() -> None:
    table = hear(lobby(MIA, OPEN, grows=True), "m", "seats", count=3)
    assert not table.settings.grows
    with pytest.raises(SeatsOpen):
        hear(hear(table, "b", "sit", seat=1, name="Ben"), "m", "start", draw=True)


def test_a_pad_with_room_for_fewer_stops_it_too() -> None:
    small = replace(load_variant("classic"), players=(1, 2))
    table = lobby(MIA, OPEN, grows=True)._replace(variant=small)
    assert kinds(hear(table, "b", "sit", seat=1, name="Ben")) == ["human", "human"]


def test_without_a_seat_one_may_ask_for_one_and_the_host_sees_it() -> None:
    table = hear(lobby(MIA, BEN), "c", "ask_seat")
    assert table.asking == ("c",)
    with pytest.raises(NotNow):
        hear(table, "c", "ask_seat")
    with pytest.raises(NotNow):
        hear(table, "b", "ask_seat")
    table = hear(table, "m", "seats", count=3)
    with pytest.raises(NotNow):  # there is an open one
        hear(table, "d", "ask_seat")
    assert hear(table, "c", "sit", seat=2, name="Cleo").asking == ()


def test_whoever_was_sent_away_asks_no_more_and_few_ask_at_once() -> None:
    table = hear(hear(lobby(MIA, BEN), "c", "ask_seat"), "m", "kick", player="c", name="Cleo", keeps=True)
    assert table.asking == ()
    with pytest.raises(Kicked):
        hear(table, "c", "ask_seat")
    for number in range(8):
        table = hear(table, f"x{number}", "ask_seat")
    with pytest.raises(NotNow):
        hear(table, "d", "ask_seat")


def test_a_sheet_keeps_its_owner_when_the_host_sends_them_away() -> None:
    table = start_table(load_variant("classic"), (MIA, BEN), 0, "m")._replace(host="m", host_name="Mia")
    body = {"player": "b", "bot": "steady", "keeps": True, "reason": "manners"}
    gone = hear(table, "m", "kick", **body)
    assert (gone.seats[1].name, gone.seats[1].player, gone.seats[1].bot) == ("Ben", None, "steady")
    told = facts(table, "m", "kick", **body)[-1]
    assert (told.host, told.cause, told.bot) == ("Mia", "manners", "steady")
    with pytest.raises(NotNow):
        hear(gone, "m", "back", seat=1)
    let_back = hear(gone, "m", "pardon", player="b")
    assert let_back.seats[1].player == "b"
    assert hear(let_back, "b", "back", seat=1).seats[1].bot is None


def test_older_logs_are_read_as_they_were_written() -> None:
    table = start_table(load_variant("classic"), (MIA, BEN), 0, "m")._replace(host="m")
    assert hear(table, "m", "kick", player="b", bot="steady").seats[1] == Seat("bot", "Ben", bot="steady")


def test_what_the_player_wanted_the_host_does_not_undo() -> None:
    table = start_table(load_variant("classic"), (MIA, BEN), 0, "m")._replace(host="m")
    own = hear(table, "b", "bot", seat=1, bot="steady")
    assert own.seats[1].why == "asked"
    by_host = hear(table, "m", "bot", seat=1, bot="steady", reason="away")
    assert (by_host.seats[1].why, by_host.seats[1].cause) == ("host", "away")
    assert hear(by_host, "b", "back", seat=1).seats[1] == BEN
    assert hear(by_host, "m", "back", seat=1).seats[1] == BEN
