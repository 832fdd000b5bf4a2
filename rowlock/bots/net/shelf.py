"""The networks that come with the package, found by the name of what they were trained for."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from rowlock.bots.net.features import Features
from rowlock.bots.net.network import Floats, NumpyNetwork, read_weights
from rowlock.bots.net.pad import Pad
from rowlock.engine.errors import Unsupported

SHELF = Path(__file__).parent / "weights"


def load_network(pad: Pad, solo: bool = False, shelf: Path = SHELF) -> NumpyNetwork:
    """The network for a pad; raises `Unsupported` if there is none for exactly these rules."""
    weights, fingerprint = _read(shelf / f"{pad.tables.variant.name}{'-solo' if solo else ''}.npz")
    if fingerprint != pad.tables.fingerprint:
        raise Unsupported(f"no network was trained for {pad.tables.variant.title} as it is played here")
    return NumpyNetwork(Features(pad), weights, points=solo)


@lru_cache(maxsize=16)
def _read(path: Path) -> tuple[dict[str, Floats], str]:
    if not path.exists():
        raise Unsupported(f"there is no network {path.name}")
    return read_weights(path)
