"""The chain of days: worked examples, and what nobody can do with it."""

from __future__ import annotations

import hashlib
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowlock.community.daily.chain import (
    HOUSEHOLD_DAYS,
    Chain,
    earlier_link,
    household_link,
    link_of,
    new_chain,
)
from rowlock.community.errors import BadChain, NoSuchDay

SEED = "00" * 32
FIRST = date(2026, 11, 16)


def test_a_link_is_the_hash_of_the_next_days_link() -> None:
    """The worked example of docs/daily.md: a chain of three days from a seed of zeros."""
    chain = new_chain(SEED, FIRST, 3)
    third, second, first = SEED, _hash(SEED), _hash(_hash(SEED))
    assert [link_of(chain, SEED, FIRST + timedelta(days=n)) for n in range(3)] == [first, second, third]
    assert chain.anchor == _hash(first)
    assert chain.anchor.startswith("12771355e46cd47c")


@given(st.integers(1, 40), st.integers(0, 39), st.binary(min_size=32, max_size=32))
def test_every_link_leads_to_the_anchor_and_no_other_does(days: int, place: int, seed: bytes) -> None:
    chain = new_chain(seed.hex(), FIRST, days)
    day = FIRST + timedelta(days=place % days)
    link = link_of(chain, seed.hex(), day)
    chain.check(day, link)
    for wrong in (_hash(link), link[::-1] if link != link[::-1] else "", "x", link.upper() + "0"):
        with pytest.raises(BadChain):
            chain.check(day, wrong)


@given(st.integers(0, 30), st.integers(0, 9))
def test_earlier_days_follow_from_a_later_link(place: int, back: int) -> None:
    chain, day = new_chain(SEED, FIRST, 40), FIRST + timedelta(days=place + 9)
    earlier = day - timedelta(days=back)
    assert earlier_link(link_of(chain, SEED, day), back) == link_of(chain, SEED, earlier)


@pytest.mark.parametrize("day", [FIRST - timedelta(days=1), FIRST + timedelta(days=3)])
def test_a_chain_has_no_day_outside_itself(day: date) -> None:
    with pytest.raises(NoSuchDay):
        link_of(new_chain(SEED, FIRST, 3), SEED, day)


def test_what_is_public_of_a_chain_holds_no_seed() -> None:
    assert SEED not in map(str, new_chain(SEED, FIRST, 3))
    assert Chain._fields == ("first", "days", "anchor")


def test_a_household_has_a_chain_of_its_own_that_goes_on_after_sixty_days() -> None:
    days = [FIRST + timedelta(days=n) for n in range(2 * HOUSEHOLD_DAYS)]
    links = [household_link(day) for day in days]
    assert len(set(links)) == len(links)
    broken = [n for n in range(1, len(links)) if _hash(links[n]) != links[n - 1]]
    assert len(broken) == 2, "one chain follows another where sixty days end"


def _hash(link: str) -> str:
    return hashlib.sha256(bytes.fromhex(link)).hexdigest()
