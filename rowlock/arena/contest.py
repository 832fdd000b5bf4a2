"""A contest between bots: every deal of dice is played once for every rotation of the seats.

Luck that favours a seat or a deal favours all bots alike; what is left is skill and a little noise. Results
are counted by deal, so that the intervals know that the games of a deal belong together.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from time import perf_counter
from typing import NamedTuple

import numpy as np

from rowlock.arena.batched import Floats, rotate
from rowlock.arena.table import play_game
from rowlock.bots import Asked, Bot, find_source, load_batch_bot, load_bot, load_value
from rowlock.bots.kit.batch import BatchBot, pad_of
from rowlock.bots.kit.program import Program
from rowlock.bots.kit.source import EXEC, Source
from rowlock.bots.net.lockstep import Games, Lots, Rolls
from rowlock.bots.net.pad import Array, Options
from rowlock.engine.errors import RowlockError
from rowlock.engine.record import format_record
from rowlock.engine.variant import Variant
from rowlock.fast.simulate import Simulation
from rowlock.fast.tables import compile_variant
from rowlock.simulation.pieces import in_order, sizes_of

FIRST_BATCH, BATCH = 16, 250
"""Deals in one piece of work for bots that play many tables at once: few at first, to have something soon."""
MOST_SHEETS = 2000
"""So many sheets may be in one such piece where every process has two of them: each then costs less."""
SLOW_BATCH = 8
"""Deals in one piece where games are played one by one: at most this much is lost to Ctrl-C."""
KERNEL_BATCH = 10_000


@dataclass(frozen=True)
class Contest:
    """A contest: its players, its pad, its seed and limits."""

    variant: Variant
    names: tuple[str, ...]
    """One for every seat, as `find_source` takes them; a name may be repeated."""
    seed: int = 0
    seconds: float = 5.0
    """How long a program may think about a move."""
    save: bool = False
    given: tuple[Source, ...] = ()
    """Bots that are objects of this process and cannot be found by their names."""

    @property
    def seats(self) -> int:
        return len(self.names)

    def bot(self, name: str) -> Asked:
        """The bot with this name: an object that was given, or the text to find it by."""
        return next((source for source in self.given if source.text == name), name)


class Forfeited(NamedTuple):
    """A game that a bot has forfeited by what it did, or failed to do."""

    bot: str
    deal: int
    rotation: int
    reason: str

    def __str__(self) -> str:
        return f"{self.bot} forfeited deal {self.deal}, rotation {self.rotation}: {self.reason}"


@dataclass
class Results:
    """By deal, rotation and place in `names`: points and shares; and what went wrong."""

    points: Floats
    shares: Floats
    moves: dict[str, tuple[int, float]] = field(default_factory=dict)
    """By bot: how many moves, and seconds spent on them."""
    forfeits: list[Forfeited] = field(default_factory=list)
    records: list[str] = field(default_factory=list)
    stopped: bool = False
    """Whether somebody stopped it (Ctrl-C) before all deals were played; these are then the first."""

    @classmethod
    def empty(cls, seats: int) -> Results:
        return cls(np.zeros((0, seats, seats)), np.zeros((0, seats, seats)))

    @property
    def deals(self) -> int:
        return len(self.points)

    @property
    def finished(self) -> int:
        """How many games were played to their end."""
        rotations = int(self.shares.shape[1])
        return self.deals * rotations - len({(lost.deal, lost.rotation) for lost in self.forfeits})

    def add(self, more: Results) -> None:
        self.points = np.concatenate([self.points, more.points])
        self.shares = np.concatenate([self.shares, more.shares])
        for name, (count, seconds) in more.moves.items():
            old = self.moves.get(name, (0, 0.0))
            self.moves[name] = (old[0] + count, old[1] + seconds)
        self.forfeits += more.forfeits
        self.records += more.records


def hold(
    contest: Contest,
    deals: int,
    workers: int | None = None,
    heard: Callable[[Results], bool] = lambda _: False,
) -> Results:
    """Play the deals on all cores; `heard` gets the results so far and may return True to stop."""
    total, simple = Results.empty(contest.seats), is_simple(contest)
    most = 1 if contest.given and not simple else workers or os.cpu_count() or 1
    pieces = pieces_of(contest, deals, most)
    try:
        # the kernel is done with Python while it plays, so that threads are enough for it
        for part in in_order(partial(play_deals, contest), pieces, min(most, len(pieces)), threads=simple):
            total.add(part)
            if heard(total):
                break
    except KeyboardInterrupt:
        if not total.deals:
            raise
        total.stopped = True
    return total


def pieces_of(contest: Contest, deals: int, workers: int) -> list[tuple[int, int]]:
    """The deals in pieces of work for so many processes: the first of each, and how many."""
    if is_simple(contest):
        return sizes_of(deals, KERNEL_BATCH, KERNEL_BATCH)
    if is_batched(contest):
        size = min(MOST_SHEETS // contest.seats, max(BATCH, deals // (2 * workers)))
        return sizes_of(deals, FIRST_BATCH, size)
    size = max(1, min(SLOW_BATCH, deals // 64))
    return sizes_of(deals, size, size)


def is_simple(contest: Contest) -> bool:
    """Whether all bots are value functions, which play in the kernel, and nobody asks for single moves."""
    return _wants_no_single_moves(contest) and why_not(lambda: _simulation(contest, 0)) is None


def is_batched(contest: Contest) -> bool:
    """Whether all bots can play many tables at once, and nobody wants to see single moves."""
    return _wants_no_single_moves(contest) and why_not(lambda: _batch_bots(contest)) is None


def slow_reason(contest: Contest) -> str | None:
    """The reason why the games are played one by one through the engine unasked; None if they are not."""
    if not _wants_no_single_moves(contest) or is_simple(contest):
        return None
    return why_not(lambda: _batch_bots(contest))


def why_not(make: Callable[[], object]) -> str | None:
    """The reason that rules out something faster than the engine; None if nothing does."""
    try:
        make()
    except RowlockError as error:
        return str(error)
    return None


def _wants_no_single_moves(contest: Contest) -> bool:
    return not contest.save and not any(name.startswith(EXEC) for name in contest.names)


def _batch_bots(contest: Contest) -> dict[str, BatchBot]:
    pad = pad_of(contest.variant)
    return {
        name: load_batch_bot(contest.bot(name), pad, contest.seats) for name in dict.fromkeys(contest.names)
    }


def play_deals(contest: Contest, first: int, count: int) -> Results:
    """All rotations of these deals."""
    if is_simple(contest):
        return _in_kernel(contest, first, count)
    return _in_step(contest, first, count) if is_batched(contest) else _one_by_one(contest, first, count)


@lru_cache(maxsize=8)
def _simulation(contest: Contest, turned: int) -> Simulation:
    """The contest for the kernel, with the bots moved on by this many seats."""
    order = [contest.names[(seat + turned) % contest.seats] for seat in range(contest.seats)]
    values = [load_value(contest.bot(name)) for name in order]
    simple = [value for value in values if value is not None]
    if len(simple) < len(values):
        raise RowlockError("bots that look at the whole table do not play in the kernel")
    return Simulation(compile_variant(contest.variant), simple, contest.seed)


def _in_kernel(contest: Contest, first: int, count: int) -> Results:
    """In the kernel the start seat changes with the games; who starts identifies the rotation."""
    seats = contest.seats
    points = np.zeros((count, seats, seats))
    deals, start = np.arange(count), np.arange(first, first + count) % seats
    for turned in range(seats):
        scores = _simulation(contest, turned).scores(first, count)
        for place in range(seats):
            points[deals, (start + turned) % seats, place] = scores[:, (place - turned) % seats]
    best = points == points.max(-1, keepdims=True)
    return Results(points, best / best.sum(-1, keepdims=True))


class _Timed:
    """A batch bot with a watch."""

    def __init__(self, bot: BatchBot) -> None:
        self.bot, self.by, self.count, self.seconds = bot, bot.by, 0, 0.0

    def white(
        self, games: Games, dice: Rolls, options: Options, positions: tuple[int, ...], lots: Lots
    ) -> Array:
        began = perf_counter()
        chosen = self.bot.white(games, dice, options, positions, lots)
        self.count, self.seconds = self.count + chosen.size, self.seconds + perf_counter() - began
        return chosen

    def colour(self, games: Games, dice: Rolls, options: Options, idle: Array, lots: Lots) -> Array:
        began = perf_counter()
        chosen = self.bot.colour(games, dice, options, idle, lots)
        self.count, self.seconds = self.count + chosen.size, self.seconds + perf_counter() - began
        return chosen


def _in_step(contest: Contest, first: int, count: int) -> Results:
    timed = {name: _Timed(bot) for name, bot in _batch_bots(contest).items()}
    bots: list[BatchBot] = [timed[name] for name in contest.names]
    points, shares = rotate(pad_of(contest.variant), bots, contest.seed, first, count)
    return Results(points, shares, {name: (bot.count, bot.seconds) for name, bot in timed.items()})


def _one_by_one(contest: Contest, first: int, count: int) -> Results:
    seats, names = contest.seats, contest.names
    found = Results(np.zeros((count, seats, seats)), np.zeros((count, seats, seats)))
    programs = [make_bot(contest, name) if name.startswith(EXEC) else None for name in names]
    try:
        for deal in range(count):
            for turned in range(seats):
                _one_game(contest, first + deal, deal, turned, programs, found)
    finally:
        for program in programs:
            if isinstance(program, Program):
                program.close()
    return found


def _one_game(
    contest: Contest, number: int, deal: int, turned: int, programs: list[Bot | None], found: Results
) -> None:
    seats, names = contest.seats, contest.names
    start = number % seats  # as in the kernel, where random numbers depend on the seat
    order = [(seat - start + turned) % seats for seat in range(seats)]
    bots = [programs[i] or make_bot(contest, names[i], number) for i in order]

    def clock(seat: int, seconds: float) -> None:
        moves, spent = found.moves.get(names[order[seat]], (0, 0.0))
        found.moves[names[order[seat]]] = (moves + 1, spent + seconds)

    played = play_game(contest.variant, bots, contest.seed, number, clock)
    found.points[deal, turned, order] = played.scores
    found.shares[deal, turned, order] = played.shares
    for seat, reason in played.forfeits.items():
        found.forfeits.append(Forfeited(names[order[seat]], number, turned, reason))
    if contest.save:
        found.records.append(format_record(played.record))


def make_bot(contest: Contest, name: str, game: int = 0) -> Bot:
    """A bot of the contest for one game; a program is asked for all of them."""
    source = find_source(contest.bot(name))
    if source.is_program:
        return Program(name.removeprefix(EXEC), contest.seconds)
    return load_bot(source, contest.variant, contest.seats, contest.seed, game)
