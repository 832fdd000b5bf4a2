"""The schemas of what is told: they describe every key, and every view of real games fits them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, TypedDict, is_typeddict

import jsonschema_rs
import pytest
from tries import repeated
from whole_games import play

import rowlock
from rowlock.cli import main
from rowlock.commands.schema import NAMES
from rowlock.engine import view_types
from rowlock.table.public_schemas import TOLD, NoSuchSchema, schema
from rowlock.table.schemas import Schemas, keys_of

VIEW, VARIANT, FACT = (jsonschema_rs.validator_for(schema(name)) for name in NAMES)


@pytest.mark.parametrize("name", rowlock.variant_names())
def test_every_view_of_every_pad_fits_the_schema(name: str) -> None:
    variant = rowlock.load_variant(name)
    VARIANT.validate(rowlock.plain_variant(variant))
    for seed in range(repeated(2, 1000)):
        seats = 1 + (seed + 1) % 5
        for game, facts in play(variant, seats, seed):
            for fact in facts:
                FACT.validate(rowlock.plain_fact(fact))
            for seat in (*range(seats), None):
                VIEW.validate(json.loads(json.dumps(rowlock.view(game, seat))))


def test_a_view_with_a_key_too_many_or_too_few_does_not_fit() -> None:
    view: Any = rowlock.view(rowlock.new_game(rowlock.load_variant("classic"), seats=2), 0)
    assert VIEW.is_valid(view)
    assert not VIEW.is_valid({**view, "secret": 1})
    assert not VIEW.is_valid({key: told for key, told in view.items() if key != "waiting"})
    assert not VIEW.is_valid({**view, "phase": "sleep"})


def test_every_key_is_described() -> None:
    kinds = [kind for kind in vars(view_types).values() if is_typeddict(kind)]
    silent = [
        f"{kind.__name__}.{name}" for kind in kinds for name, _, comment in keys_of(kind) if not comment
    ]
    assert kinds
    assert not silent


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "view"]) == 0
    assert json.loads(capsys.readouterr().out) == schema("view")
    assert set(NAMES) == set(TOLD)


def test_another_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(NoSuchSchema, match="view, variant, fact"):
        schema("views")


def test_two_types_of_one_name_are_refused() -> None:
    """They would share the schema of whichever came first."""

    class Sheet(TypedDict):
        rows: list[int]

    schemas = Schemas()
    schemas.write(view_types.Sheet)
    with pytest.raises(TypeError, match="rename one of them"):
        schemas.write(Sheet)


def test_the_guide_names_every_key() -> None:
    """docs/first-bot.md reads a view, a sheet and a move; a key that is added belongs there."""
    text = (Path(__file__).parents[2] / "docs" / "first-bot.md").read_text(encoding="utf-8")
    first = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    named = {key for cell in first for key in re.findall(r"`(\w+)`", cell)}
    keys = {
        name for kind in (view_types.View, view_types.Sheet, view_types.Move) for name, _, _ in keys_of(kind)
    }
    assert named == keys - {"sheets", "moves"}
