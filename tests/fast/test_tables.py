"""The tables say what the engine says, for every row that can be reached."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

import numpy as np
import pytest
from extras import bonus_pairs, with_extras
from playing import BUNDLED

from rowlock import RowlockError, load_variant
from rowlock.engine.errors import Unsupported
from rowlock.engine.mechanisms.bonus_bar import BonusBar
from rowlock.engine.mechanisms.bonus_pairs import BonusPair
from rowlock.engine.mechanisms.steps import Steps
from rowlock.engine.mechanisms.twice import Twice
from rowlock.engine.scoring import score
from rowlock.engine.sheet import (
    Sheet,
    count_in_row,
    empty_sheet,
    is_admitted,
    mark_once,
    row_allows,
    with_note,
)
from rowlock.engine.variant import Cell, Place, Row, Variant
from rowlock.fast.tables import FORMAT, Tables, compile_variant

MOST = 1200
"""How many are looked at."""

TABLES = {name: compile_variant(load_variant(name)) for name in BUNDLED}


@pytest.fixture(params=TABLES)
def tables(request: pytest.FixtureRequest) -> Tables:
    return TABLES[request.param]


def every_sheet(variant: Variant, row: int) -> Iterator[Sheet]:
    """Every way to fill one row, without any quotient; if there are very many, some of them."""
    found, todo = {empty_sheet(variant)}, [empty_sheet(variant)]
    chance = random.Random(row)
    while todo:
        sheet = todo.pop(chance.randrange(len(todo)) if variant.find(Twice) else -1)
        yield sheet
        for cell in range(len(variant.rows[row].cells)):
            if allowed(variant, sheet, Place(row, cell)):
                after = mark_once(variant, sheet, Place(row, cell))
                if after not in found and len(found) < MOST:
                    found.add(after)
                    todo.append(after)


def allowed(variant: Variant, sheet: Sheet, place: Place) -> bool:
    return is_admitted(variant, sheet, place) or row_allows(variant, sheet, place)


def test_a_classic_row_has_62_states() -> None:
    assert list(TABLES["classic"].states) == [62, 62, 62, 62]
    assert list(TABLES["longo"].states) == [100, 100, 100, 100]


def test_every_reachable_row_steps_as_its_state_does(tables: Tables) -> None:
    variant = tables.variant
    for r, pad in enumerate(variant.rows):
        for sheet in every_sheet(variant, r):
            s = tables.states_of(sheet)[r]
            for cell in range(len(pad.cells)):
                after = int(tables.step[r, s, cell])
                assert (after >= 0) == allowed(variant, sheet, Place(r, cell))
                if after >= 0:
                    assert after == tables.states_of(mark_once(variant, sheet, Place(r, cell)))[r]
                    assert after > s
            following = sheet.crosses[r].bit_length()
            free = following < len(pad.cells) and row_allows(variant, sheet, Place(r, following))
            assert tables.next[r, s] == (following if free else -1)
            assert tables.count[r, s] == count_in_row(variant, sheet, r)
            assert tables.points[r, s] == score(variant, sheet).rows[r]
            assert tables.locked[r, s] == bool(sheet.crosses[r] & pad.lock_bit)


def test_R22_1_linked_cells_are_crossed_wherever_they_lie() -> None:
    tables = compile_variant(load_variant("connected-chain"))
    state = tables.state_of(1, 0b10000000)  # yellow 9 is crossed, yellow 6 lies left of it
    assert tables.step[1, state, 4] == -1
    assert tables.also[1, state, 4] == tables.state_of(1, 0b10010000)
    assert tables.also[1, tables.state_of(1, 0b10010000), 4] == -1
    cells = tables.step.shape[2]
    assert tables.partner[0, 0, 4] == 1 * cells + 4  # red 6 and yellow 6 on sheet A
    assert tables.partner[1, 0, 4] == -1


def test_numbers_reach_the_cells_that_the_variant_names(tables: Tables) -> None:
    for r, row in enumerate(tables.variant.rows):
        for cell, face in enumerate(row.cells):
            assert tables.cell_of[r, face.number] == cell
            dice = [d for d in range(len(tables.variant.rows)) if tables.reach[d, face.number] >> r & 1]
            assert {tables.variant.rows[d].lock for d in dice} == set(face.colours)
    assert (tables.cell_of >= 0).sum() == sum(len(row.cells) for row in tables.variant.rows)


def test_the_bar_is_read_as_the_engine_reads_it() -> None:
    tables = TABLES["bonus-a"]
    assert (TABLES["classic"].next_field == -1).all()
    bar = tables.variant.find(BonusBar)
    for closed in range(16):
        used, sheet = 0, empty_sheet(tables.variant)._replace(closed=closed)
        assert bar is not None
        while (found := bar.next_field(tables.variant, sheet)) is not None:
            assert tables.next_field[closed, used] == found
            crossed = bar.crossed_fields(tables.variant, sheet) | 1 << found
            sheet = with_note(tables.variant, sheet, bar, crossed)
            used = tables.used_of(sheet)
        assert tables.next_field[closed, used] == -1


def test_pairs_are_complete_when_the_engine_says_so() -> None:
    tables = TABLES["bonus-b"]
    rows = [[int(c) for c in tables.crosses[r, :n]] for r, n in enumerate(tables.states)]
    chance = np.random.default_rng(1)
    seen = set()
    for _ in range(3000):
        picks = [int(chance.integers(len(row))) for row in rows]
        sheet = tables.sheet_of(tuple(picks))
        held = sum(int(tables.held[r, s]) for r, s in enumerate(picks))
        for p, pair in enumerate(bonus_pairs(tables.variant)):
            complete = held & int(tables.pair_needs[p]) == int(tables.pair_needs[p])
            assert complete == pair.is_complete(sheet)
            seen.add((p, complete))
    assert len(seen) == 2 * len(bonus_pairs(tables.variant))


def test_a_sheet_of_states_has_those_states(tables: Tables) -> None:
    states = tuple(int(n) - 1 for n in tables.states)
    sheet = tables.sheet_of(states, penalties=2, used=3)
    assert tables.states_of(sheet) == states
    assert sheet.penalties == 2
    steps = tables.variant.find(Steps)
    framed = len(steps.sheets[0]) if steps and tables.framed.size else 0
    assert tables.used_of(sheet) == (3 if len(tables.bar_row) or len(tables.swaps) else framed)
    locks = [row.lock is not None for row in tables.variant.rows]
    assert sheet.closed == sum(lock << r for r, lock in enumerate(locks))  # highest states are locked


def test_the_fingerprint_tells_games_apart_and_nothing_else() -> None:
    classic = load_variant("classic")
    same = compile_variant(replace(classic, name="other", title="Other"))
    prints = {tables.fingerprint for tables in TABLES.values()}
    assert len(prints) == len(TABLES)
    assert same.fingerprint == TABLES["classic"].fingerprint
    for other in (
        replace(classic, penalty_points=-4),
        replace(classic, end_rows=3),
        load_variant("classic", die_leaves="turn"),
        replace(classic, points=(*classic.points[:-1], 79)),
    ):
        assert compile_variant(other).fingerprint not in prints
    assert FORMAT == 1


def test_the_fingerprints_of_the_pads_are_those_that_networks_and_value_files_are_found_by() -> None:
    assert {name: tables.fingerprint for name, tables in TABLES.items()} == {
        "classic": "465384364f8fa4406e02169064a59bd4",
        "bonus-a": "aa1f9d115997170736da20a7edbdde61",
        "bonus-b": "181a0767f39ae3350f2e922d2a7ef0aa",
        "longo": "38d8813152de6597eec112b6baf4c1e4",
        "mixx-a": "a70445e906bc0452be2908f7154630c9",
        "mixx-b": "85e8a3f2fa49c4347d9f5d9fed19804a",
        "big-points": "f8711b2aea7c7ddbfac4ab3c12faacd6",
        "connected-chain": "cab3c9cdf1609634a0699613d1830fac",
        "connected-steps": "b7e7cae3ad72dac5f14e78bbd341147a",
        "double-a": "1dbf1f1711e1f183ec09c293e25d4bbf",
        "double-b": "bf2e68ed55958e79b2d4eea71a679745",
        "x-change": "29739a0bcb1302b54ce826089c933416",
    }


@dataclass(frozen=True)
class Longer(Variant):
    """A variant with an unknown field."""

    joker: int = 1


def test_a_field_that_the_tables_do_not_read_is_refused_by_name() -> None:
    classic = load_variant("classic")
    longer = Longer(**{item.name: getattr(classic, item.name) for item in fields(classic)})
    with pytest.raises(Unsupported, match="do not read joker"):
        compile_variant(longer)


def test_a_row_with_too_many_pair_cells_is_refused_with_a_reason() -> None:
    longo = load_variant("longo")
    cells = tuple(Place(r, c) for r in range(4) for c in range(15))
    full = with_extras(longo, pairs=(BonusPair("thirteen", cells),))
    with pytest.raises(Unsupported, match="more than 10000 states") as caught:
        compile_variant(full)
    assert isinstance(caught.value, RowlockError)
    assert caught.value.code == "unsupported"


def test_the_tables_account_for_every_field_of_a_variant() -> None:
    """A field that is new here must become part of the tables, or a feature that they refuse by name."""
    told = {"name", "title", "rules", "players", "stamp"}  # for people and records; no game plays differently
    written = {"faces", "rows", "points", "penalty_boxes", "penalty_points", "end_rows"}
    features = {"closes_for", "ends_by", "mechanisms"}
    assert {item.name for item in fields(Variant)} == told | written | features
    assert {item.name for item in fields(Row)} == {"name", "cells", "needs", "closers", "lock"}
    assert {item.name for item in fields(Cell)} == {"number", "colours"}
