"""Where things are kept: the places of earlier versions, and what moves them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rowlock import folders
from rowlock.terminal.storage import Storage

VARIABLES = ("ROWLOCK_DATA", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def test_the_usual_places(home: Path) -> None:
    assert folders.values_folder() == home / ".cache/rowlock/values"
    assert folders.server_folder() == home / ".local/share/rowlock"
    assert Storage().earlier == home / ".local/state/rowlock/saved.rowlock"
    assert Storage().unfinished == home / ".local/state/rowlock/unfinished"
    assert Storage().tokens == home / ".local/state/rowlock/players.json"
    assert Storage().games == home / ".local/share/rowlock/games"


def test_the_environment_moves_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES[1:]:
        monkeypatch.setenv(name, f"/{name}")
    assert folders.values_folder() == Path("/XDG_CACHE_HOME/rowlock/values")
    assert folders.server_folder() == Path("/XDG_DATA_HOME/rowlock")
    assert folders.saved_folder() == Path("/XDG_STATE_HOME/rowlock")
    assert folders.games_folder() == Path("/XDG_DATA_HOME/rowlock/games")
    monkeypatch.setenv("ROWLOCK_DATA", "/elsewhere")
    assert folders.server_folder() == Path("/elsewhere")
    assert folders.games_folder() == Path("/XDG_DATA_HOME/rowlock/games")


def test_games_that_an_earlier_version_kept_on_other_systems_are_found(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(folders, "user_state_path", lambda *_, **__: home / "Library")
    assert folders.saved_folder() == home / "Library"
    (home / ".local/state/rowlock").mkdir(parents=True)
    assert folders.saved_folder() == home / ".local/state/rowlock"
    monkeypatch.setenv("XDG_STATE_HOME", "/chosen")
    assert folders.saved_folder() == Path("/chosen/rowlock")
