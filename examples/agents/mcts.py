"""Bots that play every option on to the end, many times, and take the one that ends best.

They need no training. Whatever is rolled next is one of thousands of rolls, so that no position below the
options comes up twice, and the tree of this Monte Carlo tree search has one level. After every round of games
the worse half of the options is dropped; all options of a table meet the same dice.
"""

import numpy as np

from rowlock.bots.kit.basis import ITSELF
from rowlock.bots.kit.seat import seated
from rowlock.bots.net.lockstep import (
    Games,
    Rolls,
    colour_options,
    make_rolls,
    next_seat,
    resolve_colour,
    resolve_white,
    white_options,
)
from rowlock.bots.net.pad import Options
from rowlock.fast.chance import COLOUR, STRIDE, WHITE, mix, roll_dice, turn_word

PART = 8192
"""Games that are played on at once."""
SURE = 10.0
"""A lead of so many points counts as three wins in four: a mere win or defeat would need more games."""


class Search:
    """Plays options on to the end; in these games everybody crosses wherever little is skipped.

    Its choices depend, as those of all bots, on seed, game, turn and seat alone.
    """

    by = ITSELF

    def __init__(self, pad, games):
        self.pad, self.games = pad, games

    def white(self, games, dice, options, positions, lots):
        words = lots.white(positions)
        found = [self._white(games, dice, options, place, words[:, n]) for n, place in enumerate(positions)]
        return np.stack(found, 1)

    def _white(self, games, dice, options, position, words):
        def play(tables, choice, keys):
            asked = some(options, tables)
            chosen = np.stack([self._like(asked, place, keys, 0) for place in range(games.used.shape[1])], 1)
            chosen[:, position] = choice
            rolls = Rolls(*[part[tables] for part in dice])
            ended = self._after_white(of(games, tables), rolls, asked, chosen, keys, 0)
            return self._finish(*ended, keys)[:, position]

        return self._best(options.legal[:, position], words, play)

    def colour(self, games, dice, options, idle, lots):
        over = np.zeros(len(idle), bool)

        def play(tables, choice, keys):
            asked = some(options, tables)
            ended = resolve_colour(self.pad, of(games, tables), asked, choice, idle[tables], over[tables])
            return self._finish(*ended, keys)[:, 0]

        return self._best(options.legal, lots.colour(), play)

    def _best(self, legal, words, play):
        """The option of every table that ended best."""
        alive, total, done = legal.copy(), np.zeros(legal.shape), np.zeros(len(legal), int)
        rounds = np.ceil(np.log2(np.maximum(2, legal.sum(1)))).astype(int)
        for _ in range(rounds.max()):
            asked = alive & (alive.sum(1) > 1)[:, None]
            each = np.maximum(1, self.games // rounds // np.maximum(1, asked.sum(1)))
            tables, choice = np.nonzero(asked)
            times = each[tables]
            number = np.arange(times.sum()) - np.repeat(np.cumsum(times) - times, times)
            tables, choice = np.repeat(tables, times), np.repeat(choice, times)
            keys = mix(words[tables] + (number + done[tables]).astype(np.uint64) * np.uint64(STRIDE))
            for at in range(0, len(tables), PART):
                here = slice(at, at + PART)
                np.add.at(total, (tables[here], choice[here]), play(tables[here], choice[here], keys[here]))
            done += each
            order = np.argsort(np.argsort(np.where(alive, -total, np.inf), 1, kind="stable"), 1)
            alive &= order < (alive.sum(1, keepdims=True) + 1) // 2
        return np.where(alive, total, -np.inf).argmax(1)

    def _finish(self, now, over, keys):
        """The success of every seat in the end, by position."""
        result, left, turn = np.zeros(now.used.shape), np.arange(len(over)), 0
        while True:
            ended = of(now, over)
            points = self.pad.score(ended.rows, ended.used, ended.penalties)
            result[left[over]] = np.roll(success(points), turn, 1)
            now, left, turn = next_seat(self.pad, of(now, ~over)), left[~over], turn + 1
            if not len(left):
                return result
            here = keys[left]
            dice = make_rolls(
                self.pad, np.stack(roll_dice(here, turn, self.pad.faces, self.pad.R), 1).astype(int)
            )
            options = white_options(self.pad, now, dice)
            chosen = np.stack([self._like(options, n, here, turn) for n in range(result.shape[1])], 1)
            now, over = self._after_white(now, dice, options, chosen, here, turn)

    def _after_white(self, now, dice, options, chosen, keys, turn):
        now, idle, over = resolve_white(self.pad, now, options, chosen)
        options = colour_options(self.pad, now, dice, over)
        return resolve_colour(self.pad, now, options, self._like(options, None, keys, turn, idle), idle, over)

    def _like(self, options, position, keys, turn, idle=False):
        """The choice of a seat in a game played on; `position` is None in the colour action."""
        seat = slice(None) if position is None else (slice(None), position)
        rows, legal = options.rows[seat], options.legal[seat]
        likes = 3.0 * self.pad.over_rows(self.pad.count, rows) - self.pad.over_rows(self.pad.passed, rows)
        likes[:, -1] -= 3 * np.asarray(idle)
        word = turn_word(keys, turn, COLOUR if position is None else WHITE + position)[:, None]
        lots = word * (2 * np.arange(legal.shape[1], dtype=np.uint64) + 1) >> np.uint64(40)
        return np.where(legal, likes + lots / 2.0**24, -np.inf).argmax(1)


def success(points):
    """How clearly every seat is ahead of the best of the others, from 0 to 1; alone, its points."""
    if points.shape[1] == 1:
        return points
    ranked = np.sort(points, 1)
    others = np.where(points == ranked[:, -1:], ranked[:, -2:-1], ranked[:, -1:])
    return 1 / (1 + np.exp((others - points) / SURE))


def of(games, which):
    return Games(*[part[which] for part in games])


def some(options, which):
    return Options(options.rows[which], options.used[which], options.legal[which])


def bot(name, games):
    """`make_bot` and `make_batch` of a bot that plays this many games for every choice."""

    def make_batch(pad, seats):
        return Search(pad, games)

    def make_bot(variant, seats, seed):
        return seated(name, "Plays on, many times.", variant, seats, seed, make_batch)

    return make_bot, make_batch
