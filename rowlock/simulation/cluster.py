"""A run on many machines: the same parts, played by the workers of a Dask cluster, added up here.

A part is described by the variant's text, the bots' names, the seed and a range of games, so a worker needs
only Rowlock itself. A part whose worker dies is played again by another; counts are added once per
part, so the result is that of a run on one machine.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from itertools import islice
from typing import Any

from rowlock.bots import load_value
from rowlock.engine.errors import RowlockError, Unsupported
from rowlock.engine.variant_text import format_variant, parse_variant
from rowlock.fast.simulate import Simulation, parts_of
from rowlock.fast.tables import compile_variant
from rowlock.fast.tally import Counts

PART = 100_000
"""Games in a part: some tenths of a second for a worker, a few kilobytes for the network."""
AHEAD = 4
"""Parts on their way for each thread of the cluster."""
PATIENCE = "10s"


class NoCluster(RowlockError):
    """A cluster that cannot be reached, or that cannot do the work."""

    code = "no_cluster"


def play_part(text: str, name: str, bots: tuple[str, ...], seed: int, first: int, count: int) -> Any:
    """The work of a worker: play a range of games; gives the counts and the fingerprint of its tables."""
    simulation = make_simulation(text, name, bots, seed)
    return simulation.play(first, count), simulation.tables.fingerprint


@lru_cache(maxsize=4)
def make_simulation(text: str, name: str, bots: tuple[str, ...], seed: int) -> Simulation:
    values = []
    for bot in bots:
        value = load_value(bot)
        if value is None:
            raise Unsupported(f"{bot} is not a value function")
        values.append(value)
    return Simulation(compile_variant(parse_variant(text, name)), values, seed)


def simulate_on(
    address: str,
    simulation: Simulation,
    bots: tuple[str, ...],
    games: int,
    progress: Callable[[int], None] = lambda played: None,
    part: int = PART,
) -> Counts:
    """Play games 0 to `games` - 1 on the cluster whose scheduler has this address; fewer after Ctrl-C."""
    distributed = _dask()
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise NoCluster(f"there is no Dask scheduler at {address[:80]}: {error}") from None
    with client:
        return _play_parts(client, simulation, bots, games, progress, part)


def _dask() -> Any:
    try:
        return import_module("distributed")
    except ImportError:
        raise NoCluster("--cluster needs Dask: pip install 'rowlock[cluster]'") from None


def _play_parts(
    client: Any,
    simulation: Simulation,
    bots: tuple[str, ...],
    games: int,
    progress: Callable[[int], None],
    part: int,
) -> Counts:
    threads = sum(client.nthreads().values())
    if threads == 0:
        raise NoCluster("the cluster has no workers yet; start some with `dask worker ADDRESS`")
    variant = simulation.tables.variant
    told = (format_variant(variant), variant.name, bots, simulation.seed)
    counts, sizes = simulation.layout.new_counts(), {}
    todo = parts_of(games, part)

    def send(most: int) -> list[Any]:
        futures = []
        for first, count in islice(todo, most):
            futures.append(client.submit(play_part, *told, first, count, pure=False))
            sizes[futures[-1].key] = count
        return futures

    flying = _dask().as_completed(send(AHEAD * threads), loop=client.loop)
    try:
        for future in flying:
            counts += _result(future, simulation.tables.fingerprint)
            progress(sizes.pop(future.key))
            flying.update(send(1))
    except KeyboardInterrupt:
        if not counts.any():
            raise
    return counts


def _result(future: Any, fingerprint: str) -> Counts:
    """The counts of a part, once; whatever went wrong on the worker in one sentence."""
    try:
        counts, theirs = future.result()
    except RowlockError:
        raise
    except _dask().KilledWorker as error:
        raise NoCluster(f"workers died again and again on the same part: {error}") from None
    except Exception as error:
        raise NoCluster(f"a worker failed: {type(error).__name__}: {error}") from None
    if theirs != fingerprint:
        raise NoCluster("a worker has another version of Rowlock: its tables differ from those here")
    played: Counts = counts
    return played
