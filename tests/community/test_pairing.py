"""Who plays whom on the ladder of programs."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from rowlock.community.pairing import NEAR, WIDENS, PairingPool, WaitingProgram, pair
from rowlock.community.ratings.results import Skill

BOT_AFTER = 6.0
BOTS = ["random", "cautious", "steady", "planner", "champion"]


def first(n: int) -> int:
    return 0


def field(**mus: float) -> PairingPool:
    return PairingPool({(who, "classic"): Skill(mu, 2.0) for who, mu in mus.items()}, {}, BOTS, BOT_AFTER)


def waiting(*names: str, since: float = 0.0) -> list[WaitingProgram]:
    return [WaitingProgram(name, ("classic",), since) for name in names]


def test_the_nearest_play_each_other() -> None:
    found = pair(waiting("a", "b", "c", "d"), field(a=20, b=26, c=25, d=21), 1.0, 9, first)
    assert [{one.first, one.second} for one in found] == [{"a", "d"}, {"b", "c"}]


def test_bounds_widen_while_somebody_waits() -> None:
    apart = NEAR + 3 * WIDENS
    close, later = field(a=20, b=20 + apart), waiting("a", "b")
    assert pair(later, close, 2.9, 9, first) == []
    assert len(pair(later, close, 3.0, 9, first)) == 1


def test_whoever_was_met_least_comes_first() -> None:
    met = {frozenset(("a", "b")): 2}
    field_met = PairingPool({}, met, BOTS, BOT_AFTER)
    (one, *_) = pair(waiting("a", "b", "c"), field_met, 1.0, 1, first)
    assert {one.first, one.second} == {"a", "c"}


def test_a_bot_of_the_same_strength_steps_in_where_nobody_is_near() -> None:
    alone = waiting("a")
    assert pair(alone, field(a=25), BOT_AFTER - 0.1, 9, first) == []
    (one,) = pair(alone, field(a=25), BOT_AFTER, 9, first)
    assert (one.first, one.second) == ("a", "bot:steady")
    assert pair(alone, PairingPool({}, {}, [], BOT_AFTER), BOT_AFTER, 9, first) == []


def test_programs_play_on_a_pad_that_both_know() -> None:
    one = WaitingProgram("a", ("longo",), 0.0)
    other = WaitingProgram("b", ("classic",), 0.0)
    both = WaitingProgram("c", ("classic", "longo"), 0.0)
    (found,) = pair([one, other, both], PairingPool({}, {}, [], BOT_AFTER), 1.0, 9, first)
    assert (found.pad, {found.first, found.second}) == ("longo", {"a", "c"})


def of(address: str, *names: str, since: float = 0.0) -> list[WaitingProgram]:
    return [WaitingProgram(name, ("classic",), since, address) for name in names]


def test_addresses_take_turns_however_many_programs_one_of_them_has() -> None:
    crowd, newcomer = of("far", *(f"x{number}" for number in range(9))), of("near", "me", since=20.0)
    field_busy = PairingPool({}, {}, BOTS, BOT_AFTER, {"far": 1}, 9)
    (one,) = pair(crowd + newcomer, field_busy, 30.0, 1, first)
    assert one.first == "me"
    others = of("elsewhere", "other", since=29.0)
    met = {frozenset(("me", "other")): 5}
    (one,) = pair(crowd + newcomer + others, field_busy._replace(met=met), 30.0, 1, first)
    assert {one.first, one.second} == {"me", "other"}


def test_an_address_plays_at_no_more_tables_than_it_may() -> None:
    crowd = of("far", *(f"x{number}" for number in range(9)))
    field_busy = PairingPool({}, {}, BOTS, BOT_AFTER, {"far": 1}, 3)
    assert len(pair(crowd, field_busy, 30.0, 9, first)) == 2
    assert pair(crowd, field_busy._replace(busy={"far": 3}), 30.0, 9, first) == []
    found = pair(crowd + of("near", "me"), field_busy._replace(busy={"far": 3}), 30.0, 9, first)
    assert [(one.first, one.second[:4]) for one in found] == [("me", "bot:")]


def test_whoever_has_just_left_a_game_meets_bots_alone() -> None:
    one, other = waiting("a", "b")
    gone = one._replace(is_trusted=False)
    assert pair([gone, other], PairingPool({}, {}, BOTS, BOT_AFTER), 1.0, 9, first) == []
    found = pair([gone, other], PairingPool({}, {}, BOTS, BOT_AFTER), BOT_AFTER, 9, first)
    assert all(game.second.startswith("bot:") for game in found)
    assert len(found) == 2


@given(
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 30)), max_size=12, unique_by=lambda one: one[0]),
    st.integers(0, 6),
    st.integers(0, 1000),
)
def test_nobody_plays_twice_and_no_more_than_there_is_room_for(
    people: list[tuple[int, int]], room: int, seed: int
) -> None:
    lot = Random(seed)
    all_waiting = [
        WaitingProgram(f"x{number}", ("classic", "longo"), float(since)) for number, since in people
    ]
    found = pair(all_waiting, PairingPool({}, {}, BOTS, BOT_AFTER), 30.0, room, lot.randrange)
    seated = [who for one in found for who in (one.first, one.second) if not who.startswith("bot:")]
    assert len(found) <= room
    assert len(seated) == len(set(seated))
    assert set(seated) <= {one.who for one in all_waiting}
