"""docs/core.md names every attribute of the objects that the library hands out, and no other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import rowlock
from rowlock.engine import view_types
from rowlock.engine.mechanisms import all_facts
from rowlock.engine.variant import Cell, Row
from rowlock.solver.values import Option
from rowlock.table.schemas import keys_of

PAGE = (Path(__file__).parents[2] / "docs" / "core.md").read_text(encoding="utf-8")
MOMENTS = [
    rowlock.Game,
    rowlock.Sheet,
    rowlock.Variant,
    Row,
    Cell,
    rowlock.Step,
    rowlock.Outcome,
    rowlock.Score,
]
MOVES = [
    rowlock.Roll,
    rowlock.Cross,
    rowlock.Pass,
    rowlock.Lucky,
    rowlock.Withdraw,
    rowlock.Take,
    rowlock.Play,
]
OTHERS = [rowlock.Card, rowlock.Shuffle, rowlock.Record, rowlock.Input, rowlock.DrawnSheet]
RESULTS = [rowlock.Simulated, rowlock.Contested, rowlock.Solved, Option, rowlock.Reviewed]
HELD = {"Solved": {"variant", "values"}, "Contested": {"contest", "results"}, "Reviewed": {"told"}}
"""Attributes that are set when the object is made, and declared nowhere else."""


def section(heading: str) -> str:
    found = re.search(rf"^##+ {re.escape(heading)}\n(.*?)(?=^##|\Z)", PAGE, re.DOTALL | re.MULTILINE)
    assert found, heading
    return found[1]


def names_in(heading: str) -> list[str]:
    """The names in the first column of the tables of a section, calls without their arguments."""
    return [
        name.partition("(")[0] for name in re.findall(r"^\| `([^`]+)` \|", section(heading), re.MULTILINE)
    ]


def attributes(kind: Any) -> set[str]:
    own = [base for base in kind.__mro__ if base.__module__.startswith("rowlock.")]
    names = {name for base in own for name in (*vars(base), *getattr(base, "__annotations__", {}))}
    return {name for name in names if not name.startswith("_")} | HELD.get(kind.__name__, set())


@pytest.mark.parametrize("kind", [*MOMENTS, *MOVES, *OTHERS, *RESULTS], ids=lambda kind: kind.__name__)
def test_every_attribute_is_listed_once(kind: Any) -> None:
    listed = names_in(f"`{kind.__name__}`")
    assert sorted(listed) == sorted(attributes(kind))


def test_every_kind_of_fact_is_listed_with_its_attributes() -> None:
    lines = re.findall(r"^\| `(\w+)` \| ([^|]*) \|", section("Facts"), re.MULTILINE)
    told = {kind: re.findall(r"`(\w+)`", names) for kind, names in lines}
    assert told == {
        fact.kind: [name for name in fact.__annotations__ if name != "kind"] for fact in all_facts()
    }


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("`View`", view_types.View),
        ("A sheet of a view", view_types.Sheet),
        ("A move of a view", view_types.Move),
    ],
)
def test_every_key_of_a_view_is_listed(heading: str, kind: Any) -> None:
    assert names_in(heading) == [name for name, _, _ in keys_of(kind)]
