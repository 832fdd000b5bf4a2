"""The worth of everybody's simultaneous choices at a roll, weighed against each other.

While the game goes on after the turn, it is enough to foresee what the others are about to do (`policy`).
Where it may end with the turn, one choice can decide what another is worth. Two seats then play a matrix
game over both choices, with the active seat's best colour action behind it, and its equilibrium says what
every option is worth. More seats answer each other's choices until nobody wants to change. For whoever asks
for it, tables of two from which few joint positions can follow are solved exactly (`exact_endings`), and the
same function says what follows from the matrix game: so judges do, while the champion plays by its network
alone, the same in a browser. Where an equilibrium is mixed, a seat that plays draws a lot.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rowlock.bots.net.exact_endings import ExactTables
from rowlock.bots.net.lockstep import Games, Lots, Rolls, pick, union
from rowlock.bots.net.matrix_games import solve_matrix_game
from rowlock.bots.net.network import NumpyNetwork
from rowlock.bots.net.pad import Array, Options, Pad
from rowlock.bots.net.policy import ILLEGAL, Intent, Policy, at_position, some_tables

ROUNDS = 3
"""How often every seat of more than two may change its choice, one after the other."""
SAME = 1e-6
"""Chances of a matrix game that differ by no more are equal."""


class Expected(NamedTuple):
    """The expectation of everybody's choices at a roll."""

    values: Array
    """[N, positions, W] what every option is worth; of seats whose equilibrium is mixed, each that belongs to
    it is worth the same."""
    shares: dict[int, Array]
    """By number of the table, where two seats' equilibrium is mixed: `[2, W]` how often each option comes."""
    exact: Array
    """[N] whether the values are exact."""


class Meeting(Policy):
    """Plays by a network; where the game may end with the turn, by everybody's choices at once."""

    def __init__(self, pad: Pad, network: NumpyNetwork) -> None:
        super().__init__(pad, network, foresee=True)
        self.soon = pad.ints(_locked_soon(pad).ravel())
        self.exact = ExactTables(pad)

    def white(
        self, games: Games, dice: Rolls, options: Options, positions: tuple[int, ...] | None = None
    ) -> Array:
        return self.expect(games, dice, options, positions).values

    def choose(
        self, games: Games, dice: Rolls, options: Options, positions: tuple[int, ...], lots: Lots
    ) -> Array:
        expected = self.expect(games, dice, options, positions)
        choice = self.best(
            expected.values + 2 * self.near * self._decided(games, options)[:, list(positions)]
        )
        words = lots.white(positions)
        for n, shares in expected.shares.items():
            for place, position in enumerate(positions):
                choice[n, place] = _drawn(shares[position], float(words[n, place]) / 2.0**64)
        return choice

    def expect(
        self, games: Games, dice: Rolls, options: Options, positions: tuple[int, ...] | None = None
    ) -> Expected:
        """The expectation of everybody's simultaneous choices at a roll: the one place that says it."""
        seats = games.used.shape[1]
        ends = self.may_end(games, options) if seats > 1 else np.zeros(len(games.closed), bool)
        solved = self.exact.solved(games) if seats == 2 else ends & False
        at, rest = np.flatnonzero(ends | solved), np.flatnonzero(~(ends | solved))
        if not len(at):
            return Expected(super().white(games, dice, options, positions), {}, solved)
        asked = list(range(seats) if positions is None else positions)
        some, shares = some_tables(games, dice, options, at), dict[int, Array]()
        if seats == 2:
            known = solved[at]
            met, mixed = self._duel(*some, known)
            solved[at] = known
            shares = {int(at[k]): share for k, share in mixed.items()}
        else:
            met = self.settled(*some)
        values = np.zeros((len(ends), *met[:, asked].shape[1:]))
        values[at] = met[:, asked]
        if len(rest):
            values[rest] = super().white(*some_tables(games, dice, options, rest), positions)
        return Expected(values, shares, solved)

    def colour(self, games: Games, options: Options, idle: Array) -> Array:
        values = np.asarray(super().colour(games, options, idle), np.float64)
        for n in np.flatnonzero(self.exact.solved(games)):
            if (known := self.exact.colour(games, options, idle, int(n))) is not None:
                values[n] = np.where(options.legal[n], known, ILLEGAL)
        return values

    def after(self, games: Games) -> Array:
        values = np.asarray(super().after(games), np.float64)
        for n in np.flatnonzero(self.exact.ended(games)):
            if (known := self.exact.after(games, int(n))) is not None:
                values[n] = known, 1.0 - known
        return values

    def foreseen(self, games: Games) -> Array:
        """The worth of tables when a turn is over, by the network alone: for many at once."""
        return super().after(games)

    def may_end(self, games: Games, options: Options) -> Array:
        """[N] where the game may end with this turn: enough rows may close, or the last box be crossed."""
        pad = self.pad
        ahead = pad.over_rows(self.soon, options.rows[:, 0])[:, None]
        locks = np.concatenate([ahead, pad.locks(options.rows[:, 1:])], 1) * options.legal
        closed = games.closed | union(locks.reshape(len(games.closed), -1))
        return (pad.look(pad.bits, closed) >= pad.end_rows) | (games.penalties[:, 0] + 1 >= pad.boxes)

    def settled(self, games: Games, dice: Rolls, options: Options) -> Array:
        """Values `[N, P, W]` against each other's choices; one seat after the other may change its own."""
        everybody = tuple(range(games.used.shape[1]))
        values, intent = self._white(games, dice, options, self.outlook(games, games), everybody)
        choice = self.best(values)
        left, table = np.arange(len(choice)), (games, dice, options)
        for change in (everybody, *[(seat,) for _ in range(ROUNDS) for seat in everybody]):
            rows, used = pick(self.pad, table[2], choice)
            outlook = self.outlook(table[0], table[0]._replace(rows=rows, used=used), intent)
            found, planned = self._white(*table, outlook, everybody)
            values[left] = found
            wanted = self.best(found)
            moved = np.flatnonzero((wanted != choice).any(1))
            if not len(moved):
                break
            choice[:, list(change)] = wanted[:, list(change)]
            plan = planned if 0 in change else intent
            assert plan is not None  # position 0 is among those who are asked
            left, choice, table = left[moved], choice[moved], some_tables(*table, moved)
            intent = Intent(*[part[moved] for part in plan])
        return values

    def _decided(self, games: Games, options: Options) -> Array:
        """`[N, P, W]` 1 for crosses that end the game and win it whatever the others choose, -1 if they lose.

        Among options that seem equal the first should be taken and the others left: somebody may err.
        """
        pad = self.pad
        score = pad.score(options.rows, options.used, games.penalties[..., None] + 0 * options.used)
        most = np.amax(np.where(options.legal, score, -10_000), -1)
        best = self._best(most)[0][..., None]
        least = self._best(pad.score(games.rows, games.used, games.penalties))[0][..., None]
        closed = games.closed[:, None, None] | pad.locks(options.rows)
        ends = pad.look(pad.bits, closed) >= pad.end_rows
        return ends * ((score > best) * 1 - (score < least) * 1)

    def _duel(
        self, games: Games, dice: Rolls, options: Options, solved: Array
    ) -> tuple[Array, dict[int, Array]]:
        """Values `[N, 2, W]` of two seats' options in equilibrium; and how often each is chosen, if mixed.

        Afterwards `solved` says which are exact.
        """
        chance = self._met(games, dice, options, solved)
        mine, theirs = options.legal[:, 0], options.legal[:, 1]
        first, second = _saddles(chance, mine, theirs)
        mixed = np.flatnonzero(first[0] < second[0] - SAME)
        rows = (np.arange(mine.shape[1]) == first[1][:, None]) * 1.0
        columns = (np.arange(mine.shape[1]) == second[1][:, None]) * 1.0
        for n in mixed:
            rows[n], columns[n] = _mixed(chance[n], mine[n], theirs[n])
        own = np.where(mine, (chance * columns[:, None]).sum(-1), ILLEGAL)
        other = np.where(theirs, 1 - (chance * rows[..., None]).sum(1), ILLEGAL)
        shares = {int(n): np.stack([rows[n], columns[n]]) for n in mixed}
        return np.stack([_evened(own), _evened(other)], 1), shares

    def _met(self, games: Games, dice: Rolls, options: Options, solved: Array) -> Array:
        """`[N, W, W]` position 0's chance for both seats' options: exact where that is known."""
        found = np.zeros((*options.legal.shape[:1], *options.legal.shape[2:], options.legal.shape[2]))
        rest = ~solved
        for n in np.flatnonzero(solved):
            known = self.exact.chances(games, dice, options, int(n))
            rest[n] = known is None
            found[n] = 0.0 if known is None else known
            solved[n] = known is not None
        at = np.flatnonzero(rest)
        if len(at):
            found[at] = self.chances(*some_tables(games, dice, options, at))
        return found

    def chances(self, games: Games, dice: Rolls, options: Options) -> Array:
        """`[N, W, W]` position 0's chance for its option and the other seat's, its best colour action behind.

        It is the mean of what both seats think: made to add up to one.
        """
        pad = self.pad
        table, option = np.nonzero(options.legal[:, 1])
        now, asked, again = some_tables(games, dice, options, table)
        chosen = options.rows[table, 1, option], options.used[table, 1, option]
        rows = np.concatenate([now.rows[:, :1], chosen[0][:, None]], 1)
        used = np.concatenate([now.used[:, :1], chosen[1][:, None]], 1)
        outlook = at_position(self.outlook(now, now._replace(rows=rows, used=used)), 0)
        _, plans = self.active(now, asked, again, outlook)
        at, white = np.nonzero(options.legal[table, 0])
        ends = Games(
            np.stack([plans.rows[at, white], chosen[0][at]], 1),
            np.stack([plans.used[at, white], chosen[1][at]], 1),
            np.stack([plans.penalties[at, white], now.penalties[at, 1]], 1),
            now.closed[at],
            now.deal[at],
        )
        ends = ends._replace(closed=ends.closed | union(pad.locks(ends.rows)))
        worth = self.foreseen(ends)
        found = np.zeros((*options.legal.shape[:1], *options.legal.shape[2:], options.legal.shape[2]))
        found[table[at], white, option[at]] = worth[:, 0] / worth.sum(-1)
        return found


def _saddles(chance: Array, mine: Array, theirs: Array) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """The worth that each seat can be sure of whatever the other does, and the option for it.

    Among equals the one that leaves more to hope for should the other err, then the first.
    """
    both = mine[..., None] & theirs[:, None]
    sure = np.where(mine, np.amin(np.where(both, chance, 1.0), -1), -1.0)
    most = np.where(theirs, np.amax(np.where(both, chance, 0.0), 1), 2.0)
    hope = (chance * both).sum(-1) / theirs.sum(-1)[:, None]
    fear = (chance * both).sum(1) / mine.sum(-1)[:, None]
    first = (np.where(sure >= np.amax(sure, -1)[:, None] - SAME, 1 + hope, -1.0)).argmax(-1)
    second = (np.where(most <= np.amin(most, -1)[:, None] + SAME, 2 - fear, -1.0)).argmax(-1)
    return (np.amax(sure, -1), first), (np.amin(most, -1), second)


def duel_value(chance: Array, mine: Array, theirs: Array) -> Array:
    """[N] what matrix games `[N, W, W]` with the same legal options are worth to the first seat."""
    both = mine[None] & (chance[:, :, 0] >= 0), theirs[None] & (chance[:, 0] >= 0)
    first, second = _saddles(chance, *both)
    value = first[0] * 1.0
    for n in np.flatnonzero(first[0] < second[0] - SAME):
        rows, columns = _mixed(chance[n], mine, theirs)
        value[n] = float((rows[:, None] * chance[n] * columns[None]).sum())
    return value


def _evened(worth: Array) -> Array:
    """Options that are worth as much as the best one, but for the last digits, made equal to it."""
    best = np.amax(worth, -1)[:, None]
    return np.where(worth >= best - SAME, best, worth)


def _mixed(chance: Array, mine: Array, theirs: Array) -> tuple[Array, Array]:
    """The mix of two seats' options, where no pair of single options is the best of both."""
    own, other = np.flatnonzero(mine), np.flatnonzero(theirs)
    found = solve_matrix_game([[float(chance[n, m]) for m in other] for n in own])
    rows, columns = np.zeros(len(mine)), np.zeros(len(theirs))
    rows[own], columns[other] = np.array(found.rows), np.array(found.columns)
    return rows, columns


def _drawn(shares: Array, lot: float) -> int:
    """The option that a lot between 0 and 1 falls on."""
    passed, total = 0.0, float(shares.sum())
    for option, share in enumerate(shares.tolist()):
        passed += share
        if share > 0 and lot * total < passed:
            return option
    return int(shares.argmax())


def _locked_soon(pad: Pad) -> Array:
    """[R, S] the bit of a row that is locked, or may be by the crosses of one colour action."""
    tables = pad.tables
    step, soon = np.asarray(tables.step), np.asarray(tables.locked)
    row = np.arange(pad.R)[:, None, None]
    for _ in range(2 if pad.has_bar or pad.has_pairs or pad.has_links else 1):
        soon = soon | (soon[row, np.maximum(step, 0)] & (step >= 0)).any(-1)
    return (soon * 1) << np.arange(pad.R)[:, None]
