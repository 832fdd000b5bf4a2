"""Stored results of daily games, computed again from the moves: by whoever runs a server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date
from typing import NamedTuple

from rowlock.community.daily.chain import Chain, link_of
from rowlock.community.daily.game import Day
from rowlock.community.daily.judging import judge, result_of
from rowlock.engine.errors import RowlockError
from rowlock.server.store import Store
from rowlock.server.store.daily import TryRow
from rowlock.variants import load_variant


class CheckedResults(NamedTuple):
    """The outcome for the stored results."""

    same: int
    different: tuple[str, ...]
    """A line for every result that does not follow from its moves."""
    left_out: int
    """Those that another judge has judged than this machine has: exact values, or the network."""


async def check_results(store: Store) -> CheckedResults:
    """Judge every stored try again, and compare."""
    known = await store.known_chain()
    same, left_out, different = 0, 0, list[str]()
    if known is not None:
        async for row in judged_tries(store):
            told = _check(row, *known)
            same += told == ""
            left_out += told is None
            different += [told] if told else []
    return CheckedResults(same, tuple(different), left_out)


async def judged_tries(store: Store) -> AsyncIterator[TryRow]:
    """All tries with a result, in order."""
    after = ("", "", "")
    while rows := await store.judged_after(after):
        for row in rows:
            yield row
        after = rows[-1].key


def _check(row: TryRow, chain: Chain, seed: str) -> str | None:
    """The fault of a result: a sentence, empty if there is none; None if it cannot be checked here."""
    day = date.fromisoformat(row.day)
    where = f"{row.day} {row.pad} {row.player}"
    try:
        found = judge(Day(day, row.pad, link_of(chain, seed, day)), load_variant(row.pad), row.moves or ())
    except RowlockError as error:
        return f"{where}: {error}"
    if found["exact"] != row.exact:
        return None
    result = result_of(found)
    if result == row.result:
        return ""
    return f"{where}: stored {row.result and tuple(row.result)}, computed {tuple(result)}"
