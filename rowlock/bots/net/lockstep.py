"""Many tables at once, turn by turn in step: the flow of a turn over arrays (R3 to R8).

Seats are kept in the order of play: position 0 is the seat whose turn it is, and after every turn the
positions move up by one. So nothing has to be looked up by seat, and a position always knows how many
turns it has to wait.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rowlock.bots.net.pad import Array, Options, Pad
from rowlock.fast import chance


class Games(NamedTuple):
    """N tables with P seats each; sheets are `rows[N, P, R]`, `used[N, P]`, `penalties[N, P]`."""

    rows: Array
    used: Array
    penalties: Array
    closed: Array
    """[N] the rows that are closed for everybody, as bits."""
    deal: Array
    """[N, P] the place of a sheet in the deal, where sheets differ: 0 for the start player's."""


class Rolls(NamedTuple):
    """One roll for every table."""

    called: Array
    """[N] sum of the white dice."""
    sums: Array
    """[N, 2 × dice] each coloured die with the first white die, then each with the second."""


class Lots(NamedTuple):
    """The random words for bots in one turn of N games: the same as in the kernel (`fast.chance`)."""

    keys: Array
    """[N] the games' keys."""
    turn: int
    active: Array
    """[N] the number of the seat in position 0."""
    seats: int

    def white(self, positions: tuple[int, ...]) -> Array:
        """[N, positions] a word for the white choice of each of these seats."""
        words = [chance.turn_word(self.keys, self.turn, chance.WHITE + seat) for seat in range(self.seats)]
        seat = (self.active[:, None] + np.array(positions)) % self.seats
        return np.take_along_axis(np.stack(words, -1), seat, 1)

    def colour(self) -> Array:
        """[N] a word for the colour choice."""
        return chance.turn_word(self.keys, self.turn, chance.COLOUR)


def new_games(pad: Pad, count: int, seats: int) -> Games:
    """Fresh games, all about to begin their first turn."""
    flat = pad.ints([[0] * seats]) + pad.ints([[0]] * count)
    return Games(pad.empty + flat[..., None], flat, flat, flat[:, 0], pad.upto(seats) + flat)


def make_rolls(pad: Pad, faces: Array) -> Rolls:
    """Rolls from what the dice show: `faces[N, 2 + R]`, the white ones first, then one for every row."""
    first, second, coloured = faces[:, 0], faces[:, 1], faces[:, 2:]
    if len(pad.dice) < pad.R:
        coloured = pad.xp.stack([coloured[:, row] for row in pad.dice], -1)
    sums = pad.xp.concatenate([coloured + first[:, None], coloured + second[:, None]], -1)
    return Rolls(first + second, sums)


def pick(pad: Pad, options: Options, choice: Array) -> tuple[Array, Array]:
    """The sheets after the chosen options: rows and bar."""
    xp = pad.xp
    index = choice[..., None]
    if xp is np:
        rows = xp.take_along_axis(options.rows, index[..., None], -2)[..., 0, :]
        return rows, xp.take_along_axis(options.used, index, -1)[..., 0]
    index = index.long()
    wide = index[..., None].expand(*index.shape, options.rows.shape[-1])
    return xp.gather(options.rows, -2, wide)[..., 0, :], xp.gather(options.used, -1, index)[..., 0]


def white_options(pad: Pad, games: Games, dice: Rolls) -> Options:
    """The options of every seat in the white action: `[N, P, W]`, the pass last."""
    closed = games.closed[:, None] + 0 * games.used
    called = dice.called[:, None] + 0 * games.used
    return pad.white(games.rows, games.used, closed, called, games.deal, picks=True)


def resolve_white(pad: Pad, games: Games, options: Options, choice: Array) -> tuple[Games, Array, Array]:
    """All choices at once, closures after (R4.2). Also where position 0 crossed nothing, and what is over."""
    rows, used = pick(pad, options, choice)
    closed = games.closed | union(pad.locks(rows))
    idle = choice[:, 0] == options.legal.shape[-1] - 1
    after = games._replace(rows=rows, used=used, closed=closed)
    return after, idle, pad.look(pad.bits, closed) >= pad.end_rows


def colour_options(pad: Pad, games: Games, dice: Rolls, over: Array) -> Options:
    """The options of the seat in position 0 in the colour action: `[N, K]`, the pass last."""
    deal = games.deal[:, 0]
    options = pad.colour(games.rows[:, 0], games.used[:, 0], games.closed, deal, dice.sums, picks=True)
    options.legal[:, :-1] &= ~over[:, None]
    return options


def resolve_colour(
    pad: Pad, games: Games, options: Options, choice: Array, idle: Array, over: Array
) -> tuple[Games, Array]:
    """The colour action and the end of the turn: penalty, closures, next seat. Also which games are over."""
    xp = pad.xp
    rows0, used0 = pick(pad, options, choice)
    penalty = (idle & ~over & (choice == options.legal.shape[-1] - 1)) * 1
    rows = xp.concatenate([rows0[:, None], games.rows[:, 1:]], 1)
    used = xp.concatenate([used0[:, None], games.used[:, 1:]], 1)
    fined = xp.concatenate([(games.penalties[:, 0] + penalty)[:, None], games.penalties[:, 1:]], 1)
    closed = games.closed | pad.locks(rows0)
    over = over | (pad.look(pad.bits, closed) >= pad.end_rows) | (fined[:, 0] >= pad.boxes)
    return Games(rows, used, fined, closed, games.deal), over


def next_seat(pad: Pad, games: Games) -> Games:
    """The turn passes clockwise (R3.1)."""
    xp = pad.xp
    rows, used = xp.roll(games.rows, -1, 1), xp.roll(games.used, -1, 1)
    fined, deal = xp.roll(games.penalties, -1, 1), xp.roll(games.deal, -1, 1)
    return Games(rows, used, fined, games.closed, deal)


def shares(pad: Pad, games: Games) -> tuple[Array, Array]:
    """Each seat's share of the win (ties share, R9.3) as if the game ended now, and the totals."""
    score = pad.score(games.rows, games.used, games.penalties)
    best = score == pad.xp.amax(score, -1)[..., None]
    return best / best.sum(-1)[..., None], score


def union(masks: Array) -> Array:
    """[N] the bits that any seat `[N, P]` has."""
    found: Any = masks[:, 0]
    for seat in range(1, masks.shape[1]):
        found = found | masks[:, seat]
    return found
