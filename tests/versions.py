"""The tools of a test run, each with the version that was last seen to pass.

`make test` begins with this; `python tests/versions.py --write` states what is here, after a run that passed.
"""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
import sys
from datetime import date
from importlib.metadata import distributions
from pathlib import Path

SEEN = Path(__file__).parent / "versions.txt"
NODE = str(Path(__file__).parents[1] / "web" / "node.py")
PROGRAMS = {
    "browser": (("chromium-headless-shell", "chromium", "google-chrome"), ["--version"]),
    "node": ((sys.executable,), [NODE, "node", "--version"]),  # the one that is used, wherever it comes from
    "npm": ((sys.executable,), [NODE, "npm", "--version"]),
    "tmux": (("tmux",), ["-V"]),
}
HEAD = """\
# The versions that were seen to pass; `make test` begins by telling what differs from them.
# The packages of the page are locked in web/package-lock.json. For the same Python packages:
# pip install -c tests/versions.txt -e '.[dev]'
# passed: {passed}
"""


def version_of(names: tuple[str, ...], words: list[str]) -> str:
    """The version that a program states when it is given these words; the first of several that is there."""
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        return "missing"
    told = subprocess.run([path, *words], capture_output=True, text=True, timeout=60).stdout
    found = re.search(r"\d[\w.]*", told)
    return found[0] if found else "unknown"


def tools_here() -> dict[str, str]:
    tools = {"python": platform.python_version()}
    return tools | {tool: version_of(*program) for tool, program in PROGRAMS.items()}


def packages_here() -> dict[str, str]:
    """All that is installed beside the project itself."""
    found = {re.sub(r"[-_.]+", "-", one.name).lower(): one.version for one in distributions()}
    return {name: found[name] for name in sorted(found) if name not in ("rowlock", "pip", "setuptools")}


def write() -> None:
    tools = [f"# {tool} {version}\n" for tool, version in tools_here().items()]
    packages = [f"{name}=={version}\n" for name, version in packages_here().items()]
    head = HEAD.format(passed=f"a whole `make test` on {date.today().isoformat()}")
    SEEN.write_text(head + "".join(tools) + "".join(packages), encoding="utf-8")


def seen() -> tuple[dict[str, str], dict[str, str]]:
    """The versions of tools and of packages that are written down."""
    text = SEEN.read_text(encoding="utf-8")
    tools = re.findall(r"^# (\w+) (\d\S*)$", text, re.MULTILINE)
    return dict(tools), dict(re.findall(r"^([\w-]+)==(\S+)$", text, re.MULTILINE))


def lines() -> list[str]:
    tools, packages = seen()
    told = [
        f"  {tool} {version}{differs(version, tools.get(tool))}" for tool, version in tools_here().items()
    ]
    other = {name: v for name, v in packages_here().items() if packages.get(name, v) != v}
    told += [f"  {name} {version}{differs(version, packages[name])}" for name, version in other.items()]
    return [*told, f"  {len(packages) - len(other)} Python packages as seen to pass", f"  passed: {when()}"]


def when() -> str:
    found = re.search(r"^# passed: (.*)$", SEEN.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else "never"


def differs(here: str, passed: str | None) -> str:
    return "" if here == passed else f" (seen to pass: {passed or 'none'})"


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write()
    sys.stdout.write("\n".join(["Tools of this test run:", *lines(), ""]))
