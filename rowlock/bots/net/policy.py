"""How a network plays: it looks at the table after each option, and takes the one that wins most often.

The value of a table is always asked for at the end of a turn. In the white action the active seat weighs
every white option with the best colour option that could follow it. `foresee` lets every seat reckon with
what the others are about to do: first all choose against the table as it is, then again against those
choices (R4.2 keeps real choices hidden; the dice lie open).
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from rowlock.bots.net.features import Features
from rowlock.bots.net.lockstep import Dice, Tables, pick
from rowlock.bots.net.pad import Array, Options, Pad

ILLEGAL = -1.0
"""The value of what may not be done: below every other."""
HUNDRED = 100.0


class Network(Protocol):
    """What a policy asks of a network, in whatever library."""

    features: Features

    def contexts(self, places: list[Array]) -> Array:
        """What the rivals add to the first layer for each seat; `places` are `[N, P, V]`, see `Outlook`.

        The answer is `[N, P, …]`; only `win` looks into it, and only until the next call.
        """

    def win(self, places: list[Array], context: Array, which: Array, legal: Array) -> Array:
        """The chance to win for sheets `[M, O]`, each with one of the V contexts of its seat `[M]`."""


class Outlook(NamedTuple):
    """What the seats `[M]` that choose now know of the others."""

    context: Array
    """[M, …] the rivals' share as things stand, and if one more row were closed (V = 1 + R)."""
    closed: Array
    """[M] rows closed by others."""
    best: Array
    """[M] the best rival's points, and how many rivals have them."""
    level: Array
    order: Array
    deal: Array
    ends: Array
    """[M] whether another seat is about to end the game with its last penalty."""


class Sheets(NamedTuple):
    """Sheets as a seat expects them."""

    rows: Array
    used: Array
    penalties: Array


class Weigher:
    """Chooses for every seat of many tables at once, by what it thinks of the sheets after each option."""

    foresee = False

    def __init__(self, pad: Pad) -> None:
        self.pad = pad

    def white(
        self, tables: Tables, dice: Dice, options: Options, positions: tuple[int, ...] | None = None
    ) -> Array:
        """Values `[N, positions, W]` of the white options of these seats, of all if none are named."""
        everybody = tuple(range(tables.rows.shape[1]))
        asked = everybody if positions is None else positions
        outlook = self.outlook(tables, tables)
        if self.foresee:
            values, plan = self._white(tables, dice, options, outlook, everybody)
            rows, used = pick(self.pad, options, values.argmax(-1))
            outlook = self.outlook(tables, tables._replace(rows=rows, used=used), plan)
        return self._white(tables, dice, options, outlook, asked)[0]

    def colour(self, tables: Tables, options: Options, idle: Array) -> Array:
        """Values `[N, K]` of the colour options of the seat in position 0."""
        pad = self.pad
        outlook = _at(self.outlook(tables, tables), 0)
        penalties = tables.penalties[:, :1] + 0 * options.used
        penalties[:, -1] += idle * 1
        closed = tables.closed[:, None] | pad.locks(options.rows)
        return self.judge(options.rows, options.used, penalties, closed, options.legal, outlook)

    def _white(
        self, tables: Tables, dice: Dice, options: Options, outlook: Outlook, positions: tuple[int, ...]
    ) -> tuple[Array, Sheets | None]:
        """Values of these seats' white options, and the sheets that position 0 plans for after its turn."""
        parts, planned = [], None
        if 0 in positions:
            active, planned = self._active(tables, dice, options, _at(outlook, 0))
            parts.append(active[:, None])
        if waiting := [position for position in positions if position]:
            parts.append(self._waiting(tables, options, outlook, slice(waiting[0], waiting[-1] + 1)))
        return self.pad.xp.concatenate(parts, 1), planned

    def _waiting(self, tables: Tables, options: Options, outlook: Outlook, span: slice) -> Array:
        pad = self.pad
        legal = options.legal[:, span]
        shape = legal.shape
        flat = (shape[0] * shape[1], shape[2])
        rows = options.rows[:, span].reshape(*flat, pad.R)
        used = options.used[:, span].reshape(flat)
        others = Outlook(*[_merged(part[:, span]) for part in outlook])
        penalties = tables.penalties[:, span].reshape(flat[0], 1) + 0 * used
        closed = others.closed[:, None] | pad.locks(rows)
        return self.judge(rows, used, penalties, closed, legal.reshape(flat), others).reshape(shape)

    def _active(self, tables: Tables, dice: Dice, options: Options, outlook: Outlook) -> tuple[Array, Sheets]:
        pad, xp = self.pad, self.pad.xp
        rows, used, legal = options.rows[:, 0], options.used[:, 0], options.legal[:, 0]
        closed = outlook.closed[:, None] | pad.locks(rows)
        over = pad.look(pad.bits, closed) >= pad.end_rows
        second = pad.colour(rows, used, closed, dice.sums[:, None, :], picks=False)
        legal = legal[..., None] & second.legal
        legal[..., :-1] &= ~over[..., None]
        penalties = tables.penalties[:, 0, None, None] + 0 * second.used
        penalties[:, -1, -1] += ~over[:, -1] * 1
        flat = (legal.shape[0], legal.shape[1] * legal.shape[2])
        both = second.rows.reshape(*flat, pad.R)
        marks = second.used.reshape(flat)
        closed = outlook.closed[:, None] | pad.locks(both)
        penalties = penalties.reshape(flat)
        values = self.judge(both, marks, penalties, closed, legal.reshape(flat), outlook)
        best = values.argmax(-1)
        rows, used = pick(pad, Options(both, marks, legal), best)
        fined = pick(pad, Options(both, penalties, legal), best)[1]
        return xp.amax(values.reshape(legal.shape), -1), Sheets(rows, used, fined)

    def judge(
        self, rows: Array, used: Array, penalties: Array, closed: Array, legal: Array, outlook: Outlook
    ) -> Array:
        """What each option `[M, O]` is worth; `ILLEGAL` or less where it may not be done."""
        raise NotImplementedError

    def outlook(self, tables: Tables, others: Tables, plan: Sheets | None = None) -> Outlook:
        """What each seat `[N, P]` knows of the others; here no more than the table shows."""
        best, level = self._best(self.pad.score(tables.rows, tables.penalties))
        zero = 0 * tables.used
        return Outlook(zero, tables.closed[:, None] + zero, best, level, zero, tables.deal, zero > 0)

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

    def __init__(self, pad: Pad, network: Network, foresee: bool = False, points: bool = False) -> None:
        super().__init__(pad)
        self.network, self.foresee = network, foresee
        self.points = points
        """Play for points (in hundreds, as the network counts them) and not for the win: solo (R10)."""
        self.features = network.features
        masks = range(1 << pad.R)
        self.fresh_row = pad.ints([0 if not mask else 1 + (mask & -mask).bit_length() - 1 for mask in masks])
        self.further = pad.ints([0, *[1 << r for r in range(pad.R)]])

    def judge(
        self, rows: Array, used: Array, penalties: Array, closed: Array, legal: Array, outlook: Outlook
    ) -> Array:
        """The chance to win after each option `[M, O]`: the network's word, or the count at the end."""
        pad, xp = self.pad, self.pad.xp
        score = pad.score(rows, penalties)
        best = outlook.best[:, None]
        over = (pad.look(pad.bits, closed) >= pad.end_rows) | (penalties >= pad.boxes) | outlook.ends[:, None]
        settled = score / HUNDRED
        if not self.points:
            settled = (score > best) * 1.0 + (score == best) / (1.0 + outlook.level[:, None])
        deal, order = outlook.deal[:, None] + 0 * used, outlook.order[:, None] + 0 * used
        places = self.features.sheet(rows, used, penalties, closed, deal, order)
        places.append(self.features.gap(score - best))
        which = pad.look(self.fresh_row, closed & ~outlook.closed[:, None])
        chance = self.network.win(places, outlook.context, which, legal & ~over)
        return xp.where(legal, xp.where(over, settled, chance), ILLEGAL)

    def outlook(self, tables: Tables, others: Tables, plan: Sheets | None = None) -> Outlook:
        """What each seat `[N, P]` knows when `others` is how it expects the others' sheets to be."""
        pad, xp = self.pad, self.pad.xp
        seats = tables.rows.shape[1]
        rows, used, fined = others.rows, others.used, others.penalties
        if plan is not None:
            rows = xp.concatenate([plan.rows[:, None], rows[:, 1:]], 1)
            used = xp.concatenate([plan.used[:, None], used[:, 1:]], 1)
            fined = xp.concatenate([plan.penalties[:, None], fined[:, 1:]], 1)
        locks = pad.locks(rows)
        wait = pad.upto(seats, -1) + 0 * used
        order = self.features.order(seats, wait)
        context = self._contexts(tables, Sheets(rows, used, fined), locks, order)
        best, level = self._best(pad.score(rows, fined))
        closed = tables.closed[:, None] | _others(xp, locks)
        ends = _others(xp, (fined >= pad.boxes) * 1) > 0
        return Outlook(context, closed, best, level, order, tables.deal, ends)

    def _contexts(self, tables: Tables, sheets: Sheets, locks: Array, order: Array) -> Array:
        """Every sheet as a rival sees it: as things stand, and if one more row were closed."""
        rows, used, fined = sheets
        shape = (*used.shape, self.pad.R + 1)
        closed = (tables.closed[:, None] | locks)[..., None] | self.further
        wide = self.pad.xp.broadcast_to(rows[..., None, :], (*shape, self.pad.R))
        zero = 0 * closed
        places = self.features.sheet(
            wide,
            used[..., None] + zero,
            fined[..., None] + zero,
            closed,
            tables.deal[..., None] + zero,
            order[..., None] + zero,
        )
        return self.network.contexts(places)


def _at(outlook: Outlook, position: int) -> Outlook:
    return Outlook(*[part[:, position] for part in outlook])


def _merged(part: Array) -> Array:
    """Tables and seats in one dimension."""
    return part.reshape(part.shape[0] * part.shape[1], *part.shape[2:])


def _others(xp: Any, locks: Array) -> Array:
    """For each seat, the rows that the other seats have locked."""
    union = 0 * locks
    for shift in range(1, locks.shape[1]):
        union = union | xp.roll(locks, -shift, 1)
    return union
