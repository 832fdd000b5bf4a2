"""The chances of a reviewed game by turn, as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rowlock.analysis.review.report_words import ReportWords
from rowlock.simulation.plot import PALE, SEAT_COLOURS, drawn_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARKS = {"inaccuracy": 30, "mistake": 60, "blunder": 110}


def draw(words: ReportWords, file: Path, seat: int | None = None) -> None:
    """Draw every seat's chances, or one's, into a file; its extension decides the format."""
    with drawn_figure(file, words.headline(), 5.5) as figure:
        _lines(figure.add_subplot(), words, seat)


def _lines(axis: Axes, words: ReportWords, seat: int | None) -> None:
    from matplotlib.ticker import MaxNLocator

    review = words.review
    times = 100 if words.unit == "chance" else 1
    for one, name in enumerate(words.names):
        if seat not in (None, one) or not review["turns"]:
            continue
        colour = SEAT_COLOURS[one % len(SEAT_COLOURS)]
        ends = [turn["before"][one] for turn in review["turns"]]
        last = review["turns"][-1]["after"]
        ends += [last[one]] if last else []
        axis.plot(
            range(1, len(ends) + 1), [times * end for end in ends], color=colour, label=name, linewidth=2
        )
        for n, turn in enumerate(review["turns"]):
            for decision in turn["decisions"]:
                if decision["seat"] == one and decision["grade"]:
                    at = times * ends[min(n + 1, len(ends) - 1)]
                    axis.scatter(n + 2, at, s=MARKS[decision["grade"]], color=colour, zorder=3)
    axis.xaxis.set_major_locator(MaxNLocator(integer=True))
    axis.set_xlabel(words.say("study.graph.turn"))
    axis.set_ylabel(words.say(f"study.graph.{words.unit}") + (", %" if times == 100 else ""))
    axis.spines[["top", "right"]].set_visible(False)
    axis.grid(axis="y", color=PALE, linewidth=0.6)
    axis.legend(frameon=False)
