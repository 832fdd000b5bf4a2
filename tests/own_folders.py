"""Folders of its own for every test run: what the user keeps at home is neither read nor changed."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

MOVED = {
    "HOME": "",
    "XDG_CACHE_HOME": ".cache",
    "XDG_CONFIG_HOME": ".config",
    "XDG_DATA_HOME": ".local/share",
    "XDG_STATE_HOME": ".local/state",
}
TOOLS = {
    "GIT_CONFIG_GLOBAL": ".gitconfig",
    "NPM_CONFIG_CACHE": ".npm",
    "NPM_CONFIG_USERCONFIG": ".npmrc",
    "PIP_CACHE_DIR": ".cache/pip",
    "PIP_CONFIG_FILE": ".config/pip/pip.conf",
}
"""Where packages come from is a matter of the machine: the tools that fetch them stay as they are."""


def move_home() -> Path:
    """From here on, and in every process that is started, home is a new and empty folder."""
    before, home = Path.home(), Path(tempfile.mkdtemp(prefix="rowlock-home-"))
    for variable, place in TOOLS.items():
        if (before / place).exists():
            os.environ.setdefault(variable, str(before / place))
    for variable, place in MOVED.items():
        os.environ[variable] = str(home / place)
        (home / place).mkdir(parents=True, exist_ok=True)
    os.environ.pop("ROWLOCK_DATA", None)
    return home


def remove_home(home: Path) -> None:
    shutil.rmtree(home, ignore_errors=True)
