"""The mean result of all rolls of a turn: means over every roll, exactly, without looking at each of them.

A turn of the plain game has 46,656 rolls. What the waiting seats do depends on the white sum alone, and the
active seat uses one coloured die at most: so every sheet that it can come to is judged once, and counted for
as many rolls as it is the best of. Everybody plays as the judge would: the waiting seats against the table as
it lies, the active seat against what they then do. Where the game may end with the turn, choices are weighed
against each other roll by roll (`duels`, `meetings`).
"""

from __future__ import annotations

import sys
from typing import NamedTuple

import numpy as np

from rowlock.analysis.judges.duels import mean_chances
from rowlock.analysis.judges.meetings import mean_worths
from rowlock.analysis.judges.turn_outcomes import (
    Floats,
    Level,
    Ways,
    best_crosses,
    own_worth,
    tables_at,
    ways_with_crosses,
)
from rowlock.bots.net.lockstep import Games, Rolls, pick, union, white_options
from rowlock.bots.net.meeting import Meeting
from rowlock.bots.net.pad import Array, Pad
from rowlock.bots.net.policy import Weigher

TWO = 2
IS_QUICK = sys.platform != "emscripten"
"""A browser cannot settle hundreds of rolls in good time: there they are looked at as those in mid-game."""


class RollMeans(NamedTuple):
    """Worth of tables for each seat, position 0 first: `[N, P]`."""

    mean: Floats
    """Over all rolls, with best play."""
    came: Floats
    """After the roll that came, with best play."""
    met: Array
    """[N] where `mean` holds everybody's choices weighed against each other at rolls like the one that came:
    what that one is worth the weigher's options say, and not `came`."""


def look_at_rolls(
    weigher: Weigher, games: Games, faces: Array, level: Level = lambda said: said
) -> RollMeans:
    """The worth of tables before a roll, and after the one that came: `faces[N, 2 + R]`.

    `level` is what is done to the seats' worths before anything is added up.
    """
    seen, shape = _look(weigher, games, faces), (len(faces), 2 * weigher.pad.faces - 1)
    ending = _ending(weigher, games)
    mean, came = _foreseen(weigher, seen, seen.weight * ~ending[seen.ways.table], level)
    mean += _mean_of_ending(weigher, games, ending.reshape(shape), level)
    met = ending.reshape(shape)[np.arange(len(faces)), faces[:, 0] + faces[:, 1] - 2]
    return RollMeans(mean, came, met)


def _foreseen(weigher: Weigher, seen: _Seen, weight: Floats, level: Level) -> tuple[Floats, Floats]:
    """`[N, P]` the worths of all ways by their weights, and those after the roll that came."""
    at = np.union1d(np.flatnonzero(weight), seen.chosen)
    ends = tables_at(weigher.pad, seen.ways, seen.others, at)
    vectors = level(np.asarray(weigher.foreseen(ends), np.float64))
    mean = np.zeros((len(seen.chosen), vectors.shape[1]))
    np.add.at(mean, seen.table[at], vectors * weight[at, None])
    return mean, vectors[np.searchsorted(at, seen.chosen)]


def _ending(weigher: Weigher, games: Games) -> Array:
    """[N × sums] where choices are weighed against each other: the game may end with the turn."""
    many, called = _with_sums(weigher.pad, games)
    seats = games.used.shape[1]
    if not isinstance(weigher, Meeting) or seats == 1 or (seats > TWO and not IS_QUICK):
        return np.zeros(len(called), bool)
    none = np.zeros((len(called), 2 * len(weigher.pad.dice)), np.int64)
    return weigher.may_end(many, white_options(weigher.pad, many, Rolls(called, none)))


def _mean_of_ending(weigher: Weigher, games: Games, ending: Array, level: Level) -> Floats:
    """`[N, P]` the part of the mean over all rolls that comes from these white sums."""
    mean = np.zeros(games.used.shape)
    table, at = np.nonzero(ending)
    if not len(table):
        return mean
    assert isinstance(weigher, Meeting)
    faces, some = weigher.pad.faces, Games(*[part[table] for part in games])
    weight = (faces - np.maximum(at + 1 - faces, faces - 1 - at)) / faces**2
    if games.used.shape[1] == TWO:
        chance = mean_chances(weigher, some, at + 2)
        worths = np.stack([chance, 1 - chance], 1)
    else:
        worths = mean_worths(weigher, some, at + 2, level)
    np.add.at(mean, table, worths * weight[:, None])
    return mean


def _with_sums(pad: Pad, games: Games) -> tuple[Games, Array]:
    """Tables once for every white sum, and the sums."""
    totals = np.arange(2, 2 * pad.faces + 1)
    return Games(*[np.repeat(part, len(totals), 0) for part in games]), np.tile(totals, len(games.closed))


def luck_of(weigher: Weigher, games: Games, faces: Array, position: int) -> Floats:
    """The luck of the roll that came, for the seat in a position, in its own eyes; nothing on average.

    Of two seats, what one gains the other loses: less work than judging from both sides. Rolls that may end
    the game are looked at like all others: every turn of every game that is played on asks for this.
    """
    seen = _look(weigher, games, faces)
    if position and games.used.shape[1] > TWO:
        average, came = _foreseen(weigher, seen, seen.weight, lambda said: said)
        return (came - average)[:, position]
    mean = np.bincount(seen.table, seen.weight * seen.worth, len(faces))
    luck: Floats = seen.worth[seen.chosen] - mean
    return -luck if position else luck


class _Seen(NamedTuple):
    """All ways of N tables, which of them are best for how many rolls, and which for those that came."""

    ways: Ways
    others: Games
    """The tables, once for every white sum, after the waiting seats' choices."""
    table: Array
    """The table of each way, 0 to N - 1."""
    worth: Floats
    """The worth of each way to the active seat."""
    weight: Floats
    """The part of all rolls for which it is the best."""
    chosen: Array
    """[N] the best way after the roll that came."""


def _look(weigher: Weigher, games: Games, faces: Array) -> _Seen:
    pad, count = weigher.pad, len(games.closed)
    many, called = _with_sums(pad, games)
    ways, others = _ways(weigher, many, called)
    worth = own_worth(weigher, ways, others)
    best, way = best_crosses(pad, ways, worth, len(called))
    shape = (count, len(called) // count, len(pad.dice) + 1, pad.numbers)
    chances, chosen = _choices(pad, best.reshape(shape), way.reshape(shape), faces)
    weight: Floats = np.bincount(chances.way, chances.weight, len(worth)).astype(np.float64)
    return _Seen(ways, others, ways.table // shape[1], worth, weight, chosen)


def _ways(weigher: Weigher, games: Games, called: Array) -> tuple[Ways, Games]:
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
    return ways_with_crosses(pad, table, after, idle, called), others


def _of(others: Games, table: Array) -> tuple[Array, Array, Array]:
    return others.penalties[table, 0], others.closed[table], others.deal[table, 0]


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
