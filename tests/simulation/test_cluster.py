"""A run on a cluster: a real scheduler, two workers in processes of their own, the death of one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rowlock import load_variant
from rowlock.engine.variant_text import format_variant
from rowlock.simulation.cluster import NoCluster, make_simulation, simulate_on

BOTS = ("cautious", "greedy")


def start(*args: str, log: Path) -> subprocess.Popen[bytes]:
    with log.open("wb") as file:
        return subprocess.Popen([sys.executable, "-m", *args], stdout=file, stderr=subprocess.STDOUT)


def wait_for(condition: Any, what: str, seconds: float = 100) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"no {what} within {seconds} s"
        time.sleep(0.05)


class Cluster:
    """A scheduler and its workers, each a process."""

    def __init__(self, folder: Path) -> None:
        told = folder / "scheduler.json"
        nowhere = ["--host", "127.0.0.1", "--no-dashboard"]
        self.processes = [
            start(
                *("distributed.cli.dask_scheduler", "--port", "0", "--scheduler-file", str(told), *nowhere),
                log=folder / "scheduler.log",
            )
        ]
        wait_for(lambda: told.exists() and told.read_text(), "scheduler")
        self.address = json.loads(told.read_text())["address"]
        self.folder = folder

    def add_worker(self, name: str) -> subprocess.Popen[bytes]:
        options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--name", name]
        folder = ["--local-directory", str(self.folder / name)]
        worker = start(
            *("distributed.cli.dask_worker", self.address, *options, *folder), log=self.folder / f"{name}.log"
        )
        self.processes.append(worker)
        return worker

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait(10)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path)
    yield made
    made.stop()


def test_a_cluster_gives_the_same_result_and_survives_the_death_of_a_worker(cluster: Cluster) -> None:
    from distributed import Client

    simulation = make_simulation(format_variant(load_variant("classic")), "classic", BOTS, 21)
    games, part = 60_000, 1_000
    with pytest.raises(NoCluster, match="no workers"):
        simulate_on(cluster.address, simulation, BOTS, games)
    victim = cluster.add_worker("one")
    cluster.add_worker("two")
    with Client(cluster.address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(2, timeout=100)
    local = simulation.play(0, games)
    assert (simulate_on(cluster.address, simulation, BOTS, games, part=part) == local).all()

    heard: list[int] = []

    def kill_midway(played: int) -> None:
        heard.append(played)
        if len(heard) == 5:
            os.kill(victim.pid, signal.SIGKILL)

    assert (simulate_on(cluster.address, simulation, BOTS, games, kill_midway, part) == local).all()
    assert victim.wait(10) == -signal.SIGKILL
    assert heard == [part] * 60


def test_a_worker_with_other_tables_is_found_out(cluster: Cluster) -> None:
    """As when a worker has an older Rowlock: what it counted is not added."""
    simulation = make_simulation(format_variant(load_variant("classic")), "classic", BOTS, 21)
    other = make_simulation(format_variant(load_variant("mixx-b")), "mixx-b", BOTS, 21)
    cluster.add_worker("one")
    from distributed import Client

    with Client(cluster.address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(1, timeout=100)
    simulation.tables.__dict__["fingerprint"] = other.tables.fingerprint
    try:
        with pytest.raises(NoCluster, match="another version"):
            simulate_on(cluster.address, simulation, BOTS, 2_000)
    finally:
        del simulation.tables.__dict__["fingerprint"]
