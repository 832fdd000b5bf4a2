"""Two seats at all rolls of a turn that may end the game: the mean of their matrix games, exactly.

What both choose depends on the coloured dice too, which lie open. Every sheet that the active seat can come
to is judged once for each answer of the other seat; faces of a die that lead to the same sheets are one case.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import NamedTuple

import numpy as np

from rowlock.analysis.judges.turn_outcomes import Floats, Ways, best_crosses, tables_at, ways_with_crosses
from rowlock.bots.net.lockstep import Games, Rolls, union, white_options
from rowlock.bots.net.meeting import Meeting, duel_value
from rowlock.bots.net.pad import Array, Options, Pad
from rowlock.bots.net.policy import Ends, at_position


class _Pairs(NamedTuple):
    """Pairs of white options: the number of their table, both options, and the tables after them."""

    table: Array
    mine: Array
    theirs: Array
    after: Games


def mean_chances(weigher: Meeting, games: Games, called: Array) -> Floats:
    """The worth of tables of two `[N]` with these white sums to position 0: means over all such rolls."""
    pad = weigher.pad
    none = np.zeros((len(called), 2 * len(pad.dice)), np.int64)
    options = white_options(pad, games, Rolls(called, none))
    pairs = _pairs(pad, games, options)
    ways = _all_ways(pad, pairs, options, called)
    own, chance = _judged(weigher, ways, pairs.after)
    best, way = best_crosses(pad, ways, own, len(pairs.table))
    shape = (len(pairs.table), len(pad.dice) + 1, pad.numbers)
    best, chance = best.reshape(shape), chance[way].reshape(shape)
    found = np.zeros(len(called))
    for n in range(len(called)):
        at = np.flatnonzero(pairs.table == n)
        legal = options.legal[n, 0], options.legal[n, 1]
        places = pairs.mine[at], pairs.theirs[at]
        found[n] = _mean(pad, best[at], chance[at], int(called[n]), legal, places)
    return found


def _pairs(pad: Pad, games: Games, options: Options) -> _Pairs:
    table, mine, theirs = np.nonzero(options.legal[:, 0][..., None] & options.legal[:, 1][:, None])
    rows = np.stack([options.rows[table, 0, mine], options.rows[table, 1, theirs]], 1)
    used = np.stack([options.used[table, 0, mine], options.used[table, 1, theirs]], 1)
    closed = games.closed[table] | union(pad.locks(rows))
    after = Games(rows, used, games.penalties[table], closed, games.deal[table])
    return _Pairs(table, mine, theirs, after)


def _all_ways(pad: Pad, pairs: _Pairs, options: Options, called: Array) -> Ways:
    after, idle = pairs.after, pairs.mine == options.legal.shape[-1] - 1
    sheets = Games(after.rows[:, 0], after.used[:, 0], after.penalties[:, 0], after.closed, after.deal[:, 0])
    return ways_with_crosses(pad, np.arange(len(idle)), sheets, idle, called[pairs.table])


def _judged(weigher: Meeting, ways: Ways, tables: Games) -> tuple[Floats, Floats]:
    """The worth of each way in the active seat's own eyes, and in both seats' together."""
    outlook = at_position(weigher.outlook(tables, tables), 0)
    closed = outlook.closed[ways.table] | weigher.pad.locks(ways.rows)
    ends = Ends(ways.rows, ways.used, ways.penalties, closed, ways.table)
    own = np.asarray(weigher.judge(ends, outlook), np.float64)
    both = np.asarray(weigher.foreseen(tables_at(weigher.pad, ways, tables, np.arange(len(own)))), np.float64)
    return own, both[:, 0] / both.sum(-1)


def _mean(
    pad: Pad,
    best: Floats,
    chance: Floats,
    called: int,
    legal: tuple[Array, Array],
    places: tuple[Array, Array],
) -> float:
    """The mean over all rolls with this white sum: `best` and `chance` are `[pairs, die, number]`."""
    whites = [(a, called - a) for a in range(1, pad.faces + 1) if a <= called - a <= pad.faces]
    total = weight = 0.0
    for a, b in whites:
        cases, often = _cases(pad, best, chance, a, b)
        matrix = np.zeros((len(often), len(legal[0]), len(legal[1])))
        for k in range(len(places[0])):
            matrix[:, places[0][k], places[1][k]] = cases[k]
        twice = 1 if a == b else 2
        total += twice * float((duel_value(matrix, *legal) * often).sum())
        weight += twice
    return total / weight


def _cases(pad: Pad, best: Floats, chance: Floats, a: int, b: int) -> tuple[Floats, Floats]:
    """`[pairs, cases]` the chance after the best colour action, and how often each case of the dice comes."""
    faces = np.arange(1, pad.faces + 1)
    low, high = best[:, :-1, a + faces], best[:, :-1, b + faces]
    own = np.maximum(low, high)
    both = np.where(high > low, chance[:, :-1, b + faces], chance[:, :-1, a + faces])
    thrown = list(product(*[_kinds(own[:, die], both[:, die]) for die in range(len(pad.dice))]))
    face = [np.array([case[die][0] for case in thrown]) for die in range(len(pad.dice))]
    nothing = np.zeros(len(thrown), np.int64)
    leads = [own[:, die][:, face[die]] for die in range(len(pad.dice))]
    says = [both[:, die][:, face[die]] for die in range(len(pad.dice))]
    leads, says = [best[:, -1][:, nothing], *leads], [chance[:, -1][:, nothing], *says]
    at = np.stack(leads, -1).argmax(-1)
    found = np.take_along_axis(np.stack(says, -1), at[..., None], -1)[..., 0]
    return found, np.array([prod(share for _, share in case) for case in thrown])


def _kinds(own: Floats, both: Floats) -> list[tuple[int, float]]:
    """Faces of a die `[pairs, faces]` that differ, each with the share of the faces that are like it."""
    count = own.shape[1]
    kinds: dict[tuple[float, ...], list[int]] = {}
    for face in range(count):
        kinds.setdefault((*own[:, face].tolist(), *both[:, face].tolist()), []).append(face)
    return [(alike[0], len(alike) / count) for alike in kinds.values()]
