"""A dataset in a folder, for long runs: whole files of some games each, so that a run goes on after a kill.

A file appears under its name when all of its games are in it; whatever an earlier run has left is kept. Names
that begin with `_` or `.` are passed over by readers of Parquet folders.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import format_variant
from rowlock.library.checksums import write_checksums
from rowlock.library.dataset import write_games
from rowlock.library.decision_rows import BadFile, has_parquet

GAMES_IN_FILE = 1000
ABOUT, CHECKSUMS = "_about.json", "_CHECKSUMS"


def write_folder(
    folder: Path, variant: Variant, bots: Sequence[str], games: int, seed: int, heard: Callable[[int], None]
) -> int:
    """Write what is missing in the folder, and the checksums of all; returns how many files there are."""
    kind = "parquet" if has_parquet() else "jsonl"
    about: dict[str, object] = {
        "variant": variant.name,
        "pad": sha256(format_variant(variant).encode()).hexdigest(),
        "bots": list(bots),
        "seed": seed,
        "games": games,
        "kind": kind,
    }
    _begin(folder, about)
    files = list(_files(games, kind))
    for name, part in files:
        if (folder / name).exists():
            heard(len(part))
            continue
        building = folder / f"_building-{os.getpid()}.{kind}"
        write_games(building, variant, bots, part, seed, heard)
        building.replace(folder / name)
    for left in folder.glob("_building-*"):  # by a run that was killed
        left.unlink()
    write_checksums(folder, CHECKSUMS, [name for name, _ in files])
    return len(files)


def _files(games: int, kind: str) -> Iterator[tuple[str, range]]:
    """The name and the games of every file."""
    for first in range(0, games, GAMES_IN_FILE):
        part = range(first, min(games, first + GAMES_IN_FILE))
        yield f"games-{first:07}.{kind}", part


def _begin(folder: Path, about: dict[str, object]) -> None:
    """Make the folder, or make sure that an earlier run had the same in mind."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / ABOUT).exists():
            building = folder / f"_about-{os.getpid()}"
            building.write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
            building.replace(folder / ABOUT)
        before = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadFile(f"{folder} cannot be written: {error.strerror}") from None
    except ValueError:
        before = None
    if before != about:
        raise BadFile(f"{folder} was begun with other settings, see {ABOUT} in it; name another folder")
