"""The layers hold: imports point down, the engine is pure, no code compares a variant's name."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import rowlock
from rowlock import variant_names

PACKAGE = Path(rowlock.__file__).parent
FILES = sorted(path for path in PACKAGE.rglob("*.py"))
LEVELS = [
    {"engine", "arrays"},
    {"variants", "locale", "folders", "progress"},
    {"fast"},
    {"solver"},
    {"bots"},
    {"table"},
    {"arena", "simulation", "analysis", "community", "train", "printing", "client"},
    {"server", "offline", "terminal"},
    {"library"},
    {"research"},
    {"commands"},
    {"cli"},
]
"""Rooms from the ground up; a room may use its own level and those below."""
IMPURE = {"random", "secrets", "time", "datetime", "os", "io", "pathlib", "socket", "threading", "asyncio"}


def level(room: str) -> int:
    return next(i for i, rooms in enumerate(LEVELS) if room in rooms)


def room_of(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


FILES_OF: dict[str, list[Path]] = {}
for file in FILES:
    if (room := room_of(file)) not in {"__init__", "__main__"}:
        FILES_OF.setdefault(room, []).append(file)


def nodes_of(path: Path) -> Iterator[ast.AST]:
    """Everything that is written in a file."""
    return ast.walk(ast.parse(path.read_text(encoding="utf-8")))


@cache
def imports(path: Path) -> list[str]:
    found = []
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports by a relative path"
            found.append(node.module or "")
    return found


def test_every_room_has_a_level() -> None:
    assert FILES_OF.keys() <= set().union(*LEVELS)


@pytest.mark.parametrize("room", FILES_OF)
def test_imports_point_down(room: str) -> None:
    for path, name in ((file, name) for file in FILES_OF[room] for name in imports(file)):
        parts = name.split(".")
        if parts[0] == "rowlock" and len(parts) > 1:
            assert level(parts[1]) <= level(room), f"{path} imports {name}, which stands above it"


def test_the_engine_needs_only_the_standard_library_and_no_outside() -> None:
    for path in FILES_OF["engine"]:
        for name in imports(path):
            first = name.split(".")[0]
            assert first == "rowlock" or first in sys.stdlib_module_names, f"{path} imports {name}"
            assert first not in IMPURE, f"{path} imports {name}: chance, clock and files stay outside"
        names = {call.func.id for call in calls_in(path) if isinstance(call.func, ast.Name)}
        assert not names & {"open", "input", "print", "exec", "eval"}, path


def test_the_community_has_no_clock_no_chance_and_no_files() -> None:
    """Days are values that come in; nobody here looks at a calendar or a clock."""
    outside = {"open", "input", "print", "now", "today", "utcnow", "fromtimestamp", "read_text"}
    for path in FILES_OF["community"]:
        for name in imports(path):
            assert name.split(".")[0] not in IMPURE - {"datetime"}, f"{path} imports {name}"
        assert not {ast.unparse(call.func).split(".")[-1] for call in calls_in(path)} & outside, path


def calls_in(path: Path) -> list[ast.Call]:
    return [node for node in nodes_of(path) if isinstance(node, ast.Call)]


def test_no_code_compares_a_variants_name() -> None:
    """Neither with a literal name nor with the list of names: code asks for features."""
    names = set(variant_names())
    found = ((file, operand) for file in FILES for node in nodes_of(file) for operand in compared(node))
    for path, operand in found:
        written = [part.value for part in ast.walk(operand) if isinstance(part, ast.Constant)]
        assert not names.intersection(written), f"{path}:{operand.lineno} compares a variant's name"
        looked_up = room_of(path) == "variants"  # where names become variants
        assert looked_up or not is_variants_name(operand), (
            f"{path}:{operand.lineno} compares a variant's name"
        )


def compared(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    return [node.value] if isinstance(node, ast.MatchValue) else []


def is_variants_name(node: ast.expr) -> bool:
    """`variant.name`, `game.variant.name` and the like."""
    if not (isinstance(node, ast.Attribute) and node.attr == "name"):
        return False
    owner = node.value
    return "variant" in (getattr(owner, "id", ""), getattr(owner, "attr", ""))


def test_the_test_knows_a_comparison_when_it_sees_one() -> None:
    for text in ("variant.name == x", "game.variant.name in names", "x != self.variant.name"):
        (node,) = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Compare)]
        assert any(map(is_variants_name, compared(node)))
