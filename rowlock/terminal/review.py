"""A review in lines of characters: how the chances went, luck and choices, the three costliest of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from rowlock.analysis.review import review_types
from rowlock.engine.view_types import Variant
from rowlock.locale import Catalogue, text
from rowlock.locale.figures import tell_figure, tell_signed
from rowlock.locale.options import tell_option
from rowlock.locale.reasons import tell_change, tell_reasons
from rowlock.locale.words import percent, seat_names, variant_title

BLOCKS = " ▁▂▃▄▅▆▇█"
MARKS: dict[review_types.Grade, str] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
HEIGHT = 4
"""Lines of the graph: with three costly choices and their reasons all fits into 24 lines."""


def review_lines(
    catalogue: Catalogue, variant: Variant, review: review_types.Review, seat: int, width: int = 78
) -> list[str]:
    """One seat's game, in lines that fit the width where words allow it."""
    review = {**review, "seats": seat_names(catalogue, review["seats"], review["bots"])}
    title = variant_title(catalogue, variant)
    judge = text(catalogue, f"terminal.review.judge.{review['judge']['by']}")
    return [
        text(catalogue, "terminal.review.title", title=title, judge=judge),
        *_graph(catalogue, review, seat, width),
        "",
        *_totals(catalogue, review, seat),
        *_costliest(catalogue, variant, review, seat, width),
    ]


def draw_graph(values: Sequence[float], least: float, most: float, width: int, height: int) -> list[str]:
    """Columns from the least to the most, one for every value, or for several where there are too many."""
    every = -(-len(values) // width)
    shown = [values[n] for n in range(0, len(values), every)]
    wide = max(1, min(3, width // len(shown)))
    eighths = [round((value - least) / ((most - least) or 1) * 8 * height) for value in shown]
    return [
        "".join(BLOCKS[min(8, max(0, high - 8 * line))] * wide for high in eighths)
        for line in reversed(range(height))
    ]


def _graph(catalogue: Catalogue, review: review_types.Review, seat: int, width: int) -> Iterator[str]:
    unit, name = review["judge"]["unit"], review["seats"][seat]
    values = [turn["before"][seat] for turn in review["turns"]]
    values += [review["turns"][-1]["after"][seat]] if review["turns"] and review["turns"][-1]["after"] else []
    yield text(catalogue, f"terminal.review.{unit}", name=name)
    if not values:
        return
    least, most = (0.0, 1.0) if unit == "chance" else (min(values) - 1, max(values))
    edges = [f"{value:.0f}" for value in (most, least)]
    if unit == "chance":
        edges = [percent(catalogue, share, 0) for share in (most, least)]
    room = max(map(len, edges))
    lines = draw_graph(values, least, most, width - room - 2, HEIGHT)
    for n, line in enumerate(lines):
        edge = edges[0] if n == 0 else edges[1] if n == HEIGHT - 1 else ""
        yield f"{edge:>{room}} │{line}".rstrip()
    yield f"{'':>{room}} └{'─' * max(map(len, lines))}"


def _totals(catalogue: Catalogue, review: review_types.Review, seat: int) -> Iterator[str]:
    unit, total = review["judge"]["unit"], review["totals"][seat]
    accuracy = total["accuracy"]
    yield text(
        catalogue,
        "terminal.review.luck",
        luck=tell_signed(catalogue, total["result"] - total["fair"], unit),
        accuracy="–" if accuracy is None else f"{accuracy:.0f}",
    )
    yield text(catalogue, f"terminal.review.given.{unit}", given=_given(catalogue, total, unit))
    without, result = (tell_figure(catalogue, total[key], unit) for key in ("fair", "result"))
    if without != result:
        yield text(catalogue, "terminal.review.without", without=without, result=result)
    if review["ghosts"]:
        yield text(catalogue, "terminal.review.ghost", n=review["ghosts"][seat]["score"])


def _given(catalogue: Catalogue, total: review_types.Total, unit: review_types.Unit) -> str:
    """The loss by decisions, as an interval: never more than there was to lose."""
    low, high = max(0.0, total["given_away"] - total["doubt"]), total["given_away"] + total["doubt"]
    ends = [tell_figure(catalogue, end, unit) for end in (low, min(1.0, high) if unit == "chance" else high)]
    return ends[0] if ends[0] == ends[1] else "–".join(ends)


def _costliest(
    catalogue: Catalogue, variant: Variant, review: review_types.Review, seat: int, width: int
) -> Iterator[str]:
    found, names = review["costliest"][seat], review["seats"]
    if not found:
        yield text(catalogue, "terminal.review.none")
    for n, k in found:
        turn = review["turns"][n]
        decision = turn["decisions"][k]
        option = next(one for one in decision["options"] if one["move"] == decision["chosen"])
        unclear = text(catalogue, "terminal.review.unclear") if decision["unclear"] else ""
        chosen, best = (_move(catalogue, variant, decision, decision[key]) for key in ("chosen", "best"))
        yield text(
            catalogue,
            "terminal.review.costly",
            turn=turn["turn"],
            chosen=chosen,
            mark=MARKS[decision["grade"]] if decision["grade"] else unclear,
            change=tell_change(catalogue, option["worth"] + option["loss"], option["worth"], len(names)),
            best=best,
        )
        told = tell_reasons(catalogue, variant, names, decision["reasons"], option)
        for reason in told[:1]:
            yield from wrap(reason, width, initial_indent="   ", subsequent_indent="   ")


def _move(catalogue: Catalogue, variant: Variant, decision: review_types.Decision, move: str) -> str:
    option = next(option for option in decision["options"] if option["move"] == move)
    return tell_option(catalogue, variant, option)
