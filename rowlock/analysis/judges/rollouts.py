"""Options played on to the end, many times: the champion in every seat, with luck taken out.

What the dice brought in a turn is known exactly (`rolls`), and on average it is nothing: without it the
results say the same with far fewer games. All options are played on with the same dice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from rowlock.analysis.judges.roll_means import luck_of
from rowlock.analysis.judges.turn_outcomes import Floats
from rowlock.bots.kit.batch import BatchBot, play_turn
from rowlock.bots.net.lockstep import Games, Lots, make_rolls, next_seat, shares
from rowlock.bots.net.network import one_core
from rowlock.bots.net.pad import Array, Pad
from rowlock.bots.net.policy import Weigher
from rowlock.fast.chance import game_key, roll_dice

PART = 32
"""Tables whose rolls are looked at in one go."""


Heard = Callable[[Array, Games, Array, int], None]
"""Called for every turn played: which games are left, their tables, the dice, the turn's number."""


class Rollouts(NamedTuple):
    """The results of each of K tables, played on N times: `[K, N]`, luck taken out."""

    results: Floats

    @property
    def worth(self) -> Floats:
        mean: Floats = self.results.mean(1)
        return mean

    @property
    def error(self) -> Floats:
        """Standard errors of the worths."""
        return standard_error(self.results)

    def lead(self, first: int, second: int) -> tuple[float, float]:
        """By how much one table is worth more than another, and the standard error: the dice are the same."""
        gap = self.results[first] - self.results[second]
        return float(gap.mean()), float(standard_error(gap[None])[0])


def standard_error(results: Floats) -> Floats:
    found: Floats = results.std(1, ddof=1) / np.sqrt(results.shape[1])
    return found


def play_on(
    pad: Pad, bot: BatchBot, luck: Weigher, tables: Games, position: int, count: int, seed: int = 0
) -> Rollouts:
    """Play tables `[K]` at the end of a turn on, each `count` times, with a bot in every seat.

    `position` is the seat asked about, counted from the one that has had the turn; `luck` weighs what the
    dice bring it, to take that off.
    """
    brought = np.zeros(len(tables.used) * count)

    def note(left: Array, now: Games, faces: Array, turn: int) -> None:
        brought[left] += _luck(luck, now, faces, (position - turn) % now.used.shape[1])

    results = finish(pad, bot, tables, count, seed, note)[..., position]
    return Rollouts(results - brought.reshape(results.shape))


def finish(
    pad: Pad, bot: BatchBot, tables: Games, count: int, seed: int, heard: Heard = lambda *_: None
) -> Floats:
    """The results `[K, N, P]` of tables at the end of a turn, played on with the same dice for all."""
    kinds, seats = tables.used.shape
    now = Games(*[np.repeat(part, count, 0) for part in tables])
    keys = np.tile(game_key(seed, np.arange(count).astype(np.uint64)), kinds)
    results, left = np.zeros((kinds * count, seats)), np.arange(kinds * count)
    over, turn = is_over(pad, now), 0
    with one_core():
        while True:
            results[left[over]] = np.roll(_results(pad, some(now, over)), turn, 1)
            now, left = some(now, ~over), left[~over]
            if not len(left):
                return results.reshape(kinds, count, seats)
            now, turn = next_seat(pad, now), turn + 1
            faces = np.stack(roll_dice(keys[left], turn, pad.faces, pad.R), 1).astype(np.int64)
            heard(left, now, faces, turn)
            lots = Lots(keys[left], turn, np.zeros(len(left), int), seats)
            now, over = play_turn(pad, now, make_rolls(pad, faces), [bot] * seats, lots)


def is_over(pad: Pad, games: Games) -> Array:
    """The games that have ended."""
    return (pad.look(pad.bits, games.closed) >= pad.end_rows) | (games.penalties >= pad.boxes).any(1)


def some(games: Games, which: Array) -> Games:
    return Games(*[part[which] for part in games])


def _results(pad: Pad, games: Games) -> Floats:
    """The results of the seats: parts of the win, or points alone."""
    share, score = shares(pad, games)
    found: Floats = share if share.shape[1] > 1 else score * 1.0
    return found


def _luck(weigher: Weigher, games: Games, faces: Array, position: int) -> Floats:
    parts = range(0, len(faces), PART)
    found = [luck_of(weigher, some(games, slice(n, n + PART)), faces[n : n + PART], position) for n in parts]
    luck: Floats = np.concatenate(found)
    return luck
