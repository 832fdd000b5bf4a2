"""The files that an open project lives by say what is true."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

REPOSITORY = Path(__file__).parents[1]
MAKEFILE = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
TOLD = [
    *REPOSITORY.glob(".github/**/*.yml"),
    REPOSITORY / ".pre-commit-config.yaml",
]


@pytest.mark.parametrize("path", TOLD, ids=lambda path: path.name)
def test_workflows_and_templates_can_be_read_and_call_what_there_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert yaml.safe_load(text)
    for target in re.findall(r"\bmake ([a-z-]+)\b", text):
        assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE) or target == "brings", target


def test_forks_are_tested_and_tags_are_published() -> None:
    test = yaml.safe_load((REPOSITORY / ".github/workflows/test.yml").read_text(encoding="utf-8"))
    assert "pull_request" in test[True]  # YAML reads `on` as true
    assert {"run": "make test"} in test["jobs"]["test"]["steps"]
    release = yaml.safe_load((REPOSITORY / ".github/workflows/release.yml").read_text(encoding="utf-8"))
    assert release[True]["push"]["tags"] == ["v*"]
    assert {"run": "make test"} in release["jobs"]["build"]["steps"]
    assert {"run": "make dist"} in release["jobs"]["build"]["steps"]
    assert re.search(r"^dist: docs ", MAKEFILE, re.MULTILINE)  # the packages carry the site


def test_every_target_is_explained() -> None:
    targets = re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE)
    assert [name for name in targets if not re.search(rf"^{name}:.*## ", MAKEFILE, re.MULTILINE)] == []


def test_files_that_go_first_are_there() -> None:
    """Named in tests/conftest.py, which cannot be imported by its name: every folder may have one."""
    text = (REPOSITORY / "tests" / "conftest.py").read_text(encoding="utf-8")
    long = re.findall(r'"([a-z_/]+\.py)"', text)
    assert len(long) > 5
    assert [name for name in long if not (REPOSITORY / "tests" / name).is_file()] == []


def test_every_test_file_has_a_name_of_its_own() -> None:
    """The tests are collected without packages: two files of one name cannot both be imported."""
    names = [path.name for path in (REPOSITORY / "tests").rglob("*.py") if path.name != "conftest.py"]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


def docstrings(path: Path) -> Iterator[str]:
    """The texts that stand by themselves: of modules, classes, functions and the lines above them."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield text


def test_docstrings_say_what_a_thing_is_and_do_not_ask() -> None:
    """ "The worth of a move", not "What a move is worth"."""
    files = [path for room in ("rowlock", "tests", "bench") for path in (REPOSITORY / room).rglob("*.py")]
    assert len(files) > 500
    asking = [(path.name, text) for path in files for text in docstrings(path) if text.startswith("What ")]
    assert asking == []
