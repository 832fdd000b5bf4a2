"""The outlook of a sheet's rows in the card game, by how much of the game is left.

Three ways to see that, one for each rung that plays by them (docs/experiments.md has how they were found).
"""

from __future__ import annotations

from math import exp

from rowlock.engine.game import Game
from rowlock.engine.scoring import points_of
from rowlock.engine.sheet import Sheet
from rowlock.engine.variant import Row, Variant

PENALTY = 6.0
FILLS, FADES, LEAST = 0.6, 14.0, 0.2
"""How many of the cells ahead steady expects to cross: this share at first, less with every one of so many
rounds that a game may last, and no less than this."""
FIRST, ROUND = 5.5, 0.4
"""How many crosses planner expects in a row at first if nothing bars them, and how many fewer a round."""
NEAR = 1
"""A row that may be closed is ready if no more than this many cells lie before the last."""
LEFT = {
    (0, 0): (16.2, 0.85, 8.2),
    (0, 1): (11.6, 0.40, 5.5),
    (1, 1): (10.2, 0.36, 3.2),
    (0, 2): (7.4, 0.17, 4.0),
    (1, 2): (5.6, 0.14, 2.3),
}
"""Turns that two players have left, by the rows that the foremost has closed and has ready or closed: in the
first turn, how many fewer in each after it, and at least. So many there were in champion's own games."""
COMING, A_TURN = 2.44, 0.266
"""How many crosses come to an open row of any length, and how many more for every turn that is left."""
RIVALS = 1.2
"""The weight that champion gives to a rival's points, against one of its own."""


class Share:
    """Steady's: a share of the cells ahead, smaller as the game goes on."""

    hold = 0.35
    """The weight that it gives to a cross that a card in its hand could bring, against one already made."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self._kept: dict[tuple[int, int, float], float] = {}

    def look(self, game: Game, seat: int) -> None:
        """See how the game stands before a move of this seat."""
        self._kept.clear()
        self.now = max(LEAST, FILLS * (1 - game.turn / (FADES * len(game.sheets))))

    def time(self, sheet: Sheet) -> float:
        """How much is left when the seat's sheet is like this, in the form that `row` takes."""
        return self.now

    def sheet(self, sheet: Sheet, time: float) -> float:
        """The points to be expected of a sheet."""
        rows = sum([self.row(r, crosses, time) for r, crosses in enumerate(sheet.crosses)])
        return rows - PENALTY * sheet.penalties

    def row(self, r: int, crosses: int, time: float) -> float:
        """The points of a row when it ends as far as may be expected."""
        kept = self._kept.get((r, crosses, time))
        if kept is None:
            row, count = self.variant.rows[r], crosses.bit_count()
            if crosses & row.lock_bit:
                kept = float(points_of(self.variant, count))
            else:
                last = count + self.more(row, crosses, time)
                kept = last * (last + 1) / 2
            self._kept[r, crosses, time] = kept
        return kept

    def more(self, row: Row, crosses: int, time: float) -> float:
        """How many more crosses an open row will have."""
        return time * (len(row.cells) - crosses.bit_length())

    def rivals(self, time: float) -> float:
        """The deduction for the others' outlook."""
        return 0.0


class Pace(Share):
    """Planner's: time brings so many crosses to a row, fewer where few cells are left."""

    hold = 0.25
    width = 4.0
    """So many cells ahead make up for most of what skipping costs."""

    def look(self, game: Game, seat: int) -> None:
        super().look(game, seat)
        self.now = max(1.0, FIRST - ROUND * game.turn / len(game.sheets))

    def more(self, row: Row, crosses: int, time: float) -> float:
        cells, count = row.first_closer - crosses.bit_length(), crosses.bit_count()
        if cells < 0:
            return 0.0
        before = time * (1 - exp(-cells / self.width))
        closes = min(1.0, max(0.0, count + before - row.needs + 1))  # the last cell brings the lock as well
        return time * (1 - exp(-(cells + 2 * closes) / self.width))


class Race(Pace):
    """Champion's: the foremost decides how much time is left, and what the rivals make of it counts too."""

    hold = 0.3
    width = 7.0

    def look(self, game: Game, seat: int) -> None:
        super().look(game, seat)
        self.turn = game.turn * 2 / len(game.sheets)
        self.others = [sheet for other, sheet in enumerate(game.sheets) if other != seat]
        self.ahead = [self._progress(sheet) for sheet in self.others]
        self._taken_off: dict[float, float] = {}

    def time(self, sheet: Sheet) -> float:
        foremost = max([self._progress(sheet), *self.ahead], key=lambda found: (sum(found), found[1]))
        first, fades, least = LEFT[foremost]
        return COMING + A_TURN * max(least, first - fades * self.turn)

    def _progress(self, sheet: Sheet) -> tuple[int, int]:
        """Whether a row is closed, and how many are ready or closed, two at most."""
        closed = ready = 0
        for row, crosses in zip(self.variant.rows, sheet.crosses, strict=True):
            if crosses & row.lock_bit:
                closed, ready = 1, ready + 1
            elif crosses.bit_count() >= row.needs and row.first_closer - crosses.bit_length() <= NEAR:
                ready += 1
        return closed, min(ready, 2)

    def rivals(self, time: float) -> float:
        found = self._taken_off.get(time)
        if found is None:
            found = RIVALS * max([self.sheet(sheet, time) for sheet in self.others], default=0.0)
            self._taken_off[time] = found
        return found


OUTLOOKS: dict[str, type[Share]] = {"planner": Pace, "champion": Race}
"""By bot; whoever is not named has steady's."""
