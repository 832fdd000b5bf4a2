"""A review as one self-contained HTML file: text, a graph as SVG, no scripts, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from rowlock.analysis.review import review_types
from rowlock.analysis.review.report_words import ReportWords
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


def format_html(words: ReportWords, seat: int | None = None) -> str:
    """The whole report; of one seat's decisions alone, if it is named."""
    title = escape(words.headline())
    parts = [
        f"<h1>{title}</h1><p>{escape(words.judge())}</p>",
        _graph(words),
        *_sums(words),
        *_costliest(words, seat),
        *_turns(words, seat),
    ]
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    body = "\n".join(parts)
    top = f'<!doctype html>\n<html lang="{words.catalogue.lang}"><head>{head}<style>{STYLE}</style></head>'
    return f"{top}\n<body>\n{body}\n</body></html>\n"


def _graph(words: ReportWords) -> str:
    turns, unit = words.review["turns"], words.unit
    if not turns:
        return ""
    ends = [turn["before"] for turn in turns] + [turn["after"] for turn in turns[-1:] if turn["after"]]
    top = 1.0 if unit == "chance" else max(max(values) for values in ends) * 1.05 or 1.0
    wide = (WIDE - 2 * EDGE) / max(1, len(ends) - 1)
    lines = []
    for seat, name in enumerate(words.names):
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
    ways = [
        words.labelled(
            name, words.say("game.change", before=words.worth(ends[0][s]), after=words.worth(ends[-1][s]))
        )
        for s, name in enumerate(words.names)
    ]
    label = escape(words.labelled(words.say(f"study.graph.{unit}"), "; ".join(ways)))
    return f'<svg viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{label}">{frame}{"".join(lines)}</svg>'


def _sums(words: ReportWords) -> Iterator[str]:
    given = "lost" if words.unit == "points" else "given"
    heads = ["", *(words.word(key) for key in ("fair", "result", given, "accuracy", "champion"))]
    seats = range(len(words.names))
    rows = [_row(words, seat) for seat in seats]
    yield f"<h2>{escape(words.say('study.balance.title'))}</h2>{_table(heads, rows)}"
    account = ["", *(word for word, _ in words.account(0))] if words.names else []
    sums = [[words.names[seat], *(value for _, value in words.account(seat))] for seat in seats]
    summary = escape(words.say("study.sum.title"))
    yield f"<details><summary>{summary}</summary>{_table(account, sums)}</details>"


def _table(heads: list[str], rows: list[list[str]]) -> str:
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def _row(words: ReportWords, seat: int) -> list[str]:
    total = words.review["totals"][seat]
    ends = [words.worth(total["fair"]), words.worth(total["result"])]
    return [words.names[seat], *ends, words.interval(total), words.accuracy(total), words.champion(seat)]


def _costliest(words: ReportWords, seat: int | None) -> Iterator[str]:
    yield f"<h2>{escape(words.word('costliest'))}</h2><ol>"
    for one, places in enumerate(words.review["costliest"]):
        for n, k in places if seat in (None, one) else []:
            turn = words.review["turns"][n]
            told = _decision(words, turn["decisions"][k])
            yield f"<li>{words.word('at', turn=turn['turn'], told=told)}</li>"
    yield "</ol>"


def _decision(words: ReportWords, decision: review_types.Decision) -> str:
    name, told = escape(words.names[decision["seat"]]), escape(words.instead(decision))
    more = [words.say("study.moment.unclear") + "."] if decision["unclear"] else []
    more += [played] if (played := words.played(decision)) else []
    grade = f'<span class="{decision["grade"] or ""}">{told}</span>.'
    return words.labelled(name, f"{grade} {escape(' '.join(more))}").rstrip()


def _turns(words: ReportWords, seat: int | None) -> Iterator[str]:
    heads = "".join(f"<th>{escape(name)}</th><th>{escape(words.word('luck'))}</th>" for name in words.names)
    first = "".join(f"<th>{escape(one)}</th>" for one in (words.say("study.graph.turn"), words.chance()))
    yield f"<h2>{escape(words.say('study.turns.title'))}</h2><table><tr>{first}{heads}<th></th></tr>"
    for turn in words.review["turns"]:
        cells = "".join(
            f"<td>{words.worth(turn['before'][s])}</td><td>{words.signed(turn['luck'][s])}</td>"
            for s in range(len(words.names))
        )
        faults = "<br>".join(
            _decision(words, decision)
            for decision in turn["decisions"]
            if decision["grade"] and seat in (None, decision["seat"])
        )
        roll = escape(words.roll(turn["roll"]))
        yield f"<tr><td>{turn['turn']}</td><td>{roll}</td>{cells}<td>{faults}</td></tr>"
    yield "</table>"
