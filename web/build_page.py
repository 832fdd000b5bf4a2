"""Build the page into rowlock/server/page: `python web/build_page.py`, also called when a wheel is built.

With `--static` it becomes a plain folder, build/static, that needs no server.
"""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
from pathlib import Path

import make_python
from node import NoNode, find_npm

WEB = Path(__file__).parent
OUTPUT = WEB.parent / "rowlock" / "server" / "page"
FOLDER = WEB.parent / "build" / "static"


def npm(*args: str) -> None:
    """Run npm in web/, quietly, and stop on an error."""
    quiet = ["--no-audit", "--no-fund", "--loglevel=error"]
    command, env = find_npm()
    subprocess.run([*command, *args, *quiet], cwd=WEB, env=env, check=True)


def build() -> Path:
    """The page that a server serves."""
    python = prepare()
    npm("run", "build", "--silent")
    networks = shutil.ignore_patterns("*.npz.gz")  # the server has them already: rowlock/bots/net/weights
    shutil.copytree(python, OUTPUT / "python" / python.name, ignore=networks)
    return OUTPUT


def build_static() -> Path:
    """The page as a plain folder, for any host of files: it plays on its visitors' own devices."""
    python = prepare()
    npm("run", "static", "--silent")
    target = FOLDER / "python" / python.name
    target.mkdir(parents=True)
    for packed in python.glob("*.gz"):
        (target / packed.stem).write_bytes(gzip.decompress(packed.read_bytes()))
    return FOLDER


def prepare() -> Path:
    """Install what the build needs (nothing of the tests), unless it is there; the browser's Python."""
    wanted, there = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if not there.is_file() or there.stat().st_mtime < wanted.stat().st_mtime:
        tested = (WEB / "node_modules" / "vitest").is_dir()
        npm("ci", *([] if tested else ["--omit=dev"]))
    return make_python.make()


if __name__ == "__main__":
    try:
        build_static() if "--static" in sys.argv else build()
    except (NoNode, subprocess.CalledProcessError) as error:
        sys.exit(f"the page could not be built: {error}")
