"""Strangers: who is paired with whom, and how reliably somebody plays to the end."""

from __future__ import annotations

from typing import Any

from rowlock.community.strangers.completion import COUNTED, Completion, completion
from rowlock.community.strangers.open_tables import is_joinable, open_table
from rowlock.community.strangers.quick_game import BOT_SECONDS, NEAR, WIDENS, FoundGame, Seeker, pair

STEADY = Completion(20, 20)


def seeker(name: str, **more: Any) -> Seeker:
    usual = {"pad": "classic", "since": 0.0, "skill": 25.0, "completion": STEADY, "bot": False}
    return Seeker(**{"wish": f"wish {name}", "player": name, "name": name, **usual, **more})


def names(found: list[FoundGame]) -> list[tuple[str, str | None]]:
    return [(one.first.name, one.second.name if one.second else None) for one in found]


def test_two_of_the_same_strength_play_at_once() -> None:
    assert names(pair([seeker("Mia"), seeker("Ben", since=1.0)], 1.0)) == [("Mia", "Ben")]


def test_the_bounds_widen_while_somebody_waits() -> None:
    apart = [seeker("Mia"), seeker("Ben", skill=25.0 + NEAR + 1.0, since=1.0)]
    wide_enough = 1.0 / WIDENS
    assert pair(apart, wide_enough - 0.1) == []
    assert names(pair(apart, wide_enough)) == [("Mia", "Ben")]


def test_the_nearest_is_taken_and_whoever_came_first_chooses_first() -> None:
    waiting = [
        seeker("Cleo", since=2.0, skill=25.5),
        seeker("Ben", since=1.0, skill=26.5),
        seeker("Mia", skill=25.0),
        seeker("Dan", since=3.0, skill=27.0),
    ]
    assert names(pair(waiting, 3.0)) == [("Mia", "Cleo"), ("Ben", "Dan")]


def test_nobody_plays_on_another_pad_or_against_themselves() -> None:
    assert pair([seeker("Mia"), seeker("Ben", pad="mixed")], 1000.0) == []
    assert pair([seeker("Mia"), seeker("Mia", wish="again")], 1000.0) == []


def test_games_are_found_in_parts_the_longest_wait_first() -> None:
    waiting = [seeker(f"P{number}", since=number, pad=f"pad {number % 3}") for number in range(12)]
    assert names(pair(waiting, 12.0, most=2)) == [("P0", "P3"), ("P1", "P4")]
    assert names(pair(waiting, 12.0)) == [
        ("P0", "P3"), ("P1", "P4"), ("P2", "P5"), ("P6", "P9"), ("P7", "P10"), ("P8", "P11")
    ]  # fmt: skip


def test_those_who_leave_their_games_meet_each_other_first() -> None:
    leaver = Completion(20, 2)
    waiting = [seeker("Mia"), seeker("Lea", since=1.0, completion=leaver)]
    waiting.append(seeker("Lou", since=2.0, completion=leaver))
    assert names(pair(waiting, 2.0)) == [("Lea", "Lou")]
    late = 1000.0
    assert names(pair(waiting[:2], late)) == [("Mia", "Lea")]


def test_a_bot_steps_in_only_where_it_is_wished_and_not_before_its_time() -> None:
    waiting = [seeker("Mia", bot=True), seeker("Ben", pad="mixed")]
    assert pair(waiting, BOT_SECONDS - 0.1) == []
    assert names(pair(waiting, BOT_SECONDS)) == [("Mia", None)]


def test_people_who_may_not_meet_do_not() -> None:
    assert pair([seeker("Mia"), seeker("Ben")], 1000.0, lambda one, other: False) == []


def ended(number: int = 1, left: tuple[int, ...] = (), **more: Any) -> Any:
    game = {"table": "t", "game": number, "bots": [None, None], "reason": "locks", "left": list(left)}
    return {**game, **more}


def test_completion_counts_the_latest_games_with_people() -> None:
    games = [
        (0, ended(1)),
        (0, ended(2, left=(0,))),
        (0, ended(3, left=(1,))),
        (0, ended(4, left=(0,), bots=[None, "steady"])),
        (0, ended(5, left=(0,), reason="aborted")),
    ]
    assert completion(games) == Completion(3, 2)
    old = ended(6)
    del old["left"]
    assert completion([(0, old)]) == Completion(0, 0)
    many = [(0, ended(number, left=(0,) if number > COUNTED else ())) for number in range(1, 2 * COUNTED)]
    assert completion(many) == Completion(COUNTED, COUNTED)


def test_two_seats_in_one_game_are_one_game() -> None:
    assert completion([(0, ended(1, left=(1,))), (1, ended(1, left=(1,)))]) == Completion(1, 0)


def listed(**more: Any) -> Any:
    seats = [{"kind": "human", "name": "Mia", "bot": None}, {"kind": "open", "name": None, "bot": None}]
    settings = {"timer": "off", "auto_pass": True, "spectators": True, "dice": "server", "hints": False}
    table = {"table": "t", "variant": "classic", "title": "Classic", "state": "open", "host": "Mia"}
    return {**table, "seats": seats, "game": 0, "settings": settings, **more}


def test_a_row_says_who_hosts_and_how_many_seats_are_free() -> None:
    row = open_table(listed(), "p1", Completion(4, 3))
    assert (row["host"], row["player"], row["seats"], row["free"]) == ("Mia", "p1", 2, 1)
    assert row["completion"] == {"games": 4, "played": 3}
    assert row["rated"] is False


def test_only_tables_with_room_and_with_the_servers_dice_are_shown() -> None:
    assert is_joinable(listed())
    assert not is_joinable(listed(state="playing"))
    assert not is_joinable(listed(seats=listed()["seats"][:1]))
    assert not is_joinable(listed(settings={**listed()["settings"], "dice": "real"}))
