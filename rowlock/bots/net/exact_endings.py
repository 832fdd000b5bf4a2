"""Tables of two that are solved exactly, and the worth of every choice there.

Exact endings need numba. Where there is none (in browsers), and on pads that they do not carry, nobody
answers here and the network judges as before. A server must not wait while kernels are compiled or loaded:
within `loading.in_background()` a thread does that, and until it is ready nobody answers either. Whether one
`ExactTables` answers is settled when it is first asked, and what it has solved is its own: its answers depend
on nothing that was asked elsewhere before.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from importlib.util import find_spec
from math import log10
from typing import TYPE_CHECKING

import numpy as np

from rowlock.bots.net.lockstep import Games, Rolls, union
from rowlock.bots.net.pad import Array, Options, Pad
from rowlock.engine.errors import Unsupported
from rowlock.engine.variant import Variant
from rowlock.fast import loading

if TYPE_CHECKING:
    from rowlock.solver.endings import Endings, Joint

AT_TABLE = 10_000
"""Joint positions that a seat at the table may wait for: some 50 to 100 ms."""
ROOM = 30_000
"""Where less is allowed, the work is stopped here: single cases are foretold too low."""
STEP = 50_000
"""Joint positions between two words about the progress of longer work: about a second."""

Heard = Callable[[int], None]
"""Called with the number of further joint positions that are solved."""


@lru_cache(maxsize=64)
def _is_carried(variant: Variant) -> bool:
    if find_spec("numba") is None:
        return False
    from rowlock.fast.tables import compile_variant
    from rowlock.solver.ending_board import make_ending_board

    try:
        make_ending_board(compile_variant(variant))
    except Unsupported:
        return False
    return True


@lru_cache(maxsize=32)
def _logs(variant: Variant) -> tuple[Array, Array, float]:
    """The parts that sizes are foretold from, see `ending_size`."""
    from rowlock.fast.tables import compile_variant
    from rowlock.solver.ending_board import make_ending_board
    from rowlock.solver.ending_size import FIRST, logs_of

    return *logs_of(make_ending_board(compile_variant(variant))), FIRST


class ExactTables:
    """Exact values for tables of two, where they can be had within a bound; with a bound of 0 nowhere."""

    def __init__(self, pad: Pad, most: int = 0, heard: Heard | None = None) -> None:
        self.pad, self.most, self.heard = pad, most, heard
        """How many joint positions may follow, and who wants to hear of them."""
        self.variant = pad.tables.variant
        self.told: dict[tuple[bytes, int, int], float | None] = {}
        """The answers so far: whoever was told that a position is too large is told so again."""

    @cached_property
    def endings(self) -> Endings | None:
        """The solver; None where there is none, or there was none when this was first asked."""
        if not _is_carried(self.variant) or not loading.LOADING.is_ready():
            return None
        from rowlock.solver.endings import Endings

        return Endings(self.variant, 2 * self.most) if self.heard else Endings(self.variant)

    def foretell(self, games: Games, n: int) -> float | None:
        """About how many joint positions can follow a table before the roll; None where nobody solves."""
        if games.used.shape[1] != 2 or not _is_carried(self.variant):
            return None
        return float(10 ** self._size(games)[n])

    def solved(self, games: Games) -> Array:
        """[N] the tables before a roll whose values are known exactly from here on."""
        near = self._is_near(games)
        for n in np.flatnonzero(near):
            near[n] = self.before(games, int(n)) is not None
        return near

    def ended(self, games: Games) -> Array:
        """[N] the tables after a turn that can be asked, those that are over not among them."""
        near = self._is_near(games)
        if not near.any():
            return near
        closed = games.closed | union(self.pad.locks(games.rows))
        over = (self.pad.look(self.pad.bits, closed) >= self.pad.end_rows) | (
            games.penalties >= self.pad.boxes
        ).any(-1)
        return near & ~over

    def _is_near(self, games: Games) -> Array:
        """[N] the tables from which few enough joint positions should follow."""
        none = np.zeros(len(games.closed), bool)
        if games.used.shape[1] != 2 or self.most <= 0 or not _is_carried(self.variant):
            return none
        near: Array = self._size(games) <= log10(self.most)
        return near if near.any() and self.endings else none

    def _size(self, games: Games) -> Array:
        """[N] log₁₀ of the joint positions that should follow; see `Endings.foretell`."""
        rows, boxes, first = _logs(self.variant)
        total = rows[: self.pad.R, : self.pad.S].ravel()[games.rows].sum(1)
        total = (total * ((games.closed[:, None] >> np.arange(self.pad.R) & 1) == 0)).sum(-1)
        size: Array = first + total + boxes[np.minimum(games.penalties, len(boxes) - 1)].sum(-1)
        return size

    def before(self, games: Games, n: int) -> float | None:
        """Position 0's share of a table before the roll."""
        found = self._ask(self._joint(games, n, 1))
        return None if found is None else 1.0 - found

    def after(self, games: Games, n: int) -> float | None:
        """Position 0's share of a table when its turn is over."""
        return self._ask(self._joint(games, n, 0))

    def _ask(self, joint: Joint) -> float | None:
        key = _key(joint)
        if key not in self.told:
            self.told[key] = self._solve(self.endings, joint) if self.endings else None
        return self.told[key]

    def _solve(self, endings: Endings, joint: Joint) -> float | None:
        """All at once, or step by step for whoever wants to hear of it."""
        left, found = max(ROOM, self.most), None
        while left > 0 and found is None:
            step, known = min(STEP, left) if self.heard else left, endings.count
            found, left = endings.after(joint, step), left - step
            if self.heard:
                self.heard(max(0, endings.count - known))
        return found

    def chances(self, games: Games, dice: Rolls, options: Options, n: int) -> Array | None:
        """`[W, W]` position 0's share for its white option and the other seat's, or None."""
        joint, sums = self._joint(games, n, 1), dice.sums[n].reshape(2, -1)
        if self.endings is None or self._ask(joint) is None:
            return None
        met = self.endings.meeting(joint, int(dice.called[n]), sums, max(ROOM, self.most))
        if met is None:
            self.told[_key(joint)] = None
            return None
        width = options.legal.shape[-1]
        found = np.zeros((width, width))
        found[np.ix_(met.mine, met.theirs)] = met.chances
        return found

    def colour(self, games: Games, options: Options, idle: Array, n: int) -> Array | None:
        """`[K]` position 0's share after each legal colour option, or None."""
        found = np.zeros(options.legal.shape[1])
        last, start = len(found) - 1, self._joint(games, n, 0)
        for option in np.flatnonzero(options.legal[n]):
            sheets, rows = start.sheets.copy(), options.rows[n, option]
            sheets[0, : self.pad.R] = rows % self.pad.S
            sheets[0, 4] = options.used[n, option]
            sheets[0, 5] += bool(idle[n]) and option == last
            closed = start.closed | int(self.pad.locks(rows))
            chance = self._ask(start._replace(sheets=sheets, closed=closed))
            if chance is None:
                return None
            found[option] = chance
        return found

    def _joint(self, games: Games, n: int, first: int) -> Joint:
        """One of the tables, the sheet in this position first."""
        from rowlock.solver.endings import Joint

        sheets = np.zeros((2, 6), np.int64)
        for place, position in enumerate((first, 1 - first)):
            sheets[place, : self.pad.R] = games.rows[n, position] % self.pad.S
            sheets[place, 4:] = games.used[n, position], games.penalties[n, position]
        return Joint(sheets, int(games.closed[n]), int(games.deal[n, first]))


def _key(joint: Joint) -> tuple[bytes, int, int]:
    return joint.sheets.tobytes(), joint.closed, joint.deal
