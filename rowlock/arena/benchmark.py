"""A fixed measure for agents: the same deals against the same opponents on the same pads, for everybody.

Figures of two agents can be compared because nothing in it can be chosen but the agents. A change of seeds,
opponents, pads or games is another `VERSION`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, NotRequired, TypedDict

from rowlock.arena.contest import Contest, hold
from rowlock.arena.standings import summary
from rowlock.bots import find_source
from rowlock.variants import load_variant

VERSION = 1
SEED = 20_260
PADS = ("classic", "longo", "bonus-b")
OPPONENTS = ("random", "cautious", "steady", "champion")
GAMES = 2000
"""For every pad and opponent; each deal is played from both seats."""


Estimate = dict[str, float]
"""A mean with its 95 % interval: `mean`, `low`, `high`."""


class BenchmarkCell(TypedDict):
    """An agent against one opponent on one pad; nothing against itself."""

    agent: str
    pad: str
    opponent: str
    games: int
    share: NotRequired[Estimate]
    """Of the wins, ties split: an equal has one half."""
    points: NotRequired[Estimate]
    forfeits: int


class Benchmark(NamedTuple):
    """A benchmark, whole or as far as it came."""

    version: int
    games: int
    cells: list[BenchmarkCell]

    @property
    def is_standard(self) -> bool:
        """Whether it may be compared with others."""
        return self.games == GAMES


def measure(
    agents: Sequence[str],
    games: int = GAMES,
    seconds: float = 5.0,
    workers: int | None = None,
    heard: Callable[[BenchmarkCell], None] = lambda _: None,
) -> Benchmark:
    """Every agent against every opponent on every pad; `heard` is told after each."""
    for agent in agents:
        find_source(agent)  # says what is wrong with it before the work
    cells: list[BenchmarkCell] = []
    for agent, pad, opponent in pairings(agents):
        cells.append(_cell(agent, pad, opponent, games, seconds, workers))
        heard(cells[-1])
    return Benchmark(VERSION, games, cells)


def pairings(agents: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Agent, pad and opponent of everything that is played."""
    return ((agent, pad, other) for agent in agents for pad in PADS for other in OPPONENTS)


def _cell(
    agent: str, pad: str, opponent: str, games: int, seconds: float, workers: int | None
) -> BenchmarkCell:
    if agent == opponent:
        return {"agent": agent, "pad": pad, "opponent": opponent, "games": 0, "forfeits": 0}
    contest = Contest(load_variant(pad), (agent, opponent), SEED, seconds)
    told = summary(contest, hold(contest, max(1, games // 2), workers))
    bot = told["bots"][0]
    cell: BenchmarkCell = {
        "agent": agent,
        "pad": pad,
        "opponent": opponent,
        "games": told["games"],
        "forfeits": bot["forfeits"],
    }
    if told["finished"]:
        cell |= {"share": bot["share"], "points": bot["points"]}
    return cell


def format_benchmark(measured: Benchmark) -> str:
    """One table, as text that is Markdown too: shares of the wins in percent, with 95 % intervals."""
    lines = [["agent", "pad", *[f"against {other}" for other in OPPONENTS], "points"]]
    lines.append(["---"] * len(lines[0]))
    for agent, pad in dict.fromkeys((cell["agent"], cell["pad"]) for cell in measured.cells):
        row = [cell for cell in measured.cells if (cell["agent"], cell["pad"]) == (agent, pad)]
        points = [cell["points"]["mean"] for cell in row if "points" in cell]
        mean = f"{sum(points) / len(points):.1f}" if points else "–"
        lines.append([agent, pad, *map(_share, row), mean])
    told = f"benchmark {measured.version}, {measured.games} games each, two players, seed {SEED}"
    note = "" if measured.is_standard else f" (not the standard {GAMES}: compare with nothing)"
    faults = sum(cell["forfeits"] for cell in measured.cells)
    end = f"{faults} games were lost by faults\n" if faults else ""
    return told + note + "\n\n" + _table(lines) + "\n" + end


def _share(cell: BenchmarkCell) -> str:
    if "share" not in cell:
        return "–"
    share = cell["share"]
    return f"{100 * share['mean']:.1f} ± {50 * (share['high'] - share['low']):.1f}"


def _table(lines: list[list[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = [[cell.ljust(width) for cell, width in zip(line, widths, strict=True)] for line in lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in padded)
