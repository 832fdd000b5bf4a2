"""A run's summary as a table for people."""

from __future__ import annotations

from rowlock.engine.json_object import JsonObject
from rowlock.engine.variant import Variant
from rowlock.simulation.intervals import half

PLACES = ("starts", "plays second", "plays third", "plays fourth", "plays fifth")


def format_report(variant: Variant, summary: JsonObject) -> str:
    """Every seat with its scores, then turn order, length and end of the games, crosses per row."""
    parts = [_head(variant, summary), _seats(summary)]
    if len(summary["seats"]) > 1:
        parts.append(_orders(summary))
    parts += [_games(summary), _crosses(summary)]
    return "\n\n".join(parts) + "\n"


def _head(variant: Variant, summary: JsonObject) -> str:
    speed = f"{summary['games_per_second']:,.0f} games/s on {summary['played_on']}"
    run = f"{variant.title} · {summary['games']:,} games · seed {summary['seed']} · {speed}"
    return f"{run}\ntables {summary['fingerprint']}"


def _seats(summary: JsonObject) -> str:
    quantiles = list(summary["seats"][0]["score"]["quantiles"])
    several = len(summary["seats"]) > 1
    head = ["seat", "bot", "mean", "", "sd", *[f"{percent} %" for percent in quantiles], "penalties"]
    lines = [head + (["wins", "", "ties"] if several else [])]
    for seat in summary["seats"]:
        score = seat["score"]
        line = [
            str(seat["seat"]),
            seat["bot"],
            f"{score['mean']:.2f}",
            f"±{half(score):.2f}",
            f"{score['sd']:.1f}",
        ]
        line += [str(value) for value in score["quantiles"].values()] + [f"{seat['penalties']:.2f}"]
        if several:
            line += [*_shown_rate(seat["wins"]), f"{seat['ties']['mean']:.2%}"]
        lines.append(line)
    return _columns(lines, left=(1,))


def _orders(summary: JsonObject) -> str:
    lines = [["turn order", "mean", "", "wins", "", "ties"]]
    for order in summary["order"]:
        name = PLACES[order["place"] - 1]
        means = [f"{order['score']['mean']:.2f}", f"±{half(order['score']):.2f}"]
        lines.append([name, *means, *_shown_rate(order["wins"]), f"{order['ties']['mean']:.2%}"])
    return _columns(lines, left=(0,))


def _games(summary: JsonObject) -> str:
    turns, ends = summary["turns"], summary["ends"]
    closed = " · ".join(f"{rows}: {share:.1%}" for rows, share in enumerate(ends["closed_rows"]) if share > 0)
    return (
        f"turns      {turns['mean']:.2f} on average, {turns['least']} to {turns['most']}\n"
        f"ended by   closed rows {ends['rows']['mean']:.2%} · penalties {ends['penalties']['mean']:.2%}\n"
        f"rows closed at the end   {closed}"
    )


def _crosses(summary: JsonObject) -> str:
    colours = list(summary["seats"][0]["crosses"])
    lines = [["crosses per row", *colours]]
    for seat in summary["seats"]:
        lines.append([f"{seat['seat']} {seat['bot']}", *[f"{seat['crosses'][c]:.2f}" for c in colours]])
    return _columns(lines, left=(0,))


def _shown_rate(rate: JsonObject) -> list[str]:
    return [f"{rate['mean']:.2%}", f"±{half(rate):.2%}"]


def _columns(lines: list[list[str]], left: tuple[int, ...]) -> str:
    """Lines with aligned columns: those named to the left, numbers to the right."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(
        "  ".join(
            text.ljust(width) if column in left else text.rjust(width)
            for column, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
