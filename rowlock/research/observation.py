"""The view of a seat as a row of whole numbers: its own sheet first, then the others' in the order of play.

Every sheet has the same numbers: for each row how many cells are passed (all, if it is locked), how many
crosses it has, whether its lock is crossed, whether it is closed; then penalties, points, and the place at
which it was dealt. Pads whose cells may be crossed twice add for each row whether its rightmost cross may be
crossed again; pads with a bar, a strip of swaps or pairs add how far the bar or the strip is used and which
pair cells are crossed. A pad with rows between, steps or links adds every cell, crossed or not and crossed
again or not; one with mechanisms of its own also the states of strips and legends. Behind the sheets lies
the table: two white dice, a die of every colour (0 once it has left), whether this is the colour action, how
many seats on from here the active one sits, and whether that one has crossed anything this turn. With cards
the table is what `card_observation` tells.

Nothing is in it that the seat may not know: choices of the white action appear once all have been made.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from rowlock.engine.game import Game, Phase
from rowlock.engine.mechanisms.bonus_bar import BonusBar
from rowlock.engine.mechanisms.swaps import Swaps
from rowlock.engine.mechanisms.twice import Twice
from rowlock.engine.scoring import score
from rowlock.engine.sheet import Sheet, can_cross, count_in_row, empty_sheet
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_sheet_of
from rowlock.fast.rows import pair_bits
from rowlock.research.card_observation import Observed, card_entries, tell_cards

Observation = npt.NDArray[np.int16]
BY_ROWS = {"lucky", "bonus_bar", "bonus_pairs", "die_stays", "double", "twice", "swaps"}
"""The features of a pad that the numbers of rows, bar, strip and pairs tell all about."""
BY_CELLS = {
    "between", "steps", "chain",
    "two-coloured cells", "rows without a lock", "rows with names of their own", "more than four rows",
}  # fmt: skip
"""Those for which every cell is told as well."""
STATES = {"open": 0, "next": 0, "half": 1, "crossed": 2, "done": 2, "struck": 3, "lost": 3}
"""States of a strip's fields and of a legend's lines as numbers."""


@lru_cache(maxsize=64)
def entries(variant: Variant, seats: int) -> tuple[Observed, ...]:
    """The meaning of each number of an observation; those of other seats begin with `+1`, `+2` and so on."""
    sheet = tuple(_sheet_entries(variant, seats))
    own = [*sheet, *(Observed(f"+{n} {e.name}", e.low, e.high) for n in range(1, seats) for e in sheet)]
    if variant.turns is not None:
        return (*own, *card_entries(variant, seats))
    dice = ("white 1", "white 2", *(f"die {colour}" for colour in variant.colours))
    table = [Observed(name, 0, variant.faces) for name in dice]
    return (
        *own,
        *table,
        Observed("colour action", 0, 1),
        Observed("active", 0, max(seats - 1, 1)),
        Observed("crossed", 0, 1),
    )


def _sheet_entries(variant: Variant, seats: int) -> Iterator[Observed]:
    for row in variant.rows:
        yield Observed(f"{row.name} passed", 0, len(row.cells))
        yield Observed(f"{row.name} crosses", 0, 2 * row.most_crosses + 2)
        yield Observed(f"{row.name} locked", 0, 1)
        yield Observed(f"{row.name} closed", 0, 1)
        if variant.find(Twice):
            yield Observed(f"{row.name} open again", 0, 1)
    yield Observed("penalties", 0, variant.penalty_boxes)
    yield Observed("points", *point_bounds(variant))
    yield Observed("dealt", 0, max(seats - 1, 1))
    if bar := variant.find(BonusBar):
        yield Observed("bar used", 0, len(bar.fields))
    if swaps := variant.find(Swaps):
        yield Observed("swaps used", 0, len(swaps.fields))
    for row_index, cell in pair_bits(variant):
        row = variant.rows[row_index]
        yield Observed(f"{row.name}{row.cells[cell].number} crossed", 0, 1)
    if not carried(variant):
        yield from _further_entries(variant)


def point_bounds(variant: Variant) -> tuple[int, int]:
    """Between all penalties and every row full; twice that where mechanisms may add to it."""
    empty = score(variant, empty_sheet(variant))
    full = empty_sheet(variant)._replace(crosses=tuple((1 << len(row.cells)) - 1 for row in variant.rows))
    most = max(max(variant.points) * len(variant.rows), score(variant, full).total)
    low = min(empty.total, 0) + min(variant.penalty_points * variant.penalty_boxes, 0)
    return low, most * (2 if variant.mechanisms else 1)


def _further_entries(variant: Variant) -> Iterator[Observed]:
    for row in variant.rows:
        for cell in row.cells:
            yield Observed(f"{row.name}{cell.number}", 0, 2)
    if not set(variant.features) - BY_ROWS - BY_CELLS:
        return
    told = plain_sheet_of(variant, empty_sheet(variant))
    for i, strip in enumerate(told["strips"]):
        yield from (Observed(f"strip {i} field {n}", 0, 3) for n in range(len(strip)))
    yield from (Observed(f"legend {i}", 0, 3) for i in range(len(told["legend"])))


def carried(variant: Variant) -> bool:
    """Whether rows, bar, strip of swaps and pairs say all about a sheet of this pad."""
    return not set(variant.features) - BY_ROWS


def observe(game: Game, seat: int) -> Observation:
    """The observation of this seat; `entries` names its numbers."""
    seats = len(game.sheets)
    numbers: list[int] = []
    for n in range(seats):
        numbers += _tell_sheet(game, (seat + n) % seats)
    if game.variant.turns is not None:
        return np.array([*numbers, *tell_cards(game, seat)], np.int16)
    dice = dict(game.roll.coloured) if game.roll else {}
    numbers += game.roll.white if game.roll else (0, 0)
    in_play = game.dice if game.phase in (Phase.WHITE, Phase.COLOUR) else ""
    numbers += [dice.get(colour, 0) if colour in in_play else 0 for colour in game.variant.colours]
    numbers += [game.phase is Phase.COLOUR, (game.active - seat) % seats, game.crossed]
    return np.array(numbers, np.int16)


def _tell_sheet(game: Game, seat: int) -> list[int]:
    variant, sheet = game.variant, game.sheets[seat]
    numbers: list[int] = []
    for r, row in enumerate(variant.rows):
        crosses = sheet.crosses[r]
        locked = bool(crosses & row.lock_bit)
        numbers += [len(row.cells) if locked else crosses.bit_length(), count_in_row(variant, sheet, r)]
        numbers += [locked, sheet.is_closed(r)]
        if variant.find(Twice):
            numbers.append(crosses > 0 and can_cross(variant, sheet, r, crosses.bit_length() - 1))
    dealt = (seat - game.start) % len(game.sheets)
    numbers += [sheet.penalties, score(variant, sheet).total, dealt]
    if bar := variant.find(BonusBar):
        numbers.append(bar.crossed_fields(variant, sheet).bit_length())
    if swaps := variant.find(Swaps):
        numbers.append(sheet.notes[variant.note_of(swaps)].bit_length())
    numbers += [sheet.crosses[row] >> cell & 1 for row, cell in pair_bits(variant)]
    return numbers if carried(variant) else [*numbers, *_tell_more(variant, sheet, dealt)]


def _tell_more(variant: Variant, sheet: Sheet, dealt: int) -> Iterator[int]:
    told = plain_sheet_of(variant, sheet, dealt)
    for row, state in zip(variant.rows, told["rows"], strict=True):
        crossed, again = set(state["crossed"]), set(state["again"])
        yield from ((cell.number in crossed) + (cell.number in again) for cell in row.cells)
    if not set(variant.features) - BY_ROWS - BY_CELLS:
        return
    yield from (STATES[field] for strip in told["strips"] for field in strip)
    yield from (STATES[line] for line in told["legend"])
