"""A network learns to agree with itself: its word about a table becomes the mean of its words over all rolls.

Results of games are noisy teachers. The mean over every roll of the next turn, everybody playing as the judge
would, is not: what a network still says differently of the same table is its own mistake. Several processes
play the network's games and reckon those means; the network then learns them for a quarter of the time.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch

from rowlock.analysis.judges.by_network import ByNetwork
from rowlock.analysis.judges.roll_means import look_at_rolls
from rowlock.analysis.judges.turn_outcomes import Floats
from rowlock.bots.kit.batch import pad_of
from rowlock.bots.net.lockstep import (
    Games,
    colour_options,
    make_rolls,
    new_games,
    next_seat,
    resolve_colour,
    resolve_white,
    white_options,
)
from rowlock.bots.net.meeting import Meeting
from rowlock.bots.net.network import one_core
from rowlock.bots.net.pad import Array
from rowlock.bots.net.shelf import open_network
from rowlock.engine.errors import RowlockError
from rowlock.train.course import Course
from rowlock.train.training import Learner

TABLES = 64
"""Tables that one process plays in step."""
GATHERING = 0.75
"""The part of the time in which tables are gathered."""
BATCH = 4096
HELD_OUT = 20
"""Every so many-th table is not learnt from, and tells what was learnt."""


class Taught(NamedTuple):
    """Tables at the start of a turn, and the mean worth of all rolls to each seat `[N, P]`."""

    tables: Games
    means: Floats


def learn_means(course: Course, path: Path) -> None:
    """Gather tables with their means, learn them, and write the weights."""
    seats = set(course.seats)
    if len(seats) != 1 or not course.begin:
        raise RowlockError("a network learns its own means for one number of seats, from weights that exist")
    taught = _gathered(course, seats.pop())
    learner, told = Learner(course), np.arange(len(taught.means)) % HELD_OUT == 0
    learnt, held = (_part(taught, np.flatnonzero(mask), learner) for mask in (~told, told))
    print(f"{course.name}: {len(taught.means)} tables, {_error(learner, held)}", flush=True)
    start, steps = time.time(), 0
    while (progress := _progress(course, steps, time.time() - start)) < 1:
        learner.rate.fill_(course.rate * (0.02 + 0.49 * (1 + math.cos(math.pi * progress))))
        _step(learner, learnt)
        steps += 1
    path.parent.mkdir(parents=True, exist_ok=True)
    learner.save(path)
    print(f"{course.name}: after {steps} steps {_error(learner, held)}", flush=True)


def _progress(course: Course, steps: int, passed: float) -> float:
    """How much of the learning is done, from 0 to 1."""
    return steps / course.rounds if course.rounds else passed / (course.seconds * (1 - GATHERING))


def _step(learner: Learner, learnt: tuple[Games, torch.Tensor]) -> None:
    tables, means = learnt
    at = torch.randint(len(means), (BATCH,), device=means.device)
    part = Games(*[x[at][None] for x in tables])
    with torch.no_grad():
        leads = learner.network(Games(*[x[0] for x in part]))[1][None]
    learner.learn(part, means[at][None], leads, None)
    for name, weight in learner.network.weights().items():
        learner.average[name].lerp_(weight, 0.002)


def _error(learner: Learner, held: tuple[Games, torch.Tensor]) -> str:
    """How far the averaged network's words are from the means, on tables that it has not learnt from."""
    now = learner.network.weights()
    kept = {name: weight.clone() for name, weight in now.items()}
    with torch.no_grad():
        for name, weight in now.items():
            weight.copy_(learner.average[name])
        off = (torch.sigmoid(learner.network(held[0])[0]) - held[1]).abs()
        for name, weight in now.items():
            weight.copy_(kept[name])
    return f"off by {float(off.mean()):.5f} on average, 99 % within {float(off.quantile(0.99)):.4f}"


def _part(taught: Taught, at: Array, learner: Learner) -> tuple[Games, torch.Tensor]:
    device = learner.course.device
    tables = Games(*[torch.as_tensor(part[at], device=device).int() for part in taught.tables])
    return tables, torch.as_tensor(taught.means[at], dtype=torch.float32, device=device)


def _gathered(course: Course, seats: int) -> Taught:
    """Tables of the network's games, from as many processes as asked for."""
    seconds = course.seconds * GATHERING
    jobs = [(course, seats, course.seed + 1000 * n, seconds) for n in range(course.means)]
    with ProcessPoolExecutor(course.means, get_context("spawn")) as pool:
        found = list(pool.map(_gather, jobs))
    tables = Games(*[np.concatenate(parts) for parts in zip(*[one.tables for one in found], strict=True)])
    return Taught(tables, np.concatenate([one.means for one in found]))


def _gather(job: tuple[Course, int, int, float]) -> Taught:
    """One process: until its time is up, or for as many turns as there are rounds."""
    course, seats, seed, seconds = job
    found, end = list[Taught](), time.time() + seconds
    for turn, taught in enumerate(_turns(course, seats, np.random.default_rng(seed))):
        found.append(taught)
        if turn + 1 == course.rounds or time.time() > end:
            break
    tables = Games(*[np.concatenate(parts) for parts in zip(*[one.tables for one in found], strict=True)])
    return Taught(tables, np.concatenate([one.means for one in found]))


def _turns(course: Course, seats: int, chance: np.random.Generator) -> Iterator[Taught]:
    """Endless turns of some tables, every choice a little shaken; games that end make room for new ones."""
    pad = pad_of(course.variant)
    network = open_network(pad, Path(course.begin), solo=False)
    if network is None:
        raise RowlockError(f"{course.begin} is no network for {course.variant.title}")
    weigher = Meeting(pad, network)
    judge, now = ByNetwork(pad, weigher, "network", seats), new_games(pad, TABLES, seats)
    fresh = new_games(pad, TABLES, seats)

    def chosen(values: Array) -> Array:
        return (values + course.noise * chance.normal(size=values.shape)).argmax(-1)

    while True:
        with one_core():
            faces = chance.integers(1, pad.faces + 1, (TABLES, 2 + pad.R))
            yield Taught(now, look_at_rolls(weigher, now, faces, judge.level).mean)
            dice = make_rolls(pad, faces)
            options = white_options(pad, now, dice)
            choice = chosen(weigher.white(now, dice, options))
            after, idle, over = resolve_white(pad, now, options, choice)
            options = colour_options(pad, after, dice, over)
            ended, over = resolve_colour(
                pad, after, options, chosen(weigher.colour(after, options, idle)), idle, over
            )
            onward = next_seat(pad, ended)
            wide = [over.reshape(-1, *[1] * (part.ndim - 1)) for part in onward]
            now = Games(*[np.where(w, f, o) for w, f, o in zip(wide, fresh, onward, strict=True)])
