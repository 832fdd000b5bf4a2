"""A network's way to play: it looks at the table after each option, and takes the one that wins most often.

The value of a table is always asked for at the end of a turn. What all seats of all tables may do is one flat
list of sheets; on the CPU it holds only what is legal, on an accelerator everything, so that shapes stay. In
the white action the active seat weighs every white option with the best colour option that could follow it.
`foresee` lets every seat reckon with what the others are about to do: first all choose against the table as
it is, then again against those choices (R4.2 keeps real choices hidden; the dice lie open).
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np

from rowlock.bots.net.features import Features, place_in_order
from rowlock.bots.net.lockstep import Games, Lots, Rolls, pick
from rowlock.bots.net.pad import Array, Options, Pad

ILLEGAL = -1e6
"""The value of what may not be done: below every other."""
HUNDRED = 100.0


class Sheets(NamedTuple):
    """Sheets and what else a network is told about each; `rows` has one dimension more than the others."""

    rows: Array
    used: Array
    penalties: Array
    closed: Array
    deal: Array
    order: Array


class Network(Protocol):
    """The questions of a policy to a network, in whatever library."""

    features: Features

    def contexts(self, sheets: Sheets) -> Array:
        """The part of the rivals' sheets `[N, P]` in the first layer for each seat.

        The answer is `[N, P, …]`; only `win` looks into it, and only until the next call.
        """

    def win(self, places: list[Array], context: Array, seat: Array, closing: Array) -> Array:
        """The chance to win for sheets `[K]` that belong to the seats `context[seat]`.

        `closing` is 0, or 1 + the row that the sheet closes for everybody.
        """


class Outlook(NamedTuple):
    """The knowledge of the seats `[M]` that choose now about the others."""

    context: Array
    """[M, …] the rivals' share in the first layer."""
    closed: Array
    """[M] rows closed by others."""
    best: Array
    """[M] the best rival's points, and how many rivals have them."""
    level: Array
    closed_at_once: Array
    """[M] the same three when the white action ends the game, so that no colour action follows (R8.3)."""
    best_at_once: Array
    level_at_once: Array
    order: Array
    deal: Array
    ends: Array
    """[M] whether another seat is about to end the game with its last penalty."""


class Ends(NamedTuple):
    """Sheets `[K]` as a turn may leave them, each with the number of its seat in an outlook."""

    rows: Array
    used: Array
    penalties: Array
    closed: Array
    seat: Array


class Intent(NamedTuple):
    """How the seats in position 0 expect to end their turn: `[N]`, or `[N, W]` after each white option."""

    rows: Array
    used: Array
    penalties: Array


class Weigher:
    """Chooses for every seat of many tables at once, by what it thinks of the sheets after each option."""

    foresee = False
    near = 0.0
    """Values that differ by no more are equal: as much as sums differ from one machine to the next."""

    def __init__(self, pad: Pad) -> None:
        self.pad = pad

    def best(self, values: Array) -> Array:
        """The first of the best options `[…, O]`, the same on every machine."""
        if not self.near:
            return values.argmax(-1)
        mask = values >= self.pad.xp.amax(values, -1)[..., None] - self.near
        return mask.argmax(-1) if self.pad.xp is np else (mask * 1).argmax(-1)

    def white(
        self, games: Games, dice: Rolls, options: Options, positions: tuple[int, ...] | None = None
    ) -> Array:
        """Values `[N, positions, W]` of the white options of these seats, of all if none are named."""
        everybody = tuple(range(games.rows.shape[1]))
        asked = everybody if positions is None else positions
        outlook = self.outlook(games, games)
        if self.foresee:
            values, intent = self._white(games, dice, options, outlook, everybody)
            choice = self.best(values)
            rows, used = pick(self.pad, options, choice)
            outlook = self.outlook(games, games._replace(rows=rows, used=used), intent)
            if 0 in asked and self.pad.xp is np:
                return self._answered(games, dice, options, outlook, asked, values, choice)
        return self._white(games, dice, options, outlook, asked)[0]

    def _answered(
        self,
        games: Games,
        dice: Rolls,
        options: Options,
        outlook: Outlook,
        asked: tuple[int, ...],
        values: Array,
        choice: Array,
    ) -> Array:
        """The values against everybody's first choice; where all others pass, position 0 has them already."""
        moved = np.flatnonzero((choice[:, 1:] < options.legal.shape[-1] - 1).any(1))
        if len(moved):
            some = Outlook(*[part[moved] for part in at_position(outlook, 0)])
            values[moved, 0] = self.active(*some_tables(games, dice, options, moved), some)[0]
        if waiting := [position for position in asked if position]:
            span = slice(waiting[0], waiting[-1] + 1)
            values[:, span] = self._waiting(games, options, outlook, span)
        return values[:, list(asked)]

    def choose(
        self, games: Games, dice: Rolls, options: Options, positions: tuple[int, ...], lots: Lots
    ) -> Array:
        """The white option `[N, positions]` that each of these seats takes."""
        return self.best(self.white(games, dice, options, positions))

    def colour(self, games: Games, options: Options, idle: Array) -> Array:
        """Values `[N, K]` of the colour options of the seat in position 0."""
        penalties = games.penalties[:, :1] + 0 * options.used
        penalties[:, -1] += idle * 1
        outlook = at_position(self.outlook(games, games), 0)
        return self._values(options, penalties, outlook, self.pad.upto(len(idle)))

    def waiting(self, games: Games, options: Options) -> Array:
        """Values `[N, P - 1, W]` of the waiting seats' white options, against the table as it lies."""
        return self._waiting(games, options, self.outlook(games, games), slice(1, games.rows.shape[1]))

    def _white(
        self, games: Games, dice: Rolls, options: Options, outlook: Outlook, positions: tuple[int, ...]
    ) -> tuple[Array, Intent | None]:
        """Values of these seats' white options, and what position 0 plans."""
        parts, intent = [], None
        if 0 in positions:
            active, plans = self.active(games, dice, options, at_position(outlook, 0))
            intent = Intent(*[part[self.pad.upto(len(active)), self.best(active)] for part in plans])
            parts.append(active[:, None])
        if waiting := [position for position in positions if position]:
            parts.append(self._waiting(games, options, outlook, slice(waiting[0], waiting[-1] + 1)))
        return self.pad.xp.concatenate(parts, 1), intent

    def _waiting(self, games: Games, options: Options, outlook: Outlook, span: slice) -> Array:
        asked = Options(*[_merged(part[:, span]) for part in (options.rows, options.used, options.legal)])
        others = Outlook(*[_merged(part[:, span]) for part in outlook])
        penalties = _merged(games.penalties[:, span])[:, None] + 0 * asked.used
        values = self._values(asked, penalties, others, self.pad.upto(len(penalties)))
        return values.reshape(options.legal[:, span].shape)

    def active(self, games: Games, dice: Rolls, options: Options, outlook: Outlook) -> tuple[Array, Intent]:
        """Each white option `[N, W]` of position 0 with the best colour option after it, and that plan."""
        pad = self.pad
        legal = options.legal[:, 0]
        width = legal.shape[1]
        at = pad.listed(legal)
        table = at // width
        rows = pad.select(options.rows[:, 0].reshape(-1, pad.R), at)
        used = pad.select(options.used[:, 0].reshape(-1), at)
        closed = pad.select(outlook.closed, table) | pad.locks(rows)
        over = pad.look(pad.bits, closed) >= pad.end_rows
        deal = pad.select(games.deal[:, 0], table)
        second = pad.colour(rows, used, closed, deal, pad.select(dice.sums, table), picks=False)
        second.legal[:, :-1] &= ~over[:, None]
        if pad.xp is np:  # with two white dice alike the second brings nothing new
            second.legal[:, :-1] &= pad.select(pad.differ(dice.sums), table)
        penalties = pad.select(games.penalties[:, 0], table)[:, None] + 0 * second.used
        penalties[:, -1] += (~over & (at % width == width - 1)) * 1
        values = self._values(second, penalties, outlook, table)
        best = pad.put_back(pad.xp.amax(values, -1), at, legal, ILLEGAL)
        place = pad.put_back(pad.upto(len(at)), at, legal, 0).reshape(-1)
        colour = self.best(values)
        ends = [part[pad.upto(len(at)), colour] for part in (second.rows, second.used, penalties)]
        parts = [pad.select(part, place).reshape(*legal.shape, *part.shape[1:]) for part in ends]
        return best, Intent(*parts)

    def _values(self, options: Options, penalties: Array, outlook: Outlook, seat: Array) -> Array:
        """The worth of each option `[M, O]` of these seats; `ILLEGAL` if it may not be done."""
        pad = self.pad
        at = pad.listed(options.legal)
        seat = pad.select(seat, at // options.legal.shape[1])
        rows = pad.select(options.rows.reshape(-1, pad.R), at)
        used, fined = pad.select(options.used.reshape(-1), at), pad.select(penalties.reshape(-1), at)
        closed = pad.select(outlook.closed, seat) | pad.locks(rows)
        return pad.put_back(
            self.judge(Ends(rows, used, fined, closed, seat), outlook), at, options.legal, ILLEGAL
        )

    def judge(self, ends: Ends, outlook: Outlook) -> Array:
        """The worth of each of these sheets to its seat; always more than `ILLEGAL`."""
        raise NotImplementedError

    def is_over(self, ends: Ends, outlook: Outlook) -> Array:
        """Whether the game ends with this turn, as far as the seat knows."""
        pad = self.pad
        last = (pad.look(pad.bits, ends.closed) >= pad.end_rows) | (ends.penalties >= pad.boxes)
        return last | pad.select(outlook.ends, ends.seat)

    def rivals(self, ends: Ends, outlook: Outlook) -> tuple[Array, Array]:
        """The best rival's points and how many rivals have them, as the game would end with these sheets."""
        pad, seat = self.pad, ends.seat
        closed = pad.select(outlook.closed_at_once, seat) | pad.locks(ends.rows)
        at_once = pad.look(pad.bits, closed) >= pad.end_rows
        best = pad.xp.where(at_once, pad.select(outlook.best_at_once, seat), pad.select(outlook.best, seat))
        level = pad.select(outlook.level_at_once, seat), pad.select(outlook.level, seat)
        return best, pad.xp.where(at_once, *level)

    def outlook(self, games: Games, others: Games, intent: Intent | None = None) -> Outlook:
        """The knowledge of each seat `[N, P]` when `others` is how it expects the others' sheets to be.

        The seats in position 0 are expected to end their turn as `intent` says, where it goes that far.
        """
        pad, xp = self.pad, self.pad.xp
        rows, used, fined = others.rows, others.used, others.penalties
        at_once = games.closed[:, None] | _others(xp, pad.locks(rows))
        best_at_once, level_at_once = self._best(pad.score(rows, used, fined))
        if intent is not None:
            rows = xp.concatenate([intent.rows[:, None], rows[:, 1:]], 1)
            used = xp.concatenate([intent.used[:, None], used[:, 1:]], 1)
            fined = xp.concatenate([intent.penalties[:, None], fined[:, 1:]], 1)
        locks = pad.locks(rows)
        seats = rows.shape[1]
        order = place_in_order(seats, pad.upto(seats, -1) + 0 * used)
        known = games.closed[:, None] | locks
        context = self.context(Sheets(rows, used, fined, known, games.deal, order))
        best, level = self._best(pad.score(rows, used, fined))
        closed = games.closed[:, None] | _others(xp, locks)
        ends = _others(xp, (fined >= pad.boxes) * 1) > 0
        first = at_once, best_at_once, level_at_once
        return Outlook(context, closed, best, level, *first, order, games.deal, ends)

    def after(self, games: Games) -> Array:
        """The worth of tables to each seat `[N, P]` when a turn is over, position 0 having had it."""
        outlook = Outlook(*[_merged(part) for part in self.outlook(games, games)])
        closed = _merged(games.closed[:, None] + 0 * games.used)
        rows, used, penalties = (_merged(part) for part in (games.rows, games.used, games.penalties))
        found = self.judge(Ends(rows, used, penalties, closed, self.pad.upto(len(closed))), outlook)
        return found.reshape(games.used.shape)

    def foreseen(self, games: Games) -> Array:
        """The same for many tables at once, without looking far ahead."""
        return self.after(games)

    def context(self, sheets: Sheets) -> Array:
        """Whatever else a seat `[N, P]` wants to know of the sheets as they are expected."""
        return 0 * sheets.used

    def _best(self, score: Array) -> tuple[Array, Array]:
        """For each seat the best score among the others, and how many of them have it."""
        xp, seats = self.pad.xp, score.shape[1]
        if seats == 1:
            return score * 0 - 10_000, score * 0
        others = xp.stack([xp.roll(score, -k, 1) for k in range(1, seats)], -1)
        best = xp.amax(others, -1)
        return best, (others == best[..., None]).sum(-1)


class Policy(Weigher):
    """Plays by a network."""

    near = 1e-5

    def __init__(self, pad: Pad, network: Network, foresee: bool = False, points: bool = False) -> None:
        super().__init__(pad)
        self.network, self.foresee = network, foresee
        self.points = points
        """Play for points (in hundreds, as the network counts them) and not for the win: solo (R10)."""
        self.features = network.features
        self.closing = pad.ints([(mask & -mask).bit_length() for mask in range(1 << pad.R)])

    def judge(self, ends: Ends, outlook: Outlook) -> Array:
        """The chance to win: the network's word, or the count at the end."""
        pad, features, seat = self.pad, self.features, ends.seat
        score, (best, level) = pad.score(ends.rows, ends.used, ends.penalties), self.rivals(ends, outlook)
        over = self.is_over(ends, outlook)
        settled = score / HUNDRED
        if not self.points:
            settled = (score > best) * 1.0 + (score == best) / (1.0 + level)
        deal, order = pad.select(outlook.deal, seat), pad.select(outlook.order, seat)
        places = features.sheet(ends.rows, ends.used, ends.penalties, ends.closed, deal, order)
        places.append(features.gap(score - best))
        closing = pad.look(self.closing, ends.closed & ~pad.select(outlook.closed, seat))
        return pad.xp.where(over, settled, self.network.win(places, outlook.context, seat, closing))

    def context(self, sheets: Sheets) -> Array:
        return self.network.contexts(sheets)


def some_tables(games: Games, dice: Rolls, options: Options, at: Array) -> tuple[Games, Rolls, Options]:
    """Some of the tables."""
    chosen = Options(options.rows[at], options.used[at], options.legal[at])
    return Games(*[part[at] for part in games]), Rolls(dice.called[at], dice.sums[at]), chosen


def at_position(outlook: Outlook, position: int) -> Outlook:
    return Outlook(*[part[:, position] for part in outlook])


def _merged(part: Array) -> Array:
    """Games and seats in one dimension."""
    return part.reshape(part.shape[0] * part.shape[1], *part.shape[2:])


def _others(xp: Any, locks: Array) -> Array:
    """For each seat, the rows that the other seats have locked."""
    union = 0 * locks
    for shift in range(1, locks.shape[1]):
        union = union | xp.roll(locks, -shift, 1)
    return union
