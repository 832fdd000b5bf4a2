"""The networks available: those that come with the package, and those trained on this machine.

A network belongs to the rules it was trained for, known by the fingerprint of their tables, whatever the
pad is called, and to the numbers of players it was trained with. Its file says both.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from pathlib import Path
from typing import TypedDict
from zipfile import BadZipFile
from zlib import error

import numpy as np

from rowlock.bots.kit.basis import NETWORK, OWN, Basis
from rowlock.bots.kit.batch import pad_of
from rowlock.bots.net.features import Features
from rowlock.bots.net.network import Floats, NumpyNetwork, read_weights
from rowlock.bots.net.pad import Pad
from rowlock.engine.errors import Unsupported
from rowlock.engine.variant import Variant
from rowlock.folders import networks_folder

SHELF = Path(__file__).parent / "weights"
SOLO = "-solo"
"""How the files of networks that play alone are named, for people and for training."""
INDEX = "index.json"
"""The word of every file about itself, where they are fetched one by one: web/make_python.py writes it."""


class Trained(TypedDict):
    """The rules that a network was trained for, by their fingerprint, and the numbers of players."""

    fingerprint: str
    seats: list[int]


def find_network(pad: Pad, seats: int) -> tuple[NumpyNetwork, Basis] | None:
    """The network for exactly these rules and this many players, and whose it is; None if there is none."""
    fingerprint, solo = pad.tables.fingerprint, seats == 1
    found = [(file, NETWORK) for file in _bundled(fingerprint, seats)]
    for file, basis in (*found, (own_file(fingerprint, solo), OWN)):
        if file.exists() and (network := open_network(pad, file, solo)):
            return network, basis
    return None


def own_file(fingerprint: str, solo: bool) -> Path:
    """The file of a network that was trained here."""
    return networks_folder() / f"{fingerprint}{SOLO if solo else ''}.npz"


def open_network(pad: Pad, file: Path, solo: bool) -> NumpyNetwork | None:
    """The network in a file; None if it is damaged, or belongs to other rules."""
    features = _features(pad)
    try:
        weights, fingerprint = _read(file, file.stat().st_mtime_ns)
    except (OSError, EOFError, ValueError, KeyError, TypeError, BadZipFile, error):
        return None
    if fingerprint != pad.tables.fingerprint or len(weights["own"]) != features.size:
        return None
    return NumpyNetwork(features, weights, points=solo)


def borrow_network(pad: Pad, other: Pad, file: Path, solo: bool) -> NumpyNetwork | None:
    """Another pad's network, played on this one; None if their rows are not alike, state by state."""
    features, tables, theirs = _features(pad), pad.tables, other.tables
    alike = np.array_equal(tables.step, theirs.step) and features.size == _features(other).size
    if not alike or open_network(other, file, solo) is None:
        return None
    return NumpyNetwork(features, _read(file, file.stat().st_mtime_ns)[0], points=solo)


@lru_cache(maxsize=32)
def _features(pad: Pad) -> Features:
    return Features(pad)


@lru_cache(maxsize=16)
def _read(file: Path, changed: int) -> tuple[dict[str, Floats], str]:
    """Read once, and again only if the file changes."""
    return read_weights(file)


def networks_for(variant: Variant) -> list[str]:
    """The bundled networks that play a pad, as names of files on the shelf: what a browser has to fetch."""
    try:
        fingerprint = pad_of(variant).tables.fingerprint
    except Unsupported:
        return []
    return [name for name, trained in _index(SHELF).items() if trained["fingerprint"] == fingerprint]


def _bundled(fingerprint: str, seats: int) -> list[Path]:
    """The files that play with this many players, those first that were trained for the fewest others."""
    found = [
        (len(trained["seats"]), name)
        for name, trained in _index(SHELF).items()
        if trained["fingerprint"] == fingerprint and seats in trained["seats"]
    ]
    return [SHELF / name for _, name in sorted(found)]


@cache
def _index(folder: Path) -> dict[str, Trained]:
    """The bundled networks by name, and what they were trained for."""
    if (folder / INDEX).exists():
        noted: dict[str, Trained] = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        return noted
    found: dict[str, Trained] = {}
    for file in sorted(folder.glob("*.npz")):
        with np.load(file) as weights:
            seats = [int(number) for number in weights["seats"]]
            found[file.name] = {"fingerprint": str(weights["fingerprint"]), "seats": seats}
    return found
