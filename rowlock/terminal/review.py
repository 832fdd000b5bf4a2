"""A review in lines of characters: how the chances went, luck and choices, the three costliest of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rowlock.analysis import plain
from rowlock.engine.plain import Variant
from rowlock.locale import Catalogue, text
from rowlock.locale.reasons import tell_reason
from rowlock.locale.words import cell_name, decimal, variant_title

BLOCKS = " ▁▂▃▄▅▆▇█"
MARKS: dict[plain.Grade, str] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
HEIGHT = 5
"""Lines of the graph: with three costly choices and their reasons all fits into 24 lines."""


def review_lines(
    catalogue: Catalogue, variant: Variant, review: plain.Review, seat: int, width: int = 78
) -> list[str]:
    """One seat's game, in lines that fit the width where words allow it."""
    title = variant_title(catalogue, variant)
    judge = text(catalogue, f"terminal.review.judge.{review['judge']['by']}")
    return [
        text(catalogue, "terminal.review.title", title=title, judge=judge),
        *_graph(catalogue, review, seat, width),
        "",
        *_totals(catalogue, review, seat),
        *_costliest(catalogue, variant, review, seat),
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


def _graph(catalogue: Catalogue, review: plain.Review, seat: int, width: int) -> Iterator[str]:
    unit, name = review["judge"]["unit"], review["seats"][seat]
    values = [turn["before"][seat] for turn in review["turns"]]
    values += [review["turns"][-1]["after"][seat]] if review["turns"] and review["turns"][-1]["after"] else []
    yield text(catalogue, f"terminal.review.{unit}", name=name)
    if not values:
        return
    least, most = (0.0, 1.0) if unit == "chance" else (min(values) - 1, max(values))
    edges = ["100 %", "0 %"] if unit == "chance" else [f"{value:.0f}" for value in (most, least)]
    room = max(map(len, edges))
    lines = draw_graph(values, least, most, width - room - 2, HEIGHT)
    for n, line in enumerate(lines):
        edge = edges[0] if n == 0 else edges[1] if n == HEIGHT - 1 else ""
        yield f"{edge:>{room}} │{line}".rstrip()
    yield f"{'':>{room}} └{'─' * max(map(len, lines))}"


def _totals(catalogue: Catalogue, review: plain.Review, seat: int) -> Iterator[str]:
    unit, total = review["judge"]["unit"], review["totals"][seat]
    accuracy = total["accuracy"]
    yield text(
        catalogue,
        "terminal.review.luck",
        luck=_signed(catalogue, total["luck"], unit),
        lost=_signed(catalogue, -total["lost"], unit),
        accuracy="–" if accuracy is None else f"{accuracy:.0f}",
    )
    without, result = (_worth(catalogue, total[key], unit) for key in ("without_luck", "result"))
    yield text(catalogue, "terminal.review.without", without=without, result=result)
    if review["ghosts"]:
        yield text(catalogue, "terminal.review.ghost", n=review["ghosts"][seat]["score"])


def _costliest(catalogue: Catalogue, variant: Variant, review: plain.Review, seat: int) -> Iterator[str]:
    unit, found = review["judge"]["unit"], review["costliest"][seat]
    if not found:
        yield text(catalogue, "terminal.review.none")
    for n, k in found:
        turn = review["turns"][n]
        decision = turn["decisions"][k]
        chosen, best = (_move(catalogue, variant, decision, decision[key]) for key in ("chosen", "best"))
        yield text(
            catalogue,
            "terminal.review.costly",
            turn=turn["turn"],
            chosen=chosen,
            mark=MARKS[decision["grade"]] if decision["grade"] else "",
            loss=_worth(catalogue, decision["loss"], unit),
            best=best,
        )
        for reason in decision["reasons"][:1]:
            yield f"   {tell_reason(catalogue, variant, review['seats'], reason)}"


def _move(catalogue: Catalogue, variant: Variant, decision: plain.Decision, move: str) -> str:
    cell = next((option["cell"] for option in decision["options"] if option["move"] == move), None)
    return cell_name(catalogue, variant, *cell) if cell else text(catalogue, "game.moves.pass")


def _worth(catalogue: Catalogue, value: float, unit: plain.Unit) -> str:
    return f"{decimal(catalogue, 100 * value)} %" if unit == "chance" else decimal(catalogue, value)


def _signed(catalogue: Catalogue, value: float, unit: plain.Unit) -> str:
    told = _worth(catalogue, abs(value), unit)
    return f"{'+' if value >= 0 else '−'}{told}"
