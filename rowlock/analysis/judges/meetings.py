"""Three and more seats at all rolls of a turn that may end the game: the mean of what their choices come to.

Everybody's choices are settled against each other roll by roll, as they are for the roll that comes
(`bots.net.meeting`). Faces of a die that lead the active seat to the same sheets are one case, so that late
in a game, where few cells are left, some hundred cases stand for all rolls.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import NamedTuple

import numpy as np

from rowlock.analysis.judges.turn_outcomes import Floats, Level
from rowlock.bots.net.lockstep import Games, Rolls, make_rolls, white_options
from rowlock.bots.net.meeting import Meeting
from rowlock.bots.net.pad import Array, Pad

AT_ONCE = 2048
"""Cases that are settled together."""


class _Cases(NamedTuple):
    """Rolls that differ: the number of their table, what the dice show, and the part of all rolls."""

    table: Array
    faces: Array
    weight: Floats


def mean_worths(weigher: Meeting, games: Games, called: Array, level: Level) -> Floats:
    """The worth of tables `[N, P]` with these white sums: means over all such rolls."""
    pad = weigher.pad
    cases = _cases(pad, games, called)
    found = np.zeros(games.used.shape)
    for first in range(0, len(cases.table), AT_ONCE):
        part = _Cases(*[one[first : first + AT_ONCE] for one in cases])
        tables = Games(*[one[part.table] for one in games])
        dice = make_rolls(pad, part.faces)
        values = weigher.settled(tables, dice, white_options(pad, tables, dice))
        said = level(np.amax(np.asarray(values, np.float64), -1))
        np.add.at(found, part.table, said * part.weight[:, None])
    return found


def _cases(pad: Pad, games: Games, called: Array) -> _Cases:
    table, faces, weight = list[int](), list[list[int]](), list[float]()
    for n in range(len(called)):
        game, total = Games(*[part[n : n + 1] for part in games]), int(called[n])
        whites = [(a, total - a) for a in range(1, pad.faces + 1) if 1 <= total - a <= pad.faces]
        for a, b in whites:  # the first of equals depends on which die comes first
            for case in product(*_kinds(pad, game, a, b)):
                shown = [1] * pad.R
                for row, (face, _) in zip(pad.dice, case, strict=True):
                    shown[row] = face
                table.append(n)
                faces.append([a, b, *shown])
                weight.append(prod(share for _, share in case) / len(whites))
    return _Cases(np.array(table), np.array(faces), np.array(weight))


def _kinds(pad: Pad, game: Games, a: int, b: int) -> list[list[tuple[int, float]]]:
    """For each die its faces that differ, with the share of those like it, for one table and white roll."""
    none = np.zeros((1, 2 * len(pad.dice)), np.int64)
    white = white_options(pad, game, Rolls(np.array([a + b]), none))
    sheets = np.flatnonzero(white.legal[0, 0])
    dice, count = len(pad.dice), len(sheets)
    sums = np.zeros((dice, pad.faces, count, 2 * dice), np.int64)
    for die, face in product(range(dice), range(pad.faces)):
        sums[die, face, :, die], sums[die, face, :, dice + die] = a + face + 1, b + face + 1
    many = dice * pad.faces
    rows, used = np.tile(white.rows[0, 0, sheets], (many, 1)), np.tile(white.used[0, 0, sheets], many)
    closed, deal = (np.broadcast_to(part, len(used)) for part in (game.closed, game.deal[:, 0]))
    found = pad.colour(rows, used, closed, deal, sums.reshape(-1, 2 * dice), picks=False)
    told = [np.where(found.legal[..., None], found.rows, -1), np.where(found.legal, found.used, -1)]
    marks = np.concatenate([part.reshape(dice, pad.faces, -1) for part in told], -1)
    return [_alike(marks[die]) for die in range(dice)]


def _alike(marks: Array) -> list[tuple[int, float]]:
    """Faces `[faces, …]` that differ, each with the share of the faces that are like it."""
    kinds: dict[bytes, list[int]] = {}
    for face, mark in enumerate(marks):
        kinds.setdefault(mark.tobytes(), []).append(face + 1)
    return [(alike[0], len(alike) / len(marks)) for alike in kinds.values()]
