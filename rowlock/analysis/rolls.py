"""What all rolls of a turn lead to: means over every roll, exactly, without looking at each of them.

A turn of the plain game has 46,656 rolls. What the waiting seats do depends on the white sum alone, and the
active seat uses one coloured die at most: so every sheet that it can come to is judged once, and counted for
as many rolls as it is the best of. Everybody plays as the judge would: the waiting seats against the table as
it lies, the active seat against what they then do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.bots.net.lockstep import Games, Rolls, pick, union, white_options
from rowlock.bots.net.pad import Array, Pad
from rowlock.bots.net.policy import Ends, Outlook, Weigher

Floats = npt.NDArray[np.float64]
Level = Callable[[Floats], Floats]
NEVER = -1e9
"""The worth of a cross that no die allows."""


class Rolled(NamedTuple):
    """Worth of tables for each seat, position 0 first: `[N, P]`."""

    mean: Floats
    """Over all rolls, with best play."""
    came: Floats
    """After the roll that came, with best play."""
    said: Floats
    """The same as the judge told it, whether the seats' chances add up or not."""


class _Ways(NamedTuple):
    """What active seats can come to: a table with a white sum, a white option, a coloured cross or none."""

    table: Array
    """The table's number among tables and sums."""
    place: Array
    """The coloured cross: die and number as one; -1 if there is none."""
    rows: Array
    used: Array
    penalties: Array


def end_worth(weigher: Weigher, games: Games) -> Floats:
    """What tables `[N, P]` are worth to each seat when a turn is over, position 0 having had it."""
    count, seats = games.used.shape
    outlook = Outlook(*[_flat(part) for part in weigher.outlook(games, games)])
    closed = np.repeat(games.closed, seats)
    ends = Ends(_flat(games.rows), _flat(games.used), _flat(games.penalties), closed, np.arange(len(closed)))
    found: Floats = np.asarray(weigher.judge(ends, outlook), np.float64).reshape(count, seats)
    return found


def look_at_rolls(weigher: Weigher, games: Games, faces: Array, level: Level = lambda said: said) -> Rolled:
    """What tables before a roll are worth, and after the one that came: `faces[N, 2 + R]`.

    `level` is what is done to the seats' worths before anything is added up.
    """
    seen = _look(weigher, games, faces)
    at = np.union1d(np.flatnonzero(seen.weight), seen.chosen)
    said = end_worth(weigher, _tables(weigher.pad, seen.ways, seen.others, at))
    vectors = level(said)
    mean = np.zeros(games.used.shape)
    np.add.at(mean, seen.table[at], vectors * seen.weight[at, None])
    chosen = np.searchsorted(at, seen.chosen)
    return Rolled(mean, vectors[chosen], said[chosen])


def luck_of(weigher: Weigher, games: Games, faces: Array, position: int) -> Floats:
    """What the roll that came brings to the seat in a position, in its own eyes; nothing on average.

    Of two seats, what one gains the other loses: less work than judging from both sides.
    """
    if position and games.used.shape[1] > 2:
        looked = look_at_rolls(weigher, games, faces)
        return (looked.came - looked.mean)[:, position]
    seen = _look(weigher, games, faces)
    mean = np.bincount(seen.table, seen.weight * seen.worth, len(faces))
    luck: Floats = seen.worth[seen.chosen] - mean
    return -luck if position else luck


class _Seen(NamedTuple):
    """All ways of N tables, which of them are best for how many rolls, and which for those that came."""

    ways: _Ways
    others: Games
    """The tables, once for every white sum, after the waiting seats' choices."""
    table: Array
    """The table of each way, 0 to N - 1."""
    worth: Floats
    """What each way is worth to the active seat."""
    weight: Floats
    """The part of all rolls for which it is the best."""
    chosen: Array
    """[N] the best way after the roll that came."""


def _look(weigher: Weigher, games: Games, faces: Array) -> _Seen:
    pad, count = weigher.pad, len(games.closed)
    totals = np.arange(2, 2 * pad.faces + 1)
    called = np.tile(totals, count)
    many = Games(*[np.repeat(part, len(totals), 0) for part in games])
    ways, others = _ways(weigher, many, called)
    worth = _own_worth(weigher, ways, others)
    best, way = _best_crosses(pad, ways, worth, len(called))
    shape = (count, len(totals), len(pad.dice) + 1, pad.numbers)
    chances, chosen = _choices(pad, best.reshape(shape), way.reshape(shape), faces)
    weight: Floats = np.bincount(chances.way, chances.weight, len(worth)).astype(np.float64)
    return _Seen(ways, others, ways.table // len(totals), worth, weight, chosen)


def _ways(weigher: Weigher, games: Games, called: Array) -> tuple[_Ways, Games]:
    """All that active seats can come to, and the tables after the waiting seats' white choices."""
    pad, seats = weigher.pad, games.used.shape[1]
    options = white_options(pad, games, Rolls(called, np.zeros((len(called), 2 * len(pad.dice)), np.int64)))
    choice = np.full((len(called), seats), options.legal.shape[-1] - 1)
    if seats > 1:
        choice[:, 1:] = weigher.best(weigher.waiting(games, options))
    rows, used = pick(pad, options, choice)
    others = games._replace(rows=rows, used=used, closed=games.closed | union(pad.locks(rows)))
    legal = options.legal[:, 0]
    table, option = np.nonzero(legal)
    after = Games(options.rows[table, 0, option], options.used[table, 0, option], *_of(others, table))
    idle = option == legal.shape[1] - 1
    return _with_crosses(pad, table, after, idle, called), others


def _of(others: Games, table: Array) -> tuple[Array, Array, Array]:
    return others.penalties[table, 0], others.closed[table], others.deal[table, 0]


def _with_crosses(pad: Pad, table: Array, after: Games, idle: Array, called: Array) -> _Ways:
    """Sheets `[K]` after the white action, and each again with every coloured cross that some roll allows."""
    closed = after.closed | pad.locks(after.rows)
    over = pad.look(pad.bits, closed) >= pad.end_rows
    plain = _Ways(table, np.full(len(table), -1), after.rows, after.used, after.penalties + (idle & ~over))
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
    crossed = _Ways(
        table[way], place, options.rows[at, option], options.used[at, option], after.penalties[way]
    )
    return _Ways(*[np.concatenate(parts) for parts in zip(plain, crossed, strict=True)])


def _own_worth(weigher: Weigher, ways: _Ways, others: Games) -> Floats:
    """What each way is worth to the active seat."""
    outlook = Outlook(*[part[:, 0] for part in weigher.outlook(others, others)])
    closed = outlook.closed[ways.table] | weigher.pad.locks(ways.rows)
    found: Floats = np.asarray(
        weigher.judge(Ends(ways.rows, ways.used, ways.penalties, closed, ways.table), outlook), np.float64
    )
    return found


def _best_crosses(pad: Pad, ways: _Ways, worth: Floats, tables: int) -> tuple[Floats, Array]:
    """For every table, die and number the best way that crosses so; last, the best one without a cross."""
    size = (len(pad.dice) + 1) * pad.numbers
    slot = ways.table * size + np.where(ways.place < 0, len(pad.dice) * pad.numbers, ways.place)
    order = np.lexsort((-np.arange(len(slot)), worth))  # of equals the first, as it is written last
    best, way = np.full(tables * size, NEVER), np.zeros(tables * size, np.int64)
    best[slot[order]], way[slot[order]] = worth[order], order
    return best, way


class _Chances(NamedTuple):
    """Ways with the part of all rolls for which they are the best; a way may appear several times."""

    way: Array
    weight: Floats


def _choices(pad: Pad, best: Floats, way: Array, faces: Array) -> tuple[_Chances, Array]:
    """How often each way is the best `[N, sums, die, number]`, and which one is for the roll that came."""
    side = np.arange(1, pad.faces + 1)
    pairs = np.array([(a, b) for a in side for b in side if a <= b])
    weight = np.where(pairs[:, 0] == pairs[:, 1], 1, 2) / pad.faces**2
    value, which = _by_die(pad, best, way, pairs)
    ranked = np.argsort(np.argsort(value, -1, kind="stable"), -1)
    chance = _chance_to_lead(pad, ranked, value) * weight[:, None]
    some = chance > 0
    low, high = faces[:, :2].min(1), faces[:, :2].max(1)
    mine = ((pairs[:, 0] == low[:, None]) & (pairs[:, 1] == high[:, None])).argmax(1)
    die = np.arange(len(pad.dice)) * pad.faces
    coloured = faces[:, 2:][:, pad.dice]
    shown = np.concatenate([die + coloured - 1, np.full((len(faces), 1), -1)], 1)
    table = np.arange(len(faces))[:, None]
    won = shown[table[:, 0], ranked[table, mine[:, None], shown].argmax(1)]
    return _Chances(which[some], chance[some]), which[table[:, 0], mine, won]


def _by_die(pad: Pad, best: Floats, way: Array, pairs: Array) -> tuple[Floats, Array]:
    """`[N, pairs, dice · faces + 1]` the best cross with every face of every die, and without one."""
    total, side = pairs.sum(1) - 2, np.arange(1, pad.faces + 1)
    die, at = np.arange(len(pad.dice))[:, None], total[:, None, None]
    first, second = pairs[:, 0, None, None] + side, pairs[:, 1, None, None] + side
    better = best[:, at, die, second] > best[:, at, die, first]
    value = np.where(better, best[:, at, die, second], best[:, at, die, first])
    which = np.where(better, way[:, at, die, second], way[:, at, die, first])
    shape = (len(best), len(pairs), -1)
    none, none_way = best[:, total, -1, :1], way[:, total, -1, :1]
    return (
        np.concatenate([value.reshape(shape), none], -1),
        np.concatenate([which.reshape(shape), none_way], -1),
    )


def _chance_to_lead(pad: Pad, ranked: Array, value: Floats) -> Floats:
    """The chance of each face of each die, and of no cross, to be the best one when all dice are thrown."""
    dice = ranked[..., :-1].reshape(*ranked.shape[:-1], len(pad.dice), pad.faces)
    below = (dice[..., None, :, :] < ranked[..., :, None, None]).sum(-1) / pad.faces
    own = np.arange(len(pad.dice) * pad.faces) // pad.faces
    below[..., np.arange(len(own)), own] = 1 / pad.faces
    chance: Floats = below.prod(-1)
    chance[..., :-1] *= ranked[..., :-1] > ranked[..., -1:]
    return chance


def _tables(pad: Pad, ways: _Ways, others: Games, at: Array) -> Games:
    """The tables at the end of these ways."""
    found = Games(*[part[ways.table[at]] for part in others])
    found.rows[:, 0], found.used[:, 0], found.penalties[:, 0] = (
        ways.rows[at],
        ways.used[at],
        ways.penalties[at],
    )
    return found._replace(closed=found.closed | pad.locks(ways.rows[at]))


def _flat(part: Array) -> Array:
    """Tables and seats in one dimension."""
    return part.reshape(part.shape[0] * part.shape[1], *part.shape[2:])
