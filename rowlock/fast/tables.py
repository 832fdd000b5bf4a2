"""A variant as arrays, written by running the readable engine over every reachable row.

Nothing here restates a rule: `compile_variant` asks `row_allows`, `mark_once`, the mechanisms and the
variant's own targets, and writes down what they answer.

A *row state* stands for all rows of crosses that have the same future and the same points: the same
rightmost cross (crossed once or twice), the same number of crosses, the same lock, and the same crossed
cells among those that belong to bonus pairs, that are linked, or that a row between asks for. A classic row
has 62. State 0 is the empty row, and a step always leads to a higher number, so that counting states down is
a backward induction.

A *closed* row is a bit in a mask, as on `Sheet`: rows are closed for everybody, states are each
player's own. What else a sheet has to remember is one number, `used`, 0 at first. Of the bonus bar and of a
strip of swaps: how many fields lie left of the next one to look at, one past the crossed field afterwards;
struck fields are skipped by `next_field`. Of steps: how many are crossed. On a pad with several of these it
is made of all of them (`join_used`).

Numbers: R rows, S states of the row that has the most, C cells of the longest row, N = 2 × faces + 1
numbers (0 and 1 are never called), F fields of the bar, P bonus pairs, L sheets with lucky numbers, D sheets
that are dealt from the start player on.
Dice and colours are known by the row whose lock has the colour: die 2 is that of row 2.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from rowlock.engine.errors import Unsupported
from rowlock.engine.features import refuse
from rowlock.engine.mechanisms.between import Between
from rowlock.engine.mechanisms.bonus_bar import BonusBar
from rowlock.engine.mechanisms.bonus_pairs import THIRTEEN, BonusPairs, PairKind
from rowlock.engine.mechanisms.chain import Chain
from rowlock.engine.mechanisms.die_stays import DieStays
from rowlock.engine.mechanisms.lucky import LuckyNumbers
from rowlock.engine.mechanisms.steps import Steps
from rowlock.engine.mechanisms.swaps import Swaps
from rowlock.engine.sheet import Sheet, empty_sheet, with_note
from rowlock.engine.variant import Variant
from rowlock.fast.rows import Key, Rows, pair_bits, row_arrays

FORMAT = 1
"""Version of the tables; part of the fingerprint."""
MOST_PAIR_CELLS = 62
LATER = frozenset({"second", "also", "partner", "framed", "bridges", "swaps"})
"""Fields that came after networks and value files: empty ones leave the fingerprint as it was."""
READ = {
    "name", "title", "rules", "players", "faces", "rows", "points", "penalty_boxes", "penalty_points",
    "end_rows", "closes_for", "ends_by", "mechanisms", "stamp", "cells", "needs", "closers", "lock",
    "number", "colours",
}  # fmt: skip
"""The fields of variants, rows and cells that tables or features tell; any other is refused by name."""

PAIR_KINDS: tuple[str, ...] = get_args(PairKind)
"""The kinds of bonus pair; `pair_kind` holds indices into this list."""

Array = npt.NDArray[np.int64]
Shorts = npt.NDArray[np.int16]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Tables:
    """A variant as arrays. Every field but the first takes part in the fingerprint."""

    variant: Variant = field(repr=False)

    states: Array
    """[R] how many states each row has; entries past that are padding."""
    step: Shorts
    """[R, S, C] the state after crossing a cell, or -1 where it may not be crossed (`may_cross`, `mark`).
    Effects that follow from the cross are not in it; the lock is."""
    next: Shorts
    """[R, S] the cell directly right of the rightmost cross, or -1 if it may not be crossed."""
    passed: Shorts
    """[R, S] how many cells lie left of the first one still free: one past the rightmost cross.
    Crossing cell c skips c - passed cells."""
    count: Shorts
    """[R, S] crosses, the lock among them."""
    points: Array
    """[R, S] points of the row (R9.1)."""
    locked: Flags
    """[R, S] whether the row has this player's lock, and is therefore closed."""
    held: Array
    """[R, S] bits of the pair cells that are crossed; which bit is whose: `pair_bit`."""
    crosses: Array
    """[R, S] a row of crosses as on `Sheet`, one of those that the state stands for."""
    second: Array
    """[R, S] its second crosses (R18); empty if the pad has none."""
    also: Shorts
    """[R, S, C] the state after the cross of a linked cell by its partner, -1 for crosses that stand and for
    other cells (R22.1); empty if the pad has no links."""

    cell_of: Shorts
    """[R, N] the cell with a number, or -1: what the white sum reaches (R4.1)."""
    reach: Array
    """[R, N] for a coloured die and a sum with it: a bit for every row with a cell of that colour and
    number (R5.1, R13.2). The cell itself is `cell_of[row, sum]`."""
    lucky: Flags
    """[L, N] whether a number is lucky for the sheet dealt n-th from the start player (R12.1)."""

    bar_cell: Flags
    """[R, C] whether crossing a cell crosses a field of the bonus bar (R15.1)."""
    bar_row: Array
    """[F] the row in which a field brings a cross."""
    next_field: Shorts
    """[2^R, F + 1] by closed rows and `used`: the bar's first free field, or -1 (R15.3)."""

    pair_bit: Array
    """[R, C] the bit of a pair cell, 0 for all others."""
    pairs_at: Array
    """[R, C] a bit for every pair that a cell belongs to."""
    pair_needs: Array
    """[P] the bits that complete a pair: `held & pair_needs[p] == pair_needs[p]`, over all rows (R16.1)."""
    pair_kind: Array
    """[P] index into `PAIR_KINDS`."""
    pair_points: Array
    """[P] points that a complete pair brings by itself at the end (R16.2)."""

    partner: Array
    """[D, R, C] for a linked cell, row × C + cell of the other one, else -1 (R22.1); or empty."""
    framed: Flags
    """[D, R, C] whether a cell is one of the steps (R21.1); or empty."""
    bridges: Array
    """[rows between, 3] the row, and the two that it counts for (R20)."""
    swaps: Array
    """[fields of the strip, 2] the numbers of a swap field (R23)."""

    row_points: Array
    """[most crosses + 1] points by crosses, as on the pad."""
    faces: int
    penalty_boxes: int
    penalty_points: int
    end_rows: int
    die_stays: bool
    """Whether a closed row's die stays until the turn is over (R7.5)."""

    @cached_property
    def fingerprint(self) -> str:
        """32 hex digits that change whenever the game plays differently, or the tables' format does."""
        digest = sha256(f"rowlock tables {FORMAT}".encode())
        for item in fields(self)[1:]:
            value = np.asarray(getattr(self, item.name))
            if item.name in LATER and not value.size:
                continue
            digest.update(f"{item.name} {value.dtype.str} {value.shape}".encode())
            digest.update(np.ascontiguousarray(value).tobytes())
        return digest.hexdigest()[:32]

    @property
    def has_effects(self) -> bool:
        """Whether a cross can bring further crosses."""
        return bool(self.variant.earners)

    @cached_property
    def _rows(self) -> Rows:
        return Rows(self.variant)

    @cached_property
    def _index(self) -> tuple[dict[Key, int], ...]:
        return tuple(
            {self._rows.key(self._sheet_of_row(r, s), r): s for s in range(count)}
            for r, count in enumerate(self.states)
        )

    def _sheet_of_row(self, row: int, state: int) -> Sheet:
        return self._rows.only(row, int(self.crosses[row, state]), self._second(row, state))

    def _second(self, row: int, state: int) -> int:
        return int(self.second[row, state]) if self.second.size else 0

    def state_of(self, row: int, crosses: int) -> int:
        """The state of a row of crosses as on `Sheet`, without second ones."""
        return self._index[row][self._rows.key(self._rows.only(row, crosses), row)]

    def states_of(self, sheet: Sheet) -> tuple[int, ...]:
        """The states of a sheet's rows."""
        return tuple(self._index[r][self._rows.key(sheet, r)] for r in range(len(sheet.crosses)))

    def used_of(self, sheet: Sheet) -> int:
        """How far a sheet's bonus bar or strip is used, or how many steps are crossed."""
        variant = self.variant
        bar, swaps, steps = variant.find(BonusBar), variant.find(Swaps), variant.find(Steps)
        return join_used(
            variant,
            bar.crossed_fields(variant, sheet).bit_length() if bar else 0,
            sheet.notes[variant.note_of(swaps)].bit_length() if swaps else 0,
            sum(sheet.crosses[r] >> c & 1 for r, c in steps.framed(variant, sheet)) if steps else 0,
        )

    def sheet_of(self, states: tuple[int, ...], closed: int = 0, penalties: int = 0, used: int = 0) -> Sheet:
        """A sheet with these states: one of those that they stand for."""
        sheet = empty_sheet(self.variant)
        for row, state in enumerate(states):
            sheet = self._rows.with_second(sheet, row, self._second(row, state))
            closed |= int(self.locked[row, state]) << row
        crosses = tuple(int(self.crosses[row, state]) for row, state in enumerate(states))
        sheet = sheet._replace(crosses=crosses, closed=closed, penalties=penalties)
        for strip in (self.variant.find(BonusBar), self.variant.find(Swaps)):
            if strip:
                used, fields = divmod(used, len(strip.fields) + 1)
                sheet = with_note(self.variant, sheet, strip, (1 << fields) - 1)
        return sheet


def join_used(variant: Variant, bar: int, swaps: int, steps: int) -> int:
    """How far bar and strip of swaps are used and how many steps are crossed, as one number."""
    found = variant.find(BonusBar), variant.find(Swaps)
    bars, strips = (len(strip.fields) + 1 if strip else 1 for strip in found)
    return bar + bars * (swaps + strips * steps)


def refuse_several_notes(variant: Variant, who: str) -> None:
    """Raise `Unsupported` for a pad with more than one of those that `used` counts."""
    noted = [m.key for m in variant.mechanisms if isinstance(m, BonusBar | Steps | Swaps)]
    if len(noted) > 1:
        most = f"a pad may have one of {' and '.join(noted)}, not {len(noted)} of these together"
        raise Unsupported(f"{who} cannot play {variant.title}: {most}")


@lru_cache(maxsize=32)
def compile_variant(variant: Variant) -> Tables:
    """Write the tables of a variant; raises `Unsupported` if it has more than they can hold."""
    refuse(variant, "tables")
    _refuse_unread(variant)
    _check_sizes(variant)
    return Tables(
        variant,
        **row_arrays(Rows(variant)),
        **_number_arrays(variant),
        **_bar_arrays(variant),
        **_pair_arrays(variant),
        **_sheet_arrays(variant),
        row_points=np.array(variant.points, np.int64),
        faces=variant.faces,
        penalty_boxes=variant.penalty_boxes,
        penalty_points=variant.penalty_points,
        end_rows=variant.end_rows,
        die_stays=variant.find(DieStays) is not None,
    )


def _refuse_unread(variant: Variant) -> None:
    """A field that was added later must not be silently ignored."""
    cells = [cell for row in variant.rows for cell in row.cells]
    parts: list[Any] = [variant, *variant.rows, *cells]
    strange = sorted({item.name for kind in set(map(type, parts)) for item in fields(kind)} - READ)
    if strange:
        raise Unsupported(
            f"the fast rules cannot play {variant.title}: they do not read {', '.join(strange)}"
        )


def _check_sizes(variant: Variant) -> None:
    found = variant.find(BonusPairs)
    if found and len(found.pairs_at) > MOST_PAIR_CELLS:
        raise Unsupported(
            f"{variant.title} has {len(found.pairs_at)} cells in bonus pairs; "
            f"the fast rules hold {MOST_PAIR_CELLS}"
        )
    for pair in found.pairs if found else ():
        if pair.kind not in PAIR_KINDS:
            raise Unsupported(f"{variant.title}: the fast rules do not know the bonus {pair.kind!r}")


def _number_arrays(variant: Variant) -> dict[str, Any]:
    rows, numbers = len(variant.rows), 2 * variant.faces + 1
    cell_of = np.full((rows, numbers), -1, np.int16)
    for number, targets in variant.white_targets.items():
        for target in targets:
            cell_of[target.row, number] = target.cell
    reach = np.zeros((rows, numbers), np.int64)
    for (colour, number), targets in variant.colour_targets.items():
        reach[variant.locks[colour], number] = sum(1 << target.row for target in targets)
    found = variant.find(LuckyNumbers)
    dealt_numbers = found.numbers if found else ()
    lucky = np.zeros((len(dealt_numbers), numbers), np.bool_)
    for sheet, dealt in enumerate(dealt_numbers):
        lucky[sheet, list(dealt)] = True
    return {"cell_of": cell_of, "reach": reach, "lucky": lucky}


def _cell_shape(variant: Variant) -> tuple[int, int]:
    return len(variant.rows), max(len(row.cells) for row in variant.rows)


def _bar_arrays(variant: Variant) -> dict[str, Any]:
    found = variant.find(BonusBar)
    bar = found.fields if found else ()
    bar_cell = np.zeros(_cell_shape(variant), np.bool_)
    for place in found.places if found else ():
        bar_cell[place] = True
    next_field = np.full((1 << len(variant.rows), len(bar) + 1), -1, np.int16)
    for closed in range(1 << len(variant.rows)):
        for used in range(len(bar) + 1):
            if found:
                sheet = with_note(
                    variant, empty_sheet(variant)._replace(closed=closed), found, (1 << used) - 1
                )
                following = found.next_field(variant, sheet)
                next_field[closed, used] = -1 if following is None else following
    bar_row = np.array([variant.row_of[row] for row in bar], np.int64)
    return {"bar_cell": bar_cell, "bar_row": bar_row, "next_field": next_field}


def _pair_arrays(variant: Variant) -> dict[str, Any]:
    pair_bit = np.zeros(_cell_shape(variant), np.int64)
    pairs_at = np.zeros(_cell_shape(variant), np.int64)
    bits = pair_bits(variant)
    found = variant.find(BonusPairs)
    pairs = found.pairs if found else ()
    for place, here in found.pairs_at.items() if found else ():
        pair_bit[place] = bits[place]
        pairs_at[place] = sum(1 << p for p, pair in enumerate(pairs) if pair in here)
    return {
        "pair_bit": pair_bit,
        "pairs_at": pairs_at,
        "pair_needs": np.array([sum(bits[place] for place in pair.cells) for pair in pairs], np.int64),
        "pair_kind": np.array([PAIR_KINDS.index(pair.kind) for pair in pairs], np.int64),
        "pair_points": np.array([THIRTEEN if pair.kind == "thirteen" else 0 for pair in pairs], np.int64),
    }


def _sheet_arrays(variant: Variant) -> dict[str, Any]:
    """The differences from sheet to sheet, rows between, and the strip of swaps."""
    chain, steps, swaps = variant.find(Chain), variant.find(Steps), variant.find(Swaps)
    between, cells = variant.find(Between), _cell_shape(variant)[1]
    partner = np.full((len(chain.sheets), *_cell_shape(variant)) if chain else 0, -1, np.int64)
    for d, links in enumerate(chain.sheets if chain else ()):
        for one, other in links:
            partner[d, *one] = other.row * cells + other.cell
            partner[d, *other] = one.row * cells + one.cell
    framed = np.zeros((len(steps.sheets), *_cell_shape(variant)) if steps else 0, np.bool_)
    for d, places in enumerate(steps.sheets if steps else ()):
        for place in places:
            framed[d, *place] = True
    names = [(bridge.row, *bridge.of) for bridge in between.bridges] if between else []
    return {
        "partner": partner,
        "framed": framed,
        "bridges": np.array([[variant.row_of[name] for name in bridge] for bridge in names], np.int64),
        "swaps": np.array(swaps.fields if swaps else [], np.int64),
    }
