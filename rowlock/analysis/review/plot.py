"""The chances of a reviewed game by turn, as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rowlock.analysis.review.report_words import ReportWords
from rowlock.simulation.plot import INK, PALE, SEAT_COLOURS, BadPlot

MARKS = {"inaccuracy": 30, "mistake": 60, "blunder": 110}


def draw(words: ReportWords, file: Path, seat: int | None = None) -> None:
    """Draw every seat's chances, or one's, into a file; its extension decides the format."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    style: dict[Any, Any] = dict.fromkeys(
        ("text.color", "axes.labelcolor", "xtick.color", "ytick.color"), INK
    )
    with mpl.rc_context({**style, "font.size": 10, "axes.edgecolor": PALE, "svg.hashsalt": "rowlock"}):
        figure = Figure(figsize=(10, 5.5), layout="constrained")
        axis = figure.add_subplot()
        _lines(axis, words, seat)
        title = words.headline()
        figure.suptitle(title, fontsize=14, fontweight="bold", x=0.01, ha="left")
        try:
            figure.savefig(file, dpi=150)
        except OSError as error:
            raise BadPlot(f"{file}: {error.strerror or error}") from None


def _lines(axis: Any, words: ReportWords, seat: int | None) -> None:
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
    axis.xaxis.get_major_locator().set_params(integer=True)
    axis.set_xlabel(words.say("study.graph.turn"))
    axis.set_ylabel(words.say(f"study.graph.{words.unit}") + (", %" if times == 100 else ""))
    axis.spines[["top", "right"]].set_visible(False)
    axis.grid(axis="y", color=PALE, linewidth=0.6)
    axis.legend(frameon=False)
