"""The layers hold: imports point down, the engine is pure, no code compares a variant's name."""

from __future__ import annotations

import ast
import sys
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


def imports(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports by a relative path"
            found.append(node.module or "")
    return found


def test_every_room_has_a_level() -> None:
    rooms = {room_of(path) for path in FILES} - {"__init__", "__main__"}
    assert rooms <= set().union(*LEVELS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down(path: Path) -> None:
    room = room_of(path)
    if room in {"__init__", "__main__"}:
        return
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "rowlock" and len(parts) > 1:
            assert level(parts[1]) <= level(room), f"{path} imports {name}, which stands above it"


@pytest.mark.parametrize("path", sorted((PACKAGE / "engine").rglob("*.py")), ids=lambda path: path.name)
def test_the_engine_needs_only_the_standard_library_and_no_outside(path: Path) -> None:
    for name in imports(path):
        first = name.split(".")[0]
        assert first == "rowlock" or first in sys.stdlib_module_names, name
        assert first not in IMPURE, f"{path} imports {name}: chance, clock and files stay outside"
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & {"open", "input", "print", "exec", "eval"}


PURE = sorted((PACKAGE / "community").rglob("*.py"))


@pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_community_has_no_clock_no_chance_and_no_files(path: Path) -> None:
    """Days are values that come in; nobody here looks at a calendar or a clock."""
    for name in imports(path):
        assert name.split(".")[0] not in IMPURE - {"datetime"}, f"{path} imports {name}"
    tree = ast.parse(path.read_text(encoding="utf-8"))
    called = {ast.unparse(node.func).split(".")[-1] for node in ast.walk(tree) if isinstance(node, ast.Call)}
    assert not called & {"open", "input", "print", "now", "today", "utcnow", "fromtimestamp", "read_text"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_code_compares_a_variants_name(path: Path) -> None:
    """Neither with a literal name nor with the list of names: code asks for features."""
    names, tree = set(variant_names()), ast.parse(path.read_text(encoding="utf-8"))
    for operand in [operand for node in ast.walk(tree) for operand in compared(node)]:
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
