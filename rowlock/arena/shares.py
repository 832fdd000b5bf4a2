"""The shares of a contest as a picture."""

from __future__ import annotations

from pathlib import Path

from rowlock.engine.json_object import JsonObject
from rowlock.simulation.intervals import half
from rowlock.simulation.plot import INK, PALE, SEAT_COLOURS


def draw_shares(told: JsonObject, title: str, file: Path) -> None:
    """A bar for every bot with its interval, and a line where all would be equal."""
    from matplotlib.figure import Figure

    bots = sorted(told["bots"], key=lambda bot: bot["share"]["mean"])
    figure = Figure(figsize=(7, 1.2 + 0.5 * len(bots)), layout="constrained")
    axes = figure.subplots()
    names = [bot["bot"] if len(bot["bot"]) < 32 else bot["bot"][:31] + "…" for bot in bots]
    colours = [SEAT_COLOURS[i % len(SEAT_COLOURS)] for i in range(len(bots))]
    means, halves = [bot["share"]["mean"] for bot in bots], [half(bot["share"]) for bot in bots]
    axes.barh(names, means, xerr=halves, color=colours, ecolor=INK, capsize=3)
    axes.axvline(1 / told["seats"], color=PALE, zorder=0)
    axes.set_xlabel("share of the wins (ties shared), 95 %")
    axes.set_title(f"{title} · {told['games']:,} games")
    figure.savefig(file)
