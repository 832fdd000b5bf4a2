"""The distributions of a run as a picture: scores by seat, length of the games, crosses per row."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rowlock.engine.errors import RowlockError
from rowlock.engine.variant import Variant
from rowlock.fast.tally import Tally
from rowlock.simulation.summary import quantile

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SUFFIXES = (".png", ".svg", ".pdf")
ROW_COLOURS = {"r": "#c8413b", "y": "#d9a514", "g": "#4a9150", "b": "#3a6ea8"}
SEAT_COLOURS = ("#30485e", "#d1743b", "#5b8c6e", "#8c5b86", "#a8923a")
INK, PALE = "#333333", "#dddddd"


class BadPlot(RowlockError):
    """A picture that cannot be drawn there."""

    code = "bad_plot"


def check_file(file: Path) -> None:
    """Check that the file's extension is a kind of picture: said before the work, not after it."""
    if file.suffix.lower() not in SUFFIXES:
        raise BadPlot(f"{file}: a plot is a file ending in {', '.join(SUFFIXES)}")
    if find_spec("matplotlib") is None:
        raise BadPlot("--plot needs matplotlib: pip install 'rowlock[plot]'")


def draw(variant: Variant, bots: list[str], tally: Tally, lowest: int, file: Path) -> None:
    """Draw a run into a file; its extension decides the format."""
    with drawn_figure(file, f"{variant.title}, {int(tally.turns.sum()):,} games") as figure:
        scores, turns, crosses = _axes(figure)
        _draw_scores(scores, bots, tally, lowest)
        _draw_turns(turns, tally)
        _draw_crosses(crosses, variant, bots, tally)


@contextmanager
def drawn_figure(file: Path, title: str, height: float = 7) -> Iterator[Figure]:
    """A figure under its title, in the colours of all pictures; it is saved at the end."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    style: dict[Any, Any] = dict.fromkeys(
        ("text.color", "axes.labelcolor", "xtick.color", "ytick.color"), INK
    )
    with mpl.rc_context({**style, "font.size": 10, "axes.edgecolor": PALE, "svg.hashsalt": "rowlock"}):
        figure = Figure(figsize=(10, height), layout="constrained")
        yield figure
        figure.suptitle(title, fontsize=14, fontweight="bold", x=0.01, ha="left")
        try:
            figure.savefig(file, dpi=150)
        except OSError as error:
            raise BadPlot(f"{file}: {error.strerror or error}") from None


def _axes(figure: Figure) -> tuple[Axes, Axes, Axes]:
    grid = figure.add_gridspec(2, 2, height_ratios=(3, 2))
    axes = (
        figure.add_subplot(grid[0, :]),
        figure.add_subplot(grid[1, 0]),
        figure.add_subplot(grid[1, 1]),
    )
    for axis in axes:
        axis.spines[["top", "right", "left"]].set_visible(False)
        axis.tick_params(length=0)
        axis.set_axisbelow(True)
    return axes


def _draw_scores(axis: Axes, bots: list[str], tally: Tally, lowest: int) -> None:
    """A curve per seat, with its median."""
    edges = []
    for seat, bot in enumerate(bots):
        counts, colour = tally.scores[seat], SEAT_COLOURS[seat]
        values = np.arange(len(counts)) + lowest
        shares = 100 * counts / counts.sum()
        median = quantile(counts, lowest, 50)
        axis.fill_between(values, shares, step="mid", color=colour, alpha=0.18, linewidth=0)
        label = f"seat {seat}: {bot} (median {median})"
        axis.step(values, shares, where="mid", color=colour, linewidth=1.4, label=label)
        axis.axvline(median, color=colour, linewidth=1, linestyle=(0, (2, 3)))
        seen = values[counts > counts.sum() / 20_000]
        edges += [seen[0], seen[-1]]
    axis.set_xlim(min(edges) - 2, max(edges) + 2)
    axis.set_ylim(bottom=0)
    axis.yaxis.grid(True, color=PALE, linewidth=0.6)
    axis.set_xlabel("final score")
    axis.set_ylabel("% of games")
    axis.legend(frameon=False, loc="upper right")


def _draw_turns(axis: Axes, tally: Tally) -> None:
    shares = 100 * tally.turns / tally.turns.sum()
    seen = np.flatnonzero(shares > 0.02)
    turns = np.arange(seen[0], seen[-1] + 1)
    axis.bar(turns, shares[turns], width=0.85, color="#9aa7b1")
    axis.yaxis.grid(True, color=PALE, linewidth=0.6)
    axis.set_xlabel("turns")
    axis.set_ylabel("% of games")


def _draw_crosses(axis: Axes, variant: Variant, bots: list[str], tally: Tally) -> None:
    """Mean crosses per row, a group of bars per seat."""
    rows = len(variant.rows)
    for r, row in enumerate(variant.rows):
        counts = tally.crosses[:, r]
        means = counts @ np.arange(counts.shape[1]) / counts.sum(axis=1)
        places = np.arange(len(bots)) + (r - (rows - 1) / 2) * 0.2
        bars = axis.bar(places, means, width=0.17, color=ROW_COLOURS[row.name])
        axis.bar_label(bars, [f"{row.name} {mean:.1f}" for mean in means], fontsize=7, padding=2)
    axis.set_xticks(range(len(bots)), [f"{seat}: {bot}" for seat, bot in enumerate(bots)])
    axis.margins(y=0.15)
    axis.yaxis.grid(True, color=PALE, linewidth=0.6)
    axis.set_ylabel("crosses per row")
