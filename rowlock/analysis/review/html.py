"""A review as one self-contained HTML file: text, a graph as SVG, no scripts, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from rowlock.analysis.review import review_types
from rowlock.analysis.review.text import change, interval, judge_line, signed, with_names, worth
from rowlock.simulation.plot import SEAT_COLOURS

WIDE, HIGH, EDGE = 720, 260, 34
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
body { color: #222; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .25rem .5rem; border-bottom: 1px solid #ddd; vertical-align: top; }
svg { width: 100%; height: auto; } .inaccuracy { color: #8a6d00; } .mistake { color: #b45309; }
.blunder { color: #b91c1c; font-weight: 600; }
@media (prefers-color-scheme: dark) { body { background: #16181b; color: #e6e6e6; } }
"""


def format_html(review: review_types.Review, seat: int | None = None) -> str:
    """The whole report; of one seat's decisions alone, if it is named."""
    review = with_names(review)
    title = escape(f"{review['title']}: {', '.join(review['seats'])}")
    parts = [
        f"<h1>{title}</h1><p>Judged by {escape(judge_line(review['judge']))}.</p>",
        _graph(review),
        *_sums(review),
        *_costliest(review, seat),
        *_turns(review, seat),
    ]
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    body = "\n".join(parts)
    top = f'<!doctype html>\n<html lang="en"><head>{head}<style>{STYLE}</style></head>'
    return f"{top}\n<body>\n{body}\n</body></html>\n"


def _graph(review: review_types.Review) -> str:
    turns, unit = review["turns"], review["judge"]["unit"]
    if not turns:
        return ""
    ends = [turn["before"] for turn in turns] + [turn["after"] for turn in turns[-1:] if turn["after"]]
    top = 1.0 if unit == "chance" else max(max(values) for values in ends) * 1.05 or 1.0
    wide = (WIDE - 2 * EDGE) / max(1, len(ends) - 1)
    lines = []
    for seat, name in enumerate(review["seats"]):
        colour = SEAT_COLOURS[seat % len(SEAT_COLOURS)]
        points = " ".join(
            f"{EDGE + n * wide:.1f},{EDGE + (HIGH - 2 * EDGE) * (1 - values[seat] / top):.1f}"
            for n, values in enumerate(ends)
        )
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        at = EDGE + 110 * seat
        lines.append(f'<text x="{at}" y="18" fill="{colour}" font-size="14">{escape(name)}</text>')
    inner = f'width="{WIDE - 2 * EDGE}" height="{HIGH - 2 * EDGE}"'
    frame = f'<rect x="{EDGE}" y="{EDGE}" {inner} fill="none" stroke="#999"/>'
    words = "; ".join(
        f"{name} from {worth(ends[0][s], unit)} to {worth(ends[-1][s], unit)}"
        for s, name in enumerate(review["seats"])
    )
    label = escape(f"Worth by turn: {words}")
    return f'<svg viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{label}">{frame}{"".join(lines)}</svg>'


def _sums(review: review_types.Review) -> Iterator[str]:
    unit = review["judge"]["unit"]
    given = "lost by own decisions" if unit == "points" else "given away of the chances there were"
    heads = ["", "with even luck", "result", given, "accuracy", "champion with these dice"]
    yield "<h2>Luck and skill</h2>" + _table(
        heads, [_row(review, seat) for seat in range(len(review["seats"]))]
    )
    account = ["", "start", "luck", "lost", "others", "unexplained", "result"]
    sums = [_account(review, seat) for seat in range(len(review["seats"]))]
    yield f"<details><summary>How it adds up</summary>{_table(account, sums)}</details>"


def _table(heads: list[str], rows: list[list[str]]) -> str:
    head = "".join(f"<th>{one}</th>" for one in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def _row(review: review_types.Review, seat: int) -> list[str]:
    unit, total = review["judge"]["unit"], review["totals"][seat]
    return [
        escape(review["seats"][seat]),
        worth(total["fair"], unit),
        worth(total["result"], unit),
        interval(total, unit),
        "" if total["accuracy"] is None else f"{total['accuracy']:.0f} %",
        f"{review['ghosts'][seat]['score']} points" if review["ghosts"] else "",
    ]


def _account(review: review_types.Review, seat: int) -> list[str]:
    """The exact sum: start + luck - lost + others + unexplained = result."""
    unit, total = review["judge"]["unit"], review["totals"][seat]
    changes = [total["luck"], -total["lost"], total["others"], total["unexplained"]]
    told = [signed(change, unit) for change in changes]
    return [escape(review["seats"][seat]), worth(total["start"], unit), *told, worth(total["result"], unit)]


def _costliest(review: review_types.Review, seat: int | None) -> Iterator[str]:
    yield "<h2>The costliest decisions</h2><ol>"
    for one, places in enumerate(review["costliest"]):
        for n, k in places if seat in (None, one) else []:
            turn = review["turns"][n]
            yield f"<li>Turn {turn['turn']}: {_decision(turn['decisions'][k], review)}</li>"
    yield "</ol>"


def _decision(decision: review_types.Decision, review: review_types.Review) -> str:
    unit, name = review["judge"]["unit"], escape(review["seats"][decision["seat"]])
    played = ""
    if decision["loss_played"] is not None and decision["loss_error"] is not None:
        played = (
            f", played on {decision['played']} times it lost {worth(decision['loss_played'], unit)}"
            f" ± {worth(decision['loss_error'], unit)}"
        )
    instead = f"{escape(decision['chosen'])} instead of {escape(decision['best'])}"
    loss = f"{instead}: {change(decision, unit)}"
    unclear = ": not clear" if decision["unclear"] else ""
    return f'{name}: <span class="{decision["grade"] or ""}">{loss}</span>{played}{unclear}'


def _turns(review: review_types.Review, seat: int | None) -> Iterator[str]:
    unit, names = review["judge"]["unit"], review["seats"]
    heads = "".join(f"<th>{escape(name)}</th><th>luck</th>" for name in names)
    yield f"<h2>Turns</h2><table><tr><th>turn</th><th>roll</th>{heads}<th></th></tr>"
    for turn in review["turns"]:
        cells = "".join(
            f"<td>{worth(turn['before'][s], unit)}</td><td>{signed(turn['luck'][s], unit)}</td>"
            for s in range(len(names))
        )
        faults = "<br>".join(
            _decision(decision, review)
            for decision in turn["decisions"]
            if decision["grade"] and seat in (None, decision["seat"])
        )
        yield f"<tr><td>{turn['turn']}</td><td>{escape(turn['roll'])}</td>{cells}<td>{faults}</td></tr>"
    yield "</table>"
