"""The outcomes of an active seat's turn: every sheet once, with the coloured cross that leads to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.bots.net.lockstep import Games
from rowlock.bots.net.pad import Array, Pad
from rowlock.bots.net.policy import Ends, Weigher, at_position

Floats = npt.NDArray[np.float64]
Level = Callable[[Floats], Floats]
"""A change of the seats' worths before they are added up: they are made to agree."""
NEVER = -1e9
"""The worth of a cross that no die allows."""


class Ways(NamedTuple):
    """The outcomes of active seats: a table with a white sum, a white option, a coloured cross or none."""

    table: Array
    """The table's number among tables and sums."""
    place: Array
    """The coloured cross: die and number as one; -1 if there is none."""
    rows: Array
    used: Array
    penalties: Array


def ways_with_crosses(pad: Pad, table: Array, after: Games, idle: Array, called: Array) -> Ways:
    """Sheets `[K]` after the white action, and each again with every coloured cross that some roll allows."""
    closed = after.closed | pad.locks(after.rows)
    over = pad.look(pad.bits, closed) >= pad.end_rows
    plain = Ways(table, np.full(len(table), -1), after.rows, after.used, after.penalties + (idle & ~over))
    numbers = np.arange(2, 2 * pad.faces + 2).clip(max=2 * pad.faces).reshape(-1, 2)  # two for every die
    going = np.repeat(np.flatnonzero(~over), len(numbers))
    sums = np.tile(np.repeat(numbers, len(pad.dice), 1), (len(going) // len(numbers), 1))
    sheets = after.rows[going], after.used[going], closed[going], after.deal[going]
    options = pad.colour(*sheets, sums, picks=False)
    sums = np.tile(sums, pad.reach_slots)
    total = called[table[going]][:, None]
    low, high = np.maximum(1, total - pad.faces), np.minimum(pad.faces, total - 1)
    options.legal[:, :-1] &= (sums > low) & (sums <= high + pad.faces)
    options.legal[:, -1] = False
    at, option = np.nonzero(options.legal)
    place = option % len(pad.dice) * pad.numbers + sums[at, option]
    way = going[at]
    crossed = Ways(
        table[way], place, options.rows[at, option], options.used[at, option], after.penalties[way]
    )
    return Ways(*[np.concatenate(parts) for parts in zip(plain, crossed, strict=True)])


def own_worth(weigher: Weigher, ways: Ways, others: Games) -> Floats:
    """The worth of each way to the active seat."""
    outlook = at_position(weigher.outlook(others, others), 0)
    closed = outlook.closed[ways.table] | weigher.pad.locks(ways.rows)
    found: Floats = np.asarray(
        weigher.judge(Ends(ways.rows, ways.used, ways.penalties, closed, ways.table), outlook), np.float64
    )
    return found


def best_crosses(pad: Pad, ways: Ways, worth: Floats, tables: int) -> tuple[Floats, Array]:
    """For every table, die and number the best way that crosses so; last, the best one without a cross."""
    size = (len(pad.dice) + 1) * pad.numbers
    slot = ways.table * size + np.where(ways.place < 0, len(pad.dice) * pad.numbers, ways.place)
    order = np.lexsort((-np.arange(len(slot)), worth))  # of equals the first, as it is written last
    best, way = np.full(tables * size, NEVER), np.zeros(tables * size, np.int64)
    best[slot[order]], way[slot[order]] = worth[order], order
    return best, way


def tables_at(pad: Pad, ways: Ways, others: Games, at: Array) -> Games:
    """The tables at the end of these ways."""
    found = Games(*[part[ways.table[at]] for part in others])
    found.rows[:, 0], found.used[:, 0], found.penalties[:, 0] = (
        ways.rows[at],
        ways.used[at],
        ways.penalties[at],
    )
    return found._replace(closed=found.closed | pad.locks(ways.rows[at]))
