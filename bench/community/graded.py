"""Many games at once in which every choice is judged as it is made: who lost how much by it.

A player is a bot, or somebody who sees what every option is worth through noise of a known size. The values
are the judge's own (`analysis.judges.by_network`), without games played on and without exact endings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.analysis.judges.by_network import ByNetwork, odds
from rowlock.analysis.judges.selection import find_judge
from rowlock.bots import load_batch_bot
from rowlock.bots.kit.batch import BatchBot
from rowlock.bots.net.exact_endings import ExactTables
from rowlock.bots.net.lockstep import (
    Games,
    Lots,
    Rolls,
    colour_options,
    make_rolls,
    new_games,
    next_seat,
    resolve_colour,
    resolve_white,
    shares,
    white_options,
)
from rowlock.bots.net.meeting import Meeting
from rowlock.bots.net.network import one_core
from rowlock.bots.net.pad import Array, Options
from rowlock.community.ratings.constants import MILLIONTHS, UNFORCED
from rowlock.fast.chance import game_key, roll_dice
from rowlock.variants import load_variant

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class Graded(NamedTuple):
    """The results of games, by game and seat; the first seat starts each of them."""

    scores: Ints
    decisions: Ints
    """Unforced decisions."""
    lost: Floats
    """Their losses together, as chance from 0 to 1."""
    squares: Floats


@dataclass
class Judging:
    """A judge for whole batches."""

    judge: ByNetwork

    def white(self, games: Games, dice: Rolls, options: Options) -> Floats:
        """`[N, P, W]` the worth of every option, NaN for those that are not legal."""
        weigher = self.judge.weigher
        values = np.asarray(weigher.white(games, dice, options), np.float64)
        said = np.where(options.legal, values, -np.inf).max(-1)
        return self._scaled(values, options.legal, odds(self.judge.level(said)) / odds(said))

    def colour(self, games: Games, options: Options, idle: Array) -> Floats:
        """`[N, K]` the same for the active seat's colour action."""
        judge, going = self.judge, np.zeros(len(games.closed), bool)
        values = np.asarray(judge.weigher.colour(games, options, idle), np.float64)
        best = judge.weigher.best(values)
        ends, _ = resolve_colour(judge.pad, games, options, best, idle, going)
        came = judge.level(np.asarray(judge.weigher.after(ends), np.float64))[:, 0]
        said = np.where(options.legal, values, -np.inf).max(-1)
        return self._scaled(values, options.legal, odds(came) / odds(said))

    def _scaled(self, values: Floats, legal: Array, scale: Floats) -> Floats:
        inside = np.clip(values, 1e-6, 1 - 1e-6)
        factor = scale[..., None]
        return np.where(legal, inside * factor / (inside * factor + 1 - inside), np.nan)


def judging(pad: str, seats: int) -> Judging:
    judge = find_judge(load_variant(pad), seats)
    assert isinstance(judge, ByNetwork)
    if isinstance(judge.weigher, Meeting):
        judge.weigher.exact = ExactTables(judge.pad)
    return Judging(judge)


def play_noisy(by: Judging, noise: Floats, seed: int) -> Graded:
    """One game for every row of `noise[N, seats]`: how much each seat errs about an option's worth."""
    return _play(by, noise.shape, seed, noise, None)


def play_bots(by: Judging, names: list[str], games: int, seed: int) -> Graded:
    bots = [load_batch_bot(name, by.judge.pad, len(names)) for name in names]
    return _play(by, (games, len(names)), seed, None, bots)


def _play(
    by: Judging, shape: tuple[int, int], seed: int, noise: Floats | None, bots: list[BatchBot] | None
) -> Graded:
    count, seats = shape
    pad, chance = by.judge.pad, np.random.default_rng(seed)
    found = Graded(np.zeros(shape, int), np.zeros(shape, int), np.zeros(shape), np.zeros(shape))
    now, left, turn = new_games(pad, count, seats), np.arange(count), 0
    keys = game_key(seed, left.astype(np.uint64))
    with one_core():
        while len(left):
            turn += 1
            at = [(turn - 1 + p) % seats for p in range(seats)]
            faces = np.stack(roll_dice(keys[left], turn, pad.faces, pad.R), 1).astype(np.int64)
            dice, lots = make_rolls(pad, faces), Lots(keys[left], turn, np.full(len(left), at[0]), seats)
            blurs = noise[left][:, at] if noise is not None else None
            seated = [bots[seat] for seat in at] if bots else []
            options = white_options(pad, now, dice)
            worth = by.white(now, dice, options)
            if blurs is not None:
                choice = _best(worth + blurs[..., None] * chance.standard_normal(worth.shape))
            else:
                picked = [bot.white(now, dice, options, (p,), lots)[:, 0] for p, bot in enumerate(seated)]
                choice = np.stack(picked, 1)
            for p, seat in enumerate(at):
                _note(found, left, seat, worth[:, p], choice[:, p])
            now, idle, over = resolve_white(pad, now, options, choice)
            options = colour_options(pad, now, dice, over)
            worth = by.colour(now, options, idle)
            if blurs is not None:
                chosen = _best(worth + blurs[:, :1] * chance.standard_normal(worth.shape))
            else:
                chosen = seated[0].colour(now, dice, options, idle, lots)
            _note(found, left, at[0], worth, chosen)
            now, over = resolve_colour(pad, now, options, chosen, idle, over)
            if over.any():
                score = shares(pad, Games(*[part[over] for part in now]))[1]
                found.scores[left[over][:, None], at] = score
            now, left = next_seat(pad, Games(*[part[~over] for part in now])), left[~over]
    return found


def _best(worth: Floats) -> Ints:
    return np.asarray(np.nan_to_num(worth, nan=-np.inf).argmax(-1))


def _note(found: Graded, left: Ints, seat: int, worth: Floats, chosen: Ints) -> None:
    """Add what the unforced ones of these choices lost."""
    best, least = np.nanmax(worth, -1), np.nanmin(worth, -1)
    unforced = (best - least) * MILLIONTHS > UNFORCED
    loss = np.where(unforced, best - np.take_along_axis(worth, chosen[:, None], -1)[:, 0], 0.0)
    found.decisions[left, seat] += unforced
    found.lost[left, seat] += loss
    found.squares[left, seat] += loss**2
