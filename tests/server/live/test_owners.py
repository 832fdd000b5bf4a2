"""A table lives in one process: which one is a pure function, and little changes when one comes or goes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rowlock.server.live import relay as relaying
from rowlock.server.live.owners import Owners, owner_of
from rowlock.server.store.peers import Peer

TABLES = [f"table{number}" for number in range(3000)]


def test_everybody_finds_the_same_owner_in_whatever_order_they_know_the_processes() -> None:
    processes = ["ab", "cd", "ef", "gh"]
    for table in TABLES[:200]:
        assert owner_of(table, processes) == owner_of(table, processes[::-1])
    assert owner_of("table", []) is None


@pytest.mark.parametrize("count", [2, 8, 40])
def test_tables_are_spread_evenly(count: int) -> None:
    shares = Counter(owner_of(table, [f"p{number}" for number in range(count)]) for table in TABLES)
    fair = len(TABLES) / count
    spread = 6 * fair**0.5  # six times what chance alone makes of it
    assert len(shares) == count
    assert all(abs(share - fair) < spread for share in shares.values())


@pytest.mark.parametrize("count", [1, 4, 20])
def test_only_the_tables_move_that_a_newcomer_takes(count: int) -> None:
    before = [f"p{number}" for number in range(count)]
    after = [*before, "new"]
    moved = [table for table in TABLES if owner_of(table, before) != owner_of(table, after)]
    assert all(owner_of(table, after) == "new" for table in moved)
    fair = len(TABLES) / (count + 1)
    assert abs(len(moved) - fair) < 6 * fair**0.5


def test_only_the_tables_move_that_a_process_leaves_and_they_go_to_everybody() -> None:
    before = [f"p{number}" for number in range(9)]
    left = [table for table in TABLES if owner_of(table, before) == "p3"]
    after = [process for process in before if process != "p3"]
    for table in set(TABLES).difference(left):
        assert owner_of(table, before) == owner_of(table, after)
    assert {owner_of(table, after) for table in left} == set(after)


def known() -> Owners:
    owners = Owners(Peer("me"))
    owners.learn([Peer("me"), Peer("you"), Peer("them")])
    return owners


def test_a_process_that_does_not_answer_owns_nothing_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    owners = known()
    assert {owners.of(table).id for table in TABLES[:100]} == {"me", "you", "them"}
    owners.leave_out("you", 5.0)
    assert {owners.of(table).id for table in TABLES[:100]} == {"me", "them"}
    owners.learn([Peer("me"), Peer("you"), Peer("them")])
    assert owners.living == {"me", "them"}
    now[0] += 6.0
    owners.learn([Peer("me"), Peer("you"), Peer("them")])
    assert owners.living == {"me", "you", "them"}


def test_whoever_is_cut_off_owns_nothing_as_the_others_see_it() -> None:
    owners = known()
    mine = [table for table in TABLES[:100] if owners.is_mine(table)]
    owners.cut_off(True)
    others = Owners(Peer("you"))
    others.learn([Peer("them")])
    assert mine
    assert [owners.of(table).id for table in TABLES[:100]] == [others.of(table).id for table in TABLES[:100]]
    owners.cut_off(False)
    assert [table for table in TABLES[:100] if owners.is_mine(table)] == mine


def test_alone_everything_is_ours_even_cut_off() -> None:
    owners = Owners(Peer("me"))
    owners.cut_off(True)
    assert owners.is_mine("table")


def test_one_of_those_with_visitors_looks_after_a_table() -> None:
    ids = ["me", "you", "them"]
    for table in TABLES[:50]:
        leading = [one for one in ids if Owners(Peer(one)).leads(table, [o for o in ids if o != one])]
        assert len(leading) == 1
    assert Owners(Peer("me")).leads("table", [])


@pytest.mark.parametrize(("ago", "pause"), [(0.0, 1.5), (2.5, 1.5), (4.0, 0.5), (4.5, 1.5), (60.0, 1.5)])
def test_whoever_is_about_to_be_taken_for_dead_looks_again_just_then(
    ago: Any, pause: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Visitors are sent away when the others take over, and not a beat later."""
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    relay = relaying.Relay.__new__(relaying.Relay)
    relay._beat, relay._shown = 1.5, now - ago
    assert relay._pause() == pytest.approx(pause)
