"""The main results of a solved game, as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rowlock.engine.json_object import JsonObject
from rowlock.engine.variant import Variant
from rowlock.simulation.plot import INK, ROW_COLOURS, drawn_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.gridspec import SubplotSpec


def draw(variant: Variant, table: JsonObject, file: Path) -> None:
    """Draw first crosses, penalties and closing into a file; its extension decides the format."""
    title = f"{variant.title}, solo: {table['value']:.4f} points with best play"
    with drawn_figure(file, title) as figure:
        grid = figure.add_gridspec(2, 2, height_ratios=(3, 2))
        _draw_crosses(_axis(figure, grid[0, :]), variant, table)
        _draw_bars(_axis(figure, grid[1, 0]), table["penalties"][:-1], "penalty", "What a penalty costs")
        _draw_bars(_axis(figure, grid[1, 1]), table["closing"], "crosses", "Closing the first row at once")


def _axis(figure: Figure, place: SubplotSpec) -> Axes:
    axis = figure.add_subplot(place)
    axis.spines[["top", "right", "left"]].set_visible(False)
    axis.tick_params(length=0)
    axis.axhline(0, color=INK, linewidth=0.8)
    return axis


def _draw_crosses(axis: Axes, variant: Variant, table: JsonObject) -> None:
    """A line per row over the cells from left to right, and the cost of a penalty."""
    labels: dict[int, list[str]] = {}
    for r, row in enumerate(variant.rows):
        cells = [cross for cross in table["first_crosses"] if cross["row"] == row.name]
        shift = 0.06 * (r - (len(variant.rows) - 1) / 2)
        places, gains = [cell["cell"] + shift for cell in cells], [cell["gain"] for cell in cells]
        axis.plot(places, gains, "o-", color=ROW_COLOURS[row.name], label=row.name, markersize=5)
        for cell in cells:
            labels.setdefault(cell["cell"], []).append(f"{row.name}{cell['number']}")
    cost = table["penalties"][0]["gain"]
    axis.axhline(cost, color=INK, linewidth=0.8, linestyle=":")
    axis.text(0, cost, " a penalty", va="bottom", fontsize=9)
    axis.set_xticks(sorted(labels), ["\n".join(labels[cell]) for cell in sorted(labels)], fontsize=8)
    axis.set_title("What a first cross is worth, in points of the final score", loc="left")


def _draw_bars(axis: Axes, cases: list[JsonObject], key: str, title: str) -> None:
    names, gains = [str(case[key]) for case in cases], [case["gain"] for case in cases]
    bars = axis.bar(names, gains, color="#30485e", width=0.6)
    axis.bar_label(bars, fmt="%+.2f", padding=2, fontsize=9)
    axis.margins(y=0.18)
    axis.set_yticks([])
    axis.set_xlabel(key)
    axis.set_title(title, loc="left")
