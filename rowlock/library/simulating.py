"""Many games between bots, as arrays: `simulate`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from rowlock.bots.kit.source import Source
from rowlock.engine.errors import Unsupported
from rowlock.engine.game import new_game
from rowlock.engine.json_object import JsonObject
from rowlock.engine.record import Record
from rowlock.engine.variant import Variant
from rowlock.fast.simulate import Simulation, default_threads, play_parts
from rowlock.fast.tables import compile_variant
from rowlock.fast.tally import Tally
from rowlock.library.arguments import AnyBot, Pad, Shown, Tabular, bots_of, frame, games_of, pad_of, showing
from rowlock.simulation.export import export_game
from rowlock.simulation.report import format_report
from rowlock.simulation.slow_run import count_endings, play_endings
from rowlock.simulation.summary import summarise

if TYPE_CHECKING:
    import pandas

Ints = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Simulated(Tabular):
    """The results of a run: arrays by game, counts, and everything that `rowlock simulate --json` says."""

    variant: Variant
    bots: tuple[Source, ...]
    seed: int
    asked: int
    """How many games were asked for; there are fewer if somebody stopped the run with Ctrl-C."""
    scores: Ints
    """[game, seat] final scores."""
    turns: Ints
    """[game] how many turns it took."""
    by_rows: npt.NDArray[np.bool_]
    """[game] whether closed rows ended it, and not penalties."""
    closed: Ints
    """[game] how many rows were closed at the end."""
    tally: Tally
    lowest: int
    seconds: float
    played_on: str
    fingerprint: str

    @property
    def games(self) -> int:
        return len(self.turns)

    @property
    def complete(self) -> bool:
        return self.games == self.asked

    @property
    def names(self) -> list[str]:
        """The names of the bots, by seat."""
        return [bot.text for bot in self.bots]

    @property
    def reasons(self) -> npt.NDArray[np.str_]:
        """[game] what ended it: `rows` or `penalties`."""
        return np.where(self.by_rows, "rows", "penalties")

    @property
    def starts(self) -> Ints:
        """[game] the seat that started: it goes round with the games."""
        return (np.arange(self.games) % len(self.bots)).astype(np.int32)

    @cached_property
    def shares(self) -> npt.NDArray[np.float64]:
        """[game, seat] the share of the win: 1 for the only winner, parts for those who tie."""
        best = self.scores == self.scores.max(axis=1, keepdims=True)
        return np.asarray(best / best.sum(axis=1, keepdims=True))

    def summary(self) -> JsonObject:
        """Means, intervals, quantiles and histograms as plain data."""
        return {
            "variant": self.variant.name,
            "seed": self.seed,
            "fingerprint": self.fingerprint,
            "seconds": self.seconds,
            "games_per_second": self.games / max(self.seconds, 1e-9),
            "played_on": self.played_on,
            "complete": self.complete,
            **summarise(self.variant, self.names, self.tally, self.lowest),
        }

    def record(self, game: int) -> Record:
        """One of the games, move by move."""
        return export_game(self.variant, self.bots, self.seed, game)

    def to_pandas(self) -> pandas.DataFrame:
        """A line for every game."""
        columns: JsonObject = {"start": self.starts, "turns": self.turns, "reason": self.reasons}
        columns["closed"] = self.closed
        for seat in range(len(self.bots)):
            columns[f"score {seat}"] = self.scores[:, seat]
            columns[f"share {seat}"] = self.shares[:, seat]
        return frame(columns)

    def __str__(self) -> str:
        return format_report(self.variant, self.summary())

    def __repr__(self) -> str:
        return f"<{self.games:,} games of {self.variant.title}: {', '.join(self.names)}>"


def simulate(
    variant: Pad = "classic",
    bots: AnyBot | Sequence[AnyBot] = ("cautious", "greedy"),
    games: float = 10_000,
    seed: int = 0,
    *,
    players: int | None = None,
    threads: int | None = None,
    progress: Shown = True,
) -> Simulated:
    """Play games 0 to `games` - 1 of a run, as `rowlock simulate` does: the same seed gives the same games.

    Bots that are value functions, also plain Python ones, play in the kernel, hundreds of thousands of games
    in a second; any other bot, and pads that the kernel does not know, through the engine. After Ctrl-C the
    answer is the games played so far.
    """
    pad, seated, count = pad_of(variant), bots_of(bots, players), games_of(games)
    new_game(pad, len(seated))  # says what is wrong with the number of seats
    with showing(progress, count, "games") as told:
        values = [bot.value for bot in seated]
        plain = [value for value in values if value is not None]
        if len(plain) == len(values):
            try:
                simulation = Simulation(compile_variant(pad), plain, seed)
            except Unsupported:
                return _slowly(pad, seated, count, seed, told)
            return _fast(simulation, seated, count, seed, threads or default_threads(), told)
        return _slowly(pad, seated, count, seed, told)


def _fast(
    simulation: Simulation,
    bots: tuple[Source, ...],
    games: int,
    seed: int,
    threads: int,
    told: Callable[[int], None],
) -> Simulated:
    simulation.play(0, 1)  # before the clock starts
    begin, seats = perf_counter(), len(bots)
    lines = np.zeros((games, seats + 3), np.int32)
    counts, played = simulation.layout.new_counts(), 0
    try:
        for part in play_parts(simulation, games, threads, with_lines=True):
            lines[part.first : part.first + part.games] = part.lines
            counts += part.counts
            played += part.games
            told(part.games)
    except KeyboardInterrupt:
        if not played:
            raise
    lines = lines[:played]
    return Simulated(
        simulation.tables.variant, bots, seed, games, lines[:, :seats], lines[:, seats],
        lines[:, seats + 1] > 0, lines[:, seats + 2], simulation.read(counts), simulation.layout.lowest,
        perf_counter() - begin, f"{threads} thread{'s' * (threads > 1)}", simulation.tables.fingerprint,
    )  # fmt: skip


def _slowly(
    variant: Variant, bots: tuple[Source, ...], games: int, seed: int, told: Callable[[int], None]
) -> Simulated:
    begin = perf_counter()
    endings = play_endings(variant, bots, seed, games, told)
    tally, lowest = count_endings(endings, len(variant.rows))
    scores = np.array([ending.scores for ending in endings], np.int32)
    turns, closed = (
        np.array(column, np.int32) for column in zip(*[(e.turns, e.closed) for e in endings], strict=True)
    )
    by_rows = np.array([ending.by_rows for ending in endings])
    return Simulated(
        variant, bots, seed, games, scores, turns, by_rows, closed, tally, lowest,
        perf_counter() - begin, "the engine", variant.digest,
    )  # fmt: skip
