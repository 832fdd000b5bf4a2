"""The tables say what the engine says, for every row that can be reached."""

from dataclasses import dataclass, fields, replace

import numpy as np
import pytest
from extras import bonus_pairs, with_extras
from playing import BUNDLED

from rowlock import RowlockError, load_variant
from rowlock.engine.mechanisms.bonus_bar import BonusBar
from rowlock.engine.mechanisms.bonus_pairs import BonusPair
from rowlock.engine.sheet import Sheet, empty_sheet, mark, may_cross, next_cell, with_note
from rowlock.engine.variant import Cell, Place, Row, Variant
from rowlock.fast.tables import FORMAT, Tables, Unsupported, compile_variant

TABLES = {name: compile_variant(load_variant(name)) for name in BUNDLED}


@pytest.fixture(params=TABLES)
def tables(request: pytest.FixtureRequest) -> Tables:
    return TABLES[request.param]


def every_row(variant: Variant, row: int) -> set[int]:
    """Every row of crosses that can be reached, one by one and without any quotient."""
    found, todo = {0}, [0]
    pad = variant.rows[row]
    while todo:
        crosses = todo.pop()
        for cell in range(len(pad.cells)):
            if may_cross(pad, crosses, cell):
                after = only(variant, row, crosses, cell)
                if after not in found:
                    found.add(after)
                    todo.append(after)
    return found


def only(variant: Variant, row: int, crosses: int, cell: int) -> int:
    rows = [0] * len(variant.rows)
    rows[row] = crosses
    return mark(variant, Sheet(tuple(rows)), row, cell).crosses[row]


def test_a_classic_row_has_62_states() -> None:
    assert list(TABLES["classic"].states) == [62, 62, 62, 62]
    assert list(TABLES["longo"].states) == [100, 100, 100, 100]


def test_every_reachable_row_steps_as_its_state_does(tables: Tables) -> None:
    variant = tables.variant
    for r, pad in enumerate(variant.rows):
        for crosses in every_row(variant, r):
            s = tables.state_of(r, crosses)
            for cell in range(len(pad.cells)):
                after = int(tables.step[r, s, cell])
                assert (after >= 0) == may_cross(pad, crosses, cell)
                if after >= 0:
                    assert after == tables.state_of(r, only(variant, r, crosses, cell))
                    assert after > s
            following = next_cell(pad, crosses)
            assert tables.next[r, s] == (-1 if following is None else following)
            assert tables.count[r, s] == crosses.bit_count()
            assert tables.points[r, s] == variant.points[crosses.bit_count()]
            assert tables.locked[r, s] == bool(crosses & pad.lock_bit)


def test_numbers_reach_the_cells_that_the_variant_names(tables: Tables) -> None:
    for r, row in enumerate(tables.variant.rows):
        for cell, face in enumerate(row.cells):
            assert tables.cell_of[r, face.number] == cell
            dice = [d for d in range(len(tables.variant.rows)) if tables.reach[d, face.number] >> r & 1]
            assert [tables.variant.rows[d].lock for d in dice] == [face.colours]
    assert (tables.cell_of >= 0).sum() == sum(len(row.cells) for row in tables.variant.rows)


def test_the_bar_is_read_as_the_engine_reads_it() -> None:
    tables = TABLES["bonus-a"]
    assert (TABLES["classic"].next_field == -1).all()
    bar = tables.variant.find(BonusBar)
    for closed in range(16):
        used, sheet = 0, empty_sheet(tables.variant)._replace(closed=closed)
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
    assert tables.used_of(sheet) == (3 if len(tables.bar_row) else 0)
    assert sheet.closed == 2 ** len(states) - 1  # the highest state of each row is locked


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
    }


@dataclass(frozen=True)
class Longer(Variant):
    """A variant with a field that nobody has heard of."""

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
