"""The solver finds what the oracle finds: every position of small games with every mechanism."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from own_variants import own_variants
from small_games import SMALL
from solved import solved
from tries import tries

from rowlock import Variant, load_variant
from rowlock.fast.tables import compile_variant
from rowlock.solver.brute import Brute
from rowlock.solver.dynamic import solve_in_memory
from rowlock.solver.layout import make_layout


def assert_same(variant: Variant) -> None:
    brute, values = Brute(variant), solved(variant)
    assert values.start == pytest.approx(float(brute.value(brute.start)), abs=1e-9)
    for sheet, value in brute.values.items():
        assert values.value(sheet) == pytest.approx(float(value), abs=1e-9), sheet


@pytest.mark.parametrize("name", SMALL)
def test_every_position_has_the_value_that_the_oracle_finds(name: str) -> None:
    assert_same(SMALL[name])


@tries(25)
@given(own_variants(beyond=False))
def test_own_variants_have_the_values_that_the_oracle_finds(variant: Variant) -> None:
    assume(variant.faces ** (2 + len(variant.rows)) <= 81)
    assume(sum(len(row.cells) for row in variant.rows) <= 7)
    assert_same(variant)


@pytest.mark.parametrize("name", SMALL)
def test_packed_values_are_within_their_error_bound(name: str) -> None:
    exact, packed = solved(SMALL[name]), solve_in_memory(SMALL[name], bits=32)
    assert abs(exact.start - packed.start) <= packed.error_bound < 1e-5
    assert packed.start == pytest.approx(exact.start, abs=2e-7)


GOLDEN = {
    "tiny": 20.59444219310535,
    "tiny-all": 40.84970564898811,
    "tiny-bar": 29.695510690188062,
    "tiny-bar-pairs": 52.96618724131677,
    "tiny-closers": 18.866401415518176,
    "tiny-lucky": 21.63128878137286,
    "tiny-mixed": 20.307317181323015,
    "tiny-needs": 17.949673077300876,
    "tiny-pairs": 61.63645828672054,
}
"""Found by the oracle, in minutes: `python bench/solver.py --oracle`."""


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_values(name: str) -> None:
    assert solved(load_variant(f"tests/tiny/{name}.toml")).start == pytest.approx(GOLDEN[name], abs=1e-9)


@pytest.mark.parametrize(
    ("name", "mirror", "frames"),
    [
        ("classic", True, 1_908_081),
        ("mixx-a", False, 14_776_336),
        ("mixx-b", False, 14_776_336),
        ("longo", False, 25_502_500),
        ("bonus-a", False, 14_776_336),
    ],
)
def test_symmetries_are_found_where_they_are_and_nowhere_else(name: str, mirror: bool, frames: int) -> None:
    layout = make_layout(compile_variant(load_variant(name)))
    assert (layout.index.mirror, layout.frames) == (mirror, frames)
