"""Folders on a user's machine: one answer for the whole package."""

from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.platform == "emscripten":  # a browser keeps everything in one place

    def user_data_path(name: str, appauthor: bool = False) -> Path:
        return Path.home() / name

    user_cache_path = user_state_path = user_data_path
else:
    from platformdirs import user_cache_path, user_data_path, user_state_path


def values_folder() -> Path:
    """Solved games; they can be solved again."""
    return user_cache_path("rowlock") / "values"


def networks_folder() -> Path:
    """Networks that were trained here, for the user's own pads."""
    return user_data_path("rowlock", appauthor=False) / "networks"


def server_folder() -> Path:
    """The server's database; `ROWLOCK_DATA` names another place."""
    chosen = os.environ.get("ROWLOCK_DATA")
    return Path(chosen) if chosen else user_data_path("rowlock", appauthor=False)


def games_folder() -> Path:
    """Records of the games that were finished in the terminal."""
    return _at_home("XDG_DATA_HOME", ".local/share", user_data_path("rowlock", appauthor=False)) / "games"


def saved_folder() -> Path:
    """Games that were left in the terminal, and the keys to the seats at servers' tables."""
    return _at_home("XDG_STATE_HOME", ".local/state", user_state_path("rowlock", appauthor=False))


def _at_home(variable: str, place: str, usual: Path) -> Path:
    """The system's usual place; outside Linux, a folder that an earlier version made stays in use."""
    if sys.platform == "linux":
        return usual
    chosen = os.environ.get(variable)
    earlier = Path(chosen or Path.home() / place) / "rowlock"
    return earlier if chosen or earlier.exists() else usual
