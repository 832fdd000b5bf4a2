"""The soak test can do all that it says: each fault is one that can be made."""

from __future__ import annotations

from inspect import iscoroutinefunction
from pathlib import Path

import pytest

from bench.faults.house import EVERYTHING, House
from rowlock.server.store.schema import metadata


@pytest.mark.parametrize(("kind", "servers"), [("sqlite", 1), ("postgresql", 3)])
def test_every_fault_can_be_made(kind: str, servers: int, tmp_path: Path) -> None:
    house = House(kind, tmp_path, seed=1)
    assert len(house.ports) == servers
    assert all(map(iscoroutinefunction, house.possible()))
    house.stop()
    names = {fault.__name__ for fault in house.possible()}
    assert names >= {"kill", "restart", "pause", "cut_lines", "jump"}


def test_whoever_is_forgotten_is_looked_for_in_every_table() -> None:
    assert len(EVERYTHING) == len(metadata.tables) - 1  # all but the house's own secrets
