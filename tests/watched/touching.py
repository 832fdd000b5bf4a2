"""Touches every folder that the package has at home, by itself and by a process that it starts."""

import subprocess
import sys
from pathlib import Path

from rowlock import folders
from rowlock.terminal.storage import Storage

TINY = Path(__file__).parents[1] / "tiny" / "tiny.toml"
PLACES = (folders.values_folder, folders.networks_folder, folders.server_folder, folders.games_folder)


def test_every_folder_is_empty_and_is_written_to() -> None:
    for find in (*PLACES, folders.saved_folder):
        place = find() / "touched"
        assert not place.exists()
        place.mkdir(parents=True)
        (place / "file").write_text(place.name)
        assert [file.read_text() for file in place.iterdir()] == ["touched"]
    assert not Storage().tokens.exists()


def test_a_command_keeps_what_it_solves() -> None:
    subprocess.run([sys.executable, "-m", "rowlock", "solve", str(TINY)], check=True, capture_output=True)
    assert list(folders.values_folder().glob("*.*"))
